"""Pure: which signal the lamp gives for a state, and which lights a signal is. Knows no pin.

The lamp is as public as the table: in a squeezed game it gives one and the same signal from the
first card to the result, since whether a card is due would tell of the cards (rules.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from firmware.shoe.state import State
from firmware.shoe.words import By, Phase


class LampSignal(Enum):
    """What the lamp says."""

    OFF = "off"
    READY = "ready"
    DRAW = "draw"
    LAST = "last"
    LAST_DRAW = "last_draw"
    HOLD = "hold"
    ALARM = "alarm"


@dataclass(frozen=True, slots=True)
class Lights:
    """Which of the three outputs are on."""

    green: bool = False
    red: bool = False
    buzzer: bool = False


@dataclass(frozen=True, slots=True)
class Beat:
    """Lights that stand for `ms` milliseconds; None: for good."""

    ms: int | None
    lights: Lights


_DARK: Final = Lights()
_GREEN: Final = Lights(green=True)
_RED: Final = Lights(red=True)
_BOTH: Final = Lights(green=True, red=True)
_LOUD: Final = Lights(red=True, buzzer=True)

# A signal begins with `once` and goes round in `again`. Below 3 Hz: faster blinking can hurt.
PATTERNS: Final[tuple[tuple[LampSignal, tuple[Beat, ...], tuple[Beat, ...]], ...]] = (
    (LampSignal.OFF, (), (Beat(None, _DARK),)),
    (LampSignal.READY, (), (Beat(None, _GREEN),)),
    (LampSignal.DRAW, (), (Beat(400, _GREEN), Beat(400, _DARK))),
    (LampSignal.LAST, (), (Beat(None, _BOTH),)),
    (LampSignal.LAST_DRAW, (), (Beat(400, _BOTH), Beat(400, _RED))),
    (LampSignal.HOLD, (Beat(200, _LOUD),), (Beat(500, _RED), Beat(500, _DARK))),
    (
        LampSignal.ALARM,
        (),
        (Beat(200, _LOUD), Beat(200, _RED), Beat(200, _LOUD), Beat(1400, _RED)),
    ),
)


def lamp_signal(state: State) -> LampSignal:
    """The signal of a state: what needs the supervisor first, then any hold, then the dealing."""
    if state.desk.called or state.desk.camera_dead:
        return LampSignal.ALARM
    if state.hold is not None:
        return LampSignal.HOLD if state.hold.by is By.DEALER else LampSignal.ALARM
    if state.shoe is None or state.desk.pause is not None or state.desk.locked:
        return LampSignal.OFF
    # A shoe that ends by its count may be over before a hidden card is shown: only `last`, which
    # was known before the coup's first card, counts while a coup is open.
    last = state.shoe.over if state.coup is None else state.coup.last
    ready, draw = (
        (LampSignal.LAST, LampSignal.LAST_DRAW) if last else (LampSignal.READY, LampSignal.DRAW)
    )
    if state.squeezed and state.coup is not None:
        return ready
    match state.phase:
        case Phase.COUP | Phase.OPENING:
            return draw
        case Phase.OVER | Phase.COUNTING:
            return LampSignal.LAST
        case _:
            return ready


def beat(shown: LampSignal, since_ms: int) -> Beat:
    """The lights of a signal `since_ms` after it began, and how long they will still stand."""
    _, once, again = next(pattern for pattern in PATTERNS if pattern[0] is shown)
    left = since_ms
    for step in once:
        assert step.ms is not None
        if left < step.ms:
            return Beat(step.ms - left, step.lights)
        left -= step.ms
    lengths = [step.ms for step in again]
    if None in lengths:
        return Beat(None, again[0].lights)
    left %= sum(length for length in lengths if length is not None)
    for step in again:
        assert step.ms is not None
        if left < step.ms:
            return Beat(step.ms - left, step.lights)
        left -= step.ms
    raise AssertionError("a remainder is less than the sum")
