"""What a simulated camera saw is kept as files that read back, with the truth beside them."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from vision.frame import Frame, SourceError
from vision.simulated.camera import SimulatedCamera
from vision.simulated.conditions import CLEAN
from vision.simulated.recording import FolderSink, FrameSink, VideoSink, write_truth
from vision.simulated.shows import CardOut, Print

CARD = Print("4821970357", "8S")


def written(sink: FrameSink) -> list[Frame]:
    """A card's pass, written to `sink`."""
    frames = list(SimulatedCamera(CLEAN, 1).play(CardOut(CARD)))
    for frame in frames:
        sink.write(frame)
    sink.close()
    return frames


def test_a_folder_holds_the_frames_as_they_were(tmp_path: Path) -> None:
    """PNG files in the order of their names, equal to the pixel."""
    frames = written(FolderSink(tmp_path / "f"))
    files = sorted((tmp_path / "f").iterdir())
    assert [file.name for file in files[:2]] == ["00000001.png", "00000002.png"]
    assert len(files) == len(frames)
    for file, frame in zip(files, frames, strict=True):
        assert (cv2.imread(str(file), cv2.IMREAD_UNCHANGED) == frame.luma).all()


def test_a_video_holds_every_frame(tmp_path: Path) -> None:
    """Size, rate and number of frames come back; pixels nearly so."""
    frames = written(VideoSink(tmp_path / "v" / "pass.avi", 120))
    video = cv2.VideoCapture(str(tmp_path / "v" / "pass.avi"))
    assert video.get(cv2.CAP_PROP_FPS) == 120
    for frame in frames:
        there, picture = video.read()
        assert there
        assert cv2.absdiff(picture[:, :, 0], frame.luma).mean() < 6
    assert not video.read()[0]


def test_the_truth_is_one_line_of_json_a_pass(tmp_path: Path) -> None:
    """Kinds are written as `shoe scan` prints them, so that the two can be compared."""
    camera = SimulatedCamera(CLEAN, 1)
    staged = camera.stage(CardOut(CARD))
    write_truth(staged.truth, tmp_path)
    (line,) = (tmp_path / "truth.jsonl").read_text().splitlines()
    truth = json.loads(line)
    assert (truth["kind"], truth["code"], truth["face"]) == ("card", CARD.code, "8S")
    assert truth["first_frame"] == staged.truth[0].first_frame
    assert truth["sound_codes"] == 2


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    """A folder that is gone is an error with the file's name, not silence."""
    sink = FolderSink(tmp_path / "f")
    (tmp_path / "f").rmdir()
    with pytest.raises(SourceError, match=r"00000001\.png cannot be written"):
        sink.write(SimulatedCamera(CLEAN, 1).idle())
