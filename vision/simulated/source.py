"""Shell: the simulated camera as a frame source that another thread tells what to show.

Without a pace no time passes while nothing is to be shown: the source waits. With one, frames
come when they are due and the empty view goes on between shows, as with a real camera.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from vision.frame import Frame
from vision.simulated.camera import SimulatedCamera
from vision.simulated.shows import Show

_END: Final = None


@dataclass(frozen=True, slots=True)
class Pace:
    """Frames at `speed` times real time; `clock_s` counts seconds, `sleep` waits for some."""

    speed: float = 1.0
    clock_s: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


@dataclass(slots=True)
class SimulatedSource:
    """A FrameSource over `camera`. `show` and `end` may be called from any thread."""

    camera: SimulatedCamera
    pace: Pace | None = None
    _shows: queue.SimpleQueue[Show | None] = field(default_factory=queue.SimpleQueue)

    def show(self, *shows: Show) -> None:
        """Show these, one after the other, after what is already to be shown."""
        for show in shows:
            self._shows.put(show)

    def end(self) -> None:
        """End the frames once all that was to be shown has been."""
        self._shows.put(_END)

    def close(self) -> None:
        """As FrameSource says: frames end after the show that runs."""
        while not self._shows.empty():
            self._shows.get()
        self.end()

    def frames(self) -> Iterator[Frame]:
        """As FrameSource says."""
        return self._all() if self.pace is None else _paced(self._all(), self.pace)

    def _all(self) -> Iterator[Frame]:
        while True:
            try:
                show = self._shows.get(block=self.pace is None)
            except queue.Empty:
                yield self.camera.idle()
                continue
            if show is _END:
                return
            yield from self.camera.play(show)


def play_all(camera: SimulatedCamera, shows: Iterable[Show]) -> Iterator[Frame]:
    """The frames of all `shows`, one after the other."""
    for show in shows:
        yield from camera.play(show)


def _paced(frames: Iterator[Frame], pace: Pace) -> Iterator[Frame]:
    start_s: float | None = None
    for frame in frames:
        due_s = frame.t_ns / 1e9 / pace.speed
        if start_s is None:
            start_s = pace.clock_s() - due_s
        if (wait_s := start_s + due_s - pace.clock_s()) > 0:
            pace.sleep(wait_s)
        yield frame
