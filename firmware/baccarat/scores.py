"""Pure: in how many ways the rest of a shoe gives each score. Exact integers; knows no bets.

Only points matter here, so a rest is ten numbers. Rows of ten counts are packed into one integer,
a slot of 64 bits each: adding, scaling and shifting a row is then one operation on an integer.
The third cards are taken first, since the order of drawing does not change the number of ways:
for each two of them the ways of the first four cards have a short closed form.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import itemgetter
from struct import unpack
from typing import Final

from firmware.baccarat.bets import LOST, PUSH
from firmware.baccarat.coup import Score
from firmware.baccarat.drawing import banker_draws, player_draws

_SLOT: Final = 64  # 832 cards give at most 832**6 < 2**59 ways
_ROW: Final = 10 * _SLOT
_ROW_MASK: Final = (1 << _ROW) - 1
_SLOT_MASK: Final = (1 << _SLOT) - 1
_UNIT: Final = tuple(1 << _SLOT * n for n in range(10))
_SUM_UNIT: Final = tuple(tuple(_UNIT[(a + b) % 10] for b in range(10)) for a in range(10))


def _mask(totals: list[int]) -> int:
    return sum(_SLOT_MASK << _SLOT * t for t in totals)


# By points of Player's third card: Banker's totals that draw, and those that stand, below 8.
_DRAWS: Final = tuple(_mask([t for t in range(8) if banker_draws(0, t, d)]) for d in range(10))
_STANDS: Final = tuple(_mask([t for t in range(8) if not banker_draws(0, t, d)]) for d in range(10))
_DRAWS_ALONE: Final = _mask([t for t in range(8) if banker_draws(7, t, None)])
# By Player's two-card total: Banker's totals with which four cards are the whole coup.
_DONE: Final = tuple(
    _mask([t for t in range(10) if not player_draws(s, t) and not banker_draws(s, t, None)])
    for s in range(10)
)
_PLAYER_DRAWS: Final = tuple(s for s in range(10) if player_draws(s, 0))
_PLAYER_STANDS: Final = tuple(s for s in range(8) if not player_draws(s, 0))


def _turn(row: int, by: int) -> int:
    """A row with every slot moved up by `by`, round the ten."""
    moved = row << _SLOT * by
    return (moved & _ROW_MASK) + (moved >> _ROW)


class _Left:
    """Cards left by points: as a list, as a row, and the row of two-card totals."""

    __slots__ = ("counts", "row", "twos")

    def __init__(self, counts: list[int], row: int, twos: int) -> None:
        self.counts = counts
        self.row = row
        self.twos = twos  # slot t: ordered pairs of different cards with t points

    def without(self, points: int) -> _Left:
        counts = self.counts.copy()
        counts[points] -= 1
        return _Left(
            counts,
            self.row - _UNIT[points],
            self.twos - 2 * _turn(self.row, points) + 2 * _SUM_UNIT[points][points],
        )


def _left(counts: list[int]) -> _Left:
    row = sum(count * unit for count, unit in zip(counts, _UNIT, strict=True))
    twos = sum(count * _turn(row, points) for points, count in enumerate(counts))
    twos -= sum(count * _SUM_UNIT[points][points] for points, count in enumerate(counts))
    return _Left(counts, row, twos)


# Of some cards left: the rows of Banker's two-card total for each of Player's asked for, in
# ordered ways of dealing what is not known of the first four cards.
_Rows = Callable[[_Left, tuple[int, ...]], list[int]]


def _rows_unknown(left: _Left, totals: tuple[int, ...]) -> list[int]:
    """None of the four cards is known.

    Taking cards a and b from the rest changes the row of two-card totals `twos` by
    -2 turn(row, a) - 2 turn(row, b) + 2 at each of 2a, 2b and a + b.
    """
    counts, twos = left.counts, left.twos
    change = [_turn(left.row, x) - _SUM_UNIT[x][x] for x in range(10)]
    rows = []
    for total in totals:
        ways = taken = 0
        for x in range(10):
            y = (total - x) % 10
            if x < y:
                both = counts[x] * counts[y]
                ways += 2 * both
                taken += both * (change[x] + change[y])
            elif x == y:
                both = counts[x] * (counts[x] - 1)
                ways += both
                taken += both * change[x]
        rows.append(ways * (twos + 2 * _UNIT[total]) - 4 * taken)
    return rows


def _rows_after_player(player: int) -> _Rows:
    """Player's first card, of so many points, is known."""

    def rows(left: _Left, totals: tuple[int, ...]) -> list[int]:
        counts, row, twos = left.counts, left.row, left.twos
        found = []
        for total in totals:
            x = (total - player) % 10
            found.append(counts[x] * (twos - 2 * _turn(row, x) + 2 * _SUM_UNIT[x][x]))
        return found

    return rows


