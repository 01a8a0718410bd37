"""Shell: codes in single photographs, as well as can be. Slow and thorough; no shoe runs this.

Everything that zbar or zxing-cpp reads by itself is read, and what they read only after the
picture is turned, scaled or calmed. A text that contradicts a better supported one on the same
bars is dropped: a wrong text is worse than none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import cv2
import zxingcpp

from vision.checkdigits import sound
from vision.frame import Luma, SourceError
from vision.sources.folder import pictures
from vision.sources.picture import load_colour, quiet
from vision.zbar import DecoderMissing

CARD_LENGTH = 10
# DataBar and QR abort zbar on some pictures; PDF417 it only detects; add-ons
# and the short forms of EAN it leaves off unless asked. zxing-cpp reads all of them.
_SHUT_OUT = {
    *("NONE", "PARTIAL", "COMPOSITE", "DATABAR", "DATABAR_EXP", "PDF417", "QRCODE", "SQCODE"),
    *("EAN2", "EAN5", "UPCA", "UPCE", "ISBN10", "ISBN13"),
}


@dataclass(frozen=True, slots=True)
class StillCode:
    """A code in a picture. `symbology`: zbar's word, like CODE128, ITF, EAN13, QRCODE."""

    symbology: str
    text: str


@dataclass(frozen=True, slots=True)
class _Seen:
    code: StillCode
    by: str
    lines: int
    view: int  # which treatment of the picture; boxes of two views cannot be compared
    box: tuple[float, float, float, float]  # left, top, right, bottom, in pixels of the view

    @property
    def centre(self) -> tuple[float, float]:
        """Its middle: across, down."""
        left, top, right, bottom = self.box
        return (left + right) / 2, (top + bottom) / 2


def still_files(path: Path) -> tuple[Path, ...]:
    """The picture file at `path`, or those of a folder. Raises SourceError where there is none."""
    if path.is_file():
        return (path,)
    if not path.is_dir():
        raise SourceError(f"{path}: no such file or folder")
    try:
        found = pictures(path)
    except OSError as error:
        raise SourceError(f"{path}: cannot be read: {error.strerror}") from error
    if not found:
        raise SourceError(f"{path}: no picture files in it (PNG, JPEG, PGM, BMP, TIFF)")
    return found


class StillsReader:
    """Reads codes in pictures. `any_code`: every symbology and length, else cards' codes only.

    Raises DecoderMissing when libzbar is not installed.
    """

    def __init__(self, any_code: bool) -> None:
        try:
            from pyzbar import pyzbar
        except ImportError as error:
            raise DecoderMissing(
                "libzbar is not installed: apt-get install libzbar0 (reads the codes on the cards)"
            ) from error
        self._pyzbar = pyzbar
        symbols = pyzbar.ZBarSymbol
        self._any = any_code
        self._symbols = (
            [symbol for symbol in symbols if symbol.name not in _SHUT_OUT]
            if any_code
            else [symbols.CODE128]
        )
        self._formats = (
            zxingcpp.BarcodeFormats([])
            if any_code
            else zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.Code128)
        )

    def read(self, file: Path) -> tuple[StillCode, ...]:
        """The codes in a picture file, in the order they lie in it. Raises SourceError."""
        colour = load_colour(file)
        luma = cast(Luma, cv2.cvtColor(colour, cv2.COLOR_BGR2GRAY))
        seen = [*self._zbar(luma, 0), *self._zxing(luma, 0), *self._zxing(colour, 0)]
        if not _kept(seen):
            for view, tried in enumerate(_views(luma), 1):
                seen += [*self._zbar(tried, view), *self._zxing(tried, view)]
                if _kept(seen):
                    break
        return tuple(code for code in _kept(seen) if self._any or _is_card(code))

    def _zbar(self, luma: Luma, view: int) -> list[_Seen]:
        with quiet():
            found = self._pyzbar.decode(luma, symbols=self._symbols)
        seen = []
        for one in found:
            if not one.data.isascii():
                # zbar hands bytes over; what is not ASCII zxing-cpp reads with its own encoding.
                continue
            box = one.rect
            seen.append(
                _Seen(
                    StillCode(_zbar_name(one.type), one.data.decode("ascii")),
                    "zbar",
                    one.quality,
                    view,
                    (box.left, box.top, box.left + box.width, box.top + box.height),
                )
            )
        return seen

    def _zxing(self, picture: Luma, view: int) -> list[_Seen]:
        seen = []
        for one in zxingcpp.read_barcodes(
            picture, formats=self._formats, text_mode=zxingcpp.TextMode.Plain
        ):
            at = one.position
            corners = (at.top_left, at.top_right, at.bottom_left, at.bottom_right)
            across, down = [point.x for point in corners], [point.y for point in corners]
            seen.append(
                _Seen(
                    StillCode(one.format.name.upper(), one.text),
                    "zxing",
                    2,
                    view,
                    (min(across), min(down), max(across), max(down)),
                )
            )
        return seen


