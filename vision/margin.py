"""Pure: how safely cards are read, shoe after shoe: what sinks is seen before it fails.

Knows no picture; it is given the margins that passes carry. The causes it names differ in what
they touch: a dirty window and a failing lamp touch every card, wear touches one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from statistics import median

from vision.passes import ReadMargin

_FALL = 0.8  # of what it was at first: contrast that low is no chance any more
_WEAK_SHARE = 0.6  # of the other cards' votes: that card is worn
_MANY = 8  # passes from which a median says something


class Advice(Enum):
    """What a falling margin asks for."""

    LAMP = "lamp"
    WINDOW = "window"


@dataclass(frozen=True, slots=True)
class ShoeMargin:
    """The margins of one shoe, as medians over its cards.

    `hit_rate`: votes for looks, 0 to 1: how many frames with bars were read. `contrast`: grey
    levels. `lowest_votes`: of its worst card.
    """

    passes: int
    hit_rate: float
    contrast: float
    lowest_votes: int


def of_shoe(margins: Iterable[ReadMargin]) -> ShoeMargin:
    """The margin of a shoe from those of its cards. Of none: zeros."""
    all_of_them = tuple(margins)
    if not all_of_them:
        return ShoeMargin(0, 0.0, 0.0, 0)
    return ShoeMargin(
        len(all_of_them),
        median(one.votes / one.looks if one.looks else 0.0 for one in all_of_them),
        median(one.contrast for one in all_of_them),
        min(one.votes for one in all_of_them),
    )


def trend(shoes: Sequence[ShoeMargin]) -> tuple[Advice, ...]:
    """What the last shoe asks for, against the first ones of the row (three at most).

    Contrast that falls while codes still read: the lamp. Codes that read in fewer frames at the
    same contrast: dirt on the window. Nothing from fewer than two shoes of 8 cards.
    """
    full = [shoe for shoe in shoes if shoe.passes >= _MANY]
    if len(full) < 2:
        return ()
    first, last = full[: min(3, len(full) - 1)], full[-1]
    found = []
    if last.contrast < _FALL * median(shoe.contrast for shoe in first):
        found.append(Advice.LAMP)
    elif last.hit_rate < _FALL * median(shoe.hit_rate for shoe in first):
        found.append(Advice.WINDOW)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class CodeMargin:
    """One pass of the card with this code."""

    code: str
    margin: ReadMargin


def worn(read: Iterable[CodeMargin]) -> tuple[str, ...]:
    """Codes that read in clearly fewer of their frames than the others, twice at least, sorted."""
    rates: dict[str, list[float]] = {}
    for one in read:
        if one.margin.looks:
            rates.setdefault(one.code, []).append(one.margin.votes / one.margin.looks)
    every = [rate for many in rates.values() for rate in many]
    if len(every) < _MANY:
        return ()
    usual = median(every)
    return tuple(
        sorted(
            code
            for code, many in rates.items()
            if len(many) >= 2 and median(many) < _WEAK_SHARE * usual
        )
    )
