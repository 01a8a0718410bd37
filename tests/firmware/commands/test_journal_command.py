"""`shoe journal`: verify, show, export and backup of a journal that a real procedure wrote."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from firmware.appliance.daemon import Daemon
from firmware.appliance.restore import restore
from firmware.codes.physical import PhysicalCard, parse_physical
from firmware.commands.journal import journal
from firmware.drivers.clock import VirtualClock
from firmware.drivers.journal import Entry, Journal
from firmware.drivers.journal_verify import verify
from firmware.shoe.events import EvidenceKept, to_record
from firmware.shoe.inputs import Button, ButtonHeld, ButtonPressed, PassSeen, ShoeLoaded, Sight
from firmware.shoe.state import House
from firmware.tables import load_profile

NATURAL = ("4S#1", "9H#1", "5D#1", "9C#1")
VOIDED = ("2S#1", "3S#1")


def card(text: str) -> PhysicalCard:
    return parse_physical(text)


def deal(path: Path, evidence: Path) -> None:
    """Two shoes: a natural and a void coup, closed; then one open with a coup of four cards."""
    evidence.mkdir()
    clock = VirtualClock(0, 1_767_225_600_000)
    with Journal.open(path) as written:
        house = House(load_profile("live8"))
        daemon = Daemon(written, clock, restore(written.reader, house))

        def seen(text: str) -> None:
            picture = evidence / f"{text}.jpg"
            picture.write_bytes(text.encode())
            clock.advance(1_000_000_000)
            daemon.take(
                PassSeen(clock.now_ns(), Sight.CARD, card(text), False, False, picture.name)
            )
            digest = hashlib.sha256(text.encode()).hexdigest()
            kept = EvidenceKept(picture.name, digest, "", 9, 9, 9, 9, 9)
            written.append((Entry(*to_record(kept)),), clock.wall_ms())

        daemon.take(ShoeLoaded(clock.now_ns(), "A"))
        for text in (*NATURAL, *VOIDED):
            seen(text)
        daemon.take(ButtonHeld(clock.now_ns(), Button.VOID))
        daemon.take(ButtonHeld(clock.now_ns(), Button.SHOE))
        daemon.take(ButtonPressed(clock.now_ns(), Button.CONFIRM))
        daemon.take(ShoeLoaded(clock.now_ns(), "B"))
        for text in NATURAL:
            daemon.take(PassSeen(clock.now_ns(), Sight.CARD, card(text), False, False, ""))


@pytest.fixture(scope="module")
def dealt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("journal")
    deal(folder / "journal.db", folder / "evidence")
    return folder


@pytest.fixture
def copy(dealt: Path, tmp_path: Path) -> Path:
    """A copy to be spoilt."""
    path = tmp_path / "journal.db"
    path.write_bytes((dealt / "journal.db").read_bytes())
    return path


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(journal, [str(word) for word in words])


def shown(*words: str | Path) -> Any:
    result = run(*words)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def edit(path: Path, sql: str) -> None:
    connection = sqlite3.connect(path)
    connection.executescript(sql)
    connection.close()


def test_a_sound_journal_is_said_with_its_hash(dealt: Path) -> None:
    """The count and the hash at the last event; in JSON the same."""
    path = dealt / "journal.db"
    report = verify(path)
    result = run("verify", path)
    assert result.exit_code == 0
    assert result.stdout == (
        f"{path}: {report.events} events, unchanged; hash at the last {report.head}\n"
    )
    expected = {"ok": True, "events": report.events, "head": report.head, "findings": []}
    assert shown("verify", path, "--json") == expected
    assert run("verify", path, "--anchor", f"{report.events}:{report.head}").exit_code == 0


def test_an_edit_is_named_and_fails(copy: Path) -> None:
    """Exit 1, the row by its number."""
    edit(copy, "DROP TRIGGER events_not_changed; UPDATE events SET body = '{}' WHERE ev = 5")
    result = run("verify", copy)
    assert result.exit_code == 1
    assert "events_not_changed is missing" in result.stdout
    assert "event 5 (CardSeated) or a line of it was changed or added" in result.stdout
    found = json.loads(run("verify", copy, "--json").stdout)
    assert [(one["edit"], one["ev"]) for one in found["findings"]] == [
        ("structure", 0),
        ("changed", 5),
    ]


def test_an_anchor_that_does_not_fit_fails(dealt: Path) -> None:
    """A certificate's hash against a journal that was written anew."""
    result = run("verify", dealt / "journal.db", "--anchor", f"3:{'0' * 64}")
    assert result.exit_code == 1
    assert "event 3 has hash" in result.stdout
    result = run("verify", dealt / "journal.db", "--anchor", f"9999:{'0' * 64}")
    assert result.exit_code == 1
    assert "is not there: the last is" in result.stdout


