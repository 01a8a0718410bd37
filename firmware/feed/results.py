"""Pure: what a coup that is over says: RESULT, SETTLE, MORE, VOID, CORRECT (feed.md).

Owns their keys and how a coup counts towards limits. Knows no open coup.
"""

from __future__ import annotations

from functools import lru_cache
from typing import assert_never

from firmware.baccarat.profile import LimitCounts, Profile
from firmware.baccarat.settlement import PayTable, Settled, money
from firmware.feed.message import Outgoing
from firmware.feed.telling import Fields, by_fields, hand_fields, say, shoe_of
from firmware.feed.words import flag, pairs
from firmware.shoe import events as e
from firmware.shoe.state import Past, State

BETS_A_LINE = 16
"""Settled bets in one line; what is beyond goes on in MORE (a line has 512 bytes)."""


def result_fields(past: Past, after: State) -> Fields:
    """The keys of RESULT, and of CORRECT for the new values."""
    found = past.outcome
    assert found.winner is not None
    return (
        *shoe_of(after),
        ("coup", str(past.coup)),
        ("number", "-" if past.number is None else str(past.number)),
        ("win", found.winner.value),
        ("p", str(found.player_total)),
        ("b", str(found.banker_total)),
        ("cards", str(len(found.cards))),
        flag("natural", found.natural),
        ("pairs", pairs(found)),
        flag("free", past.free),
    )


def result(past: Past, after: State) -> tuple[Outgoing, ...]:
    """RESULT."""
    fields = result_fields(past, after)
    return (say("RESULT", *fields, *((("manual", "1"),) if past.manual else ())),)


@lru_cache(maxsize=4)
def pay_table(profile: Profile) -> PayTable:
    """The table's bets made ready once, not at every coup."""
    return PayTable(profile)


def settled(past: Past, after: State) -> tuple[Outgoing, ...]:
    """SETTLE: each offered bet; a free hand has no bets."""
    if past.free:
        return ()
    table = pay_table(after.profile)
    return settle_lines(past.coup, table.settle(past.outcome, counted_as(past, after)), after)


def counted_as(past: Past, after: State) -> int:
    """The coup's number as the limits count (`limit_counts`)."""
    if after.profile.limit_counts is LimitCounts.ALL:
        return past.coup
    counted = after.shoe.counted + 1 if after.shoe is not None else 1
    return past.number or counted


def settle_lines(coup: int, bets: tuple[Settled, ...], after: State) -> tuple[Outgoing, ...]:
    """SETTLE and, where one line is not enough, MORE."""
    words = tuple((bet.bet, worth(bet)) for bet in bets)
    parts = [words[n : n + BETS_A_LINE] for n in range(0, len(words), BETS_A_LINE)] or [()]
    return tuple(
        say("MORE" if n else "SETTLE", *shoe_of(after), ("coup", str(coup)), *part)
        for n, part in enumerate(parts)
    )


def worth(bet: Settled) -> str:
    """`won:0.95`; `won` alone where odds move."""
    paid = "" if bet.pays is None else f":{money(bet.pays)}"
    return f"{bet.result.value}{paid}"


def voided(event: e.CoupVoided, after: State) -> tuple[Outgoing, ...]:
    """VOID, and every bet back at odds 1 (S1)."""
    assert after.shoe is not None
    past = after.shoe.past[-1]
    fields = (
        *shoe_of(after),
        ("coup", str(event.coup)),
        ("reason", event.reason.value),
        *by_fields(event.by, event.who),
    )
    if past.free:
        return (say("VOID", *fields),)
    bets = pay_table(after.profile).settle_void(counted_as(past, after))
    return (say("VOID", *fields), *settle_lines(event.coup, bets, after))


def corrected(
    before: State, event: e.CoupCorrected | e.CoupAnnulled, after: State
) -> tuple[Outgoing, ...]:
    """CORRECT: a finished coup's new values, and what was told before."""
    assert before.shoe is not None
    assert after.shoe is not None
    old = next(each for each in before.shoe.past if each.coup == event.coup)
    new = next(each for each in after.shoe.past if each.coup == event.coup)
    winner = old.outcome.winner if old.voided is None else None
    was = ("was", winner.value if winner is not None else "V")
    by = by_fields(event.by, event.who)
    table = pay_table(after.profile)
    match event:
        case e.CoupCorrected():
            fields = (*result_fields(new, after), *hand_fields(new.dealt), was, *by)
            bets = table.settle(new.outcome, counted_as(new, after))
        case e.CoupAnnulled():
            fields = (
                *shoe_of(after),
                ("coup", str(event.coup)),
                ("number", "-" if new.number is None else str(new.number)),
                ("win", "V"),
                ("reason", event.reason.value),
                was,
                *by,
            )
            bets = table.settle_void(counted_as(new, after))
        case _:
            assert_never(event)
    again = isinstance(event, e.CoupAnnulled) and event.was is not None
    if new.free or again:
        # A void coup's new reason moves no money.
        return (say("CORRECT", *fields),)
    return (say("CORRECT", *fields), *settle_lines(event.coup, bets, after))
