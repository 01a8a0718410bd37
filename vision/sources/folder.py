"""Shell: a folder of picture files as a frame source. Knows nothing of what they show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from vision.frame import Frame, SourceError
from vision.sources.picture import load_luma

SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".pgm", ".ppm", ".bmp", ".tif", ".tiff", ".webp"})


def pictures(folder: Path) -> tuple[Path, ...]:
    """The picture files in `folder` by name; numbers in names count as numbers.

    A name that begins with a dot is no picture: some systems put such a file beside each one.
    """
    found = [
        path
        for path in folder.iterdir()
        if path.suffix.lower() in SUFFIXES and not path.name.startswith(".") and path.is_file()
    ]
    return tuple(sorted(found, key=lambda path: _natural(path.name)))


def _natural(name: str) -> tuple[tuple[int, str], ...]:
    return tuple(
        (int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"([0-9]+)", name)
    )


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
