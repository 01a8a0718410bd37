"""Pure: one presence in the field while it lasts: where it came in, what was read, what went wrong.

Knows no picture; what it all means in the end is said by vision/verdict.py.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from vision.settings import ReaderSettings
from vision.sighting import Read, Sighting, Span, Standing

_LEAP = 0.45
_NEAR = 0.12  # this near to the field's border half of a tilted edge may lie outside
_EDGE_NOISE = 0.008  # of the field, standard deviation of an edge's place
_PULL = 0.15  # standard deviation of half the speed's change over a field, as a share of it
_JERK = 0.03  # of the field, off an evenly accelerated motion
_SAMPLES = 10  # places of an edge that are kept: enough to tell its speed


class Edge(Enum):
    """Where something came in or went: the mouth, outside, or it could not be seen."""

    MOUTH = "mouth"
    OUTSIDE = "outside"
    UNSEEN = "unseen"


@dataclass(frozen=True, slots=True)
class Vote:
    """A code's frames in this pass.

    `moved`: how far along the motion it went between frames in a row, back counted off.
    `run`, `best_run`: frames in a row that read it.
    """

    code: str
    standing: Standing
    first_frame: int
    last_frame: int
    last_row: float
    moved: float
    frames: int
    lines: int
    contrast: int
    run: int
    best_run: int

    def and_read(self, read: Read, number: int) -> Vote:
        """This vote and one more frame's read of the same code."""
        following = number == self.last_frame + 1
        run = self.run + 1 if following else 1
        step = read.row - self.last_row
        # From one code of the card to its other one it is a leap, not a motion.
        moved = step if following and abs(step) < _LEAP else 0.0
        return replace(
            self,
            last_frame=number,
            last_row=read.row,
            moved=self.moved + moved,
            frames=self.frames + 1,
            lines=max(self.lines, read.lines),
            contrast=min(self.contrast, read.contrast),
            run=run,
            best_run=max(self.best_run, run),
        )


@dataclass(frozen=True, slots=True)
class Episode:
    """One presence in the field, so far.

    `entry`: where it came in. `span`: the last covered part. `whole`: it covered all of the
    field from one frame to the next, which no card can. `lost_ns`: the longest silence of the
    sensor within it. `still_ns`: how long it has not moved. `plain`: frames in which it had no
    texture; `full`: frames in which it covered half the field or more. `late`: frames before the
    first read. `leads`, `trails`: when (ns) its leading edge was last, its trailing edge first
    seen, and where.
    """

    first_frame: int
    first_t_ns: int
    last_frame: int
    last_t_ns: int
    entry: Edge
    span: Span
    whole: bool
    seen_mouth: bool
    seen_exit: bool
    votes: tuple[Vote, ...] = ()
    barred: int = 0
    plain: int = 0
    full: int = 0
    level: float = 0.0
    lost_ns: int = 0
    dark: bool = False
    still_ns: int = 0
    alike: bool = False
    late: int = 0
    barred_now: bool = False
    leads: tuple[tuple[int, float], ...] = ()
    trails: tuple[tuple[int, float], ...] = ()


def with_edges(episode: Episode, sighting: Sighting) -> Episode:
    """`episode` with the places of the card's edges in one more frame."""
    core = sighting.core
    if core is None:
        return episode
    leads, trails = episode.leads, episode.trails
    if _NEAR < core.last < 1 - _NEAR and not trails:
        leads = (*leads, (sighting.t_ns, core.last))[-_SAMPLES:]
    if _NEAR < core.first < 1 - _NEAR and len(trails) < _SAMPLES:
        trails = (*trails, (sighting.t_ns, core.first))
    return replace(episode, leads=leads, trails=trails)


def length(episode: Episode) -> float | None:
    """How long what passed was, as a share of the field; None where it cannot be told.

    The leading edge leaves the field before the trailing edge comes into it. Both are taken for
    ends of one thing in evenly accelerated motion, y = a + b t + c t^2 for the one and y - length
    for the other, and fitted; where they are not (it was stopped or jerked), nothing is told.
    """
    if len(episode.leads) < 2 or len(episode.trails) < 2:
        return None
    t0 = episode.leads[-1][0]
    samples = [((t_ns - t0) / 1e8, at, 0.0) for t_ns, at in episode.leads]
    samples += [((t_ns - t0) / 1e8, at, -1.0) for t_ns, at in episode.trails]
    # A hand changes a card's speed by a part of itself on its way: with few places of the edges
    # that keeps their noise from passing for acceleration.
    first_t, first = episode.leads[0]
    speed = (episode.leads[-1][1] - first) / max((t0 - first_t) / 1e8, 1e-9)
    calm = _EDGE_NOISE / max(_PULL * speed * speed, 1e-9)
    # A tilted card's edge that is half out of the field lies beside the others: left out.
    for _ in range(3):
        t, at, trailing = np.array(samples).T
        terms = np.stack([np.ones_like(t), t, trailing, t * t], axis=1)
        pulled = np.vstack([terms, [0.0, 0.0, 0.0, calm]])
        fit = np.linalg.lstsq(pulled, np.append(at, 0.0), rcond=None)[0]
        off = np.abs(terms @ fit - at)
        if off.max() < _JERK:
            return float(fit[2])
        del samples[int(off.argmax())]
        if len(samples) < 4 or len({trail for _, _, trail in samples}) < 2:
            return None
    return None


def entry_edge(span: Span, settings: ReaderSettings) -> Edge:
    """The edge nearer to what is covered; unseen where both are."""
    mouth, exit_ = span.first <= settings.mouth, span.last >= settings.exit
    if mouth and exit_:
        return Edge.UNSEEN
    if mouth or exit_:
        return Edge.MOUTH if mouth else Edge.OUTSIDE
    return Edge.MOUTH if span.first + span.last < 1.0 else Edge.OUTSIDE


def exit_edge(episode: Episode, settings: ReaderSettings) -> Edge:
    """Where what was seen last has gone to, now that the field is clear."""
    edge = entry_edge(episode.span, settings)
    if edge is not Edge.UNSEEN:
        return edge
    # It covered everything in its last frame: its codes may still tell which way it went.
    moved = sum(vote.moved for vote in episode.votes)
    if abs(moved) < 0.05:
        return Edge.UNSEEN
    return Edge.OUTSIDE if moved > 0 else Edge.MOUTH


def voted(votes: tuple[Vote, ...], sighting: Sighting) -> tuple[Vote, ...]:
    """One vote a frame for each code, in order of first sight: nearest the exit first."""
    taken = list(votes)
    done: set[str] = set()
    for read in sorted(sighting.reads, key=lambda read: -read.row):
        if read.code in done:
            continue
        done.add(read.code)
        for index, vote in enumerate(taken):
            if vote.code == read.code:
                taken[index] = vote.and_read(read, sighting.number)
                break
        else:
            taken.append(
                Vote(
                    read.code,
                    read.standing,
                    sighting.number,
                    sighting.number,
                    read.row,
                    0.0,
                    1,
                    read.lines,
                    read.contrast,
                    1,
                    1,
                )
            )
    return tuple(taken)
