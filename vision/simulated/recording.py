"""Shell: writes what a camera sees as a folder of pictures or a video, the truth beside it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Protocol

import cv2

from vision.frame import Frame, SourceError
from vision.simulated.shows import Truth

TRUTH_FILE = "truth.jsonl"


class FrameSink(Protocol):
    """Where frames are kept."""

    def write(self, frame: Frame) -> None:
        """Keep one frame. Raises SourceError where it cannot be written."""
        ...

    def close(self) -> None:
        """All frames are written."""
        ...


class FolderSink:
    """Frames as `00000001.png` and on in `folder`, which is made; PNG loses nothing."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder

    def write(self, frame: Frame) -> None:
        """As FrameSink says."""
        path = self._folder / f"{frame.number:08d}.png"
        # Level 1: four times faster than the default and a tenth larger on noisy frames.
        if not cv2.imwrite(str(path), frame.luma, (cv2.IMWRITE_PNG_COMPRESSION, 1)):
            raise SourceError(f"{path} cannot be written: is the disk full?")

    def close(self) -> None:
        """As FrameSink says."""


class VideoSink:
    """Frames as Motion JPEG in an AVI file, which every build of OpenCV writes and reads."""

    def __init__(self, path: Path, fps: float) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path, self._fps = path, fps
        self._writer: cv2.VideoWriter | None = None

    def write(self, frame: Frame) -> None:
        """As FrameSink says."""
        if self._writer is None:
            height, width = frame.luma.shape
            code = cv2.VideoWriter.fourcc(*"MJPG")
            self._writer = cv2.VideoWriter(
                str(self._path), code, self._fps, (width, height), isColor=False
            )
            if not self._writer.isOpened():
                raise SourceError(f"{self._path} cannot be written: is its folder writable?")
        self._writer.write(frame.luma)

    def close(self) -> None:
        """As FrameSink says."""
        if self._writer is not None:
            self._writer.release()


def truth_line(truth: Truth) -> str:
    """One pass as a line of JSON: Truth's fields by name; `kind` as `shoe scan` prints it."""
    return json.dumps(asdict(truth) | {"kind": truth.kind.value}, ensure_ascii=True)


def write_truth(truths: Iterable[Truth], folder: Path) -> None:
    """`truths` one a line, in order, as truth.jsonl in `folder`."""
    lines = "".join(truth_line(truth) + "\n" for truth in truths)
    (folder / TRUTH_FILE).write_text(lines, encoding="ascii")
