"""The whole appliance: real frames, decoder, journal, ports; hardware simulated, time virtual."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from firmware.appliance.build import Appliance
from firmware.appliance.setup import SetupError
from firmware.codes.book import make_book, write_book
from firmware.config import (
    CameraDriver,
    CameraSection,
    CodesSection,
    Config,
    EvidenceSection,
    JournalSection,
    PinDriver,
    PinsSection,
    PortKind,
    PortSection,
    SupervisorsSection,
    TableSection,
)
from firmware.drivers.journal import JournalReader
from firmware.drivers.journal_verify import verify
from firmware.drivers.port import PortError
from firmware.drivers.pty_cable import PtyCable
from firmware.feed.line import Direction, Line, LineReader, encode
from firmware.feed.message import Audience, Message
from firmware.shoe.inputs import PassSeen, Sight
from firmware.shoe.words import Phase
from vision.simulated.camera import SimulatedCamera
from vision.simulated.conditions import CLEAN, Span
from vision.simulated.shows import Print, Spoiled, SpoiledOut, Wait

ONE_DECK = """
extends = "commission8"
decks = 1
cut_card_at = 14
change_below = 10
"""


def small_shoe(tmp_path: Path, seed: int = 3) -> Config:
    """A table with one deck, so that a shoe is dealt in seconds."""
    profile = tmp_path / "one.toml"
    profile.write_text(ONE_DECK)
    return Config(
        table=TableSection(name="t1", profile=str(profile)),
        camera=CameraSection(seed=seed),
        journal=JournalSection(str(tmp_path / "shoe.journal")),
        evidence=EvidenceSection(str(tmp_path / "evidence"), shoes=1),
        port=(
            PortSection(
                name="local",
                kind=PortKind.SOCKET,
                device=str(tmp_path / "shoe.sock"),
                audience=Audience.TABLE,
            ),
        ),
    )


def recorded_cards(path: Path) -> list[tuple[str, str]]:
    """Coup and card of each CARD line for the table, in order."""
    with JournalReader.open(path) as reader:
        lines = [one.message for one in reader.lines(Audience.TABLE, limit=10_000)]
    return [(line.get("coup"), line.get("card")) for line in lines if line.kind == "CARD"]


def test_a_shoe_is_dealt_from_pixels_to_the_journal(tmp_path: Path) -> None:
    """Each card that the dealer drew is recorded in its coup, in order, and none besides."""
    config = small_shoe(tmp_path)
    appliance = Appliance(config, shoes=1, speed=None)
    appliance.run()
    assert appliance.dealer is not None
    (truth,) = appliance.dealer.truths
    dealt = [
        (str(number), str(card.card)) for number, coup in enumerate(truth.coups, 1) for card in coup
    ]
    assert recorded_cards(tmp_path / "shoe.journal") == dealt
    assert len(dealt) > 20
    assert appliance.daemon.state.phase is Phase.NO_SHOE
    assert verify(tmp_path / "shoe.journal").findings == ()


def test_evidence_of_each_card_lies_on_the_disk_with_its_hash_in_the_journal(
    tmp_path: Path,
) -> None:
    """The shoe can prove what it saw, and nothing of it stays behind when it has ended."""
    import json
    from hashlib import sha256

    config = small_shoe(tmp_path)
    hook = threading.excepthook
    Appliance(config, shoes=1, speed=None).run()
    assert threading.excepthook is hook
    with JournalReader.open(tmp_path / "shoe.journal") as reader:
        kept = [json.loads(row.body) for row in reader.events(kinds=("EvidenceKept",))]
        seated = [json.loads(row.body) for row in reader.events(kinds=("CardSeated",))]
    hashes = {row["evidence"]: row["sha256"] for row in kept}
    for row in seated:
        picture = tmp_path / "evidence" / row["evidence"]
        assert sha256(picture.read_bytes()).hexdigest() == hashes[row["evidence"]]
    assert all(row["votes"] >= 2 for row in kept if row["evidence"].endswith("card.jpg"))


def test_a_set_without_code_book_is_refused_in_one_line(tmp_path: Path) -> None:
    """A real camera without the set's codes would call every card unknown."""
    config = small_shoe(tmp_path)
    config = replace(config, camera=CameraSection(driver=CameraDriver.PICAMERA2))
    with pytest.raises(SetupError, match="shoe codes make"):
        Appliance(config)


def test_a_code_book_of_other_decks_than_the_profile_is_refused(tmp_path: Path) -> None:
    """Cards of a missing deck would be unknown, one after the other."""
    book = tmp_path / "A.csv"
    book.write_text(write_book(make_book(2, "A", Random(1).randrange)))
    config = replace(small_shoe(tmp_path), codes=CodesSection((str(book),)))
    with pytest.raises(SetupError, match="holds 2 decks, the table's profile deals 1"):
        Appliance(config)


def test_the_reader_knows_that_the_cut_cards_carry_codes(tmp_path: Path) -> None:
    """Else a blank first card would be taken for one, and announce the end of the shoe."""
    appliance = Appliance(small_shoe(tmp_path), shoes=1, speed=None)
    blank = Print("0000000000", ".")
    camera = SimulatedCamera(replace(CLEAN, gain=Span(0.7, 0.7)), 1)
    shows = (Wait(0.5), SpoiledOut(blank, Spoiled.BLANK), Wait(0.3))
    appliance._eye.run(frame for show in shows for frame in camera.play(show))
    seen = []
    while (waiting := appliance.inbox.take(0)) is not None:
        if isinstance(waiting.given, PassSeen):
            seen.append(waiting.given.sight)
    appliance.stop()
    appliance.run()
    assert seen == [Sight.UNREAD]


