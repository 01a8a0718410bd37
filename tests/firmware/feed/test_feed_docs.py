"""docs/feed.md is a contract: whatever the shoe says stands there, and its examples are true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from firmware.feed import snapshot
from firmware.feed.line import Line, decode, parse
from firmware.feed.message import Audience, Message
from firmware.shoe.menu import Menu, Page
from firmware.shoe.state import Desk, House, State
from firmware.tables import load_profile

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "feed.md").read_text()
SCENARIOS = sorted((ROOT / "tests" / "scenarios").glob("*.expected"))
BETS = {"SETTLE", "MORE", "ODDS"}
"""Kinds whose further keys are the table's bets."""


def told() -> dict[str, set[str]]:
    """For each kind in the page's tables, the words that stand in its row as keys."""
    found: dict[str, set[str]] = {}
    for row in PAGE.splitlines():
        if not re.match(r"\| `[A-Z]+`", row):
            continue
        kinds, keys = row.strip("|").split("|", 1)
        words = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`([^`]*)`", keys))))
        for kind in re.findall(r"`([A-Z]+)`", kinds):
            found[kind] = words
    found["CORRECT"] |= found["RESULT"]
    return found


def untold(message: Message) -> set[str]:
    """Keys of a message that the page does not name for its kind."""
    known = told()
    assert message.kind in known, f"docs/feed.md has no {message.kind}"
    if message.kind in BETS:
        return set()
    return {key for key, _ in message.fields} - known[message.kind]


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_every_line_of_every_scenario_is_documented(path: Path) -> None:
    """Kinds and keys that the procedure sends are in the page's table."""
    for text in path.read_text().splitlines():
        assert untold(parse(f"!1 {text}").message) == set(), text


def test_the_moments_messages_are_documented() -> None:
    """HELLO, STATE, PROMPT with all their keys."""
    house = House(load_profile("live8"))
    menu = State(house, desk=Desk(menu=Menu(Page.SUIT, ("C", "D"), given=("8",))))
    messages = [
        snapshot.hello(State(house), "0.1", "table", True, True),
        snapshot.state_message(State(house), Audience.PUBLIC),
        snapshot.prompt(menu),
    ]
    assert [untold(message) for message in messages] == [set(), set(), set()]


def test_the_pages_examples_are_true() -> None:
    """Each line that stands there with a sum is a good one."""
    examples = re.findall(r"^ +(![0-9]+ .*\*[0-9A-F]{4})$", PAGE, re.MULTILINE)
    assert len(examples) == 5
    for text in examples:
        assert isinstance(decode(text.encode("ascii")), Line), text
