"""The tracker: sightings in, passes out, without a picture."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from vision.passes import CardPass, PassKind, UnreadReason
from vision.settings import ReaderSettings
from vision.sighting import Read, Sighting, Span, Standing
from vision.tracker import Track, finish, follow

SETTINGS = ReaderSettings()
STEP_NS = 8_333_333
A, B = "0000000195", "0000000292"
HIGH, CARD, LEAD = 57.0, 63.0, 6.0


def read(code: str, row: float, standing: Standing = Standing.KNOWN) -> Read:
    return Read(code, standing, row, 6, 120)


def at(front_mm: float, code: str | None = None, length: float = CARD) -> Sighting:
    """A card whose leading edge is `front_mm` into the field, its codes 6 mm from the edges."""
    back = front_mm - length
    if front_mm <= 0 or back >= HIGH:
        return Sighting(0, 0)
    span = Span(max(back, 0) / HIGH, min(front_mm, HIGH) / HIGH)
    rows = [row for row in (front_mm - LEAD, back + LEAD) if 4 < row < HIGH - 4]
    reads = tuple(read(code, row / HIGH) for row in rows) if code else ()
    return Sighting(0, 0, span, reads, bars=bool(rows), core=span, level=200)


def path(*fronts: float, code: str | None = None, length: float = CARD) -> list[Sighting]:
    return [at(front, code, length) for front in fronts]


def slide(
    start: float = -9, end: float = 130, step: float = 8, code: str | None = None, **more: float
) -> list[Sighting]:
    count = int(abs(end - start) / step) + 1
    way = step if end > start else -step
    return path(*(start + way * index for index in range(count)), code=code, **more)


EMPTY = [Sighting(0, 0)] * 6


def play(
    sightings: list[Sighting],
    *,
    end: bool = False,
    settings: ReaderSettings = SETTINGS,
    track: Track | None = None,
) -> list[CardPass]:
    """The passes that closed; frames are numbered from 1 at 120 a second."""
    track, passes = track or Track(), []
    for number, sighting in enumerate(sightings, 1):
        if sighting.t_ns == 0:
            sighting = replace(sighting, t_ns=number * STEP_NS)
        track, closed = follow(track, replace(sighting, number=number), settings)
        passes.extend(closed)
    if end:
        passes.extend(finish(track, settings)[1])
    return passes


def kinds(passes: list[CardPass]) -> list[tuple[str, str | None]]:
    return [(one.kind.value, one.code) for one in passes]


def test_a_card_counts_only_when_its_pass_has_closed() -> None:
    """Out of the field is not enough: three clear frames close the pass."""
    way = EMPTY + slide(code=A) + EMPTY
    leaving = next(index for index in range(len(way) - 1, 0, -1) if way[index].span is not None)
    assert play(way[: leaving + 3]) == []
    assert kinds(play(way[: leaving + 4])) == [("card", A)]


def test_a_pass_tells_its_frames_votes_and_margin() -> None:
    """First and last frame of presence, frames that agreed, and how safely it read."""
    (seen,) = play(EMPTY + slide(code=A) + EMPTY)
    assert (seen.first_frame, seen.last_frame) == (9, 23)
    assert seen.margin is not None
    assert seen.votes == seen.margin.votes == seen.margin.looks == 12
    assert seen.margin.quality == 6
    assert seen.margin.contrast == 120


def test_one_frame_is_no_card() -> None:
    """Two frames must agree; a code seen once is unread and not named."""
    way = EMPTY + slide() + EMPTY
    way[12] = replace(way[12], reads=(read(A, 0.5),))
    (seen,) = play(way)
    assert seen.kind is PassKind.UNREAD
    assert seen.code is None
    assert seen.reason is UnreadReason.TOO_FEW_VOTES


def test_no_code_is_unread() -> None:
    """Nothing readable: said, not guessed."""
    (seen,) = play(EMPTY + slide() + EMPTY)
    assert (seen.kind, seen.reason) == (PassKind.UNREAD, UnreadReason.NO_CODE)


def test_two_codes_are_two_cards_in_order_of_first_sight() -> None:
    """Two valid codes in one pass never become one card."""
    first, second = slide(code=A), slide(start=-39, code=B)
    way = []
    for one, other in zip(first + EMPTY, second, strict=False):
        spans = [part.span for part in (one, other) if part.span]
        if not spans:
            way.append(Sighting(0, 0))
            continue
        span = Span(min(s.first for s in spans), max(s.last for s in spans))
        way.append(Sighting(0, 0, span, one.reads + other.reads, True))
    passes = play(EMPTY + way + slide(start=90, code=B)[:6] + EMPTY)
    assert kinds(passes) == [("card", A), ("card", B)]
    assert all(one.together for one in passes)


def test_a_second_code_seen_once_leaves_a_doubt() -> None:
    """The sure card is told, and that something else was with it."""
    way = EMPTY + slide(code=A) + EMPTY
    way[14] = replace(way[14], reads=(read(A, 0.6), read(B, 0.2)))
    passes = play(way)
    assert kinds(passes) == [("card", A), ("unread", None)]
    assert [one.together for one in passes] == [True, True]


WIDE = 88 / HIGH  # a card's width, in the unit of spans


def pair(
    front_mm: float,
    apart: float,
    *,
    first: bool = True,
    covered: bool = False,
    width: float = 0.0,
    second: str | None = None,
) -> Sighting:
    """Two overlapping cards, of which one shows its code A; the leading edge `front_mm` in.

    `first`: the leading one shows it. `covered`: the other lies over the nearer one of its codes.
    `second`: what the other's codes say, over the first's.
    """
    back = front_mm - apart - CARD
    if front_mm <= 0 or back >= HIGH:
        return Sighting(0, 0)
    own = front_mm if first else front_mm - apart
    leading, trailing = own - LEAD, own - CARD + LEAD
    shown = [(A, leading), (A, trailing)]
    if covered:
        shown = shown[:1] if first else shown[1:]
    if second is not None:
        shown += [(second, front_mm - apart - LEAD), (second, back + LEAD)]
    reads = tuple(read(code, row / HIGH) for code, row in shown if 4 < row < HIGH - 4)
    span = Span(max(back, 0) / HIGH, min(front_mm, HIGH) / HIGH)
    return Sighting(0, 0, span, reads, bars=bool(reads), core=span, level=200, width=width)


def slide_pair(apart: float, stop_mm: float | None = None, **more: Any) -> list[Sighting]:
    """Both on their way out; with `stop_mm` they rest for 20 frames with the front there."""
    fronts = [-9.0 + 8 * step for step in range(int((145 + apart) / 8))]
    if stop_mm is not None:
        at = min(range(len(fronts)), key=lambda n: abs(fronts[n] - stop_mm))
        fronts[at:at] = [fronts[at]] * 20
    way = [pair(front, apart, **more) for front in fronts]
    return [
        replace(now, still=at > 0 and fronts[at] == fronts[at - 1]) for at, now in enumerate(way)
    ]


def singles(count: int) -> list[Sighting]:
    way: list[Sighting] = EMPTY[:]
    for number in range(count):
        way += slide(start=-9 + number, code=f"{number}") + EMPTY
    return way


HIDDEN = [("card", A), ("unread", None)]


def test_a_hidden_second_card_is_seen_by_the_length() -> None:
    """A pass longer than a card, with one code: the card and an unread one with it."""
    settings = replace(SETTINGS, card_length=CARD / HIGH)
    (one,) = play(EMPTY + slide(code=A) + EMPTY, settings=settings)
    assert not one.together
    passes = play(EMPTY + slide_pair(5, covered=True) + EMPTY, settings=settings)
    assert kinds(passes) == HIDDEN
    assert passes[1].reason is UnreadReason.HIDDEN


def test_a_cards_length_is_learned_from_the_cards() -> None:
    """Without a setting, five cards of one length say how long a card is."""
    passes = play(singles(6) + slide_pair(8, covered=True) + EMPTY)
    assert kinds(passes[-2:]) == HIDDEN
    assert not any(one.together for one in passes[:-2])


@pytest.mark.parametrize("apart", [8, 15, 25, 35, 45])
@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("covered", [True, False])
def test_the_first_pair_of_all_is_seen_by_the_cards_width(
    apart: float, first: bool, covered: bool
) -> None:
    """No length is known yet: a card is not so long for its width."""
    way = slide_pair(apart, first=first, covered=covered, width=WIDE)
    assert kinds(play(EMPTY + way + EMPTY)) == HIDDEN


@pytest.mark.parametrize("wide", [88 / 63, 88 / 57, 89 / 57, 1 / 1.4])
def test_a_card_of_any_usual_shape_is_one_card(wide: float) -> None:
    """Poker or bridge size, along its short side or its long one: no second card in it."""
    way = [replace(one, width=wide * CARD / HIGH) for one in slide(code=A) if one.span]
    assert kinds(play(EMPTY + way + EMPTY)) == [("card", A)]


@pytest.mark.parametrize("stop", [30, 50, 61, 64, 75, 95])
def test_a_card_that_rests_on_its_way_is_one_card(stop: float) -> None:
    """Dealers hold cards in the mouth: the code lies equally near to both edges."""
    way = [replace(one, width=WIDE) for one in slide_pair(0, stop)]
    assert kinds(play(singles(6) + way + EMPTY)[-2:]) == [("card", "5"), ("card", A)]


@pytest.mark.parametrize("stop", [30, 50, 64, 75, 95])
@pytest.mark.parametrize("apart", [10, 25, 45])
@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("covered", [True, False])
def test_a_pair_that_rests_on_its_way_is_no_single_card(
    stop: float, apart: float, first: bool, covered: bool
) -> None:
    """Its length cannot be told then, but on one side its code is far from the edge, or unseen."""
    way = slide_pair(apart, stop, first=first, covered=covered)
    assert kinds(play(singles(6) + way + EMPTY)[-2:]) == HIDDEN


def test_a_third_card_between_two_is_seen_by_the_length() -> None:
    """Two codes, and more than two cards can be: the third is told."""
    settings = replace(SETTINGS, card_length=CARD / HIGH)
    two = slide_pair(60, second=B)
    assert kinds(play(EMPTY + two + EMPTY, settings=settings)) == [("card", A), ("card", B)]
    three = slide_pair(72, second=B)
    passes = play(EMPTY + three + EMPTY, settings=settings)
    assert kinds(passes) == [("card", A), ("card", B), ("unread", None)]


@pytest.mark.parametrize("apart", [20, 35, 50])
def test_two_cards_with_one_code_are_no_single_card(apart: float) -> None:
    """A forged double drawn with its original: one card's codes are not that far apart."""
    way = slide_pair(apart, second=A, width=WIDE)
    assert kinds(play(EMPTY + way + EMPTY)) == HIDDEN


