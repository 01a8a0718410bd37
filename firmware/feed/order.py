"""Pure: a reader's check of the feed: no line missing, none changed.

Owns what a client remembers of the numbers. Refuses to know dialects and what lines mean.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from firmware.feed.message import Message

_REMEMBERED: Final = 4096
"""Lines whose repetition is compared; a port repeats its last few."""


@dataclass(frozen=True, slots=True)
class Missed:
    """Lines `first` to `last` never came."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Changed:
    """Line `seq` came again and said something else."""

    seq: int


class OrderCheck:
    """Follows one audience's numbers, from the first that is named or seen."""

    def __init__(self) -> None:
        self.next: int | None = None
        """The number awaited; None before the first is named or seen."""
        self._seen: OrderedDict[int, Message] = OrderedDict()

    def take(self, seq: int, message: Message) -> tuple[bool, Missed | Changed | None]:
        """Whether the line is new (a repeated one is not), and what is wrong with it."""
        if seq == 0:
            return True, self._hello(message) if message.kind == "HELLO" else None
        if self.next is not None and seq < self.next:
            before = self._seen.get(seq)
            return False, Changed(seq) if before not in (None, message) else None
        missed = None
        if self.next is not None and seq > self.next:
            missed = Missed(self.next, seq - 1)
        self.next = seq + 1
        self._seen[seq] = message
        if len(self._seen) > _REMEMBERED:
            self._seen.popitem(last=False)
        return True, missed

    def _hello(self, hello: Message) -> Missed | None:
        """What lies between the last line and the port's next is lost: it will not come."""
        named = hello.get("next")
        if not (named.isascii() and named.isdecimal()):
            return None
        following = int(named)
        if self.next is None:
            self.next = following
            return None
        if following <= self.next:
            return None  # it repeats lines, which are dropped as they come
        missed = Missed(self.next, following - 1)
        self.next = following
        return missed
