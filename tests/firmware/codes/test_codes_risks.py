"""What `shoe codes check` says: counted over whole books, against a count by hand."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest

from firmware.baccarat.cards import ALL_CARDS, Card
from firmware.codes.book import CodeBook, make_book
from firmware.codes.digits import with_check_digits
from firmware.codes.physical import PhysicalCard
from firmware.codes.risks import Splices, Weight, code_distances, count_splices, examine
from firmware.codes.symbology import check_symbol, refusal, symbols
from vision.simulated.bars import bars
from vision.symbologies import Symbology

DECKS = [PhysicalCard(card, deck) for deck in range(1, 9) for card in ALL_CARDS]


def book_of(codes: list[str], symbology: Symbology = Symbology.CODE128) -> CodeBook:
    return CodeBook("x", dict(zip(codes, DECKS, strict=False)), None, symbology)


def weights(book: CodeBook) -> dict[str, Weight]:
    """Findings by their first words."""
    return {finding.text[:18]: finding.weight for finding in examine(book).findings}


def test_a_made_set_has_nothing_but_good_said_of_it() -> None:
    """Distances as wanted, no splice, nothing missing."""
    examined = examine(make_book(8, "A", random.Random(4).randrange))
    assert examined.sound
    assert {finding.weight for finding in examined.findings} == {Weight.NOTE}
    assert sum(pairs for _, pairs in examined.distances.histogram) == 417 * 416 // 2
    assert examined.splices == Splices(0, None)


def test_structured_codes_let_8736_splices_through() -> None:
    """Deck, suit and rank in the text: the number that was counted before this project began."""
    codes = [
        f"{deck:02d}{suit:02d}{rank:02d}0000"
        for deck, suit, rank in product(range(1, 9), range(4), range(1, 14))
    ]
    book = book_of(codes)
    assert count_splices(book).passing == 8736
    assert "codes follow a pat" in weights(book)


@pytest.mark.parametrize("symbology", [Symbology.CODE128, Symbology.ITF, Symbology.CODE39])
def test_splices_are_those_that_trying_every_pair_finds(symbology: Symbology) -> None:
    """The count by shared beginnings and ends equals the one by brute force."""
    draw = random.Random(5)
    codes = list(
        {
            f"{draw.randrange(4):02d}{draw.randrange(6):02d}{draw.randrange(3):02d}"
            for _ in range(40)
        }
    )
    book = book_of(codes, symbology)
    found = set()
    for left, right in product(codes, codes):
        one, two = symbols(left, symbology), symbols(right, symbology)
        for cut in range(1, len(one)):
            text = "".join(one[:cut] + two[cut:])
            passes = check_symbol(text, symbology) == check_symbol(right, symbology)
            if text in book.valid and text not in (left, right) and passes:
                found.add((left, right, cut))
    splices = count_splices(book)
    assert splices.passing == len(found) > 0
    assert splices.example is not None
    assert splices.example.third in codes


def test_code_128s_check_symbol_is_the_printed_one() -> None:
    """The bars before the stop pattern are those of the value computed here (ISO/IEC 15417)."""
    by_value = {value: bars(f"{value:02d}0000")[11:22] for value in range(100)}
    seen = 0
    for code in ("4821970357", "0123456789", "000000", "8S3", "A-9"):
        value = check_symbol(code, Symbology.CODE128)
        assert value is not None
        if value in by_value:
            seen += 1
            assert bars(code)[-24:-13] == by_value[value]
    assert seen >= 3


def test_a_near_pair_is_a_fault_in_our_own_form_and_a_risk_in_anothers() -> None:
    """Our codes can keep their distance; a house's own are as they are."""
    own = [with_check_digits("11223344"), with_check_digits("11223355")]
    assert weights(book_of(own))[f"codes {own[0]} a"[:18]] is Weight.FAULT
    theirs = weights(book_of(["112233", "112244"]))
    assert theirs["codes 112233 and 1"] is Weight.RISK
    assert code_distances(book_of(["112233", "112244"])).nearest == ("112233", "112244")


def test_what_is_wrong_or_weak_is_said() -> None:
    """Missing cards, no cut code, telling texts, mixed lengths, bad check digits, symbology."""
    book = make_book(1, "A", random.Random(1).randrange)
    (code, *_) = book.entries
    assert weights(replace(book, cut_code=None))["the cut card has n"] is Weight.RISK
    fewer = {key: card for key, card in book.entries.items() if key != code}
    assert weights(replace(book, entries=fewer))["cards without a co"] is Weight.RISK
    changed = str((int(code) + 1) % 10**10).zfill(10)
    wrong = replace(book, entries={**fewer, changed: book.entries[code]})
    assert weights(wrong)["check digits do no"] is Weight.FAULT
    assert not examine(wrong).sound
    eight = PhysicalCard(Card("8", "S"), 1)
    for telling in ("8S", "10S", "8S#1", "8S01"):
        card = eight if telling[0] == "8" else PhysicalCard(Card("T", "S"), 1)
        assert "codes that tell th" in weights(CodeBook("x", {telling: card}))
    assert "codes of different" in weights(book_of(["1122", "112233"]))
    assert weights(book_of(["1122", "3344"], Symbology.ITF))["itf: 458 wrong tex"] is Weight.RISK
    assert "ean8: wrong reads " in weights(book_of(["96385074"], Symbology.EAN8))


def test_a_symbology_refuses_what_it_cannot_print() -> None:
    """As its specification says; the writer of bars agrees."""
    for symbology, good, bad in (
        (Symbology.CODE128, "8S 3", "ä"),
        (Symbology.ITF, "0123", "012"),
        (Symbology.CODE39, "8S-1", "8s"),
        (Symbology.EAN13, "4006381333931", "4006381333932"),
        (Symbology.EAN8, "96385074", "9638507"),
    ):
        assert refusal(good, symbology) is None
        assert bars(good, symbology)
        assert refusal(bad, symbology) is not None
        assert refusal("", symbology) is not None