def test_the_simulated_dealer_presses_no_real_pins(tmp_path: Path) -> None:
    """Half simulated hardware would wait for ever."""
    config = replace(small_shoe(tmp_path), pins=PinsSection(driver=PinDriver.GPIO))
    with pytest.raises(SetupError, match=r"pins\.driver"):
        Appliance(config)


def test_a_name_too_long_for_the_feed_is_refused_in_one_line(tmp_path: Path) -> None:
    """It would stop the shoe at the first line that names it."""
    config = replace(small_shoe(tmp_path), supervisors=SupervisorsSection(ids=("x" * 97,)))
    with pytest.raises(SetupError, match=r"supervisors\.ids: 'x+' is too long"):
        Appliance(config)


def test_a_start_that_fails_leaves_nothing_open(tmp_path: Path) -> None:
    """A second shoe on one cable or socket costs the first nothing; its own files are closed."""
    config = small_shoe(tmp_path)
    cable = PortSection(name="cable", device=str(tmp_path / "tty"))
    second = replace(
        config,
        journal=JournalSection(str(tmp_path / "second.journal")),
        port=(replace(cable, device=str(tmp_path / "tty2")), config.port[0]),
    )
    with socket.socket(socket.AF_UNIX) as taken:
        taken.bind(config.port[0].device)
        taken.listen()
        appliance = Appliance(second)
        with pytest.raises(PortError, match="another shoe listens there"):
            appliance.run()
    first = PtyCable(tmp_path / "tty")
    with pytest.raises(PortError, match="another shoe has this name"):
        Appliance(replace(second, port=(cable,)))
    assert (tmp_path / "tty").readlink() == Path(first.reader_end)
    first.close()
    left = sorted(path.name for path in tmp_path.iterdir() if path.suffix != ".toml")
    assert left == [
        *("second.journal", "second.journal.lock"),
        *("shoe.sock", "tty.lock", "tty2.lock"),
    ]


def test_what_is_missing_is_logged_once(tmp_path: Path) -> None:
    """A dead camera or serial line must not be silent; nor fill the log."""
    lines: list[str] = []

    def log(line: str) -> None:
        lines.append(line)
        if len(lines) == 2:
            appliance.stop()

    gone = tmp_path / "gone"
    config = replace(
        small_shoe(tmp_path),
        camera=CameraSection(driver=CameraDriver.FOLDER, path=str(gone)),
        port=(PortSection(name="table", kind=PortKind.SERIAL, device=str(gone)),),
    )
    appliance = Appliance(config, told=log)
    appliance.run()
    camera, port = sorted(lines)
    assert camera.startswith(f"camera lost: {gone}")
    assert port.startswith("port table absent: ")
    assert "No such file" in port


def test_a_journal_that_fails_is_logged_when_it_begins_and_when_it_ends(tmp_path: Path) -> None:
    """Each try of a full disk fails again: the log is told once."""
    lines: list[str] = []
    appliance = Appliance(small_shoe(tmp_path), told=lines.append)
    for why in ("journal x: the disk is full", "journal x: the disk is full", ""):
        appliance.faulted(why)
    appliance.stop()
    appliance.run()
    assert lines[:2] == ["journal x: the disk is full", "journal: written again"]


def run_shoe(folder: Path) -> subprocess.Popen[bytes]:
    """`shoe run` in a process of its own, at twenty times real time."""
    program = (
        "import sys; from pathlib import Path; sys.path.insert(0, sys.argv[1]);"
        "from test_appliance import small_shoe; from firmware.appliance.build import Appliance;"
        "Appliance(small_shoe(Path(sys.argv[2])), speed=20.0).run()"
    )
    return subprocess.Popen((sys.executable, "-c", program, str(Path(__file__).parent), folder))


def heard_until(folder: Path, cards: int, begin: int) -> list[Line]:
    """Lines of the local socket from number `begin`, until so many cards came."""
    deadline_s = time.monotonic() + 60
    reader, lines = LineReader(), list[Line]()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        while client.connect_ex(str(folder / "shoe.sock")):
            assert time.monotonic() < deadline_s, "nobody serves the socket"
            os.sched_yield()
        client.settimeout(60)
        sync = Message("SYNC", (("from", str(begin)),))
        client.sendall(encode(1, sync, Direction.TO_SHOE))
        while sum(line.message.kind == "CARD" for line in lines) < cards:
            for one in reader.feed(client.recv(4096)):
                assert isinstance(one, Line)
                lines.append(one)
    return [line for line in lines if line.seq]


def test_after_kill_9_in_mid_coup_it_goes_on_where_the_record_ends(tmp_path: Path) -> None:
    """Nothing told is lost, no number is used twice, and the dealer is asked before going on."""
    first = run_shoe(tmp_path)
    before = heard_until(tmp_path, 9, 1)
    first.send_signal(signal.SIGKILL)
    first.wait()
    told = recorded_cards(tmp_path / "shoe.journal")
    second = run_shoe(tmp_path)
    after = heard_until(tmp_path, len(told) + 6, 1)
    second.send_signal(signal.SIGTERM)
    second.wait()
    # The same numbers are the same lines, and the new ones go on without a gap.
    assert after[: len(before)] == before
    assert [line.seq for line in after] == list(range(1, len(after) + 1))
    assert recorded_cards(tmp_path / "shoe.journal")[: len(told)] == told
    assert verify(tmp_path / "shoe.journal").findings == ()
