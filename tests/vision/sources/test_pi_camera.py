"""The Pi's camera: what is asked of picamera2, and what is made of its troubles."""

from __future__ import annotations

import queue
from types import TracebackType
from typing import Any

import numpy as np
import pytest

from vision.frame import SourceError
from vision.sources.pi_camera import (
    CameraSettings,
    PiCamera,
    controls,
    luma_of,
    missed,
    open_camera,
)

SETTINGS = CameraSettings(width=64, height=40, fps=100.0, exposure_us=200, frame_age_s=0.05)
KNOWN = {"FrameDurationLimits", "ExposureTime", "AnalogueGain", "AeEnable"}


class Request:
    """A captured frame as picamera2 hands it over: rows longer than the picture, counted back."""

    def __init__(self, t_ns: int) -> None:
        self.array = np.full((60, 96), 7, np.uint8)
        self.array[:40, :64] = 50
        self.t_ns = t_ns
        self.released = 0

    def get_metadata(self) -> dict[str, int]:
        return {"SensorTimestamp": self.t_ns}

    def release(self) -> None:
        self.released += 1


class Mapped:
    """As picamera2's MappedArray: the request's own memory."""

    def __init__(self, request: Request, stream: str, write: bool) -> None:
        assert (stream, write) == ("main", False)
        self.array = request.array

    def __enter__(self) -> Mapped:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        pass


class Device:
    """A camera with frames to give; then it waits, as a real one whose cable came off."""

    def __init__(self, *given: Request | Exception, refuse: Exception | None = None) -> None:
        self.camera_controls = dict.fromkeys(KNOWN)
        self.refuse = refuse
        self.given: queue.SimpleQueue[Request | Exception] = queue.SimpleQueue()
        for one in given:
            self.given.put(one)
        self.configured: dict[str, Any] = {}
        self.calls: list[str] = []

    def create_video_configuration(self, **wanted: Any) -> dict[str, Any]:
        return wanted

    def configure(self, wanted: dict[str, Any]) -> None:
        self.configured = wanted

    def start(self) -> None:
        if self.refuse:
            raise self.refuse
        self.calls.append("start")

    def capture_request(self) -> Request:
        one = self.given.get()
        if isinstance(one, Exception):
            raise one
        return one

    def stop(self) -> None:
        self.calls.append("stop")

    def close(self) -> None:
        self.calls.append("close")


def test_exposure_and_frame_time_are_fixed() -> None:
    """Left alone, picamera2 takes 33 ms a frame and chooses the exposure itself."""
    device = Device()
    camera = PiCamera(device, Mapped, SETTINGS)
    camera.close()
    assert device.configured["main"] == {"size": (64, 40), "format": "YUV420"}
    assert device.configured["controls"] == {
        "FrameDurationLimits": (10_000, 10_000),
        "AeEnable": False,
        "ExposureTime": 200,
        "AnalogueGain": 2.0,
    }


def test_only_controls_the_camera_knows_are_set() -> None:
    """A camera without gain or exposure control is run with what it has."""
    assert controls(SETTINGS, {"FrameDurationLimits"}) == {"FrameDurationLimits": (10_000, 10_000)}


def test_frames_are_the_luma_without_a_copy_at_the_sensors_time() -> None:
    """The stride is cut off, the memory is the camera's, each request goes back."""
    requests = [Request(1_000), Request(10_001_000)]
    camera = PiCamera(Device(*requests), Mapped, SETTINGS)
    frames = camera.frames()
    first = next(frames)
    assert first.luma.shape == (40, 64)
    assert (first.luma == 50).all()
    assert np.shares_memory(first.luma, requests[0].array)
    assert requests[0].released == 0
    second = next(frames)
    assert (first.t_ns, second.t_ns, second.number) == (1_000, 10_001_000, 2)
    assert requests[0].released == 1
    camera.close()


def test_leaving_the_loop_gives_the_frame_back() -> None:
    """An allocator that cannot unmap while a frame is held does not keep the source going."""

    class Held(Mapped):
        def __exit__(
            self,
            kind: type[BaseException] | None,
            error: BaseException | None,
            trace: TracebackType | None,
        ) -> None:
            raise BufferError("cannot close exported pointers exist")

    requests = [Request(1_000), Request(10_001_000), Request(20_001_000)]
    camera = PiCamera(Device(*requests), Held, SETTINGS)
    for frame in camera.frames():
        if frame.number == 2:
            break
    assert [request.released for request in requests] == [1, 1, 0]
    camera.close()


def test_frames_nobody_saw_are_counted() -> None:
    """Three frame times between two frames: two were lost."""
    camera = PiCamera(Device(Request(1_000), Request(30_001_000)), Mapped, SETTINGS)
    frames = camera.frames()
    next(frames), next(frames)
    assert camera.gaps == 2
    assert [missed(step, 10_000) for step in (9_500_000, 10_400_000, 20_300_000)] == [0, 0, 1]
    camera.close()


def test_a_camera_that_falls_silent_is_a_broken_source() -> None:
    """No frame within the frame age: an alarm, not a wait for ever."""
    camera = PiCamera(Device(Request(1_000)), Mapped, SETTINGS)
    frames = camera.frames()
    next(frames)
    with pytest.raises(SourceError, match=r"no frame from the camera for 0\.05 s"):
        next(frames)
    camera.close()


def test_what_goes_wrong_in_picamera2s_thread_is_told() -> None:
    """A callback's exception stops frames silently; here it ends them aloud."""
    camera = PiCamera(Device(RuntimeError("front end timed out")), Mapped, SETTINGS)
    with pytest.raises(SourceError, match="front end timed out"):
        next(camera.frames())
    camera.close()


def test_a_camera_that_does_not_start_is_given_back() -> None:
    """Busy or broken: one line, and the device is closed."""
    device = Device(refuse=RuntimeError("Device or resource busy"))
    with pytest.raises(SourceError, match="does not start: Device or resource busy"):
        PiCamera(device, Mapped, SETTINGS)
    assert device.calls == ["close"]


def test_closing_twice_does_no_harm() -> None:
    """close gives the device back, and once is enough."""
    device = Device()
    camera = PiCamera(device, Mapped, SETTINGS)
    camera.close()
    camera.close()
    assert device.calls[:3] == ["start", "stop", "close"]


def test_a_picture_of_another_size_is_refused() -> None:
    """An RGB or too small array is no luma plane."""
    with pytest.raises(SourceError, match="set \\[camera\\] width and height"):
        luma_of(np.zeros((30, 64), np.uint8), 64, 40)


def test_without_picamera2_one_line_says_what_to_install() -> None:
    """Nothing of it is imported before a camera is opened."""
    try:
        import picamera2  # noqa: F401
    except ImportError:
        with pytest.raises(SourceError, match="apt-get install python3-picamera2"):
            open_camera(SETTINGS)
    else:
        pytest.skip("picamera2 is installed here")
