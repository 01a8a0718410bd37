"""`shoe coup`, `shoe roads`, `shoe odds`: the forms that other programs rely on (cli.md)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

VECTORS = Path(__file__).parents[2] / "vectors"
SHOE = (sys.executable, "-c", "from firmware.cli import main; main()")


def shoe(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        (*SHOE, *arguments), input=given, capture_output=True, text=True, check=False
    )


def answer(*arguments: str) -> Any:
    done = shoe(*arguments, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_a_complete_coup() -> None:
    """The page's example, whole: every bet of live8, in its order."""
    found = answer("coup", "4S", "9H", "5D", "9C")
    assert found == {
        "complete": True,
        "next": None,
        "player": ["4S", "5D"],
        "banker": ["9H", "9C"],
        "player_total": 9,
        "banker_total": 8,
        "winner": "P",
        "natural": True,
        "bets": {
            "player": {"result": "won", "pays": "1"},
            "banker": {"result": "lost"},
            "tie": {"result": "lost"},
            "player_pair": {"result": "lost"},
            "banker_pair": {"result": "won", "pays": "11"},
            "either_pair": {"result": "won", "pays": "5"},
            "perfect_pair": {"result": "lost"},
            "big": {"result": "lost"},
            "small": {"result": "won", "pays": "1.5"},
            "super6": {"result": "lost"},
        },
    }
    assert list(found["bets"]) == [
        *("player", "banker", "tie", "player_pair", "banker_pair", "either_pair"),
        *("perfect_pair", "big", "small", "super6"),
    ]


def test_a_coup_that_waits_for_its_next_card() -> None:
    """No winner and no bets yet; lower case and 10 are taken."""
    assert answer("coup", "2s", "10h", "3d", "5c") == {
        "complete": False,
        "next": "P3",
        "player": ["2S", "3D"],
        "banker": ["TH", "5C"],
        "player_total": 5,
        "banker_total": 5,
        "winner": None,
        "natural": False,
        "bets": {},
    }


def test_bets_close_by_the_coups_number_and_tables_differ() -> None:
    """`--number` counts against the limits; `--table` brings its own bets and pays."""
    late = answer("coup", "4S", "9H", "5D", "9C", "--number", "61")["bets"]
    assert {bet for bet, end in late.items() if end == {"result": "closed"}} == {
        *("big", "small", "player_pair", "banker_pair", "either_pair", "perfect_pair")
    }
    commission = answer("coup", "2H", "6C", "3D", "KD", "TS", "--table", "commission8")["bets"]
    assert commission["banker"] == {"result": "won", "pays": "0.95"}
    assert "super6" not in commission
    moving = answer("coup", "9H", "9C", "TD", "TC", "--table", "studio6")["bets"]
    assert (moving["tie"], moving["player"]) == ({"result": "won"}, {"result": "push"})


def test_coups_line_by_line() -> None:
    """One JSON value for each line in, an error in its place for a bad one."""
    done = shoe("coup", "-", given="4S 9H 5D 9C\n\n1H\n4S 9H 5D 9C 2C\n7S 7H TD TC\n")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line.get("winner") for line in lines] == ["P", None, None, None, "T"]
    assert [list(line) == ["error"] for line in lines] == [False, True, True, True, False]
    assert (done.returncode, done.stderr) == (0, "")


def test_roads_of_every_checked_example_line_by_line() -> None:
    """`-` gives for each line what the same results give as an argument, keys in full."""
    examples = json.loads((VECTORS / "roads.json").read_text())["examples"]
    given = "".join(example["input"].lower() + "\n" for example in examples)
    done = shoe("roads", "-", "--tail", "drop", given=given)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(lines) == len(examples)
    for line, example in zip(lines, examples, strict=True):
        assert line["big_road"] == example.get("big_road_drop", example["big_road"])
    assert list(lines[0]) == [
        *("bead_plate", "big_road", "big_eye", "small", "cockroach"),
        *("big_eye_grid", "small_grid", "cockroach_grid", "ask"),
    ]
    assert answer("roads", examples[-1]["input"], "--tail", "drop") == lines[-1]


def test_ask_roads_tell_the_next_cell() -> None:
    """Where the big road would go on, and an empty string where a road adds nothing."""
    assert answer("roads", "BPP")["ask"] == {
        "P": {"big_road": [1, 2], "big_eye": "R", "small": "", "cockroach": ""},
        "B": {"big_road": [2, 0], "big_eye": "B", "small": "", "cockroach": ""},
    }


def test_a_bad_road_line_gets_an_error_in_its_place() -> None:
    """The others are answered."""
    done = shoe("roads", "-", given="PB\nPXB\nT\n")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert lines[1] == {"error": "'X' at place 2 is no result; write P, B or T"}
    assert [line.get("big_road") for line in lines] == [
        [[0, 0, "P", 0], [1, 0, "B", 0]],
        None,
        [[0, 0, "T", 1]],
    ]


