"""Reading bars: which texts count, and that two decoders stand in for one another."""

from __future__ import annotations

import random

import cv2
import numpy as np
import pytest
import zxingcpp

from vision.checkdigits import sound
from vision.decoder import Decoder, Wanted
from vision.frame import Luma
from vision.regions import find_regions, grid_of, sharpened
from vision.sighting import Span, Standing
from vision.simulated.faces import bars
from vision.symbologies import Symbology
from vision.zbar import ZbarScanner


def code(seed: int) -> str:
    number = random.Random(seed).randrange(10**8)
    return f"{number:08d}{98 - number * 100 % 97:02d}"


def strip(text: str, module: float = 3.5, noise: float = 2.0, ink: int = 30) -> Luma:
    """Bars 80 pixels high in the middle of a 640x400 picture of white paper."""
    row = np.where(np.array(bars(text)), ink, 220).astype(np.uint8)
    wide = cv2.resize(row[None, :], (round(len(row) * module), 1), interpolation=cv2.INTER_AREA)
    picture = np.full((400, 640), 220, np.float64)
    left = (640 - wide.shape[1]) // 2
    picture[160:240, left : left + wide.shape[1]] = wide
    picture += np.random.default_rng(3).normal(0, noise, picture.shape)
    return np.clip(picture, 0, 255).astype(np.uint8)


def decoder(*valid: str, cut: str | None = None) -> Decoder:
    checked = all(sound(one) for one in valid)
    return Decoder(
        Wanted(frozenset(valid), frozenset({cut} - {None}), 10, checked, Symbology.CODE128), lines=2
    )


def texts(one: Decoder, picture: Luma) -> list[tuple[str, Standing]]:
    return [(read.code, read.standing) for read in one.read(picture, 0, 400)[1]]


def test_check_digits_are_iso_7064_mod_97_10() -> None:
    """The standard's own example, 794 with 44; one wrong digit, or two swapped, is unsound."""
    assert sound("79444")
    assert not sound("79544")
    assert not sound("97444")
    assert not sound("7944a")
    assert not sound("")


@pytest.mark.parametrize("module", [2.5, 3.0, 3.5, 4.5, 6.0])
@pytest.mark.parametrize("noise", [0.0, 7.0])
def test_bars_of_any_width_read_in_noise(module: float, noise: float) -> None:
    """From 2.5 pixels a module to 6, in 7 grey levels of noise."""
    wanted = code(1)
    assert texts(decoder(wanted), strip(wanted, module, noise)) == [(wanted, Standing.KNOWN)]


def test_either_way_round_reads() -> None:
    """A card turned round shows its code upside down."""
    wanted = code(2)
    turned = np.ascontiguousarray(strip(wanted)[::-1, ::-1])
    assert texts(decoder(wanted), turned) == [(wanted, Standing.KNOWN)]


@pytest.mark.parametrize("angle", [-6.0, -3.0, 3.0, 6.0])
def test_tilted_bars_read(angle: float) -> None:
    """Six degrees either way."""
    wanted = code(3)
    turn = cv2.getRotationMatrix2D((320, 200), angle, 1.0)
    tilted = cv2.warpAffine(strip(wanted), turn, (640, 400), borderValue=220)
    assert texts(decoder(wanted), tilted.astype(np.uint8)) == [(wanted, Standing.KNOWN)]


def test_faint_bars_read() -> None:
    """Low light: 40 grey levels between ink and paper, 3 of noise."""
    wanted = code(4)
    assert texts(decoder(wanted), strip(wanted, noise=3.0, ink=180)) == [(wanted, Standing.KNOWN)]


def test_what_a_text_is_to_the_shoe() -> None:
    """Known, the cut card's, a stranger's; without a book every sound code is known."""
    known, cut, other = code(5), code(6), code(7)
    with_book = decoder(known, cut, cut=cut)
    assert texts(with_book, strip(known)) == [(known, Standing.KNOWN)]
    assert texts(with_book, strip(cut)) == [(cut, Standing.CUT)]
    assert texts(with_book, strip(other)) == [(other, Standing.STRANGER)]
    assert texts(decoder(), strip(other)) == [(other, Standing.KNOWN)]


def test_a_text_that_no_card_can_carry_does_not_count() -> None:
    """Wrong check digits, or another length: no code at all, whatever the decoder says."""
    right = code(8)
    unsound = f"{right[:-1]}{(int(right[-1]) + 1) % 10}"
    assert texts(decoder(), strip(unsound)) == []
    assert texts(decoder(right), strip(right + "12")) == []


def test_a_houses_own_codes_count_by_the_book() -> None:
    """Codes without check digits of ours: the book decides, and the length says stranger."""
    own = decoder("ABC1", "ABC2")
    assert own is not None
    wanted = Wanted(frozenset({"1234567890"}), frozenset(), 10, False, Symbology.CODE128)
    assert wanted.standing("1234567890") is Standing.KNOWN
    assert wanted.standing("1234567891") is Standing.STRANGER
    assert wanted.standing("123456789012") is None


