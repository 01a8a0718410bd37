"""Shell: a one-way serial port of the feed: every recorded line in order, behind what it sent last.

Owns the device, its thread and what happens when it is unplugged. Refuses to know what lines mean
and never makes the daemon wait. Two-way delivery (acknowledge, resend) will stand beside it.
"""

from __future__ import annotations

import termios
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Protocol

import serial

from firmware.drivers.clock import Clock, SystemClock
from firmware.drivers.journal import Cursors, JournalError, JournalReader, Trouble
from firmware.drivers.port import PortState, PortStatus, PortThread
from firmware.feed.delivery import FIRST_PAUSE_NS, PING, Due, Pace, Snapshots, longer, with_next
from firmware.feed.dialects import Dialect
from firmware.feed.line import shortened
from firmware.feed.message import Audience, Message

_S: Final = 1_000_000_000
_AT_ONCE: Final = 50
"""Lines written before it waits for the wire and notes how far it came."""
_BITS: Final = 10
"""On the wire for a byte at 8N1."""
_DRAIN_STEP_S: Final = 0.002


@dataclass(frozen=True, slots=True)
class SerialSettings:
    """A one-way port: its device by name, rate, dialect, readers, seconds between snapshots."""

    name: str
    device: str
    dialect: Dialect
    audience: Audience
    baud: int = 115_200
    snapshot_s: float = 30.0
    ping_s: float = 1.0
    fifo_bytes: int = 512
    """What an adapter may hold when the kernel has let go (FTDI's largest); lost if pulled."""


