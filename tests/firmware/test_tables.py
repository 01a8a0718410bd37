"""Table profiles: the six stock ones value for value, and a house's own."""

from __future__ import annotations

from dataclasses import fields
from fractions import Fraction
from pathlib import Path

import pytest

from firmware.baccarat.bets import BankerPay
from firmware.baccarat.profile import (
    BetsBy,
    BurnRule,
    Limit,
    Offer,
    OpeningBurn,
    Profile,
    Refusal,
    Unread,
    with_fields,
)
from firmware.settings import SettingsError
from firmware.tables import STOCK, load_profile

PAIRS = "player_pair banker_pair either_pair perfect_pair"
# rules.md's table, column by column; a blank stands for the dash.
ROWS = """
decks            | 8 | 8 | 6 | 6 | 8 | 8
opening_burn     | none | first_card | none | none | first_card | first_card
burn_per_coup    | 0 | 0 | 0 | 0 | 0 | 1
shoe_end         | cut_card | cut_card | below | every_coup | cut_card | cut_card
cut_card_at      | 16 | 16 | | | 16 | 16
coups_after_cut  | 1 | 1 | | | 1 | 1
change_below     | 40 | 40 | 40 | | 40 | 40
banker_pay       | no_commission | commission | commission | commission | no_commission | commission
odds_mode        | fixed | fixed | dynamic | fixed | fixed | fixed
settle           | auto | auto | confirm | auto | auto | auto
reveal           | on_card | on_card | on_card | on_card | on_card | on_card
unread           | rescan | rescan | rescan | rescan | rescan | rescan
misdeal          | correct | correct | void | correct | correct | correct
damaged          | exchange | exchange | void | exchange | exchange | exchange
"""
BESIDE = {
    "live8": f"{PAIRS} big small super6",
    "commission8": f"{PAIRS} big small",
    "studio6": f"{PAIRS} big small",
    "rng6": "player_pair banker_pair either_pair",
    "super6": "player_pair banker_pair big small super6",
    "burn8": "player_pair banker_pair big small",
}
FIRST_WORDS = {
    "checklist": "off",
    "burn_confirm": "True",
    "burn_missed": "new_set",
    "cut_margin": "10",
    "cut_overdue": "warn",
    "limit_counts": "all",
    "bets_by": "untracked",
    "odds_margin": "0",
    "odds_format": "to_one",
    "rescans": "0",
    "peeks": "3",
    "together": "hold",
    "extra_one": "burn",
    "extra_exposed": "free",
    "extra_two": "carry",
    "boxed_card": "stand",
    "draw_timeout_s": "0",
    "host_lost": "go_on",
    "manual": "True",
    "free_max": "3",
    "free_on_roads": "True",
    "dealer_void": "True",
    "tail": "sticky",
    "set": "A",
}


def shown(profile: Profile, field: str) -> str:
    value = getattr(profile, field)
    return "" if value is None else str(getattr(value, "value", value))


def house(folder: Path, text: str, name: str = "house.toml") -> str:
    path = folder / name
    path.write_text(text, "utf-8")
    return str(path)


def mistakes(name: str) -> list[str]:
    with pytest.raises(SettingsError) as caught:
        load_profile(name)
    return [str(mistake).replace(name, "house.toml") for mistake in caught.value.mistakes]


@pytest.mark.parametrize("column", range(6), ids=STOCK)
def test_a_stock_profile_is_its_column_of_the_table(column: int) -> None:
    """Value for value; all fields that the table does not name keep the first value."""
    name = STOCK[column]
    profile = load_profile(name)
    due = {"name": name, **FIRST_WORDS}
    for row in ROWS.strip().splitlines():
        field, *values = (cell.strip() for cell in row.split("|"))
        due[field] = values[column]
    found = {field.name: shown(profile, field.name) for field in fields(Profile)}
    bets, limits = found.pop("bets"), found.pop("limits")
    assert found == due
    assert bets == str(tuple(map(Offer, f"player banker tie {BESIDE[name]}".split())))
    assert limits == str(
        (Limit(30, ("big", "small")), Limit(60, tuple(PAIRS.split()))) if name == "live8" else ()
    )


def test_a_house_begins_from_a_stock_profile(tmp_path: Path) -> None:
    """What it does not write stays; its name is the file's."""
    name = house(tmp_path, 'extends = "studio6"\nunread = "void"\nodds_margin = "0.04"\n')
    assert load_profile(name) == with_fields(
        load_profile("studio6"), ["unread=void", 'odds_margin="0.04"', 'name="house"']
    )


def test_a_house_may_begin_from_another_of_its_own(tmp_path: Path) -> None:
    """The path is taken beside the file that names it."""
    house(tmp_path, 'extends = "live8"\ndecks = 4\n', "base.toml")
    profile = load_profile(house(tmp_path, 'extends = "base.toml"\nfree_max = 1\n'))
    assert (profile.decks, profile.free_max, profile.name) == (4, 1, "house")
    assert profile.limits == load_profile("live8").limits


