"""Shell: `shoe watch`: a client of the feed that checks what it reads and shows it.

Owns the four kinds of source and the printing. Refuses to know the shoe's inside: it sees what a
table controller sees.
"""

from __future__ import annotations

import json
import signal
import stat
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from firmware.feed.line import Defect, Line
    from firmware.feed.message import Message
    from firmware.feed.order import Changed, Missed

_AT_ONCE = 65536


@click.command()
@click.argument("port")
@click.option("--dialect", "name", default="line", show_default=True, help="What the port speaks.")
@click.option("--baud", default=115_200, show_default=True, help="Rate of a serial device.")
@click.option(
    "--from",
    "begin",
    default="next",
    show_default=True,
    help="Where to begin on a local socket: a line's number, or `next`.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object per message.")
def watch(port: str, name: str, baud: int, begin: str, as_json: bool) -> None:
    """Show what leaves a shoe: PORT is a serial device, a local socket, a file, or `-`.

    Checks every line's sum and that none is missing; what is wrong goes to standard error. Ends
    with the file, or with Ctrl-C; exit 1 if anything was wrong.
    """
    from firmware.feed.dialects import dialect
    from firmware.feed.line import Line
    from firmware.feed.order import OrderCheck

    try:
        reader = dialect(name).reader()
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    order = OrderCheck()
    lines = repeated = wrong = 0
    # A stopped service ends like Ctrl-C: with its summary.
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        for data in _chunks(port, baud, begin):
            for one in reader.feed(data) if data else reader.end():
                fault: Defect | Missed | Changed | None
                if isinstance(one, Line):
                    new, fault = order.take(one.seq, one.message)
                    lines += 1
                    repeated += not new
                    if new:
                        _show(one, as_json)
                    if one.message.kind == "ERR":
                        code = one.message.get("code")
                        raise click.ClickException(f"the shoe refuses to begin at {begin}: {code}")
                else:
                    fault = one
                if fault is not None:
                    wrong += 1
                    click.echo(f"shoe: {_said(fault)}", err=True)
    except KeyboardInterrupt:
        pass  # the ordinary end of watching something that has none
    finally:
        signal.signal(signal.SIGTERM, before)
    summary = f"{lines} lines, {repeated} repeated, {wrong} faults"
    if wrong:
        raise click.ClickException(summary)
    if not as_json:
        click.echo(summary, err=True)


def _show(line: Line, as_json: bool) -> None:
    from firmware.feed.spoken import spoken

    if as_json:
        click.echo(json.dumps(_object(line), ensure_ascii=False))
    elif line.message.kind != "PING":
        number = f"#{line.seq}" if line.seq else ""
        click.echo(f"{_clock(line.message):8} {number:>7}  {spoken(line.message)}")


def _object(line: Line) -> dict[str, Any]:
    """The message as one flat object: its number, its kind, its keys as text."""
    return {"seq": line.seq, "kind": line.message.kind, **dict(line.message.fields)}


def _clock(message: Message) -> str:
    """The local time of day that the line carries."""
    t_ms = message.get("t")
    if not (t_ms.isascii() and t_ms.isdecimal() and len(t_ms) < 15):
        return ""
    return datetime.fromtimestamp(int(t_ms) / 1000, UTC).astimezone().strftime("%H:%M:%S")


def _said(fault: Defect | Missed | Changed) -> str:
    from firmware.feed.line import Defect
    from firmware.feed.order import Missed

    match fault:
        case Defect():
            shown = fault.raw[:60].decode("ascii", "backslashreplace")
            return f"not a line ({fault.fault.value}, {fault.size} bytes): {shown!r}"
        case Missed():
            return f"lines {fault.first} to {fault.last} are missing"
        case _:
            return f"line {fault.seq} came again with another text"


def _chunks(port: str, baud: int, begin: str) -> Iterator[bytes]:
    """Bytes of the source as they come, `b""` once at its end."""
    if port == "-":
        return _stream(sys.stdin.buffer)
    path = Path(port)
    try:
        mode = path.stat().st_mode
    except OSError as error:
        raise click.UsageError(f"{port}: {error.strerror}") from error
    if stat.S_ISSOCK(mode):
        return _socket(path, begin)
    if stat.S_ISCHR(mode):
        return _device(path, baud)
    if stat.S_ISDIR(mode):
        raise click.UsageError(f"{port} is a folder; name a device, a socket, a file, or -")
    try:
        return _stream(path.open("rb"))
    except OSError as error:
        raise click.UsageError(f"{port}: {error.strerror}") from error


def _stream(file: Any) -> Iterator[bytes]:
    with file:
        while data := file.read1(_AT_ONCE):
            yield data
        yield b""


def _device(path: Path, baud: int) -> Iterator[bytes]:
    import serial

    try:
        with serial.Serial(str(path), baudrate=baud, timeout=1, exclusive=True) as device:
            while True:
                # A time-out is silence, not the end.
                if data := device.read(max(1, device.in_waiting)):
                    yield data
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    except OSError as error:
        raise click.ClickException(f"{path}: {error}") from error


def _socket(path: Path, begin: str) -> Iterator[bytes]:
    import socket

    from firmware.feed.line import Direction, encode
    from firmware.feed.message import Message

    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        try:
            client.connect(str(path))
            sync = Message("SYNC", (("from", begin),))
            client.sendall(encode(1, sync, Direction.TO_SHOE))
            while data := client.recv(_AT_ONCE):
                yield data
        except OSError as error:
            text = error.strerror or str(error)
            raise click.ClickException(f"{path}: {text}; is the shoe running?") from error
    yield b""
