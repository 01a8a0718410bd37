"""Pure: where each card of the set went. Knows no phase and no rule of the game."""

from __future__ import annotations

from dataclasses import replace

from firmware.baccarat.cards import Card, Position
from firmware.codes.physical import PhysicalCard
from firmware.shoe.state import Dealt, Gone, Shoe
from firmware.shoe.words import OF_THE_SET, Fate, Origin


def gone(
    shoe: Shoe, card: Gone, origin: Origin = Origin.SHOE, aside: tuple[Gone, ...] = ()
) -> Shoe:
    """The shoe after `card` left it, or after an earlier entry turned out to be `card`.

    Of several that nothing read, the one that was listed first, `aside` or carried.
    """
    match origin:
        case Origin.SHOE | Origin.SPARE:
            return _added(shoe, card)
        case Origin.UNREAD:
            return _renamed(shoe, card, _last(shoe, Fate.UNREAD, None, None))
        case Origin.LISTED:
            return _renamed(shoe, card, _listed_first(shoe, card, aside))


def back(shoe: Shoe, card: Card | None, deck: int | None, read: PhysicalCard | None = None) -> Shoe:
    """The shoe after the last entry for that card went back into it."""
    return _without(shoe, _last(shoe, None, card, deck, read))


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


def entry(shoe: Shoe, dealt: Dealt) -> Gone | None:
    """What is recorded of the card in a position."""
    at = _last(shoe, None, dealt.card, dealt.deck, dealt.read)
    return None if at is None else shoe.gone[at]


def back_in(shoe: Shoe, card: Gone) -> Shoe:
    """The shoe after the card of that very entry went back into it."""
    at = len(shoe.gone) - 1 - shoe.gone[::-1].index(card) if card in shoe.gone else None
    return _without(shoe, at)


def named(dealt: Dealt, card: Card) -> Dealt:
    """The card in that position under the face that the supervisor names; read as before."""
    read = dealt.read
    if read is None and dealt.deck is not None:
        read = PhysicalCard(dealt.card, dealt.deck)
    if read is not None and read.card == card:
        return Dealt(dealt.seat, card, read.deck, True)
    return Dealt(dealt.seat, card, None, True, read)


def as_named(was: tuple[Dealt, ...], dealt: tuple[Dealt, ...]) -> tuple[Dealt, ...]:
    """`dealt` as the supervisor gives it, with all that was read of the cards of `was` there."""
    old = {each.seat: each for each in was}
    return tuple(
        each
        if each.seat not in old
        else old[each.seat]
        if old[each.seat].card == each.card
        else named(old[each.seat], each.card)
        for each in dealt
    )


def recast(shoe: Shoe, coup: int, dealt: tuple[Dealt, ...]) -> Shoe:
    """The shoe after cards of `coup` were found to have other faces.

    Only faces change: which cards passed is what was seen, and the count-out shows the rest.
    """
    new = {each.seat: each for each in dealt}
    cards = list(shoe.gone)
    for at in places(shoe, coup):
        was = cards[at]
        if was.seat in new:
            card = new[was.seat]
            cards[at] = replace(was, card=card.card, deck=card.deck, read=card.read)
    return replace(shoe, gone=tuple(cards))


def places(shoe: Shoe, coup: int) -> tuple[int, ...]:
    """Where the cards that lie in positions of `coup` stand in the ledger."""
    return tuple(
        at
        for at, each in enumerate(shoe.gone)
        if each.coup == coup and each.seat is not None and each.fate in (Fate.DEALT, Fate.SPARE)
    )


def more_than_the_set(shoe: Shoe, coup: int, dealt: tuple[Dealt, ...]) -> bool:
    """With these cards in `coup` more of a face were out than the set has: a ninth of eight."""
    found = recast(shoe, coup, dealt)
    seats = {found.gone[at].seat for at in places(found, coup)}
    unrecorded = [each.card for each in dealt if each.seat not in seats]
    return any(found.count(each.card) + unrecorded.count(each.card) > shoe.decks for each in dealt)


def reseated(shoe: Shoe, coup: int, dealt: tuple[Dealt, ...]) -> Shoe:
    """The shoe after the same cards were found to lie in these positions of `coup`."""
    cards, moved = list(shoe.gone), set[int]()
    for each in dealt:
        for at in range(len(cards) - 1, -1, -1):
            was = cards[at]
            same = (was.card, was.deck, was.read) == (each.card, each.deck, each.read)
            if same and at not in moved and was.fate in (Fate.DEALT, Fate.SPARE):
                cards[at] = replace(was, coup=coup, seat=each.seat)
                moved.add(at)
                break
    return replace(shoe, gone=tuple(cards))


def spare_in(shoe: Shoe, coup: int, seat: Position, card: Card) -> Shoe:
    """The shoe after a damaged card of `coup` went out and a spare came in for it."""
    cards: list[Gone] = []
    for each in shoe.gone:
        damaged = (each.coup, each.seat) == (coup, seat) and each.fate in (Fate.DEALT, Fate.SPARE)
        if damaged and each.fate is Fate.DEALT:
            cards.append(replace(each, fate=Fate.EXCHANGED))
        else:
            cards.append(replace(each, seat=None) if damaged else each)
        if damaged:
            # Where the card was that it stands for: no pass brought it.
            cards.append(Gone(card, None, Fate.SPARE, coup, seat))
    return replace(shoe, gone=tuple(cards))


def _listed_first(shoe: Shoe, card: Gone, aside: tuple[Gone, ...]) -> int | None:
    def same(each: Gone) -> bool:
        return each.card == card.card and each.deck == card.deck

    waiting = sum(map(same, aside)) or sum(map(same, shoe.carried)) or 1
    at = [n for n, each in enumerate(shoe.gone) if each.fate is Fate.LISTED and same(each)]
    return at[-waiting:][0] if at else None


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


def _last(
    shoe: Shoe,
    fate: Fate | None,
    card: Card | None,
    deck: int | None,
    read: PhysicalCard | None = None,
) -> int | None:
    for at in range(len(shoe.gone) - 1, -1, -1):
        each = shoe.gone[at]
        wanted = each.fate is not Fate.DOUBLE if fate is None else each.fate is fate
        if each.card == card and each.deck == deck and each.read == read and wanted:
            return at
    return None
