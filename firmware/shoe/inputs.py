"""Pure: what reaches the procedure from outside, as the edge saw it. Knows no meaning.

Every input carries `t_ns`, nanoseconds of one steady clock (the sensor's, or virtual). The
procedure has no other clock: a time-out is a `Tick` that came late enough.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from firmware.baccarat.cards import Card, Position
from firmware.codes.physical import PhysicalCard


class Button(Enum):
    """The dealer's seven controls (rules.md, "The dealer's controls")."""

    CONFIRM = "confirm"
    UNDO = "undo"
    BURN = "burn"
    FREE = "free"
    VOID = "void"
    SHOE = "shoe"
    CALL = "call"


class Sight(Enum):
    """What one passage through the mouth was, after the code book has been asked."""

    CARD = "card"
    UNREAD = "unread"
    UNKNOWN = "unknown"
    FOREIGN = "foreign"
    CUT = "cut"
    REVERSED = "reversed"
    PEEK = "peek"


@dataclass(frozen=True, slots=True)
class PassSeen:
    """One passage. `card` is set for CARD and, where it was read, REVERSED and PEEK.

    `outside`: it came in from outside first, so it is no fresh card from the shoe. `together`:
    drawn overlapping its neighbour. `evidence` names the picture that was kept, `note` says what
    the reader knows beyond that (why unread, which other set).
    """

    t_ns: int
    sight: Sight
    card: PhysicalCard | None = None
    outside: bool = False
    together: bool = False
    evidence: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """A short press of CONFIRM, UNDO, BURN, FREE or CALL."""

    t_ns: int
    button: Button


@dataclass(frozen=True, slots=True)
class ButtonHeld:
    """VOID or SHOE held for two seconds (a short press of them is no input)."""

    t_ns: int
    button: Button


@dataclass(frozen=True, slots=True)
class KeyTurned:
    """The supervisor's key."""

    t_ns: int
    on: bool


@dataclass(frozen=True, slots=True)
class PinEntered:
    """Supervisor `who` was named and the PIN compared outside the journal's reach."""

    t_ns: int
    who: str
    right: bool


@dataclass(frozen=True, slots=True)
class CardTyped:
    """The supervisor names a card that nothing read; it has no copy number."""

    t_ns: int
    card: Card


@dataclass(frozen=True, slots=True)
class ShoeLoaded:
    """A set was put in and named; an empty `set_id` means the one whose turn it is."""

    t_ns: int
    set_id: str = ""


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed and nothing else happened."""

    t_ns: int


@dataclass(frozen=True, slots=True)
class PowerRestored:
    """The program has started on an open journal; `boot` counts its starts.

    `fruitless` counts the starts since anything but a start was journaled.
    """

    t_ns: int
    boot: int = 1
    fruitless: int = 0


@dataclass(frozen=True, slots=True)
class CameraLost:
    """No frames any more; `why` is one line for people."""

    t_ns: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class CameraBack:
    """Frames come again."""

    t_ns: int


@dataclass(frozen=True, slots=True)
class JournalBack:
    """The journal writes again after having failed; inputs in between were lost."""

    t_ns: int


@dataclass(frozen=True, slots=True)
class HostGone:
    """The host of `port` no longer answers."""

    t_ns: int
    port: str = ""


@dataclass(frozen=True, slots=True)
class HostBack:
    """The host of `port` answers again."""

    t_ns: int
    port: str = ""


@dataclass(frozen=True, slots=True)
class BetsSaid:
    """The host opens or closes betting round `round` (1 to 3)."""

    t_ns: int
    open: bool
    round: int = 1


@dataclass(frozen=True, slots=True)
class LockSaid:
    """The host locks or unlocks the dealing."""

    t_ns: int
    on: bool


@dataclass(frozen=True, slots=True)
class PauseSaid:
    """A dealer change or technical stop begins (`on`) or ends."""

    t_ns: int
    on: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class StaffSaid:
    """Who deals and who supervises, as ids; an empty one leaves what was."""

    t_ns: int
    dealer: str = ""
    supervisor: str = ""


@dataclass(frozen=True, slots=True)
class ClearSaid:
    """The host's supervisor clears the hold."""

    t_ns: int


@dataclass(frozen=True, slots=True)
class CardSaid:
    """The host's supervisor names the card at `seat`."""

    t_ns: int
    seat: Position
    card: Card


@dataclass(frozen=True, slots=True)
class CorrectSaid:
    """The host's supervisor gives the hands of coup `coup`, each in the order drawn."""

    t_ns: int
    coup: int
    player: tuple[Card, ...]
    banker: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class VoidSaid:
    """The host's supervisor voids coup `coup` (0: the open one) with a fixed reason word."""

    t_ns: int
    reason: str = "other"
    coup: int = 0


@dataclass(frozen=True, slots=True)
class PictureKept:
    """A pass's picture lies on the disk, later than its card: `evidence` as the pass named it.

    `sha256` of the file, empty where it could not be kept (`why`). The rest is the read margin
    (vision.passes.ReadMargin): votes, agreeing lines, grey levels, frames in a row, frames in all.
    """

    t_ns: int
    evidence: str
    sha256: str
    why: str = ""
    votes: int = 0
    quality: int = 0
    contrast: int = 0
    gapless: int = 0
    looks: int = 0


Input = (
    PassSeen
    | PictureKept
    | ButtonPressed
    | ButtonHeld
    | KeyTurned
    | PinEntered
    | CardTyped
    | ShoeLoaded
    | Tick
    | PowerRestored
    | CameraLost
    | CameraBack
    | JournalBack
    | HostGone
    | HostBack
    | BetsSaid
    | LockSaid
    | PauseSaid
    | StaffSaid
    | ClearSaid
    | CardSaid
    | CorrectSaid
    | VoidSaid
)
