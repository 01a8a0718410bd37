"""Pure: no shoe, opening, between coups, over, counting out: what each signal does there."""

from __future__ import annotations

from dataclasses import replace

from firmware.baccarat.profile import BetsBy
from firmware.shoe import events as e
from firmware.shoe.course import Course
from firmware.shoe.inputs import ShoeLoaded, Sight
from firmware.shoe.state import MEMORY_COUPS, State
from firmware.shoe.take import early, opening_burn, unread
from firmware.shoe.words import Advice, HoldCode, Origin, Refusal


def next_set(state: State) -> str:
    """The set whose turn it is: two alternate, a retired one is passed over."""
    memory, house = state.memory, state.house
    sets = tuple(each for each in house.sets if each not in memory.retired) or house.sets
    if not memory.set_id:
        return house.profile.set if house.profile.set in sets else sets[0]
    if memory.set_id not in sets:
        return sets[0]
    return sets[(sets.index(memory.set_id) + 1) % len(sets)]


def open_shoe(course: Course) -> None:
    """A set is loaded; a retired one is refused."""
    state = course.state
    named = course.given.set_id if isinstance(course.given, ShoeLoaded) else ""
    set_id = named or next_set(state)
    if set_id in state.memory.retired:
        course.refuse(Refusal.RETIRED)
        return
    memory = state.memory
    memory = replace(memory, results=memory.results[-MEMORY_COUPS:])
    desk = replace(state.desk, refused="", menu=None)
    course.add(e.ShoeOpened(memory.number + 1, set_id, state.house.profile, memory, desk))


def card_without_shoe(course: Course) -> None:
    """A card passes and no shoe is open: recorded, nothing more."""
    course.refuse(Refusal.NO_SHOE)


def check(course: Course) -> None:
    """The dealer agrees to the next point of the checklist."""
    course.add(e.ItemChecked(course.shoe.checks[0]))


def confirm_opening_early(course: Course) -> None:
    """CONFIRM while burns are missing."""
    course.raise_hold(HoldCode.BURN, Advice.BURN_ON)


def confirm_burn(course: Course) -> None:
    """The opening burn is agreed."""
    course.add(e.BurnConfirmed())


def burn_too_many(course: Course) -> None:
    """A card before the opening burn was confirmed: it must not become P1."""
    course.add(e.CardSetAside(course.listed()))
    course.raise_hold(HoldCode.BURN, Advice.PUT_BACK)


def unread_opening(course: Course) -> None:
    """An unreadable card of the opening burn: only the one that is opened must be read."""
    if course.shoe.burn_of is None:
        unread(course, Origin.SHOE, course.seen.evidence, course.seen.note)
    else:
        opening_burn(course, course.listed(), Origin.SHOE)


def confirm_ready(course: Course) -> None:
    """Bets are closed, where the dealer says so; else CONFIRM means nothing here."""
    shoe = course.shoe
    if shoe.profile.bets_by is BetsBy.BUTTON and not shoe.bets.closed:
        course.add(e.BetsTracked(0, course.given.t_ns))
    else:
        course.refuse()


def burn_ready(course: Course) -> None:
    """One more card is burnt before the next coup, or not after all."""
    shoe = course.shoe
    if shoe.profile.burn_per_coup and shoe.burns_due and not shoe.burn_chosen:
        course.refuse()
    else:
        course.add(e.BurnChosen(not shoe.burns_due))


def free_ready(course: Course) -> None:
    """The next coup is a free hand, or is one no longer (`free_max` a shoe)."""
    shoe = course.shoe
    if not shoe.free_next and shoe.free_given >= shoe.profile.free_max:
        course.refuse(Refusal.FREE_MAX)
    else:
        course.add(e.FreeChosen(not shoe.free_next, shoe.begun + 1))


def count_out(course: Course) -> None:
    """SHOE held: no further coup; the rest is counted out through the reader."""
    course.count_out()


def over_card(course: Course) -> None:
    """A card after the shoe is over: listed; SHOE held goes on."""
    course.add(e.CardSetAside(course.listed()))
    course.raise_hold(HoldCode.EARLY, Advice.CLOSE)


def counted(course: Course) -> None:
    """A card of the rest, read or not."""
    seen = course.seen
    if seen.card is None:
        course.add(e.CardCounted(None, None, seen.evidence))
    else:
        course.add(e.CardCounted(seen.card.card, seen.card.deck, seen.evidence))


def counted_stranger(course: Course) -> None:
    """What is no card of the set, or a second one, is recorded; the count goes on."""
    seen = course.seen
    code = HoldCode.DUPLICATE if seen.card is not None else HoldCode.UNKNOWN
    code = HoldCode.FOREIGN if seen.sight is Sight.FOREIGN else code
    course.add(e.StrangerSeen(code, seen.card, seen.evidence, seen.note))


def close(course: Course) -> None:
    """The shoe is closed; what was not counted out is in the account as not seen."""
    shoe = course.shoe
    course.add(e.ShoeClosed(shoe.number, shoe.set_id, shoe.left))


def early_card(course: Course) -> None:
    """A card while the checklist is open."""
    early(course)


def no_coup(course: Course) -> None:
    """VOID means nothing: no coup is open."""
    course.refuse(Refusal.NO_COUP)


def already_open(course: Course) -> None:
    """A set was named while a shoe is open."""
    course.refuse(Refusal.OPEN)
