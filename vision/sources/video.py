"""Shell: a video file as a frame source, through OpenCV. Knows nothing of what it shows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2

from vision.frame import Frame, SourceError
from vision.sources.picture import quiet


class VideoSource:
    """The frames of a video file as grey levels.

    `fps`: frames a second when it was taken; None: as the file says. Raises SourceError where the
    file is no video.
    """

    def __init__(self, path: Path, fps: float | None) -> None:
        if not path.is_file():
            raise SourceError(f"{path}: no such file")
        self._path = path
        with quiet():
            self._capture = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            raise SourceError(f"{path}: not a video that can be read; a folder of frames works too")
        told = self._capture.get(cv2.CAP_PROP_FPS)
        self._fps = fps or (told if 1 <= told <= 2000 else 120.0)

    def frames(self) -> Iterator[Frame]:
        """The frames in order; raises SourceError where not even the first can be read."""
        number = 0
        while True:
            with quiet():
                good, picture = self._capture.read()
            if not good:
                break
            number += 1
            if picture.ndim == 3:
                picture = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
            yield Frame(
                picture.astype("uint8", copy=False), round((number - 1) * 1e9 / self._fps), number
            )
        if number == 0:
            raise SourceError(f"{self._path}: no frame in it can be read")

    def close(self) -> None:
        """Close the file. May be called twice."""
        self._capture.release()
