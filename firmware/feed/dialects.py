"""Pure: the dialects a port can speak, by the name its configuration gives.

One entry a dialect; a new one is a codec module and a line in DIALECTS. Refuses to know ports.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from firmware.feed import line
from firmware.feed.message import Message


class Reader(Protocol):
    """Bytes in any pieces to lines and defects (`line.LineReader` is one)."""

    def feed(self, data: bytes) -> tuple[line.Line | line.Defect, ...]:
        """What these bytes complete."""

    def end(self) -> tuple[line.Line | line.Defect, ...]:
        """What is left when nothing more comes."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """How messages become bytes (none, where a dialect has no word for one) and bytes messages."""

    name: str
    encode: Callable[[int, Message], bytes]
    reader: Callable[[], Reader]


LINE: Final = Dialect("line", line.encode, line.LineReader)
DIALECTS: Final = (LINE,)


def dialect(name: str) -> Dialect:
    """The dialect of that name; ValueError names those there are."""
    for known in DIALECTS:
        if known.name == name:
            return known
    raise ValueError(f"no dialect {name!r}; there is {', '.join(one.name for one in DIALECTS)}")
