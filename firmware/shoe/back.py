"""Pure: the last pass does not count (UNDO), or that card went back in, in every phase.

Owns which card the last one out was. Knows no hold but the one that it raises; what may fill the
place again is `firmware.shoe.hold_card`'s.
"""

from __future__ import annotations

from firmware.baccarat.profile import ShoeEnd
from firmware.shoe import events as e
from firmware.shoe import ledger
from firmware.shoe.course import Course
from firmware.shoe.inputs import PassSeen
from firmware.shoe.state import Gone, State
from firmware.shoe.words import Advice, By, Fate, HoldCode, Phase, Refusal

_BURNT = (Fate.BURNT, Fate.BURNT_SHOWN)


def last_out(state: State) -> Gone | None:
    """The last card that left the shoe, as far as it is still out."""
    return state.shoe.gone[-1] if state.shoe is not None and state.shoe.gone else None


def burnt_last(state: State) -> bool:
    """A burn was the last card out."""
    last = last_out(state)
    return last is not None and last.fate in _BURNT


def carried_last(state: State) -> bool:
    """A card that is carried to its turn was the last one out."""
    last, shoe = last_out(state), state.shoe
    if last is None or shoe is None or not shoe.carried:
        return False
    waits = shoe.carried[-1]
    return (waits.card, waits.deck, waits.fate) == (last.card, last.deck, last.fate)


def listed_last(state: State) -> bool:
    """A card that was listed in the hold was the last one out."""
    last = last_out(state)
    return last is not None and bool(state.aside) and state.aside[-1] == last


def can_take_back(state: State) -> bool:
    """UNDO means something now, holds apart."""
    match state.phase:
        case Phase.OPENING | Phase.BURNT | Phase.READY:
            return burnt_last(state) or carried_last(state)
        case Phase.COUP | Phase.REVEAL | Phase.COMPLETE:
            dealt = state.coup is not None and bool(state.coup.dealt)
            return dealt or burnt_last(state) or carried_last(state)
        case Phase.COUNTING:
            last = last_out(state)
            return last is not None and last.fate is Fate.COUNTED
        case _:
            return False


def undo_between(course: Course) -> None:
    """The burn or carried card last out does not count; a settled coup is the supervisor's."""
    if carried_last(course.state):
        course.add(e.CarriedTakenBack())
    elif burnt_last(course.state):
        course.add(e.BurnTakenBack())
    else:
        course.refuse()


def went_in_between(course: Course) -> None:
    """The last card goes back in between coups: a burn comes again; a settled one must."""
    waits = carried_last(course.state) or burnt_last(course.state)
    opening = course.state.phase in (Phase.OPENING, Phase.BURNT)
    if waits and (opening or course.state.hold is None):
        undo_between(course)
        return
    cards = outs(course.state)
    last = cards[-1] if cards else None
    seen = course.seen.card
    if seen is not None:
        last = next((each for each in reversed(cards) if seen in (each.physical, each.read)), None)
    if last is None or last.fate is Fate.STRANGE:
        hold = course.state.hold
        if hold is not None and (hold.code, hold.advice) == (HoldCode.REVERSED, Advice.AGREE):
            course.refuse()
            return
        # What lies in the shoe now is nothing that is known to have left it.
        course.raise_hold(HoldCode.REVERSED, Advice.AGREE, By.SUPERVISOR)
        return
    recorded = last in course.shoe.gone
    if recorded:
        course.add(e.CardWentIn(last))
    copy = last.physical or last.read
    course.raise_hold(
        HoldCode.REVERSED,
        Advice.SLIDE,
        expects=copy,
        face=last.card if copy is None or last.read is not None else None,
        spare=last.fate is Fate.SPARE,
        inside=last if recorded else None,
    )


def outs(state: State) -> tuple[Gone, ...]:
    """The cards that lie outside, in the order in which they left the shoe."""
    shoe = state.shoe
    if shoe is None:
        return ()
    if shoe.profile.shoe_end is not ShoeEnd.EVERY_COUP or not shoe.past:
        return shoe.gone
    # The set is shuffled afresh (S2), but the coup before may still lie on the table.
    past = shoe.past[-1]
    back = sum(hold.code is HoldCode.REVERSED and hold.inside is None for hold in state.holds)
    table = tuple(
        Gone(each.card, each.deck, Fate.DEALT, past.coup, each.seat, read=each.read)
        for each in past.dealt[: max(len(past.dealt) - back, 0)]
    )
    return (*table, *shoe.gone)


def take_back(course: Course) -> None:
    """The last card leaves its position: it went back in, or does not count."""
    coup = course.coup
    if carried_last(course.state) or burnt_last(course.state):
        undo_between(course)
    elif coup.extras:
        course.add(e.ExtraTakenBack())
    elif coup.dealt:
        last = coup.dealt[-1]
        entry = ledger.entry(course.shoe, last)
        physical = entry.physical if entry is not None else None
        spare = entry is not None and entry.fate is Fate.SPARE
        course.add(e.CardUnseated(coup.coup, last.seat, last.card, last.deck, last.read))
        course.raise_hold(
            HoldCode.REVERSED,
            Advice.SLIDE,
            seat=last.seat,
            expects=last.read or physical,
            face=None if physical is not None else last.card,
            spare=spare,
        )
    elif isinstance(course.given, PassSeen):
        # The coup's first card is back already: a card of the coup before goes in, too.
        went_in_between(course)
    else:
        course.refuse()


def uncount(course: Course) -> None:
    """The card counted last went back in, or does not count."""
    last = last_out(course.state)
    if last is not None and last.fate is Fate.COUNTED:
        course.add(e.CountTakenBack())
    else:
        course.refuse()


def went_in(course: Course) -> None:
    """The last card goes back in during a hold: a listed one, else as in the phase."""
    state, hold, given = course.state, course.hold, course.given
    card = given.card if isinstance(given, PassSeen) else None
    if card is not None and hold.expects == card and (hold.armed or hold.code is HoldCode.REVERSED):
        # It was taken back by UNDO, and lies in the shoe now.
        course.refuse(Refusal.RECORDED)
        return
    if listed_last(state):
        course.add(e.AsideTakenBack())
        return
    match state.phase:
        case Phase.OPENING | Phase.BURNT | Phase.READY | Phase.OVER:
            went_in_between(course)
        case Phase.COUP | Phase.REVEAL | Phase.COMPLETE:
            take_back(course)
        case Phase.COUNTING:
            uncount(course)
        case _:
            course.refuse()
