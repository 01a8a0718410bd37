"""Shell: what the journal remembers, as a state to go on from. Knows no device.

The normal start is the recovery: the state is the fold of the events from the last `ShoeOpened`
on, which carries what earlier shoes left behind.
"""

from __future__ import annotations

from typing import Final

from firmware.drivers.journal import JournalReader
from firmware.shoe.events import (
    CameraFailed,
    CameraReturned,
    HoldRaised,
    KeyUsed,
    Restarted,
    ShoeOpened,
    from_record,
)
from firmware.shoe.evolve import evolve
from firmware.shoe.inputs import PowerRestored
from firmware.shoe.state import House, State

_LOOK_BACK: Final = 64
"""Events at the journal's end that are searched for starts without progress."""
_LOOPING_MS: Final = 300_000
"""Starts further apart than this are somebody switching on, not a loop."""
_OF_A_START: Final = frozenset(
    kind.__name__ for kind in (Restarted, HoldRaised, CameraFailed, CameraReturned, KeyUsed)
)
"""Events that a start brings by itself; any other is progress."""


def restore(journal: JournalReader, house: House) -> State:
    """The state that the journal ends with. Raises RecordError, JournalError."""
    state = State(house)
    opened = journal.last_of(ShoeOpened.__name__)
    for recorded in journal.events(after=max(opened - 1, 0)):
        state = evolve(state, from_record(recorded.kind, recorded.body))
    return state


def power_restored(journal: JournalReader, t_ns: int, wall_ms: int) -> PowerRestored:
    """This start as an input: which one it is, and how many just before it led to nothing."""
    boot, last = 1, journal.last_of(Restarted.__name__)
    if last:
        (recorded,) = journal.events(after=last - 1, kinds=(Restarted.__name__,))
        start = from_record(recorded.kind, recorded.body)
        assert isinstance(start, Restarted)
        boot = start.boot + 1
    fruitless = 0
    ending = tuple(journal.events(after=max(journal.last_event() - _LOOK_BACK, 0)))
    for recorded in reversed(ending):
        if recorded.kind not in _OF_A_START or abs(wall_ms - recorded.t_ms) > _LOOPING_MS:
            break
        fruitless += recorded.kind == Restarted.__name__
    return PowerRestored(t_ns, boot, fruitless)
