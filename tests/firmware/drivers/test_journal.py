"""The journal: what was acknowledged stays; what is not sound is said and never touched."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from firmware.drivers.journal import (
    Committed,
    Cursors,
    Entry,
    Journal,
    JournalError,
    JournalReader,
    Recorded,
    Trouble,
)
from firmware.drivers.journal_file import FIRST_HASH, VERSION
from firmware.feed.line import LineTooLong
from firmware.feed.message import Audience, Message, Outgoing
from firmware.feed.numbered import Numbered

TABLE_ONLY = frozenset({Audience.TABLE})


def card(text: str) -> Message:
    return Message("CARD", (("card", text),))


def entry(text: str = "8S", audiences: frozenset[Audience] = frozenset(Audience)) -> Entry:
    return Entry("CardDrawn", f'{{"card":"{text}"}}', (Outgoing(card(text), audiences),))


def refused(path: Path) -> tuple[Trouble, str]:
    """How opening is refused; the file's bytes must be what they were."""
    before = path.read_bytes()
    with pytest.raises(JournalError) as caught:
        Journal.open(path)
    assert path.read_bytes() == before
    assert "\n" not in str(caught.value)
    return caught.value.trouble, str(caught.value)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A closed journal of three events of two lines each."""
    path = tmp_path_factory.mktemp("three") / "journal.db"
    with Journal.open(path) as journal:
        for n in range(3):
            journal.append((entry(f"{n + 2}S"),), 1000 + n)
    return path.read_bytes()


@pytest.fixture
def filled(three: bytes, path: Path) -> Path:
    """A copy of it."""
    path.write_bytes(three)
    return path


def edit(path: Path, sql: str) -> None:
    """Change the file as somebody with an ordinary tool would."""
    connection = sqlite3.connect(path)
    connection.executescript(sql)
    connection.commit()
    connection.close()


def test_an_input_is_recorded_whole_with_numbers_for_each_audience(path: Path) -> None:
    """Events are dense; each audience counts only its own lines; `ev` and `t` are added."""
    with Journal.open(path) as journal:
        first = journal.append((entry("8S", TABLE_ONLY), Entry("Peeked", "{}")), 1000)
        second = journal.append((entry("4H"),), 2000)
    stamped = (("card", "8S"), ("ev", "1"), ("t", "1000"))
    eight = Numbered(Audience.TABLE, 1, 1, Message("CARD", stamped))
    assert first == (
        Committed(Recorded(1, 1000, "CardDrawn", '{"card":"8S"}'), (eight,)),
        Committed(Recorded(2, 1000, "Peeked", "{}"), ()),
    )
    four = Message("CARD", (("card", "4H"), ("ev", "3"), ("t", "2000")))
    assert second[0].lines == (
        Numbered(Audience.TABLE, 2, 3, four),
        Numbered(Audience.PUBLIC, 1, 3, four),
    )
    with JournalReader.open(path) as reader:
        assert tuple(reader.events()) == (first[0].event, first[1].event, second[0].event)
        assert reader.lines(Audience.TABLE) == (eight, second[0].lines[0])
        assert reader.lines(Audience.PUBLIC) == (second[0].lines[1],)


def test_reading_back_by_number_kind_and_page(path: Path) -> None:
    """Events behind a number, of chosen kinds, the last of a kind; lines page by page."""
    with Journal.open(path) as journal:
        kinds = [Entry("Odd" if n % 2 else "Even", str(n)) for n in range(1100)]
        journal.append([one for kind in kinds for one in (kind, entry())], 1)
    with JournalReader.open(path) as reader:
        assert sum(1 for _ in reader.events()) == 2200
        assert [one.body for one in reader.events(2190, ("Odd",))] == ["1095", "1097", "1099"]
        assert (reader.last_of("Even"), reader.last_of("Odd"), reader.last_of("None")) == (
            2197,
            2199,
            0,
        )
        page = reader.lines(Audience.TABLE, after=1000, limit=7)
        assert [one.seq for one in page] == list(range(1001, 1008))
        assert (reader.last_event(), reader.last(Audience.PUBLIC)) == (2200, 1100)


def test_numbers_go_on_after_opening_again(filled: Path) -> None:
    """No number is used twice, and the chain is carried on from the last hash."""
    with JournalReader.open(filled) as reader:
        head = reader.hash_of(3)
    with Journal.open(filled) as journal:
        (committed,) = journal.append((entry(),), 5)
        assert (committed.event.ev, [one.seq for one in committed.lines]) == (4, [4, 4])
        assert journal.reader.hash_of(3) == head
        assert journal.reader.hash_of(0) == FIRST_HASH


def test_what_refuses_to_be_sent_is_not_recorded(path: Path) -> None:
    """A message that fits no line, or brings the journal's own keys, fails before the write."""
    with Journal.open(path) as journal:
        long = Outgoing(Message("X", (("k", "v" * 600),)))
        with pytest.raises(LineTooLong):
            journal.append((entry(), Entry("Long", "{}", (long,))), 1)
        with pytest.raises(ValueError, match="the journal's own keys"):
            journal.append((Entry("Own", "{}", (Outgoing(Message("X", (("ev", "1"),))),)),), 1)
        assert journal.append((), 1) == ()
        assert journal.append((entry(),), 1)[0].event.ev == 1


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE events SET body = '{}' WHERE ev = 2",
        "DELETE FROM events WHERE ev = 3",
        "INSERT INTO events VALUES (9, 1, 'X', '{}', '')",
        "INSERT OR REPLACE INTO events VALUES (2, 1, 'X', '{}', '')",
        "UPDATE lines SET seq = 9 WHERE seq = 3",
        "DELETE FROM lines WHERE seq = 3",
        "INSERT INTO lines VALUES ('table', 9, 3, '{}')",
        "INSERT OR REPLACE INTO lines VALUES ('table', 2, 3, '{}')",
    ],
)
def test_records_are_append_only_for_everybody(filled: Path, sql: str) -> None:
    """Any tool that changes, removes or inserts out of order is refused by the file itself."""
    connection = sqlite3.connect(filled)
    with pytest.raises(sqlite3.IntegrityError, match=r"append-only|without a gap"):
        connection.execute(sql)
    connection.close()


