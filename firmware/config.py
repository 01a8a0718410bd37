"""Pure: the appliance's configuration as values: every section, key, default and bound.

Owns what can be known wrong from the file alone; what a running shoe needs besides, on its disk,
is `appliance.setup`'s. Reading the file is `firmware.settings.read(Config, text, source)`.
Without a file the defaults stand: everything simulated, unmistakably in test mode.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, Final

from firmware.feed.dialects import dialect
from firmware.feed.message import Audience
from firmware.settings import Range, Refusal
from vision.settings import ReaderSettings


class Language(Enum):
    """A language of the displays; the value is its word in the file."""

    ENGLISH = "en"
    VIETNAMESE = "vi"


class CameraDriver(Enum):
    """Where frames come from."""

    SIMULATED = "simulated"
    PICAMERA2 = "picamera2"
    VIDEO = "video"
    FOLDER = "folder"


class PinDriver(Enum):
    """Where buttons, lamp and strobe are: gpiozero's pins, or its mock pins."""

    SIMULATED = "simulated"
    GPIO = "gpio"


class PortKind(Enum):
    """What a port of the feed is."""

    SERIAL = "serial"
    SOCKET = "socket"
    PTY = "pty"


class OledDriver(Enum):
    """The small screen's controller, or picture files."""

    SIMULATED = "simulated"
    SSD1306 = "ssd1306"
    SSD1309 = "ssd1309"
    SH1106 = "sh1106"
    SSD1322 = "ssd1322"


class OledBus(Enum):
    """How the small screen is wired."""

    I2C = "i2c"
    SPI = "spi"


class OledSize(Enum):
    """The panels that have a layout, width and height in pixels."""

    NARROW = "128x64"
    WIDE = "256x64"


@dataclass(frozen=True, slots=True)
class TableSection:
    """`[table]`: the table's name in HELLO, its profile, the language of the displays."""

    name: str = "table"
    profile: str = "live8"
    language: Language = Language.ENGLISH


@dataclass(frozen=True, slots=True)
class CameraSection:
    """`[camera]`: the source of frames. `path` is the video's or folder's."""

    driver: CameraDriver = CameraDriver.SIMULATED
    path: str = ""
    width: Annotated[int, Range(160, 4096)] = 640
    height: Annotated[int, Range(120, 4096)] = 400
    fps: Annotated[float, Range(1, 400)] = 120.0
    exposure_us: Annotated[int, Range(10, 20_000)] = 250
    gain: Annotated[float, Range(1, 32)] = 2.0
    frame_age_ms: Annotated[int, Range(50, 10_000)] = 500
    seed: Annotated[int, Range(0, 2**31 - 1)] = 1


@dataclass(frozen=True, slots=True)
class CodesSection:
    """`[codes]`: the code books (CSV) of the house's sets; a file's name is its set's id."""

    books: tuple[str, ...] = ()


USES: Final = (
    *("confirm", "undo", "burn", "free", "void", "shoe", "call", "key"),
    *("lamp_green", "lamp_red", "buzzer", "strobe"),
)
"""What a pin can be for: the keys of `[pins]` that are pins."""


@dataclass(frozen=True, slots=True)
class PinsSection:
    """`[pins]`: BCM numbers of buttons, key, lamp, buzzer and strobe; 0 where not wired."""

    driver: PinDriver = PinDriver.SIMULATED
    confirm: Annotated[int, Range(0, 27)] = 5
    undo: Annotated[int, Range(0, 27)] = 6
    burn: Annotated[int, Range(0, 27)] = 13
    free: Annotated[int, Range(0, 27)] = 19
    void: Annotated[int, Range(0, 27)] = 26
    shoe: Annotated[int, Range(0, 27)] = 16
    call: Annotated[int, Range(0, 27)] = 20
    key: Annotated[int, Range(0, 27)] = 21
    lamp_green: Annotated[int, Range(0, 27)] = 17
    lamp_red: Annotated[int, Range(0, 27)] = 27
    buzzer: Annotated[int, Range(0, 27)] = 22
    strobe: Annotated[int, Range(0, 27)] = 0
    hold_s: Annotated[float, Range(0.5, 10)] = 2.0
    bounce_ms: Annotated[int, Range(1, 200)] = 25


@dataclass(frozen=True, slots=True)
class JournalSection:
    """`[journal]`: the file that remembers everything."""

    path: str = "dealer-shoe.journal"


@dataclass(frozen=True, slots=True)
class EvidenceSection:
    """`[evidence]`: pictures of the cards as they were seen; kept for the last shoes."""

    path: str = "evidence"
    shoes: Annotated[int, Range(0, 1000)] = 20


@dataclass(frozen=True, slots=True)
class PortSection:
    """One `[[port]]`: a client of the feed at the other end of a cable or socket."""

    name: str = "table"
    kind: PortKind = PortKind.PTY
    device: str = "dealer-shoe.tty"
    baud: Annotated[int, Range(300, 4_000_000)] = 115_200
    dialect: str = "line"
    audience: Audience = Audience.TABLE
    snapshot_s: Annotated[float, Range(0, 3600)] = 30.0


