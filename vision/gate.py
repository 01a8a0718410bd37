"""Pure: tells an empty mouth from a covered one by a few pixels, against a learned background.

A grid of 32 rows and 80 columns is all it looks at: 0.02 ms a frame. Knows no codes.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.sighting import Span

# Each sample is the mean of the pixels of one row that lie in its column.
ROWS = 32
COLUMNS = 80
_SHARE = 0.15  # of a row's samples must differ before the row counts as covered
_VIEWS = 4  # a recording in which the camera is knocked more often is no use
_VIEW_FRAMES = 6
_UNSTEADY = 20.0  # grey levels: an empty mouth is steadier
_MEMORY = 64  # frames over which the background forgets, so that a warming lamp is no card

Grid = NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Background:
    """The empty mouth: `grid` in sixteenths of a grey level, `noise` of a sample in grey levels.

    `middle` is `grid` in whole grey levels, kept because every frame is held against it.
    """

    grid: NDArray[np.int16]
    middle: NDArray[np.int16]
    noise: float

    @property
    def threshold(self) -> int:
        """How far a sample must be off, in grey levels: beyond noise and a lamp's flicker."""
        return int(max(8.0, 6 * self.noise, 0.1 * float(self.middle.mean())))


@dataclass(frozen=True, slots=True)
class Glance:
    """What the gate saw. `span` None: clear. The rest is looked at only where something is.

    `plain`: what covers has no texture; `level`: its grey level. `dark`: the light has gone.
    `alike`: everything differs from the background, yet its level and texture are the same.
    """

    span: Span | None
    core: Span | None = None
    plain: bool = False
    level: float = 0.0
    dark: bool = False
    alike: bool = False


def learn(grids: tuple[Grid, ...]) -> Background | None:
    """The background from frames of which at least some show the empty mouth.

    The empty mouth looks the same again and again, a moving card never does: the largest group
    of alike frames is it. None when no two frames are alike.
    """
    views = learn_views(grids)
    return views[0] if views else None


def learn_views(grids: tuple[Grid, ...]) -> tuple[Background, ...]:
    """The empty mouth as `learn` finds it, and then as it looked before or after a knock.

    Another view is as bright and as varied as the first: a card that rests in the mouth is not.
    """
    if not grids:
        return ()
    stack = np.stack(grids)
    views: list[Background] = []
    while len(views) < _VIEWS:
        best = _alike_most(stack)
        if best.size < (max(_VIEW_FRAMES, len(grids) // 20) if views else 2):
            break
        view = _cleaned(stack[best])
        middle = stack[best[0]]
        if view.noise > _UNSTEADY:
            # A blank card on its way looks alike, too, but what is printed on it moves.
            pass
        elif not views or (_alike(middle, views[0]) and glance(middle, views[0]).span is not None):
            views.append(view)
        # A knock against a plain plate changes little: what this view does not explain stays.
        kept = [glance(grid, view).span is not None for grid in stack[best]]
        done = best if all(kept) else best[~np.array(kept)]
        stack = np.delete(stack, done, axis=0)
        if not len(stack):
            break
    return tuple(views)


def _alike_most(stack: NDArray[np.int16]) -> NDArray[np.intp]:
    """Which frames the largest group of alike ones is made of."""
    best = np.zeros(0, np.intp)
    for index in range(len(stack)):
        away = np.abs(stack - stack[index]).mean(axis=(1, 2))
        far = (np.abs(stack - stack[index]) > 30).mean(axis=(1, 2))
        near = np.flatnonzero((away < 9) & (far < 0.01))
        if near.size > best.size:
            best = near
        if near.size > 0.7 * len(stack):
            break
    return best


def _cleaned(alike: NDArray[np.int16]) -> Background:
    # A cut card may be nearly as bright as the mouth: frames with one are left out.
    guess = _background(alike)
    away = np.abs(alike - guess.middle) > max(
        8.0, 6 * float(np.median(np.abs(alike - guess.middle)))
    )
    clean = alike[away.mean(axis=(1, 2)) < 0.03]
    return _background(clean) if len(clean) >= 2 else guess


def _background(stack: NDArray[np.int16]) -> Background:
    middle = np.median(stack, axis=0)
    away = np.abs(stack - middle)
    # Bad pixels have no part in the median, but in the gate's alarms.
    noise = max(float(np.median(away)) * 1.5, float(np.percentile(away, 99.9)) / 4)
    if len(stack) < 3:
        noise = max(noise, 3.0)
    return Background((middle * 16).astype(np.int16), middle.astype(np.int16), noise)


def still(one: Grid, other: Grid, noise: float) -> bool:
    """Whether two frames show the same, noise apart."""
    return one.shape == other.shape and bool(
        (np.abs(one - other) > max(12.0, 6 * noise)).mean() < 0.01
    )


def glance(grid: Grid, background: Background) -> Glance:
    """What covers the field, against the background. Both must come from one size of frame."""
    away = np.abs(grid - background.middle) > background.threshold
    per_row = away.sum(axis=1)
    covered = np.flatnonzero(per_row > _SHARE * grid.shape[1])
    if covered.size == 0:
        return Glance(None)
    first, last = int(covered[0]), int(covered[-1])
    span = Span(first / ROWS, (last + 1) / ROWS)
    half = np.flatnonzero(per_row > max(per_row.max() / 2, _SHARE * grid.shape[1]))
    core = Span(int(half[0]) / ROWS, (int(half[-1]) + 1) / ROWS)
    part = grid[first : last + 1]
    columns = np.flatnonzero(away[first : last + 1].mean(axis=0) > 0.5)
    if last - first < 4 or columns.size < 8:
        return Glance(span, core, alike=_alike(grid, background))
    inner = part[1:-1, columns[1] : columns[-1]]
    if inner.shape[1] < 4:
        return Glance(span, core, alike=_alike(grid, background))
    steps = np.abs(inner[:, 2:] - inner[:, :-2])
    steep = max(16.0, 6 * background.noise)
    # A lamp's reflection on plain plastic is a few steep steps, too.
    plain = bool((steps > steep).mean() < 0.04)
    level = float(inner[inner >= inner.mean()].mean())
    before = float(background.grid.mean()) / 16
    dark = bool(grid.mean() < 0.4 * before and before > 12 and grid.std() < 12)
    return Glance(span, core, plain, level, dark, _alike(grid, background))


def _alike(grid: Grid, background: Background) -> bool:
    """Whether the picture is as bright and as varied as the background, whatever moved in it."""
    mean, spread = background.grid.mean() / 16, background.grid.std() / 16
    return bool(
        abs(grid.mean() - mean) < 0.25 * mean + 4 and abs(grid.std() - spread) < 0.35 * spread + 2
    )


def updated(background: Background, grid: Grid) -> Background:
    """The background after one more clear frame, a 64th of the way towards it."""
    moved = background.grid + ((grid * 16 - background.grid) // _MEMORY)
    return Background(moved, moved >> 4, background.noise)


def learn_live(recent: tuple[Grid, ...]) -> Background | None:
    """The background from frames in a row, if none of them differs from the one before."""
    if len(recent) < 2 or not all(unmoved(one, other) for one, other in pairwise(recent)):
        return None
    return _background(np.stack(recent))


def unmoved(one: Grid, other: Grid) -> bool:
    """Whether two frames show the same, however noisy they are.

    What moves changes a part of the picture; the median of all samples tells the noise.
    """
    away = np.abs(one - other)
    return one.shape == other.shape and still(one, other, float(np.median(away)))
