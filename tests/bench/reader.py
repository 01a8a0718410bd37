"""The reader against plain pyzbar and zxing-cpp on the same frames, and where it breaks.

Run by `make bench`. `--passes 3000` is the whole proof; the default takes some minutes.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
import zxingcpp
from pyzbar import pyzbar
from rich.console import Console
from rich.table import Table

from vision.decoder import Decoder, Wanted
from vision.frame import Frame, Luma
from vision.passes import CardPass, PassKind
from vision.reader import Reader
from vision.settings import ReaderSettings
from vision.simulated.camera import SimulatedCamera
from vision.simulated.conditions import ENVELOPE, TABLE, Conditions, Span
from vision.simulated.deals import passes, taken
from vision.simulated.faces import bars
from vision.simulated.shows import CardOut, Print, Show, Together, Truth, Wait
from vision.symbologies import Symbology

FACES = ("8S", "KD", "AC", "4H", "TD", "QS", "2C", "9H")
CARD_MM = 63.0


def codes(count: int, seed: int) -> tuple[str, ...]:
    """Ten digits each, the last two ISO 7064 MOD 97-10."""
    draw = random.Random(seed)
    found: set[str] = set()
    while len(found) < count:
        number = draw.randrange(10**8)
        found.add(f"{number:08d}{98 - number * 100 % 97:02d}")
    return tuple(sorted(found))


ALL = codes(417, 7)
PRINTS = tuple(Print(code, FACES[n % len(FACES)]) for n, code in enumerate(ALL[:416]))
CUT = ALL[416]
VALID = frozenset(ALL)


def reader_for(conditions: Conditions) -> Reader:
    """A calibrated reader: it knows how long a card is in the view."""
    length = CARD_MM / conditions.field_height_mm
    return Reader(ReaderSettings(card_length=length), VALID, frozenset({CUT}))


@dataclass
class Score:
    """What became of passes."""

    shows: int = 0
    right: int = 0
    readable: int = 0
    held: int = 0
    wrong: int = 0
    twice: int = 0
    missed: int = 0
    close_doubles: int = 0
    other: list[str] = field(default_factory=list)

    def add(self, show: Show, truth: tuple[Truth, ...], seen: list[CardPass]) -> None:
        """Count one show: what was there, and what the reader said."""
        self.shows += 1
        there = Counter(one.code for one in truth if one.kind in (PassKind.CARD, PassKind.CUT))
        counted = Counter(one.code for one in seen if one.kind in (PassKind.CARD, PassKind.CUT))
        readable = all(one.sound_codes > 0 for one in truth if one.kind is PassKind.CARD)
        single = isinstance(show, CardOut)
        self.readable += single and readable
        right = [outcome(one) for one in seen] == [expected(one) for one in truth]
        self.right += right
        self.wrong += any(code not in there for code in counted if code)
        self.twice += any(counted[code] > there[code] for code in counted if code in there)
        if len(seen) < len(truth):
            # Two cards within 4 mm of one another, the lower one's codes hidden: length is all
            # there is to go by.
            close = isinstance(show, Together) and show.behind_mm < 4
            self.close_doubles += close
            self.missed += not close
        self.held += single and readable and not right
        if not right:
            self.other.append(f"{type(show).__name__}: " + ", ".join(named(one) for one in seen))


def named(one: CardPass) -> str:
    """A pass in a word."""
    return one.reason.value if one.reason else one.kind.value


def outcome(one: CardPass) -> tuple[str, str | None]:
    """Kind and code as far as they must be right."""
    return one.kind.value, one.code if one.kind in (PassKind.CARD, PassKind.CUT) else None


def expected(one: Truth) -> tuple[str, str | None]:
    """The same of the truth."""
    return one.kind.value, one.code if one.kind in (PassKind.CARD, PassKind.CUT) else None


def read(frames: Iterator[Frame], conditions: Conditions) -> list[CardPass]:
    """All passes of some frames, by a reader of their own."""
    reader = reader_for(conditions)
    seen = [one for frame in frames for one in reader.look(frame)]
    seen.extend(reader.flush())
    reader.close()
    return seen


def envelope(count: int, seed: int) -> tuple[Score, list[tuple[Luma, bool]]]:
    """The proof over the stated envelope, and its first frames for the rivals."""
    score = Score()
    kept: list[tuple[Luma, bool]] = []
    for one in passes(seed, count, ENVELOPE, PRINTS, CUT):
        frames = list(one.frames)
        score.add(one.show, one.truth, read(iter(frames), ENVELOPE))
        inside = {
            number
            for truth in one.truth
            for number in range(truth.first_frame, truth.last_frame + 1)
        }
        if len(kept) < 2000:
            kept += [(frame.luma, frame.number in inside) for frame in frames]
    return score, kept[:2000]


def cpu_ms(work: Callable[[Luma], object], frames: list[Luma]) -> np.ndarray:
    """Process time of each frame, milliseconds."""
    spent = []
    for luma in frames:
        start = time.process_time()
        work(luma)
        spent.append((time.process_time() - start) * 1e3)
    return np.array(spent)


def plain_pyzbar(luma: Luma) -> list[str]:
    """As anyone would begin."""
    return [one.data.decode("utf-8", "replace") for one in pyzbar.decode(luma)]


@contextlib.contextmanager
def unheard() -> Iterator[None]:
    """Standard error shut: plain zbar floods it with complaints of its DataBar decoder."""
    kept, nothing = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nothing)


def plain_zxing(luma: Luma) -> list[str]:
    """The same with zxing-cpp."""
    return [one.text for one in zxingcpp.read_barcodes(luma)]


def rivals(kept: list[tuple[Luma, bool]]) -> Table:
    """Frames read and wrong texts, decoder against decoder on the very same frames."""
    table = Table(title=f"The same {len(kept)} frames of the envelope")
    for column in ("", "frames read", "texts of no card", "CPU a frame", "against ours"):
        table.add_column(column, justify="left" if not column else "right")
    decoder = Decoder(Wanted(VALID, frozenset({CUT}), 10, True, Symbology.CODE128), 2)
    ours_all = lambda luma: [r.code for r in decoder.read(luma, 0, luma.shape[0])[1]]  # noqa: E731
    lumas = [luma for luma, _ in kept]
    base = 0.0
    for name, work in (
        ("ours, no gate", ours_all),
        ("pyzbar.decode", plain_pyzbar),
        ("zxing-cpp", plain_zxing),
    ):
        texts: list[list[str]] = []
        spent = cpu_ms(lambda luma, work=work, texts=texts: texts.append(work(luma)), lumas)
        base = base or float(spent.mean())
        good = sum(any(text in VALID for text in found) for found in texts)
        wrong = sum(any(text not in VALID for text in found) for found in texts)
        table.add_row(
            name, f"{good}", f"{wrong}", f"{spent.mean():.2f} ms", f"{spent.mean() / base:.1f} x"
        )
    decoder.close()
    return table


def live(width: int, height: int) -> tuple[np.ndarray, np.ndarray, list[Luma]]:
    """One pass every two seconds at 120 frames a second: CPU of idle frames, of others, frames."""
    conditions = replace(
        TABLE, width_px=width, height_px=height, pause_s=Span(1.85, 1.9), noise=Span(3, 3)
    )
    camera, reader = SimulatedCamera(conditions, 3), reader_for(conditions)
    spent, inside, lumas = [], [], []
    for show in (Wait(0.3), *(CardOut(one) for one in PRINTS[:10])):
        played = camera.stage(show)
        view = [(one.first_frame, one.last_frame) for one in played.truth]
        for frame in played.frames:
            start = time.process_time()
            reader.look(frame)
            spent.append((time.process_time() - start) * 1e3)
            there = any(first <= frame.number <= last for first, last in view)
            inside.append(there)
            if there or len(spent) % 40 == 0:
                lumas.append((frame.luma, there))
    reader.close()
    chosen = np.array(inside)
    return np.array(spent)[~chosen], np.array(spent)[chosen], lumas


def speed() -> Table:
    """CPU a frame against plain pyzbar on the same live frames."""
    table = Table(title="Live at 120 frames/s, one card every 2 s (process time)")
    for column in (
        "",
        "mean",
        "card in view",
        "99th percentile",
        "most",
        "pyzbar / ours",
        "in view",
    ):
        table.add_column(column, justify="left" if not column else "right")
    for width, height in ((640, 400), (1280, 720)):
        idle, inside, lumas = live(width, height)
        every = np.concatenate([idle, inside])
        their_idle = cpu_ms(plain_pyzbar, [luma for luma, there in lumas if not there]).mean()
        their_inside = cpu_ms(plain_pyzbar, [luma for luma, there in lumas if there]).mean()
        share = len(inside) / len(every)
        theirs = their_inside * share + their_idle * (1 - share)
        table.add_row(
            f"{width}x{height}",
            f"{every.mean():.3f} ms",
            f"{inside.mean():.2f} ms",
            f"{np.percentile(every, 99):.2f} ms",
            f"{every.max():.1f} ms",
            f"{theirs / every.mean():.0f} x",
            f"{their_inside / inside.mean():.0f} x",
        )
    return table


def splices() -> Table:
    """Two cards' codes cut together at every column, side by side and one over the other."""
    decoder = Decoder(Wanted(VALID, frozenset({CUT}), 10, True, Symbology.CODE128), 2)
    third = tried = 0
    for n in range(60):
        one, other = ALL[n], ALL[n + 60]
        strips = [strip(code) for code in (one, other)]
        for cut in range(20, strips[0].shape[1] - 20, 9):
            for left, right in (strips, strips[::-1]):
                picture = np.hstack([left[:, :cut], right[:, cut:]])
                tried += 1
                found = {r.code for r in decoder.read(picture, 0, picture.shape[0])[1]}
                third += bool(found - {one, other})
    decoder.close()
    doubles = 0
    for n in range(40):
        show = Together(PRINTS[n], PRINTS[n + 100], 1.5 * n + 1, bool(n % 2))
        one = taken(show, ENVELOPE, n)
        there = {truth.code for truth in one.truth}
        counted = {p.code for p in read(one.frames, ENVELOPE) if p.kind is PassKind.CARD}
        doubles += bool(counted - there)
    table = Table(title="Two cards over one another")
    table.add_column("")
    table.add_column("tried", justify="right")
    table.add_column("a third card", justify="right")
    table.add_row("codes cut together at every column", str(tried), str(third))
    table.add_row("passes, 1 to 60 mm apart", "40", str(doubles))
    return table


