"""Pure: what the events of coups make of the state. Never refuses and never decides."""

from __future__ import annotations

from dataclasses import replace

from firmware.baccarat.profile import ShoeEnd
from firmware.shoe import events as e
from firmware.shoe.ledger import (
    as_named,
    back,
    gone,
    named,
    recast,
    reseated,
    spare_in,
    without_first,
)
from firmware.shoe.state import Bets, Coup, Dealt, Gone, Past, Shoe, State
from firmware.shoe.words import OF_THE_SET, Fate, Origin, VoidReason


def evolve_coup(state: State, shoe: Shoe, event: e.Event) -> State:
    """The state after an event of a coup, open or past; any other changes nothing."""
    match event:
        case e.CoupBegun():
            return begun(state, shoe, event)
        case e.CardSeated():
            return seated(state, shoe, event)
        case e.CardUnread():
            card = Gone(None, None, Fate.UNREAD, shoe.begun, event.seat, evidence=event.evidence)
            shoe = gone(shoe, card, event.origin, state.aside)
            if event.origin is not Origin.LISTED:
                return replace(state, shoe=shoe)
            if any(each.card is None for each in state.aside):
                return replace(state, shoe=shoe, aside=without_first(state.aside, None, None))
            carried = without_first(shoe.carried, None, None)
            return replace(state, shoe=replace(shoe, carried=carried))
        case e.CardUnseated():
            return unseated(state, shoe, event)
        case e.CoupFaced():
            coup = state.coup and replace(
                state.coup,
                faced=event.cards,
                last_t_ns=event.t_ns,
                deferred=(),
                told=state.coup.dealt[: event.cards],
            )
            return replace(state, coup=coup)
        case e.CoupSettled():
            past = Past(event.coup, event.number, event.free, event.manual, event.dealt)
            shoe = replace(shoe, counted=max(shoe.counted, event.number or 0))
            return ended(state, shoe, past)
        case e.CoupVoided():
            coup = state.coup or Coup(event.coup, None)
            past = Past(coup.coup, coup.number, coup.free, coup.manual, coup.dealt, event.reason)
            past = replace(past, hidden=never_shown(state), settled=False)
            return ended(replace(state, aside=()), shoe, past)
        case e.CoupCorrected():
            return replace(state, shoe=corrected(shoe, event))
        case e.CoupAnnulled():
            return replace(state, shoe=mended(shoe, event.coup, None, event.reason))
        case e.CardsReseated():
            state = laid(state, event.dealt)
            return replace(state, shoe=reseated(shoe, event.coup, event.dealt))
        case e.CardRenamed():
            return renamed(state, shoe, event)
        case e.ExtraDrawn():
            coup = state.coup and replace(state.coup, extras=(*state.coup.extras, event.gone))
            aside = state.aside
            if event.origin is Origin.LISTED:
                aside = without_first(aside, event.gone.card, event.gone.deck)
            shoe = gone(shoe, event.gone, event.origin, state.aside)
            return replace(state, shoe=shoe, coup=coup, aside=aside)
        case e.ExtraTakenBack():
            if state.coup is None or not state.coup.extras:
                return state
            last = state.coup.extras[-1]
            coup = replace(state.coup, extras=state.coup.extras[:-1], exposed=False)
            return replace(state, shoe=back(shoe, last.card, last.deck), coup=coup)
        case e.ExtraExposed():
            coup = state.coup and replace(state.coup, exposed=event.on)
            return replace(state, coup=coup)
        case e.ExtraDecided():
            due = 0 if event.waives_burn else shoe.burns_due
            return replace(state, shoe=replace(shoe, burns_due=due))
        case _:
            return state


def begun(state: State, shoe: Shoe, event: e.CoupBegun) -> State:
    """A coup is open."""
    shoe = replace(
        shoe,
        begun=event.coup,
        free_next=False,
        free_given=shoe.free_given + event.free,
    )
    coup = Coup(event.coup, event.number, event.free, event.last)
    return replace(state, shoe=shoe, coup=coup)


