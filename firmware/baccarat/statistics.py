"""Pure: how often each result has come: over this shoe's coups, or over the last 200 (S2).

A tied coup's pairs and naturals count here, though no road draws them (S2, note 2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from firmware.baccarat.coup import Winner
from firmware.baccarat.roads import RoadCoup

LAST: Final = 200


@dataclass(frozen=True, slots=True)
class Count:
    """So many of `of` coups."""

    coups: int
    of: int

    @property
    def percent(self) -> Fraction:
        """The share in per cent, exactly; 0 of no coups."""
        return Fraction(self.coups * 100, self.of) if self.of else Fraction(0)


@dataclass(frozen=True, slots=True)
class Statistics:
    """S2's counts. The first six share out all coups; the last two count beside them."""

    player: Count
    player_natural: Count
    banker: Count
    banker_natural: Count
    tie: Count
    tie_natural: Count
    player_pair: Count
    banker_pair: Count

    @property
    def coups(self) -> int:
        """Coups counted."""
        return self.player.of


def statistics(coups: Sequence[RoadCoup], last: int | None = None) -> Statistics:
    """The counts over `coups`, oldest first, or over the last so many of them.

    `player`, `banker` and `tie` are those without a natural.
    """
    counted = coups if last is None else coups[max(0, len(coups) - last) :]
    of = len(counted)

    def ended(winner: Winner, natural: bool) -> Count:
        return Count(sum(c.winner is winner and c.natural is natural for c in counted), of)

    return Statistics(
        player=ended(Winner.PLAYER, False),
        player_natural=ended(Winner.PLAYER, True),
        banker=ended(Winner.BANKER, False),
        banker_natural=ended(Winner.BANKER, True),
        tie=ended(Winner.TIE, False),
        tie_natural=ended(Winner.TIE, True),
        player_pair=Count(sum(coup.player_pair for coup in counted), of),
        banker_pair=Count(sum(coup.banker_pair for coup in counted), of),
    )
