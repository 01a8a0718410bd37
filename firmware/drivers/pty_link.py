"""Shell: the name under which a cable's far end is found: a link to a terminal, for one shoe.

Owns whose name it is: a lock beside the link says whether its shoe lives, and what it wrote there
which terminal the link was. Refuses to remove anything that no shoe made.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import Final

from firmware.drivers.port import PortError

_TERMINALS: Final = "/dev/pts/"
_LONGEST: Final = 64


class PtyLink:
    """The link at `path` to the terminal `target`; PortError where the name is not to be had."""

    def __init__(self, path: Path, target: str) -> None:
        self._path, self._target = path, target
        if path.parent.resolve().is_relative_to("/dev"):
            raise PortError(
                f'pty {path}: real devices are in /dev; write kind = "serial", or a name elsewhere'
            )
        try:
            self._lock = _lock(path)
        except OSError as error:
            if isinstance(error, PortError):
                raise
            raise PortError(f"pty {path}: can't be locked ({error.strerror})") from error
        try:
            self._make_way(os.pread(self._lock, _LONGEST, 0).decode("ascii", "replace").strip())
            os.ftruncate(self._lock, 0)
            os.pwrite(self._lock, f"{target}\n".encode("ascii"), 0)
            path.symlink_to(target)
        except PortError:
            os.close(self._lock)
            raise
        except OSError as error:
            os.close(self._lock)
            raise PortError(f"pty {path}: can't be made ({error.strerror})") from error

    def close(self) -> None:
        """Take the name away, if it still is this link."""
        if self._path.is_symlink() and os.readlink(self._path) == self._target:
            self._path.unlink()
        os.close(self._lock)

    def _make_way(self, noted: str) -> None:
        """Remove the link that a shoe left when it died, or one that leads nowhere any more."""
        path = self._path
        if noted and not noted.startswith(_TERMINALS):
            raise PortError(f"pty {path}: {path}.lock is no shoe's; name another device")
        if not path.is_symlink():
            if path.exists():
                raise PortError(f"pty {path}: is no link to a terminal; name another device")
            return
        there = os.readlink(path)
        # A number of a terminal is soon another's: that it is there does not say whose it is.
        if not there.startswith(_TERMINALS) or (there != noted and os.path.exists(there)):
            raise PortError(f"pty {path}: is another program's link; name another device")
        path.unlink()


def _lock(path: Path) -> int:
    """Hold `<path>.lock` until the number is closed, or the process ends."""
    name = f"{path}.lock"
    handle = os.open(name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o644)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        raise PortError(f"pty {path}: another shoe has this name; stop it first") from error
    return handle
