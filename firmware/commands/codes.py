"""Shell: `shoe codes`: makes, prints, imports and checks the codes of a set of cards."""

from __future__ import annotations

import csv
import json
import os
import random
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from firmware.codes.book import BookError, CodeBook, make_book, read_book, stem, write_book
from firmware.codes.houses import Columns, import_book
from firmware.codes.risks import LISTED, Examination, Weight, examine
from firmware.codes.sets import Double, doubles, name_refusal
from vision.symbologies import Symbology

if TYPE_CHECKING:
    from rich.console import Console

COLOURS = {Weight.FAULT: "red", Weight.RISK: "yellow", Weight.NOTE: "green"}
BOOK = click.Path(dir_okay=False, path_type=Path)


@click.group()
def codes() -> None:
    """Make, print, import and check the codes on a set of cards.

    A set's code book is a CSV file with the columns code, card and deck; its name is the set's.
    """


@codes.command()
@click.option("--decks", type=click.IntRange(1, 16), default=8, show_default=True)
@click.option("--out", type=BOOK, help="The new book, like sets/A.csv; without it: printed.")
@click.option("--apart", type=BOOK, multiple=True, help="Keep the distance from this book too.")
@click.option("--seed", type=int, help="Make the same book again: for tests, never for play.")
@click.option("--force", is_flag=True, help="Replace a book that is there.")
@click.option("--json", "as_json", is_flag=True, help="Print what was made as JSON.")
def make(
    decks: int,
    out: Path | None,
    apart: tuple[Path, ...],
    seed: int | None,
    force: bool,
    as_json: bool,
) -> None:
    """Make a new set's code book: every card and the cut card an opaque code of its own."""
    others = [load(path) for path in apart]
    draw: Callable[[int], int] = secrets.randbelow
    if seed is not None:
        draw = random.Random(seed).randrange
    set_id = set_of(out) if out else "new"
    book = make_book(decks, set_id, draw, others)
    if out is None:
        if as_json:
            raise click.UsageError("--json says what was written: name the file with --out")
        click.echo(write_book(book), nl=False)
        return
    save(book, out, force)
    if as_json:
        made = {"set": set_id, "decks": decks, "codes": len(book.valid), "out": str(out)}
        click.echo(json.dumps(made))
    else:
        click.echo(f"{out}: set {set_id}, {decks} decks, {len(book.valid)} codes with the cut card")


@codes.command()
@click.argument("book_path", metavar="BOOK", type=BOOK)
@click.option("--out", type=BOOK, help="The PDF; by default beside the book.")
@click.option(
    "--kind",
    type=click.Choice(["labels", "corners", "cards"]),
    default="labels",
    show_default=True,
    help="Codes alone, a card's long edge with its corner, or whole cards.",
)
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option(
    "--module",
    "module_mm",
    type=click.FloatRange(0.2, 1.0),
    default=0.5,
    show_default=True,
    help="Width of the narrowest bar in mm; the camera needs 3 pixels for it.",
)
@click.option(
    "--narrower",
    "narrower_mm",
    type=click.FloatRange(0, 0.5),
    default=0.0,
    help="Print every bar this much narrower (mm), for ink that spreads.",
)
@click.option("--json", "as_json", is_flag=True, help="Print what was made as JSON.")
def sheet(
    book_path: Path,
    out: Path | None,
    kind: str,
    paper: str,
    module_mm: float,
    narrower_mm: float,
    as_json: bool,
) -> None:
    """Print BOOK's codes as a PDF in true size: check its 100 mm rule after printing."""
    from firmware.reports.sheets import Kind, Paper, Printing, SheetError, draw_sheets

    book = load(book_path)
    path = out or book_path.with_suffix(".pdf")
    printing = Printing(Kind(kind), Paper(paper), module_mm, narrower_mm)
    try:
        made = draw_sheets(book, path, printing)
    except SheetError as error:
        raise click.UsageError(str(error)) from error
    except OSError as error:
        raise click.UsageError(f"{path}: {error.strerror}; name another file with --out") from error
    if as_json:
        said = {"set": book.set_id, "pages": made.pages, "pieces": made.pieces, "out": str(path)}
        click.echo(json.dumps(said))
    else:
        click.echo(f"{path}: {made.pieces} {kind} on {made.pages} pages; print at 100 %")


@codes.command("import")
@click.argument("table", type=BOOK)
@click.option("--out", type=BOOK, help="The new book, like sets/A.csv; without it: printed.")
@click.option(
    "--symbology",
    type=click.Choice([symbology.value for symbology in Symbology]),
    default="code128",
    show_default=True,
    help="In which bars the cards carry their codes.",
)
@click.option("--code", "code_column", help="The column with the codes.")
@click.option("--card", "card_column", help="The column with the cards.")
@click.option("--deck", "deck_column", help="The column with the decks; none: copies count.")
@click.option("--force", is_flag=True, help="Replace a book that is there.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print what was taken, and its risks, as JSON."
)
def import_(
    table: Path,
    out: Path | None,
    symbology: str,
    code_column: str | None,
    card_column: str | None,
    deck_column: str | None,
    force: bool,
    as_json: bool,
) -> None:
    """Take a house's own codes from the CSV file TABLE; says what is risky about them."""
    if as_json and out is None:
        raise click.UsageError("--json says what was written: name the file with --out")
    set_id = set_of(out) if out else stem(table.name)
    columns = Columns(code_column, card_column, deck_column)
    try:
        book = import_book(text_of(table), str(table), set_id, Symbology(symbology), columns)
    except BookError as error:
        raise click.UsageError(str(error)) from error
    risks = [one for one in examine(book).findings if one.weight is not Weight.NOTE]
    if out is not None:
        save(book, out, force)
    if as_json:
        taken = {"set": set_id, "decks": book.decks, "codes": len(book.valid), "out": str(out)}
        found = [{"weight": one.weight.value, "text": one.text} for one in risks]
        click.echo(json.dumps(taken | {"findings": found}))
        return
    if out is None:
        click.echo(write_book(book), nl=False)
    else:
        click.echo(f"{out}: set {set_id}, {book.decks} decks, {len(book.valid)} codes")
    for finding in risks:
        click.echo(f"{finding.weight.value}: {finding.text}", err=True)


