"""Pure: events of the shoe from its opening to its close, its holds and warnings."""

from __future__ import annotations

from dataclasses import dataclass

from firmware.baccarat.profile import Profile
from firmware.shoe.state import Desk, Hold, Memory
from firmware.shoe.words import By, CheckItem, HoldCode, Warn


@dataclass(frozen=True, slots=True)
class ShoeOpened:
    """A set was loaded. Carries all that later events build on: a restart folds from here."""

    number: int
    set_id: str
    profile: Profile
    memory: Memory
    desk: Desk


@dataclass(frozen=True, slots=True)
class ItemChecked:
    """The dealer agreed to a point of the opening's checklist."""

    item: CheckItem


@dataclass(frozen=True, slots=True)
class HoldRaised:
    """Dealing waits. Raised again with more `tries`, the shown hold is replaced."""

    hold: Hold
    again: bool = False


@dataclass(frozen=True, slots=True)
class HoldCleared:
    """The shown hold is over."""

    code: HoldCode
    by: By
    who: str = ""
    t_ns: int = 0


@dataclass(frozen=True, slots=True)
class Warned:
    """Something to be told once; `bets` are those no longer taken."""

    code: Warn
    left: int
    bets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LastCoupFixed:
    """The shoe ends with coup `coup`; settled coups stand."""

    coup: int


@dataclass(frozen=True, slots=True)
class ShoeEnded:
    """No further coup begins. `voided`: the rest of the set must not be dealt."""

    voided: bool = False


@dataclass(frozen=True, slots=True)
class CountingBegun:
    """The rest of the set is counted out through the reader."""


@dataclass(frozen=True, slots=True)
class ShoeClosed:
    """The shoe is closed; its account follows from its events."""

    number: int
    set_id: str
    left: int


@dataclass(frozen=True, slots=True)
class SetRetired:
    """The set must not be dealt again."""

    set_id: str
    who: str = ""


@dataclass(frozen=True, slots=True)
class RoadsCleared:
    """Roads and statistics begin anew with the next coup."""

    who: str = ""
