"""Runs in the rig's root: the genuine picamera2 over libcamera's virtual camera, our reader on it.

Prints one JSON value. `read COUNT`: the passes in COUNT frames. `gone`: what the source says when
the camera stops giving frames. `missing`: what it says where there is no camera.
"""

from __future__ import annotations

import json
import sys
import threading
import types
from itertools import pairwise


# picamera2 imports a display library that exists on a Pi only; of it, one class is named.
class _AnyName(type):
    def __getattr__(cls, name: str) -> str:
        return name


pykms = types.ModuleType("pykms")
pykms.PixelFormat = _AnyName("PixelFormat", (), {})  # type: ignore[attr-defined]
sys.modules["pykms"] = pykms
sys.modules["kms"] = pykms

from picamera2 import MappedArray, Picamera2  # noqa: E402
from picamera2.allocators import LibcameraAllocator  # noqa: E402

from vision.frame import SourceError  # noqa: E402
from vision.reader import Reader  # noqa: E402
from vision.settings import ReaderSettings  # noqa: E402
from vision.sources.pi_camera import CameraSettings, PiCamera, open_camera  # noqa: E402

SETTINGS = CameraSettings(1280, 720, 60.0, pixel_format="NV12", frame_age_s=1.0)


def opened() -> tuple[Picamera2, PiCamera]:
    """The virtual camera. It has no raw stream: its video formats are said to be its modes."""
    Picamera2._get_raw_modes = lambda self: [  # type: ignore[method-assign]
        {"size": (1280, 720), "format": "SRGGB10", "fps": 60}
    ]
    device = Picamera2(0)
    device.allocator = LibcameraAllocator(device.camera)
    return device, PiCamera(device, MappedArray, SETTINGS)


def read(count: int) -> dict[str, object]:
    """The passes in `count` frames, and what the frames were like."""
    _, camera = opened()
    reader = Reader(ReaderSettings(), frozenset())
    passes, times, copied = [], [], 0
    for frame in camera.frames():
        times.append(frame.t_ns)
        copied += frame.luma.base is None
        # The virtual camera is not paced: count frames, not its time.
        passes += reader.look(type(frame)(frame.luma, frame.number * 8_333_333, frame.number))
        if frame.number >= count:
            break
    camera.close()
    return {
        "passes": [{"kind": p.kind.value, "code": p.code, "votes": p.votes} for p in passes],
        "rising": all(one < other for one, other in pairwise(times)),
        "copied": copied,
    }


def gone() -> dict[str, object]:
    """The camera stops in the middle: the source must say so, and closing must end."""
    device, camera = opened()
    seen = 0
    try:
        for frame in camera.frames():
            seen = frame.number
            if seen == 20:
                threading.Thread(target=device.stop, daemon=True).start()
    except SourceError as error:
        camera.close()
        return {"seen": seen, "error": str(error)}
    return {"seen": seen, "error": None}


def missing() -> dict[str, object]:
    """No camera at all."""
    try:
        open_camera(SETTINGS, number=7)
    except SourceError as error:
        return {"error": str(error)}
    return {"error": None}


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["read", count]:
            found = read(int(count))
        case ["gone"]:
            found = gone()
        case _:
            found = missing()
    print(json.dumps(found), flush=True)  # noqa: T201
