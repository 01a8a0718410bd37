"""Pure: the supervisor's menu: four buttons through pages to one action. Knows no display.

Opened by BURN or FREE with the key on; then BURN is up, FREE down, CONFIRM ok, UNDO back. Dealing
goes on meanwhile: every other input passes by. A card is composed as rank, then suit.
"""

from __future__ import annotations

from dataclasses import replace

from firmware.baccarat.cards import RANKS, SUITS, parse_card
from firmware.baccarat.coup import outcome
from firmware.baccarat.profile import Damaged
from firmware.shoe import events as e
from firmware.shoe.course import Course
from firmware.shoe.hold_table import burn_due
from firmware.shoe.inputs import Button, ButtonPressed
from firmware.shoe.menu import Action, Menu, Page
from firmware.shoe.menu_actions import exchange_over, run
from firmware.shoe.state import State
from firmware.shoe.words import Advice, By, HoldCode, Phase, VoidReason

PAUSE_REASONS = ("dealer_change", "technical")
"""Why the dealing stops for a while (S1)."""
NOTHING: tuple[str, ...] = ()
PAST_COUPS = 30
"""Finished coups offered for correction, the latest first."""


def menu_takes(course: Course) -> bool:
    """Deal with the input if the menu has it; False: the tables have it."""
    desk, given = course.state.desk, course.given
    if not desk.key or not isinstance(given, ButtonPressed):
        return False
    match given.button:
        case Button.BURN | Button.FREE:
            turn(course, -1 if given.button is Button.BURN else 1)
        case Button.CONFIRM if desk.menu is not None:
            return chosen(course, desk.menu)
        case Button.UNDO if desk.menu is not None:
            back(course, desk.menu)
        case _:
            return False
    return True


def turn(course: Course, step: int) -> None:
    """Up or down; the first turn opens the menu."""
    if course.needs_key():
        return
    menu = course.state.desk.menu
    if menu is None:
        course.add(e.MenuShown(root(course.state)))
    else:
        course.add(e.MenuShown(replace(menu, at=(menu.at + step) % len(menu.items))))


def chosen(course: Course, menu: Menu) -> bool:
    """The item is taken: the next page, or the action itself."""
    if course.needs_key():
        return True
    if menu.page is Page.ROOT:
        action, given = Action(menu.item), NOTHING
    else:
        assert menu.action is not None
        action, given = menu.action, (*menu.given, menu.item)
    following = page_of(course.state, action, given)
    if following is not None:
        course.add(e.MenuShown(following))
        held = course.state.hold is not None and course.hold.code is HoldCode.DAMAGED
        if action is Action.EXCHANGE and not given and not held:
            # What is drawn before the spare is in must not be seated.
            course.raise_hold(HoldCode.DAMAGED, Advice.EXCHANGE, By.SUPERVISOR)
        return True
    course.add(e.MenuLeft())
    return run(course, action, given)


def back(course: Course, menu: Menu) -> None:
    """One page back, from the first one out of the menu."""
    if menu.page is Page.ROOT:
        course.add(e.MenuLeft())
        return
    assert menu.action is not None
    before = page_of(course.state, menu.action, menu.given[:-1]) if menu.given else None
    if before is None:
        exchange_over(course)
    course.add(e.MenuShown(before or root(course.state)))


