"""The simulated camera: repeatable frames, true truth, codes that other decoders read."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
import pytest
import zxingcpp
from pyzbar import pyzbar

from vision.frame import Frame, SourceError
from vision.passes import PassKind
from vision.simulated.camera import SimulatedCamera
from vision.simulated.conditions import CLEAN, ENVELOPE, TABLE, Conditions, Span
from vision.simulated.shows import (
    CameraGone,
    CardOut,
    Covered,
    CutOut,
    GoneBack,
    Knocked,
    LampOut,
    NoFrames,
    Peeked,
    Print,
    Show,
    SlidAgain,
    Spoiled,
    SpoiledOut,
    Stuck,
    Together,
    Wait,
)
from vision.symbologies import Symbology

CARD = Print("4821970357", "8S")
OTHER = Print("7316450211", "QD")
EVERY_PASS: tuple[Show, ...] = (
    CardOut(CARD),
    SpoiledOut(CARD),
    CutOut("1029384792"),
    GoneBack(CARD),
    Peeked(CARD),
    Together(CARD, OTHER),
    SlidAgain(CARD),
    Stuck(CARD, 0.3),
)


def read(frame: Frame) -> set[str]:
    """What either plain decoder reads in a whole frame."""
    symbols = pyzbar.decode(frame.luma, symbols=[pyzbar.ZBarSymbol.CODE128])
    found = zxingcpp.read_barcodes(frame.luma, formats=zxingcpp.BarcodeFormat.Code128)
    return {symbol.data.decode() for symbol in symbols} | {code.text for code in found}


def played(show: Show, conditions: Conditions = CLEAN, seed: int = 1) -> list[Frame]:
    return list(SimulatedCamera(conditions, seed).play(show))


def covered_by_card(frame: Frame) -> bool:
    """Whether anything as bright as paper is in a clean view."""
    return bool((frame.luma > 130).sum() > 200)


def test_the_same_seed_gives_the_same_frames_and_another_does_not() -> None:
    """All chance comes from the seed and the number of the show."""
    one, two, other = (
        np.stack([frame.luma for frame in played(CardOut(CARD), ENVELOPE, seed)][:5])
        for seed in (7, 7, 8)
    )
    assert (one == two).all()
    assert (one != other).any()


def test_frames_are_the_size_and_rate_that_the_conditions_name() -> None:
    """Luma planes, numbered from 1, at even times of the sensor's clock."""
    frames = played(CardOut(CARD), replace(CLEAN, width_px=1280, height_px=720, fps=100))
    assert {frame.luma.shape for frame in frames} == {(720, 1280)}
    assert {frame.luma.dtype.name for frame in frames} == {"uint8"}
    assert [frame.number for frame in frames] == list(range(1, len(frames) + 1))
    assert [frame.t_ns for frame in frames] == [10_000_000 * at for at in range(len(frames))]


@pytest.mark.parametrize("show", EVERY_PASS, ids=lambda show: type(show).__name__)
def test_the_truth_names_the_frames_with_the_card_in_view(show: Show) -> None:
    """Before the first, after the last and nowhere else the view is empty."""
    camera = SimulatedCamera(replace(CLEAN, tilt_deg=Span(-5, 5)), 3)
    staged = camera.stage(show)
    frames = list(staged.frames)
    first = min(truth.first_frame for truth in staged.truth)
    last = max(truth.last_frame for truth in staged.truth)
    if not isinstance(show, CutOut):  # whose plastic is dark: its code alone is bright
        seen = [frame.number for frame in frames if covered_by_card(frame)]
        assert first <= seen[0] <= first + 3
        assert last - 3 <= seen[-1] <= last
    assert last < frames[-1].number - 5, "an empty view follows, so that the pass can close"


def test_the_truth_says_what_each_show_was() -> None:
    """Kinds are those of `shoe scan`; two cards together are two passes."""
    camera = SimulatedCamera(CLEAN, 1)
    kinds = []
    for show in EVERY_PASS:
        staged = camera.stage(show)
        kinds += [(truth.kind, truth.code, truth.together, truth.outside) for truth in staged.truth]
        list(staged.frames)
    assert kinds == [
        (PassKind.CARD, CARD.code, False, False),
        (PassKind.UNREAD, None, False, False),
        (PassKind.CUT, "1029384792", False, False),
        (PassKind.REVERSED, CARD.code, False, False),
        (PassKind.PEEK, CARD.code, False, False),
        (PassKind.CARD, CARD.code, True, False),
        (PassKind.CARD, OTHER.code, True, False),
        (PassKind.CARD, CARD.code, False, True),
        (PassKind.CARD, CARD.code, False, False),
    ]


