"""Folders and videos as frame sources."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.frame import SourceError
from vision.sources.folder import FolderSource, pictures
from vision.sources.video import VideoSource


def write(path: Path, level: int, size: tuple[int, int] = (40, 64)) -> None:
    assert cv2.imwrite(str(path), np.full(size, level, np.uint8))


def test_pictures_come_by_name_with_numbers_as_numbers(tmp_path: Path) -> None:
    """frame10 comes after frame9, padded or not; other files are left out."""
    for name in ("frame10.png", "frame9.png", "frame1.pgm", "truth.jsonl", "frame2.jpg"):
        if name.endswith("jsonl"):
            (tmp_path / name).write_text("{}")
        else:
            write(tmp_path / name, 100)
    names = [path.name for path in pictures(tmp_path)]
    assert names == ["frame1.pgm", "frame2.jpg", "frame9.png", "frame10.png"]


def test_a_folders_frames_have_the_times_of_their_rate(tmp_path: Path) -> None:
    """Numbers from 1, times from 0."""
    for number in range(3):
        write(tmp_path / f"{number}.png", number * 10)
    frames = list(FolderSource(tmp_path, 100.0).frames())
    assert [(f.number, f.t_ns, int(f.luma[0, 0])) for f in frames] == [
        (1, 0, 0),
        (2, 10_000_000, 10),
        (3, 20_000_000, 20),
    ]


def test_an_empty_folder_is_said(tmp_path: Path) -> None:
    """Nothing to read is not an empty result."""
    with pytest.raises(SourceError, match="no picture files"):
        FolderSource(tmp_path, 120.0)


def test_a_file_that_is_no_picture_is_named(tmp_path: Path) -> None:
    """A broken file in the row is a lost frame: said, with its name."""
    write(tmp_path / "1.png", 10)
    (tmp_path / "2.png").write_bytes(b"not a picture")
    with pytest.raises(SourceError, match=r"2\.png"):
        list(FolderSource(tmp_path, 120.0).frames())


def test_frames_of_one_camera_have_one_size(tmp_path: Path) -> None:
    """A picture of another size does not belong here."""
    write(tmp_path / "1.png", 10)
    write(tmp_path / "2.png", 10, (48, 64))
    with pytest.raises(SourceError, match="one size"):
        list(FolderSource(tmp_path, 120.0).frames())


def test_a_videos_frames_are_grey_levels_at_its_rate(tmp_path: Path) -> None:
    """The file's rate, or the one told."""
    path = tmp_path / "v.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 50.0, (64, 40))
    for level in (20, 120):
        writer.write(np.full((40, 64, 3), level, np.uint8))
    writer.release()
    source = VideoSource(path, None)
    frames = list(source.frames())
    source.close()
    source.close()
    assert [(f.number, f.t_ns, f.luma.shape) for f in frames] == [
        (1, 0, (40, 64)),
        (2, 20_000_000, (40, 64)),
    ]
    assert abs(int(frames[1].luma.mean()) - 120) < 4
    assert [f.t_ns for f in VideoSource(path, 100.0).frames()] == [0, 10_000_000]


def test_a_file_that_is_no_video_is_said(tmp_path: Path) -> None:
    """One line, with what else would do."""
    path = tmp_path / "v.avi"
    path.write_bytes(b"no video at all")
    with pytest.raises(SourceError, match="not a video"):
        VideoSource(path, None)
    with pytest.raises(SourceError, match="no such file"):
        VideoSource(tmp_path / "none.avi", None)


def test_only_picture_files_are_frames(tmp_path: Path) -> None:
    """Folders and the dot files that some systems put beside each picture are passed over."""
    cv2.imwrite(str(tmp_path / "f2.png"), np.zeros((64, 64), np.uint8))
    (tmp_path / "._f2.png").write_bytes(b"not a picture")
    (tmp_path / "f1.png").mkdir()
    assert [path.name for path in pictures(tmp_path)] == ["f2.png"]


def test_a_librarys_complaints_stay_off_standard_error(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A broken picture is told in our one line alone."""
    path = tmp_path / "f1.png"
    cv2.imwrite(str(path), np.random.default_rng(1).integers(0, 255, (64, 64), np.uint8))
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(SourceError, match=r"f1\.png"):
        list(FolderSource(tmp_path, 120).frames())
    assert capfd.readouterr().err == ""
