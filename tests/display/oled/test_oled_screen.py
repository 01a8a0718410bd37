"""The fold of the feed: what a small screen knows, and that it never knows more than it is told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from display.oled.face import face
from display.oled.faces import NoticeFace, TableFace
from display.oled.fold import fold
from display.oled.screen import Burning, Held, Prompt, Screen, tick
from display.texts.languages import texts
from display.texts.words import Language
from firmware.baccarat.cards import ALL_CARDS, Position, parse_card
from firmware.baccarat.drawing import next_position
from firmware.feed.line import parse
from firmware.feed.message import Message

ENGLISH = texts(Language.ENGLISH)
S = 1_000_000_000


def told(*lines: str, t_ns: int = 0) -> Screen:
    screen = Screen()
    for line in lines:
        screen = fold(screen, parse(f"!0 {line}").message, t_ns)
    return screen


def cards(text: str) -> tuple[object, ...]:
    return tuple(parse_card(one) for one in text.split())


DEAL = (
    "SHOE state=open shoe=5 left=416",
    "CARD coup=1 seat=P1 card=9S left=415",
    "CARD coup=1 seat=B1 card=KD left=414",
    "CARD coup=1 seat=P2 card=4H left=413",
    "CARD coup=1 seat=B2 card=7C left=412",
)


def test_cards_give_hands_totals_and_the_next_position() -> None:
    """The numbered lines alone are enough to follow a coup."""
    screen = told(*DEAL)
    assert screen == Screen(
        heard_ns=0,
        phase="coup",
        shoe="5",
        coup=1,
        player=cards("9S 4H"),  # type: ignore[arg-type]
        banker=cards("KD 7C"),  # type: ignore[arg-type]
        player_total=3,
        banker_total=7,
        due=Position.P3,
        left=412,
    )


@given(st.lists(st.sampled_from(ALL_CARDS), min_size=6, max_size=6))
def test_the_next_position_is_the_game_s(drawn: list[object]) -> None:
    """For any cards, after each of them, the arrow stands where the drawing rules say."""
    screen, given_cards = told("SHOE state=open"), ()
    while (seat := next_position(given_cards)) is not None:  # type: ignore[arg-type]
        card = drawn[len(given_cards)]
        line = parse(f"!0 CARD coup=1 seat={seat.value} card={card}").message
        screen = fold(screen, line, 0)
        given_cards = (*given_cards, card)  # type: ignore[assignment]
        assert screen.due == next_position(given_cards)  # type: ignore[arg-type]


def test_a_result_stays_until_the_next_coup_s_first_card() -> None:
    """The hands of the last coup are shown with their result, then wiped at once."""
    over = told(*DEAL, "RESULT coup=1 number=1 win=B p=3 b=7 free=0")
    assert (over.result, over.due, over.player) == ("B", None, cards("9S 4H"))
    again = fold(over, parse("!0 CARD coup=2 seat=P1 card=2C left=410").message, 0)
    assert (again.result, again.player, again.banker) == ("", cards("2C"), ())
    assert (again.player_total, again.banker_total, again.due) == (2, None, Position.B1)


def test_a_snapshot_replaces_everything() -> None:
    """STATE is the truth: what the fold had, and it does not say, is gone."""
    screen = told(
        *DEAL,
        "HOLD code=unread advice=rescan seat=P3 by=dealer",
        "WARN code=cut left=20",
        "STATE phase=coup shoe=6 set=B coup=2 number=2 player=- banker=- p=- b=- next=P1 left=99"
        " warn=- hold=- advice=- by=- seat=- result=-",
    )
    assert screen == Screen(
        heard_ns=0, phase="coup", shoe="6", coup=2, number=2, due=Position.P1, left=99
    )


def test_a_card_that_was_not_told_gives_no_total() -> None:
    """A hidden or unknown card shows as its back; no total or next card is made up from it."""
    screen = told(*DEAL[:3], "CARD coup=1 seat=P2 card=- left=413")
    assert (screen.player, screen.player_total, screen.due) == (
        (parse_card("9S"), None),
        None,
        Position.B2,
    )
    screen = fold(screen, parse("!0 CARD coup=1 seat=B2 card=7C left=412").message, 0)
    assert screen.due is None


def test_holds_and_warnings() -> None:
    """A hold covers the table until CLEAR; a warning is kept once."""
    screen = told(
        *DEAL, "HOLD code=early advice=carry seat=B3 by=supervisor", "WARN code=below left=39"
    )
    screen = fold(screen, parse("!0 WARN code=below left=38").message, 0)
    assert screen.hold == Held("early", "carry", "supervisor", Position.B3)
    assert (screen.warnings, screen.left) == (("below",), 38)
    assert isinstance(face(screen, ENGLISH, False), NoticeFace)
    cleared = fold(screen, parse("!0 CLEAR code=early by=supervisor").message, 0)
    assert cleared.hold is None
    assert isinstance(face(cleared, ENGLISH, False), TableFace)


def test_a_void_and_a_correction() -> None:
    """VOID ends the coup as void; CORRECT changes only the coup that is shown."""
    voided = told(*DEAL, "VOID coup=1 reason=dropped")
    assert (voided.result, voided.reason, voided.due) == ("V", "dropped", None)
    over = told(*DEAL, "RESULT coup=1 number=1 win=B p=3 b=7")
    assert fold(over, parse("!0 CORRECT coup=7 win=T was=B p=1 b=1").message, 0) == over
    right = fold(over, parse("!0 CORRECT coup=1 win=T was=B p=7 b=7 player=9S,8H").message, 0)
    assert (right.result, right.player_total, right.player) == ("T", 7, cards("9S 8H"))
    assert fold(over, parse("!0 CORRECT coup=1 win=V was=B").message, 0).result == "V"


def test_the_opening_burn_keeps_its_first_card() -> None:
    """How many to burn was said by the first card: it stays readable to the end of the burn."""
    screen = told(
        "STATE phase=opening",
        "BURN why=open card=4D n=1 of=5 left=415",
        "BURN why=open card=- n=2 of=5 left=414",
    )
    assert screen.burning == Burning("open", parse_card("4D"), 2, 5)
    undone = parse("!0 BURN why=open card=- n=2 of=5 undone=1 left=415").message
    assert fold(screen, undone, 0).burning == Burning("open", parse_card("4D"), 1, 5)
    first = parse("!0 BURN why=open card=4D n=1 of=5 undone=1 left=416").message
    assert fold(screen, first, 0).burning is None


def test_silence_is_shown_as_death() -> None:
    """After three seconds without a line nothing old is on the screen; one line revives it."""
    screen = told(*DEAL)
    at_three = face(tick(screen, 3 * S), ENGLISH, False)
    assert isinstance(at_three, TableFace)
    dead = face(tick(screen, 3 * S + 1), ENGLISH, False)
    assert dead == NoticeFace("NO SHOE", ("It does not", "answer"), False)
    assert isinstance(face(fold(screen, Message("PING"), 60 * S), ENGLISH, False), TableFace)
    assert Screen().dead


def test_test_mode_comes_from_hello_and_prompt() -> None:
    """Anything but `live` is a test; a prompt may add the mark, never take it off."""
    assert told("HELLO mode=test").test
    assert told("HELLO proto=1").test
    assert not told("HELLO mode=live").test
    assert told("HELLO mode=test", "PROMPT mode=live").test
    assert told("HELLO mode=live", "PROMPT mode=test").test


def test_a_prompt_says_what_confirm_means() -> None:
    """CONFIRM's meaning is the badge, unless a card is due."""
    complete = told(
        "STATE phase=complete coup=1 player=9S,9H banker=KD,7C p=8 b=7", "PROMPT confirm=settle"
    )
    shown = face(complete, ENGLISH, False)
    assert isinstance(shown, TableFace)
    assert (shown.label, shown.alert, shown.badge) == ("CONFIRM", True, "settle")
    dealing = told(*DEAL, "PROMPT confirm=settle")
    shown = face(dealing, ENGLISH, False)
    assert isinstance(shown, TableFace)
    assert shown.badge == "Player 3"


