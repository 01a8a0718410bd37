"""The whole reader on frames of the simulated camera: what passes is what comes out."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest

from vision.frame import Frame
from vision.passes import CardPass, UnreadReason
from vision.reader import Reader, canonical
from vision.settings import Motion, ReaderSettings, Roi
from vision.simulated.camera import SimulatedCamera
from vision.simulated.conditions import CLEAN, ENVELOPE, TABLE, Conditions, Span
from vision.simulated.shows import (
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


def code(seed: int) -> str:
    number = random.Random(seed).randrange(10**8)
    return f"{number:08d}{98 - number * 100 % 97:02d}"


CARDS = tuple(Print(code(n), face) for n, face in enumerate(("8S", "KD", "AC", "4H", "TD", "QS")))
VALID = frozenset(card.code for card in CARDS)
QUICK = replace(CLEAN, speed_m_s=Span(1.0, 1.6), pause_s=Span(0.04, 0.05))


def seen(
    *shows: Show,
    conditions: Conditions = QUICK,
    settings: ReaderSettings | None = None,
    valid: frozenset[str] = VALID,
    cut: str | None = None,
    seed: int = 1,
) -> tuple[list[CardPass], list[UnreadReason]]:
    """The passes, and the troubles that stood between them."""
    reader = Reader(settings or ReaderSettings(), valid, frozenset({cut} - {None}))
    camera = SimulatedCamera(conditions, seed)
    passes: list[CardPass] = []
    troubles: list[UnreadReason] = []
    for show in (Wait(0.2), *shows, Wait(0.1)):
        for frame in camera.play(show):
            passes += reader.look(frame)
            if (trouble := reader.trouble) and trouble not in troubles[-1:]:
                troubles.append(trouble)
    passes += reader.flush()
    reader.close()
    return passes, troubles


def told(passes: Iterable[CardPass]) -> list[tuple[str, str | None]]:
    return [(one.kind.value, one.code) for one in passes]


def test_cards_come_out_in_the_order_drawn() -> None:
    """Each once, with its code."""
    passes, troubles = seen(*(CardOut(card) for card in CARDS))
    assert told(passes) == [("card", card.code) for card in CARDS]
    assert troubles == []
    assert not any(one.together or one.outside for one in passes)


@pytest.mark.parametrize("seed", range(4))
def test_cards_come_out_over_the_envelope(seed: int) -> None:
    """Noise, tilt, perspective, blur, low light: no card wrong, none twice, none missed."""
    hard = replace(ENVELOPE, scratches=Span(0, 0), dirt=Span(0, 0), glare=0.0, reflection=0.0)
    passes, _ = seen(*(CardOut(card) for card in CARDS[:4]), conditions=hard, seed=seed)
    assert told(passes) == [("card", card.code) for card in CARDS[:4]]


def test_a_larger_picture_reads_as_well() -> None:
    """1280x720 as 640x400."""
    large = replace(TABLE, width_px=1280, height_px=720, speed_m_s=Span(1.0, 1.4))
    passes, _ = seen(CardOut(CARDS[0]), CardOut(CARDS[1]), conditions=large)
    assert told(passes) == [("card", CARDS[0].code), ("card", CARDS[1].code)]


def test_what_goes_back_in_is_no_card() -> None:
    """A peek and a reversal, then the same card out: one card."""
    passes, _ = seen(Peeked(CARDS[0]), GoneBack(CARDS[0]), CardOut(CARDS[0]))
    assert told(passes) == [(kind, CARDS[0].code) for kind in ("peek", "reversed", "card")]


def test_a_card_slid_again_comes_from_outside() -> None:
    """Marked, so that it is never taken for the shoe's next card."""
    passes, _ = seen(CardOut(CARDS[0]), SlidAgain(CARDS[1]))
    assert [(one.code, one.outside) for one in passes] == [
        (CARDS[0].code, False),
        (CARDS[1].code, True),
    ]


