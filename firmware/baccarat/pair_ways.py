"""Pure: in how many ways the rest of a shoe gives each side's pair. Exact integers."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Final

from firmware.baccarat.bets import PUSH
from firmware.baccarat.cards import RANKS, Card
from firmware.baccarat.coup import Pair, Pairs
from firmware.baccarat.rest import Rest

PAIRS: Final = tuple(Pairs(player, banker) for player, banker in product(Pair, Pair))


def pair_ways(rest: Rest, player: Card | None, banker: Card | None) -> tuple[int, ...]:
    """Ordered ways to each of `PAIRS`, over the cards not known of the first four.

    `rest`: cards left, known cards out; `player`, `banker`: the first cards where known.
    """
    if player is None:
        marks = _unknown(rest)
    elif banker is None:
        marks = _after_player(rest, player)
    else:
        marks = _after_both(rest, player, banker)
    total, p_any, p_same, b_any, b_same, any_any, same_any, any_same, same_same = marks
    rank_any, any_rank = any_any - same_any, any_any - any_same
    none_any, any_none = b_any - any_any, p_any - any_any
    none_same, same_none = b_same - any_same, p_same - same_any
    return (
        total - p_any - none_any,
        none_any - none_same,
        none_same,
        any_none - same_none,
        rank_any - (any_same - same_same),
        any_same - same_same,
        same_none,
        any_rank - (rank_any - (any_same - same_same)),
        same_same,
    )


# total; Player any pair, same suit too; Banker likewise; then both: any-any, same-any, any-same,
# same-same, Player's first.
_Marks = tuple[int, int, int, int, int, int, int, int, int]


def _falling(n: int, length: int) -> int:
    """Ordered ways to take `length` of `n`."""
    found = 1
    for step in range(length):
        found *= n - step
    return found


def _unknown(rest: Rest) -> _Marks:
    n = rest.total
    by_rank = rest.by_rank()
    suits = [rest.suits_of(rank) for rank in range(len(RANKS))]
    twos = [count * (count - 1) for count in by_rank]
    same = [sum([m * (m - 1) for m in each]) for each in suits]
    all_twos, all_same = sum(twos), sum(same)
    any_any = same_any = same_same = 0
    for count, two, one_suit, each in zip(by_rank, twos, same, suits, strict=True):
        # Banker's pair is of another rank, or of what Player's left of this one.
        other = all_twos - two + (count - 2) * (count - 3)
        any_any += two * other
        same_any += one_suit * other
        same_same += one_suit * (all_same - one_suit) + one_suit * one_suit
        same_same += sum([m * (m - 1) * ((m - 2) * (m - 3) - m * (m - 1)) for m in each])
    rest_two = _falling(n - 2, 2)
    alone = (all_twos * rest_two, all_same * rest_two)
    return (_falling(n, 4), *alone, *alone, any_any, same_any, same_any, same_same)


def _after_player(rest: Rest, player: Card) -> _Marks:
    n = rest.total
    by_rank = rest.by_rank()
    rank = RANKS.index(player.rank)
    count, same_card = by_rank[rank], rest.of(player)
    all_twos = sum([each * (each - 1) for each in by_rank])
    all_same = sum([m * (m - 1) for m in rest.counts])
    # Player's second card takes one of this rank, of its suit or another, from Banker's choice.
    banker_any = all_twos - 2 * (count - 1)
    any_same = sum([m * (all_same - 2 * (m - 1)) for m in rest.suits_of(rank)])
    return (
        _falling(n, 3),
        count * _falling(n - 1, 2),
        same_card * _falling(n - 1, 2),
        all_twos * (n - 2),
        all_same * (n - 2),
        count * banker_any,
        same_card * banker_any,
        any_same,
        same_card * (all_same - 2 * (same_card - 1)),
    )


def _after_both(rest: Rest, player: Card, banker: Card) -> _Marks:
    n = rest.total
    by_rank = rest.by_rank()
    p_count, b_count = by_rank[RANKS.index(player.rank)], by_rank[RANKS.index(banker.rank)]
    p_same, b_same = rest.of(player), rest.of(banker)
    one_rank, one_card = int(player.rank == banker.rank), int(player == banker)
    return (
        n * (n - 1),
        p_count * (n - 1),
        p_same * (n - 1),
        b_count * (n - 1),
        b_same * (n - 1),
        p_count * (b_count - one_rank),
        p_same * (b_count - one_rank),
        b_same * (p_count - one_rank),
        p_same * (b_same - one_card),
    )


def judged(
    ways: tuple[int, ...], verdict: Callable[[Pairs], int], lines: int
) -> tuple[tuple[int, ...], int]:
    """The ways of `pair_ways` in which each of a bet's lines wins, and in which it pushes."""
    verdicts = [verdict(pairs) for pairs in PAIRS]
    wins, push = (
        [sum([w for w, v in zip(ways, verdicts, strict=True) if v == each]) for each in group]
        for group in (range(lines), (PUSH,))
    )
    return tuple(wins), push[0]
