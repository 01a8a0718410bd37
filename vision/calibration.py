"""Shell: finds out from a view how the reader must be set: window, motion, light, focus.

Given frames of a few cards drawn, it finds where codes lie and which way they go, what of the
picture the cards use, and how bright and sharp they are. Knows no configuration file.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise
from statistics import median
from typing import cast

import cv2
import numpy as np
import zxingcpp
from numpy.typing import NDArray

from vision.frame import Frame, Luma, SourceError
from vision.gate import Background, learn
from vision.passes import CardPass, PassKind
from vision.reader import Reader, canonical
from vision.regions import find_regions, grid_of
from vision.settings import Motion, ReaderSettings, Roi

_FORMATS = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.Code128)
_SMALL = 4  # the window is found in a picture a quarter as wide
_CHANGE = 24  # grey levels by which a card must differ from the empty mouth
_PAPER = 200  # the grey level that paper should have: bright, and no pixel at its end
_SHARP_PX = 2.2  # a step from ink to paper that takes longer is out of focus
_MODULE_PX = 2.5
_STANDS_OUT = 35  # grey levels by which paper must be brighter than the plate behind it
_LEAP = 0.35


class Trouble(Enum):
    """What the view lacks, in the order in which to mend it."""

    TOO_BRIGHT = "too bright: paper is white to the limit; less exposure or gain"
    TOO_DARK = "too dark: more light, then more gain"
    LOW_CONTRAST = "bars and paper differ too little; clean the window, look to the lamp"
    NO_FOCUS = "out of focus: turn the lens until bars have sharp sides"
    TOO_SMALL = "bars are too narrow: bring the camera nearer"
    PLATE_TOO_BRIGHT = (
        "the plate behind the cards is nearly as bright as paper: a blank card is not seen against "
        "it; use a dark, dull plate"
    )
    BLURRED = "no card was read in two frames: draw slower, or shorten the exposure"


@dataclass(frozen=True, slots=True)
class Found:
    """What a view showed.

    `settings`: for the reader, the card's length among them. `module_px`: width of a narrow bar.
    `paper`, `contrast`: grey levels. `edge_px`: pixels from ink to paper. `light`: by how much
    exposure times gain should be multiplied. `passes`: what the reader made of the view with
    these settings. `best`: the frame that shows a code best, `box` where in it the code lies
    (x, y, width, height). `troubles`: what to mend.
    """

    settings: ReaderSettings
    module_px: float
    paper: float
    contrast: float
    edge_px: float
    light: float
    passes: tuple[CardPass, ...]
    best: Luma
    box: tuple[int, int, int, int]
    troubles: tuple[Trouble, ...]


@dataclass(frozen=True, slots=True)
class _Code:
    frame: int
    text: str
    x: float
    y: float
    upright: bool  # bars stand: the code reads across the picture
    box: tuple[int, int, int, int]


def calibrate(frames: tuple[Frame, ...]) -> Found:
    """What `frames` show, which must be copies. Raises SourceError where nothing can be learned."""
    if len(frames) < 4:
        raise SourceError("fewer than 4 frames: record some cards being drawn, slowly")
    codes = _codes(frames)
    if not codes:
        raise SourceError(
            "no code seen in the view: draw a few cards slowly past the camera; if they were "
            "there, see to focus and light"
        )
    window = _window(frames)
    # Seen the wrong way round, cards that leave are cards pushed back in.
    ways = [ReaderSettings(motion=motion, roi=window) for motion in _motions(codes, frames)]
    tries = [(settings, *_try(frames, settings)) for settings in ways]
    settings, passes, length = max(tries, key=lambda tried: _left(tried[1]))
    module_px, contrast, edge_px, paper, best = _sharpness(frames, codes, settings)
    settings = replace(settings, card_length=round(length, 3))
    empty = _empty(frames, settings)
    plate = float(empty.middle.mean()) if empty else 0.0
    troubles = (
        (Trouble.TOO_BRIGHT, paper > 250),
        (Trouble.TOO_DARK, paper < 90),
        (Trouble.LOW_CONTRAST, contrast < 60),
        (Trouble.NO_FOCUS, edge_px > max(_SHARP_PX, 0.8 * module_px)),
        (Trouble.TOO_SMALL, module_px < _MODULE_PX),
        (Trouble.PLATE_TOO_BRIGHT, plate > paper - _STANDS_OUT),
        (Trouble.BLURRED, not any(one.kind is PassKind.CARD for one in passes)),
    )
    return Found(
        settings,
        round(module_px, 2),
        round(paper, 1),
        round(contrast, 1),
        round(edge_px, 2),
        round(_PAPER / max(paper, 1.0), 2),
        passes,
        frames[best.frame].luma,
        best.box,
        tuple(trouble for trouble, so in troubles if so),
    )


def _empty(frames: tuple[Frame, ...], settings: ReaderSettings) -> Background | None:
    """The empty mouth, where it was seen."""
    step = max(len(frames) // 160, 1)
    return learn(tuple(grid_of(canonical(f.luma, settings)) for f in frames[::step]))


def _codes(frames: tuple[Frame, ...]) -> tuple[_Code, ...]:
    """Every code zxing-cpp sees, either way: this once, time does not matter."""
    found = []
    for index, frame in enumerate(frames):
        calm = cast(Luma, cv2.blur(np.ascontiguousarray(frame.luma), (3, 3)))
        for one in zxingcpp.read_barcodes(calm, formats=_FORMATS, try_downscale=False):
            at = one.position
            corners = (at.top_left, at.top_right, at.bottom_left, at.bottom_right)
            xs, ys = [p.x for p in corners], [p.y for p in corners]
            wide, high = max(xs) - min(xs), max(ys) - min(ys)
            box = (min(xs), min(ys), wide, high)
            found.append(_Code(index, one.text, sum(xs) / 4, sum(ys) / 4, wide > high, box))
    return tuple(found)


def _motions(codes: tuple[_Code, ...], frames: tuple[Frame, ...]) -> tuple[Motion, Motion]:
    """Bars lie along the motion: the way in which codes mostly go, and the opposite one."""
    upright = sum(code.upright for code in codes) * 2 >= len(codes)
    most = _LEAP * frames[0].luma.shape[0 if upright else 1]
    steps = []
    for one, other in pairwise(codes):
        if one.text == other.text and other.frame == one.frame + 1:
            step = other.y - one.y if upright else other.x - one.x
            # From one code of a card to its other one it is a leap, not a motion.
            if abs(step) < most:
                steps.append(step)
    ways = (Motion.DOWN, Motion.UP) if upright else (Motion.RIGHT, Motion.LEFT)
    forward = sum(step > 0 for step in steps) * 2 >= len(steps)
    return ways if forward else ways[::-1]


def _left(passes: tuple[CardPass, ...]) -> int:
    return sum(one.kind is PassKind.CARD and not one.outside for one in passes)


def _window(frames: tuple[Frame, ...]) -> Roi | None:
    """The part of the picture that cards cover; None where that is nearly all of it."""
    height, width = frames[0].luma.shape
    size = (max(width // _SMALL, 1), max(height // _SMALL, 1))
    small = np.stack(
        [
            cv2.resize(np.ascontiguousarray(f.luma), size, interpolation=cv2.INTER_AREA)
            for f in frames[:: max(len(frames) // 200, 1)]
        ]
    ).astype(np.int16)
    empty = np.median(small, axis=0)
    often = (np.abs(small - empty) > _CHANGE).mean(axis=0)
    changed = often > 0.25 * np.percentile(often, 98)
    rows = np.flatnonzero(changed.mean(axis=1) > 0.05)
    columns = np.flatnonzero(changed.mean(axis=0) > 0.05)
    if rows.size == 0 or columns.size == 0:
        return None
    left, top = int(columns[0]) * _SMALL, int(rows[0]) * _SMALL
    right, bottom = (int(columns[-1]) + 1) * _SMALL, (int(rows[-1]) + 1) * _SMALL
    if (right - left) * (bottom - top) > 0.85 * width * height:
        return None
    if right - left < 64 or bottom - top < 64:
        return None
    return Roi(left, top, min(right, width) - left, min(bottom, height) - top)


def _sharpness(
    frames: tuple[Frame, ...], codes: tuple[_Code, ...], settings: ReaderSettings
) -> tuple[float, float, float, float, _Code]:
    """Module, contrast, edge and paper, as medians over the codes, and the best code."""
    modules, contrasts, edges, papers = [], [], [], []
    best, best_score = codes[0], 0.0
    for code in codes:
        field = canonical(frames[code.frame].luma, settings)
        for region in find_regions(np.ascontiguousarray(field), 0, field.shape[0]):
            line = region.lines[len(region.lines) // 2].astype(np.float32)
            low, high = np.percentile(line, (5, 95))
            steepest = float(np.sort(np.abs(np.diff(line)))[-24:].mean())
            edge = float(high - low) / max(steepest, 1.0)
            modules.append(region.module)
            contrasts.append(float(high - low))
            edges.append(edge)
            papers.append(float(high))
            if (score := float(high - low) / edge) > best_score:
                best, best_score = code, score
    if not modules:
        raise SourceError(
            "codes are read, but no bars stand out in the window: see to light and contrast"
        )
    return median(modules), median(contrasts), median(edges), median(papers), best


def _try(frames: tuple[Frame, ...], settings: ReaderSettings) -> tuple[tuple[CardPass, ...], float]:
    """What the reader makes of the view, and the length of a card in it (0: not learned)."""
    background = _empty(frames, settings)
    reader = Reader(settings, frozenset(), frozenset(), background, recorded=background is None)
    passes = [one for frame in frames for one in reader.look(frame)]
    passes.extend(reader.flush())
    lengths = reader.lengths
    reader.close()
    return tuple(passes), median(lengths) if len(lengths) >= 3 else 0.0


def drawn(found: Found) -> NDArray[np.uint8]:
    """The best frame as a colour picture (BGR) with window, strips, motion and code drawn in."""
    settings, luma = found.settings, np.ascontiguousarray(found.best)
    picture = cv2.cvtColor(luma, cv2.COLOR_GRAY2BGR)
    height, width = luma.shape
    roi = settings.roi or Roi(0, 0, width, height)
    green, amber, blue = (80, 220, 80), (40, 180, 255), (255, 160, 60)
    left, top, right, bottom = roi.x, roi.y, roi.x + roi.width - 1, roi.y + roi.height - 1
    cv2.rectangle(picture, (left, top), (right, bottom), green, 2)
    for name, share in (("A", settings.mouth), ("B", settings.exit)):
        ends = _across(settings.motion, share, (left, top, right, bottom))
        cv2.line(picture, ends[0], ends[1], amber, 2)
        at = (min(max(ends[0][0] + 6, 6), width - 24), min(max(ends[0][1] - 6, 20), height - 6))
        cv2.putText(picture, name, at, cv2.FONT_HERSHEY_SIMPLEX, 0.7, amber, 2, cv2.LINE_AA)
    tail = _across(settings.motion, 0.35, (left, top, right, bottom))
    head = _across(settings.motion, 0.65, (left, top, right, bottom))
    cv2.arrowedLine(picture, _middle(*tail), _middle(*head), amber, 3, cv2.LINE_AA, tipLength=0.2)
    x, y, wide, high = found.box
    cv2.rectangle(picture, (x - 4, y - 4), (x + wide + 4, y + high + 4), blue, 2)
    words = (
        f"{found.module_px:.1f} px a module   contrast {found.contrast:.0f}   "
        f"paper {found.paper:.0f}   edge {found.edge_px:.1f} px"
    )
    bar = np.full((34, width, 3), 30, np.uint8)
    size = 0.55 * min(width / 600, 1.5)
    cv2.putText(
        bar, words, (10, 23), cv2.FONT_HERSHEY_SIMPLEX, size, (235, 235, 235), 1, cv2.LINE_AA
    )
    return np.vstack([picture.astype(np.uint8), bar])


def _across(
    motion: Motion, share: float, box: tuple[int, int, int, int]
) -> tuple[tuple[int, int], tuple[int, int]]:
    """The line across the motion at `share` of the window, from the mouth."""
    left, top, right, bottom = box
    match motion:
        case Motion.DOWN | Motion.UP:
            part = share if motion is Motion.DOWN else 1 - share
            y = round(top + part * (bottom - top))
            return (left, y), (right, y)
        case Motion.RIGHT | Motion.LEFT:
            part = share if motion is Motion.RIGHT else 1 - share
            x = round(left + part * (right - left))
            return (x, top), (x, bottom)


def _middle(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return (one[0] + other[0]) // 2, (one[1] + other[1]) // 2
