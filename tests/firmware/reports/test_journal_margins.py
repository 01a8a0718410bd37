"""What recorded read margins tell before anything fails."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from firmware.baccarat.cards import ALL_CARDS, Position
from firmware.commands.journal import journal as command
from firmware.drivers.journal import Entry, Journal, JournalReader
from firmware.reports.journal_margins import margins
from firmware.shoe import events as e
from firmware.shoe.events import to_record
from firmware.shoe.state import Desk, Memory
from firmware.tables import load_profile
from vision.margin import Advice


def shoe(number: int, contrast: int, weak: int | None) -> list[e.Event]:
    """A shoe of twelve cards read in 9 of 10 frames; card `weak` in 3 of 10."""
    told: list[e.Event] = [e.ShoeOpened(number, "A", load_profile("live8"), Memory(number), Desk())]
    for n, card in enumerate(ALL_CARDS[:12]):
        name = f"shoe-{number}/{n}.jpg"
        told.append(e.CardSeated(1, Position.P1, card, 3, 0, evidence=name))
        votes = 3 if n == weak else 9
        told.append(e.EvidenceKept(name, "00", "", votes, 20, contrast, votes, 10))
    return told


def recorded(path: Path, *shoes: list[e.Event]) -> Path:
    with Journal.open(path) as journal:
        for told in shoes:
            journal.append([Entry(*to_record(event)) for event in told], 0)
    return path


def test_falling_contrast_asks_for_the_lamp(tmp_path: Path) -> None:
    """All cards lost contrast and still read: the lamp fails before a card does."""
    path = recorded(tmp_path / "j", shoe(1, 140, None), shoe(2, 100, None))
    with JournalReader.open(path) as reader:
        found = margins(reader)
    assert found.advice == (Advice.LAMP,)
    assert [(number, each.passes) for number, _, each in found.shoes] == [(1, 12), (2, 12)]
    assert found.worn == ()


def test_one_card_that_reads_worse_shoe_after_shoe_is_worn(tmp_path: Path) -> None:
    """Its name is what the supervisor looks for in the set."""
    path = recorded(tmp_path / "j", shoe(1, 140, 5), shoe(2, 140, 5))
    with JournalReader.open(path) as reader:
        assert margins(reader).worn == (f"A {ALL_CARDS[5]}#3",)
    said = CliRunner().invoke(command, ["margins", str(path)])
    assert f"worn, to be exchanged: A {ALL_CARDS[5]}#3" in said.output


def test_an_empty_journal_has_no_margins(tmp_path: Path) -> None:
    """Nothing recorded is said, not guessed at."""
    said = CliRunner().invoke(command, ["margins", str(recorded(tmp_path / "j"))])
    assert (said.exit_code, said.output) == (0, "nothing recorded\n")
