"""Pure: a card that counts takes its place: burn, position, or extra card.

Owns how a coup begins, how a card is seated or burnt, and what a passage in doubt raises. Knows
no button.
"""

from __future__ import annotations

from dataclasses import replace

from firmware.baccarat.cards import Card, Position
from firmware.baccarat.profile import BetsBy, BurnRule, ExtraOne, ExtraTwo, Together, Unread
from firmware.codes.physical import PhysicalCard
from firmware.shoe import events as e
from firmware.shoe.course import Course
from firmware.shoe.inputs import Sight
from firmware.shoe.state import Gone, State
from firmware.shoe.words import (
    Advice,
    BurnWhy,
    By,
    Fate,
    HoldCode,
    Origin,
    Phase,
    VoidReason,
    Warn,
)


def blocked(state: State) -> bool:
    """No card may come now: locked, paused, or bets are not closed (`bets_by`)."""
    shoe, desk = state.shoe, state.desk
    if shoe is None or desk.locked or desk.pause is not None:
        return True
    burning = state.phase is Phase.OPENING or (state.coup is None and shoe.burns_due)
    if burning or shoe.profile.bets_by is BetsBy.UNTRACKED:
        return False
    return shoe.bets.round > 0 or not shoe.bets.closed


def due(state: State) -> Position | None:
    """The position that waits for a card, where everybody may know it (squeezed games)."""
    if state.coup is None or state.phase is not Phase.COUP:
        return None
    return state.coup.outcome.next


def pass_card(course: Course) -> None:
    """A readable card of the set came out of the shoe and no hold stands."""
    state = course.state
    if blocked(state) and state.phase is not Phase.COMPLETE:
        early(course)
    elif course.seen.together and state.profile.together is Together.HOLD:
        course.add(e.CardSetAside(course.listed()))
        course.raise_hold(HoldCode.TOGETHER, Advice.ORDER, By.SUPERVISOR)
    else:
        take(course, course.listed(), Origin.SHOE)


def early(course: Course) -> None:
    """A card came before its time; CONFIRM carries it to its turn, BURN burns it."""
    course.add(e.CardSetAside(course.listed()))
    course.raise_hold(HoldCode.EARLY, Advice.CARRY)


def take(course: Course, gone: Gone, origin: Origin) -> None:
    """`gone` (a card or an unread one, no doubt about it) takes what is due."""
    match course.state.phase:
        case Phase.OPENING:
            opening_burn(course, gone, origin)
        case Phase.READY:
            if course.shoe.burns_due:
                coup_burn(course, gone, origin)
            else:
                begin(course)
                seat_or_unread(course, gone, origin)
        case Phase.COUP:
            seat_or_unread(course, gone, origin)
        case Phase.COMPLETE:
            extra(course, gone, origin)
        case _:
            if origin is Origin.SHOE:
                course.add(e.CardSetAside(gone))


def begin(course: Course) -> None:
    """The next coup begins with the card that is coming."""
    shoe = course.shoe
    coup = shoe.begun + 1
    last = shoe.last_coup is not None and coup >= shoe.last_coup
    number = None if shoe.free_next else shoe.counted + 1
    course.add(e.CoupBegun(coup, number, shoe.free_next, last))
    if last:
        course.add(e.Warned(Warn.LAST_COUP, course.shoe.left))


def seat_or_unread(course: Course, gone: Gone, origin: Origin) -> None:
    """The card takes the next position, or nobody knows what it is."""
    if gone.card is None:
        unread(course, origin, gone.evidence)
    else:
        seat(course, gone, origin)


def typed_card(course: Course, card: Card, read: PhysicalCard | None = None) -> Gone:
    """A card that whoever acts has named; `read`: the copy that the reader told."""
    if read is not None and read.card == card:
        return Gone(card, read.deck, Fate.LISTED, who=course.who)
    return Gone(card, None, Fate.LISTED, read=read, who=course.who)


def seat(course: Course, gone: Gone, origin: Origin, typed: bool = False) -> None:
    """The card takes the position that is due."""
    position = course.coup.outcome.next
    assert position is not None, "a card is seated only where one is due"
    assert gone.card is not None, "only a known card has a position"
    typed = typed or gone.deck is None
    course.add(
        e.CardSeated(
            course.coup.coup,
            position,
            gone.card,
            gone.deck,
            course.given.t_ns,
            typed,
            typed and course.state.desk.camera_dead,
            origin,
            gone.evidence,
            gone.who,
            gone.read,
        )
    )


def unread(course: Course, origin: Origin, evidence: str = "", note: str = "") -> None:
    """A card passed and nothing read it (`unread = rescan / burn / void`)."""
    coup, seat_due = course.state.coup, due(course.state)
    course.add(e.CardUnread(seat_due, origin, evidence, note))
    match course.state.profile.unread:
        case Unread.BURN if coup is not None:
            course.add(e.CardBurnt(BurnWhy.EXTRA, None, None, 1, 1, origin=Origin.UNREAD))
        case Unread.VOID if coup is not None:
            course.void(VoidReason.UNREAD, By.SHOE)
        case _:
            course.raise_hold(HoldCode.UNREAD, Advice.RESCAN, By.DEALER, seat_due)


