"""Pure: how a message is put together for one audience or both: the keys that many kinds share.

Knows no event and no kind.
"""

from __future__ import annotations

from firmware.feed.message import Audience, Message, Outgoing
from firmware.feed.words import hand
from firmware.shoe.state import Dealt, State
from firmware.shoe.words import By

TABLE = frozenset({Audience.TABLE})
PUBLIC = frozenset({Audience.PUBLIC})

Fields = tuple[tuple[str, str], ...]


def say(kind: str, *fields: tuple[str, str]) -> Outgoing:
    """A message to everybody."""
    return Outgoing(Message(kind, fields))


def both(kind: str, table: Fields, public: Fields) -> tuple[Outgoing, ...]:
    """A message to each audience; one for both where they are told the same."""
    if table == public:
        return (Outgoing(Message(kind, table)),)
    return (Outgoing(Message(kind, table), TABLE), Outgoing(Message(kind, public), PUBLIC))


def shoe_of(state: State) -> Fields:
    """`shoe=`, `-` where none is open."""
    return (("shoe", str(state.shoe.number) if state.shoe is not None else "-"),)


def coup_of(state: State) -> Fields:
    """`coup=`, `-` where none is open."""
    return (("coup", str(state.coup.coup) if state.coup is not None else "-"),)


def by_fields(by: By, who: str) -> Fields:
    """Who did it, with an id where one was named."""
    return (("by", by.value), *((("who", who),) if who else ()))


def hand_fields(dealt: tuple[Dealt, ...]) -> Fields:
    """`player=` and `banker=`: the hands in the order drawn."""
    return (("player", hand(dealt, "P")), ("banker", hand(dealt, "B")))
