"""Shell: `shoe journal`: checks, shows, exports and copies what a shoe has recorded.

Owns the words and forms of output. Refuses to write into a journal.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from firmware.drivers.journal import JournalReader
    from firmware.shoe.chronicle import ShoeTold


def _usual(_: click.Context, __: click.Parameter, given: Path | None) -> Path:
    """The file that was named, or the one that a shoe without a configuration writes."""
    from firmware.config import JournalSection

    return given or Path(JournalSection().path)


PATH = click.Path(path_type=Path, dir_okay=False)
FILE = click.argument("file", type=PATH, required=False, callback=_usual)
SHOE = click.option("--shoe", "number", type=int, help="Only the shoe of this number.")
JSON = click.option("--json", "as_json", is_flag=True, help="JSON on standard output.")


@click.group()
def journal() -> None:
    """Check, show, export or copy a journal, also of a shoe that is running.

    FILE is the journal; without it, the one that `shoe run` writes here without a configuration.
    """


@journal.command()
@FILE
@click.option("--anchor", "noted", multiple=True, help="EV:HASH noted elsewhere (a certificate).")
@click.option(
    "--evidence",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Compare the pictures in this folder with their recorded hashes, too.",
)
@JSON
def verify(file: Path, noted: tuple[str, ...], evidence: Path | None, as_json: bool) -> None:
    """Walk the whole chain of FILE and name every edit; exit 1 if there is any."""
    from firmware.drivers.journal_verify import verify as walk

    anchors = tuple(_anchor(text) for text in noted)
    with _plain():
        report = walk(file, anchors)
    findings = [(one.edit.value, one.ev, one.text) for one in report.findings]
    if evidence is not None and not any(edit == "structure" for edit, _, _ in findings):
        with _reader(file) as reader:
            findings += _pictures(reader, evidence)
    if as_json:
        rows = [{"edit": edit, "ev": ev, "text": text} for edit, ev, text in findings]
        whole = {"ok": not rows, "events": report.events, "head": report.head, "findings": rows}
        click.echo(json.dumps(whole))
    else:
        for _, _, text in findings:
            click.echo(f"{file}: {text}")
    if findings:
        raise click.exceptions.Exit(1)
    if not as_json:
        click.echo(f"{file}: {report.events} events, unchanged; hash at the last {report.head}")


@journal.command()
@FILE
@SHOE
@click.option("--coup", type=int, help="One coup of that shoe, card by card with its pictures.")
@click.option("--certificate", is_flag=True, help="The shoe's account of every card of its set.")
@JSON
def show(
    file: Path, number: int | None, coup: int | None, certificate: bool, as_json: bool
) -> None:
    """List the shoes of FILE, or the coups of one, one coup's cards, or a shoe's certificate."""
    from firmware.reports import journal_tables as tables

    if number is None and (coup is not None or certificate):
        raise click.UsageError("name the shoe with --shoe N")
    with _reader(file) as reader:
        told = list(tables.shoes(reader, number))
        if number is not None and not told:
            raise click.UsageError(f"{file}: there is no shoe {number}; `show {file}` lists them")
        if certificate:
            # A number that was given twice, the memory of shoes once lost: the latest is meant.
            _certificate(reader, told[-1], as_json)
        elif number is None:
            _table([tables.shoe_row(one) for one in told], as_json)
        elif coup is None:
            rows = [tables.coup_row(one, each) for one in told for each in one.coups]
            _table(rows, as_json, hidden=("shoe", "pictures", "first_ev", "last_ev"))
        else:
            rows = [row for one in told for row in tables.card_rows(one) if row["coup"] == coup]
            if not rows:
                raise click.UsageError(f"shoe {number} has no finished coup {coup}")
            _table(rows, as_json, hidden=("shoe", "coup"))


ASKED_FOR = {
    "lamp": "contrast has fallen: clean the lamp or give it more current",
    "window": "fewer frames read at the same contrast: clean the window",
}


@journal.command()
@FILE
@JSON
def margins(file: Path, as_json: bool) -> None:
    """Show how safely cards were read in each shoe, and what will fail before it does.

    A dirty window, a failing lamp and worn cards are seen here while every card still reads.
    Margins are recorded with the pictures: not where [evidence] shoes is 0.
    """
    from firmware.reports.journal_margins import margins as all_of

    with _reader(file) as reader:
        found = all_of(reader)
    rows = [
        {
            "shoe": number,
            "set": set_id,
            "cards": shoe.passes,
            "frames_read": round(shoe.hit_rate, 3),
            "contrast": round(shoe.contrast, 1),
            "lowest_votes": shoe.lowest_votes,
        }
        for number, set_id, shoe in found.shoes
    ]
    advice = [one.value for one in found.advice]
    if as_json:
        click.echo(json.dumps({"shoes": rows, "advice": advice, "worn": found.worn}))
        return
    _table(rows, as_json=False)
    for word in advice:
        click.echo(ASKED_FOR[word])
    if found.worn:
        click.echo(f"worn, to be exchanged: {', '.join(found.worn)}")


@journal.command()
@FILE
@click.option(
    "--what",
    type=click.Choice(["coups", "cards", "events", "lines"]),
    default="coups",
    show_default=True,
    help="Finished coups, their cards with pictures, raw events, or the feed's lines.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["csv", "json"]),
    default="csv",
    show_default=True,
    help="json: one object a line.",
)
@click.option("--json", "form", flag_value="json", help="The same as --format json.")
@SHOE
@click.option("--out", type=PATH, help="A new file.")
def export(file: Path, what: str, form: str, number: int | None, out: Path | None) -> None:
    """Write FILE's coups, cards, events or lines as CSV or JSON, to standard output or a file."""
    from firmware.reports import journal_tables as tables

    rows = {
        "coups": tables.coups,
        "cards": tables.cards,
        "events": tables.events,
        "lines": tables.lines,
    }[what]
    with _reader(file) as reader:
        if number is not None and not any(tables.shoes(reader, number)):
            raise click.UsageError(f"{file}: there is no shoe {number}; `show {file}` lists them")
    with _reader(file) as reader, _opened(out) as stream:
        if form == "csv":
            _csv(rows(reader, number), stream)
        else:
            for row in rows(reader, number):
                stream.write(json.dumps(row, ensure_ascii=False) + "\n")


