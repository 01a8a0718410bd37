"""The Pi camera's source over the genuine picamera2, on libcamera's virtual camera.

A Debian 13 root is made for it (one to two minutes): its libcamera has the virtual pipeline.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import pytest

from vision.simulated.camera import SimulatedCamera
from vision.simulated.conditions import TABLE, Span
from vision.simulated.shows import CardOut, Print, Wait

pytestmark = pytest.mark.rig

HERE = Path(__file__).resolve().parent
HOUSE = HERE.parent.parent
PACKAGES = (
    "python3,python3-venv,python3-dev,python3-libcamera,python3-prctl,ca-certificates,"
    "libzbar0t64,gcc,libc6-dev,libcap-dev"
)
CONFIGURATION = """%YAML 1.1
---
"Virtual0":
  supported_formats:
  - width: 1280
    height: 720
    frame_rates: [30, 60]
  frames:
    path: "/frames/"
  location: "CameraLocationFront"
  model: "imx219"
"""


def code(seed: int) -> str:
    number = random.Random(seed).randrange(10**8)
    return f"{number:08d}{98 - number * 100 % 97:02d}"


@pytest.fixture(scope="module")
def root() -> Path:
    """A root with picamera2, kept between runs (`make clean` removes it)."""
    if os.geteuid() != 0:
        pytest.skip("needs root, for mmdebstrap and chroot")
    if shutil.which("mmdebstrap") is None:
        pytest.skip("needs mmdebstrap: apt-get install mmdebstrap")
    if shutil.which("gcc") is None:
        pytest.skip("needs gcc")
    cache = HOUSE / "out" / "rigs"
    made, ready = cache / "trixie", cache / "trixie.ready"
    if not ready.exists():
        shutil.rmtree(made, ignore_errors=True)
        cache.mkdir(parents=True, exist_ok=True)
        run_or_skip(
            [
                "mmdebstrap",
                "--variant=minbase",
                '--aptopt=APT::Install-Recommends "false"',
                f"--include={PACKAGES}",
                "trixie",
                str(made),
            ]
        )
        # What the machine trusts and how it finds names, the root does, too.
        for file in ("etc/ssl/certs/ca-certificates.crt", "etc/resolv.conf", "etc/hosts"):
            if (Path("/") / file).exists():
                shutil.copyfile(Path("/") / file, made / file)
        run_or_skip(["chroot", str(made), "python3", "-m", "venv", "--system-site-packages", "/v"])
        wanted = ["picamera2", "opencv-python-headless", "pyzbar", "zxing-cpp"]
        run_or_skip(["chroot", str(made), "/v/bin/pip", "install", "--quiet", *wanted])
        ready.touch()
    return made


def run_or_skip(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no word"])[-1]
        pytest.skip(f"{command[0]} failed here: {last}")


@pytest.fixture(scope="module")
def rig(root: Path) -> Path:
    """The root with our packages, the shim, and two cards and a peek before its camera."""
    for package in ("vision", "tests/rigs"):
        shutil.rmtree(root / "house" / package, ignore_errors=True)
        shutil.copytree(HOUSE / package, root / "house" / package)
    compile_ = ["-shared", "-fPIC", "-O1", "-Wall", "-o", "/house/dma_heap.so"]
    run_or_skip(["chroot", str(root), "gcc", *compile_, "/house/tests/rigs/dma_heap.c", "-ldl"])
    folder = root / "usr/share/libcamera/pipeline/virtual"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "virtual.yaml").write_text(CONFIGURATION)
    shutil.rmtree(root / "frames", ignore_errors=True)
    (root / "frames").mkdir()
    size = replace(TABLE, width_px=1280, height_px=720, speed_m_s=Span(0.9, 1.1))
    camera = SimulatedCamera(size, 5)
    number = 0
    for show in (Wait(0.25), CardOut(Print(code(1), "8S")), CardOut(Print(code(2), "KD"))):
        for frame in camera.play(show):
            path = root / "frames" / f"{number}.jpg"
            # libcamera's generator reads JPEG in colour only.
            colour = cv2.cvtColor(frame.luma, cv2.COLOR_GRAY2BGR)
            assert cv2.imwrite(str(path), colour, (cv2.IMWRITE_JPEG_QUALITY, 92))
            number += 1
    return root


def in_root(rig: Path, *words: str) -> dict[str, Any]:
    """What the program says in there; at most a minute, so that a hang is a failure."""
    done = subprocess.run(
        [
            *("chroot", str(rig), "/usr/bin/env", "LD_PRELOAD=/house/dma_heap.so"),
            *("PYTHONPATH=/house", "LIBCAMERA_LOG_LEVELS=*:ERROR"),
            *("/v/bin/python", "/house/tests/rigs/virtual_camera.py", *words),
        ],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout.strip().splitlines()[-1])
    assert isinstance(found, dict)
    return found


def test_cards_before_the_genuine_camera_come_out(rig: Path) -> None:
    """Frames of two passes in, these two cards out; no frame was copied on its way."""
    # The virtual camera gives each picture once or twice, and then begins anew.
    count = 2 * len(list((rig / "frames").iterdir())) + 20
    found = in_root(rig, "read", str(count))
    assert [(p["kind"], p["code"]) for p in found["passes"][:2]] == [
        ("card", code(1)),
        ("card", code(2)),
    ]
    assert found["rising"]
    assert found["copied"] == 0


def test_a_camera_taken_away_while_running_is_said(rig: Path) -> None:
    """Frames stop: the source breaks with one line, and the process ends."""
    found = in_root(rig, "gone")
    assert found["seen"] >= 20
    assert "camera" in found["error"]


def test_no_camera_is_one_line(rig: Path) -> None:
    """An index picamera2 does not have."""
    assert "no camera 7 found" in in_root(rig, "missing")["error"]
