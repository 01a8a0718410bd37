"""Pure: takes a house's own table of codes, as its printer or its system gave it, as a book.

Reads columns and card names in the ways houses write them and refuses what it would have to
guess. Knows no files.
"""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import dataclass
from difflib import get_close_matches

from firmware.baccarat.cards import Card, CardError, parse_card
from firmware.codes.book import BookError, CodeBook, Gathering, Mistake, deck_number
from firmware.codes.physical import PhysicalCard
from vision.symbologies import Symbology

CODE_NAMES = ("code", "barcode", "id", "text", "data", "number", "ean")
CARD_NAMES = ("card", "name", "face", "value")
RANK_NAMES = ("rank", "pip", "index")
SUIT_NAMES = ("suit", "colour", "color")
DECK_NAMES = ("deck", "copy", "pack", "deck_no", "deck number")
SUIT_WORDS = {
    **dict.fromkeys(("C", "CLUB", "CLUBS", "♣", "♧"), "C"),
    **dict.fromkeys(("D", "DIAMOND", "DIAMONDS", "♦", "♢"), "D"),
    **dict.fromkeys(("H", "HEART", "HEARTS", "♥", "♡"), "H"),
    **dict.fromkeys(("S", "SPADE", "SPADES", "♠", "♤"), "S"),
}
NUMBER_WORDS = ("TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE")
RANK_WORDS = {
    **dict(zip("23456789", "23456789", strict=True)),
    **dict.fromkeys(("A", "ACE", "1"), "A"),
    **dict.fromkeys(("T", "10", "TEN"), "T"),
    **dict.fromkeys(("J", "JACK", "11"), "J"),
    **dict.fromkeys(("Q", "QUEEN", "12"), "Q"),
    **dict.fromkeys(("K", "KING", "13"), "K"),
    **{word: str(at) for at, word in enumerate(NUMBER_WORDS, 2)},
}
CUT_WORDS = ("CUT", "CUT CARD", "CUTCARD", "CUT-CARD")


@dataclass(frozen=True, slots=True)
class Columns:
    """Names of a table's columns; None: found by its name, or not there."""

    code: str | None = None
    card: str | None = None
    deck: str | None = None


@dataclass(frozen=True, slots=True)
class _Found:
    """Places of the columns in a row. `card` holds one place, or those of rank and suit."""

    code: int
    card: tuple[int, ...]
    deck: int | None


def import_book(
    text: str,
    source: str,
    set_id: str,
    symbology: Symbology = Symbology.CODE128,
    columns: Columns = Columns(),
) -> CodeBook:
    """The book in a house's table: comma, semicolon or tabulator between the cells.

    A card is `8S`, `S8`, `10♥`, `Ten of Hearts`, or rank and suit in columns of their own; the
    cut card says `cut`. Without a deck column the copies of a card count in the order of lines.
    Raises BookError with every mistake found.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    header = lines[0] if lines else ""
    delimiter = max(",;\t", key=header.count)
    reader = csv.reader(lines, delimiter=delimiter)
    names = [name.strip() for name in next(reader, [])]
    found = _columns(names, columns, source)
    gathered = Gathering()
    copies: Counter[Card] = Counter()
    for row in reader:
        line = reader.line_num
        if not any(cell.strip() for cell in row):
            continue
        cells = [cell.strip() for cell in row] + [""] * len(names)
        code, name = cells[found.code], " ".join(cells[at] for at in found.card).strip()
        with gathered.mistakes_of(line):
            gathered.code(line, code, symbology)
            if name.upper() in CUT_WORDS:
                gathered.cut(line, code)
                continue
            card = card_of_name(name)
            copies[card] += 1
            deck = copies[card] if found.deck is None else deck_number(cells[found.deck])
            gathered.card(line, code, PhysicalCard(card, deck))
    return gathered.book(source, set_id, symbology)


def card_of_name(name: str) -> Card:
    """The card that a house calls `name`. Raises CardError with one line.

    `8S`, `S8`, `10H`, `♠A`, `Ten of hearts`, `queen spades`, `Q-S`.
    """
    words = [
        word for word in name.upper().replace("-", " ").replace("_", " ").split() if word != "OF"
    ]
    joined = "".join(words)
    pairs = [(joined[:at], joined[at:]) for at in range(1, len(joined))]
    readings = {
        RANK_WORDS[rank] + SUIT_WORDS[suit]
        for one, two in pairs
        for rank, suit in ((one, two), (two, one))
        if rank in RANK_WORDS and suit in SUIT_WORDS
    }
    if len(readings) != 1:
        raise CardError(f"{name!r} is no card: write rank and suit, like 8S or Ten of Hearts")
    return parse_card(readings.pop())


def _columns(names: list[str], wanted: Columns, source: str) -> _Found:
    plain = [name.lower() for name in names]
    mistakes: list[str] = []

    def place(what: str, given: str | None, known: tuple[str, ...]) -> int | None:
        if given is not None:
            if given.strip().lower() in plain:
                return plain.index(given.strip().lower())
            near = get_close_matches(given.lower(), plain, n=1)
            hint = f"; did you mean {names[plain.index(near[0])]}?" if near else ""
            mistakes.append(f"no column {given} for the {what}{hint}")
            return None
        there = [at for at, name in enumerate(plain) if name in known]
        if len(there) > 1:
            both = " or ".join(names[at] for at in there)
            mistakes.append(f"is the {what} in column {both}? say --{what} NAME")
        return there[0] if there else None

    code = place("code", wanted.code, CODE_NAMES)
    card = place("card", wanted.card, CARD_NAMES)
    deck = place("deck", wanted.deck, DECK_NAMES)
    rank = place("rank", None, RANK_NAMES) if wanted.card is None else None
    suit = place("suit", None, SUIT_NAMES) if wanted.card is None else None
    has = ", ".join(filter(None, names)) or "nothing"
    cards: tuple[int, ...] = () if card is None else (card,)
    if card is None and rank is not None and suit is not None:
        cards = (rank, suit)
    for what, there in (("code", code is not None), ("card", bool(cards))):
        if not there and not mistakes:
            mistakes.append(
                f"which column is the {what}? the first line has: {has}; say --{what} NAME"
            )
    if mistakes or code is None:
        raise BookError(source, tuple(Mistake(1, text) for text in mistakes))
    return _Found(code, cards, deck)
