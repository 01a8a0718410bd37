"""Pure: inputs that mean the same in every phase: key, staff, host, camera, time, power, call.

Also the cut card and a peek, which never take a position.
"""

from __future__ import annotations

from firmware.baccarat.profile import ShoeEnd
from firmware.shoe import events as e
from firmware.shoe import inputs as i
from firmware.shoe.course import Course
from firmware.shoe.ledger import more_than_the_set, named
from firmware.shoe.supervise import annul, correct, hands, makes_coup
from firmware.shoe.words import (
    OPEN_PHASES,
    Advice,
    By,
    HoldCode,
    Phase,
    Refusal,
    VoidReason,
    Warn,
)

FRUITLESS_STARTS = 3
"""A third restart without progress starts in a hold instead of looping (design.md)."""


def always(course: Course) -> bool:
    """Deal with the input if it means the same everywhere; False: the tables have it."""
    given = course.given
    match given:
        case i.PassSeen(sight=i.Sight.CUT):
            cut(course)
        case i.PassSeen(sight=i.Sight.PEEK):
            peek(course)
        case i.ButtonPressed(button=i.Button.CALL):
            course.add(e.SupervisorCalled(not course.state.desk.called))
        case i.KeyTurned():
            if given.on != course.state.desk.key:
                course.add(e.KeyUsed(given.on))
        case i.PinEntered():
            pin(course, given)
        case i.Tick():
            tick(course)
        case i.PictureKept():
            margin = (given.votes, given.quality, given.contrast, given.gapless, given.looks)
            course.add(e.EvidenceKept(given.evidence, given.sha256, given.why, *margin))
        case i.PowerRestored():
            power(course, given)
        case i.CameraLost():
            if not course.state.desk.camera_dead:
                course.add(e.CameraFailed(given.why))
        case i.CameraBack():
            camera_back(course)
        case i.JournalBack():
            # What came while it failed is lost: in every phase a card may lie there unrecorded.
            hold = course.state.hold
            held = hold is not None and hold.code is HoldCode.JOURNAL
            if course.state.shoe is not None and not held:
                course.raise_hold(HoldCode.JOURNAL, Advice.AGREE)
        case i.HostGone():
            if given.port not in course.state.desk.lost_ports:
                course.add(e.HostLost(given.port))
        case i.HostBack():
            if given.port in course.state.desk.lost_ports:
                course.add(e.HostFound(given.port))
        case _:
            return host(course)
    return True


def host(course: Course) -> bool:
    """What the table's host says; False: no host's word."""
    given, state = course.given, course.state
    match given:
        case i.LockSaid():
            if given.on != state.desk.locked:
                course.add(e.DealingLocked(given.on, given.t_ns))
        case i.BetsSaid():
            if state.shoe is None:
                course.refuse(Refusal.NO_SHOE)
            else:
                course.add(e.BetsTracked(given.round if given.open else 0, given.t_ns))
        case i.PauseSaid():
            pause(course, given)
        case i.StaffSaid():
            named = given.supervisor if not state.house.supervisors else ""
            dealer = given.dealer or state.desk.dealer
            course.add(e.StaffNamed(dealer, named or state.desk.supervisor))
        case i.ClearSaid():
            if not course.needs_key():
                if state.hold is None or state.hold.code in NEVER_BY_HOST:
                    course.refuse()
                else:
                    course.clear()
        case i.VoidSaid():
            void_said(course, given)
        case i.CorrectSaid():
            if not course.needs_key():
                correct(course, given.coup, hands(given.player, given.banker))
        case i.CardSaid():
            card_said(course, given)
        case _:
            return False
    return True


NEVER_BY_HOST = (
    HoldCode.UNREAD,
    HoldCode.UNKNOWN,
    HoldCode.FOREIGN,
    HoldCode.DUPLICATE,
    HoldCode.CAMERA,
)
"""Holds that no mere word clears: what the card is stays unknown."""


def cut(course: Course) -> None:
    """The cut card announces the end: in mid-coup this one, then `coups_after_cut` more."""
    shoe = course.state.shoe
    if shoe is None:
        course.refuse(Refusal.NO_SHOE)
        return
    if shoe.cut_seen or shoe.counting:
        return
    after = shoe.profile.coups_after_cut
    last = None
    if after is not None and shoe.profile.shoe_end is ShoeEnd.CUT_CARD:
        open_coup = course.state.phase in (Phase.COUP, Phase.REVEAL)
        last = shoe.begun + (after if open_coup else 1)
    if shoe.last_coup is not None:
        last = shoe.last_coup if last is None else min(last, shoe.last_coup)
    course.add(e.CutSeen(last), e.Warned(Warn.CUT, shoe.left))


