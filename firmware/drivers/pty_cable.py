"""Shell: a serial cable without hardware: two pseudo-terminals and what carries bytes between them.

The shoe's end is opened by pyserial like any device, the reader's end by its name or link. As on
a real cable, bytes that nobody reads are lost; a slow reader is waited for, as there is no rate.
It can be unplugged on purpose. Refuses to know what the bytes mean.
"""

from __future__ import annotations

import errno
import fcntl
import os
import select
import sys
import termios
import threading
import time
import tty
from pathlib import Path
from typing import Final

from firmware.drivers.pty_link import PtyLink

_LOOK_MS: Final = 20
_CLOSING_S: Final = 2.0
# The kernel moves bytes from one end to the other a little later: one empty look proves nothing.
_QUIET_LOOKS: Final = 5
_AT_ONCE: Final = b"x"
_WHEN_READ: Final = b"r"


class PtyCable:
    """A plugged-in cable; `shoe_end` and `reader_end` are the device names of its two ends.

    `link` is one more name of the reader's end. PortError where that can't be had.
    """

    def __init__(self, link: Path | None = None) -> None:
        self._near, self.shoe_end = _terminal()
        self._far, self.reader_end = _terminal()
        try:
            self._link = None if link is None else PtyLink(link, self.reader_end)
        except BaseException:
            os.close(self._near)
            os.close(self._far)
            raise
        self._stop_read, self._stop_write = os.pipe()
        self._thread = threading.Thread(target=self._carry, name="pty cable", daemon=True)
        self._thread.start()

    @property
    def heard(self) -> bool:
        """Somebody holds the reader's end."""
        return not _nobody(self._far)

    def unplug(self) -> None:
        """Pull the shoe's end: its device fails and its name is gone. The reader's end stays."""
        self._stop(_AT_ONCE)

    def plug(self) -> None:
        """Put the shoe's end in again, under a new `shoe_end`."""
        self._near, self.shoe_end = _terminal()
        self._thread = threading.Thread(target=self._carry, name="pty cable", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Take the cable away, with its link, when a reader has taken what was sent to it.

        One that holds its end and does not read is waited for two seconds.
        """
        if self._far < 0:
            return
        if self._near >= 0:
            self._stop(_WHEN_READ)
        for handle in (self._far, self._stop_read, self._stop_write):
            os.close(handle)
        self._far = -1
        if self._link is not None:
            self._link.close()

    def _stop(self, how: bytes) -> None:
        os.write(self._stop_write, how)
        self._thread.join()
        os.close(self._near)
        self._near = -1

    def _carry(self) -> None:
        """Copy both ways until stopped."""
        ends_s: float | None = None
        quiet_looks = 0
        pending = {self._near: b"", self._far: b""}
        other = {self._near: self._far, self._far: self._near}
        while True:
            # What an end wrote before it was let go is still there to be read.
            for end in pending:
                if not pending[other[end]]:
                    pending[other[end]] = _read(end)
            poll = select.poll()
            poll.register(self._stop_read, select.POLLIN)
            for end, waiting in pending.items():
                if _nobody(end):
                    pending[end] = b""  # what would come out at an end that nobody holds is lost
                else:
                    reads = 0 if pending[other[end]] else select.POLLIN
                    poll.register(end, reads | (select.POLLOUT if waiting else 0))
            # Nothing tells that somebody has opened an end again: look now and then.
            if self._stop_read in dict(poll.poll(_LOOK_MS)):
                if os.read(self._stop_read, 1) == _AT_ONCE:
                    return
                ends_s = time.monotonic() + _CLOSING_S
            for end, waiting in pending.items():
                if waiting:
                    pending[end] = waiting[_write(end, waiting) :]
            if ends_s is not None:
                quiet_looks = quiet_looks + 1 if self._read_up(pending) else 0
                if quiet_looks >= _QUIET_LOOKS or time.monotonic() > ends_s:
                    return

    def _read_up(self, pending: dict[int, bytes]) -> bool:
        """Nothing from the shoe is on its way: a terminal that closes throws away what it holds."""
        if not pending[self._far]:
            pending[self._far] = _read(self._near)
        return not pending[self._far] and (_nobody(self._far) or not _unread(self.reader_end))


def _terminal() -> tuple[int, str]:
    """A raw pseudo-terminal that nobody holds at its named end; that end's name."""
    master, slave = os.openpty()
    name = os.ttyname(slave)
    tty.setraw(slave)
    # Opened once and closed: from now on the master tells whether somebody holds the other end.
    os.close(slave)
    os.set_blocking(master, False)
    return master, name


def _nobody(end: int) -> bool:
    poll = select.poll()
    poll.register(end, 0)
    return any(event & select.POLLHUP for _, event in poll.poll(0))


def _unread(name: str) -> bool:
    """Bytes that have come out at a terminal's named end and nobody has taken yet."""
    handle = os.open(name, os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
    try:
        return int.from_bytes(fcntl.ioctl(handle, termios.FIONREAD, bytes(4)), sys.byteorder) > 0
    finally:
        os.close(handle)


def _read(end: int) -> bytes:
    try:
        return os.read(end, 4096)
    except OSError as error:
        if error.errno in (errno.EIO, errno.EAGAIN):
            return b""
        raise


def _write(end: int, data: bytes) -> int:
    try:
        return os.write(end, data)
    except OSError as error:
        if error.errno in (errno.EIO, errno.EAGAIN):
            return 0
        raise
