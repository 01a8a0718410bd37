"""S2's statistics."""

from __future__ import annotations

from fractions import Fraction

from firmware.baccarat.coup import Winner
from firmware.baccarat.roads import RoadCoup
from firmware.baccarat.statistics import LAST, Count, Statistics, statistics

COUPS = (
    RoadCoup(Winner.PLAYER, natural=True, player_pair=True),
    RoadCoup(Winner.PLAYER),
    RoadCoup(Winner.BANKER, banker_pair=True, player_pair=True),
    RoadCoup(Winner.TIE, natural=True, banker_pair=True),
)


def test_each_coup_is_counted_once_and_pairs_beside() -> None:
    """Wins split natural or not; a tie's pairs and naturals count too (S2, note 2)."""
    assert statistics(COUPS) == Statistics(
        player=Count(1, 4),
        player_natural=Count(1, 4),
        banker=Count(1, 4),
        banker_natural=Count(0, 4),
        tie=Count(0, 4),
        tie_natural=Count(1, 4),
        player_pair=Count(2, 4),
        banker_pair=Count(2, 4),
    )


def test_only_the_last_200_count_when_asked() -> None:
    """S2: the last 200 coups, or all if there are fewer."""
    many = (RoadCoup(Winner.BANKER),) * 150 + (RoadCoup(Winner.PLAYER),) * 150
    assert statistics(many).banker == Count(150, 300)
    assert statistics(many, LAST).banker == Count(50, 200)
    assert statistics(many[:150], LAST).banker == Count(150, 150)


def test_percentages_are_exact_and_none_of_nothing() -> None:
    """Thirds stay thirds; no coup yet is 0 %."""
    assert Count(1, 3).percent == Fraction(100, 3)
    assert statistics(()).player.percent == 0
    assert statistics(()).coups == 0
