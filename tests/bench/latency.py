"""From the frame that closes a pass to the last byte of its line at the cable's far end.

The whole appliance on simulated hardware: real frames, reader, commit with fsync, pyserial on a
pseudo-terminal. Beside it the same without a journal that syncs, to show what durability costs.
A real wire adds 10 bits a byte: about 7 ms for a CARD line at 115,200 baud.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

import cv2
import serial
from rich.console import Console
from rich.table import Table

from firmware.appliance.build import Appliance
from firmware.config import (
    Config,
    EvidenceSection,
    JournalSection,
    PortKind,
    PortSection,
    TableSection,
)
from firmware.drivers.journal import JournalReader
from firmware.drivers.pty_cable import PtyCable
from firmware.feed.line import Line, LineReader
from vision.frame import Frame


def deal(folder: Path, synchronous: str) -> list[float]:
    """Milliseconds for each card of one shoe."""
    cable = PtyCable()
    profile = folder / "two.toml"
    profile.write_text('extends = "commission8"\ndecks = 4\n')
    config = Config(
        table=TableSection(profile=str(profile)),
        journal=JournalSection(str(folder / "shoe.journal")),
        evidence=EvidenceSection(str(folder / "evidence")),
        port=(PortSection(kind=PortKind.SERIAL, device=cable.shoe_end),),
    )
    handed: dict[int, float] = {}
    came: list[float] = []
    done = threading.Event()

    def timed(frames: Iterator[Frame]) -> Iterator[Frame]:
        for frame in frames:
            handed[frame.t_ns] = time.perf_counter()
            yield frame

    def listen() -> None:
        reader = LineReader()
        with serial.Serial(cable.reader_end, timeout=0.05) as port:
            while not done.is_set():
                data = port.read(max(port.in_waiting, 1))
                now = time.perf_counter()
                for one in reader.feed(data):
                    if isinstance(one, Line) and one.message.kind == "CARD":
                        came.append(now)

    listener = threading.Thread(target=listen)
    listener.start()
    while not cable.heard:
        time.sleep(0.01)
    appliance = Appliance(config, shoes=1, speed=None, kept=timed)
    # The connection is the journal's own; this is what its bench compares too.
    connection = appliance.journal.reader._connection
    assert isinstance(connection, sqlite3.Connection)
    connection.execute(f"PRAGMA synchronous = {synchronous}")
    appliance.run()
    time.sleep(0.3)
    done.set()
    listener.join()
    cable.close()
    with JournalReader.open(folder / "shoe.journal") as reader:
        seated = [json.loads(row.body)["t_ns"] for row in reader.events(kinds=("CardSeated",))]
    assert len(seated) == len(came)
    return [(at - handed[t_ns]) * 1000 for at, t_ns in zip(came, seated, strict=True)]


def main() -> None:
    """Print the table."""
    cv2.setNumThreads(1)
    table = Table(title="a card: from its pass's closing frame to the far end of the serial cable")
    for heading in ("", "cards", "median ms", "99 % ms", "worst ms"):
        table.add_column(heading, justify="right" if heading else "left")
    for name, synchronous in (("durable (fsync each)", "FULL"), ("not synced", "OFF")):
        with TemporaryDirectory() as folder:
            times = deal(Path(folder), synchronous)
        cut = quantiles(times, n=100)[98]
        row = (len(times), f"{median(times):.1f}", f"{cut:.1f}", f"{max(times):.1f}")
        table.add_row(name, *map(str, row))
    Console().print(table)


if __name__ == "__main__":
    main()
