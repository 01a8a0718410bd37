"""Shell: one camera over the window: its lens, lamp, sensor and what it sees with no card there.

Turns cards and their places into frames as a sensor would deliver them. Knows no codes, no
order of play and no clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.frame import Luma
from vision.simulated.conditions import Conditions, Span
from vision.simulated.paths import CARD_LONG_MM, CARD_SHORT_MM

NOISE_FIELDS: Final = 12
"""Noise pictures drawn beforehand; each frame takes one, shifted by chance."""
IDLE_FRAMES: Final = 24
"""Ready frames of the empty view."""

SHADE: Final = 0.4
"""Share of the light that a card keeps off what is behind it, right at its edge half of it."""
SHADOW_MM: Final = 1.6


@dataclass(frozen=True, slots=True)
class Placed:
    """A card in one frame: where its middle is in the view, how it lies, how fast it goes."""

    picture: Luma
    x_mm: float
    y_mm: float
    tilt_deg: float
    speed_mm_s: float


class Scene:
    """A camera drawn from `conditions`. Frames are `height_px` by `width_px` grey levels."""

    def __init__(self, conditions: Conditions, draw: Generator, px_per_mm: int) -> None:
        self._conditions = conditions
        self._draw = draw
        self._card_px = px_per_mm
        self.exposure_ms = pick(conditions.exposure_ms, draw)
        self.noise = pick(conditions.noise, draw)
        self.gain = pick(conditions.gain, draw)
        self._defocus_px = pick(conditions.defocus_px, draw)
        self._shadow_px = round(SHADOW_MM * conditions.px_per_mm)
        self._view = _view(conditions, pick(conditions.perspective, draw), draw)
        light = _light(conditions, pick(conditions.vignetting, draw), draw) * self.gain
        # Multiplied as 8-bit fractions: 200 stands for 1, so that gain may pass 1.
        self._light = np.clip(light * 200, 0, 255).astype(np.uint8)
        self._glint = _glint(conditions, draw)
        plate = cv2.multiply(_plate(conditions, draw), self._light, scale=1 / 200)
        self._plate = np.asarray(plate, np.uint8)
        self._noise = _noise(conditions.height_px, conditions.width_px, round(self.noise * 20))
        self._idle = [self._sensed(self._plate) for _ in range(IDLE_FRAMES)]

    def empty(self) -> Luma:
        """The view without a card. Not to be written to."""
        return self._idle[int(self._draw.integers(IDLE_FRAMES))]

    def dark(self, left: float) -> Luma:
        """The view when only the share `left` of the light is left."""
        return self._sensed((self._plate * left).astype(np.uint8))

    def covered(self) -> Luma:
        """The view with something dark and uneven over the window."""
        shape = (self._conditions.height_px // 40, self._conditions.width_px // 40)
        hand = self._draw.uniform(8, 30, shape).astype(np.uint8)
        size = (self._conditions.width_px, self._conditions.height_px)
        return self._sensed(np.asarray(cv2.resize(hand, size), np.uint8))

    def knock(self, by_mm: float) -> None:
        """Move the view for good, and what is seen with it."""
        by_px = by_mm * self._conditions.px_per_mm
        shift = np.array([[1.0, 0.0, by_px], [0.0, 1.0, by_px / 2], [0.0, 0.0, 1.0]])
        self._view = shift @ self._view
        size = (self._conditions.width_px, self._conditions.height_px)
        moved = cv2.warpAffine(self._plate, shift[:2], size, borderMode=cv2.BORDER_REFLECT)
        self._plate = np.asarray(moved, np.uint8)
        self._idle = [self._sensed(self._plate) for _ in range(IDLE_FRAMES)]

    def with_cards(self, cards: tuple[Placed, ...]) -> Luma:
        """The view with `cards` in it; later ones lie over earlier ones."""
        seen = self._plate
        for card in cards:
            seen = self._over(seen, card)
        return self._sensed(seen)

    def _over(self, seen: Luma, card: Placed) -> Luma:
        size = (self._conditions.width_px, self._conditions.height_px)
        warp = self._view @ _lying(card, self._card_px)
        layer = cv2.warpPerspective(card.picture, warp, size, flags=cv2.INTER_LINEAR)
        if self._defocus_px > 0.25:
            layer = cv2.GaussianBlur(layer, (3, 3), self._defocus_px)
        smear = card.speed_mm_s * self.exposure_ms / 1000 * self._conditions.px_per_mm
        if smear > 1.5:
            # The shutter stands open while the card moves down the picture.
            layer = cv2.blur(layer, (1, round(smear)))
        grey, cover = cv2.split(layer)
        lit = cv2.multiply(grey, self._light, scale=1 / 200)
        if self._glint is not None:
            lit = cv2.add(lit, cv2.multiply(self._glint, cover, scale=1 / 255))
        # A card stands a little off what is behind it: its edge throws a soft shadow.
        around = cv2.blur(cover, (self._shadow_px, self._shadow_px))
        shadow = cv2.convertScaleAbs(around, alpha=SHADE)
        behind = cv2.multiply(seen, cv2.bitwise_not(cv2.max(cover, shadow)), scale=1 / 255)
        return np.asarray(cv2.add(lit, behind), np.uint8)

    def _sensed(self, light: Luma) -> Luma:
        """What the sensor makes of it: noise of a field not used in the frame before."""
        fields, (height, width) = self._noise, light.shape
        one = fields[int(self._draw.integers(len(fields)))]
        y = int(self._draw.integers(one.shape[0] - height + 1))
        x = int(self._draw.integers(one.shape[1] - width + 1))
        noisy = cv2.add(light, one[y : y + height, x : x + width], dtype=cv2.CV_8U)
        return np.asarray(noisy, np.uint8)


def pick(span: Span, draw: Generator) -> float:
    """A value from `span`."""
    return float(draw.uniform(span.low, span.high))


def _lying(card: Placed, px_per_mm: int) -> NDArray[np.float64]:
    """Card pixels to millimetres of the view: turned about the card's middle, then placed."""
    turn = np.deg2rad(card.tilt_deg)
    c, s = np.cos(turn) / px_per_mm, np.sin(turn) / px_per_mm
    half_x, half_y = CARD_LONG_MM * px_per_mm / 2, CARD_SHORT_MM * px_per_mm / 2
    return np.array(
        [
            [c, -s, card.x_mm - c * half_x + s * half_y],
            [s, c, card.y_mm - s * half_x - c * half_y],
            [0.0, 0.0, 1.0],
        ]
    )


