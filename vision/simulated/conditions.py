"""Pure: how a simulated camera and its cards are: light, lens, hand, wear. Draws nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Span:
    """From `low` to `high`; a value is drawn from it, each as likely as the next."""

    low: float
    high: float

    def __post_init__(self) -> None:
        if not self.low <= self.high:
            raise ValueError(f"{self.low} to {self.high}: the lower bound comes first")


@dataclass(frozen=True, slots=True)
class Conditions:
    """The envelope that a simulated camera and its cards are drawn from.

    Drawn once for a camera: `exposure_ms`, `perspective` (how much nearer one edge of the view
    is than the other, as a share), `noise` (standard deviation, grey levels), `gain` (1: paper
    is 215), `defocus_px` (standard deviation of the lens's blur), `vignetting` (light lost in
    the corners, as a share), `reflection` (chance that the lamp mirrors in every card at one
    fixed place).

    Drawn for every pass: `speed_m_s` on average, `pull` (0.3: the card enters 30 % slower and
    leaves 30 % faster, but never outside `speed_m_s`), `tilt_deg`, `aside_mm` across the motion,
    `scratches` and `dirt` (how many), chances of `glare` over part of one code, of a `bent`
    corner, of lying the other way round (`turned`), of losing a frame (`dropped`), and `pause_s`
    in which the view stays empty after a pass.
    """

    width_px: int = 640
    height_px: int = 400
    field_mm: float = 92.0
    fps: int = 120
    exposure_ms: Span = Span(0.15, 0.3)
    perspective: Span = Span(-0.03, 0.03)
    noise: Span = Span(1.0, 3.0)
    gain: Span = Span(0.8, 1.0)
    defocus_px: Span = Span(0.3, 0.7)
    vignetting: Span = Span(0.1, 0.3)
    reflection: float = 0.3
    speed_m_s: Span = Span(0.4, 1.6)
    pull: Span = Span(-0.2, 0.3)
    tilt_deg: Span = Span(-3.0, 3.0)
    aside_mm: Span = Span(-1.5, 1.5)
    scratches: Span = Span(0, 2)
    dirt: Span = Span(0, 2)
    glare: float = 0.05
    bent: float = 0.05
    turned: float = 0.5
    dropped: float = 0.0
    pause_s: Span = Span(0.10, 0.14)

    @property
    def px_per_mm(self) -> float:
        """Pixels a millimetre in the middle of the view."""
        return self.width_px / self.field_mm

    @property
    def field_height_mm(self) -> float:
        """The view along the cards' motion, in millimetres."""
        return self.height_px / self.px_per_mm


TABLE: Final = Conditions()
"""A well-kept shoe on a table: what `shoe demo` deals with."""

CLEAN: Final = Conditions(
    perspective=Span(0, 0),
    noise=Span(0.5, 0.5),
    gain=Span(0.9, 0.9),
    defocus_px=Span(0, 0),
    vignetting=Span(0, 0),
    reflection=0,
    tilt_deg=Span(0, 0),
    aside_mm=Span(0, 0),
    scratches=Span(0, 0),
    dirt=Span(0, 0),
    glare=0,
    bent=0,
)
"""Nothing in the way: for tests that are about something else."""

ENVELOPE: Final = Conditions(
    exposure_ms=Span(0.1, 1.2),
    perspective=Span(-0.08, 0.08),
    noise=Span(0.5, 7.0),
    gain=Span(0.5, 1.1),
    defocus_px=Span(0.0, 0.9),
    vignetting=Span(0.0, 0.4),
    reflection=0.5,
    speed_m_s=Span(0.2, 2.0),
    pull=Span(-0.4, 0.4),
    tilt_deg=Span(-6.0, 6.0),
    aside_mm=Span(-2.0, 2.0),
    scratches=Span(0, 4),
    dirt=Span(0, 4),
    glare=0.2,
    bent=0.15,
)
"""The envelope that the reader answers for: within it no card is wrong, double or missed."""
