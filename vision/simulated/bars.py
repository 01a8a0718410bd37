"""Shell: the bars of a code, by zxing-cpp's writer, as dark and light modules. Draws nothing."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import zxingcpp

from vision.symbologies import Symbology


@lru_cache(maxsize=1024)
def bars(code: str, symbology: Symbology = Symbology.CODE128) -> tuple[bool, ...]:
    """Modules of `code`, dark ones True, without quiet zones; 90 for ten digits in Code 128.

    Raises ValueError when the symbology has no bars for `code`.
    """
    barcode = zxingcpp.create_barcode(code, zxingcpp.BarcodeFormat.__members__[symbology.zxing])
    picture = np.array(zxingcpp.write_barcode_to_image(barcode, add_quiet_zones=False))
    return tuple(bool(module) for module in picture[picture.shape[0] // 2] < 128)
