"""Pure: where each card of the set went. Knows no phase and no rule of the game."""

from __future__ import annotations

from dataclasses import replace

from firmware.baccarat.cards import Card
from firmware.shoe.state import Gone, Shoe
from firmware.shoe.words import OF_THE_SET, Fate, Origin


def gone(shoe: Shoe, card: Gone, origin: Origin = Origin.SHOE) -> Shoe:
    """The shoe after `card` left it, or after an earlier entry turned out to be `card`."""
    match origin:
        case Origin.SHOE | Origin.SPARE:
            return _added(shoe, card)
        case Origin.UNREAD:
            return _renamed(shoe, card, _last(shoe, Fate.UNREAD, None, None))
        case Origin.LISTED:
            return _renamed(shoe, card, _last(shoe, Fate.LISTED, card.card, card.deck))


def back(shoe: Shoe, card: Card | None, deck: int | None) -> Shoe:
    """The shoe after the last entry for that card went back into it."""
    return _without(shoe, _last(shoe, None, card, deck))


def back_listed(shoe: Shoe, card: Gone) -> Shoe:
    """The shoe after a listed card went back into it."""
    return _without(shoe, _last(shoe, card.fate, card.card, card.deck))


def back_last(shoe: Shoe, fates: frozenset[Fate]) -> Shoe:
    """The shoe after the last card with one of these fates went back into it."""
    for at in range(len(shoe.gone) - 1, -1, -1):
        if shoe.gone[at].fate in fates:
            return _without(shoe, at)
    return shoe


def without_first(cards: tuple[Gone, ...], card: Card | None, deck: int | None) -> tuple[Gone, ...]:
    """The list without its first entry for that card."""
    for at, each in enumerate(cards):
        if each.card == card and each.deck == deck:
            return cards[:at] + cards[at + 1 :]
    return cards


def _added(shoe: Shoe, card: Gone) -> Shoe:
    return replace(shoe, gone=(*shoe.gone, card), out=shoe.out + (card.fate in OF_THE_SET))


def _renamed(shoe: Shoe, card: Gone, at: int | None) -> Shoe:
    if at is None:
        return _added(shoe, card)
    was = shoe.gone[at]
    return replace(
        shoe,
        gone=(*shoe.gone[:at], card, *shoe.gone[at + 1 :]),
        out=shoe.out + (card.fate in OF_THE_SET) - (was.fate in OF_THE_SET),
    )


def _without(shoe: Shoe, at: int | None) -> Shoe:
    if at is None:
        return shoe
    was = shoe.gone[at]
    return replace(
        shoe,
        gone=shoe.gone[:at] + shoe.gone[at + 1 :],
        out=shoe.out - (was.fate in OF_THE_SET),
    )


def _last(shoe: Shoe, fate: Fate | None, card: Card | None, deck: int | None) -> int | None:
    for at in range(len(shoe.gone) - 1, -1, -1):
        each = shoe.gone[at]
        wanted = each.fate is not Fate.DOUBLE if fate is None else each.fate is fate
        if each.card == card and each.deck == deck and wanted:
            return at
    return None
