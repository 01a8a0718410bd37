"""Pure: what each event makes of the state. Never refuses and never decides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from firmware.baccarat.profile import BurnRule, Checklist, Profile
from firmware.shoe import events as e
from firmware.shoe.evolve_coup import evolve_coup
from firmware.shoe.ledger import back_in, back_last, back_listed, gone, without_first
from firmware.shoe.state import MEMORY_COUPS, Bets, Desk, Gone, Shoe, State
from firmware.shoe.tokens import results
from firmware.shoe.words import BurnWhy, By, CheckItem, Fate, HoldCode, Warn

TELLS_COUNT = (Warn.BELOW, Warn.CUT_OVERDUE, Warn.UNSHUFFLED, Warn.LAST_COUP)
"""Warnings that tell of cards a squeezed game has not shown."""


def fold(state: State, events: Iterable[e.Event]) -> State:
    """The state after all of `events`."""
    for event in events:
        state = evolve(state, event)
    return state


def evolve(state: State, event: e.Event) -> State:
    """The state after `event`."""
    if state.desk.refused and not isinstance(event, e.InputRefused):
        state = replace(state, desk=replace(state.desk, refused=""))
    match event:
        case e.ShoeOpened():
            return opened(state, event)
        case e.ShoeClosed():
            return closed(state, event)
        case e.SetRetired():
            retired = (*state.memory.retired, event.set_id)
            return replace(state, memory=replace(state.memory, retired=retired))
        case e.Restarted():
            return restarted(state, event)
        case e.EvidenceKept():
            return state
        case e.InputRefused():
            desk = replace(state.desk, refused=f"{event.what}:{event.why.value}")
            return replace(state, desk=desk)
        case (
            e.KeyUsed()
            | e.StaffNamed()
            | e.SupervisorCalled()
            | e.DealingLocked()
            | e.Paused()
            | e.Resumed()
            | e.HostLost()
            | e.HostFound()
            | e.CameraFailed()
            | e.CameraReturned()
            | e.MenuShown()
            | e.MenuLeft()
        ):
            coup = state.coup
            if coup is not None and isinstance(event, e.DealingLocked | e.Resumed):
                coup = replace(coup, last_t_ns=event.t_ns)
            return replace(state, desk=desk_after(state.desk, event), coup=coup)
        case e.HoldRaised():
            kept = state.holds[:-1] if event.again else state.holds
            return replace(state, holds=(*kept, event.hold))
        case e.HoldCleared():
            coup = state.coup and replace(state.coup, last_t_ns=event.t_ns)
            desk = state.desk
            if event.code is HoldCode.HOST and event.by is By.SUPERVISOR:
                desk = replace(desk, waived_ports=desk.lost_ports)
            return replace(state, holds=state.holds[:-1], coup=coup, desk=desk)
        case e.UnreadTakenBack():
            holds = (*state.holds[:-1], replace(state.holds[-1], armed=True)) if state.holds else ()
            state = replace(state, holds=holds)
        case _:
            pass
    if state.shoe is None:
        # Only the events above can come without a shoe.
        return state
    return with_shoe(state, state.shoe, event)


def with_shoe(state: State, shoe: Shoe, event: e.Event) -> State:
    """The state after an event of the open shoe."""
    match event:
        case e.ItemChecked():
            return replace(state, shoe=replace(shoe, checks=shoe.checks[1:]))
        case e.CardBurnt():
            return burnt(state, shoe, event)
        case e.BurnConfirmed():
            return replace(state, shoe=replace(shoe, burn_confirmed=True))
        case e.BurnTakenBack():
            return burn_back(state, shoe)
        case e.CardCounted():
            card = Gone(event.card, event.deck, Fate.COUNTED, evidence=event.evidence)
            return replace(state, shoe=gone(shoe, card))
        case e.CountTakenBack():
            return replace(state, shoe=back_last(shoe, frozenset({Fate.COUNTED})))
        case e.CardSetAside():
            return replace(state, shoe=gone(shoe, event.gone), aside=(*state.aside, event.gone))
        case e.AsideTakenBack():
            if not state.aside:
                return state
            return replace(state, shoe=back_listed(shoe, state.aside[-1]), aside=state.aside[:-1])
        case e.StrangerSeen():
            return replace(state, shoe=gone(shoe, stranger(event)))
        case e.AsideDropped():
            return replace(state, aside=state.aside[1:])
        case e.CarriedDropped():
            return replace(state, shoe=replace(shoe, carried=shoe.carried[1:]))
        case e.CarriedTakenBack():
            if not shoe.carried:
                return state
            shoe = back_listed(shoe, shoe.carried[-1])
            return replace(state, shoe=replace(shoe, carried=shoe.carried[:-1]))
        case e.CardWentIn():
            return replace(state, shoe=back_in(shoe, event.gone))
        case e.CardCameAgain():
            return replace(state, shoe=gone(shoe, event.gone))
        case e.BurnMissed():
            return replace(state, shoe=replace(shoe, burns_due=0))
        case e.BurnChosen():
            return replace(state, shoe=replace(shoe, burns_due=int(event.on), burn_chosen=event.on))
        case e.UnreadTakenBack():
            return replace(state, shoe=back_last(shoe, frozenset({Fate.UNREAD})))
        case e.CardsCarried():
            shoe = replace(shoe, carried=(*shoe.carried, *state.aside))
            return replace(state, shoe=shoe, aside=())
        case e.CutSeen():
            return replace(state, shoe=replace(shoe, cut_seen=True, last_coup=event.last_coup))
        case e.Warned():
            closed_bets = (*shoe.bets_closed, *event.bets)
            shoe = replace(shoe, warned=shoe.warned | {event.code}, bets_closed=closed_bets)
            coup = state.coup
            if coup is not None and state.hidden and event.code in TELLS_COUNT:
                coup = replace(coup, deferred=(*coup.deferred, (event.code, event.left)))
            return replace(state, shoe=shoe, coup=coup)
        case e.LastCoupFixed():
            return replace(state, shoe=replace(shoe, last_coup=event.coup))
        case e.ShoeEnded():
            shoe = replace(shoe, over=True, voided=shoe.voided or event.voided, burns_due=0)
            return replace(state, shoe=shoe)
        case e.CountingBegun():
            # What was drawn and not played stays so in the account.
            return replace(state, shoe=replace(shoe, counting=True, carried=()), aside=())
        case e.RoadsCleared():
            memory = replace(state.memory, results=())
            return replace(state, shoe=replace(shoe, roads_from=shoe.begun), memory=memory)
        case e.FreeChosen():
            return replace(state, shoe=replace(shoe, free_next=event.on))
        case e.PeekSeen():
            return replace(state, shoe=replace(shoe, peeks=event.n))
        case e.BetsTracked():
            bets = Bets(event.round, event.round == 0)
            coup = state.coup and replace(state.coup, last_t_ns=event.t_ns)
            return replace(state, shoe=replace(shoe, bets=bets), coup=coup)
        case _:
            return evolve_coup(state, shoe, event)


def stranger(event: e.StrangerSeen) -> Gone:
    """The ledger's entry for a pass that is no card of the set, or a second one of its code."""
    if event.card is None:
        return Gone(None, None, Fate.STRANGE, doubt=event.doubt, evidence=event.evidence)
    card = event.card
    return Gone(card.card, card.deck, Fate.DOUBLE, doubt=event.doubt, evidence=event.evidence)


