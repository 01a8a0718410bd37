"""The game's speed beside plain ways to do the same, in one run.

Odds: against nested loops in plain Python and against a plain numpy enumeration, both over points
and for Banker, Player and tie alone; ours gives all ten bets. No result is kept from one shoe to
the next: every timing deals its own rest. Settlement: against judging every bet of every coup
anew. Roads: against drawing them anew after each coup.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random

import numpy as np
from rich.console import Console
from rich.table import Table

from firmware.baccarat.bets import LOST, PUSH, BankerPay, ByScore, find_bet
from firmware.baccarat.cards import ALL_CARDS, Card
from firmware.baccarat.coup import Outcome, Winner, outcome
from firmware.baccarat.drawing import next_position
from firmware.baccarat.odds import chances
from firmware.baccarat.rest import Rest, fresh
from firmware.baccarat.roads import RoadCoup, Roads
from firmware.baccarat.settlement import PayTable
from firmware.tables import load_profile

IDS = (
    *("banker", "player", "tie", "small", "big", "super6"),
    *("player_pair", "banker_pair", "either_pair", "perfect_pair"),
)
BETS = [bet for bet in (find_bet(each, BankerPay.NO_COMMISSION) for each in IDS) if bet]
PLAYER, BANKER = Card("4", "S"), Card("K", "D")


def best(run: Callable[[], object], times: int) -> float:
    """Seconds of the fastest of so many runs."""
    found = []
    for _ in range(times):
        began = time.perf_counter()
        run()
        found.append(time.perf_counter() - began)
    return min(found)


def banker_draws(player: int, banker: int, third: int) -> bool:
    """Banker's rule once more, so that the alternatives owe nothing to the product."""
    if banker <= 2:
        return True
    return third in {
        3: (0, 1, 2, 3, 4, 5, 6, 7, 9),
        4: (2, 3, 4, 5, 6, 7),
        5: (4, 5, 6, 7),
        6: (6, 7),
    }.get(banker, ())


def nested_loops(counts: list[int]) -> tuple[int, int, int]:
    """Ways to Banker, Player and tie by looping over the points of each card."""
    left = list(counts)
    total = sum(left)
    wins = [0, 0, 0]

    def end(player: int, banker: int, ways: int) -> None:
        wins[0 if banker > player else 1 if player > banker else 2] += ways

    for a, b, c, d in product(range(10), repeat=4):
        ways = 1
        for card in (a, b, c, d):
            ways *= left[card]
            left[card] -= 1
        player, banker = (a + c) % 10, (b + d) % 10
        if player >= 8 or banker >= 8 or (player >= 6 and banker >= 6):
            end(player, banker, ways * (total - 4) * (total - 5))
        elif player >= 6:
            for e in range(10):
                end(player, (banker + e) % 10, ways * left[e] * (total - 5))
        else:
            for e in range(10):
                third = ways * left[e]
                if banker_draws(player, banker, e):
                    left[e] -= 1
                    for f in range(10):
                        end((player + e) % 10, (banker + f) % 10, third * left[f])
                    left[e] += 1
                else:
                    end((player + e) % 10, banker, third * (total - 5))
        for card in (a, b, c, d):
            left[card] += 1
    return wins[0], wins[1], wins[2]


def _grid() -> tuple[np.ndarray, np.ndarray]:
    """Points of six cards, all million ways, and who wins each (computed once)."""
    six = np.indices((10,) * 6).reshape(6, -1)
    p1, b1, p2, b2, e, f = six
    player, banker = (p1 + p2) % 10, (b1 + b2) % 10
    natural = (player >= 8) | (banker >= 8)
    drew = ~natural & (player <= 5)
    rule = np.array([[banker_draws(0, t, d) for d in range(10)] for t in range(10)])
    third = np.where(drew, f, e)
    draws = ~natural & np.where(drew, rule[banker, e], (player >= 6) & (banker <= 5))
    player = np.where(drew, (player + e) % 10, player)
    banker = np.where(draws, (banker + third) % 10, banker)
    return six, np.sign(banker - player)


SIX, SIGN = _grid()


def numpy_enumeration(counts: list[int]) -> tuple[int, int, int]:
    """The same by weighing a million ways at once: each of the six from what is left of it."""
    ways = np.ones((10,) * 6)
    left = np.array(counts, dtype=np.float64)
    for place in range(6):
        shape = [1] * 6
        shape[place] = 10
        choices = left.reshape(shape)
        for earlier in range(place):
            same_shape = [1] * 6
            same_shape[place] = same_shape[earlier] = 10
            choices = choices - np.eye(10).reshape(same_shape)
        ways = ways * choices
    flat = ways.ravel()
    return int(flat[SIGN > 0].sum()), int(flat[SIGN < 0].sum()), int(flat[SIGN == 0].sum())


def worn(chance: Random, known: tuple[Card, ...]) -> Rest:
    """Eight decks less a few cards, another rest every time."""
    rest = fresh(8).without(known)
    return rest.without(chance.sample(ALL_CARDS, 5))


