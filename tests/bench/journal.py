"""The journal's speed beside plain ways to do less, in one run, on this disk and on a slow one.

One input is one transaction of one event with a line for each audience, synced, as while dealing.
Beside it: the same rows in SQLite without chain, guards and numbers; and an append with fsync to a
bare file, the least that anything durable costs. The slow disk is a file system on a loop device
whose writes the kernel holds to a number a second (cgroup blkio), which wants root.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from firmware.appliance.daemon import Daemon
from firmware.appliance.restore import restore
from firmware.baccarat.cards import ALL_CARDS
from firmware.codes.physical import PhysicalCard
from firmware.drivers.clock import VirtualClock
from firmware.drivers.journal import Entry, Journal, JournalReader
from firmware.drivers.journal_verify import verify
from firmware.feed.message import Message, Outgoing
from firmware.shoe import inputs as i
from firmware.shoe.state import House
from firmware.tables import load_profile

INPUTS = 3000
SLOW_INPUTS = 300
WRITES_A_SECOND = 200
"""What the slow disk takes: a worn SD card's random writes."""
MEMORY = Path("/dev/shm")
"""Without a disk only the journal's own work is left: a disk's sync takes what it takes."""
BLKIO = Path("/sys/fs/cgroup/blkio")
BODY = (
    '{"card":"8S","coup":12,"deck":3,"evidence":"57/0012-B2.jpg","seat":"B2","t_ns":123456789012}'
)
FIELDS = (("shoe", "57"), ("coup", "12"), ("seat", "B2"), ("card", "8S"), ("left", "301"))
ENTRY = Entry("CardSeated", BODY, (Outgoing(Message("CARD", FIELDS)),))


def timed(times: int, once: Callable[[], object]) -> list[float]:
    """Seconds of each call, in rising order."""
    found = []
    for _ in range(times):
        began = time.perf_counter()
        once()
        found.append(time.perf_counter() - began)
    return sorted(found)


def ours(folder: Path, times: int) -> list[float]:
    """`Journal.append`."""
    with Journal.open(folder / "journal.db") as journal:
        return timed(times, lambda: journal.append((ENTRY,), 1_767_225_600_000))


def plain(folder: Path, times: int) -> list[float]:
    """The same rows by the same SQLite, synced alike, nothing else."""
    connection = sqlite3.connect(folder / "plain.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL").fetchall()
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE events(ev INTEGER PRIMARY KEY, t, kind, body)")
    connection.execute("CREATE TABLE lines(audience, seq, ev, message)")
    text = json.dumps(dict(FIELDS))

    def once() -> None:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO events(t, kind, body) VALUES (1, 'CardSeated', ?)", (BODY,))
        for audience in ("table", "public"):
            connection.execute("INSERT INTO lines VALUES (?, 1, 1, ?)", (audience, text))
        connection.execute("COMMIT")

    found = timed(times, once)
    connection.close()
    return found


def bare(folder: Path, times: int) -> list[float]:
    """Append to a file and fsync."""
    row = (BODY + json.dumps(dict(FIELDS)) * 2).encode()
    with (folder / "bare").open("ab", buffering=0) as file:

        def once() -> None:
            file.write(row)
            os.fsync(file.fileno())

        return timed(times, once)


WAYS: dict[str, Callable[[Path, int], list[float]]] = {
    "journal": ours,
    "plain SQLite": plain,
    "bare file": bare,
}


