"""The demonstration's comparison: whatever is lost or changed on the way is named."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from display.compared import Compared, Heard, compare, heard
from firmware.codes.physical import parse_physical
from firmware.drivers.journal_verify import Edit, Finding, Report
from firmware.drivers.simulated_dealer import Truth

SOUND = Report(events=9, head="0" * 64, findings=())


def truth() -> Truth:
    """One shoe: 2D opens a burn of two, then the natural 9 against 8 of one coup; the cut card."""
    cards = [parse_physical(text) for text in ("4S#1", "9H#1", "5D#2", "9C#8")]
    burnt = [parse_physical(text) for text in ("2D#1", "KC#1", "QC#1")]
    return Truth(1, "A", [*burnt, *cards, None], burnt, [cards], cut_at=5, unread=1)


LINES = (
    {"seq": 1, "kind": "SHOE", "state": "open", "shoe": "1", "set": "A"},
    {"seq": 2, "kind": "BURN", "shoe": "1", "card": "2D", "n": "1", "of": "3"},
    {"seq": 3, "kind": "BURN", "shoe": "1", "card": "-", "n": "2", "of": "3"},
    {"seq": 4, "kind": "BURN", "shoe": "1", "card": "-", "n": "3", "of": "3"},
    {"seq": 5, "kind": "CARD", "shoe": "1", "coup": "1", "seat": "P1", "card": "4S"},
    {"seq": 6, "kind": "HOLD", "shoe": "1", "code": "unread"},
    {"seq": 7, "kind": "CARD", "shoe": "1", "coup": "1", "seat": "B1", "card": "9H"},
    {"seq": 8, "kind": "WARN", "shoe": "1", "code": "cut"},
    {"seq": 9, "kind": "CARD", "shoe": "1", "coup": "1", "seat": "P2", "card": "5D"},
    {"seq": 10, "kind": "CARD", "shoe": "1", "coup": "1", "seat": "B2", "card": "9C"},
    {
        "seq": 11,
        "kind": "RESULT",
        "shoe": "1",
        "coup": "1",
        "win": "P",
        "p": "9",
        "b": "8",
        "cards": "4",
    },
    {"seq": 12, "kind": "SHOE", "state": "closed", "shoe": "1", "set": "A"},
)


def compared(lines: tuple[dict[str, object], ...], sound: bool = True) -> Compared:
    text = "".join(json.dumps(line) + "\n" for line in lines)
    return compare([truth()], heard(text, sound), SOUND)


def test_what_came_out_as_dealt_has_no_difference() -> None:
    """Cards, burns, cut card, result and the unread card that was slid again."""
    found = compared(LINES)
    assert found.differences == ()
    assert (found.cards_dealt, found.cards_heard, found.coups_heard, found.burnt) == (4, 4, 1, 3)


@pytest.mark.parametrize("lost", [line["seq"] for line in LINES if line["kind"] != "HOLD"])
def test_a_line_that_did_not_come_is_a_difference(lost: int) -> None:
    """Whichever it is."""
    assert compared(tuple(line for line in LINES if line["seq"] != lost)).differences


def test_another_card_is_named_beside_the_one_dealt() -> None:
    """Card by card."""
    lines = tuple({**line, "card": "9D"} if line["seq"] == 7 else line for line in LINES)
    assert compared(lines).differences == ("shoe 1: dealt CARD 1 B1 9H, heard CARD 1 B1 9D",)


def test_another_result_is_a_difference() -> None:
    """Coup by coup, from the cards and the rules, not from the shoe's word."""
    lines = tuple({**line, "b": "7"} if line["kind"] == "RESULT" else line for line in LINES)
    assert len(compared(lines).differences) == 1


def test_an_unread_card_that_nobody_was_told_of_is_a_difference() -> None:
    """Silence about a doubt is a defect."""
    lines = tuple(line for line in LINES if line["kind"] != "HOLD")
    assert compared(lines).differences == ("1 unread, 0 holds heard",)


def test_a_reader_that_found_damage_and_a_broken_chain_are_differences() -> None:
    """The wire and the journal are checked too."""
    broken = replace(SOUND, findings=(Finding(Edit.CHANGED, 3, "event 3 was changed"),))
    found = compare([truth()], Heard((), False), broken)
    assert found.differences[0] == "journal: event 3 was changed"
    assert found.differences[1].startswith("serial line:")
