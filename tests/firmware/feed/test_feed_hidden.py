"""What a squeezed game hides stays hidden until it is faced, and for good if it never is."""

from __future__ import annotations

from firmware.baccarat.profile import with_fields
from firmware.codes.physical import parse_physical
from firmware.feed.message import Audience, Message
from firmware.feed.snapshot import state_message
from firmware.shoe.decide import decide
from firmware.shoe.evolve import evolve
from firmware.shoe.inputs import (
    Button,
    ButtonHeld,
    ButtonPressed,
    Input,
    PassSeen,
    ShoeLoaded,
    Sight,
)
from firmware.shoe.state import House, State
from firmware.tables import load_profile

CARDS = ("9S", "KD", "KH", "2C")


def told(audience: Audience, *last: Input) -> Message:
    """STATE after four cards of a squeezed coup and what came then."""
    house = House(with_fields(load_profile("live8"), ["reveal=on_confirm"]))
    state = State(house)
    drawn = [PassSeen(n, Sight.CARD, parse_physical(f"{card}#1")) for n, card in enumerate(CARDS)]
    for given in (ShoeLoaded(0), *drawn, *last):
        for event in decide(state, given):
            state = evolve(state, event)
    return state_message(state, audience)


def hands(message: Message) -> tuple[str, ...]:
    return tuple(message.get(key) for key in ("player", "banker", "p", "b", "result"))


def test_four_cards_face_down() -> None:
    """The table software sees them, the public sees backs."""
    assert hands(told(Audience.TABLE)) == ("9S,KH", "KD,2C", "9", "2", "-")
    assert hands(told(Audience.PUBLIC)) == ("?,?", "?,?", "-", "-", "-")


def test_faced_cards_are_told() -> None:
    """CONFIRM reveals the stage; this one is a natural and settles with it."""
    confirm = ButtonPressed(9, Button.CONFIRM)
    assert hands(told(Audience.PUBLIC, confirm)) == ("9S,KH", "KD,2C", "9", "2", "P")


def test_a_coup_void_before_it_was_faced_stays_hidden() -> None:
    """A void reveals nothing: what was face down is never told to the public."""
    void = ButtonHeld(9, Button.VOID)
    assert hands(told(Audience.PUBLIC, void)) == ("?,?", "?,?", "-", "-", "V")
    assert hands(told(Audience.TABLE, void)) == ("9S,KH", "KD,2C", "9", "2", "V")
