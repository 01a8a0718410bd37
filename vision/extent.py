"""Pure: how long what passed was, and whether one card can be as long as that.

What was read may be the upper one of two cards. The presence is then longer than a card, and on
the other card's side the code lies too far from the edge. Knows no picture; doubts are told by
vision/verdict.py.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from vision.episode import Episode

_EDGE_NOISE = 0.008  # of the field, standard deviation of an edge's place
_PULL = 0.15  # standard deviation of half the speed's change over a field, as a share of it
_JERK = 0.03  # of the field, off an evenly accelerated motion
_CALM = 0.015  # the same, where the length is held against the card's width only
# Over the whole envelope single cards measure 0.6 % off (standard deviation), and none of 650 was
# 2 % too long; two cards 3 mm apart are 4.8 % longer than one.
_LONG = 1.03
# While no length is known: playing cards are 63 x 88 mm (poker) or 57 x 89 (bridge), and a lens,
# a tilted camera and perspective put the ratio off by some percent.
_SHAPE = 0.716
_SHAPE_LONG = 1.08
_UPRIGHT = (1.37, 1.6)  # length to width of one card that travels along its long side
# The code lay as far from the one edge as from the other: this card filled the presence, and
# only another with the same code can have made it longer. Of the field.
_EVEN = 0.035
_EVEN_LONG = 1.15
_UNEVEN_STOPPED = 0.08
_UNEVEN = 0.06  # so uneven that the edges tell it without the length
# Bars lie near an edge: their middle is no farther in than this share of the card's width.
_INSET = 0.2
_PLACES = 8  # of both edges together, without which the width alone accuses nobody
_STEPS = 3  # steps of an edge that tell its speed as it leaves or comes in


def too_long(episode: Episode, usual: float, cards: int, both: bool) -> bool:
    """Whether more passed than the `cards` that were read.

    `usual`: a card's length as a share of the field, 0 while unknown: then the card's width tells.
    Without its sides in view and without `usual` nothing is told. `both`: cards of this shoe are
    known to carry their code along both edges; of one that stood still both must then be seen.
    """
    width = _agreed(episode.widths)
    one, margin = (usual, _LONG) if usual else (width * _SHAPE, _SHAPE_LONG)
    if not one:
        return False
    width = width or one / _SHAPE
    # Against a plate nearly as bright as paper the edges jump about, and tell nothing.
    measured = length(episode, _JERK if usual else _CALM)
    if not usual and len(episode.leads) + len(episode.trails) < _PLACES:
        measured = None
    if episode.stopped:
        measured = None
    if cards > 1:
        return _longer(episode, measured, one * cards * margin)
    ahead, behind = _upper_middle(episode.ahead), _upper_middle(episode.behind)
    if _far(ahead, width, one) or _far(behind, width, one):
        return True
    if len([apart for apart in episode.twins if one * 0.25 < apart < one * 0.5]) > 1:
        return True
    if not usual and measured and _UPRIGHT[0] < measured / width < _UPRIGHT[1]:
        return False
    if not ahead or not behind:
        # Two cards that stop on their way look like this, and a damaged one that stops.
        return (both and episode.stopped) or _longer(episode, measured, one * margin)
    if _uneven(episode, ahead, behind) and (both or abs(ahead + behind - one) > _UNEVEN):
        return True
    if abs(ahead - behind) < _EVEN:
        margin = max(margin, _EVEN_LONG)
    return _longer(episode, measured, one * margin)


def is_even(episode: Episode) -> bool:
    """Whether the card's code was read equally near to both edges."""
    ahead, behind = _upper_middle(episode.ahead), _upper_middle(episode.behind)
    return bool(ahead and behind) and abs(ahead - behind) < _EVEN


def _uneven(episode: Episode, ahead: float, behind: float) -> bool:
    """Whether the code lay nearer to one edge than to the other.

    Of a card that stood still this is all there is to go by; of another every frame must tell it.
    """
    if episode.stopped:
        return abs(ahead - behind) > _UNEVEN_STOPPED
    if min(len(episode.ahead), len(episode.behind)) < 2:
        return False
    return min(episode.ahead) > behind + _UNEVEN or min(episode.behind) > ahead + _UNEVEN


def _longer(episode: Episode, measured: float | None, limit: float) -> bool:
    """Whether what passed was longer than `limit`, by its motion and by the least it can be."""
    least = _least(episode)
    return measured is not None and measured > limit and (least is None or least > limit * 0.97)


def _far(inset: float, width: float, one: float) -> bool:
    """Whether a code lay so far from an edge that the edge is not its own card's."""
    return bool(width) and width * _INSET < inset < one - width * _INSET


def _least(episode: Episode) -> float | None:
    """How long it was at the least, had it gone on at the lower of its two speeds.

    The speeds are those at which the leading edge left and the trailing edge came in. A frame
    that is missing from a recording makes one step longer: the middle one counts.
    """
    leads, trails = episode.leads[-_STEPS - 1 :], episode.trails[: _STEPS + 1]
    if len(leads) < 2 or len(trails) < 2:
        return None
    speed = min(_speed(leads), _speed(trails))
    return leads[-1][1] - trails[0][1] + speed * (trails[0][0] - leads[-1][0])


def _speed(places: tuple[tuple[int, float], ...]) -> float:
    steps = sorted((to - at) / max(t - t0, 1) for (t0, at), (t, to) in pairwise(places))
    return steps[(len(steps) - 1) // 2]


def _agreed(widths: tuple[float, ...]) -> float:
    """The card's width where most frames agree on it; else 0."""
    middle = _upper_middle(widths)
    alike = sum(abs(width - middle) < 0.015 * middle for width in widths)
    return middle if alike >= 2 and alike * 2 > len(widths) else 0.0


def _upper_middle(samples: tuple[float, ...]) -> float:
    """The upper one of the two middle samples: a code half out of the field looks too near."""
    return sorted(samples)[len(samples) // 2] if samples else 0.0


def length(episode: Episode, jerk: float = _JERK) -> float | None:
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
        if off.max() < jerk:
            return float(fit[2])
        del samples[int(off.argmax())]
        if len(samples) < 4 or len({trail for _, _, trail in samples}) < 2:
            return None
    return None
