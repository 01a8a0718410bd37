"""Shell: finds where in a frame rows of bars lie and averages them along the bars (OpenCV).

Frames come canonical: cards travel down, bars stand upright. Knows no codes.
A pixel's noise of 7 grey levels defeats zbar; eight rows averaged along the bars do not, and
they cost an eighth of the scanning.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Luma
from vision.gate import COLUMNS, ROWS, Grid
from vision.sighting import Span

# Four rows are averaged into one, and each two neighbours into a line of eight: at a tilt of
# 6 degrees eight rows shift a bar by less than a pixel.
STEP = 4
# A step between neighbouring columns that noise of 7 grey levels (2.5 after averaging) does
# not make, and the count of such columns in a row that only bars, not pips, reach.
_EDGE = 14
_COLUMNS = 44
_MAX_REGIONS = 3
# Faces have edges, too, but no bars over so many pixels, and not so many beside one another: ten
# digits have 48 edges, of which blur joins some.
_NARROWEST = 150
_SAME = 0.5
_FEWEST = 12
_EDGE_COLUMNS = 20
_RIM = 0.03  # nearer to the field's border an edge is not an edge of the card
_PATCH = 64  # rows that are looked at for a pattern
_WOVEN = 1.0  # grey levels that a pattern stands out by, at the least
_UNLIKE = 0.15  # correlation, below nought, half a period on: noise alone makes 0.07
_REACH = 6  # pixels: half the longest period
_NEIGHBOURS = tuple(
    (down * step, over * step)
    for step in (1, 2, 3, 4, 6)
    for down, over in ((0, 1), (1, 0), (1, 1))
)
_SLOPES = (-0.105, -0.07, -0.035, 0.035, 0.07, 0.105)


@dataclass(frozen=True, slots=True)
class Region:
    """Rows of bars: `lines` (rows, columns) each averaged along the bars.

    `span`: the part of the field it fills. `contrast`: grey levels between darkest and brightest,
    0-255. `module`: pixels a narrow bar is wide, about.
    """

    lines: Luma
    span: Span
    contrast: int
    module: float


def grid_of(luma: Luma) -> Grid:
    """The samples that the gate looks at, from a frame of any size of 32 rows or more."""
    rows = np.ascontiguousarray(luma[_rows(luma.shape[0])])
    return cv2.resize(rows, (COLUMNS, ROWS), interpolation=cv2.INTER_AREA).astype(np.int16)


@cache
def _rows(height: int) -> NDArray[np.intp]:
    """The rows that the grid takes from a field of `height` pixels, evenly over all of it."""
    return ((np.arange(ROWS) + 0.5) * height / ROWS).astype(np.intp)


def sharpened(field: Luma, core: Span, empty: float) -> Span:
    """`core` with its edges found to the pixel where they lie within the field.

    In each of 20 columns the edge is where the grey level, from outside, first goes half the way
    from `empty`, the background's, to the card's; the middle one counts, so that neither tilt
    nor rounded corners matter.
    """
    first, last = core.first, core.last
    if first > _RIM:
        first = _edge_row(field, first, empty, from_above=True)
    if last < 1 - _RIM:
        last = _edge_row(field, last, empty, from_above=False)
    return Span(first, last) if first < last else core


def _edge_row(field: Luma, guess: float, empty: float, from_above: bool) -> float:
    height = field.shape[0]
    reach = height // 8
    top = max(int(guess * height) - reach, 0)
    bottom = min(int(guess * height) + reach, height)
    band = cv2.resize(
        np.ascontiguousarray(field[top:bottom]),
        (_EDGE_COLUMNS, bottom - top),
        interpolation=cv2.INTER_AREA,
    )
    away = np.abs(band.astype(np.int16) - int(empty))
    most = away.max(axis=0)
    usual = np.median(most)
    # A glint is brighter than paper and must not make paper look like background.
    there = away * 2 > np.minimum(most, usual)
    if not from_above:
        there = there[::-1]
    rows = there.argmax(axis=0)
    # Columns beside the card show the background only.
    rows = rows[most * 2 > usual]
    row = int(np.median(rows))
    return float((top + row if from_above else bottom - row) / height)


def width_at(field: Luma, row: float, grid: Grid) -> float:
    """How wide the card is at `row`, as a share of the field's height; 0 where a side is not seen.

    `grid`: the empty mouth in whole grey levels. An edge is where the picture goes half the way
    from the background to the paper.
    """
    height, width = field.shape
    top = min(max(int(row * height) - STEP, 0), height - 2 * STEP)
    line = field[top : top + 2 * STEP].mean(axis=0)
    behind = grid[min(int(row * ROWS), ROWS - 1)].astype(np.float32)
    at = (np.arange(COLUMNS) + 0.5) * width / COLUMNS
    empty = np.interp(np.arange(width), at, behind)
    paper = float(np.percentile(line, 85))
    columns = np.flatnonzero(line - empty > np.maximum((paper - empty) / 2, _EDGE))
    margin = width // COLUMNS
    if columns.size == 0 or columns[0] < margin or columns[-1] >= width - margin:
        return 0.0
    across = int(columns[-1] - columns[0]) + 1
    # Bars are dark, but half of what lies between a card's sides is paper.
    return across / height if columns.size * 2 > across > width / 3 else 0.0


def is_woven(field: Luma, core: Span) -> bool:
    """Whether what covers `core` has a fine pattern all over, as cards' backs have, and no plastic.

    Half a period on, a pattern is dark where it was bright; noise is its own in each pixel, and
    a glint's slope goes on as it was.
    """
    height, width = field.shape
    top = int((core.first + core.last) / 2 * height) - _PATCH // 2
    if top < 0 or top + _PATCH > height or (core.last - core.first) * height < 2 * _PATCH:
        return False
    patch = field[top : top + _PATCH, width // 4 : width * 3 // 4].astype(np.float32)
    fine = patch - cv2.blur(patch, (15, 15))
    usual = float(np.median(np.abs(fine)))
    if usual < _WOVEN:
        return False
    # A scratch or a glint's edge is no pattern: most parts of the patch must have it.
    middle = fine[:-_REACH, :-_REACH]
    power = _parts(middle * middle) + 1e-3
    unlike = np.max(
        [
            -_parts(middle * fine[down : down - _REACH or None, over : over - _REACH or None])
            for down, over in _NEIGHBOURS
        ],
        axis=0,
    )
    return bool(np.median(unlike / power) > _UNLIKE)


def _parts(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """The means of 32 parts."""
    return cast("NDArray[np.float32]", cv2.resize(values, (8, 4), interpolation=cv2.INTER_AREA))


def find_regions(luma: Luma, first: int, last: int) -> tuple[Region, ...]:
    """The regions of bars between rows `first` and `last` (pixels), strongest first, 3 at most."""
    width = luma.shape[1]
    count = (last - first) // STEP
    if count < 3:
        return ()
    field = np.ascontiguousarray(luma[first : first + count * STEP])
    quarter = cv2.resize(field, (width, count), interpolation=cv2.INTER_AREA)
    lines = cast(Luma, cv2.addWeighted(quarter[:-1], 0.5, quarter[1:], 0.5, 0.0))
    steps = cv2.absdiff(lines[:, 2:], lines[:, :-2])
    edges = cast(Luma, cv2.threshold(steps, _EDGE, 1, cv2.THRESH_BINARY)[1])
    per_row = cv2.reduce(edges, 1, cv2.REDUCE_SUM, dtype=cv2.CV_32S)[:, 0]
    barred = np.flatnonzero(per_row >= _COLUMNS)
    if barred.size < 2:
        return ()
    runs = np.split(barred, np.flatnonzero(np.diff(barred) > 2) + 1)
    runs = [part for run in runs for part in _parted(run, edges) if part.size >= 2]
    runs = sorted(runs, key=lambda run: -int(per_row[run].sum()))[:_MAX_REGIONS]
    found = (
        _region(lines[run[0] : run[-1] + 1], edges[run[0] : run[-1] + 1], first, run, luma)
        for run in runs
    )
    return tuple(region for region in found if region is not None)


def _parted(run: NDArray[np.intp], edges: Luma) -> list[NDArray[np.intp]]:
    """`run` cut where its bars end and other ones begin: a court card's dress, a second card.

    From one line to the next but one, bars stay where they are, tilted or not.
    """
    if run.size < 6:
        return [run]
    here = edges[run[0] : run[-1] + 1]
    both = cv2.reduce(here[:-2] & here[2:], 1, cv2.REDUCE_SUM, dtype=cv2.CV_32S)[:, 0]
    each = cv2.reduce(here, 1, cv2.REDUCE_SUM, dtype=cv2.CV_32S)[:, 0]
    kept = np.ones(len(here), bool)
    kept[1:-1] = both > _SAME * np.minimum(each[:-2], each[2:])
    kept[1:-1] &= np.maximum(each[:-2], each[2:]) < 2 * np.minimum(each[:-2], each[2:])
    rows = np.flatnonzero(kept)
    return [part + run[0] for part in np.split(rows, np.flatnonzero(np.diff(rows) > 1) + 1)]


def _region(
    lines: Luma, edges: Luma, first: int, run: np.ndarray[tuple[int], np.dtype[np.intp]], luma: Luma
) -> Region | None:
    per_column = cv2.reduce(edges, 0, cv2.REDUCE_SUM, dtype=cv2.CV_32S)[0]
    left, right = _bars(per_column, len(run))
    if right - left < _NARROWEST:
        return None
    middle = edges[len(edges) // 2, left : right + 1]
    if np.count_nonzero(middle[1:] > middle[:-1]) < _FEWEST:
        return None
    module = (right - left) / 90  # of which ten digits are made
    quiet = int(module * 12) + 4
    cut = lines[:, max(left - quiet, 0) : right + quiet + 3]
    middle = cut[len(cut) // 2]
    return Region(
        np.ascontiguousarray(cut),
        Span(
            (first + int(run[0]) * STEP) / luma.shape[0],
            (first + (int(run[-1]) + 2) * STEP) / luma.shape[0],
        ),
        int(middle.max()) - int(middle.min()),
        module,
    )


def _bars(per_column: NDArray[np.int32], rows: int) -> tuple[int, int]:
    """First and last column of the bars, without the pips beside them.

    Between bars lie 4 modules at most, and beside them 10 of quiet zone.
    """
    columns = np.flatnonzero(per_column * 4 >= rows)
    if columns.size == 0:
        columns = np.flatnonzero(per_column)
    wide = max(int(columns[-1] - columns[0]) / 90 * 5.5, 12)
    groups = np.split(columns, np.flatnonzero(np.diff(columns) > wide) + 1)
    most = max(groups, key=len)
    return int(most[0]), int(most[-1])


def smooth(region: Region) -> Luma:
    """The region's lines with what noise is left taken off, as far as the bars' width allows."""
    if region.module < 3:
        return region.lines
    sigma = min(region.module * 0.22, 1.0)
    return cast(Luma, cv2.GaussianBlur(region.lines, (5, 1), sigma, sigmaY=0.1))


def enlarged(region: Region) -> Luma:
    """The region's lines twice as wide: narrow bars of 2 to 3 pixels read better so."""
    lines = region.lines
    size = (lines.shape[1] * 2, lines.shape[0])
    return cast(Luma, cv2.resize(lines, size, interpolation=cv2.INTER_LINEAR))


