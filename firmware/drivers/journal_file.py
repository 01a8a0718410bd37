"""Shell: the journal as a file: its tables, its hash chain, how it is made, opened and mistrusted.

Owns the schema, the errors, the lock and the checks before a file is believed. Refuses to know
what an event means. A file that is not sound is reported and left as it is.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from enum import Enum
from pathlib import Path
from typing import Final
from urllib.parse import quote

APPLICATION_ID: Final = 0x53484F45
"""`SHOE` in the file's header: tells a journal from any other SQLite file."""
VERSION: Final = 1
FIRST_HASH: Final = "0" * 64
"""What the first event is chained to."""
_NO_WRITING: Final = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR)
# Above this a structure check would be felt at every start on a Pi; `shoe journal verify` does it.
_QUICK_CHECK_BYTES: Final = 16_000_000

_SCHEMA: Final = """
CREATE TABLE events(
  ev INTEGER PRIMARY KEY AUTOINCREMENT,
  t_ms INTEGER NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX events_by_kind ON events(kind, ev);
CREATE TABLE lines(
  audience TEXT NOT NULL,
  seq INTEGER NOT NULL,
  ev INTEGER NOT NULL REFERENCES events(ev),
  message TEXT NOT NULL,
  PRIMARY KEY(audience, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE cursors(
  port TEXT PRIMARY KEY,
  seq INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER events_not_changed BEFORE UPDATE ON events
  BEGIN SELECT raise(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER events_not_removed BEFORE DELETE ON events
  BEGIN SELECT raise(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER events_in_order BEFORE INSERT ON events
  WHEN NEW.ev IS NOT (SELECT coalesce(max(ev), 0) + 1 FROM events)
  BEGIN SELECT raise(ABORT, 'events are numbered without a gap'); END;
CREATE TRIGGER lines_not_changed BEFORE UPDATE ON lines
  BEGIN SELECT raise(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER lines_not_removed BEFORE DELETE ON lines
  BEGIN SELECT raise(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER lines_in_order BEFORE INSERT ON lines
  WHEN NEW.seq IS NOT
    (SELECT coalesce(max(seq), 0) + 1 FROM lines WHERE audience = NEW.audience)
  BEGIN SELECT raise(ABORT, 'lines are numbered without a gap'); END;
"""


class Trouble(Enum):
    """What is the matter with a journal."""

    MISSING = "missing"
    NOT_A_JOURNAL = "not_a_journal"
    NEWER = "newer"
    DAMAGED = "damaged"
    BUSY = "busy"
    FULL = "full"
    """No room left on the disk: nothing was written; it may be tried again."""
    IO = "io"
    """The disk failed: nothing more is written before the file has been opened anew."""


class JournalError(OSError):
    """The journal can't be used; one line says why and what to do."""

    def __init__(self, trouble: Trouble, path: Path, text: str) -> None:
        super().__init__(f"journal {path}: {text}")
        self.trouble = trouble


def said(error: sqlite3.Error, path: Path) -> JournalError:
    """SQLite's word for it, as ours."""
    text = str(error)
    match getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF:
        case sqlite3.SQLITE_FULL:
            return JournalError(Trouble.FULL, path, "the disk is full; nothing was recorded")
        case sqlite3.SQLITE_READONLY if Path(f"{path}-journal").exists():
            hint = "start the shoe on it once"
            text = f"a change that was cut off waits to be undone; {hint}"
            return JournalError(Trouble.IO, path, text)
        case sqlite3.SQLITE_IOERR | sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN:
            hint = "check the disk and the rights"
            return JournalError(Trouble.IO, path, f"can't be read or written ({text}); {hint}")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return JournalError(Trouble.BUSY, path, f"another program holds it ({text})")
        case sqlite3.SQLITE_NOTADB:
            return JournalError(Trouble.NOT_A_JOURNAL, path, "is no journal; it was left as it is")
        case _:
            return damaged(path, text)


