"""Pure: what the small screen knows of the table, as one frozen value. Knows no message.

`display.oled.fold` makes it. Words of the feed stay words here; texts and pixels come later.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from firmware.baccarat.cards import Card, Position

SILENCE_NS: Final = 3_000_000_000
"""A feed that sends PING after one second is dead after three (feed.md; displays.md)."""

Hand = tuple[Card | None, ...]
"""Cards in the order drawn; None: a card lies there whose face was not told."""


@dataclass(frozen=True, slots=True)
class Held:
    """A hold: its code, what to do, who can clear it, the position concerned; try `n` of `of`."""

    code: str
    advice: str = ""
    by: str = ""
    seat: Position | None = None
    n: int | None = None
    of: int | None = None


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the buttons mean now, and the open menu (PROMPT); empty words: nothing.

    `set_id`: the set in the shoe, or the one whose turn it is. `aside`: words of the cards
    that passed during a hold. `draws`: what the next card is while no coup is open, `burn` or `P1`.
    """

    confirm: str = ""
    undo: str = ""
    key: bool = False
    menu: str = ""
    item: str = ""
    n: int | None = None
    of: int | None = None
    typed: str = ""
    refused: str = ""
    called: bool = False
    host_lost: bool = False
    set_id: str = ""
    aside: tuple[str, ...] = ()
    draws: str = ""


@dataclass(frozen=True, slots=True)
class Burning:
    """The last card put away: number `n` of `of`; the face that was shown (opening: the first)."""

    why: str
    card: Card | None
    n: int | None
    of: int | None


@dataclass(frozen=True, slots=True)
class Screen:
    """Everything a small screen can show. `heard_ns` None: nothing was ever heard.

    `result` is P, B, T, or V for a void coup; while it is set the hands are those of the coup
    that is over. `changed_ns` is when anything but time last changed, `pause_ns` when the
    pause was first heard of.
    """

    now_ns: int = 0
    heard_ns: int | None = None
    changed_ns: int = 0
    test: bool = False
    phase: str = ""
    shoe: str = ""
    coup: int | None = None
    number: int | None = None
    player: Hand = ()
    banker: Hand = ()
    player_total: int | None = None
    banker_total: int | None = None
    due: Position | None = None
    result: str = ""
    reason: str = ""
    free: bool = False
    manual: bool = False
    left: int | None = None
    warnings: tuple[str, ...] = ()
    burning: Burning | None = None
    hold: Held | None = None
    pause: str | None = None
    pause_ns: int = 0
    locked: bool = False
    fault: str = ""
    prompt: Prompt = field(default_factory=Prompt)

    @property
    def dead(self) -> bool:
        """Whether what is known is too old to be shown."""
        return self.heard_ns is None or self.now_ns - self.heard_ns > SILENCE_NS


def tick(screen: Screen, t_ns: int) -> Screen:
    """Time has passed."""
    return replace(screen, now_ns=t_ns)
