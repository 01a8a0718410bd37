"""STATE, HISTORY, PROMPT and HELLO say what a client that has just come needs, and no more."""

from __future__ import annotations

from firmware.baccarat.profile import with_fields
from firmware.codes.physical import parse_physical
from firmware.feed.line import encode
from firmware.feed.message import Audience, Message
from firmware.feed.snapshot import hello, history, prompt, state_message
from firmware.shoe.decide import decide
from firmware.shoe.evolve import fold
from firmware.shoe.inputs import (
    Button,
    ButtonPressed,
    Input,
    KeyTurned,
    PassSeen,
    ShoeLoaded,
    Sight,
)
from firmware.shoe.state import House, State
from firmware.tables import load_profile

CONFIRM = ButtonPressed(0, Button.CONFIRM)


def card(text: str) -> PassSeen:
    return PassSeen(0, Sight.CARD, parse_physical(text))


def after(*given: Input, fields: tuple[str, ...] = ()) -> State:
    state = State(House(with_fields(load_profile("live8"), fields)))
    for each in (ShoeLoaded(0, "A"), *given):
        state = fold(state, decide(state, each))
    return state


def told(message: Message, *keys: str) -> tuple[str, ...]:
    return tuple(message.get(key) for key in keys)


COUP = (card("4S#1"), card("9H#1"), card("2D#1"), card("5C#1"))
HANDS = ("player", "banker", "p", "b", "next", "left", "result")


def test_state_in_mid_coup() -> None:
    """Hands, totals, whose card is next, cards left."""
    state = after(*COUP[:3])
    for audience in Audience:
        found = told(state_message(state, audience), *HANDS)
        assert found == ("4S,2D", "9H", "6", "9", "B2", "413", "-")


def test_state_after_a_coup_shows_it_until_the_next_begins() -> None:
    """The result stays readable between coups."""
    state = after(*COUP, card("3S#1"))
    message = state_message(state, Audience.PUBLIC)
    assert told(message, *HANDS) == ("4S,2D", "9H,5C,3S", "6", "7", "-", "411", "B")
    assert told(message, "phase", "coup", "number") == ("ready", "1", "1")


def test_an_unconfirmed_result_is_none() -> None:
    """With `settle = confirm` the dealer may still change his mind."""
    state = after(*COUP, card("3S#1"), fields=("settle=confirm",))
    assert told(state_message(state, Audience.TABLE), "phase", "result") == ("complete", "-")


def test_a_squeezed_game_hides_ranks_totals_count_and_whether_a_card_is_due() -> None:
    """The public sees backs; the table sees the cards."""
    state = after(*COUP, fields=("reveal=on_confirm",))
    assert told(state_message(state, Audience.PUBLIC), *HANDS) == (
        "?,?",
        "?,?",
        "-",
        "-",
        "-",
        "416",
        "-",
    )
    assert told(state_message(state, Audience.TABLE), "player", "next") == ("4S,2D", "-")
    assert told(prompt(state), "confirm") == ("reveal",)
    faced = fold(state, decide(state, CONFIRM))
    assert told(state_message(faced, Audience.PUBLIC), *HANDS) == (
        "4S,2D",
        "9H,5C",
        "6",
        "4",
        "B3",
        "412",
        "-",
    )


def test_squeezed_games_with_and_without_a_card_due_look_the_same() -> None:
    """STATE and PROMPT before a stage is shown differ in nothing."""
    natural = (card("4S#1"), card("9H#1"), card("5D#1"), card("9C#1"))
    fields = ("reveal=on_confirm",)
    one, other = after(*COUP, fields=fields), after(*natural, fields=fields)
    assert state_message(one, Audience.PUBLIC) == state_message(other, Audience.PUBLIC)
    assert prompt(one) == prompt(other)


def test_a_hold_stands_in_the_state() -> None:
    """Code, advice, who, where, and which slide comes."""
    state = after(card("4S#1"), PassSeen(0, Sight.UNREAD), fields=("rescans=3",))
    message = state_message(state, Audience.PUBLIC)
    found = told(message, "hold", "advice", "by", "seat", "try", "of")
    assert found == ("unread", "rescan", "dealer", "B1", "1", "3")
    assert told(prompt(state), "confirm", "undo") == ("none", "last")


def test_history_says_every_coup_on_the_roads_in_lines_that_fit() -> None:
    """Winner, pairs, natural; parts are numbered and say where they begin."""
    coups = [each for n in range(1, 9) for each in natural(n)]
    state = after(*coups)
    (message,) = history(state)
    assert told(message, "part", "of", "from") == ("1", "1", "1")
    assert message.get("r") == ",".join(["Pbn"] * 8)
    assert len(encode(0, message)) <= 512


def natural(deck: int) -> tuple[PassSeen, ...]:
    return tuple(card(f"{text}#{deck}") for text in ("4S", "9H", "5D", "9C"))


def test_prompt_names_the_open_menu() -> None:
    """Page, item and what has been composed."""
    free = ButtonPressed(0, Button.FREE)
    unread = PassSeen(0, Sight.UNREAD)
    state = after(unread, KeyTurned(0, True), free, CONFIRM, free, CONFIRM)
    found = told(prompt(state), "confirm", "undo", "key", "menu", "item", "n", "of", "typed")
    assert found == ("menu_ok", "back", "1", "suit", "C", "1", "4", "2")


def test_hello_names_shoe_and_mode() -> None:
    """What feed.md lists, but for `next`, which each port knows."""
    message = hello(after(), "0.1.0", "T5", test=True, clock_set=False)
    keys = ("proto", "fw", "table", "boot", "shoe", "mode", "clock")
    assert told(message, *keys) == ("1", "0.1.0", "T5", "1", "1", "test", "unset")
