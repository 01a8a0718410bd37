"""Shell: keeps the sharpest picture of each pass as a small JPEG, by a thread of its own.

Whoever hands a picture over never waits: encoding, hashing and the disk are the thread's. Knows
no cards; folders are named by shoe, pictures by pass.
"""

from __future__ import annotations

import errno
import hashlib
import os
import queue
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import cv2

from vision.frame import Luma

_WAITING = 32  # pictures that may wait for the disk: a minute of dealing
_LONGEST_PX = 640
_QUALITY = 70
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,80}")
_SHOE = re.compile(r"(no-)?shoe(-[0-9]+)?")


@dataclass(frozen=True, slots=True)
class Kept:
    """A picture that lies on the disk: `path` within the evidence folder, `sha256` of the file."""

    path: str
    sha256: str
    size_bytes: int


@dataclass(frozen=True, slots=True)
class Lost:
    """A picture that could not be kept, and why. The card counts all the same."""

    path: str
    why: str


def as_jpeg(picture: Luma) -> bytes:
    """`picture` as a JPEG of 640 pixels at most along its longer side, about 20 kB."""
    scale = _LONGEST_PX / max(picture.shape)
    if scale < 1:
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        picture = cast(Luma, small)
    good, encoded = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, _QUALITY))
    if not good:
        raise ValueError("OpenCV cannot encode this picture as JPEG")
    return encoded.tobytes()


class EvidenceFolder:
    """Pictures under `folder`, one folder a shoe, of which the last `shoes` are kept.

    Shoes are called `shoe-` and a number that counts up, `no-shoe` what was seen between them.
    Folders of other names, and files that are no pictures, are somebody else's and stay.
    `told` is called from the folder's own thread with each outcome. With `shoes` 0 nothing is
    kept and nothing told.
    """

    def __init__(self, folder: Path, shoes: int, told: Callable[[Kept | Lost], None]) -> None:
        self._folder = folder
        self._shoes = shoes
        self._told = told
        self._queue: queue.Queue[tuple[str, str, Luma] | None] = queue.Queue(_WAITING)
        self._thread = threading.Thread(target=self._run, name="evidence", daemon=True)
        self._thread.start()

    def keep(self, shoe: str, name: str, picture: Luma) -> str:
        """Have `picture` kept as `shoe`/`name`.jpg; the path, or empty if nothing is kept.

        Returns at once. `picture` must not be written to afterwards. Names are letters, digits,
        `.`, `_` and `-`; raises ValueError for others.
        """
        if not self._shoes:
            return ""
        for part in (shoe, name):
            if not _NAME.fullmatch(part):
                raise ValueError(f"{part!r}: letters, digits, . _ and - name evidence")
        path = f"{shoe}/{name}.jpg"
        try:
            self._queue.put_nowait((shoe, path, picture))
        except queue.Full:
            self._told(Lost(path, "the disk is too slow: pictures wait"))
        return path

    def close(self) -> None:
        """Write what waits, then end the thread."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (job := self._queue.get()) is not None:
            shoe, path, picture = job
            try:
                self._told(self._write(path, as_jpeg(picture)))
                self._forget(shoe)
            except OSError as error:
                self._told(Lost(path, error.strerror or "cannot be written"))

    def _write(self, path: str, jpeg: bytes) -> Kept:
        target = self._folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists():
            raise FileExistsError(errno.EEXIST, "a picture of this name is there already")
        # Whole or not at all: a power cut leaves no half picture under the final name.
        part = target.with_suffix(".part")
        part.write_bytes(jpeg)
        os.replace(part, target)
        return Kept(path, hashlib.sha256(jpeg).hexdigest(), len(jpeg))

    def _forget(self, current: str) -> None:
        """Remove the pictures of the oldest shoes beyond those to keep, never the current one's."""
        found = [path for path in self._folder.iterdir() if _SHOE.fullmatch(path.name)]
        old = [path for path in found if path.is_dir() and path.name != current]
        # By number, not by time: a clock without a battery goes back. Above the current number
        # are only shoes of a journal before this one.
        old.sort(key=lambda path: (_age(path.name) < _age(current), _age(path.name)))
        for folder in old[: max(len(old) - max(self._shoes - 1, 0), 0)]:
            for picture in (*folder.glob("*.jpg"), *folder.glob("*.part")):
                picture.unlink(missing_ok=True)
            if not any(folder.iterdir()):
                folder.rmdir()


def _age(name: str) -> int:
    """The shoe's number, 0 for what is none."""
    return int(name.rpartition("-")[2]) if name[-1].isdecimal() else 0
