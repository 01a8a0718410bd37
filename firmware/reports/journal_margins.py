"""Shell: how safely a journal's cards were read, shoe after shoe, and which cards wear out.

Owns which recorded margin belongs to which card. What a margin means is `vision.margin`'s.
"""

from __future__ import annotations

from dataclasses import dataclass

from firmware.drivers.journal import JournalReader
from firmware.shoe import events as e
from firmware.shoe.events import from_record
from vision.margin import Advice, CodeMargin, ShoeMargin, of_shoe, trend, worn
from vision.passes import ReadMargin

_KINDS = tuple(
    kind.__name__
    for kind in (e.ShoeOpened, e.CardSeated, e.CardBurnt, e.CardCounted, e.EvidenceKept)
)


@dataclass(frozen=True, slots=True)
class Margins:
    """Each shoe's number, set and margin in order; what the last one asks for; worn cards.

    A worn card is named as its set, the card and its deck: `A 8S#3`.
    """

    shoes: tuple[tuple[int, str, ShoeMargin], ...]
    advice: tuple[Advice, ...]
    worn: tuple[str, ...]


def margins(reader: JournalReader) -> Margins:
    """From all events of the journal. RecordError if one can't be read."""
    shoes: list[tuple[int, str, list[ReadMargin]]] = []
    names: dict[str, str] = {}
    read: list[CodeMargin] = []
    for recorded in reader.events(kinds=_KINDS):
        match from_record(recorded.kind, recorded.body):
            case e.ShoeOpened(number, set_id):
                shoes.append((number, set_id, []))
            case e.EvidenceKept() as kept if kept.evidence in names and shoes:
                margin = ReadMargin(
                    kept.votes, kept.quality, kept.contrast, kept.gapless, kept.looks
                )
                shoes[-1][2].append(margin)
                read.append(CodeMargin(names.pop(kept.evidence), margin))
            case e.CardSeated() | e.CardBurnt() | e.CardCounted() as card:
                if card.evidence and card.card is not None and card.deck is not None and shoes:
                    names[card.evidence] = f"{shoes[-1][1]} {card.card}#{card.deck}"
    told = tuple((number, set_id, of_shoe(each)) for number, set_id, each in shoes)
    return Margins(told, trend([each for _, _, each in told]), worn(read))
