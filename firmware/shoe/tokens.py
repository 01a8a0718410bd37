"""Pure: results as the roads' short tokens: `P`, `Bp`, `Tn` (feed.md, `HISTORY`)."""

from __future__ import annotations

from firmware.baccarat.coup import Outcome
from firmware.shoe.state import Past, Shoe


def token(outcome: Outcome) -> str:
    """Winner, then `p` Player pair, `b` Banker pair, `n` natural. Needs a complete coup."""
    if outcome.winner is None:
        raise ValueError("an incomplete coup has no result")
    return (
        outcome.winner.value
        + "p" * outcome.player_pair
        + "b" * outcome.banker_pair
        + "n" * outcome.natural
    )


def on_roads(shoe: Shoe) -> tuple[Past, ...]:
    """The shoe's coups that the roads draw: not void, not cleared away, free ones as agreed."""
    return tuple(
        past
        for past in shoe.past
        if past.voided is None
        and past.coup > shoe.roads_from
        and (shoe.profile.free_on_roads or not past.free)
    )


def results(shoe: Shoe) -> tuple[str, ...]:
    """The tokens of the coups on the roads, in order."""
    return tuple(token(past.outcome) for past in on_roads(shoe))
