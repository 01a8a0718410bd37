"""Pure: TOML text into frozen dataclasses, with every mistake found at once.

Owns how a setting's type, bounds and words are checked and how a mistake is told: where it
stands and what to write instead. Knows no file, no default place and no meaning of a setting.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from decimal import Decimal
from difflib import get_close_matches
from enum import Enum
from fractions import Fraction
from math import isfinite
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from firmware.settings_lines import Lines

T = TypeVar("T")
_EXACT = re.compile(r"-?[0-9]{1,18}(\.[0-9]{1,18}|/0*[1-9][0-9]{0,17})?")


@dataclass(frozen=True, slots=True)
class Range:
    """Bounds of a number, both allowed: `Annotated[int, Range(1, 16)]`."""

    lo: float
    hi: float


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing wrong: `line` counts from 1, 0 where no line can be named; `key` is a path."""

    source: str
    line: int
    key: str
    text: str
    suggestion: str = ""

    def __str__(self) -> str:
        place = f"{self.source}:{self.line}" if self.line else self.source
        name = f" {self.key}:" if self.key else ""
        hint = f"; did you mean {self.suggestion}?" if self.suggestion else ""
        whole = f"{place}:{name} {self.text}{hint}"
        return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in whole)  # one line, always


class SettingsError(ValueError):
    """Settings that cannot be used; `mistakes` holds all of them, in the order of the text."""

    def __init__(self, mistakes: tuple[Mistake, ...]) -> None:
        super().__init__("; ".join(str(mistake) for mistake in mistakes))
        self.mistakes = mistakes


class Refusal(ValueError):
    """What a dataclass's own check refuses: `faults` pairs each field's name with the reason."""

    def __init__(self, faults: tuple[tuple[str, str], ...]) -> None:
        super().__init__("; ".join(f"{key}: {text}" for key, text in faults))
        self.faults = faults


class _Wrong(Exception):
    """A value that does not fit its type."""

    def __init__(self, text: str, suggestion: str = "") -> None:
        super().__init__(text)
        self.text = text
        self.suggestion = suggestion


