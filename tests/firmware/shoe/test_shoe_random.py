"""Whatever comes in whatever order: the procedure never breaks, loses or invents a card."""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest
from random_inputs import an_input

from firmware.baccarat.coup import outcome
from firmware.baccarat.profile import with_fields
from firmware.feed.derive import derive
from firmware.feed.line import encode
from firmware.feed.message import Audience, Outgoing
from firmware.feed.snapshot import history, prompt, state_message
from firmware.shoe.account import account
from firmware.shoe.contents import PHASES
from firmware.shoe.decide import decide
from firmware.shoe.events import CoupSettled, Event, ShoeOpened, from_record, to_record
from firmware.shoe.evolve import evolve, fold
from firmware.shoe.signals import signal_of
from firmware.shoe.state import House, State, in_order
from firmware.shoe.words import OF_THE_SET
from firmware.tables import load_profile

STEPS = int(os.environ.get("SHOE_RANDOM_STEPS", "42000"))
"""Inputs in all; `SHOE_RANDOM_STEPS=100000` for the whole proof."""
TABLES = (
    ("live8", ()),
    ("commission8", ("settle=confirm", "extra_exposed=burn")),
    ("burn8", ("settle=confirm", "extra_one=hold", "unread=burn")),
    ("studio6", ("odds_mode=fixed", "bets_by=button", "misdeal=void", "damaged=void")),
    ("rng6", ("unread=void", "rescans=1")),
    ("super6", ("reveal=on_confirm", "together=order", "burn_confirm=false")),
    (
        "live8",
        (
            "bets_by=host",
            "dealer_void=false",
            "host_lost=hold_next",
            "checklist=on",
            "draw_timeout_s=3",
            "cut_overdue=end_shoe",
            "decks=1",
            "cut_card_at=20",
        ),
    ),
)


def told(lines: tuple[Outgoing, ...], event: Event, after: State) -> None:
    """Every line fits a line, a result is that of its cards, and nothing hidden is public."""
    for line in lines:
        if after.hidden and Audience.PUBLIC in line.audiences:
            assert line.message.kind not in {"CARD", "RESULT", "SETTLE", "CORRECT", "ODDS"}
            assert line.message.get("left", str(after.public_left)) == str(after.public_left)
        assert len(encode(10**9, line.message)) <= 450, "the journal's own keys need room too"
        if isinstance(event, CoupSettled) and line.message.kind == "RESULT":
            found = outcome(in_order(event.dealt))
            assert found.winner is not None
            assert line.message.get("win") == found.winner.value
            assert line.message.get("p") == str(found.player_total)
            assert line.message.get("b") == str(found.banker_total)
            assert line.message.get("cards") == str(len(found.cards))


def sound(state: State) -> None:
    """Nothing is lost, doubled or waits unseen."""
    shoe = state.shoe
    if shoe is None:
        assert state.coup is None
        assert not state.holds
        return
    own = [gone for gone in shoe.gone if gone.fate in OF_THE_SET]
    assert shoe.out == len(own)
    copies = Counter(gone.physical for gone in own if gone.physical is not None)
    assert all(count == 1 for count in copies.values()), "one copy twice"
    faces = Counter(gone.card for gone in own if gone.card is not None)
    assert all(count <= shoe.decks for count in faces.values()), "a ninth of eight"
    assert not state.aside or state.hold is not None
    if state.coup is not None:
        outcome(in_order(state.coup.dealt))
    found = account(shoe) if len(shoe.gone) % 50 == 0 else None
    if found is not None:
        assert sum(count for _, count in found.fates()) == shoe.out
        assert len(found.identified) + len(found.not_seen) == shoe.size


def shown(state: State) -> None:
    """Every snapshot fits a line, and the public is told no hidden card."""
    for message in (prompt(state), *history(state)):
        encode(0, message)
    for audience in Audience:
        encode(0, state_message(state, audience))
    if state.hidden:
        public = state_message(state, Audience.PUBLIC)
        assert state.coup is not None
        told = (public.get("player") + "," + public.get("banker")).count("?")
        assert told == state.hidden
        assert public.get("left") == str(state.public_left)


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_random_inputs_of_every_kind(number: int) -> None:
    """No exception; state is the fold of the journal; cards in are cards accounted for."""
    name, fields = TABLES[number]
    random = Random(7 * number + 1)
    first = State(House(with_fields(load_profile(name), fields)))
    state, t_ns = first, 0
    records: list[tuple[str, str]] = []
    for n in range(STEPS // len(TABLES)):
        t_ns += random.choice((0, 1, 4)) * 1_000_000_000
        given = an_input(random, state, t_ns)
        for event in decide(state, given):
            after = evolve(state, event)
            told(derive(state, event, after), event, after)
            records.append(to_record(event))
            state = after
            if isinstance(event, ShoeOpened):
                # A restart folds from here on; so what is before may be forgotten.
                records = records[-1:]
        sound(state)
        if n % 25 == 0:
            shown(state)
        if n % 500 == 0:
            events = tuple(from_record(kind, body) for kind, body in records)
            assert fold(first, events) == state


def test_every_signal_of_every_phase_leads_where_its_row_says() -> None:
    """The table of contents names each phase that a row leads to."""
    random = Random(5)
    wrong = set()
    for name, fields in TABLES:
        state, t_ns = State(House(with_fields(load_profile(name), fields))), 0
        for _ in range(1500):
            t_ns += 1_000_000_000
            given = an_input(random, state, t_ns)
            signal = signal_of(state, given)
            after = fold(state, decide(state, given))
            menu = state.desk.key
            if signal is not None and state.hold is None and not menu:
                row = PHASES[state.phase].get(signal)
                reached = {state.phase, *(row.to if row is not None else ())}
                if after.phase not in reached:
                    wrong.add((state.phase, signal, after.phase))
            state = after
    assert wrong == set()
