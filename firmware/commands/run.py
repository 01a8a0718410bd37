"""Shell: `shoe run`: the appliance, until it is told to stop."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import click


@click.command()
@click.option(
    "--config",
    "config_file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Configuration file; without one everything is simulated, in test mode.",
)
def run(config_file: Path | None) -> None:
    """Run the shoe: camera, buttons, journal and feed, until it is stopped.

    Without a configuration file the hardware is simulated: a dealer deals in real time, the
    serial line is a pseudo-terminal, and every display says TEST.
    """
    import os
    import signal
    import sys

    from firmware.appliance.build import Appliance
    from firmware.appliance.setup import SetupError
    from firmware.config_file import load
    from firmware.settings import SettingsError
    from firmware.shoe.records import RecordError
    from vision.frame import SourceError

    try:
        config = load(config_file)
        appliance = Appliance(config, told=log)
    except (SettingsError, SetupError) as error:
        raise click.UsageError(str(error)) from error
    except (OSError, ValueError, RecordError, SourceError) as error:
        raise click.ClickException(str(error)) from error
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda caught, frame: appliance.stop())
    click.echo(f"shoe: {config.mode} mode, journal {config.journal.path}", err=True)
    for port in config.port:
        click.echo(f"shoe: port {port.name}: {port.kind.value} {port.device}", err=True)
    try:
        appliance.run()
    except Exception as error:  # noqa: BLE001 - told in one line; systemd starts the shoe again
        ours = isinstance(error, (OSError, SourceError))
        log(str(error) if ours else f"{type(error).__name__}: {error}")
        sys.stderr.flush()
        # A camera that hangs in its driver holds threads that never end.
        os._exit(1)


def log(line: str) -> None:
    """A line for whoever keeps standard error, as systemd's journal does."""
    # Nobody listening there is no reason to stop a shoe.
    with suppress(OSError):
        click.echo(f"shoe: {line}", err=True)
