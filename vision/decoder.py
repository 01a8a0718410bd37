"""Shell: reads the codes in a frame: zbar first, zxing-cpp where zbar is silent. Knows no cards.

Both look for one symbology in the same averaged lines. They fail differently (glare stops
zxing-cpp, noise stops zbar), so each stands in for the other. The number of attempts in a frame is
bounded, and with it the time.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import zxingcpp

from vision.checkdigits import sound
from vision.frame import Luma
from vision.regions import Region, crisp, enlarged, find_regions, smooth, upright
from vision.sighting import Read, Span, Standing
from vision.symbologies import Symbology
from vision.zbar import ZbarScanner

_NARROW_PX = 3.0

cv2.setNumThreads(1)  # a frame is small; OpenCV would keep every core of a Pi busy with it


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which texts count: `valid`: the code book's codes (empty: none given), `cuts`: cut cards'.

    `checked`: the codes carry check digits; a text without them is then no code at all.
    """

    valid: frozenset[str]
    cuts: frozenset[str]
    length: int
    checked: bool
    symbology: Symbology

    def standing(self, text: str) -> Standing | None:
        """What `text` is to the shoe; None for a text that no card of any set can carry."""
        if text in self.cuts:
            return Standing.CUT
        if text in self.valid:
            return Standing.KNOWN
        if self.checked:
            if len(text) != self.length or not sound(text):
                return None
            return Standing.STRANGER if self.valid else Standing.KNOWN
        # A house's own codes have no check digits of ours: there the length has to do.
        return Standing.STRANGER if len(text) in self.lengths else None

    @property
    def lengths(self) -> frozenset[int]:
        """How long a code may be."""
        return frozenset(map(len, self.valid)) or frozenset({self.length})


class Decoder:
    """Finds and reads codes. Raises DecoderMissing when libzbar is not installed."""

    def __init__(self, wanted: Wanted, lines: int) -> None:
        self._wanted = wanted
        self._lines = lines
        # zbar takes one exact length; with a house's mixed lengths the book alone decides.
        lengths = wanted.lengths
        self._zbar = ZbarScanner(wanted.symbology, next(iter(lengths)) if len(lengths) == 1 else 0)
        self._formats = zxingcpp.BarcodeFormats(
            zxingcpp.BarcodeFormat.__members__[wanted.symbology.zxing]
        )

    def read(self, luma: Luma, first: int, last: int) -> tuple[Span | None, tuple[Read, ...]]:
        """Where bars are between rows `first` and `last` (pixels), if any, and the codes read."""
        regions = find_regions(luma, first, last)
        reads: list[Read] = []
        for region in regions:
            reads.extend(self._region(region))
        if not regions:
            return None, ()
        spans = [region.span for region in regions]
        bars = Span(min(span.first for span in spans), max(span.last for span in spans))
        return bars, tuple(reads)

    def _region(self, region: Region) -> tuple[Read, ...]:
        lines = smooth(region)
        found = self._by_zbar(lines, region) or self._by_zxing(lines, region)
        if not found and region.module < _NARROW_PX:
            found = self._by_zbar(enlarged(region), region) or self._by_zxing(crisp(region), region)
        if not found:
            lines = upright(region)
            found = self._by_zxing(lines, region) or self._by_zbar(lines, region)
        return found

    def _by_zbar(self, lines: Luma, region: Region) -> tuple[Read, ...]:
        return tuple(
            read
            for symbol in self._zbar.scan(lines)
            if symbol.lines >= self._lines
            for read in self._counts(symbol.text, symbol.lines, region)
        )

    def _by_zxing(self, lines: Luma, region: Region) -> tuple[Read, ...]:
        # zxing-cpp itself wants two agreeing lines for a linear code.
        return tuple(
            read
            for barcode in zxingcpp.read_barcodes(
                lines,
                formats=self._formats,
                try_rotate=False,
                try_downscale=False,
                try_invert=False,
                text_mode=zxingcpp.TextMode.Plain,
            )
            for read in self._counts(barcode.text, self._lines, region)
        )

    def _counts(self, text: str, lines: int, region: Region) -> tuple[Read, ...]:
        standing = self._wanted.standing(text)
        if standing is None:
            return ()
        row = (region.span.first + region.span.last) / 2
        return (Read(text, standing, row, lines, region.contrast),)

    def close(self) -> None:
        """Give the libraries' memory back."""
        self._zbar.close()
