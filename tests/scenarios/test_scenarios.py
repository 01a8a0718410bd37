"""Every case of the rules' table, played from a script through the real `shoe replay`.

`NAME.txt` is a script: the case in words (`# case:`), the options it is played with (`# replay:`)
and the inputs. `NAME.expected` has the feed's lines without number, event, time and CRC.
"""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from firmware.commands.replay import replay
from firmware.feed.line import Line, LineReader
from firmware.shoe.words import HoldCode

FOLDER = Path(__file__).parent
SCRIPTS = sorted(FOLDER.glob("*.txt"))
OWN = ("ev", "t")


def options(script: str) -> list[str]:
    marked = [line for line in script.splitlines() if line.startswith("# replay:")]
    return [word for line in marked for word in shlex.split(line.removeprefix("# replay:"))]


def played(path: Path) -> list[str]:
    """The feed's lines in short; the numbers must be dense from 1."""
    done = CliRunner().invoke(replay, [str(path), *options(path.read_text())])
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
    expected = path.with_suffix(".expected").read_text().splitlines()
    assert expected, f"{path.name} expects nothing"
    assert played(path) == expected


def test_every_expectation_has_its_script() -> None:
    """A script renamed or removed must not leave an expectation that nobody plays."""
    assert {path.stem for path in FOLDER.glob("*.expected")} == {path.stem for path in SCRIPTS}


def test_every_hold_comes_about_in_some_script() -> None:
    """A hold that nothing raises is a promise that nobody keeps."""
    lines = [line for path in FOLDER.glob("*.expected") for line in path.read_text().splitlines()]
    raised = {line.split()[1].removeprefix("code=") for line in lines if line.startswith("HOLD ")}
    assert raised == {code.value for code in HoldCode}
