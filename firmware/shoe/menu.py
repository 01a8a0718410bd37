"""Pure: the supervisor's menu as a value: which page, which item. Knows no button."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Page(Enum):
    """A page of the menu; the displays hold its words."""

    ROOT = "root"
    RANK = "rank"
    SUIT = "suit"
    REASON = "reason"
    SEAT = "seat"
    OTHER_SEAT = "other_seat"
    PAST = "past"
    COUNT = "count"
    SET = "set"
    PAUSE = "pause"
    # These two are `firmware.appliance.pin_gate`'s: never in the state or the journal.
    SUPERVISOR = "supervisor"
    PIN = "pin"


class Action(Enum):
    """What a supervisor can do; the items of the first page."""

    TYPE = "type"
    BURN = "burn"
    FREE = "free"
    BOXED = "boxed"
    VOID = "void"
    SWAP = "swap"
    EXCHANGE = "exchange"
    MOVE_ON = "move_on"
    CORRECT = "correct"
    VOID_PAST = "void_past"
    BURN_MISSED = "burn_missed"
    NO_CUT_CARD = "no_cut_card"
    PAUSE = "pause"
    RESUME = "resume"
    CLEAR_ROADS = "clear_roads"
    RETIRE = "retire"


@dataclass(frozen=True, slots=True)
class Menu:
    """An open page. `items` are its words, `at` the chosen one; `given` what was chosen before."""

    page: Page
    items: tuple[str, ...]
    at: int = 0
    action: Action | None = None
    given: tuple[str, ...] = ()

    @property
    def item(self) -> str:
        """The chosen item's word."""
        return self.items[self.at]
