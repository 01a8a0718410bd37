"""Shell: `shoe calibrate`: the reader's settings from a view, as a picture and a configuration."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

    from firmware.config import Config
    from vision.calibration import Found
    from vision.frame import Frame, FrameSource

_MOST_FRAMES = 4000  # of a recording; a minute's worth of slow drawing fits


@click.command()
@click.argument("path", required=False, type=click.Path(path_type=Path))
@click.option(
    "--config",
    "config_file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Configuration whose camera is looked through when no PATH is given.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(1, 60),
    default=8.0,
    show_default=True,
    help="How long to look through the camera.",
)
@click.option("--fps", type=click.FloatRange(1, 10_000), help="Frames a second of the recording.")
@click.option(
    "--picture",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("calibration.png"),
    show_default=True,
    help="Where to draw the window and strips.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("calibration.toml"),
    show_default=True,
    help="Where to write the [camera] and [reader] sections.",
)
@click.option("--json", "as_json", is_flag=True, help="Print what was found as one JSON value.")
def calibrate(
    path: Path | None,
    config_file: Path | None,
    seconds: float,
    fps: float | None,
    picture: Path,
    out: Path,
    as_json: bool,
) -> None:
    """Find window, motion, exposure and focus while a few cards are drawn.

    PATH is a recorded view, a folder or a video; without it the configured camera is looked
    through. Exit 1 if something about the view must be mended first.
    """
    from firmware.config_file import load
    from firmware.settings import SettingsError
    from vision.calibration import calibrate as find
    from vision.calibration import drawn
    from vision.frame import SourceError

    try:
        config = load(config_file)
        frames = tuple(_recorded(path, fps) if path else _live(config, seconds))
        found = find(frames)
        text = _toml(config, found, frames[0].luma.shape)
        _write(picture, drawn(found), out, text)
    except SettingsError as error:
        raise click.UsageError(str(error)) from error
    except SourceError as error:
        raise click.UsageError(str(error)) from error
    except OSError as error:
        raise click.UsageError(f"{error.filename}: cannot be written: {error.strerror}") from error
    if as_json:
        click.echo(json.dumps(_as_dict(found)))
    else:
        _print(found, picture, out)
    if found.troubles:
        raise click.exceptions.Exit(1)


def _recorded(path: Path, fps: float | None) -> Iterator[Frame]:
    from vision.recording import open_recording

    source = open_recording(path, fps)
    try:
        yield from _copies(source, _MOST_FRAMES)
    finally:
        source.close()


def _live(config: Config, seconds: float) -> Iterator[Frame]:
    from firmware.config import CameraDriver
    from vision.sources.pi_camera import CameraSettings, open_camera

    camera = config.camera
    match camera.driver:
        case CameraDriver.FOLDER | CameraDriver.VIDEO:
            yield from _recorded(Path(camera.path), camera.fps)
        case CameraDriver.SIMULATED:
            yield from _simulated(config)
        case CameraDriver.PICAMERA2:
            source = open_camera(
                CameraSettings(
                    camera.width, camera.height, camera.fps, camera.exposure_us, camera.gain
                )
            )
            try:
                yield from _copies(source, int(seconds * camera.fps))
            finally:
                source.close()


def _simulated(config: Config) -> Iterator[Frame]:
    """A few cards before the simulated camera: shows what calibrating is like."""
    import random
    from dataclasses import replace

    from firmware.codes.book import make_book
    from vision.simulated.camera import SimulatedCamera
    from vision.simulated.conditions import TABLE
    from vision.simulated.shows import CardOut, Print, Wait

    size = replace(TABLE, width_px=config.camera.width, height_px=config.camera.height)
    camera = SimulatedCamera(size, config.camera.seed)
    book = make_book(1, "calibration", random.Random(config.camera.seed).randrange)
    yield from camera.play(Wait(0.2))
    for code, card in list(book.entries.items())[:6]:
        yield from camera.play(CardOut(Print(code, str(card.card))))


def _copies(source: FrameSource, most: int) -> Iterator[Frame]:
    from vision.frame import Frame

    for frame in source.frames():
        yield Frame(frame.luma.copy(), frame.t_ns, frame.number)
        if frame.number >= most:
            return


def _write(picture_path: Path, picture: object, out: Path, text: str) -> None:
    import cv2

    from vision.frame import SourceError

    good, encoded = cv2.imencode(".png", picture)  # type: ignore[call-overload]
    if not good:
        raise SourceError("the picture cannot be encoded as PNG")
    picture_path.write_bytes(encoded.tobytes())
    out.write_text(text, encoding="utf-8")


def _toml(config: Config, found: Found, shape: tuple[int, ...]) -> str:
    """The two sections, ready to be put into the configuration file."""
    settings, camera = found.settings, config.camera
    light = found.light if not 0.85 < found.light < 1.15 else 1.0
    # Exposure first, as far as motion along the bars allows; the rest is gain.
    exposure_us = round(min(max(camera.exposure_us * light, 50), 500))
    gain = round(min(max(camera.gain * light * camera.exposure_us / exposure_us, 1), 16), 2)
    lines = [
        "# Written by shoe calibrate; put into the configuration file.",
        "[camera]",
        f"width = {shape[1]}",
        f"height = {shape[0]}",
        f"exposure_us = {exposure_us}",
        f"gain = {gain}",
        "",
        "[reader]",
        f'motion = "{settings.motion.value}"',
    ]
    if settings.card_length:
        lines.append(f"card_length = {settings.card_length}")
    if settings.roi is not None:
        roi = settings.roi
        lines += [
            "",
            "[reader.roi]",
            f"x = {roi.x}",
            f"y = {roi.y}",
            f"width = {roi.width}",
            f"height = {roi.height}",
        ]
    return "\n".join(lines) + "\n"


def _as_dict(found: Found) -> dict[str, object]:
    roi = found.settings.roi
    return {
        "motion": found.settings.motion.value,
        "roi": [roi.x, roi.y, roi.width, roi.height] if roi else None,
        "card_length": found.settings.card_length or None,
        "module_px": found.module_px,
        "contrast": found.contrast,
        "paper": found.paper,
        "edge_px": found.edge_px,
        "light": found.light,
        "passes": [one.kind.value for one in found.passes],
        "troubles": [trouble.name.lower() for trouble in found.troubles],
    }


def _print(found: Found, picture: Path, out: Path) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(show_header=False)
    roi, length = found.settings.roi, found.settings.card_length
    kinds = [one.kind.value for one in found.passes]
    rows = (
        ("motion", found.settings.motion.value),
        ("window", f"{roi.width}x{roi.height} at {roi.x},{roi.y}" if roi else "whole picture"),
        ("narrow bar", f"{found.module_px} pixels (2.5 or more are wanted)"),
        ("paper, contrast", f"{found.paper:.0f}, {found.contrast:.0f} grey levels"),
        ("light", f"times {found.light} would be best"),
        ("edge of a bar", f"{found.edge_px} pixels"),
        ("card's length", f"{length} of the window" if length else "not found: draw more cards"),
        ("read in this view", f"{kinds.count('card')} of {len(kinds)} passes"),
        ("picture", str(picture)),
        ("configuration", str(out)),
    )
    for name, value in rows:
        table.add_row(name, value)
    console = Console()
    console.print(table)
    for trouble in found.troubles:
        console.print(f"mend: {trouble.value}")
    if not found.troubles:
        console.print("The view is good.")
