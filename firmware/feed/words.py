"""Pure: game values as the words of the feed. Knows no message."""

from __future__ import annotations

from collections.abc import Iterable

from firmware.baccarat.cards import Card
from firmware.baccarat.coup import Outcome
from firmware.shoe.state import Dealt

NONE = "-"
"""Stands where a key has no value."""


def flag(key: str, on: bool) -> tuple[str, str]:
    """`key=1` or `key=0`."""
    return key, "1" if on else "0"


def cards(these: Iterable[Card]) -> str:
    """`9S,4H`."""
    return ",".join(str(card) for card in these) or NONE


def hand(dealt: Iterable[Dealt], side: str) -> str:
    """One side's cards, `9S,4H`; `-` for none."""
    return cards(each.card for each in dealt if each.seat.value[0] == side)


def pairs(outcome: Outcome) -> str:
    """`P`, `B`, `PB` or `-`."""
    return "P" * outcome.player_pair + "B" * outcome.banker_pair or NONE