@pytest.mark.parametrize("turned", [0.0, 1.0])
def test_a_clean_card_reads_with_any_decoder_either_way_round(turned: float) -> None:
    """The bars are a Code 128 that decoders not of this house agree on."""
    frames = played(CardOut(CARD), replace(CLEAN, turned=turned))
    assert set().union(*map(read, frames)) == {CARD.code}


@pytest.mark.parametrize(
    ("symbology", "code"), [(Symbology.ITF, "4821970357"), (Symbology.EAN13, "4006381333931")]
)
def test_a_houses_own_symbology_can_be_shown(symbology: Symbology, code: str) -> None:
    """Sets that were imported can be tried without their cards."""
    found = {
        symbol.data.decode()
        for frame in played(CardOut(Print(code, "8S", symbology)))
        for symbol in pyzbar.decode(frame.luma, symbols=[pyzbar.ZBarSymbol[symbology.zbar]])
    }
    assert code in found


@pytest.mark.parametrize("how", list(Spoiled))
def test_a_spoiled_card_is_read_by_no_decoder(how: Spoiled) -> None:
    """What is shown as unreadable truly is."""
    for seed in range(4):
        assert set().union(*map(read, played(SpoiledOut(CARD, how), TABLE, seed))) == set()


def test_both_of_two_overlapping_cards_can_be_read_when_truth_says_so() -> None:
    """The truth counts a code as sound only where the other card leaves it bare."""
    for covers in (False, True):
        camera = SimulatedCamera(CLEAN, 2)
        staged = camera.stage(Together(CARD, OTHER, 25.0, covers))
        assert [truth.sound_codes for truth in staged.truth] == [[2, 1], [1, 2]][covers]
        assert set().union(*map(read, staged.frames)) == {CARD.code, OTHER.code}
        hidden = camera.stage(Together(CARD, OTHER, 5.0, covers))
        assert [truth.sound_codes for truth in hidden.truth] == [[2, 0], [0, 2]][covers]
        list(hidden.frames)


def test_motion_blurs_along_the_motion_only() -> None:
    """A fast card under a long exposure keeps its bars sharp and loses its pips' upper edges."""
    slow, fast = (
        max(
            played(CardOut(CARD), replace(CLEAN, speed_m_s=Span(v, v), exposure_ms=Span(1, 1))),
            key=lambda frame: int(frame.luma[100:300].astype(int).sum()),
        ).luma[20:380, 60:580]
        for v in (0.2, 2.0)
    )

    def sharpness(luma: np.ndarray, dx: int, dy: int) -> float:
        return float((cv2.Sobel(luma, cv2.CV_32F, dx, dy) ** 2).mean())

    assert sharpness(fast, 0, 1) < 0.5 * sharpness(slow, 0, 1)
    assert sharpness(fast, 1, 0) > 0.8 * sharpness(slow, 1, 0)


def test_lost_frames_leave_a_gap_in_the_sensors_time() -> None:
    """The frame's number goes on counting what arrives; the time tells what did not."""
    frames = played(CardOut(CARD), replace(CLEAN, dropped=0.3))
    gaps = {b.t_ns - a.t_ns for a, b in pairwise(frames)}
    assert max(gaps) >= 2 * 8_333_333
    assert [frame.number for frame in frames] == list(range(1, len(frames) + 1))


def test_the_faults_look_like_what_they_are() -> None:
    """Dark without a lamp, darker still behind a hand, elsewhere when knocked, then a gap."""
    camera = SimulatedCamera(CLEAN, 1)

    def mean(show: Show) -> float:
        return float(np.mean([frame.luma.mean() for frame in camera.play(show)]))

    empty = mean(Wait(0.1))
    assert mean(LampOut(0.1)) < 0.3 * empty
    assert mean(Covered(0.1)) < 0.7 * empty
    before = camera.idle()
    assert list(camera.play(Knocked(8.0))) == []
    assert list(camera.play(NoFrames(0.5))) == []
    after = camera.idle()
    assert after.t_ns - before.t_ns > 500_000_000
    assert cv2.absdiff(before.luma, after.luma).max() > 25
    with pytest.raises(SourceError, match="simulated camera is gone"):
        list(camera.play(CameraGone()))
