"""Buttons on gpiozero's mock pins become the inputs of the procedure."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from firmware.config import PinDriver, PinsSection
from firmware.drivers.buttons import Buttons
from firmware.drivers.clock import VirtualClock
from firmware.drivers.pins import PinError, check, header_chip, open_factory
from firmware.shoe.inputs import Button, ButtonHeld, ButtonPressed, Input, KeyTurned

MS = 1_000_000
PINS = PinsSection()


class Grounded(MockPin):
    """A pin whose contact is closed before anybody looks."""

    def drive_high(self) -> None:
        self.drive_low()


class Table:
    """Buttons with mock pins and a clock that the test moves."""

    def __init__(self, factory: MockFactory, key_on: bool = False) -> None:
        self.factory = factory
        self.clock = VirtualClock()
        self.given: list[Input] = []
        if key_on:
            factory.pin(PINS.key, pin_class=Grounded)
        self.buttons = Buttons(PINS, factory, self.given.append, self.clock)

    def go(self, ms: int) -> None:
        """Let time pass, looking when the buttons ask for it."""
        end = self.clock.now_ns() + ms * MS
        while (wait := self.buttons.scan()) is not None:
            step = round(wait * 1e9)
            if self.clock.now_ns() + step > end:
                break
            self.clock.advance(step)
        self.clock.advance(end - self.clock.now_ns())
        self.buttons.scan()

    def press(self, pin: int, ms: int) -> None:
        self.factory.pin(pin).drive_low()
        self.go(ms)
        self.factory.pin(pin).drive_high()
        self.go(100)


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    made = open_factory(PINS)
    yield made
    made.reset()


@pytest.fixture
def table(factory: MockFactory) -> Iterator[Table]:
    made = Table(factory)
    yield made
    made.buttons.close()


@pytest.mark.parametrize(
    "button", [Button.CONFIRM, Button.UNDO, Button.BURN, Button.FREE, Button.CALL]
)
def test_a_press_is_an_input_at_once(table: Table, button: Button) -> None:
    """A short button acts when its contact has settled, not when it is let go."""
    table.press(getattr(PINS, button.value), 200)
    assert table.given == [KeyTurned(0, False), ButtonPressed(25 * MS, button)]


@pytest.mark.parametrize("button", [Button.VOID, Button.SHOE])
def test_void_and_shoe_act_only_when_held(table: Table, button: Button) -> None:
    """A short press of VOID or SHOE is no input; two seconds are one."""
    table.press(getattr(PINS, button.value), 1900)
    assert table.given == [KeyTurned(0, False)]
    table.press(getattr(PINS, button.value), 5000)
    assert table.given[1:] == [ButtonHeld(4000 * MS, button)]


def test_the_key_turns_on_and_off(table: Table) -> None:
    """The key's inputs are its position, told at the start as well."""
    table.press(PINS.key, 5000)
    assert table.given == [
        KeyTurned(0, False),
        KeyTurned(25 * MS, True),
        KeyTurned(5025 * MS, False),
    ]


def test_a_key_that_is_on_at_the_start_is_told(factory: MockFactory) -> None:
    """The procedure hears of a key turned while the power was off."""
    table = Table(factory, key_on=True)
    assert table.given == [KeyTurned(0, True)]
    table.buttons.close()


def test_idle_buttons_ask_for_no_look(table: Table) -> None:
    """With every contact at rest the thread sleeps until an edge comes."""
    assert table.buttons.scan() is None


def test_an_edge_wakes_the_thread(factory: MockFactory) -> None:
    """The thread looks when a pin changes and hands in what it saw."""
    clock = VirtualClock()
    given: list[Input] = []
    buttons = Buttons(replace(PINS, bounce_ms=1), factory, given.append, clock)
    buttons.start()
    clock.advance(10 * MS)
    factory.pin(PINS.confirm).drive_low()
    for _ in range(10_000):
        clock.advance(MS)
        if len(given) == 2:
            break
        buttons.scan()
    buttons.close()
    assert isinstance(given[1], ButtonPressed)