@dataclass(frozen=True, slots=True)
class OledSection:
    """`[oled]`: the panel; `simulated` writes pictures to `path` instead.

    `device` is the number of the I2C bus or of the SPI chip select; `dc` and `reset` are BCM pins
    beside SPI. After `dim_after_s` without a change the contrast goes to `dimmed`; a closed
    shoe's screen is dark after `blank_after_s` (0: never) but for a dot that says it is on.
    """

    driver: OledDriver = OledDriver.SIMULATED
    bus: OledBus = OledBus.I2C
    device: Annotated[int, Range(0, 10)] = 1
    address: Annotated[int, Range(3, 119)] = 60
    dc: Annotated[int, Range(2, 27)] = 24
    reset: Annotated[int, Range(2, 27)] = 25
    size: OledSize = OledSize.NARROW
    upside_down: bool = False
    contrast: Annotated[int, Range(0, 255)] = 160
    dimmed: Annotated[int, Range(0, 255)] = 16
    dim_after_s: Annotated[float, Range(1, 86_400)] = 120.0
    blank_after_s: Annotated[float, Range(0, 86_400)] = 1800.0
    path: str = "oled"
    socket: str = "dealer-shoe.sock"


@dataclass(frozen=True, slots=True)
class SupervisorsSection:
    """`[supervisors]`: ids and PINs that the key asks for; empty: the key alone serves."""

    ids: tuple[str, ...] = ()
    pins: tuple[str, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        if any(not who or self.ids.count(who) > 1 for who in self.ids):
            raise Refusal((("ids", "give each an id of its own"),))
        if len(self.pins) not in (0, len(self.ids)):
            raise ValueError(
                f"{len(self.ids)} ids and {len(self.pins)} pins: give each id its pin, or none any"
            )
        if wrong := [pin for pin in self.pins if not (pin.isascii() and pin.isdecimal())]:
            raise ValueError(f"a pin is digits, {len(wrong)} of them are not")


@dataclass(frozen=True, slots=True)
class Config:
    """The whole configuration file."""

    table: TableSection = field(default_factory=TableSection)
    camera: CameraSection = field(default_factory=CameraSection)
    reader: ReaderSettings = field(default_factory=ReaderSettings)
    codes: CodesSection = field(default_factory=CodesSection)
    pins: PinsSection = field(default_factory=PinsSection)
    journal: JournalSection = field(default_factory=JournalSection)
    evidence: EvidenceSection = field(default_factory=EvidenceSection)
    port: tuple[PortSection, ...] = (
        PortSection(),
        PortSection(
            name="local", kind=PortKind.SOCKET, device="dealer-shoe.sock", audience=Audience.PUBLIC
        ),
    )
    oled: OledSection = field(default_factory=OledSection)
    supervisors: SupervisorsSection = field(default_factory=SupervisorsSection)

    def __post_init__(self) -> None:
        if faults := (*_faults(self), *_port_faults(self.port), *_pin_clashes(self)):
            raise Refusal(faults)

    @property
    def mode(self) -> str:
        """`live` only where the camera is a real one; everything else is `test` in every HELLO."""
        return "live" if self.camera.driver is CameraDriver.PICAMERA2 else "test"


Fault = tuple[str, str]
"""A key's path, and what is wrong with its value."""


def pin_faults(pins: PinsSection) -> tuple[Fault, ...]:
    """Uses whose pin another has already, with that other's name."""
    taken: dict[int, str] = {}
    found = []
    for use in USES:
        pin = getattr(pins, use)
        if pin and pin in taken:
            found.append((f"pins.{use}", f"GPIO{pin} is pins.{taken[pin]} already; use another"))
        taken.setdefault(pin, use)
    return tuple(found)


def panel_faults(oled: OledSection) -> tuple[Fault, ...]:
    """A size that the panel's controller does not have."""
    right = OledSize.WIDE if oled.driver is OledDriver.SSD1322 else OledSize.NARROW
    if oled.driver is OledDriver.SIMULATED or oled.size is right:
        return ()
    return (("oled.size", f"a panel with {oled.driver.value} is {right.value}"),)


def _faults(config: Config) -> Iterator[Fault]:
    camera = config.camera
    if camera.driver in (CameraDriver.VIDEO, CameraDriver.FOLDER) and not camera.path:
        yield "camera.path", f"names no {camera.driver.value}; write which one to look at"
    if not config.journal.path:
        yield "journal.path", "is empty; name the file that remembers everything"
    if config.evidence.shoes and not config.evidence.path:
        yield "evidence.path", "is empty; name a folder, or write shoes = 0"
    yield from panel_faults(config.oled)


def _port_faults(ports: tuple[PortSection, ...]) -> Iterator[Fault]:
    for n, port in enumerate(ports):
        earlier = ports[:n]
        if not port.name:
            yield f"port[{n}].name", "is empty; the journal keeps the port's place under it"
        if any(port.name == other.name for other in earlier):
            yield f"port[{n}].name", f"another port is {port.name!r}; name each by itself"
        if not port.device and port.kind is not PortKind.PTY:
            yield f"port[{n}].device", f"is empty; write which {port.kind.value} it is"
        if port.kind is PortKind.PTY and port.device.startswith("/dev/"):
            why = "is a real device's place; a cable without hardware has its link elsewhere"
            yield f"port[{n}].device", f'{why} (kind = "serial" opens a device)'
        if port.device and any(port.device == other.device for other in earlier):
            yield f"port[{n}].device", "is another port's; give each its own"
        try:
            dialect(port.dialect)
        except ValueError as error:
            yield f"port[{n}].dialect", str(error)


def _pin_clashes(config: Config) -> Iterator[Fault]:
    yield from pin_faults(config.pins)
    oled = config.oled
    if oled.driver is OledDriver.SIMULATED or oled.bus is not OledBus.SPI:
        return
    if oled.dc == oled.reset:
        yield "oled.reset", f"GPIO{oled.reset} is oled.dc already; use another"
    if config.pins.driver is PinDriver.GPIO:
        uses = {getattr(config.pins, use): use for use in USES}
        for key, pin in (("dc", oled.dc), ("reset", oled.reset)):
            if pin in uses:
                yield f"oled.{key}", f"GPIO{pin} is pins.{uses[pin]} already; use another"