def _view(conditions: Conditions, perspective: float, draw: Generator) -> NDArray[np.float64]:
    """Millimetres of the view to pixels: scale, then one edge nearer than its opposite."""
    wide, high = float(conditions.width_px), float(conditions.height_px)
    flat = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    by = abs(perspective) / 2 * (wide if (along := draw.random() < 0.5) else high)
    if along:  # nearer above or below
        shift = np.array([[by, 0], [-by, 0], [by, 0], [-by, 0]])
    else:  # nearer at the left or right
        shift = np.array([[0, by], [0, -by], [0, by], [0, -by]])
    if perspective < 0:
        shift = -shift
    seen = (flat + shift).astype(np.float32)
    scale = np.diag([conditions.px_per_mm, conditions.px_per_mm, 1.0])
    return np.asarray(cv2.getPerspectiveTransform(flat, seen) @ scale, np.float64)


def _light(conditions: Conditions, vignetting: float, draw: Generator) -> NDArray[np.float32]:
    """Share of the light that reaches each pixel: lamp a little to one side, darker corners."""
    y, x = np.mgrid[-1 : 1 : conditions.height_px * 1j, -1 : 1 : conditions.width_px * 1j]
    side = draw.uniform(-0.06, 0.06, 2)
    corners = 1 - vignetting * (x**2 + y**2) / 2
    return np.asarray(corners * (1 + side[0] * x + side[1] * y), np.float32)


def _glint(conditions: Conditions, draw: Generator) -> Luma | None:
    """The lamp mirrored in every card that passes one place, or None."""
    if draw.random() >= conditions.reflection:
        return None
    at_x, at_y = draw.uniform(0.1, 0.9) * conditions.width_px, draw.uniform(0, 1)
    y, x = np.mgrid[0 : conditions.height_px, 0 : conditions.width_px]
    radius = draw.uniform(2, 8) * conditions.px_per_mm
    away = ((x - at_x) ** 2 + (y - at_y * conditions.height_px) ** 2 * 1.6) / radius**2
    return np.asarray(np.exp(-away) * draw.uniform(60, 255), np.uint8)


def _plate(conditions: Conditions, draw: Generator) -> Luma:
    """The empty shoe's mouth: a matt dark plate, a roller's edge, two screws."""
    wide, high, px = conditions.width_px, conditions.height_px, conditions.px_per_mm
    rough = draw.normal(0, 3, (high // 4, wide // 4)).astype(np.float32)
    plate = 42 + np.asarray(cv2.resize(rough, (wide, high)), np.float32)
    lip = round(2 * px)
    plate[:lip] -= np.linspace(22, 0, lip, dtype=np.float32)[:, None]
    screws = np.clip(plate, 0, 255).astype(np.uint8)
    for x in (0.04, 0.96):
        at = round(x * wide), round(0.5 * high)
        cv2.circle(screws, at, round(1.6 * px), 75, -1, cv2.LINE_AA)
        cv2.circle(screws, at, round(0.8 * px), 20, -1, cv2.LINE_AA)
    return screws


@lru_cache(maxsize=4)
def _standard_noise(height: int, width: int) -> tuple[NDArray[np.float32], ...]:
    draw = np.random.default_rng(20)
    shape = (height + 64, width + 64)
    return tuple(draw.standard_normal(shape, np.float32) for _ in range(NOISE_FIELDS))


@lru_cache(maxsize=4)
def _noise(height: int, width: int, twentieths: int) -> tuple[NDArray[np.int16], ...]:
    """Noise pictures of `twentieths`/20 grey levels' standard deviation."""
    return tuple(
        np.rint(field * np.float32(twentieths / 20)).astype(np.int16)
        for field in _standard_noise(height, width)
    )
