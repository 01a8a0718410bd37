"""Pure: what is printed where on a card: sizes, pips, outlines of the suits' signs.

Shared by the simulated camera and the printed sheets, so that what is read in simulation is what
a printer makes. Millimetres on an upright card, 63 wide and 88 high, from its upper left corner.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin
from typing import Final

from vision.simulated.paths import CARD_LONG_MM, CARD_SHORT_MM

MODULE_MM: Final = 0.5
QUIET_MODULES: Final = 10
"""Light modules before and after the bars (ISO/IEC 15417)."""
BAR_MM: Final = 11.5
EDGE_MM: Final = 1.6
"""Bars begin this far from the long edge and are BAR_MM high."""
CODE_MM: Final = 55.0
"""Bars and quiet zones of ten digits, in the middle of the long edge."""
CORNER_MM: Final = 3.5
"""Radius of a card's rounded corner."""
INDEX_AT_MM: Final = (8.5, 6.2)
INDEX_HIGH_MM: Final = 6.4
INDEX_SUIT_AT_MM: Final = (8.5, 12.6)
INDEX_SUIT_MM: Final = 4.2
_SIX: Final = tuple((side, row) for row in (0.12, 0.5, 0.88) for side in (-1, 1))
_EIGHT: Final = tuple((side, row) for row in (0.12, 0.37, 0.63, 0.88) for side in (-1, 1))
_ROWS: Final[dict[str, tuple[tuple[int, float], ...]]] = {
    "A": ((0, 0.5),),
    "2": ((0, 0.12), (0, 0.88)),
    "3": ((0, 0.12), (0, 0.5), (0, 0.88)),
    "4": ((-1, 0.12), (1, 0.12), (-1, 0.88), (1, 0.88)),
    "5": ((-1, 0.12), (1, 0.12), (0, 0.5), (-1, 0.88), (1, 0.88)),
    "6": _SIX,
    "7": (*_SIX, (0, 0.31)),
    "8": (*_SIX, (0, 0.31), (0, 0.69)),
    "9": (*_EIGHT, (0, 0.5)),
    "T": (*_EIGHT, (0, 0.245), (0, 0.755)),
}


@dataclass(frozen=True, slots=True)
class Pip:
    """A suit's sign of that height around a middle; the lower ones stand on their heads."""

    x_mm: float
    y_mm: float
    size_mm: float
    turned: bool


def pips(rank: str) -> tuple[Pip, ...]:
    """The pips in the middle of a card; none for court cards."""
    size = 20.0 if rank == "A" else 9.5
    middle = CARD_SHORT_MM / 2
    return tuple(
        Pip(middle + 11.0 * side, 10 + (CARD_LONG_MM - 20) * row, size, row > 0.5)
        for side, row in _ROWS.get(rank, ())
    )


@lru_cache(maxsize=4)
def outlines(suit: str) -> tuple[tuple[tuple[float, float], ...], ...]:
    """Closed outlines of a suit's sign in a square from -1 to 1, y downward."""
    turns = [2 * pi * step / 48 for step in range(48)]
    heart = tuple(
        (
            sin(t) ** 3,
            -(13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)) / 16 - 0.1,
        )
        for t in turns
    )
    stem = ((0.0, 0.1), (0.38, 1.0), (-0.38, 1.0))
    if suit == "H":
        return (heart,)
    if suit == "D":
        return (((0.0, -1.0), (0.72, 0.0), (0.0, 1.0), (-0.72, 0.0)),)
    if suit == "S":
        return tuple((x * 0.95, -y * 0.8 - 0.15) for x, y in heart), stem
    leaves = ((0.0, -0.52), (-0.48, 0.22), (0.48, 0.22))
    return (
        *(tuple((x + 0.47 * cos(t), y + 0.47 * sin(t)) for t in turns) for x, y in leaves),
        stem,
    )
