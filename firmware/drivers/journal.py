"""Shell: the journal: what is recorded here is true, and nothing leaves the box before it is here.

Owns writing (one transaction an input, numbers without gaps, the chain) and reading back. Refuses
to know what an event means. docs/journal.md describes the file for people and other programs.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from firmware.drivers.journal_file import (
    JournalError,
    Trouble,
    check_structure,
    connect,
    create,
    let_go,
    lock,
    roll_back,
    told,
)
from firmware.drivers.journal_read import JournalReader, Recorded, check_tail, event_hash
from firmware.feed import line
from firmware.feed.message import Audience, Outgoing
from firmware.feed.numbered import Numbered, stamp, to_json

__all__ = [
    "Committed",
    "Cursors",
    "Entry",
    "Journal",
    "JournalError",
    "JournalReader",
    "Recorded",
    "Trouble",
]

# After so many transactions the WAL, some 30 kB each, is carried over into the file.
_CARRY_OVER: Final = 150


@dataclass(frozen=True, slots=True)
class Entry:
    """An event to record: its kind, its canonical JSON body, and the messages it gives."""

    kind: str
    body: str
    outgoing: tuple[Outgoing, ...] = ()


@dataclass(frozen=True, slots=True)
class Committed:
    """A durable event and the lines it gave, numbered for each audience."""

    event: Recorded
    lines: tuple[Numbered, ...]


class Journal:
    """The one writer of a journal. Open it, append; whatever `append` returned is durable."""

    def __init__(self, connection: sqlite3.Connection, path: Path, locked: int) -> None:
        self._connection = connection
        self._locked = locked
        self._broken: JournalError | None = None
        self.path = path
        self.reader = JournalReader(connection, path)
        """What is recorded, for the writer's own thread."""
        self._since_carried = 0
        self._ev = self.reader.last_event()
        self._hash = self.reader.hash_of(self._ev)
        self._seq = {audience: self.reader.last(audience) for audience in Audience}

    @classmethod
    def open(cls, path: Path) -> Self:
        """The journal at `path`, made if there is none. JournalError if it can't be believed."""
        if not path.parent.is_dir():
            raise JournalError(Trouble.MISSING, path, f"there is no folder {path.parent}; make it")
        locked = lock(path)
        try:
            if not path.exists():
                create(path)
            roll_back(path)
            # Read-only first: closing a writable connection would carry the WAL over into the file.
            with closing(connect(path, "ro")) as connection:
                check_structure(connection, path)
                check_tail(connection, path)
            connection = connect(path, "rw")
            try:
                with told(path):
                    _prepare(connection)
                return cls(connection, path, locked)
            except BaseException:
                connection.close()
                raise
        except BaseException:
            let_go(path, locked)
            raise

    def append(self, entries: Sequence[Entry], t_ms: int) -> tuple[Committed, ...]:
        """Record all of an input's events, or none; durable when it returns.

        JournalError FULL: nothing was recorded, and it may be tried again. IO: the disk can't be
        trusted any more; every later call is refused until the journal is opened anew.
        """
        if self._broken is not None:
            raise self._broken
        if not entries:
            return ()
        seq, previous = dict(self._seq), self._hash
        committed, hashes = [], []
        for ev, entry in enumerate(entries, self._ev + 1):
            event = Recorded(ev, t_ms, entry.kind, entry.body)
            lines = _number(entry.outgoing, event, seq)
            previous = event_hash(previous, event, lines)
            committed.append(Committed(event, lines))
            hashes.append(previous)
        self._write(committed, hashes)
        self._ev, self._hash, self._seq = committed[-1].event.ev, previous, seq
        self._carry_over()
        return tuple(committed)

    def close(self) -> None:
        """Carry everything over into the file and let go of it."""
        # Closing does it only where no reader is left; a copy of the file alone should be whole.
        # What can't be carried over lies safe in the WAL.
        with suppress(JournalError), told(self.path):
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        self._connection.close()
        os.close(self._locked)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self, committed: Sequence[Committed], hashes: Sequence[str]) -> None:
        execute = self._connection.execute
        try:
            with told(self.path), _one_transaction(self._connection):
                for one, chain in zip(committed, hashes, strict=True):
                    event = one.event
                    row = (event.ev, event.t_ms, event.kind, event.body, chain)
                    execute("INSERT INTO events VALUES (?, ?, ?, ?, ?)", row)
                    self._connection.executemany(
                        "INSERT INTO lines VALUES (?, ?, ?, ?)",
                        [(n.audience.value, n.seq, n.ev, to_json(n.message)) for n in one.lines],
                    )
        except JournalError as error:
            if error.trouble is not Trouble.FULL:
                self._broken = error
            raise

    def _carry_over(self) -> None:
        """Keep the WAL short. What fails here leaves the commit good, but ends the trust."""
        self._since_carried += 1
        if self._since_carried < _CARRY_OVER:
            return
        self._since_carried = 0
        try:
            with told(self.path):
                self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        except JournalError as error:
            if error.trouble is not Trouble.FULL:
                self._broken = error


def _prepare(connection: sqlite3.Connection) -> None:
    """Durable on every commit; the WAL is carried over by `append`, so that its errors are seen."""
    connection.execute("PRAGMA journal_mode = WAL").fetchall()
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA wal_autocheckpoint = 0").fetchall()


@contextmanager
def _one_transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of it, synced to the disk, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # A full disk or a failed write may have rolled it back already.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _number(
    outgoing: Sequence[Outgoing], event: Recorded, seq: dict[Audience, int]
) -> tuple[Numbered, ...]:
    """The messages under their audiences' next numbers; `seq` is carried on.

    LineTooLong before anything is written: a line that no port could send would stop them all.
    """
    lines = []
    for one in outgoing:
        message = stamp(one.message, event.ev, event.t_ms)
        for audience in Audience:
            if audience in one.audiences:
                seq[audience] += 1
                line.encode(seq[audience], message)
                lines.append(Numbered(audience, seq[audience], event.ev, message))
    return tuple(lines)


class Cursors:
    """How far each port has come: unchained, written by port threads beside the journal's writer.

    Synced only now and then: a cut that loses a step makes a port send some lines again, and
    never skip one. For the thread that opened it.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path

    @classmethod
    def open(cls, path: Path) -> Self:
        """The cursors of the journal at `path`, which must be there."""
        connection = connect(path, "rw")
        with told(path):
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA wal_autocheckpoint = 0").fetchall()
        return cls(connection, path)

    def at(self, port: str) -> int | None:
        """The last line a port is sure to have delivered; None for a port never seen."""
        with told(self._path):
            query = "SELECT seq FROM cursors WHERE port = ?"
            row = self._connection.execute(query, (port,)).fetchone()
        return None if row is None else int(row[0])

    def move(self, port: str, seq: int) -> None:
        """Note the last line a port is sure to have delivered."""
        with told(self._path):
            self._connection.execute(
                "INSERT INTO cursors VALUES (?, ?) "
                "ON CONFLICT(port) DO UPDATE SET seq = excluded.seq",
                (port, seq),
            )

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()
