"""Pure: one input on its way to events: the state as it would be after those decided so far.

Owns what every phase needs: adding an event, refusing, raising and clearing a hold, voiding.
Knows no phase.
"""

from __future__ import annotations

from dataclasses import replace

from firmware.baccarat.cards import Card, Position
from firmware.codes.physical import PhysicalCard
from firmware.shoe import events as e
from firmware.shoe.evolve import evolve
from firmware.shoe.inputs import ButtonHeld, ButtonPressed, Input, PassSeen, Sight
from firmware.shoe.state import Coup, Gone, Hold, Shoe, State
from firmware.shoe.words import (
    VOID_REASON,
    Advice,
    By,
    Fate,
    HoldCode,
    Refusal,
    VoidReason,
)


class Course:
    """What `given` leads to, from `state` on. `events` are in order, `state` is behind them."""

    def __init__(self, state: State, given: Input) -> None:
        self.state = state
        self.given = given
        self.events: list[e.Event] = []

    def add(self, *events: e.Event) -> None:
        """These happen next."""
        for event in events:
            self.events.append(event)
            self.state = evolve(self.state, event)

    @property
    def shoe(self) -> Shoe:
        """The open shoe; asked only where there is one."""
        assert self.state.shoe is not None
        return self.state.shoe

    @property
    def coup(self) -> Coup:
        """The open coup; asked only where there is one."""
        assert self.state.coup is not None
        return self.state.coup

    @property
    def hold(self) -> Hold:
        """The shown hold; asked only where there is one."""
        assert self.state.hold is not None
        return self.state.hold

    @property
    def seen(self) -> PassSeen:
        """The input as a passage; asked only where it is one."""
        assert isinstance(self.given, PassSeen)
        return self.given

    @property
    def authorised(self) -> bool:
        """The key is on and, where the house lists supervisors, one has named himself."""
        desk, house = self.state.desk, self.state.house
        return desk.key and (not house.supervisors or desk.supervisor in house.supervisors)

    @property
    def by(self) -> By:
        """Who acts."""
        return By.SUPERVISOR if self.authorised else By.DEALER

    @property
    def who(self) -> str:
        """The id of who acts, empty where none was named."""
        return self.state.desk.supervisor if self.authorised else self.state.desk.dealer

    def refuse(self, why: Refusal = Refusal.NOTHING) -> None:
        """The input has no effect; that is recorded."""
        self.add(e.InputRefused(name_of(self.given), why))

    def needs_key(self) -> bool:
        """Refuse and say so where no supervisor stands behind the input."""
        if self.authorised:
            return False
        self.refuse(Refusal.PIN if self.state.desk.key else Refusal.KEY)
        return True

    def raise_hold(
        self,
        code: HoldCode,
        advice: Advice,
        by: By = By.DEALER,
        seat: Position | None = None,
        expects: PhysicalCard | None = None,
        face: Card | None = None,
        spare: bool = False,
        inside: Gone | None = None,
    ) -> None:
        """Dealing waits from here on."""
        hold = Hold(code, advice, by, seat, expects=expects, face=face, spare=spare, inside=inside)
        self.add(e.HoldRaised(hold))

    def raise_again(self) -> None:
        """The same card passed unread once more."""
        rescans = self.state.profile.rescans
        hold = replace(self.hold, tries=self.hold.tries + 1, armed=False)
        if rescans and hold.tries > rescans:
            hold = replace(hold, advice=Advice.TYPE, by=By.SUPERVISOR)
        self.add(e.HoldRaised(hold, again=True))

    def clear(self, by: By | None = None) -> None:
        """The shown hold is over; `by` the shoe or the host, where nobody at the table acted."""
        who = self.who if by is None else ""
        self.add(e.HoldCleared(self.hold.code, by or self.by, who, self.given.t_ns))

    def listed(self) -> Gone:
        """The passage as an entry of the list of cards that were not seated."""
        seen = self.seen
        match seen.sight:
            case Sight.UNKNOWN:
                return Gone(
                    None, None, Fate.STRANGE, doubt=HoldCode.UNKNOWN, evidence=seen.evidence
                )
            case Sight.FOREIGN:
                return Gone(
                    None, None, Fate.STRANGE, doubt=HoldCode.FOREIGN, evidence=seen.evidence
                )
        if seen.card is None:
            return Gone(None, None, Fate.LISTED, evidence=seen.evidence)
        card, deck = seen.card.card, seen.card.deck
        if is_double(self.state, seen.card):
            return Gone(card, deck, Fate.DOUBLE, doubt=HoldCode.DUPLICATE, evidence=seen.evidence)
        return Gone(card, deck, Fate.LISTED, evidence=seen.evidence)

    def void(self, reason: VoidReason, by: By | None = None) -> None:
        """The open coup does not count; every hold that waited for it is over."""
        self.add(e.CoupVoided(self.coup.coup, reason, by or self.by, self.who))
        self.clear_all()

    def count_out(self) -> None:
        """No further coup: every hold is over, and the rest is counted out."""
        while self.state.hold is not None:
            self.clear()
        self.add(e.CountingBegun())

    def clear_all(self) -> None:
        """All holds are over, but for a dead camera and a lost host."""
        lasting = []
        while self.state.hold is not None:
            hold = self.state.hold
            self.clear()
            camera = hold.code is HoldCode.CAMERA and self.state.desk.camera_dead
            host = hold.code is HoldCode.HOST and self.state.desk.lost_ports
            if camera or host:
                lasting.append(hold)
        for hold in reversed(lasting):
            self.add(e.HoldRaised(hold))

    @property
    def hold_reason(self) -> VoidReason:
        """The reason that the shown hold gives to a void."""
        holds = [hold for hold in self.state.holds if hold.advice is not Advice.CALL]
        return VOID_REASON[holds[-1].code] if holds else VoidReason.OTHER


def is_double(state: State, card: PhysicalCard) -> bool:
    """That copy has left the shoe already, or all copies of that card have, typed ones too."""
    shoe = state.shoe
    if shoe is None:
        return False
    return shoe.find(card) is not None or shoe.count(card.card) >= shoe.decks


def name_of(given: Input) -> str:
    """The input's name in a refusal's record."""
    match given:
        case PassSeen():
            return given.sight.value
        case ButtonPressed() | ButtonHeld():
            return given.button.value
        case _:
            return type(given).__name__
