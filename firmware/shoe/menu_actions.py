"""Pure: what a supervisor's chosen menu item does. Knows no page."""

from __future__ import annotations

from firmware.baccarat.cards import Card, CardError, Position, parse_card
from firmware.baccarat.coup import outcome
from firmware.baccarat.profile import BoxedCard, Damaged
from firmware.shoe import events as e
from firmware.shoe.course import Course
from firmware.shoe.inputs import Button, ButtonPressed, CardTyped
from firmware.shoe.menu import Action, Menu, Page
from firmware.shoe.state import Coup, Dealt
from firmware.shoe.supervise import annul, burn_missed, correct, exchange, move_on, swap
from firmware.shoe.words import BurnWhy, HoldCode, Refusal, VoidReason


def run(course: Course, action: Action, given: tuple[str, ...]) -> bool:
    """Do it. False: it is now another input (`course.given`) that the tables must answer."""
    match action:
        case Action.TYPE:
            course.given = CardTyped(course.given.t_ns, card_of(given))
            return False
        case Action.BURN:
            return pressed(course, Button.BURN)
        case Action.FREE:
            return pressed(course, Button.FREE)
        case Action.BOXED:
            return boxed(course)
        case Action.BURN_MISSED if course.state.shoe is not None:
            burn_missed(course)
        case Action.CLEAR_ROADS:
            course.add(e.RoadsCleared(course.who))
        case Action.PAUSE if given:
            course.add(e.Paused(given[0], course.given.t_ns))
        case Action.RESUME:
            resume(course)
        case Action.RETIRE if given:
            course.add(e.SetRetired(given[0], course.who))
        case Action.CORRECT | Action.VOID_PAST | Action.MOVE_ON if given:
            past(course, action, given)
        case _:
            open_coup(course, action, given)
    return True


def pressed(course: Course, button: Button) -> bool:
    """The tables answer as to that button, with the supervisor behind it."""
    course.given = ButtonPressed(course.given.t_ns, button)
    return False


def card_of(words: tuple[str, ...]) -> Card:
    """Rank and suit as a card."""
    return parse_card("".join(words))


def exchange_over(course: Course) -> None:
    """The exchange was made or given up: its hold is over."""
    hold = course.state.hold
    if hold is not None and hold.code is HoldCode.DAMAGED:
        course.clear()


def boxed(course: Course) -> bool:
    """A card lay face up in the shoe (`boxed_card = stand / burn / void`): unread, or the last."""
    hold, coup = course.state.hold, course.state.coup
    if hold is None and coup is not None and coup.dealt:
        boxed_last(course, coup)
        return True
    if hold is None or hold.code is not HoldCode.UNREAD:
        course.refuse()
        return True
    match course.state.profile.boxed_card:
        case BoxedCard.STAND:
            ranks = Menu(Page.RANK, tuple("A23456789TJQK"), 0, Action.TYPE)
            course.add(e.MenuShown(ranks))
            return True
        case BoxedCard.BURN:
            return pressed(course, Button.BURN)
        case BoxedCard.VOID:
            if course.state.coup is None:
                course.refuse(Refusal.NO_COUP)
            else:
                course.void(VoidReason.EXPOSED)
            return True


def boxed_last(course: Course, coup: Coup) -> None:
    """The card dealt last was read and lay face up: it stands, is burnt, or voids the coup."""
    match course.state.profile.boxed_card:
        case BoxedCard.STAND:
            course.refuse()
        case BoxedCard.BURN:
            last = coup.dealt[-1]
            course.add(e.CardUnseated(coup.coup, last.seat, last.card, last.deck))
            course.add(e.CardBurnt(BurnWhy.EXTRA, last.card, last.deck, 1, 1))
        case BoxedCard.VOID:
            course.void(VoidReason.EXPOSED)


def resume(course: Course) -> None:
    """The pause is over."""
    desk, t_ns = course.state.desk, course.given.t_ns
    if desk.pause is None:
        course.refuse()
    else:
        course.add(e.Resumed(max(t_ns - desk.pause_t_ns, 0) // 1_000_000_000, t_ns))


def past(course: Course, action: Action, given: tuple[str, ...]) -> None:
    """Finished coups: correct, void, or give their last cards to the next one."""
    match action:
        case Action.MOVE_ON:
            move_on(course, int(given[0]))
        case Action.VOID_PAST:
            annul(course, int(given[0]), VoidReason(given[1]))
        case _:
            words = given[1:]
            cards = tuple(card_of(words[n : n + 2]) for n in range(0, len(words), 2))
            correct(course, int(given[0]), in_seats(cards))


def in_seats(cards: tuple[Card, ...]) -> tuple[Dealt, ...]:
    """Cards in the order dealt, each in its position. Raises CardError for one too many."""
    dealt = []
    for n, card in enumerate(cards):
        seat = outcome(cards[:n]).next
        if seat is None:
            raise CardError(f"{card} may not be drawn")
        dealt.append(Dealt(seat, card, None, True))
    return tuple(dealt)


def open_coup(course: Course, action: Action, given: tuple[str, ...]) -> None:
    """What needs an open coup; it may have ended while the menu was open."""
    coup = course.state.coup
    seats = {each.seat.value for each in coup.dealt} if coup is not None else set()
    if coup is None:
        course.refuse(Refusal.NO_COUP)
        return
    match action:
        case Action.VOID if given:
            course.void(VoidReason(given[0]))
        case Action.NO_CUT_CARD:
            course.void(VoidReason.NO_CUT_CARD)
        case Action.SWAP if len(given) == 2 and set(given) <= seats:
            swap(course, Position(given[0]), Position(given[1]))
        case Action.EXCHANGE if course.state.profile.damaged is Damaged.VOID:
            course.void(VoidReason.DAMAGED)
        case Action.EXCHANGE if len(given) == 3 and given[0] in seats:
            exchange(course, Position(given[0]), card_of(given[1:]))
        case _:
            course.refuse(Refusal.VALUE)
