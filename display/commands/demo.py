"""Shell: `shoe demo`: the whole appliance on simulated hardware, checked against the truth."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.option("--shoes", type=click.IntRange(1, 1000), default=1, help="How many shoes to deal.")
@click.option("--seed", type=click.IntRange(0), default=1, help="The same seed deals the same.")
@click.option("--speed", type=click.FloatRange(0.1, 100), help="1: real time. Default: full speed.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("out/demo"),
    help="Folder for pictures, journal and the feed's log.",
)
@click.option("--keep-frames", is_flag=True, help="Keep every camera frame as a picture (large).")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of the table.")
@click.pass_context
def demo(
    context: click.Context,
    shoes: int,
    seed: int,
    speed: float | None,
    out: Path,
    keep_frames: bool,
    as_json: bool,
) -> None:
    """Deal a simulated shoe through the whole chain, and compare what came out with what went in.

    Cards are drawn as pictures, moved past a lens with blur and noise, and read from pixels. Every
    card and result goes into a journal and out of a serial line, which a process of its own reads
    at the other end. Exit 1 if anything differs.
    """
    from display.demo import Plan, perform

    if not perform(Plan(shoes, seed, speed, out, keep_frames), as_json):
        context.exit(1)
