"""A house's own table of codes is taken as it is, or refused where it would be a guess."""

from __future__ import annotations

import pytest

from firmware.baccarat.cards import ALL_CARDS, Card, CardError
from firmware.codes.book import BookError, CodeBook
from firmware.codes.houses import Columns, card_of_name, import_book
from firmware.codes.physical import PhysicalCard
from vision.symbologies import Symbology

EIGHT = Card("8", "S")


@pytest.mark.parametrize(
    ("text", "symbology", "columns"),
    [
        ("code,card,deck\n0011,8S,1\n0012,8S,2\n0099,CUT,\n", Symbology.CODE128, Columns()),
        ("Barcode;Name\n0011;eight of spades\n0012;S8\n0099;Cut card\n", Symbology.ITF, Columns()),
        (
            "ID\tRank\tSuit\tPack\n0011\t8\t♠\t1\n0012\tEight\tSpades\t2\n0099\tcut\t\t\n",
            Symbology.CODE39,
            Columns(),
        ),
        ("a,b,c\n8-S,0011,1\n8♠,0012,2\ncut,0099,\n", Symbology.CODE128, Columns("b", "A", "c")),
    ],
)
def test_tables_as_houses_write_them(text: str, symbology: Symbology, columns: Columns) -> None:
    """Any of three delimiters, names of columns in use, rank and suit apart, copies counted."""
    assert import_book(text, "h.csv", "H", symbology, columns) == CodeBook(
        "H", {"0011": PhysicalCard(EIGHT, 1), "0012": PhysicalCard(EIGHT, 2)}, "0099", symbology
    )


def test_every_card_has_its_names() -> None:
    """Short either way round, with signs, in words; all 52."""
    words = ("two", "3", "four", "5", "six", "7", "Eight", "nine", "ten", "Jack", "Queen")
    ranks = ("Ace", *words, "King")
    suits = {"C": ("Clubs", "♣"), "D": ("diamond", "♦"), "H": ("hearts", "♥"), "S": ("Spades", "♠")}
    for card in ALL_CARDS:
        word, sign = suits[card.suit]
        rank = ranks["A23456789TJQK".index(card.rank)]
        short = "10" if card.rank == "T" else card.rank
        names = (
            f"{card}",
            f"{card.suit}{card.rank}".lower(),
            f"{short}{sign}",
            f"{sign} {short}",
            f"{rank} of {word}",
            f"{word} {rank}".upper(),
            f"{short}_{word}",
        )
        assert {card_of_name(name) for name in names} == {card}


@pytest.mark.parametrize("name", ["", "8", "S", "1S8", "8SS", "Joker", "14 of Spades", "0H", "8 X"])
def test_what_is_no_card_is_no_card(name: str) -> None:
    """Nothing is guessed."""
    with pytest.raises(CardError, match="is no card: write rank and suit"):
        card_of_name(name)


@pytest.mark.parametrize(
    ("text", "columns", "says"),
    [
        ("", Columns(), "line 1: which column is the code? the first line has: nothing"),
        ("a,b\n1,2\n", Columns(), "which column is the code? the first line has: a, b; say --code"),
        ("code,b\n1,2\n", Columns(), "which column is the card?"),
        ("code,id,card\n", Columns(), "is the code in column code or id? say --code NAME"),
        ("codes,card\n", Columns(code="code"), "no column code for the code; did you mean codes?"),
        ("code,card\n", Columns(), "no card in it"),
        (
            "code,card\n11,8S\n11,9S\n12,XX\n",
            Columns(),
            "line 3: code 11 is already on line 2; line 4: 'XX'",
        ),
        ("code,card,deck\n11,8S,x\n12,8S,1\n13,8S,1\n", Columns(), "line 2: deck 'x'"),
        (
            "code,card\n11,cut\n12,cut\n",
            Columns(),
            "line 3: a second cut card; the first is on line 2",
        ),
    ],
)
def test_what_is_not_clear_is_refused_with_what_to_do(
    text: str, columns: Columns, says: str
) -> None:
    """One line that names the place and the way out."""
    with pytest.raises(BookError) as error:
        import_book(text, "h.csv", "H", columns=columns)
    assert says in str(error.value)