def opened(state: State, event: e.ShoeOpened) -> State:
    """A new shoe on the table; what came before is in the event."""
    profile = event.profile
    shoe = Shoe(
        event.number,
        event.set_id,
        profile.decks,
        profile,
        burn_of=burn_of(profile),
        burn_confirmed=profile.opening_burn.rule is BurnRule.NONE,
        burns_due=profile.burn_per_coup,
        checks=tuple(CheckItem) if profile.checklist is Checklist.ON else (),
    )
    memory = replace(event.memory, number=event.number, set_id=event.set_id)
    return State(house=state.house, memory=memory, shoe=shoe, desk=event.desk)


def burn_of(profile: Profile) -> int | None:
    """How many cards the opening burn takes, None until its first card says so."""
    match profile.opening_burn.rule:
        case BurnRule.NONE:
            return 0
        case BurnRule.COUNT:
            return profile.opening_burn.count
        case BurnRule.FIRST_CARD:
            return None


def closed(state: State, event: e.ShoeClosed) -> State:
    """No shoe; its results live on in the memory."""
    memory = replace(state.memory, number=event.number, set_id=event.set_id)
    if state.shoe is not None:
        joined = (*memory.results, *results(state.shoe))
        memory = replace(memory, results=joined[-MEMORY_COUPS:])
    return State(house=state.house, memory=memory, desk=replace(state.desk, menu=None))


