"""Pure: when a port says what: lines as they come, snapshots, a sign of life, pauses after a loss.

Owns the pace of delivery; times are arguments. Refuses to know devices, clocks and the journal.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, Protocol

from firmware.feed.message import Audience, Message

PING: Final = Message("PING")
_S: Final = 1_000_000_000


class Snapshots(Protocol):
    """The moment's messages, made of one immutable state; may be asked from any thread."""

    def hello(self, audience: Audience) -> Message:
        """HELLO without `next`, which each port fills in for itself."""
        ...

    def state(self, audience: Audience) -> Message:
        """STATE as this audience may see it."""
        ...

    def history(self, audience: Audience) -> tuple[Message, ...]:
        """HISTORY in as many parts as it needs."""
        ...

    def prompt(self, audience: Audience) -> Message:
        """PROMPT, for local clients."""
        ...


class Due(Enum):
    """What a port has to say now."""

    LINES = "lines"
    SNAPSHOT = "snapshot"
    PING = "ping"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Pace:
    """When a port last spoke and last sent a snapshot (ns), and after what silence it does again.

    `snapshot_ns` 0: no snapshots but the one at open. Lines go first: a snapshot between old lines
    would show the future.
    """

    ping_ns: int = _S
    snapshot_ns: int = 0
    spoke_ns: int = 0
    snapped_ns: int = 0

    def due(self, now_ns: int, lines_wait: bool) -> Due:
        """What to send at `now_ns`."""
        if lines_wait:
            return Due.LINES
        if self.snapshot_ns and now_ns - self.snapped_ns >= self.snapshot_ns:
            return Due.SNAPSHOT
        if now_ns - self.spoke_ns >= self.ping_ns:
            return Due.PING
        return Due.NOTHING

    def wait_ns(self, now_ns: int) -> int:
        """How long there is nothing to say unless a line comes; never negative."""
        ends = [self.spoke_ns + self.ping_ns]
        if self.snapshot_ns:
            ends.append(self.snapped_ns + self.snapshot_ns)
        return max(0, min(ends) - now_ns)

    def spoke(self, now_ns: int) -> Pace:
        """After anything was sent."""
        return replace(self, spoke_ns=now_ns)

    def snapped(self, now_ns: int) -> Pace:
        """After a snapshot was sent."""
        return replace(self, spoke_ns=now_ns, snapped_ns=now_ns)


FIRST_PAUSE_NS: Final = _S // 5
LONGEST_PAUSE_NS: Final = 5 * _S


def longer(pause_ns: int) -> int:
    """The pause after one that did not help: twice as long, up to five seconds."""
    return min(2 * pause_ns, LONGEST_PAUSE_NS)


def with_next(hello: Message, seq: int) -> Message:
    """HELLO naming the number of the next line that this port will send."""
    pairs = [(key, str(seq) if key == "next" else value) for key, value in hello.fields]
    if not any(key == "next" for key, _ in pairs):
        pairs.append(("next", str(seq)))
    return Message(hello.kind, tuple(pairs))
