"""Sheets are true to size and every code on them reads, as a camera that sees paper would."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest
import zxingcpp
from pyzbar import pyzbar

from firmware.baccarat.cards import ALL_CARDS
from firmware.codes.book import CodeBook, make_book
from firmware.codes.digits import is_card_code
from firmware.codes.physical import PhysicalCard
from firmware.reports.pieces import runs
from firmware.reports.sheets import Kind, Paper, Printing, SheetError, Sheets, draw_sheets
from vision.symbologies import Symbology

BOOK = make_book(1, "A", random.Random(1).randrange)
CODE128 = pyzbar.ZBarSymbol.CODE128
DPI = 254
"""Ten pixels a millimetre."""


def rastered(pdf: Path, dpi: int = DPI) -> list[np.ndarray]:
    """The pages as grey pictures."""
    if shutil.which("pdftoppm") is None:
        pytest.skip("pdftoppm (poppler-utils) is not installed")
    subprocess.run(["pdftoppm", "-r", str(dpi), "-gray", pdf, pdf.with_suffix("")], check=True)
    pages = [
        cv2.imread(str(page), cv2.IMREAD_GRAYSCALE) for page in sorted(pdf.parent.glob("*.pgm"))
    ]
    assert all(page is not None for page in pages)
    return pages


@pytest.mark.parametrize(
    ("kind", "paper", "pages"),
    [(Kind.LABELS, Paper.A4, 3), (Kind.CORNERS, Paper.LETTER, 4), (Kind.CARDS, Paper.A4, 6)],
)
def test_every_code_of_a_set_reads_from_the_page(
    tmp_path: Path, kind: Kind, paper: Paper, pages: int
) -> None:
    """Both codes of each card and of the cut card, by two plain decoders.

    zxing-cpp alone makes 5266715266 of the blurred upper edge of 7266715231 on one page: Code
    128's own check lets it through, the check digits don't.
    """
    made = draw_sheets(BOOK, tmp_path / "sheet.pdf", Printing(kind, paper))
    assert made == Sheets(pages, 53 * (1 if kind is Kind.CARDS else 2))
    by_zbar: set[str] = set()  # which tells the same text of one page once only
    by_zxing: Counter[str] = Counter()
    for page in rastered(tmp_path / "sheet.pdf", 200):
        by_zbar |= {code.data.decode() for code in pyzbar.decode(page, symbols=[CODE128])}
        codes = zxingcpp.read_barcodes(page, formats=zxingcpp.BarcodeFormat.Code128)
        by_zxing.update(code.text for code in codes if is_card_code(code.text))
    assert by_zbar == BOOK.valid
    assert by_zxing == Counter(dict.fromkeys(BOOK.valid, 2))


def test_bars_and_rule_measure_what_they_say(tmp_path: Path) -> None:
    """The rule is 100 mm, a code's bars 45 mm, its modules half a millimetre."""
    draw_sheets(BOOK, tmp_path / "sheet.pdf", Printing(Kind.LABELS))
    page = rastered(tmp_path / "sheet.pdf")[0] < 128
    rule = max(max(map(len, "".join(map(str, row.astype(int))).split("0"))) for row in page[:250])
    assert abs(rule - 1000) <= 3
    label = page[(9 + 12 + 5) * 10, 9 * 10 : (9 + 55) * 10]
    dark = np.flatnonzero(label)
    assert abs((dark[-1] - dark[0] + 1) - 450) <= 2
    assert abs(dark[0] - 50) <= 2, "a quiet zone of ten modules"
    edges = np.flatnonzero(np.diff(label.astype(int)))
    widths = np.diff(edges) / 5
    assert np.abs(widths - widths.round()).max() <= 0.25


def test_the_same_book_makes_the_same_file(tmp_path: Path) -> None:
    """No date is in it: two prints can be compared."""
    for name in ("one.pdf", "two.pdf"):
        draw_sheets(BOOK, tmp_path / name, Printing())
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


def test_a_houses_own_symbology_is_printed_as_it_is(tmp_path: Path) -> None:
    """Replacement labels for a set that was imported."""
    codes = {f"0000{at:02d}": PhysicalCard(card, 1) for at, card in enumerate(ALL_CARDS)}
    draw_sheets(CodeBook("H", codes, None, Symbology.ITF), tmp_path / "h.pdf", Printing())
    found = {
        code.data.decode()
        for page in rastered(tmp_path / "h.pdf", 200)
        for code in pyzbar.decode(page, symbols=[pyzbar.ZBarSymbol.I25])
    }
    assert found >= set(codes)


def test_bars_can_be_printed_narrower() -> None:
    """For ink that spreads: the middle of each bar stays, its edges come in."""
    assert list(runs((True, True, False, True), 0.5, 5.0, 0.1)) == [
        (pytest.approx(5.05), pytest.approx(0.9)),
        (pytest.approx(6.55), pytest.approx(0.4)),
    ]


def test_what_does_not_fit_is_refused(tmp_path: Path) -> None:
    """Too long for a card's edge, too long for the paper, nothing left of a bar."""
    for printing, says in (
        (Printing(Kind.CARDS, module_mm=0.6), "66.0 mm with its quiet zones is longer than the 55"),
        (Printing(Kind.LABELS, module_mm=2.0), "a label of 220 mm is wider than the paper"),
        (Printing(narrower_mm=0.5), "leave nothing of a module of 0.5 mm"),
    ):
        with pytest.raises(SheetError, match=says):
            draw_sheets(BOOK, tmp_path / "sheet.pdf", printing)
