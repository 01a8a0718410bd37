"""Pure: events of coups, from their first card to their last correction."""

from __future__ import annotations

from dataclasses import dataclass

from firmware.baccarat.cards import Card, Position
from firmware.codes.physical import PhysicalCard
from firmware.shoe.state import Dealt
from firmware.shoe.words import By, ExtraFate, Origin, VoidReason


@dataclass(frozen=True, slots=True)
class CoupBegun:
    """The first card of coup `coup` came out. `number` None: a free hand. `last` ends the shoe."""

    coup: int
    number: int | None
    free: bool = False
    last: bool = False


@dataclass(frozen=True, slots=True)
class CardSeated:
    """A card took its position. `who` typed it, empty for one that was read.

    `read`: the copy that the reader told where the supervisor named another face.
    """

    coup: int
    seat: Position
    card: Card
    deck: int | None
    t_ns: int
    typed: bool = False
    manual: bool = False
    origin: Origin = Origin.SHOE
    evidence: str = ""
    who: str = ""
    read: PhysicalCard | None = None


@dataclass(frozen=True, slots=True)
class CardUnseated:
    """The last card left its position again: it went back in, or does not count."""

    coup: int
    seat: Position
    card: Card
    deck: int | None
    read: PhysicalCard | None = None


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
    """A finished coup's cards were found to be others. `was` holds those recorded before.

    `number`: what a coup that was void is counted as from now on, None where nothing changes.
    """

    coup: int
    dealt: tuple[Dealt, ...]
    was: tuple[Dealt, ...]
    by: By
    who: str = ""
    number: int | None = None


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
class FreeChosen:
    """The next coup is a free hand, or is one no longer."""

    on: bool
    coup: int


@dataclass(frozen=True, slots=True)
class ExtraDecided:
    """What becomes of the extra cards was fixed."""

    coup: int
    fate: ExtraFate
    cards: int
    waives_burn: bool = True
