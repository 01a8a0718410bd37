"""Pure: holds about the table: together, early, extra, burn, short, misdeal, power, camera …

Owns when listed cards find a place, and who agrees that the table is as the display shows it.
"""

from __future__ import annotations

from firmware.baccarat.profile import ExtraTwo
from firmware.shoe import events as e
from firmware.shoe.back import listed_last, take_back, undo_between, went_in
from firmware.shoe.course import Course, is_double
from firmware.shoe.hold_card import list_pass, listed_already, too_many, typed, undo_aside
from firmware.shoe.inputs import PassSeen
from firmware.shoe.phase_between import unread_opening
from firmware.shoe.phase_coup import free_left, settle
from firmware.shoe.state import Gone, State
from firmware.shoe.take import (
    blocked,
    burn_aside,
    extra,
    pass_card,
    pass_stranger,
    pass_unread,
    seat,
    seat_aside,
    take,
    typed_card,
)
from firmware.shoe.words import LAYERS, Advice, ExtraFate, Fate, HoldCode, Origin, Phase, Refusal


def seat_listed(course: Course) -> None:
    """The supervisor confirms the order: the listed cards take what is due."""
    if course.needs_key():
        return
    if not course.state.aside:
        course.clear()
        return
    course.clear()
    seat_aside(course)


def slide_listed(course: Course) -> None:
    """A listed card slid again takes what is due; any other is listed too."""
    card = course.seen.card
    at = next((each for each in course.state.aside if each.physical == card), None)
    if course.hold.advice is Advice.CALL:
        if at is None:
            list_pass(course)
        else:
            course.refuse(Refusal.HOLD)
        return
    if at is None or at.doubt is not None or course.state.aside[0] != at:
        if at is None:
            list_pass(course)
        else:
            course.refuse(Refusal.OTHER_CARD)
        return
    course.clear()
    take(course, at, Origin.LISTED)


def burn_listed(course: Course) -> None:
    """The listed cards are burnt; the supervisor's eye is needed but for a card drawn early."""
    if course.hold.advice is Advice.BURN_ON:
        burn_typed(course)
        return
    if course.hold.code is not HoldCode.EARLY and course.needs_key():
        return
    course.clear()
    burn_aside(course)


def take_listed_back(course: Course) -> None:
    """The card listed last goes back; without any left the hold is over."""
    if isinstance(course.given, PassSeen) and not listed_last(course.state):
        went_in(course)
        return
    if not course.state.aside:
        if course.hold.advice is Advice.BURN_ON:
            undo_between(course)
        else:
            course.refuse(Refusal.HOLD)
        return
    course.add(e.AsideTakenBack())
    if not course.state.aside and course.hold.advice is not Advice.CALL:
        course.clear()


def burn_card(course: Course) -> None:
    """A burn that was missing comes; with one too many, any further card is listed."""
    if course.hold.advice is Advice.BURN_ON:
        goes_on(course)
    else:
        list_pass(course)


def burn_unread(course: Course) -> None:
    """The same for an unreadable card."""
    if course.hold.advice is not Advice.BURN_ON:
        list_pass(course)
        return
    course.clear()
    unread_opening(course)


def carry(course: Course) -> None:
    """The cards drawn early are kept for their turn."""
    if course.hold.advice is Advice.CLOSE:
        course.refuse(Refusal.HOLD)
        return
    course.clear()
    course.add(e.CardsCarried())


def more_extra(course: Course) -> None:
    """One more card after the complete coup."""
    if course.listed().doubt is not None:
        list_pass(course)
    else:
        extra(course, course.listed())


def undo_extra(course: Course) -> None:
    """The extra card last drawn goes back; with one left only the warning stands."""
    if listed_last(course.state) or not course.coup.extras:
        undo_aside(course)
        return
    course.add(e.ExtraTakenBack())
    if len(course.coup.extras) < 2:
        course.clear()


def extra_carry(course: Course) -> None:
    """The supervisor confirms: they are the next coup's first cards, and the result stands."""
    decide_extra(course, ExtraFate.CARRY)


def extra_burn(course: Course) -> None:
    """The supervisor burns them, and the result stands."""
    decide_extra(course, ExtraFate.BURN)


def extra_free(course: Course) -> None:
    """The supervisor makes them the first cards of a free hand, and the result stands."""
    decide_extra(course, ExtraFate.FREE)


