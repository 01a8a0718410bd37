"""Pure: the two kinds of picture a small screen shows, in words and places. Knows no pixels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from display.oled.screen import Hand, Screen
from firmware.baccarat.cards import Position

PAGE_NS: Final = 2_000_000_000
"""What shares one place is shown for two seconds each: enough to read a word."""


@dataclass(frozen=True, slots=True)
class Side:
    """One hand as it is shown: cards, total, whether it won (None: not decided, or a tie)."""

    cards: Hand
    total: int | None
    won: bool | None


@dataclass(frozen=True, slots=True)
class TableFace:
    """The hand. `label` and `badge` are the narrow screen's middle, `sentence` the wide's bar.

    `alert`: the label is a warning and is shown inverted. `corner`: coup and cards left.
    """

    player: Side
    banker: Side
    due: Position | None
    label: str
    alert: bool
    badge: str
    sentence: str
    corner: str
    test: bool


@dataclass(frozen=True, slots=True)
class NoticeFace:
    """A title and two lines; `test` marks it as no real table."""

    title: str
    lines: tuple[str, str]
    test: bool


Face = TableFace | NoticeFace


def turn(screen: Screen, pages: int) -> int:
    """Which of several pages is shown: the first when something changes, then each in its turn."""
    return (screen.now_ns - screen.changed_ns) // PAGE_NS % pages