def _rows_after_both(player: int, banker: int) -> _Rows:
    """Both first cards are known."""

    def rows(left: _Left, totals: tuple[int, ...]) -> list[int]:
        counts, turned = left.counts, _turn(left.row, banker)
        found = []
        for total in totals:
            x = (total - player) % 10
            found.append(counts[x] * (turned - _SUM_UNIT[x][banker]))
        return found

    return rows


def score_ways(counts: list[int], player: int | None, banker: int | None) -> tuple[int, ...]:
    """Ordered ways to each score of `SCORES`, six cards dealt whether drawn or not.

    `counts`: cards left by points, known cards out; `player`, `banker`: points of the first
    cards where known. The ways add up to n (n-1) (n-2) … over the cards not known of six.
    """
    rows: _Rows = _rows_unknown
    if player is not None:
        rows = _rows_after_player(player) if banker is None else _rows_after_both(player, banker)
    left = _left(counts)
    fifth = sum(counts) - 4 + (player is not None) + (banker is not None)  # choices then left
    four = [row & _DONE[s] for s, row in zip(range(10), rows(left, tuple(range(10))), strict=True)]
    player_third, banker_third, both_third = [0] * 10, [0] * 10, [0] * 10
    for d in range(10):
        if not counts[d]:
            continue
        one = left.without(d)
        drawn = rows(one, _PLAYER_DRAWS)
        for s, row in zip(_PLAYER_DRAWS, drawn, strict=True):
            player_third[(s + d) % 10] += counts[d] * (row & _STANDS[d])
        for s, row in zip(_PLAYER_STANDS, rows(one, _PLAYER_STANDS), strict=True):
            banker_third[s] += counts[d] * (row & _DRAWS_ALONE) << _SLOT * d
        for e in range(d, 10):
            ways = counts[d] * one.counts[e]
            if not ways:
                continue
            drawn = rows(one.without(e), _PLAYER_DRAWS)
            for s, row in zip(_PLAYER_DRAWS, drawn, strict=True):
                both_third[(s + d) % 10] += ways * (row & _DRAWS[d]) << _SLOT * e
                if d != e:
                    both_third[(s + e) % 10] += ways * (row & _DRAWS[e]) << _SLOT * d
    return (
        *_spread(four, fifth * (fifth - 1)),
        *_spread(player_third, fifth - 1),
        *_spread(banker_third, fifth - 1),
        *_spread(both_third, 1),
    )


def _spread(rows: list[int], factor: int) -> tuple[int, ...]:
    """Rows of up to twenty slots as a hundred numbers: Player's total, then Banker's."""
    found: list[int] = []
    for row in rows:
        folded = ((row & _ROW_MASK) + (row >> _ROW)) * factor
        found += unpack("<10Q", folded.to_bytes(80, "little"))
    return tuple(found)


SCORES: Final = tuple(
    Score(player, banker, player_cards, banker_cards)
    for player_cards, banker_cards in ((2, 2), (3, 2), (2, 3), (3, 3))
    for player in range(10)
    for banker in range(10)
)


def _possible(score: Score) -> bool:
    """Whether the drawing rules can lead there at all."""
    match score.player_cards, score.banker_cards:
        case 2, 2:
            return bool(_DONE[score.player] >> _SLOT * score.banker & 1)
        case 3, 2:
            return any(mask >> _SLOT * score.banker & 1 for mask in _STANDS)
        case 2, 3:
            return score.player in _PLAYER_STANDS
        case _:
            return True


_POSSIBLE: Final = tuple(n for n, score in enumerate(SCORES) if _possible(score))


@lru_cache(maxsize=256)
def _picks(
    verdict: Callable[[Score], int], lines: int
) -> tuple[Callable[[tuple[int, ...]], tuple[int, ...]] | None, ...]:
    """What picks the ways of each line of a bet out of all, and last those of a push."""
    by_verdict: dict[int, list[int]] = {}
    for n in _POSSIBLE:
        by_verdict.setdefault(verdict(SCORES[n]), []).append(n)
    by_verdict.pop(LOST, None)
    # itemgetter of one place gives no tuple; a second, always empty place makes it one.
    empty = next(n for n in range(len(SCORES)) if n not in _POSSIBLE)
    return tuple(
        itemgetter(*by_verdict[line], empty) if line in by_verdict else None
        for line in (*range(lines), PUSH)
    )


def judged(
    ways: tuple[int, ...], verdict: Callable[[Score], int], lines: int
) -> tuple[tuple[int, ...], int]:
    """The ways of `score_ways` in which each of a bet's lines wins, and in which it pushes."""
    *wins, push = (0 if pick is None else sum(pick(ways)) for pick in _picks(verdict, lines))
    return tuple(wins), push
