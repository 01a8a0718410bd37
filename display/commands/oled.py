"""Shell: `shoe oled`: the small screen as a program of its own, a client of the feed."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.option(
    "--config",
    "config_file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Configuration file; without one the panel is simulated.",
)
@click.option("--socket", "socket_path", help="The feed's local socket, instead of [oled] socket.")
@click.option("--out", help="Write pictures into this folder instead of driving a panel.")
@click.option("--language", help="en or vi, instead of [table] language.")
@click.option(
    "--sample",
    is_flag=True,
    help="Show every face once, three seconds each, and end; no feed needed.",
)
def oled(
    config_file: Path | None,
    socket_path: str | None,
    out: str | None,
    language: str | None,
    sample: bool,
) -> None:
    """Show the hand on the small screen: totals, whose card is next, result, holds.

    A client of the feed: it may be started, stopped and restarted at any time and never touches
    the dealing. If the shoe falls silent it says so within three seconds.
    """
    import signal
    from dataclasses import replace

    from display.oled.client import Display, Feed, run
    from display.oled.device import Oled, PanelError
    from display.oled.samples import show_samples
    from display.texts.words import Language
    from firmware.config import OledDriver
    from firmware.config_file import load
    from firmware.drivers.clock import SystemClock
    from firmware.drivers.watchdog import Watchdog, open_notify
    from firmware.settings import SettingsError

    try:
        settings = load(config_file)
    except SettingsError as error:
        raise click.UsageError(str(error)) from error
    section = settings.oled
    if out is not None:
        section = replace(section, driver=OledDriver.SIMULATED, path=out)
    if socket_path is not None:
        section = replace(section, socket=socket_path)
    word = language or settings.table.language.value
    try:
        chosen = Language(word)
    except ValueError:
        known = " or ".join(one.value for one in Language)
        raise click.UsageError(f"no language {word!r} on the small screen; write {known}") from None
    try:
        panel = Oled(section)
    except PanelError as error:
        raise click.ClickException(str(error)) from error
    if sample:
        show_samples(panel, chosen)
        panel.close()
        return

    ended: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda caught, _: ended.append(caught))
    watchdog = Watchdog(open_notify())
    watchdog.ready()
    run(
        Feed(Path(section.socket)),
        Display(panel, section, chosen),
        SystemClock(),
        lambda: not ended,
        watchdog.alive,
    )
    watchdog.stopping()
    panel.close()
