"""Pure: what has happened, in the past tense; each event is one row of the journal.

An event carries everything that `evolve` needs, so that the state is the fold of the journal. A
refused press is an event too. Journal form: `to_record`, `from_record`. The events themselves
stand in `events_shoe`, `events_card`, `events_coup` and `events_desk`.
"""

from __future__ import annotations

from typing import Final, get_args

from firmware.shoe.events_card import (
    AsideDropped,
    AsideTakenBack,
    BurnChosen,
    BurnConfirmed,
    BurnMissed,
    BurnTakenBack,
    CardBurnt,
    CardCameAgain,
    CardCounted,
    CardsCarried,
    CardSetAside,
    CardUnread,
    CardWentIn,
    CarriedDropped,
    CarriedTakenBack,
    CountTakenBack,
    CutSeen,
    EvidenceKept,
    ExtraDrawn,
    ExtraExposed,
    ExtraTakenBack,
    PeekSeen,
    StrangerSeen,
    UnreadTakenBack,
)
from firmware.shoe.events_coup import (
    CardRenamed,
    CardSeated,
    CardsReseated,
    CardUnseated,
    CoupAnnulled,
    CoupBegun,
    CoupCorrected,
    CoupFaced,
    CoupSettled,
    CoupVoided,
    ExtraDecided,
    FreeChosen,
)
from firmware.shoe.events_desk import (
    BetsTracked,
    CameraFailed,
    CameraReturned,
    DealingLocked,
    HostFound,
    HostLost,
    InputRefused,
    KeyUsed,
    MenuLeft,
    MenuShown,
    Paused,
    Restarted,
    Resumed,
    StaffNamed,
    SupervisorCalled,
)
from firmware.shoe.events_shoe import (
    CountingBegun,
    HoldCleared,
    HoldRaised,
    ItemChecked,
    LastCoupFixed,
    RoadsCleared,
    SetRetired,
    ShoeClosed,
    ShoeEnded,
    ShoeOpened,
    Warned,
)
from firmware.shoe.records import RecordError, read, write

__all__ = [
    "KINDS",
    "AsideDropped",
    "AsideTakenBack",
    "BetsTracked",
    "BurnChosen",
    "BurnConfirmed",
    "BurnMissed",
    "BurnTakenBack",
    "CameraFailed",
    "CameraReturned",
    "CardBurnt",
    "CardCameAgain",
    "CardCounted",
    "CardRenamed",
    "CardSeated",
    "CardSetAside",
    "CardUnread",
    "CardUnseated",
    "CardWentIn",
    "CardsCarried",
    "CardsReseated",
    "CarriedDropped",
    "CarriedTakenBack",
    "CountTakenBack",
    "CountingBegun",
    "CoupAnnulled",
    "CoupBegun",
    "CoupCorrected",
    "CoupFaced",
    "CoupSettled",
    "CoupVoided",
    "CutSeen",
    "DealingLocked",
    "Event",
    "EvidenceKept",
    "ExtraDecided",
    "ExtraDrawn",
    "ExtraExposed",
    "ExtraTakenBack",
    "FreeChosen",
    "HoldCleared",
    "HoldRaised",
    "HostFound",
    "HostLost",
    "InputRefused",
    "ItemChecked",
    "KeyUsed",
    "LastCoupFixed",
    "MenuLeft",
    "MenuShown",
    "Paused",
    "PeekSeen",
    "Restarted",
    "Resumed",
    "RoadsCleared",
    "SetRetired",
    "ShoeClosed",
    "ShoeEnded",
    "ShoeOpened",
    "StaffNamed",
    "StrangerSeen",
    "SupervisorCalled",
    "UnreadTakenBack",
    "Warned",
    "from_record",
    "to_record",
]

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
    | CarriedTakenBack
    | CardWentIn
    | CardCameAgain
    | BurnMissed
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
