"""The small screen's program against a local socket that serves, falls silent, lies and returns."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from display.oled.client import BEGIN, Display, Feed, run
from display.oled.device import Oled
from display.oled.draw import draw
from display.oled.fold import fold
from display.oled.screen import Screen
from display.texts.words import Language
from firmware.config import OledSection
from firmware.drivers.clock import VirtualClock
from firmware.feed.line import encode, parse

S = 1_000_000_000
PATIENCE_S = 20.0
HELLO = "HELLO proto=1 mode=live next=9"
STATE = "STATE phase=coup coup=3 player=9S banker=- p=9 next=B1 left=400"
CARD = "CARD coup=3 seat=B1 card=KD left=399"


def line(text: str, seq: int = 0) -> bytes:
    return encode(seq, parse(f"!0 {text}").message)


class Server:
    """The shoe's end of the local socket."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.listener.bind(str(path))
        self.listener.listen(4)
        self.listener.settimeout(PATIENCE_S)
        self.client: socket.socket | None = None

    def accept(self) -> bytes:
        """What the client says first."""
        if self.client is not None:
            self.client.close()
        self.client, _ = self.listener.accept()
        self.client.settimeout(PATIENCE_S)
        return self.client.recv(4096)

    def say(self, data: bytes) -> None:
        assert self.client is not None
        self.client.sendall(data)

    def drop(self) -> None:
        assert self.client is not None
        self.client.close()

    def close(self) -> None:
        self.listener.close()
        self.path.unlink()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path / "feed.sock")
    yield made
    if made.client is not None:
        made.client.close()
    made.listener.close()


@pytest.fixture
def feed(server: Server) -> Iterator[Feed]:
    made = Feed(server.path)
    yield made
    made.close()


def kinds(messages: tuple[object, ...]) -> list[str]:
    return [message.kind for message in messages]  # type: ignore[attr-defined]


def test_it_asks_for_the_moment_and_what_comes(server: Server, feed: Feed) -> None:
    """A display begins with SYNC from=next: no past, the snapshot, then news, in any pieces."""
    assert feed.hear(0) == ()
    assert server.accept() == BEGIN == b"?1 SYNC from=next*3CAD\r\n"
    data = line(HELLO) + line(STATE) + line(CARD, 9)
    server.say(data[:50])
    heard = feed.hear(PATIENCE_S)
    server.say(data[50:])
    heard += feed.hear(PATIENCE_S)
    assert kinds(heard) == ["HELLO", "STATE", "CARD"]


def test_it_calls_again_after_a_restart(server: Server, feed: Feed, tmp_path: Path) -> None:
    """The shoe's program may go and come; the display comes back by itself."""
    feed.hear(0)
    server.accept()
    server.drop()
    assert feed.hear(PATIENCE_S) == ()
    assert not feed.connected
    server.close()
    assert feed.hear(0) == ()
    assert not feed.connected
    again = Server(server.path)
    feed.hear(0)
    assert feed.connected
    assert again.accept() == BEGIN
    again.say(line(HELLO))
    assert kinds(feed.hear(PATIENCE_S)) == ["HELLO"]
    again.drop()
    again.close()
    server.path.touch()


def test_a_damaged_line_begins_again(server: Server, feed: Feed) -> None:
    """A lost line may have been a card: rather the whole moment anew than a hand with a hole."""
    feed.hear(0)
    server.accept()
    server.say(line(CARD).replace(b"KD", b"QD"))
    assert feed.hear(PATIENCE_S) == ()
    assert not feed.connected
    feed.hear(0)
    assert server.accept() == BEGIN


def test_the_panel_follows_the_feed(server: Server, feed: Feed, tmp_path: Path) -> None:
    """News, silence and the end of the connection, each as the picture it must be."""
    section = replace(OledSection(), path=str(tmp_path / "pictures"))
    oled = Oled(section)
    display = Display(oled, section, Language.ENGLISH)
    clock = VirtualClock()
    told: list[int] = []
    turns = 0

    def going() -> bool:
        """Before each turn of the loop the table goes on."""
        nonlocal turns
        turns += 1
        match turns:
            case 2:
                server.accept()
                server.say(line(HELLO) + line(STATE))
            case 3:
                server.say(line(CARD, 9))
            case 4:
                clock.advance(4 * S)
                server.say(line("PING"))
            case 5:
                clock.advance(4 * S)
                server.drop()
            case 6:
                return False
        return True

    run(feed, display, clock, going, told.append)
    screen = Screen()
    expected = [draw(screen)]
    for text in (HELLO, STATE):
        screen = fold(screen, parse(f"!0 {text}").message, 0)
    expected.append(draw(screen))
    screen = fold(screen, parse(f"!0 {CARD}").message, 0)
    expected.append(draw(screen))
    # Alive again at 4 s: nothing new to draw. Then the shoe is gone.
    expected.append(draw(Screen()))
    written = []
    for file in sorted((tmp_path / "pictures").iterdir()):
        with Image.open(file) as picture:
            written.append(picture.tobytes())
    assert written == [picture.tobytes() for picture in expected]
    assert told == [0, 0, 0, 4 * S, 8 * S]


def test_a_silent_shoe_is_shown_dead(tmp_path: Path) -> None:
    """The connection stands and nothing comes: after three seconds the old hand is gone."""
    section = replace(OledSection(), path=str(tmp_path / "pictures"))
    display = Display(Oled(section), section, Language.ENGLISH)
    display.take((parse(f"!0 {HELLO}").message, parse(f"!0 {STATE}").message), 0)
    for second in (0, 1, 3, 4):
        assert display.show(second * S)
    assert len(list((tmp_path / "pictures").iterdir())) == 2
    with Image.open(tmp_path / "pictures" / "oled-00002.png") as picture:
        assert picture.tobytes() == draw(Screen()).tobytes()


def test_a_lost_test_is_still_a_test(tmp_path: Path) -> None:
    """The picture of a dead shoe says TEST too, if a test was all that was ever seen."""
    section = replace(OledSection(), path=str(tmp_path / "pictures"))
    display = Display(Oled(section), section, Language.ENGLISH)
    display.take((parse("!0 HELLO mode=test").message,), 0)
    display.lost(S)
    assert display.screen == Screen(now_ns=S, test=True)
