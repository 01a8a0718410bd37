"""Pure: the small screen's titles with two lines: holds, menus, burns, phases without a hand.

Owns what is said when; which of them is shown at all is `display.oled.face`'s.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from display.oled.faces import NoticeFace, turn
from display.oled.screen import Burning, Held, Screen
from display.texts.words import Text, Texts, advise, find, notice
from firmware.baccarat.cards import Card, CardError, Position, parse_card

Pages = tuple[tuple[str, str], ...]
"""Pairs of lines that take turns."""
_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def whole(screen: Screen, texts: Texts, key: str, wide: bool) -> NoticeFace:
    """The notice of that key."""
    found = notice(texts, key)
    assert found is not None, f"{key} is one of ours"
    if wide:
        return NoticeFace(found.wide_title, found.wide, screen.test)
    return NoticeFace(found.title, found.short, screen.test)


def menu(screen: Screen, texts: Texts, wide: bool) -> NoticeFace:
    """The supervisor's menu: its page, the item chosen, which of how many."""
    prompt = screen.prompt
    item = _item(texts, prompt.menu, prompt.item)
    first = f"{prompt.typed}▶{item}" if item else prompt.typed
    second = ""
    if prompt.n is not None and prompt.of is not None:
        choose = texts.choose_wide if wide else texts.choose
        second = choose.format(n=prompt.n, of=prompt.of)
    return NoticeFace(find(texts.menus, prompt.menu, wide), (first, second), screen.test)


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


def between(screen: Screen, texts: Texts, key: str, wide: bool) -> NoticeFace:
    """A phase without a hand; with the set whose turn it is, or what CONFIRM agrees to now."""
    shown = whole(screen, texts, key, wide)
    if key == "no_shoe" and screen.prompt.set_id:
        return replace(
            shown, lines=(texts.open_set.format(set=screen.prompt.set_id), shown.lines[1])
        )
    if key == "checklist" and screen.prompt.confirm:
        point = find(texts.prompts, screen.prompt.confirm, wide)
        return replace(shown, lines=(texts.confirm_wide, point))
    return shown


def hold(screen: Screen, held: Held, texts: Texts, wide: bool) -> NoticeFace:
    """What to do; then, taking turns, which cards were put aside and what CONFIRM means."""
    title = find(texts.holds, held.code, wide)
    if held.n is not None and (held.n > 1 or held.of is not None):
        title += f" {held.n}" if held.of is None else f" {held.n}/{held.of}"
    more: list[tuple[str, str]] = []
    if screen.prompt.aside:
        more.append((texts.aside, " ".join(_named(word) for word in screen.prompt.aside)))
    confirm = screen.prompt.confirm
    if confirm and confirm != "agree":
        more.append((texts.confirm_wide, find(texts.prompts, confirm, wide)))
    lines = advise(texts, held.code, held.advice, held.seat, wide)
    return answered(screen, texts, wide, NoticeFace(title, lines, screen.test), tuple(more))


def pause(screen: Screen, texts: Texts, wide: bool) -> NoticeFace:
    """Why and how long the table has stood still (S1 allows five minutes)."""
    shown = whole(screen, texts, "pause", wide)
    seconds = (screen.now_ns - screen.pause_ns) // 1_000_000_000
    why = screen.pause or "-"
    first = shown.lines[0] if why == "-" else find(texts.items, why, wide)
    return replace(
        shown,
        title=f"{shown.title} {seconds // 60}:{seconds % 60:02}",
        lines=(first, shown.lines[1]),
    )


def burn(screen: Screen, burning: Burning, texts: Texts, wide: bool) -> NoticeFace:
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
    return NoticeFace(title, (first, second), screen.test)


def _named(word: str) -> str:
    """A card's word with its sign; `?`, `+3` and the like as they are."""
    try:
        return _card(parse_card(word))
    except CardError:
        return word


def _card(card: Card) -> str:
    return ("10" if card.rank == "T" else card.rank) + _SIGNS[card.suit]


def both(texts: tuple[Text, ...], key: str) -> tuple[str, str]:
    """A word's text for the narrow screen and for the wide one."""
    return find(texts, key, False), find(texts, key, True)


def refusal(screen: Screen, texts: Texts) -> tuple[tuple[str, str], ...]:
    """Why the last button press did nothing, narrow and wide; empty where it acted."""
    word = screen.prompt.refused
    return (both(texts.refusals, word),) if word else ()


def called(screen: Screen, texts: Texts) -> tuple[tuple[str, str], ...]:
    """That the supervisor is called, narrow and wide; empty where nobody is."""
    return ((texts.called, texts.called_wide),) if screen.prompt.called else ()


def answered(
    screen: Screen, texts: Texts, wide: bool, shown: NoticeFace, more: Pages = ()
) -> NoticeFace:
    """The notice and what takes turns with it; a refusal first, the dealer has just pressed."""
    pages = (
        *((text[wide], "") for text in refusal(screen, texts)),
        shown.lines,
        *more,
        *((text[wide], "") for text in called(screen, texts)),
    )
    return replace(shown, lines=pages[turn(screen, len(pages))])
