"""Shell: what systemd is told: started, still alive, stopping. Knows no health of its own.

Whoever calls `alive` vouches for it: the loop does while frames keep coming, so that a dead camera
front end restarts the process as surely as a hung loop.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Final

EVERY_NS: Final = 1_000_000_000
"""At most one sign of life a second: more is only noise to systemd."""


def _silent(_: str) -> None:
    """Not started by systemd: nobody is told."""


def open_notify() -> Callable[[str], None]:
    """Tells systemd, where it started us with a NOTIFY_SOCKET; else nobody."""
    if not os.environ.get("NOTIFY_SOCKET"):
        return _silent
    from sdnotify import SystemdNotifier

    notify: Callable[[str], None] = SystemdNotifier().notify
    return notify


class Watchdog:
    """The service's side of `Type=notify` and `WatchdogSec`."""

    def __init__(self, notify: Callable[[str], None]) -> None:
        self._notify = notify
        self._told_ns: int | None = None

    def ready(self) -> None:
        """The shoe can be dealt from."""
        self._notify("READY=1")

    def alive(self, t_ns: int) -> None:
        """A sign of life at `t_ns` of a steady clock; passed on once a second at most."""
        if self._told_ns is None or t_ns - self._told_ns >= EVERY_NS:
            self._told_ns = t_ns
            self._notify("WATCHDOG=1")

    def status(self, text: str) -> None:
        """One line for `systemctl status`."""
        self._notify(f"STATUS={text}")

    def stopping(self) -> None:
        """The end is meant."""
        self._notify("STOPPING=1")
