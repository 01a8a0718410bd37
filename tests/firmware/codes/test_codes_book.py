"""Code books: opaque, far apart, told apart, and read back whole."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.baccarat.cards import Card
from firmware.codes.book import BookError, CodeBook, Cut, make_book, read_book, write_book
from firmware.codes.digits import codewords, is_card_code
from firmware.codes.physical import PhysicalCard
from firmware.codes.symbology import refusal
from vision.symbologies import Symbology

SYMBOLOGIES = st.sampled_from([Symbology.CODE128, Symbology.CODE39])
EIGHT = make_book(8, "A", random.Random(1).randrange)


def distance(one: str, other: str) -> int:
    """In how many codewords two codes differ."""
    return sum(a != b for a, b in zip(codewords(one), codewords(other), strict=True))


def test_a_made_set_has_every_card_once_and_the_cut_card() -> None:
    """8 decks: 416 codes and the cut card's own, all with sound check digits."""
    cards = {
        PhysicalCard(Card(rank, suit), deck)
        for rank in "A23456789TJQK"
        for suit in "CDHS"
        for deck in range(1, 9)
    }
    assert set(EIGHT.entries.values()) == cards
    assert len(EIGHT.valid) == 417
    assert all(is_card_code(code) for code in EIGHT.valid)


def test_any_two_codes_of_a_set_differ_in_four_of_five_codewords() -> None:
    """The distance of vision.md holds between all pairs, the cut card's code with them."""
    assert min(distance(a, b) for a, b in combinations(EIGHT.valid, 2)) == 4


def test_a_second_set_keeps_its_distance_from_the_first() -> None:
    """No code of one set of the house can be taken for one of another."""
    other = make_book(8, "B", random.Random(2).randrange, [EIGHT])
    assert min(distance(a, b) for a in EIGHT.valid for b in other.valid) == 4


def test_a_code_says_nothing_about_its_card() -> None:
    """Two draws give the same card other codes: nothing of it is in the text."""
    other = make_book(1, "A", random.Random(3).randrange)
    same = [code for code in other.entries if code in EIGHT.entries]
    assert same == []


def test_identify_knows_cards_the_cut_card_and_nothing_else() -> None:
    """A book answers for its own codes only."""
    book = CodeBook("A", {"0001": PhysicalCard(Card("8", "S"), 3)}, "0002")
    assert book.identify("0001") == PhysicalCard(Card("8", "S"), 3)
    assert book.identify("0002") is Cut.CUT
    assert book.identify("0003") is None
    assert book.valid == {"0001", "0002"}


def test_a_book_read_back_is_the_book_written() -> None:
    """CSV keeps all: columns code, card, deck; the set's name is the file's."""
    text = write_book(EIGHT)
    assert text.splitlines()[0] == "code,card,deck"
    assert text.splitlines()[-1] == f"{EIGHT.cut_code},CUT,"
    assert read_book(text, "sets/A.csv") == EIGHT


def test_an_imported_symbology_survives() -> None:
    """A book of other bars says so in a column of its own; odd characters are quoted."""
    card = PhysicalCard(Card("T", "H"), 1)
    for symbology, code in ((Symbology.ITF, "0123"), (Symbology.CODE128, 'A,"1')):
        book = CodeBook("house", {code: card}, None, symbology)
        assert read_book(write_book(book), "house.csv") == book


@given(st.sets(st.text("ABC019 -.,\"';%", min_size=1, max_size=6), min_size=2), SYMBOLOGIES)
def test_any_codes_come_back_as_they_were(codes: set[str], symbology: Symbology) -> None:
    """Commas, quotation marks and blanks inside a code are kept, or the code is refused."""
    cut, *others = sorted(code for code in codes | {"A", "B"} if refusal(code, symbology) is None)
    cards = [PhysicalCard(Card("8", "S"), deck) for deck in range(1, len(others) + 1)]
    book = CodeBook("h", dict(zip(others, cards, strict=True)), cut, symbology)
    assert read_book(write_book(book), "h.csv") == book


def test_a_bad_book_names_every_mistake_with_its_line() -> None:
    """Nothing is guessed and nothing is left for a second try."""
    text = (
        "\ufeffDeck,Code,Card,note\n1,0001,8S,\n1,0001,9S,\n\n1,0003,1S,\n0,0004,KD,\n"
        "1,0005,8S,\n,0006,CUT,\n,0007,cut,\n1,,AS,\n1,0009\n"
    )
    with pytest.raises(BookError) as error:
        read_book(text, "x.csv")
    assert [(mistake.line, mistake.text.split(":")[0]) for mistake in error.value.mistakes] == [
        (3, "code 0001 is already on line 2"),
        (5, "'1S' is no card"),
        (6, "deck '0'"),
        (7, "8S#1 is already on line 2"),
        (9, "a second cut card; the first is on line 8"),
        (10, "no code; every card has its own"),
        (11, "'' is no card"),
    ]
    assert str(error.value).startswith("x.csv: line 3: code 0001 is already on line 2; line 5: ")
    assert str(error.value).endswith("; and 4 more")


@pytest.mark.parametrize(
    ("text", "line", "start"),
    [
        ("", 1, "no column code and no card and no deck; the first line has: nothing"),
        ("code,card\n1,8S\n", 1, "no column deck; the first line has: code, card"),
        ("code,card,deck\n", 1, "no card in it"),
        ("code,card,deck\nÄ,8S,1\n", 2, "code 'Ä': Code 128 prints ASCII"),
        ("code,card,deck,symbology\n12,8S,1,qr\n", 2, "symbology 'qr': write one of code128, itf"),
        ("code,card,deck,symbology\n12,8S,1,itf\n13,9S,1,\n", 3, "itf and code128 in one set"),
    ],
)
def test_what_is_no_book_is_refused(text: str, line: int, start: str) -> None:
    """Each refusal names its line and what was expected."""
    with pytest.raises(BookError) as error:
        read_book(text, "x.csv")
    (mistake,) = error.value.mistakes
    assert mistake.line == line
    assert mistake.text.startswith(start)