def opening_burn(course: Course, gone: Gone, origin: Origin) -> None:
    """A card of the opening burn; the first tells how many follow (S3: ten and courts 10)."""
    shoe = course.shoe
    if shoe.burn_of is None:
        if gone.card is None:
            unread(course, origin, gone.evidence)
            return
        of = 1 + burn_count(gone.card)
        shown = shoe.profile.opening_burn.rule is BurnRule.FIRST_CARD
        course.add(
            e.CardBurnt(BurnWhy.OPEN, gone.card, gone.deck, 1, of, shown, origin, gone.evidence)
        )
        return
    course.add(
        e.CardBurnt(
            BurnWhy.OPEN,
            gone.card,
            gone.deck,
            shoe.burnt + 1,
            shoe.burn_of,
            origin=origin,
            evidence=gone.evidence,
        )
    )


def burn_count(card: Card) -> int:
    """Cards that follow an opened burn card: A 1, pips, T J Q K 10 (S3)."""
    return card.points or 10


def coup_burn(course: Course, gone: Gone, origin: Origin) -> None:
    """The burn before a coup, unseen; an unread card is burnt like any other."""
    shoe = course.shoe
    of = max(shoe.profile.burn_per_coup, shoe.burns_due)
    why = BurnWhy.COUP
    n = of - shoe.burns_due + 1
    course.add(e.CardBurnt(why, gone.card, gone.deck, n, of, origin=origin, evidence=gone.evidence))


def extra(course: Course, gone: Gone, origin: Origin = Origin.SHOE) -> None:
    """A card after the coup is complete: the result stands, its fate is fixed at confirm (S3)."""
    n = len(course.coup.extras) + 1
    course.add(e.ExtraDrawn(replace(gone, fate=Fate.LISTED), n, origin))
    course.add(e.Warned(Warn.EXTRA, course.shoe.left))
    profile = course.state.profile
    decides = profile.extra_two is ExtraTwo.HOLD if n == 2 else profile.extra_one is ExtraOne.HOLD
    eye = n == 2 and not course.authorised
    waits = any(hold.code is HoldCode.EXTRA for hold in course.state.holds)
    if n <= 2 and (decides or eye) and not waits:
        course.raise_hold(HoldCode.EXTRA, Advice.FATE, By.SUPERVISOR)


def pass_unread(course: Course) -> None:
    """An unreadable passage while no hold stands: where it was not to be read, it is burnt."""
    if blocked(course.state) and course.state.phase is not Phase.COMPLETE:
        early(course)
        return
    if course.seen.together and course.state.profile.together is Together.HOLD:
        course.add(e.CardSetAside(course.listed()))
        course.raise_hold(HoldCode.TOGETHER, Advice.ORDER, By.SUPERVISOR)
        return
    if course.state.phase is Phase.READY and not course.shoe.burns_due:
        begin(course)
    if course.state.phase is Phase.COUP:
        unread(course, Origin.SHOE, course.seen.evidence, course.seen.note)
    else:
        take(course, course.listed(), Origin.SHOE)


def pass_stranger(course: Course) -> None:
    """An unknown, foreign or second code while no hold stands."""
    if course.state.phase is Phase.READY and not course.shoe.burns_due:
        begin(course)
    match course.seen.sight:
        case Sight.UNKNOWN:
            doubt(course, HoldCode.UNKNOWN, None)
        case Sight.FOREIGN:
            doubt(course, HoldCode.FOREIGN, None)
        case _:
            doubt(course, HoldCode.DUPLICATE, course.seen.card)


def doubt(course: Course, code: HoldCode, card: PhysicalCard | None) -> None:
    """A passage that is never accepted as it is."""
    seat_due = due(course.state)
    course.add(e.StrangerSeen(code, card, course.seen.evidence, course.seen.note))
    raise_doubt(course, code, seat_due)


def raise_doubt(course: Course, code: HoldCode, seat_due: Position | None) -> None:
    """A second one of a code is never accepted; a stranger may be, by the supervisor."""
    if code is HoldCode.DUPLICATE:
        by = By.DEALER if course.state.coup is not None else By.SUPERVISOR
        course.raise_hold(code, Advice.VOID, by, seat_due)
    else:
        course.raise_hold(code, Advice.DECIDE, By.SUPERVISOR, seat_due)


def seat_aside(course: Course) -> None:
    """The listed cards take what is due, first one first; what is beyond is extra."""
    while course.state.aside and course.state.hold is None:
        gone = course.state.aside[0]
        if gone.doubt is not None:
            course.add(e.AsideDropped())
            raise_doubt(course, gone.doubt, None)
        elif course.state.phase is Phase.REVEAL:
            course.raise_hold(HoldCode.EARLY, Advice.CARRY)
        elif course.state.phase in (Phase.OPENING, Phase.READY, Phase.COUP, Phase.COMPLETE):
            take(course, gone, Origin.LISTED)
        else:
            course.raise_hold(HoldCode.MISDEAL, Advice.ASIDE, By.SUPERVISOR)


def burn_aside(course: Course) -> None:
    """Every listed card is burnt."""
    cards = course.state.aside
    for n, gone in enumerate(cards, 1):
        if gone.doubt is not None:
            course.add(e.AsideDropped())
            continue
        course.add(
            e.CardBurnt(BurnWhy.EXTRA, gone.card, gone.deck, n, len(cards), origin=Origin.LISTED)
        )
