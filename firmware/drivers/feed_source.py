"""Shell: where a client hears a shoe: a device, a local socket, a file or standard input.

Owns opening them, and waiting for a shoe that is gone. Refuses to know what the bytes mean.
"""

from __future__ import annotations

import os
import socket
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from firmware.feed.delivery import FIRST_PAUSE_NS, longer
from firmware.feed.line import Direction, encode
from firmware.feed.message import Message

STDIN: Final = "-"
NEXT: Final = "next"
_AT_ONCE: Final = 65536
_TERMINALS: Final = Path("/dev/pts")


class WrongSource(ValueError):
    """What was named can't be heard; one line."""


class SourceFailed(OSError):
    """It could not be opened at the first try; one line."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The shoe is gone and is waited for; what comes next begins a new line."""


Heard = bytes | Lost
"""Bytes as they come; empty ones at a file's end."""


def listen(
    port: str, baud: int, begin: str, following: Callable[[], int | None]
) -> Iterator[Heard]:
    """What comes from `port`. Devices and sockets never end: they come back.

    `begin` is where a socket begins, a line's number or `next`; after a loss it goes on with line
    `following()`. Raises WrongSource at once, SourceFailed when it is first asked for bytes.
    """
    if begin != NEXT and not (begin.isascii() and begin.isdecimal() and len(begin) < 19):
        raise WrongSource(f"--from {begin}: write a line's number, or `next`")
    path = Path(port)
    try:
        mode = 0 if port == STDIN else path.stat().st_mode
    except OSError as error:
        raise WrongSource(f"{port}: {error.strerror}") from error
    if stat.S_ISSOCK(mode):
        return _again(lambda: _Socket(path, _place(begin, following)))
    if begin != NEXT:
        raise WrongSource("--from is for a local socket; everything else is heard as it comes")
    if stat.S_ISCHR(mode):
        name = _Name(path)
        return _again(lambda: _Device(name, baud))
    if stat.S_ISDIR(mode):
        raise WrongSource(f"{port} is a folder; name a device, a socket, a file, or -")
    try:
        return _file(sys.stdin.buffer if port == STDIN else path.open("rb"))
    except OSError as error:
        raise WrongSource(f"{port}: {error.strerror}") from error


def _place(begin: str, following: Callable[[], int | None]) -> str:
    seq = following()
    return begin if seq is None else str(seq)


def _file(file: Any) -> Iterator[Heard]:
    with file:
        while data := file.read1(_AT_ONCE):
            yield data
        yield b""


def _again(opened: Callable[[], _Source]) -> Iterator[Heard]:
    """What the source says; where it breaks, Lost, and what it says when it is back."""
    source = opened()
    pause_ns, told = FIRST_PAUSE_NS, False
    while True:
        with closing(source):
            while (data := source.read()) is not None:
                if data:
                    pause_ns, told = FIRST_PAUSE_NS, False
                    yield data
        if not told:
            yield Lost()
        told = True
        waiting = True
        while waiting:
            time.sleep(pause_ns / 1e9)
            pause_ns = longer(pause_ns)
            with suppress(SourceFailed):
                source = opened()
                waiting = False


class _Source(Protocol):
    def read(self) -> bytes | None:
        """What came, empty where nothing did for a second; None: it is gone."""

    def close(self) -> None:
        """Let go of it."""


class _Socket:
    """A local client's connection, from line `begin` on."""

    def __init__(self, path: Path, begin: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        sync = Message("SYNC", (("from", begin),))
        try:
            self._socket.connect(str(path))
            self._socket.sendall(encode(1, sync, Direction.TO_SHOE))
        except OSError as error:
            self._socket.close()
            text = error.strerror or str(error)
            raise SourceFailed(f"{path}: {text}; is the shoe running?") from error

    def read(self) -> bytes | None:
        try:
            return self._socket.recv(_AT_ONCE) or None
        except OSError:
            return None

    def close(self) -> None:
        self._socket.close()


class _Name:
    """A device's name, and whether what it names may be opened.

    A terminal's number is given anew as soon as it is free: the link that a dead shoe left may
    soon lead to somebody's shell. Only a new link is a new shoe.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.opened: tuple[int, int] | None = None
        """The mark of what was opened last."""

    def mark(self) -> tuple[int, int]:
        """What tells this name from a later one. SourceFailed where it is still what broke."""
        try:
            link = self.path.lstat()
            terminal = self.path.resolve().is_relative_to(_TERMINALS)
        except OSError as error:
            raise SourceFailed(f"{self.path}: {error.strerror}") from error
        mark = (link.st_ino, link.st_ctime_ns)
        again = self.opened is not None
        if terminal and again and (mark == self.opened or not stat.S_ISLNK(link.st_mode)):
            raise SourceFailed(f"{self.path}: its shoe is gone")
        return mark


class _Device:
    """A serial device, for this reader alone."""

    def __init__(self, name: _Name, baud: int) -> None:
        import serial

        mark = name.mark()
        try:
            # A time-out is silence, not the end.
            self._device = serial.Serial(str(name.path), baud, timeout=1, exclusive=True)
        except (OSError, ValueError) as error:
            raise SourceFailed(f"{name.path} can't be opened: {_why(error)}") from error
        name.opened = mark

    def read(self) -> bytes | None:
        try:
            return self._device.read(max(1, self._device.in_waiting))
        except OSError:
            return None

    def close(self) -> None:
        # What is gone may fail once more when it is let go.
        with suppress(OSError):
            self._device.close()


def _why(error: OSError | ValueError) -> str:
    """The system's word; pyserial puts its own sentence around it."""
    number = error.errno if isinstance(error, OSError) else None
    return str(error) if number is None else os.strerror(number)
