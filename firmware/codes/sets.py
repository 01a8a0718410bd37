"""Pure: all sets of cards that a house owns: what a code is when it turns up in one set's shoe."""

from __future__ import annotations

from dataclasses import dataclass

from firmware.codes.book import CodeBook, Cut
from firmware.codes.physical import PhysicalCard


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
    """Sets that cannot be told apart, or a set that is not there; one line."""


@dataclass(frozen=True, slots=True)
class CardSets:
    """The house's sets. Raises SetError when two share a name or a code."""

    books: tuple[CodeBook, ...]

    def __post_init__(self) -> None:
        names = [book.set_id for book in self.books]
        for name in names:
            if names.count(name) > 1:
                raise SetError(f"two sets are called {name}: give one another name")
        if found := doubles(self.books):
            code, first, second = found[0].code, found[0].first_set, found[0].second_set
            more = f", and {len(found) - 1} more" if len(found) > 1 else ""
            raise SetError(f"code {code} is in set {first} and in set {second}{more}")

    def book(self, set_id: str) -> CodeBook:
        """The book of that set. Raises SetError with the names that there are."""
        for book in self.books:
            if book.set_id == set_id:
                return book
        names = ", ".join(book.set_id for book in self.books) or "none"
        raise SetError(f"no set {set_id}; the house's sets are: {names}")

    def identify(self, code: str, set_id: str) -> Own | Foreign | Unknown:
        """What `code` is for a shoe that holds set `set_id`. Raises SetError for no such set.

        Whether a card of the own set has passed before is for the shoe to know.
        """
        if (card := self.book(set_id).identify(code)) is not None:
            return Own(card)
        for book in self.books:
            if (card := book.identify(code)) is not None:
                return Foreign(book.set_id, card)
        return Unknown(code)


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
