"""Pure: what a finished presence in the mouth was: a card, several, the cut card, a doubt.

A doubt never becomes a card. Knows no picture and no decoder.
"""

from __future__ import annotations

from dataclasses import replace

from vision.episode import Edge, Episode, Vote, exit_edge
from vision.extent import too_long
from vision.passes import CardPass, PassKind, ReadMargin, UnreadReason
from vision.settings import ReaderSettings
from vision.sighting import Standing

# A cut card's plastic is darker than a card's paper: below this share of the paper's grey level,
# or, while no card has been read yet, below this level.
_CUT_SHARE = 0.82
_CUT_LEVEL = 190.0
# A card that comes in all at once must be read at once, or something else was there first.
_LATE_FRAMES = 3


def judge(
    episode: Episode,
    t_ns: int,
    settings: ReaderSettings,
    *,
    white: float = 0.0,
    coded_cut: bool = False,
    usual: float = 0.0,
    both: bool = False,
    ended: bool = False,
) -> tuple[CardPass, ...]:
    """The passes that `episode` was, in order of first sight; at least one.

    `t_ns`: sensor time of the frame that closed it. `white`: grey level of cards' paper, 0 while
    unknown. `usual`: a card's length as a share of the field, 0 while unknown.
    `coded_cut`: the cut card has its own code. `both`: this shoe's cards carry their code along
    both edges.
    `ended`: the recording ended with something still in view.
    """
    exit_ = exit_edge(episode, settings)
    outside = episode.entry is Edge.OUTSIDE
    fault = _fault(episode, exit_, settings, ended)
    if fault is not None:
        return (_unread(episode, t_ns, fault, outside),)
    if exit_ is Edge.MOUTH:
        return (_went_back(episode, t_ns, settings, outside),)
    if not episode.votes:
        if _is_cut(episode, white, coded_cut):
            return (_plain(PassKind.CUT, episode, t_ns, outside),)
        return (_unread(episode, t_ns, UnreadReason.NO_CODE, outside),)
    # A cut card's white label is narrower than its plastic: its width tells no length.
    measurable = usual > 0 or all(vote.standing is not Standing.CUT for vote in episode.votes)
    hidden = measurable and not outside and too_long(episode, usual, len(episode.votes), both)
    together = len(episode.votes) > 1 or hidden
    passes = tuple(_one(episode, vote, t_ns, settings, together, outside) for vote in episode.votes)
    if hidden:
        second = _unread(episode, t_ns, UnreadReason.HIDDEN, outside)
        passes += (replace(second, together=True),)
    return passes


def _went_back(episode: Episode, t_ns: int, settings: ReaderSettings, outside: bool) -> CardPass:
    came_all_the_way = episode.seen_exit or outside
    seen = _plain(PassKind.REVERSED if came_all_the_way else PassKind.PEEK, episode, t_ns, outside)
    sure = [vote for vote in episode.votes if vote.frames >= settings.votes]
    if len(sure) != 1:
        return seen
    only = sure[0]
    return replace(seen, code=only.code, votes=only.frames, margin=_margin(episode, only))


def _fault(
    episode: Episode, exit_: Edge, settings: ReaderSettings, ended: bool
) -> UnreadReason | None:
    """What makes it impossible to say what passed, if anything does."""
    if episode.dark:
        return UnreadReason.LAMP
    if episode.whole and (not episode.votes or episode.late > _LATE_FRAMES):
        return UnreadReason.MOVED if episode.alike else UnreadReason.COVERED
    if episode.lost_ns:
        return UnreadReason.GAP
    if ended and (exit_ is not Edge.OUTSIDE or episode.span.first < 0.3):
        return UnreadReason.STUCK
    if exit_ is Edge.UNSEEN:
        return UnreadReason.GAP
    return None


def _is_cut(episode: Episode, white: float, coded_cut: bool) -> bool:
    """Whether everything seen was plain and darker than paper.

    Before any paper has been seen that is a guess, and made for cut cards without a code only.
    """
    if episode.barred or episode.plain < 2 or episode.plain < 0.6 * episode.full:
        return False
    if not white:
        return not coded_cut and episode.level < _CUT_LEVEL
    return episode.level < white * _CUT_SHARE


def _one(
    episode: Episode,
    vote: Vote,
    t_ns: int,
    settings: ReaderSettings,
    together: bool,
    outside: bool,
) -> CardPass:
    sure = vote.frames >= settings.votes
    kind, code, reason = PassKind.UNREAD, None, UnreadReason.TOO_FEW_VOTES
    if sure and vote.standing is Standing.STRANGER:
        code, reason = vote.code, UnreadReason.STRANGER
    elif sure:
        kind = PassKind.CUT if vote.standing is Standing.CUT else PassKind.CARD
        code = vote.code
    return CardPass(
        kind,
        episode.first_frame,
        episode.last_frame,
        t_ns,
        code=code,
        votes=vote.frames,
        together=together,
        outside=outside,
        reason=reason if kind is PassKind.UNREAD else None,
        margin=_margin(episode, vote),
    )


def _margin(episode: Episode, vote: Vote) -> ReadMargin:
    return ReadMargin(
        votes=vote.frames,
        quality=vote.lines,
        contrast=vote.contrast,
        gapless=vote.best_run,
        looks=episode.barred,
    )


def _unread(episode: Episode, t_ns: int, reason: UnreadReason, outside: bool) -> CardPass:
    return replace(_plain(PassKind.UNREAD, episode, t_ns, outside), reason=reason)


def _plain(kind: PassKind, episode: Episode, t_ns: int, outside: bool) -> CardPass:
    return CardPass(kind, episode.first_frame, episode.last_frame, t_ns, outside=outside)
