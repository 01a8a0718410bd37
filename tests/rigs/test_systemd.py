"""The units for real: a Debian booted in a container, the services as a Pi would run them."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.rig

ROOT = Path(__file__).resolve().parents[2]
UNITS = ("dealer-shoe.service", "dealer-shoe-oled.service")
PATIENCE_S = 60
PACKAGES = "systemd,systemd-sysv,dbus,udev,python3,procps,util-linux,libzbar0,libgl1,libglib2.0-0"
CONFIG = """
[journal]
path = "/var/lib/dealer-shoe/shoe.journal"

[evidence]
path = "/var/lib/dealer-shoe/evidence"

[[port]]
name = "local"
kind = "socket"
device = "/run/dealer-shoe/feed.sock"
audience = "public"

[oled]
path = "/var/lib/dealer-shoe-oled/pictures"
socket = "/run/dealer-shoe/feed.sock"
"""
# Here the interpreter of the checkout's .venv lies where the container can't see it; Debian 12's
# own is the same version and runs the same packages.
LAUNCHER = """#!/bin/sh
export PYTHONPATH={packages}:{checkout} PYTHONDONTWRITEBYTECODE=1
exec /usr/bin/python3 -c 'from firmware.cli import main; main()' "$@"
"""


def until(done: Callable[[], bool], what: str) -> None:
    """Wait for something that a real system does in its own time."""
    end = time.monotonic() + PATIENCE_S
    while not done():
        assert time.monotonic() < end, f"not within {PATIENCE_S} s: {what}"
        time.sleep(0.1)


class Box:
    """A booted container."""

    def __init__(self, leader: int) -> None:
        self.leader = leader

    def run(self, *command: str) -> str:
        """What a command inside prints; its exit code does not matter."""
        inside = ["nsenter", "-t", str(self.leader), "-a", *command]
        done = subprocess.run(inside, capture_output=True, text=True, check=False)
        return done.stdout + done.stderr

    def ask(self, unit: str, key: str) -> str:
        """One property of a unit."""
        return self.run("systemctl", "show", "--value", f"--property={key}", unit).strip()


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Debian 12 with the shoe installed as docs/hardware.md says."""
    if os.geteuid() != 0:
        pytest.skip("needs root")
    for tool in ("mmdebstrap", "systemd-nspawn", "nsenter"):
        if shutil.which(tool) is None:
            pytest.skip(f"needs {tool}")
    if sys.version_info[:2] != (3, 11):
        pytest.skip("needs Python 3.11, the version of the container's Debian")
    root = tmp_path_factory.mktemp("systemd") / "root"
    made = subprocess.run(
        ["mmdebstrap", "-q", "--variant=minbase", f"--include={PACKAGES}", "bookworm", str(root)],
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        pytest.skip(f"no Debian to be had: {made.stderr.strip().splitlines()[-1:]}")
    for unit in UNITS:
        shutil.copy(ROOT / "systemd" / unit, root / "etc/systemd/system" / unit)
    for name, place in (
        ("dealer-shoe.sysusers", "usr/lib/sysusers.d/dealer-shoe.conf"),
        ("dealer-shoe.tmpfiles", "usr/lib/tmpfiles.d/dealer-shoe.conf"),
        ("60-dealer-shoe.rules", "usr/lib/udev/rules.d/60-dealer-shoe.rules"),
    ):
        (root / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "systemd" / name, root / place)
    (root / "etc/dealer-shoe").mkdir()
    (root / "etc/dealer-shoe/shoe.toml").write_text(CONFIG)
    launcher = root / "opt/dealer-shoe/.venv/bin/shoe"
    launcher.parent.mkdir(parents=True)
    launcher.write_text(LAUNCHER.format(packages="/srv/packages", checkout="/srv/checkout"))
    launcher.chmod(0o755)
    for unit in UNITS:
        drop_in = root / f"etc/systemd/system/{unit}.d"
        drop_in.mkdir()
        (drop_in / "rig.conf").write_text("[Service]\nWatchdogSec=3\n")
    return root


@pytest.fixture
def box(tree: Path) -> Iterator[Box]:
    packages = sysconfig.get_paths()["purelib"]
    nspawn = subprocess.Popen(
        [
            *("systemd-nspawn", "-q", "-b", "-D", str(tree), "--volatile=overlay"),
            *("--register=no", "--keep-unit", "--private-network", "--console=pipe"),
            *(f"--bind-ro={packages}:/srv/packages", f"--bind-ro={ROOT}:/srv/checkout"),
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        children = Path(f"/proc/{nspawn.pid}/task/{nspawn.pid}/children")
        until(lambda: bool(children.read_text().split()), "the container's first process")
        made = Box(int(children.read_text().split()[0]))
        until(
            lambda: made.run("systemctl", "is-system-running").strip() in {"running", "degraded"},
            "booted",
        )
        yield made
    finally:
        nspawn.send_signal(signal.SIGTERM)
        try:
            nspawn.wait(20)
        except subprocess.TimeoutExpired:
            nspawn.kill()
            nspawn.wait()


def test_units_are_sound(tree: Path) -> None:
    """systemd itself has nothing to say against the units."""
    units = [f"/etc/systemd/system/{unit}" for unit in UNITS]
    done = subprocess.run(
        ["systemd-analyze", "verify", f"--root={tree}", *units],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_the_shoe_and_its_screen_run_and_come_back(box: Box) -> None:
    """Both start as their own users, the screen shows the shoe, a hung process is replaced."""
    assert box.run("systemctl", "start", *UNITS) == ""
    for unit, user in zip(UNITS, ("dealer-shoe", "dealer-shoe-oled"), strict=True):
        assert box.ask(unit, "ActiveState") == "active", box.run("systemctl", "status", unit)
        first = box.ask(unit, "MainPID")
        assert box.run("ps", "-o", "user:20=", "-p", first).strip() == user
    pictures = "/var/lib/dealer-shoe-oled/pictures"
    until(lambda: len(box.run("ls", pictures).split()) >= 2, "a picture of the living shoe")
    for unit in UNITS:
        first = box.ask(unit, "MainPID")
        box.run("kill", "-STOP", first)
        until(
            lambda unit=unit, first=first: (  # type: ignore[misc]
                box.ask(unit, "ActiveState") == "active"
                and box.ask(unit, "MainPID") not in {first, "0"}
            ),
            f"{unit} replaced by its watchdog",
        )
        assert box.ask(unit, "NRestarts") == "1"


def test_the_screen_lives_without_the_shoe(box: Box) -> None:
    """Its own unit alone: it runs, and shows that there is no shoe."""
    box.run("systemctl", "mask", "--runtime", UNITS[0])
    assert "Failed" not in box.run("systemctl", "start", UNITS[1])
    assert box.ask(UNITS[1], "ActiveState") == "active"
    until(
        lambda: "oled-00001.png" in box.run("ls", "/var/lib/dealer-shoe-oled/pictures"),
        "a picture that says so",
    )
    box.run("systemctl", "stop", UNITS[1])
    assert box.ask(UNITS[1], "Result") == "success"
