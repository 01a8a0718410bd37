"""Pure: the card code's ten digits: eight chosen, two check digits. Knows no cards and no bars."""

from __future__ import annotations

from typing import Final

from vision.checkdigits import sound

CODE_DIGITS: Final = 10
"""Length of a card code made by this house."""
CODEWORDS: Final = 5
"""Code 128 set C holds two digits a codeword."""


def check_digits(payload: str) -> str:
    """The two check digits that follow `payload` (ISO 7064 MOD 97-10).

    `payload`: decimal digits. The whole, read as a number, is then 1 modulo 97; every single
    wrong digit, every swap of two neighbours and 96 of 97 of all other mistakes show.
    """
    return f"{98 - int(payload) * 100 % 97:02d}"


def with_check_digits(payload: str) -> str:
    """`payload` and its two check digits."""
    return payload + check_digits(payload)


def is_card_code(text: str) -> bool:
    """Whether `text` is ten ASCII digits whose check digits agree."""
    return len(text) == CODE_DIGITS and sound(text)


def codewords(code: str) -> tuple[str, ...]:
    """The digit pairs that Code 128 set C prints, left to right."""
    return tuple(code[at : at + 2] for at in range(0, len(code), 2))
