"""Pure: what can go wrong with a set's codes: how near they are, what splices name, what fits.

Every figure is counted over the whole book, none estimated; wrong reads of a symbology are
measurements (docs/cards.md). Knows no files.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from enum import Enum
from typing import Final

from firmware.baccarat.cards import ALL_CARDS, CardError, parse_card
from firmware.codes.book import WANTED_DISTANCE, CodeBook
from firmware.codes.digits import is_card_code
from firmware.codes.physical import PhysicalCard, parse_physical
from firmware.codes.symbology import MEASURED, check_symbol, symbols
from vision.symbologies import Symbology


class Weight(Enum):
    """How much a finding matters."""

    FAULT = "fault"
    RISK = "risk"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found, in a sentence that says what to do where there is something to do."""

    weight: Weight
    text: str


@dataclass(frozen=True, slots=True)
class Distances:
    """Between every two codes of equal length: in how many symbols they differ.

    `histogram`: (symbols that differ, pairs), nearest first. `nearest`: one nearest pair.
    `pairs_of_other_length`: pairs that are not compared.
    """

    histogram: tuple[tuple[int, int], ...]
    nearest: tuple[str, str] | None
    pairs_of_other_length: int

    @property
    def least(self) -> int | None:
        """The smallest distance; None where no two codes are of one length."""
        return self.histogram[0][0] if self.histogram else None


@dataclass(frozen=True, slots=True)
class Splice:
    """The left part of `left` and the right part of `right` read as `third`, a card itself."""

    left: str
    right: str
    third: str


@dataclass(frozen=True, slots=True)
class Splices:
    """Splices of two cards, cut between symbols, that the symbology itself lets through.

    `passing`: how many of all name a third card of the set. `example`: one of them.
    """

    passing: int
    example: Splice | None


@dataclass(frozen=True, slots=True)
class Examination:
    """All that was found about one book."""

    set_id: str
    codes: int
    decks: int
    symbology: Symbology
    distances: Distances
    splices: Splices
    findings: tuple[Finding, ...]

    @property
    def sound(self) -> bool:
        """Whether nothing found is a fault."""
        return all(finding.weight is not Weight.FAULT for finding in self.findings)


DECK: Final = len(ALL_CARDS)
PATTERNED: Final = 20
"""A digit pair with fewer values in 52 codes or more is no random one (41 are to be expected)."""
LISTED: Final = 5
"""So many examples are named in a finding; the rest are counted."""


def examine(book: CodeBook) -> Examination:
    """Everything about `book` that a house should know before it prints or deals it."""
    distances, splices = code_distances(book), count_splices(book)
    findings = (
        *_completeness(book),
        *_opaqueness(book),
        *_checks(book),
        *_nearness(book, distances),
        *_splicing(splices),
        *_symbology(book),
    )
    return Examination(
        book.set_id,
        len(book.valid),
        book.decks,
        book.symbology,
        distances,
        splices,
        findings,
    )


def code_distances(book: CodeBook) -> Distances:
    """Distances between all pairs of codes, the cut card's among them."""
    pieces = [(code, symbols(code, book.symbology)) for code in sorted(book.valid)]
    counts: Counter[int] = Counter()
    nearest: tuple[str, str] | None = None
    other = 0
    least = max((len(piece) for _, piece in pieces), default=0) + 1
    for at, (one, left) in enumerate(pieces):
        for two, right in pieces[:at]:
            if len(left) != len(right):
                other += 1
                continue
            apart = sum(a != b for a, b in zip(left, right, strict=True))
            counts[apart] += 1
            if apart < least:
                least, nearest = apart, (two, one)
    return Distances(tuple(sorted(counts.items())), nearest, other)


def count_splices(book: CodeBook) -> Splices:
    """Splices (left card, right card, third card) over all pairs and all places of the cut.

    Two cards that overlap show the left part of one code and the right part, with the check
    symbol, of the other. A cut inside a symbol leaves no symbol there, and so no code.
    """
    pieces = {code: symbols(code, book.symbology) for code in sorted(book.valid)}
    checks = {code: check_symbol(code, book.symbology) for code in pieces}
    by_start: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    by_end: defaultdict[tuple[int, tuple[str, ...]], list[str]] = defaultdict(list)
    for code, piece in pieces.items():
        for cut in range(1, len(piece)):
            by_start[piece[:cut]].append(code)
            by_end[len(piece), piece[cut:]].append(code)
    passing, example = 0, None
    for third, piece in pieces.items():
        for cut in range(1, len(piece)):
            lefts = [code for code in by_start[piece[:cut]] if code != third]
            rights = [
                code
                for code in by_end[len(piece), piece[cut:]]
                if code != third and checks[code] == checks[third]
            ]
            pairs = len(lefts) * len(rights) - len(set(lefts) & set(rights))
            passing += pairs
            if pairs and example is None:
                left, right = next((a, b) for a in lefts for b in rights if a != b)
                example = Splice(left, right, third)
    return Splices(passing, example)