def test_two_uses_of_one_pin_are_refused() -> None:
    """One line names both."""
    with pytest.raises(PinError, match=r"pins.burn: GPIO5 is pins.confirm already"):
        check(replace(PINS, burn=5))


def test_unwired_buttons_take_no_pin(factory: MockFactory) -> None:
    """Pin 0 means not wired: nothing is opened, nothing is put."""
    given: list[Input] = []
    bare = replace(PINS, confirm=0, undo=0, burn=0, free=0, void=0, shoe=0, call=0, key=0, strobe=0)
    Buttons(bare, factory, given.append, VirtualClock()).close()
    assert given == []


def test_without_the_library_one_line_says_what_to_install() -> None:
    """Here is no lgpio: the real driver refuses in one line and never falls back to mock pins."""
    pytest.importorskip("gpiozero")
    try:
        import lgpio  # noqa: F401
    except ImportError:
        with pytest.raises(PinError, match="python3-lgpio") as caught:
            open_factory(replace(PINS, driver=PinDriver.GPIO))
        assert "\n" not in str(caught.value)
    else:
        pytest.skip("lgpio is installed here")


@pytest.mark.parametrize(
    ("chips", "number"),
    [
        (((0, "pinctrl-bcm2711"), (1, "raspberrypi-exp-gpio")), 0),
        (((0, "gpio-brcmstb@107d508500"), (4, "pinctrl-rp1")), 4),
        (((0, "pinctrl-rp1"), (10, "gpio-brcmstb@107d508500")), 0),
        (((0, "pinctrl-bcm2835"),), 0),
        (((0, "gpio-mockup-A"),), None),
        ((), None),
    ],
)
def test_the_header_is_found_by_its_label(
    chips: tuple[tuple[int, str], ...], number: int | None
) -> None:
    """The Pi 5's header was chip 4 and is chip 0 in newer kernels; its label stayed."""
    assert header_chip(chips) == number


def test_a_taken_pin_is_one_line(factory: MockFactory) -> None:
    """A second owner of a pin is told which use it was."""
    first = Buttons(PINS, factory, [].append, VirtualClock())
    with pytest.raises(PinError, match=r"pins.confirm: GPIO5"):
        Buttons(PINS, factory, [].append, VirtualClock())
    first.close()


LGPIO = """
import os
class error(Exception):
    pass
os.chdir(os.environ["LG_WD"])  # as lgpio does when it is imported
open(".lgd-nfy0", "w").close()
def gpiochip_open(number):
    raise error("can not open gpiochip")
"""
PROGRAM = """
import os
from dataclasses import replace
from pathlib import Path
from firmware.config import PinDriver, PinsSection
from firmware.drivers.pins import PinError, open_factory
try:
    open_factory(replace(PinsSection(), driver=PinDriver.GPIO))
except PinError as error:
    print(error)
print(os.getcwd())
"""


@pytest.mark.parametrize("runtime", [True, False])
def test_lgpio_neither_moves_us_nor_writes_where_we_stand(tmp_path: Path, runtime: bool) -> None:
    """lgpio's pipe goes to the service's runtime directory, or a temporary one; we stay."""
    for name in ("lib", "run", "here"):
        (tmp_path / name).mkdir()
    (tmp_path / "lib" / "lgpio.py").write_text(LGPIO)
    surroundings = {
        **{key: value for key, value in os.environ.items() if key != "LG_WD"},
        "PYTHONPATH": f"{tmp_path / 'lib'}{os.pathsep}{os.pathsep.join(sys.path)}",
        "RUNTIME_DIRECTORY": str(tmp_path / "run") if runtime else "",
    }
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=tmp_path / "here",
        env=surroundings,
        capture_output=True,
        text=True,
        check=True,
    )
    said, stands = done.stdout.splitlines()
    assert said.startswith("no GPIO header here")
    assert stands == str(tmp_path / "here")
    assert not list((tmp_path / "here").iterdir())
    assert bool(list((tmp_path / "run").iterdir())) == runtime
