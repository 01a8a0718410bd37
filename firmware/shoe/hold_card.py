"""Pure: holds about one card: unread, unknown, foreign, duplicate, reversed.

Owns what fills a position again and what never may.
"""

from __future__ import annotations

from dataclasses import replace

from firmware.baccarat.cards import Card
from firmware.codes.physical import PhysicalCard
from firmware.shoe import events as e
from firmware.shoe.back import last_out, went_in
from firmware.shoe.course import Course
from firmware.shoe.inputs import CardSaid, CardTyped
from firmware.shoe.phase_coup import void as void_coup
from firmware.shoe.state import Gone, Hold
from firmware.shoe.take import (
    doubt,
    opening_burn,
    seat,
    take,
    typed_card,
)
from firmware.shoe.words import Advice, BurnWhy, Fate, HoldCode, Origin, Phase, Refusal


def list_pass(course: Course) -> None:
    """A card during a hold is recorded and listed, not seated."""
    course.add(e.CardSetAside(course.listed()))


def listed_already(course: Course) -> bool:
    """The very card that passed is on the list: it is not the one that is waited for."""
    card = course.seen.card
    return card is not None and any(each.physical == card for each in course.state.aside)


def again(course: Course) -> bool:
    """The pass may be the card that is waited for: it was taken back, or came from outside."""
    return course.hold.armed or course.seen.outside


def unread_card(course: Course) -> None:
    """A readable pass: the same card slid again fills its place, a fresh one never does."""
    hold, card = course.hold, course.seen.card
    assert card is not None
    if listed_already(course):
        course.refuse(Refusal.OTHER_CARD)
    elif not again(course):
        list_pass(course)
    elif not hold.awaits(card):
        if course.seen.outside:
            course.refuse(Refusal.OTHER_CARD)
        else:
            list_pass(course)
    else:
        origin = Origin.SHOE if hold.armed else Origin.UNREAD
        course.clear()
        place(course, as_known(course, hold), origin)


def as_known(course: Course, hold: Hold) -> Gone:
    """The card that passed, under the name that the supervisor gave it before it went back."""
    gone, card = course.listed(), course.seen.card
    if hold.face is None or card is None or hold.face == card.card:
        return gone
    return replace(gone, card=hold.face, deck=None, read=card)


def place(course: Course, gone: Gone, origin: Origin, typed: bool = False) -> None:
    """The card that was unread takes the place kept for it."""
    if course.state.phase is Phase.OPENING:
        opening_burn(course, gone, origin)
    elif course.state.phase is Phase.COUP:
        seat(course, gone, origin, typed)
    else:
        take(course, gone, origin)


def unread_again(course: Course) -> None:
    """The same card passed unread once more, or a fresh one did."""
    if course.hold.armed:
        seen = course.seen
        course.add(e.CardUnread(course.hold.seat, Origin.SHOE, seen.evidence, seen.note))
        course.raise_again()
    elif course.seen.outside:
        course.raise_again()
    else:
        list_pass(course)


def unread_stranger(course: Course) -> None:
    """The card that was unread turns out to be no card of the set, or a second one."""
    if listed_already(course):
        course.refuse(Refusal.OTHER_CARD)
        return
    if not again(course):
        list_pass(course)
        return
    if not course.hold.armed:
        course.add(e.UnreadTakenBack())
    code = course.listed().doubt or HoldCode.UNKNOWN
    course.clear()
    doubt(course, code, course.seen.card if code is HoldCode.DUPLICATE else None)


def unread_undo(course: Course) -> None:
    """The last pass does not count: a listed card goes back, else the unread one comes again."""
    if course.state.aside:
        course.add(e.AsideTakenBack())
    elif course.hold.armed:
        course.refuse()
    else:
        course.add(e.UnreadTakenBack())


def unread_went_in(course: Course) -> None:
    """The unread card or a listed one goes back in; with that in hand, the card before it."""
    last = last_out(course.state)
    if course.hold.armed or last is None or last.fate is not Fate.UNREAD:
        went_in(course)
    else:
        course.add(e.UnreadTakenBack())


def unread_typed(course: Course) -> None:
    """The supervisor names the card; it has no copy number."""
    if course.needs_key() or too_many(course) or not_that(course):
        return
    hold = course.hold
    origin = Origin.SHOE if hold.armed else Origin.UNREAD
    course.clear()
    place(course, typed_card(course, typed(course), hold.expects), origin, typed=True)


def not_that(course: Course) -> bool:
    """Refuse another face than the card that is waited for has; his own word he may mend."""
    hold, card = course.hold, typed(course)
    said = hold.seat is not None and hold.face is not None
    if said or hold.known in (None, card):
        return False
    course.refuse(Refusal.OTHER_CARD)
    return True


def typed(course: Course) -> Card:
    """The card that the input names."""
    assert isinstance(course.given, CardTyped | CardSaid)
    return course.given.card


