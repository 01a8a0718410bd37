"""The dialect `line`: its form to the letter, and good again after anything a wire can do."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.feed.dialects import DIALECTS, dialect
from firmware.feed.line import (
    MAX_BYTES,
    BadLine,
    Defect,
    Direction,
    Fault,
    Line,
    LineReader,
    LineTooLong,
    crc,
    decode,
    encode,
    parse,
    shortened,
)
from firmware.feed.message import Message

CARD = Message("CARD", (("shoe", "57"), ("coup", "12"), ("seat", "B2"), ("card", "8S")))
PING = Message("PING")
MESSAGES = st.builds(
    Message,
    st.from_regex(r"[A-Z]{1,8}", fullmatch=True),
    st.lists(
        st.tuples(st.from_regex(r"[a-z_0-9]{1,6}", fullmatch=True).map("k".__add__), st.text()),
        max_size=5,
        unique_by=lambda pair: pair[0],
    ).map(tuple),
)


def shown(found: tuple[Line | Defect, ...]) -> list[int | str]:
    """Numbers of the lines and names of the faults, in order."""
    return [one.seq if isinstance(one, Line) else one.fault.value for one in found]


def fits(message: Message) -> bool:
    try:
        encode(10**18, message)
    except LineTooLong:
        return False
    return True


def test_the_sum_is_crc_16_ccitt_false() -> None:
    """The published check value of 123456789 is 29B1; an empty body leaves the start value."""
    assert (crc(b"123456789"), crc(b"")) == (0x29B1, 0xFFFF)


def test_a_line_has_the_form_of_the_contract() -> None:
    """`!<seq> <KIND> key=value*<CRC>` and CRLF, sum over what lies between `!` and `*`."""
    body = b"17 CARD shoe=57 coup=12 seat=B2 card=8S"
    assert encode(17, CARD) == b"!" + body + b"*%04X\r\n" % crc(body)
    assert encode(0, PING) == b"!0 PING*%04X\r\n" % crc(b"0 PING")
    assert encode(3, Message("LOCK"), Direction.TO_SHOE).startswith(b"?3 LOCK*")


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("", ""),
        ("a b", "a%20b"),
        ("*%=", "%2A%25%3D"),
        ("won:0.95,P1/-!?", "won:0.95,P1/-!?"),
        ("Bàn 7", "B%C3%A0n%207"),
        ("\r\n\x7f", "%0D%0A%7F"),
        ("庄", "%E5%BA%84"),
    ],
)
def test_only_what_would_break_a_line_is_escaped(value: str, written: str) -> None:
    """Space, `*`, `%`, `=` and all outside visible ASCII become `%XX`, and come back."""
    raw = encode(1, Message("X", (("k", value),)))
    assert raw.partition(b"k=")[2].partition(b"*")[0] == written.encode()
    assert LineReader().feed(raw) == (Line(1, Message("X", (("k", value),))),)


def test_a_line_is_never_cut() -> None:
    """512 bytes with the line end are a line; a byte more is refused by name."""
    room = MAX_BYTES - len(encode(1, Message("X", (("k", ""),))))
    full = encode(1, Message("X", (("k", "v" * room),)))
    assert len(full) == MAX_BYTES
    assert shown(LineReader().feed(full)) == [1]
    with pytest.raises(LineTooLong, match="513 bytes"):
        encode(1, Message("X", (("k", "v" * (room + 1)),)))


def test_only_a_line_without_a_number_may_be_shortened() -> None:
    """The longest value gives way and shows it; a message that fits stays what it is."""
    assert shortened(CARD) is CARD
    long = Message("FAULT", (("what", "journal"), ("why", "ü" * 400)))
    cut = shortened(long)
    assert len(encode(0, cut)) <= MAX_BYTES
    assert cut.get("what") == "journal"
    assert cut.get("why").endswith("ü…")
    assert cut.get("why")[:-1] == "ü" * (len(cut.get("why")) - 1)
    with pytest.raises(LineTooLong):
        shortened(Message("X", tuple((f"key{n}", "") for n in range(100))))


@pytest.mark.parametrize(
    ("seq", "message"),
    [
        (-1, PING),
        (1, Message("ping")),
        (1, Message("")),
        (1, Message("X", (("a b", ""),))),
        (1, Message("X", (("", ""),))),
        (1, Message("X", (("k=", ""),))),
    ],
)
def test_names_that_would_break_a_line_are_refused(seq: int, message: Message) -> None:
    """A number is not negative; kinds and keys are plain words."""
    with pytest.raises(ValueError, match=r"number|kind|key"):
        encode(seq, message)


@settings(max_examples=150, deadline=None)
@given(st.lists(MESSAGES.filter(fits), max_size=4), st.randoms(use_true_random=False))
def test_any_messages_come_back_whole_in_any_pieces(messages: list[Message], chance) -> None:
    """However the bytes are cut into pieces, the same lines come out in order."""
    raw = b"".join(encode(n, message) for n, message in enumerate(messages))
    reader, found, at = LineReader(), [], 0
    while at < len(raw):
        step = chance.randint(1, 40)
        found += reader.feed(raw[at : at + step])
        at += step
    assert found == [Line(n, message) for n, message in enumerate(messages)]
    assert reader.end() == ()


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=1500), st.randoms(use_true_random=False))
def test_noise_reads_the_same_in_any_pieces_and_then_good_again(noise: bytes, chance) -> None:
    """Noise never raises, never makes a line, and costs not one whole line after its end."""
    whole = LineReader().feed(noise + b"\n" + encode(5, CARD))
    reader = LineReader()
    bytewise = [one for byte in noise + b"\n" for one in reader.feed(bytes((byte,)))]
    bytewise += reader.feed(encode(5, CARD))
    assert tuple(bytewise) == whole
    assert whole[-1] == Line(5, CARD)
    assert all(isinstance(one, Defect) for one in whole[:-1])


GOOD = encode(2, PING)
LONG = b"!9 " + b"x" * 700


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (encode(1, CARD)[:20] + b"\r\n" + GOOD, ["torn", 2]),
        (encode(1, CARD)[:20] + GOOD, ["torn", 2]),
        (encode(1, CARD)[:-2] + GOOD, ["torn", 2]),
        (b"\x00\xff garbage\r\n" + GOOD, ["noise", 2]),
        (b"\xff\xfe" + GOOD, ["noise", 2]),
        (encode(1, CARD).replace(b"8S", b"8H") + GOOD, ["crc", 2]),
        (encode(1, CARD).replace(b"\r\n", b"\n") + GOOD, [1, 2]),
        (encode(1, CARD).replace(b"\r\n", b"\r") + GOOD, [1, 2]),
        (b"\r\n\r\n" + GOOD, [2]),
        (LONG + b"\r\n" + GOOD, ["long", 2]),
        (LONG + GOOD, ["long", 2]),
        (b"!1 ping*%04X\r\n" % crc(b"1 ping") + GOOD, ["form", 2]),
        (b"!01 PING*%04X\r\n" % crc(b"01 PING") + GOOD, ["form", 2]),
        (b"!1 X a=1 a=2*%04X\r\n" % crc(b"1 X a=1 a=2") + GOOD, ["form", 2]),
        (b"!1 X a=%%FF*%04X\r\n" % crc(b"1 X a=%FF") + GOOD, ["form", 2]),
        (b"!1 X  a=1*%04X\r\n" % crc(b"1 X  a=1") + GOOD, ["form", 2]),
        (b"!1 X\xc3=1*%04X\r\n" % crc(b"1 X\xc3=1") + GOOD, ["form", 2]),
        (encode(7, PING, Direction.TO_SHOE) + GOOD, ["noise", 2]),
    ],
)
def test_damage_is_named_and_the_next_line_is_good(raw: bytes, expected: list[int | str]) -> None:
    """Torn, noisy, changed, endless or badly made: one named defect, then good again."""
    assert shown(LineReader().feed(raw)) == expected


def test_a_lower_case_sum_is_no_sum() -> None:
    """Four upper-case digits, as the contract has it."""
    raw = b"!0 PING*%04x" % crc(b"0 PING")
    assert raw != raw.upper()
    found = decode(raw)
    assert isinstance(found, Defect)
    assert found.fault is Fault.TORN


def test_the_end_of_the_bytes_leaves_nothing_unsaid() -> None:
    """A last line without its end counts if its sum is right, and is torn if it is not there."""
    reader = LineReader()
    assert reader.feed(GOOD[:-2]) == ()
    assert reader.end() == (Line(2, PING),)
    assert reader.feed(GOOD[:-4]) == ()
    assert shown(reader.end()) == ["torn"]
    assert reader.end() == ()


def test_an_endless_stream_is_held_to_a_line() -> None:
    """A wire that babbles without end costs no memory and is told as one defect with its size."""
    reader = LineReader()
    for _ in range(1000):
        assert reader.feed(b"!" + b"U" * 999) == ()
    found = reader.feed(b"\r\n")
    assert shown(found) == ["long"]
    assert isinstance(found[0], Defect)
    assert (found[0].size, len(found[0].raw)) == (1_000_000, MAX_BYTES)


def test_a_host_line_is_read_by_its_own_sign() -> None:
    """`?` lines are the host's; a script may write one without its sum."""
    expected = Line(4, Message("BETS", (("state", "open"), ("round", "1"))))
    raw = encode(expected.seq, expected.message, Direction.TO_SHOE)
    assert LineReader(Direction.TO_SHOE).feed(raw) == (expected,)
    assert parse("?4 BETS state=open round=1", Direction.TO_SHOE) == expected


@pytest.mark.parametrize("text", ["", "LOCK", "?LOCK", "? 1 LOCK", "?1", "?1 LOCK x", "!1 LOCK"])
def test_a_script_line_that_is_none_is_refused(text: str) -> None:
    """Missing sign, number or kind, or a word that is no key=value."""
    with pytest.raises(BadLine):
        parse(text, Direction.TO_SHOE)


def test_a_dialect_is_found_by_its_name() -> None:
    """An unknown name is answered with those there are."""
    assert [dialect(one.name) for one in DIALECTS] == list(DIALECTS)
    with pytest.raises(ValueError, match="no dialect 'morse'; there is line"):
        dialect("morse")
