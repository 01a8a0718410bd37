"""Shell: `shoe replay`: a script of inputs through the real procedure, journal and dialect."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from firmware.appliance.daemon import Daemon
from firmware.appliance.restore import power_restored, restore
from firmware.codes.physical import PhysicalCard
from firmware.drivers.clock import VirtualClock
from firmware.drivers.journal import Committed, Entry, Journal, JournalError, Trouble
from firmware.feed.dialects import Dialect, dialect
from firmware.feed.host import HostError, command
from firmware.feed.line import BadLine, Direction, parse
from firmware.feed.message import Audience
from firmware.feed.numbered import Numbered
from firmware.settings import SettingsError
from firmware.shoe import inputs as i
from firmware.shoe import script
from firmware.shoe.state import House
from firmware.tables import load_profile

START_MS = 1_767_225_600_000
"""2026-01-01T00:00:00Z: every replay begins there, so that its output is always the same."""
STEP_NS = 1_000_000_000
"""A `wait` passes in steps of this: the procedure's Tick comes at least as often."""


class FillableJournal(Journal):
    """The real journal on a disk that a script can declare full: nothing is recorded then."""

    full = False

    def append(self, entries: list[Entry], t_ms: int) -> tuple[Committed, ...]:  # type: ignore[override]
        """As the journal does, or as it does on a full disk."""
        if self.full:
            raise JournalError(Trouble.FULL, self.path, "the disk is full; nothing was recorded")
        return super().append(entries, t_ms)


class Player:
    """A shoe worked by a script: the daemon's own loop body, a virtual clock, a real journal."""

    def __init__(self, house: House, folder: Path) -> None:
        self._house = house
        self._path = folder / "replay.journal"
        self._clock = VirtualClock(0, START_MS)
        self._full = False
        self._journal = FillableJournal.open(self._path)
        self._daemon = Daemon(self._journal, self._clock, restore(self._journal.reader, house))

    def play(self, word: script.Word) -> None:
        """Hand one input in. Raises ValueError where it can't be one, with what to do."""
        t_ns = self._clock.now_ns()
        match word:
            case script.Open():
                self._daemon.take(i.ShoeLoaded(t_ns, word.set_id))
            case script.Pass():
                self._daemon.take(self._passage(word, t_ns))
            case script.Press(held=False):
                self._daemon.take(i.ButtonPressed(t_ns, word.button))
            case script.Press():
                self._daemon.take(i.ButtonHeld(t_ns, word.button))
            case script.Key():
                self._daemon.take(i.KeyTurned(t_ns, word.on))
            case script.Pin():
                self._daemon.take(i.PinEntered(t_ns, word.who, word.right))
            case script.Type():
                self._daemon.take(i.CardTyped(t_ns, word.card))
            case script.Host():
                self._host(word.line, t_ns)
            case script.Camera():
                self._daemon.take(i.CameraBack(t_ns) if word.on else i.CameraLost(t_ns, "script"))
            case script.Link():
                self._daemon.take(i.HostBack(t_ns, "host") if word.on else i.HostGone(t_ns, "host"))
            case script.Disk():
                self._disk(word.full, t_ns)
            case script.Wait():
                self._wait(word.ns)
            case script.Power():
                self._power()

    def lines(self, audience: Audience, after: int) -> tuple[Numbered, ...]:
        """What the audience's port has to send behind line `after`."""
        found: list[Numbered] = []
        while more := self._journal.reader.lines(audience, after, 500):
            found.extend(more)
            after = more[-1].seq
        return tuple(found)

    def close(self) -> None:
        """Let go of the journal."""
        self._journal.close()

    def _passage(self, word: script.Pass, t_ns: int) -> i.PassSeen:
        card = None
        if word.card is not None:
            state = self._daemon.state
            decks = state.profile.decks
            check_deck(word, decks)
            card = (
                PhysicalCard(word.card, word.deck)
                if word.deck is not None
                else script.copy_of(state, word.card, word.outside)
            )
            if card is None:
                raise ValueError(
                    f"all {decks} copies of {word.card} are out; name one, like {word.card}#1"
                )
        return i.PassSeen(t_ns, word.sight, card, word.outside, word.together)

    def _host(self, line: str, t_ns: int) -> None:
        given = host_input(line, t_ns)
        if given is not None:
            self._daemon.take(given)

    def _disk(self, full: bool, t_ns: int) -> None:
        self._full = full
        self._journal.full = full
        if not full:
            self._daemon.take(i.Tick(t_ns))

    def _wait(self, ns: int) -> None:
        while ns > 0:
            step = min(ns, STEP_NS)
            self._clock.advance(step)
            self._daemon.take(i.Tick(self._clock.now_ns()))
            ns -= step

    def _power(self) -> None:
        self._journal.close()
        self._journal = FillableJournal.open(self._path)
        self._journal.full = self._full
        reader = self._journal.reader
        self._daemon = Daemon(self._journal, self._clock, restore(reader, self._house))
        self._daemon.take(power_restored(reader, self._clock.now_ns(), self._clock.wall_ms()))


def host_input(line: str, t_ns: int) -> i.Input | None:
    """What a host's line asks the procedure for, None where a port answers it by itself.

    Raises ValueError with what is wrong.
    """
    try:
        message = parse(line, Direction.TO_SHOE).message
    except BadLine as error:
        raise ValueError(str(error)) from error
    match command(message, t_ns):
        case HostError(code="unknown"):
            raise ValueError(f"{message.kind} is no command of the feed")
        case HostError():
            raise ValueError(f"{line!r}: a value is missing or wrong")
        case given if not isinstance(given, i.Input):
            # Snapshots and acknowledgements are a port's own; a one-way port has none.
            return None
        case given:
            return given


def check_deck(word: script.Word, decks: int) -> None:
    """Raise ValueError for a copy that the set has not."""
    if isinstance(word, script.Pass) and word.deck is not None and word.deck > decks:
        raise ValueError(f"deck {word.deck}: the set has {decks}")


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
    with device:
        yield device


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
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each line of the feed.")
def replay(
    file: str,
    profile: str,
    fields: tuple[str, ...],
    audience: str,
    name: str,
    port: str,
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
        player = Player(House(table), Path(folder))
        try:
            sent = 0
            for line in lines:
                try:
                    for word in line.words:
                        player.play(word)
                except (ValueError, JournalError) as error:
                    raise click.UsageError(f"{file}, line {line.number}: {error}") from error
                for numbered in player.lines(Audience(audience), sent):
                    send(out, numbered, spoken, as_json)
                    sent = numbered.seq
        finally:
            player.close()


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


def send(out: object, numbered: Numbered, spoken: Dialect, as_json: bool) -> None:
    """One line of the feed, in its dialect or as JSON."""
    if as_json:
        message = numbered.message
        fields = {"seq": numbered.seq, "kind": message.kind, **dict(message.fields)}
        data = (json.dumps(fields, ensure_ascii=False) + "\n").encode()
    else:
        data = spoken.encode(numbered.seq, numbered.message)
    write = out.write  # type: ignore[attr-defined]
    write(data)
