"""The script of `shoe replay`: what it reads, and what it says about what it can't."""

from __future__ import annotations

import json
import os
import tty
from pathlib import Path

import pytest
from click.testing import CliRunner

from firmware.commands.replay import replay
from firmware.shoe.script import Pass, ScriptError, Wait, parse_script


def test_a_comment_begins_at_the_start_or_after_a_space() -> None:
    """`#` inside a card names its copy."""
    lines = parse_script("# all\ncard 8S#3 # third deck\n\nwait 1.5s\n")
    assert [line.number for line in lines] == [2, 4]
    (one,) = lines[0].words
    assert isinstance(one, Pass)
    assert one.deck == 3
    assert lines[1].words == (Wait(1_500_000_000),)


def test_all_mistakes_are_told_with_their_lines() -> None:
    """One run shows everything that is to be mended, with a suggestion."""
    with pytest.raises(ScriptError) as caught:
        parse_script("open\ncrd 8S\ncard 11S\npress void\nwait 5\ntogether 8S\n")
    assert [line for line, _ in caught.value.mistakes] == [2, 3, 4, 5, 6]
    assert "did you mean card?" in caught.value.mistakes[0][1]


@pytest.mark.parametrize(
    ("arguments", "script", "word"),
    [
        (["--table", "live9"], "open", "live8"),
        (["--set", "unred=void"], "open", "unread"),
        (["--set", "unread=maybe"], "open", "unread"),
        (["--dialect", "morse"], "open", "morse"),
        ([], "opn", "line 1"),
        ([], "open\ncard 8S#9", "line 2"),
        ([], "open\nhost LOCK", "line 2"),
        ([], "open\nhost ?1 DANCE", "DANCE"),
        ([], "open\nhost ?1 BETS state=maybe", "line 2"),
        ([], "open\nwait 99999999999s", "wait 1440m"),
        ([], f"open\nwait {'9' * 400}m", "wait 1440m"),
        (["--port", "/nowhere/at-all"], "open", "/nowhere/at-all"),
    ],
)
def test_bad_input_gives_one_clear_line(arguments: list[str], script: str, word: str) -> None:
    """Exit 2 (a device: 1), the place named, never a traceback."""
    done = CliRunner().invoke(replay, ["-", *arguments], input=script)
    assert done.exit_code in (1, 2)
    assert isinstance(done.exception, SystemExit)
    assert word in done.stderr


def test_a_mistake_is_found_before_anything_is_played() -> None:
    """Half a feed must not look like a whole one."""
    for last in ("host ?1 DANCE", "host ?1 CARD seat=B7 card=8S", "card 8S#9", "wait 9999m"):
        done = CliRunner().invoke(replay, ["-"], input=f"open\ncard 4S\n{last}\n")
        assert done.exit_code == 2
        assert done.stdout == ""


def test_a_file_that_is_no_script_is_one_short_line() -> None:
    """The first few mistakes, and how many more there are."""
    done = CliRunner().invoke(replay, ["-"], input="the hand was dealt by the book\n" * 500)
    assert done.exit_code == 2
    assert done.stderr.count("line ") == 3
    assert "and 497 more" in done.stderr
    assert len(done.stderr) < 500


def played(script: str, *options: str) -> list[dict[str, str]]:
    done = CliRunner().invoke(replay, ["-", "--json", *options], input=script)
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_prompts_tell_what_is_no_event() -> None:
    """The menu and each meaning of CONFIRM are seen; what did not change is not said again."""
    script = "open\ncard 8S\nunread\nkey on\npress free\npress free\nwait 3s\npress undo\nkey off\n"
    lines = played(script, "--prompts")
    prompts = [
        (line["confirm"], line["key"], line.get("menu", ""), line.get("item", ""))
        for line in lines
        if line["kind"] == "PROMPT"
    ]
    assert prompts == [
        ("none", "0", "", ""),
        ("none", "0", "", ""),
        ("none", "0", "", ""),
        ("none", "1", "", ""),
        ("menu_ok", "1", "root", "type"),
        ("menu_ok", "1", "root", "burn"),
        ("none", "1", "", ""),
        ("none", "0", "", ""),
    ]
    states = [line for line in lines if line["kind"] == "STATE"]
    assert [(line["phase"], line["hold"]) for line in states] == [
        ("no_shoe", "-"),
        ("ready", "-"),
        ("coup", "-"),
        ("coup", "unread"),
    ]
    assert all((line["seq"] == 0) == (line["kind"] in {"STATE", "PROMPT"}) for line in lines)


def test_prompts_tell_of_a_disk_that_takes_nothing() -> None:
    """FAULT on and off; without `--prompts` no line with number 0 leaves."""
    script = "open\ndisk full\ncard 8S\ndisk ok\n"
    faults = [line for line in played(script, "--prompts") if line["kind"] == "FAULT"]
    assert [(line["state"], line["seq"]) for line in faults] == [("on", 0), ("off", 0)]
    assert 0 not in [line["seq"] for line in played(script)]


def test_json_gives_one_object_a_line() -> None:
    """`seq` and `kind` first, then the keys as the feed has them."""
    done = CliRunner().invoke(replay, ["-", "--json"], input="open\ncard 8S\n")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(line["seq"], line["kind"]) for line in lines] == [(1, "SHOE"), (2, "CARD")]
    assert lines[1]["card"] == "8S"
    assert lines[1]["t"] == "1767225600000"


def test_the_same_script_gives_the_same_bytes(tmp_path: Path) -> None:
    """Virtual time, and a journal of its own for each run."""
    script = tmp_path / "a.txt"
    script.write_text("open\ncard 8S\nwait 90s\npower\npress confirm\ncard 8S\n")
    runs = [CliRunner().invoke(replay, [str(script)]).stdout_bytes for _ in range(2)]
    assert runs[0] == runs[1]
    assert b"t=1767225690000" in runs[0]


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    """Not a traceback."""
    done = CliRunner().invoke(replay, [str(tmp_path / "none.txt")])
    assert done.exit_code == 2
    assert "can't be read" in done.stderr


def test_a_device_gets_the_same_bytes() -> None:
    """`--port` sends what would be printed, through pyserial."""
    script = "open\ncard 8S\n"
    printed = CliRunner().invoke(replay, ["-"], input=script).stdout_bytes
    master, slave = os.openpty()
    try:
        tty.setraw(slave)
        done = CliRunner().invoke(replay, ["-", "--port", os.ttyname(slave)], input=script)
        assert done.exit_code == 0, done.output
        assert done.stdout_bytes == b""
        got = b""
        while len(got) < len(printed):
            got += os.read(master, 4096)
        assert got == printed
    finally:
        os.close(master)
        os.close(slave)