@pytest.mark.parametrize(
    ("symbology", "text"),
    [
        (Symbology.ITF, "1234567895"),
        (Symbology.EAN13, "9780201379624"),
        (Symbology.EAN8, "96385074"),
        (Symbology.CODE39, "SHOE42"),
    ],
)
def test_a_houses_own_symbology_reads(symbology: Symbology, text: str) -> None:
    """Cards that a house has already, by its imported book; other bars say nothing."""
    symbol = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.__members__[symbology.zxing])
    drawn = np.array(zxingcpp.write_barcode_to_image(symbol, scale=3))
    picture = np.full((400, 640), 220, np.uint8)
    wide = np.where(drawn[drawn.shape[0] // 2] > 128, 220, 30)[:600]
    picture[160:240, 20 : 20 + len(wide)] = wide
    own = Decoder(Wanted(frozenset({text}), frozenset(), 10, False, symbology), lines=2)
    assert texts(own, picture) == [(text, Standing.KNOWN)]
    assert texts(own, strip(code(12))) == []
    other = Decoder(Wanted(frozenset({text}), frozenset(), 10, False, Symbology.CODE128), lines=2)
    assert texts(other, picture) == []


def test_two_codes_cut_together_make_no_third() -> None:
    """Left of one, right of the other, cut at every column: never a code that neither is."""
    draw = random.Random(5)
    valid = [code(n) for n in range(416)]
    one_decoder = decoder(*valid)
    for _ in range(6):
        one, other = draw.sample(valid, 2)
        left, right = strip(one), strip(other)
        for cut in range(180, 460, 7):
            spliced = np.hstack([left[:, :cut], right[:, cut:]])
            assert {text for text, _ in texts(one_decoder, spliced)} <= {one, other}


def test_noise_and_faces_are_no_codes() -> None:
    """zbar invents codes in noise when it may choose the symbology; here nothing is read."""
    draw = np.random.default_rng(6)
    one = decoder()
    for _ in range(20):
        assert one.read(draw.integers(0, 255, (400, 640)).astype(np.uint8), 0, 400)[1] == ()
    assert one.read(np.full((400, 640), 128, np.uint8), 0, 400) == (None, ())


def test_where_bars_are_is_told_though_they_cannot_be_read() -> None:
    """Half a code has bars and no text."""
    picture = strip(code(9))
    picture[:, 330:] = 220
    where, reads = decoder().read(picture, 0, 400)
    assert reads == ()
    assert where is not None
    assert where.first == pytest.approx(0.4, abs=0.03)
    assert where.last == pytest.approx(0.6, abs=0.03)


def test_zbar_wants_the_exact_length() -> None:
    """One symbology, one length: everything else is not even looked at."""
    picture = strip(code(10))[196:204]
    assert [one.text for one in ZbarScanner(Symbology.CODE128, 10).scan(picture)] == [code(10)]
    assert ZbarScanner(Symbology.CODE128, 12).scan(picture) == ()
    assert ZbarScanner(Symbology.ITF, 10).scan(picture) == ()


def test_zbar_counts_the_lines_that_agree() -> None:
    """Its quality is the number of lines with the same text."""
    scanner = ZbarScanner(Symbology.CODE128, 10)
    rows = strip(code(11), noise=0)[196:206]
    assert [scanner.scan(rows[:height])[0].lines for height in (1, 2, 10)] == [1, 2, 10]
    scanner.close()
    scanner.close()


@pytest.mark.parametrize("tilt", [0.0, 5.0])
def test_edges_are_found_to_the_pixel(tilt: float) -> None:
    """A card's edges, from a grid twelve rows coarse, tilted or not."""
    picture = np.full((400, 640), 30, np.uint8)
    picture[90:310, 20:620] = 210
    turn = cv2.getRotationMatrix2D((320, 200), tilt, 1.0)
    picture = cv2.warpAffine(picture, turn, (640, 400), borderValue=30).astype(np.uint8)
    found = sharpened(picture, Span(7 / 32, 25 / 32), 30)
    assert found.first * 400 == pytest.approx(90, abs=2)
    assert found.last * 400 == pytest.approx(310, abs=2)


def test_the_grid_covers_all_of_the_field() -> None:
    """32 rows by 80 columns of any picture, first and last of them near its edges."""
    for height, width in ((400, 640), (720, 1280), (250, 400)):
        slope = np.repeat(np.linspace(0, 250, height).astype(np.uint8)[:, None], width, 1)
        grid = grid_of(slope)
        assert grid.shape == (32, 80)
        assert grid[0, 0] == pytest.approx(250 / 64, abs=2)
        assert grid[-1, 0] == pytest.approx(250 - 250 / 64, abs=2)


def test_at_most_three_regions_are_looked_at() -> None:
    """What a frame may cost is bounded, whatever it shows."""
    picture = np.vstack([strip(code(n))[150:250] for n in range(6)])
    assert len(find_regions(picture, 0, len(picture))) == 3
