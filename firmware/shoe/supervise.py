"""Pure: what a supervisor does to coups: correct, void later, swap, move on, exchange.

Knows no menu and no host line: both lead here. The old record stays; the new one follows it.
"""

from __future__ import annotations

from dataclasses import replace

from firmware.baccarat.cards import Card, CardError, Position, Side
from firmware.baccarat.coup import outcome
from firmware.baccarat.profile import BurnMissed, Damaged, Misdeal
from firmware.shoe import events as e
from firmware.shoe.course import Course
from firmware.shoe.ledger import as_named, more_than_the_set
from firmware.shoe.state import Dealt, Past, in_order
from firmware.shoe.take import begin
from firmware.shoe.words import HoldCode, Phase, Refusal, VoidReason

_SEATS = {
    Side.PLAYER: (Position.P1, Position.P2, Position.P3),
    Side.BANKER: (Position.B1, Position.B2, Position.B3),
}


def hands(player: tuple[Card, ...], banker: tuple[Card, ...]) -> tuple[Dealt, ...]:
    """Two hands as seated cards, in the order of the positions."""
    pairs = [
        *zip(_SEATS[Side.PLAYER], player, strict=False),
        *zip(_SEATS[Side.BANKER], banker, strict=False),
    ]
    order = list(Position)
    pairs.sort(key=lambda pair: order.index(pair[0]))
    return tuple(Dealt(seat, card, None, True) for seat, card in pairs)


def past(course: Course, number: int) -> Past | None:
    """The finished coup of that count in this shoe."""
    shoe = course.state.shoe
    return next((each for each in shoe.past if each.coup == number), None) if shoe else None


def makes_coup(dealt: tuple[Dealt, ...], complete: bool) -> bool:
    """The cards could have been dealt so, and are a whole coup where that is asked."""
    try:
        found = outcome(in_order(dealt))
    except CardError:
        return False
    seats = tuple(each.seat for each in dealt)
    due: list[Position] = []
    for n in range(len(dealt)):
        position = outcome(in_order(dealt)[:n]).next
        if position is None:
            return False
        due.append(position)
    order = list(Position)
    return sorted(seats, key=order.index) == due and (found.complete or not complete)


def correct(course: Course, number: int, dealt: tuple[Dealt, ...]) -> None:
    """A finished coup's cards were others; CORRECT follows."""
    was = past(course, number)
    if was is None:
        course.refuse(Refusal.VALUE)
    elif not makes_coup(dealt, complete=True):
        course.refuse(Refusal.ORDER)
    elif more_than_the_set(course.shoe, number, as_named(was.dealt, dealt)):
        course.refuse(Refusal.COUNT)
    else:
        told = None if was.settled or was.free else new_number(course)
        course.add(e.CoupCorrected(number, dealt, was.dealt, course.by, course.who, told))


def new_number(course: Course) -> int:
    """A number that no coup of this shoe was told under, nor the open one will be."""
    coup = course.state.coup
    open_number = coup.number if coup is not None else None
    return max(course.shoe.counted, open_number or 0) + 1


def annul(course: Course, number: int, reason: VoidReason) -> None:
    """A finished coup is voided, or a void one's reason changes."""
    was = past(course, number)
    if was is None:
        course.refuse(Refusal.VALUE)
    else:
        course.add(e.CoupAnnulled(number, reason, was.voided, course.by, course.who))


def swap(course: Course, first: Position, second: Position) -> None:
    """Two cards lay in each other's positions (`misdeal = correct`), or the coup is void."""
    if course.state.profile.misdeal is Misdeal.VOID:
        course.void(VoidReason.WRONG_PLACE)
        return
    coup = course.coup
    cards = {each.seat: each for each in coup.dealt}
    one, two = cards[first], cards[second]
    dealt = tuple(
        replace(two, seat=first)
        if each.seat is first
        else replace(one, seat=second)
        if each.seat is second
        else each
        for each in coup.dealt
    )
    if makes_coup(dealt, complete=False):
        course.add(e.CardsReseated(coup.coup, dealt, coup.dealt, course.who))
    else:
        course.refuse(Refusal.ORDER)


def move_on(course: Course, count: int) -> None:
    """The last `count` cards of the coup before belong to the next one: that one was short."""
    shoe = course.shoe
    if course.state.coup is None and course.state.phase is not Phase.READY:
        # No further coup begins.
        course.refuse()
        return
    if not shoe.past or shoe.past[-1].voided is not None:
        course.refuse(Refusal.VALUE)
        return
    before = shoe.past[-1]
    coup = course.state.coup
    moved = before.dealt[-count:]
    cards = (*moved, *(coup.dealt if coup is not None else ()))
    dealt: list[Dealt] = []
    for each in cards:
        try:
            seat = outcome(tuple(card.card for card in dealt)).next
        except CardError:
            seat = None
        if seat is None:
            course.refuse(Refusal.ORDER)
            return
        dealt.append(replace(each, seat=seat))
    annul(course, before.coup, VoidReason.ORDER)
    if coup is None:
        begin(course)
    was = course.coup.dealt
    course.add(e.CardsReseated(course.coup.coup, tuple(dealt), was, course.who))


def exchange(course: Course, seat: Position, spare: Card) -> None:
    """A damaged card goes out, a spare of the same face comes in, or the coup is void.

    Which of it, `damaged` says. Another face was another card: that is a correction.
    """
    if course.state.profile.damaged is Damaged.VOID:
        course.void(VoidReason.DAMAGED)
        return
    coup = course.coup
    was = next(each for each in coup.dealt if each.seat is seat)
    if was.card != spare:
        course.refuse(Refusal.OTHER_CARD)
        return
    hold = course.state.hold
    if hold is not None and hold.code is HoldCode.DAMAGED:
        course.clear()
    course.add(e.CardRenamed(coup.coup, seat, spare, was.card, True, course.who))


def burn_missed(course: Course) -> None:
    """A burn was forgotten or dealt past the reader (S3: a new set; settled coups stand)."""
    if course.state.profile.burn_missed is BurnMissed.GO_ON:
        course.add(e.BurnMissed(course.who))
        return
    if course.state.coup is not None:
        course.void(VoidReason.ORDER)
    course.add(e.ShoeEnded(voided=True))
