"""Every case of the rules' table, played from a script through the real `shoe replay`.

A file holds: the case in words (`# case:`), its options (`# options:`), the script, a line of
`=====` and the feed's lines without number, event, time and CRC.
"""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from firmware.commands.replay import replay
from firmware.feed.line import Line, LineReader

FOLDER = Path(__file__).parent
SCRIPTS = sorted(FOLDER.glob("*.txt"))
OWN = ("ev", "t")


def options(script: str) -> list[str]:
    marked = [line for line in script.splitlines() if line.startswith("# options:")]
    return [word for line in marked for word in shlex.split(line.removeprefix("# options:"))]


def played(script: str) -> list[str]:
    """The feed's lines in short; the numbers must be dense from 1."""
    done = CliRunner().invoke(replay, ["-", *options(script)], input=script)
    assert done.exit_code == 0, done.output
    reader = LineReader()
    lines = (*reader.feed(done.stdout_bytes), *reader.end())
    short = []
    for n, line in enumerate(lines, 1):
        assert isinstance(line, Line)
        assert line.seq == n
        fields = (f"{key}={value}" for key, value in line.message.fields if key not in OWN)
        short.append(" ".join((line.message.kind, *fields)))
    return short


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_case_gives_its_lines(path: Path) -> None:
    """What a script leads to is what the rules say, line by line."""
    script, _, expected = path.read_text().partition("=====\n")
    assert expected, f"{path.name} expects nothing"
    assert played(script) == expected.splitlines()
