"""The roads against checked examples, a plain second drawing of them, and their own laws."""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.baccarat.coup import Winner
from firmware.baccarat.profile import Tail
from firmware.baccarat.roads import Ask, Cell, DerivedRoad, Mark, RoadCoup, Roads
from firmware.commands.roads import as_dict, parse_results

EXAMPLES = json.loads((Path(__file__).parents[2] / "vectors" / "roads.json").read_text())[
    "examples"
]
# Runs rather than single results, or tails would never form.
RUNS = st.lists(
    st.tuples(st.sampled_from("PBPBPBT"), st.integers(1, 12)).map(lambda run: run[0] * run[1]),
    max_size=25,
).map("".join)
TAILS = st.sampled_from(Tail)
SIDES = (Winner.PLAYER, Winner.BANKER)


def plain_road(runs: list[int], tail: Tail) -> list[tuple[int, int]]:
    """Cells of runs of these lengths, by looking at the paper as a clerk would."""
    cells: list[tuple[int, int]] = []
    start = -1
    for length in runs:
        start += 1
        while (start, 0) in cells:
            start += 1
        column, row, turned = start, 0, False
        cells.append((column, row))
        for _ in range(length - 1):
            can_fall = row < 5 and (column, row + 1) not in cells
            if can_fall and not (turned and tail is Tail.STICKY):
                row += 1
            else:
                column, turned = column + 1, True
            cells.append((column, row))
    return cells


def plain_marks(heights: list[int], k: int) -> str:
    """A derived road's marks, from rules.md's sentence, run by run (from 1)."""
    marks = ""
    for n in range(1, len(heights) + 1):
        for m in range(1, heights[n - 1] + 1):
            if m == 1 and n - 1 - k >= 1:
                marks += "R" if heights[n - 2] == heights[n - 2 - k] else "B"
            if m >= 2 and n - k >= 1:
                marks += "B" if m == heights[n - k - 1] + 1 else "R"
    return marks


def runs_of(marks: str) -> list[int]:
    return [len(list(group)) for _, group in groupby(marks)]


def cells_of(road: DerivedRoad) -> list[tuple[int, int]]:
    return [(cell.column, cell.row) for cell in road.cells]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["input"][:20] or "none")
@pytest.mark.parametrize("tail", Tail)
def test_checked_examples(example: dict[str, Any], tail: Tail) -> None:
    """Every key of every example, for both rules of the tail."""
    found = as_dict(parse_results(example["input"], tail))
    for side, ask in example["ask"].items():
        assert {**found["ask"][side], **ask} == found["ask"][side]
    for key in found.keys() - {"ask"}:
        due = example[key]
        if tail is Tail.DROP:
            due = example.get(f"{key}_drop", due)
        assert found[key] == due, key


@given(RUNS, TAILS)
@settings(deadline=None, max_examples=150)
def test_every_road_is_as_a_clerk_draws_it(results: str, tail: Tail) -> None:
    """Marks and cells equal a plain second computation from the whole sequence."""
    road = parse_results(results, tail)
    heights = runs_of(results.replace("T", ""))
    if heights:
        big = [(each.cell.column, each.cell.row) for each in road.big_road]
        assert big == plain_road(heights, tail)
    for k, derived in ((1, road.big_eye), (2, road.small), (3, road.cockroach)):
        marks = plain_marks(heights, k)
        assert "".join(mark.value for mark in derived.marks) == marks
        assert cells_of(derived) == plain_road(runs_of(marks), tail)
    assert sum(each.ties for each in road.big_road) == results.count("T")


@given(RUNS, TAILS)
@settings(deadline=None, max_examples=150)
def test_tails_never_share_a_cell(results: str, tail: Tail) -> None:
    """A tail that meets an earlier one turns above it; six rows hold everything."""
    road = parse_results(results, tail)
    for cells in (
        [(each.cell.column, each.cell.row) for each in road.big_road],
        *map(cells_of, (road.big_eye, road.small, road.cockroach)),
    ):
        assert len(set(cells)) == len(cells)
        assert all(0 <= row < 6 and column >= 0 for column, row in cells)


