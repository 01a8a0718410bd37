"""Pure: a table's rules for its players, as data made from the profile. Knows no page and no font.

Texts are English sentences with the field's terms; a display may put its own language in their
place by the keys of headings and bets. Figures are computed, never copied from a source.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from firmware.baccarat.drawing import BANKER_DRAWS_ON
from firmware.baccarat.odds import edges
from firmware.baccarat.profile import BurnRule, OddsMode, Profile, ShoeEnd, Tail
from firmware.baccarat.settlement import money


@dataclass(frozen=True, slots=True)
class Section:
    """A heading's key and its sentences."""

    key: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BetRow:
    """A bet on offer.

    `pays`: one text for each line, with `cases` naming the lines (`""`: the only one); empty
    where odds move. `chance` and `edge` are exact shares for a fresh shoe, `edge` None where
    odds move. `closes_after`: the last coup of a shoe for which it is taken, None: all.
    """

    id: str
    wins: str
    cases: tuple[str, ...]
    pays: tuple[str, ...]
    chance: Fraction
    edge: Fraction | None
    closes_after: int | None


@dataclass(frozen=True, slots=True)
class BankerRow:
    """Banker's two-card total and the points of Player's third card on which Banker draws."""

    total: int
    draws_on: tuple[int, ...]
    stands_on: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RulesPage:
    """Everything a player at this table may want to know."""

    table: str
    sections: tuple[Section, ...]
    banker: tuple[BankerRow, ...]
    bets: tuple[BetRow, ...]
    legend: tuple[Section, ...]


def rules_page(profile: Profile) -> RulesPage:
    """The rules of one table."""
    return RulesPage(
        table=profile.name,
        sections=(_PLAY, _CARDS, _PLAYER, _BANKER, _bets_section(profile), _shoe_section(profile)),
        banker=tuple(
            BankerRow(total, tuple(sorted(draws)), tuple(sorted(set(range(10)) - draws)))
            for total, draws in enumerate(BANKER_DRAWS_ON)
        ),
        bets=_bet_rows(profile),
        legend=(*_LEGEND, _tail_section(profile.tail)),
    )


_PLAY = Section(
    "play",
    (
        "Two hands are dealt, Player and Banker; the total nearest to nine wins.",
        "Cards go one at a time, Player first, until each side has two; a side may take a third.",
        "A total of 8 or 9 on two cards is a natural: neither side draws, whatever else holds.",
        "Equal totals are a tie. Two naturals compare as totals: 9 beats 8.",
    ),
)
_CARDS = Section(
    "cards",
    (
        "An ace is 1, cards from 2 to 9 their pips; ten, jack, queen and king are 0.",
        "A hand's total is the last digit of the sum. Suits do not matter for it.",
    ),
)
_PLAYER = Section("player", ("Player draws on 0 to 5 and stands on 6 and 7.",))
_BANKER = Section(
    "banker",
    (
        "When Player stood, Banker draws on 0 to 5 and stands on 6 and 7.",
        "When Player drew, Banker goes by the points of Player's third card, as the table shows.",
    ),
)


def _bets_section(profile: Profile) -> Section:
    told = ["A bet stands by itself: a side bet needs no other bet."]
    if profile.odds_mode is OddsMode.DYNAMIC:
        told.append(
            "There are three betting rounds: before the first card, after Player's first card and"
            " after Banker's first card. Odds are made anew for each from the cards left; a bet"
            " keeps the odds at which it was taken."
        )
    told += [
        f"After coup {limit.after} of a shoe these are no longer taken: {', '.join(limit.bets)}."
        for limit in profile.limits
    ]
    told.append("A void coup counts for no bet: every stake goes back.")
    return Section("bets", tuple(told))


def _shoe_section(profile: Profile) -> Section:
    told = [f"The shoe holds {profile.decks} decks of 52 cards."]
    burn = profile.opening_burn
    if burn.rule is BurnRule.FIRST_CARD:
        told.append(
            "At its opening the first card is shown, and as many more leave unseen as it says:"
            " ace 1, pips 2 to 9, ten and court cards 10."
        )
    elif burn.rule is BurnRule.COUNT:
        told.append(f"At its opening {burn.count} cards leave unseen.")
    if profile.burn_per_coup:
        cards = (
            "One card leaves"
            if profile.burn_per_coup == 1
            else (f"{profile.burn_per_coup} cards leave")
        )
        told.append(f"{cards} unseen before each coup.")
    match profile.shoe_end:
        case ShoeEnd.CUT_CARD:
            more = "one more coup is dealt" if profile.coups_after_cut else "no more coup is dealt"
            told.append(f"When the cut card comes out in a coup, {more} after it.")
        case ShoeEnd.BELOW:
            told.append(
                f"When fewer than {profile.change_below} cards are left, the shoe is changed after"
                " the coup in progress."
            )
        case ShoeEnd.EVERY_COUP:
            told.append("All cards are shuffled before every coup.")
    return Section("shoe", tuple(told))


def _bet_rows(profile: Profile) -> tuple[BetRow, ...]:
    fixed = profile.odds_mode is OddsMode.FIXED
    return tuple(
        BetRow(
            id=each.offer.id,
            wins=profile.bet(each.offer).wins,
            cases=profile.bet(each.offer).cases,
            pays=tuple(money(pays) for pays in each.pays) if fixed else (),
            chance=each.chance.wins,
            edge=each.edge if fixed else None,
            closes_after=min(
                (limit.after for limit in profile.limits if each.offer.id in limit.bets),
                default=None,
            ),
        )
        for each in edges(profile)
    )


_LEGEND = (
    Section(
        "bead_plate",
        (
            "Every coup in turn, six to a column: Player blue, Banker red, tie green.",
            "A small dot is a pair: blue for Player's, red for Banker's.",
        ),
    ),
    Section(
        "big_road",
        (
            "Wins of one side go down a column; the other side's win starts a new one.",
            "A tie is a green stroke on the latest cell, with a number from the second on.",
            "A yellow centre is a natural.",
        ),
    ),
    Section("big_eye", ("Compares each column with the one before it: hollow rings.",)),
    Section("small", ("Compares with the column two before it: solid dots.",)),
    Section("cockroach", ("Compares with the column three before it: slashes.",)),
    Section(
        "derived",
        (
            "Red says that columns repeat, blue that they do not; neither names a side.",
            "A new column is red if the two before it that are compared have equal height.",
            "Further down, a mark is blue only in the first row below the column compared with.",
        ),
    ),
    Section("ask", ("Next: what a win of Player, or of Banker, would add to each road.",)),
)


def _tail_section(tail: Tail) -> Section:
    how = {
        Tail.STICKY: "and keeps that row",
        Tail.DROP: "and goes down again where the cell below is free",
    }[tail]
    return Section("tail", (f"A column that cannot go further down turns right {how}.",))
