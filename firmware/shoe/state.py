"""Pure: what is known about the shoe now, as one frozen value. Knows no input and no event.

The state is the fold of the journal's events (`firmware.shoe.evolve`). `House` alone is given by
the configuration. A restart folds from the last `ShoeOpened` on: that event carries what earlier
shoes left behind (`Memory`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from firmware.baccarat.cards import Card, Position, Side
from firmware.baccarat.coup import Outcome, outcome
from firmware.baccarat.profile import Profile
from firmware.codes.physical import PhysicalCard
from firmware.shoe.menu import Menu
from firmware.shoe.words import (
    OF_THE_SET,
    Advice,
    BurnWhy,
    By,
    CheckItem,
    Fate,
    HoldCode,
    Phase,
    VoidReason,
    Warn,
)

DECK = 52
MEMORY_COUPS = 200
"""How many results the statistics of the last coups keep (S2)."""


@dataclass(frozen=True, slots=True)
class House:
    """What the configuration says: profile of the next shoe, sets in their turn, supervisors.

    With `supervisors` the key alone is not enough: one of them must be named by PIN.
    """

    profile: Profile
    sets: tuple[str, ...] = ("A", "B")
    supervisors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Gone:
    """A card that left the shoe: `card` None where nothing read it, `deck` None where typed.

    `read`: the copy that the reader told where the supervisor named another face. `burn`: why it
    was burnt, `waived`: how many burns before the coup that stands for. `who` typed it.
    """

    card: Card | None
    deck: int | None
    fate: Fate
    coup: int = 0
    seat: Position | None = None
    doubt: HoldCode | None = None
    evidence: str = ""
    read: PhysicalCard | None = None
    burn: BurnWhy | None = None
    waived: int = 0
    who: str = ""

    @property
    def physical(self) -> PhysicalCard | None:
        """The copy, where the code told it."""
        return (
            None if self.card is None or self.deck is None else PhysicalCard(self.card, self.deck)
        )


@dataclass(frozen=True, slots=True)
class Dealt:
    """A card in its position. `typed`: named by the supervisor, not read.

    `read`: the copy that the reader told where the supervisor named another face.
    """

    seat: Position
    card: Card
    deck: int | None = None
    typed: bool = False
    read: PhysicalCard | None = None


def in_order(dealt: tuple[Dealt, ...]) -> tuple[Card, ...]:
    """The cards in the order in which their positions are dealt."""
    seats = list(Position)
    return tuple(each.card for each in sorted(dealt, key=lambda each: seats.index(each.seat)))


@dataclass(frozen=True, slots=True)
class Coup:
    """The open coup. `coup` counts every coup begun in the shoe; `number` None for a free hand.

    `faced`: how many cards a squeezed game has revealed. `extras`: cards drawn after the coup
    was complete. `last_t_ns`: when the last card came or the coup could go on. `deferred`:
    warnings, with cards left, that a squeezed game keeps from the public until its next stage.
    `told`: its faced cards as the public was told them, before any correction since.
    """

    coup: int
    number: int | None
    free: bool = False
    last: bool = False
    manual: bool = False
    dealt: tuple[Dealt, ...] = ()
    faced: int = 0
    extras: tuple[Gone, ...] = ()
    exposed: bool = False
    last_t_ns: int = 0
    deferred: tuple[tuple[Warn, int], ...] = ()
    told: tuple[Dealt, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """What the cards amount to so far."""
        return outcome(in_order(self.dealt))

    def hand(self, side: Side) -> tuple[Card, ...]:
        """The cards of `side` in the order drawn."""
        return tuple(each.card for each in self.dealt if each.seat.side is side)


@dataclass(frozen=True, slots=True)
class Past:
    """A coup that is over; `voided` None: it counts.

    `hidden`: how many of its last cards the public never saw, a squeezed coup's that was void
    before they were faced. `settled`: it had a result once, so its number was told.
    """

    coup: int
    number: int | None
    free: bool
    manual: bool
    dealt: tuple[Dealt, ...]
    voided: VoidReason | None = None
    corrected: bool = False
    hidden: int = 0
    settled: bool = True

    @property
    def outcome(self) -> Outcome:
        """What its cards amount to."""
        return outcome(in_order(self.dealt))


@dataclass(frozen=True, slots=True)
class Hold:
    """Why dealing waits. `armed`: the card is back in the dealer's hand and may come again.

    `expects`: the only copy that will do; `face`: what the supervisor says that it is, or, of a
    copy never read, the only face that will do. `spare`: the card is not of the set. `inside`: the
    ledger's entry of a card of an earlier coup that is in the shoe until it comes again. `tries`
    counts unread passes of one card.
    """

    code: HoldCode
    advice: Advice
    by: By
    seat: Position | None = None
    tries: int = 1
    armed: bool = False
    expects: PhysicalCard | None = None
    face: Card | None = None
    spare: bool = False
    inside: Gone | None = None

    def awaits(self, card: PhysicalCard) -> bool:
        """`card` may be the one that this hold waits for, by all that is known of it."""
        if self.expects is not None:
            return card == self.expects
        return not self.spare and self.face in (None, card.card)

    @property
    def known(self) -> Card | None:
        """The face of the card that is waited for, where anything told it."""
        if self.face is None and self.expects is not None:
            return self.expects.card
        return self.face


@dataclass(frozen=True, slots=True)
class Bets:
    """Betting as tracked: the round that is open (0: none), and whether any was closed."""

    round: int = 0
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Shoe:
    """The shoe that is open. `gone`: every card that left it, in order.

    `burn_of`: cards that the opening burn takes in all, None until its first card says so.
    `burns_due`: burns before the next coup; `burn_chosen`: by the button. `checks`: points of the
    checklist not yet agreed to.
    `roads_from`: roads and statistics count the coups after this one. `last_coup`: the coup that
    ends the shoe. `counted`: the last number that a coup was given.
    """

    number: int
    set_id: str
    decks: int
    profile: Profile
    gone: tuple[Gone, ...] = ()
    out: int = 0
    burnt: int = 0
    burn_of: int | None = None
    burn_confirmed: bool = False
    burns_due: int = 0
    burn_chosen: bool = False
    begun: int = 0
    counted: int = 0
    free_given: int = 0
    free_next: bool = False
    last_coup: int | None = None
    over: bool = False
    cut_seen: bool = False
    warned: frozenset[Warn] = frozenset()
    peeks: int = 0
    carried: tuple[Gone, ...] = ()
    counting: bool = False
    voided: bool = False
    past: tuple[Past, ...] = ()
    bets: Bets = Bets()
    checks: tuple[CheckItem, ...] = ()
    roads_from: int = 0
    bets_closed: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """Cards in a full shoe, the cut card not counted."""
        return DECK * self.decks

    @property
    def left(self) -> int:
        """Cards of the set that have not left the shoe; never negative, whatever passed."""
        return max(self.size - self.out, 0)

    def find(self, card: PhysicalCard) -> Gone | None:
        """Where that copy went, if it has left the shoe."""
        return next(
            (
                gone
                for gone in reversed(self.gone)
                if card in (gone.physical, gone.read) and gone.fate in OF_THE_SET
            ),
            None,
        )

    def count(self, card: Card) -> int:
        """How many copies of `card` have left, typed ones too."""
        return sum(gone.card == card and gone.fate in OF_THE_SET for gone in self.gone)


@dataclass(frozen=True, slots=True)
class Memory:
    """What outlives a shoe: its number, its set, retired sets, the last results (`HISTORY`)."""

    number: int = 0
    set_id: str = ""
    retired: tuple[str, ...] = ()
    results: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Desk:
    """Who is there and what is switched. `pause`: its reason, None when dealing goes on.

    `waived_ports`: lost ones without which the supervisor has agreed to go on.
    """

    key: bool = False
    supervisor: str = ""
    dealer: str = ""
    called: bool = False
    locked: bool = False
    pause: str | None = None
    pause_t_ns: int = 0
    camera_dead: bool = False
    lost_ports: tuple[str, ...] = ()
    waived_ports: tuple[str, ...] = ()
    menu: Menu | None = None
    boot: int = 1
    refused: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """Everything the procedure knows. `holds`: the last one is shown, the others wait under it.

    `aside`: cards that passed during a hold, in order, not seated.
    """

    house: House
    memory: Memory = Memory()
    shoe: Shoe | None = None
    coup: Coup | None = None
    holds: tuple[Hold, ...] = ()
    aside: tuple[Gone, ...] = ()
    desk: Desk = field(default_factory=Desk)

    @property
    def hold(self) -> Hold | None:
        """The hold that is shown."""
        return self.holds[-1] if self.holds else None

    @property
    def profile(self) -> Profile:
        """The open shoe's profile, else the next one's."""
        return self.house.profile if self.shoe is None else self.shoe.profile

    @property
    def phase(self) -> Phase:
        """Where the shoe stands, by what has happened to it."""
        shoe, coup = self.shoe, self.coup
        if shoe is None:
            return Phase.NO_SHOE
        if shoe.counting:
            return Phase.COUNTING
        if shoe.checks:
            return Phase.CHECKLIST
        if coup is not None:
            if self.must_face:
                return Phase.REVEAL
            return Phase.COUP if coup.outcome.next is not None else Phase.COMPLETE
        if shoe.burn_of is None or shoe.burnt < shoe.burn_of:
            return Phase.OPENING
        if not shoe.burn_confirmed:
            return Phase.BURNT
        return Phase.OVER if shoe.over else Phase.READY

    @property
    def squeezed(self) -> bool:
        """The game is revealed in stages."""
        return self.profile.reveal.value == "on_confirm"

    @property
    def hidden(self) -> int:
        """How many cards on the table the public has not been shown."""
        if self.coup is None or not self.squeezed:
            return 0
        return len(self.coup.dealt) - self.coup.faced

    @property
    def typing(self) -> bool:
        """The camera is dead and nothing else holds: typed cards go on."""
        return self.desk.camera_dead and all(h.code is HoldCode.CAMERA for h in self.holds)

    @property
    def public_left(self) -> int:
        """Cards left as far as the public may know."""
        if self.shoe is None:
            return 0
        waiting = len(self.aside) + len(self.shoe.carried) if self.squeezed else 0
        return self.shoe.left + self.hidden + waiting

    @property
    def must_face(self) -> bool:
        """A squeezed game's stage is dealt and not yet revealed: four cards, P3, B3."""
        if self.coup is None or not self.squeezed:
            return False
        drawn = len(self.coup.dealt)
        return drawn >= 4 and drawn > self.coup.faced
