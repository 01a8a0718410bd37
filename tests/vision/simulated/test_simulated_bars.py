"""The bars are the symbology's own: two writers of different houses agree on every module."""

from __future__ import annotations

import random

import pytest
from reportlab.graphics.barcode.code128 import Code128

from vision.simulated.bars import bars
from vision.symbologies import Symbology


def by_another_writer(code: str) -> tuple[bool, ...]:
    """Modules of a Code 128 by reportlab: capitals are bars, small letters spaces, a is one."""
    other = Code128(code, quiet=0)
    other.validate()
    other.encode()
    other.decompose()
    runs = [(letter.isupper(), ord(letter.lower()) - ord("a") + 1) for letter in other.decomposed]
    return tuple(dark for dark, modules in runs for _ in range(modules))


def test_ten_digits_take_ninety_modules_and_two_writers_agree() -> None:
    """Start, five pairs, check and stop: 11 modules each and two more (ISO/IEC 15417)."""
    draw = random.Random(2)
    for code in (f"{draw.randrange(10**10):010d}" for _ in range(200)):
        assert len(bars(code)) == 90
        assert bars(code) == by_another_writer(code)


def test_what_a_symbology_has_no_bars_for_is_an_error() -> None:
    """Rather no card than one with other bars."""
    with pytest.raises(ValueError, match="digits only"):
        bars("8S", Symbology.ITF)
