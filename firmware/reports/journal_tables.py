"""Shell: a journal's shoes, coups, events and lines as rows, for export and for showing.

Owns the columns that other programs rely on (docs/journal.md). Refuses to print.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from firmware.baccarat.cards import Side
from firmware.drivers.journal import JournalReader
from firmware.feed.message import Audience
from firmware.shoe.chronicle import CoupTold, ShoeTold, Stamped, tell
from firmware.shoe.events import ShoeOpened, from_record
from firmware.shoe.state import Past

Row = dict[str, Any]


def shoes(reader: JournalReader, number: int | None = None) -> Iterator[ShoeTold]:
    """The journal's shoes, or those of one number. RecordError if an event can't be read."""
    after, until = 0, reader.last_event()
    if number is not None:
        after, until = _span(reader, number)
    for told in tell(
        Stamped(one.ev, one.t_ms, from_record(one.kind, one.body))
        for one in reader.events(after)
        if one.ev <= until
    ):
        if number is None or told.shoe.number == number:
            yield told


def _span(reader: JournalReader, number: int) -> tuple[int, int]:
    """Events before and at the end of a shoe, so that a long journal is not read whole."""
    openings = []
    for one in reader.events(kinds=(ShoeOpened.__name__,)):
        event = from_record(one.kind, one.body)
        assert isinstance(event, ShoeOpened)
        openings.append((one.ev, event.number))
    starts = [ev for ev, opened in openings if opened == number]
    if not starts:
        return reader.last_event(), reader.last_event()
    behind = [ev for ev, _ in openings if ev > starts[-1]]
    return starts[0] - 1, (behind[0] - 1 if behind else reader.last_event())


def shoe_row(told: ShoeTold) -> Row:
    """A shoe in one row; times are UTC."""
    shoe = told.shoe
    counts = [past.outcome.winner for past in shoe.past if past.voided is None]
    wins = [winner.value for winner in counts if winner is not None]
    return {
        "shoe": shoe.number,
        "set": shoe.set_id,
        "profile": shoe.profile.name,
        "decks": shoe.decks,
        "opened": utc(told.opened_ms),
        "closed": "" if told.closed_ms is None else utc(told.closed_ms),
        "coups": len(shoe.past),
        "player": wins.count("P"),
        "banker": wins.count("B"),
        "tie": wins.count("T"),
        "void": sum(past.voided is not None for past in shoe.past),
        "left": shoe.left,
        "first_ev": told.first_ev,
        "last_ev": told.last_ev,
    }


def coup_row(told: ShoeTold, coup: CoupTold) -> Row:
    """A coup in one row; cards in the order drawn, pictures beside them (`-` where none)."""
    past = coup.past
    found = past.outcome
    return {
        "shoe": told.shoe.number,
        "coup": past.coup,
        "number": "" if past.number is None else past.number,
        "began": utc(coup.began_ms),
        "ended": utc(coup.ended_ms),
        "player": hand(past, Side.PLAYER),
        "banker": hand(past, Side.BANKER),
        "p": found.player_total,
        "b": found.banker_total,
        "win": "V" if past.voided is not None else found.winner.value if found.winner else "",
        "natural": int(found.natural),
        "player_pair": int(found.player_pair),
        "banker_pair": int(found.banker_pair),
        "free": int(past.free),
        "manual": int(past.manual),
        "corrected": int(past.corrected),
        "void": "" if past.voided is None else past.voided.value,
        "pictures": " ".join("-" if one is None else one.path for one in coup.pictures),
        "first_ev": coup.first_ev,
        "last_ev": coup.last_ev,
    }


def hand(past: Past, side: Side) -> str:
    """`9S 4H`: one side's cards in the order drawn."""
    return " ".join(str(dealt.card) for dealt in past.dealt if dealt.seat.side is side)


def card_rows(told: ShoeTold) -> Iterator[Row]:
    """Each dealt card of a shoe with the picture of its pass."""
    for coup in told.coups:
        for dealt, picture in zip(coup.past.dealt, coup.pictures, strict=True):
            yield {
                "shoe": told.shoe.number,
                "coup": coup.past.coup,
                "seat": dealt.seat.value,
                "card": str(dealt.card),
                "deck": "" if dealt.deck is None else dealt.deck,
                "typed": int(dealt.typed),
                "picture": "" if picture is None else picture.path,
                "sha256": "" if picture is None else picture.sha256,
                "why_none": "" if picture is None else picture.why,
            }


def coups(reader: JournalReader, number: int | None) -> Iterator[Row]:
    """Rows of all coups that are over."""
    for told in shoes(reader, number):
        yield from (coup_row(told, coup) for coup in told.coups)


def cards(reader: JournalReader, number: int | None) -> Iterator[Row]:
    """Rows of all cards of coups that are over."""
    for told in shoes(reader, number):
        yield from card_rows(told)


def events(reader: JournalReader, number: int | None) -> Iterator[Row]:
    """Rows of events as they are recorded, each with its hash."""
    after, until = (0, reader.last_event()) if number is None else _span(reader, number)
    for one in reader.events(after):
        if one.ev > until:
            return
        yield {
            "ev": one.ev,
            "t_ms": one.t_ms,
            "time": utc(one.t_ms),
            "kind": one.kind,
            "body": one.body,
            "hash": reader.hash_of(one.ev),
        }


def lines(reader: JournalReader, number: int | None) -> Iterator[Row]:
    """Rows of the numbered lines of both audiences, in their order."""
    first, until = (0, reader.last_event()) if number is None else _span(reader, number)
    for audience in Audience:
        after = 0
        while page := reader.lines(audience, after, 1000):
            after = page[-1].seq
            for one in page:
                if first < one.ev <= until:
                    yield {
                        "audience": audience.value,
                        "seq": one.seq,
                        "kind": one.message.kind,
                        **dict(one.message.fields),
                    }


def utc(t_ms: int) -> str:
    """`2026-01-01T00:00:00.000Z`."""
    moment = datetime.fromtimestamp(t_ms / 1000, UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{t_ms % 1000:03d}Z"