@given(RUNS, TAILS, st.sampled_from(SIDES))
@settings(deadline=None, max_examples=150)
def test_ask_roads_equal_the_road_after_that_result(results: str, tail: Tail, side: Winner) -> None:
    """Asking changes nothing and tells exactly what the result would then add."""
    road = parse_results(results, tail)
    before = as_dict(road)
    ask = road.ask(side)
    assert as_dict(road) == before
    marks = [len(each.marks) for each in (road.big_eye, road.small, road.cockroach)]
    road.add(RoadCoup(side))
    added = [
        (each.marks[count:] or [None])[0]
        for count, each in zip(marks, (road.big_eye, road.small, road.cockroach), strict=True)
    ]
    assert ask == Ask(road.big_road[-1].cell, *added)


@given(RUNS.filter(bool), TAILS, st.data())
@settings(deadline=None, max_examples=100)
def test_a_corrected_road_is_the_road_of_the_corrected_results(
    results: str, tail: Tail, data: st.DataObject
) -> None:
    """A coup replaced, or voided afterwards, at any place."""
    index = data.draw(st.integers(0, len(results) - 1))
    put = data.draw(st.sampled_from(["P", "B", "T", ""]))
    corrected = parse_results(results, tail).correct(index, RoadCoup(Winner(put)) if put else None)
    whole = results[:index] + put + results[index + 1 :]
    assert as_dict(corrected) == as_dict(parse_results(whole, tail))
    corrected.add(RoadCoup(Winner.PLAYER))
    assert as_dict(corrected) == as_dict(parse_results(whole + "P", tail))


def test_pairs_and_naturals_of_a_tie_stay_off_the_big_road() -> None:
    """S2, note 1: the cell keeps the won coup's; the bead plate keeps both."""
    won = RoadCoup(Winner.BANKER, banker_pair=True, natural=True)
    tied = RoadCoup(Winner.TIE, player_pair=True, natural=True)
    road = Roads(coups=(won, tied))
    assert [(each.coup, each.ties) for each in road.big_road] == [(won, 1)]
    assert road.bead_plate == [(Cell(0, 0), won), (Cell(0, 1), tied)]


def test_the_first_winner_is_drawn_over_waiting_ties() -> None:
    """Ties before the first win sit in the top-left cell and stay counted there."""
    road = parse_results("TTT", Tail.STICKY)
    assert [(each.cell, each.coup.winner, each.ties) for each in road.big_road] == [
        (Cell(0, 0), Winner.TIE, 3)
    ]
    road.add(RoadCoup(Winner.PLAYER))
    assert [(each.cell, each.coup.winner, each.ties) for each in road.big_road] == [
        (Cell(0, 0), Winner.PLAYER, 3)
    ]


def test_a_tail_that_may_drop_falls_beyond_the_earlier_tail() -> None:
    """`drop` goes down again as soon as the cell below is free; `sticky` keeps its row."""
    results = "B" * 7 + "P" * 8
    last = {tail: parse_results(results, tail).big_road[-1].cell for tail in Tail}
    assert last == {Tail.STICKY: Cell(4, 4), Tail.DROP: Cell(3, 5)}


def test_small_mistakes_are_refused() -> None:
    """A tie cannot be asked for; a coup that is not there cannot be corrected."""
    road = parse_results("PB", Tail.STICKY)
    with pytest.raises(ValueError, match="Player or Banker"):
        road.ask(Winner.TIE)
    with pytest.raises(IndexError, match="coup 2 of 2"):
        road.correct(2, None)


def test_a_mark_is_red_or_blue_and_no_side() -> None:
    """The letters of a derived road are colours: R and B."""
    assert [mark.value for mark in Mark] == ["R", "B"]
