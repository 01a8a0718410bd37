"""Shell: what every port of the feed shares: its status, its place in the journal, its thread.

Owns the shapes between the daemon and a port. Refuses to know devices and dialects.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from firmware.feed.message import Message


class PortError(OSError):
    """A port that can't be opened; one line says why and what to do."""


class PortState(Enum):
    """How a port is."""

    ABSENT = "absent"
    """Its device is not there, or not to be opened; it is tried again."""
    OPEN = "open"
    LOST = "lost"
    """It was open and failed; it is opened again."""
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class PortStatus:
    """A port's state, the last line it delivered, its clients, and one line on what is wrong."""

    name: str
    state: PortState
    sent: int = 0
    clients: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True)
class HostRequest:
    """A command of a client: its own number, its message, and where the answer goes.

    `answer("")` sends OK, `answer(word)` ERR with that code; from any thread, once.
    """

    port: str
    number: int
    message: Message
    answer: Callable[[str], None]


HostInbox = Callable[[HostRequest], bool]
"""Takes a client's command, or says False: too many wait, and the client is answered `busy`."""


class PortThread:
    """A thread that sends what others tell it to send, until it is stopped.

    `work` runs in it. An exception from it is handed to `failed`, which ends the process: a port
    that died alone would look like a quiet table.
    """

    def __init__(
        self, name: str, work: Callable[[], None], failed: Callable[[BaseException], None]
    ) -> None:
        self._work = work
        self._failed = failed
        self._thread = threading.Thread(target=self._run, name=f"port {name}", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def join(self, wait_s: float) -> bool:
        """Wait for its end; False if it still runs after `wait_s` seconds."""
        if self._thread.ident is not None:
            self._thread.join(wait_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        try:
            self._work()
        except BaseException as error:  # noqa: BLE001 - handed on whole: it ends the process
            self._failed(error)
