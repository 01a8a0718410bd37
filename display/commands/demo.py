"""Shell: `shoe demo`: the whole appliance on simulated hardware, checked against the truth."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from display.demo import Performed, Plan


@click.command()
@click.option(
    "--shoes",
    type=click.IntRange(1, 1000),
    default=1,
    show_default=True,
    help="How many shoes to deal.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    help="The same seed deals the same.",
)
@click.option(
    "--speed",
    type=click.FloatRange(0.1, 100),
    help="1: real time.  [default: as fast as it goes]",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("out/demo"),
    show_default=True,
    help="Folder for pictures, journal and the feed's log.",
)
@click.option(
    "--keep-frames",
    is_flag=True,
    help="Keep every frame as a picture: more than 2 GB a shoe, and minutes more.",
)
@click.option("--keep-video", is_flag=True, help="Keep every frame in one video (Motion JPEG).")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of the table.")
@click.pass_context
def demo(
    context: click.Context,
    shoes: int,
    seed: int,
    speed: float | None,
    out: Path,
    keep_frames: bool,
    keep_video: bool,
    as_json: bool,
) -> None:
    """Deal a simulated shoe through the whole chain, and compare what came out with what went in.

    Cards are drawn as pictures, moved past a lens with blur and noise, and read from pixels. Every
    card and result goes into a journal and out of a serial line, which a process of its own reads
    at the other end. Exit 1 if anything differs.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from display.demo import DemoError, Plan, perform
    from firmware.drivers.simulated_dealer import DealerStuck
    from vision.frame import SourceError

    plan = Plan(shoes, seed, speed, out, keep_frames, keep_video)
    console = Console(stderr=True)
    columns = (TextColumn("dealing"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    try:
        with Progress(*columns, console=console, disable=as_json) as progress:
            # The cut card 16 from the end, then the coup in progress and one more: about 407.
            task = progress.add_task("dealing", total=shoes * 407)
            done = perform(plan, lambda: progress.advance(task))
            progress.update(task, total=progress.tasks[0].completed)
    except (DemoError, DealerStuck, SourceError, OSError) as error:
        raise click.ClickException(str(error)) from error
    if as_json:
        click.echo(json.dumps(done.compared.as_json() | {"seconds": round(done.seconds, 1)}))
    else:
        show(plan, done)
    if done.compared.differences:
        context.exit(1)


def show(plan: Plan, done: Performed) -> None:
    """The summary as a table, and what differs."""
    from rich.console import Console
    from rich.table import Table

    compared = done.compared
    table = Table(title=f"{compared.shoes} simulated shoe(s), seed {plan.seed}")
    for heading in ("", "dealt", "came out"):
        table.add_column(heading, justify="right" if heading else "left")
    rows = (
        ("cards in coups", compared.cards_dealt, compared.cards_heard),
        ("coups", compared.coups_dealt, compared.coups_heard),
        ("burnt", compared.burnt, "counted"),
        ("unread, slid again", compared.unread, "held and read"),
        ("cut card", compared.cut_cards, "announced"),
        ("camera frames", done.frames, ""),
        ("feed lines checked", "", compared.lines),
        ("journal events, chain checked", "", compared.events),
        ("OLED pictures", "", done.pictures),
    )
    for row in rows:
        table.add_row(*(str(cell) for cell in row))
    console = Console()
    console.print(table)
    for difference in compared.differences:
        console.print(f"[red]differs[/red] {difference}", highlight=False)
    verdict = "differs" if compared.differences else "every card and every coup came out as dealt"
    console.print(f"{verdict}; {done.seconds:.0f} s; everything is in {plan.out}")