def test_frames_missing_without_a_gap_in_time_are_no_second_card() -> None:
    """A recording that lost frames: the edges leap, but the code lies as near to both."""
    way = slide_pair(0)
    for at in range(3, len(way)):
        passes = play(singles(6) + way[:at] + way[at + 1 :] + EMPTY)
        assert kinds(passes[-1:]) == [("card", A)]


def test_out_part_of_the_way_and_back_is_a_peek() -> None:
    """Strip B never reached: a peek, with its code where it was read."""
    out = slide(end=40, code=A)
    (seen,) = play(EMPTY + out + out[::-1] + EMPTY)
    assert (seen.kind, seen.code, seen.outside) == (PassKind.PEEK, A, False)


def test_a_sliver_for_one_frame_is_nothing() -> None:
    """No card comes and goes within a frame; a few bad pixels do."""
    flicker = Sighting(0, 0, Span(0.0, 0.03))
    assert play([*EMPTY, flicker, *EMPTY]) == []
    assert kinds(play([*EMPTY, flicker, flicker, *EMPTY])) == [("peek", None)]


def test_a_lamps_ripple_is_nothing() -> None:
    """All of the window brighter for a frame or two, and the same picture: no pass at all."""
    bright = Sighting(0, 0, Span(0.0, 1.0), plain=True, level=150, alike=True)
    for frames in (1, 2):
        assert play(EMPTY + [bright] * frames + EMPTY) == []
    other = replace(bright, alike=False)
    assert [one.kind for one in play(EMPTY + [other] * 2 + EMPTY)] == [PassKind.UNREAD]


