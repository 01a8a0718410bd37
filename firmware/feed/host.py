"""Pure: what a host's line asks for: an input of the procedure, a snapshot, or an error word.

Owns the commands of feed.md and their keys. Knows no port; ACK and SYNC are the port's own.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from firmware.baccarat.cards import Card, CardError, Position, parse_card
from firmware.feed.line import escape
from firmware.feed.message import Message
from firmware.shoe import inputs as i
from firmware.shoe.words import VoidReason


class Asked(Enum):
    """Commands that the port answers by itself."""

    STATE = "STATE"
    HISTORY = "HISTORY"
    ACK = "ACK"
    SYNC = "SYNC"
    TIME = "TIME"


@dataclass(frozen=True, slots=True)
class HostError:
    """Why a command can't be taken: the `code=` of the answer `ERR`."""

    code: str


LONGEST_TEXT = 96
"""Bytes of an id or a reason as a line shows it: the longest line, CORRECT, has room for 300."""
UNKNOWN = HostError("unknown")
VALUE = HostError("value")


def command(message: Message, t_ns: int) -> i.Input | Asked | HostError:
    """What `message` asks for; `t_ns` becomes the input's time."""
    match message.kind:
        case "STATE" | "HISTORY" | "ACK" | "SYNC" | "TIME":
            return Asked(message.kind)
        case "LOCK":
            return i.LockSaid(t_ns, True)
        case "UNLOCK":
            return i.LockSaid(t_ns, False)
        case "PAUSE":
            reason = message.get("reason", "other")
            return i.PauseSaid(t_ns, True, reason) if short(reason) else VALUE
        case "RESUME":
            return i.PauseSaid(t_ns, False)
        case "BETS":
            return bets(message, t_ns)
        case "STAFF":
            dealer, supervisor = message.get("dealer"), message.get("supervisor")
            return i.StaffSaid(t_ns, dealer, supervisor) if short(dealer, supervisor) else VALUE
        case "CLEAR":
            return i.ClearSaid(t_ns)
        case "VOID":
            return void(message, t_ns)
        case "CARD" | "CORRECT":
            try:
                return card(message, t_ns) if message.kind == "CARD" else correct(message, t_ns)
            except (CardError, ValueError):
                return VALUE
        case _:
            return UNKNOWN


def short(*texts: str) -> bool:
    """Every text can stand in a line beside all that a line may have to say."""
    return all(len(escape(text)) <= LONGEST_TEXT for text in texts)


def bets(message: Message, t_ns: int) -> i.Input | HostError:
    """`BETS state=open/closed round=1..3`."""
    round_ = message.get("round", "1")
    if message.get("state") not in ("open", "closed") or round_ not in ("1", "2", "3"):
        return VALUE
    return i.BetsSaid(t_ns, message.get("state") == "open", int(round_))


def void(message: Message, t_ns: int) -> i.Input | HostError:
    """`VOID reason=… coup=…`; without a coup the open one."""
    coup = message.get("coup", "0")
    reason = message.get("reason", VoidReason.OTHER.value)
    known = any(reason == each.value for each in VoidReason)
    if not known or not coup.isascii() or not coup.isdigit() or len(coup) > 6:
        return VALUE
    return i.VoidSaid(t_ns, reason, int(coup))


def card(message: Message, t_ns: int) -> i.Input:
    """`CARD seat=B2 card=8S`; without `seat=` the position that is due, as if it were typed."""
    found = parse_card(message.get("card"))
    if not message.get("seat"):
        return i.CardTyped(t_ns, found)
    return i.CardSaid(t_ns, Position(message.get("seat")), found)


def correct(message: Message, t_ns: int) -> i.Input:
    """`CORRECT coup=12 player=9S,4H banker=KD,7C`, each hand in the order drawn."""
    return i.CorrectSaid(
        t_ns, number(message.get("coup")), hand(message.get("player")), hand(message.get("banker"))
    )


def number(text: str) -> int:
    """A coup's number, in plain digits."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 6):
        raise ValueError(f"{text!r} is no coup's number")
    return int(text)


def hand(text: str) -> tuple[Card, ...]:
    """Two or three cards."""
    found = tuple(parse_card(word) for word in text.split(","))
    if len(found) not in (2, 3):
        raise ValueError("a hand has two or three cards")
    return found
