"""Pure: events of the passages and burns: what happened to cards."""

from __future__ import annotations

from dataclasses import dataclass

from firmware.baccarat.cards import Card, Position
from firmware.codes.physical import PhysicalCard
from firmware.shoe.state import Gone
from firmware.shoe.words import BurnWhy, HoldCode, Origin


@dataclass(frozen=True, slots=True)
class CardBurnt:
    """A card was put away unplayed; `n` of `of`. `shown`: it was opened. `card` None: unread.

    `waived`: how many burns before the next coup it stands for.
    """

    why: BurnWhy
    card: Card | None
    deck: int | None
    n: int
    of: int
    shown: bool = False
    origin: Origin = Origin.SHOE
    evidence: str = ""
    waived: int = 0


@dataclass(frozen=True, slots=True)
class BurnConfirmed:
    """The opening burn is over, its number of cards agreed by the dealer."""


@dataclass(frozen=True, slots=True)
class BurnTakenBack:
    """The card burnt last does not count; the same one comes again."""


@dataclass(frozen=True, slots=True)
class BurnChosen:
    """The dealer burns one more card before the next coup, or does not after all."""

    on: bool


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
class CarriedTakenBack:
    """The carried card drawn last went back into the shoe."""


@dataclass(frozen=True, slots=True)
class CardWentIn:
    """A card of an earlier coup, or one that was put away, went back into the shoe."""

    gone: Gone


@dataclass(frozen=True, slots=True)
class CardCameAgain:
    """It left the shoe again; what was not read of it before may be known now."""

    gone: Gone


@dataclass(frozen=True, slots=True)
class BurnMissed:
    """A burn was forgotten, or dealt past the reader, and the house goes on without it."""

    who: str = ""


@dataclass(frozen=True, slots=True)
class CardsCarried:
    """The listed cards are kept for their turn."""


@dataclass(frozen=True, slots=True)
class UnreadTakenBack:
    """The unread card was taken in hand again, to be slid once more."""


@dataclass(frozen=True, slots=True)
class CutSeen:
    """The cut card came out. `last_coup`: the coup that ends the shoe, None without that rule."""

    last_coup: int | None


@dataclass(frozen=True, slots=True)
class PeekSeen:
    """A card came out part of the way and went back, for the `n`-th time in this shoe."""

    n: int
    card: PhysicalCard | None = None
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class CardCounted:
    """A card of the rest passed; `card` None: unread."""

    card: Card | None
    deck: int | None
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class CountTakenBack:
    """The card counted out last went back in."""


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