@pytest.mark.parametrize("how", list(Spoiled))
def test_a_card_nobody_can_read_is_unread(how: Spoiled) -> None:
    """Blank, a back, inked over, scraped: said, never guessed, and never the cut card."""
    passes, _ = seen(CardOut(CARDS[0]), SpoiledOut(CARDS[1], how))
    assert told(passes) == [("card", CARDS[0].code), ("unread", None)]
    assert passes[1].reason in (UnreadReason.NO_CODE, UnreadReason.TOO_FEW_VOTES)


def test_the_cut_card_is_told_with_and_without_a_code() -> None:
    """By its own code, or by its plain dark plastic."""
    cut = code(99)
    passes, _ = seen(CardOut(CARDS[0]), CutOut(cut), CutOut(None), valid=VALID | {cut}, cut=cut)
    assert told(passes) == [("card", CARDS[0].code), ("cut", cut), ("cut", None)]


def test_a_code_of_no_set_is_a_stranger() -> None:
    """A sound code that is not in the books is unread, with its text."""
    (only,), _ = seen(CardOut(CARDS[0]), valid=VALID - {CARDS[0].code})
    assert (only.kind.value, only.code, only.reason) == (
        "unread",
        CARDS[0].code,
        UnreadReason.STRANGER,
    )


def test_without_a_book_any_sound_code_counts() -> None:
    """`shoe scan` without --codes: ten digits with their check digits."""
    passes, _ = seen(CardOut(CARDS[0]), valid=frozenset())
    assert told(passes) == [("card", CARDS[0].code)]
    unsound = Print(CARDS[0].code[:-1] + str((int(CARDS[0].code[-1]) + 1) % 10), "8S")
    passes, _ = seen(CardOut(unsound), valid=frozenset())
    assert told(passes) == [("unread", None)]


@pytest.mark.parametrize("behind_mm", [14.0, 30.0, 50.0])
@pytest.mark.parametrize("covers", [False, True])
def test_two_cards_together_are_both_told_in_order(behind_mm: float, covers: bool) -> None:
    """In order of first sight, each marked as drawn together."""
    passes, _ = seen(Together(CARDS[0], CARDS[1], behind_mm, covers))
    assert told(passes) == [("card", CARDS[0].code), ("card", CARDS[1].code)]
    assert [one.together for one in passes] == [True, True]


def test_a_second_card_hidden_behind_the_first_is_a_doubt() -> None:
    """Its codes are covered; the pass is longer than a card."""
    settings = ReaderSettings(card_length=63 / QUICK.field_height_mm)
    hidden = Print("", "KD")
    passes, _ = seen(
        Together(CARDS[0], replace(hidden, code=CARDS[1].code), 6.0),
        settings=settings,
        valid=frozenset({CARDS[0].code}),
    )
    assert told(passes)[0] == ("card", CARDS[0].code)
    assert [one.together for one in passes] == [True, True]
    assert passes[1].kind.value == "unread"


def test_a_card_left_in_the_window_is_trouble_until_it_leaves() -> None:
    """While it lies there the shoe must not be dealt from; when it leaves, it counts once."""
    settings = ReaderSettings(stuck_s=0.3)
    passes, troubles = seen(Stuck(CARDS[0], 0.8), CardOut(CARDS[1]), settings=settings)
    assert told(passes) == [("card", CARDS[0].code), ("card", CARDS[1].code)]
    assert troubles == [UnreadReason.STUCK]


def test_a_covered_window_is_trouble_and_a_doubt() -> None:
    """Cards may have gone by behind the hand."""
    settings = ReaderSettings(stuck_s=0.3)
    passes, troubles = seen(CardOut(CARDS[0]), Covered(0.6), Wait(0.1), settings=settings)
    assert told(passes) == [("card", CARDS[0].code), ("unread", None)]
    assert passes[1].reason is UnreadReason.COVERED
    assert troubles == [UnreadReason.COVERED]


