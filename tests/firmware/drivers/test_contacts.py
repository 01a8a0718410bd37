"""A contact is debounced on its own state: bounces are nothing, no edge is ever lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from firmware.drivers.contacts import Change, Timing, at_start, due_ns, sample

MS = 1_000_000
TIMING = Timing(bounce_ns=25 * MS, hold_ns=2000 * MS)


def play(steps: list[tuple[int, bool]], start: bool = False) -> list[tuple[int, Change]]:
    """Levels at times in ms, looked at whenever the contact asks for it, as the driver does."""
    contact = at_start(start, 0)
    done: list[tuple[int, Change]] = []
    for index, (at_ms, level) in enumerate(steps):
        until = steps[index + 1][0] * MS if index + 1 < len(steps) else 10_000_000 * MS
        t_ns: int | None = at_ms * MS
        while t_ns is not None and t_ns < until:
            contact, change = sample(contact, level, t_ns, TIMING)
            if change is not None:
                done.append((t_ns // MS, change))
            t_ns = due_ns(contact, TIMING)
    return done


def test_a_bouncing_press_is_one_press() -> None:
    """Levels that have not stood for the bounce time are no change, then exactly one comes."""
    bounces = [(0, True), (3, False), (5, True), (9, False), (12, True), (300, False)]
    assert play(bounces) == [(37, Change.CLOSED), (325, Change.OPENED)]


def test_a_spike_is_nothing() -> None:
    """A contact that closes for less than the bounce time was not pressed."""
    assert play([(0, True), (20, False)]) == []


def test_a_release_inside_the_bounce_time_is_not_lost() -> None:
    """The level counts once it stands, whatever came before: a quick release shows as released."""
    assert play([(0, True), (26, False)]) == [(25, Change.CLOSED), (51, Change.OPENED)]


def test_a_hold_is_told_once() -> None:
    """Two seconds closed are a hold, and never a second one in the same press."""
    assert play([(0, True), (9000, False)]) == [
        (25, Change.CLOSED),
        (2000, Change.HELD),
        (9025, Change.OPENED),
    ]


def test_a_hold_interrupted_starts_again() -> None:
    """1.9 seconds twice are no hold."""
    assert play([(0, True), (1900, False), (2000, True), (3900, False)]) == [
        (25, Change.CLOSED),
        (1925, Change.OPENED),
        (2025, Change.CLOSED),
        (3925, Change.OPENED),
    ]


def test_closed_at_the_start_is_neither_pressed_nor_held() -> None:
    """A button jammed before the program started does nothing until it is let go and pressed."""
    assert play([(0, True), (60_000, False), (61_000, True)], start=True) == [
        (60_025, Change.OPENED),
        (61_025, Change.CLOSED),
        (63_000, Change.HELD),
    ]


@given(st.lists(st.tuples(st.integers(1, 60), st.booleans()), max_size=60))
def test_presses_and_releases_alternate_and_end_at_the_level(steps: list[tuple[int, bool]]) -> None:
    """Whatever the bounces, changes alternate and the last one agrees with the last level."""
    at, moments = 0, [(0, False)]
    for gap, level in steps:
        at += gap
        moments.append((at, level))
    changes = [change for _, change in play(moments) if change is not Change.HELD]
    expected = [Change.CLOSED, Change.OPENED] * len(changes)
    assert changes == expected[: len(changes)]
    assert (len(changes) % 2 == 1) == moments[-1][1]
