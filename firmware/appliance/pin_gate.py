"""Pure: naming the supervisor by id and PIN, before the procedure and its journal.

The presses that choose an id and its digits are kept out of the journal: counted there, they would
tell the PIN. Only who it was and whether the PIN was right goes on. Knows no display and no pin.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from firmware.feed.message import Message
from firmware.shoe.inputs import Button, ButtonPressed, Input, KeyTurned, PinEntered, Tick
from firmware.shoe.menu import Page
from firmware.shoe.state import State

_PAD = (Button.BURN, Button.FREE, Button.CONFIRM, Button.UNDO)


@dataclass(frozen=True, slots=True)
class Pad:
    """What has been chosen: the id at `who`, then `digits`, with `digit` shown to be taken."""

    who: int = 0
    digits: str | None = None
    digit: int = 0


class PinGate:
    """Between the buttons and the inbox: takes four buttons while a supervisor is to be named.

    `supervisors` are ids with their PINs; an empty PIN: the id alone. `put` hands inputs on.
    """

    def __init__(
        self,
        supervisors: tuple[tuple[str, str], ...],
        state: Callable[[], State],
        put: Callable[[Input], None],
    ) -> None:
        self._supervisors = supervisors
        self._state = state
        self._put = put
        self.pad: Pad | None = None

    @property
    def asks(self) -> bool:
        """The key is on and nobody has named himself."""
        desk = self._state().desk
        return bool(self._supervisors) and desk.key and not desk.supervisor

    def put(self, given: Input) -> None:
        """Hand the input on, or take it as a press of the pad."""
        if isinstance(given, KeyTurned):
            self.pad = None
        if not (isinstance(given, ButtonPressed) and given.button in _PAD and self.asks):
            self._put(given)
            return
        pad = self.pad or Pad()
        if self.pad is None and given.button in (Button.CONFIRM, Button.UNDO):
            # Nothing is chosen before the pad is shown; the dealer's presses go on.
            self._put(given)
            return
        self.pad = self._pressed(pad, given) if self.pad is not None else pad
        self._put(Tick(given.t_ns))

    def prompt(self, message: Message) -> Message:
        """PROMPT with the pad over it, as a menu page of its own."""
        pad = self.pad
        if pad is None or not self.asks:
            return message
        own = ("menu", "item", "n", "of", "typed", "confirm", "undo")
        kept = tuple(field for field in message.fields if field[0] not in own)
        if pad.digits is None:
            of = len(self._supervisors)
            page = (("menu", Page.SUPERVISOR.value), ("item", self._supervisors[pad.who][0]))
            place = (("n", str(pad.who + 1)), ("of", str(of)), ("typed", "-"))
        else:
            page = (("menu", Page.PIN.value), ("item", str(pad.digit)))
            place = (
                ("n", str(pad.digit + 1)),
                ("of", "10"),
                ("typed", "*" * len(pad.digits) or "-"),
            )
        return Message("PROMPT", (("confirm", "menu_ok"), ("undo", "back"), *kept, *page, *place))

    def _pressed(self, pad: Pad, given: ButtonPressed) -> Pad | None:
        step = {Button.BURN: -1, Button.FREE: 1}.get(given.button, 0)
        who, pin = self._supervisors[pad.who]
        if pad.digits is None:
            match given.button:
                case Button.CONFIRM if not pin:
                    return self._named(given.t_ns, who, True)
                case Button.CONFIRM:
                    return replace(pad, digits="", digit=0)
                case Button.UNDO:
                    return None
                case _:
                    return replace(pad, who=(pad.who + step) % len(self._supervisors))
        match given.button:
            case Button.CONFIRM:
                digits = pad.digits + str(pad.digit)
                if len(digits) == len(pin):
                    return self._named(given.t_ns, who, digits == pin)
                return replace(pad, digits=digits, digit=0)
            case Button.UNDO:
                digits_left = pad.digits[:-1] if pad.digits else None
                return replace(pad, digits=digits_left, digit=0)
            case _:
                return replace(pad, digit=(pad.digit + step) % 10)

    def _named(self, t_ns: int, who: str, right: bool) -> Pad | None:
        """The outcome goes on; the pad is gone."""
        self._put(PinEntered(t_ns, who, right))
        return None
