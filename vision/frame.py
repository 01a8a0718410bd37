"""Pure: one picture with its time. Knows nothing of where it came from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Luma = NDArray[np.uint8]
"""Grey levels, shape (height, width), 0 black to 255 white."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture of the shoe's mouth.

    `luma` may be a view of memory that the source uses again: it is valid until the next
    frame is asked for, and whoever keeps it copies it. `t_ns` is the sensor's time in
    nanoseconds; a gap in it is a dropped frame. `number` counts from 1.
    """

    luma: Luma
    t_ns: int
    number: int


class FrameSource(Protocol):
    """Where frames come from: picamera2, a video, a folder, the simulated camera."""

    def frames(self) -> Iterator[Frame]:
        """Frames in order, until the source ends; raises SourceError when it breaks."""
        ...

    def close(self) -> None:
        """Give the device back. May be called twice."""
        ...


class SourceError(RuntimeError):
    """A source that cannot be opened or has broken; one line that says what to do."""