def test_nothing_leaks_while_a_squeezed_coup_is_hidden() -> None:
    """With a reveal asked for, no arrow and no next position, whatever was known before."""
    for wide in (False, True):
        shown = face(told(*DEAL, "PROMPT confirm=reveal"), ENGLISH, wide)
        assert isinstance(shown, TableFace)
        assert (shown.due, shown.badge) == (None, "faced")
        assert "Player" not in shown.sentence


def test_the_recorded_cards_are_seen_when_they_must_be_compared() -> None:
    """After a power cut the dealer compares the table with the screen: the cards are on it."""
    shown = face(told(*DEAL, "HOLD code=power advice=agree by=dealer"), ENGLISH, False)
    assert isinstance(shown, TableFace)
    assert (shown.player.cards, shown.label, shown.badge) == (cards("9S 4H"), "POWER CUT", "agree?")


def test_warnings_take_turns_with_coup_and_cards_left() -> None:
    """Every two seconds the next one, round and round; nothing is ever left out for good."""
    screen = told(*DEAL, "WARN code=below left=39", "WARN code=last_coup left=39")
    labels = []
    for second in (0, 2, 4, 6):
        shown = face(tick(fold(screen, Message("PING"), second * S), second * S), ENGLISH, False)
        assert isinstance(shown, TableFace)
        labels.append((shown.label, shown.alert))
    assert labels == [("1 ▯39", False), ("39 left", True), ("LAST ONE", True), ("1 ▯39", False)]


