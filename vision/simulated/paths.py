"""Pure: how a card moves past the window. Knows no pictures.

A path gives, for a time in seconds from its start, the place of the card's leading edge along
the motion in millimetres (0: the mouth's edge of the view) and its speed in mm/s.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from typing import Protocol

CARD_LONG_MM = 88.0
CARD_SHORT_MM = 63.0
"""A poker card; it leaves a shoe along its short side."""


class Path(Protocol):
    """A way past the window."""

    @property
    def duration_s(self) -> float:
        """When the card is out of the view for good."""
        ...

    def at(self, t_s: float) -> tuple[float, float]:
        """Leading edge in mm and speed in mm/s, `t_s` after the start."""
        ...


@dataclass(frozen=True, slots=True)
class Pulled:
    """From `start_mm` to `end_mm` with even acceleration; either may be the greater."""

    start_mm: float
    end_mm: float
    first_mm_s: float
    last_mm_s: float

    @property
    def duration_s(self) -> float:
        """Time for the whole way."""
        return 2 * abs(self.end_mm - self.start_mm) / (self.first_mm_s + self.last_mm_s)

    def at(self, t_s: float) -> tuple[float, float]:
        """As Path says."""
        gain = (self.last_mm_s - self.first_mm_s) / self.duration_s
        way = self.first_mm_s * t_s + gain * t_s * t_s / 2
        sign = 1.0 if self.end_mm >= self.start_mm else -1.0
        return self.start_mm + sign * way, self.first_mm_s + gain * t_s


@dataclass(frozen=True, slots=True)
class OutAndBack:
    """From `start_mm` out to `depth_mm` and back, smoothly, resting `rest_s` at the turn."""

    start_mm: float
    depth_mm: float
    mean_mm_s: float
    rest_s: float

    @property
    def duration_s(self) -> float:
        """Time out, rest and back."""
        return 2 * self._way_s + self.rest_s

    @property
    def _way_s(self) -> float:
        return (self.depth_mm - self.start_mm) / self.mean_mm_s

    def at(self, t_s: float) -> tuple[float, float]:
        """As Path says."""
        way_s, way_mm = self._way_s, self.depth_mm - self.start_mm
        if way_s < t_s < way_s + self.rest_s:
            return self.depth_mm, 0.0
        turn = pi * (t_s if t_s <= way_s else t_s - self.rest_s) / way_s
        top_mm_s = way_mm * pi / way_s / 2
        return self.start_mm + way_mm * (1 - cos(turn)) / 2, abs(top_mm_s * sin(turn))


@dataclass(frozen=True, slots=True)
class Joined:
    """One path after another, resting `rest_s` between them."""

    first: Path
    rest_s: float
    second: Path

    @property
    def duration_s(self) -> float:
        """Both ways and the rest."""
        return self.first.duration_s + self.rest_s + self.second.duration_s

    def at(self, t_s: float) -> tuple[float, float]:
        """As Path says."""
        if t_s <= self.first.duration_s:
            return self.first.at(t_s)
        later = t_s - self.first.duration_s - self.rest_s
        if later < 0:
            return self.first.at(self.first.duration_s)[0], 0.0
        return self.second.at(later)


def pulled(start_mm: float, end_mm: float, mean_mm_s: float, pull: float) -> Pulled:
    """A pull of that mean speed; `pull` 0.3: begun 30 % slower, ended 30 % faster."""
    return Pulled(start_mm, end_mm, mean_mm_s * (1 - pull), mean_mm_s * (1 + pull))
