"""Every word that the procedure can say has a text in every language."""

from __future__ import annotations

from dataclasses import fields

import pytest

from display.texts.languages import texts
from display.texts.words import Language, Text, Texts, advise, find, notice
from firmware.baccarat.cards import Position
from firmware.shoe.menu import Action, Page
from firmware.shoe.words import Advice, CheckItem, HoldCode, Refusal, VoidReason, Warn

LANGUAGES = pytest.mark.parametrize(
    "words", [texts(language) for language in Language], ids=[one.value for one in Language]
)


@LANGUAGES
def test_no_word_of_the_procedure_is_without_text(words: Texts) -> None:
    """Holds, advices, warnings, refusals, void reasons, menu pages and actions."""
    for kind, known in (
        (HoldCode, words.holds),
        (Warn, words.warnings),
        (Refusal, words.refusals),
        (VoidReason, words.reasons),
        (Page, words.menus),
        (Action, words.items),
    ):
        assert {one.value for one in kind} <= {text.key for text in known}, kind
    assert {one.value for one in Advice} <= {advice.key for advice in words.advices}
    assert {f"check_{one.value}" for one in CheckItem} <= {text.key for text in words.prompts}


@LANGUAGES
def test_every_hold_has_its_usual_advice(words: Texts) -> None:
    """A hold whose advice is not known still says what to do, and it is a known advice."""
    known = {advice.key for advice in words.advices}
    assert [code for code, _ in words.hold_advice] == [code.value for code in HoldCode]
    assert {advice for _, advice in words.hold_advice} <= known


def test_languages_have_the_same_keys() -> None:
    """What one language can say the others can."""
    first, *others = [texts(language) for language in Language]
    for field in fields(Texts):
        value = getattr(first, field.name)
        if not isinstance(value, tuple):
            continue
        for other in others:
            theirs = getattr(other, field.name)
            if field.name == "hold_advice":
                assert theirs == value
            else:
                keys = [one.key for one in value]
                assert [one.key for one in theirs] == keys, field.name
                assert len(set(keys)) == len(keys)


@LANGUAGES
def test_no_text_is_empty(words: Texts) -> None:
    """Nothing waits without saying for what."""
    for field in fields(Texts):
        value = getattr(words, field.name)
        for one in value if isinstance(value, tuple) else ():
            if isinstance(one, Text):
                assert one.short, one.key
        assert value


@LANGUAGES
def test_sides_are_never_shortened_to_a_letter(words: Texts) -> None:
    """ "Con" and "Cái" share a letter."""
    for position in Position:
        side, _, number = words.seat(position).partition(" ")
        assert len(side) >= 3
        assert number == position.value[1]


@LANGUAGES
def test_an_unknown_word_is_shown_as_it_is(words: Texts) -> None:
    """A doubt is never shown as nothing: unknown words stay, unknown holds call the supervisor."""
    assert find(words.holds, "new_hold", False) == "new hold"
    assert advise(words, "new_hold", "new_advice", None, False) == advise(
        words, "new_hold", "call", None, False
    )
    assert notice(words, "nothing") is None


@LANGUAGES
def test_advice_names_the_position(words: Texts) -> None:
    """Where a position is known it is said, where it is not nothing is made up."""
    for wide in (False, True):
        seat = words.seat(Position.B2)
        assert seat in " ".join(advise(words, "unread", "rescan", Position.B2, wide))
        without = " ".join(advise(words, "unread", "rescan", None, wide))
        assert words.card_there in without
        assert "{" not in without
