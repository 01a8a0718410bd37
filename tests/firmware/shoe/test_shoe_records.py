"""Events go into the journal as canonical JSON and come back the same."""

from __future__ import annotations

import json

import pytest

from firmware.baccarat.cards import Position, parse_card
from firmware.shoe import events as e
from firmware.shoe.events import KINDS, from_record, to_record
from firmware.shoe.records import RecordError
from firmware.shoe.state import Desk, Gone, Memory
from firmware.shoe.words import Fate
from firmware.tables import STOCK, load_profile


@pytest.mark.parametrize("name", STOCK)
def test_a_shoe_opens_with_its_whole_profile(name: str) -> None:
    """A shoe can be folded from its own ShoeOpened on, whatever the profile's file says later."""
    event = e.ShoeOpened(3, "B", load_profile(name), Memory(2, "A", ("C",), ("Pn",)), Desk())
    assert from_record(*to_record(event)) == event


def test_the_same_event_gives_the_same_bytes() -> None:
    """Sorted keys, no spaces: the chain's hash means something."""
    event = e.CardSeated(1, Position.B2, parse_card("8S"), 3, 5)
    kind, body = to_record(event)
    assert kind == "CardSeated"
    assert body == json.dumps(json.loads(body), sort_keys=True, separators=(",", ":"))
    assert from_record(kind, body) == event


def test_a_field_that_an_older_version_did_not_write_has_its_default() -> None:
    """Journals outlive versions."""
    assert from_record("SetRetired", '{"set_id":"A"}') == e.SetRetired("A")


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("Nonsense", "{}"),
        ("SetRetired", "{}"),
        ("SetRetired", '{"set_id":4}'),
        ("SetRetired", '{"set_id":"A","more":1}'),
        ("SetRetired", "not json"),
        ("CardBurnt", '{"why":"fun","card":null,"deck":null,"n":1,"of":1}'),
    ],
)
def test_what_is_no_event_is_refused(kind: str, body: str) -> None:
    """A row that this version can't read is an error, never a guess."""
    with pytest.raises(RecordError):
        from_record(kind, body)


def test_nested_values_come_back() -> None:
    """Cards, fates and optional values inside values."""
    event = e.CardSetAside(Gone(None, None, Fate.LISTED))
    assert from_record(*to_record(event)) == event
    assert len(KINDS) == len(set(KINDS.values()))
