"""Inputs of every kind by chance, most of them what a table would see."""

from __future__ import annotations

from random import Random

from firmware.baccarat.cards import ALL_CARDS, Position
from firmware.codes.physical import PhysicalCard
from firmware.shoe import inputs as i
from firmware.shoe.state import State
from firmware.shoe.words import Phase, VoidReason

S = 1_000_000_000


def some_card(random: Random, state: State) -> PhysicalCard:
    """Mostly a copy not yet seen."""
    decks = state.profile.decks
    seen = {(gone.card, gone.deck) for gone in state.shoe.gone} if state.shoe else set()
    for _ in range(30):
        card = PhysicalCard(random.choice(ALL_CARDS), random.randint(1, decks))
        if (card.card, card.deck) not in seen:
            return card
    return card


def a_pass(random: Random, state: State, t_ns: int) -> i.PassSeen:
    """A passage; what a hold waits for comes often."""
    kind = random.random()
    together = random.random() < 0.03
    outside = random.random() < 0.1
    if kind < 0.8:
        hold = state.hold
        card = some_card(random, state)
        if hold is not None and hold.expects is not None and random.random() < 0.7:
            card = hold.expects
        elif state.aside and state.aside[0].physical and random.random() < 0.3:
            card = state.aside[0].physical
        return i.PassSeen(t_ns, i.Sight.CARD, card, outside, together)
    if kind < 0.88:
        return i.PassSeen(t_ns, i.Sight.UNREAD, None, outside, together)
    sight = random.choice([s for s in i.Sight if s not in (i.Sight.CARD, i.Sight.UNREAD)])
    return i.PassSeen(t_ns, sight)


def a_host_line(random: Random, state: State, t_ns: int) -> i.Input:
    """Anything that a host can ask for."""
    card = random.choice(ALL_CARDS)
    hands = tuple(tuple(random.choices(ALL_CARDS, k=random.choice((2, 3)))) for _ in range(2))
    return random.choice(
        (
            i.BetsSaid(t_ns, random.random() < 0.3, random.randint(1, 3)),
            i.LockSaid(t_ns, random.random() < 0.2),
            i.PauseSaid(t_ns, random.random() < 0.3, "dealer_change"),
            i.StaffSaid(t_ns, "d1", "s1"),
            i.ClearSaid(t_ns),
            i.VoidSaid(t_ns, random.choice([r.value for r in VoidReason]), random.randint(0, 5)),
            i.CardSaid(t_ns, random.choice(list(Position)), card),
            i.CorrectSaid(t_ns, random.randint(1, 9), hands[0], hands[1]),
            i.HostGone(t_ns, "a"),
            i.HostBack(t_ns, "a"),
        )
    )


def a_way_on(random: Random, state: State, t_ns: int) -> i.Input | None:
    """What somebody who knows the shoe might do now; None: deal."""
    confirm = i.ButtonPressed(t_ns, i.Button.CONFIRM)
    if state.hold is not None:
        return random.choice(
            (
                confirm,
                confirm,
                i.ButtonPressed(t_ns, i.Button.UNDO),
                i.ButtonPressed(t_ns, i.Button.UNDO),
                i.ButtonHeld(t_ns, i.Button.VOID),
                i.KeyTurned(t_ns, True),
                i.CardTyped(t_ns, random.choice(ALL_CARDS)),
                i.CameraBack(t_ns),
            )
        )
    match state.phase:
        case Phase.OVER:
            return i.ButtonHeld(t_ns, i.Button.SHOE)
        case Phase.BURNT | Phase.REVEAL | Phase.COMPLETE | Phase.CHECKLIST | Phase.COUNTING:
            return confirm
        case _:
            if state.desk.key:
                return i.KeyTurned(t_ns, False)
            if state.desk.locked:
                return i.LockSaid(t_ns, False)
            if state.desk.pause is not None:
                return i.PauseSaid(t_ns, False)
            if state.shoe is not None and not state.shoe.bets.closed:
                return i.BetsSaid(t_ns, False)
            return None


def an_input(random: Random, state: State, t_ns: int) -> i.Input:
    """One input of any kind."""
    kind = random.random()
    if state.phase is Phase.NO_SHOE and kind < 0.5:
        return i.ShoeLoaded(t_ns)
    if random.random() < 0.35 and (wise := a_way_on(random, state, t_ns)) is not None:
        return wise
    if kind < 0.68:
        return a_pass(random, state, t_ns)
    if kind < 0.86:
        weights = (12, 6, 2, 2, 0, 0, 1)
        return i.ButtonPressed(t_ns, random.choices(list(i.Button), weights)[0])
    if kind < 0.89:
        button = i.Button.VOID if random.random() < 0.93 else i.Button.SHOE
        return i.ButtonHeld(t_ns, button)
    if kind < 0.93:
        return i.KeyTurned(t_ns, random.random() < 0.6)
    if kind < 0.95:
        return i.CardTyped(t_ns, random.choice(ALL_CARDS))
    if kind < 0.97:
        return a_host_line(random, state, t_ns)
    return random.choice(
        (
            i.Tick(t_ns),
            i.Tick(t_ns),
            i.PowerRestored(t_ns, state.desk.boot + 1, random.choice((0, 0, 0, 3))),
            i.CameraLost(t_ns, "x"),
            i.CameraBack(t_ns),
            i.CameraBack(t_ns),
            i.JournalBack(t_ns),
            i.ShoeLoaded(t_ns),
            i.PinEntered(t_ns, "s1", random.random() < 0.5),
        )
    )