def burnt(state: State, shoe: Shoe, event: e.CardBurnt) -> State:
    """A card burnt: it left the shoe now, or was listed before."""
    fate = Fate.BURNT_SHOWN if event.shown else Fate.BURNT
    card = Gone(
        event.card,
        event.deck,
        fate,
        evidence=event.evidence,
        burn=event.why,
        waived=event.waived,
    )
    shoe = gone(shoe, card, event.origin, state.aside)
    match event.why:
        case BurnWhy.OPEN:
            shoe = replace(shoe, burnt=event.n, burn_of=event.of)
            if event.n >= event.of and not shoe.profile.burn_confirm:
                shoe = replace(shoe, burn_confirmed=True)
        case BurnWhy.COUP:
            shoe = replace(shoe, burns_due=max(shoe.burns_due - 1, 0), burn_chosen=False)
        case BurnWhy.EXTRA:
            pass
        case _:
            assert_never(event.why)
    shoe = replace(shoe, carried=without_first(shoe.carried, event.card, event.deck))
    return replace(state, shoe=shoe, aside=without_first(state.aside, event.card, event.deck))


def burn_back(state: State, shoe: Shoe) -> State:
    """The last burnt card is in the shoe again."""
    last = last_burnt(shoe)
    if last is None:
        return state
    shoe = back_last(shoe, frozenset({Fate.BURNT, Fate.BURNT_SHOWN}))
    if last.burn is BurnWhy.OPEN:
        of = shoe.burn_of if shoe.burnt > 1 else burn_of(shoe.profile)
        shoe = replace(shoe, burnt=max(shoe.burnt - 1, 0), burn_of=of, burn_confirmed=False)
    elif state.coup is None and not shoe.over:
        again = 1 if last.burn is BurnWhy.COUP else last.waived
        shoe = replace(shoe, burns_due=shoe.burns_due + again)
    return replace(state, shoe=shoe)


def last_burnt(shoe: Shoe) -> Gone | None:
    """The card burnt last."""
    burnt = (Fate.BURNT, Fate.BURNT_SHOWN)
    return next((each for each in reversed(shoe.gone) if each.fate in burnt), None)


def restarted(state: State, event: e.Restarted) -> State:
    """Switches as at a start; a steady clock that began anew ends no draw and no pause early."""
    desk = replace(
        state.desk,
        key=False,
        called=False,
        camera_dead=False,
        lost_ports=(),
        waived_ports=(),
        menu=None,
        boot=event.boot,
        pause_t_ns=min(state.desk.pause_t_ns, event.t_ns),
    )
    coup = state.coup and replace(state.coup, last_t_ns=event.t_ns)
    return replace(state, desk=desk, coup=coup)


def desk_after(
    desk: Desk,
    event: e.KeyUsed
    | e.StaffNamed
    | e.SupervisorCalled
    | e.DealingLocked
    | e.Paused
    | e.Resumed
    | e.HostLost
    | e.HostFound
    | e.CameraFailed
    | e.CameraReturned
    | e.MenuShown
    | e.MenuLeft,
) -> Desk:
    """Who is there and what is switched, after `event`."""
    match event:
        case e.KeyUsed():
            who = desk.supervisor if event.on else ""
            called = desk.called and not event.on
            return replace(desk, key=event.on, menu=None, supervisor=who, called=called)
        case e.StaffNamed():
            return replace(desk, dealer=event.dealer, supervisor=event.supervisor)
        case e.SupervisorCalled():
            return replace(desk, called=event.on)
        case e.DealingLocked():
            return replace(desk, locked=event.on)
        case e.Paused():
            return replace(desk, pause=event.reason, pause_t_ns=event.t_ns)
        case e.Resumed():
            return replace(desk, pause=None, pause_t_ns=0)
        case e.HostLost():
            return replace(desk, lost_ports=(*desk.lost_ports, event.port))
        case e.HostFound():
            ports = tuple(port for port in desk.lost_ports if port != event.port)
            waived = tuple(port for port in desk.waived_ports if port != event.port)
            return replace(desk, lost_ports=ports, waived_ports=waived)
        case e.CameraFailed():
            return replace(desk, camera_dead=True)
        case e.CameraReturned():
            return replace(desk, camera_dead=False)
        case e.MenuShown():
            return replace(desk, menu=event.menu)
        case e.MenuLeft():
            return replace(desk, menu=None)
        case _:
            assert_never(event)
