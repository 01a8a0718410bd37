"""Pure: what has happened, in the past tense; each event is one row of the journal.

An event carries everything that `evolve` needs, so that the state is the fold of the journal. A
refused press is an event too. Journal form: `to_record`, `from_record`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, get_args

from firmware.baccarat.cards import Card, Position
from firmware.baccarat.profile import Profile
from firmware.codes.physical import PhysicalCard
from firmware.shoe.menu import Menu
from firmware.shoe.records import RecordError, read, write
from firmware.shoe.state import Dealt, Desk, Gone, Hold, Memory
from firmware.shoe.words import (
    BurnWhy,
    By,
    CheckItem,
    ExtraFate,
    HoldCode,
    Origin,
    Refusal,
    VoidReason,
    Warn,
)


@dataclass(frozen=True, slots=True)
class ShoeOpened:
    """A set was loaded. Carries all that later events build on: a restart folds from here."""

    number: int
    set_id: str
    profile: Profile
    memory: Memory
    desk: Desk


@dataclass(frozen=True, slots=True)
class ItemChecked:
    """The dealer agreed to a point of the opening's checklist."""

    item: CheckItem


@dataclass(frozen=True, slots=True)
class CardBurnt:
    """A card was put away unplayed; `n` of `of`. `shown`: it was opened. `card` None: unread."""

    why: BurnWhy
    card: Card | None
    deck: int | None
    n: int
    of: int
    shown: bool = False
    origin: Origin = Origin.SHOE
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class BurnConfirmed:
    """The opening burn is over, its number of cards agreed by the dealer."""


@dataclass(frozen=True, slots=True)
class CoupBegun:
    """The first card of coup `coup` came out. `number` None: a free hand. `last` ends the shoe."""

    coup: int
    number: int | None
    free: bool = False
    last: bool = False


@dataclass(frozen=True, slots=True)
class CardSeated:
    """A card took its position."""

    coup: int
    seat: Position
    card: Card
    deck: int | None
    t_ns: int
    typed: bool = False
    manual: bool = False
    origin: Origin = Origin.SHOE
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class CardUnread:
    """A card left the shoe and nothing read it. `note` says what the reader knows."""

    seat: Position | None
    origin: Origin = Origin.SHOE
    evidence: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class StrangerSeen:
    """A pass that is no card of the set, or a second one of a code already seen."""

    doubt: HoldCode
    card: PhysicalCard | None = None
    evidence: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class CardSetAside:
    """A card passed that could not be seated; it is listed."""

    gone: Gone


@dataclass(frozen=True, slots=True)
class AsideTakenBack:
    """The card listed last went back into the shoe."""


@dataclass(frozen=True, slots=True)
class AsideDropped:
    """The first listed card turned out to be in doubt; it is no longer waiting for a place."""


@dataclass(frozen=True, slots=True)
class CarriedDropped:
    """The first carried card turned out to be in doubt."""


@dataclass(frozen=True, slots=True)
class BurnChosen:
    """The dealer burns one more card before the next coup, or does not after all."""

    on: bool


@dataclass(frozen=True, slots=True)
class UnreadTakenBack:
    """The unread card was taken in hand again, to be slid once more."""


@dataclass(frozen=True, slots=True)
class CardUnseated:
    """The last card left its position again: it went back in, or does not count."""

    coup: int
    seat: Position
    card: Card
    deck: int | None


@dataclass(frozen=True, slots=True)
class BurnTakenBack:
    """The card burnt last does not count; the same one comes again."""


@dataclass(frozen=True, slots=True)
class CountTakenBack:
    """The card counted out last went back in."""


@dataclass(frozen=True, slots=True)
class HoldRaised:
    """Dealing waits. Raised again with more `tries`, the shown hold is replaced."""

    hold: Hold
    again: bool = False


@dataclass(frozen=True, slots=True)
class HoldCleared:
    """The shown hold is over."""

    code: HoldCode
    by: By
    who: str = ""
    t_ns: int = 0


