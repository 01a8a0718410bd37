"""Every kind of the feed in plain words, and a kind nobody knows with its keys."""

from __future__ import annotations

import pytest

from firmware.feed.line import parse
from firmware.feed.spoken import spoken


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            "!0 HELLO proto=1 fw=0.1 table=7 next=5 mode=test clock=unset",
            "table 7, program 0.1, next line 5, its clock is not set — TEST",
        ),
        (
            "!0 STATE phase=coup coup=12 player=9S,4H p=3 banker=- next=P3 left=9 hold=unread",
            "now: coup, coup 12, Player 9♠ 4♥ = 3, next P3, left 9, HOLD unread",
        ),
        (
            "!0 HISTORY shoe=57 part=1 of=3 from=1 r=P,Bp,Tn",
            "history of shoe 57, part 1 of 3: P Bp Tn",
        ),
        ("!1 SHOE state=open shoe=57 set=A ev=1 t=2", "shoe 57 open, set A"),
        (
            "!2 BURN why=open card=- n=2 of=5 left=411",
            "burnt (open): face down, n 2, of 5, left 411",
        ),
        ("!2 BURN why=coup card=4D", "burnt (coup): 4♦"),
        ("!3 CARD seat=P1 card=TS manual=1", "Player 1: 10♠, manual 1"),
        (
            "!4 RESULT coup=12 number=11 win=B p=4 b=7 natural=0 pairs=PB free=0",
            "coup 12 (no. 11): BANKER wins 7 to 4 (both pairs)",
        ),
        (
            "!4 RESULT coup=12 number=- win=T p=9 b=9 natural=1 pairs=- free=1",
            "coup 12: TIE at 9 (natural, free hand)",
        ),
        ("!5 CORRECT coup=12 win=V was=P", "CORRECTED (was P): coup 12: VOID"),
        (
            "!6 SETTLE coup=12 banker=won:0.95 tie=lost either_pair=push ev=9 t=1",
            "coup 12 pays: banker won 0.95, tie lost, either pair push",
        ),
        (
            "!7 HOLD code=unread advice=rescan by=dealer",
            "HOLD unread: rescan, dealer clears",
        ),
        ("!8 WARN code=below left=39", "WARN, code below, left 39"),
        ("!9 NEWKIND a=1 b=2", "NEWKIND, a 1, b 2"),
        ("!0 PING", "…"),
    ],
)
def test_a_message_in_words(line: str, words: str) -> None:
    """The line's keys, said; the journal's own keys are not repeated."""
    assert spoken(parse(line).message) == words
