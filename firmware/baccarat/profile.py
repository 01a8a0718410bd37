"""Pure: a table profile: everything that a house may want otherwise (rules.md, docs/game.md).

Owns the fields, their words and bounds, and what does not go together. Knows no file: the stock
profiles are read by `firmware.tables`. The first word of each Enum is the field's default.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any

from firmware.baccarat.bets import BET_IDS, BankerPay, Bet, find_bet
from firmware.settings import Mistake, Range, Refusal, SettingsError, build, exact


class BurnRule(Enum):
    """What leaves the shoe at its opening (S3)."""

    NONE = "none"
    FIRST_CARD = "first_card"
    COUNT = "count"


@dataclass(frozen=True, slots=True)
class OpeningBurn:
    """The opening burn: `count` cards unseen with COUNT, else 0."""

    rule: BurnRule
    count: int = 0

    @classmethod
    def from_text(cls, text: str) -> OpeningBurn:
        """`none`, `first_card` or `count:N`. Raises ValueError with one line otherwise."""
        word, colon, number = text.partition(":")
        if word == "count" and number.isascii() and number.isdigit() and 0 < int(number) <= 99:
            return cls(BurnRule.COUNT, int(number))
        if word in ("none", "first_card") and not colon:
            return cls(BurnRule(word))
        raise ValueError(f'"{text}" is none of none, first_card, count:N (N from 1 to 99)')

    def __str__(self) -> str:
        return f"count:{self.count}" if self.rule is BurnRule.COUNT else self.rule.value


class Checklist(Enum):
    """Whether set, security card and cut card are confirmed at the opening."""

    OFF = "off"
    ON = "on"


class BurnMissed(Enum):
    """A burn forgotten or dealt past the reader (S3: a new set; settled coups stand)."""

    NEW_SET = "new_set"
    GO_ON = "go_on"


class ShoeEnd(Enum):
    """What ends the shoe: the cut card, too few cards left (S1), or each coup (S2)."""

    CUT_CARD = "cut_card"
    BELOW = "below"
    EVERY_COUP = "every_coup"


class CutOverdue(Enum):
    """The cut card is more than `cut_margin` cards beyond its place."""

    WARN = "warn"
    END_SHOE = "end_shoe"


class LimitCounts(Enum):
    """Which coups count towards the limits (S0: every one)."""

    ALL = "all"
    COUNTED = "counted"


class OddsMode(Enum):
    """Fixed pays, or prices made from the cards left, for three betting rounds (S1)."""

    FIXED = "fixed"
    DYNAMIC = "dynamic"


class OddsFormat(Enum):
    """How a price is shown; decimal includes the stake."""

    TO_ONE = "to_one"
    DECIMAL = "decimal"


class Settle(Enum):
    """The result stands with the last card, or at the dealer's press."""

    AUTO = "auto"
    CONFIRM = "confirm"


class Reveal(Enum):
    """Cards are public as drawn, or in stages (squeezed games)."""

    ON_CARD = "on_card"
    ON_CONFIRM = "on_confirm"


class Unread(Enum):
    """A card passed unread (S0 scans again, S1 voids)."""

    RESCAN = "rescan"
    BURN = "burn"
    VOID = "void"


class Misdeal(Enum):
    """Cards laid wrong or mixed up (S3 mends, S1 voids)."""

    CORRECT = "correct"
    VOID = "void"


class Damaged(Enum):
    """A damaged or marked card."""

    EXCHANGE = "exchange"
    VOID = "void"


class Together(Enum):
    """Two or three cards pulled together (S3)."""

    HOLD = "hold"
    ORDER = "order"


class ExtraOne(Enum):
    """One card too many after the coup, face down (S3: the next coup's burn)."""

    BURN = "burn"
    CARRY = "carry"
    HOLD = "hold"


class ExtraExposed(Enum):
    """One card too many, seen face up; free: the first card of a free hand."""

    FREE = "free"
    CARRY = "carry"
    BURN = "burn"
    HOLD = "hold"


class ExtraTwo(Enum):
    """Two cards too many (S3: the next coup's P1 and B1)."""

    CARRY = "carry"
    HOLD = "hold"


