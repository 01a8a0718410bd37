"""Pure: cards and their game points. Knows no codes, decks in a shoe or pictures."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
_POINTS: Final = {rank: min(n, 10) % 10 for n, rank in enumerate(RANKS, 1)}


class CardError(ValueError):
    """A text that names no card."""


class Side(Enum):
    """One of the two hands; the value is its letter everywhere in the product."""

    PLAYER = "P"
    BANKER = "B"


class Position(Enum):
    """Where a card lands, in the order of a full coup (feed key `seat`; S1, S4)."""

    P1 = "P1"
    B1 = "B1"
    P2 = "P2"
    B2 = "B2"
    P3 = "P3"
    B3 = "B3"

    @property
    def side(self) -> Side:
        """The hand this position belongs to."""
        return Side(self.value[0])


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """A rank and a suit, as one letter each: `A 2-9 T J Q K`, then `C D H S`."""

    rank: str
    suit: str

    def __post_init__(self) -> None:
        if len(self.rank) != 1 or self.rank not in RANKS:
            raise CardError(f"{self.rank!r} is no rank; ranks are {' '.join(RANKS)}")
        if len(self.suit) != 1 or self.suit not in SUITS:
            raise CardError(f"{self.suit!r} is no suit; suits are {' '.join(SUITS)}")

    @property
    def points(self) -> int:
        """Points in the game: ace 1, pips 2-9, ten and court cards 0 (S0)."""
        return _POINTS[self.rank]

    def __str__(self) -> str:
        return self.rank + self.suit


def parse_card(text: str) -> Card:
    """The card that `text` names: `8S`, `th`; `10H` counts as `TH`.

    Raises CardError with one line for anything else.
    """
    plain = text.strip().upper()
    if plain.startswith("10"):
        plain = "T" + plain[2:]
    # Beyond ASCII some letters turn into S or K in upper case: they name no card.
    known = text.isascii() and len(plain) == 2 and plain[0] in RANKS and plain[1] in SUITS
    if not known:
        raise CardError(
            f"{text.strip()!r} is no card: write a rank ({' '.join(RANKS)}) and a suit"
            f" ({' '.join(SUITS)}), like 8S or TH"
        )
    return Card(plain[0], plain[1])


ALL_CARDS: Final = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)


def total(cards: tuple[Card, ...]) -> int:
    """A hand's total: the sum of its points modulo 10."""
    return sum([card.points for card in cards]) % 10
