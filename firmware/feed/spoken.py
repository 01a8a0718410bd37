"""Pure: a message of the feed in people's words, one line of plain English.

Owns wording for `shoe watch` and logs. The displays have their own texts and languages.
"""

from __future__ import annotations

from typing import Final

from firmware.feed.message import Message

_SIDES: Final = {"P": "Player", "B": "Banker", "T": "Tie", "V": "Void"}
_SUITS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_PAIRS: Final = {"P": "Player pair", "B": "Banker pair", "PB": "both pairs"}
_WHY_BURNT: Final = {"open": "opening", "coup": "before the coup", "extra": "extra card"}
_NONE: Final = ("", "-")
_OWN: Final = frozenset({"ev", "t"})
_SHOES: Final = {
    "open": "opened",
    "counting": "is counted out",
    "void": "is over, the rest is not dealt",
}
_WARNINGS: Final = {
    "below": "few cards left",
    "cut": "the cut card is out",
    "cut_overdue": "the cut card is overdue",
    "last_coup": "last coup",
    "bets_closed": "bets closed",
    "extra": "a card too many was drawn",
    "peeks": "cards were pulled out part of the way",
    "unshuffled": "the set looks unshuffled",
}
_ADVICE: Final = {
    "rescan": "UNDO, then slide the same card again",
    "slide": "slide that card once more",
    "type": "the supervisor types the card",
    "decide": "the supervisor voids, admits a spare or closes the shoe",
    "void": "void the coup or close the shoe",
    "order": "the supervisor confirms the order, top card first",
    "carry": "CONFIRM keeps the card for its turn, BURN burns it",
    "draw": "draw the card that is due",
    "burn_on": "go on burning",
    "put_back": "UNDO and put the card back",
    "aside": "slide the listed cards again, or the supervisor seats them",
    "fate": "the supervisor confirms what becomes of the extra cards",
    "agree": "compare the table with the display, then CONFIRM",
    "wait": "comes right by itself, or the supervisor confirms",
    "call": "call the supervisor",
    "close": "the shoe is over: hold SHOE",
    "exchange": "the supervisor exchanges the card",
}


def spoken(message: Message) -> str:
    """What the message says. A kind that is not known is shown with its keys."""
    get = message.get
    match message.kind:
        case "PING":
            return "…"
        case "HELLO":
            return _hello(message)
        case "STATE":
            return _state(message)
        case "PROMPT":
            return _prompt(message)
        case "HISTORY":
            coups = get("r").replace(",", " ") if _has(message, "r") else "no coup yet"
            part = f", part {get('part')} of {get('of')}" if get("of", "1") != "1" else ""
            return f"history of shoe {get('shoe')}{part}: {coups}"
        case "SHOE":
            return _shoe(message)
        case "BURN":
            which = card(get("card")) if _has(message, "card") else "face down"
            why = _WHY_BURNT.get(get("why"), get("why"))
            back = "taken back: " if get("undone") == "1" else ""
            return f"{back}burnt ({why}) {get('n')} of {get('of')}: {which}, {get('left')} left"
        case "CARD":
            typed = ", typed" if get("manual") == "1" else ""
            return f"{_seat(get('seat'))}: {card(get('card'))}, {get('left')} left{typed}"
        case "RESULT":
            return _result(message)
        case "CORRECT":
            return _result(message, "CORRECTED: ") if _has(message, "win") else _laid(message)
        case "SETTLE" | "MORE":
            return _settle(message)
        case "VOID":
            return f"{_coup(message)} is VOID: {get('reason')}{_by(message)}; bets go back"
        case "HOLD":
            return _hold(message)
        case "CLEAR":
            return f"hold {get('code')} cleared{_by(message)}"
        case "WARN":
            bets = f": {_list(get('bets'))}" if _has(message, "bets") else ""
            return f"WARNING: {_WARNINGS.get(get('code'), get('code'))}{bets}, {get('left')} left"
        case "ODDS":
            odds = [f"{_name(key)} {value}" for key, value in _rest(message, "after")]
            return f"{_coup(message)}, chances ({get('after')}): {', '.join(odds)}"
        case _:
            rest = [f"{key} {value}" for key, value in _rest(message)]
            return ", ".join([message.kind, *rest])


def card(text: str) -> str:
    """`8S` as `8♠`, `TH` as `10♥`; anything else as it is."""
    if len(text) == 2 and text[1] in _SUITS:
        return text[0].replace("T", "10") + _SUITS[text[1]]
    return text or "?"


def _has(message: Message, key: str) -> bool:
    return message.get(key) not in _NONE


def _seat(text: str) -> str:
    return f"{_SIDES.get(text[:1], text)} {text[1:]}".strip() or "card"


def _hand(text: str) -> str:
    return " ".join(card(one) for one in text.split(","))


def _list(text: str) -> str:
    return ", ".join(_name(one) for one in text.split(","))


def _name(bet: str) -> str:
    return bet.replace("_", " ")


def _rest(message: Message, *said: str) -> list[tuple[str, str]]:
    """The keys that a line has not said in another way."""
    told = _OWN | {"shoe", "coup", "number"} | set(said)
    return [(key, value) for key, value in message.fields if key not in told]


