"""Pure: the drawing rules. Knows which position the next card takes, and no result."""

from __future__ import annotations

from firmware.baccarat.cards import Card, Position, total

_FIRST_FOUR = (Position.P1, Position.B1, Position.P2, Position.B2)
_NATURAL = 8
_PLAYER_STANDS = 6
_BANKER_STANDS = 6

# Banker's two-card total -> points of Player's third card on which Banker draws (S0 to S4 agree).
BANKER_DRAWS_ON: tuple[frozenset[int], ...] = (
    frozenset(range(10)),
    frozenset(range(10)),
    frozenset(range(10)),
    frozenset(range(10)) - {8},
    frozenset({2, 3, 4, 5, 6, 7}),
    frozenset({4, 5, 6, 7}),
    frozenset({6, 7}),
    frozenset(),
)


def player_draws(player: int, banker: int) -> bool:
    """Whether Player takes a third card on these two-card totals."""
    return max(player, banker) < _NATURAL and player < _PLAYER_STANDS


def banker_draws(player: int, banker: int, third: int | None) -> bool:
    """Whether Banker takes a third card on these two-card totals.

    `third`: the points of Player's third card, None where Player stood. Banker with 5 draws
    against a Player who stood (S0, S1, S2, S4; S3 read literally would let him stand).
    """
    if max(player, banker) >= _NATURAL:
        return False
    if third is None:
        return banker < _BANKER_STANDS
    return third in BANKER_DRAWS_ON[banker]


def next_position(cards: tuple[Card, ...]) -> Position | None:
    """Where the next card of a coup lands after `cards` in the order drawn; None: complete.

    Cards past a coup's end are not looked at: `outcome` refuses them.
    """
    drawn = len(cards)
    if drawn < 4:
        return _FIRST_FOUR[drawn]
    player = total((cards[0], cards[2]))
    banker = total((cards[1], cards[3]))
    third = None
    if player_draws(player, banker):
        if drawn == 4:
            return Position.P3
        third = cards[4].points
    if not banker_draws(player, banker, third):
        return None
    return Position.B3 if drawn == (4 if third is None else 5) else None
