"""Shell: panels that a picture can be shown on: luma's, by configuration, and picture files.

Owns the choice of driver, what to do when the bus fails, and the words for a missing part. Nothing
of luma is imported before its driver is chosen. Refuses to know what the picture says.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Protocol, assert_never

from PIL import Image

from display.oled.draw import NARROW, WIDE
from firmware.config import OledBus, OledDriver, OledSection, OledSize, panel_faults
from firmware.drivers.pins import PinError, gpio_factory, open_output

PAUSES_NS: Final = tuple(round(seconds * 1e9) for seconds in (0.25, 0.5, 1, 2, 5))
"""How long to leave a failing panel alone, longer each time: a bus in trouble gets worse by use."""


class PanelError(OSError):
    """A panel that can't be had, in one line that says what to do."""


class Panel(Protocol):
    """Something that shows pictures. Each method may raise OSError when the bus fails."""

    def show(self, image: Image.Image) -> None:
        """Show the picture, mode `1` or `L`, of the panel's own size."""

    def dim(self, level: int) -> None:
        """Set the contrast, 0 to 255."""

    def probe(self) -> None:
        """Find out cheaply whether the panel answers again."""

    def close(self) -> None:
        """Switch the panel off and let go of the bus, even where the panel does not answer."""


class Pictures:
    """The simulated panel: each new picture becomes a PNG file. `broken`: the bus fails."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._last: bytes | None = None
        self.count = 0
        self.level = 255
        self.broken = False

    def show(self, image: Image.Image) -> None:
        """Write the picture, unless it is the one just written."""
        self._fail()
        pixels = image.tobytes()
        if pixels == self._last:
            return
        self._last = pixels
        self.count += 1
        image.save(self._folder / f"oled-{self.count:05}.png")

    def dim(self, level: int) -> None:
        """Remember the contrast; a picture file has none."""
        self._fail()
        self.level = level

    def probe(self) -> None:
        """A folder answers unless it was broken on purpose."""
        self._fail()

    def close(self) -> None:
        """Nothing is held open."""

    def _fail(self) -> None:
        if self.broken:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")


class Luma:
    """A panel driven by luma.oled. Sends only pictures that differ from the one on the panel."""

    def __init__(self, device: Any, bus: Any) -> None:
        self._device = device
        self._bus = bus
        self._last: bytes | None = None

    def show(self, image: Image.Image) -> None:
        """Send the picture."""
        pixels = image.tobytes()
        if pixels == self._last:
            return
        self._last = None
        with _bus_errors():
            self._device.display(image.convert(self._device.mode))
        self._last = pixels

    def dim(self, level: int) -> None:
        """Send the contrast."""
        with _bus_errors():
            self._device.contrast(level)

    def probe(self) -> None:
        """Send the shortest command there is: display off, as it will be after the set-up."""
        with _bus_errors():
            self._device.hide()

    def close(self) -> None:
        """Switch the panel off and free the bus."""
        try:
            with _bus_errors():
                self._device.cleanup()
        except OSError:
            self._bus.cleanup()
            raise


@contextmanager
def _bus_errors() -> Iterator[None]:
    """luma's error for a bus that failed as the OSError that it was."""
    from luma.core.error import DeviceNotFoundError

    try:
        yield
    except DeviceNotFoundError as error:
        raise OSError(errno.EREMOTEIO, str(error)) from error


def size(section: OledSection) -> tuple[int, int]:
    """The panel's width and height in pixels."""
    match section.size:
        case OledSize.NARROW:
            return NARROW
        case OledSize.WIDE:
            return WIDE
        case _:
            assert_never(section.size)


def open_panel(section: OledSection) -> Panel:
    """The panel that the configuration names. PanelError where it can't be had."""
    width, height = size(section)
    driver = section.driver.value
    if section.driver is OledDriver.SIMULATED:
        return Pictures(Path(section.path))
    for key, text in panel_faults(section):
        raise PanelError(f"{key}: {text}")
    try:
        from luma.core.error import DeviceNotFoundError, DevicePermissionError
        from luma.oled import device as drivers
    except ImportError as error:
        raise PanelError(
            f"oled.driver {driver!r} needs luma.oled; install it with"
            f" `pip install luma.oled` ({error})"
        ) from error
    try:
        bus = _bus(section)
        make = getattr(drivers, driver)
        return Luma(make(bus, width=width, height=height, rotate=2 * section.upside_down), bus)
    except DevicePermissionError as error:
        raise PanelError(
            f"no permission for the {section.bus.value} bus; add the user to the groups i2c and spi"
            f" ({error})"
        ) from error
    except DeviceNotFoundError as error:
        raise PanelError(_missing(section, str(error))) from error
    except (PanelError, PinError) as error:
        raise PanelError(str(error)) from error
    except OSError as error:
        raise PanelError(_missing(section, str(error))) from error


