"""`shoe scan` and `shoe calibrate`: the forms that other programs rely on (cli.md)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

FRAMES = Path(__file__).parents[2] / "vision" / "frames" / "deal"
SHOE = (sys.executable, "-c", "from firmware.cli import main; main()")
# Two cards, a peek of the second before it, a card inked over, a cut card without a code.
DEALT = [
    {"pass": 1, "kind": "card", "code": "9701256054", "first_frame": 6, "last_frame": 12},
    {"pass": 2, "kind": "peek", "code": "9210747327", "first_frame": 20, "last_frame": 34},
    {"pass": 3, "kind": "card", "code": "9210747327", "first_frame": 41, "last_frame": 48},
    {"pass": 4, "kind": "unread", "code": None, "first_frame": 56, "last_frame": 62},
    {"pass": 5, "kind": "cut", "code": None, "first_frame": 70, "last_frame": 76},
]


def shoe(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        (*SHOE, *map(str, arguments)), capture_output=True, text=True, check=False
    )


def lines(*arguments: str | Path) -> list[dict[str, Any]]:
    done = shoe(*arguments, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def without_votes(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The passes' places and codes; how many frames agreed is the reader's own business."""
    names = ("pass", "kind", "code", "first_frame", "last_frame")
    return [{name: one[name] for name in names} for one in found]


def test_a_folder_of_frames() -> None:
    """One JSON value a pass, frames from 1, at least two votes for what counts."""
    found = lines("scan", FRAMES)
    assert without_votes(found) == DEALT
    assert all(one["votes"] >= 2 for one in found if one["code"])
    assert found[3]["reason"] == "no_code"


def test_a_video_of_the_same_frames(tmp_path: Path) -> None:
    """Seen as the camera sees them, whatever they are kept in."""
    path = tmp_path / "deal.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 120.0, (400, 250))
    for file in sorted(FRAMES.iterdir()):
        picture = cv2.imread(str(file))
        assert picture is not None
        writer.write(picture)
    writer.release()
    assert without_votes(lines("scan", path)) == DEALT


def test_motion_and_region(tmp_path: Path) -> None:
    """Turned and laid into a larger picture: the same passes."""
    for file in sorted(FRAMES.iterdir()):
        luma = cv2.imread(str(file), cv2.IMREAD_GRAYSCALE)
        assert luma is not None
        larger = np.full((480, 300), 120, np.uint8)
        larger[30:430, 20:270] = np.rot90(luma)
        assert cv2.imwrite(str(tmp_path / file.name), larger)
    found = lines("scan", tmp_path, "--motion", "right", "--roi", "20,30,250,400")
    assert without_votes(found) == DEALT


def test_a_code_book_makes_other_codes_strangers(tmp_path: Path) -> None:
    """With --codes only the set's codes count."""
    book = tmp_path / "book.csv"
    book.write_text("code,card,deck\n9701256054,8S,1\n")
    found = lines("scan", FRAMES, "--codes", book)
    assert [one["kind"] for one in found] == ["card", "peek", "unread", "unread", "cut"]
    assert found[2]["reason"] == "stranger"
    plain = shoe("scan", FRAMES, "--codes", book).stdout.splitlines()
    assert "9701256054 8S#1" in plain[0]


def test_stills_are_told_file_by_file() -> None:
    """One JSON value a picture, whether or not a code is in it."""
    found = lines("scan", "--stills", FRAMES / "001.jpg", FRAMES / "009.jpg")
    assert [Path(one["file"]).name for one in found] == ["001.jpg", "009.jpg"]
    assert [one["codes"] for one in found] == [
        [],
        [{"symbology": "CODE128", "text": "9701256054"}],
    ]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("no-such-folder",), "no such file or folder"),
        ((FRAMES, "--roi", "1,2"), "four whole numbers"),
        ((FRAMES, "--roi", "390,0,300,250"), "lies within the picture"),
        ((FRAMES, "--codes", "none.csv"), "none.csv"),
        ((FRAMES, FRAMES), "one recording at a time"),
        ((FRAMES, "--any"), "--stills"),
        ((FRAMES, "--motion", "sideways"), "sideways"),
        (("--stills", "none.png"), "none.png: no such file"),
        ((Path(__file__),), "not a video"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(arguments: tuple[str | Path, ...], says: str) -> None:
    """Never a traceback."""
    done = shoe("scan", *arguments)
    assert done.returncode == 2
    assert says in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


def test_calibrate_writes_a_picture_and_a_configuration(tmp_path: Path) -> None:
    """What it writes, `shoe config check` finds nothing wrong with."""
    picture, out = tmp_path / "c.png", tmp_path / "c.toml"
    done = shoe("calibrate", FRAMES, "--picture", picture, "--out", out, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert (found["motion"], found["roi"], found["troubles"]) == ("down", None, [])
    drawn = cv2.imread(str(picture))
    assert drawn is not None
    assert drawn.shape == (284, 400, 3)
    assert 'motion = "down"' in out.read_text()
    assert shoe("config", "check", out).returncode == 0


def test_calibrating_on_nothing_is_one_line(tmp_path: Path) -> None:
    """An empty view, and a folder of nothing."""
    done = shoe("calibrate", tmp_path)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_stills_go_on_after_a_bad_picture(tmp_path: Path) -> None:
    """The good ones are told, the bad one is named at the end, exit 2."""
    good = sorted(FRAMES.iterdir())[0].read_bytes()
    for name, content in (("a.png", good), ("b.png", b""), ("c.png", good)):
        (tmp_path / name).write_bytes(content)
    done = shoe("scan", "--stills", tmp_path, "--json")
    told = [json.loads(line)["file"] for line in done.stdout.splitlines()]
    assert [Path(file).name for file in told] == ["a.png", "c.png"]
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "b.png" in done.stderr


@pytest.mark.parametrize("fps", ["nan", "inf", "-inf", "0", "-5"])
def test_a_frame_rate_is_a_number(fps: str) -> None:
    """Anything else: one line and exit 2."""
    done = shoe("scan", FRAMES, "--fps", fps)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "fps" in done.stderr
