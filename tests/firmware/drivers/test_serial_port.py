"""The one-way serial port over a real pseudo-terminal: all that is recorded, in order."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
import serial

from firmware.drivers.clock import VirtualClock
from firmware.drivers.journal import Cursors, Entry, Journal
from firmware.drivers.port import PortState
from firmware.drivers.pty_cable import PtyCable
from firmware.drivers.serial_port import Device, SerialPort, SerialSettings, open_serial
from firmware.feed.dialects import LINE
from firmware.feed.line import Defect, Line, LineReader
from firmware.feed.message import Audience, Message, Outgoing

PATIENCE_S = 20.0
HELLO = Message("HELLO", (("proto", "1"), ("next", "?"), ("mode", "test")))
STATE = Message("STATE", (("phase", "coup"),))


class Still:
    """Snapshots that never change."""

    def hello(self, audience: Audience) -> Message:
        return HELLO

    def state(self, audience: Audience) -> Message:
        return Message("STATE", (("for", audience.value),))

    def history(self, audience: Audience) -> tuple[Message, ...]:
        return ()

    def prompt(self, audience: Audience) -> Message:
        return Message("PROMPT")


@dataclass
class Far:
    """A program at the reader's end of the cable."""

    device: serial.Serial
    reader: LineReader = field(default_factory=LineReader)
    waiting: list[Line | Defect] = field(default_factory=list)

    def next(self) -> Line | Defect:
        while not self.waiting:
            data = self.device.read(max(1, self.device.in_waiting))
            assert data, "nothing came"
            self.waiting += self.reader.feed(data)
        return self.waiting.pop(0)

    def line(self) -> tuple[int, str]:
        """The next line that is no sign of life: its number and kind."""
        while True:
            found = self.next()
            assert isinstance(found, Line)
            if found.message.kind != "PING":
                return found.seq, found.message.kind

    def take(self, count: int) -> list[tuple[int, str]]:
        return [self.line() for _ in range(count)]


@pytest.fixture
def cable(tmp_path: Path) -> Iterator[PtyCable]:
    cable = PtyCable(tmp_path / "table.tty")
    yield cable
    cable.close()


@pytest.fixture
def far(cable: PtyCable, tmp_path: Path) -> Iterator[Far]:
    with serial.Serial(str(tmp_path / "table.tty"), timeout=PATIENCE_S) as device:
        yield Far(device)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "journal.db") as journal:
        yield journal


@pytest.fixture
def failures() -> Iterator[list[BaseException]]:
    """What a port's thread ended with; a test that expects none checks that here."""
    failures: list[BaseException] = []
    yield failures
    assert failures == []


def settings(cable: PtyCable) -> SerialSettings:
    return SerialSettings("table", cable.shoe_end, LINE, Audience.TABLE, snapshot_s=0)


def deal(journal: Journal, count: int) -> None:
    for n in range(count):
        one = Outgoing(Message("CARD", (("n", str(n)),)))
        journal.append((Entry("CardDrawn", str(n), (one,)),), 1000 + n)


def test_it_greets_then_sends_every_line_in_order(
    cable: PtyCable, far: Far, journal: Journal, failures: list[BaseException]
) -> None:
    """HELLO names the next number, STATE follows, then the lines recorded before and after."""
    port = SerialPort(settings(cable), journal.path, Still(), failures.append)
    cursors = Cursors.open(journal.path)
    cursors.move("table", 0)
    cursors.close()
    deal(journal, 3)
    port.start()
    hello = far.next()
    assert isinstance(hello, Line)
    assert hello.message.get("next") == "1"
    assert far.take(4) == [(0, "STATE"), (1, "CARD"), (2, "CARD"), (3, "CARD")]
    deal(journal, 200)
    port.wake()
    assert far.take(200) == [(n, "CARD") for n in range(4, 204)]
    assert port.stop()
    assert (port.status.sent, port.status.state) == (203, PortState.CLOSED)


