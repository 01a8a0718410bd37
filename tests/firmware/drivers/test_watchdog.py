"""What systemd hears, through a datagram socket of our own."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from firmware.drivers.watchdog import Watchdog, open_notify

SECOND_NS = 1_000_000_000


def heard(server: socket.socket) -> list[str]:
    """All datagrams that wait."""
    server.setblocking(False)
    found = []
    while True:
        try:
            found.append(server.recv(1024).decode())
        except BlockingIOError:
            return found


def test_systemd_hears_ready_life_and_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """READY, signs of life at most once a second, a status, STOPPING."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as server:
        server.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        notify = open_notify()
        watchdog = Watchdog(notify)
        watchdog.ready()
        for tenth in range(25):
            watchdog.alive(tenth * SECOND_NS // 10)
        watchdog.status("shoe 57, coup 12")
        watchdog.stopping()
        assert heard(server) == [
            "READY=1",
            "WATCHDOG=1",
            "WATCHDOG=1",
            "WATCHDOG=1",
            "STATUS=shoe 57, coup 12",
            "STOPPING=1",
        ]
        notify.__self__.socket.close()  # type: ignore[attr-defined]


def test_without_systemd_nobody_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Started by hand there is no socket, and that is no error."""
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    Watchdog(open_notify()).ready()
