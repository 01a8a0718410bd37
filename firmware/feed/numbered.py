"""Pure: numbered messages, as the journal keeps them and ports send them.

Owns the keys the journal adds (`ev`, `t`) and the stored form. Refuses to know dialects and files.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final

from firmware.feed.message import Audience, Message

RESERVED: Final = frozenset({"seq", "kind", "ev", "t"})
"""Keys that a message of an event may not bring: they are the journal's."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """Line `seq` of an audience: from event `ev`, with all its keys; never another one."""

    audience: Audience
    seq: int
    ev: int
    message: Message


def stamp(message: Message, ev: int, t_ms: int) -> Message:
    """The message as it leaves: with its event and the time (Unix milliseconds) behind its keys."""
    taken = RESERVED & {key for key, _ in message.fields}
    if taken:
        raise ValueError(
            f"{message.kind} brings {', '.join(sorted(taken))}: the journal's own keys"
        )
    return Message(message.kind, (*message.fields, ("ev", str(ev)), ("t", str(t_ms))))


def to_json(message: Message) -> str:
    """One object, `kind` first, then the keys in their order: any dialect can be made of it."""
    fields = {"kind": message.kind, **dict(message.fields)}
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def from_json(text: str) -> Message:
    """The message of `to_json`; ValueError if the text is none."""
    fields = json.loads(text)
    if not isinstance(fields, dict) or not all(isinstance(value, str) for value in fields.values()):
        raise ValueError(f"{text!r} is no message")
    if "kind" not in fields:
        raise ValueError(f"{text!r} names no kind")
    return Message(fields.pop("kind"), tuple(fields.items()))
