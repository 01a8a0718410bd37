"""Pure: the feed's dialect `line`: messages to bytes and back, whatever the wire did to them.

Owns the form of a line, its escapes, its CRC and its limit (docs/feed.md). Refuses to know what a
kind or a key means, and what brought the bytes.
"""

from __future__ import annotations

import re
from binascii import crc_hqx
from dataclasses import dataclass
from enum import Enum
from typing import Final

from firmware.feed.message import Message

MAX_BYTES: Final = 512
"""Longest line with its CRLF; no line is ever cut to fit."""
END: Final = b"\r\n"
_MAX_BODY: Final = MAX_BYTES - len(END)

_KIND: Final = r"[A-Z][A-Z0-9_]*"
_KEY: Final = r"[A-Za-z][A-Za-z0-9_.-]*"
# What a value may show as it is: visible ASCII but the three signs that give a line its form.
_VALUE: Final = r"(?:[!-$&-)+-<>-~]|%[0-9A-F]{2})*"
_BODY: Final = re.compile(rf"(0|[1-9][0-9]{{0,18}}) ({_KIND})((?: {_KEY}={_VALUE})*)")
_IS_KIND: Final = re.compile(_KIND)
_IS_KEY: Final = re.compile(_KEY)
_ESCAPED: Final = re.compile(rb"%([0-9A-F]{2})")
_TO_ESCAPE: Final = re.compile(rb"[^!-$&-)+-<>-~]")
_WHOLE: Final = re.compile(rb"\*[0-9A-F]{4}\Z")


class Direction(Enum):
    """Who speaks; the value is the sign that begins such a line."""

    FROM_SHOE = "!"
    TO_SHOE = "?"


class Fault(Enum):
    """Why bytes are no line."""

    CRC = "crc"
    """The line is whole in form, its sum is wrong."""
    TORN = "torn"
    """A line that lost its end, or that another one broke into."""
    LONG = "long"
    """More bytes than a line may have, without an end."""
    NOISE = "noise"
    """Bytes in which no line begins."""
    FORM = "form"
    """The sum is right, the text is not a line of this dialect: the sender's mistake."""


class LineTooLong(ValueError):
    """A message that no line can hold. Whoever made it must spread it over several."""


class BadLine(ValueError):
    """A text that is no line of this dialect."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line read whole: its number (0: no event, or the host's own) and its message."""

    seq: int
    message: Message


@dataclass(frozen=True, slots=True)
class Defect:
    """Bytes that are no line, why, and how many they were; `raw` keeps at most a line's length."""

    fault: Fault
    raw: bytes
    size: int


def crc(data: bytes) -> int:
    """CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF, not reflected (123456789: 0x29B1)."""
    return crc_hqx(data, 0xFFFF)


def escape(value: str) -> str:
    """The value in visible ASCII: its UTF-8 bytes, `%XX` for space, `*`, `%`, `=` and the rest."""
    raw = value.encode("utf-8")
    return _TO_ESCAPE.sub(lambda found: b"%%%02X" % found[0][0], raw).decode("ascii")


def unescape(value: str) -> str:
    """The value behind its escapes; BadLine where its bytes are no UTF-8."""
    raw = _ESCAPED.sub(lambda found: bytes((int(found[1], 16),)), value.encode("ascii"))
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadLine(f"{value!r} is no UTF-8") from error


def encode(seq: int, message: Message, direction: Direction = Direction.FROM_SHOE) -> bytes:
    """The line with its CRLF. LineTooLong beyond 512 bytes, ValueError for names no line allows."""
    if seq < 0:
        raise ValueError(f"a line's number is never negative: {seq}")
    if not _IS_KIND.fullmatch(message.kind):
        raise ValueError(f"{message.kind!r} is no kind; a kind is upper-case ASCII")
    for key, _ in message.fields:
        if not _IS_KEY.fullmatch(key):
            raise ValueError(f"{message.kind}: {key!r} is no key; a key is ASCII without signs")
    words = (str(seq), message.kind, *(f"{key}={escape(value)}" for key, value in message.fields))
    body = " ".join(words).encode("ascii")
    line = b"%s%s*%04X%s" % (direction.value.encode("ascii"), body, crc(body), END)
    if len(line) > MAX_BYTES:
        raise LineTooLong(f"{message.kind} needs {len(line)} bytes, a line has {MAX_BYTES}")
    return line


