"""Pure: which texts a small display needs, and how a word of the feed finds its text.

The feed says `hold=unread advice=rescan`; the sentences are here, one `Texts` a language. A word
that a language does not know is shown as it is: a doubt is never shown as nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from firmware.baccarat.cards import Position, Side
from firmware.config import Language as Language


@dataclass(frozen=True, slots=True)
class Text:
    """One word of the feed and what it says: for the 128 px screen, and for the 256 px one."""

    key: str
    short: str
    wide: str = ""


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do, in two lines. `{seat}` stands for the position concerned."""

    key: str
    short: tuple[str, str]
    wide: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Notice:
    """A whole screen: an inverted title and two lines."""

    key: str
    title: str
    short: tuple[str, str]
    wide_title: str
    wide: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Texts:
    """All texts of one language. Sides are never shortened to a letter."""

    player: str
    banker: str
    player_won: str
    banker_won: str
    player_won_wide: str
    banker_won_wide: str
    tied: str
    voided: str
    card_there: str
    next_card: str
    free: str
    manual: str
    confirm: str
    confirm_wide: str
    choose: str
    choose_wide: str
    agree: str
    agree_wide: str
    burning: str
    opened: str
    burn_more: str
    called: str
    called_wide: str
    host_lost: str
    key_on: str
    open_set: str
    aside: str
    burn_one: str
    burn_one_wide: str
    ready: str
    ready_wide: str
    holds: tuple[Text, ...]
    hold_advice: tuple[tuple[str, str], ...]
    advices: tuple[Advice, ...]
    prompts: tuple[Text, ...]
    warnings: tuple[Text, ...]
    notices: tuple[Notice, ...]
    menus: tuple[Text, ...]
    items: tuple[Text, ...]
    refusals: tuple[Text, ...]
    reasons: tuple[Text, ...]

    def side(self, side: Side) -> str:
        """The short name of a side."""
        return self.player if side is Side.PLAYER else self.banker

    def seat(self, position: Position) -> str:
        """A position in words: `Player 3`."""
        return f"{self.side(position.side)} {position.value[1]}"


def find(texts: tuple[Text, ...], key: str, wide: bool) -> str:
    """The text of a word; the word itself, blanks for underscores, where there is none."""
    for text in texts:
        if text.key == key:
            return text.wide if wide and text.wide else text.short
    return key.replace("_", " ")


def advise(texts: Texts, code: str, key: str, seat: Position | None, wide: bool) -> tuple[str, str]:
    """Two lines for an advice word, or for the hold's own usual advice where it is unknown."""
    usual = next((word for hold, word in texts.hold_advice if hold == code), "call")
    known = {advice.key for advice in texts.advices}
    word = next((choice for choice in (key, usual) if choice in known), "call")
    advice = next(advice for advice in texts.advices if advice.key == word)
    there = texts.card_there if seat is None else texts.seat(seat)
    first, second = advice.wide if wide else advice.short
    return first.format(seat=there), second.format(seat=there)


def notice(texts: Texts, key: str) -> Notice | None:
    """The whole-screen notice of that key."""
    return next((found for found in texts.notices if found.key == key), None)
