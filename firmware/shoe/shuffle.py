"""Pure: whether cards come in the order in which decks are made. Knows no game."""

from __future__ import annotations

from collections.abc import Sequence

from firmware.baccarat.cards import RANKS
from firmware.shoe.state import Gone

RUN = 7
"""Cards of one suit, each next to the one before, that a shuffled shoe does not show: in 416
cards by chance about once in 300,000 shoes (415 places, 3.9 % for each of 6 steps)."""


def run_length(cards: Sequence[Gone]) -> int:
    """How many of the last cards follow each other in one suit, up or down."""
    length = 0
    step = 0
    for newer, older in zip(reversed(cards), list(reversed(cards))[1:], strict=False):
        this = _step(older, newer)
        if this == 0 or (step and this != step):
            break
        step = this
        length += 1
    return length + 1 if length else 0


def _step(older: Gone, newer: Gone) -> int:
    if older.card is None or newer.card is None or older.card.suit != newer.card.suit:
        return 0
    step = RANKS.index(newer.card.rank) - RANKS.index(older.card.rank)
    return step if step in (1, -1) else 0


REPEATED = 5
"""Copies in a row as they came in the set's shoe before, forwards or backwards, that a shuffle does
not leave: by chance once in five million shoes (412 places, 2 in 415 for each of 4 steps)."""


def repeated_run(cards: Sequence[Gone], earlier: Sequence[Gone]) -> int:
    """Most cards in a row that came in the order, or reversed order, of an earlier shoe."""
    place = {gone.physical: n for n, gone in enumerate(earlier) if gone.physical is not None}
    longest = length = step = 0
    last: int | None = None
    for gone in cards:
        copy = gone.physical
        at = None if copy is None else place.get(copy)
        this = at - last if at is not None and last is not None else 0
        if this not in (1, -1):
            length = 0 if at is None else 1
            step = 0
        elif step in (0, this):
            length += 1
            step = this
        else:
            length, step = 2, this
        longest = max(longest, length)
        last = at
    return longest


def looks_unshuffled(cards: Sequence[Gone]) -> bool:
    """The last cards are a run that no shuffle leaves."""
    return run_length(cards[-RUN:]) >= RUN
