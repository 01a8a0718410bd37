"""`shoe watch`: shows what a reader of the feed sees, and says what is wrong with it."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from firmware.commands.watch import watch
from firmware.drivers.journal import Entry, Journal
from firmware.drivers.pty_cable import PtyCable
from firmware.drivers.socket_port import SocketPort, SocketSettings
from firmware.feed.line import encode
from firmware.feed.message import Audience, Message, Outgoing

CARD = Message("CARD", (("coup", "3"), ("seat", "B2"), ("card", "TH"), ("left", "301")))
RESULT = Message("RESULT", (("coup", "3"), ("number", "2"), ("win", "P"), ("p", "7"), ("b", "4")))


def run(*words: str, given: bytes | None = None) -> Result:
    return CliRunner().invoke(watch, words, input=given)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "feed.log"
    path.write_bytes(
        encode(0, Message("HELLO", (("next", "7"), ("mode", "test"))))
        + encode(7, CARD)
        + encode(0, Message("PING"))
        + encode(8, RESULT)
    )
    return path


def test_a_log_is_shown_in_peoples_words(log: Path) -> None:
    """One line a message without the signs of life, the numbers beside them."""
    result = run(str(log))
    assert result.exit_code == 0
    assert [line.split() for line in result.stdout.splitlines()][1:] == [
        ["#7", "Banker", "2:", "10♥,", "301", "left"],
        ["#8", "coup", "3", "(no.", "2):", "PLAYER", "wins", "7", "to", "4"],
    ]
    assert result.stderr == "4 lines, 0 repeated, 0 faults\n"


def test_json_gives_one_object_a_message_and_nothing_else(log: Path) -> None:
    """Number, kind, then the keys as text; from a file or from standard input."""
    result = run("-", "--json", given=log.read_bytes())
    assert [json.loads(line) for line in result.stdout.splitlines()][1] == {
        "seq": 7,
        "kind": "CARD",
        "coup": "3",
        "seat": "B2",
        "card": "TH",
        "left": "301",
    }
    assert (result.exit_code, len(result.stdout.splitlines()), result.stderr) == (0, 4, "")


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (encode(7, CARD) + encode(9, CARD), "lines 8 to 8 are missing"),
        (encode(7, CARD) + encode(7, RESULT), "line 7 came again with another text"),
        (encode(7, CARD)[:-9] + b"\r\n", "not a line (torn, 37 bytes)"),
        (encode(7, CARD).replace(b"TH", b"9H"), "not a line (crc"),
        (
            encode(7, CARD) + encode(0, Message("HELLO", (("next", "11"),))),
            "lines 8 to 10 are missing",
        ),
    ],
)
def test_damage_and_gaps_are_said_and_fail(raw: bytes, said: str) -> None:
    """Each is named on standard error; the end is exit 1 with the count."""
    result = run("-", "--json", given=raw)
    assert result.exit_code == 1
    assert said in result.stderr
    assert "1 faults" in result.stderr


def test_a_line_sent_again_is_shown_once(log: Path) -> None:
    """Sending again is how nothing is lost: it is no fault."""
    raw = log.read_bytes() + encode(7, CARD) + encode(8, RESULT) + encode(9, CARD)
    result = run("-", given=raw)
    assert result.exit_code == 0
    assert result.stdout.count("#7") == 1
    assert result.stderr == "7 lines, 2 repeated, 0 faults\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("/no/such",), "No such file"),
        ((".",), "is a folder"),
        (("-", "--dialect", "morse"), "no dialect 'morse'; there is line"),
        (("-", "--from", "abc"), "--from abc: write a line's number, or `next`"),
        ((__file__, "--from", "7"), "--from is for a local socket"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(words: tuple[str, ...], said: str) -> None:
    """What can't be watched is said with what to do."""
    result = run(*words)
    assert result.exit_code == 2
    assert said in result.stderr


class Still:
    """Snapshots that never change."""

    def hello(self, audience: Audience) -> Message:
        return Message("HELLO", (("mode", "test"),))

    def state(self, audience: Audience) -> Message:
        return Message("STATE", (("phase", "coup"),))

    def history(self, audience: Audience) -> tuple[Message, ...]:
        return ()

    def prompt(self, audience: Audience) -> Message:
        return Message("PROMPT")


