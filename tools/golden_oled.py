"""Draws the golden pictures of the small screen anew: run it, look at each, then commit.

One file a size and language, the samples of display/oled/samples.py one below the other.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from display.oled.draw import SIZES, draw
from display.oled.samples import SAMPLES, story
from display.texts.words import Language

GOLDEN = Path(__file__).resolve().parent.parent / "tests" / "golden"


def name(size: tuple[int, int], language: Language) -> str:
    """The file of a size and language."""
    return f"oled-{size[0]}x{size[1]}-{language.value}.png"


def sheet(size: tuple[int, int], language: Language) -> Image.Image:
    """All samples, one below the other."""
    width, height = size
    image = Image.new("1" if width == 128 else "L", (width, height * len(SAMPLES)))
    for at, (_, lines) in enumerate(SAMPLES):
        image.paste(draw(story(lines), size, language), (0, at * height))
    return image


SHOWN = (
    "player-3",
    "player-wins",
    "settle",
    "hold-unread-rescan",
    "hold-power-agree",
    "burning",
    "menu-reason",
    "fault",
)
DOCS = GOLDEN.parent.parent / "docs" / "oled.png"


def for_people() -> Image.Image:
    """The faces of docs/oled.png: both panels in the same pixels, two by two, enlarged."""
    stories = dict(SAMPLES)
    edge, scale = 6, 2
    cell = (128 + 256 + 3 * edge, 64 + edge)
    image = Image.new("L", (cell[0] * 2 + edge, cell[1] * 4 + edge), 96)
    for at, known in enumerate(SHOWN):
        x, y = edge + at % 2 * cell[0], edge + at // 2 * cell[1]
        for size, offset in ((SIZES[0], 0), (SIZES[1], 128 + edge)):
            face = draw(story(stories[known]), size, Language.ENGLISH)
            image.paste(face.convert("L"), (x + offset, y))
    return image.resize((image.width * scale, image.height * scale), Image.Resampling.NEAREST)


if __name__ == "__main__":
    for_people().save(DOCS, optimize=True)
    for size in SIZES:
        for language in Language:
            sheet(size, language).save(GOLDEN / name(size, language), optimize=True)
