"""What is found in a picture before any code is read."""

from __future__ import annotations

import numpy as np
import pytest

from vision.frame import Luma
from vision.regions import is_woven, width_at
from vision.sighting import Span

WHOLE = Span(0.0, 1.0)


def noisy(levels: np.ndarray, noise: float, seed: int = 1) -> Luma:
    speckled = levels + np.random.default_rng(seed).normal(0, noise, levels.shape)
    return np.clip(speckled, 0, 255).astype(np.uint8)


def lattice(period: float, low: float, high: float) -> np.ndarray:
    down, across = np.mgrid[0:400, 0:640]
    wave = np.cos((down + across) * 2 * np.pi / period) * np.cos(
        (down - across) * 2 * np.pi / period
    )
    return (high + low) / 2 + (high - low) / 2 * wave


@pytest.mark.parametrize("period", [5.0, 8.0, 12.0])
@pytest.mark.parametrize("noise", [0.5, 2.0, 4.0])
def test_a_cards_back_is_no_plain_plastic(period: float, noise: float) -> None:
    """A lattice finer than the gate's samples is seen in the pixels."""
    assert is_woven(noisy(lattice(period, 110, 150), noise), WHOLE)


@pytest.mark.parametrize("noise", [0.0, 0.5, 2.0, 4.0, 7.0])
def test_plain_plastic_is_no_cards_back(noise: float) -> None:
    """Noise, a slope of the light and a lamp's reflection are no pattern."""
    plastic = np.full((400, 640), 130.0) + np.linspace(0, 40, 640)
    plastic += 60 * np.exp(-(((np.arange(400) - 200) / 12) ** 2))[:, None]
    assert not is_woven(noisy(plastic, noise), WHOLE)


@pytest.mark.parametrize("left", [30, 60])
def test_a_cards_width_is_seen_to_the_pixel(left: int) -> None:
    """Between its side edges, whatever bars lie in between; unseen where one is out of view."""
    field = np.full((400, 640), 30.0)
    field[:, left:600] = 200
    field[:, 200:500:6] = 40
    empty = np.full((32, 80), 30, np.int16)
    assert width_at(noisy(field, 2), 0.5, empty) == pytest.approx((600 - left) / 400, abs=0.005)
    field[:, 600:] = 200
    assert width_at(noisy(field, 2), 0.5, empty) == 0


def test_a_plate_as_bright_as_paper_shows_no_width() -> None:
    """What stands out then are bars and dirt: no sides of a card."""
    field = np.full((400, 640), 215.0)
    field[:, 200:500:6] = 40
    assert width_at(noisy(field, 3), 0.5, np.full((32, 80), 210, np.int16)) == 0
