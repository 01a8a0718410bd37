"""Pure: the shoe account: at close every card of the set is accounted for. Knows no journal.

Owns what became of each copy, what was not identified and could be, and the certificate's text.
Every copy is in exactly one of: dealt, burnt, listed, counted out, exchanged, not seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from firmware.baccarat.cards import ALL_CARDS, Card
from firmware.codes.physical import PhysicalCard
from firmware.shoe import events as e
from firmware.shoe.evolve import evolve
from firmware.shoe.shuffle import REPEATED, RUN, repeated_run, run_length
from firmware.shoe.state import Gone, House, Shoe, State
from firmware.shoe.words import OF_THE_SET, Fate


@dataclass(frozen=True, slots=True)
class Account:
    """What became of a set. Counts are cards; `size` is `decks` times 52.

    `identified`: the copies whose code was read, with their fate. `typed`: cards named by the
    supervisor, which have no copy number. `unread`: cards that left and were never named.
    `not_seen`: copies that no pass identified. `settled`: what the count-out proves about typed
    and unread cards: the only copy left that it can have been. `strange` and `doubles` are passes,
    not cards of the set. `longest_run`: most cards in the order of a new deck;
    `repeated_run`: in that of the set's shoe before, forwards or backwards.
    """

    shoe: int
    set_id: str
    profile: str
    decks: int
    size: int
    identified: tuple[Gone, ...]
    typed: tuple[Gone, ...]
    unread: tuple[Gone, ...]
    not_seen: tuple[PhysicalCard, ...]
    settled: tuple[tuple[Card | None, PhysicalCard], ...]
    spares: tuple[Gone, ...]
    doubles: tuple[Gone, ...]
    strange: tuple[Gone, ...]
    coups: int
    counted: int
    voided: int
    free: int
    corrected: int
    manual: int
    cut_seen: bool
    peeks: int
    longest_run: int
    repeated_run: int = 0

    @property
    def shuffled(self) -> bool:
        """Neither a new deck's order nor that of the set's shoe before shows."""
        return self.longest_run < RUN and self.repeated_run < REPEATED

    @property
    def in_shoe(self) -> int:
        """Cards that no pass accounts for: not seen, less those that passed unidentified."""
        return len(self.not_seen) - len(self.typed) - len(self.unread)

    @property
    def balanced(self) -> bool:
        """Nothing is in doubt: all identified or left inside, no strangers, no doubles."""
        doubt = self.typed or self.unread or self.doubles or self.strange or self.spares
        return not doubt and self.in_shoe >= 0

    def fates(self) -> tuple[tuple[Fate, int], ...]:
        """Cards of the set by what became of them, in the order of `Fate`, none left out."""
        count = Counter(gone.fate for gone in (*self.identified, *self.typed, *self.unread))
        return tuple((fate, count[fate]) for fate in Fate if fate in OF_THE_SET)


def account(shoe: Shoe, earlier: Shoe | None = None) -> Account:
    """The account of a shoe as it stood when it was closed.

    `earlier`: the shoe in which the same set was dealt before, to compare the order.
    """
    own = [gone for gone in shoe.gone if gone.fate in OF_THE_SET]
    identified = tuple(gone for gone in own if gone.physical is not None)
    typed = tuple(gone for gone in own if gone.card is not None and gone.deck is None)
    unread = tuple(gone for gone in own if gone.card is None)
    seen = {gone.physical for gone in identified}
    not_seen = tuple(
        copy
        for deck in range(1, shoe.decks + 1)
        for copy in (PhysicalCard(card, deck) for card in ALL_CARDS)
        if copy not in seen
    )
    past = shoe.past
    return Account(
        shoe=shoe.number,
        set_id=shoe.set_id,
        profile=shoe.profile.name,
        decks=shoe.decks,
        size=shoe.size,
        identified=identified,
        typed=typed,
        unread=unread,
        not_seen=not_seen,
        settled=settled(typed, unread, not_seen),
        spares=tuple(gone for gone in shoe.gone if gone.fate is Fate.SPARE),
        doubles=tuple(gone for gone in shoe.gone if gone.fate is Fate.DOUBLE),
        strange=tuple(gone for gone in shoe.gone if gone.fate is Fate.STRANGE),
        coups=shoe.begun,
        counted=sum(each.voided is None and not each.free for each in past),
        voided=sum(each.voided is not None for each in past),
        free=sum(each.free for each in past),
        corrected=sum(each.corrected for each in past),
        manual=sum(each.manual for each in past),
        cut_seen=shoe.cut_seen,
        peeks=shoe.peeks,
        longest_run=longest_run(shoe.gone),
        repeated_run=repeated_run(shoe.gone, earlier.gone) if earlier is not None else 0,
    )


def settled(
    typed: tuple[Gone, ...], unread: tuple[Gone, ...], not_seen: tuple[PhysicalCard, ...]
) -> tuple[tuple[Card | None, PhysicalCard], ...]:
    """What the copies not seen prove: where as many are left as passed unidentified.

    A typed 8S is known when one copy of it alone is missing; an unread card when, all typed ones
    told, one copy alone is missing in the whole set.
    """
    proved: list[tuple[Card | None, PhysicalCard]] = []
    rest = list(not_seen)
    for card, count in Counter(gone.card for gone in typed).items():
        copies = [copy for copy in rest if copy.card == card]
        if len(copies) == count:
            proved += [(card, copy) for copy in copies]
            rest = [copy for copy in rest if copy not in copies]
    if len(proved) == len(typed) and len(rest) == len(unread):
        proved += [(None, copy) for copy in rest]
    return tuple(proved)


def longest_run(cards: tuple[Gone, ...]) -> int:
    """Most cards in a row in the order of a new deck, one suit up or down."""
    return max((run_length(cards[:n][-14:]) for n in range(2, len(cards) + 1)), default=0)


def shoe_of(house: House, events: Iterable[e.Event]) -> Shoe | None:
    """The shoe as it stood when closed, or stands now, from its own events on (`ShoeOpened`)."""
    state, shoe = State(house), None
    for event in events:
        if isinstance(event, e.ShoeClosed):
            return state.shoe
        state = evolve(state, event)
        shoe = state.shoe
    return shoe


def certificate(found: Account) -> tuple[str, ...]:
    """The account in lines for people. The journal adds its events and their hash."""
    words = {
        Fate.DEALT: "dealt",
        Fate.BURNT_SHOWN: "burnt, shown",
        Fate.BURNT: "burnt, unseen",
        Fate.UNREAD: "passed unread",
        Fate.LISTED: "drawn and not played",
        Fate.COUNTED: "counted out",
        Fate.EXCHANGED: "exchanged",
    }
    lines = [
        f"Shoe {found.shoe}, set {found.set_id}, {found.decks} decks, {found.size} cards,"
        f" profile {found.profile or '-'}",
        f"Coups {found.coups}: counted {found.counted}, void {found.voided}, free {found.free},"
        f" corrected {found.corrected}, manual {found.manual}",
        *(f"{words[fate]:<22}{count:>4}" for fate, count in found.fates()),
        f"{'not seen':<22}{len(found.not_seen) - len(found.typed) - len(found.unread):>4}",
        f"{'sum':<22}{sum(n for _, n in found.fates()) + found.in_shoe:>4}",
    ]
    if found.typed:
        lines.append("typed, copy not read: " + " ".join(str(gone.card) for gone in found.typed))
    if found.unread:
        lines.append(f"never read: {len(found.unread)}")
    for card, copy in found.settled:
        lines.append(f"the count proves: {card or 'the unread card'} was {copy}")
    for name, passes in (
        ("second of a code", found.doubles),
        ("unknown or foreign", found.strange),
        ("spare let in", found.spares),
    ):
        if passes:
            told = " ".join(str(gone.physical or gone.card or "?") for gone in passes)
            lines.append(f"{name}: {told}")
    lines.append(f"cut card {'seen' if found.cut_seen else 'not seen'}, peeks {found.peeks}")
    lines.append(f"longest run in the order of a new deck: {found.longest_run} cards")
    if found.repeated_run > 1:
        lines.append(f"longest run in the order of the shoe before: {found.repeated_run} cards")
    if not found.shuffled:
        lines.append("LOOKS UNSHUFFLED: see the runs above")
    lines.append("Balanced: nothing is in doubt" if found.balanced else "NOT BALANCED: see above")
    return tuple(lines)
