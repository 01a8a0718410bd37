"""The local port over a real Unix socket: none waits for another."""

from __future__ import annotations

import queue
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from firmware.drivers.journal import Entry, Journal
from firmware.drivers.port import HostRequest, PortState
from firmware.drivers.socket_port import PortError, SocketPort, SocketSettings
from firmware.feed.line import Direction, Line, LineReader, encode
from firmware.feed.message import Audience, Message, Outgoing

PATIENCE_S = 20.0
PING = (0, "PING")


class Told:
    """Snapshots of whatever was set last."""

    def __init__(self) -> None:
        self.phase = "coup"
        self.confirm = "none"

    def hello(self, audience: Audience) -> Message:
        return Message("HELLO", (("proto", "1"), ("for", audience.value)))

    def state(self, audience: Audience) -> Message:
        return Message("STATE", (("phase", self.phase),))

    def history(self, audience: Audience) -> tuple[Message, ...]:
        return tuple(Message("HISTORY", (("part", str(n)),)) for n in (1, 2))

    def prompt(self, audience: Audience) -> Message:
        return Message("PROMPT", (("confirm", self.confirm),))


@dataclass
class Client:
    """A local program."""

    socket: socket.socket
    reader: LineReader = field(default_factory=LineReader)
    waiting: list[Line] = field(default_factory=list)
    asked: int = 0

    def ask(self, kind: str, **keys: str) -> None:
        self.asked += 1
        message = Message(kind, tuple(keys.items()))
        self.socket.sendall(encode(self.asked, message, Direction.TO_SHOE))

    def line(self) -> Line:
        """The next line that is no sign of life."""
        while True:
            while not self.waiting:
                data = self.socket.recv(4096)
                assert data, "the port closed the connection"
                for one in self.reader.feed(data):
                    assert isinstance(one, Line)
                    if (one.seq, one.message.kind) != PING:
                        self.waiting.append(one)
            return self.waiting.pop(0)

    def take(self, count: int) -> list[tuple[int, str]]:
        lines = [self.line() for _ in range(count)]
        return [(line.seq, line.message.kind) for line in lines]

    def numbered(self, until: int) -> list[int]:
        """Numbers of the lines of events up to `until`, whatever else comes between."""
        seen: list[int] = []
        while not seen or seen[-1] != until:
            line = self.line()
            if line.seq:
                seen.append(line.seq)
        return seen


@dataclass
class Shoe:
    """A port, its journal and all that clients asked of the daemon."""

    path: Path
    journal: Journal
    told: Told
    requests: queue.Queue[HostRequest]
    port: SocketPort
    clients: list[Client] = field(default_factory=list)

    def client(self) -> Client:
        connected = socket.socket(socket.AF_UNIX)
        connected.settimeout(PATIENCE_S)
        connected.connect(str(self.path))
        self.clients.append(Client(connected))
        return self.clients[-1]

    def deal(self, count: int) -> None:
        for n in range(count):
            one = Outgoing(Message("CARD", (("n", str(n)), ("pad", "x" * 400))))
            self.journal.append((Entry("CardDrawn", str(n), (one,)),), 1000 + n)
        self.port.wake()


@pytest.fixture
def shoe(tmp_path: Path) -> Iterator[Shoe]:
    failures: list[BaseException] = []
    requests: queue.Queue[HostRequest] = queue.Queue(maxsize=2)

    def inbox(request: HostRequest) -> bool:
        try:
            requests.put_nowait(request)
        except queue.Full:
            return False
        return True

    path = tmp_path / "shoe.sock"
    settings = SocketSettings("local", path, Audience.PUBLIC, clients=3, stalled_s=1.0)
    with Journal.open(tmp_path / "journal.db") as journal:
        told = Told()
        port = SocketPort(settings, journal.path, told, inbox, failures.append)
        port.start()
        shoe = Shoe(path, journal, told, requests, port)
        yield shoe
        assert port.stop()
        for client in shoe.clients:
            client.socket.close()
        assert failures == []
        assert not path.exists()
        assert port.status.state is PortState.CLOSED


BEGUN = [(0, "OK"), (0, "HELLO"), (0, "STATE"), (0, "PROMPT")]