def too_many(course: Course) -> bool:
    """Refuse a ninth of eight."""
    if course.shoe.count(typed(course)) < course.shoe.decks:
        return False
    course.refuse(Refusal.COUNT)
    return True


def unread_burn(course: Course) -> None:
    """The supervisor burns the unread card; the next one takes the position."""
    if course.needs_key():
        return
    origin = Origin.SHOE if course.hold.armed else Origin.UNREAD
    course.clear()
    course.add(e.CardBurnt(BurnWhy.EXTRA, None, None, 1, 1, origin=origin))


def spare_typed(course: Course) -> None:
    """The supervisor admits the stranger as a spare and names its face."""
    if course.needs_key():
        return
    if course.state.phase is not Phase.COUP:
        course.refuse(Refusal.NO_COUP)
        return
    card = typed(course)
    course.clear()
    seat(course, typed_card(course, card), Origin.SPARE)


def reversed_card(course: Course) -> None:
    """The card that went back comes again: only the very same one will do."""
    hold, card = course.hold, course.seen.card
    assert card is not None
    if listed_already(course):
        course.refuse(Refusal.OTHER_CARD)
    elif hold.advice is not Advice.SLIDE or not hold.awaits(card):
        list_pass(course)
    elif hold.seat is None:
        came_again(course, card)
    elif course.state.phase is Phase.COUP:
        course.clear()
        seat(course, as_known(course, hold), Origin.SHOE)
    else:
        list_pass(course)


def came_again(course: Course, copy: PhysicalCard | None = None) -> None:
    """The card of an earlier coup lies outside again, `copy` if it was read now."""
    inside = course.hold.inside
    if inside is not None:
        if copy is not None and inside.deck is None and inside.read is None:
            fate = Fate.LISTED if inside.fate is Fate.UNREAD else inside.fate
            inside = replace(inside, card=copy.card, deck=copy.deck, fate=fate)
        course.add(e.CardCameAgain(inside))
    course.clear()


def reversed_unread(course: Course) -> None:
    """The card that went back comes again and is not read."""
    hold = course.hold
    if hold.seat is None:
        if hold.advice is Advice.SLIDE and hold.known is None:
            came_again(course)
        else:
            list_pass(course)
        return
    if hold.spare:
        # Its code is no card of the set: only its face, typed, lets it in again.
        course.raise_again()
        return
    seen = course.seen
    course.clear()
    course.add(e.CardUnread(hold.seat, Origin.SHOE, seen.evidence, seen.note))
    course.raise_hold(
        HoldCode.UNREAD, Advice.RESCAN, seat=hold.seat, expects=hold.expects, face=hold.face
    )


def reversed_stranger(course: Course) -> None:
    """The spare that went back comes again; else a stranger is listed."""
    if course.hold.spare:
        course.raise_again()
    else:
        list_pass(course)


def reversed_typed(course: Course) -> None:
    """The supervisor names the card that came again."""
    hold = course.hold
    if course.needs_key() or not_that(course):
        return
    if hold.seat is None:
        came_again(course)
    elif not hold.spare and too_many(course):
        return
    elif course.state.phase is Phase.COUP:
        card = typed_card(course, typed(course), hold.expects)
        course.clear()
        seat(course, card, Origin.SPARE if hold.spare else Origin.SHOE, typed=True)
    else:
        course.refuse()


def reversed_confirm(course: Course) -> None:
    """Between coups the supervisor sees that the table agrees."""
    if course.hold.seat is not None:
        course.refuse()
    elif not course.needs_key():
        came_again(course)


def undo_aside(course: Course) -> None:
    """UNDO: the card listed last is in the shoe again."""
    if course.state.aside:
        course.add(e.AsideTakenBack())
    else:
        course.refuse(Refusal.HOLD)


def list_unread(course: Course) -> None:
    """An unreadable card is listed; from outside it is one that lay on the table already."""
    if course.seen.outside:
        course.refuse(Refusal.OTHER_CARD)
    else:
        list_pass(course)


def void(course: Course) -> None:
    """VOID held during a hold; without a coup a stranger is only put away."""
    if course.state.coup is not None:
        void_coup(course)
    elif course.hold.code in (HoldCode.UNKNOWN, HoldCode.FOREIGN, HoldCode.DUPLICATE):
        if not course.needs_key():
            course.clear()
    else:
        course.refuse(Refusal.NO_COUP)


def close(course: Course) -> None:
    """SHOE held during a hold: strangers and doubles end the shoe, other holds come first."""
    strange = (HoldCode.UNKNOWN, HoldCode.FOREIGN, HoldCode.DUPLICATE)
    if course.state.coup is not None:
        if course.hold.code not in strange:
            course.refuse(Refusal.HOLD)
            return
        if not course.state.profile.dealer_void and course.needs_key():
            return
        course.void(course.hold_reason)
    course.count_out()
