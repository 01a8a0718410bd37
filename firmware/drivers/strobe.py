"""Shell: the light over the window. On while the camera looks; knows no camera."""

from __future__ import annotations

from typing import Any

from firmware.config import PinsSection
from firmware.drivers.pins import open_output


class Strobe:
    """The window's light on pin `pins.strobe`; without one it is wired to burn always."""

    def __init__(self, pins: PinsSection, factory: Any) -> None:
        self._output = open_output(factory, pins.strobe, "strobe") if pins.strobe else None

    def light(self, on: bool) -> None:
        """Switch it."""
        if self._output is not None:
            self._output.value = on

    def close(self) -> None:
        """Dark, pin freed."""
        if self._output is not None:
            self.light(False)
            self._output.close()
