"""Pure: what each event of the shoe says to the feed's two audiences (feed.md).

Owns the kinds and keys of numbered lines and what a squeezed game keeps from the public until it
is revealed. Knows no dialect, no number and no port: `ev`, `t` and the seq come from the journal.
"""

from __future__ import annotations

from firmware.feed.chances import odds
from firmware.feed.message import Message, Outgoing
from firmware.feed.results import corrected, result, settled, voided
from firmware.feed.telling import (
    PUBLIC,
    TABLE,
    Fields,
    both,
    by_fields,
    coup_of,
    hand_fields,
    say,
    shoe_of,
)
from firmware.feed.words import flag, hand
from firmware.shoe import events as e
from firmware.shoe.evolve import TELLS_COUNT, last_burnt
from firmware.shoe.state import Dealt, Hold, Past, State
from firmware.shoe.words import Advice, BurnWhy, Fate, HoldCode


def derive(before: State, event: e.Event, after: State) -> tuple[Outgoing, ...]:
    """The messages of `event`, which led from `before` to `after`, in the order of sending."""
    return (*messages(before, event, after), *odds(before, after))


def messages(before: State, event: e.Event, after: State) -> tuple[Outgoing, ...]:
    """All but the odds."""
    match event:
        case e.ShoeOpened():
            return shoe_line(after, "open")
        case e.CountingBegun():
            return shoe_line(after, "counting")
        case e.ShoeEnded(voided=True):
            return shoe_line(after, "void")
        case e.ShoeClosed():
            return shoe_line(before, "closed")
        case e.SetRetired():
            return (say("SHOE", ("state", "retired"), ("shoe", "-"), ("set", event.set_id)),)
        case e.CardBurnt():
            return burn(event, after)
        case e.BurnTakenBack():
            return burn_undone(before, after)
        case e.ExtraTakenBack():
            return extra_undone(after)
        case e.CardSeated():
            return seated(event, after)
        case e.CoupFaced():
            return faced(before, event, after)
        case e.CoupSettled():
            past = Past(event.coup, event.number, event.free, event.manual, event.dealt)
            return (*result(past, after), *settled(past, after))
        case e.CoupVoided():
            return (*deferred(before), *voided(event, after))
        case e.CoupCorrected() | e.CoupAnnulled():
            return corrected(before, event, after)
        case e.CardsReseated():
            return reseated(event.coup, hand_fields(event.was), after)
        case e.CardRenamed():
            was = (("was", str(event.was)), ("seat", event.seat.value))
            return reseated(event.coup, was, after)
        case e.FreeChosen():
            return (
                say("FREE", *shoe_of(after), ("coup", str(event.coup)), flag("free", event.on)),
            )
        case e.Paused():
            return (say("PAUSE", *shoe_of(after), *coup_of(after), ("reason", event.reason)),)
        case e.Resumed():
            seconds = ("seconds", str(event.seconds))
            return (say("RESUME", *shoe_of(after), *coup_of(after), seconds),)
        case e.ExtraDecided():
            fate = (("fate", event.fate.value), ("cards", str(event.cards)))
            return (say("EXTRA", *shoe_of(after), ("coup", str(event.coup)), *fate),)
        case e.RoadsCleared():
            return (say("RESET", *shoe_of(after)),)
        case e.HoldRaised():
            return hold_line(event.hold, after)
        case e.HoldCleared():
            return cleared(event, after)
        case e.Warned():
            return warned(event, after)
        case _:
            return ()


def shoe_line(state: State, word: str) -> tuple[Outgoing, ...]:
    """SHOE: what the box is and how it stands."""
    shoe = state.shoe
    assert shoe is not None
    fields = (
        ("state", word),
        ("shoe", str(shoe.number)),
        ("set", shoe.set_id),
        ("decks", str(shoe.decks)),
        ("profile", shoe.profile.name or "-"),
    )
    return both(
        "SHOE",
        (*fields, ("left", str(shoe.left))),
        (*fields, ("left", str(state.public_left))),
    )


def burn(event: e.CardBurnt, after: State) -> tuple[Outgoing, ...]:
    """BURN: only an opened card has a face."""
    assert after.shoe is not None
    shown = event.shown and event.card is not None
    fields = (
        ("why", event.why.value),
        ("card", str(event.card) if shown else "-"),
        ("n", str(event.n)),
        ("of", str(event.of)),
    )
    return both(
        "BURN",
        (*fields, ("left", str(after.shoe.left)), *shoe_of(after)),
        (*fields, ("left", str(after.public_left)), *shoe_of(after)),
    )


def burn_undone(before: State, after: State) -> tuple[Outgoing, ...]:
    """BURN with `undone=1`: the burn told last does not count; the keys are that one's."""
    assert before.shoe is not None
    assert after.shoe is not None
    shoe, last = before.shoe, last_burnt(before.shoe)
    if last is None:
        return ()
    n, of = 1, 1
    if last.burn is BurnWhy.OPEN:
        n, of = shoe.burnt, shoe.burn_of or shoe.burnt
    elif last.burn is BurnWhy.COUP:
        of = max(shoe.profile.burn_per_coup, 1)
        n = max(of - shoe.burns_due, 1)
    fields = (
        ("why", (last.burn or BurnWhy.COUP).value),
        ("card", str(last.card) if last.fate is Fate.BURNT_SHOWN else "-"),
        ("n", str(n)),
        ("of", str(of)),
        ("undone", "1"),
    )
    return both(
        "BURN",
        (*fields, ("left", str(after.shoe.left)), *shoe_of(after)),
        (*fields, ("left", str(after.public_left)), *shoe_of(after)),
    )