@contextmanager
def told(path: Path) -> Iterator[None]:
    """SQLite's errors about the file leave as JournalError; those about our code as they are."""
    try:
        yield
    except (sqlite3.ProgrammingError, sqlite3.IntegrityError):
        raise
    except sqlite3.DatabaseError as error:
        raise said(error, path) from error
    except UnicodeDecodeError as error:
        # Text that is none, in a row or in SQLite's own words about a spoilt schema.
        raise damaged(path, "text in it is no UTF-8") from error


def damaged(path: Path, text: str) -> JournalError:
    """The error of a file that can't be believed."""
    hint = "it was left as it is; keep it, and start with another file"
    one_line = " ".join(text.split())
    return JournalError(Trouble.DAMAGED, path, f"is damaged ({one_line}); {hint}")


def chained(
    previous: str, ev: int, t_ms: int, kind: str, body: str, lines: Iterable[tuple[str, int, str]]
) -> str:
    """The hash of an event: SHA-256 over the hash before it, a line feed and the row as JSON.

    `lines` are the event's lines as (audience, seq, message). The JSON is an array in this order,
    ASCII only, without spaces, the lines sorted: any tool can compute it again (docs/journal.md).
    """
    row = [ev, t_ms, kind, body, sorted(lines)]
    text = f"{previous}\n{json.dumps(row, ensure_ascii=True, separators=(',', ':'))}"
    # A hash that was kept is ASCII; one that was tampered with must not stop the check.
    return hashlib.sha256(text.encode("ascii", "backslashreplace")).hexdigest()


