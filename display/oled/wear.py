"""Pure: what spares a panel: moving the picture and dimming it. Knows no panel and no meaning.

An OLED's pixels fade with use, those of a fixed frame soonest. Both layouts leave two columns and
a row empty at the lower right, so the picture can go round six places without losing anything.
"""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageChops

from display.oled.screen import Screen

MINUTE_NS: Final = 60_000_000_000
ROUND: Final = ((0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1))
"""Places of the picture, right and down in pixels, one a minute, each a pixel from the next."""


def shifted(image: Image.Image, t_ns: int) -> Image.Image:
    """The picture in its place of this minute."""
    right, down = ROUND[t_ns // MINUTE_NS % len(ROUND)]
    return ImageChops.offset(image, right, down)


def contrast(screen: Screen, full: int, dimmed: int, dim_after_ns: int) -> int:
    """The contrast, 0 to 255: `dimmed` when nothing has changed for long.

    What waits for a person (a hold, a fault, a menu, a dead feed) is never dimmed.
    """
    waits = screen.hold is not None or screen.fault or screen.prompt.menu or screen.dead
    if waits or screen.now_ns - screen.changed_ns < dim_after_ns:
        return full
    return dimmed
