"""At close every card of the set is accounted for."""

from __future__ import annotations

from dataclasses import replace

from firmware.baccarat.cards import ALL_CARDS, parse_card
from firmware.baccarat.profile import with_fields
from firmware.codes.physical import PhysicalCard, parse_physical
from firmware.shoe.account import Account, account, certificate, shoe_of
from firmware.shoe.decide import decide
from firmware.shoe.events import Event
from firmware.shoe.evolve import fold
from firmware.shoe.inputs import (
    Button,
    ButtonHeld,
    ButtonPressed,
    CardTyped,
    Input,
    KeyTurned,
    PassSeen,
    ShoeLoaded,
    Sight,
)
from firmware.shoe.shuffle import looks_unshuffled, repeated_run, run_length
from firmware.shoe.state import Gone, House, State
from firmware.shoe.words import Fate
from firmware.tables import load_profile

HOUSE = House(
    with_fields(
        load_profile("live8"),
        ("decks=1", "change_below=6", "cut_card_at=6", "cut_margin=40", "opening_burn=first_card"),
    )
)
CLOSE = ButtonHeld(0, Button.SHOE)


def card(text: str) -> PassSeen:
    return PassSeen(0, Sight.CARD, parse_physical(f"{text}#1"))


def closed(*given: Input) -> Account:
    """The account after these inputs, a shoe opened before and closed behind them."""
    state, events = State(HOUSE), list[Event]()
    for each in (ShoeLoaded(0, "A"), *given, CLOSE, CLOSE):
        found = decide(state, each)
        state = fold(state, found)
        events += found
    shoe = shoe_of(HOUSE, events)
    assert shoe is not None
    return account(shoe)


CONFIRM = ButtonPressed(0, Button.CONFIRM)
OPENING = (card("AS"), card("7H"), CONFIRM)
COUP = (card("4S"), card("9H"), card("5D"), card("9C"))


def test_a_clean_shoe_balances() -> None:
    """Dealt, burnt, counted out and not seen make up the set."""
    found = closed(*OPENING, *COUP, CLOSE, card("KD"))
    count = dict(found.fates())
    assert (count[Fate.DEALT], count[Fate.BURNT_SHOWN], count[Fate.BURNT]) == (4, 1, 1)
    assert count[Fate.COUNTED] == 1
    assert found.in_shoe == 52 - 7
    assert found.balanced
    assert certificate(found)[-1] == "Balanced: nothing is in doubt"


def test_an_unread_card_is_proved_by_the_count_out() -> None:
    """Where one copy alone is missing, the unread card was that one."""
    given = (card("4S"), card("9H"), card("5D"), PassSeen(0, Sight.UNREAD))
    dealt = {"AS", "7H", "4S", "9H", "5D"}
    rest = [str(each) for each in ALL_CARDS if str(each) not in dealt]
    missing = rest.pop()
    found = closed(
        *OPENING, *given, ButtonHeld(0, Button.VOID), CLOSE, *(card(text) for text in rest)
    )
    assert found.settled == ((None, PhysicalCard(parse_card(missing), 1)),)
    assert not found.balanced
    assert found.in_shoe == 0


def test_a_typed_card_is_settled_by_the_count_out() -> None:
    """Typed cards have no copy number; the count tells which it was."""
    given = (PassSeen(0, Sight.UNREAD), KeyTurned(0, True), CardTyped(0, parse_card("4S")))
    found = closed(*OPENING, *given)
    assert [str(gone.card) for gone in found.typed] == ["4S"]
    assert found.settled == ((parse_card("4S"), PhysicalCard(parse_card("4S"), 1)),)


def test_strangers_and_doubles_are_named() -> None:
    """They are passes, not cards of the set, and the certificate says that it does not balance."""
    void = ButtonHeld(0, Button.VOID)
    found = closed(*OPENING, card("4S"), card("4S"), void, PassSeen(0, Sight.UNKNOWN), void)
    assert [str(gone.card) for gone in found.doubles] == ["4S"]
    assert len(found.strange) == 1
    assert dict(found.fates())[Fate.DEALT] == 1
    assert "NOT BALANCED: see above" in certificate(found)


def test_an_exchange_is_told_apart() -> None:
    """The damaged card is out as exchanged, the spare is none of the set."""
    free, burn = ButtonPressed(0, Button.FREE), ButtonPressed(0, Button.BURN)
    menu = (KeyTurned(0, True), burn, free, free, CONFIRM, CONFIRM)
    face = (free, free, free, CONFIRM, burn, CONFIRM)
    found = closed(*OPENING, card("4S"), *menu, *face)
    assert dict(found.fates())[Fate.EXCHANGED] == 1
    assert [str(gone.card) for gone in found.spares] == ["4S"]
    assert found.in_shoe == 52 - 3


def test_the_sum_is_the_set() -> None:
    """Whatever happened, every copy is in exactly one place."""
    found = closed(*OPENING, *COUP)
    assert sum(count for _, count in found.fates()) + found.in_shoe == found.size
    assert replace(found, not_seen=found.not_seen[1:]).in_shoe == found.in_shoe - 1


def test_a_set_that_was_not_shuffled_shows() -> None:
    """New decks' order, or the order of the set's shoe before, forwards or backwards."""
    cards = [Gone(each, 1, Fate.COUNTED) for each in ALL_CARDS]
    mixed = [cards[n * 23 % 52] for n in range(52)]
    assert run_length(cards[:7]) == 7
    assert looks_unshuffled(cards[:7])
    assert not any(looks_unshuffled(mixed[:n]) for n in range(53))
    assert repeated_run(mixed, mixed) == 52
    assert repeated_run(mixed[::-1], mixed) == 52
    assert repeated_run([*mixed[:3], *mixed[10:14], mixed[40]], mixed) == 4
    assert repeated_run(cards, mixed) == 1
    assert repeated_run(cards, ()) == 0
