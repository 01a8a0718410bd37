"""Shell: what was dealt against what came out of the serial line, card by card, coup by coup.

The truth is the dealer's own list of drawn cards and the drawing rules; nothing of the shoe's
state is asked.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import zip_longest

from firmware.baccarat.coup import outcome
from firmware.drivers.journal_verify import Report
from firmware.drivers.simulated_dealer import Truth

Fact = tuple[str, ...]
_SHOWN = 20  # differences named one by one


@dataclass(frozen=True, slots=True)
class Heard:
    """What the reader at the other end heard: its lines as objects, and whether all was sound."""

    lines: tuple[dict[str, str], ...]
    sound: bool


@dataclass(frozen=True, slots=True)
class Compared:
    """Counts of both sides, and every difference in words (twenty at most; none: all is well)."""

    shoes: int
    cards_dealt: int
    cards_heard: int
    coups_dealt: int
    coups_heard: int
    burnt: int
    unread: int
    cut_cards: int
    lines: int
    events: int
    differences: tuple[str, ...]

    def as_json(self) -> dict[str, object]:
        """The fields by name."""
        return asdict(self)


def heard(text: str, sound: bool) -> Heard:
    """What `shoe watch --json` wrote; `sound`: it found no line wrong or missing."""
    return Heard(tuple(json.loads(line) for line in text.splitlines()), sound)


def compare(truths: Sequence[Truth], heard: Heard, report: Report) -> Compared:
    """Hold the truth of each shoe against the lines heard about it, and the journal's check."""
    differences = [f"journal: {finding.text}" for finding in report.findings]
    if not heard.sound:
        differences.append("serial line: the reader found lines wrong or missing (feed.err)")
    for truth in truths:
        lines = [line for line in heard.lines if line.get("shoe") == str(truth.shoe)]
        for dealt, told in zip_longest(dealt_facts(truth), told_facts(lines)):
            if dealt != told:
                differences.append(f"shoe {truth.shoe}: dealt {words(dealt)}, heard {words(told)}")
    numbered = [line for line in heard.lines if line["seq"]]
    unread = sum(line["kind"] == "HOLD" and line["code"] == "unread" for line in numbered)
    if unread != sum(truth.unread for truth in truths):
        differences.append(f"{sum(truth.unread for truth in truths)} unread, {unread} holds heard")
    return Compared(
        shoes=len(truths),
        cards_dealt=sum(len(coup) for truth in truths for coup in truth.coups),
        cards_heard=sum(line["kind"] == "CARD" for line in numbered),
        coups_dealt=sum(len(truth.coups) for truth in truths),
        coups_heard=sum(line["kind"] == "RESULT" for line in numbered),
        burnt=sum(len(truth.burnt) for truth in truths),
        unread=unread,
        cut_cards=sum(truth.cut_at is not None for truth in truths),
        lines=len(numbered),
        events=report.events,
        differences=tuple(differences[:_SHOWN]),
    )


def dealt_facts(truth: Truth) -> Iterator[Fact]:
    """What a reader must hear of a shoe, in order, by the cards drawn and the drawing rules."""
    yield ("SHOE", "open", truth.set_id)
    for n, burnt in enumerate(truth.burnt, 1):
        yield ("BURN", str(burnt.card) if n == 1 else "-", str(n), str(len(truth.burnt)))
    drawn, cut_told = len(truth.burnt), truth.cut_at is None
    for number, coup in enumerate(truth.coups, 1):
        cards = tuple(physical.card for physical in coup)
        for at, card in enumerate(cards):
            if not cut_told and truth.cut_at == drawn:
                cut_told = True
                yield ("WARN", "cut")
            drawn += 1
            seat = outcome(cards[:at]).next
            assert seat is not None, "the dealer draws only what is due"
            yield ("CARD", str(number), seat.value, str(card))
        final = outcome(cards)
        if final.score is None:
            continue
        score = final.score
        totals = (str(score.player), str(score.banker), str(len(cards)))
        yield ("RESULT", str(number), score.winner.value, *totals)
    if not cut_told:
        yield ("WARN", "cut")
    yield ("SHOE", "closed", truth.set_id)


def told_facts(lines: Sequence[dict[str, str]]) -> Iterator[Fact]:
    """The same facts as the lines tell them."""
    for line in lines:
        match line["kind"]:
            case "SHOE" if line["state"] in ("open", "closed"):
                yield ("SHOE", line["state"], line["set"])
            case "BURN":
                yield ("BURN", line["card"], line["n"], line["of"])
            case "WARN" if line["code"] == "cut":
                yield ("WARN", "cut")
            case "CARD":
                yield ("CARD", line["coup"], line["seat"], line["card"])
            case "RESULT":
                totals = (line["p"], line["b"], line["cards"])
                yield ("RESULT", line["coup"], line["win"], *totals)


def words(fact: Fact | None) -> str:
    """A fact for people."""
    return "nothing" if fact is None else " ".join(fact)
