"""Pure: ODDS: the exact chances of a betting round, when it opens (S1). Knows no price."""

from __future__ import annotations

from fractions import Fraction

from firmware.baccarat.cards import Card
from firmware.baccarat.odds import chances
from firmware.baccarat.profile import OddsMode
from firmware.baccarat.rest import Rest, RestError, fresh
from firmware.feed.message import Audience, Message, Outgoing
from firmware.shoe.state import Shoe, State
from firmware.shoe.words import Fate, Phase

_KNOWN = (Fate.DEALT, Fate.BURNT_SHOWN, Fate.EXCHANGED)


def odds(before: State, after: State) -> tuple[Outgoing, ...]:
    """ODDS when a round opens: before P1, after P1, after B1; with fixed odds never."""
    shoe = after.shoe
    if shoe is None or after.profile.odds_mode is not OddsMode.DYNAMIC or shoe.over:
        return ()
    if after.coup is None and shoe.last_coup is not None and shoe.begun >= shoe.last_coup:
        return ()
    coup = after.coup
    dealt = coup.dealt if coup is not None else ()
    if coup is None:
        if after.phase is not Phase.READY or shoe.burns_due:
            return ()
        if before.phase is Phase.READY and not (before.shoe and before.shoe.burns_due):
            return ()
        word, number = "start", shoe.begun + 1
    elif len(dealt) in (1, 2) and before.coup is not None and len(before.coup.dealt) < len(dealt):
        word, number = dealt[-1].seat.value, coup.coup
    else:
        return ()
    try:
        rest = known_rest(shoe)
        player, banker = (*(each.card for each in dealt), None, None)[:2]
        found = chances(
            [shoe.profile.bet(offer) for offer in shoe.profile.bets], rest, player, banker
        )
    except RestError:
        # Fewer cards than a coup takes: there are no odds to tell.
        return ()
    fields = tuple(
        (offer.id, six(chance.wins)) for offer, chance in zip(shoe.profile.bets, found, strict=True)
    )
    message = Message(
        "ODDS", (("shoe", str(shoe.number)), ("coup", str(number)), ("after", word), *fields)
    )
    return (Outgoing(message, frozenset({Audience.TABLE})) if after.hidden else Outgoing(message),)


def known_rest(shoe: Shoe) -> Rest:
    """What is left as far as anyone knows: unseen burns and unread cards count as still in."""
    known: list[Card] = [
        gone.card for gone in shoe.gone if gone.card is not None and gone.fate in _KNOWN
    ]
    return fresh(shoe.decks).without(known)


def six(value: Fraction) -> str:
    """A probability with six decimals, rounded half up, exactly."""
    millionths = (2_000_000 * value.numerator + value.denominator) // (2 * value.denominator)
    return f"{millionths // 1_000_000}.{millionths % 1_000_000:06d}"
