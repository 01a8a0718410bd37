"""Evidence: pictures kept by a thread of their own, hashed, for the last shoes only."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.evidence import EvidenceFolder, Kept, Lost, as_jpeg

PICTURE = np.tile(np.arange(0, 250, 2, dtype=np.uint8), (100, 1))


def test_a_picture_is_kept_whole_with_its_hash(tmp_path: Path) -> None:
    """What is told can be checked against the file."""
    told: list[Kept | Lost] = []
    folder = EvidenceFolder(tmp_path, 2, told.append)
    assert folder.keep("shoe-1", "0001-card", PICTURE) == "shoe-1/0001-card.jpg"
    folder.close()
    (kept,) = told
    assert isinstance(kept, Kept)
    data = (tmp_path / kept.path).read_bytes()
    assert hashlib.sha256(data).hexdigest() == kept.sha256
    assert len(data) == kept.size_bytes
    assert [path.name for path in (tmp_path / "shoe-1").iterdir()] == ["0001-card.jpg"]


def test_a_large_picture_is_made_small() -> None:
    """640 pixels at most along its longer side."""
    large = np.repeat(np.repeat(PICTURE, 8, 0), 12, 1)
    shown = cv2.imdecode(np.frombuffer(as_jpeg(large), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert shown is not None
    assert max(shown.shape) == 640


def test_only_the_last_shoes_are_kept(tmp_path: Path) -> None:
    """The oldest folder goes when another shoe begins."""
    folder = EvidenceFolder(tmp_path, 2, lambda _: None)
    for shoe in ("shoe-1", "shoe-2", "shoe-3"):
        folder.keep(shoe, "a", PICTURE)
    folder.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["shoe-2", "shoe-3"]


def test_the_oldest_shoe_is_the_lowest_number_whatever_the_clock_said(tmp_path: Path) -> None:
    """A clock without a battery goes back; above the current number lies an older journal's."""
    for at, shoe in enumerate(("shoe-00009", "shoe-00003", "shoe-00001", "shoe-00002")):
        (tmp_path / shoe).mkdir()
        (tmp_path / shoe / "a.jpg").touch()
        os.utime(tmp_path / shoe, (at, at))
    folder = EvidenceFolder(tmp_path, 3, lambda _: None)
    folder.keep("shoe-00004", "a", PICTURE)
    folder.close()
    assert names(tmp_path) == ["shoe-00002", "shoe-00003", "shoe-00004"]


def test_what_is_no_picture_of_a_shoe_stays(tmp_path: Path) -> None:
    """The folder may have been a house's before."""
    for name in ("holiday/a.jpg", "shoe-00001/notes.txt", "shoe-00001/a.jpg"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    folder = EvidenceFolder(tmp_path, 1, lambda _: None)
    folder.keep("shoe-00002", "a", PICTURE)
    folder.close()
    assert names(tmp_path) == ["holiday", "shoe-00001", "shoe-00002"]
    assert names(tmp_path / "shoe-00001") == ["notes.txt"]


def test_a_picture_that_is_there_is_never_overwritten(tmp_path: Path) -> None:
    """Its hash is in the journal; the new one is told lost."""
    told: list[Kept | Lost] = []
    (tmp_path / "shoe-1").mkdir()
    (tmp_path / "shoe-1" / "a.jpg").write_text("first")
    folder = EvidenceFolder(tmp_path, 2, told.append)
    folder.keep("shoe-1", "a", PICTURE)
    folder.close()
    assert told == [Lost("shoe-1/a.jpg", "a picture of this name is there already")]
    assert (tmp_path / "shoe-1" / "a.jpg").read_text() == "first"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_disk_that_refuses_loses_the_picture_and_says_so(tmp_path: Path) -> None:
    """The card counts all the same; nothing is raised in its way."""
    (tmp_path / "shoe-1").write_text("in the way")
    told: list[Kept | Lost] = []
    folder = EvidenceFolder(tmp_path, 2, told.append)
    folder.keep("shoe-1", "a", PICTURE)
    folder.close()
    assert [type(one) for one in told] == [Lost]
    assert told[0].path == "shoe-1/a.jpg"


def test_without_shoes_nothing_is_kept(tmp_path: Path) -> None:
    """`evidence.shoes = 0` switches it off."""
    folder = EvidenceFolder(tmp_path, 0, lambda _: None)
    assert folder.keep("shoe-1", "a", PICTURE) == ""
    folder.close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["", "../a", "a/b", ".hidden", "a b"])
def test_names_cannot_leave_the_folder(tmp_path: Path, name: str) -> None:
    """Letters, digits, point, line and underline."""
    folder = EvidenceFolder(tmp_path, 1, lambda _: None)
    with pytest.raises(ValueError, match="name evidence"):
        folder.keep("shoe-1", name, PICTURE)
    folder.close()
