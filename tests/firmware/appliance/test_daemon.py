"""The daemon beside a journal that fails: nothing moves on that is not durable."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from firmware.appliance.daemon import Daemon, Step
from firmware.appliance.restore import restore
from firmware.drivers.clock import VirtualClock
from firmware.drivers.journal import Committed, Entry, Journal, JournalError, Trouble
from firmware.shoe.inputs import ShoeLoaded, Tick
from firmware.shoe.state import House
from firmware.tables import load_profile


class Failing(Journal):
    """The real journal on a disk that can be made to fail."""

    trouble: Trouble | None = None

    def append(self, entries: Sequence[Entry], t_ms: int) -> tuple[Committed, ...]:
        if self.trouble is not None:
            raise JournalError(self.trouble, self.path, "fails")
        return super().append(entries, t_ms)


class Told:
    """A watcher that remembers."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.faults: list[str] = []

    def stepped(self, step: Step) -> None:
        self.steps.append(step)

    def faulted(self, why: str) -> None:
        self.faults.append(why)


def made(path: Path) -> tuple[Failing, Daemon, Told]:
    journal, told = Failing.open(path), Told()
    state = restore(journal.reader, House(load_profile("live8")))
    return journal, Daemon(journal, VirtualClock(), state, (told,)), told


def test_a_full_disk_changes_nothing_until_it_can_be_written_again(tmp_path: Path) -> None:
    """The state stays, the fault is told once, and what follows records that it was so."""
    journal, daemon, told = made(tmp_path / "journal.db")
    with journal:
        before = daemon.state
        journal.trouble = Trouble.FULL
        assert daemon.take(ShoeLoaded(0, "A")) is None
        assert (daemon.state, told.steps) == (before, [])
        assert daemon.take(ShoeLoaded(1, "A")) is None
        assert daemon.take(Tick(1)) is not None
        assert told.faults == [f"journal {journal.path}: fails"]
        journal.trouble = None
        assert daemon.take(ShoeLoaded(2, "A")) is not None
        assert told.faults[1:] == [""]
        assert daemon.state == restore(journal.reader, before.house)


@pytest.mark.parametrize("trouble", [Trouble.IO, Trouble.DAMAGED, Trouble.BUSY])
def test_any_other_failure_ends_the_process(tmp_path: Path, trouble: Trouble) -> None:
    """The displays are told, then the error goes up: only a new start may trust the file."""
    journal, daemon, told = made(tmp_path / "journal.db")
    with journal:
        journal.trouble = trouble
        with pytest.raises(JournalError):
            daemon.take(ShoeLoaded(0, "A"))
        assert (len(told.faults), told.steps) == (1, [])