class Device(Protocol):
    """What the port asks of an open device (pyserial's Serial is one)."""

    @property
    def out_waiting(self) -> int:
        """Bytes that the kernel still holds. OSError if the device is gone."""
        ...

    def write(self, data: bytes, /) -> int | None:
        """Hand over bytes; an error after the write time-out."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...


def open_serial(settings: SerialSettings) -> Device:
    """The real device, or a pseudo-terminal, by pyserial: 8N1, no flow control, for us alone."""
    longest_s = 512 * _BITS / settings.baud
    return serial.Serial(
        settings.device,
        baudrate=settings.baud,
        timeout=0,
        write_timeout=1.0 + 3 * longest_s,
        exclusive=True,
    )


class SerialPort:
    """Sends HELLO, STATE, then every line of its audience; again from its place after a loss."""

    def __init__(
        self,
        settings: SerialSettings,
        journal: Path,
        snapshots: Snapshots,
        failed: Callable[[BaseException], None],
        opened: Callable[[SerialSettings], Device] = open_serial,
        clock: Clock | None = None,
    ) -> None:
        self._settings = settings
        self._journal = journal
        self._snapshots = snapshots
        self._opened = opened
        self._clock = clock or SystemClock()
        self._wake = threading.Event()
        self._stopping = threading.Event()
        self._written = 0
        self._under_way: deque[tuple[int, int]] = deque()
        """Lines handed over, and when (ns) each has certainly left the adapter."""
        self._told: deque[Message] = deque(maxlen=16)
        self._thread = PortThread(settings.name, self._work, failed)
        self.status = PortStatus(settings.name, PortState.ABSENT)
        """Replaced whole; may be read from any thread."""

    def start(self) -> None:
        """Begin; from then on no line of the journal passes this port by."""
        self._written = self._place()
        self.status = replace(self.status, sent=self._written)
        self._thread.start()

    def wake(self) -> None:
        """Something was committed. Returns at once."""
        self._wake.set()

    def tell(self, message: Message) -> None:
        """Send a message that is no event (FAULT). Returns at once."""
        self._told.append(message)
        self._wake.set()

    def stop(self, wait_s: float = 5.0) -> bool:
        """Send what is recorded, as far as the device takes it, and end. False: still at it."""
        self._stopping.set()
        self._wake.set()
        return self._thread.join(wait_s)

    def _work(self) -> None:
        cursors = Cursors.open(self._journal)
        try:
            with JournalReader.open(self._journal) as reader:
                self._keep_open(reader, cursors)
        finally:
            cursors.close()
            self.status = replace(self.status, state=PortState.CLOSED)

    def _place(self) -> int:
        """Where it goes on; new to this journal, it begins with what comes, not with its past."""
        name = self._settings.name
        cursors = Cursors.open(self._journal)
        try:
            at = cursors.at(name)
            if at is None:
                with JournalReader.open(self._journal) as reader:
                    at = reader.last(self._settings.audience)
                cursors.move(name, at)
            return at
        finally:
            cursors.close()

    def _keep_open(self, reader: JournalReader, cursors: Cursors) -> None:
        pause_ns = FIRST_PAUSE_NS
        while True:
            try:
                device = self._opened(self._settings)
            except (OSError, ValueError) as error:
                self._lost(PortState.ABSENT, error)
            else:
                try:
                    self._greet(device)
                    pause_ns = FIRST_PAUSE_NS
                    self._talk(device, reader, cursors)
                    return
                except JournalError:
                    raise
                except (OSError, termios.error) as error:
                    self._lost(PortState.LOST, error)
                finally:
                    _close(device)
            if self._stopping.wait(pause_ns / _S):
                return
            pause_ns = longer(pause_ns)

    def _lost(self, state: PortState, error: Exception) -> None:
        # What was under way may be gone with the device: it is sent again.
        self._written = self.status.sent
        self._under_way.clear()
        why = " ".join(str(error).split()) or type(error).__name__
        self.status = replace(self.status, state=state, why=why)

    def _greet(self, device: Device) -> None:
        audience = self._settings.audience
        hello = with_next(self._snapshots.hello(audience), self._written + 1)
        for message in (hello, self._snapshots.state(audience)):
            self._say(device, 0, message)
        self._drain(device)
        self.status = replace(self.status, state=PortState.OPEN, why="")

    def _talk(self, device: Device, reader: JournalReader, cursors: Cursors) -> None:
        settings, clock = self._settings, self._clock
        now = clock.now_ns()
        pace = Pace(int(settings.ping_s * _S), int(settings.snapshot_s * _S), now, now)
        while True:
            stopping = self._stopping.is_set()
            self._note_arrived(device, cursors)
            self._wake.clear()
            while self._told:
                self._say(device, 0, self._told.popleft())
                pace = pace.spoke(clock.now_ns())
            lines = reader.lines(settings.audience, self._written, _AT_ONCE)
            match pace.due(clock.now_ns(), bool(lines)):
                case Due.LINES:
                    for line in lines:
                        self._say(device, line.seq, line.message)
                    self._drain(device)
                    self._written = lines[-1].seq
                    now = clock.now_ns()
                    self._under_way.append(
                        (self._written, now + self._wire_ns(settings.fifo_bytes))
                    )
                    pace = pace.spoke(now)
                case Due.SNAPSHOT:
                    self._say(device, 0, self._snapshots.state(settings.audience))
                    self._drain(device)
                    pace = pace.snapped(clock.now_ns())
                case Due.PING:
                    self._say(device, 0, PING)
                    self._drain(device)
                    pace = pace.spoke(clock.now_ns())
                case Due.NOTHING if stopping and not self._under_way:
                    return
                case Due.NOTHING:
                    now = clock.now_ns()
                    waits = [pace.wait_ns(now), *(end - now for _, end in self._under_way)]
                    self._wake.wait(max(0, min(waits)) / _S)

    def _note_arrived(self, device: Device, cursors: Cursors) -> None:
        """Move the port's place behind lines that have left the adapter, if it is still there."""
        now, arrived = self._clock.now_ns(), 0
        while self._under_way and self._under_way[0][1] <= now:
            arrived, _ = self._under_way.popleft()
        if arrived:
            _held(device)  # raises where the device was pulled meanwhile
            why = _noted(cursors, self._settings.name, arrived)
            self.status = replace(self.status, sent=arrived, why=why)

    def _say(self, device: Device, seq: int, message: Message) -> None:
        data = self._settings.dialect.encode(seq, message if seq else shortened(message))
        if data and device.write(data) != len(data):
            raise OSError("the device took only part of a line")

    def _drain(self, device: Device) -> None:
        """Until the bytes have left; tcdrain would do the same without an end."""
        deadline_ns = self._clock.now_ns() + 2 * _S + 2 * self._wire_ns(_held(device))
        while _held(device):
            if self._clock.now_ns() > deadline_ns:
                raise OSError("the device does not send what it took")
            self._stopping.wait(_DRAIN_STEP_S)

    def _wire_ns(self, size: int) -> int:
        return size * _BITS * _S // self._settings.baud


def _held(device: Device) -> int:
    """Bytes the kernel has not handed over yet. OSError if the device is gone."""
    return device.out_waiting


def _noted(cursors: Cursors, name: str, seq: int) -> str:
    """Note how far the port came. On a full disk a restart will repeat lines; why, else empty."""
    try:
        cursors.move(name, seq)
    except JournalError as error:
        if error.trouble not in (Trouble.FULL, Trouble.BUSY):
            raise
        return str(error)
    return ""


def _close(device: Device) -> None:
    # An unplugged device has nothing left to close.
    with suppress(OSError, termios.error):
        device.close()
