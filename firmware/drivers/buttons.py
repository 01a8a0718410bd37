"""Shell: the dealer's buttons and the supervisor's key as inputs. Knows no meaning of a button.

One thread that sleeps until an edge or the end of a bounce or hold, so that idle buttons cost
nothing. What `put` raises leaves the thread: the process ends by `threading.excepthook`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final

from firmware.config import PinsSection
from firmware.drivers.clock import Clock
from firmware.drivers.contacts import Change, Contact, Timing, at_start, due_ns, sample
from firmware.drivers.pins import open_input
from firmware.shoe.inputs import Button, ButtonHeld, ButtonPressed, Input, KeyTurned

# These act only when held down: a slip of the finger must neither void a coup nor close a shoe.
HELD: Final = frozenset({Button.VOID, Button.SHOE})
KEY: Final = "key"


class Buttons:
    """All wired contacts. `scan` is the whole work; `start` gives it a thread of its own."""

    def __init__(
        self, pins: PinsSection, factory: Any, put: Callable[[Input], None], clock: Clock
    ) -> None:
        """`factory`: from `pins.open_factory`. PinError where a pin can't be had."""
        self._put = put
        self._clock = clock
        self._timing = Timing(round(pins.bounce_ms * 1e6), round(pins.hold_s * 1e9))
        self._edge = threading.Event()
        self._going = True
        self._thread: threading.Thread | None = None
        self._devices: dict[str, Any] = {}
        self._contacts: dict[str, Contact] = {}
        for use in (*(button.value for button in Button), KEY):
            pin: int = getattr(pins, use)
            if not pin:
                continue
            device = open_input(factory, pin, use)
            device.when_activated = self._edge.set
            device.when_deactivated = self._edge.set
            self._devices[use] = device
            self._contacts[use] = at_start(bool(device.value), clock.now_ns())
        if KEY in self._contacts:
            put(KeyTurned(clock.now_ns(), self._contacts[KEY].closed))

    def scan(self) -> float | None:
        """Look at every contact once; seconds until the next look, None: when an edge comes."""
        t_ns = self._clock.now_ns()
        for use, device in self._devices.items():
            contact, change = sample(self._contacts[use], bool(device.value), t_ns, self._timing)
            self._contacts[use] = contact
            given = None if change is None else meaning(use, change, t_ns)
            if given is not None:
                self._put(given)
        dues = [due_ns(contact, self._timing) for contact in self._contacts.values()]
        waits = [due - t_ns for due in dues if due is not None]
        return max(min(waits), 0) / 1e9 if waits else None

    def start(self) -> None:
        """Watch the contacts until `close`."""
        self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while self._going:
            self._edge.clear()
            self._edge.wait(self.scan())

    def close(self) -> None:
        """Stop watching and free the pins."""
        self._going = False
        self._edge.set()
        if self._thread is not None:
            self._thread.join()
        for device in self._devices.values():
            device.close()


def meaning(use: str, change: Change, t_ns: int) -> Input | None:
    """The input that a settled change of a contact is, if any."""
    if use == KEY:
        return None if change is Change.HELD else KeyTurned(t_ns, change is Change.CLOSED)
    button = Button(use)
    if button in HELD:
        return ButtonHeld(t_ns, button) if change is Change.HELD else None
    return ButtonPressed(t_ns, button) if change is Change.CLOSED else None
