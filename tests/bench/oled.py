"""The small screen: drawing against PIL's own text, what it costs at rest, traffic on the bus."""

from __future__ import annotations

import time
from collections.abc import Callable

from PIL import Image, ImageDraw, ImageFont
from rich.console import Console
from rich.table import Table

from display.oled.draw import NARROW, WIDE, draw
from display.oled.fold import fold
from display.oled.lettering import FONTS
from display.oled.samples import SAMPLES, story
from display.oled.screen import Screen
from firmware.feed.line import parse

STORIES = dict(SAMPLES)
HAND = story(STORIES["player-wins"])
LINES = tuple(parse(f"!0 {line}").message for line in STORIES["player-wins"])


def seconds(work: Callable[[], object], rounds: int = 200) -> float:
    """The best of three runs, a round."""
    found = []
    for _ in range(3):
        begin = time.perf_counter()
        for _ in range(rounds):
            work()
        found.append((time.perf_counter() - begin) / rounds)
    return min(found)


def plain() -> Image.Image:
    """The same words by ImageDraw.text, font opened for each picture as simple programs do."""
    font = ImageFont.truetype(str(FONTS / "10x20.pcf.gz"), 20)
    image = Image.new("1", NARROW)
    pen = ImageDraw.Draw(image)
    for at, text in enumerate(("8", "PLAYER", "6", "10", "4", "4", "K", "7", "9")):
        pen.text((at % 4 * 30, at // 4 * 20), text, 1, font=font)
    return image


def follow() -> Screen:
    """A whole coup's lines."""
    screen = Screen()
    for line in LINES:
        screen = fold(screen, line, 0)
    return screen


def main() -> None:
    """One table."""
    base = seconds(plain)
    table = Table(title="small screen (one picture or one coup; ratio to ImageDraw.text)")
    for column in ("what", "ms", "ratio"):
        table.add_column(column, justify="right" if column != "what" else "left")
    for what, work in (
        ("ImageDraw.text, font opened each time", plain),
        ("draw 128x64", lambda: draw(HAND, NARROW)),
        ("draw 256x64", lambda: draw(HAND, WIDE)),
        ("fold one coup's nine lines", follow),
    ):
        took = seconds(work)
        table.add_row(what, f"{took * 1e3:.3f}", f"{took / base:.2f}")
    bus_ms = 1024 * 9 / 400_000 * 1e3
    table.add_row(
        "128x64 over I2C at 400 kHz (reckoned)", f"{bus_ms:.1f}", f"{bus_ms / base / 1e3:.1f}"
    )
    Console().print(table)


if __name__ == "__main__":
    main()