def watcher(*words: str) -> subprocess.Popen[str]:
    """The real program."""
    return subprocess.Popen(
        (sys.executable, "-c", "from firmware.cli import main; main()", "watch", *words),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def served(path: Path, journal: Journal) -> SocketPort:
    settings = SocketSettings("local", path, Audience.TABLE)
    port = SocketPort(settings, journal.path, Still(), lambda _: None, lambda _: None)
    port.start()
    return port


def numbers(shown: subprocess.Popen[str], count: int) -> list[tuple[int, str]]:
    assert shown.stdout is not None
    seen = (json.loads(shown.stdout.readline()) for _ in range(count))
    return [(one["seq"], one["kind"]) for one in seen]


BEGUN = [(0, "OK"), (0, "HELLO"), (0, "STATE")]


def test_a_local_socket_is_watched_over_restarts_of_the_shoe(tmp_path: Path) -> None:
    """From where it is asked, then from where it was: what came meanwhile is not missed."""
    path = tmp_path / "shoe.sock"
    with Journal.open(tmp_path / "journal.db") as journal:

        def deal(cards: int) -> None:
            for _ in range(cards):
                journal.append((Entry("CardDrawn", "{}", (Outgoing(CARD),)),), 1)

        deal(3)
        port = served(path, journal)
        refused = watcher(str(path), "--from", "9")
        assert refused.communicate()[1].endswith("refuses to begin at 9: ahead\n")
        assert refused.returncode == 1
        with watcher(str(path), "--json", "--from", "2") as shown:
            assert numbers(shown, 5) == [*BEGUN, (2, "CARD"), (3, "CARD")]
            for first in (4, 6):
                assert port.stop()
                deal(2)
                port = served(path, journal)
                # After the moment that followed the lines, whatever of it had been sent.
                seen = [(0, "")]
                while seen[-1] != (first + 1, "CARD"):
                    seen += numbers(shown, 1)
                assert [one for one in seen if one[0]] == [(first, "CARD"), (first + 1, "CARD")]
            shown.terminate()
            _, said = shown.communicate()
        port.stop()
    assert said == f"shoe: {path}: the shoe is gone; waiting for it\n" * 2
    assert shown.returncode == 0


def test_a_shoe_that_was_never_there_is_not_waited_for(tmp_path: Path) -> None:
    """A mistyped name must not look like a silent shoe."""
    path = tmp_path / "shoe.sock"
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(path))
    result = run(str(path))
    assert result.exit_code == 1
    assert result.stderr.endswith("Connection refused; is the shoe running?\n")


def test_a_device_is_watched_over_restarts_of_the_shoe(tmp_path: Path) -> None:
    """Its name comes back with another terminal behind it; a torn line comes again."""
    name = tmp_path / "tty"
    first = PtyCable(name)
    with watcher(str(name), "--json") as shown:
        with said_until_heard(first, encode(7, CARD) + encode(8, CARD)[:20]):
            assert numbers(shown, 1) == [(7, "CARD")]
        first.close()
        second = PtyCable(name)
        with said_until_heard(second, encode(8, CARD)):
            assert numbers(shown, 1) == [(8, "CARD")]
        shown.terminate()
        _, said = shown.communicate()
        second.close()
    assert said == f"shoe: {name}: the shoe is gone; waiting for it\n"
    assert shown.returncode == 0


@contextmanager
def said_until_heard(cable: PtyCable, data: bytes) -> Iterator[None]:
    """Nothing tells a sender that somebody listens: it says it once somebody holds the end."""
    ended = threading.Event()

    def say() -> None:
        while not cable.heard and not ended.wait(0.02):
            pass
        with open(cable.shoe_end, "wb", buffering=0) as shoe:
            shoe.write(data)
            ended.wait()

    saying = threading.Thread(target=say)
    saying.start()
    try:
        yield
    finally:
        ended.set()
        saying.join()


def test_a_device_is_watched_until_it_is_told_to_end(tmp_path: Path) -> None:
    """SIGTERM ends it with its summary, as Ctrl-C does."""
    cable = PtyCable(tmp_path / "tty")
    heard = threading.Event()

    def say() -> None:
        # Nothing tells a sender that somebody listens: it says it until it is heard.
        with open(cable.shoe_end, "wb", buffering=0) as shoe:
            while not heard.wait(0.05):
                shoe.write(encode(7, CARD))

    saying = threading.Thread(target=say)
    saying.start()
    try:
        shown = watcher(str(tmp_path / "tty"))
        assert shown.stdout is not None
        assert "Banker 2: 10♥" in shown.stdout.readline()
        shown.terminate()
        said = shown.communicate()[1]
    finally:
        heard.set()
        saying.join()
        cable.close()
    assert shown.returncode == 0
    assert "0 faults" in said
