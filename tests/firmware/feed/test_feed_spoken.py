"""Every kind of the feed in plain words, and a kind nobody knows with its keys."""

from __future__ import annotations

import pytest

from firmware.feed.line import parse
from firmware.feed.spoken import spoken
from firmware.shoe.words import Advice, Warn


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            "!0 HELLO proto=1 fw=0.1 table=7 next=5 mode=test clock=unset",
            "table 7, program 0.1, next line 5, its clock is not set — TEST",
        ),
        (
            "!0 STATE phase=coup coup=12 player=9S,4H p=3 banker=- next=P3 left=9 hold=unread",
            "now: coup, coup 12, Player 9♠ 4♥ = 3, next Player 3, 9 left, HOLD unread",
        ),
        (
            "!0 STATE phase=reveal coup=2 player=?,? p=- banker=?,? b=- next=- left=- warn=below",
            "now: reveal, coup 2, Player ? ?, Banker ? ?, warning below",
        ),
        (
            "!0 HISTORY shoe=57 part=1 of=3 from=1 r=P,Bp,Tn",
            "history of shoe 57, part 1 of 3: P Bp Tn",
        ),
        (
            "!0 PROMPT confirm=settle undo=last next=- key=0 called=0 refused=- aside=-",
            "CONFIRM: settle, UNDO: last",
        ),
        (
            "!0 PROMPT confirm=menu_ok undo=back key=1 called=1 refused=no_key aside=8S menu=root"
            " item=void_past n=2 of=9",
            "CONFIRM: menu ok, UNDO: back, menu root: void past (2 of 9), refused no key,"
            " set aside 8S, supervisor's key on, supervisor called",
        ),
        ("!0 HISTORY shoe=57 part=1 of=1 from=1 r=-", "history of shoe 57: no coup yet"),
        (
            "!1 SHOE state=open shoe=57 set=A decks=8 profile=live8 left=416 ev=1 t=2",
            "shoe 57 opened: set A, 8 decks, rules live8",
        ),
        ("!1 SHOE state=closed shoe=57 set=A decks=8 left=9", "shoe 57 closed, 9 left"),
        ("!1 SHOE state=retired shoe=- set=A", "set A is retired"),
        (
            "!2 BURN why=open card=- n=2 of=5 left=411",
            "burnt (opening) 2 of 5: face down, 411 left",
        ),
        (
            "!2 BURN why=coup card=4D n=1 of=1 left=9",
            "burnt (before the coup) 1 of 1: 4♦, 9 left",
        ),
        ("!3 CARD seat=P1 card=TS left=9 manual=1", "Player 1: 10♠, 9 left, typed"),
        (
            "!4 RESULT coup=12 number=11 win=B p=4 b=7 natural=0 pairs=PB free=0",
            "coup 12 (no. 11): BANKER wins 7 to 4 (both pairs)",
        ),
        (
            "!4 RESULT coup=12 number=- win=T p=9 b=9 natural=1 pairs=- free=1",
            "coup 12: TIE at 9 (natural, free hand)",
        ),
        (
            "!5 CORRECT coup=12 number=- win=V reason=order was=P",
            "CORRECTED: coup 12: VOID, order (was Player)",
        ),
        (
            "!5 CORRECT coup=12 player=9S banker=KD was=KD/9S",
            "CORRECTED: coup 12: Player 9♠, Banker K♦ (was KD/9S)",
        ),
        (
            "!6 SETTLE coup=12 banker=won:0.95 tie=lost big=closed six=won player=push ev=9",
            "coup 12 pays: banker wins 0.95; six wins; push: player; closed: big",
        ),
        ("!6 MORE coup=12 tie=lost", "coup 12 pays: nothing"),
        (
            "!6 VOID coup=2 reason=other by=supervisor who=anna",
            "coup 2 is VOID: other, by supervisor anna; bets go back",
        ),
        (
            "!7 HOLD code=unread advice=rescan by=dealer seat=B1 try=2 of=3",
            "HOLD unread at Banker 1, try 2 of 3: UNDO, then slide the same card again"
            " (for the dealer)",
        ),
        ("!7 HOLD code=new advice=dance", "HOLD new: dance"),
        ("!7 CLEAR code=unread by=dealer", "hold unread cleared, by dealer"),
        ("!8 WARN code=below left=39", "WARNING: few cards left, 39 left"),
        (
            "!8 WARN code=bets_closed left=99 bets=big,player_pair",
            "WARNING: bets closed: big, player pair, 99 left",
        ),
        (
            "!9 ODDS coup=3 after=P1 banker=0.458600 tie=0.095200",
            "coup 3, chances (P1): banker 0.458600, tie 0.095200",
        ),
        ("!9 NEWKIND a=1 b=2", "NEWKIND, a 1, b 2"),
        ("!0 PING", "…"),
    ],
)
def test_a_message_in_words(line: str, words: str) -> None:
    """The line's keys, said; the journal's own keys are not repeated."""
    assert spoken(parse(line).message) == words


@pytest.mark.parametrize("advice", [one.value for one in Advice])
def test_every_advice_has_words(advice: str) -> None:
    """What to do is said, not its key."""
    said = spoken(parse(f"!1 HOLD code=unread advice={advice}").message)
    assert " " in said.removeprefix("HOLD unread: ")


@pytest.mark.parametrize("code", [one.value for one in Warn])
def test_every_warning_has_words(code: str) -> None:
    """What is the matter is said, not its key."""
    said = spoken(parse(f"!1 WARN code={code} left=9").message)
    assert " " in said.removeprefix("WARNING: ").removesuffix(", 9 left")