def _completeness(book: CodeBook) -> list[Finding]:
    found = []
    have = set(book.entries.values())
    missing = [
        str(card)
        for deck in range(1, book.decks + 1)
        for card in (PhysicalCard(plain, deck) for plain in ALL_CARDS)
        if card not in have
    ]
    if missing:
        text = f"cards without a code, so held when they come: {_listed(missing)}"
        found.append(Finding(Weight.RISK, text))
    if book.cut_code is None:
        text = "the cut card has no code: only its plain colour will tell it from an unread card"
        found.append(Finding(Weight.RISK, text))
    return found


def _opaqueness(book: CodeBook) -> list[Finding]:
    found = []
    telling = [code for code, card in book.entries.items() if _tells(code, card)]
    if telling:
        text = f"codes that tell their card to anyone who reads them: {_listed(telling)}"
        found.append(Finding(Weight.RISK, text))
    pieces = [symbols(code, book.symbology) for code in book.entries]
    alike = len({len(piece) for piece in pieces}) == 1 and len(pieces) >= DECK
    if alike and len(pieces[0][0]) == 2:
        values = [len(set(column)) for column in zip(*pieces, strict=True)]
        poor = [str(at) for at, count in enumerate(values, 1) if count < PATTERNED]
        if poor:
            text = f"codes follow a pattern (digit pair {', '.join(poor)}): it can be learned"
            found.append(Finding(Weight.RISK, text))
    return found


def _tells(code: str, card: PhysicalCard) -> bool:
    """Whether the code's text, or its start, names the card."""
    for text in (code, code[:2], code[:3]):
        try:
            if parse_card(text) == card.card:
                return True
        except CardError:
            pass
    try:
        return parse_physical(code) == card
    except CardError:
        return False


def _checks(book: CodeBook) -> list[Finding]:
    codes = sorted(book.valid)
    lengths = Counter(map(len, codes))
    found = []
    if len(lengths) > 1:
        has = ", ".join(f"{count} of length {length}" for length, count in sorted(lengths.items()))
        text = f"codes of different lengths ({has}): a part of one can pass for another"
        found.append(Finding(Weight.RISK, text))
    sound = [code for code in codes if is_card_code(code)]
    if book.symbology is not Symbology.CODE128:
        return found
    if not sound:
        text = (
            "no check digits in the text: only the symbology's own check stands against a misread"
        )
        found.append(Finding(Weight.RISK, text))
    elif len(sound) < len(codes):
        wrong = [code for code in codes if not is_card_code(code)]
        found.append(Finding(Weight.FAULT, f"check digits do not agree: {_listed(wrong)}"))
    return found


def _nearness(book: CodeBook, distances: Distances) -> list[Finding]:
    if distances.least is None or distances.nearest is None:
        return []
    one, two = distances.nearest
    if distances.least >= WANTED_DISTANCE:
        text = f"any two codes differ in at least {distances.least} symbols"
        return [Finding(Weight.NOTE, text)]
    # Codes of this house's own form are made with the distance: less means a changed book.
    own = all(map(is_card_code, book.valid))
    text = (
        f"codes {one} and {two} differ in {distances.least} of their symbols;"
        f" {WANTED_DISTANCE} can be had with opaque codes (`shoe codes make`)"
    )
    return [Finding(Weight.FAULT if own else Weight.RISK, text)]


def _splicing(splices: Splices) -> list[Finding]:
    if splices.example is None:
        text = "no splice of two overlapping cards names a third"
        return [Finding(Weight.NOTE, text)]
    one = splices.example
    text = (
        f"{splices.passing} splices of two overlapping cards pass the symbology's own check and"
        f" name a third: {one.left} over {one.right} reads {one.third}"
    )
    return [Finding(Weight.RISK, text)]


def _symbology(book: CodeBook) -> list[Finding]:
    name = book.symbology.value
    measured = MEASURED.get(book.symbology)
    if book.symbology is Symbology.CODE128:
        return []
    if measured is None:
        text = f"{name}: wrong reads were not measured; its check is EAN's, so expect them"
    else:
        text = (
            f"{name}: {measured.decoded} wrong texts in 10,000 degraded frames, {measured.filtered}"
            " of them past exact length and two agreeing lines; Code 128 had"
            f" {MEASURED[Symbology.CODE128].decoded} and none"
        )
    return [Finding(Weight.RISK, text)]


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
    return ", ".join(names[:LISTED]) + more
