"""Cards: their texts and points."""

from __future__ import annotations

import pytest

from firmware.baccarat.cards import ALL_CARDS, Card, CardError, parse_card, total


def test_points_are_ace_one_pips_and_nothing_for_ten_and_courts() -> None:
    """A 1, 2-9 their pips, T J Q K 0 (S0)."""
    points = "".join(str(Card(rank, "S").points) for rank in "A23456789TJQK")
    assert points == "1234567890000"


def test_a_deck_has_52_cards_each_once() -> None:
    """Thirteen ranks in four suits."""
    assert len(set(ALL_CARDS)) == len(ALL_CARDS) == 52


@pytest.mark.parametrize(
    ("text", "card"), [("8S", "8S"), ("th", "TH"), ("10H", "TH"), (" as ", "AS"), ("10d", "TD")]
)
def test_a_card_is_read_in_either_case_and_ten_in_two_ways(text: str, card: str) -> None:
    """Lower case and `10H` are accepted on input; output is always rank, then suit."""
    assert str(parse_card(text)) == card


@pytest.mark.parametrize(
    "text", ["", "1H", "8", "S8", "8SS", "11H", "0H", "8X", "八S", "1010H", "8ſ"]
)
def test_what_is_no_card_gets_one_line(text: str) -> None:
    """The line shows the text and says how to write a card."""
    with pytest.raises(CardError) as caught:
        parse_card(text)
    assert "\n" not in str(caught.value)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize(("rank", "suit"), [("1", "H"), ("A", "h"), ("", "H"), ("TJ", "H")])
def test_a_card_is_checked_when_built(rank: str, suit: str) -> None:
    """No code path makes a card that is none."""
    with pytest.raises(CardError):
        Card(rank, suit)


def test_a_total_is_the_last_digit() -> None:
    """9 and 8 make 7."""
    assert total((Card("9", "S"), Card("8", "D"))) == 7
