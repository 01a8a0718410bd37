"""Shell: what happens to a printed card before it is drawn: scratches, dirt, glare, bent corners.

Works on a card that lies as it leaves the shoe: 88 mm wide, 63 mm high, leading edge below.
Knows no codes' texts and no camera.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, assert_never

import cv2
import numpy as np
from numpy.random import Generator

from vision.frame import Luma
from vision.simulated.artwork import CORNER_MM
from vision.simulated.conditions import Conditions, Span
from vision.simulated.faces import INK, PAPER, bands, face, print_code
from vision.simulated.paths import CARD_LONG_MM, CARD_SHORT_MM
from vision.simulated.shows import Print, Spoiled

VISIBLE: Final = 12
"""Grey levels by which damage must change a code for the code to count as damaged."""


@dataclass(frozen=True, slots=True)
class Worn:
    """A card ready to be moved past the camera.

    `picture`: shape (63 mm, 88 mm, 2): grey times cover, and cover (255: card, 0: nothing).
    `sound`: for the leading and the trailing code, whether nothing has touched it.
    """

    picture: Luma
    sound: tuple[bool, bool]
    damage: tuple[str, ...]


def worn_card(
    card: Print,
    spoiled: Spoiled | None,
    turned: bool,
    conditions: Conditions,
    px_per_mm: int,
    draw: Generator,
) -> Worn:
    """A card as it comes out: printed, worn as `conditions` say, `turned` by 180 degrees or not."""
    upright = face("back" if spoiled is Spoiled.BACK else card.face, px_per_mm)
    if card.code and spoiled not in (Spoiled.BACK, Spoiled.BLANK):
        print_code(upright, card.code, card.symbology, px_per_mm)
    clean = np.ascontiguousarray(np.rot90(upright, 3 if turned else 1))
    grey, cover = clean.copy(), _outline(px_per_mm)
    damage = _scratch(grey, conditions.scratches, px_per_mm, draw)
    damage += _soil(grey, conditions.dirt, px_per_mm, draw)
    if draw.random() < conditions.glare:
        damage += _shine(grey, px_per_mm, draw)
    if draw.random() < conditions.bent:
        damage += _bend(grey, cover, px_per_mm, draw)
    lower, upper = _bands_lying(px_per_mm)
    changed = cv2.absdiff(grey, clean) > VISIBLE
    sound = (not changed[lower].any(), not changed[upper].any())
    if spoiled is not None:
        damage += (f"spoiled: {spoiled.value}",)
        sound = (False, False)
        _spoil(grey, spoiled, px_per_mm, draw)
    premultiplied = cv2.multiply(grey, cover, scale=1 / 255)
    picture = np.asarray(cv2.merge([premultiplied, cover]), np.uint8)
    return Worn(picture, sound if card.code else (False, False), damage)


def _outline(px_per_mm: int) -> Luma:
    """The card's cover: 255 inside its outline with rounded corners."""
    size = round(CARD_SHORT_MM * px_per_mm), round(CARD_LONG_MM * px_per_mm)
    cover = np.zeros(size, np.uint8)
    radius = round(CORNER_MM * px_per_mm)
    cover[radius:-radius], cover[:, radius:-radius] = 255, 255
    for x in (radius, size[1] - 1 - radius):
        for y in (radius, size[0] - 1 - radius):
            cv2.circle(cover, (x, y), radius, 255, -1, cv2.LINE_AA)
    return cover


def _bands_lying(px_per_mm: int) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """Rows and columns of the leading (lower) and the trailing (upper) code."""
    (along, left), (_, right) = bands(px_per_mm)
    return (right, along), (left, along)