def strip(code: str) -> Luma:
    """A code's bars at 3.5 pixels a module, white around, a little noise."""
    row = np.where(np.array(bars(code)), 30, 220).astype(np.uint8)
    wide = cv2.resize(row[None, :], (int(len(row) * 3.5), 1), interpolation=cv2.INTER_AREA)
    padded = np.pad(np.repeat(wide, 80, 0), ((12, 12), (50, 50)), constant_values=220)
    noise = np.random.default_rng(0).normal(0, 3, padded.shape)
    return np.clip(padded + noise, 0, 255).astype(np.uint8)


WIDER: tuple[tuple[str, str, tuple[float, ...], Callable[[float], Conditions]], ...] = (
    ("speed", "m/s", (2, 4, 6, 8, 10), lambda v: replace(TABLE, speed_m_s=Span(v, v))),
    ("exposure", "ms", (1.2, 2.5, 4, 6, 8), lambda v: replace(TABLE, exposure_ms=Span(v, v))),
    ("tilt", "deg", (6, 10, 13, 16, 20), lambda v: replace(TABLE, tilt_deg=Span(v, v))),
    ("noise", "levels", (7, 20, 35, 50, 70), lambda v: replace(TABLE, noise=Span(v, v))),
    ("gain", "", (0.5, 0.2, 0.12, 0.08, 0.05), lambda v: replace(TABLE, gain=Span(v, v))),
    ("defocus", "px", (0.9, 2, 3, 4, 5), lambda v: replace(TABLE, defocus_px=Span(v, v))),
    ("frames", "/s", (120, 60, 30, 20, 12), lambda v: replace(TABLE, fps=int(v))),
    (
        "module",
        "px",
        (3.5, 2.5, 1.75, 1.5, 1.25),
        lambda v: replace(TABLE, width_px=int(v * 184), height_px=int(v * 115)),
    ),
)


