"""Pure: what can be shown to the simulated camera, and the truth about it. Draws nothing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from vision.passes import PassKind
from vision.symbologies import Symbology


class Spoiled(Enum):
    """What keeps both codes of a card from being read."""

    BLANK = "blank"
    BACK = "back"
    INK = "ink"
    SCRAPED = "scraped"


@dataclass(frozen=True, slots=True)
class Print:
    """What is on a card: `code` as bars of that symbology, `face` as pips.

    `face`: `8S`; `cut` for the cut card; anything else is written out. No code: an empty text.
    """

    code: str
    face: str
    symbology: Symbology = Symbology.CODE128


@dataclass(frozen=True, slots=True)
class CardOut:
    """A card drawn out of the shoe."""

    card: Print


@dataclass(frozen=True, slots=True)
class SpoiledOut:
    """A card drawn out of the shoe that nobody can read."""

    card: Print
    how: Spoiled = Spoiled.INK


@dataclass(frozen=True, slots=True)
class CutOut:
    """The cut card drawn out of the shoe; without a code only its plain colour tells it."""

    code: str | None
    symbology: Symbology = Symbology.CODE128


@dataclass(frozen=True, slots=True)
class GoneBack:
    """A card that comes out as far as the exit and is pushed back in."""

    card: Print


@dataclass(frozen=True, slots=True)
class Peeked:
    """A card that comes out part of the way and is pushed back in."""

    card: Print


@dataclass(frozen=True, slots=True)
class Together:
    """Two cards drawn at once, the second `behind_mm` after the first, partly covered.

    `covers`: the second lies over the first instead of under it, as the camera sees them.
    """

    first: Print
    second: Print
    behind_mm: float = 25.0
    covers: bool = False


@dataclass(frozen=True, slots=True)
class SlidAgain:
    """A card that comes in from outside by the exit and goes out again."""

    card: Print


@dataclass(frozen=True, slots=True)
class Stuck:
    """A card that comes out, stays in the window for `stay_s`, and then leaves."""

    card: Print
    stay_s: float = 2.0


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing but the empty view for a while."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Covered:
    """Something dark over the whole window for a while."""

    seconds: float


@dataclass(frozen=True, slots=True)
class LampOut:
    """The lamp fails for a while: no light but what is left of the room's."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Knocked:
    """The camera is knocked: from here on it looks `by_mm` beside its place."""

    by_mm: float = 8.0


@dataclass(frozen=True, slots=True)
class NoFrames:
    """The camera delivers nothing for a while; its clock goes on."""

    seconds: float


@dataclass(frozen=True, slots=True)
class CameraGone:
    """The camera's cable comes off: the source breaks."""


Show = (
    CardOut
    | SpoiledOut
    | CutOut
    | GoneBack
    | Peeked
    | Together
    | SlidAgain
    | Stuck
    | Wait
    | Covered
    | LampOut
    | Knocked
    | NoFrames
    | CameraGone
)


@dataclass(frozen=True, slots=True)
class Truth:
    """What a pass was, whatever the reader says of it.

    `first_frame` and `last_frame`: numbers of the first and last frame with the card in view
    (0 where it never was). `code` is what is printed, None where nothing can be read.
    `sound_codes`: how many of its two codes carry no damage at all. The rest is how it was
    seen: for a report of where reading breaks.
    """

    kind: PassKind
    code: str | None
    face: str
    first_frame: int
    last_frame: int
    together: bool
    outside: bool
    sound_codes: int
    speed_m_s: float
    tilt_deg: float
    exposure_ms: float
    noise: float
    gain: float
    turned: bool
    damage: tuple[str, ...]
