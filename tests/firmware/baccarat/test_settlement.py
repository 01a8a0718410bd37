"""Every bet of rules.md, and how a table settles it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from firmware.baccarat.bets import BET_IDS
from firmware.baccarat.cards import parse_card
from firmware.baccarat.coup import Outcome, outcome
from firmware.baccarat.profile import Limit, Offer, Profile, with_fields
from firmware.baccarat.settlement import PayTable, Result, Settled, money
from firmware.tables import load_profile

EVERY_BET = Profile(
    banker_pay=load_profile("live8").banker_pay,
    bets=tuple(Offer(bet, (Fraction(4),) if "natural" in bet else ()) for bet in BET_IDS),
)


def dealt(text: str) -> Outcome:
    return outcome(tuple(map(parse_card, text.split())))


def told(settled: tuple[Settled, ...]) -> dict[str, str]:
    """Bet to `won 0.95`, `lost`, …, for reading."""
    return {
        each.bet: each.result.value + (f" {money(each.pays)}" if each.pays is not None else "")
        for each in settled
    }


# Each coup, and all bets that do not simply lose in it.
@pytest.mark.parametrize(
    ("cards", "not_lost"),
    [
        (  # Banker's natural 9 beats 8; both sides have pairs, Banker's perfect
            "9H 9C 9D TD",
            "banker=won:1 small=won:1.5 player_pair=won:11 either_pair=won:5 player_natural=won:4"
            " banker_natural=won:4 banker_dragon_bonus=won:1",
        ),
        (  # Banker wins with 6 on two cards
            "2H 6C 3D KD TS",
            "banker=won:0.5 super6=won:12 lucky6=won:12 big=won:0.54",
        ),
        (  # Banker wins with 6 on three cards
            "2H AC KD AC TS 4S",
            "banker=won:0.5 super6=won:12 lucky6=won:20 big=won:0.54 banker_pair=won:11"
            " either_pair=won:5 perfect_pair=won:20 banker_dragon_bonus=won:1",
        ),
        (  # Banker wins with a three-card 7
            "2H AC KD AD TS 5S",
            "banker=won:1 dragon7=won:40 big=won:0.54 banker_pair=won:11 either_pair=won:5"
            " banker_dragon_bonus=won:2",
        ),
        (  # Player wins with a three-card 8, by 8
            "2H KC KD TC 6S KH",
            "player=won:1 panda8=won:25 big=won:0.54 player_dragon_bonus=won:10",
        ),
        (  # a tie of naturals pushes the main bets and both bonuses
            "9H 9C TD TC",
            "player=push banker=push tie=won:8 small=won:1.5 player_natural=won:4"
            " banker_natural=won:4 player_dragon_bonus=push banker_dragon_bonus=push",
        ),
        (  # another tie loses the bonuses
            "7H 7C TD TC",
            "player=push banker=push tie=won:8 small=won:1.5",
        ),
        (  # both perfect: either and perfect pair are paid once
            "4H TC 4H TC",
            "player=won:1 small=won:1.5 player_pair=won:11 banker_pair=won:11 either_pair=won:5"
            " perfect_pair=won:20 player_natural=won:4 player_dragon_bonus=won:1",
        ),
        (  # a win by three pays no bonus
            "7H 2C TD 2D KS",
            "player=won:1 big=won:0.54 banker_pair=won:11 either_pair=won:5",
        ),
        (  # Player wins by 9 without a natural
            "2H KC KD TC 7S KH",
            "player=won:1 big=won:0.54 player_dragon_bonus=won:30",
        ),
    ],
)
def test_each_bet_ends_as_its_row_says(cards: str, not_lost: str) -> None:
    """rules.md's table of bets, and those defined beside it."""
    due = dict(item.split("=") for item in not_lost.split())
    found = told(PayTable(EVERY_BET).settle(dealt(cards)))
    assert list(found) == list(BET_IDS)
    assert {bet: end.replace(" ", ":") for bet, end in found.items() if end != "lost"} == due


def test_commission_pays_banker_the_same_with_six() -> None:
    """0.95 on a commission table, whatever the total (S0)."""
    table = PayTable(load_profile("commission8"))
    assert told(table.settle(dealt("2H 6C 3D KD TS")))["banker"] == "won 0.95"


