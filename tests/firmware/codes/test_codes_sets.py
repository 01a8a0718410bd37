"""A set belongs to a shoe: foreign cards and doubles are known."""

from __future__ import annotations

import random

import pytest

from firmware.baccarat.cards import Card
from firmware.codes.book import CodeBook, Cut, make_book
from firmware.codes.physical import PhysicalCard
from firmware.codes.sets import CardSets, Double, Foreign, Own, SetError, Unknown, doubles
from vision.symbologies import Symbology

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


@pytest.mark.parametrize("name", ["", "two words", "A=B", "Sätze", "x" * 33])
def test_a_sets_name_is_a_word_of_the_feed(name: str) -> None:
    """Names go into `set=` and into file names; others are refused before a shoe is opened."""
    with pytest.raises(SetError, match="is no name for a set"):
        CardSets((CodeBook(name, {"11": EIGHT}),))


def test_the_reader_is_told_one_symbology_and_every_code() -> None:
    """Foreign cards are to be read as well; two symbologies at once are not."""
    assert CardSets((A, B)).valid == {"11", "12", "21", "22"}
    itf = CodeBook("I", {"0031": EIGHT}, None, Symbology.ITF)
    assert CardSets((itf,)).symbology is Symbology.ITF
    assert CardSets(()).symbology is Symbology.CODE128
    with pytest.raises(SetError, match="sets in code128 and itf: the reader looks for one only"):
        CardSets((A, itf))


def test_no_set_in_the_shoe_makes_every_card_foreign() -> None:
    """A card that passes before a shoe is open belongs to some set, but not to the shoe's."""
    assert CardSets((A, B)).identify("21", "") == Foreign("B", EIGHT)


def test_sets_made_apart_never_share() -> None:
    """Ten sets of a house, each drawn with the others in mind."""
    books: list[CodeBook] = []
    for at in range(10):
        books.append(make_book(1, f"set{at}", random.Random(at).randrange, books))
    assert doubles(tuple(books)) == ()
    assert len(CardSets(tuple(books)).books) == 10
