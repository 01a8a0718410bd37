"""Pure: follows what is in the mouth from frame to frame: sightings in, passes out.

Knows no picture and no decoder. Presence opens a pass; it closes when the field has been clear
for a few frames, and only then does a card count. How a pass is judged: vision/verdict.py.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from vision.episode import Edge, Episode, entry_edge, exit_edge, voted, with_edges
from vision.extent import is_even, length
from vision.passes import CardPass, PassKind, UnreadReason
from vision.settings import ReaderSettings
from vision.sighting import Sighting, Span
from vision.verdict import judge


@dataclass(frozen=True, slots=True)
class Track:
    """All the tracker remembers. `Track()` is the beginning.

    `coded_cut`: the set's cut card carries a code of its own.
    `clear`: empty frames since the last presence. `interval_ns`: the shortest time between two
    frames. `white`: grey level of the paper of cards read lately, 0 while unknown.
    `lengths`: of single cards lately, shares of the field.
    `both`: a card showed its code along both edges.
    `before`: the code that left last, when, and whether all of its card was seen: one that
    looks empty in its middle comes in two parts.
    """

    coded_cut: bool = False
    number: int = 0
    t_ns: int = 0
    interval_ns: int = 0
    clear: int = 0
    episode: Episode | None = None
    white: float = 0.0
    lengths: tuple[float, ...] = ()
    both: bool = False
    before: str | None = None
    before_t_ns: int = 0
    before_whole: bool = False


# A card at 2.5 m/s comes 21 mm of a 57 mm field further in a frame: it cannot cover this at once.
_WHOLE = 0.7
_SLIVER = 0.1
_RIPPLE_NS = 12_000_000  # a lamp at 100 Hz is back within 10 ms
_LENGTHS = 9  # passes over which a card's usual length is learned
# Two parts of one card follow each other within this time.
SAME_CARD_NS = 100_000_000


def follow(
    track: Track, sighting: Sighting, settings: ReaderSettings
) -> tuple[Track, tuple[CardPass, ...]]:
    """The tracker after one more frame, and the passes that closed with it."""
    elapsed = sighting.t_ns - track.t_ns if track.number else 0
    lost = elapsed > max(settings.gap_s * 1e9, 1.8 * track.interval_ns) and track.interval_ns > 0
    passes: tuple[CardPass, ...] = ()
    if lost and track.episode is None:
        # Long enough for a card to have gone by unseen: a doubt, and said.
        passes = (
            CardPass(
                PassKind.UNREAD,
                track.number,
                sighting.number,
                sighting.t_ns,
                reason=UnreadReason.GAP,
            ),
        )
    interval = min(track.interval_ns or elapsed, elapsed) if elapsed > 0 else track.interval_ns
    if sighting.span is None and track.episode is None:
        # Nothing, as nearly always: kept short.
        after = replace(
            track,
            number=sighting.number,
            t_ns=sighting.t_ns,
            interval_ns=interval,
            clear=track.clear + 1,
        )
        return after, passes
    if sighting.span is None:
        after, closed = _clear(track, sighting, elapsed if lost else 0, settings)
    else:
        after, closed = _present(track, sighting, sighting.span, elapsed, lost, settings)
    after = replace(after, number=sighting.number, t_ns=sighting.t_ns, interval_ns=interval)
    return after, passes + closed


def finish(track: Track, settings: ReaderSettings) -> tuple[Track, tuple[CardPass, ...]]:
    """The tracker at the end of a recording: what is still open is judged as it stands.

    Something that still lies under the mouth has not left: unread, stuck.
    """
    if track.episode is None:
        return track, ()
    return _close(track, track.t_ns, settings, ended=track.clear == 0)


def _clear(
    track: Track, sighting: Sighting, lost_ns: int, settings: ReaderSettings
) -> tuple[Track, tuple[CardPass, ...]]:
    assert track.episode is not None
    episode = replace(track.episode, lost_ns=max(track.episode.lost_ns, lost_ns))
    track = replace(track, episode=episode, clear=track.clear + 1)
    if track.clear < settings.clear_frames:
        return track, ()
    return _close(track, sighting.t_ns, settings)


def _present(
    track: Track,
    sighting: Sighting,
    span: Span,
    elapsed: int,
    lost: bool,
    settings: ReaderSettings,
) -> tuple[Track, tuple[CardPass, ...]]:
    passes: tuple[CardPass, ...] = ()
    episode = track.episode
    if episode is not None and _is_another(episode, track.clear, span, settings):
        track, passes = _close(track, sighting.t_ns, settings)
        episode = None
    if episode is None:
        episode = _opened(track, sighting, span, lost, settings)
    else:
        episode = replace(
            episode,
            last_frame=sighting.number,
            last_t_ns=sighting.t_ns,
            span=span,
            lost_ns=max(episode.lost_ns, elapsed if lost else 0),
            still_ns=episode.still_ns + elapsed if sighting.still else 0,
            still_frames=episode.still_frames + 1 if sighting.still else 0,
            seen_mouth=episode.seen_mouth or span.first <= settings.mouth,
            seen_exit=episode.seen_exit or span.last >= settings.exit,
        )
    covered = span.last - span.first >= 0.5
    episode = replace(
        with_edges(episode, sighting),
        votes=voted(episode.votes, sighting),
        barred=episode.barred + sighting.bars,
        plain=episode.plain + (covered and sighting.plain),
        full=episode.full + covered,
        level=max(episode.level, sighting.level) if covered else episode.level,
        dark=episode.dark or sighting.dark,
        alike=sighting.alike,
        differed=episode.differed or not sighting.alike,
        late=episode.late + (not episode.votes and not sighting.reads),
        barred_now=sighting.bars,
    )
    return replace(track, episode=episode, clear=0), passes


def _is_another(episode: Episode, clear: int, span: Span, settings: ReaderSettings) -> bool:
    """Whether what comes out of the mouth now is not what was in the field before."""
    if entry_edge(span, settings) is not Edge.MOUTH:
        return False
    match exit_edge(episode, settings):
        case Edge.OUTSIDE:
            # Gone below and there again above: nothing comes back that fast.
            return clear > 0 or span.last < 0.5 < episode.span.first
        case Edge.MOUTH:
            # What was read has gone back in; an edge that only flickered has no code.
            return clear > 0 and bool(episode.votes)
        case Edge.UNSEEN:
            return False
        case unreachable:
            assert_never(unreachable)


def _opened(
    track: Track, sighting: Sighting, span: Span, lost: bool, settings: ReaderSettings
) -> Episode:
    entry = entry_edge(span, settings)
    watched = track.number > 0 and not lost
    return Episode(
        first_frame=sighting.number,
        first_t_ns=sighting.t_ns,
        last_frame=sighting.number,
        last_t_ns=sighting.t_ns,
        entry=entry if watched else Edge.UNSEEN,
        span=span,
        whole=watched and span.last - span.first >= _WHOLE,
        seen_mouth=span.first <= settings.mouth,
        seen_exit=span.last >= settings.exit,
    )


def _close(
    track: Track, t_ns: int, settings: ReaderSettings, ended: bool = False
) -> tuple[Track, tuple[CardPass, ...]]:
    episode = track.episode
    assert episode is not None
    usual = usual_length(track, settings)
    passes = judge(
        episode,
        t_ns,
        settings,
        white=track.white,
        coded_cut=track.coded_cut,
        usual=usual,
        both=track.both,
        ended=ended,
    )
    counted = [one.code for one in passes if one.kind is PassKind.CARD]
    same = (
        len(passes) == 1
        and counted == [track.before]
        and episode.first_t_ns - track.before_t_ns < SAME_CARD_NS
        # What filled the field both times was a whole card twice: a forged double, and told.
        and not (track.before_whole and episode.full)
    )
    white = track.white
    if counted and episode.level > 0:
        white = episode.level if not white else white + (episode.level - white) / 8
    alone = bool(counted) and len(passes) == 1
    long = length(episode) if alone and not episode.stopped else None
    track = replace(
        track,
        lengths=(*track.lengths, long)[-_LENGTHS:] if long else track.lengths,
        episode=None,
        clear=0,
        white=white,
        both=track.both or (alone and is_even(episode)),
        before=counted[-1] if counted else track.before,
        before_t_ns=episode.last_t_ns,
        before_whole=bool(episode.full),
    )
    return track, () if same or _is_flicker(episode) else passes


def _is_flicker(episode: Episode) -> bool:
    """Whether it was less than a card can do: a frame or two, and no bars.

    At 2.5 m/s a card is in view for 48 ms. Only the sensor or an insect is there for one frame,
    over a sliver of the field; a lamp's ripple changes the picture's level alone.
    """
    if episode.barred or episode.votes:
        return False
    thin = episode.span.last - episode.span.first < _SLIVER
    if episode.first_frame == episode.last_frame and thin:
        return True
    return not episode.differed and episode.last_t_ns - episode.first_t_ns < _RIPPLE_NS


def usual_length(track: Track, settings: ReaderSettings) -> float:
    """A card's length as a share of the field: set, or learned; 0 while neither is known.

    It is learned from five cards or more, of which most have one length.
    """
    if settings.card_length or len(track.lengths) < 5:
        return settings.card_length
    middle = sorted(track.lengths)[len(track.lengths) // 2]
    alike = sum(abs(one - middle) < 0.025 * middle for one in track.lengths)
    return middle if alike * 3 >= len(track.lengths) * 2 else 0.0
