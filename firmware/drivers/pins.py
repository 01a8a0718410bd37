"""Shell: which pins there are: gpiozero on the machine's GPIO chip, or its mock pins.

Owns the choice and the words when it can't be had. Never falls back to another way by itself: a
button that looks wired and is not would be worse than none. Imports gpiozero only when asked.

Open pins after the last fork: the kernel counts a forked copy as another owner ("GPIO busy").
"""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from firmware.config import PinDriver, PinsSection, pin_faults

# The header's chip by its driver: Pi 4 and Zero 2 W, and the Pi 5's, whose number has changed
# between kernels (4, then 0).
HEADER_CHIPS: Final = ("pinctrl-bcm2711", "pinctrl-bcm2835", "pinctrl-rp1")
_MOST_CHIPS: Final = 16


class PinError(OSError):
    """Pins that can't be had, in one line that says what to do."""


def check(pins: PinsSection) -> None:
    """PinError where one pin is given two uses."""
    for key, text in pin_faults(pins):
        raise PinError(f"{key}: {text}")


def open_factory(pins: PinsSection) -> Any:
    """The gpiozero pin factory that the configuration names. PinError where it can't be had."""
    check(pins)
    if pins.driver is PinDriver.SIMULATED:
        mock: Any = import_module("gpiozero.pins.mock")
        return mock.MockFactory()
    return gpio_factory()


def gpio_factory() -> Any:
    """gpiozero's pins of the header, through lgpio. PinError where they can't be had."""
    try:
        return _lgpio_factory()
    except ImportError as error:
        raise PinError(
            f"GPIO pins need gpiozero and lgpio ({error.name} is missing); install"
            " python3-gpiozero and python3-lgpio, and let .venv see system packages"
        ) from error


def _lgpio_factory() -> Any:
    lgpio = _import_lgpio()
    chip = header_chip(_chips(lgpio))
    if chip is None:
        raise PinError(
            "no GPIO header here: pins.driver 'gpio' needs a Raspberry Pi and the right to open"
            " /dev/gpiochip* (group gpio); write 'simulated' for mock pins"
        )
    return import_module("gpiozero.pins.lgpio").LGPIOFactory(chip=chip)


def _import_lgpio() -> Any:
    """lgpio, kept from two habits: it writes a pipe to where we stand, or goes where LG_WD says.

    A service stands where it may not write; and a program whose working directory changes under
    it finds no file that was named relative to it.
    """
    if "LG_WD" not in os.environ:
        folder = os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
        if not folder:
            folder = tempfile.mkdtemp(prefix="dealer-shoe-")
            atexit.register(shutil.rmtree, folder, ignore_errors=True)
        os.environ["LG_WD"] = folder
    here = os.getcwd()
    try:
        return import_module("lgpio")
    finally:
        os.chdir(here)


def _chips(lgpio: Any) -> tuple[tuple[int, str], ...]:
    """Number and driver of each GPIO chip that may be opened."""
    found = []
    for number in range(_MOST_CHIPS):
        try:
            handle = lgpio.gpiochip_open(number)
        except lgpio.error:
            continue
        _, _, _, label = lgpio.gpio_get_chip_info(handle)
        lgpio.gpiochip_close(handle)
        found.append((number, label))
    return tuple(found)


def header_chip(chips: tuple[tuple[int, str], ...]) -> int | None:
    """The number of the chip behind the 40-pin header, by its label; None: none of them."""
    return next((number for number, label in chips if label.startswith(HEADER_CHIPS)), None)


def open_input(factory: Any, pin: int, use: str) -> Any:
    """An input with pull-up, active when closed to ground. PinError where the pin is taken."""
    made: Any = import_module("gpiozero").DigitalInputDevice
    return _open(lambda: made(pin, pull_up=True, bounce_time=None, pin_factory=factory), pin, use)


def open_output(factory: Any, pin: int, use: str) -> Any:
    """An output, off at first. PinError where the pin is taken."""
    made: Any = import_module("gpiozero").DigitalOutputDevice
    return _open(lambda: made(pin, initial_value=False, pin_factory=factory), pin, use)


def _open(make: Callable[[], Any], pin: int, use: str) -> Any:
    gpiozero = import_module("gpiozero")
    try:
        return make()
    except gpiozero.GPIOZeroError as error:
        raise PinError(f"pins.{use}: GPIO{pin} can't be used ({error})") from error
    except _lgpio_errors() as error:
        raise PinError(
            f"pins.{use}: GPIO{pin} is taken by another program or driver ({error})"
        ) from error


def _lgpio_errors() -> tuple[type[Exception], ...]:
    """lgpio's own error, which is no OSError, where lgpio is in use."""
    lgpio = sys.modules.get("lgpio")
    return () if lgpio is None else (lgpio.error,)
