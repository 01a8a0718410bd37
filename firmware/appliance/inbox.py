"""Shell: the one queue between the threads that see things and the loop that owns the state.

Cards, buttons and time share a bounded queue in the order they were put; host lines have their
own, smaller one that only moves when the first is empty, so a chatty host never delays a card.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from firmware.shoe.inputs import Input


class InboxFull(RuntimeError):
    """The loop has stopped taking inputs: a fault that ends the process, never a dropped card."""


def _unheard(word: str) -> None:
    """Cards, buttons and time wait for no answer."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """An input, and who wants to hear what became of it: `answer("")` it took effect,
    `answer(word)` it did not, and why.
    """

    given: Input
    answer: Callable[[str], None] = _unheard


class Inbox:
    """Inputs on their way to the daemon. `room` and `host_room` are counts of inputs."""

    def __init__(self, room: int = 256, host_room: int = 32) -> None:
        self._room, self._host_room = room, host_room
        self._inputs: deque[Waiting] = deque()
        self._host: deque[Waiting] = deque()
        self._changed = threading.Condition()
        self._put = 0
        self._done = 0

    def put(self, given: Input) -> None:
        """Hand in what a camera, button or clock saw. Raises InboxFull."""
        with self._changed:
            if len(self._inputs) >= self._room:
                raise InboxFull(f"{self._room} inputs wait and none is taken")
            self._inputs.append(Waiting(given))
            self._put += 1
            self._changed.notify_all()

    def put_host(self, given: Input, answer: Callable[[str], None]) -> bool:
        """Hand in what a host asks for; False: too many wait, answer `busy`."""
        with self._changed:
            if len(self._host) >= self._host_room:
                return False
            self._host.append(Waiting(given, answer))
            self._put += 1
            self._changed.notify_all()
            return True

    def take(self, wait_s: float) -> Waiting | None:
        """The next input, or None after `wait_s` seconds. Call `done` when it has taken effect."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._inputs or self._host, wait_s):
                return None
            return (self._inputs or self._host).popleft()

    def done(self) -> None:
        """The input last taken has taken effect: it is durable and shown."""
        with self._changed:
            self._done += 1
            self._changed.notify_all()

    def wait_idle(self, wait_s: float) -> bool:
        """Wait until everything put so far has taken effect; False after `wait_s` seconds."""
        with self._changed:
            goal = self._put
            return self._changed.wait_for(lambda: self._done >= goal, wait_s)