@pytest.mark.parametrize(
    ("sql", "text"),
    [
        ("DROP TRIGGER events_not_changed", "events_not_changed is missing"),
        ("CREATE TABLE mine(x)", "mine does not belong to a journal"),
        (
            "DROP TRIGGER events_not_changed; UPDATE events SET body = '{}' WHERE ev = 2;"
            "CREATE TRIGGER events_not_changed BEFORE UPDATE ON events\n"
            "  BEGIN SELECT raise(ABORT, 'the journal is append-only'); END",
            "the chain breaks at event 2 (CardDrawn)",
        ),
        (
            "DROP TRIGGER lines_not_changed;"
            "UPDATE lines SET message = replace(message, '4S', '4H') WHERE seq = 3;"
            "CREATE TRIGGER lines_not_changed BEFORE UPDATE ON lines\n"
            "  BEGIN SELECT raise(ABORT, 'the journal is append-only'); END",
            "the chain breaks at event 3 (CardDrawn)",
        ),
        (
            "DROP TRIGGER events_not_removed; DELETE FROM events WHERE ev = 3;"
            "CREATE TRIGGER events_not_removed BEFORE DELETE ON events\n"
            "  BEGIN SELECT raise(ABORT, 'the journal is append-only'); END",
            "events behind 2 were removed, there were 3",
        ),
    ],
)
def test_an_edited_journal_is_not_believed(filled: Path, sql: str, text: str) -> None:
    """Missing triggers, foreign tables, changed events or lines and a cut tail stop the start."""
    edit(filled, sql)
    trouble, said = refused(filled)
    assert trouble is Trouble.DAMAGED
    assert text in said


def test_broken_pages_are_not_believed(filled: Path) -> None:
    """Bytes overwritten in the middle of the file are found before anything is written."""
    raw = bytearray(filled.read_bytes())
    for at in range(4096, len(raw), 4096):
        raw[at : at + 64] = b"\xa5" * 64
    filled.write_bytes(raw)
    assert refused(filled)[0] is Trouble.DAMAGED


