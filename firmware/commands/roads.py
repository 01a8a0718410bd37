"""Shell: `shoe roads`: the five roads of a sequence of results, as JSON or for people."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from firmware.baccarat.coup import Winner
from firmware.baccarat.profile import Tail
from firmware.baccarat.roads import ROWS, Ask, Cell, DerivedRoad, Mark, RoadCoup, Roads


@click.command()
@click.argument("results")
@click.option(
    "--tail",
    type=click.Choice([tail.value for tail in Tail]),
    default=Tail.STICKY.value,
    show_default=True,
    help="What a dragon tail does once it has turned: keep its row, or fall again when it can.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value and nothing else.")
def roads(results: str, tail: str, as_json: bool) -> None:
    """Draw the roads of RESULTS: P, B and T in the order dealt, like PPBTB.

    With - one sequence a line is read from standard input, and one JSON value a line printed; for
    a line with another letter it is {"error": "…"}, and the exit stays 0.
    """
    rule = Tail(tail)
    if results == "-":
        for line in sys.stdin:
            try:
                answer = as_dict(parse_results(line.rstrip("\r\n"), rule))
            except ValueError as error:
                answer = {"error": str(error)}
            click.echo(json.dumps(answer, separators=(",", ":")))
        return
    try:
        drawn = parse_results(results, rule)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    if as_json:
        click.echo(json.dumps(as_dict(drawn), separators=(",", ":")))
    else:
        _print(drawn)


def parse_results(text: str, tail: Tail) -> Roads:
    """The roads of letters P, B, T, in either case. Raises ValueError with one line."""
    road = Roads(tail)
    for place, letter in enumerate(text.strip().upper(), 1):
        if letter not in "PBT":
            raise ValueError(f"{letter!r} at place {place} is no result; write P, B or T")
        road.add(RoadCoup(Winner(letter)))
    return road


def as_dict(road: Roads) -> dict[str, Any]:
    """The roads in the form of cli.md."""
    derived = {"big_eye": road.big_eye, "small": road.small, "cockroach": road.cockroach}
    return {
        "bead_plate": [[c.column, c.row, coup.winner.value] for c, coup in road.bead_plate],
        "big_road": [
            [big.cell.column, big.cell.row, big.coup.winner.value, big.ties]
            for big in road.big_road
        ],
        **{name: "".join(mark.value for mark in each.marks) for name, each in derived.items()},
        **{
            f"{name}_grid": [
                [cell.column, cell.row, mark.value]
                for cell, mark in zip(each.cells, each.marks, strict=True)
            ]
            for name, each in derived.items()
        },
        "ask": {side.value: _ask(road.ask(side)) for side in (Winner.PLAYER, Winner.BANKER)},
    }


def _ask(ask: Ask) -> dict[str, Any]:
    return {
        "big_road": [ask.big_road.column, ask.big_road.row],
        "big_eye": _letter(ask.big_eye),
        "small": _letter(ask.small),
        "cockroach": _letter(ask.cockroach),
    }


def _letter(mark: Mark | None) -> str:
    return "" if mark is None else mark.value


def _print(road: Roads) -> None:
    """The roads in a terminal's letters and colours."""
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    sides = {"P": "blue", "B": "red", "T": "green"}
    marks = {"R": "red", "B": "blue"}

    def show(title: str, cells: list[tuple[Cell, str]], colours: dict[str, str]) -> None:
        placed = {(cell.column, cell.row): text for cell, text in cells}
        width = 1 + max((column for column, _ in placed), default=-1)
        console.print(f"[bold]{title}[/]" + ("" if placed else " (empty)"))
        for row in range(ROWS if placed else 0):
            line = Text("  ")
            for column in range(width):
                text = placed.get((column, row), "·")
                line.append(text.ljust(3), style=colours.get(text[0], "dim"))
            console.print(line, soft_wrap=True)

    show("Bead plate", [(cell, coup.winner.value) for cell, coup in road.bead_plate], sides)
    show(
        "Big road (a number counts ties)",
        [(b.cell, b.coup.winner.value + (f"{b.ties}" if b.ties else "")) for b in road.big_road],
        sides,
    )
    derived: tuple[tuple[str, DerivedRoad], ...] = (
        ("Big eye boy", road.big_eye),
        ("Small road", road.small),
        ("Cockroach road", road.cockroach),
    )
    for title, each in derived:
        cells = [(c, mark.value) for c, mark in zip(each.cells, each.marks, strict=True)]
        show(f"{title} (R red, B blue)", cells, marks)
    for side, name in ((Winner.PLAYER, "Player"), (Winner.BANKER, "Banker")):
        ask = road.ask(side)
        added = ", ".join(
            f"{title} {mark.name.lower() if mark else 'nothing'}"
            for title, mark in (
                ("big eye boy", ask.big_eye),
                ("small", ask.small),
                ("cockroach", ask.cockroach),
            )
        )
        console.print(f"[bold]Next: {name}[/] would add: {added}")
