"""A host's line becomes an input of the procedure, a question to the port, or an error word."""

from __future__ import annotations

import pytest

from firmware.baccarat.cards import Position, parse_card
from firmware.feed.host import Asked, HostError, command
from firmware.feed.line import Direction, parse
from firmware.shoe import inputs as i


def said(line: str) -> i.Input | Asked | HostError:
    return command(parse(f"?1 {line}", Direction.TO_SHOE).message, 7)


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("LOCK", i.LockSaid(7, True)),
        ("UNLOCK", i.LockSaid(7, False)),
        ("BETS state=open round=2", i.BetsSaid(7, True, 2)),
        ("BETS state=closed", i.BetsSaid(7, False, 1)),
        ("PAUSE reason=dealer_change", i.PauseSaid(7, True, "dealer_change")),
        ("RESUME", i.PauseSaid(7, False)),
        ("STAFF dealer=d7 supervisor=s2", i.StaffSaid(7, "d7", "s2")),
        ("CLEAR", i.ClearSaid(7)),
        ("VOID reason=misscan coup=4", i.VoidSaid(7, "misscan", 4)),
        ("VOID", i.VoidSaid(7)),
        ("CARD card=8S", i.CardTyped(7, parse_card("8S"))),
        ("CARD seat=B2 card=8S", i.CardSaid(7, Position.B2, parse_card("8S"))),
        ("STATE", Asked.STATE),
        ("SYNC from=4", Asked.SYNC),
        ("BETS state=perhaps", HostError("value")),
        ("BETS state=open round=4", HostError("value")),
        ("VOID reason=rain", HostError("value")),
        ("VOID coup=x", HostError("value")),
        ("CARD seat=B9 card=8S", HostError("value")),
        ("CARD seat=B2 card=1S", HostError("value")),
        ("CORRECT coup=1 player=8S banker=2C,3D", HostError("value")),
        ("CORRECT coup=1_0 player=8S,9S banker=2C,3D", HostError("value")),
        ("CORRECT coup=%D9%A3 player=8S,9S banker=2C,3D", HostError("value")),
        # A longer id or reason could make a later line too long to be sent.
        ("STAFF dealer=" + "x" * 97, HostError("value")),
        ("STAFF supervisor=" + "%C3%A0" * 17, HostError("value")),
        ("PAUSE reason=" + "x" * 97, HostError("value")),
        ("DEAL", HostError("unknown")),
    ],
)
def test_each_command_of_the_feed(line: str, given: object) -> None:
    """The commands and keys of feed.md; what cannot be taken has its word."""
    assert said(line) == given


def test_correct_gives_both_hands_in_the_order_drawn() -> None:
    """CORRECT names a finished coup and its true cards."""
    cards = tuple(parse_card(text) for text in ("9S", "4H", "KD", "7C"))
    assert said("CORRECT coup=12 player=9S,4H banker=KD,7C") == i.CorrectSaid(
        7, 12, cards[:2], cards[2:]
    )
