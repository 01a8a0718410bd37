"""Shell: turns a show into cards on their way, and the truth about them. Makes no frames."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import cos, radians, sin
from typing import Final, assert_never

import numpy as np
from numpy.random import Generator

from vision.passes import PassKind
from vision.simulated.conditions import Conditions
from vision.simulated.paths import (
    CARD_LONG_MM,
    CARD_SHORT_MM,
    Joined,
    OutAndBack,
    Path,
    Pulled,
    pulled,
)
from vision.simulated.scene import Placed, pick
from vision.simulated.shows import (
    CardOut,
    CutOut,
    GoneBack,
    Peeked,
    Print,
    SlidAgain,
    Spoiled,
    SpoiledOut,
    Stuck,
    Together,
)
from vision.simulated.wear import Worn, worn_card

Passing = CardOut | SpoiledOut | CutOut | GoneBack | Peeked | Together | SlidAgain | Stuck
"""The shows in which something comes through the window."""

CLEAR_MM: Final = 7.5
"""How far outside the view a card starts and ends: more than a tilted card's corner dips."""
COVERED_MM: Final = 20.0
"""A card nearer than this behind another may cover part of its code: bar height and tilt."""


@dataclass(frozen=True, slots=True)
class Moving:
    """One card on its way: its leading edge follows `path`, `behind_mm` less."""

    kind: PassKind
    code: str | None
    face: str
    worn: Worn
    sound_codes: int
    turned: bool
    path: Path
    behind_mm: float
    x_mm: float
    tilt_deg: float
    turning_deg: float

    def at(self, t_s: float) -> Placed:
        """Where it is `t_s` after its path's start."""
        t_s = min(t_s, self.path.duration_s)
        lead_mm, speed_mm_s = self.path.at(t_s)
        tilt = self.tilt_deg + self.turning_deg * (t_s / self.path.duration_s - 0.5)
        middle = lead_mm - self.behind_mm - CARD_SHORT_MM / 2
        return Placed(self.worn.picture, self.x_mm, middle, tilt, speed_mm_s)


@dataclass(frozen=True, slots=True)
class Staged:
    """The cards of a show, the first to leave first. `covers`: a later one lies over it."""

    cards: tuple[Moving, ...]
    covers: bool
    speed_m_s: float


def in_view(card: Placed, field_height_mm: float) -> bool:
    """Whether any of the card is in the view."""
    turn = radians(abs(card.tilt_deg))
    half = CARD_SHORT_MM / 2 * cos(turn) + CARD_LONG_MM / 2 * sin(turn)
    return -half < card.y_mm < field_height_mm + half


def staged(show: Passing, conditions: Conditions, px_per_mm: int, draw: Generator) -> Staged:
    """The cards of `show`, drawn with their damage, and their way."""
    speed = pick(conditions.speed_m_s, draw)
    behind = show.behind_mm if isinstance(show, Together) else 0.0
    path = _path(show, conditions, speed * 1000, behind, draw)
    cards = tuple(
        _moving(kind, card, spoiled, path, conditions, px_per_mm, draw)
        for kind, card, spoiled in _prints(show)
    )
    if isinstance(show, Together):
        return Staged(_overlapping(cards, show), show.covers, speed)
    return Staged(cards, False, speed)


def _prints(show: Passing) -> Iterable[tuple[PassKind, Print, Spoiled | None]]:
    """Kind, print and spoiling of each card of `show`."""
    match show:
        case CardOut(card) | SlidAgain(card) | Stuck(card):
            return [(PassKind.CARD, card, None)]
        case SpoiledOut(card, how):
            return [(PassKind.UNREAD, card, how)]
        case CutOut(code, symbology):
            return [(PassKind.CUT, Print(code or "", "cut", symbology), None)]
        case GoneBack(card):
            return [(PassKind.REVERSED, card, None)]
        case Peeked(card):
            return [(PassKind.PEEK, card, None)]
        case Together(first, second):
            return [(PassKind.CARD, card, None) for card in (first, second)]
        case _:
            assert_never(show)


def _moving(
    kind: PassKind,
    card: Print,
    spoiled: Spoiled | None,
    path: Path,
    conditions: Conditions,
    px_per_mm: int,
    draw: Generator,
) -> Moving:
    turned = bool(draw.random() < conditions.turned)
    worn = worn_card(card, spoiled, turned, conditions, px_per_mm, draw)
    span = conditions.tilt_deg
    tilt = pick(span, draw)
    # It may turn a little under the hand, but not beyond the tilt that the conditions name.
    room = min(1.5, 2 * (span.high - tilt), 2 * (tilt - span.low))
    return Moving(
        kind=kind,
        code=None if spoiled else card.code or None,
        face=card.face,
        worn=worn,
        sound_codes=sum(worn.sound),
        turned=turned,
        path=path,
        behind_mm=0.0,
        x_mm=conditions.field_mm / 2 + pick(conditions.aside_mm, draw),
        tilt_deg=tilt,
        turning_deg=float(draw.uniform(-room, room)),
    )


def _overlapping(cards: tuple[Moving, ...], show: Together) -> tuple[Moving, ...]:
    """The second card behind the first; what one hides of the other is not sound."""
    first, second = cards
    first_sound, second_sound = first.worn.sound, second.worn.sound
    bare = show.behind_mm >= COVERED_MM
    if show.behind_mm < CARD_SHORT_MM and show.covers:
        first_sound = (first_sound[0] and bare, False)
    elif show.behind_mm < CARD_SHORT_MM:
        second_sound = (False, second_sound[1] and bare)
    return (
        replace(first, sound_codes=sum(first_sound)),
        replace(second, sound_codes=sum(second_sound), behind_mm=show.behind_mm),
    )


def _path(
    show: Passing, conditions: Conditions, speed_mm_s: float, behind_mm: float, draw: Generator
) -> Path:
    """How the first card of `show` moves: far enough for one `behind_mm` to leave too."""
    high = conditions.field_height_mm
    end = high + CARD_SHORT_MM + CLEAR_MM + behind_mm
    speeds = conditions.speed_m_s
    most = min(speeds.high * 1000 / speed_mm_s - 1, 1 - speeds.low * 1000 / speed_mm_s)
    pull = float(np.clip(pick(conditions.pull, draw), -most, most))
    match show:
        case CardOut() | SpoiledOut() | CutOut() | Together():
            return pulled(-CLEAR_MM, end, speed_mm_s, pull)
        case GoneBack():
            depth = high * draw.uniform(1.0, 1.08)
            return OutAndBack(-CLEAR_MM, depth, speed_mm_s, draw.uniform(0, 0.3))
        case Peeked():
            depth = high * draw.uniform(0.25, 0.55)
            return OutAndBack(-CLEAR_MM, depth, speed_mm_s, draw.uniform(0, 0.3))
        case SlidAgain():
            back = pulled(end, draw.uniform(20, 60), speed_mm_s, pull)
            again = Pulled(back.end_mm, end, back.first_mm_s, back.last_mm_s)
            return Joined(back, draw.uniform(0.05, 0.3), again)
        case Stuck(_, stay_s):
            half = pulled(-CLEAR_MM, end * draw.uniform(0.35, 0.65), speed_mm_s, pull)
            away = Pulled(half.end_mm, end, half.last_mm_s, half.last_mm_s)
            return Joined(half, stay_s, away)
        case _:
            assert_never(show)