def _missing(section: OledSection, why: str) -> str:
    if section.bus is OledBus.SPI:
        return f"no panel on SPI 0.{section.device}: enable SPI and check its wires ({why})"
    return (
        f"no panel at 0x{section.address:02X} on /dev/i2c-{section.device}: enable I2C, check the"
        f" wires and oled.address ({why})"
    )


def _bus(section: OledSection) -> Any:
    from luma.core.interface import serial

    match section.bus:
        case OledBus.I2C:
            return serial.i2c(port=section.device, address=section.address)
        case OledBus.SPI:
            return spi_bus(section, _spidev(), gpio_factory())
        case _:
            assert_never(section.bus)


def _spidev() -> Any:
    try:
        spidev = import_module("spidev")
    except ImportError as error:
        raise PanelError(
            "oled.bus 'spi' needs the module spidev; install python3-spidev or `pip install spidev`"
        ) from error
    return spidev.SpiDev()


def spi_bus(section: OledSection, spidev: Any, factory: Any) -> Any:
    """luma's SPI transport over an open `spidev` and the pins of a gpiozero factory."""
    from luma.core.interface import serial

    return serial.spi(
        spi=spidev,
        gpio=_Pins(factory),
        device=section.device,
        gpio_DC=section.dc,
        gpio_RST=section.reset,
    )


class _Pins:
    """The two pins beside SPI (data/command, reset), as luma wants them.

    luma's own choice, RPi.GPIO, does not know the Pi 5.
    """

    OUT, LOW, HIGH = "out", 0, 1

    def __init__(self, factory: Any) -> None:
        self._factory = factory
        self._pins: dict[int, Any] = {}

    def setup(self, pin: int, _direction: str) -> None:
        self._pins[pin] = open_output(self._factory, pin, "dc or reset of the small screen")

    def output(self, pin: int, value: int) -> None:
        self._pins[pin].value = value


class Oled:
    """A panel that comes back: a failing bus costs pictures, never the program.

    `t_ns` is a steady clock's. While the panel fails it is left alone for growing pauses; once it
    answers it is made anew, since it has forgotten its set-up if its power failed. Not before:
    luma keeps every device it was ever asked for until the program ends.
    """

    def __init__(
        self, section: OledSection, make: Callable[[OledSection], Panel] = open_panel
    ) -> None:
        self._section = section
        self._make = make
        self._panel: Panel | None = make(section)
        self._level: int | None = None
        self._again_ns = 0
        self.failures = 0
        self.why = ""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return size(self._section)

    @property
    def real(self) -> bool:
        """Whether somebody may be looking at it."""
        return self._section.driver is not OledDriver.SIMULATED

    def show(self, image: Image.Image, t_ns: int = 0, level: int | None = None) -> bool:
        """Show the picture, at a contrast if one is given; whether the panel took it."""
        if self.failures and t_ns < self._again_ns:
            return False
        try:
            panel = self._revived() if self.failures else self._panel
            assert panel is not None
            if level is not None and level != self._level:
                panel.dim(level)
                self._level = level
            panel.show(image)
        except OSError as error:
            self._again_ns = t_ns + PAUSES_NS[min(self.failures, len(PAUSES_NS) - 1)]
            self.failures += 1
            self.why = str(error)
            return False
        self.failures = 0
        return True

    def _revived(self) -> Panel:
        """The panel made anew, once the old one answers. OSError as long as it does not."""
        if self._panel is not None:
            self._panel.probe()
            self.close()
        self._level = None
        self._panel = self._make(self._section)
        return self._panel

    def close(self) -> None:
        """Switch the panel off; one that fails even now is left as it is."""
        if self._panel is not None:
            try:
                self._panel.close()
            except OSError as error:
                self.why = str(error)
            self._panel = None
