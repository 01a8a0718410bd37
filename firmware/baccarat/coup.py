"""Pure: what the cards of one coup amount to. Knows no bets, no shoe and no procedure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from firmware.baccarat.cards import Card, CardError, Position, Side, total
from firmware.baccarat.drawing import next_position


class Winner(Enum):
    """How a coup ended; the value is its letter everywhere in the product."""

    PLAYER = "P"
    BANKER = "B"
    TIE = "T"


@dataclass(frozen=True, slots=True)
class Score:
    """A complete coup's totals and how many cards each side holds (2 or 3)."""

    player: int
    banker: int
    player_cards: int
    banker_cards: int

    @property
    def winner(self) -> Winner:
        """The higher total; two naturals compare as totals, 9 beats 8 (S3 errs)."""
        if self.player == self.banker:
            return Winner.TIE
        return Winner.PLAYER if self.player > self.banker else Winner.BANKER

    @property
    def player_natural(self) -> bool:
        """Player has 8 or 9 on two cards."""
        return self.player_cards == 2 and self.player >= 8

    @property
    def banker_natural(self) -> bool:
        """Banker has 8 or 9 on two cards."""
        return self.banker_cards == 2 and self.banker >= 8

    @property
    def natural(self) -> bool:
        """Either side's natural ended the coup."""
        return self.player_natural or self.banker_natural


class Pair(Enum):
    """What a side's first two cards are to each other; ten and jack are no pair (S2)."""

    NONE = 0
    RANK = 1
    PERFECT = 2

    @property
    def any(self) -> bool:
        """Equal rank, in one suit or two."""
        return self is not Pair.NONE


@dataclass(frozen=True, slots=True)
class Pairs:
    """Both sides' pairs."""

    player: Pair
    banker: Pair


@dataclass(frozen=True, slots=True)
class Outcome:
    """The cards of a coup so far, in the order drawn, and what they amount to.

    `next` is the position that the next card takes, None when the coup is complete; `score`
    and `winner` are None until then, `pairs` until each side has two cards.
    """

    cards: tuple[Card, ...]
    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    player_total: int
    banker_total: int
    next: Position | None
    score: Score | None
    pairs: Pairs | None
    winner: Winner | None

    @property
    def complete(self) -> bool:
        """No further card is due."""
        return self.next is None

    @property
    def natural(self) -> bool:
        """The coup is complete by a natural."""
        return self.score is not None and self.score.natural

    @property
    def player_pair(self) -> bool:
        """Player's first two cards have equal rank."""
        return self.pairs is not None and self.pairs.player.any

    @property
    def banker_pair(self) -> bool:
        """Banker's first two cards have equal rank."""
        return self.pairs is not None and self.pairs.banker.any

    def side(self, side: Side) -> tuple[Card, ...]:
        """The hand of `side`."""
        return self.player if side is Side.PLAYER else self.banker


# The few hundred scores and nine pairs there are; kept, so that a coup builds none anew.
_score = lru_cache(maxsize=None)(Score)
_pairs = lru_cache(maxsize=None)(Pairs)


def pair_of(first: Card, second: Card) -> Pair:
    """What two cards are to each other."""
    if first.rank != second.rank:
        return Pair.NONE
    return Pair.PERFECT if first.suit == second.suit else Pair.RANK


def outcome(cards: tuple[Card, ...]) -> Outcome:
    """What `cards`, in the order drawn, amount to.

    Raises CardError where a card may not be drawn: after a natural, or when all stand.
    """
    _refuse_surplus(cards)
    banker_third = cards[5:6] if len(cards) != 5 else ()
    player = (*cards[0:1], *cards[2:3], *cards[4:5])
    if len(cards) == 5 and total(player[:2]) > 5:
        player, banker_third = player[:2], cards[4:5]
    banker = (*cards[1:2], *cards[3:4], *banker_third)
    due = next_position(cards)
    player_total, banker_total = total(player), total(banker)
    score = winner = None
    if due is None:
        score = _score(player_total, banker_total, len(player), len(banker))
        winner = score.winner
    pairs = None
    if len(cards) >= 4:
        pairs = _pairs(pair_of(player[0], player[1]), pair_of(banker[0], banker[1]))
    return Outcome(cards, player, banker, player_total, banker_total, due, score, pairs, winner)


def _refuse_surplus(cards: tuple[Card, ...]) -> None:
    for drawn in range(4, len(cards)):
        if next_position(cards[:drawn]) is None:
            count = "a fifth card" if drawn == 4 else "a sixth card"
            if drawn >= 6:
                raise CardError(f"{len(cards)} cards: a coup has six at most")
            why = "both stand"
            score = outcome(cards[:drawn])
            if score.natural:
                why = "a natural ends the coup"
            raise CardError(
                f"{count} ({cards[drawn]}) may not be drawn: {why}"
                f" at {score.player_total} to {score.banker_total}"
            )
