"""Shell: `shoe config`: checks a configuration file and shows what is in force."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from firmware.settings import Mistake

FILE = click.argument("file", type=click.Path(path_type=Path, dir_okay=False), required=False)


@click.group()
def config() -> None:
    """Check a configuration file, or show the values in force."""


@config.command()
@FILE
@click.option("--json", "as_json", is_flag=True, help="One JSON list of mistakes.")
def check(file: Path | None, as_json: bool) -> None:
    """Say everything that is wrong with FILE, with line and suggestion; exit 1 if anything is.

    Checks the table profile, the code books and the journal's folder that FILE names, too.
    Without FILE: the built-in defaults.
    """
    mistakes = wrong(file)
    if as_json:
        rows = [
            {
                name: getattr(mistake, name)
                for name in ("source", "line", "key", "text", "suggestion")
            }
            for mistake in mistakes
        ]
        click.echo(json.dumps(rows))
    else:
        for mistake in mistakes:
            click.echo(str(mistake), err=True)
        if not mistakes:
            click.echo(f"{file or 'built-in defaults'}: nothing wrong")
    if mistakes:
        raise click.exceptions.Exit(1)


@config.command()
@FILE
@click.option(
    "--json", "as_json", is_flag=True, help="One JSON object, key path to value and origin."
)
def show(file: Path | None, as_json: bool) -> None:
    """Show every key with the value in force and where it came from."""
    from firmware.config import Config
    from firmware.config_file import load, text_of
    from firmware.settings import SettingsError, parse

    try:
        effective = load(file)
        written = set(paths(parse(text_of(file), str(file)))) if file else set()
    except SettingsError as error:
        raise click.UsageError(str(error)) from error
    defaults = dict(leaves(Config(), ""))
    rows = [
        (path, shown(path, value), str(file) if path in written else "default")
        for path, value in leaves(effective, "")
    ]
    if as_json:
        click.echo(
            json.dumps({path: {"value": value, "from": origin} for path, value, origin in rows})
        )
        return
    width = max(len(path) for path, _, _ in rows)
    for path, value, origin in rows:
        changed = "" if origin == "default" or defaults.get(path) == value else "  *"
        click.echo(f"{path:{width}}  {json.dumps(value, ensure_ascii=False):24}  {origin}{changed}")


def wrong(file: Path | None) -> tuple[Mistake, ...]:
    """Everything that `shoe run` and `shoe oled` would refuse in FILE, in the order of its lines.

    What needs a device is not tried: that one is plugged in is seen when the shoe runs.
    """
    from firmware.appliance.setup import SetupError, house_sets
    from firmware.config_file import load, text_of
    from firmware.settings import Mistake, SettingsError
    from firmware.settings_lines import Lines
    from firmware.tables import load_profile

    source, found = str(file or "built-in defaults"), list[Mistake]()
    settings, text, profile = None, "", None
    try:
        text = "" if file is None else text_of(file)
        settings = load(file)
    except SettingsError as error:
        found += error.mistakes
    try:
        # A file with other mistakes still says which profile it means.
        profile = load_profile(settings.table.profile if settings else named_profile(text))
    except SettingsError as error:
        found += [each for each in error.mistakes if each not in found]
    if settings is not None:
        try:
            house_sets(settings, profile)
        except SetupError as error:
            lines = Lines(text)
            found += (Mistake(source, lines.of(key), key, what) for key, what in error.faults)
    return tuple(sorted(found, key=lambda each: (each.source != source, each.line)))


def named_profile(text: str) -> str:
    """The profile that a configuration names, though the rest of it may be wrong."""
    from firmware.config import TableSection
    from firmware.settings import SettingsError, parse

    try:
        table = parse(text, "").get("table", {})
    except SettingsError:
        return TableSection().profile
    named = table.get("profile") if isinstance(table, dict) else None
    return named if isinstance(named, str) else TableSection().profile


def shown(path: str, value: Any) -> Any:
    """The value, but for what nobody who looks on should read."""
    return ["***" for _ in value] if path == "supervisors.pins" else value


def leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Every key path below `value` with its plain value, as TOML would write it."""
    if is_dataclass(value):
        for field in fields(value):
            yield from leaves(getattr(value, field.name), f"{path}.{field.name}".lstrip("."))
    elif isinstance(value, tuple) and value and is_dataclass(value[0]):
        for n, item in enumerate(value):
            yield from leaves(item, f"{path}[{n}]")
    else:
        plain = value.value if isinstance(value, Enum) else value
        yield path, list(plain) if isinstance(plain, tuple) else plain


def paths(table: dict[str, Any], prefix: str = "") -> Iterator[str]:
    """Every key path that a parsed TOML table writes."""
    for key, value in table.items():
        path = f"{prefix}.{key}".lstrip(".")
        if isinstance(value, dict):
            yield from paths(value, path)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for n, item in enumerate(value):
                yield from paths(item, f"{path}[{n}]")
        else:
            yield path
