"""Pure: all sets of cards that a house owns: what a code is when it turns up in one set's shoe."""

from __future__ import annotations

import string
from dataclasses import dataclass
from typing import Final

from firmware.codes.book import CodeBook, Cut
from firmware.codes.physical import PhysicalCard
from vision.symbologies import Symbology

LONGEST_NAME: Final = 32
NAME_CHARACTERS: Final = frozenset(string.ascii_letters + string.digits + "._-")


@dataclass(frozen=True, slots=True)
class Own:
    """A card of the set that is in the shoe, or its cut card."""

    card: PhysicalCard | Cut


@dataclass(frozen=True, slots=True)
class Foreign:
    """A card of another set of the house."""

    set_id: str
    card: PhysicalCard | Cut


@dataclass(frozen=True, slots=True)
class Unknown:
    """A code that no set of the house has."""

    code: str


@dataclass(frozen=True, slots=True)
class Double:
    """One code in two sets: neither may be used until one is printed anew."""

    code: str
    first_set: str
    second_set: str


class SetError(ValueError):
    """Sets that one shoe cannot read or tell apart; one line."""


@dataclass(frozen=True, slots=True)
class CardSets:
    """The house's sets. Raises SetError when two share a name or a code, or differ in bars."""

    books: tuple[CodeBook, ...]

    def __post_init__(self) -> None:
        names = [book.set_id for book in self.books]
        for name in names:
            if why := name_refusal(name):
                raise SetError(why)
            if names.count(name) > 1:
                raise SetError(f"two sets are called {name}: give one another name")
        if len(kinds := {book.symbology.value for book in self.books}) > 1:
            raise SetError(f"sets in {' and '.join(sorted(kinds))}: the reader looks for one only")
        if found := doubles(self.books):
            code, first, second = found[0].code, found[0].first_set, found[0].second_set
            more = f", and {len(found) - 1} more" if len(found) > 1 else ""
            raise SetError(f"code {code} is in set {first} and in set {second}{more}")

    @property
    def valid(self) -> frozenset[str]:
        """Every code of every set, cut cards' too: all that the reader may accept."""
        return frozenset[str]().union(*(book.valid for book in self.books))

    @property
    def cuts(self) -> frozenset[str]:
        """The codes of those cut cards that carry one."""
        return frozenset(book.cut_code for book in self.books if book.cut_code is not None)

    @property
    def symbology(self) -> Symbology:
        """In which bars all of them are printed; Code 128 where there is no set."""
        return self.books[0].symbology if self.books else Symbology.CODE128

    def identify(self, code: str, set_id: str) -> Own | Foreign | Unknown:
        """What `code` is for a shoe that holds set `set_id`; foreign to a shoe without a set.

        Whether a card of the own set has passed before is for the shoe to know.
        """
        for book in self.books:
            if (card := book.identify(code)) is not None:
                return Own(card) if book.set_id == set_id else Foreign(book.set_id, card)
        return Unknown(code)


def name_refusal(set_id: str) -> str | None:
    """Why a set can't be called so, or None: its name is a word of the feed and of file names."""
    if set_id and len(set_id) <= LONGEST_NAME and set(set_id) <= NAME_CHARACTERS:
        return None
    return (
        f"{set_id!r} is no name for a set (its book's file is named so):"
        f" up to {LONGEST_NAME} letters, digits, '.', '_' and '-'"
    )


def doubles(books: tuple[CodeBook, ...]) -> tuple[Double, ...]:
    """Every code that is in more than one book, in the order of the later book."""
    holder: dict[str, str] = {}
    found = []
    for book in books:
        for code in (*book.entries, *(() if book.cut_code is None else (book.cut_code,))):
            if code in holder:
                found.append(Double(code, holder[code], book.set_id))
            else:
                holder[code] = book.set_id
    return tuple(found)
