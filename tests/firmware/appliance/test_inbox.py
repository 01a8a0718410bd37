"""The inbox between the threads that see things and the loop."""

from __future__ import annotations

import threading

import pytest

from firmware.appliance.inbox import Inbox, InboxFull, Waiting
from firmware.shoe.inputs import Button, ButtonPressed, Input, LockSaid, Tick


def taken(inbox: Inbox) -> Input:
    waiting = inbox.take(0)
    assert isinstance(waiting, Waiting)
    return waiting.given


def test_inputs_come_out_in_the_order_put() -> None:
    """A card seen before a button stays before it."""
    inbox = Inbox()
    inbox.put(Tick(1))
    inbox.put(ButtonPressed(2, Button.CONFIRM))
    assert taken(inbox) == Tick(1)
    assert taken(inbox) == ButtonPressed(2, Button.CONFIRM)
    assert inbox.take(0) is None


def test_a_host_line_waits_behind_every_card() -> None:
    """Cards never share a queue with host lines (design.md)."""
    inbox = Inbox()
    heard: list[str] = []
    assert inbox.put_host(LockSaid(1, True), heard.append)
    inbox.put(Tick(2))
    assert taken(inbox) == Tick(2)
    waiting = inbox.take(0)
    assert waiting is not None
    waiting.answer("locked")
    assert (waiting.given, heard) == (LockSaid(1, True), ["locked"])


def test_too_many_host_lines_are_refused_and_cards_still_fit() -> None:
    """A chatty host is answered `busy`; the dealing goes on."""
    inbox = Inbox(room=1, host_room=2)
    assert [inbox.put_host(LockSaid(n, True), print) for n in range(3)] == [True, True, False]
    inbox.put(Tick(9))
    assert taken(inbox) == Tick(9)


def test_a_full_inbox_is_a_fault() -> None:
    """No card is dropped in silence."""
    inbox = Inbox(room=1)
    inbox.put(Tick(1))
    with pytest.raises(InboxFull, match="1 inputs wait"):
        inbox.put(Tick(2))


def test_idle_means_taken_and_done() -> None:
    """An input under way is not yet over: idle waits for `done`."""
    inbox = Inbox()
    inbox.put(Tick(1))
    inbox.take(0)
    assert not inbox.wait_idle(0)
    threading.Thread(target=inbox.done).start()
    assert inbox.wait_idle(10)
