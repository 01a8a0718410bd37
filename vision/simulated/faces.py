"""Shell: draws playing cards as print: faces, backs, the cut card, and their bar codes.

A card is drawn upright (63 mm wide, 88 mm high) and lies in the shoe face down over the camera's
window: the *face* is what the camera sees, so the code is on the face, where no player can learn
to know a card by its back. The code runs along both long edges, turned by 180 degrees from one
to the other, so that the card reads the same either way round. Knows no light and no motion.
"""

from __future__ import annotations

from functools import lru_cache
from math import pi
from typing import Final

import cv2
import numpy as np

from vision.frame import Luma
from vision.simulated.artwork import (
    BAR_MM,
    CODE_MM,
    EDGE_MM,
    INDEX_AT_MM,
    INDEX_HIGH_MM,
    INDEX_SUIT_AT_MM,
    INDEX_SUIT_MM,
    MODULE_MM,
    outlines,
    pips,
)
from vision.simulated.bars import bars
from vision.simulated.paths import CARD_LONG_MM, CARD_SHORT_MM
from vision.symbologies import Symbology

PAPER: Final = 215
INK: Final = 34
RED: Final = 96
"""Grey levels of paper and inks under a white lamp, before gain."""
CUT_PLASTIC: Final = 92
BAND_MM: Final = EDGE_MM + BAR_MM
DRAWN: Final = 2
"""Faces are drawn this many times larger and then averaged: soft edges, as print has."""


def face(label: str, px_per_mm: int) -> Luma:
    """The face that `label` names, upright and without code.

    `8S` is the eight of spades; `back` the back; `cut` the cut card; other texts are written out.
    """
    return _face(label, px_per_mm).copy()


def bands(px_per_mm: int) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """Where the two codes lie on an upright card, as rows and columns: left, then right edge.

    The 55 mm in the middle of the long edge that bars and quiet zones take.
    """
    start = (CARD_LONG_MM - CODE_MM) / 2
    rows = slice(round(start * px_per_mm), round((start + CODE_MM) * px_per_mm))
    width = round(CARD_SHORT_MM * px_per_mm)
    near, far = round(EDGE_MM * px_per_mm), round(BAND_MM * px_per_mm)
    return (rows, slice(near, far)), (rows, slice(width - far, width - near))


def print_code(card: Luma, code: str, symbology: Symbology, px_per_mm: int) -> None:
    """Print `code` along both long edges of an upright card."""
    module = round(MODULE_MM * px_per_mm)
    line = np.repeat(np.where(bars(code, symbology), INK, PAPER).astype(np.uint8), module)
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
        _write(paper, "10" if rank == "T" else rank, *INDEX_AT_MM, INDEX_HIGH_MM, ink, scale)
        _suit(paper, suit, *INDEX_SUIT_AT_MM, INDEX_SUIT_MM, ink, scale)
        if rank in "JQK":
            _write(paper, rank, 31.5, 27, 20, ink, scale)
            _suit(paper, suit, 21, 12, 6, ink, scale)
        paper[:] = paper[::-1, ::-1]
    if rank in "JQK":
        _draw_court(paper, scale)
    for pip in pips(rank):
        _suit(paper, suit, pip.x_mm, pip.y_mm, pip.size_mm, ink, scale, pip.turned)


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
    for outline in outlines(suit):
        points = np.array([(x_mm + x * half, y_mm + y * half) for x, y in outline]) * scale * 8
        cv2.fillPoly(paper, [points.round().astype(np.int32)], grey, cv2.LINE_AA, 3)
