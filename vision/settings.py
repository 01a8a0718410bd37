"""Pure: what the reader is told: how cards move and how much it takes to believe a code.

Knows no configuration file; firmware/config.py fills these in.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from vision.symbologies import Symbology


class UnfitSettings(ValueError):
    """Settings the reader can't work with; `faults` pairs each field's name with the reason."""

    def __init__(self, faults: tuple[tuple[str, str], ...]) -> None:
        super().__init__("; ".join(f"{key}: {text}" for key, text in faults))
        self.faults = faults


class Motion(Enum):
    """Which way cards travel through the picture; bars lie along it."""

    DOWN = "down"
    UP = "up"
    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Roi:
    """The window within the picture, in pixels of the picture as the camera gives it."""

    x: int
    y: int
    width: int
    height: int

    def __post_init__(self) -> None:
        if self.x < 0 or self.y < 0 or self.width < 64 or self.height < 64:
            raise ValueError(
                f"region {self.x},{self.y},{self.width},{self.height}: "
                "x and y from 0, width and height at least 64 pixels"
            )


@dataclass(frozen=True, slots=True)
class ReaderSettings:
    """How the reader looks.

    `mouth` and `exit` are the two strips A and B as fractions of the field along the motion:
    a card that never covered B only peeped out. `votes`: frames that must agree on a code.
    `lines`: agreeing scan lines that zbar must have seen in one frame. `clear_frames`: empty
    frames that close a pass. `code_length`: characters of a card's code. `stuck_s`: how long a
    card may lie still in the window. `gap_s`: longest silence of the sensor during which a card
    cannot have passed unseen (a card needs 48 ms for the window at 2.5 m/s).
    `card_length`: a card's length along the motion as a fraction of the field's; 0: learned
    from the passes.
    """

    symbology: Symbology = Symbology.CODE128
    motion: Motion = Motion.DOWN
    roi: Roi | None = None
    mouth: float = 0.12
    exit: float = 0.85
    votes: int = 2
    lines: int = 2
    clear_frames: int = 3
    code_length: int = 10
    stuck_s: float = 2.0
    gap_s: float = 0.045
    card_length: float = 0.0

    def __post_init__(self) -> None:
        counts = ("votes", "lines", "clear_frames", "code_length")
        faults = [(key, "1 or more") for key in counts if getattr(self, key) < 1]
        faults += [(key, "more than 0") for key in ("stuck_s", "gap_s") if getattr(self, key) <= 0]
        if not 0.0 < self.mouth < self.exit < 1.0:
            faults.append(("mouth", "mouth and exit: parts of the field with 0 < mouth < exit < 1"))
        if self.card_length < 0:
            faults.append(("card_length", "0 or more"))
        if faults:
            raise UnfitSettings(tuple(faults))
