"""Shell: draws what carries a code: a label, a card's edge with its corner, a whole card.

Works in millimetres, upward from a piece's lower left corner. Knows no pages and no files.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from firmware.baccarat.cards import Card
from firmware.codes.book import Cut
from firmware.codes.physical import PhysicalCard
from vision.simulated.artwork import (
    BAR_MM,
    CORNER_MM,
    EDGE_MM,
    INDEX_AT_MM,
    INDEX_HIGH_MM,
    INDEX_SUIT_AT_MM,
    INDEX_SUIT_MM,
    outlines,
    pips,
)
from vision.simulated.paths import CARD_LONG_MM, CARD_SHORT_MM

TEXT_MM = 3.4
"""Room under a label's bars for its name."""
STRIP_MM = EDGE_MM + BAR_MM + EDGE_MM
"""Width of a card's edge that holds the code."""
CAPITALS = 0.72
"""Height of Helvetica's capitals as a share of its size."""
RED = (0.75, 0.05, 0.1)
CUT_YELLOW = (0.95, 0.75, 0.1)


@dataclass(frozen=True, slots=True)
class Printed:
    """One code as it goes on paper. `runs`: (start, width) of its dark bars, from `0` to `wide_mm`,
    quiet zones included.
    """

    code: str
    carrier: PhysicalCard | Cut
    set_id: str
    runs: tuple[tuple[float, float], ...]
    wide_mm: float

    @property
    def card(self) -> Card | None:
        """The card that carries it; None: the cut card."""
        return self.carrier.card if isinstance(self.carrier, PhysicalCard) else None


def label(canvas: Canvas, piece: Printed) -> None:
    """Bars with their quiet zones, and below them what they are for."""
    _cut_marks(canvas, piece.wide_mm, BAR_MM + TEXT_MM)
    _bars(canvas, piece, piece.wide_mm / 2, TEXT_MM)
    name = "cut card" if piece.card is None else str(piece.carrier)
    canvas.setFont("Helvetica", 2.4)
    text = f"{name}    {piece.code}    set {piece.set_id}"
    canvas.drawCentredString(piece.wide_mm / 2, 0.9, text)


def corner(canvas: Canvas, piece: Printed) -> None:
    """A card's long edge lying down: the index of its corner and the code."""
    _cut_marks(canvas, CARD_LONG_MM, STRIP_MM)
    if piece.card is None:
        _fill(canvas, CUT_YELLOW, CARD_LONG_MM, STRIP_MM)
    _edge(canvas, piece)


def card(canvas: Canvas, piece: Printed) -> None:
    """A whole card, upright, its code along both long edges."""
    _cut_marks(canvas, CARD_SHORT_MM, CARD_LONG_MM)
    if piece.card is None:
        _fill(canvas, CUT_YELLOW, CARD_SHORT_MM, CARD_LONG_MM)
    canvas.setLineWidth(0.1)
    canvas.setStrokeGray(0.7)
    canvas.roundRect(0, 0, CARD_SHORT_MM, CARD_LONG_MM, CORNER_MM)
    canvas.saveState()
    for _ in range(2):  # both halves of the card, each upright in its turn
        canvas.saveState()
        canvas.translate(0, CARD_LONG_MM)
        canvas.rotate(-90)
        _edge(canvas, piece)
        canvas.restoreState()
        if piece.card is not None and piece.card.rank in "JQK":
            _text(canvas, piece.card.rank, CARD_SHORT_MM / 2, 62, 18, piece.card)
            _suit(canvas, piece.card.suit, 22, 76, 7)
        canvas.translate(CARD_SHORT_MM, CARD_LONG_MM)
        canvas.rotate(180)
    canvas.restoreState()
    if piece.card is None:
        return
    for pip in pips(piece.card.rank):
        size = -pip.size_mm if pip.turned else pip.size_mm
        _suit(canvas, piece.card.suit, pip.x_mm, CARD_LONG_MM - pip.y_mm, size)
    if piece.card.rank in "JQK":
        canvas.setStrokeGray(0)
        canvas.setLineWidth(0.4)
        canvas.rect(17, 6, 29, 76)


