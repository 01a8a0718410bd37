"""`shoe config`: what it calls sound can be run, and what it shows may be shown."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from firmware.codes.book import make_book, write_book
from firmware.commands.config import config


def checked(path: Path) -> list[tuple[int, str]]:
    """Line and key of each mistake."""
    result = CliRunner().invoke(config, ["check", str(path), "--json"])
    rows = json.loads(result.stdout)
    assert result.exit_code == (1 if rows else 0), result.output
    return [(row["line"], row["key"]) for row in rows]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[table]\nlanguage = "de"', [(2, "table.language")]),
        ("[pins]\nburn = 5", [(2, "pins.burn")]),
        ('[pins]\ndriver = "gpio"', [(2, "pins.driver")]),
        ('[[port]]\ndialect = "morse"', [(2, "port[0].dialect")]),
        ('[[port]]\ndevice = "/dev/ttyX"', [(2, "port[0].device")]),
        ('[[port]]\nkind = "socket"\ndevice = "/no/such/x.sock"', [(3, "port[0].device")]),
        ('[[port]]\nkind = "serial"\ndevice = ""', [(3, "port[0].device")]),
        ('[[port]]\nkind = "socket"\ndevice = ""', [(3, "port[0].device")]),
        ('[[port]]\n[[port]]\ndevice = "b"', [(2, "port[1].name")]),
        ('[[port]]\n[[port]]\nname = "b"', [(2, "port[1].device")]),
        ('[camera]\ndriver = "video"', [(1, "camera.path")]),
        ('[camera]\ndriver = "folder"\npath = ""', [(3, "camera.path")]),
        ('[camera]\ndriver = "picamera2"', [(0, "codes.books")]),
        ('[journal]\npath = ""', [(2, "journal.path")]),
        ('[journal]\npath = "/nowhere/a.journal"', [(2, "journal.path")]),
        ('[journal]\npath = "/"', [(2, "journal.path")]),
        ('[codes]\nbooks = ["none.csv"]', [(2, "codes.books[0]")]),
        ('[oled]\ndriver = "ssd1322"', [(1, "oled.size")]),
        ('[oled]\ndriver = "sh1106"\nsize = "256x64"', [(3, "oled.size")]),
        ('[oled]\ndriver = "ssd1309"\nbus = "spi"\nreset = 24', [(4, "oled.reset")]),
        ("[reader]\nlines = 2\nvotes = 0", [(3, "reader.votes")]),
        ('[supervisors]\nids = ["a", "a"]', [(2, "supervisors.ids")]),
        ('[supervisors]\nids = ["a", "b"]\npins = ["1"]', [(1, "supervisors")]),
        ("", []),
    ],
)
def test_what_run_or_oled_would_refuse_is_told_at_its_line(
    tmp_path: Path, text: str, told: list[tuple[int, str]]
) -> None:
    """A file is checked on the bench; the table's opening is no time to find out."""
    path = tmp_path / "shoe.toml"
    path.write_text(text)
    assert checked(path) == told


def test_a_book_that_does_not_fit_the_profile_is_told(tmp_path: Path) -> None:
    """Cards of a missing deck would be unknown, one after the other; sets may share no name."""
    book = tmp_path / "A.csv"
    book.write_text(write_book(make_book(2, "A", Random(1).randrange)))
    path = tmp_path / "shoe.toml"
    path.write_text(f'[codes]\nbooks = ["{book}", "{book}"]\n')
    assert checked(path) == [(2, "codes.books[0]"), (2, "codes.books[1]"), (2, "codes.books")]


def test_mistakes_of_every_kind_are_told_in_one_go(tmp_path: Path) -> None:
    """The unknown profile beside a wrong type beside what does not go together."""
    path = tmp_path / "shoe.toml"
    path.write_text(
        '[table]\nprofile = "live9"\n[reader]\nvotes = "x"\n'
        '[camera]\ndriver = "video"\n[[port]]\ndialect = "morse"\n'
    )
    result = CliRunner().invoke(config, ["check", str(path)])
    said = result.stderr.splitlines()
    assert [line.partition(" ")[0] for line in said] == [
        *(f"{path}:{line}:" for line in (4, 5, 8)),
        "live9:",
    ]
    assert result.exit_code == 1


def test_no_pin_is_shown(tmp_path: Path) -> None:
    """Whoever looks at a screen or a report must not learn it."""
    path = tmp_path / "shoe.toml"
    path.write_text('[supervisors]\nids = ["ann", "bo"]\npins = ["4711", "0815"]\n')
    for form in ([], ["--json"]):
        shown = CliRunner().invoke(config, ["show", str(path), *form]).output
        assert "4711" not in shown
        assert "0815" not in shown
        assert '["***", "***"]' in shown
