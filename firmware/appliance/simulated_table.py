"""Shell: a table without hardware: the simulated camera, mock pins, and a dealer at work.

Owns the one virtual clock of a simulation: it goes with the camera's frames, as fast as they are
drawn or at a chosen speed. Decoder, journal and ports stay real.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from firmware.appliance.inbox import Inbox
from firmware.codes.book import CodeBook, make_book
from firmware.config import Config, PinsSection
from firmware.drivers.clock import VirtualClock
from firmware.drivers.simulated_dealer import SimulatedDealer
from firmware.shoe.state import State
from vision.simulated.camera import SimulatedCamera
from vision.simulated.conditions import TABLE, Conditions

_PATIENCE_S = 20.0  # real seconds that a commit may take before the dealer gives up


def simulated_books(decks: int, seed: int) -> tuple[CodeBook, ...]:
    """Two sets that alternate, `A` and `B`, drawn from `seed`."""
    draw = random.Random(seed).randrange
    first = make_book(decks, "A", draw)
    return first, make_book(decks, "B", draw, others=(first,))


def simulated_camera(config: Config) -> SimulatedCamera:
    """A camera with the configured picture, over a well-kept shoe."""
    camera = config.camera
    view: Conditions = replace(
        TABLE, width_px=camera.width, height_px=camera.height, fps=round(camera.fps)
    )
    return SimulatedCamera(view, camera.seed)


class FrameClock:
    """The simulation's clock, moved on by frames. `speed` None: as fast as they come."""

    def __init__(self, speed: float | None) -> None:
        self.clock = VirtualClock(0, time.time_ns() // 1_000_000)
        self._speed = speed
        self._began_s = time.monotonic()

    def looked(self, t_ns: int) -> None:
        """A frame of sensor time `t_ns` was taken."""
        self.clock.advance(max(t_ns - self.clock.now_ns(), 0))
        if self._speed is not None:
            ahead_s = t_ns / 1e9 / self._speed - (time.monotonic() - self._began_s)
            if ahead_s > 0:
                time.sleep(ahead_s)


class SimulatedDesk:
    """The dealer's eyes on the shoe and hands on mock pins."""

    def __init__(
        self, factory: Any, pins: PinsSection, inbox: Inbox, state: Callable[[], State]
    ) -> None:
        self._factory = factory
        self._pins = pins
        self._inbox = inbox
        self._state = state

    def close(self, use: str) -> None:
        """Press the button and keep it down."""
        self._factory.pin(getattr(self._pins, use)).drive_low()

    def open(self, use: str) -> None:
        """Let go of it."""
        self._factory.pin(getattr(self._pins, use)).drive_high()

    def state(self) -> State:
        """What the shoe shows, once everything seen so far has taken effect."""
        self._inbox.wait_idle(_PATIENCE_S)
        return self._state()


def simulated_dealer(
    config: Config,
    books: tuple[CodeBook, ...],
    desk: SimulatedDesk,
    shoes: int | None,
    pause_s: float,
    progress: Callable[[], None],
) -> SimulatedDealer:
    """A dealer for `shoes` shoes (None: for ever), all of it drawn from the camera's seed."""
    seed = config.camera.seed
    camera = simulated_camera(config)
    return SimulatedDealer(camera, books, desk, seed, shoes, pause_s=pause_s, progress=progress)
