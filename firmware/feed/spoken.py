"""Pure: a message of the feed in people's words, one line of plain English.

Owns wording for `shoe watch` and logs. The displays have their own texts and languages.
"""

from __future__ import annotations

from typing import Final

from firmware.feed.message import Message

_SIDES: Final = {"P": "Player", "B": "Banker", "T": "Tie", "V": "Void"}
_SUITS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_PAIRS: Final = {"P": "Player pair", "B": "Banker pair", "PB": "both pairs"}
_NONE: Final = ("", "-")
_OWN: Final = frozenset({"ev", "t"})


def spoken(message: Message) -> str:
    """What the message says. A kind that is not known is shown with its keys."""
    match message.kind:
        case "PING":
            return "…"
        case "HELLO":
            return _hello(message)
        case "STATE":
            return _state(message)
        case "HISTORY":
            part, of = message.get("part", "1"), message.get("of", "1")
            coups = message.get("r").replace(",", " ") or "none"
            return f"history of shoe {message.get('shoe')}, part {part} of {of}: {coups}"
        case "SHOE":
            return _with_rest(message, f"shoe {message.get('shoe')} {message.get('state')}", "shoe")
        case "BURN":
            which = card(message.get("card")) if message.get("card") not in _NONE else "face down"
            return _with_rest(message, f"burnt ({message.get('why')}): {which}", "card")
        case "CARD":
            return _with_rest(message, f"{seat(message)}: {card(message.get('card'))}", "card")
        case "RESULT":
            return _result(message)
        case "CORRECT":
            return _result(message, f"CORRECTED (was {message.get('was', '?')}): ")
        case "SETTLE" | "MORE":
            return _settle(message)
        case "HOLD":
            who = message.get("by")
            by = f", {who} clears" if who not in _NONE else ""
            return f"HOLD {message.get('code')}: {message.get('advice') or 'look'}{by}"
        case _:
            return _with_rest(message, message.kind)


def card(text: str) -> str:
    """`8S` as `8♠`, `TH` as `10♥`; anything else as it is."""
    if len(text) == 2 and text[1] in _SUITS:
        return text[0].replace("T", "10") + _SUITS[text[1]]
    return text or "?"


def seat(message: Message) -> str:
    """`B2` as `Banker 2`."""
    text = message.get("seat")
    return f"{_SIDES.get(text[:1], text)} {text[1:]}".strip() or "card"


def _with_rest(message: Message, begin: str, *said: str) -> str:
    """The beginning, then the keys that it has not said."""
    told = _OWN | {"seat", "state", "why"} | set(said)
    rest = [f"{key} {value}" for key, value in message.fields if key not in told]
    return ", ".join([begin, *rest]) if rest else begin


def _hello(message: Message) -> str:
    test = " — TEST" if message.get("mode") == "test" else ""
    clock = ", its clock is not set" if message.get("clock") == "unset" else ""
    table = message.get("table") or "?"
    return (
        f"table {table}, program {message.get('fw')}, next line {message.get('next')}{clock}{test}"
    )


def _state(message: Message) -> str:
    parts = [f"now: {message.get('phase')}"]
    if message.get("coup") not in _NONE:
        parts.append(f"coup {message.get('coup')}")
    for key, name, total in (("player", "Player", "p"), ("banker", "Banker", "b")):
        if message.get(key) not in _NONE:
            cards = " ".join(card(one) for one in message.get(key).split(","))
            parts.append(f"{name} {cards} = {message.get(total)}")
    for key, text in (("next", "next"), ("left", "left"), ("warn", "warning"), ("hold", "HOLD")):
        if message.get(key) not in _NONE:
            parts.append(f"{text} {message.get(key)}")
    return ", ".join(parts)


def _result(message: Message, begin: str = "") -> str:
    winner, number = message.get("win"), message.get("number")
    name = f"coup {message.get('coup')}" + (f" (no. {number})" if number not in _NONE else "")
    match winner:
        case "P" | "B":
            totals = (message.get("p"), message.get("b"))
            own, other = totals if winner == "P" else totals[::-1]
            said = f"{_SIDES[winner].upper()} wins {own} to {other}"
        case "T":
            said = f"TIE at {message.get('p')}"
        case "V":
            said = "VOID"
        case _:
            said = winner
    more = [_PAIRS[message.get("pairs")]] if message.get("pairs") in _PAIRS else []
    if message.get("natural") == "1":
        more.append("natural")
    if message.get("free") == "1":
        more.append("free hand")
    return f"{begin}{name}: {said}" + (f" ({', '.join(more)})" if more else "")


def _settle(message: Message) -> str:
    bets = [
        f"{key.replace('_', ' ')} {value.replace(':', ' ')}"
        for key, value in message.fields
        if key not in _OWN | {"coup", "shoe", "number"}
    ]
    return f"coup {message.get('coup')} pays: {', '.join(bets)}"
