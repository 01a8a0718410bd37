"""Shell: evidence of each pass: hands its picture to the evidence folder and journals its hash.

Owns how a picture is named and what the journal learns of it, later than the card and never in
its way. Knows no pixels (vision.evidence) and no rule.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from firmware.config import EvidenceSection
from firmware.drivers.clock import Clock
from firmware.shoe.inputs import Input, PictureKept
from vision.evidence import EvidenceFolder, Kept, Lost
from vision.frame import Luma
from vision.passes import CardPass, ReadMargin

_NO_MARGIN = ReadMargin(0, 0, 0, 0, 0)


class Seen(Protocol):
    """Whoever has the sharpest picture of the pass that closed last (the reader)."""

    @property
    def picture(self) -> Luma | None:
        """The picture, None where there is none."""
        ...


class Gallery:
    """The pictures of the last shoes. `shoe_name` names the folder of the shoe that is open.

    A picture's name begins with `boot`, the journal's count of starts: a clock without a battery
    may tell the same time at every one of them.
    """

    def __init__(
        self,
        section: EvidenceSection,
        put: Callable[[Input], None],
        clock: Clock,
        shoe_name: Callable[[], str],
        boot: Callable[[], int],
    ) -> None:
        self._put = put
        self._clock = clock
        self._shoe_name = shoe_name
        self._boot = boot
        # A journal begun anew counts from 1 again: the clock, if it is set, keeps them apart.
        self._started = f"{clock.wall_ms() // 1000:x}"
        self._count = 0
        self._margins: dict[str, ReadMargin] = {}
        self._lock = threading.Lock()
        self._folder = EvidenceFolder(Path(section.path), section.shoes, self._told)

    def keep(self, passed: CardPass, reader: Seen) -> str:
        """The name under which the pass's picture will lie; empty where none is kept."""
        picture = reader.picture
        if picture is None:
            return ""
        self._count += 1
        name = f"{self._boot():05}-{self._started}-{self._count:06}-{passed.kind.value}"
        shoe = self._shoe_name()
        with self._lock:
            self._margins[f"{shoe}/{name}.jpg"] = passed.margin or _NO_MARGIN
        return self._folder.keep(shoe, name, picture)

    def close(self) -> None:
        """Write what waits, then end."""
        self._folder.close()

    def _told(self, outcome: Kept | Lost) -> None:
        """From the folder's thread: what became of a picture."""
        with self._lock:
            margin = self._margins.pop(outcome.path, _NO_MARGIN)
        sha256, why = (outcome.sha256, "") if isinstance(outcome, Kept) else ("", outcome.why)
        self._put(
            PictureKept(
                self._clock.now_ns(),
                outcome.path,
                sha256,
                why,
                margin.votes,
                margin.quality,
                margin.contrast,
                margin.gapless,
                margin.looks,
            )
        )
