"""Exact odds: published counts, checked examples, and a plain enumeration of small rests."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.baccarat.bets import BET_IDS, LOST, BankerPay, Bet, ByScore, find_bet
from firmware.baccarat.cards import ALL_CARDS, Card, parse_card
from firmware.baccarat.coup import Pairs, outcome, pair_of
from firmware.baccarat.drawing import next_position
from firmware.baccarat.odds import Chance, chances, edges, quote
from firmware.baccarat.pair_ways import PAIRS, pair_ways
from firmware.baccarat.profile import Offer, Profile, with_fields
from firmware.baccarat.rest import Rest, RestError, fresh
from firmware.baccarat.settlement import PayTable, Result
from firmware.tables import STOCK, load_profile

EXAMPLES = json.loads((Path(__file__).parents[2] / "vectors" / "odds.json").read_text())["examples"]


def bet(bet_id: str) -> Bet:
    found = find_bet(bet_id, BankerPay.NO_COMMISSION)
    assert found is not None
    return found


ALL_BETS = tuple(map(bet, BET_IDS))
EVERY_OFFER = Profile(
    banker_pay=BankerPay.NO_COMMISSION,
    bets=tuple(Offer(each.id, each.pays or (Fraction(4),)) for each in ALL_BETS),
)


@pytest.mark.parametrize(
    ("decks", "banker", "player", "tie", "of"),
    [
        (8, 2292252566437888, 2230518282592256, 475627426473216, 4998398275503360),
        (6, 403095751234560, 392220492728832, 83552962932288, 878869206895680),
    ],
)
def test_published_counts_of_every_deal(
    decks: int, banker: int, player: int, tie: int, of: int
) -> None:
    """All ordered deals of six cards from 8 and from 6 decks, as published."""
    found = chances(map(bet, ("banker", "player", "tie")), fresh(decks))
    assert [(sum(each.lines), each.of) for each in found] == [
        (banker, of),
        (player, of),
        (tie, of),
    ]


@pytest.mark.parametrize("example", EXAMPLES)
def test_checked_examples(example: dict[str, Any]) -> None:
    """Fresh decks and worn rests, before P1, after P1, after P1 and B1."""
    player, banker = (
        None if example[side] is None else parse_card(example[side])
        for side in ("player", "banker")
    )
    given_cards = [card for card in (player, banker) if card is not None]
    if "decks" in example:
        rest = fresh(example["decks"]).without(given_cards)
    else:
        rest = Rest(tuple(example["left"].get(str(card), 0) for card in ALL_CARDS))
    found = chances(map(bet, example["odds"]), rest, player, banker)
    assert {each.bet: each.wins for each in found} == {
        bet_id: Fraction(text) for bet_id, text in example["odds"].items()
    }


@pytest.mark.parametrize(
    ("bet_id", "pay", "percent"),
    [
        ("banker", BankerPay.COMMISSION, "1.0579"),
        ("banker", BankerPay.NO_COMMISSION, "1.4581"),
        ("player", BankerPay.COMMISSION, "1.2351"),
        ("tie", BankerPay.COMMISSION, "14.3596"),
        ("player_pair", BankerPay.COMMISSION, "10.3614"),
        ("banker_pair", BankerPay.COMMISSION, "10.3614"),
        ("either_pair", BankerPay.COMMISSION, "13.7099"),
        ("perfect_pair", BankerPay.COMMISSION, "29.7545"),
        ("big", BankerPay.COMMISSION, "4.3457"),
        ("small", BankerPay.COMMISSION, "5.2829"),
        ("super6", BankerPay.NO_COMMISSION, "29.9772"),
    ],
)
def test_house_edges_at_eight_decks(bet_id: str, pay: BankerPay, percent: str) -> None:
    """Published exact figures, to four places."""
    (found,) = edges(Profile(banker_pay=pay, bets=(Offer(bet_id),)))
    assert f"{float(found.edge) * 100:.4f}" == percent


@pytest.mark.parametrize(
    ("bet_id", "percent"),
    [
        ("dragon7", "7.61"),
        ("panda8", "10.19"),
        ("player_dragon_bonus", "2.65"),
        ("banker_dragon_bonus", "9.37"),
    ],
)
def test_house_edges_published_for_the_added_bets(bet_id: str, percent: str) -> None:
    """Eight decks, to the two places in which they are commonly published."""
    (found,) = edges(Profile(bets=(Offer(bet_id),)))
    assert f"{float(found.edge) * 100:.2f}" == percent


@pytest.mark.parametrize(
    ("bet_id", "lines"),
    [
        (
            "player_dragon_bonus",
            (
                *(812685054124032, 18409431764992, 34097645543424, 89590261473280),
                *(141238897317888, 166169165987840, 186780352174080),
            ),
        ),
        (
            "banker_dragon_bonus",
            (
                *(812685054124032, 15390342909952, 28305092784128, 79517099278336),
                *(119200072366080, 157275882332160, 201147167287296),
            ),
        ),
    ],
)
def test_published_counts_of_the_dragon_bonus(bet_id: str, lines: tuple[int, ...]) -> None:
    """Natural, then wins by 9 down to 4, and ties of naturals, over all deals of eight decks."""
    (found,) = chances([bet(bet_id)], fresh(8))
    assert (found.lines, found.pushes) == (lines, 89325908267520)


@pytest.mark.parametrize("name", STOCK)
def test_every_bet_of_a_stock_table_has_its_edge(name: str) -> None:
    """In the profile's order; no bet of a house is without an edge for it."""
    profile = load_profile(name)
    found = edges(profile)
    assert [each.offer for each in found] == list(profile.bets)
    assert all(0 < each.edge < 1 for each in found)


