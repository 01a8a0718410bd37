"""README.md is the first thing that anybody tries: its commands run, its pages are there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from firmware.cli import shoe

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "README.md").read_text()
COMMANDS = tuple(re.findall(r"^    \.venv/bin/shoe (.*?) *(?:#.*)?$", PAGE, re.MULTILINE))
WANT_A_SHOE = {"run", "watch", "journal"}
"""Subcommands that run until they are stopped, or look at what another one left."""


@pytest.mark.parametrize(
    "words", [words for words in COMMANDS if words.split()[0] not in WANT_A_SHOE]
)
def test_a_command_runs(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it stands there, from the checkout, without hardware."""
    monkeypatch.chdir(ROOT)
    done = CliRunner().invoke(shoe, shlex.split(words))
    assert done.exit_code == 0, done.output
    assert done.stdout.strip()


def test_the_commands_are_found() -> None:
    """A page whose form changed must not pass for want of commands."""
    assert {"coup", "replay", "odds", "roads", *WANT_A_SHOE} <= {
        words.split()[0] for words in COMMANDS
    }


def test_what_is_linked_is_there() -> None:
    """Pages and pictures."""
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", PAGE)
    assert links
    assert [link for link in links if "://" not in link and not (ROOT / link).exists()] == []
