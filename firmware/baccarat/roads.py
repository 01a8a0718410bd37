"""Pure: the five roads of a sequence of results, kept up coup by coup, and the ask roads.

Owns where each mark stands (rules.md, "Roads": S0's pictures, S2's text). Knows no pixels and no
bets. Columns and rows count from 0. Adding a coup costs the same at any length.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from firmware.baccarat.coup import Winner
from firmware.baccarat.profile import Tail

ROWS: Final = 6


class Mark(Enum):
    """The colour of a derived road's mark; it is no side's colour."""

    RED = "R"
    BLUE = "B"


@dataclass(frozen=True, slots=True)
class RoadCoup:
    """What the roads know of a coup."""

    winner: Winner
    player_pair: bool = False
    banker_pair: bool = False
    natural: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """A place on a road."""

    column: int
    row: int


@dataclass(frozen=True, slots=True)
class BigCell:
    """A cell of the big road: the coup that it shows and the ties on it.

    `coup` is a tie only in the top-left cell while nobody has won yet. Pairs and naturals are
    those of the coup shown, so a tied coup's are not drawn (S2, note 1).
    """

    cell: Cell
    coup: RoadCoup
    ties: int


@dataclass(frozen=True, slots=True)
class Ask:
    """What the next coup would add if this side won: its cell, and marks (None: nothing)."""

    big_road: Cell
    big_eye: Mark | None
    small: Mark | None
    cockroach: Mark | None


class _Grid:
    """Runs of equal marks laid into six rows: down, then right as a dragon tail."""

    def __init__(self, tail: Tail) -> None:
        self._tail = tail
        self._taken: set[tuple[int, int]] = set()
        self._column = self._row = -1
        self._turned = False
        self._next_start = 0

    def next_cell(self, same: bool) -> tuple[int, int]:
        """Where the next mark goes: on the run (`same`) or as the first of a new one."""
        if not same:
            return self._next_start, 0
        column, row = self._column, self._row
        below = row + 1 < ROWS and (column, row + 1) not in self._taken
        if below and not (self._turned and self._tail is Tail.STICKY):
            return column, row + 1
        return column + 1, row

    def add(self, same: bool) -> tuple[int, int]:
        """Lay the next mark; gives its column and row."""
        column, row = self.next_cell(same)
        self._turned = same and (self._turned or column != self._column)
        self._column, self._row = column, row
        self._taken.add((column, row))
        if row == 0:
            # Row 1 beyond a run's start is never taken by an earlier run: that one's own row-1
            # cells end before this start. So the first free column is the one after this cell.
            self._next_start = column + 1
        return column, row


class DerivedRoad:
    """One derived road: its marks in order, and the cell of each."""

    def __init__(self, tail: Tail) -> None:
        self.marks: list[Mark] = []
        self.cells: list[Cell] = []
        self._grid = _Grid(tail)

    def add(self, mark: Mark) -> None:
        """Lay the next mark: the same colour goes down, a change starts a column."""
        same = bool(self.marks) and self.marks[-1] is mark
        self.marks.append(mark)
        self.cells.append(Cell(*self._grid.add(same)))


class Roads:
    """All roads of the coups given so far, for one owner; the lists are to be read only."""

    def __init__(self, tail: Tail = Tail.STICKY, coups: tuple[RoadCoup, ...] = ()) -> None:
        self.tail = tail
        self.coups: list[RoadCoup] = []
        self.big_road: list[BigCell] = []
        self.big_eye = DerivedRoad(tail)
        self.small = DerivedRoad(tail)
        self.cockroach = DerivedRoad(tail)
        self._grid = _Grid(tail)
        self._heights: list[int] = []
        for coup in coups:
            self.add(coup)

    @property
    def bead_plate(self) -> list[tuple[Cell, RoadCoup]]:
        """Every coup on the roads, column by column."""
        return [(Cell(*divmod(n, ROWS)), coup) for n, coup in enumerate(self.coups)]

    def add(self, coup: RoadCoup) -> None:
        """Lay one more coup."""
        self.coups.append(coup)
        if coup.winner is Winner.TIE:
            self._add_tie(coup)
            return
        same = self._continues(coup.winner)
        ties = 0
        if self.big_road and not self._heights:
            ties = self.big_road.pop().ties
        if same:
            self._heights[-1] += 1
        else:
            self._heights.append(1)
        self.big_road.append(BigCell(Cell(*self._grid.add(same)), coup, ties))
        run, place = len(self._heights), self._heights[-1]
        for k, road in ((1, self.big_eye), (2, self.small), (3, self.cockroach)):
            mark = self._mark(k, run, place)
            if mark is not None:
                road.add(mark)

    def correct(self, index: int, coup: RoadCoup | None) -> Roads:
        """The roads as they are with coup `index` (from 0) replaced, or with None left out.

        Computed afresh, so that a corrected road is the road of the corrected results. Raises
        IndexError where there is no such coup.
        """
        if not 0 <= index < len(self.coups):
            raise IndexError(f"coup {index} of {len(self.coups)} on the roads")
        put = () if coup is None else (coup,)
        return Roads(self.tail, (*self.coups[:index], *put, *self.coups[index + 1 :]))

    def ask(self, side: Winner) -> Ask:
        """What a win of `side` would add. Raises ValueError for a tie, which adds no cell."""
        if side is Winner.TIE:
            raise ValueError("the ask roads ask for Player or Banker")
        same = self._continues(side)
        run = len(self._heights) + (0 if same else 1)
        place = self._heights[-1] + 1 if same else 1
        big_eye, small, cockroach = (self._mark(k, run, place) for k in (1, 2, 3))
        return Ask(Cell(*self._grid.next_cell(same)), big_eye, small, cockroach)

    def _continues(self, side: Winner) -> bool:
        return bool(self._heights) and self.big_road[-1].coup.winner is side

    def _add_tie(self, coup: RoadCoup) -> None:
        """A tie counts on the latest cell; before the first win it waits in the top left."""
        if self.big_road:
            last = self.big_road[-1]
            self.big_road[-1] = BigCell(last.cell, last.coup, last.ties + 1)
        else:
            self.big_road.append(BigCell(Cell(0, 0), coup, 1))

    def _mark(self, k: int, run: int, place: int) -> Mark | None:
        """Derived road k's mark for result number `place` of run number `run`, both from 1.

        Heights of earlier runs are final, those of logical columns: tails do not count.
        """
        if place == 1:
            if run - 1 - k < 1:
                return None
            red = self._heights[run - 2] == self._heights[run - 2 - k]
        else:
            if run - k < 1:
                return None
            red = place != self._heights[run - 1 - k] + 1
        return Mark.RED if red else Mark.BLUE
