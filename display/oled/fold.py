"""Pure: the feed's public messages folded into a Screen, one by one.

Owns no rule of the procedure and keeps no history. It refuses to know more than the feed says:
what is hidden there is hidden here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from display.oled.screen import Burning, Hand, Held, Prompt, Screen
from firmware.baccarat.cards import Card, CardError, Position, Side, parse_card, total
from firmware.baccarat.drawing import next_position
from firmware.feed.message import Message

UNTOLD: Final = Card("K", "S")
"""Stands for any card where only the count matters: the first four positions depend on no face."""


def fold(screen: Screen, message: Message, t_ns: int) -> Screen:
    """The screen after one message heard at `t_ns`. Kinds and keys it does not know change nothing.

    A message whose values it cannot read never stops it: what was not understood shows as unseen.
    """
    after = _fold(screen, message)
    if after.pause is not None and screen.pause is None:
        after = replace(after, pause_ns=t_ns)
    changed = t_ns if after != screen or screen.dead else screen.changed_ns
    return replace(after, now_ns=t_ns, heard_ns=t_ns, changed_ns=changed)


_OF_THE_OPEN_COUP: Final = frozenset({"CARD", "HOLD", "CLEAR", "PAUSE", "RESUME", "WARN"})
"""Kinds whose `coup=` is the coup on the table: another number means that a new one has begun."""


def _fold(screen: Screen, message: Message) -> Screen:
    if message.kind in _OF_THE_OPEN_COUP:
        coup = _number(message, "coup")
        if coup is not None and coup != screen.coup:
            screen = reckon(replace(_clean(screen), phase="coup", coup=coup))
    match message.kind:
        case "HELLO":
            return replace(screen, test=message.get("mode") != "live", fault="")
        case "STATE":
            return _state(screen, message)
        case "PROMPT":
            return _prompt(screen, message)
        case "SHOE":
            return _shoe(screen, message)
        case "BURN":
            return _burn(screen, message)
        case "CARD":
            return _card(screen, message)
        case "RESULT":
            return _result(screen, message)
        case "VOID":
            return _void(screen, message)
        case "CORRECT":
            return _correct(screen, message)
        case "FREE":
            return replace(screen, free=message.get("free", "1") != "0")
        case "PAUSE":
            return replace(screen, pause=message.get("reason", "-"))
        case "RESUME":
            return replace(screen, pause=None)
        case "HOLD":
            return _hold(screen, message)
        case "CLEAR":
            return replace(screen, hold=None)
        case "WARN":
            return _warn(screen, message)
        case "FAULT":
            on = message.get("state", "on") != "off"
            return replace(screen, fault=message.get("what", "fault") if on else "")
        case _:
            return screen


def _number(message: Message, key: str) -> int | None:
    text = message.get(key)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _position(text: str) -> Position | None:
    return next((position for position in Position if position.value == text), None)


def _face(text: str) -> Card | None:
    try:
        return parse_card(text)
    except CardError:
        return None


def _hand(text: str) -> Hand:
    return () if text in {"", "-"} else tuple(_face(one) for one in text.split(","))


def _flag(message: Message, key: str) -> bool:
    return message.get(key) == "1"


def _word(message: Message, key: str) -> str:
    """A word, with `-`, `none` and absence all meaning none."""
    text = message.get(key)
    return "" if text in {"-", "none", "0"} else text


def _words(text: str) -> tuple[str, ...]:
    return () if text in {"", "-"} else tuple(text.split(","))


def _known(screen: Screen, message: Message) -> tuple[int | None, int | None]:
    """`left` and `coup` as the message gives them, else as they were."""
    left, coup = _number(message, "left"), _number(message, "coup")
    return (
        screen.left if left is None else left,
        screen.coup if coup is None else coup,
    )


def _held(message: Message, code: str) -> Held:
    return Held(
        code=code,
        advice=_word(message, "advice"),
        by=_word(message, "by"),
        seat=_position(message.get("seat")),
        n=_number(message, "try"),
        of=_number(message, "of"),
    )


def _hold(screen: Screen, message: Message) -> Screen:
    """Dealing waits. A card that went back in has left its position (rules.md, `reversed`)."""
    held = _held(message, message.get("code"))
    screen = replace(screen, hold=held)
    if held.code != "reversed" or held.seat is None or screen.result:
        return screen
    at = _place(held.seat)
    if held.seat.side is Side.PLAYER:
        return reckon(replace(screen, player=screen.player[:at]))
    return reckon(replace(screen, banker=screen.banker[:at]))


def _place(position: Position) -> int:
    """Which of its side's cards a position is, from 0."""
    return int(position.value[1]) - 1


def _state(screen: Screen, message: Message) -> Screen:
    """A snapshot: it replaces all, except what no snapshot carries."""
    hold = _word(message, "hold")
    phase = message.get("phase")
    return replace(
        screen,
        phase=phase,
        shoe=_word(message, "shoe"),
        coup=_number(message, "coup"),
        number=_number(message, "number"),
        player=_hand(message.get("player")),
        banker=_hand(message.get("banker")),
        player_total=_number(message, "p"),
        banker_total=_number(message, "b"),
        due=_position(message.get("next")),
        result=_word(message, "result"),
        reason=_word(message, "reason"),
        free=_flag(message, "free"),
        manual=_flag(message, "manual"),
        left=_number(message, "left"),
        warnings=_words(message.get("warn")),
        burning=screen.burning if phase in {"opening", "burnt"} else None,
        hold=_held(message, hold) if hold else None,
        pause=_word(message, "pause") or None,
        locked=_flag(message, "locked"),
    )