def test_odds_of_checked_examples(tmp_path: Path) -> None:
    """All ten bets in the page's order, in lowest terms, with the float beside."""
    examples = json.loads((VECTORS / "odds.json").read_text())["examples"]
    fresh = next(each for each in examples if each.get("decks") == 8 and each["banker"])
    worn = next(each for each in examples if "left" in each and each["player"])
    left = tmp_path / "left.json"
    left.write_text(json.dumps(worn["left"]))
    for example, arguments in ((fresh, ("--decks", "8")), (worn, ("--left", str(left)))):
        for side in ("player", "banker"):
            if example[side] is not None:
                arguments = (*arguments, f"--{side}", example[side])
        found = answer("odds", *arguments)
        assert {bet: told["exact"] for bet, told in found.items()} == example["odds"]
        assert list(found) == [
            *("banker", "player", "tie", "small", "big", "super6"),
            *("player_pair", "banker_pair", "either_pair", "perfect_pair"),
        ]
        for told in found.values():
            over, under = map(int, told["exact"].split("/"))
            assert told["float"] == over / under


def test_eight_decks_are_the_default_and_stdin_may_bring_the_cards_left() -> None:
    """`shoe odds` alone is a fresh shoe; `--left -` reads it from a pipe."""
    assert answer("odds") == answer("odds", "--decks", "8")
    given = json.dumps({"AC": 1, "5D": 1, "6S": 2, "9H": 1, "KH": 1})
    done = shoe("odds", "--left", "-", "--player", "AC", "--json", given=given)
    assert json.loads(done.stdout)["banker"]["exact"] == "31/90"


def test_house_edges_of_a_profile() -> None:
    """Pays, chance and edge of every bet the table offers, or a table for people."""
    found = answer("odds", "--profile", "super6")
    assert found["super6"]["pays"] == ["12"]
    assert found["banker"]["edge"]["exact"] == "284694798368/19524993263685"
    table = shoe("odds", "--profile", "super6").stdout
    assert all(bet in table for bet in found)
    assert "1.4581 %" in table
    assert answer("odds", "--table", "super6") == found


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ("coup 1H", "'1H' is no card"),
        ("coup 4S 9H 5D 9C 2C", "natural"),
        ("coup 7S 7H TD TC 2C", "both stand"),
        ("coup", "CARD"),
        ("coup --number 0 4S", "0 is not in the range"),
        ("coup --table live9 4S", "did you mean live8?"),
        ("coup --table nowhere.toml 4S", "cannot be read"),
        ("roads PPX", "'X' at place 3"),
        ("roads PP --tail left", "'left' is not one of"),
        ("roads", "RESULTS"),
        ("odds --decks 0", "1 to 16"),
        ("odds --decks 1 --player AC --banker AC", "AC: no copy is left"),
        ("odds --banker AC", "comes after Player's"),
        ("odds --player XX", "'XX' is no card"),
        ("odds --left nowhere.json", "cannot be read"),
        ("odds --profile live9", "did you mean live8?"),
        ("odds --profile live8 --decks 6", "give it alone"),
    ],
)
def test_bad_input_gets_one_clear_line_and_exit_2(arguments: str, word: str) -> None:
    """On standard error, without a traceback; nothing on standard output."""
    done = shoe(*arguments.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert word in done.stderr
    assert done.stderr.startswith("shoe: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("left", "word"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[1]", "JSON object"),
        ("7", "JSON object"),
        ('{"1H": 1}', "'1H' is no card"),
        ('{"AC": 1.5}', "whole number"),
        ('{"AC": true}', "whole number"),
        ('{"AC": {"AC": 1}}', "whole number"),
        ('{"AC": -1}', "AC: -1 copies"),
        ('{"AC": 17}', "AC: 17 copies"),
        ('{"TH": 1, "10h": 1}', "TH is named twice"),
        ('{"AC": 5}', "5 cards left"),
        ('{"AC": 9, "AD": 1}', "AC comes 9 times; 8 can be left"),
    ],
)
def test_cards_left_are_checked(tmp_path: Path, left: str, word: str) -> None:
    """One clear line says what is wrong with the file."""
    path = tmp_path / "left.json"
    path.write_text(left)
    decks = ("--decks", "8") if "9" in left else ()
    done = shoe("odds", "--left", str(path), *decks)
    assert (done.returncode, done.stdout) == (2, "")
    assert word in done.stderr
    assert done.stderr.count("\n") == 1


def test_more_copies_than_a_house_has_decks(tmp_path: Path) -> None:
    """A second ace of clubs from one deck is a wrong card."""
    table = tmp_path / "one.toml"
    table.write_text("decks = 1\n")
    done = shoe("coup", "AC", "AC", "--table", str(table))
    assert done.returncode == 2
    assert "AC comes 2 times" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("coup 4S 9H 5D 9C", ("Player wins", "natural", "banker_pair", "1.5")),
        ("coup 4S 9H", ("Next card: P2",)),
        ("roads PPBTPB", ("Big road", "B1", "Next: Player", "big eye boy blue")),
        ("odds --decks 6", ("312 cards left", "45.8653 %")),
    ],
)
def test_people_get_words_and_tables(arguments: str, words: tuple[str, ...]) -> None:
    """Without `--json` the same is told for reading."""
    done = shoe(*arguments.split())
    assert done.returncode == 0
    assert [word for word in words if word not in done.stdout] == []


@pytest.mark.parametrize("command", ["coup", "roads", "odds"])
def test_the_game_commands_import_nothing_of_camera_or_display(command: str) -> None:
    """They start at once, on a Pi too: no cv2, numpy, luma, gpiozero, vision or display."""
    code = (
        f"import sys; from firmware.commands.{command} import {command}; "
        "print([m for m in sys.modules if m.partition('.')[0] in "
        "('cv2','numpy','luma','gpiozero','PIL','pyzbar','rich','vision','display')])"
    )
    done = subprocess.run((sys.executable, "-c", code), capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
