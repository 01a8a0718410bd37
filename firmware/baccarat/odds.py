"""Pure: the exact chances of bets, and the house's edge. Integers over integers, no rounding."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import assert_never

from firmware.baccarat import pair_ways, scores
from firmware.baccarat.bets import Bet, ByPairs, ByScore
from firmware.baccarat.cards import Card
from firmware.baccarat.profile import OddsFormat, Offer, Profile
from firmware.baccarat.rest import Rest, RestError, fresh


@dataclass(frozen=True, slots=True)
class Chance:
    """Of `of` equally likely ways, those in which each line of a bet wins and it pushes."""

    bet: str
    lines: tuple[int, ...]
    pushes: int
    of: int

    @property
    def wins(self) -> Fraction:
        """The probability that the bet wins, whichever its line."""
        return Fraction(sum(self.lines), self.of)

    def edge(self, pays: tuple[Fraction, ...]) -> Fraction:
        """The house's edge: what it keeps of a stake on average, at these pays to one."""
        lost = self.of - sum(self.lines) - self.pushes
        paid = sum((ways * pay for ways, pay in zip(self.lines, pays, strict=True)), Fraction())
        return (lost - paid) / self.of

    def price(self, margin: Fraction) -> Fraction | None:
        """What a bet taken now pays to one, so that the house's edge is `margin`.

        None where it cannot win, or where so little is left to pay that the stake would shrink.
        """
        won = sum(self.lines)
        if won == 0:
            return None
        lost = self.of - won - self.pushes
        pays = (lost - margin * self.of) / won
        return pays if pays > 0 else None


def chances(
    bets: Iterable[Bet], rest: Rest, player: Card | None = None, banker: Card | None = None
) -> tuple[Chance, ...]:
    """The exact chances of bets that depend on the cards to come.

    `player`, `banker`: P1 and B1 where dealt, already out of `rest`. Raises RestError where
    `rest` is too short for a coup or only B1 is given.
    """
    if banker is not None and player is None:
        raise RestError("Banker's first card comes after Player's: give both, or Player's alone")
    due = 6 - (player is not None) - (banker is not None)
    left = rest.total
    if left < due:
        raise RestError(f"{left} cards left; a coup may need {due} more")
    by_score = scores.score_ways(
        rest.by_points(),
        None if player is None else player.points,
        None if banker is None else banker.points,
    )
    by_pairs = pair_ways.pair_ways(rest, player, banker)
    of_scores, of_pairs = sum(by_score), sum(by_pairs)
    found = []
    for bet in bets:
        match bet.judge:
            case ByScore(verdict=score_verdict):
                lines, pushes = scores.judged(by_score, score_verdict, len(bet.cases))
                found.append(Chance(bet.id, lines, pushes, of_scores))
            case ByPairs(verdict=pairs_verdict):
                lines, pushes = pair_ways.judged(by_pairs, pairs_verdict, len(bet.cases))
                found.append(Chance(bet.id, lines, pushes, of_pairs))
            case _ as never:
                assert_never(never)
    return tuple(found)


def quote(chance: Chance, profile: Profile) -> str | None:
    """A bet's price as a table with moving odds shows it; None where the bet cannot be offered.

    At the table's margin and in its format (`decimal` includes the stake), rounded down to
    hundredths, so that the house never keeps less than its margin.
    """
    price = chance.price(profile.odds_margin)
    hundredths = 0 if price is None else int(price * 100)
    if hundredths == 0:
        return None
    if profile.odds_format is OddsFormat.DECIMAL:
        hundredths += 100
    return f"{hundredths // 100}.{hundredths % 100:02}"


@dataclass(frozen=True, slots=True)
class Edge:
    """An offered bet, what its lines pay to one, its chance and the house's edge, fresh shoe."""

    offer: Offer
    pays: tuple[Fraction, ...]
    chance: Chance
    edge: Fraction


def edges(profile: Profile) -> tuple[Edge, ...]:
    """The house's edge of every bet of a table, in its order, on a fresh shoe."""
    bets = [profile.bet(offer) for offer in profile.bets]
    found = chances(bets, fresh(profile.decks))
    return tuple(
        Edge(offer, profile.pays(offer), chance, chance.edge(profile.pays(offer)))
        for offer, chance in zip(profile.bets, found, strict=True)
    )