def test_out_all_the_way_and_back_is_reversed() -> None:
    """Strip B reached, then back in: not counted."""
    out = slide(end=70, code=A)
    (seen,) = play(EMPTY + out + out[::-1] + EMPTY)
    assert (seen.kind, seen.code) == (PassKind.REVERSED, A)


def test_back_and_forth_in_one_pass_is_one_card() -> None:
    """Slid back part of the way and out again, it counts once."""
    out, back = slide(end=60, code=A), slide(start=60, end=30, code=A)
    on = slide(start=30, code=A)
    assert kinds(play(EMPTY + out + back + on + EMPTY)) == [("card", A)]


def test_in_from_outside_and_out_again_is_slid_again() -> None:
    """B first, then out: the card, marked as coming from outside."""
    back, on = slide(start=125, end=40, code=A), slide(start=40, code=A)
    (seen,) = play(EMPTY + back + on + EMPTY)
    assert (seen.kind, seen.code, seen.outside) == (PassKind.CARD, A, True)


def test_pushed_in_from_outside_is_reversed() -> None:
    """A card that goes into the shoe is no card out of it."""
    (seen,) = play(EMPTY + slide(start=125, end=-9, code=A) + EMPTY)
    assert (seen.kind, seen.code, seen.outside) == (PassKind.REVERSED, A, True)


