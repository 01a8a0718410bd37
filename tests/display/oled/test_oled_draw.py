"""What is drawn, compared pixel by pixel with pictures looked at (tools/golden_oled.py)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from display.oled.draw import NARROW, SIZES, WIDE, draw, paint
from display.oled.face import face
from display.oled.faces import NoticeFace, TableFace
from display.oled.lettering import Font, Spacing, bitmap, digit, fit, glyph, width
from display.oled.pips import pip
from display.oled.samples import NOW_NS, SAMPLES, story
from display.oled.screen import Burning, Held, Prompt, Screen
from display.oled.wear import MINUTE_NS, ROUND, contrast, dot, resting, shifted
from display.texts.languages import texts
from display.texts.words import Language
from firmware.baccarat.cards import RANKS, SUITS, Card, Position
from firmware.shoe.menu import Page
from firmware.shoe.words import Advice, CheckItem, HoldCode, Warn

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
NAMES = [name for name, _ in SAMPLES]


@pytest.mark.parametrize("language", list(Language), ids=lambda language: language.value)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("at", range(len(SAMPLES)), ids=NAMES.__getitem__)
def test_a_sample_looks_as_it_did(size: tuple[int, int], language: Language, at: int) -> None:
    """Every pixel of every sample is the golden picture's."""
    with Image.open(GOLDEN / f"oled-{size[0]}x{size[1]}-{language.value}.png") as sheet:
        assert sheet.size == (size[0], size[1] * len(SAMPLES))
        golden = sheet.crop((0, at * size[1], size[0], (at + 1) * size[1]))
    picture = draw(story(SAMPLES[at][1]), size, language)
    assert ImageChops.difference(picture.convert("L"), golden.convert("L")).getbbox() is None


def test_every_face_has_its_sample() -> None:
    """Each hold with each advice that a script leads to, each menu page, warning and state."""
    said = [line.split() for _, lines in SAMPLES for line in lines]
    holds = {(words[1], words[2]) for words in said if words[0] == "HOLD"}
    scripts = (GOLDEN.parent / "scenarios").glob("*.expected")
    raised = {
        (words[1], words[2])
        for path in scripts
        for words in map(str.split, path.read_text().splitlines())
        if words[0] == "HOLD"
    }
    assert raised - holds == set()
    keys = {word for words in said for word in words}
    assert {f"menu={page.value}" for page in Page} - keys == set()
    assert {f"code={warn.value}" for warn in Warn} - keys == set()
    assert {f"confirm=check_{item.value}" for item in CheckItem} - keys == set()
    assert {"free=1", "locked=1", "called=1", "host=lost", "key=1", "manual=1"} - keys == set()
    assert len({name for name, _ in SAMPLES}) == len(SAMPLES)


def inked(image: Image.Image, box: tuple[int, int, int, int]) -> Image.Image:
    return image.convert("L").crop(box)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_test_mode_changes_every_picture_outside_the_cards(size: tuple[int, int]) -> None:
    """Simulated input is unmistakable on every face, and TEST never covers a card."""
    for name, lines in SAMPLES:
        screen = story(lines)
        live, test = (draw(replace(screen, test=flag), size) for flag in (False, True))
        changed = ImageChops.difference(live.convert("L"), test.convert("L")).getbbox()
        assert changed is not None, name
        if isinstance(face(screen, texts(Language.ENGLISH), size == WIDE), TableFace):
            top, bottom = (32, 63) if size == NARROW else (0, 42)
            tiles = (0, top, size[0], bottom)
            assert inked(live, tiles).tobytes() == inked(test, tiles).tobytes(), name


def test_a_wrong_size_is_refused() -> None:
    """There are two layouts and no third is guessed."""
    with pytest.raises(ValueError, match="128x64 and 256x64"):
        draw(Screen(), (128, 32))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_moving_the_picture_loses_nothing(size: tuple[int, int]) -> None:
    """Against burn-in the picture goes round, and no lit pixel leaves or wraps."""
    tables = [
        story(lines)
        for _, lines in SAMPLES
        if isinstance(face(story(lines), texts(Language.ENGLISH), False), TableFace)
    ]
    assert len(tables) > 8
    tiles = (0, 32, 128, 64) if size == NARROW else (0, 0, 256, 43)
    for screen in tables:
        still = inked(draw(screen, size), tiles).getbbox()
        for minute, (right, down) in enumerate(ROUND):
            moved = shifted(draw(screen, size), minute * MINUTE_NS)
            assert still is not None
            if size == WIDE:
                assert inked(moved, tiles).getbbox() is not None
                continue
            left, top, end, bottom = still
            assert inked(moved, tiles).getbbox() == (
                left + right,
                top + down,
                end + right,
                bottom + down,
            )


def test_the_picture_stands_still_within_a_minute() -> None:
    """A move a minute, a pixel at a time, round and round."""
    steps = [*ROUND, ROUND[0]]
    for before, after in pairwise(steps):
        assert abs(before[0] - after[0]) + abs(before[1] - after[1]) == 1
    picture = draw(story(SAMPLES[6][1]))
    assert shifted(picture, 0).tobytes() == shifted(picture, MINUTE_NS - 1).tobytes()


def test_only_a_quiet_table_is_dimmed() -> None:
    """Nothing changed for long: dim; but never a hold, a menu, a fault or a dead feed."""
    late = Screen(now_ns=500 * NOW_NS, heard_ns=500 * NOW_NS, phase="ready")
    assert contrast(late, 200, 20, 60 * NOW_NS) == 20
    assert contrast(replace(late, changed_ns=late.now_ns), 200, 20, 60 * NOW_NS) == 200
    for waits in (
        replace(late, hold=Held("unread")),
        replace(late, fault="disk"),
        replace(late, prompt=Prompt(menu="root")),
        replace(late, heard_ns=0),
    ):
        assert contrast(waits, 200, 20, 60 * NOW_NS) == 200


