"""The small screen over the real luma and smbus2, down to the system calls on /dev/i2c-1."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from display.oled.draw import draw
from display.oled.samples import SAMPLES, story

pytestmark = pytest.mark.rig

HERE = Path(__file__).resolve().parent
ADDRESS = 0x3C
# Shows a sample, pulls the wire, shows another in vain, puts the wire back and shows it.
PROGRAM = """
import sys, warnings
from pathlib import Path
warnings.simplefilter("ignore")
from display.oled.device import PAUSES_NS, Oled, PanelError
from display.oled.draw import draw
from display.oled.samples import SAMPLES, story
from firmware.config import OledDriver, OledSection
fail, driver, address = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
stories = dict(SAMPLES)
try:
    oled = Oled(OledSection(driver=OledDriver(driver), address=address))
except PanelError as error:
    sys.exit(f"PanelError: {error}")
print(oled.show(draw(story(stories["player-3"])), 0, 160))
fail.touch()
print(oled.show(draw(story(stories["hold-unread-rescan"])), 1, 160))
fail.unlink()
print(oled.show(draw(story(stories["hold-unread-rescan"])), 1 + PAUSES_NS[0], 160))
"""


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The stand-in bus as a library."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None or not Path("/usr/include/linux/i2c-dev.h").exists():
        pytest.skip("needs a C compiler and the kernel's headers")
    library = tmp_path_factory.mktemp("i2c") / "i2c_bus.so"
    command = [compiler, "-shared", "-fPIC", "-O1", "-Wall", "-o", str(library)]
    subprocess.run([*command, str(HERE / "i2c_bus.c"), "-ldl"], check=True)
    return library


def run(shim: Path, folder: Path, driver: str, address: int) -> subprocess.CompletedProcess[str]:
    surroundings = {
        **os.environ,
        "LD_PRELOAD": str(shim),
        "I2C_BUS_LOG": str(folder / "log"),
        "I2C_BUS_FAIL": str(folder / "fail"),
    }
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, str(folder / "fail"), driver, str(address)],
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def written(log: Path) -> list[tuple[int, bytes]]:
    """Address and bytes of each write on the bus."""
    raw, found = log.read_bytes(), []
    while raw:
        length = int.from_bytes(raw[1:3], "big")
        found.append((raw[0], raw[3 : 3 + length]))
        raw = raw[3 + length :]
    return found


def pictures(writes: list[tuple[int, bytes]]) -> list[bytes]:
    """What lies in the panel's memory after each 1,024 data bytes, as a picture's bytes."""
    data = b"".join(raw[1:] for _, raw in writes if raw[0] == 0x40)
    assert len(data) % 1024 == 0
    found = []
    for start in range(0, len(data), 1024):
        image = Image.new("1", (128, 64))
        for at, byte in enumerate(data[start : start + 1024]):
            for bit in range(8):
                image.putpixel((at % 128, at // 128 * 8 + bit), byte >> bit & 1)
        found.append(image.tobytes())
    return found


@pytest.mark.parametrize("driver", ["ssd1306", "ssd1309", "sh1106"])
def test_pictures_reach_the_panel_and_come_back_after_error_121(
    shim: Path, tmp_path: Path, driver: str
) -> None:
    """A picture, a pulled wire, and the next picture on a panel that was set up anew."""
    done = run(shim, tmp_path, driver, ADDRESS)
    assert (done.stdout.split(), done.returncode) == (["True", "False", "True"], 0), done.stderr
    writes = written(tmp_path / "log")
    assert {address for address, _ in writes} == {ADDRESS}
    shown = pictures(writes)
    stories = dict(SAMPLES)
    expected = [
        Image.new("1", (128, 64)).tobytes(),  # luma clears a panel that it sets up
        draw(story(stories["player-3"])).tobytes(),
        *[Image.new("1", (128, 64)).tobytes()] * 2,  # the old one let go, the new one set up
        draw(story(stories["hold-unread-rescan"])).tobytes(),
        Image.new("1", (128, 64)).tobytes(),  # and leaves it dark at the end
    ]
    assert shown == expected


def test_no_panel_at_the_address_is_one_line(shim: Path, tmp_path: Path) -> None:
    """Nobody answers: what was tried and what to check."""
    done = run(shim, tmp_path, "ssd1306", 0x3D)
    assert done.returncode == 1
    assert done.stderr.startswith("PanelError: no panel at 0x3D on /dev/i2c-1: enable I2C")
    assert done.stderr.count("\n") == 1
