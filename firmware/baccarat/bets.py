"""Pure: the bets that can be offered, one entry each. Knows no stakes, tables or cards left.

A bet looks either at the score or at the pairs, never at both, so that its odds come from one
of two small distributions. Each of its lines pays "to one". A new bet is one more entry.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Final

from firmware.baccarat.coup import Pair, Pairs, Score, Winner

LOST: Final = -1
PUSH: Final = -2


class BankerPay(Enum):
    """How a Banker bet is paid (S0, S3)."""

    COMMISSION = "commission"
    NO_COMMISSION = "no_commission"


@dataclass(frozen=True, slots=True)
class ByScore:
    """A bet on totals and numbers of cards: gives the number of the line won, LOST or PUSH."""

    verdict: Callable[[Score], int]


@dataclass(frozen=True, slots=True)
class ByPairs:
    """A bet on the first two cards of each side: gives the line won, LOST or PUSH."""

    verdict: Callable[[Pairs], int]


@dataclass(frozen=True, slots=True)
class Bet:
    """A bet: its id in feed and profiles, when it wins in words, its lines and its judge.

    `cases` names the lines (`""` where there is but one), `pays` what each pays to one; empty
    where no source names a pay and a table must write its own. `only` names the banker pay that
    the bet needs, None where it goes with either.
    """

    id: str
    wins: str
    cases: tuple[str, ...]
    pays: tuple[Fraction, ...]
    judge: ByScore | ByPairs
    only: BankerPay | None = None


def _pays(*to_one: str) -> tuple[Fraction, ...]:
    return tuple(Fraction(each) for each in to_one)


def _when(wins: Callable[[Score], bool]) -> ByScore:
    return ByScore(lambda score: 0 if wins(score) else LOST)


def _when_pairs(wins: Callable[[Pairs], bool]) -> ByPairs:
    return ByPairs(lambda pairs: 0 if wins(pairs) else LOST)


def _main(side: Winner) -> Callable[[Score], int]:
    """A bet on one side: a tie pushes (S0, S1)."""

    def verdict(score: Score) -> int:
        if score.winner is Winner.TIE:
            return PUSH
        return 0 if score.winner is side else LOST

    return verdict


def _banker_six(score: Score) -> bool:
    return score.winner is Winner.BANKER and score.banker == 6


def _banker_no_commission(score: Score) -> int:
    return 1 if _banker_six(score) else _main(Winner.BANKER)(score)


def _lucky6(score: Score) -> int:
    return score.banker_cards - 2 if _banker_six(score) else LOST


def _dragon_bonus(side: Winner) -> Callable[[Score], int]:
    """Line 0 a natural win, lines 1 to 6 a win by 9 down to 4; a natural tie pushes."""

    def verdict(score: Score) -> int:
        natural = score.player_natural if side is Winner.PLAYER else score.banker_natural
        if score.winner is Winner.TIE and natural:
            return PUSH
        if score.winner is not side:
            return LOST
        if natural:
            return 0
        margin = abs(score.player - score.banker)
        return 10 - margin if margin >= 4 else LOST

    return verdict


_ONE_LINE: Final = ("",)
_BONUS_CASES: Final = ("natural", "by9", "by8", "by7", "by6", "by5", "by4")
_BONUS_PAYS: Final = _pays("1", "30", "10", "6", "4", "2", "1")

BANKER_COMMISSION: Final = Bet(
    "banker", "Banker wins; a tie pushes", _ONE_LINE, _pays("0.95"), ByScore(_main(Winner.BANKER))
)
BANKER_NO_COMMISSION: Final = Bet(
    "banker",
    "Banker wins; a win with 6 pays half; a tie pushes",
    ("win", "six"),
    _pays("1", "0.5"),
    ByScore(_banker_no_commission),
)

# Ids, conditions and pays: rules.md's table, from S0 and S3; those after super6 are offered by
# no stock profile.
_BETS: Final = (
    Bet(
        "player", "Player wins; a tie pushes", _ONE_LINE, _pays("1"), ByScore(_main(Winner.PLAYER))
    ),
    Bet(
        "tie",
        "both totals are equal",
        _ONE_LINE,
        _pays("8"),
        _when(lambda s: s.winner is Winner.TIE),
    ),
    Bet(
        "player_pair",
        "Player's first two cards have equal rank",
        _ONE_LINE,
        _pays("11"),
        _when_pairs(lambda p: p.player.any),
    ),
    Bet(
        "banker_pair",
        "Banker's first two cards have equal rank",
        _ONE_LINE,
        _pays("11"),
        _when_pairs(lambda p: p.banker.any),
    ),
    Bet(
        "either_pair",
        "at least one side's first two cards have equal rank; paid once",
        _ONE_LINE,
        _pays("5"),
        _when_pairs(lambda p: p.player.any or p.banker.any),
    ),
    Bet(
        "perfect_pair",
        "at least one side's first two cards have equal rank and suit; paid once",
        _ONE_LINE,
        _pays("20"),
        _when_pairs(lambda p: Pair.PERFECT in (p.player, p.banker)),
    ),
    Bet(
        "big",
        "five or six cards are dealt",
        _ONE_LINE,
        _pays("0.54"),
        _when(lambda s: s.player_cards + s.banker_cards > 4),
    ),
    Bet(
        "small",
        "exactly four cards are dealt",
        _ONE_LINE,
        _pays("1.5"),
        _when(lambda s: s.player_cards + s.banker_cards == 4),
    ),
    Bet(
        "super6",
        "Banker wins with 6",
        _ONE_LINE,
        _pays("12"),
        _when(_banker_six),
        BankerPay.NO_COMMISSION,
    ),
    Bet(
        "dragon7",
        "Banker wins with a three-card 7",
        _ONE_LINE,
        _pays("40"),
        _when(lambda s: s.winner is Winner.BANKER and s.banker == 7 and s.banker_cards == 3),
    ),
    Bet(
        "panda8",
        "Player wins with a three-card 8",
        _ONE_LINE,
        _pays("25"),
        _when(lambda s: s.winner is Winner.PLAYER and s.player == 8 and s.player_cards == 3),
    ),
    Bet(
        "lucky6",
        "Banker wins with 6, on two cards or three",
        ("two_cards", "three_cards"),
        _pays("12", "20"),
        ByScore(_lucky6),
    ),
    Bet(
        "player_dragon_bonus",
        "Player wins with a natural, or without by 4 or more; a tie of naturals pushes",
        _BONUS_CASES,
        _BONUS_PAYS,
        ByScore(_dragon_bonus(Winner.PLAYER)),
    ),
    Bet(
        "banker_dragon_bonus",
        "Banker wins with a natural, or without by 4 or more; a tie of naturals pushes",
        _BONUS_CASES,
        _BONUS_PAYS,
        ByScore(_dragon_bonus(Winner.BANKER)),
    ),
    # No source names a pay for these two.
    Bet("player_natural", "Player has a natural", _ONE_LINE, (), _when(lambda s: s.player_natural)),
    Bet("banker_natural", "Banker has a natural", _ONE_LINE, (), _when(lambda s: s.banker_natural)),
)

BET_IDS: Final = ("banker", *(bet.id for bet in _BETS))
_BY_ID: Final = {bet.id: bet for bet in _BETS}


def find_bet(bet_id: str, banker_pay: BankerPay) -> Bet | None:
    """The entry of that id as paid at a table with `banker_pay`; None if there is none."""
    if bet_id == "banker":
        commission = banker_pay is BankerPay.COMMISSION
        return BANKER_COMMISSION if commission else BANKER_NO_COMMISSION
    return _BY_ID.get(bet_id)
