"""Shell: finds every edit of a journal: changed, removed, swapped and inserted rows, by number.

Owns the walk along the chain and the naming of what broke it. Refuses to repair, and to open
anything for writing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from enum import Enum
from heapq import merge
from pathlib import Path
from typing import Final

from firmware.drivers.journal_file import (
    FIRST_HASH,
    JournalError,
    Trouble,
    chained,
    connect,
    schema_faults,
    told,
)

_LISTED: Final = 100
"""Findings of the file's structure that are named one by one."""
_LONGEST_CUT: Final = 1000
"""Events cut out of the middle, and the rest renumbered, that are still counted."""


class Edit(Enum):
    """What was done to a journal."""

    STRUCTURE = "structure"
    """The file's pages, tables or triggers are not what they were."""
    CHANGED = "changed"
    """The row, or a line it gave, says something else than it did; or it was never recorded."""
    REMOVED = "removed"
    SWAPPED = "swapped"
    INSERTED = "inserted"
    ANCHOR = "anchor"
    """A hash noted elsewhere (a certificate) is not the chain's."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One edit: the event it is about (0: the file as a whole) and a line of text."""

    edit: Edit
    ev: int
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    """A journal's events, the hash at its last one, and all that is wrong with it."""

    events: int
    head: str
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class _Row:
    ev: int
    t_ms: int
    kind: str
    body: str
    hash: str
    lines: tuple[tuple[str, int, str], ...]

    def after(self, previous: str, ev: int) -> str:
        """The hash this row would have as event `ev`."""
        return chained(previous, ev, self.t_ms, self.kind, self.body, self.lines)


def verify(path: Path, anchors: tuple[tuple[int, str], ...] = ()) -> Report:
    """Walk the whole chain. `anchors`: events and the hashes that were noted for them elsewhere.

    A skilled hand can write the whole chain anew; only an anchor shows that. JournalError if the
    file is no journal, or can't be read.
    """
    try:
        with closing(connect(path, "ro")) as connection, told(path):
            connection.execute("BEGIN")  # one moment of a journal that may be growing
            return _walked(connection, anchors)
    except JournalError as error:
        if error.trouble is not Trouble.DAMAGED:
            raise
        return Report(0, FIRST_HASH, (Finding(Edit.STRUCTURE, 0, str(error)),))


def _walked(connection: sqlite3.Connection, anchors: tuple[tuple[int, str], ...]) -> Report:
    check = connection.execute(f"PRAGMA integrity_check({_LISTED})").fetchall()
    broken = [" ".join(row[0].split()) for row in check if row[0] != "ok"]
    shape = schema_faults(connection)
    findings = [Finding(Edit.STRUCTURE, 0, text) for text in (*broken, *shape)]
    if broken or any(text.split()[0] in ("events", "lines") for text in shape):
        # Rows of broken pages or other tables can't be walked in any order that means much.
        return Report(0, FIRST_HASH, tuple(findings))
    count, last, head = connection.execute(
        "SELECT count(*), coalesce(max(ev), 0), "
        "(SELECT hash FROM events ORDER BY ev DESC LIMIT 1) FROM events"
    ).fetchone()
    findings += _ends(connection, last)
    lines = connection.execute("SELECT count(*) FROM lines").fetchone()[0]
    if not _unbroken(_rows(connection, _lines_as_given(connection)), lines):
        # Naming an edit needs all rows at hand; a sound journal of years must not.
        findings += _chain(tuple(_rows(connection, _lines_sorted(connection))))
    findings += _lines(connection)
    findings += _anchored(connection, anchors, last)
    return Report(count, head or FIRST_HASH, tuple(findings))


def _anchored(
    connection: sqlite3.Connection, anchors: tuple[tuple[int, str], ...], last: int
) -> Iterator[Finding]:
    """Events whose hash is not the one noted elsewhere."""
    for ev, noted in anchors:
        row = connection.execute("SELECT hash FROM events WHERE ev = ?", (ev,)).fetchone()
        if ev and row is None:
            text = f"event {ev}, noted as {noted}, is not there: the last is {last}"
            yield Finding(Edit.ANCHOR, ev, text)
            continue
        chain = row[0] if ev else FIRST_HASH
        if chain != noted.lower():
            yield Finding(Edit.ANCHOR, ev, f"event {ev} has hash {chain}, noted was {noted}")


_Given = tuple[int, str, int, str]
"""A line with its event first: event, audience, number, message."""


def _lines_as_given(connection: sqlite3.Connection) -> Iterator[_Given]:
    """Lines in the order in which a sound journal has them, without sorting."""
    query = "SELECT ev, audience, seq, message FROM lines WHERE audience = ? ORDER BY seq"
    audiences = [row[0] for row in connection.execute("SELECT DISTINCT audience FROM lines")]
    return merge(*(connection.execute(query, (audience,)) for audience in audiences))


def _lines_sorted(connection: sqlite3.Connection) -> Iterator[_Given]:
    """Lines by their event, whatever was done to them."""
    return connection.execute("SELECT ev, audience, seq, message FROM lines ORDER BY ev")


