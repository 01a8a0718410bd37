"""Shell: the local port of the feed: a Unix socket for the OLED, `shoe watch` and other programs.

Owns the listening socket, its one thread and its clients' connections; a client that is slow,
dead or mad costs the others nothing. Refuses to know what the clients are told (local_client.py).
"""

from __future__ import annotations

import errno
import os
import selectors
import socket
import stat
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from firmware.drivers.clock import Clock, SystemClock
from firmware.drivers.journal import JournalReader
from firmware.drivers.local_client import LocalClient
from firmware.drivers.port import HostInbox, PortError, PortState, PortStatus, PortThread
from firmware.feed.delivery import Snapshots
from firmware.feed.line import encode
from firmware.feed.message import Audience, Message

_S: Final = 1_000_000_000
_READ_BYTES: Final = 4096
_FULL: Final = encode(0, Message("ERR", (("re", "0"), ("code", "busy"))))
_LONGEST_PATH: Final = 107
"""Bytes that the kernel has room for in a socket's name."""


@dataclass(frozen=True, slots=True)
class SocketSettings:
    """A local port: its file, who reads, how many at once, and when a client counts as dead."""

    name: str
    path: Path
    audience: Audience
    clients: int = 16
    stalled_s: float = 10.0
    ping_s: float = 1.0


@dataclass(slots=True)
class _Connection:
    socket: socket.socket
    client: LocalClient
    moved_ns: int
    """When it last took bytes, or had none waiting."""