def root(state: State) -> Menu:
    """The first page: what can be done now, what is likeliest first."""
    coup, shoe, hold = state.coup, state.shoe, state.hold
    code = hold.code if hold is not None else None
    items: list[Action] = []
    typed = (HoldCode.UNREAD, HoldCode.REVERSED, HoldCode.POWER, HoldCode.JOURNAL, HoldCode.CAMERA)
    if code in (*typed, HoldCode.UNKNOWN, HoldCode.FOREIGN):
        items.append(Action.TYPE)
    if code is HoldCode.UNREAD:
        items += [Action.BURN, Action.BOXED]
    unseen = code in (HoldCode.CAMERA, HoldCode.BURN) and state.desk.camera_dead
    if state.aside or code is HoldCode.EXTRA or (unseen and burn_due(state)):
        items.append(Action.BURN)
    if code is HoldCode.EXTRA:
        items.append(Action.FREE)
    if coup is not None:
        items += [Action.VOID, Action.NO_CUT_CARD]
        if coup.dealt:
            items.append(Action.EXCHANGE)
        if len(coup.dealt) > 1:
            items.insert(len(items) - 1, Action.SWAP)
        if coup.dealt and code is None:
            items.append(Action.BOXED)
    if shoe is not None:
        if shoe.past:
            items += [Action.CORRECT, Action.VOID_PAST]
            if coup is not None or state.phase is Phase.READY:
                items.append(Action.MOVE_ON)
        items += [Action.BURN_MISSED, Action.CLEAR_ROADS]
    items.append(Action.PAUSE if state.desk.pause is None else Action.RESUME)
    if shoe is None:
        items.append(Action.RETIRE)
    return Menu(Page.ROOT, tuple(dict.fromkeys(each.value for each in items)))


def page_of(state: State, action: Action, given: tuple[str, ...]) -> Menu | None:
    """The page that asks for what `action` needs after `given`; None: nothing more."""
    step = len(given)
    coup, shoe = state.coup, state.shoe
    seats = tuple(each.seat.value for each in coup.dealt) if coup is not None else ()

    def page(kind: Page, items: tuple[str, ...]) -> Menu | None:
        return Menu(kind, items, 0, action, given) if items else None

    match action:
        case Action.TYPE:
            return card_page(action, given, given)
        case Action.VOID if step == 0:
            return page(Page.REASON, tuple(each.value for each in VoidReason))
        case Action.SWAP if step == 0:
            return page(Page.SEAT, seats)
        case Action.SWAP if step == 1:
            return page(Page.OTHER_SEAT, tuple(seat for seat in seats if seat != given[0]))
        case Action.EXCHANGE if state.profile.damaged is Damaged.VOID:
            return None
        case Action.EXCHANGE if step == 0:
            return page(Page.SEAT, seats)
        case Action.EXCHANGE:
            return card_page(action, given, given[1:])
        case Action.MOVE_ON if step == 0 and shoe is not None and shoe.past:
            last = len(shoe.past[-1].dealt)
            return page(Page.COUNT, tuple(str(n) for n in range(1, last + 1)))
        case Action.CORRECT | Action.VOID_PAST if step == 0:
            past = shoe.past[-PAST_COUPS:] if shoe is not None else ()
            return page(Page.PAST, tuple(str(each.coup) for each in reversed(past)))
        case Action.VOID_PAST if step == 1:
            return page(Page.REASON, tuple(each.value for each in VoidReason))
        case Action.CORRECT if step >= 1:
            return correction_page(given)
        case Action.PAUSE if step == 0:
            return page(Page.PAUSE, PAUSE_REASONS)
        case Action.RETIRE if step == 0:
            sets = tuple(each for each in state.house.sets if each not in state.memory.retired)
            return page(Page.SET, sets)
        case _:
            return None


def card_page(action: Action, given: tuple[str, ...], composed: tuple[str, ...]) -> Menu | None:
    """Rank, then suit; None once both are there."""
    match len(composed):
        case 0:
            return Menu(Page.RANK, tuple(RANKS), 0, action, given)
        case 1:
            return Menu(Page.SUIT, tuple(SUITS), 0, action, given)
        case _:
            return None


def correction_page(given: tuple[str, ...]) -> Menu | None:
    """The cards of the past coup `given[0]` in the order dealt, until it is complete."""
    words = given[1:]
    cards = tuple(parse_card(words[n] + words[n + 1]) for n in range(0, len(words) - 1, 2))
    if len(words) % 2 == 0 and outcome(cards).next is None:
        return None
    return card_page(Action.CORRECT, given, words[len(words) // 2 * 2 :])
