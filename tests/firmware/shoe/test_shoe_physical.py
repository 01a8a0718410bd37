"""What the shoe counts is what is physically out, whatever is dealt, taken back or slid in."""

from __future__ import annotations

import os
from random import Random

import pytest

from firmware.baccarat.cards import ALL_CARDS
from firmware.baccarat.profile import ShoeEnd, with_fields
from firmware.codes.physical import PhysicalCard
from firmware.shoe import events as e
from firmware.shoe import inputs as i
from firmware.shoe.decide import decide
from firmware.shoe.evolve import fold
from firmware.shoe.state import House, State
from firmware.shoe.words import OF_THE_SET, HoldCode
from firmware.tables import load_profile

SHOES = int(os.environ.get("SHOE_PHYSICAL_SHOES", "120"))
"""Shoes for each table."""
TABLES = (
    ("live8", ()),
    ("live8", ("settle=confirm", "extra_one=carry", "extra_two=hold")),
    ("live8", ("reveal=on_confirm", "together=order")),
    ("live8", ("unread=burn",)),
    ("live8", ("unread=void", "settle=confirm", "extra_exposed=hold")),
    ("burn8", ("settle=confirm",)),
    ("burn8", ("opening_burn=count:3", "burn_per_coup=2", "burn_confirm=false")),
    ("studio6", ("odds_mode=fixed", "bets_by=button")),
    ("rng6", ()),
    ("rng6", ("unread=void", "settle=confirm")),
)


class Table:
    """The cards as they physically lie: `inside` in the shoe, next one last; `out` outside."""

    def __init__(self, state: State, random: Random) -> None:
        self.state = state
        self.random = random
        decks = range(1, state.profile.decks + 1)
        self.inside = [PhysicalCard(card, deck) for card in ALL_CARDS for deck in decks]
        random.shuffle(self.inside)
        self.out: list[PhysicalCard] = []
        self.t_ns = 0
        self.story: list[str] = []

    def give(self, given: i.Input, what: str) -> bool:
        """Hand it in; False where it was refused."""
        self.story.append(what)
        events = decide(self.state, given)
        self.state = fold(self.state, events)
        shoe = self.state.shoe
        ended = any(isinstance(each, e.CoupSettled | e.CoupVoided) for each in events)
        if ended and shoe is not None and shoe.profile.shoe_end is ShoeEnd.EVERY_COUP:
            # All but what is drawn already is shuffled into the shoe again (S2).
            kept = len(self.out) - len([gone for gone in shoe.gone if gone.fate in OF_THE_SET])
            self.inside = self.out[:kept] + self.inside
            self.out = self.out[kept:]
        return not any(isinstance(each, e.InputRefused) for each in events)

    def undo(self) -> None:
        """UNDO, and where it is taken, the dealer puts that card back."""
        state = self.state
        if state.hold is not None and state.shoe is not None and state.shoe.carried:
            # The card that the hold is about lies beneath others: nothing to slide back.
            return
        extra = state.hold is not None and state.hold.code is HoldCode.EXTRA
        listed = state.aside[-1].physical if state.aside and not extra else None
        if self.give(i.ButtonPressed(self.t_ns, i.Button.UNDO), "undo"):
            card = listed if listed in self.out else self.out[-1]
            self.out.remove(card)
            self.inside.append(card)

    def act(self) -> None:
        """Something that happens at a table."""
        chance = self.random.random()
        if chance < 0.62:
            card = self.inside.pop()
            self.out.append(card)
            read = self.random.random() < 0.93
            sight = i.Sight.CARD if read else i.Sight.UNREAD
            self.give(i.PassSeen(self.t_ns, sight, card if read else None), f"{card} {read}")
        elif chance < 0.72 and self.out:
            self.undo()
        elif chance < 0.78 and self.out:
            self.inside.append(self.out.pop())
            self.give(i.PassSeen(self.t_ns, i.Sight.REVERSED), "reversed")
        elif chance < 0.9:
            self.give(i.ButtonPressed(self.t_ns, i.Button.CONFIRM), "confirm")
        elif chance < 0.95:
            button = self.random.choice((i.Button.BURN, i.Button.FREE))
            self.give(i.ButtonPressed(self.t_ns, button), button.value)
        elif chance < 0.97:
            self.give(i.PassSeen(self.t_ns, i.Sight.CUT), "cut")
        elif chance < 0.98:
            self.give(i.PowerRestored(self.t_ns, 2), "power")
        else:
            self.give(i.PassSeen(self.t_ns, i.Sight.PEEK), "peek")


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_cards_out_are_cards_accounted_for(number: int) -> None:
    """As long as each pass was seen, `left` is the set minus what lies outside, holds or not."""
    name, fields = TABLES[number]
    first = State(House(with_fields(load_profile(name), fields)))
    random = Random(1000 + number)
    for _ in range(SHOES):
        table = Table(first, random)
        table.give(i.ShoeLoaded(0), "open")
        for _ in range(random.randint(3, 40)):
            table.act()
            state = table.state
            if state.shoe is None or any(h.code is HoldCode.RESTART for h in state.holds):
                break
            assert state.shoe.left == state.shoe.size - len(table.out), " ; ".join(table.story)
