"""Pure: what follows from where the shoe stands, whatever input led there.

Owns warnings, the end of the shoe, settling by the last card, and that nothing waits unseen: a
listed card, a lost host, a dead camera always stand behind a hold.
"""

from __future__ import annotations

from firmware.baccarat.profile import CutOverdue, HostLost, LimitCounts, Settle, ShoeEnd
from firmware.shoe import events as e
from firmware.shoe.course import Course
from firmware.shoe.phase_between import close
from firmware.shoe.phase_coup import settle
from firmware.shoe.shuffle import looks_unshuffled
from firmware.shoe.take import blocked, raise_doubt, take
from firmware.shoe.words import OPEN_PHASES, Advice, By, HoldCode, Origin, Phase, VoidReason, Warn

LONGEST = 2000
"""More than one input can lead to: every card of sixteen decks carried, and a few more."""


def follow(course: Course) -> None:
    """Add what follows until nothing more does."""
    for _ in range(LONGEST):
        if course.state.shoe is None or not any(step(course) for step in STEPS):
            return
    raise RuntimeError("one input has no end of consequences: a fault of this program")


def below(course: Course) -> bool:
    """Fewer than `change_below` left: told once; with `shoe_end = below` the end (S1)."""
    shoe, profile = course.shoe, course.shoe.profile
    if profile.change_below is None or Warn.BELOW in shoe.warned or shoe.counting:
        return False
    if profile.shoe_end is ShoeEnd.EVERY_COUP or shoe.left >= profile.change_below:
        return False
    course.add(e.Warned(Warn.BELOW, shoe.left))
    if profile.shoe_end is ShoeEnd.BELOW:
        end(course)
    return True


def overdue(course: Course) -> bool:
    """The cut card is more than `cut_margin` cards beyond its place."""
    shoe, profile = course.shoe, course.shoe.profile
    if profile.shoe_end is not ShoeEnd.CUT_CARD or profile.cut_card_at is None:
        return False
    if shoe.cut_seen or shoe.counting or Warn.CUT_OVERDUE in shoe.warned:
        return False
    if profile.cut_card_at - shoe.left <= profile.cut_margin:
        return False
    course.add(e.Warned(Warn.CUT_OVERDUE, shoe.left))
    if profile.cut_overdue is CutOverdue.END_SHOE:
        end(course)
    return True


def end(course: Course) -> None:
    """The open coup is the last; without one, no further begins."""
    shoe = course.shoe
    if course.state.coup is not None:
        course.add(e.LastCoupFixed(shoe.begun))
    elif not shoe.over:
        course.add(e.ShoeEnded())


def unshuffled(course: Course) -> bool:
    """Cards come in the order of new decks."""
    shoe = course.shoe
    if Warn.UNSHUFFLED in shoe.warned or not looks_unshuffled(shoe.gone):
        return False
    course.add(e.Warned(Warn.UNSHUFFLED, shoe.left))
    return True


def settled_by_card(course: Course) -> bool:
    """With `settle = auto` the result stands with the last card."""
    state = course.state
    if state.phase is not Phase.COMPLETE:
        return False
    # Typed coups settle while the camera is dead; every other hold comes first.
    if state.hold is not None and not state.typing:
        return False
    if state.profile.settle is not Settle.AUTO and not state.squeezed:
        return False
    settle(course)
    return True


def out_of_cards(course: Course) -> bool:
    """Nothing is left and a card is due: the coup is void and the shoe over."""
    state, shoe = course.state, course.shoe
    if shoe.left or state.hold is not None or state.aside or shoe.carried or shoe.counting:
        return False
    if state.phase is Phase.COUP:
        course.void(VoidReason.OUT_OF_CARDS, By.SHOE)
        return True
    if state.phase is Phase.READY and shoe.profile.shoe_end is not ShoeEnd.EVERY_COUP:
        course.add(e.ShoeEnded())
        return True
    return False


def last_over(course: Course) -> bool:
    """The last coup is over: no further one begins."""
    shoe = course.shoe
    if course.state.phase is not Phase.READY or shoe.last_coup is None:
        return False
    if shoe.begun < shoe.last_coup:
        return False
    course.add(e.ShoeEnded())
    return True