def test_stopping_sends_what_is_recorded_first(
    cable: PtyCable, far: Far, journal: Journal, failures: list[BaseException]
) -> None:
    """A port that ends leaves nothing committed behind, if its device takes it."""
    port = SerialPort(settings(cable), journal.path, Still(), failures.append)
    port.start()
    assert far.take(2) == [(0, "HELLO"), (0, "STATE")]
    deal(journal, 120)
    assert port.stop()
    assert far.take(120) == [(n, "CARD") for n in range(1, 121)]


def test_after_a_restart_it_goes_on_behind_what_it_sent(
    cable: PtyCable, far: Far, journal: Journal, failures: list[BaseException]
) -> None:
    """The place is kept in the journal's file, by the port's name."""
    for first in (1, 6):
        port = SerialPort(settings(cable), journal.path, Still(), failures.append)
        port.start()
        hello = far.next()
        assert isinstance(hello, Line)
        assert hello.message.get("next") == str(first)
        assert far.line() == (0, "STATE")
        deal(journal, 5)
        port.wake()
        assert far.take(5) == [(n, "CARD") for n in range(first, first + 5)]
        assert port.stop()


def test_a_port_new_to_a_journal_begins_with_what_comes(
    cable: PtyCable, far: Far, journal: Journal, failures: list[BaseException]
) -> None:
    """A display added after a year is not sent the year."""
    deal(journal, 5)
    port = SerialPort(settings(cable), journal.path, Still(), failures.append)
    port.start()
    assert far.take(2) == [(0, "HELLO"), (0, "STATE")]
    deal(journal, 1)
    port.wake()
    assert far.line() == (6, "CARD")
    assert port.stop()


def test_unplugged_and_plugged_in_again_nothing_is_lost(
    cable: PtyCable, far: Far, journal: Journal, failures: list[BaseException]
) -> None:
    """The loss is said in the status; on return it greets and goes on, again rather than never."""
    states: queue.Queue[PortState] = queue.Queue()
    device_name = [cable.shoe_end]

    def by_name(given: SerialSettings) -> Device:
        # As a name under /dev/serial/by-id does, it leads to whatever is plugged in now.
        states.put(port.status.state)
        return open_serial(replace(given, device=device_name[0]))

    port = SerialPort(settings(cable), journal.path, Still(), failures.append, by_name)
    port.start()
    assert states.get(timeout=PATIENCE_S) is PortState.ABSENT
    deal(journal, 3)
    port.wake()
    assert far.take(5) == [(0, "HELLO"), (0, "STATE"), (1, "CARD"), (2, "CARD"), (3, "CARD")]
    cable.unplug()
    deal(journal, 3)
    port.wake()
    assert states.get(timeout=PATIENCE_S) is PortState.LOST
    assert states.get(timeout=PATIENCE_S) is PortState.ABSENT
    assert port.status.why
    cable.plug()
    device_name[0] = cable.shoe_end
    seen = [far.line()]
    while seen[-1] != (6, "CARD"):
        seen.append(far.line())
    numbers = [seq for seq, kind in seen if kind == "CARD"]
    assert seen[:2] == [(0, "HELLO"), (0, "STATE")]
    # At a cut it can't know which of the last lines arrived: some may come twice, none is missing.
    assert numbers == list(range(numbers[0], 7))
    assert numbers[0] <= 4
    assert port.stop()


def test_a_missing_device_is_said_and_tried_again(
    journal: Journal, failures: list[BaseException]
) -> None:
    """It never ends the process, and it ends at once when told to."""
    tries: queue.Queue[str] = queue.Queue()

    def absent(given: SerialSettings) -> Device:
        tries.put(given.device)
        return open_serial(given)

    missing = SerialSettings("table", "/dev/no-such-device", LINE, Audience.TABLE)
    port = SerialPort(missing, journal.path, Still(), failures.append, absent)
    port.start()
    assert [tries.get(timeout=PATIENCE_S) for _ in range(2)] == ["/dev/no-such-device"] * 2
    assert port.status.state is PortState.ABSENT
    assert "no-such-device" in port.status.why
    assert port.stop()