def parse(text: str, source: str) -> dict[str, Any]:
    """The table that TOML `text` holds. Raises SettingsError where it is no TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        told = re.fullmatch(r"(.*) \(at line (\d+), column \d+\)", str(error))
        what, line = (told[1], int(told[2])) if told else (str(error), 0)
        raise SettingsError((_no_toml(source, line, what),)) from error
    except (ValueError, RecursionError) as error:
        what = "lists too deep" if isinstance(error, RecursionError) else "a number too long"
        raise SettingsError((_no_toml(source, 0, what),)) from error


def _no_toml(source: str, line: int, what: str) -> Mistake:
    return Mistake(source, line, "", f"not TOML: {what[:1].lower()}{what[1:]}")


def exact(text: str) -> Fraction:
    """An exact number as `0.95`, `-3` or `19/20`; no exponent, so that its size has bounds.

    Raises ValueError otherwise.
    """
    if _EXACT.fullmatch(text.strip()) is None:
        raise ValueError(f'"{text}" is no exact number; write it like "0.95"')
    return Fraction(text)


def read(cls: type[T], text: str, source: str, base: T | None = None) -> T:
    """A `cls` (a frozen dataclass, nested at will) from TOML `text`.

    A key that is not written takes its value from `base`, else its default. Raises SettingsError
    with all mistakes: unknown keys, wrong types, values out of range, missing keys, and what the
    dataclass itself refuses with ValueError (Refusal names fields).
    """
    return build(cls, parse(text, source), source, base, Lines(text))


def build(
    cls: type[T],
    table: Mapping[str, Any],
    source: str,
    base: T | None = None,
    lines: Lines | None = None,
) -> T:
    """As `read`, from a table already parsed; `lines` tells where its keys stand."""
    reading = _Reading(source, lines or Lines(""))
    built = reading.table(cls, table, "", base)
    if reading.mistakes:
        raise SettingsError(tuple(sorted(reading.mistakes, key=lambda each: each.line)))
    return cast(T, built)


class _Reading:
    """One pass over one text, gathering mistakes as it goes."""

    def __init__(self, source: str, lines: Lines) -> None:
        self.source = source
        self.lines = lines
        self.mistakes: list[Mistake] = []

    def note(self, path: str, text: str, suggestion: str = "") -> None:
        self.mistakes.append(Mistake(self.source, self.lines.of(path), path, text, suggestion))

    def table(self, cls: Any, table: Mapping[str, Any], path: str, base: Any) -> Any:
        """The dataclass `cls` from `table`, or None with its mistakes noted."""
        before = len(self.mistakes)
        known = {field.name: field for field in fields(cls) if field.init}
        hints = get_type_hints(cls, include_extras=True)
        for key in table:
            if key not in known:
                near = get_close_matches(key, known, n=1)
                self.note(_join(path, key), "no such key", near[0] if near else "")
        values: dict[str, Any] = {}
        for name, field in known.items():
            here = _join(path, name)
            old = getattr(base, name) if base is not None else _default(field)
            noted = len(self.mistakes)
            if name in table:
                values[name] = self.value(hints[name], table[name], here, old)
            elif old is MISSING:
                self.note(here, "missing: write a value")
            else:
                values[name] = old
            if len(self.mistakes) > noted:
                values[name] = old  # so that what does not go together is told in the same run
        if MISSING in values.values():
            return None
        try:
            built = cls(**values)
        except ValueError as error:
            # Layers that may not import Refusal name their fields with the same attribute.
            for key, text in getattr(error, "faults", (("", str(error)),)):
                self.note(_join(path, key) if key else path, text)
            return None
        return built if len(self.mistakes) == before else None

    def value(self, hint: Any, raw: Any, path: str, old: Any) -> Any:
        """`raw` as the type `hint` says, or None with its mistakes noted."""
        origin, args = get_origin(hint), get_args(hint)
        if origin is Annotated:
            found = self.value(args[0], raw, path, old)
            for bound in args[1:]:
                if (
                    isinstance(bound, Range)
                    and isinstance(found, (int, float, Fraction, Decimal))
                    and not bound.lo <= found <= bound.hi
                ):
                    self.note(path, f"{raw} is not from {bound.lo:g} to {bound.hi:g}")
            return found
        if origin in (Union, UnionType):
            kinds = [arg for arg in args if arg is not NoneType]
            if len(kinds) < len(args) and raw == "none":
                return None
            return self.value(kinds[0], raw, path, old)
        if origin is tuple:
            return self.row(args, raw, path)
        if is_dataclass(hint) and isinstance(hint, type) and isinstance(raw, Mapping):
            return self.table(hint, raw, path, old if isinstance(old, hint) else None)
        try:
            return _plain(hint, raw)
        except _Wrong as wrong:
            self.note(path, wrong.text, wrong.suggestion)
            return None

    def row(self, args: tuple[Any, ...], raw: Any, path: str) -> Any:
        """A tuple: `tuple[T, ...]` of any length, or one type for each place."""
        if not isinstance(raw, list):
            self.note(path, f"{_shown(raw)} is no list; write [ … ]")
            return None
        if len(args) == 2 and args[1] is Ellipsis:
            kinds = (args[0],) * len(raw)
        elif len(args) == len(raw):
            kinds = args
        else:
            self.note(path, f"{len(raw)} values where {len(args)} are due")
            return None
        return tuple(
            self.value(kind, each, f"{path}[{n}]", None)
            for n, (kind, each) in enumerate(zip(kinds, raw, strict=True))
        )


def _plain(hint: Any, raw: Any) -> Any:
    """A value that is no table and no list."""
    if isinstance(raw, int) and raw.bit_length() > 63:
        raise _Wrong("the number is too long")
    if hint is bool or hint is str:
        if isinstance(raw, hint):
            return raw
        raise _Wrong(
            f"{_shown(raw)} is neither true nor false"
            if hint is bool
            else f"{_shown(raw)} is no text; write it in quotes"
        )
    if hint is int:
        if isinstance(raw, int) and not isinstance(raw, bool):
            return raw
        raise _Wrong(f"{_shown(raw)} is no whole number")
    if hint is float:
        if isinstance(raw, (int, float)) and not isinstance(raw, bool) and isfinite(raw):
            return float(raw)
        raise _Wrong(f"{_shown(raw)} is no number")
    if hint is Fraction or hint is Decimal:
        return _exact(hint, raw)
    if isinstance(hint, type) and issubclass(hint, Enum):
        words = {str(member.value): member for member in hint}
        if isinstance(raw, (str, int)) and not isinstance(raw, bool) and str(raw) in words:
            return words[str(raw)]
        near = get_close_matches(str(raw), words, n=1)
        raise _Wrong(f"{_shown(raw)} is none of {', '.join(words)}", near[0] if near else "")
    if hasattr(hint, "from_text"):
        if not isinstance(raw, str):
            raise _Wrong(f"{_shown(raw)} is no text; write it in quotes")
        try:
            return hint.from_text(raw)
        except ValueError as error:
            raise _Wrong(str(error)) from error
    if is_dataclass(hint):
        raise _Wrong(f"{_shown(raw)} is no table; write its keys under a [ ] heading")
    raise TypeError(f"{hint!r} is no type that a setting can have")


def _exact(hint: Any, raw: Any) -> Any:
    """Money and shares, exactly: a whole number, or text like "0.95" or "19/20"."""
    if isinstance(raw, float):
        raise _Wrong(f'{raw} would be rounded; write it in quotes: "{raw}"')
    if isinstance(raw, (int, str)) and not isinstance(raw, bool):
        try:
            share = exact(str(raw))
        except ValueError:
            share = None
        if share is not None and (hint is Fraction or "/" not in str(raw)):
            return share if hint is Fraction else Decimal(str(raw))
    raise _Wrong(f'{_shown(raw)} is no exact number; write it like "0.95"')


def _default(field: Field[Any]) -> Any:
    if field.default is not MISSING:
        return field.default
    return MISSING if field.default_factory is MISSING else field.default_factory()


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _shown(raw: Any) -> str:
    """A value as TOML would write it, short."""
    if isinstance(raw, bool):
        return str(raw).lower()
    if isinstance(raw, str):
        return f'"{raw}"'
    if isinstance(raw, Mapping):
        return "a table"
    return "a list" if isinstance(raw, list) else str(raw)