def lock(path: Path) -> int:
    """Hold `<path>.lock` for this process; the number of the open file. Ends with the process.

    A file of its own, because SQLite's locks on the journal itself are lost when any other handle
    on it is closed in the same process.
    """
    name = f"{path}.lock"
    try:
        handle = os.open(name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise _unlocked(path, error) from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if not os.path.samestat(os.fstat(handle), os.stat(name)):
            raise FileNotFoundError
    except OSError as error:
        # Held, or just removed by a start that failed: whoever it is, it is not ours.
        owner = os.pread(handle, 20, 0).decode("ascii", "replace").strip() or "?"
        os.close(handle)
        hint = "stop it first"
        text = f"process {owner} is writing it; {hint}"
        raise JournalError(Trouble.BUSY, path, text) from error
    try:
        os.ftruncate(handle, 0)
        os.pwrite(handle, b"%d\n" % os.getpid(), 0)
    except OSError as error:
        let_go(path, handle)
        raise _unlocked(path, error) from error
    return handle


def let_go(path: Path, handle: int) -> None:
    """Release the lock of a start that failed, and leave none beside a journal that never was."""
    if not path.exists():
        Path(f"{path}.lock").unlink(missing_ok=True)
    os.close(handle)


def _unlocked(path: Path, error: OSError) -> JournalError:
    trouble = Trouble.FULL if error.errno == errno.ENOSPC else Trouble.IO
    hint = "make room on its disk" if trouble is Trouble.FULL else "check the disk and the rights"
    return JournalError(trouble, path, f"can't be locked ({error.strerror}); {hint}")


def create(path: Path) -> None:
    """An empty journal, complete before it has its name, so that no cut leaves half of one."""
    fresh = path.with_name(path.name + ".new")
    _discard(fresh)
    try:
        with told(path), closing(sqlite3.connect(fresh, isolation_level=None)) as connection:
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
            # Before the file has its name: a cut while the mode is changed leaves a rollback.
            connection.execute("PRAGMA journal_mode = WAL").fetchall()
            connection.executescript(f"BEGIN; {_SCHEMA} COMMIT;")
        settle(fresh, path)
    except OSError as error:
        _discard(fresh)
        if isinstance(error, JournalError):
            raise
        raise JournalError(Trouble.IO, path, f"can't be made ({error.strerror})") from error


def _discard(fresh: Path) -> None:
    for left in (fresh, Path(f"{fresh}-wal"), Path(f"{fresh}-shm"), Path(f"{fresh}-journal")):
        left.unlink(missing_ok=True)


def settle(fresh: Path, path: Path) -> None:
    """Give a finished file its name so that it has it after a power cut too."""
    _sync(fresh)
    os.replace(fresh, path)
    _sync(path.parent)


def _sync(name: Path) -> None:
    handle = os.open(name, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def roll_back(path: Path) -> None:
    """Let SQLite undo a change of mode that a power cut interrupted (a restored backup's start)."""
    if Path(f"{path}-journal").exists():
        with closing(connect(path, "rw")), told(path):
            pass  # connecting has read from it, which rolls it back


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """A connection to a file whose header and version are a journal's. `mode`: `rw` or `ro`.

    Only SQLite opens the file: closing any other handle on it would drop this process's locks.
    """
    if path.is_dir():
        raise JournalError(Trouble.MISSING, path, "is a folder; name the journal in it")
    if not path.is_file():
        raise JournalError(Trouble.MISSING, path, "is not there")
    if not path.stat().st_size:
        text = "is an empty file, no journal; name another, or remove it to begin anew"
        raise JournalError(Trouble.NOT_A_JOURNAL, path, text)
    with told(path):
        try:
            connection, ours, version = _header(path, f"mode={mode}")
        except sqlite3.OperationalError as error:
            refused = error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CANTOPEN, *_NO_WRITING)
            if mode != "ro" or not refused or os.access(path.parent, os.W_OK):
                raise
            wal = Path(f"{path}-wal")
            if wal.exists() and wal.stat().st_size:
                hint = "copy both to a folder that can be written to"
                text = f"has a -wal beside it and its folder can't be written to; {hint}"
                raise JournalError(Trouble.IO, path, text) from error
            # A plain copy on a medium that is read-only: nobody changes it, all of it is in here.
            connection, ours, version = _header(path, "mode=ro&immutable=1")
    if ours == APPLICATION_ID and version == VERSION:
        return connection
    connection.close()
    if ours == APPLICATION_ID and version > VERSION:
        text = f"was written by a newer version (format {version}, this knows {VERSION}); update"
        raise JournalError(Trouble.NEWER, path, text)
    raise JournalError(Trouble.NOT_A_JOURNAL, path, "is another program's file; left as it is")


def _header(path: Path, how: str) -> tuple[sqlite3.Connection, int, int]:
    """A connection, and what program and format the file says it is of."""
    uri = f"file:{quote(str(path.absolute()))}?{how}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None)
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA busy_timeout = 5000").fetchall()
        ours = connection.execute("PRAGMA application_id").fetchone()[0]
        return connection, ours, connection.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.Error:
        connection.close()
        raise


def schema_faults(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Tables, indexes and triggers that are missing, changed or not ours, in words."""
    query = "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    sound = sqlite3.connect(":memory:")
    try:
        sound.executescript(_SCHEMA)
        expected = dict(sound.execute(query).fetchall())
    finally:
        sound.close()
    there = dict(connection.execute(query).fetchall())
    missing = [f"{name} is missing" for name in expected if name not in there]
    foreign = [f"{name} does not belong to a journal" for name in there if name not in expected]
    changed = [
        f"{name} was changed"
        for name in expected
        if name in there and there[name] != expected[name]
    ]
    return (*missing, *changed, *foreign)


def check_structure(connection: sqlite3.Connection, path: Path) -> None:
    """JournalError if the schema, or the pages of a file of ordinary size, are not sound."""
    with told(path):
        faults = schema_faults(connection)
        if not faults and path.stat().st_size <= _QUICK_CHECK_BYTES:
            found = [row[0] for row in connection.execute("PRAGMA quick_check(1)")]
            faults = tuple(text for text in found if text != "ok")
    if faults:
        raise damaged(path, faults[0])
