"""Panels: luma's drivers get the right bytes, a failing bus costs pictures and nothing else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory
from PIL import Image, ImageChops

from display.oled.device import (
    PAUSES_NS,
    Luma,
    Oled,
    Panel,
    PanelError,
    Pictures,
    open_panel,
    spi_bus,
)
from display.oled.draw import draw
from display.oled.samples import SAMPLES, story
from firmware.config import OledBus, OledDriver, OledSection, OledSize

# luma still uses a method that a later Pillow will drop; the picture it sends is right.
pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")
SECTION = OledSection()
HAND = dict(SAMPLES)["player-3"]


class Bus:
    """An SMBus that keeps what an SSD1306 would show, or fails as a loose wire does."""

    def __init__(self) -> None:
        self.memory = bytearray()
        self.commands: list[int] = []
        self.broken = False

    def write_i2c_block_data(self, address: int, mode: int, data: list[int]) -> None:
        if self.broken:
            raise OSError(121, "Remote I/O error")
        assert address == SECTION.address
        if mode == 0x40:
            self.memory += bytes(data)
        else:
            self.commands += data

    def shown(self) -> Image.Image:
        """The last 1024 bytes: eight pages of 128 columns, the lowest bit on top."""
        image = Image.new("1", (128, 64))
        for at, byte in enumerate(self.memory[-1024:]):
            for bit in range(8):
                image.putpixel((at % 128, at // 128 * 8 + bit), byte >> bit & 1)
        return image


def panel_on(bus: Bus) -> Luma:
    from luma.core.interface.serial import i2c
    from luma.oled.device import ssd1306

    serial = i2c(bus=bus, address=SECTION.address)
    return Luma(ssd1306(serial, width=128, height=64), serial)


def differ(one: Image.Image, other: Image.Image) -> Any:
    return ImageChops.difference(one.convert("L"), other.convert("L")).getbbox()


def test_an_ssd1306_gets_the_picture() -> None:
    """The bytes on the bus, read as the controller reads them, are the picture."""
    bus = Bus()
    panel = panel_on(bus)
    picture = draw(story(HAND))
    panel.show(picture)
    assert differ(bus.shown(), picture) is None
    panel.dim(17)
    assert bus.commands[-2:] == [0x81, 17]


def test_an_unchanged_picture_is_not_sent_again() -> None:
    """A quiet table costs no traffic on the bus."""
    bus = Bus()
    panel = panel_on(bus)
    panel.show(draw(story(HAND)))
    before = len(bus.memory)
    panel.show(draw(story(HAND)))
    assert len(bus.memory) == before


def test_a_wide_panel_takes_greys() -> None:
    """The 256x64 layout reaches an SSD1322 as 16 greys."""
    from luma.core.interface.serial import noop
    from luma.oled.device import ssd1322

    device = ssd1322(noop(), width=256, height=64)
    sent = bytearray()
    device.data = sent.extend
    Luma(device, noop()).show(draw(story(HAND), (256, 64)))
    assert len(set(sent)) > 4


class Spi:
    """spidev's module as luma uses it; says with each transfer how the data pin stood."""

    def __init__(self, data_pin: Any) -> None:
        self.data_pin = data_pin
        self.sent: list[tuple[bool, bytes]] = []
        self.max_speed_hz = 0

    def open(self, port: int, device: int) -> None:
        assert (port, device) == (0, 1)

    def writebytes(self, data: list[int]) -> None:
        self.sent.append((bool(self.data_pin.state), bytes(data)))

    def close(self) -> None:
        self.sent.append((False, b"closed"))


def test_spi_panels_work_through_the_same_pins_as_the_buttons() -> None:
    """Reset is released, pictures go with the data pin high, commands with it low."""
    from luma.oled.device import ssd1322

    factory = MockFactory()
    spi = Spi(factory.pin(SECTION.dc))
    bus = spi_bus(replace(SECTION, bus=OledBus.SPI, device=1), spi, factory)
    assert factory.pin(SECTION.reset).state
    panel = Luma(ssd1322(bus, width=256, height=64), bus)
    spi.sent.clear()
    panel.show(draw(story(HAND), (256, 64)))
    assert sum(len(data) for high, data in spi.sent if high) >= 256 * 64 // 2 * 0.7
    assert (False, b"\x5c") in spi.sent
    panel.close()
    assert spi.sent[-1] == (False, b"closed")
    factory.reset()


