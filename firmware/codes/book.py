"""Pure: code books: which printed code is which card of a set. Knows no files and no bars.

A book says nothing about what a code looks like to the reader; risks: `firmware.codes.risks`.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from types import MappingProxyType
from typing import Final

from firmware.baccarat.cards import ALL_CARDS, CardError, parse_card
from firmware.codes.digits import CODEWORDS, codewords, with_check_digits
from firmware.codes.physical import PhysicalCard
from firmware.codes.symbology import SymbologyError, parse_symbology, refusal
from vision.symbologies import Symbology

COLUMNS: Final = ("code", "card", "deck")
WANTED_DISTANCE: Final = 4
"""Codeword places in which two codes of a set differ where that can be had (vision.md)."""
TRIES: Final = 2_000
"""Random drafts of one code before a smaller distance is taken; 8 decks need 2 or 3."""
TOLD: Final = 3
"""So many mistakes fit in the one line that an error is."""


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
        told = "; ".join(f"line {mistake.line}: {mistake.text}" for mistake in mistakes[:TOLD])
        more = f"; and {len(mistakes) - TOLD} more" if len(mistakes) > TOLD else ""
        super().__init__(f"{source}: {told}{more}")
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
    gathered = Gathering()
    symbologies: dict[Symbology, int] = {}
    for line, row in table(text, source):
        with gathered.mistakes_of(line):
            symbology = parse_symbology(row.get("symbology", "").strip() or "code128")
            if symbologies.setdefault(symbology, line) == line and len(symbologies) > 1:
                names = " and ".join(symbology.value for symbology in symbologies)
                raise SymbologyError(f"{names} in one set: one is enough")
            gathered.code(line, row["code"].strip(), symbology)
            if row["card"].strip().upper() == Cut.CUT.value:
                gathered.cut(line, row["code"].strip())
            else:
                card = PhysicalCard(parse_card(row["card"]), deck_number(row["deck"]))
                gathered.card(line, row["code"].strip(), card)
    return gathered.book(source, set_id or stem(source), next(iter(symbologies), None))


class Gathering:
    """A book while its rows are read: keeps all mistakes and where everything stood."""

    def __init__(self) -> None:
        self._mistakes: list[Mistake] = []
        self._entries: dict[str, PhysicalCard] = {}
        self._cut: str | None = None
        self._lines: dict[str, int] = {}
        self._holders: dict[PhysicalCard, int] = {}

    @contextmanager
    def mistakes_of(self, line: int) -> Iterator[None]:
        """Whatever is wrong inside is a mistake of that line; reading goes on."""
        try:
            yield
        except (CardError, SymbologyError) as error:
            self._mistakes.append(Mistake(line, str(error)))

    def code(self, line: int, code: str, symbology: Symbology) -> None:
        """A code stands on that line. Raises one of the errors of `mistakes_of`."""
        if why := refusal(code, symbology):
            raise SymbologyError(why)
        if code in self._lines:
            raise SymbologyError(f"code {code} is already on line {self._lines[code]}")
        self._lines[code] = line

    def cut(self, line: int, code: str) -> None:
        """The code is the cut card's."""
        if self._cut is not None:
            first = self._lines[self._cut]
            raise CardError(f"a second cut card; the first is on line {first}")
        self._cut = code

    def card(self, line: int, code: str, card: PhysicalCard) -> None:
        """The code is that card's."""
        if card in self._holders:
            raise CardError(f"{card} is already on line {self._holders[card]}")
        self._holders[card] = line
        self._entries[code] = card

    def book(self, source: str, set_id: str, symbology: Symbology | None) -> CodeBook:
        """The book, or BookError with all mistakes."""
        if not self._entries and not self._mistakes:
            text = "no card in it: a line for each, like 4821970357,8S,3"
            self._mistakes.append(Mistake(1, text))
        if self._mistakes:
            raise BookError(source, tuple(self._mistakes))
        return CodeBook(set_id, self._entries, self._cut, symbology or Symbology.CODE128)


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
