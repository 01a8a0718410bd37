"""The pace of a port: lines first, then snapshots and signs of life; pauses grow to an end."""

from __future__ import annotations

import pytest

from firmware.feed.delivery import FIRST_PAUSE_NS, LONGEST_PAUSE_NS, Due, Pace, longer, with_next
from firmware.feed.message import Message

PACE = Pace(ping_ns=10, snapshot_ns=30, spoke_ns=100, snapped_ns=100)


@pytest.mark.parametrize(
    ("now_ns", "lines_wait", "due", "wait_ns"),
    [
        (100, False, Due.NOTHING, 10),
        (109, False, Due.NOTHING, 1),
        (110, False, Due.PING, 0),
        (130, False, Due.SNAPSHOT, 0),
        (100, True, Due.LINES, 10),
        (500, True, Due.LINES, 0),
    ],
)
def test_what_is_due(now_ns: int, lines_wait: bool, due: Due, wait_ns: int) -> None:
    """Lines go before everything; a snapshot is a sign of life too."""
    assert (PACE.due(now_ns, lines_wait), PACE.wait_ns(now_ns)) == (due, wait_ns)


def test_speaking_puts_the_next_sign_of_life_off() -> None:
    """A line or a snapshot breaks the silence; only a snapshot puts the next one off."""
    assert PACE.spoke(125).due(130, False) is Due.SNAPSHOT
    assert PACE.snapped(130).due(139, False) is Due.NOTHING
    assert PACE.snapped(130).due(140, False) is Due.PING


def test_without_snapshots_there_are_only_signs_of_life() -> None:
    """`snapshot_s = 0` sends STATE at open only."""
    pace = Pace(ping_ns=10)
    assert pace.due(10**12, False) is Due.PING


def test_pauses_double_up_to_the_longest() -> None:
    """A device that is gone for a day is looked for every few seconds."""
    pauses = [FIRST_PAUSE_NS]
    while pauses[-1] != LONGEST_PAUSE_NS:
        pauses.append(longer(pauses[-1]))
    assert [pause // 10**8 for pause in pauses] == [2, 4, 8, 16, 32, 50]
    assert longer(LONGEST_PAUSE_NS) == LONGEST_PAUSE_NS


def test_hello_names_the_ports_next_line() -> None:
    """The port's own number takes the place of `next`, or is added."""
    hello = Message("HELLO", (("proto", "1"), ("next", "9"), ("mode", "live")))
    expected = Message("HELLO", (("proto", "1"), ("next", "4"), ("mode", "live")))
    assert with_next(hello, 4) == expected
    assert with_next(Message("HELLO"), 4) == Message("HELLO", (("next", "4"),))
