"""Shell: lamp and buzzer on their pins. Knows no state of the shoe: it is told a signal."""

from __future__ import annotations

import threading
from typing import Any, Final

from firmware.config import PinsSection
from firmware.drivers.clock import Clock
from firmware.drivers.lamp_signal import LampSignal, Lights, beat
from firmware.drivers.pins import open_output

OUTPUTS: Final = (("green", "lamp_green"), ("red", "lamp_red"), ("buzzer", "buzzer"))


class Lamp:
    """Gives a signal until told another. `step` is the whole work; `start` a thread for it."""

    def __init__(self, pins: PinsSection, factory: Any, clock: Clock) -> None:
        """`factory`: from `pins.open_factory`. PinError where a pin can't be had."""
        self._clock = clock
        self._changed = threading.Event()
        self._going = True
        self._thread: threading.Thread | None = None
        self._now = (LampSignal.OFF, clock.now_ns())
        self._outputs = tuple(
            (light, open_output(factory, getattr(pins, use), use))
            for light, use in OUTPUTS
            if getattr(pins, use)
        )

    def give(self, signal: LampSignal) -> None:
        """Begin this signal, unless it is the one given; from any thread."""
        if signal is not self._now[0]:
            self._now = (signal, self._clock.now_ns())
            self._changed.set()

    def step(self) -> float | None:
        """Set the outputs for this moment; seconds until they change, None: at another signal."""
        shown, since_ns = self._now
        now = beat(shown, (self._clock.now_ns() - since_ns) // 1_000_000)
        self._set(now.lights)
        return None if now.ms is None else now.ms / 1000

    def _set(self, lights: Lights) -> None:
        for light, output in self._outputs:
            output.value = getattr(lights, light)

    def start(self) -> None:
        """Give signals until `close`."""
        self._thread = threading.Thread(target=self._run, name="lamp", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while self._going:
            self._changed.clear()
            self._changed.wait(self.step())

    def close(self) -> None:
        """Everything off, pins freed."""
        self._going = False
        self._changed.set()
        if self._thread is not None:
            self._thread.join()
        self._set(Lights())
        for _, output in self._outputs:
            output.close()
