"""Evidence is named so that no start's pictures take another's names."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from firmware.appliance.gallery import Gallery
from firmware.config import EvidenceSection
from firmware.drivers.clock import VirtualClock
from firmware.shoe.inputs import Input, PictureKept
from vision.frame import Luma
from vision.passes import CardPass, PassKind


@dataclass(frozen=True)
class Looked:
    """A reader that has seen a pass."""

    picture: Luma


def test_starts_at_the_same_time_of_day_name_their_pictures_apart(tmp_path: Path) -> None:
    """A Pi without a clock's battery starts at the same hour each time; the shoe is still open."""
    told: list[Input] = []
    for boot in (1, 2):
        gallery = Gallery(
            EvidenceSection(str(tmp_path)),
            told.append,
            VirtualClock(0, 1_000),
            lambda: "shoe-00001",
            lambda boot=boot: boot,
        )
        looked = Looked(np.full((64, 64), boot, np.uint8))
        gallery.keep(CardPass(PassKind.CARD, 1, 2, 3), looked)
        gallery.close()
    assert [one.evidence for one in told if isinstance(one, PictureKept)] == [
        "shoe-00001/00001-1-000001-card.jpg",
        "shoe-00001/00002-1-000001-card.jpg",
    ]
    assert all(isinstance(one, PictureKept) and one.sha256 for one in told)
