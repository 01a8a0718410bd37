"""Pure: what the small screen says, in words and places: a Screen and a language to a Face.

Owns which of several things comes first: a dead feed over a menu, a menu over a hold, a hold over
the table. Knows no pixels; widths are the drawing's matter.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from display.oled.screen import Burning, Hand, Held, Screen
from display.texts.words import Text, Texts, advise, find, notice
from firmware.baccarat.cards import Card, CardError, Position, parse_card

PAGE_NS: Final = 2_000_000_000
"""Warnings share one place with coup and cards left, two seconds each: enough to read a word."""


@dataclass(frozen=True, slots=True)
class Side:
    """One hand as it is shown: cards, total, whether it won (None: not decided, or a tie)."""

    cards: Hand
    total: int | None
    won: bool | None


@dataclass(frozen=True, slots=True)
class TableFace:
    """The hand. `label` and `badge` are the narrow screen's middle, `sentence` the wide's bar.

    `alert`: the label is a warning and is shown inverted. `corner`: coup and cards left.
    """

    player: Side
    banker: Side
    due: Position | None
    label: str
    alert: bool
    badge: str
    sentence: str
    corner: str
    test: bool


@dataclass(frozen=True, slots=True)
class NoticeFace:
    """A title and two lines; `test` marks it as no real table."""

    title: str
    lines: tuple[str, str]
    test: bool
    test_text: str


Face = TableFace | NoticeFace

# Phases of the shoe, or states of SHOE, in which there is no hand to show; each with its notice.
_NOTICE_OF_PHASE: Final = (
    ("", "no_shoe"),
    ("no_shoe", "no_shoe"),
    ("closed", "no_shoe"),
    ("void", "no_shoe"),
    ("retired", "no_shoe"),
    ("counting", "counting"),
    ("over", "over"),
    ("opening", "opening"),
    ("checklist", "checklist"),
)
_BURNS: Final = frozenset({"opening", "burnt", "open"})
# Holds in which the dealer compares the table with the cards recorded: they must be seen.
_COMPARE: Final = frozenset({"agree"})
# What CONFIRM may mean beside a card that is due: then the card comes first.
_AFTER_THE_CARD: Final = frozenset({"", "menu_ok"})


def face(screen: Screen, texts: Texts, wide: bool) -> Face:
    """What to show now, on the 256 px screen if `wide`."""
    if screen.dead:
        return _notice(screen, texts, "dead", wide)
    if screen.prompt.menu:
        return _menu(screen, texts, wide)
    if screen.fault:
        shown = _notice(screen, texts, "fault", wide)
        known = any(text.key == screen.fault for text in texts.holds)
        return replace(shown, title=find(texts.holds, screen.fault, wide)) if known else shown
    if screen.hold is not None:
        if screen.hold.advice in _COMPARE and (screen.player or screen.banker):
            return _compare(screen, screen.hold, texts)
        return _hold(screen, screen.hold, texts, wide)
    if screen.pause is not None:
        return _pause(screen, texts, wide)
    if screen.locked:
        return _notice(screen, texts, "locked", wide)
    burning = screen.burning
    if burning is not None and burning.why == "open" and screen.phase in _BURNS:
        return _burn(screen, burning, texts, wide)
    key = next((key for name, key in _NOTICE_OF_PHASE if name == screen.phase), None)
    if key is not None and not (screen.phase == "over" and screen.result):
        return _between(screen, texts, key, wide)
    return _table(screen, texts)


def _notice(screen: Screen, texts: Texts, key: str, wide: bool) -> NoticeFace:
    found = notice(texts, key)
    assert found is not None, f"{key} is one of ours"
    if wide:
        return NoticeFace(found.wide_title, found.wide, screen.test, texts.test)
    return NoticeFace(found.title, found.short, screen.test, texts.test)


def _menu(screen: Screen, texts: Texts, wide: bool) -> NoticeFace:
    prompt = screen.prompt
    item = _item(texts, prompt.menu, prompt.item)
    first = f"{prompt.typed}▶{item}" if item else prompt.typed
    second = ""
    if prompt.n is not None and prompt.of is not None:
        choose = texts.choose_wide if wide else texts.choose
        second = choose.format(n=prompt.n, of=prompt.of)
    return NoticeFace(
        find(texts.menus, prompt.menu, wide), (first, second), screen.test, texts.test
    )


def _item(texts: Texts, page: str, word: str) -> str:
    """A menu's item: a position, a suit or rank on their pages, a known word, else as it is."""
    for position in Position:
        if word == position.value:
            return texts.seat(position)
    if page == "suit" and word in _SIGNS:
        return f"{_SIGNS[word]} {word}"
    if page == "rank" and word == "T":
        return "10"
    known = {text.key for text in texts.items}
    return find(texts.items if word in known else texts.reasons, word, False)