def _coup(message: Message) -> str:
    return f"coup {message.get('coup')}"


def _by(message: Message) -> str:
    who = f" {message.get('who')}" if _has(message, "who") else ""
    return f", by {message.get('by')}{who}" if _has(message, "by") else ""


def _hello(message: Message) -> str:
    test = " — TEST" if message.get("mode") == "test" else ""
    clock = ", its clock is not set" if message.get("clock") == "unset" else ""
    table = f"table {message.get('table') or '?'}, program {message.get('fw')}"
    return f"{table}, next line {message.get('next')}{clock}{test}"


def _shoe(message: Message) -> str:
    state, number = message.get("state"), message.get("shoe")
    if state == "retired":
        return f"set {message.get('set')} is retired"
    said = f"shoe {number} {_SHOES.get(state, state)}"
    if state != "open":
        return f"{said}, {message.get('left')} left" if _has(message, "left") else said
    decks = f"set {message.get('set')}, {message.get('decks')} decks"
    return f"{said}: {decks}, rules {message.get('profile')}"


def _state(message: Message) -> str:
    parts = [f"now: {_name(message.get('phase'))}"]
    if _has(message, "coup"):
        parts.append(_coup(message))
    for key, name, total in (("player", "Player", "p"), ("banker", "Banker", "b")):
        if _has(message, key):
            points = f" = {message.get(total)}" if _has(message, total) else ""
            parts.append(f"{name} {_hand(message.get(key))}{points}")
    if _has(message, "next"):
        parts.append(f"next {_seat(message.get('next'))}")
    if _has(message, "left"):
        parts.append(f"{message.get('left')} left")
    if _has(message, "warn"):
        parts.append(f"warning {_list(message.get('warn'))}")
    if _has(message, "hold"):
        parts.append(f"HOLD {message.get('hold')}")
    return ", ".join(parts)


def _prompt(message: Message) -> str:
    """What the dealer's buttons would do, and what else only a local display is told."""
    parts = [f"CONFIRM: {_name(message.get('confirm'))}", f"UNDO: {_name(message.get('undo'))}"]
    if _has(message, "menu"):
        place = f"{message.get('n')} of {message.get('of')}"
        parts.append(f"menu {message.get('menu')}: {_name(message.get('item'))} ({place})")
    for key, text in (("refused", "refused"), ("aside", "set aside"), ("next", "next card")):
        if _has(message, key):
            parts.append(f"{text} {_name(message.get(key))}")
    for key, text in (("key", "supervisor's key on"), ("called", "supervisor called")):
        if message.get(key) == "1":
            parts.append(text)
    return ", ".join(parts)


def _result(message: Message, begin: str = "") -> str:
    number = message.get("number")
    name = _coup(message) + (f" (no. {number})" if number not in _NONE else "")
    match message.get("win"):
        case "P" | "B" as winner:
            totals = (message.get("p"), message.get("b"))
            own, other = totals if winner == "P" else totals[::-1]
            said = f"{_SIDES[winner].upper()} wins {own} to {other}"
        case "T":
            said = f"TIE at {message.get('p')}"
        case "V":
            said = f"VOID, {message.get('reason')}" if _has(message, "reason") else "VOID"
        case other:
            said = other
    more = [_PAIRS[message.get("pairs")]] if message.get("pairs") in _PAIRS else []
    more += ["natural"] if message.get("natural") == "1" else []
    more += ["free hand"] if message.get("free") == "1" else []
    was = message.get("was")
    more += [f"was {_SIDES.get(was, was)}"] if was not in _NONE else []
    return f"{begin}{name}: {said}" + (f" ({', '.join(more)})" if more else "")


def _laid(message: Message) -> str:
    """The open coup's cards as they really lie."""
    hands = f"Player {_hand(message.get('player'))}, Banker {_hand(message.get('banker'))}"
    return f"CORRECTED: {_coup(message)}: {hands} (was {message.get('was', '?')})"


def _settle(message: Message) -> str:
    """Which bets win, with what they pay to one, and which push or were closed."""
    parts = []
    for bet, worth in _rest(message):
        result, _, pays = worth.partition(":")
        if result == "won":
            parts.append(f"{_name(bet)} wins {pays}".rstrip())
    for result in ("push", "closed"):
        bets = [_name(bet) for bet, worth in _rest(message) if worth == result]
        if bets:
            parts.append(f"{result}: {', '.join(bets)}")
    return f"{_coup(message)} pays: {'; '.join(parts) or 'nothing'}"


def _hold(message: Message) -> str:
    at = f" at {_seat(message.get('seat'))}" if _has(message, "seat") else ""
    tries = message.get("try", "1")
    again = f", try {tries}" if tries not in ("1", *_NONE) else ""
    of = f" of {message.get('of')}" if again and _has(message, "of") else ""
    advice = _ADVICE.get(message.get("advice"), message.get("advice") or "look at the table")
    who = f" (for the {message.get('by')})" if _has(message, "by") else ""
    return f"HOLD {message.get('code')}{at}{again}{of}: {advice}{who}"
