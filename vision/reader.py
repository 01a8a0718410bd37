"""Shell: frames in, card passes out: gate, regions, decoders, tracker. Knows codes, no cards."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

import numpy as np

from vision.checkdigits import sound
from vision.decoder import Decoder, Wanted
from vision.episode import Episode
from vision.frame import Frame, Luma
from vision.gate import (
    ROWS,
    Background,
    Glance,
    Grid,
    glance,
    learn_live,
    still,
    unmoved,
    updated,
)
from vision.passes import CardPass, PassKind, UnreadReason
from vision.regions import grid_of, is_woven, sharpened, width_at
from vision.settings import Motion, ReaderSettings
from vision.sighting import Read, Sighting, Span
from vision.symbologies import Symbology
from vision.tracker import Track, finish, follow, usual_length

_LEARN_FRAMES = 12  # still frames in a row, without bars, that are taken for the empty mouth
_SETTLE_FRAMES = 8
_PATIENCE_FRAMES = 400  # without a background by then, something is in the way
_THICK = 0.15  # share of the field that must be covered before edges are looked for
_UPDATE_EVERY = 16  # clear frames between two steps of the background


def canonical(luma: Luma, settings: ReaderSettings) -> Luma:
    """The field as if cards travelled down: cut to the region and turned, without copying."""
    if settings.roi is not None:
        roi = settings.roi
        luma = luma[roi.y : roi.y + roi.height, roi.x : roi.x + roi.width]
    match settings.motion:
        case Motion.DOWN:
            return luma
        case Motion.UP:
            return luma[::-1, ::-1]
        case Motion.RIGHT:
            return luma.T
        case Motion.LEFT:
            return luma.T[::-1, ::-1]


class Reader:
    """Reads cards that pass. Not for two threads at once.

    `valid`: the codes of the set, the cut card's among them or not; empty: any sound code of the
    right length. `cuts`: the codes of cut cards that carry one. `background`: the empty mouth
    where it is known already; otherwise it is learned from the first still frames, and what
    moves by before that is told as unread. `recorded`: the frames are a recording that never
    shows the empty mouth: then bars alone are a presence.
    Raises DecoderMissing when libzbar is not installed.
    """

    def __init__(
        self,
        settings: ReaderSettings,
        valid: frozenset[str],
        cuts: frozenset[str] = frozenset(),
        background: Background | None = None,
        recorded: bool = False,
        others: tuple[Background, ...] = (),
    ) -> None:
        self._settings = settings
        checked = settings.symbology is Symbology.CODE128 and all(map(sound, valid))
        wanted = Wanted(valid, cuts, settings.code_length, checked, settings.symbology)
        self._decoder = Decoder(wanted, settings.lines)
        self._background = background
        self._begin = Track(coded_cut=bool(cuts))
        self._track = self._begin
        self._last: Grid | None = None
        self._recent: deque[Grid] = deque(maxlen=_LEARN_FRAMES)
        self._recorded = recorded
        self._others = others
        self._as_other = 0
        self._learned_over = 0
        self._unlearned: tuple[int, int] | None = None
        self._candidate: Luma | None = None
        self._picture: Luma | None = None
        self._best = 0.0

    @property
    def background(self) -> Background | None:
        """The empty mouth as it is known now."""
        return self._background

    @property
    def lengths(self) -> tuple[float, ...]:
        """How long the last cards were, as shares of the field: what `card_length` should be."""
        return self._track.lengths

    @property
    def trouble(self) -> UnreadReason | None:
        """What is wrong in the window at this moment, before any pass has closed.

        STUCK: something stays in it; LAMP: it is dark; COVERED: all of it changed at once and
        does not keep still; MOVED: the view itself has changed. None: nothing, or a card on its
        way.
        """
        if self._learned_over > _PATIENCE_FRAMES:
            return UnreadReason.COVERED
        episode = self._track.episode
        if episode is None or self._track.clear:
            return None
        if episode.dark:
            return UnreadReason.LAMP
        stuck_ns = self._settings.stuck_s * 1e9
        if episode.still_ns >= stuck_ns:
            # As bright and varied as the empty mouth, and not it: the view has changed.
            changed = episode.alike and not episode.barred_now
            return UnreadReason.MOVED if changed else UnreadReason.STUCK
        if self._track.t_ns - episode.first_t_ns < stuck_ns:
            return None
        return UnreadReason.COVERED if episode.whole else UnreadReason.STUCK

    @property
    def picture(self) -> Luma | None:
        """The sharpest picture of the pass that closed last, as the camera gave it; a copy."""
        return self._picture

    def look(self, frame: Frame) -> tuple[CardPass, ...]:
        """The passes that closed with this frame, mostly none."""
        field = canonical(frame.luma, self._settings)
        grid = grid_of(field)
        background = self._background
        if background is not None and background.grid.shape == grid.shape:
            seen = glance(grid, background)
            if seen.span is not None and self._others:
                doubts = self._knocked(frame, grid)
                if doubts is not None:
                    return doubts
            if seen.span is None and frame.number % _UPDATE_EVERY == 0:
                self._background = updated(background, grid)
        elif self._recorded:
            seen = self._bars_alone(field)
        else:
            return self._learn(frame, field, grid)
        sighting = self._sighting(frame, field, grid, seen)
        self._last = grid
        before = self._track.episode
        self._track, passes = follow(self._track, sighting, self._settings)
        if passes:
            self._picture = self._candidate
        if sighting.span is not None:
            self._choose(
                frame, sighting, new=_first_frame(before) != _first_frame(self._track.episode)
            )
        return passes + self._relearn(frame)

    def flush(self) -> tuple[CardPass, ...]:
        """The passes still open when a recording ends."""
        self._track, passes = finish(self._track, self._settings)
        if passes:
            self._picture = self._candidate
        if self._unlearned is not None:
            passes += (_doubt(self._unlearned, self._track.t_ns, UnreadReason.COVERED),)
            self._unlearned = None
        return passes

    def close(self) -> None:
        """Give the decoders' memory back."""
        self._decoder.close()

    def _knocked(self, frame: Frame, grid: Grid) -> tuple[CardPass, ...] | None:
        """Once the mouth is empty in another view: take that view, and tell the knock once."""
        empty = [view for view in self._others if glance(grid, view).span is None]
        self._as_other = self._as_other + 1 if empty else 0
        if self._as_other < self._settings.clear_frames or self._background is None:
            return None
        self._others = (*(view for view in self._others if view is not empty[0]), self._background)
        self._background, self._as_other = empty[0], 0
        episode, begun = self._track.episode, self._track.number
        self._track = replace(self._track, episode=None, clear=0)
        if episode is None or episode.first_frame + self._settings.clear_frames > begun:
            return ()
        return (_doubt((episode.first_frame, frame.number), frame.t_ns, UnreadReason.MOVED),)

    def _bars_alone(self, field: Luma) -> Glance:
        bars, _ = self._decoder.read(field, 0, field.shape[0])
        return Glance(bars)

    def _sighting(self, frame: Frame, field: Luma, grid: Grid, seen: Glance) -> Sighting:
        span = seen.span
        if span is None:
            return Sighting(frame.number, frame.t_ns)
        bars: Span | None = None
        reads: tuple[Read, ...] = ()
        if not seen.dark:
            height = field.shape[0]
            # One row of the gate's grid beyond what it found: an edge lies between two rows.
            first = max(int((span.first - 1 / ROWS) * height), 0)
            last = min(int((span.last + 1 / ROWS) * height), height)
            bars, reads = self._decoder.read(field, first, last)
        core = seen.core
        noise, width = 3.0, 0.0
        if self._background is not None:
            noise = self._background.noise
            if core is not None and core.last - core.first > _THICK:
                core = sharpened(field, core, self._background.grid.mean() / 16)
            # The width is wanted only as long as no length is known.
            if reads and not usual_length(self._track, self._settings):
                width = width_at(field, reads[0].row, self._background.middle)
        plain = seen.plain and bars is None and not (core is not None and is_woven(field, core))
        return Sighting(
            frame.number,
            frame.t_ns,
            span,
            reads,
            bars is not None,
            plain,
            seen.level,
            seen.dark,
            self._last is not None and still(grid, self._last, noise),
            seen.alike,
            core,
            width,
        )

    def _learn(self, frame: Frame, field: Luma, grid: Grid) -> tuple[CardPass, ...]:
        """Wait for still frames without bars; what moved by meanwhile is a doubt, and said."""
        if self._recent and not unmoved(grid, self._recent[-1]):
            self._recent.clear()
            # A camera that has just been opened still settles in its first frames.
            if self._learned_over >= _SETTLE_FRAMES:
                first = self._unlearned[0] if self._unlearned else frame.number
                self._unlearned = (first, frame.number)
        self._learned_over += 1
        self._recent.append(grid)
        if len(self._recent) < _LEARN_FRAMES:
            return ()
        background = learn_live(tuple(self._recent))
        if background is None or self._decoder.read(field, 0, field.shape[0])[0]:
            return ()
        self._background = background
        self._recent.clear()
        self._learned_over = 0
        doubt, self._unlearned = self._unlearned, None
        if doubt is None:
            return ()
        return (_doubt(doubt, frame.t_ns, UnreadReason.COVERED),)

    def _relearn(self, frame: Frame) -> tuple[CardPass, ...]:
        """After the camera was moved: tell it once as a doubt, and learn the mouth anew."""
        episode = self._track.episode
        if self.trouble is not UnreadReason.MOVED or episode is None:
            return ()
        self._background = None
        self._track = self._begin
        return (_doubt((episode.first_frame, frame.number), frame.t_ns, UnreadReason.MOVED),)

    def _choose(self, frame: Frame, sighting: Sighting, new: bool) -> None:
        """Keep a copy of the picture if it is the pass's best so far: read, in the middle."""
        if new:
            self._best, self._candidate = 0.0, None
        worth = 1.0 + sum(
            read.contrast * read.lines * (1.2 - abs(read.row - 0.5)) for read in sighting.reads
        )
        if worth > self._best:
            self._best, self._candidate = worth, np.array(frame.luma)


def _first_frame(episode: Episode | None) -> int:
    return episode.first_frame if episode else 0


def _doubt(frames: tuple[int, int], t_ns: int, reason: UnreadReason) -> CardPass:
    return CardPass(PassKind.UNREAD, frames[0], frames[1], t_ns, reason=reason)
