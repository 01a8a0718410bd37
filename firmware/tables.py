"""Shell: reads table profiles: the six stock ones that come with the package, and a house's own.

Knows where profiles lie and what `extends` means; what a profile holds is `baccarat.profile`.
"""

from __future__ import annotations

from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path

from firmware.baccarat.profile import Profile, tracked
from firmware.settings import Mistake, SettingsError, build, parse
from firmware.settings_lines import Lines

STOCK = ("live8", "commission8", "studio6", "rng6", "super6", "burn8")


def load_profile(name_or_path: str) -> Profile:
    """The stock profile of that name, or the one in the TOML file at that path.

    A file may begin from another: `extends = "live8"`, or a path beside itself. Raises
    SettingsError with every mistake of the file that has some.
    """
    return _load(name_or_path, Path(), ())


def _load(name: str, folder: Path, seen: tuple[str, ...]) -> Profile:
    if name in STOCK:
        source = f"{name}.toml"
        text = files("firmware.baccarat").joinpath("profiles", source).read_text("utf-8")
        stem, beside, key = name, Path(), name
    else:
        path = folder / name
        if path.suffix != ".toml" and not path.exists():
            near = get_close_matches(name, STOCK, n=1)
            raise _refused(
                name,
                f"no such table profile; stock ones are {', '.join(STOCK)}, or give a .toml file",
                near[0] if near else "",
            )
        try:
            text = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
            raise _refused(str(path), f"cannot be read: {reason}") from error
        source, stem, beside, key = str(path), path.stem, path.parent, str(path.resolve())
    if key in seen:
        raise _refused(source, "extends itself")
    table = tracked(parse(text, source))
    lines = Lines(text)
    base = table.pop("extends", None)
    if base is not None and not isinstance(base, str):
        raise SettingsError(
            (Mistake(source, lines.of("extends"), "extends", "write a name in quotes"),)
        )
    began = None if base is None else _load(base, beside, (*seen, key))
    table.setdefault("name", stem)
    return build(Profile, table, source, began, lines)


def _refused(source: str, text: str, suggestion: str = "") -> SettingsError:
    return SettingsError((Mistake(source, 0, "", text, suggestion),))