def _edge(canvas: Canvas, piece: Printed) -> None:
    """The strip along a card's left edge, lying down: the card's top is at the left."""
    if piece.card is None:
        start = (CARD_LONG_MM - piece.wide_mm) / 2
        canvas.setFillGray(1)
        canvas.rect(start, EDGE_MM, piece.wide_mm, BAR_MM, stroke=0, fill=1)
    _bars(canvas, piece, CARD_LONG_MM / 2, EDGE_MM)
    if piece.card is None:
        return
    canvas.saveState()
    canvas.rotate(90)
    canvas.translate(0, -CARD_LONG_MM)  # as the card's lower left corner, upright
    rank = "10" if piece.card.rank == "T" else piece.card.rank
    x, down = INDEX_AT_MM
    _text(canvas, rank, x, CARD_LONG_MM - down, INDEX_HIGH_MM, piece.card)
    x, down = INDEX_SUIT_AT_MM
    _suit(canvas, piece.card.suit, x, CARD_LONG_MM - down, INDEX_SUIT_MM)
    canvas.restoreState()


def _bars(canvas: Canvas, piece: Printed, middle_mm: float, y_mm: float) -> None:
    canvas.setFillGray(0)
    for start, width in piece.runs:
        x = middle_mm - piece.wide_mm / 2 + start
        canvas.rect(x, y_mm, width, BAR_MM, stroke=0, fill=1)


def _text(canvas: Canvas, text: str, x_mm: float, y_mm: float, high_mm: float, card: Card) -> None:
    """`text` around a middle, its capitals `high_mm` high."""
    _ink(canvas, card.suit)
    size = high_mm / CAPITALS
    wide = canvas.stringWidth(text, "Helvetica-Bold", size)
    squeeze = min(1.0, 9.0 / wide) if high_mm < 8 else 1.0  # "10" as narrow as other ranks
    canvas.setFont("Helvetica-Bold", size * squeeze)
    canvas.drawCentredString(x_mm, y_mm - high_mm * squeeze / 2, text)


def _suit(canvas: Canvas, suit: str, x_mm: float, y_mm: float, size_mm: float) -> None:
    """A suit's sign around a middle; a negative size stands on its head."""
    _ink(canvas, suit)
    for outline in outlines(suit):
        path = canvas.beginPath()
        points = [(x_mm + x * size_mm / 2, y_mm - y * size_mm / 2) for x, y in outline]
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
        path.close()
        canvas.drawPath(path, stroke=0, fill=1)


def _ink(canvas: Canvas, suit: str) -> None:
    if suit in "DH":
        canvas.setFillColorRGB(*RED)
    else:
        canvas.setFillGray(0)


def _fill(
    canvas: Canvas, colour: tuple[float, float, float], wide_mm: float, high_mm: float
) -> None:
    canvas.setFillColorRGB(*colour)
    canvas.rect(0, 0, wide_mm, high_mm, stroke=0, fill=1)


def _cut_marks(canvas: Canvas, wide_mm: float, high_mm: float) -> None:
    """Short lines outside the piece's corners, so that none stays on it after cutting."""
    canvas.setStrokeGray(0.5)
    canvas.setLineWidth(0.08)
    for x, out in ((0.0, -1), (wide_mm, 1)):
        for y, up in ((0.0, -1), (high_mm, 1)):
            canvas.line(x + 0.4 * out, y, x + 1.3 * out, y)
            canvas.line(x, y + 0.4 * up, x, y + 1.3 * up)


def runs(
    modules: tuple[bool, ...], module_mm: float, quiet_mm: float, narrower_mm: float
) -> Iterator[tuple[float, float]]:
    """Start and width of each dark bar, `quiet_mm` in, each bar `narrower_mm` thinner."""
    at = 0
    while at < len(modules):
        if not modules[at]:
            at += 1
            continue
        end = at
        while end < len(modules) and modules[end]:
            end += 1
        yield quiet_mm + at * module_mm + narrower_mm / 2, (end - at) * module_mm - narrower_mm
        at = end
