"""Pure: what an input leads to. Changes nothing: it returns the events that happen.

The tables stand in `firmware.shoe.contents`; inputs that mean the same everywhere in
`firmware.shoe.always`; the supervisor's menu, while it is open, takes four buttons to itself.
"""

from __future__ import annotations

from firmware.shoe.always import always
from firmware.shoe.consequences import follow
from firmware.shoe.contents import ANY_HOLD, HOLDS, PHASES
from firmware.shoe.course import Course
from firmware.shoe.events import Event
from firmware.shoe.hold_card import listed_already
from firmware.shoe.hold_table import burn_due
from firmware.shoe.inputs import Input
from firmware.shoe.menus import menu_takes
from firmware.shoe.signals import Signal, signal_of
from firmware.shoe.state import State
from firmware.shoe.words import LAYERS, HoldCode, Phase, Refusal


def decide(state: State, given: Input) -> tuple[Event, ...]:
    """The events that `given` leads to, in order; none where nothing happens (a Tick)."""
    course = Course(state, given)
    if not always(course) and not menu_takes(course):
        step(course)
    follow(course)
    return tuple(course.events)


def step(course: Course) -> None:
    """What the tables say about the input."""
    state = course.state
    signal = signal_of(state, course.given)
    if signal is None:
        course.refuse()
    elif state.hold is not None:
        if meant_for_the_one_beneath(course, signal):
            course.clear()
        act = HOLDS[course.hold.code].get(signal) or ANY_HOLD.get(signal)
        if goes_on_by_hand(course, signal):
            row = PHASES[state.phase].get(signal)
            act = row.act if row is not None else None
        if act is not None:
            act(course)
        else:
            course.refuse(Refusal.HOLD)
    else:
        row = PHASES[state.phase].get(signal)
        if row is not None:
            row.act(course)
        elif signal is Signal.TYPED:
            if not course.needs_key():
                course.refuse()
        else:
            course.refuse()


def goes_on_by_hand(course: Course, signal: Signal) -> bool:
    """While the camera is dead its hold leaves the buttons what they mean in the phase.

    So that typed coups can be taken back, revealed and settled. Not CONFIRM while a card is due:
    nothing could be drawn to clear what that would raise.
    """
    state = course.state
    if course.hold.code is not HoldCode.CAMERA or not state.desk.camera_dead or state.aside:
        return False
    if signal is Signal.BURN and course.authorised and burn_due(state):
        return False
    if signal is Signal.CONFIRM:
        return state.phase not in (Phase.COUP, Phase.OPENING)
    return signal in (Signal.UNDO, Signal.FREE, Signal.BURN)


def meant_for_the_one_beneath(course: Course, signal: Signal) -> bool:
    """The answer to a hold about a card also answers the hold about the table that lies over it.

    While the camera is dead its own hold comes back at once.
    """
    state = course.state
    if len(state.holds) < 2 or course.hold.code not in LAYERS:
        return False
    if signal is Signal.TYPED:
        return course.authorised
    if signal in (Signal.CARD, Signal.DOUBLE, Signal.UNREAD):
        return course.seen.outside and not listed_already(course)
    if course.hold.code is HoldCode.CAMERA and state.desk.camera_dead:
        put_away = signal is Signal.VOID and state.coup is None
        return put_away or signal in (Signal.CONFIRM, Signal.UNDO, Signal.BURN)
    return False
