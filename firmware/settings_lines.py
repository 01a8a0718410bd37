"""Pure: on which line of a TOML text each key stands, since tomllib does not say.

Reads text that tomllib has already found good, so it only follows headings, keys, strings and
brackets. Paths are written like `port[0].speed`; a key within an inline table is found by the
line on which its table begins.
"""

from __future__ import annotations

import re

_HEADING = re.compile(r"\s*(\[\[?)([^\[\]]+)\]\]?\s*(#.*)?$")
_KEY = re.compile(r"""\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*[A-Za-z0-9_"'-]+)*)\s*=""")
_TOKEN = re.compile(
    r'"""(?:\\.|(?!""").)*"""'
    r"|'''(?:(?!''').)*'''"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|#[^\n]*"
    r"|[\[\]{}\n]"
    r"|[^\[\]{}\n\"'#]+",
    re.DOTALL,
)


class Lines:
    """The line of each key path of `text`."""

    def __init__(self, text: str) -> None:
        self._found: dict[str, int] = {}
        self._counts: dict[str, int] = {}
        prefix = ""
        for number, line, at_value in _statements(text):
            heading = _HEADING.match(line)
            if heading and not at_value:
                prefix = self._enter(_plain(heading[2]), heading[1] == "[[", number)
            elif key := _KEY.match(line):
                name = _plain(key[1])
                self._found.setdefault(f"{prefix}.{name}" if prefix else name, number)

    def _enter(self, name: str, repeated: bool, number: int) -> str:
        parts = name.split(".")
        for depth in range(1, len(parts)):
            outer = ".".join(parts[:depth])
            if outer in self._counts:
                parts[depth - 1] += f"[{self._counts[outer] - 1}]"
        path = ".".join(parts)
        if repeated:
            self._counts[name] = self._counts.get(name, 0) + 1
            path = f"{path}[{self._counts[name] - 1}]"
        self._found.setdefault(path, number)
        return path

    def of(self, path: str) -> int:
        """The line of `path`, of the nearest key that holds it, or 0."""
        while path:
            if path in self._found:
                return self._found[path]
            path = re.sub(r"(\[\d+\]|\.?[^.\[\]]+)$", "", path)
        return 0


def _plain(name: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in name.split("."))


def _statements(text: str) -> list[tuple[int, str, bool]]:
    """Each statement's first line, its number, and whether it is `key = …` rather than a heading.

    Lines within a list, an inline table or a long string belong to the statement before.
    """
    found: list[tuple[int, str, bool]] = []
    number, depth, start, gathered = 1, 0, 1, ""
    for token in _TOKEN.findall(text + "\n"):
        if token == "\n" and depth == 0:
            if gathered.strip() and not gathered.lstrip().startswith("#"):
                found.append((start, gathered, "=" in gathered.partition("#")[0]))
            gathered, start = "", number + 1
        else:
            gathered += " " if token == "\n" else token
            if token in "[{":
                depth += 1
            elif token in "]}":
                depth -= 1
        number += token.count("\n")
    return found
