"""Pure: what one frame showed, in words the tracker understands. Knows no picture and no card."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Standing(Enum):
    """What a code that was read is to this shoe."""

    KNOWN = "known"
    CUT = "cut"
    STRANGER = "stranger"


@dataclass(frozen=True, slots=True)
class Read:
    """One code read in one frame.

    `row`: where along the motion, 0 mouth to 1 exit. `lines`: agreeing scan lines. `contrast`:
    grey levels between bars and spaces.
    """

    code: str
    standing: Standing
    row: float
    lines: int
    contrast: int


@dataclass(frozen=True, slots=True)
class Span:
    """The part of the field that something covers along the motion, 0 mouth to 1 exit."""

    first: float
    last: float


@dataclass(frozen=True, slots=True)
class Sighting:
    """What one frame showed. `span` None: the field was clear.

    `core`: where it is covered to half its width, so that a tilted card's edge lies in its middle.
    `bars`: rows of bars were there, read or not. `plain`: much of the field was covered by
    something without texture, `level` its grey level. `dark`: the light is gone. `still`: as the
    frame before. `alike`: the whole picture resembles the background in level and texture, and
    is not it. `width`: of the card across the motion, in the unit of spans; 0 where not both of its
    side edges were seen.
    """

    number: int
    t_ns: int
    span: Span | None = None
    reads: tuple[Read, ...] = ()
    bars: bool = False
    plain: bool = False
    level: float = 0.0
    dark: bool = False
    still: bool = False
    alike: bool = False
    core: Span | None = None
    width: float = 0.0