def test_a_client_begins_with_sync_and_is_told_the_moment(shoe: Shoe) -> None:
    """OK, HELLO with the number to come, STATE, PROMPT; then each line and STATE after it."""
    shoe.deal(5)
    client = shoe.client()
    client.ask("SYNC", **{"from": "next"})
    answer, hello = client.line(), client.line()
    assert answer == Line(0, Message("OK", (("re", "1"),)))
    assert hello.message.get("next") == "6"
    assert client.take(2) == BEGUN[2:]
    shoe.deal(1)
    assert client.take(3) == [(6, "CARD"), (0, "STATE"), (0, "PROMPT")]


@pytest.mark.parametrize(("begin", "first"), [("0", 1), ("1", 1), ("4", 4), ("6", 6)])
def test_lines_are_sent_from_where_a_client_asks(shoe: Shoe, begin: str, first: int) -> None:
    """0 and 1 are the beginning; one behind the last waits for what comes."""
    shoe.deal(5)
    client = shoe.client()
    client.ask("SYNC", **{"from": begin})
    assert client.take(3) == BEGUN[:3]
    shoe.deal(1)
    assert client.numbered(6) == list(range(first, 7))


@pytest.mark.parametrize(("begin", "code"), [("7", "ahead"), ("x", "form"), ("", "form")])
def test_a_client_that_asks_for_what_never_was_is_told(shoe: Shoe, begin: str, code: str) -> None:
    """A number ahead of the journal means another journal: an error, not an endless wait."""
    shoe.deal(5)
    client = shoe.client()
    client.ask("SYNC", **{"from": begin})
    assert client.line() == Line(0, Message("ERR", (("re", "1"), ("code", code))))
    client.ask("SYNC", **{"from": "next"})
    assert client.take(3) == BEGUN[:3]


def test_what_the_dealer_sees_changes_without_an_event(shoe: Shoe) -> None:
    """A menu turned or a key: PROMPT or STATE follow, and only what changed."""
    client = shoe.client()
    client.ask("SYNC", **{"from": "next"})
    assert client.take(4) == BEGUN
    shoe.told.confirm = "settle"
    shoe.port.wake()
    assert client.line() == Line(0, Message("PROMPT", (("confirm", "settle"),)))
    shoe.told.phase = "closed"
    shoe.port.wake()
    assert client.line() == Line(0, Message("STATE", (("phase", "closed"),)))


def test_snapshots_are_sent_on_request(shoe: Shoe) -> None:
    """STATE and HISTORY, in all their parts, also before SYNC; ACK is taken."""
    client = shoe.client()
    for kind in ("STATE", "HISTORY", "ACK"):
        client.ask(kind)
    expected = ["OK", "STATE", "OK", "HISTORY", "HISTORY", "OK"]
    assert [kind for _, kind in client.take(6)] == expected


def test_other_commands_go_to_the_daemon_and_are_answered(shoe: Shoe) -> None:
    """OK or an error's word under the client's own number; `busy` when too many wait."""
    client = shoe.client()
    for kind in ("LOCK", "CLEAR", "UNLOCK"):
        client.ask(kind)
    # Heard before the first two are taken: else there would be room for the third.
    assert client.line() == Line(0, Message("ERR", (("re", "3"), ("code", "busy"))))
    first = shoe.requests.get(timeout=PATIENCE_S)
    second = shoe.requests.get(timeout=PATIENCE_S)
    assert (first.number, first.message, second.number) == (1, Message("LOCK"), 2)
    second.answer("key")
    first.answer("")
    assert client.line() == Line(0, Message("ERR", (("re", "2"), ("code", "key"))))
    assert client.line() == Line(0, Message("OK", (("re", "1"),)))


def test_damage_is_answered_and_the_next_request_is_good(shoe: Shoe) -> None:
    """A wrong sum, noise, the shoe's own sign: each is named."""
    client = shoe.client()
    client.socket.sendall(b"?1 LOCK*0000\r\nnoise\r\n?2 STA\r\n")
    assert [client.line().message.get("code") for _ in range(3)] == ["crc", "noise", "torn"]
    client.ask("STATE")
    assert client.take(2) == [(0, "OK"), (0, "STATE")]