def test_the_next_card_may_follow_at_once() -> None:
    """One card gone below, one come above in the next frame or the one after: not together."""
    for between in ([], EMPTY[:1], EMPTY[:2]):
        passes = play(EMPTY + slide(code=A)[:-1] + between + slide(start=6, code=B) + EMPTY)
        assert kinds(passes) == [("card", A), ("card", B)]
        assert not any(one.together for one in passes)


def strip(at: float) -> Sighting:
    """A card's bars alone, its paper as bright as the plate."""
    return Sighting(0, 0, Span(max(at - 0.1, 0), min(at + 0.1, 1)), (read(A, at),), True)


def test_a_card_empty_in_its_middle_counts_once() -> None:
    """The same code out of the mouth within a tenth of a second is the same card's other edge."""
    strips = [strip(at / 8) for at in range(9)]
    assert kinds(play(EMPTY + strips + [Sighting(0, 0)] * 3 + strips + EMPTY)) == [("card", A)]


@pytest.mark.parametrize("pause", [3, 4, 5, 8])
def test_a_double_drawn_at_once_is_told(pause: int) -> None:
    """Twice a whole card with one code is two cards, however fast: one of them is forged."""
    way = EMPTY + slide(code=A) + [Sighting(0, 0)] * pause + slide(start=1, code=A) + EMPTY
    assert kinds(play(way)) == [("card", A), ("card", A)]


def test_a_stranger_is_unread_and_named() -> None:
    """A sound code of no set we know: unread, with its text for the supervisor."""
    way = [
        replace(one, reads=tuple(replace(r, standing=Standing.STRANGER) for r in one.reads))
        for one in slide(code=A)
    ]
    (seen,) = play(EMPTY + way + EMPTY)
    assert (seen.kind, seen.code, seen.reason) == (PassKind.UNREAD, A, UnreadReason.STRANGER)


def test_the_cut_card_by_its_code() -> None:
    """The cut card's own code says so."""
    way = [
        replace(one, reads=tuple(replace(r, standing=Standing.CUT) for r in one.reads))
        for one in slide(code=A)
    ]
    assert kinds(play(EMPTY + way + EMPTY)) == [("cut", A)]


@pytest.mark.parametrize(
    ("level", "bars", "kind"), [(90, False, "cut"), (210, False, "unread"), (90, True, "unread")]
)
def test_the_cut_card_by_its_plain_texture(level: float, bars: bool, kind: str) -> None:
    """Plain and darker than paper is the cut card; paper, or bars anywhere, is not."""
    way = [replace(one, plain=not bars, bars=bars, level=level) for one in slide()]
    way = [one if one.span else Sighting(0, 0) for one in way]
    assert kinds(play(EMPTY + way + EMPTY)) == [(kind, None)]


