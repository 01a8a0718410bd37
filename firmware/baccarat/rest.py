"""Pure: the cards still in the shoe as far as anyone knows: counts, and no order.

Cards dealt or shown are out; burns nobody saw and cards passed unread count as still in, since
each of them may be any card that is left (rules.md, betting rounds).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from firmware.baccarat.cards import ALL_CARDS, RANKS, SUITS, Card

MOST_DECKS: Final = 16
_INDEX: Final = {card: n for n, card in enumerate(ALL_CARDS)}
_RANKS: Final = len(RANKS)
_SUITS: Final = len(SUITS)


class RestError(ValueError):
    """Counts that no shoe can hold, or too few cards for what is asked."""


@dataclass(frozen=True, slots=True)
class Rest:
    """How many copies of each card are left, in the order of `ALL_CARDS` (suit by suit)."""

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.counts) != len(ALL_CARDS):
            raise RestError(f"{len(self.counts)} counts; a deck has {len(ALL_CARDS)} cards")
        if min(self.counts) < 0 or max(self.counts) > MOST_DECKS:
            n = next(n for n, count in enumerate(self.counts) if not 0 <= count <= MOST_DECKS)
            raise RestError(
                f"{ALL_CARDS[n]}: {self.counts[n]} copies; a shoe holds 0 to {MOST_DECKS}"
            )

    @property
    def total(self) -> int:
        """Cards left."""
        return sum(self.counts)

    def of(self, card: Card) -> int:
        """Copies of `card` left."""
        return self.counts[_INDEX[card]]

    def without(self, cards: Iterable[Card]) -> Rest:
        """The rest with these taken out. Raises RestError where one is not there."""
        counts = list(self.counts)
        for card in cards:
            n = _INDEX[card]
            if counts[n] == 0:
                raise RestError(f"{card}: no copy is left")
            counts[n] -= 1
        return Rest(tuple(counts))

    def by_points(self) -> list[int]:
        """Cards left by game points, 0 to 9."""
        ranks = self.by_rank()
        return [sum(ranks[9:]), *ranks[:9]]

    def by_rank(self) -> list[int]:
        """Cards left by rank, in the order of `RANKS`."""
        return [sum(self.counts[n::_RANKS]) for n in range(_RANKS)]

    def suits_of(self, rank: int) -> tuple[int, ...]:
        """Copies left of each suit of the rank with that index."""
        return self.counts[rank::_RANKS]


def fresh(decks: int) -> Rest:
    """All cards of so many decks. Raises RestError outside 1 to 16."""
    if not 1 <= decks <= MOST_DECKS:
        raise RestError(f"{decks} decks; a shoe holds 1 to {MOST_DECKS}")
    return Rest((decks,) * len(ALL_CARDS))
