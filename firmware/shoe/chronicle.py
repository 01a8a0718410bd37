"""Pure: the journal's events told shoe by shoe and coup by coup, for people and tables.

Owns which time, which evidence and which event belongs to which coup. Refuses to read files and
to judge: what a coup is worth comes from the state that the events fold into.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from firmware.shoe import events as e
from firmware.shoe.evolve import evolve
from firmware.shoe.state import Dealt, House, Past, Shoe, State


@dataclass(frozen=True, slots=True)
class Stamped:
    """An event with its number and its time (Unix milliseconds)."""

    ev: int
    t_ms: int
    event: e.Event


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture of a card's pass: its path in the evidence folder, its SHA-256, or why none."""

    path: str
    sha256: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class CoupTold:
    """A coup that is over, when it began and ended, and its cards' pictures in their order.

    `first_ev` to `last_ev` are the events from its first card to its result or void.
    """

    past: Past
    began_ms: int
    ended_ms: int
    first_ev: int
    last_ev: int
    pictures: tuple[Picture | None, ...]


@dataclass(frozen=True, slots=True)
class ShoeTold:
    """A shoe as its events leave it; `closed_ms` None while it is open."""

    shoe: Shoe
    opened_ms: int
    closed_ms: int | None
    first_ev: int
    last_ev: int
    coups: tuple[CoupTold, ...]


@dataclass(slots=True)
class _Spans:
    """Where each coup's events begin and end."""

    began: dict[int, Stamped] = field(default_factory=dict)
    ended: dict[int, Stamped] = field(default_factory=dict)
    pictures: dict[str, Picture] = field(default_factory=dict)
    last: Stamped = field(default_factory=lambda: Stamped(0, 0, e.MenuLeft()))

    def note(self, stamped: Stamped) -> None:
        self.last = stamped
        match stamped.event:
            case e.CoupBegun(coup=coup):
                self.began[coup] = stamped
            case e.CoupSettled(coup=coup) | e.CoupVoided(coup=coup):
                self.ended[coup] = stamped
            case e.EvidenceKept() as kept:
                self.pictures[kept.evidence] = Picture(kept.evidence, kept.sha256, kept.why)
            case _:
                pass


def tell(events: Iterable[Stamped]) -> Iterator[ShoeTold]:
    """Every shoe that these events open, in their order; events before the first are skipped."""
    state: State | None = None
    opened = Stamped(0, 0, e.MenuLeft())
    shoe: Shoe | None = None
    closed: Stamped | None = None
    spans = _Spans()
    for stamped in events:
        match stamped.event:
            case e.ShoeOpened() as event:
                if shoe is not None:
                    yield _told(shoe, opened, closed, spans)
                state, opened, closed, spans = State(House(event.profile)), stamped, None, _Spans()
            case e.ShoeClosed():
                closed = stamped
            case _:
                pass
        if state is not None:
            state = evolve(state, stamped.event)
            # A closed shoe is told only when the next opens: its last pictures come late.
            shoe = state.shoe or shoe
            spans.note(stamped)
    if shoe is not None:
        yield _told(shoe, opened, closed, spans)


def _told(shoe: Shoe, opened: Stamped, closed: Stamped | None, spans: _Spans) -> ShoeTold:
    coups = []
    for past in shoe.past:
        began = spans.began.get(past.coup, opened)
        ended = spans.ended.get(past.coup, began)
        pictures = tuple(_picture(dealt, past.coup, shoe, spans) for dealt in past.dealt)
        coups.append(CoupTold(past, began.t_ms, ended.t_ms, began.ev, ended.ev, pictures))
    closed_ms = None if closed is None else closed.t_ms
    last = spans.last if closed is None else closed
    return ShoeTold(shoe, opened.t_ms, closed_ms, opened.ev, last.ev, tuple(coups))


def _picture(dealt: Dealt, coup: int, shoe: Shoe, spans: _Spans) -> Picture | None:
    """The picture of the pass that brought this card; None for a typed one."""
    found = shoe.gone
    same = [gone for gone in found if gone.card == dealt.card and gone.deck == dealt.deck]
    for gone in sorted(same, key=lambda each: each.coup != coup):
        if gone.evidence:
            return spans.pictures.get(gone.evidence, Picture(gone.evidence, "", "not yet kept"))
    return None
