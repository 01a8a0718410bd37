"""Shell: the clocks: one that never goes back for the procedure, the wall's for the record.

Owns both readings and the virtual twin that simulation and tests advance by hand. Refuses to wait.
"""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """What the shoe asks of a clock."""

    def now_ns(self) -> int:
        """Nanoseconds that only rise, from an arbitrary start."""

    def wall_ms(self) -> int:
        """Unix time in milliseconds, as right as the machine's clock is."""


class SystemClock:
    """The machine's clocks."""

    def now_ns(self) -> int:
        """The monotonic clock, not touched by setting the time."""
        return time.monotonic_ns()

    def wall_ms(self) -> int:
        """The time of day; on a Pi without a battery clock it is wrong until it has been set."""
        return time.time_ns() // 1_000_000


class VirtualClock:
    """A clock that stands until it is advanced; both readings go together."""

    def __init__(self, now_ns: int = 0, wall_ms: int = 0) -> None:
        self._now_ns = now_ns
        self._offset_ns = wall_ms * 1_000_000 - now_ns

    def now_ns(self) -> int:
        """Nanoseconds advanced so far, from the given start."""
        return self._now_ns

    def wall_ms(self) -> int:
        """The given Unix time and what has passed since, in milliseconds."""
        return (self._now_ns + self._offset_ns) // 1_000_000

    def advance(self, ns: int) -> None:
        """Let time pass. ValueError for a step back."""
        if ns < 0:
            raise ValueError(f"time does not go back: {ns} ns")
        self._now_ns += ns