def test_all_mistakes_of_a_house_come_at_once(tmp_path: Path) -> None:
    """Unknown keys with a suggestion, wrong words, bets that do not go, in one run."""
    name = house(
        tmp_path,
        """extends = "commission8"
unread = "viod"
bets = [
  "player", "bankr", "super6", "player",
  "lucky6=12", "player_natural", "tie=0",
]
limits = [{ after = 0, bets = ["bigg"] }]
peaks = 2
cut_card_at = "none"
opening_burn = "count:0"
""",
    )
    assert mistakes(name) == [
        'house.toml:2: unread: "viod" is none of rescan, burn, void; did you mean void?',
        'house.toml:3: bets[1]: no bet "bankr"; did you mean banker?',
        'house.toml:3: bets[2]: super6 needs banker_pay = "no_commission"',
        "house.toml:3: bets[3]: player is offered twice",
        "house.toml:3: bets[4]: lucky6 has 2 pays (two_cards, three_cards); 1 given",
        "house.toml:3: bets[5]: player_natural has no usual pay; write one, like"
        ' "player_natural=4"',
        "house.toml:3: bets[6]: tie: a pay is more than 0",
        "house.toml:7: limits[0].after: 0 is not from 1 to 999",
        "house.toml:8: peaks: no such key; did you mean peeks?",
        'house.toml:9: cut_card_at: shoe_end = "cut_card" needs a number here',
        'house.toml:10: opening_burn: "count:0" is none of none, first_card, count:N (N from 1 to'
        " 99)",
    ]


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ('extends = "live9"', "live9: no such table profile; stock ones are live8, commission8,"
         " studio6, rng6, super6, burn8, or give a .toml file; did you mean live8?"),
        ("extends = 8", "house.toml:1: extends: write a name in quotes"),
        ('extends = "house.toml"', "house.toml: extends itself"),
        ('limits = [{ after = 3, bets = ["bigg"] }]',
         'house.toml:1: limits[0].bets: no bet "bigg"; did you mean big?'),
        ('bets = ["tie=x"]',
         'house.toml:1: bets[0]: "tie=x": write pays like perfect_pair=25 or small=1.5'),
        ('bets = ["small=1,2"]', "house.toml:1: bets[0]: small has one pay; 2 given"),
        ("decks = 1\ncut_card_at = 52",
         "house.toml:2: cut_card_at: 52 is not less than the 52 cards"),
        ('shoe_end = "below"\nchange_below = "none"',
         'house.toml:2: change_below: shoe_end = "below" needs a number here'),
    ],
)  # fmt: skip
def test_each_mistake_of_a_house_gets_one_clear_line(
    tmp_path: Path, text: str, mistake: str
) -> None:
    """What is wrong, where, and what to write."""
    assert mistakes(house(tmp_path, text)) == [mistake]


def test_a_file_that_cannot_be_read_gets_one_clear_line(tmp_path: Path) -> None:
    """No such file; a folder; bytes that are no text."""
    assert mistakes(str(tmp_path / "none.toml")) == [
        "house.toml: cannot be read: No such file or directory"
    ]
    assert mistakes(str(tmp_path)) == ["house.toml: cannot be read: Is a directory"]
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    assert mistakes(str(tmp_path / "bytes.toml")) == ["house.toml: cannot be read: not UTF-8 text"]


def test_fields_are_set_for_one_run() -> None:
    """`--set FIELD=VALUE`: TOML, or a bare word."""
    profile = with_fields(
        load_profile("live8"),
        ["decks=6", "unread=void", "opening_burn=count:5", "checklist=on", "burn_confirm=false",
         'bets=["player", "banker"]', " peeks = 2 ", 'odds_margin="1/20"'],
    )  # fmt: skip
    assert (profile.decks, profile.unread, profile.peeks) == (6, Unread.VOID, 2)
    assert profile.opening_burn == OpeningBurn(BurnRule.COUNT, 5)
    assert (profile.checklist.value, profile.burn_confirm) == ("on", False)
    assert profile.bets == (Offer("player"), Offer("banker"))
    assert profile.odds_margin == Fraction(1, 20)


def test_a_bet_may_be_written_as_a_table(tmp_path: Path) -> None:
    """The long form of `lucky6=12,23`."""
    text = '[[bets]]\nid = "lucky6"\npays = ["12", 23]\n[[bets]]\nid = "tie"\n'
    assert load_profile(house(tmp_path, text)).bets == (
        Offer("lucky6", (Fraction(12), Fraction(23))),
        Offer("tie"),
    )


def test_bets_as_a_word_say_who_opens_and_closes_them() -> None:
    """rules.md writes `bets = untracked / host / button`; the list of bets stays."""
    profile = with_fields(load_profile("live8"), ["bets=host"])
    assert (profile.bets_by, profile.bets) == (BetsBy.HOST, load_profile("live8").bets)


@pytest.mark.parametrize(
    ("given", "mistake"),
    [
        ("unread", "--set: unread: write FIELD=VALUE"),
        ("=3", "--set: =3: write FIELD=VALUE"),
        ("unred=void", "--set: unred: no such key; did you mean unread?"),
        ("decks=many", '--set: decks: "many" is no whole number'),
        ("banker_pay=commission", '--set: bets[9]: super6 needs banker_pay = "no_commission"'),
    ],
)
def test_a_field_set_wrong_gets_one_clear_line(given: str, mistake: str) -> None:
    """As in a file, without a line number."""
    with pytest.raises(SettingsError) as caught:
        with_fields(load_profile("live8"), [given])
    assert [str(each) for each in caught.value.mistakes] == [mistake]


def test_a_profile_is_checked_when_built() -> None:
    """No code path makes a table whose fields do not go together."""
    with pytest.raises(Refusal, match="super6 needs"):
        Profile(banker_pay=BankerPay.COMMISSION, bets=(Offer("super6"),))


@pytest.mark.parametrize("text", ["none", "first_card", "count:7"])
def test_an_opening_burn_is_written_as_it_is_read(text: str) -> None:
    """The text of a field is its value in the file."""
    assert str(OpeningBurn.from_text(text)) == text


@pytest.mark.parametrize("text", ["", "count", "count:", "count:100", "none:", "count:x", "first"])
def test_an_opening_burn_of_another_form_is_refused(text: str) -> None:
    """A count is 1 to 99."""
    with pytest.raises(ValueError, match="count:N"):
        OpeningBurn.from_text(text)