class BoxedCard(Enum):
    """A card face up in the shoe."""

    STAND = "stand"
    BURN = "burn"
    VOID = "void"


class HostLost(Enum):
    """The table controller is gone."""

    GO_ON = "go_on"
    HOLD_NEXT = "hold_next"


class BetsBy(Enum):
    """Who says that bets are open or closed (rules.md: `bets = untracked / host / button`)."""

    UNTRACKED = "untracked"
    HOST = "host"
    BUTTON = "button"


class Tail(Enum):
    """A dragon tail keeps its row once turned, or falls when the cell below is free."""

    STICKY = "sticky"
    DROP = "drop"


@dataclass(frozen=True, slots=True)
class Offer:
    """A bet on offer; `pays` to one for each of its lines, empty: what the bet's entry says."""

    id: str
    pays: tuple[Fraction, ...] = ()

    @classmethod
    def from_text(cls, text: str) -> Offer:
        """`tie`, or with own pays `perfect_pair=25`, `lucky6=12,23`."""
        bet_id, equals, pays = text.partition("=")
        try:
            return cls(bet_id, tuple(map(exact, pays.split(","))) if equals else ())
        except ValueError:
            raise ValueError(f'"{text}": write pays like perfect_pair=25 or small=1.5') from None


@dataclass(frozen=True, slots=True)
class Limit:
    """These bets are no longer taken after the shoe's coup number `after` (S0)."""

    after: Annotated[int, Range(1, 999)]
    bets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Profile:
    """One table's rules. Raises Refusal where fields do not go together."""

    name: str = ""
    decks: Annotated[int, Range(1, 16)] = 8
    set: str = "A"
    checklist: Checklist = Checklist.OFF
    opening_burn: OpeningBurn = OpeningBurn(BurnRule.NONE)
    burn_confirm: bool = True
    burn_per_coup: Annotated[int, Range(0, 3)] = 0
    burn_missed: BurnMissed = BurnMissed.NEW_SET
    shoe_end: ShoeEnd = ShoeEnd.CUT_CARD
    cut_card_at: Annotated[int, Range(1, 400)] | None = 16
    coups_after_cut: Annotated[int, Range(0, 1)] | None = 1
    cut_margin: Annotated[int, Range(0, 400)] = 10
    cut_overdue: CutOverdue = CutOverdue.WARN
    change_below: Annotated[int, Range(6, 400)] | None = 40
    banker_pay: BankerPay = BankerPay.COMMISSION
    bets: tuple[Offer, ...] = (Offer("player"), Offer("banker"), Offer("tie"))
    limits: tuple[Limit, ...] = ()
    limit_counts: LimitCounts = LimitCounts.ALL
    bets_by: BetsBy = BetsBy.UNTRACKED
    odds_mode: OddsMode = OddsMode.FIXED
    odds_margin: Annotated[Fraction, Range(0, 0.5)] = Fraction(0)
    odds_format: OddsFormat = OddsFormat.TO_ONE
    settle: Settle = Settle.AUTO
    reveal: Reveal = Reveal.ON_CARD
    unread: Unread = Unread.RESCAN
    rescans: Annotated[int, Range(0, 99)] = 0
    misdeal: Misdeal = Misdeal.CORRECT
    damaged: Damaged = Damaged.EXCHANGE
    peeks: Annotated[int, Range(1, 99)] = 3
    together: Together = Together.HOLD
    extra_one: ExtraOne = ExtraOne.BURN
    extra_exposed: ExtraExposed = ExtraExposed.FREE
    extra_two: ExtraTwo = ExtraTwo.CARRY
    boxed_card: BoxedCard = BoxedCard.STAND
    draw_timeout_s: Annotated[int, Range(0, 600)] = 0
    host_lost: HostLost = HostLost.GO_ON
    manual: bool = True
    free_max: Annotated[int, Range(0, 99)] = 3
    free_on_roads: bool = True
    dealer_void: bool = True
    tail: Tail = Tail.STICKY

    def __post_init__(self) -> None:
        faults = (*_bet_faults(self), *_limit_faults(self), *_end_faults(self))
        if faults:
            raise Refusal(faults)

    def bet(self, offer: Offer) -> Bet:
        """The entry behind an offer of this table."""
        found = find_bet(offer.id, self.banker_pay)
        assert found is not None, "building the profile has refused unknown bets"
        return found

    def pays(self, offer: Offer) -> tuple[Fraction, ...]:
        """What each line of an offer pays to one at this table."""
        return offer.pays or self.bet(offer).pays


