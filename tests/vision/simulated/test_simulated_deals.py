"""Passes of every kind for benches: repeatable, each with a camera of its own."""

from __future__ import annotations

from collections import Counter

from vision.simulated.camera import SimulatedCamera
from vision.simulated.conditions import CLEAN, ENVELOPE
from vision.simulated.deals import KINDS, LEAD_IN_S, passes, taken
from vision.simulated.shows import CardOut, Print, Wait

PRINTS = (Print("4821970357", "8S"), Print("7316450211", "QD"), Print("2000471153", "AC"))


def test_the_same_seed_gives_the_same_passes() -> None:
    """A failure found in a bench can be shown again."""
    one, two = (list(passes(3, 30, ENVELOPE, PRINTS, "1029384792")) for _ in range(2))
    assert [(one.show, one.truth, one.seed) for one in one] == [
        (two.show, two.truth, two.seed) for two in two
    ]


def test_every_kind_comes_and_single_cards_most() -> None:
    """The shares add up to one and no kind is left out of a long bench."""
    assert abs(sum(share for share, _ in KINDS) - 1) < 1e-9
    seen = Counter(type(one.show).__name__ for one in passes(1, 150, CLEAN, PRINTS, "1029384792"))
    assert len(seen) == len(KINDS)
    assert seen.most_common(1)[0][0] == "CardOut"


def test_a_pass_begins_with_an_empty_view_and_can_be_shown_again_by_its_seed() -> None:
    """The frames are those of a camera of that seed: first empty, then the show."""
    one = taken(CardOut(PRINTS[0]), ENVELOPE, 9)
    frames = list(one.frames)
    camera = SimulatedCamera(ENVELOPE, 9)
    again = [*camera.play(Wait(LEAD_IN_S)), *camera.play(CardOut(PRINTS[0]))]
    assert len(frames) == len(again)
    assert all((a.luma == b.luma).all() for a, b in zip(frames, again, strict=True))
    assert one.truth[0].first_frame > LEAD_IN_S * ENVELOPE.fps - 1
