"""Pure: one presence in the field while it lasts: where it came in, what was read, what went wrong.

Knows no picture; what it all means in the end is said by vision/verdict.py.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from vision.settings import ReaderSettings
from vision.sighting import Read, Sighting, Span, Standing

_LEAP = 0.45
_NEAR = 0.12  # this near to the field's border half of a tilted edge may lie outside
_BACK = 0.02  # of the field: more than a code's place is unsure by
_STOPPED = 3  # still frames in a row: a slow card's plain face may look still for one
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
    sensor within it. `still_ns`, `still_frames`: how long it has not moved. `plain`: frames in
    which it had no texture; `full`: frames in which it covered half the field or more. `late`:
    frames before the first read. `differed`: some frame was not like the background at all.
    `leads`, `trails`: when (ns) its leading edge was last, its trailing edge first seen, and
    where. `ahead`, `behind`: how far the codes that were read lay from the leading and from the
    trailing edge, in frames that showed both. `widths`: across the motion. `twins`: how far apart
    one code was read twice in a frame. `stopped`: it stood still, or moved back while neither
    edge was in view.
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
    still_frames: int = 0
    alike: bool = False
    differed: bool = False
    late: int = 0
    barred_now: bool = False
    leads: tuple[tuple[int, float], ...] = ()
    trails: tuple[tuple[int, float], ...] = ()
    ahead: tuple[float, ...] = ()
    behind: tuple[float, ...] = ()
    widths: tuple[float, ...] = ()
    twins: tuple[float, ...] = ()
    stopped: bool = False


def with_edges(episode: Episode, sighting: Sighting) -> Episode:
    """`episode` with what one more frame showed of the card's edges, width and codes."""
    core = sighting.core
    if core is None:
        return episode
    leads, trails, ahead, behind = episode.leads, episode.trails, episode.ahead, episode.behind
    rows = [read.row for read in sighting.reads]
    if _NEAR < core.last < 1 - _NEAR and not trails:
        leads = (*leads, (sighting.t_ns, core.last))[-_SAMPLES:]
        ahead = _more(ahead, core.last - max(rows)) if rows else ahead
    if _NEAR < core.first < 1 - _NEAR and len(trails) < _SAMPLES:
        trails = (*trails, (sighting.t_ns, core.first))
        behind = _more(behind, min(rows) - core.first) if rows else behind
    unseen = bool(leads) and leads is episode.leads and not trails
    return replace(
        episode,
        leads=leads,
        trails=trails,
        ahead=ahead,
        behind=behind,
        widths=_more(episode.widths, sighting.width) if sighting.width else episode.widths,
        twins=(*episode.twins, *_twins(sighting))[-_SAMPLES:],
        stopped=episode.stopped
        or episode.still_frames >= _STOPPED
        or (unseen and _went_back(episode, sighting)),
    )


def _went_back(episode: Episode, sighting: Sighting) -> bool:
    """Whether a code lies nearer to the mouth than in the frame before."""
    for vote in episode.votes:
        if vote.last_frame != sighting.number - 1:
            continue
        steps = [read.row - vote.last_row for read in sighting.reads if read.code == vote.code]
        # The nearest one is the same print on the same card.
        if steps and -_LEAP < min(steps, key=abs) < -_BACK:
            return True
    return False


def _twins(sighting: Sighting) -> tuple[float, ...]:
    """How far apart one code was read twice in this frame."""
    rows: dict[str, float] = {}
    apart = []
    for read in sorted(sighting.reads, key=lambda read: read.row):
        if read.code in rows:
            apart.append(read.row - rows[read.code])
        rows[read.code] = read.row
    return tuple(apart)


def _more(samples: tuple[float, ...], one: float) -> tuple[float, ...]:
    return samples if len(samples) >= _SAMPLES else (*samples, one)


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
