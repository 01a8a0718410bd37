"""Pure: code books: which printed code is which card of a set. Knows no files and no bars.

A book says nothing about what a code looks like to the reader; risks: `firmware.codes.risks`.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from types import MappingProxyType
from typing import Final

from firmware.baccarat.cards import ALL_CARDS, CardError, parse_card
from firmware.codes.digits import CODEWORDS, codewords, with_check_digits
from firmware.codes.physical import PhysicalCard
from firmware.codes.symbology import Symbology, SymbologyError, parse_symbology, refusal

COLUMNS: Final = ("code", "card", "deck")
WANTED_DISTANCE: Final = 4
"""Codeword places in which two codes of a set differ where that can be had (vision.md)."""
TRIES: Final = 2_000
"""Random drafts of one code before a smaller distance is taken; 8 decks need 2 or 3."""


class Cut(Enum):
    """The cut card: in every set, no card of the game; `CUT` in a book's card column."""

    CUT = "CUT"


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing wrong in a book's text. `line` from 1."""

    line: int
    text: str


class BookError(ValueError):
    """A text that is no code book; `mistakes` holds all that is wrong with it, in order."""

    def __init__(self, source: str, mistakes: tuple[Mistake, ...]) -> None:
        first, more = mistakes[0], len(mistakes) - 1
        rest = f" (and {more} more; `shoe codes check` lists them)" if more else ""
        super().__init__(f"{source}, line {first.line}: {first.text}{rest}")
        self.source = source
        self.mistakes = mistakes


@dataclass(frozen=True, slots=True)
class CodeBook:
    """The codes of one set of cards, the cut card's apart (None: it has no code).

    `entries`: code text to physical card. `symbology`: in which bars the codes are printed.
    """

    set_id: str
    entries: Mapping[str, PhysicalCard]
    cut_code: str | None = None
    symbology: Symbology = Symbology.CODE128

    def __post_init__(self) -> None:
        if self.cut_code in self.entries:
            raise ValueError(f"set {self.set_id}: the cut card's code is a card's too")
        object.__setattr__(self, "entries", MappingProxyType(dict(self.entries)))

    @property
    def valid(self) -> frozenset[str]:
        """Every code of the set, the cut card's too: all that its reader may accept."""
        cut = () if self.cut_code is None else (self.cut_code,)
        return frozenset((*self.entries, *cut))

    @property
    def decks(self) -> int:
        """The highest deck number in the book; 0 for an empty one."""
        return max((card.deck for card in self.entries.values()), default=0)

    def identify(self, code: str) -> PhysicalCard | Cut | None:
        """What carries `code` in this set; None: nothing of this set."""
        if code == self.cut_code:
            return Cut.CUT
        return self.entries.get(code)


def make_book(
    decks: int,
    set_id: str,
    draw: Callable[[int], int],
    others: Iterable[CodeBook] = (),
) -> CodeBook:
    """A new set of `decks` decks with its cut card, every code opaque.

    `draw(n)` gives a whole number from 0 to n-1, each as likely as the next
    (`secrets.randbelow`, or `random.Random(seed).randrange` where it must come again).
    Codes keep their distance from those of `others` too, so that two sets of one house can't
    be taken for one another. Raises ValueError for fewer than one deck.
    """
    if decks < 1:
        raise ValueError(f"{decks} decks: a set has at least one")
    taken = Taken(code for book in others for code in book.valid if len(code) == 2 * CODEWORDS)
    cards = [PhysicalCard(card, deck) for deck in range(1, decks + 1) for card in ALL_CARDS]
    entries = {taken.draft(draw): card for card in cards}
    return CodeBook(set_id, entries, taken.draft(draw))


class Taken:
    """Codes already given out, found by any group of codeword places they share."""

    def __init__(self, codes: Iterable[str] = ()) -> None:
        self._codes: set[str] = set()
        self._shared: set[tuple[tuple[int, str], ...]] = set()
        for code in codes:
            self._add(code)

    def draft(self, draw: Callable[[int], int]) -> str:
        """A new code as far from all others as can be had: WANTED_DISTANCE, else less."""
        for wanted in range(WANTED_DISTANCE, 0, -1):
            for _ in range(TRIES):
                code = with_check_digits(f"{draw(10**8):08d}")
                if code not in self._codes and not self._shares(code, CODEWORDS - wanted + 1):
                    self._add(code)
                    return code
        raise ValueError("no code is left to give out")

    def _add(self, code: str) -> None:
        self._codes.add(code)
        for count in range(CODEWORDS - WANTED_DISTANCE + 1, CODEWORDS):
            self._shared.update(combinations(enumerate(codewords(code)), count))

    def _shares(self, code: str, count: int) -> bool:
        return any(
            group in self._shared for group in combinations(enumerate(codewords(code)), count)
        )


