"""Cutting the power after every event of a long script gives the same end."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from firmware.baccarat.cards import ALL_CARDS
from firmware.baccarat.profile import with_fields
from firmware.codes.physical import PhysicalCard
from firmware.shoe.decide import decide
from firmware.shoe.events import ShoeOpened, from_record, to_record
from firmware.shoe.evolve import fold
from firmware.shoe.inputs import (
    Button,
    ButtonHeld,
    ButtonPressed,
    CardTyped,
    Input,
    KeyTurned,
    PassSeen,
    PowerRestored,
    ShoeLoaded,
    Sight,
)
from firmware.shoe.state import House, State
from firmware.shoe.words import HoldCode
from firmware.tables import load_profile

CONFIRM = ButtonPressed(0, Button.CONFIRM)


def long_script(seed: int) -> tuple[Input, ...]:
    """Cards of a shuffled shoe with what goes wrong between them, every trouble resolved."""
    random = Random(seed)
    cards = [PhysicalCard(card, deck) for deck in range(1, 9) for card in ALL_CARDS]
    random.shuffle(cards)
    given: list[Input] = [ShoeLoaded(0, "A")]
    for n in range(70):
        card = cards.pop()
        trouble = random.random()
        if trouble < 0.08:
            given += [PassSeen(0, Sight.UNREAD), ButtonPressed(0, Button.UNDO)]
        elif trouble < 0.12:
            given += [PassSeen(0, Sight.UNREAD), KeyTurned(0, True), CardTyped(0, card.card)]
            given.append(KeyTurned(0, False))
            continue
        elif trouble < 0.16:
            given += [ButtonHeld(0, Button.VOID)]
        elif trouble < 0.2:
            given += [PassSeen(0, Sight.PEEK)]
        elif n == 60:
            given += [PassSeen(0, Sight.CUT)]
        given.append(PassSeen(0, Sight.CARD, card))
    return (*given, ButtonHeld(0, Button.VOID), ButtonHeld(0, Button.SHOE), CONFIRM)


def restarted(state: State) -> State:
    """The state as a start after a cut finds it and the dealer's agreement leaves it."""
    state = fold(state, decide(state, PowerRestored(0, boot=2)))
    if state.hold is not None and state.hold.code is HoldCode.POWER:
        state = fold(state, decide(state, CONFIRM))
    return state


@pytest.mark.parametrize(
    "fields", [(), ("opening_burn=count:3", "burn_confirm=false", "burn_per_coup=1")]
)
def test_a_cut_after_every_event_gives_the_same_end(fields: tuple[str, ...]) -> None:
    """What the journal holds is all that is needed to go on."""
    first = State(House(with_fields(load_profile("live8"), fields)))
    script = long_script(3)

    def played(state: State, given: tuple[Input, ...]) -> State:
        for each in given:
            state = fold(state, decide(state, each))
        return state

    whole = played(first, script)
    assert whole.memory.results, "the script deals some coups"
    state, records = first, []
    for n, given in enumerate(script[:-1]):
        events = decide(state, given)
        state = fold(state, events)
        records += [to_record(event) for event in events]
        opened = max(k for k, (kind, _) in enumerate(records) if kind == ShoeOpened.__name__)
        again = restarted(fold(first, [from_record(kind, body) for kind, body in records[opened:]]))
        # The key is read from its pin at the start.
        key = state.desk.key
        again = fold(again, decide(again, KeyTurned(0, key)))
        end = played(again, script[n + 1 :])
        assert end.memory == whole.memory
        assert replace(end.desk, boot=1) == whole.desk


def test_a_third_start_without_progress_holds() -> None:
    """Instead of looping the shoe waits for the supervisor (design.md)."""
    state = State(House(load_profile("live8")))
    state = fold(state, decide(state, PowerRestored(0, boot=4, fruitless=3)))
    assert state.hold is not None
    assert state.hold.code is HoldCode.RESTART
    state = fold(state, decide(state, CONFIRM))
    assert state.hold is not None
    state = fold(state, decide(state, KeyTurned(0, True)))
    assert fold(state, decide(state, CONFIRM)).hold is None