@journal.command()
@click.argument("file", type=PATH)
@click.argument("to", type=PATH)
def backup(file: Path, to: Path) -> None:
    """Copy FILE, also while the shoe runs, to the new file TO, and check the copy."""
    from firmware.drivers.journal_copy import backup as copy

    with _plain():
        report = copy(file, to)
    for finding in report.findings:
        click.echo(f"{to}: {finding.text}")
    if report.findings:
        raise click.ClickException(f"{to} is a true copy of a journal that was edited or damaged")
    click.echo(f"{to}: {report.events} events, unchanged; hash at the last {report.head}")


def _certificate(reader: JournalReader, told: ShoeTold, as_json: bool) -> None:
    """The account, and the hash that anchors it: `shoe journal verify --anchor EV:HASH`."""
    from firmware.reports.journal_tables import shoes, utc
    from firmware.shoe.account import account, certificate

    before = [
        one.shoe
        for one in shoes(reader, None)
        if one.shoe.set_id == told.shoe.set_id and one.first_ev < told.first_ev
    ]
    found = account(told.shoe, before[-1] if before else None)
    chain = reader.hash_of(told.last_ev)
    closed = None if told.closed_ms is None else utc(told.closed_ms)
    if as_json:
        whole = {
            "shoe": found.shoe,
            "set": found.set_id,
            "profile": found.profile,
            "decks": found.decks,
            "opened": utc(told.opened_ms),
            "closed": closed,
            "coups": found.coups,
            "cards": {fate.value: count for fate, count in found.fates()},
            "in_shoe": found.in_shoe,
            "doubles": len(found.doubles),
            "strange": len(found.strange),
            "spares": len(found.spares),
            "longest_run": found.longest_run,
            "repeated_run": found.repeated_run,
            "shuffled": found.shuffled,
            "balanced": found.balanced,
            "first_ev": told.first_ev,
            "last_ev": told.last_ev,
            "hash": chain,
            "text": list(certificate(found)),
        }
        click.echo(json.dumps(whole, ensure_ascii=False))
        return
    click.echo(f"Opened {utc(told.opened_ms)}, {f'closed {closed}' if closed else 'still open'}")
    for line in certificate(found):
        click.echo(line)
    click.echo(f"Events {told.first_ev} to {told.last_ev}; anchor {told.last_ev}:{chain}")


