"""A shoe that deals without end into a journal and says after each input what is durable.

Started by test_power_cut.py as `python dealing_writer.py JOURNAL [careless]`. `careless` takes the
syncs away: the control that must lose.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from firmware.appliance.daemon import Daemon
from firmware.appliance.restore import restore
from firmware.baccarat.cards import ALL_CARDS
from firmware.codes.physical import PhysicalCard
from firmware.drivers.clock import SystemClock
from firmware.drivers.journal import Journal
from firmware.shoe import inputs as i
from firmware.shoe.state import House
from firmware.tables import load_profile


def deal(path: Path, careless: bool) -> None:
    """Shoe after shoe: 400 cards, then closed, the sets by turns."""
    clock = SystemClock()
    with Journal.open(path) as journal:
        if careless:
            journal._connection.execute("PRAGMA synchronous = OFF")
        house = House(load_profile("live8"))
        daemon = Daemon(journal, clock, restore(journal.reader, house))

        def take(given: i.Input) -> None:
            daemon.take(given)
            sys.stdout.write(f"{journal.reader.last_event()}\n")
            sys.stdout.flush()

        chance = random.Random(1)
        for shoe in range(1000):
            take(i.ShoeLoaded(clock.now_ns(), "AB"[shoe % 2]))
            cards = [PhysicalCard(card, deck) for card in ALL_CARDS for deck in range(1, 9)]
            chance.shuffle(cards)
            for card in cards[:300]:
                take(i.PassSeen(clock.now_ns(), i.Sight.CARD, card))
            take(i.ButtonHeld(clock.now_ns(), i.Button.VOID))
            take(i.ButtonHeld(clock.now_ns(), i.Button.SHOE))
            take(i.ButtonPressed(clock.now_ns(), i.Button.CONFIRM))


if __name__ == "__main__":
    deal(Path(sys.argv[1]), careless="careless" in sys.argv[2:])