class SocketPort:
    """Serves the feed to local clients, each from where it asks to begin."""

    def __init__(
        self,
        settings: SocketSettings,
        journal: Path,
        snapshots: Snapshots,
        inbox: HostInbox,
        failed: Callable[[BaseException], None],
        clock: Clock | None = None,
    ) -> None:
        self._settings = settings
        self._journal = journal
        self._snapshots = snapshots
        self._inbox = inbox
        self._clock = clock or SystemClock()
        self._connections: list[_Connection] = []
        self._last_ns: int | None = None
        self._bell: socket.socket | None = None
        self._failed = failed
        self._told: deque[Message] = deque(maxlen=16)
        self._thread: PortThread | None = None
        self.status = PortStatus(settings.name, PortState.ABSENT)
        """Replaced whole; may be read from any thread."""

    def start(self) -> None:
        """Open the socket, then begin. PortError if its path can't be used."""
        listener = _listen(self._settings.path)
        self._bell, ear = socket.socketpair()
        for one in (self._bell, ear, listener):
            one.setblocking(False)
        name = self._settings.name
        self._thread = PortThread(name, lambda: self._work(listener, ear), self._failed)
        self.status = replace(self.status, state=PortState.OPEN)
        self._thread.start()

    def wake(self) -> None:
        """Something was committed, or shown to the dealer. Returns at once."""
        if self._bell is None:
            return
        # A full bell has been rung already; a closed one has nobody left to wake.
        with suppress(OSError):
            self._bell.send(b"!")

    def tell(self, message: Message) -> None:
        """Send every client a message that is no event (FAULT). Returns at once."""
        self._told.append(message)
        self.wake()

    def stop(self, wait_s: float = 5.0) -> bool:
        """Send clients what is recorded, as far as they take it at once, and end. False: not yet.

        What a slow one has not been sent then it can ask for again.
        """
        self._last_ns = self._clock.now_ns() + _S
        self.wake()
        return self._thread is None or self._thread.join(wait_s)

    def _work(self, listener: socket.socket, ear: socket.socket) -> None:
        assert self._bell is not None
        with (
            ear,
            self._bell,
            listener,
            selectors.DefaultSelector() as selector,
            JournalReader.open(self._journal) as reader,
        ):
            selector.register(listener, selectors.EVENT_READ)
            selector.register(ear, selectors.EVENT_READ)
            try:
                while not self._ended(reader):
                    self._turn(selector, listener, ear, reader)
            finally:
                for connection in self._connections:
                    connection.socket.close()
                self._connections.clear()
                self._settings.path.unlink(missing_ok=True)
                self.status = replace(self.status, state=PortState.CLOSED, clients=0)

    def _turn(
        self,
        selector: selectors.BaseSelector,
        listener: socket.socket,
        ear: socket.socket,
        reader: JournalReader,
    ) -> None:
        """One round: hear what came, put together what each client is due, send what fits."""
        for key, events in selector.select(self._rest_s()):
            if key.fileobj is listener:
                self._welcome(listener, selector)
            elif key.fileobj is ear:
                with suppress(BlockingIOError):
                    ear.recv(_READ_BYTES)
            elif events & selectors.EVENT_READ:
                assert isinstance(key.data, _Connection)
                self._hear(key.data, selector, reader)
        told = [self._told.popleft() for _ in range(len(self._told))]
        now_ns = self._clock.now_ns()
        newest = reader.last(self._settings.audience)
        for connection in tuple(self._connections):
            for message in told:
                connection.client.say(message)
            connection.client.go_on(reader, newest, now_ns)
            self._send(connection, selector, now_ns)
        self.status = replace(self.status, sent=newest, clients=len(self._connections))

    def _ended(self, reader: JournalReader) -> bool:
        if self._last_ns is None:
            return False
        newest = reader.last(self._settings.audience)
        served = all(connection.client.served(newest) for connection in self._connections)
        return served or self._clock.now_ns() > self._last_ns

    def _rest_s(self) -> float:
        """Until somebody is due a sign of life; at once where a client can take more lines."""
        if any(connection.client.hungry() for connection in self._connections):
            return 0.0
        now_ns = self._clock.now_ns()
        waits = [connection.client.pace.wait_ns(now_ns) for connection in self._connections]
        longest = _S if self._last_ns is None else _S // 20
        return min([*waits, longest]) / _S

    def _welcome(self, listener: socket.socket, selector: selectors.BaseSelector) -> None:
        try:
            taken, _ = listener.accept()
        except OSError:
            return  # it has gone again
        taken.setblocking(False)
        if len(self._connections) >= self._settings.clients:
            # A fresh connection has room for a line; one that is gone already needs none. What it
            # asked is taken first: to close on that would cut the answer short.
            with taken, suppress(OSError):
                taken.send(_FULL)
                taken.recv(_READ_BYTES)
            return
        settings, now_ns = self._settings, self._clock.now_ns()
        client = LocalClient(
            settings.name,
            settings.audience,
            self._snapshots,
            self._inbox,
            self.wake,
            now_ns,
            int(settings.ping_s * _S),
        )
        connection = _Connection(taken, client, now_ns)
        self._connections.append(connection)
        selector.register(taken, selectors.EVENT_READ, connection)

    def _hear(
        self, connection: _Connection, selector: selectors.BaseSelector, reader: JournalReader
    ) -> None:
        try:
            data = connection.socket.recv(_READ_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            connection.client.hear(data, reader)
        else:
            self._drop(connection, selector)

    def _send(self, connection: _Connection, selector: selectors.BaseSelector, now_ns: int) -> None:
        if connection not in self._connections:
            return
        out = connection.client.out
        try:
            sent = connection.socket.send(out) if out else 0
        except BlockingIOError:
            sent = 0
        except OSError:
            self._drop(connection, selector)
            return
        del out[:sent]
        if sent or not out:
            connection.moved_ns = now_ns
        elif now_ns - connection.moved_ns > self._settings.stalled_s * _S:
            self._drop(connection, selector)
            return
        # Who does not read is not listened to either, so that nothing grows.
        reads = 0 if connection.client.full() else selectors.EVENT_READ
        writes = selectors.EVENT_WRITE if out else 0
        selector.modify(connection.socket, reads | writes, connection)

    def _drop(self, connection: _Connection, selector: selectors.BaseSelector) -> None:
        if connection in self._connections:
            self._connections.remove(connection)
            selector.unregister(connection.socket)
            connection.socket.close()


def _listen(path: Path) -> socket.socket:
    """A listening socket at `path`, which may be left from a process that died."""
    if len(os.fsencode(path)) > _LONGEST_PATH:
        raise PortError(f"socket {path}: a socket's path has {_LONGEST_PATH} bytes at most")
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        _clear(path)
        listener.bind(str(path))
        path.chmod(0o660)
        listener.listen(16)
    except PortError:
        listener.close()
        raise
    except OSError as error:
        listener.close()
        raise PortError(f"socket {path}: can't be opened ({error.strerror})") from error
    return listener


def _clear(path: Path) -> None:
    """Remove a socket nobody listens at; PortError for anything else that has the name."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(mode):
        raise PortError(f"socket {path}: is another kind of file; name another path or remove it")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        tried = probe.connect_ex(str(path))
    if tried == 0:
        raise PortError(f"socket {path}: another shoe listens there; stop it first")
    if tried != errno.ECONNREFUSED:
        raise PortError(f"socket {path}: can't be tried ({os.strerror(tried)})")
    path.unlink()
