"""Shell: the single owner of the shoe's state. Takes inputs one by one, in order.

An input becomes events, the events are made durable in one transaction, and only then is the
state moved on and shown. Knows no rule of the game and no device.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from firmware.appliance.inbox import Inbox
from firmware.drivers.clock import Clock
from firmware.drivers.journal import Committed, Entry, Journal, JournalError, Trouble
from firmware.feed.derive import derive
from firmware.shoe.decide import decide
from firmware.shoe.events import Event, InputRefused, to_record
from firmware.shoe.evolve import evolve
from firmware.shoe.inputs import Input, JournalBack, Tick
from firmware.shoe.state import State


@dataclass(frozen=True, slots=True)
class Step:
    """What one input did: the events, as committed, and the state before and after them."""

    given: Input
    events: tuple[Event, ...]
    committed: tuple[Committed, ...]
    before: State
    after: State


class Watcher(Protocol):
    """Told after each step and each fault, in the daemon's thread; must return at once."""

    def stepped(self, step: Step) -> None:
        """Something happened and is durable."""
        ...

    def faulted(self, why: str) -> None:
        """The journal can't be written; `why` is one line. An empty one: it writes again."""
        ...


class Daemon:
    """The loop. `state` may be read from any thread: it is a value, replaced whole."""

    def __init__(
        self, journal: Journal, clock: Clock, state: State, watchers: tuple[Watcher, ...] = ()
    ) -> None:
        self.state = state
        self._journal = journal
        self._clock = clock
        self.watchers = watchers
        self._fault = ""
        self._told = ""

    def take(self, given: Input) -> Step | None:
        """Decide, commit, move on, tell. None: the disk is full, nothing changed.

        Raises JournalError when the journal fails in any other way: the process must end.
        """
        if self._fault and not isinstance(given, JournalBack) and not self._mend(given.t_ns):
            return None
        before = state = self.state
        events = decide(before, given)
        entries = []
        for event in events:
            after = evolve(state, event)
            kind, body = to_record(event)
            entries.append(Entry(kind, body, derive(state, event, after)))
            state = after
        try:
            committed = self._journal.append(entries, self._clock.wall_ms()) if entries else ()
        except JournalError as error:
            self._fault = str(error)
            self._tell(self._fault)
            if error.trouble is not Trouble.FULL:
                # After any other error only a new start may trust the file (docs/journal.md).
                raise
            return None
        if entries:
            self._tell("")
        self.state = state
        step = Step(given, events, committed, before, state)
        for watcher in self.watchers:
            watcher.stepped(step)
        return step

    def _mend(self, t_ns: int) -> bool:
        """Try the journal again with the record of its own failure."""
        broken, self._fault = self._fault, ""
        if self.take(JournalBack(t_ns)) is None:
            self._fault = self._fault or broken
            return False
        return True

    def _tell(self, fault: str) -> None:
        """Once when it begins and once when it ends: every input tries the journal again."""
        if fault != self._told:
            self._told = fault
            for watcher in self.watchers:
                watcher.faulted(fault)

    def run(self, inbox: Inbox, going: Callable[[], bool], tick_s: float = 0.1) -> None:
        """Take inputs until `going` says no; a Tick where none came for `tick_s` seconds."""
        while going():
            waiting = inbox.take(tick_s)
            if waiting is None:
                self.take(Tick(self._clock.now_ns()))
                continue
            waiting.answer(outcome(self.take(waiting.given)))
            inbox.done()

    def drain(self, inbox: Inbox) -> None:
        """Take what still waits, without waiting for more."""
        while (waiting := inbox.take(0)) is not None:
            waiting.answer(outcome(self.take(waiting.given)))
            inbox.done()


def outcome(step: Step | None) -> str:
    """What whoever asked is answered: empty, or the word why nothing came of it."""
    if step is None:
        return "journal"
    refused = (event.why.value for event in step.events if isinstance(event, InputRefused))
    return next(refused, "")