def test_error_121_costs_a_picture_and_the_panel_comes_back() -> None:
    """A failing bus never raises; it is probed after growing pauses, then set up anew once."""
    buses: list[Bus] = []

    def make(_: OledSection) -> Panel:
        buses.append(Bus())
        return panel_on(buses[-1])

    oled = Oled(SECTION, make)
    one, other = draw(story(HAND)), draw(story(dict(SAMPLES)["player-wins"]))
    assert oled.show(one, 0, 160)
    buses[0].broken = True
    assert not oled.show(other, 0, 160)
    assert "0x3C" in oled.why or "121" in oled.why
    assert not oled.show(other, PAUSES_NS[0] - 1)
    assert not oled.show(other, PAUSES_NS[0])
    assert not oled.show(other, sum(PAUSES_NS[:2]))
    assert (oled.failures, len(buses)) == (3, 1)
    buses[0].broken = False
    assert oled.show(other, sum(PAUSES_NS[:3]), 160)
    assert (oled.failures, len(buses)) == (0, 2)
    assert differ(buses[1].shown(), other) is None
    assert bytes([0x81, 160]) in bytes(buses[1].commands)


def test_a_panel_that_fails_in_its_set_up_is_tried_again() -> None:
    """It answered the probe and then not: the next pause, then a panel like the first."""
    made: list[Pictures] = []

    def make(section: OledSection) -> Panel:
        made.append(Pictures(Path(section.path)))
        if len(made) == 2:
            raise PanelError("no panel at 0x3C")
        return made[-1]

    with TemporaryDirectory() as folder:
        oled = Oled(replace(SECTION, path=folder), make)
        picture = draw(story(HAND))
        made[0].broken = True
        assert not oled.show(picture, 0)
        made[0].broken = False
        assert not oled.show(picture, PAUSES_NS[0])
        assert oled.why == "no panel at 0x3C"
        assert oled.show(picture, sum(PAUSES_NS[:2]), 77)
        assert (len(made), made[2].level, made[2].count) == (3, 77, 1)


def test_pictures_are_files_only_when_they_change(tmp_path: Path) -> None:
    """The simulated panel writes a PNG a change, numbered; it can fail like a real one."""
    oled = Oled(replace(SECTION, path=str(tmp_path / "oled")), open_panel)
    for name in ("player-3", "player-3", "player-wins"):
        assert oled.show(draw(story(dict(SAMPLES)[name])), 0)
    files = sorted((tmp_path / "oled").iterdir())
    assert [file.name for file in files] == ["oled-00001.png", "oled-00002.png"]
    with Image.open(files[1]) as written:
        assert differ(written, draw(story(dict(SAMPLES)["player-wins"]))) is None
    panel = Pictures(tmp_path / "oled")
    panel.broken = True
    with pytest.raises(OSError, match="Remote I/O"):
        panel.show(draw(story(HAND)))


@pytest.mark.parametrize(
    ("section", "words"),
    [
        (replace(SECTION, driver=OledDriver.SSD1322), "a panel with ssd1322 is 256x64"),
        (
            replace(SECTION, driver=OledDriver.SH1106, size=OledSize.WIDE),
            "a panel with sh1106 is 128x64",
        ),
        (replace(SECTION, driver=OledDriver.SSD1309, bus=OledBus.SPI), "needs the module spidev"),
        (replace(SECTION, driver=OledDriver.SSD1306, device=7), "/dev/i2c-7: enable I2C"),
    ],
)
def test_a_panel_that_cannot_be_had_is_one_line(section: OledSection, words: str) -> None:
    """Wrong settings and missing hardware: what is wrong and what to do, in one line."""
    with pytest.raises(PanelError) as caught:
        open_panel(section)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_closing_a_dead_panel_is_quiet() -> None:
    """At the end a panel that no longer answers is left as it is."""
    bus = Bus()
    oled = Oled(SECTION, lambda _: panel_on(bus))
    bus.broken = True
    oled.close()
    assert "121" in oled.why or "not found" in oled.why
