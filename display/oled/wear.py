"""Pure: what spares a panel: moving the picture, dimming it, leaving it dark. Knows no panel.

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


_CLOSED: Final = frozenset({"no_shoe", "closed", "void", "retired"})


def resting(screen: Screen, blank_after_ns: int) -> bool:
    """Whether the screen may be dark: no shoe is open, nothing waits, nothing changed for long.

    0 ns: never. A dead feed is no closed shoe: it must be seen.
    """
    waits = screen.hold is not None or screen.fault or screen.prompt.menu or screen.dead
    idle_ns = screen.now_ns - screen.changed_ns
    return bool(blank_after_ns and screen.phase in _CLOSED and not waits) and (
        idle_ns >= blank_after_ns
    )


def dot(image: Image.Image, t_ns: int) -> Image.Image:
    """A dark picture with a dot of two by two pixels, each minute in another place."""
    dark = Image.new(image.mode, image.size)
    minute = t_ns // MINUTE_NS
    x = minute * 37 % (image.width - 2)
    y = minute * 23 % (image.height - 2)
    dark.paste(1 if image.mode == "1" else 255, (x, y, x + 2, y + 2))
    return dark
