"""Shell: letters as pixels: reads the bundled bitmap fonts and fits a text to a width.

Owns spacing; knows no screen and no language. Only bitmap fonts and pictures of digits are
used, so the same text gives the same pixels on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

FONTS: Final = Path(__file__).resolve().parent.parent / "fonts"


class Font(Enum):
    """A bitmap font: file name, height and cell width in pixels."""

    LARGE = ("10x20.pcf.gz", 20, 10)
    SMALL = ("6x13.pcf.gz", 13, 6)

    @property
    def height(self) -> int:
        """Pixels from the top of the cell to its bottom."""
        return self.value[1]


class Spacing(Enum):
    """How letters follow each other: in cells of the font, or by their ink, ever closer."""

    CELL = 0
    CLOSE = 1
    TIGHT = 2


@dataclass(frozen=True, slots=True)
class Line:
    """A text that was fitted: what is left of it, in which letters, its width in pixels."""

    text: str
    font: Font
    spacing: Spacing
    width: int


@lru_cache(maxsize=2)
def _face(font: Font) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONTS / font.value[0]), font.height)


@lru_cache(maxsize=512)
def glyph(letter: str, font: Font) -> Image.Image:
    """The cell of one letter as a picture of mode `1`."""
    image = Image.new("1", (font.value[2], font.height))
    draw = ImageDraw.Draw(image)
    draw.fontmode = "1"
    draw.text((0, 0), letter, fill=1, font=_face(font))
    return image


@lru_cache(maxsize=512)
def _ink(letter: str, font: Font) -> tuple[int, int]:
    box = glyph(letter, font).getbbox()
    return (0, 0) if box is None else (box[0], box[2])


def _steps(text: str, font: Font, spacing: Spacing) -> Iterator[tuple[str, int]]:
    """Each letter with the x of its cell's left edge; lastly an empty one with the width."""
    x = end = 0
    for letter in text:
        if spacing is Spacing.CELL:
            yield letter, x
            x = end = x + font.value[2]
            continue
        left, right = _ink(letter, font)
        if right == 0:
            x += font.value[2] // 2
            continue
        yield letter, x - left
        end = x + right - left
        x = end + (2 if font is Font.LARGE and spacing is Spacing.CLOSE else 1)
    yield "", end


def width(text: str, font: Font, spacing: Spacing) -> int:
    """Pixels that the text takes."""
    return max(x for _, x in _steps(text, font, spacing))


TRIES: Final = (
    (Font.LARGE, Spacing.CELL),
    (Font.LARGE, Spacing.CLOSE),
    (Font.LARGE, Spacing.TIGHT),
    (Font.SMALL, Spacing.CELL),
    (Font.SMALL, Spacing.CLOSE),
)


def fit(text: str, room: int, largest: Font = Font.LARGE) -> Line:
    """The text in the largest letters that take at most `room` pixels.

    Nothing is ever left out silently: a text too long for the smallest letters loses its end
    and gains an ellipsis.
    """
    tries = [(font, spacing) for font, spacing in TRIES if font.height <= largest.height]
    for font, spacing in tries:
        if (needed := width(text, font, spacing)) <= room:
            return Line(text, font, spacing, needed)
    font, spacing = tries[-1]
    short = text
    while short and width(short.rstrip() + "…", font, spacing) > room:
        short = short[:-1]
    short = short.rstrip() + "…"
    return Line(short, font, spacing, width(short, font, spacing))


def write(image: Image.Image, x: int, y: int, line: Line, ink: int) -> None:
    """Put the line into the picture with its cells' upper left corner at `x`, `y`."""
    for letter, step in _steps(line.text, line.font, line.spacing):
        if letter:
            cell = glyph(letter, line.font)
            image.paste(ink, (x + step, y, x + step + cell.width, y + cell.height), cell)


@lru_cache(maxsize=32)
def bitmap(picture: str) -> Image.Image:
    """A small picture in text (one line a row, `#` lit) as an image of mode `1`."""
    rows = picture.split()
    image = Image.new("1", (len(rows[0]), len(rows)))
    image.putdata([int(dot == "#") for row in rows for dot in row])
    return image


@lru_cache(maxsize=24)
def digit(value: int, wide: bool) -> Image.Image:
    """A total, cropped to its ink: mode `1` 25 px high, or `L` 35 px high when `wide`."""
    if not 0 <= value <= 9:
        raise ValueError(f"{value} is no total: totals run from 0 to 9")
    with Image.open(FONTS / f"totals-{35 if wide else 25}.png") as sheet:
        cell = sheet.width // 10
        one = sheet.crop((value * cell, 0, (value + 1) * cell, sheet.height))
        one.load()
    return one.crop(one.getbbox())
