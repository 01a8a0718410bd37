"""Shell: a Face as pixels, for 128x64 (one bit) and 256x64 (16 greys).

Shell only because letters come from files. Owns the layout that reads best at a metre; knows
neither feed nor panel. Both layouts leave two columns and one row empty at the lower right, the
room that `wear` shifts the picture in.
"""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from display.oled import pips
from display.oled.face import face
from display.oled.faces import Face, NoticeFace, Side, TableFace
from display.oled.lettering import Font, Line, bitmap, digit, fit, write
from display.oled.screen import Screen
from display.texts.languages import texts
from display.texts.words import Language
from firmware.baccarat.cards import Card
from firmware.baccarat.cards import Side as Which

NARROW: Final = (128, 64)
WIDE: Final = (256, 64)
SIZES: Final = (NARROW, WIDE)


def draw(
    screen: Screen, size: tuple[int, int] = NARROW, language: Language = Language.ENGLISH
) -> Image.Image:
    """The picture of `screen`: mode `1` at 128x64, mode `L` at 256x64. ValueError: other size."""
    if size not in SIZES:
        raise ValueError(f"no layout for {size[0]}x{size[1]}; there are 128x64 and 256x64")
    return paint(face(screen, texts(language), size == WIDE), size)


def paint(shown: Face, size: tuple[int, int]) -> Image.Image:
    """The picture of a face."""
    canvas = _Canvas(size == WIDE)
    match shown:
        case NoticeFace():
            _notice(canvas, shown)
        case TableFace() if canvas.wide:
            _wide_table(canvas, shown)
        case TableFace():
            _narrow_table(canvas, shown)
    return canvas.image