def shortened(message: Message) -> Message:
    """The message itself, or one that fits a line: its longest values end in `…`.

    For lines with number 0 alone (a text for people, a list that grew): a port that fails over one
    would take the shoe with it. Numbered lines are refused before they are recorded.
    """
    while True:
        try:
            encode(0, message)
        except LineTooLong:
            if all(len(value) < 2 for _, value in message.fields):
                raise
            key, value = max(message.fields, key=lambda pair: len(escape(pair[1])))
            cut = value.rstrip("…")
            shorter = (key, f"{cut[: len(cut) * 3 // 4]}…")
            fields = tuple(shorter if pair == (key, value) else pair for pair in message.fields)
            message = Message(message.kind, fields)
        else:
            return message


def parse(text: str, direction: Direction = Direction.FROM_SHOE) -> Line:
    """A line's text without CRC and CRLF (`?1 LOCK`), as scripts write it. BadLine if it is none.

    Numbers are decimal without leading zeros; escapes are upper case; a key comes once.
    """
    if not text.startswith(direction.value):
        raise BadLine(f"{text!r} does not begin with {direction.value}")
    found = _BODY.fullmatch(text, 1)
    if found is None:
        raise BadLine(f"{text!r} is not {direction.value}<number> <KIND> key=value…")
    pairs = (word.split("=") for word in found[3].split())
    try:
        message = Message(found[2], tuple((key, unescape(value)) for key, value in pairs))
    except BadLine:
        raise
    except ValueError as error:
        raise BadLine(str(error)) from error
    return Line(int(found[1]), message)


def decode(raw: bytes, direction: Direction = Direction.FROM_SHOE) -> Line | Defect:
    """One line without its CRLF, or why it is none."""
    mark = direction.value.encode("ascii")
    if not raw.startswith(mark):
        return _defect(Fault.NOISE, raw)
    if not _WHOLE.search(raw):
        return _defect(Fault.TORN, raw)
    if crc(raw[1:-5]) != int(raw[-4:], 16):
        return _defect(Fault.CRC, raw)
    if len(raw) > _MAX_BODY:
        return _defect(Fault.LONG, raw)
    try:
        return parse(raw[:-5].decode("ascii"), direction)
    except (BadLine, UnicodeDecodeError):
        return _defect(Fault.FORM, raw)


class LineReader:
    """Bytes as they come, in any pieces, to lines and named defects, in their order.

    After any damage it is good again at the next line that is whole, even if that line follows
    a torn one without an end between them. It holds at most one line's bytes.
    """

    def __init__(self, direction: Direction = Direction.FROM_SHOE) -> None:
        self._direction = direction
        self._mark = direction.value.encode("ascii")
        self._pending = b""
        self._dropped = b""
        self._dropped_size = 0

    def feed(self, data: bytes) -> tuple[Line | Defect, ...]:
        """What these bytes complete. CR or LF ends a line; empty ones are nothing."""
        found: list[Line | Defect] = []
        *ended, rest = (self._pending + data).replace(b"\r", b"\n").split(b"\n")
        for piece in ended:
            found.extend(self._piece(self._bounded(piece)))
        self._pending = self._bounded(rest)
        return tuple(found)

    def end(self) -> tuple[Line | Defect, ...]:
        """What is left when nothing more comes (end of a file, unplugged): its sum decides."""
        rest, self._pending = self._pending, b""
        return self._piece(rest)

    def _bounded(self, rest: bytes) -> bytes:
        """The bytes that may still become a line; the others are kept only for their defect."""
        if len(rest) <= _MAX_BODY and not self._dropped_size:
            return rest
        start = rest.find(self._mark, max(len(rest) - _MAX_BODY, 0))
        start = len(rest) if start < 0 else start
        self._dropped = (self._dropped + rest[:start])[:MAX_BYTES]
        self._dropped_size += start
        return rest[start:]

    def _piece(self, piece: bytes) -> tuple[Line | Defect, ...]:
        found: list[Line | Defect] = []
        if self._dropped_size:
            found.append(Defect(Fault.LONG, self._dropped, self._dropped_size))
            self._dropped, self._dropped_size = b"", 0
        if not piece:
            return tuple(found)
        start = piece.find(self._mark)
        while start >= 0:
            line = decode(piece[start:], self._direction)
            if isinstance(line, Line):
                if start:
                    begun = piece.startswith(self._mark)
                    found.append(_defect(Fault.TORN if begun else Fault.NOISE, piece[:start]))
                found.append(line)
                return tuple(found)
            start = piece.find(self._mark, start + 1)
        first = decode(piece[max(piece.find(self._mark), 0) :], self._direction)
        assert isinstance(first, Defect)
        found.append(_defect(first.fault, piece))
        return tuple(found)


def _defect(fault: Fault, raw: bytes) -> Defect:
    return Defect(fault, raw[:MAX_BYTES], len(raw))