def enumerated(rest: Rest, known: tuple[Card, ...]) -> tuple[dict[str, Counter[Any]], int]:
    """Every order of the cards left, dealt and settled one by one."""
    cards = [card for card, n in zip(ALL_CARDS, rest.counts, strict=True) for _ in range(n)]
    table = PayTable(EVERY_OFFER)
    ends: dict[str, Counter[Any]] = {each.id: Counter() for each in ALL_BETS}
    seen = Counter((*known, *order) for order in permutations(cards, 6 - len(known)))
    for six, ways in seen.items():
        drawn = next(n for n in (4, 5, 6) if next_position(six[:n]) is None)
        for each in table.settle(outcome(six[:drawn])):
            ends[each.bet][each.pays if each.result is Result.WON else each.result] += ways
    return ends, seen.total()


# Few kinds of card, so that pairs, equal cards and short suits all happen.
WORN = st.lists(st.sampled_from([*ALL_CARDS[:4], *ALL_CARDS[13:16], *ALL_CARDS[5:10:2]]),
                min_size=6, max_size=7)  # fmt: skip


@given(WORN, st.integers(0, 2))
@settings(deadline=None, max_examples=20)
def test_a_worn_rest_equals_its_enumeration(cards: list[Card], known: int) -> None:
    """All bets, line by line and pushes, by dealing every order of a few cards."""
    counts = Counter(cards[known:])
    rest = Rest(tuple(counts[card] for card in ALL_CARDS))
    given_cards = tuple(cards[:known])
    player, banker = (*given_cards, None, None)[:2]
    ends, of = enumerated(rest, given_cards)
    for each, found in zip(ALL_BETS, chances(ALL_BETS, rest, player, banker), strict=True):
        pays = each.pays or (Fraction(4),)
        shares = [Fraction(ways, found.of) for ways in (*found.lines, found.pushes)]
        # Lines of equal pay look alike once settled: compare them together.
        for pay in set(pays):
            won = sum(s for s, p in zip(shares, pays, strict=False) if p == pay)
            assert won == Fraction(ends[each.id][pay], of), (each.id, pay)
        assert shares[-1] == Fraction(ends[each.id][Result.PUSH], of), each.id


@given(WORN, st.integers(0, 2))
@settings(deadline=None, max_examples=40)
def test_every_pair_of_pairs_equals_its_enumeration(cards: list[Card], known: int) -> None:
    """All nine cells, also those that no bet tells apart yet."""
    counts = Counter(cards[known:])
    player, banker = (*cards[:known], None, None)[:2]
    seen = Counter(
        Pairs(pair_of(p1, p2), pair_of(b1, b2))
        for p1, b1, p2, b2 in (
            (*cards[:known], *order) for order in permutations(cards[known:], 4 - known)
        )
    )
    rest = Rest(tuple(counts[card] for card in ALL_CARDS))
    assert pair_ways(rest, player, banker) == tuple(seen[each] for each in PAIRS)


def test_a_new_bet_is_an_entry_and_has_its_odds_at_once() -> None:
    """A bet that the product does not know: Player's three-card 9 beats Banker, or a 9-9 tie."""
    nines = Bet(
        "nines",
        "Player wins with a three-card 9; a tie at 9 pays less",
        ("win", "tie"),
        (Fraction(20), Fraction(5)),
        ByScore(
            lambda s: (
                (0 if s.banker < 9 else 1)
                if s.player == 9 and (s.player_cards == 3 or s.banker == 9)
                else LOST
            )
        ),
    )
    (found,) = chances([nines], fresh(8))
    assert found.of == 4998398275503360
    assert 0 < found.lines[1] < found.lines[0]
    assert 0 < found.edge(nines.pays) < 1


