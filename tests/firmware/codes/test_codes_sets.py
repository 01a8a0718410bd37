"""A set belongs to a shoe: foreign cards and doubles are known."""

from __future__ import annotations

import random

import pytest

from firmware.baccarat.cards import Card
from firmware.codes.book import CodeBook, Cut, make_book
from firmware.codes.physical import PhysicalCard
from firmware.codes.sets import CardSets, Double, Foreign, Own, SetError, Unknown, doubles

EIGHT = PhysicalCard(Card("8", "S"), 1)
A = CodeBook("A", {"11": EIGHT}, "12")
B = CodeBook("B", {"21": EIGHT}, "22")


def test_a_code_is_own_foreign_or_unknown() -> None:
    """The same code is another thing in another set's shoe; the cut card's too."""
    sets = CardSets((A, B))
    assert sets.identify("11", "A") == Own(EIGHT)
    assert sets.identify("11", "B") == Foreign("A", EIGHT)
    assert sets.identify("22", "A") == Foreign("B", Cut.CUT)
    assert sets.identify("22", "B") == Own(Cut.CUT)
    assert sets.identify("99", "A") == Unknown("99")


def test_two_sets_that_share_a_code_are_refused() -> None:
    """A double would make a foreign card pass as an own one."""
    other = CodeBook("C", {"12": EIGHT}, "11")
    assert doubles((A, B, other)) == (Double("12", "A", "C"), Double("11", "A", "C"))
    with pytest.raises(SetError, match="code 12 is in set A and in set C, and 1 more"):
        CardSets((A, B, other))
    with pytest.raises(SetError, match="two sets are called A"):
        CardSets((A, A))


def test_a_set_that_is_not_there_is_named_with_those_that_are() -> None:
    """Opening a shoe with a set nobody has printed is a mistake to be told."""
    with pytest.raises(SetError, match="no set Q; the house's sets are: A, B"):
        CardSets((A, B)).identify("11", "Q")


def test_sets_made_apart_never_share() -> None:
    """Ten sets of a house, each drawn with the others in mind."""
    books: list[CodeBook] = []
    for at in range(10):
        books.append(make_book(1, f"set{at}", random.Random(at).randrange, books))
    assert doubles(tuple(books)) == ()
    assert len(CardSets(tuple(books)).books) == 10