def test_evidence_is_held_against_its_recorded_hashes(dealt: Path, tmp_path: Path) -> None:
    """A changed and a removed picture are named; a shoe's forgotten folder is no edit."""
    evidence = dealt / "evidence"
    assert run("verify", dealt / "journal.db", "--evidence", evidence).exit_code == 0
    spoilt = tmp_path / "evidence"
    spoilt.mkdir()
    for picture in evidence.iterdir():
        if picture.name != "9H#1.jpg":
            (spoilt / picture.name).write_bytes(picture.read_bytes())
    (spoilt / "4S#1.jpg").write_bytes(b"another")
    result = run("verify", dealt / "journal.db", "--evidence", spoilt)
    assert result.exit_code == 1
    assert "picture 4S#1.jpg was changed" in result.stdout
    assert "picture 9H#1.jpg was removed" in result.stdout


def test_shoes_and_coups_are_shown(dealt: Path) -> None:
    """Each shoe in a row; a shoe's coups with cards, totals and result."""
    path = dealt / "journal.db"
    one, two = shown("show", path, "--json")
    assert (one["shoe"], one["set"], one["coups"], one["player"], one["void"]) == (1, "A", 2, 1, 1)
    assert (one["left"], bool(one["closed"]), two["closed"], two["coups"]) == (410, True, "", 1)
    first, second = shown("show", path, "--shoe", "1", "--json")
    assert (first["player"], first["banker"], first["p"], first["b"]) == ("4S 5D", "9H 9C", 9, 8)
    assert (first["win"], first["natural"], first["banker_pair"]) == ("P", 1, 1)
    assert (second["win"], second["void"], second["number"]) == ("V", "other", 2)
    assert first["pictures"] == "4S#1.jpg 9H#1.jpg 5D#1.jpg 9C#1.jpg"
    assert first["began"] == "2026-01-01T00:00:01.000Z"
    table = run("show", path, "--shoe", "1").stdout.splitlines()
    assert [line.split()[0] for line in table] == ["coup", "1", "2"]


def test_a_coups_cards_are_shown_with_their_pictures(dealt: Path) -> None:
    """Which picture belongs to which card, and the hash it was recorded with."""
    rows = shown("show", dealt / "journal.db", "--shoe", "1", "--coup", "1", "--json")
    assert [(row["seat"], row["card"], row["deck"], row["picture"]) for row in rows] == [
        ("P1", "4S", 1, "4S#1.jpg"),
        ("B1", "9H", 1, "9H#1.jpg"),
        ("P2", "5D", 1, "5D#1.jpg"),
        ("B2", "9C", 1, "9C#1.jpg"),
    ]
    assert rows[0]["sha256"] == hashlib.sha256(b"4S#1").hexdigest()


def test_a_certificate_accounts_for_every_card_and_names_its_anchor(dealt: Path) -> None:
    """The set's cards by what became of them; its hash holds the journal to it."""
    path = dealt / "journal.db"
    told = shown("show", path, "--shoe", "1", "--certificate", "--json")
    assert sum(told["cards"].values()) + told["in_shoe"] == 416
    assert (told["cards"]["dealt"], told["coups"], told["balanced"]) == (6, 2, True)
    text = run("show", path, "--shoe", "1", "--certificate").stdout
    anchor = f"{told['last_ev']}:{told['hash']}"
    assert text.endswith(f"anchor {anchor}\n")
    assert run("verify", path, "--anchor", anchor).exit_code == 0
    still = run("show", path, "--shoe", "2", "--certificate").stdout
    assert "still open" in still


@pytest.mark.parametrize(
    ("what", "count"), [("coups", 3), ("cards", 10), ("events", None), ("lines", None)]
)
def test_export_gives_the_same_rows_as_csv_and_json(
    dealt: Path, tmp_path: Path, what: str, count: int | None
) -> None:
    """Coups, cards, events, lines; to standard output or to a new file."""
    path = dealt / "journal.db"
    csv_text = run("export", path, "--what", what).stdout
    rows = list(csv.DictReader(io.StringIO(csv_text)))
    out = tmp_path / "out.jsonl"
    assert run("export", path, "--what", what, "--format", "json", "--out", out).exit_code == 0
    objects = [json.loads(line) for line in out.read_text().splitlines()]
    told = [{key: str(value) for key, value in each.items()} for each in objects]
    assert [{key: value for key, value in row.items() if value} for row in rows] == [
        {key: value for key, value in each.items() if value} for each in told
    ]
    if count is not None:
        assert len(rows) == count
    if what == "events":
        assert rows[-1]["hash"] == verify(path).head
    again = run("export", path, "--out", out)
    assert (again.exit_code, "is there already" in again.stderr) == (2, True)


