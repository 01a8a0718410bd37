"""Pure: one mechanical contact: bouncing levels to settled changes. Knows no pin and no meaning.

Debounced on a state of its own: gpiozero's `bounce_time` ignores whatever comes within it and so
loses an edge for good; here the level decides once it has stood still.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum


class Change(Enum):
    """What a contact did, after bouncing."""

    CLOSED = "closed"
    OPENED = "opened"
    HELD = "held"


@dataclass(frozen=True, slots=True)
class Timing:
    """How long a level must stand to count, and how long a hold takes, in ns."""

    bounce_ns: int
    hold_ns: int


@dataclass(frozen=True, slots=True)
class Contact:
    """A contact as it was last seen.

    `closed` is settled, `level` is what the pin said last, since `level_ns`. `told`: the hold that
    lasts has been told, or must not be (closed since before we looked).
    """

    closed: bool
    level: bool
    level_ns: int
    told: bool


def at_start(level: bool, t_ns: int) -> Contact:
    """A contact first looked at: one that is closed already is neither pressed nor held."""
    return Contact(level, level, t_ns, told=True)


def sample(
    contact: Contact, level: bool, t_ns: int, timing: Timing
) -> tuple[Contact, Change | None]:
    """The contact after the pin said `level` at `t_ns`, and what it did by that."""
    if level != contact.level:
        contact = replace(contact, level=level, level_ns=t_ns)
    if contact.level != contact.closed and t_ns - contact.level_ns >= timing.bounce_ns:
        contact = replace(contact, closed=contact.level, told=False)
        return contact, Change.CLOSED if contact.closed else Change.OPENED
    if _may_hold(contact) and t_ns - contact.level_ns >= timing.hold_ns:
        return replace(contact, told=True), Change.HELD
    return contact, None


def due_ns(contact: Contact, timing: Timing) -> int | None:
    """When to look again although no edge came; None: an edge will tell."""
    if contact.level != contact.closed:
        return contact.level_ns + timing.bounce_ns
    return contact.level_ns + timing.hold_ns if _may_hold(contact) else None


def _may_hold(contact: Contact) -> bool:
    return contact.closed and contact.level and not contact.told