def peek(course: Course) -> None:
    """A card came out part of the way and went back: recorded, warned of from `peeks` on."""
    shoe = course.state.shoe
    if shoe is None:
        course.refuse(Refusal.NO_SHOE)
        return
    n = shoe.peeks + 1
    course.add(e.PeekSeen(n, course.seen.card, course.seen.evidence))
    if n >= shoe.profile.peeks:
        course.add(e.Warned(Warn.PEEKS, shoe.left))


def pin(course: Course, given: i.PinEntered) -> None:
    """A supervisor named himself; a wrong PIN is recorded."""
    desk, known = course.state.desk, course.state.house.supervisors
    if not desk.key:
        course.refuse(Refusal.KEY)
    elif given.right and given.who in known:
        course.add(e.StaffNamed(desk.dealer, given.who))
    else:
        course.refuse(Refusal.PIN)


def tick(course: Course) -> None:
    """A draw that does not come (`draw_timeout_s`); none in a betting round or a squeezed game."""
    state = course.state
    limit = state.profile.draw_timeout_s
    if not limit or state.hold is not None or state.phase is not Phase.COUP or state.squeezed:
        return
    if course.shoe.bets.round or state.desk.pause is not None or state.desk.locked:
        return
    if course.given.t_ns - course.coup.last_t_ns >= limit * 1_000_000_000:
        course.raise_hold(HoldCode.TIMEOUT, Advice.DRAW, seat=course.coup.outcome.next)


def power(course: Course, given: i.PowerRestored) -> None:
    """The power was gone: in mid-coup the dealer must agree that the table is as recorded."""
    course.add(e.Restarted(given.boot, given.t_ns))
    if course.state.hold is not None and course.state.hold.code is HoldCode.CAMERA:
        # It sees again until it fails again; whether the table agrees is asked below.
        course.clear(By.SHOE)
    # Start after start, each is asked once: what waits already is not piled up.
    waiting = [hold.code for hold in course.state.holds]
    about_table = [code for code in waiting if code is not HoldCode.RESTART]
    if given.fruitless >= FRUITLESS_STARTS and HoldCode.RESTART not in waiting:
        course.raise_hold(HoldCode.RESTART, Advice.WAIT, By.SUPERVISOR)
    if course.state.phase in OPEN_PHASES and about_table[-1:] != [HoldCode.POWER]:
        course.raise_hold(HoldCode.POWER, Advice.AGREE)


def camera_back(course: Course) -> None:
    """The camera sees again; what follows from it stands in `firmware.shoe.consequences`."""
    if course.state.desk.camera_dead:
        course.add(e.CameraReturned())


def pause(course: Course, given: i.PauseSaid) -> None:
    """A dealer change or technical stop, with its clock."""
    desk = course.state.desk
    if given.on and desk.pause is None:
        course.add(e.Paused(given.reason or "other", given.t_ns))
    elif not given.on and desk.pause is not None:
        seconds = max(given.t_ns - desk.pause_t_ns, 0) // 1_000_000_000
        course.add(e.Resumed(seconds, given.t_ns))
    else:
        course.refuse()


def void_said(course: Course, given: i.VoidSaid) -> None:
    """The host's supervisor voids the open coup or a finished one."""
    if course.needs_key():
        return
    try:
        reason = VoidReason(given.reason)
    except ValueError:
        course.refuse(Refusal.VALUE)
        return
    coup = course.state.coup
    if coup is not None and given.coup in (0, coup.coup):
        course.void(reason)
    elif given.coup:
        annul(course, given.coup, reason)
    else:
        course.refuse(Refusal.NO_COUP)


def card_said(course: Course, given: i.CardSaid) -> None:
    """The host's supervisor names the card at a position of the open coup that is filled."""
    if course.needs_key():
        return
    coup = course.state.coup
    was = next((each for each in coup.dealt if each.seat is given.seat), None) if coup else None
    if coup is None or was is None:
        course.refuse(Refusal.VALUE)
        return
    dealt = tuple(
        named(each, given.card) if each is was and each.card != given.card else each
        for each in coup.dealt
    )
    if not makes_coup(dealt, complete=False):
        course.refuse(Refusal.ORDER)
    elif more_than_the_set(course.shoe, coup.coup, dealt):
        course.refuse(Refusal.COUNT)
    else:
        course.add(e.CardRenamed(coup.coup, given.seat, given.card, was.card, who=course.who))
