"""The numbered lines alone and the snapshot show the same table, whatever happens at it."""

from __future__ import annotations

from random import Random

import pytest

from display.oled.draw import draw
from display.oled.face import face
from display.oled.faces import TableFace
from display.oled.fold import fold
from display.oled.screen import Screen
from display.texts.languages import texts
from display.texts.words import Language
from firmware.baccarat.cards import ALL_CARDS, parse_card
from firmware.baccarat.profile import with_fields
from firmware.codes.physical import PhysicalCard
from firmware.drivers.lamp_signal import LampSignal, lamp_signal
from firmware.feed.derive import derive
from firmware.feed.message import Audience
from firmware.feed.snapshot import prompt, state_message
from firmware.shoe.decide import decide
from firmware.shoe.evolve import evolve
from firmware.shoe.inputs import (
    Button,
    ButtonHeld,
    ButtonPressed,
    Input,
    KeyTurned,
    PassSeen,
    PauseSaid,
    PowerRestored,
    ShoeLoaded,
    Sight,
)
from firmware.shoe.state import House, State
from firmware.shoe.words import Phase
from firmware.tables import load_profile

S = 1_000_000_000
ENGLISH = texts(Language.ENGLISH)


def an_input(random: Random, state: State, deck: list[PhysicalCard], t_ns: int) -> Input:
    """What mostly happens at a table: cards, now and then trouble, and the buttons against it."""
    if state.shoe is None:
        return ShoeLoaded(t_ns)
    chance = random.random()
    if state.hold is not None and chance < 0.6:
        return random.choice(
            (
                ButtonPressed(t_ns, Button.UNDO),
                ButtonPressed(t_ns, Button.CONFIRM),
                ButtonHeld(t_ns, Button.VOID),
                KeyTurned(t_ns, True),
            )
        )
    if state.phase in {Phase.BURNT, Phase.REVEAL, Phase.COMPLETE, Phase.COUNTING} and chance < 0.8:
        return ButtonPressed(t_ns, Button.CONFIRM)
    if state.phase is Phase.OVER:
        return ButtonHeld(t_ns, Button.SHOE)
    if state.desk.pause is not None:
        return PauseSaid(t_ns, False)
    if state.desk.key:
        return KeyTurned(t_ns, False)
    if chance < 0.86:
        hold = state.hold
        card = hold.expects if hold is not None else None
        if card is None:
            card = deck.pop() if deck else PhysicalCard(random.choice(ALL_CARDS), 1)
        return PassSeen(t_ns, Sight.CARD, card)
    return random.choice(
        (
            PassSeen(t_ns, Sight.UNREAD),
            PassSeen(t_ns, Sight.UNREAD, outside=True),
            PassSeen(t_ns, Sight.UNKNOWN),
            PassSeen(t_ns, Sight.REVERSED),
            PassSeen(t_ns, Sight.PEEK),
            PassSeen(t_ns, Sight.CUT),
            ButtonPressed(t_ns, Button.FREE),
            ButtonPressed(t_ns, Button.UNDO),
            ButtonPressed(t_ns, Button.CONFIRM),
            ButtonHeld(t_ns, Button.VOID),
            PauseSaid(t_ns, True, "technical"),
            PowerRestored(t_ns, state.desk.boot + 1),
        )
    )


def table(profile: str, *fields: str) -> State:
    return State(House(with_fields(load_profile(profile), list(fields))))


def seen(screen: Screen, state: State) -> tuple[object, ...]:
    """What the two ways of knowing must agree on."""
    hold = screen.hold
    if state.shoe is None:
        return (hold, screen.pause)
    return (
        screen.coup if state.coup is not None or state.shoe.past else None,
        screen.player,
        screen.banker,
        screen.player_total,
        screen.banker_total,
        screen.result,
        screen.due if state.phase is Phase.COUP else None,
        hold,
        screen.pause,
    )


