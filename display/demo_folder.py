"""Shell: the folder of a demonstration: made empty of an earlier one, and of nothing else.

Owns which files a demonstration may have made. A folder that holds anything and lacks the mark of
a demonstration is left alone: it may hold a house's journal and evidence under the same names.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from firmware.drivers.journal_file import lock

JOURNAL: Final = "shoe.journal"
MARK: Final = "made-by-shoe-demo"
"""Written first; it makes the folder the demonstration's own."""
_MADE: Final = (
    *("feed.jsonl", "feed.err", "oled.err", "truth.jsonl", "frames.avi"),
    *(JOURNAL, f"{JOURNAL}-wal", f"{JOURNAL}-shm"),
    *("oled/oled-*.png", "frames/[0-9]*.png", "evidence/*shoe*/*.jpg", "evidence/*shoe*/*.part"),
)
_FOLDERS: Final = ("evidence/*shoe*", "evidence", "frames", "oled")
_SAID: Final = "A demonstration of `shoe demo` lies here; the next one replaces its files.\n"


class FolderError(OSError):
    """A folder that a demonstration must not use; one line says why and what to do."""


def make_room(out: Path) -> None:
    """Make `out` ready for a demonstration: only what an earlier one made is removed.

    Raises FolderError for a folder of something else, JournalError where a shoe writes in it.
    """
    out.mkdir(parents=True, exist_ok=True)
    mark = out / MARK
    if not mark.is_file():
        if any(out.iterdir()):
            raise FolderError(
                f"{out} holds files that no demonstration made; name a new or empty folder"
            )
        mark.write_text(_SAID)
    for link in (out / name for name in ("evidence", "frames", "oled", JOURNAL)):
        if link.is_symlink():
            raise FolderError(f"{link} is a link; remove it or name another folder")
    held = lock(out / JOURNAL)
    try:
        for pattern in _MADE:
            for path in out.glob(pattern):
                path.unlink()
        for pattern in _FOLDERS:
            for folder in out.glob(pattern):
                # What somebody else put there stays, and its folder with it.
                if folder.is_dir() and not any(folder.iterdir()):
                    folder.rmdir()
    finally:
        os.close(held)