def _scratch(grey: Luma, count: Span, px_per_mm: int, draw: Generator) -> tuple[str, ...]:
    """Thin lines, most of them along the way the card slides, ink rubbed off or grime in."""
    lines = round(draw.uniform(count.low, count.high))
    for _ in range(lines):
        x, y = draw.uniform(0, CARD_LONG_MM), draw.uniform(0, CARD_SHORT_MM)
        angle, length = draw.normal(np.pi / 2, 0.35), draw.uniform(5, 45)
        ends = np.array([x, y]) + np.outer(
            (-length / 2, length / 2), (np.cos(angle), np.sin(angle))
        )
        rubbed = PAPER - 25 if draw.random() < 0.6 else 90
        start, end = (ends * px_per_mm * 8).round().astype(int).tolist()
        wide = 1 if draw.random() < 0.7 else 2
        cv2.line(grey, start, end, rubbed, wide, cv2.LINE_AA, 3)
    return (f"scratches: {lines}",) if lines else ()


def _soil(grey: Luma, count: Span, px_per_mm: int, draw: Generator) -> tuple[str, ...]:
    """Spots of grease and ash, darker than paper."""
    spots = round(draw.uniform(count.low, count.high))
    for _ in range(spots):
        x, y = draw.uniform(0, CARD_LONG_MM), draw.uniform(0, CARD_SHORT_MM)
        radius = draw.uniform(0.4, 2.2)
        _blend(grey, x, y, radius, draw.uniform(60, 150), draw.uniform(0.3, 0.8), px_per_mm)
    return (f"spots: {spots}",) if spots else ()


def _shine(grey: Luma, px_per_mm: int, draw: Generator) -> tuple[str, ...]:
    """Glare that rides on the card, beside or over part of one of its codes."""
    y = draw.choice((7.0, CARD_SHORT_MM - 7.0)) + draw.normal(0, 3)
    x, radius = draw.uniform(10, 78), draw.uniform(3, 9)
    _blend(grey, x, y, radius, 255, draw.uniform(0.7, 1.0), px_per_mm)
    return (f"glare: {radius:.0f} mm",)


def _bend(grey: Luma, cover: Luma, px_per_mm: int, draw: Generator) -> tuple[str, ...]:
    """One corner bent away from the lamp and the window: darker, its tip gone."""
    height, width = grey.shape
    size = draw.uniform(6, 16)
    x = np.arange(width) / px_per_mm
    y = np.arange(height) / px_per_mm
    if draw.random() < 0.5:
        x = x[::-1]
    if draw.random() < 0.5:
        y = y[::-1]
    inward = (x[None, :] + y[:, None]) / size
    shade = np.clip(0.45 + 0.55 * inward, 0, 1)
    grey[:] = (grey * shade).astype(np.uint8)
    cover[inward < 0.3] = 0
    return (f"bent corner: {size:.0f} mm",)


def _blend(
    grey: Luma, x_mm: float, y_mm: float, radius_mm: float, to: float, share: float, px_per_mm: int
) -> None:
    """A soft round spot of grey `to`, covering by `share` in its middle."""
    reach = int(radius_mm * 2 * px_per_mm)
    x, y = int(x_mm * px_per_mm), int(y_mm * px_per_mm)
    top, left = max(0, y - reach), max(0, x - reach)
    patch = grey[top : y + reach, left : x + reach]
    if patch.size == 0:
        return
    rows = np.arange(top, top + patch.shape[0])[:, None] - y
    columns = np.arange(left, left + patch.shape[1])[None, :] - x
    away = (rows**2 + columns**2) / (radius_mm * px_per_mm) ** 2
    weight = share * np.exp(-(away**2))
    patch[:] = (patch * (1 - weight) + to * weight).astype(np.uint8)


def _spoil(grey: Luma, how: Spoiled, px_per_mm: int, draw: Generator) -> None:
    """Make both codes unreadable: a stroke across every bar's whole height in each."""
    match how:
        case Spoiled.BLANK | Spoiled.BACK:
            return
        case Spoiled.INK:
            to = INK
        case Spoiled.SCRAPED:
            to = PAPER - 20
        case _:
            assert_never(how)
    for rows, columns in _bands_lying(px_per_mm):
        wide = round(draw.uniform(4, 12) * px_per_mm)
        middle = (columns.start + columns.stop) // 2
        start = middle + round(draw.uniform(-18, 10) * px_per_mm)
        grey[rows.start - px_per_mm : rows.stop + px_per_mm, start : start + wide] = to