def figures(found: list[float]) -> tuple[float, float, float]:
    """Calls a second, median and p99 in milliseconds."""
    return (
        len(found) / sum(found),
        found[len(found) // 2] * 1e3,
        found[int(len(found) * 0.99)] * 1e3,
    )


def commit_rows(table: Table, disk: str, found: dict[str, list[float]], aim: str) -> None:
    """One row a way, with its ratio to the journal."""
    base = figures(found["journal"])[0]
    for name, seconds in found.items():
        rate, median, p99 = figures(seconds)
        table.add_row(
            f"commit, {disk}: {name}",
            f"{rate:,.0f}/s, median {median:.2f} ms, p99 {p99:.2f} ms",
            aim if name == "journal" else "",
            f"x{rate / base:.2f}",
        )


@contextmanager
def slow_disk(folder: Path) -> Iterator[tuple[Path, Path]]:
    """A mounted ext4 image whose writes are throttled, and the cgroup that throttles them."""
    image, at = folder / "slow.img", folder / "slow"
    with image.open("wb") as file:
        file.truncate(64_000_000)
    subprocess.run(("mkfs.ext4", "-q", str(image)), check=True)
    at.mkdir()
    subprocess.run(("mount", "-o", "loop", str(image), str(at)), check=True)
    group = BLKIO / f"dealer-shoe-bench-{os.getpid()}"
    try:
        device = os.stat(at).st_dev
        group.mkdir()
        limit = f"{os.major(device)}:{os.minor(device)} {WRITES_A_SECOND}"
        (group / "blkio.throttle.write_iops_device").write_text(limit)
        yield at, group
    finally:
        if group.exists():
            group.rmdir()
        subprocess.run(("umount", str(at)), check=True)


def slow(table: Table, folder: Path) -> None:
    """The same on the slow disk, each way in a process inside the throttled group."""
    wants = [tool for tool in ("mkfs.ext4", "mount") if shutil.which(tool) is None]
    if os.geteuid() != 0 or wants or not (BLKIO / "blkio.throttle.write_iops_device").exists():
        table.add_row("commit, slow disk", "not measured: wants root and cgroup blkio", "", "")
        return
    with slow_disk(folder) as (at, group):
        found = {}
        for name in WAYS:
            child = subprocess.run(
                (sys.executable, __file__, name, str(at), str(group)),
                check=True,
                capture_output=True,
                text=True,
            )
            found[name] = json.loads(child.stdout)
        commit_rows(table, f"{WRITES_A_SECOND} writes/s", found, "stated")


def dealt(folder: Path, shoes: int) -> Path:
    """A journal of so many whole 8-deck shoes, by the real procedure."""
    path = folder / "shoes.db"
    clock = VirtualClock(0, 1_767_225_600_000)
    with Journal.open(path) as journal:
        house = House(load_profile("live8"))
        daemon = Daemon(journal, clock, restore(journal.reader, house))
        for shoe in range(shoes):
            daemon.take(i.ShoeLoaded(clock.now_ns(), "AB"[shoe % 2]))
            for card in (PhysicalCard(card, deck) for deck in range(1, 9) for card in ALL_CARDS):
                clock.advance(1_000_000_000)
                daemon.take(i.PassSeen(clock.now_ns(), i.Sight.CARD, card))
            if shoe < shoes - 1:
                daemon.take(i.ButtonHeld(clock.now_ns(), i.Button.VOID))
                daemon.take(i.ButtonHeld(clock.now_ns(), i.Button.SHOE))
                daemon.take(i.ButtonPressed(clock.now_ns(), i.Button.CONFIRM))
    return path


def start_rows(table: Table, folder: Path) -> None:
    """Opening with its checks and folding the open shoe, against folding from the first event."""
    path = dealt(folder, 5)
    house = House(load_profile("live8"))

    def start() -> None:
        with Journal.open(path) as journal:
            restore(journal.reader, house)

    def all_events() -> None:
        with JournalReader.open(path) as reader:
            from firmware.shoe.events import from_record
            from firmware.shoe.evolve import evolve
            from firmware.shoe.state import State

            state = State(house)
            for one in reader.events():
                state = evolve(state, from_record(one.kind, one.body))

    with JournalReader.open(path) as reader:
        events, last = reader.last_event(), reader.last_event() - reader.last_of("ShoeOpened") + 1
    found, beside = min(timed(3, start)), min(timed(2, all_events))
    table.add_row(
        f"start on a whole open shoe ({last} of {events} events)",
        f"{found:.3f} s",
        "0.3 s",
        f"all events: x{beside / found:.1f} the time",
    )
    walk = min(timed(2, lambda: verify(path)))
    table.add_row("verify", f"{events / walk:,.0f} events/s", "", "")


def main() -> None:
    """All rows, or one way's seconds as JSON inside the throttled group."""
    if len(sys.argv) > 1:
        name, at, group = sys.argv[1:]
        Path(group, "cgroup.procs").write_text(str(os.getpid()))
        found = WAYS[name](Path(at), SLOW_INPUTS)
        Path(BLKIO, "cgroup.procs").write_text(str(os.getpid()))
        sys.stdout.write(json.dumps(found))
        return
    table = Table("what", "this run", "aim", "beside", title="The journal")
    with TemporaryDirectory() as name:
        folder = Path(name)
        found = {way: run(folder, INPUTS) for way, run in WAYS.items()}
        commit_rows(table, "this disk", found, "1,500/s")
        if MEMORY.is_dir():
            with TemporaryDirectory(dir=MEMORY) as memory:
                found = {way: run(Path(memory), INPUTS) for way, run in WAYS.items()}
            commit_rows(table, "no disk", found, "1,500/s")
        slow(table, folder)
        start_rows(table, folder)
    Console(width=150).print(table)


if __name__ == "__main__":
    main()