def test_a_failed_lamp_is_trouble_and_a_doubt() -> None:
    """Dark is not empty."""
    passes, troubles = seen(CardOut(CARDS[0]), LampOut(0.3), Wait(0.1), CardOut(CARDS[1]))
    assert [one.reason for one in passes] == [None, UnreadReason.LAMP, None]
    assert troubles == [UnreadReason.LAMP]


def test_a_moved_camera_is_said_once_and_then_reads_again() -> None:
    """The new view is learned after the doubt has been told."""
    settings = ReaderSettings(stuck_s=0.3)
    passes, _ = seen(
        CardOut(CARDS[0]), Knocked(8.0), Wait(0.7), CardOut(CARDS[1]), settings=settings
    )
    assert told(passes) == [
        ("card", CARDS[0].code),
        ("unread", None),
        ("card", CARDS[1].code),
    ]
    assert passes[1].reason is UnreadReason.MOVED


def test_a_silent_camera_is_a_doubt() -> None:
    """A card goes by in 48 ms; longer silence may have been one."""
    passes, _ = seen(CardOut(CARDS[0]), NoFrames(0.2), CardOut(CARDS[1]))
    assert [one.reason for one in passes] == [None, UnreadReason.GAP, None]


def test_a_card_that_passes_before_the_mouth_was_ever_seen_empty_is_a_doubt() -> None:
    """What moves by before the background is learned is told as unread."""
    reader = Reader(ReaderSettings(), VALID)
    camera = SimulatedCamera(replace(QUICK, pause_s=Span(0.3, 0.3)), 1)
    frames = [*[camera.idle() for _ in range(9)], *camera.play(CardOut(CARDS[0]))]
    passes = [one for frame in frames for one in reader.look(frame)]
    assert [(one.kind.value, one.reason) for one in passes] == [("unread", UnreadReason.COVERED)]


def test_a_mouth_that_is_never_empty_is_trouble() -> None:
    """A reader that cannot learn its background must say that it sees nothing."""
    reader = Reader(ReaderSettings(), VALID)
    draw = np.random.default_rng(1)
    for number in range(1, 420):
        luma = draw.integers(0, 255, (100, 160)).astype(np.uint8).repeat(2, 0).repeat(2, 1)
        assert reader.look(Frame(luma, number * 8_333_333, number)) == ()
    assert reader.trouble is UnreadReason.COVERED


@pytest.mark.parametrize("motion", list(Motion))
def test_cards_may_travel_any_way(motion: Motion) -> None:
    """The same frames turned: the same passes."""
    camera = SimulatedCamera(QUICK, 1)
    reader = Reader(ReaderSettings(motion=motion), VALID)
    turn = {Motion.DOWN: 0, Motion.RIGHT: 1, Motion.UP: 2, Motion.LEFT: 3}[motion]
    passes: list[CardPass] = []
    for show in (Wait(0.2), CardOut(CARDS[0]), Peeked(CARDS[1])):
        for frame in camera.play(show):
            passes += reader.look(replace(frame, luma=np.rot90(frame.luma, turn)))
    assert told(passes) == [("card", CARDS[0].code), ("peek", CARDS[1].code)]


def test_the_region_is_cut_out_without_copying() -> None:
    """Motion and region are views of the camera's own memory."""
    luma = np.arange(200 * 300, dtype=np.uint32).astype(np.uint8).reshape(200, 300)
    settings = ReaderSettings(motion=Motion.UP, roi=Roi(10, 20, 100, 80))
    field = canonical(luma, settings)
    assert field.shape == (80, 100)
    assert field[0, 0] == luma[99, 109]
    assert np.shares_memory(field, luma)


def test_the_sharpest_picture_of_a_pass_is_kept() -> None:
    """A copy, with a code in it, for the evidence."""
    camera = SimulatedCamera(QUICK, 1)
    reader = Reader(ReaderSettings(), VALID)
    for show in (Wait(0.2), CardOut(CARDS[0])):
        for frame in camera.play(show):
            if reader.look(frame):
                picture = reader.picture
    assert picture is not None
    assert picture.shape == (400, 640)
    assert picture.mean() > 100
