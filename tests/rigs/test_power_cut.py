"""Real power cuts of a file system under a running shoe: what was acknowledged is always there.

An ext4 image lies on an xfs file system and is mounted where the shoe's journal is. A cut is a
clone of the image (reflink) while the shoe deals on: it holds what had been handed to the disk,
and nothing of what was still in the file system's memory. The clone is mounted, which lets ext4
recover as after a cut, and the journal on it is opened by the shoe itself.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from firmware.appliance.daemon import Daemon
from firmware.appliance.restore import power_restored, restore
from firmware.drivers.clock import SystemClock
from firmware.drivers.journal import Journal
from firmware.drivers.journal_verify import verify
from firmware.feed.message import Audience
from firmware.shoe.state import House
from firmware.tables import load_profile

pytestmark = pytest.mark.rig

CUTS = 50
CONTROL_CUTS = 5
BETWEEN = 40
"""Events acknowledged from one cut to the next, at least."""
_FICLONE = 0x40049409
WRITER = Path(__file__).with_name("dealing_writer.py")
BIRTHS = """
import sys
from pathlib import Path
from firmware.drivers.journal import Entry, Journal
for n in range(1, 100000):
    with Journal.open(Path(sys.argv[1]) / f"{n}.db") as journal:
        journal.append((Entry("Born", str(n)),), n)
        print(n, flush=True)
"""
TOOLS = ("mkfs.xfs", "mkfs.ext4", "mount", "umount")


def run(*words: str | Path) -> None:
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    assert done.returncode == 0, f"{words}: {done.stderr}"


@contextmanager
def mounted(image: Path, at: Path) -> Iterator[Path]:
    at.mkdir(exist_ok=True)
    run("mount", "-o", "loop", image, at)
    try:
        yield at
    finally:
        run("umount", at)


@dataclass(frozen=True)
class Disk:
    """A disk whose power can be cut: `at` is where it is mounted."""

    outer: Path
    at: Path

    @contextmanager
    def cut(self) -> Iterator[Path]:
        """The disk as it would be found after a cut at this moment."""
        clone = self.outer / "clone.img"
        with (self.outer / "disk.img").open("rb") as source, clone.open("wb") as target:
            fcntl.ioctl(target.fileno(), _FICLONE, source.fileno())
        with mounted(clone, self.outer.parent / "found") as found:
            yield found
        clone.unlink()


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    if os.geteuid() != 0:
        pytest.skip("mounting file systems wants root")
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)} (packages xfsprogs, e2fsprogs)")
    image = tmp_path / "outer.img"
    with image.open("wb") as file:
        file.truncate(400_000_000)
    run("mkfs.xfs", "-q", "-m", "reflink=1", image)
    try:
        run("mount", "-o", "loop", image, tmp_path_made(tmp_path / "outer"))
    except AssertionError as error:
        pytest.skip(f"no loop-mounted xfs here: {error}")
    outer = tmp_path / "outer"
    try:
        inner = outer / "disk.img"
        with inner.open("wb") as file:
            file.truncate(64_000_000)
        run("mkfs.ext4", "-q", inner)
        with mounted(inner, tmp_path / "disk") as at:
            yield Disk(outer, at)
    finally:
        run("umount", outer)


def tmp_path_made(path: Path) -> Path:
    path.mkdir()
    return path


class Dealing:
    """A writer as a process of its own, and the last number it said is durable."""

    def __init__(self, *words: str | Path) -> None:
        self._process = subprocess.Popen(
            (sys.executable, *(str(word) for word in words)), stdout=subprocess.PIPE, text=True
        )
        self._changed = threading.Condition()
        self._acknowledged = 0
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            with self._changed:
                self._acknowledged = int(line)
                self._changed.notify_all()

    def acknowledged(self, at_least: int) -> int:
        """The last event said to be durable, once there are so many."""
        with self._changed:
            assert self._changed.wait_for(lambda: self._acknowledged >= at_least, 60)
            return self._acknowledged

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        self._thread.join()
        assert self._process.stdout is not None
        self._process.stdout.close()


@contextmanager
def dealing(*words: str | Path) -> Iterator[Dealing]:
    shoe = Dealing(*words)
    try:
        yield shoe
    finally:
        shoe.kill()


def test_fifty_cuts_lose_nothing_acknowledged(disk: Disk) -> None:
    """Each time: the chain is whole, numbers are dense, and the shoe goes on from there."""
    acknowledged = 0
    with dealing(WRITER, disk.at / "journal.db") as shoe:
        for _ in range(CUTS):
            acknowledged = shoe.acknowledged(acknowledged + BETWEEN)
            with disk.cut() as found:
                path = found / "journal.db"
                report = verify(path)
                assert report.findings == ()
                assert report.events >= acknowledged
                with Journal.open(path) as journal:
                    last = journal.reader.last(Audience.TABLE)
                    clock = SystemClock()
                    house = House(load_profile("live8"))
                    daemon = Daemon(journal, clock, restore(journal.reader, house))
                    now_ns, wall_ms = clock.now_ns(), clock.wall_ms()
                    step = daemon.take(power_restored(journal.reader, now_ns, wall_ms))
                    assert step is not None
                    assert step.committed[0].event.ev == report.events + 1
                    following = journal.reader.lines(Audience.TABLE, last)
                    assert [one.seq for one in following] == list(
                        range(last + 1, last + 1 + len(following))
                    )


def test_a_cut_at_a_journals_birth_leaves_none_or_a_sound_one(disk: Disk) -> None:
    """Journals are made one after another; whenever the power goes, each can be started on."""
    acknowledged = 0
    with dealing("-c", BIRTHS, disk.at) as births:
        for _ in range(20):
            acknowledged = births.acknowledged(acknowledged + 1)
            with disk.cut() as found:
                for n in range(max(1, acknowledged - 5), acknowledged + 3):
                    path = found / f"{n}.db"
                    assert path.exists() or n > acknowledged
                    with Journal.open(path) as journal:
                        assert journal.reader.last_event() == 1 or n > acknowledged


def test_a_shoe_that_does_not_sync_loses_every_time(disk: Disk) -> None:
    """The control: without it the test above would prove nothing."""
    acknowledged = lost = 0
    with dealing(WRITER, disk.at / "journal.db", "careless") as shoe:
        for _ in range(CONTROL_CUTS):
            acknowledged = shoe.acknowledged(acknowledged + BETWEEN)
            with disk.cut() as found:
                path = found / "journal.db"
                kept = verify(path).events if path.exists() else 0
                lost += kept < acknowledged
    assert lost == CONTROL_CUTS