def test_bets_settle_in_the_order_of_the_profile() -> None:
    """The feed and the page keep the house's order."""
    profile = load_profile("super6")
    settled = PayTable(profile).settle(dealt("9H 9C TD TC"))
    assert [each.bet for each in settled] == [offer.id for offer in profile.bets]


@pytest.mark.parametrize(
    ("number", "closed"),
    [
        (30, set()),
        (31, {"big", "small"}),
        (60, {"big", "small"}),
        (61, {"big", "small", "player_pair", "banker_pair", "either_pair", "perfect_pair"}),
    ],
)
def test_bets_close_after_the_30th_and_60th_coup(number: int, closed: set[str]) -> None:
    """S0: big and small after coup 30, the four pair bets after coup 60; the rest goes on."""
    table = PayTable(load_profile("live8"))
    assert table.closed(number) == closed
    settled = table.settle(dealt("4H TC 4H TC"), number)
    assert {each.bet for each in settled if each.result is Result.CLOSED} == closed


def test_limits_may_be_written_in_any_order() -> None:
    """A later limit does not hide an earlier one."""
    profile = Profile(limits=(Limit(9, ("tie",)), Limit(3, ("player",))))
    table = PayTable(profile)
    assert [table.closed(number) for number in (3, 4, 10)] == [
        frozenset(),
        {"player"},
        {"player", "tie"},
    ]


def test_a_void_coup_gives_every_stake_back() -> None:
    """Odds 1 for every bet that was taken (S1)."""
    table = PayTable(load_profile("live8"))
    assert {each.result for each in table.settle_void()} == {Result.PUSH}
    assert {each.bet for each in table.settle_void(31) if each.result is Result.CLOSED} == {
        "big",
        "small",
    }
    assert all(each.returned(7) == 7 for each in table.settle_void(61))


def test_a_coup_not_complete_is_not_settled() -> None:
    """Money never moves before the last card."""
    with pytest.raises(ValueError, match="last card"):
        PayTable(load_profile("live8")).settle(dealt("9H 9C TD"))


@pytest.mark.parametrize(
    ("settled", "returned"),
    [
        (Settled("banker", Result.WON, Fraction("0.95")), Fraction("195")),
        (Settled("big", Result.WON, Fraction("0.54")), Fraction("154")),
        (Settled("tie", Result.LOST), Fraction(0)),
        (Settled("player", Result.PUSH), Fraction(100)),
        (Settled("big", Result.CLOSED), Fraction(100)),
    ],
)
def test_what_a_stake_of_100_returns(settled: Settled, returned: Fraction) -> None:
    """Exact money: a win gives stake and pay, a push the stake."""
    assert settled.returned(100) == returned


def test_a_third_of_a_cent_is_not_lost() -> None:
    """Fractions, not floats: three stakes of 0.01 at 0.54 return 0.0462."""
    won = Settled("big", Result.WON, Fraction("0.54"))
    assert sum(won.returned(Fraction("0.01")) for _ in range(3)) == Fraction("0.0462")


def test_moving_odds_pay_the_price_that_was_taken() -> None:
    """S1: a later round leaves an earlier bet alone, so its own price is named."""
    table = PayTable(load_profile("studio6"))
    player = table.settle(dealt("9H 2C TD TC"))[0]
    assert (player.result, player.pays) == (Result.WON, None)
    assert player.returned(100, Fraction("1.03")) == 203
    with pytest.raises(ValueError, match="price"):
        player.returned(100)


def test_a_house_writes_its_own_pays() -> None:
    """A new pay is a word in the profile, no code."""
    house = with_fields(
        load_profile("commission8"), ['bets=["player", "perfect_pair=25", "lucky6=12,23"]']
    )
    assert told(PayTable(house).settle(dealt("2H AC 2H AC TS 4S"))) == {
        "player": "lost",
        "perfect_pair": "won 25",
        "lucky6": "won 23",
    }


@pytest.mark.parametrize(
    ("value", "text"),
    [("1", "1"), ("0.95", "0.95"), ("1.50", "1.5"), ("-0.5", "-0.5"), ("0.04", "0.04"),
     ("1/3", "1/3"), ("40", "40"), ("1/8", "0.125"), ("0", "0"), ("-1/3", "-1/3")],
)  # fmt: skip
def test_money_is_written_exactly(value: str, text: str) -> None:
    """Decimals where they end, else a fraction; never rounded."""
    assert money(Fraction(value)) == text
