"""Shell: copies a journal, also while it grows, so that the copy is whole, checked and durable.

Owns the order: copy, check, name. Refuses to overwrite anything.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from firmware.drivers.journal_file import JournalError, Trouble, connect, settle, told
from firmware.drivers.journal_verify import Report, verify


def backup(path: Path, to: Path) -> Report:
    """Copy the journal at `path` to the new file `to`; what the copy's check found.

    The writer is not held up. Nothing has the name `to` before the copy is whole.
    """
    if to.exists():
        raise JournalError(Trouble.IO, to, "is there already; a backup never overwrites")
    if not to.parent.is_dir():
        raise JournalError(Trouble.MISSING, to, f"there is no folder {to.parent}; make it")
    fresh = to.with_name(to.name + ".new")
    try:
        fresh.unlink(missing_ok=True)
        with (
            told(path),
            closing(connect(path, "ro")) as source,
            closing(sqlite3.connect(fresh, isolation_level=None)) as copy,
        ):
            source.backup(copy)
            # A copy without a WAL is one file, and can be read from a medium that is read-only.
            copy.execute("PRAGMA journal_mode = DELETE").fetchall()
        report = verify(fresh)
        settle(fresh, to)
    except JournalError:
        fresh.unlink(missing_ok=True)
        raise
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise JournalError(Trouble.IO, to, f"can't be written ({error.strerror})") from error
    return report