@dataclass(frozen=True, slots=True)
class CoupFaced:
    """A squeezed game showed its cards up to the `cards`-th."""

    coup: int
    cards: int
    t_ns: int


@dataclass(frozen=True, slots=True)
class CoupSettled:
    """The result of the open coup stands."""

    coup: int
    number: int | None
    free: bool
    manual: bool
    dealt: tuple[Dealt, ...]


@dataclass(frozen=True, slots=True)
class CoupVoided:
    """The open coup does not count."""

    coup: int
    reason: VoidReason
    by: By
    who: str = ""


@dataclass(frozen=True, slots=True)
class CoupCorrected:
    """A finished coup's cards were found to be others. `was` holds those recorded before."""

    coup: int
    dealt: tuple[Dealt, ...]
    was: tuple[Dealt, ...]
    by: By
    who: str = ""


@dataclass(frozen=True, slots=True)
class CoupAnnulled:
    """A finished coup was voided later, or a void coup's reason changed."""

    coup: int
    reason: VoidReason
    was: VoidReason | None
    by: By
    who: str = ""


@dataclass(frozen=True, slots=True)
class CardsReseated:
    """The open coup's cards lay in other positions than recorded (S3 mends it)."""

    coup: int
    dealt: tuple[Dealt, ...]
    was: tuple[Dealt, ...]
    who: str = ""


@dataclass(frozen=True, slots=True)
class CardRenamed:
    """The supervisor named another card at a position of the open coup, or exchanged it.

    `exchanged`: a damaged card went out and a spare came in (S1).
    """

    coup: int
    seat: Position
    card: Card
    was: Card
    exchanged: bool = False
    who: str = ""


@dataclass(frozen=True, slots=True)
class CutSeen:
    """The cut card came out. `last_coup`: the coup that ends the shoe, None without that rule."""

    last_coup: int | None


@dataclass(frozen=True, slots=True)
class Warned:
    """Something to be told once; `bets` are those no longer taken."""

    code: Warn
    left: int
    bets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LastCoupFixed:
    """The shoe ends with coup `coup`; settled coups stand."""

    coup: int


@dataclass(frozen=True, slots=True)
class ShoeEnded:
    """No further coup begins. `voided`: the rest of the set must not be dealt."""

    voided: bool = False


@dataclass(frozen=True, slots=True)
class CountingBegun:
    """The rest of the set is counted out through the reader."""


@dataclass(frozen=True, slots=True)
class CardCounted:
    """A card of the rest passed; `card` None: unread."""

    card: Card | None
    deck: int | None
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class ShoeClosed:
    """The shoe is closed; its account follows from its events."""

    number: int
    set_id: str
    left: int


@dataclass(frozen=True, slots=True)
class SetRetired:
    """The set must not be dealt again."""

    set_id: str
    who: str = ""


@dataclass(frozen=True, slots=True)
class RoadsCleared:
    """Roads and statistics begin anew with the next coup."""

    who: str = ""


@dataclass(frozen=True, slots=True)
class FreeChosen:
    """The next coup is a free hand, or is one no longer."""

    on: bool
    coup: int


@dataclass(frozen=True, slots=True)
class ExtraDrawn:
    """A card came out after the coup was complete; `n`-th of them."""

    gone: Gone
    n: int
    origin: Origin = Origin.SHOE


@dataclass(frozen=True, slots=True)
class ExtraTakenBack:
    """The extra card drawn last went back into the shoe."""


@dataclass(frozen=True, slots=True)
class ExtraExposed:
    """The extra card was seen face up, or was not after all."""

    on: bool


@dataclass(frozen=True, slots=True)
class ExtraDecided:
    """What becomes of the extra cards was fixed."""

    coup: int
    fate: ExtraFate
    cards: int
    waives_burn: bool = True


@dataclass(frozen=True, slots=True)
class CardsCarried:
    """The listed cards are kept for their turn."""


@dataclass(frozen=True, slots=True)
class PeekSeen:
    """A card came out part of the way and went back, for the `n`-th time in this shoe."""

    n: int
    card: PhysicalCard | None = None
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class InputRefused:
    """An input had no effect, and why; `what` names it."""

    what: str
    why: Refusal


