"""Pure: frozen dataclasses as canonical JSON and back. Knows no event by name.

Canonical: sorted keys, no spaces, UTF-8; the same value gives the same bytes, so that the
journal's hash means something. Enums by value, tuples as lists, money as text.
"""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from firmware.baccarat.cards import Card, parse_card
from firmware.codes.physical import PhysicalCard, parse_physical

T = TypeVar("T")


class RecordError(ValueError):
    """A record that this version can't read; one line."""


def write(value: object) -> str:
    """The dataclass `value` as canonical JSON."""
    return json.dumps(
        _plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def read(kind: type[T], text: str) -> T:
    """The value of dataclass `kind` that `write` made. Raises RecordError otherwise."""
    try:
        value: T = _build(kind, json.loads(text))
    except (KeyError, TypeError, ValueError) as error:
        raise RecordError(f"no {kind.__name__} in {text[:80]!r}: {error}") from error
    return value


def _plain(value: object) -> object:
    match value:
        case Card() | PhysicalCard() | Fraction() | Decimal():
            return str(value)
        case Enum():
            return value.value
        case tuple():
            return [_plain(each) for each in value]
        case None | bool() | int() | float() | str():
            return value
    if not is_dataclass(value) or isinstance(value, type):
        raise TypeError(f"{type(value).__name__} has no place in a record")
    return {name: _plain(getattr(value, name)) for name in _types(type(value))}


@cache
def _types(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


def _build(kind: Any, plain: Any) -> Any:
    """`plain` as a value of the annotated type `kind`."""
    if kind is Card:
        return parse_card(plain)
    if kind is PhysicalCard:
        return parse_physical(plain)
    if kind in (Fraction, Decimal):
        return kind(plain)
    if kind in (int, str, bool, float):
        if kind is float and type(plain) is int:
            return float(plain)
        if type(plain) is not kind:
            raise TypeError(f"{plain!r} is no {kind.__name__}")
        return plain
    origin = get_origin(kind)
    if origin is Annotated:
        return _build(get_args(kind)[0], plain)
    if origin in (Union, UnionType):
        return _optional(get_args(kind), plain)
    if origin is tuple:
        return _tuple(get_args(kind), plain)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(plain)
    # A field that an older version did not write has its default.
    types = _types(kind)
    return kind(**{name: _build(types[name], each) for name, each in plain.items()})


def _optional(kinds: tuple[Any, ...], plain: Any) -> Any:
    if plain is None and NoneType in kinds:
        return None
    (kind,) = (each for each in kinds if each is not NoneType)
    return _build(kind, plain)


def _tuple(kinds: tuple[Any, ...], plain: Any) -> Any:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return tuple(_build(kinds[0], each) for each in plain)
    return tuple(_build(of, each) for of, each in zip(kinds, plain, strict=True))
