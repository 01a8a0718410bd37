"""Pure: the script of `shoe replay`: one input a line. Knows its words, not what they lead to.

A comment begins with `#` at the line's start or after a space (`card 8S#3` names a copy).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from firmware.baccarat.cards import Card, parse_card
from firmware.codes.physical import PhysicalCard, parse_physical
from firmware.shoe.inputs import Button, Sight
from firmware.shoe.state import State
from firmware.shoe.words import HoldCode

_TOLD: Final = 3
_SHOWN: Final = 30


class ScriptError(ValueError):
    """A script with lines that are no input; `mistakes` are (line from 1, text).

    The error's own text names the first few: a file that is no script at all has as many as lines.
    """

    def __init__(self, mistakes: tuple[tuple[int, str], ...]) -> None:
        said = [f"line {line}: {text}" for line, text in mistakes[:_TOLD]]
        if len(mistakes) > _TOLD:
            said.append(f"and {len(mistakes) - _TOLD} more")
        super().__init__("; ".join(said))
        self.mistakes = mistakes


@dataclass(frozen=True, slots=True)
class Open:
    """`open [set=A]`."""

    set_id: str


@dataclass(frozen=True, slots=True)
class Pass:
    """`card`, `unread`, `unknown`, `foreign`, `reversed`, `peek`, `cut`; `card` with its face.

    `deck` None: the next copy not yet seen.
    """

    sight: Sight
    card: Card | None = None
    deck: int | None = None
    outside: bool = False
    together: bool = False


@dataclass(frozen=True, slots=True)
class Press:
    """`press confirm` (`held` False) or `hold void` (True)."""

    button: Button
    held: bool


@dataclass(frozen=True, slots=True)
class Key:
    """`key on|off`."""

    on: bool


@dataclass(frozen=True, slots=True)
class Pin:
    """`pin ID [wrong]`: a supervisor named himself."""

    who: str
    right: bool


@dataclass(frozen=True, slots=True)
class Type:
    """`type 8S`."""

    card: Card


@dataclass(frozen=True, slots=True)
class Host:
    """`host ?1 LOCK`: the line as written."""

    line: str


@dataclass(frozen=True, slots=True)
class Camera:
    """`camera off|on`."""

    on: bool


@dataclass(frozen=True, slots=True)
class Disk:
    """`disk full|ok`."""

    full: bool


@dataclass(frozen=True, slots=True)
class Link:
    """`link off|on`: the host's line."""

    on: bool


@dataclass(frozen=True, slots=True)
class Wait:
    """`wait 5s`."""

    ns: int


@dataclass(frozen=True, slots=True)
class Power:
    """`power`: cut and restart."""


Word = Open | Pass | Press | Key | Pin | Type | Host | Camera | Disk | Link | Wait | Power


@dataclass(frozen=True, slots=True)
class Line:
    """What line `number` (from 1) says; `together` says several passes."""

    number: int
    words: tuple[Word, ...]


_COMMENT: Final = re.compile(r"(?:^|\s)#.*")
_TIME: Final = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m)")
LONGEST_WAIT_NS: Final = 86_400_000_000_000
"""A day: a wait passes second by second, so that nothing that falls due is missed."""
_UNITS: Final = {"ms": 1_000_000, "s": 1_000_000_000, "m": 60_000_000_000}


def parse_script(text: str) -> tuple[Line, ...]:
    """The script's lines in order. Raises ScriptError with every mistake."""
    lines, mistakes = [], []
    for number, raw in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        plain = _COMMENT.sub("", raw).strip()
        if not plain:
            continue
        try:
            lines.append(Line(number, words(plain)))
        except ValueError as error:
            mistakes.append((number, str(error)))
    if mistakes:
        raise ScriptError(tuple(mistakes))
    return tuple(lines)


def words(plain: str) -> tuple[Word, ...]:
    """What one line says. Raises ValueError with what to write."""
    name, _, rest = plain.partition(" ")
    read = INPUTS.get(name)
    if read is None:
        near = get_close_matches(name, INPUTS, n=1)
        hint = f"did you mean {near[0]}?" if near else "`shoe replay --help` lists them"
        raise ValueError(f"no input {name[:_SHOWN]!r}; {hint}")
    return read(rest.split(), rest.strip())


def _open(args: list[str], _: str) -> tuple[Word, ...]:
    if not args:
        return (Open(""),)
    key, _sign, value = args[0].partition("=")
    if len(args) > 1 or key != "set" or not value:
        raise ValueError("write open, or open set=A")
    return (Open(value),)


def _face(text: str) -> tuple[Card, int | None]:
    if "#" in text:
        physical: PhysicalCard = parse_physical(text)
        return physical.card, physical.deck
    return parse_card(text), None


def _card(args: list[str], _: str) -> tuple[Word, ...]:
    if not args or len(args) > 2 or args[1:] not in ([], ["outside"]):
        raise ValueError("write card 8S, card 8S#3 or card 8S outside")
    card, deck = _face(args[0])
    return (Pass(Sight.CARD, card, deck, outside=len(args) == 2),)