def test_silence_is_broken_by_a_sign_of_life_and_snapshots(
    cable: PtyCable, far: Far, journal: Journal, failures: list[BaseException]
) -> None:
    """PING when nothing happens, STATE at its interval, FAULT when told."""
    quick = replace(settings(cable), ping_s=0.02, snapshot_s=0.1)
    port = SerialPort(quick, journal.path, Still(), failures.append)
    port.start()
    kinds: list[str] = []
    while "PING" not in kinds or kinds.count("STATE") < 3:
        found = far.next()
        assert isinstance(found, Line)
        kinds.append(found.message.kind)
    port.tell(Message("FAULT", (("why", "disk"),)))
    while found != Line(0, Message("FAULT", (("why", "disk"),))):
        found = far.next()
    assert port.stop()


class Adapter:
    """A device that remembers what it was given and can be pulled."""

    def __init__(self) -> None:
        self.lines: queue.Queue[Line | Defect] = queue.Queue()
        self.pulled = threading.Event()
        self._reader = LineReader()

    @property
    def out_waiting(self) -> int:
        if self.pulled.is_set():
            raise OSError("pulled")
        return 0

    def write(self, data: bytes, /) -> int:
        for line in self._reader.feed(data):
            self.lines.put(line)
        return len(data)

    def close(self) -> None:
        pass

    def until(self, seq: int) -> list[int]:
        """Numbers of the lines given up to `seq`."""
        seen: list[int] = []
        while not seen or seen[-1] != seq:
            line = self.lines.get(timeout=PATIENCE_S)
            assert isinstance(line, Line)
            seen.append(line.seq)
        return seen


def test_what_an_adapter_may_still_have_held_is_sent_again(
    journal: Journal, failures: list[BaseException]
) -> None:
    """Handed over is not arrived: the place moves when the adapter's memory must be empty."""
    clock, adapters = VirtualClock(), [Adapter(), Adapter()]
    waiting = iter(adapters)
    port = SerialPort(
        SerialSettings("table", "usb", LINE, Audience.TABLE, snapshot_s=0),
        journal.path,
        Still(),
        failures.append,
        lambda _: next(waiting),
        clock,
    )
    port.start()
    deal(journal, 3)
    port.wake()
    assert adapters[0].until(3) == [0, 0, 1, 2, 3]
    assert port.status.sent == 0
    adapters[0].pulled.set()
    clock.advance(60_000_000_000)
    port.wake()
    assert adapters[1].until(3) == [0, 0, 1, 2, 3]
    clock.advance(60_000_000_000)
    port.wake()
    assert port.stop()
    assert port.status.sent == 3


class Stuck:
    """A device that takes bytes and never sends them."""

    out_waiting = 7

    def __init__(self) -> None:
        self.closed = threading.Event()

    def write(self, data: bytes, /) -> int:
        return len(data)

    def close(self) -> None:
        self.closed.set()


def test_a_device_that_sends_nothing_is_closed_and_counts_as_lost(
    journal: Journal, failures: list[BaseException]
) -> None:
    """What it holds is not taken as delivered."""
    stuck = Stuck()

    class Jump:
        """A clock on which every look is a second later."""

        now = 0

        def now_ns(self) -> int:
            self.now += 1_000_000_000
            return self.now

        def wall_ms(self) -> int:
            return 0

    fast = SerialSettings("table", "stuck", LINE, Audience.TABLE)
    port = SerialPort(fast, journal.path, Still(), failures.append, lambda _: stuck, Jump())
    deal(journal, 1)
    port.start()
    assert stuck.closed.wait(PATIENCE_S)
    assert port.stop()
    assert port.status.why == "the device does not send what it took"


def test_an_exception_in_the_thread_is_handed_on(journal: Journal) -> None:
    """A port never dies alone: whoever owns the process is told."""
    told: queue.Queue[BaseException] = queue.Queue()

    def broken(_: SerialSettings) -> Device:
        raise RuntimeError("broken")

    port = SerialPort(
        SerialSettings("table", "x", LINE, Audience.TABLE), journal.path, Still(), told.put, broken
    )
    port.start()
    assert str(told.get(timeout=PATIENCE_S)) == "broken"
