"""Shell: a folder of picture files as a frame source. Knows nothing of what they show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import cv2

from vision.frame import Frame, Luma, SourceError

SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".pgm", ".ppm", ".bmp", ".tif", ".tiff", ".webp"})


def pictures(folder: Path) -> tuple[Path, ...]:
    """The picture files in `folder` by name; numbers in names count as numbers."""
    found = [path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES]
    return tuple(sorted(found, key=lambda path: _natural(path.name)))


def _natural(name: str) -> tuple[tuple[int, str], ...]:
    return tuple(
        (int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"([0-9]+)", name)
    )


def load_luma(path: Path) -> Luma:
    """The grey levels of a picture file. Raises SourceError where it is none."""
    luma = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    if luma is None:
        raise SourceError(f"{path}: not a picture that can be read (PNG, JPEG, PGM, BMP, TIFF)")
    return luma.astype("uint8", copy=False)


class FolderSource:
    """A folder's pictures as frames, `fps` a second. Raises SourceError where there are none."""

    def __init__(self, folder: Path, fps: float) -> None:
        try:
            self.files = pictures(folder)
        except OSError as error:
            raise SourceError(f"{folder}: cannot be read: {error.strerror}") from error
        if not self.files:
            raise SourceError(f"{folder}: no picture files in it (PNG, JPEG, PGM, BMP, TIFF)")
        self._fps = fps

    def frames(self) -> Iterator[Frame]:
        """One frame a file; raises SourceError at a file that is no picture or of another size."""
        shape = None
        for number, path in enumerate(self.files, 1):
            luma = load_luma(path)
            if shape is not None and luma.shape != shape:
                raise SourceError(
                    f"{path}: {luma.shape[1]}x{luma.shape[0]} pixels, the pictures before it "
                    f"{shape[1]}x{shape[0]}: frames of one camera have one size"
                )
            shape = luma.shape
            yield Frame(luma, round((number - 1) * 1e9 / self._fps), number)

    def close(self) -> None:
        """Nothing is held open."""
