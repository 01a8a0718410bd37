"""What a pass means depends on the set that is in the shoe."""

from __future__ import annotations

import pytest

from firmware.appliance.eye import pass_seen
from firmware.baccarat.cards import Card
from firmware.codes.book import CodeBook
from firmware.codes.physical import PhysicalCard
from firmware.codes.sets import CardSets
from firmware.shoe.inputs import PassSeen, Sight
from vision.passes import CardPass, PassKind, UnreadReason

EIGHT = PhysicalCard(Card("8", "S"), 1)
SETS = CardSets((CodeBook("A", {"11": EIGHT}, "12"), CodeBook("B", {"21": EIGHT}, "22")))


@pytest.mark.parametrize(
    ("kind", "code", "sight", "card", "note"),
    [
        (PassKind.CARD, "11", Sight.CARD, EIGHT, ""),
        (PassKind.CARD, "12", Sight.CUT, None, ""),
        (PassKind.CUT, None, Sight.CUT, None, ""),
        (PassKind.CARD, "21", Sight.FOREIGN, None, "8S#1 of set B"),
        (PassKind.CUT, "22", Sight.FOREIGN, None, "CUT of set B"),
        (PassKind.CARD, "99", Sight.UNKNOWN, None, "99"),
        (PassKind.REVERSED, "11", Sight.REVERSED, EIGHT, ""),
        (PassKind.REVERSED, "21", Sight.REVERSED, None, "8S#1 of set B"),
        (PassKind.PEEK, "12", Sight.PEEK, None, ""),
        (PassKind.PEEK, None, Sight.PEEK, None, ""),
    ],
)
def test_a_code_is_named_by_the_open_set(
    kind: PassKind, code: str | None, sight: Sight, card: PhysicalCard | None, note: str
) -> None:
    """Only cards of the set in the shoe are cards; another set's cut card ends nothing."""
    passed = CardPass(kind, 3, 9, 80, code)
    assert pass_seen(SETS, passed, "A", "e.jpg") == PassSeen(
        80, sight, card, evidence="e.jpg", note=note
    )


def test_a_sound_code_of_no_set_is_unknown_and_other_doubts_are_unread() -> None:
    """The note says what the reader knows: the stranger's code, or why nothing was read."""
    stranger = CardPass(PassKind.UNREAD, 3, 9, 80, "99", reason=UnreadReason.STRANGER)
    assert pass_seen(SETS, stranger, "A") == PassSeen(80, Sight.UNKNOWN, note="99")
    torn = CardPass(PassKind.UNREAD, 3, 9, 80, reason=UnreadReason.NO_CODE)
    assert pass_seen(SETS, torn, "A") == PassSeen(80, Sight.UNREAD, note="no_code")


def test_how_it_came_is_handed_on() -> None:
    """Slid again from outside, or together with another."""
    passed = CardPass(PassKind.CARD, 3, 9, 80, "11", together=True, outside=True)
    assert pass_seen(SETS, passed, "A") == PassSeen(80, Sight.CARD, EIGHT, True, True)