def test_a_client_that_does_not_read_costs_the_others_nothing(shoe: Shoe) -> None:
    """It holds a bounded amount and is dropped; the others get every line."""
    dead, alive = shoe.client(), shoe.client()
    for client in (dead, alive):
        client.ask("SYNC", **{"from": "0"})
    assert alive.take(4) == BEGUN
    seen: list[int] = []
    reading = threading.Thread(target=lambda: seen.extend(alive.numbered(800)))
    reading.start()
    shoe.deal(800)
    reading.join()
    assert seen == list(range(1, 801))
    while shoe.port.status.clients > 1:
        alive.ask("STATE")
        while alive.line().message.kind != "OK":
            pass
    received = 0
    while data := dead.socket.recv(65536):
        received += len(data)
    assert 0 < received < 800 * 400
    shoe.deal(1)
    assert alive.numbered(801) == [801]


def test_a_client_that_babbles_without_reading_is_dropped(shoe: Shoe) -> None:
    """Requests are not taken from who does not read the answers."""
    client = shoe.client()
    request = encode(1, Message("HISTORY"), Direction.TO_SHOE) * 100

    def babble() -> None:
        while True:
            client.socket.sendall(request)

    with pytest.raises(OSError, match=r"Broken pipe|Connection reset"):
        babble()
    other = shoe.client()
    other.ask("STATE")
    assert other.take(2) == [(0, "OK"), (0, "STATE")]


def test_a_client_that_leaves_is_forgotten(shoe: Shoe) -> None:
    """Room for another one; beyond the room a connection is told so, and closed."""
    for _ in range(5):
        client = shoe.client()
        client.ask("SYNC", **{"from": "next"})
        assert client.take(4) == BEGUN
        client.socket.close()
    kept = [shoe.client() for _ in range(3)]
    for client in kept:
        client.ask("STATE")
        assert client.take(2) == [(0, "OK"), (0, "STATE")]
    more = shoe.client()
    assert more.line().message == Message("ERR", (("re", "0"), ("code", "busy")))
    assert more.socket.recv(1) == b""


def test_stopping_sends_what_is_recorded_first(shoe: Shoe) -> None:
    """A client that reads has all lines when the connection closes."""
    client = shoe.client()
    client.ask("SYNC", **{"from": "0"})
    assert client.take(4) == BEGUN
    shoe.deal(20)
    assert shoe.port.stop()
    assert client.numbered(20) == list(range(1, 21))


def test_silence_is_broken_by_a_sign_of_life(tmp_path: Path, shoe: Shoe) -> None:
    """PING, also for a client that has not begun; FAULT reaches everybody."""
    path = tmp_path / "other.sock"
    settings = SocketSettings("other", path, Audience.PUBLIC, ping_s=0.02)
    failures: list[BaseException] = []
    port = SocketPort(settings, shoe.journal.path, shoe.told, lambda _: True, failures.append)
    port.start()
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(PATIENCE_S)
        client.connect(str(path))
        assert client.recv(4096).startswith(b"!0 PING*")
        port.tell(Message("FAULT", (("why", "disk"),)))
        seen = b""
        while b"!0 FAULT why=disk*" not in seen:
            seen += client.recv(4096)
    assert port.stop()
    assert failures == []


def listening(shoe: Shoe, path: Path) -> SocketPort:
    settings = SocketSettings("other", path, Audience.PUBLIC)
    return SocketPort(settings, shoe.journal.path, shoe.told, lambda _: True, lambda _: None)


def test_a_socket_left_by_a_dead_process_is_replaced(shoe: Shoe, tmp_path: Path) -> None:
    """Nobody answers there, so nobody is robbed of it."""
    path = tmp_path / "left.sock"
    left = socket.socket(socket.AF_UNIX)
    left.bind(str(path))
    left.close()
    port = listening(shoe, path)
    port.start()
    assert port.stop()


def test_a_path_that_is_taken_is_said(shoe: Shoe, tmp_path: Path) -> None:
    """Another shoe, another kind of file, a path too long: one line each, nothing removed."""
    with pytest.raises(PortError, match="another shoe listens there"):
        listening(shoe, shoe.path).start()
    other = tmp_path / "notes.txt"
    other.write_text("keep")
    with pytest.raises(PortError, match="another kind of file"):
        listening(shoe, other).start()
    assert other.read_text() == "keep"
    with pytest.raises(PortError, match="107 bytes at most"):
        listening(shoe, tmp_path / ("x" * 107)).start()
    with pytest.raises(PortError, match="No such file"):
        listening(shoe, tmp_path / "none" / "s").start()
