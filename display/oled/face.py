"""Pure: what the small screen says, in words and places: a Screen and a language to a Face.

Owns which of several things comes first: a dead feed over a menu, a menu over a hold, a hold over
the table. Knows no pixels; widths are the drawing's matter.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from display.oled import notices
from display.oled.faces import Face, Side, TableFace, turn
from display.oled.screen import Held, Screen
from display.texts.words import Texts, find, notice
from firmware.baccarat.cards import Position

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
        return notices.whole(screen, texts, "dead", wide)
    if screen.prompt.menu:
        return notices.menu(screen, texts, wide)
    if screen.fault:
        shown = notices.whole(screen, texts, "fault", wide)
        known = any(text.key == screen.fault for text in texts.holds)
        return replace(shown, title=find(texts.holds, screen.fault, wide)) if known else shown
    if screen.hold is not None:
        if screen.hold.advice in _COMPARE and (screen.player or screen.banker):
            return _compare(screen, screen.hold, texts)
        return notices.hold(screen, screen.hold, texts, wide)
    found = _without_hand(screen, texts, wide)
    return _table(screen, texts) if found is None else found


def _without_hand(screen: Screen, texts: Texts, wide: bool) -> Face | None:
    """The notice of a pause, a lock, a burn or a phase without a hand; None: there is one."""
    burning = screen.burning
    key = next((key for name, key in _NOTICE_OF_PHASE if name == screen.phase), None)
    if screen.pause is not None:
        shown = notices.pause(screen, texts, wide)
    elif screen.locked:
        shown = notices.whole(screen, texts, "locked", wide)
    elif burning is not None and burning.why == "open" and screen.phase in _BURNS:
        shown = notices.burn(screen, burning, texts, wide)
    elif key is not None and not (screen.phase == "over" and screen.result):
        shown = notices.between(screen, texts, key, wide)
    else:
        return None
    return notices.answered(screen, texts, wide, shown)


def _compare(screen: Screen, hold: Held, texts: Texts) -> TableFace:
    """The recorded cards, and the question whether they are those on the table."""
    table = _table(screen, texts)
    title = find(texts.holds, hold.code, False)
    page = turn(screen, 2)
    return replace(
        table,
        due=None,
        label=texts.confirm if page else title,
        alert=True,
        badge=texts.agree,
        sentence=texts.agree_wide if page else find(texts.holds, hold.code, True),
    )


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
    refusal = notices.refusal(screen, texts)
    pages = (*refusal, (corner, sentence), *notes)
    page = turn(screen, len(pages))
    alert = page != len(refusal)
    label, sentence = pages[page]
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
    notes = list(notices.called(screen, texts))
    for word in screen.warnings:
        short, wide = notices.both(texts.warnings, word)
        notes.append((short.format(left=left), wide.format(left=left)))
    if screen.result == "V" and screen.reason:
        notes.append(notices.both(texts.reasons, screen.reason))
    if screen.phase == "over":
        over = notice(texts, "over")
        assert over is not None
        notes.append((over.title, over.wide_title))
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
