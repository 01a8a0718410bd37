"""Pure: the moment's messages, made of one state: HELLO, STATE, HISTORY, PROMPT (seq 0).

Owns their keys and what the public may not yet know. Knows no port and no number.
"""

from __future__ import annotations

from firmware.baccarat.cards import Card, Position, total
from firmware.baccarat.profile import BetsBy
from firmware.feed.derive import tries
from firmware.feed.message import Audience, Message
from firmware.feed.words import NONE, flag
from firmware.shoe.back import can_take_back
from firmware.shoe.phase_between import next_set
from firmware.shoe.state import Coup, Dealt, Past, State
from firmware.shoe.tokens import results
from firmware.shoe.words import Advice, By, HoldCode, Phase, Warn

PROTO = 1
ASIDE_SHOWN = 6
"""Listed cards that PROMPT names; of further ones it tells how many."""
TOKENS_A_PART = 80
"""Results in one HISTORY line: at most 5 bytes each, well inside a line's 512 bytes."""


def hello(state: State, fw: str, table: str, test: bool, clock_set: bool) -> Message:
    """HELLO without `next=`, which each port fills in for itself."""
    return Message(
        "HELLO",
        (
            ("proto", str(PROTO)),
            ("fw", fw),
            ("table", table),
            ("boot", str(state.desk.boot)),
            ("shoe", NONE if state.shoe is None else str(state.shoe.number)),
            ("mode", "test" if test else "live"),
            ("clock", "set" if clock_set else "unset"),
        ),
    )


def state_message(state: State, audience: Audience) -> Message:
    """STATE: all that a client needs that has just come, as `audience` may see it.

    A squeezed game's hidden cards are `?` to the public, and nothing tells whether one is due.
    """
    shoe, coup, desk = state.shoe, state.coup, state.desk
    public = audience is Audience.PUBLIC
    past = shoe.past[-1] if shoe is not None and shoe.past and coup is None else None
    shown: Coup | Past | None = coup or past
    dealt = shown.dealt if shown is not None else ()
    if public and coup is not None and state.hidden:
        # A correction not yet told is not shown either.
        dealt = (*coup.told, *dealt[len(coup.told) :])
    hidden = state.hidden if past is None else past.hidden
    faced = len(dealt) - (hidden if public else 0)
    left = NONE if shoe is None else str(state.public_left if public else shoe.left)
    due = coup.outcome.next if coup is not None and state.phase is Phase.COUP else None
    fields = (
        ("phase", state.phase.value),
        ("shoe", NONE if shoe is None else str(shoe.number)),
        ("set", next_set(state) if shoe is None else shoe.set_id),
        ("coup", NONE if shown is None else str(shown.coup)),
        ("number", number(shown)),
        ("player", faces(dealt, faced, "P")),
        ("banker", faces(dealt, faced, "B")),
        ("p", points(dealt, faced, "P")),
        ("b", points(dealt, faced, "B")),
        ("next", NONE if due is None else due.value),
        ("left", left),
        ("warn", warnings(state, public)),
        *hold_fields(state),
        ("result", result(past)),
        ("reason", past.voided.value if past is not None and past.voided is not None else NONE),
        flag("free", shown.free if shown is not None else shoe is not None and shoe.free_next),
        flag("manual", shown is not None and shown.manual),
        flag("locked", desk.locked),
        ("pause", NONE if desk.pause is None else desk.pause),
        ("bets", bets(state)),
        ("dealer", desk.dealer or NONE),
        ("supervisor", desk.supervisor or NONE),
    )
    return Message("STATE", fields)


def number(shown: Coup | Past | None) -> str:
    """The coup's number; a free hand has none, and a void coup none until it is corrected."""
    if shown is None or shown.number is None:
        return NONE
    return NONE if isinstance(shown, Past) and shown.voided is not None else str(shown.number)


def faces(dealt: tuple[Dealt, ...], faced: int, side: str) -> str:
    """One side's cards, `?` for each that lies there unseen."""
    words = [
        str(each.card) if n < faced else "?"
        for n, each in enumerate(dealt)
        if each.seat.side.value == side
    ]
    return ",".join(words) or NONE


def points(dealt: tuple[Dealt, ...], faced: int, side: str) -> str:
    """One side's total, `-` while a card of it is unseen or none lies there."""
    hand: list[Card] = []
    for n, each in enumerate(dealt):
        if each.seat.side.value == side:
            if n >= faced:
                return NONE
            hand.append(each.card)
    return str(total(tuple(hand))) if hand else NONE


def result(past: Past | None) -> str:
    """`P B T`, `V` for a void coup, `-` while none stands: an open coup has none before RESULT."""
    if past is None:
        return NONE
    if past.voided is not None:
        return "V"
    winner = past.outcome.winner
    return NONE if winner is None else winner.value


def warnings(state: State, public: bool) -> str:
    """Words of warnings that stand, `below,cut`."""
    shoe = state.shoe
    if shoe is None:
        return NONE
    secret = {code for code, _ in state.coup.deferred} if public and state.coup else set()
    if state.coup is None or not state.coup.extras:
        # Told of one coup's cards; once they are put back or have their fate it is over.
        secret |= {Warn.EXTRA}
    words = [warn.value for warn in Warn if warn in shoe.warned and warn not in secret]
    return ",".join(words) or NONE


def hold_fields(state: State) -> tuple[tuple[str, str], ...]:
    """The shown hold, `-` where none stands."""
    hold = state.hold
    if hold is None:
        return (("hold", NONE), ("advice", NONE), ("by", NONE))
    return (
        ("hold", hold.code.value),
        ("advice", hold.advice.value),
        ("by", hold.by.value),
        *((("seat", hold.seat.value),) if hold.seat is not None else ()),
        *tries(hold, state.profile.rescans),
    )


