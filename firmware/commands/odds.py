"""Shell: `shoe odds`: exact chances from the cards left, and a table's house edges."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from firmware.baccarat.bets import BankerPay, find_bet
from firmware.baccarat.cards import ALL_CARDS, Card, CardError, parse_card
from firmware.baccarat.odds import Chance, Edge, chances, edges
from firmware.baccarat.profile import OddsMode, Profile
from firmware.baccarat.rest import Rest, RestError, fresh
from firmware.baccarat.settlement import money
from firmware.settings import SettingsError
from firmware.tables import load_profile

# The bets that the command tells, in the order of cli.md.
_IDS = (
    *("banker", "player", "tie", "small", "big", "super6"),
    *("player_pair", "banker_pair", "either_pair", "perfect_pair"),
)


@click.command()
@click.option("--decks", type=int, help="Fresh decks; the cards given are taken out.  [default: 8]")
@click.option(
    "--left",
    metavar="FILE",
    help='Cards left, a JSON object like {"AC": 7, …}; the cards given are out already. -: stdin.',
)
@click.option("--player", metavar="CARD", help="Player's first card, if it is dealt.")
@click.option("--banker", metavar="CARD", help="Banker's first card, if it is dealt.")
@click.option(
    "--profile",
    "--table",
    metavar="PROFILE",
    help="Tell the house's edge of each bet of this table instead.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value and nothing else.")
def odds(
    decks: int | None,
    left: str | None,
    player: str | None,
    banker: str | None,
    profile: str | None,
    as_json: bool,
) -> None:
    """Tell the exact chances of the bets for the cards that are left in a shoe."""
    try:
        if profile is not None:
            if (decks, left, player, banker) != (None, None, None, None):
                raise click.UsageError(
                    "--profile tells edges on a fresh shoe of the table's own decks; give it alone"
                )
            _tell_edges(load_profile(profile), as_json)
            return
        first = None if player is None else parse_card(player)
        second = None if banker is None else parse_card(banker)
        rest = _rest(decks, left, [card for card in (first, second) if card is not None])
        bets = [find_bet(bet, BankerPay.NO_COMMISSION) for bet in _IDS]
        found = chances([bet for bet in bets if bet is not None], rest, first, second)
    except (CardError, RestError, SettingsError) as error:
        raise click.UsageError(str(error)) from error
    if as_json:
        click.echo(json.dumps({each.bet: _exact(each.wins) for each in found}))
    else:
        _print_chances(found, rest)


def _rest(decks: int | None, left: str | None, given: list[Card]) -> Rest:
    if left is None:
        return fresh(8 if decks is None else decks).without(given)
    rest = read_left(_text(left), left)
    if decks is not None:
        whole = fresh(decks).without(given)
        for card, count, most in zip(ALL_CARDS, rest.counts, whole.counts, strict=True):
            if count > most:
                raise RestError(f"{left}: {card} comes {count} times; {most} can be left")
    return rest


def _text(name: str) -> str:
    if name == "-":
        return sys.stdin.read()
    try:
        return Path(name).read_text("utf-8")
    except OSError as error:
        raise RestError(f"{name}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise RestError(f"{name}: not UTF-8 text") from error


def read_left(text: str, source: str) -> Rest:
    """The rest that JSON `text` tells: cards to counts; a card not named has none left.

    Raises RestError or CardError with one line.
    """
    try:
        pairs = json.loads(text, object_pairs_hook=lambda pairs: tuple(pairs))
    except (ValueError, RecursionError) as error:
        raise RestError(f"{source}: not JSON: {error}") from error
    if not isinstance(pairs, tuple):
        raise RestError(f'{source}: write a JSON object of cards left, like {{"AC": 7}}')
    counts: dict[Card, int] = {}
    for name, count in pairs:
        card = parse_card(name)
        if card in counts:
            raise RestError(f"{source}: {card} is named twice")
        if not isinstance(count, int) or isinstance(count, bool):
            raise RestError(f"{source}: {card}: write a whole number of copies")
        counts[card] = count
    return Rest(tuple(counts.get(card, 0) for card in ALL_CARDS))


def _exact(share: Fraction) -> dict[str, Any]:
    return {"exact": f"{share.numerator}/{share.denominator}", "float": float(share)}


def _print_chances(found: tuple[Chance, ...], rest: Rest) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("bet", "chance", "fair pay to one", title=f"{rest.total} cards left")
    for each in found:
        fair = each.price(Fraction(0))
        table.add_row(
            each.bet,
            f"{float(each.wins) * 100:.4f} %",
            "-" if fair is None else f"{float(fair):.4f}",
        )
    Console(highlight=False).print(table)


def _tell_edges(profile: Profile, as_json: bool) -> None:
    found = edges(profile)
    if as_json:
        click.echo(json.dumps({each.offer.id: _edge(each) for each in found}))
        return
    from rich.console import Console
    from rich.table import Table

    title = f"{profile.name}: the house's edge on a fresh shoe of {profile.decks} decks"
    if profile.odds_mode is OddsMode.DYNAMIC:
        title += "; pays as the bets' entries have them, since this table's odds move"
    table = Table("bet", "wins when", "pays to one", "chance", "house edge", title=title)
    for each in found:
        table.add_row(
            each.offer.id,
            profile.bet(each.offer).wins,
            " / ".join(map(money, each.pays)),
            f"{float(each.chance.wins) * 100:.4f} %",
            f"{float(each.edge) * 100:.4f} %",
        )
    Console(highlight=False).print(table)


def _edge(each: Edge) -> dict[str, Any]:
    return {
        "pays": [money(pays) for pays in each.pays],
        "chance": _exact(each.chance.wins),
        "edge": _exact(each.edge),
    }
