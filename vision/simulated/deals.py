"""Shell: passes of every kind without end, each with its truth: for benches and long tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

import numpy as np
from numpy.random import Generator

from vision.frame import Frame
from vision.simulated.camera import SimulatedCamera
from vision.simulated.conditions import Conditions
from vision.simulated.shows import (
    CardOut,
    CutOut,
    GoneBack,
    Peeked,
    Print,
    Show,
    SlidAgain,
    Spoiled,
    SpoiledOut,
    Together,
    Truth,
    Wait,
)

LEAD_IN_S: Final = 0.15
"""Empty view before each pass, in which a reader learns what empty looks like."""


@dataclass(frozen=True, slots=True)
class Taken:
    """One show, seen by a camera of its own: give it a reader of its own.

    `truth` holds one pass, or two where cards come together. `seed` is the camera's: a
    `SimulatedCamera` of it shows the same again (first `Wait(LEAD_IN_S)`, then `show`).
    """

    show: Show
    truth: tuple[Truth, ...]
    frames: Iterator[Frame]
    seed: int


Maker = Callable[[Print, Print, str, Generator], Show]
KINDS: Final[tuple[tuple[float, Maker], ...]] = (
    (0.70, lambda card, other, cut, draw: CardOut(card)),
    (0.08, lambda card, other, cut, draw: SpoiledOut(card, list(Spoiled)[draw.integers(4)])),
    (0.07, lambda card, other, cut, draw: _together(card, other, draw)),
    (0.05, lambda card, other, cut, draw: GoneBack(card)),
    (0.05, lambda card, other, cut, draw: Peeked(card)),
    (0.03, lambda card, other, cut, draw: CutOut(cut)),
    (0.02, lambda card, other, cut, draw: SlidAgain(card)),
)
"""Share of each kind of pass, and how one is made of two cards and the cut card's code."""


def passes(
    seed: int, count: int, conditions: Conditions, prints: Sequence[Print], cut_code: str
) -> Iterator[Taken]:
    """`count` shows of the kinds and shares of KINDS, over the whole of `conditions`.

    Cards are taken from `prints` (two at least) by chance; the cut card carries `cut_code`.
    """
    draw = np.random.default_rng([seed, 77])
    shares = [share for share, _ in KINDS]
    for _ in range(count):
        _, make = KINDS[int(draw.choice(len(KINDS), p=shares))]
        card, other = (prints[int(at)] for at in draw.choice(len(prints), 2, replace=False))
        show = make(card, other, cut_code, draw)
        yield taken(show, conditions, int(draw.integers(2**31)))


def taken(show: Show, conditions: Conditions, seed: int) -> Taken:
    """`show` before a new camera, after LEAD_IN_S of empty view."""
    camera = SimulatedCamera(conditions, seed)
    lead_in = list(camera.play(Wait(LEAD_IN_S)))
    played = camera.stage(show)
    return Taken(show, played.truth, chain(lead_in, played.frames), seed)


def _together(card: Print, other: Print, draw: Generator) -> Together:
    """Two cards over one another, from nearly all to hardly at all."""
    return Together(card, other, float(draw.uniform(2, 58)), bool(draw.random() < 0.3))
