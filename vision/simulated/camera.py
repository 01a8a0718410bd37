"""Shell: the simulated camera: given what to show, frames with sensor times of its own clock.

Whoever drives it decides what is shown next; chance decides, from a seed, how it looks. The same
seed and the same shows give the same frames. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.random import Generator

from vision.frame import Frame, Luma, SourceError
from vision.simulated.conditions import Conditions
from vision.simulated.scene import Placed, Scene, pick
from vision.simulated.shows import (
    CameraGone,
    Covered,
    Knocked,
    LampOut,
    NoFrames,
    Show,
    Truth,
    Wait,
)
from vision.simulated.staging import Moving, Passing, Staged, in_view, staged

ROOM_LIGHT = 0.08
"""What is left of the light when the lamp fails."""


@dataclass(frozen=True, slots=True)
class Played:
    """What a show becomes: the truth about its passes, and its frames, drawn when asked for."""

    truth: tuple[Truth, ...]
    frames: Iterator[Frame]


class SimulatedCamera:
    """A camera that shows what it is told to.

    Frames come at `conditions.fps` on a clock of its own, without waiting; `t_ns` starts at 0.
    Not for two threads at once.
    """

    def __init__(self, conditions: Conditions, seed: int) -> None:
        self.conditions = conditions
        self._seed = seed
        self._shows = 0
        self._tick = 0
        self._number = 0
        # Finer than the picture would be pointless, coarser would show.
        self._card_px = 8 if conditions.px_per_mm <= 9 else 16
        self._scene = Scene(conditions, np.random.default_rng([seed, 0]), self._card_px)

    def play(self, show: Show) -> Iterator[Frame]:
        """The frames of `show` and of the pause after it.

        Raises SourceError where the show is a broken camera.
        """
        return self.stage(show).frames

    def idle(self) -> Frame:
        """One more frame of the empty view."""
        return self._frame(self._scene.empty())

    def stage(self, show: Show) -> Played:
        """`show` with the truth about it. All its frames are to be taken before the next show."""
        self._shows += 1
        match show:
            case Wait(seconds):
                return Played((), self._same(self._scene.empty, seconds))
            case Covered(seconds):
                return Played((), self._same(self._scene.covered, seconds))
            case LampOut(seconds):
                return Played((), self._same(lambda: self._scene.dark(ROOM_LIGHT), seconds))
            case NoFrames(seconds):
                self._tick += ceil(seconds * self.conditions.fps)
                return Played((), iter(()))
            case Knocked(by_mm):
                self._scene.knock(by_mm)
                return Played((), iter(()))
            case CameraGone():
                return Played((), self._broken())
            case _:
                return self._pass(show, np.random.default_rng([self._seed, self._shows]))

    def _pass(self, show: Passing, draw: Generator) -> Played:
        fps = self.conditions.fps
        now = staged(show, self.conditions, self._card_px, draw)
        ticks = ceil(max(card.path.duration_s for card in now.cards) * fps) + 1
        # The sensor's clock is not the card's: the first frame falls anywhere in its period.
        late = draw.random()
        kept = draw.random(ticks) >= self.conditions.dropped
        places = [
            tuple(card.at((tick + late) / fps) for card in now.cards) for tick in range(ticks)
        ]
        pause = ceil(pick(self.conditions.pause_s, draw) * fps)
        truth = tuple(
            self._truth(card, now, [placed[at] for placed in places], kept.tolist())
            for at, card in enumerate(now.cards)
        )
        return Played(truth, self._moved(now.covers, places, kept.tolist(), pause))

    def _truth(self, card: Moving, now: Staged, places: list[Placed], kept: list[bool]) -> Truth:
        numbers = np.cumsum(kept) + self._number
        high = self.conditions.field_height_mm
        seen = [
            int(number)
            for number, placed, there in zip(numbers, places, kept, strict=True)
            if there and in_view(placed, high)
        ]
        return Truth(
            kind=card.kind,
            code=card.code,
            face=card.face,
            first_frame=seen[0] if seen else 0,
            last_frame=seen[-1] if seen else 0,
            together=len(now.cards) > 1,
            outside=card.path.at(0)[0] > high,
            sound_codes=card.sound_codes,
            speed_m_s=round(now.speed_m_s, 3),
            tilt_deg=round(card.tilt_deg, 2),
            exposure_ms=round(self._scene.exposure_ms, 3),
            noise=round(self._scene.noise, 2),
            gain=round(self._scene.gain, 3),
            turned=card.turned,
            damage=card.worn.damage,
        )

    def _moved(
        self, covers: bool, places: list[tuple[Placed, ...]], kept: list[bool], pause: int
    ) -> Iterator[Frame]:
        high = self.conditions.field_height_mm
        for placed, there in zip(places, kept, strict=True):
            if not there:
                self._tick += 1
                continue
            seen = tuple(card for card in placed if in_view(card, high))
            # The scene lays later cards over earlier ones; in a shoe the first lies on top.
            ordered = seen if covers else seen[::-1]
            yield self._frame(self._scene.with_cards(ordered) if seen else self._scene.empty())
        for _ in range(pause):
            yield self.idle()

    def _same(self, view: Callable[[], Luma], seconds: float) -> Iterator[Frame]:
        for _ in range(ceil(seconds * self.conditions.fps)):
            yield self._frame(view())

    def _broken(self) -> Iterator[Frame]:
        raise SourceError("the simulated camera is gone, as it was told to; start again")
        yield self.idle()

    def _frame(self, luma: Luma) -> Frame:
        t_ns = self._tick * 1_000_000_000 // self.conditions.fps
        self._tick += 1
        self._number += 1
        return Frame(luma, t_ns, self._number)
