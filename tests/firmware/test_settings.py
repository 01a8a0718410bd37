"""Settings: TOML into frozen dataclasses, all mistakes at once, each with its line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Annotated

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.settings import Mistake, Range, Refusal, SettingsError, build, parse, read


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Port:
    device: str
    speed: Annotated[int, Range(300, 115200)] = 9600


@dataclass(frozen=True, slots=True)
class Burn:
    count: int

    @classmethod
    def from_text(cls, text: str) -> Burn:
        if not text.isdigit():
            raise ValueError(f'"{text}" is no count')
        return cls(int(text))


@dataclass(frozen=True, slots=True)
class Table:
    decks: Annotated[int, Range(1, 16)] = 8
    light: Annotated[float, Range(0, 1)] = 0.5
    name: str = "table"
    open: bool = False
    colour: Colour = Colour.RED
    pay: Fraction = Fraction(1)
    price: Decimal = Decimal(1)
    cut: Annotated[int, Range(1, 99)] | None = 16
    burn: Burn = Burn(0)
    size: tuple[int, int] = (1, 2)
    port: tuple[Port, ...] = ()
    spare: Port = Port("/dev/spare")

    def __post_init__(self) -> None:
        faults = [(key, "not on Mondays") for key in ("name",) if self.name == "monday"]
        if self.open and self.decks == 1:
            raise ValueError("one deck stays closed")
        if faults:
            raise Refusal(tuple(faults))


def mistakes(text: str) -> list[str]:
    with pytest.raises(SettingsError) as caught:
        read(Table, text, "t.toml")
    assert str(caught.value) == "; ".join(map(str, caught.value.mistakes))
    return [str(mistake) for mistake in caught.value.mistakes]


def test_nothing_written_is_the_defaults() -> None:
    """Defaults live in the dataclass alone."""
    assert read(Table, "", "t.toml") == Table()


def test_every_kind_of_value_is_read() -> None:
    """Numbers, words, exact money, lists, tables, lists of tables, and none."""
    text = """
    decks = 6
    light = 1
    name = "north"
    open = true
    colour = "blue"
    pay = "19/20"
    price = "0.95"
    cut = "none"
    burn = "5"
    size = [3, 4]
    spare = { device = "/dev/b" }
    [[port]]
    device = "/dev/c"
    [[port]]
    device = "/dev/d"
    speed = 4800
    """
    assert read(Table, text, "t.toml") == Table(
        decks=6,
        light=1.0,
        name="north",
        open=True,
        colour=Colour.BLUE,
        pay=Fraction(19, 20),
        price=Decimal("0.95"),
        cut=None,
        burn=Burn(5),
        size=(3, 4),
        port=(Port("/dev/c"), Port("/dev/d", 4800)),
        spare=Port("/dev/b"),
    )


def test_a_base_gives_what_is_not_written() -> None:
    """A house names what it begins from, down to the keys of a table within."""
    base = Table(decks=6, spare=Port("/dev/base", 4800))
    assert read(Table, 'spare.device = "/dev/new"', "t.toml", base) == Table(
        decks=6, spare=Port("/dev/new", 4800)
    )


def test_all_mistakes_come_at_once_in_the_order_of_the_text() -> None:
    """Each with file, line, key, what is wrong and, for a slip, what was meant."""
    text = """decks = 17
colour = "blu"
colur = "blue"
size = [
  1,
  "two",
]
pay = 0.95
name = "monday"

[[port]]
device = "/dev/a"

