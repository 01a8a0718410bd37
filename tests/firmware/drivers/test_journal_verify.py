"""`verify` finds every edit of a journal and names what was done to which row."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from firmware.drivers.journal import Entry, Journal, JournalError
from firmware.drivers.journal_file import FIRST_HASH, chained, schema_faults
from firmware.drivers.journal_verify import Edit, verify
from firmware.feed.message import Audience, Message, Outgoing

EVENTS = 12
Rows = list[tuple[int, int, str, str, str]]
TABLE_ONLY = frozenset({Audience.TABLE})


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A journal of twelve events: each gave the table a line, every second one the public too."""
    path = tmp_path_factory.mktemp("written") / "journal.db"
    with Journal.open(path) as journal:
        for n in range(1, EVENTS + 1):
            message = Message("CARD", (("n", str(n)),))
            one = Outgoing(message, TABLE_ONLY if n % 2 else frozenset(Audience))
            journal.append((Entry(f"Kind{n}", f'{{"n":{n}}}', (one,)),), 1000 + n)
    return path.read_bytes()


@pytest.fixture
def path(written: bytes, tmp_path: Path) -> Path:
    """A copy to be edited."""
    path = tmp_path / "journal.db"
    path.write_bytes(written)
    return path


def edit(path: Path, change: Callable[[sqlite3.Connection], None]) -> None:
    """Somebody who knows SQLite: takes the triggers away, edits, puts them back."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA synchronous = OFF")
    triggers = connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
    ).fetchall()
    for name, _ in triggers:
        connection.execute(f"DROP TRIGGER {name}")
    change(connection)
    for _, sql in triggers:
        connection.execute(sql)
    connection.commit()
    assert schema_faults(connection) == ()
    connection.close()


def rewrite(path: Path, change: Callable[[Rows], Rows]) -> None:
    """Replace all rows of events by others, numbered anew from 1 (lines follow their event)."""

    def do(connection: sqlite3.Connection) -> None:
        rows = connection.execute("SELECT ev, t_ms, kind, body, hash FROM events").fetchall()
        lines = connection.execute("SELECT audience, seq, ev, message FROM lines").fetchall()
        new = change(rows)
        connection.execute("DELETE FROM events")
        connection.execute("DELETE FROM lines")
        for ev, row in enumerate(new, 1):
            connection.execute("INSERT INTO events VALUES (?,?,?,?,?)", (ev, *row[1:]))
            for audience, seq, of, message in lines:
                if of == row[0]:
                    connection.execute(
                        "INSERT INTO lines VALUES (?,?,?,?)", (audience, seq, ev, message)
                    )
        connection.execute("UPDATE sqlite_sequence SET seq = ?", (len(new),))

    edit(path, do)


def found(path: Path) -> list[tuple[Edit, int]]:
    return [(one.edit, one.ev) for one in verify(path).findings]


def sql(text: str) -> Callable[[sqlite3.Connection], None]:
    def change(connection: sqlite3.Connection) -> None:
        connection.executescript(text)

    return change


def test_a_sound_journal_has_no_findings(path: Path) -> None:
    """Its events are counted and its last hash told."""
    report = verify(path)
    assert (report.events, report.findings) == (EVENTS, ())
    with Journal.open(path) as journal:
        assert report.head == journal.reader.hash_of(EVENTS)


def test_the_pages_own_check_finds_what_ours_finds(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """docs/journal.md shows how any tool computes the chain: it runs, and stops at an edit."""
    page = (Path(__file__).resolve().parents[3] / "docs" / "journal.md").read_text()
    code = page.partition("```python\n")[2].partition("```")[0]
    monkeypatch.chdir(tmp_path)
    path.rename(tmp_path / "dealer-shoe.journal")
    names: dict[str, Any] = {}
    exec(code, names)
    names["db"].close()
    edit(tmp_path / "dealer-shoe.journal", sql("UPDATE lines SET message = '' WHERE ev = 5"))
    with pytest.raises(AssertionError, match="event 5 was edited"):
        exec(code, names)
    names["db"].close()


def test_an_empty_journal_is_sound(tmp_path: Path) -> None:
    """Nothing recorded yet: the chain's beginning."""
    Journal.open(tmp_path / "journal.db").close()
    report = verify(tmp_path / "journal.db")
    assert (report.events, report.head, report.findings) == (0, FIRST_HASH, ())


