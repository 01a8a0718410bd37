"""Shell: `shoe scan`: what the reader sees in a recording or in single pictures."""

from __future__ import annotations

import json
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from firmware.codes.book import CodeBook
    from vision.passes import CardPass
    from vision.settings import ReaderSettings
    from vision.stills import StillCode


@click.command()
@click.argument(
    "paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH..."
)
@click.option(
    "--codes",
    type=click.Path(path_type=Path),
    metavar="BOOK",
    help="The set's code book (CSV): other codes are strangers. Without it any sound code counts.",
)
@click.option(
    "--motion",
    type=click.Choice(["down", "up", "left", "right"]),
    default="down",
    show_default=True,
    help="Which way cards travel through the picture.",
)
@click.option("--roi", metavar="X,Y,W,H", help="The window within the picture, in pixels.")
@click.option(
    "--fps",
    type=click.FloatRange(min=0, min_open=True, max=10_000),
    help="Frames a second when it was taken.  [default: 120, a video's own]",
)
@click.option(
    "--stills", is_flag=True, help="The PATHs are independent pictures, or folders of them."
)
@click.option("--any", "any_code", is_flag=True, help="With --stills: every symbology and length.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value a line.")
def scan(
    paths: tuple[Path, ...],
    codes: Path | None,
    motion: str,
    roi: str | None,
    fps: float | None,
    stills: bool,
    any_code: bool,
    as_json: bool,
) -> None:
    """Read PATH, a folder of frames or a video, as the shoe's camera sees it: the card passes.

    With --stills read single pictures instead: the codes in each.
    """
    from vision.frame import SourceError

    if fps is not None and not isfinite(fps):
        raise click.UsageError(f"--fps {fps}: a number of frames a second")
    try:
        if stills:
            if codes or roi or fps:
                raise click.UsageError("--codes, --roi and --fps are for recordings, not --stills")
            _print_stills(paths, any_code, as_json)
            return
        if any_code:
            raise click.UsageError("--any goes with --stills: a shoe reads one symbology only")
        if len(paths) > 1:
            raise click.UsageError("one recording at a time; for single pictures add --stills")
        book = _book(codes)
        _print_passes(paths[0], _settings(motion, roi, book), book, fps, as_json)
    except SourceError as error:
        raise click.UsageError(str(error)) from error


def _settings(motion: str, roi: str | None, book: CodeBook | None) -> ReaderSettings:
    from vision.settings import Motion, ReaderSettings, Roi
    from vision.symbologies import Symbology

    window = None
    if roi is not None:
        try:
            x, y, width, height = (int(part) for part in roi.split(","))
            window = Roi(x, y, width, height)
        except ValueError as error:
            raise click.UsageError(
                f"--roi {roi}: four whole numbers X,Y,W,H in pixels, W and H at least 64"
            ) from error
    symbology = Symbology(book.symbology.value) if book else Symbology.CODE128
    return ReaderSettings(symbology=symbology, motion=Motion(motion), roi=window)


def _book(path: Path | None) -> CodeBook | None:
    from firmware.codes.book import BookError, read_book

    if path is None:
        return None
    try:
        return read_book(path.read_text(encoding="utf-8"), str(path))
    except OSError as error:
        raise click.UsageError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise click.UsageError(f"{path}: not a text file; a code book is CSV") from error
    except BookError as error:
        raise click.UsageError(str(error)) from error


def _print_passes(
    path: Path, settings: ReaderSettings, book: CodeBook | None, fps: float | None, as_json: bool
) -> None:
    from vision.recording import read_recording

    valid = book.valid if book else frozenset()
    cuts = frozenset((book.cut_code,)) if book and book.cut_code else frozenset[str]()
    for number, seen in enumerate(read_recording(path, settings, valid, cuts, fps), 1):
        if as_json:
            click.echo(json.dumps(_as_dict(number, seen)))
        else:
            click.echo(_as_line(number, seen, book))


def _as_dict(number: int, seen: CardPass) -> dict[str, Any]:
    value: dict[str, Any] = {
        "pass": number,
        "kind": seen.kind.value,
        "code": seen.code,
        "first_frame": seen.first_frame,
        "last_frame": seen.last_frame,
        "votes": seen.votes,
    }
    if seen.together:
        value["together"] = True
    if seen.outside:
        value["outside"] = True
    if seen.reason is not None:
        value["reason"] = seen.reason.value
    return value


def _as_line(number: int, seen: CardPass, book: CodeBook | None) -> str:
    named = book.identify(seen.code) if book and seen.code else None
    notes = [
        f"frames {seen.first_frame} to {seen.last_frame}",
        f"{seen.votes} votes" if seen.votes else "",
        "together" if seen.together else "",
        "from outside" if seen.outside else "",
        seen.reason.value.replace("_", " ") if seen.reason else "",
    ]
    card = "" if named is None or seen.kind.value == "cut" else f" {named}"
    return f"{number:4} {seen.kind.value:8} {seen.code or '-':10}{card}  " + ", ".join(
        note for note in notes if note
    )


def _print_stills(paths: tuple[Path, ...], any_code: bool, as_json: bool) -> None:
    """All pictures that can be read; those that cannot are named at the end."""
    from vision.frame import SourceError
    from vision.stills import StillsReader, still_files

    reader = StillsReader(any_code)
    troubles: list[str] = []
    for path in paths:
        try:
            files = still_files(path)
        except SourceError as error:
            troubles.append(str(error))
            continue
        for file in files:
            try:
                found = reader.read(file)
            except SourceError as error:
                troubles.append(str(error))
                continue
            _print_still(file, found, as_json)
    if troubles:
        raise click.UsageError("; ".join(troubles))


def _print_still(file: Path, found: tuple[StillCode, ...], as_json: bool) -> None:
    if as_json:
        codes = [{"symbology": code.symbology, "text": code.text} for code in found]
        click.echo(json.dumps({"file": str(file), "codes": codes}))
        return
    texts = ", ".join(f"{code.symbology} {_printable(code.text)}" for code in found)
    click.echo(f"{file}: {texts or 'no code'}")


def _printable(text: str) -> str:
    """A code's text for a terminal: control characters, as GS1 has them, written out."""
    return "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in text)