def wider(count: int) -> Table:
    """One condition at a time, further than the envelope, everything else as on a table."""
    table = Table(title=f"Where it breaks: cards read of {count}; wrong ones after a !")
    table.add_column("")
    for step in range(5):
        table.add_column(("envelope's end", "", "", "", "")[step], justify="right")
    for name, unit, values, conditions in WIDER:
        cells = []
        for value in values:
            at = conditions(value)
            good = wrong = 0
            for n in range(count):
                camera = SimulatedCamera(at, n)
                shows = (Wait(0.6), CardOut(PRINTS[n]))
                frames = (frame for show in shows for frame in camera.play(show))
                counted = [p.code for p in read(frames, at) if p.kind is PassKind.CARD]
                good += counted == [PRINTS[n].code]
                wrong += any(code != PRINTS[n].code for code in counted)
            cells.append(f"{value:g} {unit}: {good}" + (f" !{wrong}" if wrong else ""))
        table.add_row(name, *cells)
    return table


def memory_mb() -> float:
    """Peak memory of a process that does nothing but read, megabytes."""
    done = subprocess.run(
        [sys.executable, __file__, "--only-read"], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def only_read() -> None:
    """What `memory_mb` runs: frames of noise and bars, no simulated camera."""
    reader = Reader(ReaderSettings(), VALID, frozenset({CUT}))
    empty = np.full((400, 640), 30, np.uint8)
    card = empty.copy()
    shape = (bars_picture := strip(ALL[0])).shape
    card[100 : 100 + shape[0], 100 : 100 + shape[1]] = bars_picture
    for number in range(1, 400):
        luma = card if number % 40 > 30 else empty
        reader.look(Frame(luma, number * 8_333_333, number))
    # Not getrusage: its figure would be the parent's, from which this process was forked.
    status = Path("/proc/self/status").read_text()
    print(int(status.partition("VmHWM:")[2].split()[0]) / 1024)  # noqa: T201


def main() -> None:
    """Measure, and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--passes", type=int, default=500)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--only-read", action="store_true", help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.only_read:
        only_read()
        return
    console = Console(width=140)
    score, kept = envelope(given.passes, given.seed)
    table = Table(title=f"{score.shows} passes over the envelope, seed {given.seed}")
    table.add_column("")
    table.add_column("", justify="right")
    table.add_row("every pass told as it was", f"{score.right}")
    table.add_row("wrong cards", f"{score.wrong}")
    table.add_row("counted twice", f"{score.twice}")
    table.add_row("silent misses", f"{score.missed}")
    table.add_row("hidden doubles closer than 4 mm not seen", f"{score.close_doubles}")
    table.add_row("cards with a sound code", f"{score.readable}")
    first = 1 - score.held / max(score.readable, 1)
    table.add_row("of these read at first sight", f"{first:.2%}")
    for what, times in Counter(score.other).most_common(5):
        table.add_row(f"  otherwise: {what}", f"{times}")
    table.add_row("memory of a process that reads", f"{memory_mb():.0f} MB")
    console.print(table)
    with unheard():
        tables = rivals(kept), speed()
    for one in tables:
        console.print(one)
    console.print(splices())
    console.print(wider(12))


if __name__ == "__main__":
    main()
