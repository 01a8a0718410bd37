"""Pure: ODDS: the exact chances of a betting round, when it opens (S1). Knows no price."""

from __future__ import annotations

from fractions import Fraction

from firmware.baccarat.cards import Card, Position
from firmware.baccarat.odds import chances
from firmware.baccarat.profile import OddsMode
from firmware.baccarat.rest import Rest, RestError, fresh
from firmware.feed.message import Audience, Message, Outgoing
from firmware.shoe.state import Coup, Dealt, Shoe, State
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
    elif len(dealt) in (1, 2) and before.coup is not None and newly(before.coup, coup):
        word, number = dealt[-1].seat.value, coup.coup
    else:
        return ()
    where = (("shoe", str(shoe.number)), ("coup", str(number)), ("after", word))
    table = prices(shoe, dealt, unshown=frozenset())
    if after.hidden:
        return told(where, table, frozenset({Audience.TABLE}))
    unshown = frozenset(
        (past.coup, each.seat)
        for past in shoe.past
        if past.hidden
        for each in past.dealt[len(past.dealt) - past.hidden :]
    )
    if not unshown:
        return told(where, table, frozenset(Audience))
    # What a squeezed game never showed is still in the shoe as far as the public knows.
    public = prices(shoe, dealt, unshown)
    return (
        *told(where, table, frozenset({Audience.TABLE})),
        *told(where, public, frozenset({Audience.PUBLIC})),
    )


def newly(before: Coup, coup: Coup) -> bool:
    """The card that opened the round has just come, or was just found to be another."""
    was, now = (tuple(each.card for each in these.dealt) for these in (before, coup))
    return was != now and len(was) <= len(now)


Fields = tuple[tuple[str, str], ...]


def told(where: Fields, prices: Fields, to: frozenset[Audience]) -> tuple[Outgoing, ...]:
    """The line; none where there are no odds to tell."""
    return (Outgoing(Message("ODDS", (*where, *prices)), to),) if prices else ()


def prices(
    shoe: Shoe, dealt: tuple[Dealt, ...], unshown: frozenset[tuple[int, Position]]
) -> Fields:
    """Each offered bet's probability; none where fewer cards are left than a coup takes."""
    player, banker = (*(each.card for each in dealt), None, None)[:2]
    bets = [shoe.profile.bet(offer) for offer in shoe.profile.bets]
    try:
        found = chances(bets, known_rest(shoe, unshown), player, banker)
    except RestError:
        return ()
    return tuple(
        (offer.id, six(chance.wins)) for offer, chance in zip(shoe.profile.bets, found, strict=True)
    )


def known_rest(shoe: Shoe, unshown: frozenset[tuple[int, Position]] = frozenset()) -> Rest:
    """What is left as far as anyone knows: unseen burns and unread cards count as still in."""
    known: list[Card] = [
        gone.card
        for gone in shoe.gone
        if gone.card is not None
        and gone.fate in _KNOWN
        and (gone.seat is None or (gone.coup, gone.seat) not in unshown)
    ]
    return fresh(shoe.decks).without(known)


def six(value: Fraction) -> str:
    """A probability with six decimals, rounded half up, exactly."""
    millionths = (2_000_000 * value.numerator + value.denominator) // (2 * value.denominator)
    return f"{millionths // 1_000_000}.{millionths % 1_000_000:06d}"
