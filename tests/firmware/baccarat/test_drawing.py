"""The drawing rules against the whole table, written out here on its own from S2's text."""

from __future__ import annotations

from itertools import product

import pytest

from firmware.baccarat.cards import Card, Position, parse_card
from firmware.baccarat.drawing import next_position

# Banker's total: for Player's third card 0 to 9, then for a Player who stood. D draws, S stands.
BANKER = {
    0: "DDDDDDDDDD D",
    1: "DDDDDDDDDD D",
    2: "DDDDDDDDDD D",
    3: "DDDDDDDDSD D",
    4: "SSDDDDDDSS D",
    5: "SSSSDDDDSS D",
    6: "SSSSSSDDSS S",
    7: "SSSSSSSSSS S",
}
# Player's total 0 to 9: D draws, S stands, N natural.
PLAYER = "DDDDDDSSNN"
OF_POINTS = tuple(Card(rank, "H") for rank in "KA23456789")


def due(points: tuple[int, ...]) -> Position | None:
    return next_position(tuple(OF_POINTS[each] for each in points))


def expected(points: tuple[int, ...]) -> Position | None:
    """What the table above says after four or five cards."""
    player, banker = (points[0] + points[2]) % 10, (points[1] + points[3]) % 10
    if PLAYER[player] == "N" or banker in (8, 9):
        return None
    if PLAYER[player] == "D" and len(points) == 4:
        return Position.P3
    column = points[4] if PLAYER[player] == "D" else 11
    if BANKER[banker][column] == "S":
        return None
    return Position.B3


def test_the_first_four_cards_alternate_from_player() -> None:
    """Cards go P1 B1 P2 B2, one at a time, Player first (S1, S4)."""
    assert [due((0,) * drawn) for drawn in range(4)] == [
        Position.P1,
        Position.B1,
        Position.P2,
        Position.B2,
    ]


def test_every_four_cards_are_followed_as_the_table_says() -> None:
    """All 10,000 ways of points on four cards; with a Player who draws, all third cards too."""
    for four in product(range(10), repeat=4):
        found = due(four)
        assert found is expected(four), four
        if found is Position.P3:
            for third in range(10):
                assert due((*four, third)) is expected((*four, third)), (four, third)


@pytest.mark.parametrize("cards", ["2S 2H 2D 3C 4C 9D", "7S 2H TD 3C 4C"])
def test_nothing_follows_bankers_third_card(cards: str) -> None:
    """B3 is the last card, whether Player has drawn or stood."""
    drawn = tuple(map(parse_card, cards.split()))
    assert next_position(drawn[:-1]) is Position.B3
    assert next_position(drawn) is None


def test_banker_with_five_draws_when_player_stood() -> None:
    """S3 read literally would let Banker stand on 5: wrong (S0, S1, S2, S4)."""
    assert due((6, 5, 0, 0)) is Position.B3
