"""The page about the procedure is made from the tables that steer it."""

from __future__ import annotations

from pathlib import Path

from firmware.shoe.contents import ANY_HOLD, HOLDS, PHASES
from firmware.shoe.diagram import meaning, mermaid, page
from firmware.shoe.words import HoldCode, Phase

ROOT = Path(__file__).resolve().parents[3]


def test_the_page_is_current() -> None:
    """docs/procedure.md says what the tables say (`tools/write_procedure.py` writes it)."""
    assert (ROOT / "docs/procedure.md").read_text("utf-8") == page()


def test_every_phase_and_every_hold_has_its_table() -> None:
    """Nothing is left to a default that nobody wrote down."""
    assert set(PHASES) == set(Phase)
    assert set(HOLDS) == set(HoldCode)


def test_every_row_says_what_it_does() -> None:
    """Each function of the tables has a sentence for people."""
    rows = [row.act for table in PHASES.values() for row in table.values()]
    rows += [act for table in HOLDS.values() for act in table.values()]
    assert all(meaning(act) for act in (*rows, *ANY_HOLD.values()))


def test_every_phase_can_be_left_and_reached() -> None:
    """No phase is a dead end, and none stands apart."""
    edges = [line.split() for line in mermaid().splitlines() if "-->" in line]
    assert {edge[0] for edge in edges} - {"[*]"} == {phase.value for phase in Phase}
    assert {edge[2].rstrip(":") for edge in edges} == {phase.value for phase in Phase}