def test_a_pause_counts_its_time() -> None:
    """The clock starts with the pause and goes on through snapshots."""
    screen = told(*DEAL, "PAUSE reason=dealer", t_ns=10 * S)
    shown = face(fold(screen, Message("PING"), 161 * S), ENGLISH, False)
    assert isinstance(shown, NoticeFace)
    assert shown.title == "PAUSE 2:31"
    assert fold(screen, Message("RESUME"), 170 * S).pause is None


def test_prompt_keys() -> None:
    """`none`, `-` and absence are the same nothing."""
    screen = told("PROMPT confirm=menu_ok undo=none key=1 menu=suit item=H n=3 of=4 typed=8")
    assert screen.prompt == Prompt("menu_ok", "", True, "suit", "H", 3, 4, "8")
    assert told("PROMPT confirm=- undo=none key=0").prompt == Prompt()


KINDS = """HELLO STATE HISTORY PROMPT SHOE BURN CARD RESULT SETTLE MORE VOID FREE PAUSE RESUME
EXTRA RESET CORRECT HOLD CLEAR WARN ODDS FAULT PING OK ERR NEWKIND"""
KEYS = """phase coup seat card left win p b n of why code advice player banker next result
confirm menu item typed state warn hold reason mode free number try"""
WORDS = """- 0 1 9 12 P1 B3 9S TH X open coup 9S,4H 9S,- no_shoe P B T V agree power reveal below ٣
999999999999999999999999999999"""


@given(
    st.lists(
        st.tuples(
            st.sampled_from(KINDS.split()),
            st.dictionaries(
                st.sampled_from(KEYS.split()), st.sampled_from(["", *WORDS.split()]), max_size=6
            ),
        ),
        max_size=12,
    )
)
def test_any_message_gives_a_face(stream: list[tuple[str, dict[str, str]]]) -> None:
    """Whatever comes, in any order, with any values: never an error, always something to show."""
    screen = Screen()
    for kind, keys in stream:
        screen = fold(screen, Message(kind, tuple(keys.items())), 5 * S)
        for wide in (False, True):
            face(screen, ENGLISH, wide)


@pytest.mark.parametrize(
    "kind", ["HISTORY", "SETTLE", "MORE", "ODDS", "EXTRA", "RESET", "OK", "ERR"]
)
def test_kinds_that_are_for_others_change_nothing(kind: str) -> None:
    """They only prove that the shoe lives."""
    screen = told(*DEAL)
    after = fold(screen, Message(kind, (("coup", "9"),)), S)
    assert after == tick(fold(screen, Message("PING"), S), S)