def extra_undone(after: State) -> tuple[Outgoing, ...]:
    """EXTRA with `undone=1`: the extra card drawn last is in the shoe again; `cards` are left."""
    assert after.shoe is not None
    extras = len(after.coup.extras) if after.coup is not None else 0
    fields = (*shoe_of(after), *coup_of(after), ("undone", "1"), ("cards", str(extras)))
    return both(
        "EXTRA",
        (*fields, ("left", str(after.shoe.left))),
        (*fields, ("left", str(after.public_left))),
    )


def card_fields(coup: int, dealt: Dealt, left: int, after: State) -> Fields:
    """CARD: a position has its card."""
    fields = (
        *shoe_of(after),
        ("coup", str(coup)),
        ("seat", dealt.seat.value),
        ("card", str(dealt.card)),
        ("left", str(left)),
    )
    return (*fields, ("manual", "1")) if dealt.typed else fields


def seated(event: e.CardSeated, after: State) -> tuple[Outgoing, ...]:
    """The table sees each card as it is drawn; the public not before its stage is revealed."""
    assert after.shoe is not None
    dealt = Dealt(event.seat, event.card, event.deck, event.typed)
    message = Message("CARD", card_fields(event.coup, dealt, after.shoe.left, after))
    return (Outgoing(message, TABLE) if after.squeezed else Outgoing(message),)


def faced(before: State, event: e.CoupFaced, after: State) -> tuple[Outgoing, ...]:
    """A stage is revealed: its cards and the warnings that would have told of them."""
    assert before.coup is not None
    assert after.shoe is not None
    dealt, told = before.coup.dealt, before.coup.told
    mended = dealt[: len(told)]
    lines = []
    if mended != told:
        was = ("was", f"{hand(told, 'P')}/{hand(told, 'B')}")
        new = (*shoe_of(after), ("coup", str(event.coup)), *hand_fields(mended), was)
        lines.append(Outgoing(Message("CORRECT", new), PUBLIC))
    lines += [
        Outgoing(
            Message(
                "CARD",
                card_fields(event.coup, dealt[n], after.public_left + event.cards - n - 1, after),
            ),
            PUBLIC,
        )
        for n in range(before.coup.faced, event.cards)
    ]
    return (*lines, *deferred(before))


def deferred(before: State) -> tuple[Outgoing, ...]:
    """Warnings that the public may know from now on."""
    if before.coup is None:
        return ()
    where = (*shoe_of(before), *coup_of(before))
    return tuple(
        Outgoing(Message("WARN", (("code", code.value), ("left", str(left)), *where)), PUBLIC)
        for code, left in before.coup.deferred
    )


def reseated(coup: int, was: Fields, after: State) -> tuple[Outgoing, ...]:
    """CORRECT of the open coup; what is hidden stays hidden."""
    assert after.coup is not None
    new = (*shoe_of(after), ("coup", str(coup)), *hand_fields(after.coup.dealt))
    if was and was[0][0] == "player":
        old = dict(was)
        was = (("was", f"{old['player']}/{old['banker']}"),)
    line = Message("CORRECT", (*new, *was))
    return (Outgoing(line, TABLE) if after.hidden else Outgoing(line),)


def hold_fields(hold: Hold, state: State) -> Fields:
    """The keys of a hold, shared with STATE's reader."""
    return (
        ("code", hold.code.value),
        ("advice", hold.advice.value),
        ("by", hold.by.value),
        *((("seat", hold.seat.value),) if hold.seat is not None else ()),
        *tries(hold, state.profile.rescans),
    )


def tries(hold: Hold, rescans: int) -> Fields:
    """`try=2 of=3`: which slide comes next; `of=` only where rescans are limited."""
    if hold.advice is not Advice.RESCAN:
        return ()
    return (("try", str(hold.tries)), *((("of", str(rescans)),) if rescans else ()))


def hold_line(hold: Hold, after: State) -> tuple[Outgoing, ...]:
    """HOLD: dealing waits, for what and for whom; never for which card.

    With `reversed` a card went back in, with `seat` that CARD: `left` as it is then.
    """
    fields = (*hold_fields(hold, after), *shoe_of(after), *coup_of(after))
    if hold.code is not HoldCode.REVERSED or after.shoe is None:
        return (say("HOLD", *fields),)
    return both(
        "HOLD",
        (*fields, ("left", str(after.shoe.left))),
        (*fields, ("left", str(after.public_left))),
    )


def cleared(event: e.HoldCleared, after: State) -> tuple[Outgoing, ...]:
    """CLEAR, and the hold that waited under it is shown again."""
    by = by_fields(event.by, event.who)
    line = say("CLEAR", ("code", event.code.value), *by, *shoe_of(after), *coup_of(after))
    return (line,) if after.hold is None else (line, *hold_line(after.hold, after))


def warned(event: e.Warned, after: State) -> tuple[Outgoing, ...]:
    """WARN; what would tell of hidden cards goes to the public with them."""
    assert after.shoe is not None
    bets = (("bets", ",".join(event.bets)),) if event.bets else ()
    code = ("code", event.code.value)
    table = (code, ("left", str(event.left)), *bets, *shoe_of(after), *coup_of(after))
    if after.hidden and event.code in TELLS_COUNT:
        return (Outgoing(Message("WARN", table), TABLE),)
    public = (code, ("left", str(after.public_left)), *bets, *shoe_of(after), *coup_of(after))
    return both("WARN", table, public)
