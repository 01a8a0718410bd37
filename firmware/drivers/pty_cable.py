"""Shell: a serial cable without hardware: two pseudo-terminals and what carries bytes between them.

The shoe's end is opened by pyserial like any device, the reader's end by its name or link. As on
a real cable, bytes that nobody reads are lost; a slow reader is waited for, as there is no rate.
It can be unplugged on purpose. Refuses to know what the bytes mean.
"""

from __future__ import annotations

import errno
import os
import select
import threading
import tty
from pathlib import Path
from typing import Final

_LOOK_MS: Final = 20


class PtyCable:
    """A plugged-in cable; `shoe_end` and `reader_end` are the device names of its two ends."""

    def __init__(self, link: Path | None = None) -> None:
        self._link = link
        self._near, self.shoe_end = _terminal()
        self._far, self.reader_end = _terminal()
        if link is not None:
            link.unlink(missing_ok=True)
            link.symlink_to(self.reader_end)
        self._stop_read, self._stop_write = os.pipe()
        self._thread = threading.Thread(target=self._carry, name="pty cable", daemon=True)
        self._thread.start()

    @property
    def heard(self) -> bool:
        """Somebody holds the reader's end."""
        return not _nobody(self._far)

    def unplug(self) -> None:
        """Pull the shoe's end: its device fails and its name is gone. The reader's end stays."""
        os.write(self._stop_write, b"x")
        self._thread.join()
        os.read(self._stop_read, 1)
        os.close(self._near)
        self._near = -1

    def plug(self) -> None:
        """Put the shoe's end in again, under a new `shoe_end`."""
        self._near, self.shoe_end = _terminal()
        self._thread = threading.Thread(target=self._carry, name="pty cable", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Take the cable away, with its link."""
        if self._near >= 0:
            self.unplug()
        for handle in (self._far, self._stop_read, self._stop_write):
            os.close(handle)
        if self._link is not None:
            self._link.unlink(missing_ok=True)

    def _carry(self) -> None:
        """Copy both ways until stopped."""
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
                return
            for end, waiting in pending.items():
                if waiting:
                    pending[end] = waiting[_write(end, waiting) :]


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
