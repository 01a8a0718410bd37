"""A squeezed game tells nothing before the reveal: other hidden cards, the same public lines."""

from __future__ import annotations

from random import Random

import pytest

from firmware.baccarat.cards import ALL_CARDS
from firmware.baccarat.profile import with_fields
from firmware.codes.physical import PhysicalCard, parse_physical
from firmware.drivers.lamp_signal import lamp_signal
from firmware.feed.derive import derive
from firmware.feed.message import Audience, Message
from firmware.feed.snapshot import prompt, state_message
from firmware.shoe import events as e
from firmware.shoe import inputs as i
from firmware.shoe.decide import decide
from firmware.shoe.evolve import evolve
from firmware.shoe.state import House, State
from firmware.tables import load_profile

FIELDS = (
    (),
    ("unread=burn",),
    ("unread=void", "odds_mode=dynamic"),
    ("odds_mode=dynamic",),
    ("change_below=400", "shoe_end=below", "draw_timeout_s=3"),
    ("cut_card_at=400", "cut_overdue=end_shoe", "together=order"),
    ("settle=confirm", "dealer_void=false"),
)
STAGE_ONE = tuple(parse_physical(f"{text}#8") for text in ("2S", "3S", "2H", "2D"))
"""Player 4, Banker 5: P3 is due."""


class Watched:
    """A shoe, and all that its public sees of it."""

    def __init__(self, fields: tuple[str, ...]) -> None:
        profile = with_fields(load_profile("live8"), ("reveal=on_confirm", *fields))
        self.state = State(House(profile))
        self.seen: list[Message] = []
        self.shown = False

    def give(self, given: i.Input) -> None:
        """One input; what it tells the public is kept."""
        for event in decide(self.state, given):
            after = evolve(self.state, event)
            told = derive(self.state, event, after)
            self.seen += [each.message for each in told if Audience.PUBLIC in each.audiences]
            self.state = after
            self.shown = self.shown or isinstance(event, e.CoupFaced)

    def view(self) -> tuple[object, ...]:
        """Lines so far, the snapshots and the lamp."""
        public = state_message(self.state, Audience.PUBLIC)
        return tuple(self.seen), public, prompt(self.state), lamp_signal(self.state)


def another(random: Random, t_ns: int) -> i.Input:
    """Something else than a card, the same in both shoes."""
    press, sight = i.ButtonPressed, i.PassSeen
    return random.choice(
        (
            press(t_ns, i.Button.CONFIRM),
            press(t_ns, i.Button.UNDO),
            press(t_ns, i.Button.BURN),
            i.ButtonHeld(t_ns, i.Button.VOID),
            sight(t_ns, i.Sight.UNREAD),
            sight(t_ns, i.Sight.REVERSED),
            sight(t_ns, i.Sight.CUT),
            i.PowerRestored(t_ns, 2),
            i.Tick(t_ns),
        )
    )


@pytest.mark.parametrize("fields", FIELDS)
def test_hidden_cards_change_nothing_public(fields: tuple[str, ...]) -> None:
    """Lines (ODDS too), STATE, PROMPT and lamp are the same until a stage is faced."""
    random = Random(len(fields) * 100 + len("".join(fields)))
    copies = [PhysicalCard(card, deck) for card in ALL_CARDS for deck in (1, 2)]
    compared = 0
    for n in range(25):
        shoes = (Watched(fields), Watched(fields))
        hands = tuple(random.sample(copies, 14) for _ in shoes)
        for shoe in shoes:
            shoe.give(i.ShoeLoaded(0, "A"))
            if n % 2:
                for card in STAGE_ONE:
                    shoe.give(i.PassSeen(0, i.Sight.CARD, card))
                shoe.give(i.ButtonPressed(0, i.Button.CONFIRM))
                shoe.shown = False
        for k in range(12):
            t_ns = (k + 1) * 2_000_000_000
            if random.random() < 0.55:
                for shoe, cards in zip(shoes, hands, strict=True):
                    shoe.give(i.PassSeen(t_ns, i.Sight.CARD, cards[k]))
            else:
                given = another(random, t_ns)
                for shoe in shoes:
                    shoe.give(given)
            if any(shoe.shown for shoe in shoes):
                break
            assert shoes[0].view() == shoes[1].view()
            compared += 1
    assert compared > 50