def write_book(book: CodeBook) -> str:
    """The book as CSV: a header, then `code,card,deck`; the cut card last, as `CUT`.

    A fourth column `symbology` only where it is not Code 128.
    """
    other = () if book.symbology is Symbology.CODE128 else (book.symbology.value,)
    rows = [(*COLUMNS, *(("symbology",) if other else ()))]
    rows += [(code, str(card.card), str(card.deck), *other) for code, card in book.entries.items()]
    if book.cut_code is not None:
        rows.append((book.cut_code, Cut.CUT.value, "", *other))
    return "".join(",".join(map(quoted, row)) + "\n" for row in rows)


def quoted(cell: str) -> str:
    """A cell as CSV writes it (RFC 4180)."""
    return '"' + cell.replace('"', '""') + '"' if set(cell) & set(',"') else cell


def read_book(text: str, source: str, set_id: str | None = None) -> CodeBook:
    """The book that a CSV text holds; columns by name, in any order, others ignored.

    `source` is the file's name, for messages; without `set_id` its stem names the set.
    Raises BookError with every mistake found.
    """
    rows = table(text, source)
    mistakes: list[Mistake] = []
    entries: dict[str, PhysicalCard] = {}
    cut: str | None = None
    lines: dict[str, int] = {}
    holders: dict[PhysicalCard, int] = {}
    symbologies: dict[Symbology, int] = {}
    for line, row in rows:
        code = row["code"].strip()
        try:
            symbology = parse_symbology(row.get("symbology", "").strip() or "code128")
            if why := refusal(code, symbology):
                raise SymbologyError(why)
            if code in lines:
                raise CardError(f"code {code} is already on line {lines[code]}")
            lines[code] = line
            symbologies.setdefault(symbology, line)
            if row["card"].strip().upper() == Cut.CUT.value:
                if cut is not None:
                    raise CardError(f"a second cut card; the first is on line {lines[cut]}")
                cut = code
                continue
            card = PhysicalCard(parse_card(row["card"]), deck_number(row["deck"]))
            if card in holders:
                raise CardError(f"{card} is already on line {holders[card]}")
            holders[card] = line
            entries[code] = card
        except ValueError as error:
            mistakes.append(Mistake(line, str(error)))
    if len(symbologies) > 1:
        names = " and ".join(symbology.value for symbology in symbologies)
        mistakes.append(Mistake(max(symbologies.values()), f"{names} in one set: one is enough"))
    if not entries and not mistakes:
        mistakes.append(Mistake(1, "no card in it: a line for each, like 4821970335,8S,3"))
    if mistakes:
        raise BookError(source, tuple(mistakes))
    return CodeBook(set_id or stem(source), entries, cut, next(iter(symbologies)))


def table(
    text: str, source: str, needed: tuple[str, ...] = COLUMNS
) -> Iterator[tuple[int, dict[str, str]]]:
    """Line number and cells by lower-case column name, for each row that is not empty.

    Raises BookError, with line 1, when a column of `needed` is missing.
    """
    reader = csv.reader(text.removeprefix("\ufeff").splitlines())
    header = [name.strip().lower() for name in next(reader, [])]
    if missing := [name for name in needed if name not in header]:
        has = ", ".join(filter(None, header)) or "nothing"
        what = f"no column {' and no '.join(missing)}; the first line has: {has}"
        raise BookError(source, (Mistake(1, what),))
    return (
        (reader.line_num, dict(zip(header, [*row, *[""] * len(header)], strict=False)))
        for row in reader
        if any(cell.strip() for cell in row)
    )


def deck_number(text: str) -> int:
    """A deck's number from 1. Raises CardError with what to write."""
    plain = text.strip()
    if not (plain.isascii() and plain.isdigit() and 1 <= int(plain) <= 99):
        raise CardError(f"deck {plain!r}: write the deck's number, from 1 to 99")
    return int(plain)


def stem(source: str) -> str:
    """A file name without folders and without its ending."""
    name = source.replace("\\", "/").rpartition("/")[2]
    return name.rpartition(".")[0] or name