def crisp(region: Region) -> Luma:
    """The region's lines twice as wide, their bars set off from one another: the last resort."""
    calm = cv2.GaussianBlur(region.lines, (0, 0), 1.0, sigmaY=0.1)
    sharp = cv2.addWeighted(region.lines, 2.0, calm, -1.0, 0.0)
    size = (sharp.shape[1] * 2, sharp.shape[0])
    return cast(Luma, cv2.resize(sharp, size, interpolation=cv2.INTER_CUBIC))


def upright(region: Region) -> Luma:
    """The region's bars set upright and averaged over their whole height, in few, calm lines.

    The slope is the one of seven at which the averaged bars stand out most.
    """
    lines = region.lines
    best, best_energy = lines, _energy(lines)
    for slope in _SLOPES:
        shear = np.array([[1.0, slope * STEP, -slope * STEP * len(lines) / 2], [0.0, 1.0, 0.0]])
        tried = cast(
            Luma,
            cv2.warpAffine(
                lines,
                shear,
                (lines.shape[1], lines.shape[0]),
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_REPLICATE,
            ),
        )
        energy = _energy(tried)
        if energy > best_energy:
            best, best_energy = tried, energy
    calm = cv2.blur(best, (1, max(len(best) // 3, 1)))
    scale = 2 if region.module < 3.2 else 1
    height = max(len(calm) // 2, 2)
    size = (calm.shape[1] * scale, height)
    return cast(Luma, cv2.resize(calm, size, interpolation=cv2.INTER_CUBIC))


def _energy(lines: Luma) -> float:
    mean = cv2.reduce(lines, 0, cv2.REDUCE_AVG, dtype=cv2.CV_32F)[0]
    return float(np.abs(np.diff(mean)).sum())