RESTS = st.lists(st.integers(0, 8), min_size=52, max_size=52).map(lambda n: Rest(tuple(n)))


@given(RESTS.filter(lambda rest: rest.total >= 20), st.data())
@settings(deadline=None, max_examples=60)
def test_what_must_happen_has_chance_one(rest: Rest, data: st.DataObject) -> None:
    """Player, Banker and tie share out every deal; so do big and small."""
    known: list[Card] = []
    for _ in range(data.draw(st.integers(0, 2))):
        in_it = [card for card in ALL_CARDS if rest.of(card)]
        known.append(data.draw(st.sampled_from(in_it)))
        rest = rest.without(known[-1:])
    player, banker = (*known, None, None)[:2]
    found = {each.bet: each.wins for each in chances(ALL_BETS, rest, player, banker)}
    assert found["player"] + found["banker"] + found["tie"] == 1
    assert found["big"] + found["small"] == 1
    assert found["lucky6"] == found["super6"]
    assert found["perfect_pair"] <= found["either_pair"]
    assert found["either_pair"] <= found["player_pair"] + found["banker_pair"]


@given(RESTS.filter(lambda rest: rest.total >= 20))
@settings(deadline=None, max_examples=10)
def test_a_round_is_the_mean_of_the_rounds_that_may_follow(rest: Rest) -> None:
    """The chance before P1 is the chance after it, weighed over every P1."""
    bets = tuple(map(bet, ("banker", "tie", "either_pair", "perfect_pair", "dragon7")))
    mean = [Fraction()] * len(bets)
    for card in ALL_CARDS:
        if rest.of(card):
            weight = Fraction(rest.of(card), rest.total)
            after = chances(bets, rest.without([card]), card)
            mean = [m + weight * each.wins for m, each in zip(mean, after, strict=True)]
    assert [each.wins for each in chances(bets, rest)] == mean


def test_too_few_cards_and_a_lone_banker_card_are_refused() -> None:
    """A coup may need six cards; B1 cannot come before P1."""
    five = fresh(1).without(ALL_CARDS[5:])
    with pytest.raises(RestError, match="5 cards left"):
        chances(ALL_BETS, five)
    assert chances(ALL_BETS, five, ALL_CARDS[9])[0].of == 120
    with pytest.raises(RestError, match="comes after Player"):
        chances(ALL_BETS, fresh(8), None, ALL_CARDS[0])


@pytest.mark.parametrize("decks", [0, 17])
def test_decks_have_bounds(decks: int) -> None:
    """One to sixteen decks."""
    with pytest.raises(RestError, match="1 to 16"):
        fresh(decks)


def test_a_rest_is_checked_when_built() -> None:
    """No negative counts, no more than sixteen copies, 52 kinds; nothing taken twice."""
    with pytest.raises(RestError, match="AC: -1 copies"):
        Rest((-1, *(8,) * 51))
    with pytest.raises(RestError, match="KS: 17 copies"):
        Rest((*(8,) * 51, 17))
    with pytest.raises(RestError, match="52 cards"):
        Rest((8,) * 51)
    with pytest.raises(RestError, match="AC: no copy is left"):
        fresh(1).without([Card("A", "C"), Card("A", "C")])


def test_a_price_leaves_the_house_its_margin() -> None:
    """At the price made for a margin, the edge is that margin; nothing can pay below zero."""
    for each in chances(ALL_BETS, fresh(6)):
        price = each.price(Fraction("0.05"))
        assert price is not None
        assert each.edge((price,) * len(each.lines)) == Fraction("0.05")
    assert Chance("tie", (0,), 0, 10).price(Fraction(0)) is None
    assert Chance("big", (10,), 0, 10).price(Fraction("0.05")) is None


def test_a_price_is_quoted_as_the_table_shows_it() -> None:
    """To one or decimal, rounded down; what could pay nothing is not offered."""
    even = Chance("player", (45,), 10, 100)
    to_one = with_fields(load_profile("studio6"), ['odds_margin="0.05"'])
    decimal = with_fields(to_one, ["odds_format=decimal"])
    assert (quote(even, to_one), quote(even, decimal)) == ("0.88", "1.88")
    assert quote(Chance("tie", (1,), 0, 1000), to_one) == "949.00"
    assert quote(Chance("tie", (0,), 0, 1000), to_one) is None
    assert quote(Chance("big", (999,), 0, 1000), load_profile("studio6")) is None
