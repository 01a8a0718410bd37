"""The command `shoe` as a process: what it says where its output can't go."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SHOE = (sys.executable, "-c", "from firmware.cli import main; main()")
FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("words", ["coup 4S 9H 5D 9C", "config show", "replay -", "--help"])
def test_a_full_disk_is_one_line_and_exit_1(words: str) -> None:
    """Whether it shows at once, at the end of the command, or when the interpreter ends."""
    with FULL.open("wb") as full:
        done = subprocess.run(
            (*SHOE, *words.split()), input=b"open\ncard 8S\n", stdout=full, stderr=subprocess.PIPE
        )
    said = done.stderr.decode()
    assert said == "shoe: the output can't be written: No space left on device\n"
    assert done.returncode == 1


def test_a_reader_that_went_away_is_no_mistake() -> None:
    """`shoe … | head`: nothing on standard error, and the exit that a shell expects."""
    with subprocess.Popen(
        (*SHOE, "coup", "-"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as done:
        assert done.stdin is not None
        assert done.stdout is not None
        assert done.stderr is not None
        done.stdout.close()
        done.stdin.write(b"4S 9H 5D 9C\n" * 100)
        done.stdin.close()
        assert done.stderr.read() == b""
    assert done.returncode in (1, 141)