def _zbar_name(name: str) -> str:
    return "ITF" if name == "I25" else name


def _is_card(code: StillCode) -> bool:
    return code.symbology == "CODE128" and len(code.text) == CARD_LENGTH and sound(code.text)


def _views(luma: Luma) -> Iterator[Luma]:
    """The picture calmed, turned and scaled, easiest first."""
    height, width = luma.shape
    longest = max(height, width)
    if longest > 1600:
        factor = 1200 / longest
        small = cast(
            Luma, cv2.resize(luma, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        )
        yield small
    else:
        small = luma
    if max(small.shape) < 1000:
        yield cast(Luma, cv2.resize(small, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC))
    for rows in (3, 7):
        yield cast(Luma, cv2.blur(small, (1, rows)))
        yield cast(Luma, cv2.blur(small, (rows, 1)))
    yield cast(Luma, cv2.addWeighted(small, 2.0, cv2.GaussianBlur(small, (0, 0), 2.0), -1.0, 0.0))
    yield cast(Luma, cv2.createCLAHE(3.0, (8, 8)).apply(small))
    for angle in (15, 30, 45, 60, 75, 105, 120, 135, 150, 165):
        yield cast(Luma, cv2.blur(_turned(small, angle), (1, 3)))


def _turned(luma: Luma, angle: float) -> Luma:
    height, width = luma.shape
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
    across, up = abs(turn[0, 0]), abs(turn[0, 1])
    new_width, new_height = int(height * up + width * across), int(height * across + width * up)
    turn[0, 2] += (new_width - width) / 2
    turn[1, 2] += (new_height - height) / 2
    return cast(
        Luma,
        cv2.warpAffine(
            luma, turn, (new_width, new_height), flags=cv2.INTER_LINEAR, borderValue=255
        ),
    )


def _kept(seen: list[_Seen]) -> tuple[StillCode, ...]:
    """Each code once, without those that something better supported contradicts."""
    support: dict[StillCode, int] = {}
    places: dict[StillCode, list[_Seen]] = {}
    for one in seen:
        support[one.code] = support.get(one.code, 0) + one.lines
        places.setdefault(one.code, []).append(one)
    kept: list[StillCode] = []
    by_zxing = {one.code for one in seen if one.by == "zxing"}
    # zxing-cpp first: it had no wrong Code 128 in 4,514 reads and knows the extended characters.
    for code in sorted(support, key=lambda code: (code not in by_zxing, -support[code])):
        if _weak(code, places[code]) or _lonely(places[code]):
            continue
        if any(_same_bars(places[code], places[other]) for other in kept):
            continue
        kept.append(code)
    return tuple(sorted(kept, key=lambda code: places[code][0].centre[::-1]))


def _weak(code: StillCode, places: list[_Seen]) -> bool:
    """Whether it may be invented: symbologies without a check of their own need two decoders."""
    by = {one.by for one in places}
    lines = sum(one.lines for one in places if one.by == "zbar")
    match code.symbology:
        case "ITF" | "CODABAR" | "CODE39" | "EAN8" | "EAN5" | "EAN2" | "UPCE":
            return by == {"zbar"} and lines < 4
        case _:
            return False


def _lonely(places: list[_Seen]) -> bool:
    """Whether only one look at a treated picture gave it: treatment also makes wrong texts."""
    return len({(one.view, one.by) for one in places}) < 2 and places[0].view > 0


def _same_bars(one: list[_Seen], other: list[_Seen]) -> bool:
    """Whether two texts were read on one place: the middle of one lies in the other."""
    return any(
        a.view == b.view and (_inside(a.centre, b.box) or _inside(b.centre, a.box))
        for a in one
        for b in other
    )


def _inside(point: tuple[float, float], box: tuple[float, float, float, float]) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]
