"""Shell: `shoe watch`: a client of the feed that checks what it reads and shows it.

Owns what is shown and what is called wrong. Refuses to know the shoe's inside: it sees what a table
controller sees.
"""

from __future__ import annotations

import json
import signal
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from firmware.feed.line import Defect, Line
    from firmware.feed.message import Message
    from firmware.feed.order import Changed, Missed


@click.command()
@click.argument("port")
@click.option("--dialect", "name", default="line", show_default=True, help="What the port speaks.")
@click.option(
    "--baud",
    type=click.IntRange(50, 4_000_000),
    default=115_200,
    show_default=True,
    help="Rate of a serial device.",
)
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

    Checks every line's sum and that none is missing; what is wrong goes to standard error. A device
    or socket that is gone is waited for, and a socket is asked for what came meanwhile. Ends with
    the file, or with Ctrl-C; exit 1 if anything was wrong.
    """
    from firmware.drivers.feed_source import Lost, SourceFailed, WrongSource, listen
    from firmware.feed.dialects import dialect
    from firmware.feed.line import Line
    from firmware.feed.order import OrderCheck

    order = OrderCheck()
    try:
        spoken = dialect(name)
        source = listen(port, baud, begin, lambda: order.next)
    except (WrongSource, ValueError) as error:
        raise click.UsageError(str(error)) from error
    reader = spoken.reader()
    lines = repeated = wrong = 0
    # A stopped service ends like Ctrl-C: with its summary.
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        for data in source:
            if isinstance(data, Lost):
                click.echo(f"shoe: {port}: the shoe is gone; waiting for it", err=True)
                reader = spoken.reader()  # a line that was torn off comes again, or is missed
                continue
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
                        at = begin if order.next is None else order.next
                        raise click.ClickException(f"the shoe refuses to begin at {at}: {code}")
                else:
                    fault = one
                if fault is not None:
                    wrong += 1
                    click.echo(f"shoe: {_said(fault)}", err=True)
    except SourceFailed as error:
        raise click.ClickException(str(error)) from error
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