def _rows(connection: sqlite3.Connection, lines: Iterator[_Given]) -> Iterator[_Row]:
    """Events in the order of their numbers, each with its lines."""
    pending = next(lines, None)
    events = connection.execute("SELECT ev, t_ms, kind, body, hash FROM events ORDER BY ev")
    for ev, t_ms, kind, body, chain in events:
        given = []
        while pending is not None and pending[0] <= ev:
            if pending[0] == ev:
                given.append(pending[1:])
            pending = next(lines, None)
        yield _Row(ev, t_ms, kind, body, chain, tuple(given))


def _unbroken(rows: Iterator[_Row], lines: int) -> bool:
    """Every event is there, chained to the one before, and has its part of so many lines."""
    previous, expected = FIRST_HASH, 1
    for row in rows:
        if row.ev != expected or row.after(previous, row.ev) != row.hash:
            return False
        previous, expected, lines = row.hash, expected + 1, lines - len(row.lines)
    return lines == 0


def _ends(connection: sqlite3.Connection, last: int) -> Iterator[Finding]:
    """Events that were there once, behind the last one."""
    used = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'events'").fetchone()
    once = 0 if used is None else used[0]
    if not isinstance(once, int) or once < last:
        yield Finding(Edit.STRUCTURE, 0, f"the count of events says {once}, there are {last}")
    elif once > last:
        yield Finding(Edit.REMOVED, last + 1, f"events {last + 1} to {once} were removed")


def _lines(connection: sqlite3.Connection) -> Iterator[Finding]:
    """Lines that no event gave, and gaps in an audience's numbers."""
    orphans = connection.execute(
        "SELECT audience, seq, ev FROM lines WHERE ev NOT IN (SELECT ev FROM events)"
    )
    for audience, seq, ev in orphans:
        text = f"line {audience} {seq} is of event {ev}, which is not there"
        yield Finding(Edit.REMOVED, ev, text)
    gaps = connection.execute(
        "SELECT audience, seq, before FROM (SELECT audience, seq, "
        "coalesce(lag(seq) OVER (PARTITION BY audience ORDER BY seq), 0) AS before FROM lines) "
        "WHERE seq != before + 1"
    )
    for audience, seq, before in gaps:
        text = f"lines {audience} {before + 1} to {seq - 1} were removed"
        yield Finding(Edit.REMOVED, 0, text)


def _chain(rows: tuple[_Row, ...]) -> Iterator[Finding]:
    """Walk along the chain; `previous` is the hash that the next row was chained to.

    `shift` is what must be added to a row's number to have the one it was recorded under.
    """
    earlier, previous, expected, shift = "", FIRST_HASH, 1, 0
    put_back: dict[int, _Row] = {}
    for at, row in enumerate(rows):
        if row.ev != expected:
            yield Finding(Edit.REMOVED, expected, f"events {expected} to {row.ev - 1} were removed")
            # What the first row behind the gap was chained to is gone; it is taken as it is.
            earlier, previous, expected = "", row.hash, row.ev + 1
            continue
        expected = row.ev + 1
        number = row.ev + shift
        before, earlier = earlier, previous
        if row.ev in put_back:
            previous = put_back.pop(row.ev).after(previous, number)
        elif row.after(previous, number) == row.hash:
            previous = row.hash
        elif other := _other(rows, at, previous, number):
            put_back[other.ev] = row
            yield Finding(Edit.SWAPPED, row.ev, f"events {row.ev} and {other.ev} were swapped")
            previous = other.after(previous, number)
        elif at + 1 < len(rows) and rows[at + 1].after(previous, number) == rows[at + 1].hash:
            yield Finding(Edit.INSERTED, row.ev, f"event {row.ev} ({row.kind}) was inserted")
            shift -= 1
        elif before and row.after(before, number - 1) == row.hash:
            # The row before it is chained well, but this one was not chained to it.
            yield Finding(Edit.INSERTED, row.ev - 1, f"event {row.ev - 1} was inserted")
            shift, previous = shift - 1, row.hash
        elif at + 1 < len(rows) and (gone := _gone(row, rows[at + 1], shift)):
            text = f"{gone} events before event {row.ev} were removed and the rest renumbered"
            yield Finding(Edit.REMOVED, row.ev, text)
            shift, previous = shift + gone, row.hash
        else:
            text = f"event {row.ev} ({row.kind}) or a line of it was changed or added"
            yield Finding(Edit.CHANGED, row.ev, text)
            previous = row.hash


def _other(rows: tuple[_Row, ...], at: int, previous: str, number: int) -> _Row | None:
    """The later row whose text belongs here, if this row's belongs there."""
    row = rows[at]
    for later in range(at + 1, len(rows)):
        other = rows[later]
        here = other.after(previous, number)
        if here not in (other.hash, row.hash):
            continue
        before = here if later == at + 1 else rows[later - 1].hash
        if row.after(before, number + later - at) in (other.hash, row.hash):
            return other
    return None


def _gone(row: _Row, following: _Row, shift: int) -> int:
    """How many numbers more the rows had from here on when they were recorded; 0: none."""
    for gone in range(_LONGEST_CUT + 1):
        if following.after(row.hash, following.ev + shift + gone) == following.hash:
            return gone
    return 0
