"""The cable without hardware behaves as one: carries, loses what nobody reads, is pulled."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from firmware.drivers.pty_cable import PtyCable

PATIENCE_S = 20.0


@pytest.fixture
def cable(tmp_path: Path) -> Iterator[PtyCable]:
    cable = PtyCable(tmp_path / "tty")
    yield cable
    cable.close()
    assert not (tmp_path / "tty").is_symlink()


def test_it_carries_bytes_both_ways_unchanged(cable: PtyCable, tmp_path: Path) -> None:
    """All byte values, more than the terminals hold at once."""
    data = bytes(range(256)) * 64
    with (
        serial.Serial(cable.shoe_end, timeout=PATIENCE_S) as shoe,
        serial.Serial(str(tmp_path / "tty"), timeout=PATIENCE_S) as far,
    ):
        sending = threading.Thread(target=shoe.write, args=(data,))
        sending.start()
        assert far.read(len(data)) == data
        sending.join()
        far.write(data[:512])
        assert shoe.read(512) == data[:512]


def test_what_nobody_reads_is_lost_and_never_stops_the_sender(cable: PtyCable) -> None:
    """As on copper: the reader who comes later hears what is said then."""
    with serial.Serial(cable.shoe_end, timeout=PATIENCE_S, write_timeout=PATIENCE_S) as shoe:
        shoe.write(b"early" * 20_000)
        with serial.Serial(cable.reader_end, timeout=PATIENCE_S) as far:
            said = threading.Event()

            def say() -> None:
                while not said.wait(0.02):
                    shoe.write(b"late")

            saying = threading.Thread(target=say)
            saying.start()
            heard = b""
            while not heard.endswith(b"late"):
                heard += far.read(1)
            said.set()
            saying.join()
    # All but what was under way when the reader came.
    assert len(heard) < 50_000


def test_closing_waits_until_the_reader_has_it_all(cable: PtyCable, tmp_path: Path) -> None:
    """A terminal that closes throws away what it holds: the last lines of a run must not go."""
    data = b"x" * 20_000
    with serial.Serial(str(tmp_path / "tty"), timeout=PATIENCE_S) as far:
        with serial.Serial(cable.shoe_end) as shoe:
            sending = threading.Thread(target=shoe.write, args=(data,))
            sending.start()
            got = far.read(10_000)
            sending.join()
        closing = threading.Thread(target=cable.close)
        closing.start()
        got += far.read(10_000)
        closing.join()
    assert got == data


def test_pulled_and_plugged_in_again(cable: PtyCable) -> None:
    """The shoe's device fails, the reader's stays and hears the new one."""
    with serial.Serial(cable.reader_end, timeout=PATIENCE_S) as far:
        with serial.Serial(cable.shoe_end) as shoe:
            shoe.write(b"one")
            assert far.read(3) == b"one"
            cable.unplug()
            with pytest.raises(serial.SerialException):
                shoe.write(b"two")
        cable.plug()
        with serial.Serial(cable.shoe_end) as shoe:
            shoe.write(b"two")
            assert far.read(3) == b"two"
