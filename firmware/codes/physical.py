"""Pure: one physical card of a set: a card and which deck's copy it is. Knows no printed code."""

from __future__ import annotations

from dataclasses import dataclass

from firmware.baccarat.cards import Card, CardError, parse_card


@dataclass(frozen=True, slots=True, order=True)
class PhysicalCard:
    """The copy of `card` that came with deck `deck` (from 1); as text `8S#3`."""

    card: Card
    deck: int

    def __post_init__(self) -> None:
        if self.deck < 1:
            raise CardError(f"deck {self.deck}: decks count from 1")

    def __str__(self) -> str:
        return f"{self.card}#{self.deck}"


def parse_physical(text: str) -> PhysicalCard:
    """The card that `8S#3` names. Raises CardError with one line otherwise."""
    card, mark, deck = text.strip().partition("#")
    if not mark or not deck.isascii() or not deck.isdigit():
        raise CardError(
            f"{text.strip()!r} names no copy: write the card, # and the deck, like 8S#3"
        )
    return PhysicalCard(parse_card(card), int(deck))