def spoilt(raw: bytes, chance: random.Random) -> bytes:
    """The bytes after one of four mishaps."""
    at = chance.randrange(len(raw))
    match chance.randrange(4):
        case 0:
            return raw[:at] + bytes((raw[at] ^ 1 << chance.randrange(8),)) + raw[at + 1 :]
        case 1:
            return raw[:at] + raw[at + chance.randrange(1, 600) :]
        case 2:
            noise = chance.randbytes(chance.randrange(1, 300))
            return (raw[:at] + noise + raw[at + len(noise) :])[: len(raw)]
        case _:
            return raw[:at]


def test_a_file_spoilt_anywhere_is_refused_or_tells_the_truth(filled: Path) -> None:
    """Flipped bits, noise, bytes cut out or off: one line and the file untouched, or all as was."""
    raw, chance = filled.read_bytes(), random.Random(5)
    with JournalReader.open(filled) as reader:
        written = tuple(reader.events())
        lines = reader.lines(Audience.PUBLIC)
    for _ in range(150):
        for left in filled.parent.iterdir():
            left.unlink()
        filled.write_bytes(spoilt(raw, chance))
        before, said = filled.read_bytes(), None
        try:
            with Journal.open(filled) as journal:
                assert tuple(journal.reader.events()) == written
                assert journal.reader.lines(Audience.PUBLIC) == lines
        except JournalError as error:
            said = str(error)
        if said is not None:
            assert "\n" not in said
            assert filled.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"not a database, but long enough to be looked at" * 99])
def test_a_file_that_is_no_journal_is_left_alone(path: Path, content: bytes) -> None:
    """An empty file may have been a journal: even that is not taken as new."""
    path.write_bytes(content)
    trouble, said = refused(path)
    assert trouble is Trouble.NOT_A_JOURNAL
    assert ("is an empty file" in said) == (not content)


def test_a_folder_is_called_one(path: Path) -> None:
    """It is there: to say it is not sends people looking."""
    with pytest.raises(JournalError, match="is a folder; name the journal in it"):
        JournalReader.open(path.parent)


def test_another_programs_database_is_left_alone(path: Path) -> None:
    """SQLite, but not ours."""
    edit(path, "CREATE TABLE t(x)")
    assert refused(path)[0] is Trouble.NOT_A_JOURNAL


def test_a_journal_of_a_newer_version_is_left_alone(filled: Path) -> None:
    """An older program never writes into what it does not know."""
    edit(filled, f"PRAGMA user_version = {VERSION + 1}")
    trouble, said = refused(filled)
    assert trouble is Trouble.NEWER
    assert f"format {VERSION + 1}" in said


def test_a_missing_folder_or_file_is_said(tmp_path: Path) -> None:
    """Writing wants the folder, reading the file."""
    with pytest.raises(JournalError, match=r"there is no folder .*/none; make it"):
        Journal.open(tmp_path / "none" / "journal.db")
    with pytest.raises(JournalError, match="is not there"):
        JournalReader.open(tmp_path / "journal.db")


def test_there_is_one_writer(path: Path) -> None:
    """A second one is told which process writes; afterwards the file is free again."""
    with Journal.open(path), pytest.raises(JournalError, match=f"process {os.getpid()} ") as caught:
        Journal.open(path)
    assert caught.value.trouble is Trouble.BUSY
    Journal.open(path).close()


def test_a_full_disk_records_nothing_and_may_be_tried_again(path: Path) -> None:
    """SQLite's own limit on pages stands for the disk: all of an input or none, then as before."""
    with Journal.open(path) as journal:
        pages = journal._connection.execute("PRAGMA page_count").fetchone()[0]
        limit = f"PRAGMA max_page_count = {pages}"
        journal._connection.execute(limit).fetchall()
        with pytest.raises(JournalError) as caught:
            journal.append([entry("8S") for _ in range(200)], 1)
        assert caught.value.trouble is Trouble.FULL
        assert (journal.reader.last_event(), journal.reader.last(Audience.TABLE)) == (0, 0)
        journal._connection.execute("PRAGMA max_page_count = 100000").fetchall()
        (committed,) = journal.append((entry(),), 2)
        assert (committed.event.ev, committed.lines[0].seq) == (1, 1)


