"""The appliance's configuration file."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from firmware.config import CameraDriver, Config, PortKind
from firmware.config_file import load
from firmware.settings import SettingsError, read

ROOT = Path(__file__).resolve().parents[2]


def test_without_a_file_everything_is_simulated_and_says_so() -> None:
    """Test mode can't be mistaken for live."""
    config = load(None)
    assert config == Config()
    assert (config.camera.driver, config.mode) == (CameraDriver.SIMULATED, "test")


def test_only_a_real_camera_is_live(tmp_path: Path) -> None:
    """A recorded view is a test, however real the rest."""
    path = tmp_path / "shoe.toml"
    path.write_text('[camera]\ndriver = "video"\npath = "a.mp4"\n')
    assert load(path).mode == "test"
    path.write_text('[camera]\ndriver = "picamera2"\n')
    assert load(path).mode == "live"


def test_every_mistake_is_told_at_once_with_its_line(tmp_path: Path) -> None:
    """A technician mends the file in one go."""
    path = tmp_path / "shoe.toml"
    path.write_text('[table]\nnme = "7"\n[camera]\nfps = 900\n[[port]]\nkind = "seral"\n')
    with pytest.raises(SettingsError) as caught:
        load(path)
    assert [(mistake.line, mistake.suggestion) for mistake in caught.value.mistakes] == [
        (2, "name"),
        (4, ""),
        (6, "serial"),
    ]


def test_a_missing_file_is_one_clear_line(tmp_path: Path) -> None:
    """The file that is not there is named."""
    with pytest.raises(SettingsError, match=r"nothing\.toml: No such file"):
        load(tmp_path / "nothing.toml")


def test_ports_are_written_as_tables(tmp_path: Path) -> None:
    """Each [[port]] is one; those of the file replace the built-in ones."""
    path = tmp_path / "shoe.toml"
    path.write_text('[[port]]\nname = "wall"\nkind = "serial"\ndevice = "/dev/serial0"\n')
    (port,) = load(path).port
    assert (port.name, port.kind, port.device) == ("wall", PortKind.SERIAL, "/dev/serial0")


def test_supervisors_have_a_pin_each_or_none(tmp_path: Path) -> None:
    """An id whose pin was forgotten would be open to anybody."""
    path = tmp_path / "shoe.toml"
    path.write_text('[supervisors]\nids = ["a", "b"]\npins = ["1234"]\n')
    with pytest.raises(SettingsError, match="2 ids and 1 pins"):
        load(path)
    path.write_text('[supervisors]\nids = ["a"]\npins = ["12x"]\n')
    with pytest.raises(SettingsError, match="a pin is digits"):
        load(path)


def test_every_key_is_on_the_configuration_page() -> None:
    """What can be set can be looked up."""
    page = (ROOT / "docs" / "configuration.md").read_text("utf-8")
    for section in fields(Config):
        assert f"[{section.name}]" in page, section.name
        value = getattr(Config(), section.name)
        for key in fields(value[0] if isinstance(value, tuple) else value):
            assert f"`{key.name}`" in page, f"{section.name}.{key.name}"


def test_the_example_on_the_configuration_page_is_sound() -> None:
    """A technician may copy it."""
    page = (ROOT / "docs" / "configuration.md").read_text("utf-8")
    example = page.split("```toml\n")[1].split("```")[0]
    config = read(Config, example, "configuration.md")
    assert (config.mode, len(config.port)) == ("live", 2)