@pytest.mark.parametrize("level", [75.0, 110, 150, 189])
def test_before_any_paper_was_seen_plainness_alone_is_no_cut_card(level: float) -> None:
    """A blank card in low light looks like plastic; a cut card with a code has to show it."""
    way = [replace(one, plain=bool(one.span), level=level) for one in slide()]
    way = EMPTY + [replace(one, bars=False) for one in way] + EMPTY
    (seen,) = play(way, track=Track(coded_cut=True))
    assert (seen.kind, seen.reason) == (PassKind.UNREAD, UnreadReason.NO_CODE)
    (seen,) = play(way)
    assert seen.kind is PassKind.CUT


def test_paper_is_known_from_the_cards_read_before() -> None:
    """In low light blank paper is as dark as plastic in good light: the cards tell them apart."""
    dim = [replace(one, level=105) if one.span else one for one in slide(code=A)]
    blank = [
        replace(one, plain=True, bars=False, level=104) if one.span else one for one in slide()
    ]
    assert kinds(play(EMPTY + dim + EMPTY + blank + EMPTY)) == [("card", A), ("unread", None)]


def test_frames_lost_within_a_pass_make_it_unread() -> None:
    """What went by unseen may have been anything."""
    way = EMPTY + slide(code=A) + EMPTY
    timed = [
        replace(one, t_ns=(index + 1 + (8 if index > 15 else 0)) * STEP_NS)
        for index, one in enumerate(way)
    ]
    (seen,) = play(timed)
    assert (seen.kind, seen.reason) == (PassKind.UNREAD, UnreadReason.GAP)


def test_a_single_dropped_frame_does_no_harm() -> None:
    """No card goes by within 17 ms."""
    way = EMPTY + slide(code=A) + EMPTY
    timed = [
        replace(one, t_ns=(index + 1 + (index > 15)) * STEP_NS) for index, one in enumerate(way)
    ]
    assert kinds(play(timed)) == [("card", A)]


def test_a_silent_sensor_before_an_empty_mouth_is_a_doubt() -> None:
    """A tenth of a second without frames is long enough for a card."""
    way = [replace(one, t_ns=(i + 1 + 12 * (i > 3)) * STEP_NS) for i, one in enumerate(EMPTY * 2)]
    (seen,) = play(way)
    assert (seen.kind, seen.reason) == (PassKind.UNREAD, UnreadReason.GAP)


def test_a_window_covered_at_once_is_unread() -> None:
    """No card covers the whole field from one frame to the next."""
    cover = [Sighting(0, 0, Span(0, 1))] * 20
    (seen,) = play(EMPTY + cover + EMPTY)
    assert (seen.kind, seen.reason) == (PassKind.UNREAD, UnreadReason.COVERED)


def test_a_card_behind_a_hand_is_unread() -> None:
    """What was read after the window had been covered is not counted: more may have gone by."""
    cover = [Sighting(0, 0, Span(0, 1))] * 20
    (seen,) = play(EMPTY + cover + slide(start=20, code=A) + EMPTY)
    assert (seen.kind, seen.reason) == (PassKind.UNREAD, UnreadReason.COVERED)


def test_light_that_goes_makes_the_pass_unread() -> None:
    """The lamp failed while a card was in the window."""
    way = EMPTY + slide(code=A) + EMPTY
    way[15] = replace(way[15], dark=True, reads=(), bars=False)
    (seen,) = play(way)
    assert (seen.kind, seen.reason) == (PassKind.UNREAD, UnreadReason.LAMP)


def test_a_recording_that_ends_with_a_card_in_the_mouth_is_unread() -> None:
    """It has not left: stuck, and no card."""
    (seen,) = play(EMPTY + slide(end=60, code=A), end=True)
    assert (seen.kind, seen.reason) == (PassKind.UNREAD, UnreadReason.STUCK)


def test_a_recording_that_ends_as_a_card_goes_out_counts_it() -> None:
    """Its trailing edge is well past the mouth: it has left the shoe."""
    assert kinds(play(EMPTY + slide(end=110, code=A), end=True)) == [("card", A)]


def test_a_recording_may_begin_with_a_card_in_view() -> None:
    """Where it came from was not seen; it left, and was read."""
    assert kinds(play(slide(start=50, code=A) + EMPTY)) == [("card", A)]