@pytest.mark.parametrize("ev", [1, 5, EVENTS])
@pytest.mark.parametrize(
    "column",
    ["t_ms = 7", "kind = 'Other'", "body = '{}'", "hash = '00'"],
)
def test_a_changed_row_is_named(path: Path, ev: int, column: str) -> None:
    """Whatever column, wherever: the first finding is that row."""
    edit(path, sql(f"UPDATE events SET {column} WHERE ev = {ev}"))
    assert found(path)[0] == (Edit.CHANGED, ev)


@pytest.mark.parametrize("ev", [1, 5, EVENTS])
def test_a_changed_row_is_the_only_one_named(path: Path, ev: int) -> None:
    """The rows behind it are still chained to its old hash."""
    edit(path, sql(f"UPDATE events SET body = '{{}}' WHERE ev = {ev}"))
    assert found(path) == [(Edit.CHANGED, ev)]


def test_a_changed_line_is_named_by_its_event(path: Path) -> None:
    """What left the box is chained too."""
    edit(path, sql('UPDATE lines SET message = \'{"kind":"CARD"}\' WHERE ev = 5'))
    assert found(path) == [(Edit.CHANGED, 5)]


def test_a_removed_line_is_named(path: Path) -> None:
    """By its event and by the gap in the numbers."""
    edit(path, sql("DELETE FROM lines WHERE ev = 5"))
    assert found(path) == [(Edit.CHANGED, 5), (Edit.REMOVED, 0)]
    assert verify(path).findings[1].text == "lines table 5 to 5 were removed"


def test_an_added_line_is_named_by_the_event_it_claims(path: Path) -> None:
    """The next number is free for everybody, but no event was chained with it."""
    edit(path, sql(f"INSERT INTO lines VALUES ('table', {EVENTS + 1}, 5, '{{\"kind\":\"CARD\"}}')"))
    assert found(path) == [(Edit.CHANGED, 5)]
    with pytest.raises(JournalError, match="chain breaks at event 5"):
        Journal.open(path)


@pytest.mark.parametrize(("first", "last"), [(1, 1), (1, 3), (5, 5), (5, 8)])
def test_removed_rows_are_named(path: Path, first: int, last: int) -> None:
    """A gap in the numbers; the lines that are left over are named too."""
    edit(path, sql(f"DELETE FROM events WHERE ev BETWEEN {first} AND {last}"))
    report = verify(path)
    assert report.findings[0].edit is Edit.REMOVED
    assert report.findings[0].text == f"events {first} to {last} were removed"
    edit(path, sql(f"DELETE FROM lines WHERE ev BETWEEN {first} AND {last}"))
    assert found(path)[0] == (Edit.REMOVED, first)


def test_a_removed_tail_is_named(path: Path) -> None:
    """The file remembers how many events there were."""
    edit(path, sql("DELETE FROM events WHERE ev > 9; DELETE FROM lines WHERE ev > 9"))
    assert found(path) == [(Edit.REMOVED, 10)]


@pytest.mark.parametrize(("index", "count"), [(0, 1), (4, 1), (4, 3), (9, 1)])
def test_removed_rows_are_found_although_the_rest_was_renumbered(
    path: Path, index: int, count: int
) -> None:
    """No gap is left, but the rows behind were chained under other numbers."""
    rewrite(path, lambda rows: rows[:index] + rows[index + count :])
    assert found(path)[0] == (Edit.REMOVED, index + 1)


@pytest.mark.parametrize(("one", "other"), [(1, 2), (5, 6), (3, 9), (1, EVENTS), (11, EVENTS)])
@pytest.mark.parametrize("with_hash", [True, False])
def test_swapped_rows_are_named(path: Path, one: int, other: int, with_hash: bool) -> None:
    """Neighbours or far apart, with their hashes or without."""

    def swap(rows: Rows) -> Rows:
        a, b = rows[one - 1], rows[other - 1]
        if with_hash:
            rows[one - 1], rows[other - 1] = b, a
        else:
            rows[one - 1], rows[other - 1] = (*b[:4], a[4]), (*a[:4], b[4])
        return rows

    rewrite(path, swap)
    report = [one for one in verify(path).findings if one.ev]
    assert [(a.edit, a.ev, a.text) for a in report] == [
        (Edit.SWAPPED, one, f"events {one} and {other} were swapped")
    ]


