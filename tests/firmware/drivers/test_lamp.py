"""The lamp's patterns on mock pins, and what a state makes it say."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory

from firmware.config import PinsSection
from firmware.drivers.clock import VirtualClock
from firmware.drivers.lamp import Lamp
from firmware.drivers.lamp_signal import PATTERNS, LampSignal, Lights, beat
from firmware.drivers.pins import open_factory
from firmware.drivers.strobe import Strobe

PINS = PinsSection()
MS = 1_000_000


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    made = open_factory(PINS)
    yield made
    made.reset()


def shown(factory: MockFactory) -> Lights:
    """What the three pins say."""
    pins = (PINS.lamp_green, PINS.lamp_red, PINS.buzzer)
    green, red, buzzer = (bool(factory.pin(pin).state) for pin in pins)
    return Lights(green, red, buzzer)


def played(signal: LampSignal, factory: MockFactory, steps: int) -> list[tuple[int, Lights]]:
    """When the lights change, in ms, and to what."""
    clock = VirtualClock()
    lamp = Lamp(PINS, factory, clock)
    lamp.give(signal)
    done = []
    for _ in range(steps):
        wait = lamp.step()
        done.append((clock.now_ns() // MS, shown(factory)))
        if wait is None:
            break
        clock.advance(round(wait * 1e9))
    lamp.close()
    assert shown(factory) == Lights()
    return done


def test_ready_is_steady_green(factory: MockFactory) -> None:
    """Ready needs no blinking and no waking up."""
    assert played(LampSignal.READY, factory, 5) == [(0, Lights(green=True))]


def test_draw_now_blinks_green(factory: MockFactory) -> None:
    """A card is due: green, 1.25 times a second."""
    assert played(LampSignal.DRAW, factory, 4) == [
        (0, Lights(green=True)),
        (400, Lights()),
        (800, Lights(green=True)),
        (1200, Lights()),
    ]


def test_a_hold_beeps_once_and_blinks_red(factory: MockFactory) -> None:
    """The buzzer sounds at the start of a hold only."""
    assert played(LampSignal.HOLD, factory, 4) == [
        (0, Lights(red=True, buzzer=True)),
        (200, Lights(red=True)),
        (700, Lights()),
        (1200, Lights(red=True)),
    ]


def test_an_alarm_goes_on_beeping(factory: MockFactory) -> None:
    """What needs the supervisor beeps twice every two seconds until it is cleared."""
    beeps = [at for at, lights in played(LampSignal.ALARM, factory, 9) if lights.buzzer]
    assert beeps == [0, 400, 2000, 2400, 4000]


@pytest.mark.parametrize("signal", list(LampSignal))
def test_no_pattern_blinks_at_three_hertz_or_more(signal: LampSignal) -> None:
    """Faster blinking can hurt people: at most five changes of a lamp in any second."""
    lights = [beat(signal, ms).lights for ms in range(4000)]
    for lamp in ("green", "red"):
        row = [getattr(light, lamp) for light in lights]
        changes = [ms for ms in range(1, 4000) if row[ms] != row[ms - 1]]
        assert all(sum(at <= other < at + 1000 for other in changes) <= 5 for at in changes)


def test_every_signal_has_its_own_pattern() -> None:
    """No signal is missing, no two look alike."""
    assert [signal for signal, _, _ in PATTERNS] == list(LampSignal)
    assert len({(once, again) for _, once, again in PATTERNS}) == len(PATTERNS)


def test_the_same_signal_again_does_not_start_it_again(factory: MockFactory) -> None:
    """A hold that is told twice beeps once."""
    clock = VirtualClock()
    lamp = Lamp(PINS, factory, clock)
    lamp.give(LampSignal.HOLD)
    clock.advance(300 * MS)
    lamp.give(LampSignal.HOLD)
    lamp.step()
    assert shown(factory) == Lights(red=True)
    lamp.close()


def test_a_new_signal_wakes_the_thread(factory: MockFactory) -> None:
    """The thread shows a signal soon after it was given, and is dark once closed."""
    lamp = Lamp(PINS, factory, VirtualClock())
    lamp.start()
    lamp.give(LampSignal.READY)
    while not shown(factory).green:
        pass
    lamp.close()
    assert shown(factory) == Lights()


def test_the_strobe_burns_while_the_camera_looks(factory: MockFactory) -> None:
    """On, off, and off at the end; without a pin nothing happens."""
    from dataclasses import replace

    strobe = Strobe(replace(PINS, strobe=12), factory)
    strobe.light(True)
    assert factory.pin(12).state
    strobe.close()
    assert not factory.pin(12).state
    Strobe(PINS, factory).light(True)
