"""The two clocks: one only rises, the other is the wall's; the virtual one obeys."""

from __future__ import annotations

import pytest

from firmware.drivers.clock import SystemClock, VirtualClock


def test_a_virtual_clock_stands_until_it_is_advanced() -> None:
    """Both readings go together, and never back."""
    clock = VirtualClock(5, 1_767_225_600_000)
    assert (clock.now_ns(), clock.wall_ms()) == (5, 1_767_225_600_000)
    clock.advance(2_500_000)
    assert (clock.now_ns(), clock.wall_ms()) == (2_500_005, 1_767_225_600_002)
    with pytest.raises(ValueError, match="does not go back"):
        clock.advance(-1)


def test_the_machines_clock_never_goes_back() -> None:
    """The monotonic reading rises; the wall's is Unix time in milliseconds."""
    clock = SystemClock()
    readings = [clock.now_ns() for _ in range(100)]
    assert readings == sorted(readings)
    assert 1_000_000_000_000 < clock.wall_ms() < 100_000_000_000_000
