"""Shell: the command `shoe`. Finds its subcommands; knows none of them.

Subcommands come through the entry-point group `dealer_shoe.commands`; a module is imported
only when its subcommand is called, so `shoe coup` never pays for a camera or a display.
"""

from __future__ import annotations

import errno
import os
import sys
from difflib import get_close_matches
from importlib.metadata import EntryPoint, entry_points

import click

GROUP = "dealer_shoe.commands"


class Commands(click.Group):
    """The subcommands that the installed parts bring, loaded when called."""

    def _points(self) -> dict[str, EntryPoint]:
        return {point.name: point for point in entry_points(group=GROUP)}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in alphabetical order."""
        return sorted(self._points())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The subcommand of that name, or None."""
        point = self._points().get(cmd_name)
        if point is None:
            return None
        command = point.load()
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, with a suggestion for a slip of the finger."""
        if args and args[0] not in self._points():
            near = get_close_matches(args[0], self._points(), n=1)
            hint = f"; did you mean {near[0]}?" if near else "; `shoe --help` lists them"
            raise click.UsageError(f"no subcommand {args[0]!r}{hint}")
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="dealer-shoe", prog_name="shoe")
def shoe() -> None:
    """The open baccarat shoe: reads cards, follows the game, tells the table."""


NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""What writing to a full or broken disk gives."""


def main() -> None:
    """Run `shoe`. Bad input: one line on standard error, exit 2; a failed check: exit 1."""
    try:
        code = shoe.main(standalone_mode=False)
        # Here, not at the interpreter's end, where nobody could say what went wrong.
        sys.stdout.flush()
    except click.ClickException as error:
        code = said(error.format_message(), error.exit_code)
    except click.Abort:
        code = said("stopped", 130)
    except BrokenPipeError:
        code = 141
        silence()
    except OSError as error:
        if error.errno not in NO_ROOM or error.filename is not None:
            raise
        code = said(f"the output can't be written: {error.strerror}", 1)
    sys.exit(code)


def said(text: str, code: int) -> int:
    """The exit code, after one line that says why, and after what was put out before it."""
    try:
        sys.stdout.flush()
    except OSError:
        silence()
        code = code or 1
    click.echo(f"shoe: {text}", err=True)
    return code


def silence() -> None:
    """Let what waits to be put out go nowhere: the interpreter would try again at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
