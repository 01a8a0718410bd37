"""Shell: one picture file, whatever a decoder library thinks of it. Knows nothing of its content.

Libraries write their complaints to standard error, where they would drown our one line.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Luma, SourceError

_HEAD = 4096  # of a PNG file's bytes: what it says of transparency comes first
_ALPHA_TYPES = (4, 6)
_PALETTE = 3
_MOST = 255.0


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Keep libraries' complaints off standard error meanwhile."""
    kept = os.dup(2)
    nothing = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nothing, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(nothing)
        os.close(kept)


def load_luma(path: Path) -> Luma:
    """The grey levels of a picture file. Raises SourceError where it is none."""
    if _is_transparent(path):
        return cast(Luma, cv2.cvtColor(load_colour(path), cv2.COLOR_BGR2GRAY))
    return _read(path, cv2.IMREAD_GRAYSCALE).astype("uint8", copy=False)


def load_colour(path: Path) -> Luma:
    """A picture file's colours, shape (height, width, 3); what is transparent lies on white.

    Raises SourceError where it is no picture.
    """
    if not _is_transparent(path):
        return _read(path, cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
    picture = _read(path, cv2.IMREAD_UNCHANGED)
    levels = picture.astype(np.float32) * (_MOST / np.iinfo(picture.dtype).max)
    if levels.ndim != 3 or levels.shape[2] != 4:
        return _read(path, cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
    solid = levels[:, :, 3:] / _MOST
    return cast(Luma, (levels[:, :, :3] * solid + _MOST * (1 - solid) + 0.5).astype(np.uint8))


def _read(path: Path, flags: int) -> NDArray[np.uint8]:
    try:
        with quiet():
            picture = cv2.imread(str(path), flags)
    except (cv2.error, MemoryError) as error:
        raise SourceError(f"{path}: too large a picture, or a broken one") from error
    if picture is None:
        raise SourceError(f"{path}: not a picture that can be read (PNG, JPEG, PGM, BMP, TIFF)")
    return cast("NDArray[np.uint8]", picture)


def _is_transparent(path: Path) -> bool:
    """Whether a PNG file has transparency; others are taken as they are."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError as error:
        raise SourceError(f"{path}: cannot be read: {error.strerror}") from error
    if not head.startswith(b"\x89PNG") or len(head) < 26:
        return False
    return head[25] in _ALPHA_TYPES or (head[25] == _PALETTE and b"tRNS" in head)
