"""Pure: what an input is to the tables of `firmware.shoe.contents`: one of fourteen signals."""

from __future__ import annotations

from enum import Enum

from firmware.shoe.course import is_double
from firmware.shoe.inputs import (
    Button,
    ButtonHeld,
    ButtonPressed,
    CardTyped,
    Input,
    PassSeen,
    ShoeLoaded,
    Sight,
)
from firmware.shoe.state import State


class Signal(Enum):
    """What the phases tell apart. The rest means the same everywhere (`firmware.shoe.always`)."""

    CARD = "card"
    UNREAD = "unread"
    STRANGER = "unknown or foreign"
    DOUBLE = "second of a code"
    REVERSED = "reversed"
    CONFIRM = "CONFIRM"
    UNDO = "UNDO"
    BURN = "BURN"
    FREE = "FREE"
    VOID = "VOID held"
    SHOE = "SHOE held"
    TYPED = "typed card"
    LOADED = "set loaded"


_BUTTONS = {
    Button.CONFIRM: Signal.CONFIRM,
    Button.UNDO: Signal.UNDO,
    Button.BURN: Signal.BURN,
    Button.FREE: Signal.FREE,
    Button.VOID: Signal.VOID,
    Button.SHOE: Signal.SHOE,
}
_SIGHTS = {
    Sight.UNREAD: Signal.UNREAD,
    Sight.UNKNOWN: Signal.STRANGER,
    Sight.FOREIGN: Signal.STRANGER,
    Sight.REVERSED: Signal.REVERSED,
}


def signal_of(state: State, given: Input) -> Signal | None:
    """The input's signal; None where it means the same in every phase."""
    match given:
        case PassSeen(sight=Sight.CARD, card=card):
            assert card is not None, "a card that was read has a name"
            listed = any(each.physical == card for each in state.aside)
            return Signal.DOUBLE if is_double(state, card) and not listed else Signal.CARD
        case PassSeen():
            return _SIGHTS.get(given.sight)
        case ButtonPressed() | ButtonHeld():
            return _BUTTONS.get(given.button)
        case CardTyped():
            return Signal.TYPED
        case ShoeLoaded():
            return Signal.LOADED
        case _:
            return None