class _Canvas:
    """A picture and its inks."""

    def __init__(self, wide: bool) -> None:
        self.wide = wide
        self.image = Image.new("L" if wide else "1", WIDE if wide else NARROW)
        self.pen = ImageDraw.Draw(self.image)
        self.white = 255 if wide else 1
        self.grey = 136 if wide else 1
        self.dim = 68 if wide else 1

    def stamp(self, picture: str, x: int, y: int, ink: int) -> None:
        mask = bitmap(picture)
        self.image.paste(ink, (x, y, x + mask.width, y + mask.height), mask)

    def box(self, x: int, y: int, width: int, height: int, ink: int, round_by: int = 0) -> None:
        area = (x, y, x + width - 1, y + height - 1)
        if round_by:
            self.pen.rounded_rectangle(area, round_by, fill=ink)
        else:
            self.pen.rectangle(area, fill=ink)

    def frame(self, x: int, y: int, width: int, height: int, ink: int, step: int = 1) -> None:
        """A border one pixel wide; `step` 2 and more dots it."""
        for dx in range(0, width, step):
            self.pen.point((x + dx, y), ink)
            self.pen.point((x + dx, y + height - 1), ink)
        for dy in range(0, height, step):
            self.pen.point((x, y + dy), ink)
            self.pen.point((x + width - 1, y + dy), ink)

    def centre(self, line: Line, x: int, width: int, y: int, ink: int) -> None:
        write(self.image, x + (width - line.width + 1) // 2, y, line, ink)


def _notice(canvas: _Canvas, shown: NoticeFace) -> None:
    """An inverted title, two lines in the largest letters; TEST stands in the title."""
    width = canvas.image.width - 2
    canvas.box(0, 0, canvas.image.width, 20, canvas.white)
    room = width - 4
    if shown.test:
        room -= _test(canvas, width - 27, 4, 12) + 1
    write(canvas.image, 3, 0, fit(shown.title, room), 0)
    for text, y in zip(shown.lines, (21, 42), strict=True):
        write(canvas.image, 3, y, fit(text, width - 4), canvas.white)


def _test(canvas: _Canvas, x: int, y: int, height: int) -> int:
    """TEST in black on white with a black edge, 27 px wide; on black the edge does not show."""
    canvas.box(x, y - 1, 27, height + 2, 0)
    canvas.box(x + 1, y, 25, height, canvas.white)
    write(canvas.image, x + 2, y + (height - 12) // 2, fit("TEST", 24, Font.SMALL), 0)
    return 27


_TILE: Final = (20, 31)
_TILES_Y: Final = 32
_BANKER_X: Final = 64
_MIDDLE: Final = (26, 74)
_MIDDLE_WON: Final = (28, 70)


def _narrow_table(canvas: _Canvas, shown: TableFace) -> None:
    _narrow_side(canvas, shown.player, 0)
    _narrow_side(canvas, shown.banker, 99)
    for which, side, left in (
        (Which.PLAYER, shown.player, 0),
        (Which.BANKER, shown.banker, _BANKER_X),
    ):
        for at in range(3):
            _tile(canvas, left + at * 21, _TILES_Y, _TILE, side, at, _is_due(shown, which, at))
    decided = shown.player.won is not None
    x, width = _MIDDLE_WON if decided else _MIDDLE
    if shown.test:
        # The tag's left edge lies on the dark column beside the badge; one more is kept dark.
        taken = _test(canvas, x - 2, 0, 10) - 2
        x, width = x + taken, width - taken
    label = fit(shown.label, width, Font.SMALL)
    if shown.alert:
        canvas.box(x, 0, width, 10, canvas.white)
    canvas.centre(label, x, width, -1, 0 if shown.alert else canvas.white)
    x, width = _MIDDLE_WON if decided else _MIDDLE
    if shown.badge:
        canvas.box(x, 11, width, 20, canvas.white, 3)
        canvas.centre(fit(shown.badge, width - 4), x, width, 11, 0)


def _is_due(shown: TableFace, which: Which, at: int) -> bool:
    due = shown.due
    return due is not None and due.side is which and int(due.value[1]) == at + 1


def _narrow_side(canvas: _Canvas, side: Side, x: int) -> None:
    """A total 25 px high in a box 27 wide; the winner's inverted."""
    if side.total is None:
        return
    glyph = digit(side.total, False)
    if side.won:
        canvas.box(x, 0, 27, 30, canvas.white, 3)
    at = (x + (27 - glyph.width) // 2, 2)
    canvas.image.paste(0 if side.won else canvas.white, (*at, at[0] + glyph.width, 27), glyph)


def _tile(
    canvas: _Canvas,
    x: int,
    y: int,
    size: tuple[int, int],
    side: Side,
    at: int,
    due: bool,
) -> None:
    """One position: a card, the solid next one with its arrow, or the dotted place of another."""
    width, height = size
    if due:
        canvas.box(x, y, width, height, canvas.white)
        _centred(canvas, pips.WIDE_ARROW if canvas.wide else pips.ARROW, x, y, size, 0)
        return
    if at >= len(side.cards):
        if canvas.wide:
            canvas.frame(x, y, width, height, canvas.dim)
        else:
            canvas.frame(x, y, width, height, canvas.white, 4)
        return
    canvas.frame(x, y, width, height, canvas.white)
    card = side.cards[at]
    if card is None:
        _back(canvas, x, y, size)
    else:
        _card(canvas, x, y, size, card)


def _back(canvas: _Canvas, x: int, y: int, size: tuple[int, int]) -> None:
    """A card whose face was not told: the pattern of a card's back."""
    for row in range(y + 3, y + size[1] - 3):
        for column in range(x + 3 + row % 2, x + size[0] - 3, 2):
            canvas.pen.point((column, row), canvas.white)


def _card(canvas: _Canvas, x: int, y: int, size: tuple[int, int], card: Card) -> None:
    """Rank over suit."""
    width, height = size
    sign = pips.pip(card.suit, canvas.wide)
    mask = bitmap(sign)
    canvas.stamp(sign, x + (width - mask.width) // 2, y + height - mask.height - 4, canvas.white)
    if card.rank == "T":
        ten = bitmap(pips.TEN)
        canvas.stamp(pips.TEN, x + (width - ten.width + 1) // 2, y + 4, canvas.white)
    else:
        canvas.centre(fit(card.rank, 10), x, width, y + 1, canvas.white)


def _centred(
    canvas: _Canvas, picture: str, x: int, y: int, size: tuple[int, int], ink: int
) -> None:
    mask = bitmap(picture)
    left, top = x + (size[0] - mask.width) // 2, y + (size[1] - mask.height) // 2
    canvas.stamp(picture, left, top, ink)


_WIDE_TILE: Final = (25, 42)
_HALF: Final = 128
_BAR_Y: Final = 43


def _wide_table(canvas: _Canvas, shown: TableFace) -> None:
    for which, side, left in ((Which.PLAYER, shown.player, 0), (Which.BANKER, shown.banker, _HALF)):
        for at in range(3):
            _tile(canvas, left + at * 27, 0, _WIDE_TILE, side, at, _is_due(shown, which, at))
        _wide_total(canvas, side, left + 84)
    width = canvas.image.width - 2
    canvas.box(0, _BAR_Y, canvas.image.width, 20, canvas.white - 34)
    corner = fit(shown.corner, 60, Font.SMALL)
    right = width - 3 - corner.width
    write(canvas.image, right, _BAR_Y + 3, corner, 0)
    if shown.test:
        right -= 30
        _test(canvas, right, _BAR_Y + 4, 12)
    write(canvas.image, 3, _BAR_Y, fit(shown.sentence, right - 7), 0)


def _wide_total(canvas: _Canvas, side: Side, x: int) -> None:
    """A total 35 px high in a box 40 wide; the winner's inverted, the loser's grey."""
    if side.total is None:
        return
    glyph = digit(side.total, True)
    if side.won:
        canvas.box(x, 0, 40, 42, canvas.white, 3)
    ink = 0 if side.won else canvas.grey if side.won is False else canvas.white
    left, top = x + (40 - glyph.width) // 2, (42 - glyph.height) // 2
    canvas.image.paste(ink, (left, top, left + glyph.width, top + glyph.height), glyph)
