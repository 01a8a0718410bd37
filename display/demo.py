"""Shell: one demonstration: the appliance, a reader at the other end of the cable, a comparison.

Starts the programs that stand at a real table: `shoe watch` on the serial line and `shoe oled` on
the local socket, each a process of its own. What they saw is held against what was dealt.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from display.compared import Compared, compare, heard
from display.demo_folder import JOURNAL, make_room
from firmware.appliance.build import Appliance
from firmware.config import (
    CameraSection,
    Config,
    EvidenceSection,
    JournalSection,
    PortKind,
    PortSection,
    TableSection,
)
from firmware.drivers.journal import JournalReader
from firmware.drivers.journal_verify import verify
from firmware.drivers.pty_cable import PtyCable
from firmware.feed.message import Audience
from vision.frame import Frame
from vision.simulated.recording import FolderSink, FrameSink, VideoSink, write_truth

PATIENCE_S = 30.0
"""How long a program may take to start, or to say what it heard last, on a busy machine."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to deal, how fast (None: full speed) and where to put what comes of it."""

    shoes: int
    seed: int
    speed: float | None
    out: Path
    keep_frames: bool
    keep_video: bool = False


@dataclass(frozen=True, slots=True)
class Performed:
    """What came of it."""

    compared: Compared
    frames: int
    pictures: int
    seconds: float


class DemoError(RuntimeError):
    """A part of the demonstration did not start or did not answer; one line."""


def perform(plan: Plan, dealt: Callable[[], None]) -> Performed:
    """Deal, listen, compare. `dealt` is called at each card. Raises DemoError, SourceError, …"""
    make_room(plan.out)
    began_s = time.monotonic()
    cable = PtyCable()
    config = _config(plan, cable.shoe_end)
    frames = _Counted(_sinks(plan))
    appliance = Appliance(config, plan.shoes, plan.speed, dealt, frames.through)
    feed = plan.out / "feed.jsonl"
    oled = ("oled", "--socket", config.port[1].device, "--out", str(plan.out / "oled"))
    with (
        _program(oled, plan.out / "oled.err", plan.out / "oled.err"),
        _program(("watch", cable.reader_end, "--json"), feed, plan.out / "feed.err") as reader,
    ):
        _wait(lambda: cable.heard, "`shoe watch` did not open the serial line")
        appliance.run()
        _wait(lambda: _all_heard(plan.out, feed), "`shoe watch` did not hear the last line")
        reader.send_signal(signal.SIGTERM)
        good = reader.wait(PATIENCE_S) == 0
        time.sleep(0.6)  # the OLED draws every half second: let it show the end
    cable.close()
    assert appliance.dealer is not None
    frames.close()
    if plan.keep_frames or plan.keep_video:
        write_truth(appliance.dealer.passes, plan.out)
    report = verify(plan.out / JOURNAL)
    compared = compare(appliance.dealer.truths, heard(feed.read_text("ascii"), good), report)
    pictures = len(list((plan.out / "oled").glob("*.png")))
    return Performed(compared, frames.count, pictures, time.monotonic() - began_s)


class _Counted:
    """Frames on their way, counted and kept in every sink."""

    def __init__(self, sinks: tuple[FrameSink, ...]) -> None:
        self._sinks = sinks
        self.count = 0

    def close(self) -> None:
        for sink in self._sinks:
            sink.close()

    def through(self, frames: Iterator[Frame]) -> Iterator[Frame]:
        for frame in frames:
            self.count += 1
            for sink in self._sinks:
                sink.write(frame)
            yield frame


def _sinks(plan: Plan) -> tuple[FrameSink, ...]:
    folder = (FolderSink(plan.out / "frames"),) if plan.keep_frames else ()
    video = (VideoSink(plan.out / "frames.avi", CameraSection().fps),) if plan.keep_video else ()
    return folder + video


def _config(plan: Plan, device: str) -> Config:
    out = plan.out
    return Config(
        table=TableSection(name="demo", profile="commission8"),
        camera=CameraSection(seed=plan.seed),
        journal=JournalSection(str(out / JOURNAL)),
        evidence=EvidenceSection(str(out / "evidence")),
        port=(
            PortSection(name="table", kind=PortKind.SERIAL, device=device),
            PortSection(
                name="local",
                kind=PortKind.SOCKET,
                device=str(out / "shoe.sock"),
                audience=Audience.PUBLIC,
            ),
        ),
    )


@contextmanager
def _program(
    words: tuple[str, ...], output: Path, errors: Path
) -> Iterator[subprocess.Popen[bytes]]:
    """A subcommand of `shoe` in a process of its own, until the block ends."""
    shoe = "from firmware.cli import main; main()"
    with output.open("wb") as said, errors.open("ab") as complaints:
        process = subprocess.Popen(
            (sys.executable, "-c", shoe, *words), stdout=said, stderr=complaints
        )
        try:
            yield process
        finally:
            if process.poll() is None:
                process.terminate()
            process.wait(PATIENCE_S)


def _wait(done: Callable[[], bool], otherwise: str) -> None:
    deadline_s = time.monotonic() + PATIENCE_S
    while not done():
        if time.monotonic() > deadline_s:
            raise DemoError(f"{otherwise} within {PATIENCE_S:.0f} s")
        time.sleep(0.05)


def _all_heard(out: Path, feed: Path) -> bool:
    """The last line of the journal has come out at the other end."""
    with JournalReader.open(out / JOURNAL) as journal:
        last = journal.last(Audience.TABLE)
    return f'"seq": {last},' in feed.read_text("ascii")
