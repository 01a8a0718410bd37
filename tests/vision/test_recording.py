"""Whole recordings: folders of frames, read as the shoe's camera would have seen them."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.frame import Luma
from vision.recording import read_recording
from vision.settings import ReaderSettings
from vision.simulated.camera import SimulatedCamera
from vision.simulated.conditions import CLEAN, Span
from vision.simulated.shows import CardOut, Knocked, Print, Show, Wait

QUICK = replace(CLEAN, speed_m_s=Span(1.0, 1.6), pause_s=Span(0.04, 0.05))


def code(seed: int) -> str:
    number = random.Random(seed).randrange(10**8)
    return f"{number:08d}{98 - number * 100 % 97:02d}"


CARDS = tuple(Print(code(n), face) for n, face in enumerate(("8S", "KD", "AC", "4H")))


def filmed(*shows: Show, seed: int = 1) -> list[Luma]:
    camera = SimulatedCamera(QUICK, seed)
    return [frame.luma.copy() for show in shows for frame in camera.play(show)]


def told(frames: list[Luma], folder: Path) -> list[tuple[str, str | None]]:
    """What is read from `frames`, kept as a folder of pictures."""
    for number, luma in enumerate(frames, 1):
        cv2.imwrite(str(folder / f"{number:04d}.pgm"), luma)
    valid = frozenset(card.code for card in CARDS)
    passes = read_recording(folder, ReaderSettings(), valid, frozenset(), None)
    return [(one.kind.value, one.code) for one in passes]


@pytest.mark.parametrize("rest", [0.4, 0.7])
def test_a_card_that_rests_longest_is_not_taken_for_the_empty_mouth(
    tmp_path: Path, rest: float
) -> None:
    """Most frames of a recording may show one card at rest: its bars give it away."""
    before = filmed(Wait(0.06), CardOut(CARDS[0]), Wait(0.05))
    way = filmed(CardOut(CARDS[1]), Wait(0.06), seed=2)
    at = int(len(way) * rest * 0.6)
    frames = before + way[:at] + [way[at]] * (3 * len(before)) + way[at:]
    assert told(frames, tmp_path) == [("card", CARDS[0].code), ("card", CARDS[1].code)]


def test_cards_before_a_knock_and_after_it_are_read(tmp_path: Path) -> None:
    """The camera is moved in the middle: each part is held against its own empty mouth."""
    before = (Wait(0.2), CardOut(CARDS[0]), CardOut(CARDS[1]))
    after = (Knocked(6.0), Wait(0.3), CardOut(CARDS[2]), CardOut(CARDS[3]), Wait(0.1))
    seen = told(filmed(*before, *after), tmp_path)
    assert [one for one in seen if one[0] == "card"] == [("card", card.code) for card in CARDS]
    assert len(seen) <= 5


def test_a_recording_without_an_empty_mouth_or_bars_is_a_doubt(tmp_path: Path) -> None:
    """Nothing but a blank card on its way from first frame to last: said, not passed over."""
    frames = []
    for front in range(60, 340, 8):
        luma = np.full((400, 640), 235, np.uint8)
        luma[front : front + 50, 250:390] = 20
        frames.append(luma)
    assert told(frames, tmp_path) == [("unread", None)]
