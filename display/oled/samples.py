"""Shell: sample pictures for whoever wires a panel, and the material of the golden pictures.

Each sample is a story of the feed in lines as `shoe watch` prints them, without number and CRC.
"""

from __future__ import annotations

import time
from typing import Final

from display.oled.device import Oled
from display.oled.draw import draw
from display.oled.fold import fold
from display.oled.screen import Screen
from display.texts.words import Language
from firmware.feed.line import parse

NOW_NS: Final = 8_000_000_000
"""The samples' moment; at a multiple of the pages' time, so that coup and cards left show."""
SHOW_S: Final = 3.0

_DEAL: Final = (
    "HELLO mode=live",
    "SHOE state=open shoe=57 left=416",
    "CARD shoe=57 coup=34 seat=P1 card=9S left=274",
    "CARD shoe=57 coup=34 seat=B1 card=KD left=273",
    "CARD shoe=57 coup=34 seat=P2 card=4H left=272",
    "CARD shoe=57 coup=34 seat=B2 card=7C left=271",
)
_RESULT: Final = (
    "HELLO mode=live",
    "SHOE state=open shoe=57 left=416",
    "CARD shoe=57 coup=34 seat=P1 card=TS left=274",
    "CARD shoe=57 coup=34 seat=B1 card=KD left=273",
    "CARD shoe=57 coup=34 seat=P2 card=4H left=272",
    "CARD shoe=57 coup=34 seat=B2 card=7C left=271",
    "CARD shoe=57 coup=34 seat=P3 card=4D left=270",
    "CARD shoe=57 coup=34 seat=B3 card=9H left=269",
    "RESULT shoe=57 coup=34 number=33 win=P p=8 b=6 cards=6 natural=0 pairs=- free=0",
)
SAMPLES: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("nothing-heard", ()),
    ("no-shoe", ("HELLO mode=live", "STATE phase=no_shoe", "PROMPT confirm=none set=B")),
    ("checklist", ("HELLO mode=live", "STATE phase=checklist shoe=57", "PROMPT confirm=check_cut")),
    ("opening", ("HELLO mode=live", "STATE phase=opening shoe=57 left=416")),
    (
        "burning",
        (
            "HELLO mode=live",
            "STATE phase=opening shoe=57 left=416",
            "BURN why=open card=4D n=1 of=5 left=415",
            "BURN why=open card=- n=2 of=5 left=414",
        ),
    ),
    (
        "burnt",
        (
            "HELLO mode=live",
            "STATE phase=opening shoe=57 left=416",
            "BURN why=open card=AD n=1 of=2 left=415",
            "BURN why=open card=- n=2 of=2 left=414",
            "PROMPT confirm=burn undo=none key=0",
        ),
    ),
    ("ready", ("HELLO mode=live", "STATE phase=ready shoe=57 left=416")),
    ("burn-due", ("HELLO mode=live", "STATE phase=ready shoe=57 left=416", "PROMPT next=burn")),
    ("first-card", (*_DEAL[:2], "STATE phase=ready coup=34 left=275", "PROMPT next=P1")),
    ("player-3", _DEAL),
    ("player-3-test", ("HELLO mode=test", *_DEAL[1:])),
    ("player-wins", _RESULT),
    ("player-wins-test", ("HELLO mode=test", *_RESULT[1:])),
    (
        "banker-wins",
        ("HELLO mode=live", "STATE phase=ready coup=7 player=6H,JC banker=9S,QD p=6 b=9 result=B"),
    ),
    (
        "tie-free",
        (
            "HELLO mode=live",
            "STATE phase=ready coup=81 player=6H,2C banker=8S,KS p=8 b=8 result=T free=1 left=18",
        ),
    ),
    ("void", (*_DEAL, "VOID coup=34 reason=wrong_place")),
    ("settle", (*_RESULT[:-1], "PROMPT confirm=settle undo=last key=0")),
    ("reveal", (*_DEAL[:2], "STATE phase=coup coup=34 left=-", "PROMPT confirm=reveal")),
    (
        "untold",
        ("HELLO mode=live", "STATE phase=coup coup=71 player=6H,- banker=AS next=B2 left=38"),
    ),
    (
        "hold-unread",
        (*_DEAL[:5], "HOLD code=unread advice=rescan seat=B2 by=dealer"),
    ),
    (
        "hold-unread-again",
        (*_DEAL[:5], "HOLD code=unread advice=rescan seat=B2 by=dealer try=2 of=3"),
    ),
    (
        "hold-unread-test",
        ("HELLO mode=test", *_DEAL[1:5], "HOLD code=unread advice=rescan seat=B2 by=dealer"),
    ),
    ("hold-foreign", (*_DEAL, "HOLD code=foreign advice=decide by=supervisor")),
    ("hold-power", (*_DEAL, "HOLD code=power advice=agree by=dealer")),
    ("hold-power-early", ("HELLO mode=live", "HOLD code=power advice=agree by=dealer")),
    ("hold-strange", (*_DEAL, "HOLD code=new_hold advice=new_advice by=supervisor")),
    (
        "menu",
        (*_DEAL, "PROMPT confirm=menu_ok undo=back key=1 menu=reason item=wrong_place n=3 of=13"),
    ),
    ("menu-card", (*_DEAL, "PROMPT confirm=menu_ok key=1 menu=suit item=H n=3 of=4 typed=8")),
    ("pause", (*_DEAL, "PAUSE reason=dealer_change")),
    ("over", ("HELLO mode=live", "STATE phase=over shoe=57 coup=81 left=14")),
    ("counting", ("HELLO mode=live", "STATE phase=counting shoe=57 left=9")),
    ("fault", (*_DEAL, "FAULT state=on what=journal why=full")),
)


def story(lines: tuple[str, ...], t_ns: int = NOW_NS) -> Screen:
    """The screen after these lines, all heard at `t_ns`."""
    screen = Screen(now_ns=t_ns)
    for line in lines:
        screen = fold(screen, parse(f"!0 {line}").message, t_ns)
    return screen


def show_samples(oled: Oled, language: Language) -> None:
    """Show every sample on the panel, long enough to be read on a real one."""
    for _, lines in SAMPLES:
        t_ns = time.monotonic_ns()
        oled.show(draw(story(lines), oled.size, language), t_ns)
        if oled.real:
            time.sleep(SHOW_S)
