"""Shell: libzbar through pyzbar's binding, for one symbology in a few rows. Knows no cards.

One scanner is kept for life: making one costs more than a read. Nothing but the symbology wanted
is switched on: zbar's interleaved 2 of 5 invents codes in noise, its DataBar overruns its stack.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass

import numpy as np

from vision.frame import Luma, SourceError
from vision.symbologies import Symbology

_Y800 = int.from_bytes(b"Y800", "little")


class DecoderMissing(SourceError):
    """The library that reads codes is not there; the line says what to install."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A code in a picture: its text, agreeing scan lines, and where it lies (pixels)."""

    text: str
    lines: int
    x: int
    y: int


class ZbarScanner:
    """Reads one symbology along the rows of small pictures, either way round.

    `length`: characters of a code; 0: any. Raises DecoderMissing where libzbar is not installed.
    """

    def __init__(self, symbology: Symbology, length: int) -> None:
        try:
            from pyzbar import wrapper
        except ImportError as error:
            raise DecoderMissing(
                "libzbar is not installed: apt-get install libzbar0 (reads the codes on the cards)"
            ) from error
        self._zbar = wrapper
        self._scanner = wrapper.zbar_image_scanner_create()
        configure = wrapper.zbar_image_scanner_set_config
        bars, config = int(wrapper.ZBarSymbol[symbology.zbar]), wrapper.ZBarConfig
        configure(self._scanner, 0, config.CFG_ENABLE, 0)
        configure(self._scanner, bars, config.CFG_ENABLE, 1)
        if length:
            configure(self._scanner, bars, config.CFG_MIN_LEN, length)
            configure(self._scanner, bars, config.CFG_MAX_LEN, length)
        # Every row is a line of its own (rows are averages already); no line goes down the bars.
        configure(self._scanner, 0, config.CFG_Y_DENSITY, 1)
        configure(self._scanner, 0, config.CFG_X_DENSITY, 0)
        self._image = wrapper.zbar_image_create()
        wrapper.zbar_image_set_format(self._image, _Y800)

    def scan(self, rows: Luma) -> tuple[Symbol, ...]:
        """Codes in `rows` (height, width), at least one row each of them."""
        rows = np.ascontiguousarray(rows)
        height, width = rows.shape
        zbar = self._zbar
        zbar.zbar_image_set_size(self._image, width, height)
        zbar.zbar_image_set_data(self._image, rows.ctypes.data, rows.size, None)
        if zbar.zbar_scan_image(self._scanner, self._image) < 0:
            return ()
        found = []
        symbol = zbar.zbar_image_first_symbol(self._image)
        while symbol:
            size = zbar.zbar_symbol_get_data_length(symbol)
            data = ctypes.string_at(zbar.zbar_symbol_get_data(symbol), size)
            points = zbar.zbar_symbol_get_loc_size(symbol)
            # Bytes beyond ASCII are no code of ours, and guessing an encoding is a guess.
            if data.isascii():
                found.append(
                    Symbol(
                        data.decode("ascii"),
                        # Lines that agreed: the first counts too.
                        zbar.zbar_symbol_get_quality(symbol),
                        sum(zbar.zbar_symbol_get_loc_x(symbol, n) for n in range(points))
                        // max(points, 1),
                        sum(zbar.zbar_symbol_get_loc_y(symbol, n) for n in range(points))
                        // max(points, 1),
                    )
                )
            symbol = zbar.zbar_symbol_next(symbol)
        return tuple(found)

    def close(self) -> None:
        """Give the library's memory back. The scanner reads nothing afterwards."""
        if self._image is not None:
            self._zbar.zbar_image_destroy(self._image)
            self._zbar.zbar_image_scanner_destroy(self._scanner)
            self._image = self._scanner = None
