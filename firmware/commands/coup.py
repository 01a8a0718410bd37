"""Shell: `shoe coup`: what some cards amount to and how each bet of a table ends."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from firmware.baccarat.cards import Card, CardError, parse_card
from firmware.baccarat.coup import Outcome, outcome
from firmware.baccarat.profile import Profile
from firmware.baccarat.settlement import PayTable, Settled, money
from firmware.settings import SettingsError
from firmware.tables import load_profile


@click.command()
@click.argument("cards", nargs=-1, required=True, metavar="CARD...")
@click.option(
    "--table",
    "profile",
    default="live8",
    show_default=True,
    help="The table profile whose bets are settled: a stock one's name or a file.",
)
@click.option(
    "--number",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="The coup's number in the shoe; some bets close after a number of coups.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value and nothing else.")
def coup(cards: tuple[str, ...], profile: str, number: int, as_json: bool) -> None:
    """Tell what CARDs amount to, in the order drawn: P1 B1 P2 B2, then the third cards.

    With - one coup a line is read from standard input, and one JSON value a line printed; for a
    line that is no coup it is {"error": "…"}, and the exit stays 0.
    """
    try:
        table = load_profile(profile)
    except SettingsError as error:
        raise click.UsageError(str(error)) from error
    pays = PayTable(table)
    if cards == ("-",):
        for line in sys.stdin:
            try:
                answer = _as_dict(read_coup(tuple(line.split()), table), pays, number)
            except CardError as error:
                answer = {"error": str(error)}
            click.echo(json.dumps(answer, separators=(",", ":")))
        return
    try:
        found = read_coup(tuple(word for each in cards for word in each.split()), table)
    except CardError as error:
        raise click.UsageError(str(error)) from error
    if as_json:
        click.echo(json.dumps(_as_dict(found, pays, number), separators=(",", ":")))
    else:
        _print(found, pays, number)


def read_coup(words: tuple[str, ...], table: Profile) -> Outcome:
    """The coup of the cards written. Raises CardError with one line for what cannot be dealt."""
    if not words:
        raise CardError("no cards: write them in the order drawn, like 4S 9H 5D 9C")
    cards = tuple(parse_card(word) for word in words)
    _refuse_copies(cards, table.decks)
    return outcome(cards)


def _refuse_copies(cards: tuple[Card, ...], decks: int) -> None:
    for card in cards:
        if (copies := cards.count(card)) > decks:
            raise CardError(f"{card} comes {copies} times; the set holds {decks} of each card")


def _as_dict(found: Outcome, pays: PayTable, number: int) -> dict[str, Any]:
    settled = pays.settle(found, number) if found.complete else ()
    return {
        "complete": found.complete,
        "next": None if found.next is None else found.next.value,
        "player": [str(card) for card in found.player],
        "banker": [str(card) for card in found.banker],
        "player_total": found.player_total,
        "banker_total": found.banker_total,
        "winner": None if found.winner is None else found.winner.value,
        "natural": found.natural,
        "bets": {each.bet: _bet(each) for each in settled},
    }


def _bet(settled: Settled) -> dict[str, str]:
    told = {"result": settled.result.value}
    if settled.pays is not None:
        told["pays"] = money(settled.pays)
    return told


def _print(found: Outcome, pays: PayTable, number: int) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    for name, hand, points in (
        ("Player", found.player, found.player_total),
        ("Banker", found.banker, found.banker_total),
    ):
        console.print(f"{name}  {points}  {' '.join(map(str, hand))}")
    if found.next is not None:
        console.print(f"Next card: {found.next.value}")
        return
    assert found.winner is not None
    ended = {"P": "Player wins", "B": "Banker wins", "T": "Tie"}[found.winner.value]
    console.print(f"[bold]{ended}[/]" + (", natural" if found.natural else ""))
    table = Table("bet", "result", "pays to one")
    for each in pays.settle(found, number):
        table.add_row(each.bet, each.result.value, "" if each.pays is None else money(each.pays))
    console.print(table)