def test_only_a_closed_shoe_goes_dark() -> None:
    """No shoe and no news for long: a dot that wanders; never a table, a hold or a dead feed."""
    late = Screen(now_ns=500 * NOW_NS, heard_ns=500 * NOW_NS, phase="no_shoe")
    assert resting(late, 60 * NOW_NS)
    assert not resting(late, 0)
    for awake in (
        replace(late, changed_ns=late.now_ns),
        replace(late, phase="ready"),
        replace(late, hold=Held("restart")),
        replace(late, fault="journal"),
        replace(late, heard_ns=0),
    ):
        assert not resting(awake, 60 * NOW_NS)
    for size in SIZES:
        dots = [dot(draw(late, size), minute * MINUTE_NS) for minute in range(60)]
        assert len({image.tobytes() for image in dots}) == 60
        assert {sum(image.convert("L").histogram()[1:]) for image in dots} == {4}


def test_no_two_cards_look_alike() -> None:
    """All 52 cards give 52 pictures, in both sizes; a card not told looks like none of them."""
    for size in SIZES:
        hands = [(Card(rank, suit),) for suit in SUITS for rank in RANKS]
        shown = {
            draw(Screen(heard_ns=0, phase="coup", player=hand), size).tobytes()
            for hand in [*hands, (None,)]
        }
        assert len(shown) == 53


def test_no_two_totals_look_alike() -> None:
    """Ten totals, ten pictures; there is no eleventh."""
    for wide in (False, True):
        assert len({digit(value, wide).tobytes() for value in range(10)}) == 10
        with pytest.raises(ValueError, match="no total"):
            digit(10, wide)


def test_every_letter_is_in_the_font() -> None:
    """Each letter of each text has a picture, no two the same (all Vietnamese ones too)."""
    letters = set()
    for language in Language:
        letters |= set(str(texts(language)))
    for font in Font:
        missing = glyph("\uffff", font).tobytes()
        drawn = {letter: glyph(letter, font).tobytes() for letter in letters if letter != " "}
        assert missing not in drawn.values()
        assert len(set(drawn.values())) == len(drawn)


def test_a_text_too_long_ends_in_an_ellipsis() -> None:
    """What does not fit even in the smallest letters is visibly cut, within its room."""
    line = fit("x" * 100, 60)
    assert line.text.endswith("…")
    assert line.width <= 60
    assert width(line.text, line.font, line.spacing) == line.width


@pytest.mark.parametrize("language", list(Language), ids=lambda language: language.value)
@pytest.mark.parametrize("test", [False, True])
def test_every_hold_and_advice_is_in_large_letters(language: Language, test: bool) -> None:
    """Whatever is held and advised, title and lines are 20 px high: read at a metre."""
    for wide, room in ((False, 122), (True, 250)):
        for code in HoldCode:
            for advice in Advice:
                tries = (2, 3) if code is HoldCode.UNREAD else (None, None)
                held = Held(code.value, advice.value, "", Position.B3, *tries)
                screen = Screen(heard_ns=0, hold=held, test=test)
                shown = face(screen, texts(language), wide)
                assert isinstance(shown, NoticeFace)
                title = fit(shown.title, room - (28 if test else 0))
                fitted = [title, *(fit(text, room) for text in shown.lines)]
                assert [line.font for line in fitted] == [Font.LARGE] * 3, shown


@pytest.mark.parametrize("language", list(Language), ids=lambda language: language.value)
def test_badges_are_in_large_letters(language: Language) -> None:
    """Whose card is next, the result and what CONFIRM means: 20 px high in the narrow badge."""
    words = texts(language)
    open_ones = [words.seat(position) for position in Position]
    # The checklist's have a line of their own.
    asked = (text.short for text in words.prompts if not text.key.startswith("check_"))
    open_ones += [words.agree, *asked]
    decided = [words.player_won, words.banker_won, words.tied, words.voided]
    for room, badges in ((70, open_ones), (66, decided)):
        for badge in badges:
            assert fit(badge, room).font is Font.LARGE, badge
    labels = [text.short.format(left=39) for text in words.warnings]
    for label in [*labels, words.called, words.host_lost, words.key_on, words.manual]:
        assert fit(label, 45, Font.SMALL).text == label


def test_spacing_never_overlaps_letters() -> None:
    """Closer spacing keeps at least a dark column between any two letters of a word."""
    for spacing, gap in ((Spacing.CLOSE, 2), (Spacing.TIGHT, 1)):
        for pair in ("Mm", "Wi", "ĐỆ", "ưở", "T1"):
            alone = sum(width(letter, Font.LARGE, spacing) for letter in pair)
            assert width(pair, Font.LARGE, spacing) == alone + gap


def test_pips_are_ones_of_their_suit() -> None:
    """Red suits are hollow, black ones solid, each suit its own sign, in both sizes."""
    for wide in (False, True):
        signs = {suit: bitmap(pip(suit, wide)) for suit in SUITS}
        assert len({sign.tobytes() for sign in signs.values()}) == 4
        for suit, sign in signs.items():
            lit = sum(sign.convert("L").histogram()[255:]) / (sign.width * sign.height)
            assert (lit > 0.4) == (suit in "CS"), suit


def test_a_burn_without_numbers_still_draws() -> None:
    """A feed that says less gives a poorer picture, never an error."""
    screen = Screen(heard_ns=0, phase="opening", burning=Burning("open", None, None, None))
    for size in SIZES:
        assert draw(screen, size).getbbox() is not None
        assert paint(face(screen, texts(Language.ENGLISH), False), size).size == size