def odds_rows(table: Table) -> None:
    chance = Random(1)
    counts = fresh(8).by_points()
    found = chances(BETS[:3], fresh(8))
    plain = nested_loops(counts)
    assert tuple(sum(each.lines) for each in found) == plain, "the alternative is another game"
    for weighed, counted in zip(numpy_enumeration(counts), plain, strict=True):
        assert abs(weighed / counted - 1) < 1e-9, "the numpy alternative is another game"
    loops = best(lambda: nested_loops(counts), 3)
    many = best(lambda: numpy_enumeration(counts), 5)
    for name, known, aim_ms in (
        ("odds, fresh eight decks", (), 5.0),
        ("odds after P1", (PLAYER,), 2.0),
        ("odds after P1 and B1", (PLAYER, BANKER), 0.5),
    ):
        rests = iter([worn(chance, known) for _ in range(60)])
        taken = best(lambda: chances(BETS, next(rests), *known), 60)  # noqa: B023
        table.add_row(
            f"{name}, all ten bets",
            f"{taken * 1e3:.2f} ms",
            f"at most {aim_ms:g} ms",
            f"nested loops {loops * 1e3:.0f} ms: {loops / taken:.0f} times;"
            f" numpy {many * 1e3:.1f} ms: {many / taken:.0f} times",
        )


def dealt(chance: Random, coups: int) -> list[tuple[Card, ...]]:
    cards = [card for card in ALL_CARDS for _ in range(8)]
    found = []
    for _ in range(coups):
        six = tuple(chance.sample(cards, 6))
        found.append(six[: next(n for n in (4, 5, 6) if next_position(six[:n]) is None)])
    return found


def settlement_rows(table: Table) -> None:
    profile = load_profile("live8")
    coups = dealt(Random(2), 20_000)
    outcomes = [outcome(cards) for cards in coups]
    pays = PayTable(profile)
    bets = [(profile.bet(offer), profile.pays(offer)) for offer in profile.bets]

    def anew(found: Outcome, number: int) -> list[tuple[str, Fraction | None]]:
        closed = {bet for limit in profile.limits if number > limit.after for bet in limit.bets}
        ends: list[tuple[str, Fraction | None]] = []
        for bet, pay in bets:
            assert found.score is not None
            assert found.pairs is not None
            judge = bet.judge
            verdict = (
                judge.verdict(found.score)
                if isinstance(judge, ByScore)
                else judge.verdict(found.pairs)
            )
            ended = "closed" if bet.id in closed else {LOST: "lost", PUSH: "push"}.get(verdict)
            ends.append((ended or "won", pay[verdict] if ended is None else None))
        return ends

    def ours() -> None:
        for n, found in enumerate(outcomes):
            pays.settle(found, n % 81 + 1)

    def from_cards() -> None:
        for n, cards in enumerate(coups):
            pays.settle(outcome(cards), n % 81 + 1)

    def plain() -> None:
        for n, found in enumerate(outcomes):
            anew(found, n % 81 + 1)

    each_anew = best(plain, 3) / len(coups)
    for name, run in (("settlement", ours), ("outcome and settlement", from_cards)):
        each = best(run, 5) / len(coups)
        table.add_row(
            f"{name}, live8, all bets",
            f"{1 / each:,.0f} coups/s",
            "at least 100,000",
            f"every bet judged anew {1 / each_anew:,.0f}/s: {each_anew / each:.1f} times",
        )


def road_rows(table: Table) -> None:
    chance = Random(3)
    results = [RoadCoup(chance.choice(tuple(Winner))) for _ in range(10_000)]

    def added(first: int, last: int) -> float:
        times = []
        for _ in range(5):
            roads = Roads(coups=tuple(results[:first]))
            began = time.perf_counter()
            for coup in results[first:last]:
                roads.add(coup)
            times.append((time.perf_counter() - began) / (last - first))
        return min(times)

    anew = best(lambda: Roads(coups=tuple(results[:1000])), 5)
    for first, last in ((0, 1000), (9000, 10_000)):
        each = added(first, last)
        table.add_row(
            f"roads, coup {first + 1:,} to {last:,}",
            f"{each * 1e6:.1f} us a coup",
            "at most 20 us, flat",
            f"drawn anew at coup 1,000 {anew * 1e6:,.0f} us: {anew / each:,.0f} times",
        )


def start_rows(table: Table) -> None:
    shoe = (sys.executable, "-c", "from firmware.cli import main; main()")
    bare = best(lambda: subprocess.run((sys.executable, "-c", ""), check=True), 5)
    for arguments in (("coup", "4S", "9H", "5D", "9C"), ("roads", "PBT"), ("odds",)):
        run = (*shoe, *arguments, "--json")
        taken = best(lambda: subprocess.run(run, check=True, stdout=subprocess.DEVNULL), 5)  # noqa: B023
        table.add_row(
            f"shoe {arguments[0]}, start to end",
            f"{taken * 1e3:.0f} ms",
            "at most 500 ms",
            f"python alone {bare * 1e3:.0f} ms: {taken / bare:.1f} times that",
        )
    # VmHWM, since a child's getrusage still counts what its parent was before the exec.
    code = (
        "import re; from firmware.baccarat.odds import edges; "
        "from firmware.tables import load_profile; edges(load_profile('live8')); "
        "print(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1])"
    )
    done = subprocess.run((sys.executable, "-c", code), capture_output=True, text=True, check=True)
    table.add_row("memory of the odds' process", f"{int(done.stdout) / 1024:.0f} MB", "150 MB", "")


def main() -> None:
    table = Table("what", "this run", "aim", "beside", title="The game")
    odds_rows(table)
    settlement_rows(table)
    road_rows(table)
    start_rows(table)
    Console(width=150).print(table)


if __name__ == "__main__":
    main()
