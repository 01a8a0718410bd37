"""Shell: reads a whole recording, a folder or a video, as the shoe's camera would have seen it.

Looks through it once for the empty mouth, then reads it from its first frame. Knows no cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from vision.frame import Frame, SourceError
from vision.gate import Background, Grid, learn_views
from vision.passes import CardPass, PassKind, UnreadReason
from vision.reader import Reader, canonical
from vision.regions import find_regions, grid_of
from vision.settings import ReaderSettings
from vision.sources.folder import FolderSource
from vision.sources.picture import load_luma
from vision.sources.video import VideoSource

_SAMPLES = 160
_VIDEO_FRAMES = 1200  # how far into a video the empty mouth is looked for


def open_recording(path: Path, fps: float | None) -> FolderSource | VideoSource:
    """The folder or video at `path`; `fps` None: 120 for a folder, a video's own.

    Raises SourceError with one line where there is nothing to read.
    """
    if path.is_dir():
        return FolderSource(path, fps or 120.0)
    if path.exists():
        return VideoSource(path, fps)
    raise SourceError(f"{path}: no such file or folder")


def find_views(path: Path, settings: ReaderSettings) -> tuple[Background, ...]:
    """The empty mouth in the recording, and as it looks after each knock against the camera.

    A card that rests in the mouth is alike in many frames, too, but shows bars.
    """
    grids: list[Grid] = []
    empty: list[Grid] = []
    source = open_recording(path, None)
    try:
        match source:
            case FolderSource():
                step = max(len(source.files) // _SAMPLES, 1)
                for file in source.files[::step]:
                    _sample(Frame(load_luma(file), 0, 1), settings, grids, empty)
            case VideoSource():
                for frame in source.frames():
                    if frame.number > _VIDEO_FRAMES:
                        break
                    if frame.number <= _SAMPLES or frame.number % 8 == 0:
                        _sample(frame, settings, grids, empty)
    finally:
        source.close()
    return learn_views(tuple(empty)) or learn_views(tuple(grids))


def _sample(frame: Frame, settings: ReaderSettings, grids: list[Grid], empty: list[Grid]) -> None:
    field = canonical(frame.luma, settings)
    if min(field.shape) < 64:
        raise SourceError(
            f"the field is {field.shape[1]}x{field.shape[0]} pixels: give a region that lies "
            "within the picture, at least 64 pixels each way"
        )
    grids.append(grid_of(field))
    if not find_regions(field, 0, field.shape[0]):
        empty.append(grids[-1])


def read_recording(
    path: Path,
    settings: ReaderSettings,
    valid: frozenset[str],
    cuts: frozenset[str],
    fps: float | None,
) -> Iterator[CardPass]:
    """The passes in the recording, in order. Raises SourceError where it cannot be read."""
    views = find_views(path, settings)
    background = views[0] if views else None
    reader = Reader(
        settings, valid, cuts, background, recorded=background is None, others=views[1:]
    )
    source = open_recording(path, fps)
    told = False
    last: Frame | None = None
    try:
        for frame in source.frames():
            last = frame
            for one in reader.look(frame):
                told = True
                yield one
        for one in reader.flush():
            told = True
            yield one
        if background is None and not told and last is not None:
            # Neither the empty mouth nor any bars: whatever this shows, it is not nothing.
            reason = UnreadReason.COVERED
            yield CardPass(PassKind.UNREAD, 1, last.number, last.t_ns, reason=reason)
    finally:
        source.close()
        reader.close()
