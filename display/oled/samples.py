"""Shell: sample pictures for whoever wires a panel, and the material of the golden pictures.

Each sample is a story of the feed in lines as the line has them, without number and CRC; a `PING`
in it stands for two seconds of silence, after which the next of several pages shows. Every face is
here that the procedure can lead to: each hold with each advice, each menu page, each warning.
"""

from __future__ import annotations

import time
from typing import Final

from display.oled.device import Oled
from display.oled.draw import draw
from display.oled.faces import PAGE_NS
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
_HOLDS: Final = (
    ("unread", "rescan", "by=dealer seat=B2"),
    ("unread", "type", "by=supervisor seat=B2"),
    ("unknown", "decide", "by=supervisor seat=B2"),
    ("foreign", "decide", "by=supervisor seat=B2"),
    ("duplicate", "void", "by=dealer seat=B2"),
    ("reversed", "slide", "by=dealer seat=P2"),
    ("reversed", "agree", "by=supervisor"),
    ("together", "order", "by=supervisor"),
    ("early", "carry", "by=dealer"),
    ("early", "close", "by=dealer"),
    ("extra", "fate", "by=supervisor"),
    ("short", "draw", "by=dealer seat=B2"),
    ("burn", "burn_on", "by=dealer"),
    ("burn", "put_back", "by=dealer"),
    ("misdeal", "aside", "by=supervisor"),
    ("misdeal", "call", "by=supervisor"),
    ("damaged", "exchange", "by=supervisor"),
    ("power", "agree", "by=dealer"),
    ("camera", "type", "by=supervisor seat=B2"),
    ("camera", "agree", "by=dealer"),
    ("journal", "agree", "by=dealer"),
    ("timeout", "draw", "by=dealer seat=B2"),
    ("host", "wait", "by=supervisor"),
    ("restart", "wait", "by=supervisor"),
)
_MENUS: Final = (
    ("root", "type", "n=1 of=9"),
    ("rank", "T", "n=10 of=13"),
    ("suit", "H", "n=3 of=4 typed=8"),
    ("reason", "wrong_place", "n=3 of=13"),
    ("seat", "P2", "n=3 of=4"),
    ("other_seat", "B2", "n=3 of=3"),
    ("past", "33", "n=1 of=20"),
    ("count", "5", "n=2 of=3"),
    ("set", "B", "n=2 of=2"),
    ("pause", "dealer_change", "n=1 of=2"),
    ("supervisor", "4711", "n=1 of=3"),
    ("pin", "7", "n=8 of=10 typed=%2A%2A"),
)
_WARNINGS: Final = (
    "below",
    "cut",
    "cut_overdue",
    "last_coup",
    "bets_closed",
    "extra",
    "peeks",
    "unshuffled",
)
SAMPLES: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("nothing-heard", ()),
    ("no-shoe", ("HELLO mode=live", "STATE phase=no_shoe", "PROMPT confirm=none set=B")),
    *(
        (
            f"checklist-{item}",
            ("HELLO mode=live", "STATE phase=checklist shoe=57", f"PROMPT confirm=check_{item}"),
        )
        for item in ("set", "security", "cut")
    ),
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
    ("free-hand-next", (*_DEAL[:2], "STATE phase=ready coup=34 free=1 left=275", "PING")),
    (
        "free-hand",
        (
            *_DEAL[:2],
            "STATE phase=coup coup=34 player=9S,4H banker=KD p=3 b=0 next=B2 free=1 left=272",
            "PING",
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
        "hold-unread-again",
        (*_DEAL[:5], "HOLD code=unread advice=rescan seat=B2 by=dealer try=2 of=3"),
    ),
    (
        "hold-unread-test",
        ("HELLO mode=test", *_DEAL[1:5], "HOLD code=unread advice=rescan seat=B2 by=dealer"),
    ),
    *(
        (f"hold-{code}-{advice}", (*_DEAL[:5], f"HOLD code={code} advice={advice} {more}"))
        for code, advice, more in _HOLDS
    ),
    (
        "hold-aside-listed",
        (*_DEAL[:5], "HOLD code=misdeal advice=aside", "PROMPT aside=8S,?,TD,+3", "PING"),
    ),
    (
        "hold-confirm",
        (*_DEAL[:5], "HOLD code=extra advice=fate", "PROMPT confirm=fate", "PING"),
    ),
    ("hold-agree-confirm", (*_DEAL[:5], "HOLD code=power advice=agree", "PING")),
    ("hold-power-early", ("HELLO mode=live", "HOLD code=power advice=agree by=dealer")),
    ("hold-strange", (*_DEAL, "HOLD code=new_hold advice=new_advice by=supervisor")),
    *(
        (
            f"menu-{page}",
            (*_DEAL, f"PROMPT confirm=menu_ok undo=back key=1 menu={page} item={item} {more}"),
        )
        for page, item, more in _MENUS
    ),
    *((f"warning-{word}", (*_DEAL, f"WARN code={word} left=39", "PING")) for word in _WARNINGS),
    ("key-on", (*_DEAL, "PROMPT key=1", "PING")),
    ("called", (*_DEAL, "PROMPT called=1", "PING")),
    ("host-lost", (*_DEAL, "PROMPT host=lost", "PING")),
    ("typed", (*_DEAL[:5], "CARD shoe=57 coup=34 seat=B2 card=7C manual=1", "PING")),
    ("refused", (*_DEAL, "PROMPT refused=key")),
    ("refused-in-hold", (*_DEAL[:5], "HOLD code=short advice=draw", "PROMPT refused=hold")),
    ("locked", (*_DEAL, "STATE phase=coup coup=34 locked=1")),
    ("pause-new-dealer", (*_DEAL, "PAUSE reason=dealer_change")),
    ("pause-technical", (*_DEAL, "PAUSE reason=technical", *("PING",) * 37)),
    ("over", ("HELLO mode=live", "STATE phase=over shoe=57 coup=81 left=14")),
    ("counting", ("HELLO mode=live", "STATE phase=counting shoe=57 left=9")),
    ("fault", (*_DEAL, "FAULT state=on what=journal why=full")),
)


def story(lines: tuple[str, ...], t_ns: int = NOW_NS) -> Screen:
    """The screen after these lines, all heard at `t_ns` but for what follows a PING."""
    screen = Screen(now_ns=t_ns)
    for line in lines:
        if line == "PING":
            t_ns += PAGE_NS
        screen = fold(screen, parse(f"!0 {line}").message, t_ns)
    return screen


def show_samples(oled: Oled, language: Language) -> None:
    """Show every sample on the panel, long enough to be read on a real one."""
    for _, lines in SAMPLES:
        t_ns = time.monotonic_ns()
        oled.show(draw(story(lines), oled.size, language), t_ns)
        if oled.real:
            time.sleep(SHOW_S)