def _between(screen: Screen, texts: Texts, key: str, wide: bool) -> NoticeFace:
    """A phase without a hand; with the set whose turn it is, or what CONFIRM agrees to now."""
    shown = _notice(screen, texts, key, wide)
    if key == "no_shoe" and screen.prompt.set_id:
        return replace(
            shown, lines=(texts.open_set.format(set=screen.prompt.set_id), shown.lines[1])
        )
    if key == "checklist" and screen.prompt.confirm:
        point = find(texts.prompts, screen.prompt.confirm, wide)
        return replace(shown, lines=(point, texts.confirm_wide))
    return shown


def _hold(screen: Screen, hold: Held, texts: Texts, wide: bool) -> NoticeFace:
    """What to do; then, taking turns, which cards were put aside and what CONFIRM means."""
    first, second = advise(texts, hold.code, hold.advice, hold.seat, wide)
    title = find(texts.holds, hold.code, wide)
    if hold.n is not None and (hold.n > 1 or hold.of is not None):
        title += f" {hold.n}" if hold.of is None else f" {hold.n}/{hold.of}"
    pages = [(first, second)]
    if screen.prompt.aside:
        pages.append((texts.aside, " ".join(_named(word) for word in screen.prompt.aside)))
    confirm = screen.prompt.confirm
    if confirm and confirm != "agree":
        pages.append((texts.confirm_wide, find(texts.prompts, confirm, wide)))
    lines = pages[screen.now_ns // PAGE_NS % len(pages)]
    return NoticeFace(title, lines, screen.test, texts.test)


def _compare(screen: Screen, hold: Held, texts: Texts) -> TableFace:
    """The recorded cards, and the question whether they are those on the table."""
    table = _table(screen, texts)
    title = find(texts.holds, hold.code, False)
    page = (screen.now_ns // PAGE_NS) % 2
    return replace(
        table,
        due=None,
        label=texts.confirm if page else title,
        alert=True,
        badge=texts.agree,
        sentence=texts.agree_wide if page else find(texts.holds, hold.code, True),
    )


def _pause(screen: Screen, texts: Texts, wide: bool) -> NoticeFace:
    """How long the table has stood still (S1 allows five minutes)."""
    shown = _notice(screen, texts, "pause", wide)
    seconds = (screen.now_ns - screen.pause_ns) // 1_000_000_000
    return replace(shown, title=f"{shown.title} {seconds // 60}:{seconds % 60:02}")


def _burn(screen: Screen, burning: Burning, texts: Texts, wide: bool) -> NoticeFace:
    """The opening burn: how many more, the card that said so; or what CONFIRM means now."""
    done = burning.n is not None and burning.n == burning.of
    title = texts.burning if burning.n is None or done else f"{texts.burning} {burning.n}"
    if burning.n is not None and burning.of is not None and not done:
        title += f"/{burning.of}"
    opened = "" if burning.card is None else _card(burning.card)
    first = texts.opened.format(card=opened) if opened else ""
    second = ""
    if burning.n is not None and burning.of is not None:
        second = texts.burn_more.format(n=burning.of - burning.n)
    if done and screen.prompt.confirm:
        first = texts.confirm_wide
        second = find(texts.prompts, screen.prompt.confirm, wide)
    return NoticeFace(title, (first, second), screen.test, texts.test)


_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def _named(word: str) -> str:
    """A card's word with its sign; `?`, `+3` and the like as they are."""
    try:
        return _card(parse_card(word))
    except CardError:
        return word


def _card(card: Card) -> str:
    return ("10" if card.rank == "T" else card.rank) + _SIGNS[card.suit]


def _table(screen: Screen, texts: Texts) -> TableFace:
    won = screen.result if screen.result in {"P", "B"} else ""
    confirm = screen.prompt.confirm
    asks = confirm not in _AFTER_THE_CARD and (
        confirm == "reveal" or (screen.due is None and not screen.result)
    )
    due = None if screen.result or asks else screen.due
    if screen.phase == "ready" and screen.prompt.draws == "P1" and not screen.result and not asks:
        due = Position.P1
    corner = _corner(screen)
    badge, sentence = _middle(screen, texts, due, confirm if asks else "")
    notes = _notes(screen, texts)
    page = (screen.now_ns // PAGE_NS) % (len(notes) + 1)
    label, alert = (corner, False) if page == 0 else (notes[page - 1][0], True)
    if page:
        sentence = notes[page - 1][1]
    if asks:
        label, alert = texts.confirm, True
    return TableFace(
        player=Side(screen.player, screen.player_total, (won == "P") if won else None),
        banker=Side(screen.banker, screen.banker_total, (won == "B") if won else None),
        due=due,
        label=label,
        alert=alert,
        badge=badge,
        sentence=sentence,
        corner=corner,
        test=screen.test,
    )


def _corner(screen: Screen) -> str:
    """Coup and, behind a small card, cards left; what is not known is left out."""
    coup = "" if screen.coup is None else str(screen.coup)
    return coup if screen.left is None else f"{coup} ▯{screen.left}".strip()


def _notes(screen: Screen, texts: Texts) -> tuple[tuple[str, str], ...]:
    """Warnings and the free hand, each for the narrow label and for the wide bar."""
    left = "" if screen.left is None else str(screen.left)
    notes = []
    for word in screen.warnings:
        short, wide = _both(texts.warnings, word)
        notes.append((short.format(left=left), wide.format(left=left)))
    if screen.result == "V" and screen.reason:
        notes.append(_both(texts.reasons, screen.reason))
    if screen.phase == "over":
        over = notice(texts, "over")
        assert over is not None
        notes.append((over.title, over.wide_title))
    if screen.prompt.refused:
        notes.insert(0, _both(texts.refusals, screen.prompt.refused))
    if screen.prompt.called:
        notes.append((texts.called, texts.called))
    if screen.prompt.host_lost:
        notes.append((texts.host_lost, texts.host_lost))
    if screen.prompt.key:
        notes.append((texts.key_on, texts.key_on))
    if screen.result and screen.phase == "ready" and screen.prompt.draws == "burn":
        notes.append((texts.burn_one, texts.burn_one_wide))
    if screen.manual:
        notes.append((texts.manual, texts.manual))
    if screen.free:
        notes.append((texts.free, texts.free))
    return tuple(notes)


def _both(texts: tuple[Text, ...], key: str) -> tuple[str, str]:
    return find(texts, key, False), find(texts, key, True)


def _middle(screen: Screen, texts: Texts, due: Position | None, asked: str) -> tuple[str, str]:
    """The badge and the wide sentence: what is asked, the result, or whose card is next."""
    if asked:
        wide = find(texts.prompts, asked, True)
        return find(texts.prompts, asked, False), texts.confirm_wide + wide
    score = ""
    if screen.player_total is not None and screen.banker_total is not None:
        score = f" {screen.player_total}–{screen.banker_total}"
    match screen.result:
        case "P":
            return texts.player_won, texts.player_won_wide + score
        case "B":
            return texts.banker_won, texts.banker_won_wide + score
        case "T":
            return texts.tied, texts.tied + score
        case "V":
            reason = find(texts.reasons, screen.reason, False) if screen.reason else ""
            return texts.voided, f"{texts.voided} {reason}".strip()
        case _:
            pass
    if due is not None:
        side = texts.side(due.side)
        return texts.seat(due), texts.next_card.format(side=side, number=due.value[1])
    if screen.phase == "ready" and screen.prompt.draws == "burn":
        return texts.burn_one, texts.burn_one_wide
    if screen.phase == "ready":
        return texts.ready, texts.ready_wide
    return "", ""