@pytest.mark.parametrize("what", ["coups", "cards", "events", "lines"])
def test_the_columns_are_those_of_the_page(dealt: Path, what: str) -> None:
    """docs/journal.md is the contract for who reads an export."""
    page = (Path(__file__).resolve().parents[3] / "docs" / "journal.md").read_text()
    table = page.partition("### Columns of an export")[2]
    row = next(line for line in table.splitlines() if line.startswith(f"| `{what}`"))
    columns = run("export", dealt / "journal.db", "--what", what).stdout.splitlines()[0].split(",")
    promised = row.split("|")[2].split("`")[1].split()
    assert columns[: len(promised)] == promised
    assert what == "lines" or columns == promised


def test_without_a_name_it_is_the_journal_of_a_shoe_without_configuration(
    dealt: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`shoe run` beside it writes that file; where there is none, its name is said."""
    monkeypatch.chdir(tmp_path)
    assert "dealer-shoe.journal: is not there" in run("verify").stderr
    named = tmp_path / "dealer-shoe.journal"
    named.write_bytes((dealt / "journal.db").read_bytes())
    assert shown("verify", "--json")["ok"] is True
    lines = run("export", "--json").stdout.splitlines()
    assert [json.loads(line)["win"] for line in lines] == ["P", "V", "P"]


def test_one_shoe_is_exported_alone(dealt: Path) -> None:
    """Events and lines from its opening to before the next."""
    path = dealt / "journal.db"
    both = [run("export", path, "--what", "events", "--shoe", n).stdout for n in ("1", "2")]
    numbers = [int(row["ev"]) for text in both for row in csv.DictReader(io.StringIO(text))]
    assert numbers == list(range(1, verify(path).events + 1))
    lines = run("export", path, "--what", "lines", "--shoe", "2", "--format", "json").stdout
    assert json.loads(lines.splitlines()[0])["state"] == "open"


def test_a_backup_is_whole_checked_and_never_overwrites(dealt: Path, tmp_path: Path) -> None:
    """Beside a writer; the copy is one file with the same chain."""
    path, to = dealt / "journal.db", tmp_path / "copy.db"
    with Journal.open(path):
        assert run("backup", path, to).exit_code == 0
    assert [one.name for one in tmp_path.iterdir()] == ["copy.db"]
    assert verify(to) == verify(path)
    result = run("backup", path, to)
    assert "never overwrites" in result.stderr
    assert result.exit_code == 1
    with Journal.open(to) as opened:
        assert opened.append((Entry("More", "{}"),), 1)[0].event.ev == verify(path).events + 1


def test_a_backup_of_an_edited_journal_says_so(copy: Path, tmp_path: Path) -> None:
    """The copy is kept, as true as its source, and the exit is 1."""
    edit(copy, "DROP TRIGGER events_not_changed; UPDATE events SET body = '{}' WHERE ev = 5")
    result = run("backup", copy, tmp_path / "copy.db")
    assert result.exit_code == 1
    assert "event 5" in result.stdout


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("verify", "/no/such"), 2, "is not there"),
        (("show", "/no/such"), 2, "is not there"),
        (("verify", __file__), 2, "is no journal"),
        (("verify", "{}", "--anchor", "3"), 2, "write EV:HASH"),
        (("show", "{}", "--coup", "1"), 2, "name the shoe"),
        (("show", "{}", "--certificate"), 2, "name the shoe"),
        (("show", "{}", "--shoe", "9"), 2, "there is no shoe 9"),
        (("show", "{}", "--shoe", "1", "--coup", "9"), 2, "no finished coup 9"),
        (("export", "{}", "--shoe", "9"), 2, "there is no shoe 9"),
        (("export", "{}", "--out", "/no/such/file"), 2, "No such file"),
        (("backup", "{}", "/no/such/file"), 2, "there is no folder"),
    ],
)
def test_bad_input_is_one_line(dealt: Path, words: tuple[str, ...], code: int, said: str) -> None:
    """What to do, and never a traceback."""
    result = run(*(word.replace("{}", str(dealt / "journal.db")) for word in words))
    assert (result.exit_code, said in result.stderr) == (code, True)
