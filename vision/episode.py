"""Pure: one presence in the field while it lasts: where it came in, what was read, what went wrong.

Knows no picture; what it all means in the end is said by vision/verdict.py.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from vision.settings import ReaderSettings
from vision.sighting import Read, Sighting, Span, Standing


class Edge(Enum):
    """Where something came in or went: the mouth, outside, or it could not be seen."""

    MOUTH = "mouth"
    OUTSIDE = "outside"
    UNSEEN = "unseen"


@dataclass(frozen=True, slots=True)
class Vote:
    """A code's frames in this pass. `run`, `best_run`: frames in a row that read it."""

    code: str
    standing: Standing
    first_frame: int
    last_frame: int
    first_row: float
    last_row: float
    frames: int
    lines: int
    contrast: int
    run: int
    best_run: int

    def and_read(self, read: Read, number: int) -> Vote:
        """This vote and one more frame's read of the same code."""
        run = self.run + 1 if number == self.last_frame + 1 else 1
        return replace(
            self,
            last_frame=number,
            last_row=read.row,
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
    texture; `full`: frames in which it covered half the field or more.
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
    moved = sum(vote.last_row - vote.first_row for vote in episode.votes if vote.frames > 1)
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
                    read.row,
                    1,
                    read.lines,
                    read.contrast,
                    1,
                    1,
                )
            )
    return tuple(taken)
