"""On which line a key stands."""

from __future__ import annotations

import pytest

from firmware.settings_lines import Lines

TEXT = '''# a comment = with [brackets]
title = "a # no comment [x]"
long = """
fake = 1
[fake]
"""
list = [
  1, # fake = 2
  [2],
]
"quoted key" = 1
dotted.key = 2

[one.two]
a = 1
  b = { c = 1, d = [
    2] }

[[port]]
name = "x"
[[port]]
name = 'y'
[port.deep]
z = 1
[[port.item]]
q = 1
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("title", 2),
        ("long", 3),
        ("list", 7),
        ("list[1]", 7),
        ("quoted key", 11),
        ("dotted.key", 12),
        ("one.two.a", 15),
        ("one.two.b", 16),
        ("one.two.b.c", 16),
        ("one.two.missing", 14),
        ("port[0].name", 20),
        ("port[1]", 21),
        ("port[1].name", 22),
        ("port[1].deep.z", 24),
        ("port[1].item[0].q", 26),
        ("fake", 0),
        ("nowhere.at.all", 0),
        ("", 0),
    ],
)
def test_lines_of_keys(path: str, line: int) -> None:
    """Strings, comments and lists hide nothing and pretend nothing; the nearest holder serves."""
    assert Lines(TEXT).of(path) == line
