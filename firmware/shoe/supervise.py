"""Pure: what a supervisor does to coups: correct, void later, swap, move on, exchange.

Knows no menu and no host line: both lead here. The old record stays; the new one follows it.
"""

from __future__ import annotations

from firmware.baccarat.cards import Card, CardError, Position, Side
from firmware.baccarat.coup import outcome
from firmware.baccarat.profile import BurnMissed, Damaged, Misdeal
from firmware.shoe import events as e
from firmware.shoe.course import Course
from firmware.shoe.state import Dealt, Past, in_order
from firmware.shoe.take import begin
from firmware.shoe.words import Refusal, VoidReason

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
    else:
        course.add(e.CoupCorrected(number, dealt, was.dealt, course.by, course.who))


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
        Dealt(each.seat, two.card, two.deck, two.typed)
        if each.seat is first
        else Dealt(each.seat, one.card, one.deck, one.typed)
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
        dealt.append(Dealt(seat, each.card, each.deck, each.typed))
    annul(course, before.coup, VoidReason.ORDER)
    if coup is None:
        begin(course)
    was = course.coup.dealt
    course.add(e.CardsReseated(course.coup.coup, tuple(dealt), was, course.who))


def exchange(course: Course, seat: Position, spare: Card) -> None:
    """A damaged card goes out, a spare comes in (`damaged = exchange`), or the coup is void."""
    if course.state.profile.damaged is Damaged.VOID:
        course.void(VoidReason.DAMAGED)
        return
    coup = course.coup
    was = next(each for each in coup.dealt if each.seat is seat)
    dealt = tuple(
        Dealt(seat, spare, None, True) if each.seat is seat else each for each in coup.dealt
    )
    if makes_coup(dealt, complete=False):
        course.add(e.CardRenamed(coup.coup, seat, spare, was.card, True, course.who))
    else:
        course.refuse(Refusal.ORDER)


def burn_missed(course: Course) -> None:
    """A burn was forgotten or dealt past the reader (S3: a new set; settled coups stand)."""
    if course.state.profile.burn_missed is BurnMissed.GO_ON:
        course.refuse()
        return
    if course.state.coup is not None:
        course.void(VoidReason.ORDER)
    course.add(e.ShoeEnded(voided=True))
