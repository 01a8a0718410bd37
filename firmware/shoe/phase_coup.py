"""Pure: an open coup: dealing, revealing a squeezed game, waiting for the settling press."""

from __future__ import annotations

from firmware.baccarat.profile import ExtraExposed
from firmware.shoe import events as e
from firmware.shoe.course import Course
from firmware.shoe.take import early, extra
from firmware.shoe.words import (
    Advice,
    BurnWhy,
    By,
    ExtraFate,
    HoldCode,
    Origin,
    Phase,
    Refusal,
)


def confirm_short(course: Course) -> None:
    """CONFIRM while a card is due: the dealer takes the coup for complete and it is not."""
    course.raise_hold(HoldCode.SHORT, Advice.DRAW, seat=course.coup.outcome.next)


def void(course: Course) -> None:
    """VOID held: at once with the hold's reason, or (`dealer_void = false`) frozen until called."""
    if course.authorised or course.state.profile.dealer_void:
        course.void(course.hold_reason)
        return
    hold = course.state.hold
    if hold is not None and hold.advice is Advice.CALL:
        course.refuse(Refusal.KEY)
        return
    course.raise_hold(HoldCode.MISDEAL, Advice.CALL, By.SUPERVISOR)
    course.add(e.SupervisorCalled(True))


def face(course: Course) -> None:
    """CONFIRM reveals the stage; the last one settles the coup with the same press."""
    coup = course.coup
    course.add(e.CoupFaced(coup.coup, len(coup.dealt), course.given.t_ns))
    if course.state.phase is Phase.COMPLETE:
        settle(course)


def early_in_stage(course: Course) -> None:
    """A card before the stage was revealed."""
    early(course)


def extra_card(course: Course) -> None:
    """A card after the coup is complete."""
    extra(course, course.listed())


def expose(course: Course) -> None:
    """FREE: the one extra card was seen face up, or was not after all."""
    if len(course.coup.extras) == 1:
        course.add(e.ExtraExposed(not course.coup.exposed))
        if fate_of(course) is ExtraFate.HOLD:
            course.raise_hold(HoldCode.EXTRA, Advice.FATE, By.SUPERVISOR)
    else:
        course.refuse()


def confirm_settle(course: Course) -> None:
    """CONFIRM: the result stands; where the supervisor fixes an extra card's fate, it waits."""
    settle(course)


def settle(course: Course, chosen: ExtraFate | None = None) -> None:
    """The result stands; what becomes of extra cards is fixed with it (S3)."""
    coup = course.coup
    fate = chosen or fate_of(course)
    count = len(coup.extras)
    if count and fate is ExtraFate.HOLD:
        course.raise_hold(HoldCode.EXTRA, Advice.FATE, By.SUPERVISOR)
        return
    course.add(e.CoupSettled(coup.coup, coup.number, coup.free, coup.manual, coup.dealt))
    if not count:
        return
    waived = course.shoe.burns_due
    course.add(e.ExtraDecided(coup.coup, fate, count))
    if fate is ExtraFate.FREE:
        course.add(e.FreeChosen(True, course.shoe.begun + 1))
    if fate is ExtraFate.BURN:
        for n, gone in enumerate(course.shoe.carried[-count:], 1):
            course.add(
                e.CardBurnt(
                    BurnWhy.EXTRA,
                    gone.card,
                    gone.deck,
                    n,
                    count,
                    origin=Origin.LISTED,
                    waived=waived if n == 1 else 0,
                )
            )


def fate_of(course: Course) -> ExtraFate:
    """What the profile makes of the extra cards of the open coup; HOLD: the supervisor says."""
    coup, profile = course.coup, course.state.profile
    if len(coup.extras) > 1:
        return ExtraFate(profile.extra_two.value)
    if not coup.exposed:
        return ExtraFate(profile.extra_one.value)
    if profile.extra_exposed is ExtraExposed.FREE and not free_left(course):
        return ExtraFate.CARRY
    return ExtraFate(profile.extra_exposed.value)


def free_left(course: Course) -> bool:
    """The shoe may have one more free hand (`free_max`)."""
    return course.shoe.free_given < course.state.profile.free_max


def coup_open(course: Course) -> None:
    """The button needs that no coup is open."""
    course.refuse(Refusal.COUP)
