"""Shell: lays a code book out on pages, as a PDF in true size.

Every page has a rule of 100 mm: a print on which it measures otherwise was scaled, and its bars
won't read as they should. Knows no printer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import assert_never

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from firmware.baccarat.cards import ALL_CARDS
from firmware.codes.book import CodeBook, Cut
from firmware.codes.physical import PhysicalCard
from firmware.reports.pieces import STRIP_MM, TEXT_MM, Printed, card, corner, label, runs
from vision.simulated.artwork import BAR_MM, CODE_MM, MODULE_MM, QUIET_MODULES
from vision.simulated.bars import bars
from vision.simulated.paths import CARD_LONG_MM, CARD_SHORT_MM

MARGIN_MM = 9.0
HEAD_MM = 12.0
GAP_MM = 1.0
RULE_MM = 100.0


class Paper(Enum):
    """A sheet of paper by its name."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height, upright."""
        match self:
            case Paper.A4:
                return 210.0, 297.0
            case Paper.LETTER:
                return 215.9, 279.4
            case _:
                assert_never(self)


class Kind(Enum):
    """What is on the sheets: labels of the codes, edges with corners, or whole cards."""

    LABELS = "labels"
    CORNERS = "corners"
    CARDS = "cards"


class SheetError(ValueError):
    """A book that cannot be printed so; one line that says what to change."""


@dataclass(frozen=True, slots=True)
class Printing:
    """How to print. `module_mm` is the narrowest bar's width.

    `narrower_mm` is taken off every bar, for a printer whose ink spreads by as much.
    """

    kind: Kind = Kind.LABELS
    paper: Paper = Paper.A4
    module_mm: float = MODULE_MM
    narrower_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Sheets:
    """What was printed: pages, and pieces on them (two labels or corners a card)."""

    pages: int
    pieces: int


def draw_sheets(book: CodeBook, path: Path, printing: Printing) -> Sheets:
    """Write the PDF of the whole book to `path`, in the order of new decks, the cut card last.

    Raises SheetError where a code does not fit, OSError where the file cannot be written.
    """
    if not 0 <= printing.narrower_mm < printing.module_mm:
        taken, whole = printing.narrower_mm, printing.module_mm
        raise SheetError(f"bars {taken} mm narrower leave nothing of a module of {whole} mm")
    pieces = _pieces(book, printing)
    code_mm = max(piece.wide_mm for piece in pieces)
    wide, high, draw = _form(code_mm, printing)
    paper_wide, paper_high = printing.paper.size_mm
    columns = int((paper_wide - 2 * MARGIN_MM + GAP_MM) // (wide + GAP_MM))
    rows = int((paper_high - 2 * MARGIN_MM - HEAD_MM + GAP_MM) // (high + GAP_MM))
    if columns < 1:
        raise SheetError(f"a label of {wide:.0f} mm is wider than the paper: narrower modules")
    each = columns * rows
    pages = -(-len(pieces) // each)
    # Invariant: the same book makes the same file, without a date in it.
    canvas = Canvas(str(path), pagesize=(paper_wide * mm, paper_high * mm), invariant=1)
    canvas.setTitle(f"Set {book.set_id}: {printing.kind.value}")
    for page in range(pages):
        canvas.saveState()
        canvas.scale(mm, mm)
        _head(canvas, book.set_id, printing, f"page {page + 1} of {pages}")
        for at, piece in enumerate(pieces[page * each : (page + 1) * each]):
            row, column = divmod(at, columns)
            top = paper_high - MARGIN_MM - HEAD_MM - row * (high + GAP_MM)
            canvas.saveState()
            canvas.translate(MARGIN_MM + column * (wide + GAP_MM), top - high)
            draw(canvas, piece)
            canvas.restoreState()
        canvas.restoreState()
        canvas.showPage()
    canvas.save()
    return Sheets(pages, len(pieces))


def _pieces(book: CodeBook, printing: Printing) -> tuple[Printed, ...]:
    order = {card: at for at, card in enumerate(ALL_CARDS)}
    cards = sorted(book.entries.items(), key=lambda entry: (entry[1].deck, order[entry[1].card]))
    carriers: list[tuple[str, PhysicalCard | Cut]] = [*cards]
    if book.cut_code is not None:
        carriers.append((book.cut_code, Cut.CUT))
    # One whole card, or a piece for each of the card's two long edges.
    copies = 1 if printing.kind is Kind.CARDS else 2
    return tuple(
        _printed(book, code, carrier, printing) for code, carrier in carriers for _ in range(copies)
    )


def _printed(book: CodeBook, code: str, carrier: PhysicalCard | Cut, printing: Printing) -> Printed:
    modules = bars(code, book.symbology)
    quiet = QUIET_MODULES * printing.module_mm
    dark = tuple(runs(modules, printing.module_mm, quiet, printing.narrower_mm))
    return Printed(code, carrier, book.set_id, dark, len(modules) * printing.module_mm + 2 * quiet)


def _form(
    code_mm: float, printing: Printing
) -> tuple[float, float, Callable[[Canvas, Printed], None]]:
    """Width and height of a piece, and what draws it."""
    if printing.kind is Kind.LABELS:
        return code_mm, BAR_MM + TEXT_MM, label
    if code_mm > CODE_MM:
        raise SheetError(
            f"a code of {code_mm:.1f} mm with its quiet zones is longer than the {CODE_MM:.0f} mm"
            f" between a card's corners: print labels, or modules under {printing.module_mm} mm"
        )
    if printing.kind is Kind.CORNERS:
        return CARD_LONG_MM, STRIP_MM, corner
    return CARD_SHORT_MM, CARD_LONG_MM, card


def _head(canvas: Canvas, set_id: str, printing: Printing, page: str) -> None:
    """What the sheet is, and the rule that shows whether the printer kept its size."""
    wide, high = printing.paper.size_mm
    top = high - MARGIN_MM
    canvas.setFillGray(0)
    canvas.setFont("Helvetica", 3.4)
    canvas.drawString(MARGIN_MM, top - 3, f"Set {set_id}: {printing.kind.value}, {page}")
    canvas.drawRightString(wide - MARGIN_MM, top - 3, "Print at 100 %, not fitted to the page.")
    canvas.setStrokeGray(0)
    canvas.setLineWidth(0.2)
    line = top - 7
    canvas.line(MARGIN_MM, line, MARGIN_MM + RULE_MM, line)
    for at in range(0, int(RULE_MM) + 1, 10):
        tick = 1.6 if at in (0, 50, 100) else 0.9
        canvas.line(MARGIN_MM + at, line, MARGIN_MM + at, line + tick)
    canvas.drawString(MARGIN_MM + RULE_MM + 2, line - 0.8, "must measure 100 mm")
