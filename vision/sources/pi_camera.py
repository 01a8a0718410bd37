"""Shell: the Raspberry Pi's camera through picamera2, as a frame source. Knows no codes.

Nothing of picamera2 is imported before `open_camera` is called. The luma plane of a YUV stream is
looked at where the camera left it, without a copy; time is the sensor's own. Exposure and frame
time are fixed: picamera2's video default is 33 ms a frame, in which a card moves 66 mm.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from vision.frame import Frame, Luma, SourceError

_STREAM = "main"
_BUFFERS = 6
_STOP_S = 3.0
_FIRST_S = 5.0


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """How the sensor is run. `frame_age_s`: silence after which the camera counts as dead.

    `pixel_format`: a planar one whose upper rows are the grey levels; the Pi's is YUV420.
    """

    width: int = 640
    height: int = 400
    fps: float = 120.0
    exposure_us: int = 250
    gain: float = 2.0
    frame_age_s: float = 0.5
    pixel_format: str = "YUV420"

    @property
    def frame_us(self) -> int:
        """Time of one frame, microseconds."""
        return round(1e6 / self.fps)


def luma_of(array: Luma, width: int, height: int) -> Luma:
    """The grey levels in a YUV420 or NV12 array: its upper rows, its stride cut to size."""
    if array.ndim != 2 or array.shape[0] < height or array.shape[1] < width:
        raise SourceError(
            f"the camera gave an array of {array.shape}, not {width}x{height} YUV: set "
            "[camera] width and height to a size the sensor has"
        )
    return array[:height, :width]


def open_camera(settings: CameraSettings, number: int = 0) -> PiCamera:
    """Start camera `number`. Raises SourceError with what to do where there is none."""
    try:
        from picamera2 import MappedArray, Picamera2
    except ImportError as error:
        raise SourceError(
            f"picamera2 is not there ({error}): apt-get install python3-picamera2, and make .venv "
            "again so that it sees the system's packages"
        ) from error
    except ValueError as error:
        # What numpy raises under a module that was built against another numpy.
        raise SourceError(
            f"picamera2 and numpy do not fit together ({error}): both must be the system's; "
            "remove .venv and make it again"
        ) from error
    try:
        device = Picamera2(number)
    except (IndexError, RuntimeError) as error:
        # Older versions raise IndexError where there is no such camera, newer RuntimeError.
        if isinstance(error, IndexError) or "No camera" in str(error):
            raise SourceError(
                f"no camera {number} found: check its cable and `rpicam-hello --list-cameras`"
            ) from error
        raise SourceError(
            f"the camera cannot be opened ({error}): does another program hold it?"
        ) from error
    return PiCamera(device, MappedArray, settings)


class PiCamera:
    """A running camera. `device` is a Picamera2, opened and not yet configured; `mapped` is
    picamera2's MappedArray, which shows a request's pixels where they lie.

    `gaps` counts frames that the sensor took and nobody saw.
    """

    def __init__(self, device: Any, mapped: Any, settings: CameraSettings) -> None:
        self._device = device
        self._mapped = mapped
        self._settings = settings
        self._requests: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._ended = False
        self.gaps = 0
        try:
            device.configure(
                device.create_video_configuration(
                    main={
                        "size": (settings.width, settings.height),
                        "format": settings.pixel_format,
                    },
                    buffer_count=_BUFFERS,
                    queue=False,
                    controls=controls(settings, set(device.camera_controls)),
                )
            )
            device.start()
        except (RuntimeError, ValueError) as error:
            device.close()
            raise SourceError(f"the camera does not start: {error}") from error
        self._thread = threading.Thread(target=self._capture, name="camera", daemon=True)
        self._thread.start()

    def frames(self) -> Iterator[Frame]:
        """Frames as they come. Raises SourceError when none has come for `frame_age_s`."""
        settings = self._settings
        number, last_ns = 0, 0
        while not self._ended:
            try:
                # The sensor takes its time until the first frame, and none after it.
                patience_s = settings.frame_age_s if number else _FIRST_S
                request = self._requests.get(timeout=patience_s)
            except queue.Empty:
                raise SourceError(
                    f"no frame from the camera for {patience_s} s: its cable or front "
                    "end has failed; the shoe must not be dealt from"
                ) from None
            if isinstance(request, Exception):
                raise SourceError(f"the camera has failed: {request}") from request
            try:
                t_ns = int(request.get_metadata()["SensorTimestamp"])
                if last_ns:
                    self.gaps += missed(t_ns - last_ns, settings.frame_us)
                last_ns = t_ns
                number += 1
                mapped = self._mapped(request, _STREAM, write=False)
                array = mapped.__enter__().array
                try:
                    yield Frame(luma_of(array, settings.width, settings.height), t_ns, number)
                finally:
                    # Whoever looped over us still holds the last frame when the next is asked
                    # for; an allocator that unmaps at once complains, and unmaps when it is let go.
                    del array
                    with suppress(BufferError):
                        mapped.__exit__(None, None, None)
            finally:
                request.release()

    def close(self) -> None:
        """Give the camera back. May be called twice.

        picamera2's stop can block for ever after a cable fault: it gets three seconds in a thread
        that does not keep the process alive.
        """
        self._ended = True
        stop = threading.Thread(target=self._stop, name="camera stop", daemon=True)
        stop.start()
        stop.join(_STOP_S)

    def _stop(self) -> None:
        with suppress(RuntimeError):
            self._device.stop()
            self._device.close()

    def _capture(self) -> None:
        """Hand requests over; what goes wrong in picamera2's thread is handed over as well."""
        while not self._ended:
            try:
                self._requests.put(self._device.capture_request())
            except Exception as error:  # noqa: BLE001  # whatever it is, frames have ended
                self._requests.put(error)
                return


def controls(settings: CameraSettings, known: set[str]) -> dict[str, object]:
    """libcamera's controls for these settings, of those the camera knows."""
    wanted: dict[str, object] = {
        "FrameDurationLimits": (settings.frame_us, settings.frame_us),
        "AeEnable": False,
        "ExposureTime": settings.exposure_us,
        "AnalogueGain": settings.gain,
    }
    return {name: value for name, value in wanted.items() if name in known}


def missed(step_ns: int, frame_us: int) -> int:
    """How many frames lie between two that are `step_ns` apart."""
    return max(int(np.rint(step_ns / 1000 / frame_us)) - 1, 0)
