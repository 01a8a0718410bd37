"""`shoe oled` as a user starts it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from display.commands.oled import oled
from display.oled.samples import SAMPLES


def test_samples_are_written_without_a_feed(tmp_path: Path) -> None:
    """Whoever wires a panel sees every face once."""
    result = CliRunner().invoke(oled, ["--sample", "--out", str(tmp_path / "out")])
    assert (result.exit_code, result.output) == (0, "")
    assert len(list((tmp_path / "out").iterdir())) == len(SAMPLES)


@pytest.mark.parametrize(
    ("arguments", "text", "words"),
    [
        (["--language", "fr"], "", "no language 'fr' on the small screen; write en or vi"),
        ([], '[oled]\nsize = "1x1"\n', "size"),
        ([], '[oled]\ndriver = "ssd1306"\ndevice = 9\n', "no panel at 0x3C on /dev/i2c-9"),
        ([], "[oled]\nsise = 3\n", "size"),
        ([], '[oled]\ndriver = "ssd1308"\n', "ssd130"),
    ],
)
def test_bad_input_is_one_clear_line(
    tmp_path: Path, arguments: list[str], text: str, words: str
) -> None:
    """What is wrong and what to write, no traceback, a failing exit code."""
    file = tmp_path / "shoe.toml"
    file.write_text(text)
    result = CliRunner().invoke(oled, ["--sample", "--config", str(file), *arguments])
    assert result.exit_code in {1, 2}
    assert words in result.output
    assert "Traceback" not in result.output
