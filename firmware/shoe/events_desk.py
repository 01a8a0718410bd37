"""Pure: events of who is there, what is switched, and what was refused."""

from __future__ import annotations

from dataclasses import dataclass

from firmware.shoe.menu import Menu
from firmware.shoe.words import Refusal


@dataclass(frozen=True, slots=True)
class InputRefused:
    """An input had no effect, and why; `what` names it."""

    what: str
    why: Refusal


@dataclass(frozen=True, slots=True)
class KeyUsed:
    """The supervisor's key was turned."""

    on: bool


@dataclass(frozen=True, slots=True)
class StaffNamed:
    """Who deals and who supervises, as ids."""

    dealer: str
    supervisor: str


@dataclass(frozen=True, slots=True)
class SupervisorCalled:
    """The dealer wants the supervisor, or no longer."""

    on: bool


@dataclass(frozen=True, slots=True)
class DealingLocked:
    """The host locked or unlocked the dealing."""

    on: bool
    t_ns: int


@dataclass(frozen=True, slots=True)
class BetsTracked:
    """A betting round opened (`round`) or closed (0)."""

    round: int
    t_ns: int


@dataclass(frozen=True, slots=True)
class Paused:
    """A dealer change or technical stop began."""

    reason: str
    t_ns: int


@dataclass(frozen=True, slots=True)
class Resumed:
    """The pause is over; it took `seconds`."""

    seconds: int
    t_ns: int


@dataclass(frozen=True, slots=True)
class HostLost:
    """The host of a port no longer answers."""

    port: str


@dataclass(frozen=True, slots=True)
class HostFound:
    """The host of a port answers again."""

    port: str


@dataclass(frozen=True, slots=True)
class CameraFailed:
    """No frames any more."""

    why: str


@dataclass(frozen=True, slots=True)
class CameraReturned:
    """Frames come again."""


@dataclass(frozen=True, slots=True)
class Restarted:
    """The program started on this journal; `t_ns` is the new steady clock's."""

    boot: int
    t_ns: int = 0


@dataclass(frozen=True, slots=True)
class MenuShown:
    """The supervisor's menu shows this page and item."""

    menu: Menu


@dataclass(frozen=True, slots=True)
class MenuLeft:
    """The menu is closed."""