@pytest.mark.parametrize(
    ("profile", "fields"),
    [
        ("live8", ()),
        ("commission8", ("settle=confirm",)),
        ("burn8", ()),
        ("super6", ("reveal=on_confirm",)),
    ],
    ids=["auto", "confirm", "burns", "squeezed"],
)
def test_lines_and_snapshots_agree(profile: str, fields: tuple[str, ...]) -> None:
    """After any input, the screen folded from numbered lines is the snapshot's."""
    for seed in range(3):
        random = Random(seed)
        state = table(profile, *fields)
        deck = [PhysicalCard(card, n) for card in ALL_CARDS for n in range(1, 9)]
        random.shuffle(deck)
        screen = Screen()
        told: list[str] = []
        for step in range(300):
            given = an_input(random, state, deck, step * S)
            told.append(f"{given}")
            for event in decide(state, given):
                after = evolve(state, event)
                for line in derive(state, event, after):
                    if Audience.PUBLIC in line.audiences:
                        told.append(f"  {line.message}")
                        screen = fold(screen, line.message, step * S)
                state = after
            snapshot = fold(screen, state_message(state, Audience.PUBLIC), step * S)
            if None not in (*snapshot.player, *snapshot.banker):  # backs: in the snapshot alone
                assert seen(screen, state) == seen(snapshot, state), "\n".join(told[-12:])
            draw(fold(snapshot, prompt(state), step * S), (256, 64))


def deal(state: State, cards: str) -> tuple[list[LampSignal], list[object]]:
    """Lamp and public screen after the opening and after each card."""
    lamps: list[LampSignal] = []
    faces: list[object] = []
    screen = Screen()
    inputs: list[Input] = [ShoeLoaded(0)]
    for n, word in enumerate(cards.split(), 1):
        inputs.append(PassSeen(n * S, Sight.CARD, PhysicalCard(parse_card(word), 1)))
    for given in inputs:
        for event in decide(state, given):
            after = evolve(state, event)
            for line in derive(state, event, after):
                if Audience.PUBLIC in line.audiences:
                    screen = fold(screen, line.message, 0)
            state = after
        for message in (state_message(state, Audience.PUBLIC), prompt(state)):
            screen = fold(screen, message, 0)
        lamps.append(lamp_signal(state))
        faces.append((face(screen, ENGLISH, False), draw(screen).tobytes()))
    return lamps, faces


def test_a_squeezed_deal_looks_the_same_whatever_the_cards() -> None:
    """Four cards face down: lamp and screen are equal for a natural and for a hand that draws."""
    natural = deal(table("live8", "reveal=on_confirm"), "9S KD KH 2C")
    drawing = deal(table("live8", "reveal=on_confirm"), "2S 3D AH 4C")
    assert natural == drawing
    lamps, faces = natural
    assert set(lamps[1:]) == {LampSignal.READY}
    last = faces[-1][0]  # type: ignore[index]
    assert isinstance(last, TableFace)
    assert (last.player.cards, last.player.total, last.due) == ((None, None), None, None)


def test_the_lamp_follows_an_open_coup() -> None:
    """Ready before it, draw now while a card is due, ready again after the result."""
    lamps, _ = deal(table("live8"), "9S KD KH 2C")
    assert lamps == [
        LampSignal.READY,
        LampSignal.DRAW,
        LampSignal.DRAW,
        LampSignal.DRAW,
        LampSignal.READY,
    ]


def test_the_lamp_calls_for_whom_it_needs() -> None:
    """A hold for the dealer blinks; one for the supervisor, and CALL, is an alarm."""
    state = table("live8")
    for given, lamp in (
        (ShoeLoaded(0), LampSignal.READY),
        (PassSeen(1, Sight.UNREAD), LampSignal.HOLD),
        (ButtonPressed(2, Button.CALL), LampSignal.ALARM),
    ):
        for event in decide(state, given):
            state = evolve(state, event)
        assert lamp_signal(state) is lamp
    state = table("live8")
    assert lamp_signal(state) is LampSignal.OFF
    for given in (ShoeLoaded(0), PassSeen(1, Sight.FOREIGN)):
        for event in decide(state, given):
            state = evolve(state, event)
    assert lamp_signal(state) is LampSignal.ALARM
