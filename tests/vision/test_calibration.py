"""Calibration: window, motion, light and focus from a view of a few cards."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from vision.calibration import Trouble, calibrate, drawn
from vision.frame import Frame, SourceError
from vision.settings import Motion
from vision.simulated.camera import SimulatedCamera
from vision.simulated.conditions import CLEAN, Conditions, Span
from vision.simulated.shows import CardOut, Print, Wait

GOOD = replace(CLEAN, speed_m_s=Span(0.9, 1.1), pause_s=Span(0.05, 0.05), gain=Span(0.95, 0.95))


def code(seed: int) -> str:
    number = random.Random(seed).randrange(10**8)
    return f"{number:08d}{98 - number * 100 % 97:02d}"


def view(conditions: Conditions = GOOD, cards: int = 3) -> tuple[Frame, ...]:
    camera = SimulatedCamera(conditions, 2)
    shows = [Wait(0.1), *(CardOut(Print(code(n), "8S")) for n in range(cards))]
    return tuple(frame for show in shows for frame in camera.play(show))


@pytest.mark.parametrize("motion", list(Motion))
def test_the_motion_is_the_way_the_codes_go(motion: Motion) -> None:
    """Bars lie along it, and cards leave at its end."""
    turn = {Motion.DOWN: 0, Motion.RIGHT: 1, Motion.UP: 2, Motion.LEFT: 3}[motion]
    frames = [replace(f, luma=np.rot90(f.luma, turn)) for f in view(cards=2)]
    assert calibrate(tuple(frames)).settings.motion is motion


def test_a_good_view_has_no_trouble_and_known_measures() -> None:
    """3.48 pixels a module, paper about 200, a card 1.096 times the field."""
    found = calibrate(view())
    assert found.troubles == ()
    assert found.settings.roi is None
    assert found.module_px == pytest.approx(3.48, abs=0.1)
    assert found.paper == pytest.approx(204, abs=10)
    assert found.settings.card_length == pytest.approx(63 / GOOD.field_height_mm, rel=0.02)
    assert [one.kind.value for one in found.passes] == ["card"] * 3


def test_a_window_within_the_picture_is_found() -> None:
    """What the cards never cover is left out."""
    frames = []
    for frame in view():
        luma = np.full((600, 900), 90, np.uint8)
        luma[120:520, 200:840] = frame.luma
        frames.append(replace(frame, luma=luma))
    roi = calibrate(tuple(frames)).settings.roi
    assert roi is not None
    assert (roi.x, roi.y) == (pytest.approx(204, abs=20), pytest.approx(120, abs=8))
    assert (roi.width, roi.height) == (pytest.approx(630, abs=30), pytest.approx(400, abs=12))


def test_a_dark_view_asks_for_light_and_says_how_much() -> None:
    """Paper should be at 200."""
    found = calibrate(view(replace(GOOD, gain=Span(0.35, 0.35))))
    assert Trouble.TOO_DARK in found.troubles
    assert found.light == pytest.approx(200 / (0.35 * 215), rel=0.1)


def test_a_blurred_view_asks_for_focus() -> None:
    """Bars without sharp sides read today and not tomorrow."""
    found = calibrate(view(replace(GOOD, defocus_px=Span(1.9, 1.9))))
    assert Trouble.NO_FOCUS in found.troubles


def test_a_plate_as_bright_as_paper_is_said() -> None:
    """Bars would still be read, but a blank card would pass unseen."""
    frames = tuple(
        replace(f, luma=np.maximum(f.luma, 185) if f.luma.mean() < 60 else f.luma) for f in view()
    )
    assert Trouble.PLATE_TOO_BRIGHT in calibrate(frames).troubles
    assert Trouble.PLATE_TOO_BRIGHT not in calibrate(view()).troubles


def test_a_view_without_codes_says_what_to_do() -> None:
    """Nothing to learn from."""
    camera = SimulatedCamera(GOOD, 2)
    with pytest.raises(SourceError, match="draw a few cards slowly"):
        calibrate(tuple(camera.play(Wait(0.2))))
    with pytest.raises(SourceError, match="fewer than 4 frames"):
        calibrate(view()[:3])


def test_the_picture_shows_window_and_strips() -> None:
    """As large as the frame, with a line of figures below, in colour."""
    found = calibrate(view())
    picture = drawn(found)
    assert picture.shape == (434, 640, 3)
    amber = (picture == (40, 180, 255)).all(axis=2)
    assert amber[round(0.12 * 400)].mean() > 0.9
    assert amber[round(0.85 * 399)].mean() > 0.9
