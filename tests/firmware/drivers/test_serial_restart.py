"""Whatever was sent is in the journal, and whatever is in the journal gets sent: over kill -9."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import serial

from firmware.drivers.journal import JournalReader
from firmware.drivers.pty_cable import PtyCable
from firmware.feed.line import Line, LineReader
from firmware.feed.message import Audience, Message
from firmware.feed.order import OrderCheck

KILLS = 4
DEALER = """
import sys
from pathlib import Path
from firmware.drivers.journal import Entry, Journal
from firmware.drivers.serial_port import SerialPort, SerialSettings
from firmware.feed.dialects import LINE
from firmware.feed.message import Audience, Message, Outgoing

class Still:
    def hello(self, audience): return Message("HELLO")
    def state(self, audience): return Message("STATE")
    def history(self, audience): return ()
    def prompt(self, audience): return Message("PROMPT")

path, device, deals = Path(sys.argv[1]), sys.argv[2], sys.argv[3] == "deal"
with Journal.open(path) as journal:
    settings = SerialSettings("table", device, LINE, Audience.TABLE)
    port = SerialPort(settings, path, Still(), lambda error: print(error))
    port.start()
    while deals:
        n = journal.reader.last_event() + 1
        journal.append((Entry("Card", str(n), (Outgoing(Message("CARD", (("n", str(n)),))),)),), n)
        port.wake()
    assert port.stop(30)
"""


def started(path: Path, cable: PtyCable, word: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen((sys.executable, "-c", DEALER, str(path), cable.shoe_end, word))


def test_every_line_arrives_over_any_number_of_kills(tmp_path: Path) -> None:
    """In order, again rather than never, and each as the journal has it."""
    path, cable = tmp_path / "journal.db", PtyCable()
    reader, order = LineReader(), OrderCheck()
    seen: dict[int, Message] = {}
    wrong: list[object] = []

    def hear(far: serial.Serial, until: int) -> None:
        """Take what comes until line `until` has been seen."""
        while until not in seen:
            data = far.read(max(1, far.in_waiting))
            assert data, "nothing came"
            for one in reader.feed(data):
                if not isinstance(one, Line):
                    continue  # torn by the kill: it must come again
                _, fault = order.take(one.seq, one.message)
                wrong.extend([fault] if fault is not None else [])
                if one.seq:
                    seen[one.seq] = one.message

    with serial.Serial(cable.reader_end, timeout=30) as far:
        for _ in range(KILLS):
            dealer = started(path, cable, "deal")
            hear(far, max(seen, default=0) + 60)
            dealer.kill()
            dealer.wait()
        last = started(path, cable, "end")
        with JournalReader.open(path) as journal:
            hear(far, journal.last(Audience.TABLE))
            assert last.wait() == 0
            kept = {one.seq: one.message for one in journal.lines(Audience.TABLE, limit=100_000)}
    cable.close()
    assert wrong == []
    assert seen == kept