def decide_extra(course: Course, fate: ExtraFate) -> None:
    """The supervisor fixes the extra cards' fate with the result."""
    if course.needs_key():
        return
    two = len(course.coup.extras) > 1
    if two and course.state.profile.extra_two is ExtraTwo.CARRY and fate is not ExtraFate.CARRY:
        # They are the next coup's P1 and B1: the supervisor only sees to it.
        course.refuse()
        return
    if fate is ExtraFate.FREE and not free_left(course):
        course.refuse(Refusal.FREE_MAX)
        return
    course.clear()
    if course.state.phase is Phase.COMPLETE:
        settle(course, fate)


def goes_on(course: Course) -> None:
    """What was asked for comes: the hold is over and the card takes its place."""
    if listed_already(course):
        slide_listed(course)
    else:
        course.clear()
        pass_card(course)


def goes_on_unread(course: Course) -> None:
    """What was asked for comes unread."""
    course.clear()
    pass_unread(course)


def goes_on_typed(course: Course) -> None:
    """What was asked for is typed, where the camera is dead."""
    asked = course.hold.code is not HoldCode.BURN or course.hold.advice is Advice.BURN_ON
    if not asked or not course.state.desk.camera_dead:
        course.refuse(Refusal.HOLD)
    elif not course.needs_key():
        course.clear()
        camera_typed(course)


def goes_on_stranger(course: Course) -> None:
    """Something else than what was asked for comes."""
    course.clear()
    pass_stranger(course)


def goes_back(course: Course) -> None:
    """The last card leaves its position while the next one is asked for."""
    if listed_last(course.state):
        course.add(e.AsideTakenBack())
        return
    course.clear()
    take_back(course)


def agree(course: Course) -> None:
    """The table is as the display shows it."""
    course.clear()


def slide_unrecorded(course: Course) -> None:
    """A card on the table that was not recorded is slid again; a fresh one is listed."""
    seen = course.seen
    under = [hold.code for hold in course.state.holds[:-1]]
    if not seen.outside or any(code not in LAYERS for code in under):
        list_pass(course)
        return
    assert seen.card is not None
    if listed_already(course):
        course.refuse(Refusal.RECORDED)
    elif course.state.phase in (Phase.COUP, Phase.OPENING, Phase.READY):
        course.clear()
        take(course, course.listed(), Origin.SHOE)
    else:
        list_pass(course)


def slide_recorded(course: Course) -> None:
    """A card slid again that is recorded already tells nothing new; a fresh double is listed."""
    if course.seen.outside and course.seen.card and is_double(course.state, course.seen.card):
        course.refuse(Refusal.RECORDED)
    else:
        list_pass(course)


def type_unrecorded(course: Course) -> None:
    """The supervisor types the card that lies there unrecorded."""
    if course.needs_key() or too_many(course):
        return
    if course.state.phase is not Phase.COUP:
        course.refuse(Refusal.NO_COUP)
        return
    card = typed_card(course, typed(course))
    course.clear()
    seat(course, card, Origin.SHOE)


def camera_agree(course: Course) -> None:
    """The camera sees again: the dealer agrees that the table is as shown."""
    if course.state.desk.camera_dead:
        course.refuse(Refusal.HOLD)
    else:
        course.clear()


def camera_typed(course: Course) -> None:
    """The camera is dead: the supervisor types each card, so that the table need not stop."""
    if not course.state.profile.manual:
        course.refuse(Refusal.MANUAL)
        return
    if course.needs_key() or too_many(course):
        return
    card = typed_card(course, typed(course))
    match course.state.phase:
        case Phase.OPENING | Phase.READY | Phase.COUP if blocked(course.state):
            course.add(e.CardSetAside(card))
            course.raise_hold(HoldCode.EARLY, Advice.CARRY)
        case Phase.OPENING | Phase.READY | Phase.COUP | Phase.COMPLETE:
            take(course, card, Origin.SHOE)
        case _:
            course.refuse()


def burn_typed(course: Course) -> None:
    """The camera is dead: BURN, from the supervisor's menu, burns the card that is due unseen."""
    if not course.state.desk.camera_dead or not burn_due(course.state):
        course.refuse(Refusal.HOLD)
        return
    if not course.state.profile.manual:
        course.refuse(Refusal.MANUAL)
        return
    if course.needs_key():
        return
    if course.hold.code is HoldCode.BURN:
        course.clear()
    if blocked(course.state):
        course.refuse(Refusal.HOLD)
    else:
        take(course, Gone(None, None, Fate.BURNT), Origin.SHOE)


def burn_due(state: State) -> bool:
    """The next card is to be burnt, and nobody is to see it."""
    shoe = state.shoe
    if shoe is None:
        return False
    if state.phase is Phase.OPENING:
        return shoe.burn_of is not None
    return state.phase is Phase.READY and shoe.burns_due > 0


def supervisor_clears(course: Course) -> None:
    """The supervisor takes it on himself."""
    if not course.needs_key():
        course.clear()