def seated(state: State, shoe: Shoe, event: e.CardSeated) -> State:
    """A card in its position, and no longer listed anywhere else."""
    fate = Fate.SPARE if event.origin is Origin.SPARE else Fate.DEALT
    card = Gone(
        event.card,
        event.deck,
        fate,
        event.coup,
        event.seat,
        evidence=event.evidence,
        read=event.read,
        who=event.who,
    )
    shoe = gone(shoe, card, event.origin, state.aside)
    if event.origin is Origin.LISTED:
        if any(each.card == event.card and each.deck == event.deck for each in state.aside):
            state = replace(state, aside=without_first(state.aside, event.card, event.deck))
        else:
            shoe = replace(shoe, carried=without_first(shoe.carried, event.card, event.deck))
    coup = state.coup or Coup(event.coup, None)
    coup = replace(
        coup,
        dealt=(
            *coup.dealt,
            Dealt(event.seat, event.card, event.deck, event.typed, event.read),
        ),
        manual=coup.manual or event.manual,
        last_t_ns=event.t_ns,
    )
    return replace(state, shoe=shoe, coup=coup)


def unseated(state: State, shoe: Shoe, event: e.CardUnseated) -> State:
    """The card is in the shoe again, or in the dealer's hand."""
    coup = state.coup
    if coup is not None:
        dealt = tuple(each for each in coup.dealt if each.seat is not event.seat)
        coup = replace(
            coup, dealt=dealt, faced=min(coup.faced, len(dealt)), told=coup.told[: len(dealt)]
        )
    return replace(state, shoe=back(shoe, event.card, event.deck, event.read), coup=coup)


def laid(state: State, dealt: tuple[Dealt, ...]) -> State:
    """These are the open coup's cards; the public is told at once where nothing is hidden."""
    if state.coup is None:
        return state
    state = replace(state, coup=replace(state.coup, dealt=dealt))
    if state.coup is not None and not state.hidden:
        state = replace(state, coup=replace(state.coup, told=dealt))
    return state


def never_shown(state: State) -> int:
    """How many of a squeezed coup's last cards the public was not told, or not as they are."""
    coup = state.coup
    if coup is None or not state.hidden:
        return 0
    shown = 0
    for told, dealt in zip(coup.told, coup.dealt, strict=False):
        if told != dealt:
            break
        shown += 1
    return len(coup.dealt) - shown


def ended(state: State, shoe: Shoe, past: Past) -> State:
    """No coup is open; extra cards wait for their fate. A shuffle (S2) puts the rest back."""
    extras = state.coup.extras if state.coup is not None else ()
    shoe = replace(
        shoe,
        past=(*shoe.past, past),
        burns_due=shoe.profile.burn_per_coup,
        burn_chosen=False,
        carried=(*shoe.carried, *extras),
        bets=Bets(),
    )
    if shoe.profile.shoe_end is ShoeEnd.EVERY_COUP:
        waiting = (*state.aside, *shoe.carried)
        shoe = replace(shoe, gone=waiting, out=sum(each.fate in OF_THE_SET for each in waiting))
    return replace(state, shoe=shoe, coup=None)


def corrected(shoe: Shoe, event: e.CoupCorrected) -> Shoe:
    """The shoe with one past coup as it should have been recorded."""
    was = next((each for each in shoe.past if each.coup == event.coup), None)
    if was is None:
        return shoe
    dealt = as_named(was.dealt, event.dealt)
    shoe = mended(shoe, event.coup, dealt, None)
    if event.number is not None:
        shoe = replace(
            shoe,
            counted=max(shoe.counted, event.number),
            past=tuple(
                replace(each, number=event.number) if each.coup == event.coup else each
                for each in shoe.past
            ),
        )
    return recast(shoe, event.coup, dealt)


def mended(
    shoe: Shoe, number: int, dealt: tuple[Dealt, ...] | None, voided: VoidReason | None
) -> Shoe:
    """The shoe with one past coup's cards, or its void, as they should have been recorded."""
    return replace(
        shoe,
        past=tuple(
            replace(
                each,
                dealt=each.dealt if dealt is None else dealt,
                voided=voided,
                corrected=True,
                settled=each.settled or voided is None,
                hidden=0 if voided is None else each.hidden,
            )
            if each.coup == number
            else each
            for each in shoe.past
        ),
    )


def renamed(state: State, shoe: Shoe, event: e.CardRenamed) -> State:
    """Another card at a position of the open coup; an exchange lets a spare in."""
    if state.coup is None:
        return state
    was = state.coup.dealt
    dealt = tuple(
        each
        if each.seat is not event.seat
        else Dealt(each.seat, event.card, None, True)
        if event.exchanged
        else named(each, event.card)
        for each in was
    )
    if event.exchanged:
        shoe = spare_in(shoe, event.coup, event.seat, event.card)
    else:
        shoe = recast(shoe, event.coup, dealt)
    return replace(laid(state, dealt), shoe=shoe)
