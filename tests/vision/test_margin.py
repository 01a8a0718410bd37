"""The read margin over shoes: what sinks is named before it fails."""

from __future__ import annotations

from vision.margin import Advice, CodeMargin, ShoeMargin, of_shoe, trend, worn
from vision.passes import ReadMargin


def margin(votes: int, looks: int = 12, contrast: int = 140) -> ReadMargin:
    return ReadMargin(votes, 8, contrast, votes, looks)


def shoe(hit_rate: float = 1.0, contrast: float = 140.0, passes: int = 400) -> ShoeMargin:
    return ShoeMargin(passes, hit_rate, contrast, 5)


def test_a_shoes_margin_is_its_medians_and_its_worst_card() -> None:
    """One bad card does not hide in the middle, nor spoil it."""
    cards = [margin(12), margin(9), margin(12), margin(2, contrast=90)]
    assert of_shoe(cards) == ShoeMargin(4, 0.875, 140.0, 2)
    assert of_shoe([]) == ShoeMargin(0, 0.0, 0.0, 0)


def test_a_steady_shoe_asks_for_nothing() -> None:
    """Small ups and downs are chance."""
    assert trend([shoe(), shoe(0.95, 132), shoe(0.97, 138)]) == ()


def test_falling_contrast_is_the_lamp() -> None:
    """Every card is darker, and still reads."""
    assert trend([shoe(), shoe(), shoe(1.0, 125), shoe(0.98, 105)]) == (Advice.LAMP,)


def test_fewer_frames_read_at_the_same_contrast_is_the_window() -> None:
    """Dirt on the glass is in every card's way."""
    assert trend([shoe(), shoe(), shoe(0.7)]) == (Advice.WINDOW,)


def test_too_little_was_seen_to_say_anything() -> None:
    """One shoe is no trend, and neither are a few cards."""
    assert trend([shoe()]) == ()
    assert trend([shoe(), shoe(0.1, passes=3)]) == ()


def test_a_worn_card_is_named_after_two_bad_passes() -> None:
    """It reads in clearly fewer frames than the others; once may be the dealer's hand."""
    sound = [CodeMargin(f"{n}", margin(12)) for n in range(10)]
    bad = CodeMargin("worn", margin(5))
    assert worn([*sound, bad]) == ()
    assert worn([*sound, bad, bad]) == ("worn",)
    assert worn([bad, bad]) == ()