def test_other_threads_read_what_is_committed(path: Path) -> None:
    """A port's reader, opened before, sees an event as soon as `append` has returned."""
    seen: list[int] = []
    go, done = threading.Event(), threading.Event()

    def port() -> None:
        with JournalReader.open(path) as reader:
            seen.append(reader.last(Audience.TABLE))
            done.set()
            assert go.wait(10)
            seen.append(reader.last(Audience.TABLE))

    with Journal.open(path) as journal:
        thread = threading.Thread(target=port)
        thread.start()
        assert done.wait(10)
        journal.append((entry(),), 1)
        go.set()
        thread.join(10)
    assert seen == [0, 1]


def test_a_ports_cursor_is_kept_beside_the_record(path: Path) -> None:
    """Moving it needs no pause of the writer and touches neither events nor chain."""
    with Journal.open(path) as journal:
        journal.append((entry(),), 1)
        cursors = Cursors.open(path)
        assert cursors.at("table") is None
        cursors.move("table", 1)
        journal.append((entry(),), 1)
        cursors.move("table", 2)
        cursors.close()
    cursors = Cursors.open(path)
    assert (cursors.at("table"), cursors.at("board")) == (2, None)
    cursors.close()
    Journal.open(path).close()


def test_the_carrying_over_keeps_the_wal_short_and_loses_nothing(path: Path) -> None:
    """Beside an open reader the WAL is carried over and used again."""
    with Journal.open(path) as journal, JournalReader.open(path) as reader:
        for _ in range(400):
            journal.append((entry(),), 1)
        assert path.with_name("journal.db-wal").stat().st_size < 6_000_000
        assert reader.last_event() == 400
    with JournalReader.open(path) as reader:
        assert reader.last_event() == 400


def test_a_closed_journal_is_whole_in_its_one_file(path: Path, tmp_path: Path) -> None:
    """Also while readers are still open: who copies the file alone has everything."""
    journal = Journal.open(path)
    with JournalReader.open(path) as reader:
        journal.append((entry(),), 1)
        assert reader.last_event() == 1
        journal.close()
        copy = tmp_path / "copy.db"
        copy.write_bytes(path.read_bytes())
    with JournalReader.open(copy) as reader:
        assert reader.last_event() == 1


def test_a_change_of_mode_cut_off_by_power_is_undone(filled: Path, tmp_path: Path) -> None:
    """SQLite's rollback is left beside the file: readers say so, the writer's start mends it."""
    connection = sqlite3.connect(filled, isolation_level=None)
    connection.execute("PRAGMA journal_mode = DELETE").fetchall()
    connection.execute("PRAGMA cache_size = 1").fetchall()
    connection.executescript(
        "PRAGMA cache_spill = 1; BEGIN; CREATE TABLE x(y); INSERT INTO x SELECT randomblob(4000)"
        " FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 50)"
        " SELECT i FROM n)"
    )
    found = tmp_path / "found.db"
    for suffix in ("", "-journal"):
        Path(f"{found}{suffix}").write_bytes(Path(f"{filled}{suffix}").read_bytes())
    connection.close()
    with pytest.raises(JournalError, match="start the shoe on it once"):
        JournalReader.open(found)
    with Journal.open(found) as journal:
        assert journal.reader.last_event() == 3


WRITER = """
import sys
from pathlib import Path
from firmware.drivers.journal import Entry, Journal
from firmware.feed.message import Message, Outgoing
journal = Journal.open(Path(sys.argv[1]))
n = 0
while True:
    n += 1
    three = [Entry("Card", str(n), (Outgoing(Message("CARD", (("n", str(n)),))),))] * 3
    print(journal.append(three, n)[-1].event.ev, flush=True)
"""


def test_kill_9_in_the_middle_of_appends_loses_nothing_acknowledged(path: Path) -> None:
    """Each time, all that was acknowledged is there, whole inputs only, and numbers go on."""
    for kills in range(1, 6):
        writer = subprocess.Popen(
            (sys.executable, "-c", WRITER, str(path)), stdout=subprocess.PIPE, text=True
        )
        assert writer.stdout is not None
        for _ in range(40 * kills):
            acknowledged = int(writer.stdout.readline())
        writer.kill()
        rest = writer.stdout.read().rpartition("\n")[0].split()
        writer.stdout.close()
        writer.wait()
        acknowledged = int(rest[-1]) if rest else acknowledged
        with Journal.open(path) as journal:
            top = journal.reader.last_event()
            assert top >= acknowledged
            assert top % 3 == 0
            assert journal.reader.last(Audience.PUBLIC) == top