def _together(args: list[str], _: str) -> tuple[Word, ...]:
    if len(args) < 2:
        raise ValueError("write at least two cards, top first: together 8S 4D")
    found: list[Word] = []
    for arg in args:
        if arg == "unread":
            found.append(Pass(Sight.UNREAD, together=True))
        else:
            card, deck = _face(arg)
            found.append(Pass(Sight.CARD, card, deck, together=True))
    return tuple(found)


def _sight(sight: Sight) -> Callable[[list[str], str], tuple[Word, ...]]:
    def read(args: list[str], _: str) -> tuple[Word, ...]:
        if args not in ([], ["outside"]):
            raise ValueError(f"write {sight.value}, or {sight.value} outside")
        return (Pass(sight, outside=bool(args)),)

    return read


def _one_of(args: list[str], options: dict[str, Word], name: str) -> tuple[Word, ...]:
    if len(args) != 1 or args[0] not in options:
        raise ValueError(f"write {name} {'|'.join(options)}")
    return (options[args[0]],)


def _press(args: list[str], _: str) -> tuple[Word, ...]:
    buttons = (Button.CONFIRM, Button.UNDO, Button.BURN, Button.FREE, Button.CALL)
    return _one_of(args, {each.value: Press(each, False) for each in buttons}, "press")


def _hold(args: list[str], _: str) -> tuple[Word, ...]:
    buttons = (Button.VOID, Button.SHOE)
    return _one_of(args, {each.value: Press(each, True) for each in buttons}, "hold")


def _pin(args: list[str], _: str) -> tuple[Word, ...]:
    if not args or args[1:] not in ([], ["wrong"]):
        raise ValueError("write pin ID, or pin ID wrong")
    return (Pin(args[0], len(args) == 1),)


def _type(args: list[str], _: str) -> tuple[Word, ...]:
    if len(args) != 1:
        raise ValueError("write type 8S")
    return (Type(parse_card(args[0])),)


def _host(_: list[str], rest: str) -> tuple[Word, ...]:
    if not rest:
        raise ValueError("write the host's line without its CRC: host ?1 LOCK")
    return (Host(rest),)


def _wait(args: list[str], _: str) -> tuple[Word, ...]:
    found = _TIME.fullmatch(args[0]) if len(args) == 1 else None
    if found is None:
        raise ValueError("write wait 5s, wait 500ms or wait 2m")
    ns = float(found[1]) * _UNITS[found[2]]
    if ns > LONGEST_WAIT_NS:
        raise ValueError("write at most a day: wait 1440m")
    return (Wait(round(ns)),)


def _power(args: list[str], _: str) -> tuple[Word, ...]:
    if args:
        raise ValueError("write power alone")
    return (Power(),)


INPUTS: Final[dict[str, Callable[[list[str], str], tuple[Word, ...]]]] = {
    "open": _open,
    "card": _card,
    "together": _together,
    **{
        sight.value: _sight(sight)
        for sight in (
            Sight.UNREAD,
            Sight.UNKNOWN,
            Sight.FOREIGN,
            Sight.REVERSED,
            Sight.PEEK,
            Sight.CUT,
        )
    },
    "press": _press,
    "hold": _hold,
    "key": lambda args, _: _one_of(args, {"on": Key(True), "off": Key(False)}, "key"),
    "pin": _pin,
    "type": _type,
    "host": _host,
    "camera": lambda args, _: _one_of(args, {"off": Camera(False), "on": Camera(True)}, "camera"),
    "disk": lambda args, _: _one_of(args, {"full": Disk(True), "ok": Disk(False)}, "disk"),
    "link": lambda args, _: _one_of(args, {"off": Link(False), "on": Link(True)}, "link"),
    "wait": _wait,
    "power": _power,
}
"""The first word of a line, and what reads the rest of it."""


def copy_of(state: State, card: Card, outside: bool) -> PhysicalCard | None:
    """The copy that a script means by a bare face: the one waited for, else the next not seen.

    From outside, a listed card of that face is slid again.

    None: all copies are out.
    """
    hold = state.hold
    if hold is not None and hold.expects is not None and hold.expects.card == card:
        return hold.expects
    if outside and hold is not None and hold.code is HoldCode.MISDEAL:
        for each in state.aside:
            if each.physical is not None and each.card == card:
                return each.physical
    shoe = state.shoe
    if shoe is None:
        return PhysicalCard(card, 1)
    fresh = shoe.gone if shoe.counting or shoe.profile.shoe_end.value != "every_coup" else ()
    seen = {gone.deck for gone in fresh if gone.card == card}
    if state.coup is not None:
        seen |= {each.deck for each in state.coup.dealt if each.card == card}
    return next(
        (PhysicalCard(card, deck) for deck in range(1, shoe.decks + 1) if deck not in seen), None
    )
