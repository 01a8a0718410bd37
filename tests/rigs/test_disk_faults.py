"""Real disks that fail under the journal: full, and refusing to sync."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import serial

from firmware.drivers.journal import Entry, Journal, JournalError, JournalReader, Trouble
from firmware.drivers.journal_verify import verify
from firmware.drivers.pty_cable import PtyCable
from firmware.drivers.serial_port import SerialPort, SerialSettings
from firmware.feed.dialects import LINE
from firmware.feed.line import Line, LineReader
from firmware.feed.message import Audience, Message, Outgoing

pytestmark = pytest.mark.rig

ENTRY = Entry("Card", '{"pad":"' + "x" * 500 + '"}', (Outgoing(Message("CARD", (("n", "1"),))),))


class Still:
    """Snapshots that never change."""

    def hello(self, audience: Audience) -> Message:
        return Message("HELLO")

    def state(self, audience: Audience) -> Message:
        return Message("STATE")

    def history(self, audience: Audience) -> tuple[Message, ...]:
        return ()

    def prompt(self, audience: Audience) -> Message:
        return Message("PROMPT")


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A file system of two megabytes."""
    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("mounting a small file system wants root")
    at = tmp_path / "small"
    at.mkdir()
    words = ("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(at))
    if subprocess.run(words, check=False).returncode:
        pytest.skip("no tmpfs can be mounted here")
    yield at
    subprocess.run(("umount", str(at)), check=True)


def until_full(journal: Journal) -> None:
    while True:
        journal.append((ENTRY,) * 3, 1)


def test_a_full_disk_refuses_whole_inputs_and_goes_on_when_there_is_room(small: Path) -> None:
    """Nothing half-written, the port goes on sending, numbers without a gap afterwards."""
    filler = small / "filler"
    filler.write_bytes(b"x" * 500_000)
    failures: list[BaseException] = []
    cable = PtyCable()
    with (
        Journal.open(small / "journal.db") as journal,
        serial.Serial(cable.reader_end, timeout=10) as far,
    ):
        settings = SerialSettings("table", cable.shoe_end, LINE, Audience.TABLE)
        port = SerialPort(settings, journal.path, Still(), failures.append)
        port.start()
        with pytest.raises(JournalError) as caught:
            until_full(journal)
        assert caught.value.trouble is Trouble.FULL
        kept = journal.reader.last_event()
        assert kept % 3 == 0
        with pytest.raises(JournalError):
            journal.append((ENTRY,), 1)
        assert journal.reader.last_event() == kept
        port.wake()
        reader, seen = LineReader(), 0
        while seen < kept:
            data = far.read(max(1, far.in_waiting))
            assert data
            numbers = [one.seq for one in reader.feed(data) if isinstance(one, Line)]
            seen = max([seen, *numbers])
        filler.unlink()
        (committed,) = journal.append((ENTRY,), 1)
        assert (committed.event.ev, committed.lines[0].seq) == (kept + 1, kept + 1)
        assert port.stop()
    cable.close()
    assert failures == []
    assert verify(small / "journal.db").findings == ()


def test_a_disk_full_from_the_start_is_one_line_and_leaves_nothing(small: Path) -> None:
    """It names the journal and what to do; no empty lock stays behind."""
    with (small / "filler").open("wb", buffering=0) as filler, suppress(OSError):
        while True:
            filler.write(b"x" * 4096)
    with pytest.raises(JournalError, match=r"journal\.db: can't be locked .* make room") as caught:
        Journal.open(small / "journal.db")
    assert caught.value.trouble is Trouble.FULL
    assert os.listdir(small) == ["filler"]


def test_a_copy_on_a_medium_that_is_read_only_is_read(small: Path) -> None:
    """As a file alone it is whole; with a log beside it, it would be read without its end."""
    with Journal.open(small / "journal.db") as journal:
        journal.append((ENTRY,), 1)
        shutil.copy(small / "journal.db-wal", small / "wal")
    remount = ("mount", "-o", "remount,ro", str(small))
    subprocess.run(remount, check=True)
    with JournalReader.open(small / "journal.db") as reader:
        assert reader.last_event() == 1
    assert verify(small / "journal.db").findings == ()
    subprocess.run(("mount", "-o", "remount,rw", str(small)), check=True)
    (small / "wal").rename(small / "journal.db-wal")
    subprocess.run(remount, check=True)
    with pytest.raises(JournalError, match="has a -wal beside it"):
        JournalReader.open(small / "journal.db")


WRITER = """
import sys
from pathlib import Path
from firmware.drivers.journal import Entry, Journal, JournalError
with Journal.open(Path(sys.argv[1])) as journal:
    try:
        while True:
            journal.append((Entry("Card", "{}"),), 1)
            print("kept", journal.reader.last_event(), flush=True)
    except JournalError as error:
        print("trouble", error.trouble.value, flush=True)
    try:
        journal.append((Entry("Card", "{}"),), 1)
    except JournalError as error:
        print("again", error.trouble.value, flush=True)
"""


def test_a_disk_that_refuses_to_sync_is_not_trusted_again(tmp_path: Path) -> None:
    """The failed input is not acknowledged, later ones are refused; a new start has the rest."""
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed")
    path = tmp_path / "journal.db"
    Journal.open(path).close()
    strace = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fdatasync,fsync"]
    # The fifth sync of the log, where a commit waits for the disk.
    fault = ["-e", "inject=fdatasync:error=EIO:when=5+"]
    done = subprocess.run(
        (*strace, *fault, sys.executable, "-c", WRITER, str(path)),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    said = [line.split() for line in done.stdout.splitlines()]
    if not said:
        pytest.skip(f"strace can't trace here: {done.stderr.strip()}")
    kept = [int(number) for word, number in said if word == "kept"]
    assert [words for words in said if words[0] != "kept"] == [["trouble", "io"], ["again", "io"]]
    assert kept
    with JournalReader.open(path) as reader:
        assert reader.last_event() >= kept[-1]
    assert verify(path).findings == ()