def last_now(course: Course) -> bool:
    """The coup that is open has become the last: told once, as when the last begins."""
    shoe, coup = course.shoe, course.state.coup
    if coup is None or shoe.last_coup is None or coup.coup < shoe.last_coup:
        return False
    if Warn.LAST_COUP in shoe.warned:
        return False
    course.add(e.Warned(Warn.LAST_COUP, shoe.left))
    return True


def bets_closed(course: Course) -> bool:
    """Bets that are no longer taken after so many coups, announced once (S0: 30 and 60)."""
    shoe = course.shoe
    if course.state.coup is not None:
        return False
    count = shoe.begun if shoe.profile.limit_counts is LimitCounts.ALL else shoe.counted
    bets = tuple(
        bet
        for limit in shoe.profile.limits
        if count >= limit.after
        for bet in limit.bets
        if bet not in shoe.bets_closed
    )
    if not bets:
        return False
    course.add(e.Warned(Warn.BETS_CLOSED, shoe.left, bets))
    return True


def host_lost(course: Course) -> bool:
    """A lost host lets no new coup begin (`host_lost = hold_next`), until it answers."""
    state = course.state
    held = state.hold is not None and state.hold.code is HoldCode.HOST
    if held and not state.desk.lost_ports:
        course.clear(By.SHOE)
        return True
    if set(state.desk.lost_ports) <= set(state.desk.waived_ports):
        return False
    if state.profile.host_lost is HostLost.GO_ON:
        return False
    if state.phase is not Phase.READY or any(h.code is HoldCode.HOST for h in state.holds):
        return False
    course.raise_hold(HoldCode.HOST, Advice.WAIT, By.SUPERVISOR)
    return True


def camera_dead(course: Course) -> bool:
    """A dead camera stands behind a hold as long as a shoe is open."""
    state = course.state
    held = any(hold.code is HoldCode.CAMERA for hold in state.holds)
    if not state.desk.camera_dead or held or state.phase is Phase.COUNTING:
        return False
    advice = Advice.TYPE if state.profile.manual else Advice.WAIT
    course.raise_hold(HoldCode.CAMERA, advice, By.SUPERVISOR)
    return True


def camera_sees(course: Course) -> bool:
    """A dead camera sees again: in mid-coup the dealer agrees that nothing passed meanwhile."""
    hold = course.state.hold
    if hold is None or hold.code is not HoldCode.CAMERA or course.state.desk.camera_dead:
        return False
    if hold.advice is Advice.AGREE:
        return False
    course.clear(By.SHOE)
    if course.state.phase in OPEN_PHASES:
        course.raise_hold(HoldCode.CAMERA, Advice.AGREE)
    return True


def listed(course: Course) -> bool:
    """Cards that passed during a hold never wait unseen."""
    state = course.state
    if not state.aside or state.hold is not None:
        return False
    if state.phase is Phase.COUNTING:
        # It is in the account as drawn and not played; counting goes on.
        course.add(e.AsideDropped())
        return True
    course.raise_hold(HoldCode.MISDEAL, Advice.ASIDE, By.SUPERVISOR)
    return True


def carried(course: Course) -> bool:
    """A carried card takes its place as soon as one is due and cards may come."""
    state, shoe = course.state, course.shoe
    if not shoe.carried or state.aside or blocked(state):
        return False
    if state.hold is not None and not state.typing:
        return False
    if state.phase not in (Phase.OPENING, Phase.READY, Phase.COUP):
        return False
    gone = shoe.carried[0]
    if gone.doubt is not None:
        course.add(e.CarriedDropped())
        raise_doubt(course, gone.doubt, None)
    else:
        take(course, gone, Origin.LISTED)
    return True


def counted_out(course: Course) -> bool:
    """All cards are counted out: the shoe closes by itself."""
    if course.state.phase is not Phase.COUNTING or course.shoe.left:
        return False
    close(course)
    return True


STEPS = (
    below,
    overdue,
    unshuffled,
    settled_by_card,
    out_of_cards,
    last_over,
    last_now,
    bets_closed,
    camera_sees,
    camera_dead,
    host_lost,
    listed,
    carried,
    counted_out,
)
