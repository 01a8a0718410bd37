"""A demonstration clears away what an earlier one left, and nothing of anybody else's."""

from __future__ import annotations

from pathlib import Path

import pytest

from display.demo_folder import JOURNAL, MARK, FolderError, make_room
from firmware.drivers.journal import Journal, JournalError

LEFT = (JOURNAL, "feed.jsonl", "evidence/shoe-00001/0001-1-000001-card.jpg", "oled/oled-00001.png")


def fill(out: Path, names: tuple[str, ...]) -> None:
    for name in names:
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_text("kept")


def files(out: Path) -> list[str]:
    return sorted(str(path.relative_to(out)) for path in out.rglob("*") if path.is_file())


def test_a_folder_of_something_else_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    """A house's journal and evidence have the very names that a demonstration uses."""
    fill(tmp_path, LEFT)
    with pytest.raises(FolderError, match="name a new or empty folder"):
        make_room(tmp_path)
    assert files(tmp_path) == sorted(LEFT)


def test_only_what_a_demonstration_made_goes(tmp_path: Path) -> None:
    """A file put beside or among its files stays."""
    make_room(tmp_path / "out")
    own = ("notes.txt", "evidence/holiday.jpg", "oled/photo.png")
    fill(tmp_path / "out", (*LEFT, *own))
    make_room(tmp_path / "out")
    assert files(tmp_path / "out") == sorted((*own, MARK, f"{JOURNAL}.lock"))


def test_a_journal_that_a_shoe_writes_is_not_touched(tmp_path: Path) -> None:
    """Whose lock is held is in use."""
    make_room(tmp_path)
    with Journal.open(tmp_path / JOURNAL):
        with pytest.raises(JournalError, match="is writing it; stop it first"):
            make_room(tmp_path)
        assert (tmp_path / JOURNAL).exists()


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    """What lies behind it is not the demonstration's."""
    make_room(tmp_path / "out")
    fill(tmp_path / "house", ("shoe-00001/a.jpg",))
    (tmp_path / "out" / "evidence").symlink_to(tmp_path / "house")
    with pytest.raises(FolderError, match="is a link"):
        make_room(tmp_path / "out")
    assert files(tmp_path / "house") == ["shoe-00001/a.jpg"]
