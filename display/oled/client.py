"""Shell: the small screen's program: listens to the feed's local socket and keeps a panel right.

Owns the connection and when to draw. It reads only: it asks for the moment and what comes, and
nothing it does or fails to do reaches the dealing. A feed that is gone shows as gone.
"""

from __future__ import annotations

import select
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Final

from display.oled.device import Oled
from display.oled.draw import draw
from display.oled.fold import fold
from display.oled.screen import Screen, tick
from display.oled.wear import contrast, dot, resting, shifted
from display.texts.words import Language
from firmware.config import OledSection
from firmware.drivers.clock import Clock
from firmware.feed.line import Direction, Line, LineReader, encode
from firmware.feed.message import Message

BEGIN: Final = encode(1, Message("SYNC", (("from", "next"),)), Direction.TO_SHOE)
"""The moment, and what comes from now on: a display has no use for the past."""
LOOK_S: Final = 0.5
"""How often to draw without news: silence shows after three seconds, warnings take turns at two."""
_READ_BYTES: Final = 65_536


class Feed:
    """A connection to the feed's local socket that comes back by itself."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._socket: socket.socket | None = None
        self._reader = LineReader()

    @property
    def connected(self) -> bool:
        """Whether somebody serves the socket now."""
        return self._socket is not None

    def hear(self, wait_s: float) -> tuple[Message, ...]:
        """What came, waiting at most `wait_s` seconds for it; nothing while nobody serves."""
        if self._socket is None:
            self._connect()
        waits = [] if self._socket is None else [self._socket]
        ready, _, _ = select.select(waits, [], [], wait_s)
        if not ready or self._socket is None:
            return ()
        try:
            data = self._socket.recv(_READ_BYTES)
        except OSError:
            data = b""
        heard = self._reader.feed(data)
        lines = tuple(one.message for one in heard if isinstance(one, Line))
        if not data or len(lines) < len(heard):
            # The end; or a damaged line, which may have been a card: begin again with the moment.
            self.close()
            return ()
        return lines

    def _connect(self) -> None:
        made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            made.connect(str(self._path))
            made.sendall(BEGIN)
        except OSError:
            made.close()
            return
        self._socket, self._reader = made, LineReader()

    def close(self) -> None:
        """Hang up; the next `hear` calls again."""
        if self._socket is not None:
            self._socket.close()
        self._socket = None


class Display:
    """A screen and the panel that shows it."""

    def __init__(self, oled: Oled, section: OledSection, language: Language) -> None:
        self._oled = oled
        self._section = section
        self._language = language
        self.screen = Screen()

    def take(self, messages: tuple[Message, ...], t_ns: int) -> None:
        """What the feed said."""
        for message in messages:
            self.screen = fold(self.screen, message, t_ns)

    def lost(self, t_ns: int) -> None:
        """Nobody serves the feed: what was known is known no more, but that it was a test."""
        self.screen = Screen(now_ns=t_ns, test=self.screen.test)

    def show(self, t_ns: int) -> bool:
        """Draw this moment; whether the panel took it."""
        self.screen = tick(self.screen, t_ns)
        section = self._section
        level = contrast(
            self.screen, section.contrast, section.dimmed, round(section.dim_after_s * 1e9)
        )
        picture = draw(self.screen, self._oled.size, self._language)
        if resting(self.screen, round(section.blank_after_s * 1e9)):
            picture = dot(picture, t_ns)
        return self._oled.show(shifted(picture, t_ns), t_ns, level)


def run(
    feed: Feed,
    display: Display,
    clock: Clock,
    going: Callable[[], bool],
    alive: Callable[[int], None],
) -> None:
    """Show the feed until `going` says no. `alive` is told after each picture (a watchdog)."""
    while going():
        display.take(feed.hear(LOOK_S), clock.now_ns())
        if not feed.connected:
            display.lost(clock.now_ns())
        display.show(clock.now_ns())
        alive(clock.now_ns())
    feed.close()
