"""Shell: a shoe worked by a script: the daemon's own loop body, a virtual clock, a real journal.

Owns how a script's words become inputs. Refuses to know where the script comes from and in which
dialect what it leads to is told.
"""

from __future__ import annotations

from pathlib import Path

from firmware.appliance.daemon import Daemon, Step
from firmware.appliance.restore import power_restored, restore
from firmware.codes.physical import PhysicalCard
from firmware.drivers.clock import VirtualClock
from firmware.drivers.journal import Committed, Entry, Journal, JournalError, Trouble
from firmware.feed import snapshot
from firmware.feed.host import HostError, command
from firmware.feed.line import BadLine, Direction, parse
from firmware.feed.message import Audience, Message
from firmware.feed.numbered import Numbered
from firmware.shoe import inputs as i
from firmware.shoe import script
from firmware.shoe.state import House

START_MS = 1_767_225_600_000
"""2026-01-01T00:00:00Z: every replay begins there, so that its output is always the same."""
STEP_NS = 1_000_000_000
"""A `wait` passes in steps of this: the procedure's Tick comes at least as often."""


NAME = Path("replay.journal")


class FillableJournal(Journal):
    """The real journal on a disk that a script can declare full: nothing is recorded then."""

    full = False

    def append(self, entries: list[Entry], t_ms: int) -> tuple[Committed, ...]:  # type: ignore[override]
        """As the journal does, or as it does on a full disk."""
        if self.full:
            raise JournalError(Trouble.FULL, NAME, "the disk is full; nothing was recorded")
        return super().append(entries, t_ms)


class _Faults:
    """Watches the daemon for what can't be journaled."""

    def __init__(self) -> None:
        self.told: list[Message] = []

    def stepped(self, step: Step) -> None:
        """What is durable is read from the journal."""

    def faulted(self, why: str) -> None:
        """The journal can't be written, or (empty) can be again."""
        self.told.append(snapshot.fault(why))


class ScriptedShoe:
    """One shoe of `house` in `folder`, from `START_MS` on; time passes by the script's `wait`."""

    def __init__(self, house: House, folder: Path) -> None:
        self._house = house
        self._path = folder / NAME
        self._clock = VirtualClock(0, START_MS)
        self._full = False
        self._faults = _Faults()
        self._sent = 0
        self._shown: tuple[Message, ...] = ()
        self._journal = FillableJournal.open(self._path)
        self._daemon = self._started()

    def play(self, word: script.Word) -> None:
        """Hand one input in. Raises ValueError where it can't be one, with what to do."""
        t_ns = self._clock.now_ns()
        match word:
            case script.Open():
                self._daemon.take(i.ShoeLoaded(t_ns, word.set_id))
            case script.Pass():
                self._daemon.take(self._passage(word, t_ns))
            case script.Press(held=False):
                self._daemon.take(i.ButtonPressed(t_ns, word.button))
            case script.Press():
                self._daemon.take(i.ButtonHeld(t_ns, word.button))
            case script.Key():
                self._daemon.take(i.KeyTurned(t_ns, word.on))
            case script.Pin():
                self._daemon.take(i.PinEntered(t_ns, word.who, word.right))
            case script.Type():
                self._daemon.take(i.CardTyped(t_ns, word.card))
            case script.Host():
                self._host(word.line, t_ns)
            case script.Camera():
                self._daemon.take(i.CameraBack(t_ns) if word.on else i.CameraLost(t_ns, "script"))
            case script.Link():
                self._daemon.take(i.HostBack(t_ns, "host") if word.on else i.HostGone(t_ns, "host"))
            case script.Disk():
                self._disk(word.full, t_ns)
            case script.Wait():
                self._wait(word.ns)
            case script.Power():
                self._power()

    def lines(self, audience: Audience) -> tuple[Numbered, ...]:
        """What the audience's port has to send since the last time."""
        found: list[Numbered] = []
        while more := self._journal.reader.lines(audience, self._sent, 500):
            found.extend(more)
            self._sent = more[-1].seq
        return tuple(found)

    def moment(self, audience: Audience) -> tuple[Message, ...]:
        """What is no event: FAULT since the last time, STATE and PROMPT where they changed.

        It is what a local client of a shoe with simulated hardware is told.
        """
        faults, self._faults.told = tuple(self._faults.told), []
        state, before = self._daemon.state, self._shown
        self._shown = snapshot.state_message(state, audience), snapshot.prompt(state, test=True)
        return (*faults, *(message for message in self._shown if message not in before))

    def close(self) -> None:
        """Let go of the journal."""
        self._journal.close()

    def _passage(self, word: script.Pass, t_ns: int) -> i.PassSeen:
        card = None
        if word.card is not None:
            state = self._daemon.state
            decks = state.profile.decks
            check_deck(word, decks)
            card = (
                PhysicalCard(word.card, word.deck)
                if word.deck is not None
                else script.copy_of(state, word.card, word.outside)
            )
            if card is None:
                raise ValueError(
                    f"all {decks} copies of {word.card} are out; name one, like {word.card}#1"
                )
        return i.PassSeen(t_ns, word.sight, card, word.outside, word.together)

    def _host(self, line: str, t_ns: int) -> None:
        given = host_input(line, t_ns)
        if given is not None:
            self._daemon.take(given)

    def _disk(self, full: bool, t_ns: int) -> None:
        self._full = full
        self._journal.full = full
        if not full:
            self._daemon.take(i.Tick(t_ns))

    def _wait(self, ns: int) -> None:
        while ns > 0:
            step = min(ns, STEP_NS)
            self._clock.advance(step)
            self._daemon.take(i.Tick(self._clock.now_ns()))
            ns -= step

    def _power(self) -> None:
        self._journal.close()
        self._journal = FillableJournal.open(self._path)
        self._journal.full = self._full
        self._daemon = self._started()
        now_ns, wall_ms = self._clock.now_ns(), self._clock.wall_ms()
        self._daemon.take(power_restored(self._journal.reader, now_ns, wall_ms))

    def _started(self) -> Daemon:
        state = restore(self._journal.reader, self._house)
        return Daemon(self._journal, self._clock, state, (self._faults,))


def host_input(line: str, t_ns: int) -> i.Input | None:
    """What a host's line asks the procedure for, None where a port answers it by itself.

    Raises ValueError with what is wrong.
    """
    try:
        message = parse(line, Direction.TO_SHOE).message
    except BadLine as error:
        raise ValueError(str(error)) from error
    match command(message, t_ns):
        case HostError(code="unknown"):
            raise ValueError(f"{message.kind} is no command of the feed")
        case HostError():
            raise ValueError(f"{line!r}: a value is missing or wrong")
        case given if not isinstance(given, i.Input):
            # Snapshots and acknowledgements are a port's own; a one-way port has none.
            return None
        case given:
            return given


def check_deck(word: script.Word, decks: int) -> None:
    """Raise ValueError for a copy that the set has not."""
    if isinstance(word, script.Pass) and word.deck is not None and word.deck > decks:
        raise ValueError(f"deck {word.deck}: the set has {decks}")