def test_a_hold_takes_turns_with_cards_put_aside_and_confirm() -> None:
    """Cards that passed during a hold are listed; what CONFIRM means is said."""
    screen = told(
        "HOLD code=early advice=carry seat=B3 by=dealer",
        "PROMPT confirm=carry undo=last key=0 aside=TS,?",
    )
    pages = []
    for second in (0, 2, 4):
        shown = face(tick(fold(screen, Message("PING"), second * S), second * S), ENGLISH, True)
        assert isinstance(shown, NoticeFace)
        pages.append(shown.lines)
    assert pages == [
        ("CONFIRM keeps the card", "for its turn, BURN burns."),
        ("Put aside:", "10♠ ?"),
        ("CONFIRM: ", "keep it for its turn"),
    ]


def test_a_squeezed_hand_shows_backs_only() -> None:
    """What STATE hides from the public is a back: no rank, no total, no next position."""
    screen = told(
        "STATE phase=coup coup=3 player=?,? banker=?,? p=- b=- next=- left=300 result=-",
        "PROMPT confirm=reveal undo=last",
    )
    assert (screen.player, screen.banker, screen.due) == ((None, None), (None, None), None)
    assert (screen.player_total, screen.banker_total) == (None, None)


def test_other_cards_in_the_open_coup() -> None:
    """A swap corrects the hands on the screen; totals and arrow follow."""
    screen = told(*DEAL, "CORRECT coup=1 player=9S,KD banker=4H,7C was=9S,4H/KD,7C")
    assert (screen.player, screen.player_total) == (cards("9S KD"), 9)
    assert (screen.banker, screen.banker_total, screen.due) == (cards("4H 7C"), 1, None)


def test_a_fault_stands_until_it_is_over() -> None:
    """What can't be journaled covers everything but a dead feed, and goes with `state=off`."""
    screen = told(*DEAL, "FAULT state=on what=journal why=full")
    shown = face(screen, ENGLISH, False)
    assert shown == NoticeFace("JOURNAL", ("Stop: call", "technician"), False)
    over = fold(screen, parse("!0 FAULT state=off what=journal why=-").message, 0)
    assert isinstance(face(over, ENGLISH, False), TableFace)


def test_between_coups_the_prompt_says_what_is_drawn_next() -> None:
    """A burn that is due is named, also beside a result; else Player's first card is due."""
    ready = told("STATE phase=ready shoe=5 left=416", "PROMPT next=P1")
    shown = face(ready, ENGLISH, False)
    assert isinstance(shown, TableFace)
    assert (shown.due, shown.badge) == (Position.P1, "Player 1")
    shown = face(fold(ready, parse("!0 PROMPT next=burn").message, 0), ENGLISH, False)
    assert isinstance(shown, TableFace)
    assert (shown.due, shown.badge) == (None, "burn one")
    over = told(*DEAL, "STATE phase=ready coup=1 player=9S banker=KD result=P", "PROMPT next=burn")
    shown = face(tick(fold(over, Message("PING"), 2 * S), 2 * S), ENGLISH, False)
    assert isinstance(shown, TableFace)
    assert (shown.due, shown.badge, shown.label) == (None, "PLAYER", "burn one")


def test_a_refused_button_is_answered_at_once_wherever_the_dealer_is() -> None:
    """The answer comes first, then takes turns with what was there; at the table and in a hold."""
    refused = "PROMPT confirm=none refused=nothing called=1"
    pages = []
    for lines in (DEAL, (*DEAL, "HOLD code=foreign advice=decide by=supervisor")):
        screen = told(*lines, refused)
        for second in (0, 2, 4):
            shown = face(
                tick(fold(screen, Message("PING"), second * S), second * S), ENGLISH, False
            )
            pages.append(shown.label if isinstance(shown, TableFace) else shown.lines[0])
    assert pages == ["no use now", "1 ▯412", "called", "no use now", "Stop: call", "called"]


def test_a_pause_names_its_reason() -> None:
    """PAUSE has a reason and a clock."""
    shown = face(told(*DEAL, "PAUSE reason=dealer_change"), ENGLISH, True)
    assert isinstance(shown, NoticeFace)
    assert shown.lines == ("new dealer", "Do not draw a card.")