def _prompt(screen: Screen, message: Message) -> Screen:
    return replace(
        screen,
        test=screen.test or message.get("mode") == "test",
        prompt=Prompt(
            confirm=_word(message, "confirm"),
            undo=_word(message, "undo"),
            key=_flag(message, "key"),
            menu=_word(message, "menu"),
            item=_word(message, "item"),
            n=_number(message, "n"),
            of=_number(message, "of"),
            typed=_word(message, "typed"),
            refused=_word(message, "refused"),
            called=_flag(message, "called"),
            host_lost=message.get("host") == "lost",
            set_id=_word(message, "set"),
            draws=_word(message, "next"),
            aside=_words(message.get("aside")),
        ),
    )


def _shoe(screen: Screen, message: Message) -> Screen:
    """A shoe begins or ends: the table is empty. Holds and pauses have messages of their own."""
    if message.get("state") == "counting":
        left = _number(message, "left")
        return replace(screen, phase="counting", left=screen.left if left is None else left)
    return Screen(
        heard_ns=screen.heard_ns,
        now_ns=screen.now_ns,
        changed_ns=screen.changed_ns,
        test=screen.test,
        prompt=screen.prompt,
        hold=screen.hold,
        pause=screen.pause,
        pause_ns=screen.pause_ns,
        locked=screen.locked,
        phase=message.get("state"),
        shoe=message.get("shoe"),
        left=_number(message, "left"),
    )


def _clean(screen: Screen) -> Screen:
    """The table before a coup's first card."""
    return replace(
        screen,
        player=(),
        banker=(),
        player_total=None,
        banker_total=None,
        due=None,
        result="",
        reason="",
        number=None,
        manual=False,
        free=screen.free and not screen.result,
    )


def _burn(screen: Screen, message: Message) -> Screen:
    left, coup = _known(screen, message)
    why, card = message.get("why"), _face(message.get("card"))
    if card is None and screen.burning is not None and screen.burning.why == why == "open":
        card = screen.burning.card
    n = _number(message, "n")
    burning: Burning | None = Burning(why=why, card=card, n=n, of=_number(message, "of"))
    if burning is not None and _flag(message, "undone"):
        # The card is in the shoe again: what is shown is the burn before it.
        burning = replace(burning, n=n - 1) if n is not None and n > 1 else None
    return replace(screen, left=left, coup=coup, burning=burning)


def _card(screen: Screen, message: Message) -> Screen:
    position = _position(message.get("seat"))
    left, coup = _known(screen, message)
    if position is None:
        return replace(screen, left=left)
    if screen.result:
        screen = _clean(screen)
    at = _place(position)
    hand = screen.player if position.side is Side.PLAYER else screen.banker
    hand = (hand + (None,) * (at + 1 - len(hand)))[: max(at + 1, len(hand))]
    hand = (*hand[:at], _face(message.get("card")), *hand[at + 1 :])
    screen = replace(
        screen,
        phase="coup",
        left=left,
        coup=coup,
        burning=None,
        manual=screen.manual or _flag(message, "manual"),
    )
    if position.side is Side.PLAYER:
        screen = replace(screen, player=hand)
    else:
        screen = replace(screen, banker=hand)
    return reckon(screen)


def reckon(screen: Screen) -> Screen:
    """Totals and the next position out of the cards that were told, by the game's own rules."""
    player = tuple(card for card in screen.player if card is not None)
    banker = tuple(card for card in screen.banker if card is not None)
    told = len(player) == len(screen.player) and len(banker) == len(screen.banker)
    drawn = player[:1] + banker[:1] + player[1:2] + banker[1:2] + player[2:] + banker[2:]
    count = len(screen.player) + len(screen.banker)
    due = next_position(drawn) if told else next_position((UNTOLD,) * count) if count < 4 else None
    return replace(
        screen,
        player_total=total(player) if player and told else None,
        banker_total=total(banker) if banker and told else None,
        due=due,
    )


def _result(screen: Screen, message: Message) -> Screen:
    _, coup = _known(screen, message)
    return replace(
        screen,
        coup=coup,
        number=_number(message, "number"),
        player_total=_number(message, "p"),
        banker_total=_number(message, "b"),
        result=message.get("win"),
        reason="",
        due=None,
        free=_flag(message, "free"),
    )


def _void(screen: Screen, message: Message) -> Screen:
    """The open coup is void; a finished one that is voided later comes as CORRECT."""
    _, coup = _known(screen, message)
    if coup != screen.coup:  # of a coup that was void before any of its cards was told
        screen = _clean(screen)
    return replace(screen, coup=coup, result="V", reason=_word(message, "reason"), due=None)


def _correct(screen: Screen, message: Message) -> Screen:
    """New values of a coup, or other cards in the open one; only the one shown changes."""
    if _number(message, "coup") != screen.coup:
        return screen
    keys = {key for key, _ in message.fields}
    screen = replace(
        screen,
        player=_hand(message.get("player")) if "player" in keys else screen.player,
        banker=_hand(message.get("banker")) if "banker" in keys else screen.banker,
    )
    if "win" not in keys:
        return screen if screen.result else reckon(screen)
    return replace(
        screen,
        result=message.get("win"),
        reason=_word(message, "reason"),
        player_total=_number(message, "p"),
        banker_total=_number(message, "b"),
        due=None,
    )


def _warn(screen: Screen, message: Message) -> Screen:
    left, coup = _known(screen, message)
    code = message.get("code")
    warnings = screen.warnings if code in screen.warnings else (*screen.warnings, code)
    return replace(screen, left=left, coup=coup, warnings=warnings)
