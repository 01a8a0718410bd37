"""Shell: what one local client is told: its lines from where it asked, the moment, its answers.

Owns the bytes waiting for it, held to a bound, and its requests. Refuses to know sockets
(socket_port.py) and what the daemon's commands do.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from firmware.drivers.journal import JournalReader
from firmware.drivers.port import HostInbox, HostRequest
from firmware.feed.delivery import PING, Due, Pace, Snapshots, with_next
from firmware.feed.line import Defect, Direction, Line, LineReader, encode, shortened
from firmware.feed.message import Audience, Message

_ENOUGH_BYTES: Final = 16_384
_AT_ONCE: Final = 50


class LocalClient:
    """A connected program, from its SYNC on. For the port's thread; answers come from any."""

    def __init__(
        self,
        port: str,
        audience: Audience,
        snapshots: Snapshots,
        inbox: HostInbox,
        wake: Callable[[], None],
        now_ns: int,
        ping_ns: int,
    ) -> None:
        self._port = port
        self._audience = audience
        self._snapshots = snapshots
        self._inbox = inbox
        self._wake = wake
        self._asked = LineReader(Direction.TO_SHOE)
        self._answers: deque[Message] = deque()
        self._at: int | None = None
        self._newest = 0
        self._shown: tuple[Message, ...] = ()
        self.pace = Pace(ping_ns, spoke_ns=now_ns)
        """When it was last told anything."""
        self.out = bytearray()
        """What waits to be sent to it."""

    def full(self) -> bool:
        """It is to read before it is fetched, or may ask, any more."""
        return len(self.out) >= _ENOUGH_BYTES

    def hungry(self) -> bool:
        """There are lines for it and room for them."""
        return self._at is not None and self._at < self._newest and not self.full()

    def served(self, newest: int) -> bool:
        """It has been sent everything up to line `newest`, as far as it asked."""
        return not self.out and (self._at is None or self._at >= newest)

    def say(self, message: Message, seq: int = 0) -> None:
        """Put a line behind what waits."""
        self.out += encode(seq, message if seq else shortened(message))

    def hear(self, data: bytes, reader: JournalReader) -> None:
        """Take what it sent: requests, each answered once, and damage, answered by its name."""
        for one in self._asked.feed(data):
            match one:
                case Line():
                    self._request(one, reader)
                case Defect():
                    self._say_error(0, one.fault.value)

    def go_on(self, reader: JournalReader, newest: int, now_ns: int) -> None:
        """Answers, then lines, then, once it has them all, the moment; a sign of life at last."""
        before = len(self.out)
        self._newest = newest
        while self._answers:
            self.say(self._answers.popleft())
        if self._at is not None and not self.full():
            self._lines(reader, self._at)
        if len(self.out) > before:
            self.pace = self.pace.spoke(now_ns)
        elif not self.out and self.pace.due(now_ns, False) is Due.PING:
            self.say(PING)
            self.pace = self.pace.spoke(now_ns)

    def _lines(self, reader: JournalReader, at: int) -> None:
        lines = reader.lines(self._audience, at, _AT_ONCE) if at < self._newest else ()
        for line in lines:
            self.say(line.message, line.seq)
            self._at = line.seq
            self._shown = ()
        if self._at == self._newest:
            moment = (
                self._snapshots.state(self._audience),
                self._snapshots.prompt(self._audience),
            )
            for message in moment:
                if message not in self._shown:
                    self.say(message)
            self._shown = moment

    def _request(self, asked: Line, reader: JournalReader) -> None:
        match asked.message.kind:
            case "SYNC":
                self._sync(asked, reader)
            case "STATE":
                self._say_ok(asked.seq)
                self.say(self._snapshots.state(self._audience))
            case "HISTORY":
                self._say_ok(asked.seq)
                for part in self._snapshots.history(self._audience):
                    self.say(part)
            case "ACK":
                self._say_ok(asked.seq)  # a local client asks again from where it is
            case _:
                number = asked.seq
                request = HostRequest(
                    self._port, number, asked.message, lambda word: self._answer(number, word)
                )
                if not self._inbox(request):
                    self._say_error(number, "busy")

    def _sync(self, asked: Line, reader: JournalReader) -> None:
        """Begin at `from=k`; 0 or 1: with the first line; `next`: with what comes."""
        newest = reader.last(self._audience)
        begin = asked.message.get("from")
        if begin == "next":
            first = newest + 1
        elif begin.isascii() and begin.isdecimal() and len(begin) < 19:
            first = max(1, int(begin))
        else:
            self._say_error(asked.seq, "form")
            return
        if first > newest + 1:
            # It has seen lines that this journal never had: it must know, not wait for them.
            self._say_error(asked.seq, "ahead")
            return
        state = self._snapshots.state(self._audience)
        self._at, self._shown = first - 1, (state,)
        self._say_ok(asked.seq)
        self.say(with_next(self._snapshots.hello(self._audience), first))
        # The moment first, so that something is shown while a long past comes.
        self.say(state)

    def _answer(self, number: int, word: str) -> None:
        self._answers.append(_answered(number, word))
        self._wake()

    def _say_ok(self, number: int) -> None:
        self.say(_answered(number, ""))

    def _say_error(self, number: int, word: str) -> None:
        self.say(_answered(number, word))


def _answered(number: int, word: str) -> Message:
    if word:
        return Message("ERR", (("re", str(number)), ("code", word)))
    return Message("OK", (("re", str(number)),))
