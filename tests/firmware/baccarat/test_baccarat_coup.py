"""What the cards of a coup amount to."""

from __future__ import annotations

import pytest

from firmware.baccarat.cards import CardError, Position, Side, parse_card
from firmware.baccarat.coup import Outcome, Pair, Pairs, Score, Winner, outcome


def dealt(text: str) -> Outcome:
    return outcome(tuple(map(parse_card, text.split())))


def test_a_natural_is_told_whole() -> None:
    """The example of the command's page, value for value."""
    cards = tuple(map(parse_card, ("4S", "9H", "5D", "9C")))
    assert outcome(cards) == Outcome(
        cards=cards,
        player=(cards[0], cards[2]),
        banker=(cards[1], cards[3]),
        player_total=9,
        banker_total=8,
        next=None,
        score=Score(9, 8, 2, 2),
        pairs=Pairs(Pair.NONE, Pair.RANK),
        winner=Winner.PLAYER,
    )
    assert dealt("4S 9H 5D 9C").natural


def test_no_card_yet_is_a_coup_that_waits_for_player() -> None:
    """An empty coup has no totals but 0 and no winner."""
    assert outcome(()) == Outcome((), (), (), 0, 0, Position.P1, None, None, None)


@pytest.mark.parametrize(
    ("cards", "player", "banker", "winner", "natural"),
    [
        ("4S 9H 5D 9C", 9, 8, "P", True),  # S3 calls two naturals a tie: 9 beats 8
        ("4S 9H 4D 9C", 8, 8, "T", True),
        ("7S 9H TD 9C", 7, 8, "B", True),
        ("2C 3C TD 3D 5S", 7, 6, "P", False),  # Banker's 6 stands against a 5
        ("7S 3H TD 2C 4D", 7, 9, "B", False),  # Player stood, Banker drew
        ("2S 7H 3D TC 2D", 7, 7, "T", False),
        ("2S 3H 3D TC 8D", 3, 3, "T", False),  # Banker's 3 stands against an 8
        ("2S 2H 3D TC 9D 6S", 4, 8, "B", False),
    ],
)
def test_totals_and_winner(
    cards: str, player: int, banker: int, winner: str, natural: bool
) -> None:
    """The higher total wins, equal totals tie; a three-card 8 or 9 is no natural."""
    found = dealt(cards)
    assert found.complete
    assert (found.player_total, found.banker_total) == (player, banker)
    assert found.winner is Winner(winner)
    assert found.natural is natural


def test_the_third_cards_go_to_their_sides() -> None:
    """Player's third card is the fifth drawn; if Player stood, the fifth is Banker's."""
    both = dealt("2S 2H 3D TC 9D 6S")
    assert [str(card) for card in both.side(Side.PLAYER)] == ["2S", "3D", "9D"]
    assert [str(card) for card in both.side(Side.BANKER)] == ["2H", "TC", "6S"]
    stood = dealt("7S 3H TD 2C 4D")
    assert [str(card) for card in stood.player] == ["7S", "TD"]
    assert [str(card) for card in stood.banker] == ["3H", "2C", "4D"]


@pytest.mark.parametrize(
    ("cards", "player", "banker"),
    [
        ("TS 8H JD 8H", Pair.NONE, Pair.PERFECT),  # ten and jack are no pair (S2)
        ("KS 8H KD 9H", Pair.RANK, Pair.NONE),
        ("KS 8H KS 8D", Pair.PERFECT, Pair.RANK),
    ],
)
def test_pairs_are_of_equal_rank_and_perfect_in_one_suit(
    cards: str, player: Pair, banker: Pair
) -> None:
    """Only each side's first two cards count."""
    found = dealt(cards)
    assert found.pairs == Pairs(player, banker)
    assert (found.player_pair, found.banker_pair) == (player.any, banker.any)


@pytest.mark.parametrize(
    ("cards", "word"),
    [
        ("4S 9H 5D 9C 2C", "natural"),
        ("7S 7H TD TC 2C", "both stand"),
        ("2S 7H 3D TC 2D 5S", "both stand"),
        ("7S 3H TD 2C 4D 5S", "both stand"),
        ("2S 2H 3D TC 9D 6S 5H", "six at most"),
    ],
)
def test_a_card_that_may_not_be_drawn_gets_one_line(cards: str, word: str) -> None:
    """After a natural, or when both stand, there is no next card."""
    with pytest.raises(CardError, match=word) as caught:
        dealt(cards)
    assert "\n" not in str(caught.value)