@codes.command()
@click.argument("books", metavar="BOOK...", nargs=-1, required=True, type=BOOK)
@click.option("--strict", is_flag=True, help="A risk fails the check too.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def check(books: tuple[Path, ...], strict: bool, as_json: bool) -> None:
    """Check code books: distances, splices, symbology; several: codes that two sets share."""
    broken: list[BookError] = []
    found: list[CodeBook] = []
    for path in books:
        try:
            found.append(read_book(text_of(path), str(path)))
        except BookError as error:
            broken.append(error)
    shared = doubles(tuple(found))
    examined = [examine(book) for book in found]
    failing = {Weight.FAULT, Weight.RISK} if strict else {Weight.FAULT}
    good = not (broken or shared) and not any(
        finding.weight in failing for one in examined for finding in one.findings
    )
    if as_json:
        click.echo(json.dumps(as_value(good, examined, shared, broken)))
    else:
        show(examined, shared, broken)
    if not good:
        raise click.ClickException("the check failed; what to mend is said above")


def set_of(path: Path) -> str:
    """The set that a book's file name names; one line and exit 2 where it can't."""
    set_id = stem(path.name)
    if why := name_refusal(set_id):
        raise click.UsageError(why)
    return set_id


def load(path: Path) -> CodeBook:
    """The book in a file; one line and exit 2 where it is none."""
    try:
        return read_book(text_of(path), str(path))
    except BookError as error:
        raise click.UsageError(str(error)) from error


def text_of(path: Path) -> str:
    """A file's text; one line and exit 2 where there is none, or it is no CSV at all."""
    try:
        text = path.read_text(encoding="utf-8-sig")
        list(csv.reader(text.splitlines()))
    except OSError as error:
        raise click.UsageError(f"{path}: {error.strerror}; name a CSV file") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise click.UsageError(f"{path}: no CSV in UTF-8; save it as such") from error
    return text


def save(book: CodeBook, path: Path, force: bool) -> None:
    """Write a book whole or not at all; what is there stays unless `force`."""
    if path.exists() and path.stat().st_size and not force:
        raise click.UsageError(f"{path} is there already; another name, or --force to replace it")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(path.name + ".new")
        with draft.open("w", encoding="utf-8", newline="") as file:
            file.write(write_book(book))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        raise click.UsageError(f"{path}: {error.strerror}; choose another place") from error


def say_mistakes(error: BookError) -> None:
    """Every mistake on a line of its own, on standard error."""
    for mistake in error.mistakes:
        click.echo(f"{error.source}, line {mistake.line}: {mistake.text}", err=True)


def as_value(
    good: bool,
    examined: list[Examination],
    shared: tuple[Double, ...],
    broken: list[BookError],
) -> dict[str, Any]:
    """The check as one JSON value."""
    return {
        "ok": good,
        "books": [
            {
                "set": one.set_id,
                "codes": one.codes,
                "decks": one.decks,
                "symbology": one.symbology.value,
                "least_distance": one.distances.least,
                "distances": {str(apart): pairs for apart, pairs in one.distances.histogram},
                "splices": one.splices.passing,
                "findings": [
                    {"weight": finding.weight.value, "text": finding.text}
                    for finding in one.findings
                ],
            }
            for one in examined
        ],
        "doubles": [
            {"code": double.code, "sets": [double.first_set, double.second_set]}
            for double in shared
        ],
        "mistakes": [
            {"file": error.source, "line": mistake.line, "text": mistake.text}
            for error in broken
            for mistake in error.mistakes
        ],
    }


def show(examined: list[Examination], shared: tuple[Double, ...], broken: list[BookError]) -> None:
    """The check for people: a table a book, then what concerns several."""
    from rich.console import Console

    console = Console(highlight=False, markup=False)
    for one in examined:
        show_book(console, one)
    for double in shared[:LISTED]:
        sets = f"{double.first_set} and {double.second_set}"
        console.print("fault", style="red", end=" ")
        console.print(f"code {double.code} is in sets {sets}")
    if len(shared) > LISTED:
        console.print(f"and {len(shared) - LISTED} more codes in two sets")
    sys.stdout.flush()
    for error in broken:
        say_mistakes(error)


def show_book(console: Console, one: Examination) -> None:
    """One book's figures and findings."""
    from rich.table import Table
    from rich.text import Text

    title = f"Set {one.set_id}: {one.codes} codes, {one.decks} decks, {one.symbology.value}"
    # Texts hold codes and names as they come: nothing in them is markup.
    table = Table(title=Text(title), title_justify="left", show_header=False)
    pairs = ", ".join(f"{apart}: {pairs}" for apart, pairs in one.distances.histogram)
    table.add_row("pairs by symbols that differ", pairs or "-")
    table.add_row("splices that name a third card", str(one.splices.passing))
    for finding in one.findings:
        table.add_row(Text(finding.weight.value, COLOURS[finding.weight]), Text(finding.text))
    console.print(table)
