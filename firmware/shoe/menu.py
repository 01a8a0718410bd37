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
    SWAP_FROM = "swap_from"
    SWAP_TO = "swap_to"
    PAST = "past"
    PAST_WHAT = "past_what"
    SET = "set"
    PAUSE = "pause"


class Action(Enum):
    """What the menu's composition is for."""

    TYPE = "type"
    BURN = "burn"
    VOID = "void"
    SWAP = "swap"
    PAST = "past"
    PAST_VOID = "past_void"
    PAST_CORRECT = "past_correct"
    PAST_REASON = "past_reason"
    MOVE_BACK = "move_back"
    EXCHANGE = "exchange"
    BOXED = "boxed"
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