def _bet_faults(profile: Profile) -> tuple[tuple[str, str], ...]:
    faults = []
    seen = set()
    for n, offer in enumerate(profile.bets):
        key = f"bets[{n}]"
        bet = find_bet(offer.id, profile.banker_pay)
        if bet is None:
            faults.append((key, _unknown_bet(offer.id)))
            continue
        if offer.id in seen:
            faults.append((key, f"{offer.id} is offered twice"))
        seen.add(offer.id)
        if bet.only not in (None, profile.banker_pay):
            faults.append((key, f'{bet.id} needs banker_pay = "{bet.only.value}"'))
        if not (offer.pays or bet.pays):
            faults.append((key, f'{bet.id} has no usual pay; write one, like "{bet.id}=4"'))
        elif offer.pays and len(offer.pays) != len(bet.cases):
            due = f"{len(bet.cases)} pays ({', '.join(bet.cases)})" if bet.cases[0] else "one pay"
            faults.append((key, f"{bet.id} has {due}; {len(offer.pays)} given"))
        if any(pays <= 0 for pays in offer.pays):
            faults.append((key, f"{bet.id}: a pay is more than 0"))
    return tuple(faults)


def _limit_faults(profile: Profile) -> tuple[tuple[str, str], ...]:
    # A bet not offered may be named: a house that drops a bet keeps the limits it began with.
    return tuple(
        (f"limits[{n}].bets", _unknown_bet(bet))
        for n, limit in enumerate(profile.limits)
        for bet in limit.bets
        if bet not in BET_IDS
    )


def _unknown_bet(bet_id: str) -> str:
    near = get_close_matches(bet_id, BET_IDS, n=1)
    hint = f"did you mean {near[0]}?" if near else f"bets are {', '.join(BET_IDS)}"
    return f'no bet "{bet_id}"; {hint}'


def _end_faults(profile: Profile) -> tuple[tuple[str, str], ...]:
    faults = []
    if profile.shoe_end is ShoeEnd.CUT_CARD:
        for key in ("cut_card_at", "coups_after_cut"):
            if getattr(profile, key) is None:
                faults.append((key, 'shoe_end = "cut_card" needs a number here'))
    if profile.shoe_end is ShoeEnd.BELOW and profile.change_below is None:
        faults.append(("change_below", 'shoe_end = "below" needs a number here'))
    for key in ("cut_card_at", "change_below"):
        cards = getattr(profile, key)
        if cards is not None and cards >= profile.decks * 52:
            faults.append((key, f"{cards} is not less than the {profile.decks * 52} cards"))
    return tuple(faults)


def with_fields(profile: Profile, assignments: Sequence[str]) -> Profile:
    """`profile` with fields as written `FIELD=VALUE` (`unread=void`, `decks=6`, TOML or a word).

    Raises SettingsError with all mistakes.
    """
    table: dict[str, Any] = {}
    mistakes = []
    for text in assignments:
        key, equals, written = text.partition("=")
        if not equals or not key.strip():
            mistakes.append(Mistake("--set", 0, text, "write FIELD=VALUE"))
            continue
        table[key.strip()] = _value(written.strip())
    if mistakes:
        raise SettingsError(tuple(mistakes))
    return build(Profile, tracked(table), "--set", profile)


def tracked(table: dict[str, Any]) -> dict[str, Any]:
    """`table` with `bets = "host"`, as rules.md writes it, under the field's own name."""
    if isinstance(table.get("bets"), str):
        table = {("bets_by" if key == "bets" else key): value for key, value in table.items()}
    return table


def _value(written: str) -> Any:
    try:
        return tomllib.loads(f"value = {written}")["value"]
    except (ValueError, RecursionError):
        return written
