"""Shell: draws playing cards as print: faces, backs, the cut card, and their bar codes.

A card is drawn upright (63 mm wide, 88 mm high) and lies in the shoe face down over the camera's
window: the *face* is what the camera sees, so the code is on the face, where no player can learn
to know a card by its back. The code runs along both long edges, turned by 180 degrees from one
to the other, so that the card reads the same either way round. Knows no light and no motion.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from typing import Final

import cv2
import numpy as np
import zxingcpp

from vision.frame import Luma
from vision.simulated.paths import CARD_LONG_MM, CARD_SHORT_MM

PAPER: Final = 215
INK: Final = 34
RED: Final = 96
"""Grey levels of paper and inks under a white lamp, before gain."""
CUT_PLASTIC: Final = 92
MODULE_MM: Final = 0.5
BAR_MM: Final = 11.5
EDGE_MM: Final = 1.6
"""Bars begin this far from the long edge and are BAR_MM high."""
BAND_MM: Final = EDGE_MM + BAR_MM
DRAWN: Final = 2
"""Faces are drawn this many times larger and then averaged: soft edges, as print has."""
PIP_ROWS: Final = {
    "A": ((0, 0.5),),
    "2": ((0, 0.12), (0, 0.88)),
    "3": ((0, 0.12), (0, 0.5), (0, 0.88)),
    "4": ((-1, 0.12), (1, 0.12), (-1, 0.88), (1, 0.88)),
    "5": ((-1, 0.12), (1, 0.12), (0, 0.5), (-1, 0.88), (1, 0.88)),
    "6": tuple((side, row) for row in (0.12, 0.5, 0.88) for side in (-1, 1)),
    "7": (*((side, row) for row in (0.12, 0.5, 0.88) for side in (-1, 1)), (0, 0.31)),
    "8": (
        *((side, row) for row in (0.12, 0.5, 0.88) for side in (-1, 1)),
        (0, 0.31),
        (0, 0.69),
    ),
    "9": (*((side, row) for row in (0.12, 0.37, 0.63, 0.88) for side in (-1, 1)), (0, 0.5)),
    "T": (
        *((side, row) for row in (0.12, 0.37, 0.63, 0.88) for side in (-1, 1)),
        (0, 0.245),
        (0, 0.755),
    ),
}


@lru_cache(maxsize=1024)
def bars(code: str) -> tuple[bool, ...]:
    """Code 128 modules of `code`, dark ones True, without quiet zone; 90 for ten digits."""
    barcode = zxingcpp.create_barcode(code, zxingcpp.BarcodeFormat.Code128)
    picture = np.array(zxingcpp.write_barcode_to_image(barcode, add_quiet_zones=False))
    return tuple(bool(module) for module in picture[picture.shape[0] // 2] < 128)


def face(label: str, px_per_mm: int) -> Luma:
    """The face that `label` names, upright and without code.

    `8S` is the eight of spades; `back` the back; `cut` the cut card; other texts are written out.
    """
    return _face(label, px_per_mm).copy()


def bands(px_per_mm: int) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """Where the two codes lie on an upright card, as rows and columns: left, then right edge.

    The 55 mm in the middle of the long edge that bars and quiet zones take.
    """
    rows = slice(round(16.5 * px_per_mm), round(71.5 * px_per_mm))
    width = round(CARD_SHORT_MM * px_per_mm)
    near, far = round(EDGE_MM * px_per_mm), round(BAND_MM * px_per_mm)
    return (rows, slice(near, far)), (rows, slice(width - far, width - near))


def print_code(card: Luma, code: str, px_per_mm: int) -> None:
    """Print `code` along both long edges of an upright card."""
    module = round(MODULE_MM * px_per_mm)
    line = np.repeat(np.where(bars(code), INK, PAPER).astype(np.uint8), module)
    left, right = bands(px_per_mm)
    for (rows, columns), run in ((left, line), (right, line[::-1])):
        start = (rows.start + rows.stop - len(run)) // 2
        card[rows, columns] = PAPER
        card[start : start + len(run), columns] = run[:, None]


@lru_cache(maxsize=64)
def _face(label: str, px_per_mm: int) -> Luma:
    scale = px_per_mm * DRAWN
    shape = round(CARD_LONG_MM * scale), round(CARD_SHORT_MM * scale)
    paper = np.full(shape, CUT_PLASTIC if label == "cut" else PAPER, np.uint8)
    if label == "back":
        _draw_back(paper, scale)
    elif len(label) == 2 and label[1] in "CDHS":
        _draw_face(paper, label[0], label[1], scale)
    elif label != "cut":
        _write(paper, label, 31.5, 44, 9, INK, scale)
    half = (shape[1] // DRAWN, shape[0] // DRAWN)
    return np.asarray(cv2.resize(paper, half, interpolation=cv2.INTER_AREA), np.uint8)


def _draw_face(paper: Luma, rank: str, suit: str, scale: int) -> None:
    ink = RED if suit in "DH" else INK
    for _ in range(2):  # both halves of the card, each drawn upright in its turn
        _write(paper, "10" if rank == "T" else rank, 8.5, 6.2, 6.4, ink, scale)
        _suit(paper, suit, 8.5, 12.6, 4.2, ink, scale)
        if rank in "JQK":
            _write(paper, rank, 31.5, 27, 20, ink, scale)
            _suit(paper, suit, 21, 12, 6, ink, scale)
        paper[:] = paper[::-1, ::-1]
    if rank in "JQK":
        _draw_court(paper, scale)
    for side, row in PIP_ROWS.get(rank, ()):
        size = 20.0 if rank == "A" else 9.5
        down = row > 0.5
        at = 31.5 + 11.0 * side, 10 + 68 * row
        _suit(paper, suit, at[0], at[1], size, ink, scale, turned=down)


def _draw_court(paper: Luma, scale: int) -> None:
    """A frame and woven lines: the even, dense texture of a court card."""
    corners = np.array([[15.5, 5.0], [47.5, 5.0], [47.5, 83.0], [15.5, 83.0]])
    points = (corners * scale * 8).astype(np.int32)
    cv2.polylines(paper, [points], True, INK, scale // 2, cv2.LINE_AA, 3)
    for step in range(20):
        across = 34 + step
        ends = (np.array([[16.0, across], [47.0, across + 1.5]]) * scale * 8).astype(np.int32)
        grey = RED if step % 3 else INK
        cv2.line(paper, ends[0].tolist(), ends[1].tolist(), grey, scale // 3, cv2.LINE_AA, 3)


def _draw_back(paper: Luma, scale: int) -> None:
    """Diamonds in a white border."""
    height, width = paper.shape
    y, x = np.mgrid[0:height, 0:width] / scale
    weave = np.sin((x + y) * pi / 2.2) * np.sin((x - y) * pi / 2.2)
    inside = (x > 4) & (x < CARD_SHORT_MM - 4) & (y > 4) & (y < CARD_LONG_MM - 4)
    paper[inside & (weave > -0.05)] = RED


def _write(
    paper: Luma, text: str, x_mm: float, y_mm: float, high_mm: float, grey: int, scale: int
) -> None:
    """`text` in the middle of (`x_mm`, `y_mm`), capitals `high_mm` high."""
    font, stroke = cv2.FONT_HERSHEY_DUPLEX, max(2, round(high_mm * scale / 8))
    (_, unit_high), _ = cv2.getTextSize(text, font, 1.0, 1)
    size = high_mm * scale / unit_high
    (wide, high), _ = cv2.getTextSize(text, font, size, stroke)
    if wide > 9 * scale and high_mm < 8:  # "10" fits beside the code like any other rank
        size *= 9 * scale / wide
        (wide, high), _ = cv2.getTextSize(text, font, size, stroke)
    at = round(x_mm * scale - wide / 2), round(y_mm * scale + high / 2)
    cv2.putText(paper, text, at, font, size, grey, stroke, cv2.LINE_AA)


def _suit(
    paper: Luma,
    suit: str,
    x_mm: float,
    y_mm: float,
    size_mm: float,
    grey: int,
    scale: int,
    turned: bool = False,
) -> None:
    """A suit's sign, `size_mm` high, in the middle of (`x_mm`, `y_mm`)."""
    half = size_mm / 2 * (-1 if turned else 1)
    for outline in _outlines(suit):
        points = np.array([(x_mm + x * half, y_mm + y * half) for x, y in outline]) * scale * 8
        cv2.fillPoly(paper, [points.round().astype(np.int32)], grey, cv2.LINE_AA, 3)


@lru_cache(maxsize=4)
def _outlines(suit: str) -> tuple[tuple[tuple[float, float], ...], ...]:
    """Closed outlines of a suit's sign in a square from -1 to 1, y downward."""
    turns = [2 * pi * step / 48 for step in range(48)]
    heart = tuple(
        (
            sin(t) ** 3,
            -(13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)) / 16 - 0.1,
        )
        for t in turns
    )
    stem = ((0.0, 0.1), (0.38, 1.0), (-0.38, 1.0))
    if suit == "H":
        return (heart,)
    if suit == "D":
        return (((0.0, -1.0), (0.72, 0.0), (0.0, 1.0), (-0.72, 0.0)),)
    if suit == "S":
        return tuple((x * 0.95, -y * 0.8 - 0.15) for x, y in heart), stem
    leaves = ((0.0, -0.52), (-0.48, 0.22), (0.48, 0.22))
    return (
        *(tuple((x + 0.47 * cos(t), y + 0.47 * sin(t)) for t in turns) for x, y in leaves),
        stem,
    )
