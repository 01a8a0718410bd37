"""What counts as a sound code is one: a plain decoder reads it however worn the rest is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from pyzbar import pyzbar

from vision.frame import Luma
from vision.simulated.artwork import BAR_MM, EDGE_MM
from vision.simulated.conditions import CLEAN, ENVELOPE, Span
from vision.simulated.shows import Print, Spoiled
from vision.simulated.wear import Worn, worn_card

CARD = Print("4821970357", "KD")
PX = 8
WORN = replace(ENVELOPE, scratches=Span(2, 6), dirt=Span(2, 6), glare=0.4, bent=0.4)


def bands(worn: Worn) -> tuple[Luma, Luma]:
    """The leading and the trailing code's bars, with what lies beside them."""
    rows = round((EDGE_MM + BAR_MM) * PX)
    grey = np.ascontiguousarray(worn.picture[:, :, 0])
    return grey[-rows:], grey[:rows]


def test_a_sound_code_reads_from_a_worn_card() -> None:
    """Of 60 much worn cards both codes are sound on some, one on others, none on others."""
    counts = set()
    for seed in range(60):
        draw = np.random.default_rng(seed)
        worn = worn_card(CARD, None, bool(seed % 2), WORN, PX, draw)
        assert worn.damage
        counts.add(sum(worn.sound))
        for sound, band in zip(worn.sound, bands(worn), strict=True):
            if sound:
                read = pyzbar.decode(band, symbols=[pyzbar.ZBarSymbol.CODE128])
                assert [symbol.data.decode() for symbol in read] == [CARD.code]
    assert counts == {0, 1, 2}


@pytest.mark.parametrize("how", list(Spoiled))
def test_a_spoiled_card_has_no_sound_code(how: Spoiled) -> None:
    """Neither edge reads, and the truth does not claim it."""
    worn = worn_card(CARD, how, False, WORN, PX, np.random.default_rng(1))
    assert worn.sound == (False, False)
    for band in bands(worn):
        assert pyzbar.decode(band, symbols=[pyzbar.ZBarSymbol.CODE128]) == []


def test_a_card_reads_either_way_round() -> None:
    """Both long edges carry the code, each turned to the other; only the face differs."""
    clean = replace(CLEAN, turned=0)
    one, other = (
        worn_card(CARD, None, turned, clean, PX, np.random.default_rng(1))
        for turned in (False, True)
    )
    inside = slice(4 * PX, -4 * PX)  # between the rounded corners
    for ahead, behind in ((0, 1), (1, 0)):
        turned = bands(other)[behind][::-1, ::-1]
        assert (bands(one)[ahead][:, inside] == turned[:, inside]).all()
    assert (bands(one)[0][:, 20 * PX : 68 * PX] == bands(other)[0][:, 20 * PX : 68 * PX]).all()