def _anchor(text: str) -> tuple[int, str]:
    number, colon, noted = text.partition(":")
    if not (colon and number.isascii() and number.isdecimal() and len(noted) == 64):
        raise click.UsageError(f"--anchor {text}: write EV:HASH, the hash with 64 digits")
    return int(number), noted


@contextmanager
def _plain() -> Iterator[None]:
    """A journal that can't be used is one line; a failed check exit 1, a wrong name exit 2."""
    from firmware.drivers.journal import JournalError, Trouble
    from firmware.shoe.records import RecordError

    try:
        yield
    except JournalError as error:
        if error.trouble in (Trouble.DAMAGED, Trouble.FULL, Trouble.IO):
            raise click.ClickException(str(error)) from error
        raise click.UsageError(str(error)) from error
    except RecordError as error:
        raise click.ClickException(str(error)) from error


@contextmanager
def _reader(file: Path) -> Iterator[JournalReader]:
    from firmware.drivers.journal import JournalReader

    with _plain(), JournalReader.open(file) as reader:
        yield reader


def _pictures(reader: JournalReader, folder: Path) -> Iterator[tuple[str, int, str]]:
    """Recorded pictures that are not there any more, or not what they were."""
    import hashlib

    from firmware.shoe.events import EvidenceKept, from_record

    for one in reader.events(kinds=(EvidenceKept.__name__,)):
        kept = from_record(one.kind, one.body)
        assert isinstance(kept, EvidenceKept)
        if not kept.sha256:
            continue
        picture = folder / kept.evidence
        if not picture.is_file():
            # Whole shoes are forgotten by age; a picture missing from a kept shoe was removed.
            if picture.parent.is_dir():
                yield "evidence", one.ev, f"picture {kept.evidence} was removed"
        elif hashlib.sha256(picture.read_bytes()).hexdigest() != kept.sha256:
            yield "evidence", one.ev, f"picture {kept.evidence} was changed"


@contextmanager
def _opened(out: Path | None) -> Iterator[IO[str]]:
    if out is None:
        yield sys.stdout
        return
    try:
        with out.open("x", encoding="utf-8", newline="") as stream:
            yield stream
    except FileExistsError as error:
        raise click.UsageError(f"{out} is there already; name a new file") from error
    except OSError as error:
        raise click.UsageError(f"{out}: {error.strerror}") from error


def _csv(rows: Iterable[dict[str, Any]], stream: IO[str]) -> None:
    """Columns in the order in which they first come; lines of the feed have keys of their own."""
    import csv

    kept = list(rows)
    columns = list(dict.fromkeys(key for row in kept for key in row))
    writer = csv.DictWriter(stream, columns, restval="", lineterminator="\n")
    if columns:
        writer.writeheader()
    writer.writerows(kept)


def _table(rows: list[dict[str, Any]], as_json: bool, hidden: tuple[str, ...] = ()) -> None:
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False))
        return
    from rich.console import Console
    from rich.table import Table

    if not rows:
        click.echo("nothing recorded")
        return
    columns = [key for key in rows[0] if key not in hidden]
    table = Table(*columns, box=None)
    for row in rows:
        table.add_row(*(str(row[key]) for key in columns))
    width = None if sys.stdout.isatty() else 200
    Console(width=width, highlight=False, markup=False).print(table)
