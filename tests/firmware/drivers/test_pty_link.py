"""The far end's name: one shoe's at a time, and never at the cost of anybody's file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from firmware.drivers.port import PortError
from firmware.drivers.pty_cable import PtyCable


def test_a_file_of_that_name_is_refused_and_kept(tmp_path: Path) -> None:
    """A mistyped device must not cost a file; nor its lock one that has the lock's name."""
    (tmp_path / "notes").write_text("mine")
    with pytest.raises(PortError, match="is no link to a terminal"):
        PtyCable(tmp_path / "notes")
    assert (tmp_path / "notes").read_text() == "mine"
    (tmp_path / "tty.lock").write_text("mine")
    with pytest.raises(PortError, match=r"tty\.lock is no shoe's"):
        PtyCable(tmp_path / "tty")
    assert (tmp_path / "tty.lock").read_text() == "mine"


def test_another_programs_link_is_refused_and_kept(tmp_path: Path) -> None:
    """Also one to a terminal that is there: whoever made it may be using it."""
    master, slave = os.openpty()
    for target in ("/etc/hostname", os.ttyname(slave)):
        link = tmp_path / "tty"
        link.symlink_to(target)
        with pytest.raises(PortError, match="another program's link"):
            PtyCable(link)
        assert os.readlink(link) == target
        link.unlink()
    os.close(slave)
    os.close(master)


def test_a_running_shoe_keeps_its_name(tmp_path: Path) -> None:
    """A second one is refused, and the first one's readers still find it."""
    first = PtyCable(tmp_path / "tty")
    with pytest.raises(PortError, match="another shoe has this name; stop it first"):
        PtyCable(tmp_path / "tty")
    assert os.readlink(tmp_path / "tty") == first.reader_end
    first.close()
    assert not (tmp_path / "tty").is_symlink()


def test_a_shoe_that_died_gives_its_name_to_the_next(tmp_path: Path) -> None:
    """Also where its terminal's number has become somebody else's meanwhile."""
    master, slave = os.openpty()
    (tmp_path / "tty").symlink_to(os.ttyname(slave))
    (tmp_path / "tty.lock").write_text(f"{os.ttyname(slave)}\n")
    cable = PtyCable(tmp_path / "tty")
    assert os.readlink(tmp_path / "tty") == cable.reader_end
    cable.close()
    os.close(slave)
    os.close(master)


def test_no_link_is_made_among_the_devices() -> None:
    """`kind` is "pty" where it is not written: a real device's name must not be replaced."""
    with pytest.raises(PortError, match='kind = "serial"'):
        PtyCable(Path("/dev/dealer-shoe-test"))
