"""The rules page that can be made from any profile."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from firmware.baccarat.profile import with_fields
from firmware.baccarat.rules_page import BankerRow, BetRow, RulesPage, rules_page
from firmware.tables import STOCK, load_profile


def words(page: RulesPage) -> str:
    return " ".join(sentence for section in page.sections for sentence in section.sentences)


@pytest.mark.parametrize("name", STOCK)
def test_every_bet_of_the_table_has_its_row(name: str) -> None:
    """The page shows what the table offers, in its order, and nothing else."""
    profile = load_profile(name)
    page = rules_page(profile)
    assert [row.id for row in page.bets] == [offer.id for offer in profile.bets]
    assert page.table == name
    assert f"{profile.decks} decks" in words(page)


def test_a_row_tells_pays_edge_and_limit() -> None:
    """Figures are computed for the table's own decks."""
    rows = {row.id: row for row in rules_page(load_profile("live8")).bets}
    assert rows["small"] == BetRow(
        id="small",
        wins="exactly four cards are dealt",
        cases=("",),
        pays=("1.5",),
        chance=Fraction(140356, 370461),
        edge=1 - Fraction(140356, 370461) * Fraction("2.5"),
        closes_after=30,
    )
    assert (rows["banker"].cases, rows["banker"].pays) == (("win", "six"), ("1", "0.5"))
    assert (rows["player"].closes_after, rows["player_pair"].closes_after) == (None, 60)


def test_moving_odds_show_no_pays() -> None:
    """S1: what a bet pays is made anew for each round."""
    page = rules_page(load_profile("studio6"))
    assert all((row.pays, row.edge) == ((), None) for row in page.bets)
    assert "three betting rounds" in words(page)


def test_bankers_table_is_the_drawing_rule() -> None:
    """One row for each total that may draw or must stand against a third card."""
    page = rules_page(load_profile("live8"))
    assert page.banker[3] == BankerRow(3, (0, 1, 2, 3, 4, 5, 6, 7, 9), (8,))
    assert page.banker[6] == BankerRow(6, (6, 7), (0, 1, 2, 3, 4, 5, 8, 9))
    assert [row.total for row in page.banker] == list(range(8))


@pytest.mark.parametrize(
    ("name", "fields", "sentence"),
    [
        ("live8", [], "one more coup is dealt after it"),
        ("live8", ["coups_after_cut=0"], "no more coup is dealt after it"),
        ("studio6", [], "fewer than 40 cards are left"),
        ("rng6", [], "shuffled before every coup"),
        ("burn8", [], "One card leaves unseen before each coup"),
        ("burn8", ["burn_per_coup=2"], "2 cards leave unseen before each coup"),
        ("burn8", [], "the first card is shown"),
        ("live8", ["opening_burn=count:5"], "5 cards leave unseen"),
        ("live8", [], "After coup 30 of a shoe these are no longer taken: big, small."),
    ],
)
def test_the_page_follows_the_profile(name: str, fields: list[str], sentence: str) -> None:
    """What a house changes, its players read."""
    assert sentence in words(rules_page(with_fields(load_profile(name), fields)))


def test_the_legend_names_the_tail() -> None:
    """How a dragon tail runs is the house's choice."""
    drop = with_fields(load_profile("live8"), ["tail=drop"])
    tails = [rules_page(each).legend[-1].sentences[0] for each in (load_profile("live8"), drop)]
    assert "keeps that row" in tails[0]
    assert "goes down again" in tails[1]


def test_no_source_figure_is_copied() -> None:
    """S0's 98.10 % return matches no bet: it appears nowhere in the package."""
    package = Path(__file__).parents[3] / "firmware"
    files = [*package.rglob("*.py"), *package.rglob("*.toml")]
    assert len(files) > 20
    assert [path for path in files if "98.1" in path.read_text("utf-8")] == []
    assert "98.1" not in str(rules_page(load_profile("live8")))
