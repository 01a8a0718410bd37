"""Pure: one message of the feed, before any dialect has put it into bytes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Audience(Enum):
    """Who reads a port: `table` sees each card as it is drawn, `public` nothing still hidden."""

    TABLE = "table"
    PUBLIC = "public"


@dataclass(frozen=True, slots=True)
class Message:
    """A kind and its keys in the order in which they are sent (feed.md, dialect `line`).

    Values are plain text; a dialect escapes them. A key appears once.
    """

    kind: str
    fields: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        keys = [key for key, _ in self.fields]
        if len(set(keys)) != len(keys):
            raise ValueError(f"{self.kind} names a key twice: {keys}")

    def get(self, key: str, default: str = "") -> str:
        """The value of `key`, or `default`."""
        return next((value for name, value in self.fields if name == key), default)


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A message and the audiences that get it, each under a number of its own."""

    message: Message
    audiences: frozenset[Audience] = frozenset(Audience)