def bets(state: State) -> str:
    """`open:2`, `closed` or `-` where nobody tracks them."""
    shoe = state.shoe
    if shoe is None or (shoe.profile.bets_by is BetsBy.UNTRACKED and not shoe.bets.round):
        return NONE
    if shoe.bets.round:
        return f"open:{shoe.bets.round}"
    return "closed" if shoe.bets.closed else "open:1"


def history(state: State) -> tuple[Message, ...]:
    """HISTORY: the open shoe's coups on the roads, in as many parts as lines need."""
    if state.shoe is None:
        return ()
    tokens = results(state.shoe)
    parts = [tokens[at : at + TOKENS_A_PART] for at in range(0, len(tokens), TOKENS_A_PART)] or [()]
    return tuple(
        Message(
            "HISTORY",
            (
                ("shoe", str(state.shoe.number)),
                ("part", str(n)),
                ("of", str(len(parts))),
                ("from", str((n - 1) * TOKENS_A_PART + 1)),
                ("r", ",".join(part) or NONE),
            ),
        )
        for n, part in enumerate(parts, 1)
    )


def fault(why: str) -> Message:
    """FAULT: the journal can't be written, `why` in one line; an empty one: it can be again."""
    return Message(
        "FAULT", (("state", "on" if why else "off"), ("what", "journal"), ("why", why or NONE))
    )


def prompt(state: State, test: bool = False) -> Message:
    """PROMPT, local clients only: what CONFIRM and UNDO mean now, and the open menu."""
    desk, menu = state.desk, state.desk.menu
    fields = [
        ("confirm", confirm_means(state)),
        ("undo", undo_means(state)),
        ("next", draws(state)),
        flag("key", desk.key),
        flag("called", desk.called),
        ("host", "lost" if desk.lost_ports else NONE),
        ("refused", desk.refused.rpartition(":")[2] or NONE),
        ("set", next_set(state) if state.shoe is None else state.shoe.set_id),
        ("aside", aside(state)),
        ("mode", "test" if test else "live"),
    ]
    if menu is not None:
        composed = "".join(menu.given[-1:]) if menu.page.value == "suit" else NONE
        fields += [
            ("menu", menu.page.value),
            ("item", menu.item),
            ("n", str(menu.at + 1)),
            ("of", str(len(menu.items))),
            ("typed", composed or NONE),
        ]
    return Message("PROMPT", tuple(fields))


def draws(state: State) -> str:
    """What the next card from the shoe is while no coup is open: `burn`, `P1`, `-`."""
    if state.shoe is None or state.phase is not Phase.READY:
        return NONE
    return "burn" if state.shoe.burns_due else Position.P1.value


def aside(state: State) -> str:
    """The cards that passed during a hold, `?` for unread; in a squeezed game only how many."""
    if not state.aside:
        return NONE
    shown = state.aside[:ASIDE_SHOWN]
    hidden = state.squeezed
    words = ["?" if hidden or each.card is None else str(each.card) for each in shown]
    more = len(state.aside) - len(shown)
    return ",".join([*words, f"+{more}"] if more else words)


_HOLD_CONFIRMS = {
    HoldCode.TOGETHER: "seat",
    HoldCode.MISDEAL: "seat",
    HoldCode.EARLY: "carry",
    HoldCode.EXTRA: "fate",
    HoldCode.POWER: "agree",
    HoldCode.JOURNAL: "agree",
    HoldCode.CAMERA: "agree",
    HoldCode.TIMEOUT: "agree",
    HoldCode.HOST: "accept",
    HoldCode.RESTART: "accept",
    HoldCode.DAMAGED: "accept",
}
_PHASE_CONFIRMS = {
    Phase.CHECKLIST: "check",
    Phase.BURNT: "burn",
    Phase.REVEAL: "reveal",
    Phase.COMPLETE: "settle",
    Phase.COUNTING: "close",
}


def confirm_means(state: State) -> str:
    """What CONFIRM does now, as a word; `none`: nothing."""
    hold = state.hold
    if state.desk.menu is not None:
        return "menu_ok"
    if hold is None:
        return phase_confirm(state)
    if hold.code is HoldCode.CAMERA and state.desk.camera_dead:
        # Typed coups go on by hand.
        return "none" if state.aside else phase_confirm(state)
    if hold.advice is Advice.CLOSE:
        return "none"
    if hold.code is HoldCode.REVERSED and hold.seat is None:
        supervisor = state.desk.key or hold.by is By.SUPERVISOR
        return "agree" if supervisor else "none"
    return _HOLD_CONFIRMS.get(hold.code, "none")


def phase_confirm(state: State) -> str:
    """What CONFIRM does in the phase, holds apart."""
    shoe = state.shoe
    if state.phase is Phase.CHECKLIST and shoe is not None:
        return f"check_{shoe.checks[0].value}"
    if state.phase is Phase.READY and shoe is not None:
        waits = shoe.profile.bets_by is BetsBy.BUTTON and not shoe.bets.closed
        return "close_bets" if waits else "none"
    return _PHASE_CONFIRMS.get(state.phase, "none")


def undo_means(state: State) -> str:
    """What UNDO does now: `last` takes the last pass back, `back` leaves a menu page."""
    if state.desk.menu is not None:
        return "back"
    hold = state.hold
    if hold is not None:
        waits = hold.code is HoldCode.UNREAD and not hold.armed
        extra = hold.code in (HoldCode.EXTRA, HoldCode.SHORT, HoldCode.TIMEOUT)
        burns = hold.advice is Advice.BURN_ON and can_take_back(state)
        return "last" if waits or extra or burns or state.aside else "none"
    return "last" if can_take_back(state) else "none"
