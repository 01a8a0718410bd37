"""Shell: the journal read back: its events, its lines, and whether they are what was written.

Owns queries that any thread or process may make on a connection of its own, and the check of the
chain's end. Refuses to write.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

from firmware.drivers.journal_file import FIRST_HASH, chained, connect, damaged, told
from firmware.feed.message import Audience
from firmware.feed.numbered import Numbered, from_json, to_json

# How many of the last events must still be chained when a journal is opened: about one shoe's.
_TAIL: Final = 2000
_BATCH: Final = 1000


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event as the journal has it: its number, Unix time in milliseconds, kind and body."""

    ev: int
    t_ms: int
    kind: str
    body: str


class JournalReader:
    """A view of a journal that never changes it; for the thread that opened it.

    Sees what is committed at each call, also while another thread or process writes.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self.path = path

    @classmethod
    def open(cls, path: Path) -> Self:
        """The journal at `path`, read-only. JournalError if it is none."""
        return cls(connect(path, "ro"), path)

    def events(self, after: int = 0, kinds: Sequence[str] | None = None) -> Iterator[Recorded]:
        """Events behind number `after` in their order, of these kinds or of all."""
        where = "ev > ?"
        if kinds is not None:
            where += f" AND kind IN ({','.join('?' * len(kinds))})"
        query = f"SELECT ev, t_ms, kind, body FROM events WHERE {where} ORDER BY ev LIMIT {_BATCH}"
        while True:
            rows = self._all(query, (after, *(kinds or ())))
            yield from (Recorded(*row) for row in rows)
            if len(rows) < _BATCH:
                return
            after = rows[-1][0]

    def last_of(self, kind: str) -> int:
        """The number of the last event of a kind, 0 if there is none."""
        return int(self._one("SELECT coalesce(max(ev), 0) FROM events WHERE kind = ?", (kind,)))

    def last_event(self) -> int:
        """The number of the last event, 0 in an empty journal."""
        return int(self._one("SELECT coalesce(max(ev), 0) FROM events"))

    def hash_of(self, ev: int) -> str:
        """The chain's hash at an event (0: what the first is chained to), as 64 hex digits."""
        rows = self._all("SELECT hash FROM events WHERE ev = ?", (ev,))
        if ev and not rows:
            raise damaged(self.path, f"event {ev} is not there")
        return str(rows[0][0]) if rows else FIRST_HASH

    def lines(self, audience: Audience, after: int = 0, limit: int = 100) -> tuple[Numbered, ...]:
        """At most `limit` lines of an audience behind number `after`, in their order."""
        rows = self._all(
            "SELECT seq, ev, message FROM lines WHERE audience = ? AND seq > ? "
            "ORDER BY seq LIMIT ?",
            (audience.value, after, limit),
        )
        return tuple(Numbered(audience, seq, ev, from_json(text)) for seq, ev, text in rows)

    def last(self, audience: Audience) -> int:
        """The number of an audience's last line, 0 if it has none."""
        query = "SELECT coalesce(max(seq), 0) FROM lines WHERE audience = ?"
        return int(self._one(query, (audience.value,)))

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _all(self, query: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        with told(self.path):
            return self._connection.execute(query, values).fetchall()

    def _one(self, query: str, values: tuple[object, ...] = ()) -> Any:
        return self._all(query, values)[0][0]


def event_hash(previous: str, event: Recorded, lines: Sequence[Numbered]) -> str:
    """The chain's hash at an event with these lines, after the hash before it."""
    stored = ((one.audience.value, one.seq, to_json(one.message)) for one in lines)
    return chained(previous, event.ev, event.t_ms, event.kind, event.body, stored)


def check_tail(connection: sqlite3.Connection, path: Path) -> None:
    """JournalError unless the last events are there, in order, and chained with their lines."""
    with told(path):
        top = connection.execute("SELECT coalesce(max(ev), 0) FROM events").fetchone()[0]
        used = connection.execute(
            "SELECT seq FROM sqlite_sequence WHERE name = 'events'"
        ).fetchone()
        start = max(0, top - _TAIL)
        rows = connection.execute(
            "SELECT ev, t_ms, kind, body, hash FROM events WHERE ev >= ? ORDER BY ev", (start,)
        ).fetchall()
        lines: dict[int, list[tuple[str, int, str]]] = {}
        for audience in Audience:
            newest = connection.execute(
                "SELECT audience, seq, message, ev FROM lines WHERE audience = ? ORDER BY seq DESC",
                (audience.value,),
            )
            for name, seq, message, ev in newest:
                if ev <= start:
                    break
                lines.setdefault(ev, []).append((name, seq, message))
        by_kind = _by_index(connection, start, {row[2] for row in rows})
    if (0 if used is None else used[0]) != top:
        raise damaged(path, f"events behind {top} were removed, there were {used and used[0]}")
    if by_kind != [(row[0], row[2]) for row in rows if row[0] > start]:
        raise damaged(path, "the index of events says something else than the events")
    previous = FIRST_HASH if start == 0 else rows.pop(0)[4]
    for expected, (ev, t_ms, kind, body, chain) in enumerate(rows, start + 1):
        if ev != expected:
            raise damaged(path, f"event {expected} is not there")
        if chained(previous, ev, t_ms, kind, body, lines.pop(ev, ())) != chain:
            raise damaged(path, f"the chain breaks at event {ev} ({kind})")
        previous = chain
    if lines:
        raise damaged(path, f"lines of event {min(lines)}, which is not there")


def _by_index(connection: sqlite3.Connection, after: int, kinds: set[str]) -> list[tuple[int, str]]:
    """Number and kind of each event behind `after` as the index has them, by which a start looks.

    The quick check of the pages does not compare an index with its table.
    """
    query = "SELECT ev, kind FROM events INDEXED BY events_by_kind WHERE kind = ? AND ev > ?"
    return sorted(row for kind in kinds for row in connection.execute(query, (kind, after)))
