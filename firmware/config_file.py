"""Shell: the configuration file on disk. Knows where it is looked for; its keys are config.py's."""

from __future__ import annotations

from pathlib import Path

from firmware.config import Config
from firmware.settings import Mistake, SettingsError, read

DEFAULT_PATH = Path("/etc/dealer-shoe/shoe.toml")


def load(path: Path | None) -> Config:
    """The configuration in `path`; without one the defaults: everything simulated.

    Raises SettingsError with every mistake, also where the file can't be read.
    """
    return Config() if path is None else read(Config, text_of(path), str(path))


def text_of(path: Path) -> str:
    """The file's text. Raises SettingsError with one line where there is none to be had."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise SettingsError(
            (Mistake(str(path), 0, "", f"{error.strerror}; name a file"),)
        ) from error
    except UnicodeDecodeError as error:
        raise SettingsError((Mistake(str(path), 0, "", "not UTF-8 text"),)) from error
