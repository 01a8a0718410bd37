"""Shell: `shoe replay`: a script of inputs through the real procedure, journal and dialect."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from firmware.appliance.scripted import ScriptedShoe, check_deck, host_input
from firmware.drivers.journal import JournalError
from firmware.feed.dialects import Dialect, dialect
from firmware.feed.line import shortened
from firmware.feed.message import Audience, Message
from firmware.settings import SettingsError
from firmware.shoe import script
from firmware.shoe.state import House
from firmware.tables import load_profile


def check(file: str, lines: tuple[script.Line, ...], decks: int) -> None:
    """Before anything is played: all that can be wrong whatever happens. Raises UsageError."""
    for line in lines:
        for word in line.words:
            try:
                check_deck(word, decks)
                if isinstance(word, script.Host):
                    host_input(word.line, 0)
            except ValueError as error:
                raise click.UsageError(f"{file}, line {line.number}: {error}") from error


@contextmanager
def output(port: str) -> Iterator[object]:
    """Where the bytes go: standard output, or the device named."""
    if not port:
        yield sys.stdout.buffer
        return
    import serial

    try:
        device = serial.serial_for_url(port, write_timeout=5)
    except (serial.SerialException, ValueError) as error:
        raise click.ClickException(f"{port} can't be opened ({error}); check the name") from error
    try:
        with device:
            yield device
    except serial.SerialException as error:
        raise click.ClickException(f"{port} takes nothing more ({error})") from error


@click.command()
@click.argument("file", metavar="FILE")
@click.option(
    "--table",
    "profile",
    default="live8",
    show_default=True,
    help="The table profile: a stock one's name or a file.",
)
@click.option(
    "--set",
    "fields",
    multiple=True,
    metavar="FIELD=VALUE",
    help="Change a field of the profile for this run.",
)
@click.option(
    "--audience",
    type=click.Choice([each.value for each in Audience]),
    default=Audience.TABLE.value,
    show_default=True,
    help="Who reads the port: table sees every card as it is drawn.",
)
@click.option("--dialect", "name", default="line", show_default=True, help="What the port speaks.")
@click.option(
    "--port", default="", metavar="DEV", help="Send to this serial device instead of printing."
)
@click.option(
    "--prompts",
    is_flag=True,
    help="Also STATE, PROMPT (menu, what CONFIRM means) and FAULT, as the local socket tells them.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each line of the feed.")
def replay(
    file: str,
    profile: str,
    fields: tuple[str, ...],
    audience: str,
    name: str,
    port: str,
    prompts: bool,
    as_json: bool,
) -> None:
    """Play the script FILE (- for standard input) through the real procedure, in virtual time.

    Prints what leaves a port; the journal it keeps is thrown away. One input a line; a comment
    begins with # at the line's start or after a space:

    \b
      open [set=A]            the set is loaded
      card 8S                 the next copy not yet seen passes out of the shoe
      card 8S#3               deck 3's copy
      card 8S outside         slid again from outside
      together 8S 4D          pulled out together, top first
      unread, unknown, foreign, reversed, peek, cut
      press confirm|undo|burn|free|call
      hold void|shoe          held down
      key on|off              the supervisor's key
      type 8S                 the supervisor types a card
      pin ID [wrong]          a supervisor names himself
      host ?1 LOCK            a host's line, without CRC
      link off|on             the host is gone, is back
      camera off|on, disk full|ok
      wait 5s                 time passes (ms, s, m)
      power                   power cut and restart

    `shoe replay FILE --prompts | shoe watch -` tells it in words. Scripts to begin with are in
    tests/scenarios; options that one is meant for stand in its `# replay:` line.
    """
    from firmware.baccarat.profile import with_fields

    try:
        table = with_fields(load_profile(profile), fields)
        spoken = dialect(name)
    except SettingsError as error:
        raise click.UsageError(str(error)) from error
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    try:
        lines = script.parse_script(read(file))
    except script.ScriptError as error:
        raise click.UsageError(f"{file}, {error}") from error
    check(file, lines, table.decks)
    with TemporaryDirectory(prefix="shoe-replay-", dir=scratch()) as folder, output(port) as out:
        shoe = ScriptedShoe(House(table), Path(folder))
        reader = Audience(audience)

        def tell() -> None:
            for numbered in shoe.lines(reader):
                send(out, numbered.seq, numbered.message, spoken, as_json)
            for message in shoe.moment(reader) if prompts else ():
                send(out, 0, message, spoken, as_json)

        try:
            tell()
            for line in lines:
                try:
                    for word in line.words:
                        shoe.play(word)
                except (ValueError, JournalError) as error:
                    raise click.UsageError(f"{file}, line {line.number}: {error}") from error
                tell()
        finally:
            shoe.close()


def read(file: str) -> str:
    """The script's text."""
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text("utf-8")
    except OSError as error:
        raise click.UsageError(f"{file} can't be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise click.UsageError(f"{file} is not UTF-8 text") from error


def scratch() -> str | None:
    """Memory where there is some: a journal that is thrown away needs no disk."""
    shared = Path("/dev/shm")
    return str(shared) if shared.is_dir() else None


def send(out: object, seq: int, message: Message, spoken: Dialect, as_json: bool) -> None:
    """One line of the feed, in its dialect or as JSON."""
    if as_json:
        fields = {"seq": seq, "kind": message.kind, **dict(message.fields)}
        data = (json.dumps(fields, ensure_ascii=False) + "\n").encode()
    else:
        data = spoken.encode(seq, message if seq else shortened(message))
    write = out.write  # type: ignore[attr-defined]
    write(data)
