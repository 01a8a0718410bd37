"""Pure: what each symbology can hold, what it checks itself, and how often it reads wrong.

Knows no cards. Facts: the symbologies' own specifications (ISO/IEC 15417, 16390, 16388, 15420);
wrong reads: measured over 10,000 degraded frames each (docs/cards.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, assert_never

from vision.symbologies import Symbology

CODE39_CHARACTERS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%"


class SymbologyError(ValueError):
    """A code that its symbology cannot print."""


@dataclass(frozen=True, slots=True)
class WrongReads:
    """Wrong texts of the right length in 10,000 degraded frames.

    `decoded`: as they came. `filtered`: those that survive exact length and two agreeing lines.
    """

    decoded: int
    filtered: int


MEASURED: Final = {
    Symbology.CODE128: WrongReads(11, 0),
    Symbology.ITF: WrongReads(458, 15),
    Symbology.CODE39: WrongReads(58, 9),
    Symbology.EAN13: WrongReads(90, 38),
}


def parse_symbology(text: str) -> Symbology:
    """The symbology that `text` names, in any case. Raises SymbologyError with the choice."""
    try:
        return Symbology(text.strip().lower())
    except ValueError:
        names = ", ".join(symbology.value for symbology in Symbology)
        raise SymbologyError(f"symbology {text.strip()!r}: write one of {names}") from None


def refusal(code: str, symbology: Symbology) -> str | None:
    """Why `symbology` cannot print `code`, or None when it can."""
    digits = code.isascii() and code.isdigit()
    if not code:
        return "no code; every card has its own"
    if code != code.strip():
        return f"code {code!r}: it begins or ends with a space, which a table does not keep"
    match symbology:
        case Symbology.CODE128:
            if not (code.isascii() and code.isprintable()):
                return f"code {code!r}: Code 128 prints ASCII characters only"
        case Symbology.ITF:
            if not digits or len(code) % 2:
                return f"code {code!r}: ITF prints an even number of digits"
        case Symbology.CODE39:
            if not set(code) <= set(CODE39_CHARACTERS):
                return f"code {code!r}: Code 39 prints A-Z 0-9 and -. $/+%"
        case Symbology.EAN13 | Symbology.EAN8:
            length = 13 if symbology is Symbology.EAN13 else 8
            if not digits or len(code) != length:
                return f"code {code!r}: {symbology.value.upper()} prints {length} digits"
            if ean_check_digit(code[:-1]) != code[-1]:
                return f"code {code!r}: its check digit should be {ean_check_digit(code[:-1])}"
        case _:
            assert_never(symbology)
    return None


def symbols(code: str, symbology: Symbology) -> tuple[str, ...]:
    """`code` in the pieces that the bars are made of: one piece can't be half of two cards.

    Code 128: pairs of digits where the whole is an even number of digits, else characters.
    """
    pairs = symbology is Symbology.ITF or (
        symbology is Symbology.CODE128 and code.isdigit() and len(code) % 2 == 0
    )
    width = 2 if pairs else 1
    return tuple(code[at : at + width] for at in range(0, len(code), width))


def check_symbol(code: str, symbology: Symbology) -> int | None:
    """The value of the check symbol printed behind `code`, or None: nothing but the text.

    Code 128: modulo 103, for codes all in set C or all in set B. EAN's is in its text.
    """
    if symbology is not Symbology.CODE128:
        return None
    pieces = symbols(code, symbology)
    if len(pieces[0]) == 2:
        start, values = 105, [int(piece) for piece in pieces]
    else:
        start, values = 104, [ord(piece) - 32 for piece in pieces]
    return (start + sum(at * value for at, value in enumerate(values, 1))) % 103


def ean_check_digit(payload: str) -> str:
    """The last digit of an EAN whose other digits are `payload` (weights 3 and 1 from behind)."""
    weighted = sum(int(digit) * (3, 1)[at % 2] for at, digit in enumerate(reversed(payload)))
    return str(-weighted % 10)