[[port]]
speed = 9
[spare]
device = 3
"""
    assert mistakes(text) == [
        "t.toml:1: decks: 17 is not from 1 to 16",
        't.toml:2: colour: "blu" is none of red, blue; did you mean blue?',
        "t.toml:3: colur: no such key; did you mean colour?",
        't.toml:4: size[1]: "two" is no whole number',
        't.toml:8: pay: 0.95 would be rounded; write it in quotes: "0.95"',
        "t.toml:9: name: not on Mondays",
        "t.toml:14: port[1].device: missing: write a value",
        "t.toml:15: port[1].speed: 9 is not from 300 to 115200",
        "t.toml:17: spare.device: 3 is no text; write it in quotes",
    ]


@pytest.mark.parametrize(
    ("line", "mistake"),
    [
        ("decks = 6.0", "decks: 6.0 is no whole number"),
        ("decks = true", "decks: true is no whole number"),
        ("light = nan", "light: nan is no number"),
        ("light = inf", "light: inf is no number"),
        ("light = false", "light: false is no number"),
        ("light = 1.5", "light: 1.5 is not from 0 to 1"),
        ("light = 0x" + "f" * 5000, "light: the number is too long"),
        ("decks = 0x" + "f" * 5000, "decks: the number is too long"),
        (r'colour = "r\ned"', 'colour: "r\\ned" is none of red, blue; did you mean red?'),
        ("open = 1", "open: 1 is neither true nor false"),
        ("name = 1", "name: 1 is no text; write it in quotes"),
        ('pay = "half"', 'pay: "half" is no exact number; write it like "0.95"'),
        ('pay = "1/0"', 'pay: "1/0" is no exact number; write it like "0.95"'),
        ('price = "NaN"', 'price: "NaN" is no exact number; write it like "0.95"'),
        ('pay = "1e999999999"', 'pay: "1e999999999" is no exact number; write it like "0.95"'),
        ('price = "1/2"', 'price: "1/2" is no exact number; write it like "0.95"'),
        ("pay = true", 'pay: true is no exact number; write it like "0.95"'),
        ("colour = []", "colour: a list is none of red, blue"),
        ("cut = 0", "cut: 0 is not from 1 to 99"),
        ('burn = "five"', 'burn: "five" is no count'),
        ("burn = 5", "burn: 5 is no text; write it in quotes"),
        ("size = 3", "size: 3 is no list; write [ … ]"),
        ("size = [1]", "size: 1 values where 2 are due"),
        ("spare = 3", "spare: 3 is no table; write its keys under a [ ] heading"),
        ("port = {}", "port: a table is no list; write [ … ]"),
    ],
)
def test_each_wrong_value_gets_one_clear_line(line: str, mistake: str) -> None:
    """What was written and what to write."""
    assert mistakes(line) == [f"t.toml:1: {mistake}"]


def test_what_the_dataclass_refuses_whole_is_told_without_a_key() -> None:
    """A plain ValueError from a dataclass's own check is a mistake as well."""
    assert mistakes("decks = 1\nopen = true") == ["t.toml: one deck stays closed"]


@pytest.mark.parametrize(
    ("text", "line"), [("decks = \n", 1), ("decks = 6\ndecks = 7\n", 2), ("\n[port\n", 2)]
)
def test_text_that_is_no_toml_says_where(text: str, line: int) -> None:
    """One mistake, with its line, in one line."""
    with pytest.raises(SettingsError) as caught:
        parse(text, "t.toml")
    (mistake,) = caught.value.mistakes
    assert (mistake.source, mistake.line) == ("t.toml", line)
    assert mistake.text.startswith("not TOML: ")
    assert "\n" not in str(mistake)


@pytest.mark.parametrize(
    ("text", "word"),
    [("a = " + "9" * 5000, "a number too long"), ("a = " + "[" * 5000, "")],
)
def test_text_that_would_break_the_parser_gets_one_clear_line(text: str, word: str) -> None:
    """Nothing written in a file ends in a traceback."""
    with pytest.raises(SettingsError, match="t.toml: not TOML: " + word):
        parse(text, "t.toml")


def test_a_table_already_parsed_has_no_lines() -> None:
    """`build` tells mistakes without a line where there is no text."""
    with pytest.raises(SettingsError) as caught:
        build(Table, {"decks": 0}, "--set")
    assert caught.value.mistakes == (Mistake("--set", 0, "decks", "0 is not from 1 to 16"),)


def test_a_type_that_no_setting_can_have_is_the_programmers_fault() -> None:
    """It is no mistake of the house's, so it is not told as one."""

    @dataclass(frozen=True)
    class Odd:
        what: complex = 1j

    with pytest.raises(TypeError, match="no type that a setting can have"):
        build(Odd, {"what": 1}, "t.toml")


KEYS = st.sampled_from(
    ["decks", "light", "name", "open", "colour", "pay", "price", "cut", "burn", "size", "port", "x"]
)
VALUES = st.one_of(
    st.integers(),
    st.floats(),
    st.booleans(),
    st.text(max_size=5),
    st.lists(st.one_of(st.integers(), st.text(max_size=3)), max_size=3),
    st.dictionaries(st.sampled_from(["device", "speed", "x"]), st.integers(), max_size=2),
)


@given(st.dictionaries(KEYS, VALUES, max_size=6))
@settings(deadline=None, max_examples=200)
def test_any_table_is_settings_or_mistakes(table: dict[str, object]) -> None:
    """Never another exception; each mistake is one line and names a key that was written."""
    found: tuple[Mistake, ...] = ()
    try:
        build(Table, table, "t.toml")
    except SettingsError as error:
        found = error.mistakes or (Mistake("", 0, "none", "an error without mistakes"),)
    assert [str(each) for each in found if len(str(each).splitlines()) != 1] == []
    keys = {re.split(r"[.\[]", each.key)[0] for each in found}
    assert keys - {""} <= set(table)  # no key: decks and open refused together
