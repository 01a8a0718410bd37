"""Pages that a person works from are whole: what the program has stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from firmware.shoe.menu import Action
from firmware.shoe.script import INPUTS
from firmware.shoe.words import HoldCode, VoidReason

ROOT = Path(__file__).resolve().parent.parent
SOURCES = [
    path for part in ("firmware", "vision", "display") for path in (ROOT / part).rglob("*.py")
]


def rows(page: str, heading: str) -> set[str]:
    """The words in backticks in the first cells of the tables below a heading."""
    text = (ROOT / "docs" / page).read_text()
    part = re.split(r"^## ", text.partition(f"## {heading}\n")[2], flags=re.MULTILINE)[0]
    cells = [row.split("|")[1] for row in part.splitlines() if row.startswith("|")]
    return {word for cell in cells for word in re.findall(r"`([^`]+)`", cell)}


def test_every_thread_is_in_the_architectures_table() -> None:
    """Who looks at a hung process finds its threads by name."""
    threads = re.compile(
        r"threading\.Thread\((?P<words>[^\n]*(?:\n[^\n]*){0,6}?)\bname=f?\"([^\"]+)"
    )
    found = set()
    for path in SOURCES:
        text = path.read_text()
        named = [match[2] for match in threads.finditer(text)]
        assert len(named) == text.count("threading.Thread("), f"{path.name}: a thread has no name"
        found.update(named)
    assert {name.replace("{name}", "NAME") for name in found} | {"main"} == rows(
        "architecture.md", "Threads"
    )


@pytest.mark.parametrize(
    ("heading", "known"),
    [
        ("Holds", {code.value for code in HoldCode}),
        ("The supervisor's key", {action.value for action in Action}),
    ],
)
def test_the_operating_page_names_all(heading: str, known: set[str]) -> None:
    """Each hold and each item of the menu, and none that there is not."""
    assert rows("operating.md", heading) == known


def test_the_operating_page_names_reasons_and_inputs() -> None:
    """Why a coup may be void; what a script may say."""
    text = (ROOT / "docs" / "operating.md").read_text()
    reasons = text.partition("## What a void says")[2].partition("## ")[0]
    assert {reason.value for reason in VoidReason} <= set(re.findall(r"[a-z_]+", reasons))
    scripts = text.partition("## Scripts")[2]
    assert set(INPUTS) <= set(re.findall(r"[a-z]+", scripts))
