"""Pure: what each offered bet is worth when a coup has ended. Knows no players and no stakes.

Money is exact: a pay is a Fraction to one, and what a stake returns is a Fraction too.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import assert_never

from firmware.baccarat.bets import LOST, PUSH, ByPairs, ByScore
from firmware.baccarat.coup import Outcome, Pairs, Score
from firmware.baccarat.profile import OddsMode, Profile


class Result(Enum):
    """How a bet ended. CLOSED: it was no longer taken; a stake that lies there goes back."""

    WON = "won"
    LOST = "lost"
    PUSH = "push"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Settled:
    """One bet's end; `pays` to one where it won at a fixed pay, else None."""

    bet: str
    result: Result
    pays: Fraction | None = None

    def returned(self, stake: Fraction | int, price: Fraction | None = None) -> Fraction:
        """What goes back for `stake`, the stake included, exactly.

        `price` is the pay to one that the bet was taken at, where odds move (S1). Raises
        ValueError where a bet won and neither says what it pays.
        """
        if self.result is Result.LOST:
            return Fraction(0)
        if self.result is not Result.WON:
            return Fraction(stake)
        pays = self.pays if price is None else price
        if pays is None:
            raise ValueError(f"{self.bet} won at moving odds: name the price it was taken at")
        return stake * (1 + pays)


def money(value: Fraction) -> str:
    """An exact amount as text: `0.95` where it ends in decimals, else `1/3`."""
    rest, places = value.denominator, 0
    for factor in (2, 5):
        power = 0
        while rest % factor == 0:
            rest //= factor
            power += 1
        places = max(places, power)
    if rest != 1:
        return f"{value.numerator}/{value.denominator}"
    whole = abs(value.numerator) * 10**places // value.denominator
    digits = str(whole).rjust(places + 1, "0")
    text = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return f"-{text}" if value < 0 else text


@dataclass(frozen=True, slots=True)
class _Ready:
    """A bet as a table pays it; `pays` is empty where odds move."""

    id: str
    judge: ByScore | ByPairs
    pays: tuple[Fraction, ...]

    def settle(self, score: Score, pairs: Pairs, closed: frozenset[str]) -> Settled:
        if self.id in closed:
            return Settled(self.id, Result.CLOSED)
        match self.judge:
            case ByScore(verdict=judge_score):
                verdict = judge_score(score)
            case ByPairs(verdict=judge_pairs):
                verdict = judge_pairs(pairs)
            case _ as never:
                assert_never(never)
        if verdict == PUSH:
            return Settled(self.id, Result.PUSH)
        if verdict == LOST:
            return Settled(self.id, Result.LOST)
        return Settled(self.id, Result.WON, self.pays[verdict] if self.pays else None)


class PayTable:
    """A table's bets made ready to settle coups. Settling the same kind of coup is a look-up."""

    def __init__(self, profile: Profile) -> None:
        fixed = profile.odds_mode is OddsMode.FIXED
        self._bets = tuple(
            _Ready(offer.id, profile.bet(offer).judge, profile.pays(offer) if fixed else ())
            for offer in profile.bets
        )
        self._limits = tuple(sorted((limit.after, limit.bets) for limit in profile.limits))
        self._known: dict[tuple[Score, Pairs, frozenset[str]], tuple[Settled, ...]] = {}
        self._closed: dict[int, frozenset[str]] = {}

    def closed(self, number: int) -> frozenset[str]:
        """The bets no longer taken at the shoe's coup `number`, as the limits count (from 1)."""
        passed = sum(1 for after, _ in self._limits if number > after)
        if passed not in self._closed:
            self._closed[passed] = frozenset(
                bet for _, bets in self._limits[:passed] for bet in bets
            )
        return self._closed[passed]

    def settle(self, outcome: Outcome, number: int = 1) -> tuple[Settled, ...]:
        """Every offered bet, in the profile's order, at the end of a coup.

        `number` is the coup's number in the shoe as `limit_counts` counts. Raises ValueError for
        a coup that is not complete.
        """
        score, pairs = outcome.score, outcome.pairs
        if score is None or pairs is None:
            raise ValueError("a coup settles when its last card is drawn")
        key = (score, pairs, self.closed(number))
        settled = self._known.get(key)
        if settled is None:
            settled = self._known[key] = tuple(
                bet.settle(score, pairs, key[2]) for bet in self._bets
            )
        return settled

    def settle_void(self, number: int = 1) -> tuple[Settled, ...]:
        """Every offered bet of a void coup: all stakes go back (odds 1; S1)."""
        closed = self.closed(number)
        return tuple(
            Settled(bet.id, Result.CLOSED if bet.id in closed else Result.PUSH)
            for bet in self._bets
        )