@pytest.mark.parametrize("index", [0, 4, EVENTS - 1])
@pytest.mark.parametrize("fits", [True, False])
def test_an_inserted_row_is_named_although_the_rest_was_renumbered(
    path: Path, index: int, fits: bool
) -> None:
    """With any hash, and with one that fits the row before it."""

    def insert(rows: Rows) -> Rows:
        previous = rows[index - 1][4] if index else FIRST_HASH
        forged = (index + 1, 1, "Forged", "{}")
        chain = chained(previous, *forged, ()) if fits else "00"
        return [*rows[:index], (0, *forged[1:], chain), *rows[index:]]

    rewrite(path, insert)
    assert found(path) == [(Edit.INSERTED, index + 1)]


def test_a_row_added_at_the_end_without_its_chain_is_named(path: Path) -> None:
    """Nothing behind it tells whether it was changed or added."""
    edit(path, sql(f"INSERT INTO events VALUES ({EVENTS + 1}, 1, 'Forged', '{{}}', '00')"))
    assert found(path) == [(Edit.CHANGED, EVENTS + 1)]


def test_a_chain_written_anew_is_shown_by_a_hash_noted_elsewhere(path: Path) -> None:
    """Who computes every hash again leaves a sound file: only an anchor tells."""
    head = verify(path).head

    def forge(connection: sqlite3.Connection) -> None:
        connection.execute("UPDATE events SET body = '{\"n\":0}' WHERE ev = 5")
        previous = FIRST_HASH
        for ev, t_ms, kind, body in connection.execute(
            "SELECT ev, t_ms, kind, body FROM events ORDER BY ev"
        ).fetchall():
            lines = connection.execute(
                "SELECT audience, seq, message FROM lines WHERE ev = ?", (ev,)
            ).fetchall()
            previous = chained(previous, ev, t_ms, kind, body, lines)
            connection.execute("UPDATE events SET hash = ? WHERE ev = ?", (previous, ev))

    assert verify(path, ((EVENTS, head.upper()),)).findings == ()
    edit(path, forge)
    assert verify(path).findings == ()
    report = verify(path, ((EVENTS, head),))
    assert [(one.edit, one.ev) for one in report.findings] == [(Edit.ANCHOR, EVENTS)]


def test_a_missing_trigger_is_named_and_the_rows_are_walked_all_the_same(path: Path) -> None:
    """Who took the guard away may have done more."""
    connection = sqlite3.connect(path)
    connection.executescript(
        "DROP TRIGGER events_not_changed; UPDATE events SET body = '{}' WHERE ev = 5"
    )
    connection.close()
    assert found(path) == [(Edit.STRUCTURE, 0), (Edit.CHANGED, 5)]
    assert verify(path).findings[0].text == "events_not_changed is missing"


def test_broken_pages_are_named(path: Path) -> None:
    """The structure is looked at before the rows."""
    connection = sqlite3.connect(path)
    page = connection.execute(
        "SELECT rootpage FROM sqlite_master WHERE name = 'events_by_kind'"
    ).fetchone()[0]
    connection.close()
    raw = bytearray(path.read_bytes())
    at = (page - 1) * 4096
    raw[at + 4000 : at + 4096] = b"\xa5" * 96
    path.write_bytes(raw)
    assert Edit.STRUCTURE in [edit for edit, _ in found(path)]


def test_a_growing_journal_is_verified_at_one_moment(path: Path) -> None:
    """Beside its writer, and without touching it."""
    with Journal.open(path) as journal:
        journal.append((Entry("More", "{}"),), 1)
        assert verify(path).events == EVENTS + 1
        journal.append((Entry("More", "{}"),), 1)
    assert verify(path).events == EVENTS + 2