@dataclass(frozen=True, slots=True)
class KeyUsed:
    """The supervisor's key was turned."""

    on: bool


@dataclass(frozen=True, slots=True)
class StaffNamed:
    """Who deals and who supervises, as ids."""

    dealer: str
    supervisor: str


@dataclass(frozen=True, slots=True)
class SupervisorCalled:
    """The dealer wants the supervisor, or no longer."""

    on: bool


@dataclass(frozen=True, slots=True)
class DealingLocked:
    """The host locked or unlocked the dealing."""

    on: bool
    t_ns: int


@dataclass(frozen=True, slots=True)
class BetsTracked:
    """A betting round opened (`round`) or closed (0)."""

    round: int
    t_ns: int


@dataclass(frozen=True, slots=True)
class Paused:
    """A dealer change or technical stop began."""

    reason: str
    t_ns: int


@dataclass(frozen=True, slots=True)
class Resumed:
    """The pause is over; it took `seconds`."""

    seconds: int
    t_ns: int


@dataclass(frozen=True, slots=True)
class HostLost:
    """The host of a port no longer answers."""

    port: str


@dataclass(frozen=True, slots=True)
class HostFound:
    """The host of a port answers again."""

    port: str


@dataclass(frozen=True, slots=True)
class CameraFailed:
    """No frames any more."""

    why: str


@dataclass(frozen=True, slots=True)
class CameraReturned:
    """Frames come again."""


@dataclass(frozen=True, slots=True)
class Restarted:
    """The program started on this journal."""

    boot: int


@dataclass(frozen=True, slots=True)
class EvidenceKept:
    """The picture of a pass, with its hash and how safely the pass was read. Changes no state.

    `sha256` empty: it could not be kept, and `why`.
    """

    evidence: str
    sha256: str
    why: str
    votes: int
    quality: int
    contrast: int
    gapless: int
    looks: int


@dataclass(frozen=True, slots=True)
class MenuShown:
    """The supervisor's menu shows this page and item."""

    menu: Menu


@dataclass(frozen=True, slots=True)
class MenuLeft:
    """The menu is closed."""


Event = (
    ShoeOpened
    | ItemChecked
    | CardBurnt
    | BurnConfirmed
    | CoupBegun
    | CardSeated
    | CardUnread
    | StrangerSeen
    | CardSetAside
    | AsideTakenBack
    | AsideDropped
    | CarriedDropped
    | BurnChosen
    | UnreadTakenBack
    | CardUnseated
    | BurnTakenBack
    | CountTakenBack
    | HoldRaised
    | HoldCleared
    | CoupFaced
    | CoupSettled
    | CoupVoided
    | CoupCorrected
    | CoupAnnulled
    | CardsReseated
    | CardRenamed
    | CutSeen
    | Warned
    | LastCoupFixed
    | ShoeEnded
    | CountingBegun
    | CardCounted
    | ShoeClosed
    | SetRetired
    | RoadsCleared
    | FreeChosen
    | ExtraDrawn
    | ExtraTakenBack
    | ExtraExposed
    | ExtraDecided
    | CardsCarried
    | PeekSeen
    | InputRefused
    | KeyUsed
    | StaffNamed
    | SupervisorCalled
    | DealingLocked
    | BetsTracked
    | Paused
    | Resumed
    | HostLost
    | HostFound
    | CameraFailed
    | CameraReturned
    | Restarted
    | EvidenceKept
    | MenuShown
    | MenuLeft
)

KINDS: Final[dict[str, type[Event]]] = {kind.__name__: kind for kind in get_args(Event)}


def to_record(event: Event) -> tuple[str, str]:
    """The event's kind and its body as canonical JSON: the same event, the same bytes."""
    return type(event).__name__, write(event)


def from_record(kind: str, body: str) -> Event:
    """The event behind a row. Raises RecordError for one that this version does not know."""
    if kind not in KINDS:
        raise RecordError(f"no event kind {kind!r}: written by a newer version?")
    return read(KINDS[kind], body)
