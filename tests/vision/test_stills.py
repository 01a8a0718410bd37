"""Single pictures: everything a decoder alone reads is read, and nothing wrong."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
import zxingcpp
from pyzbar import pyzbar

from vision.frame import Luma, SourceError
from vision.stills import StillsReader, still_files

CODE = "9701256054"


def picture(text: str = CODE, kind: str = "Code128", scale: int = 3) -> Luma:
    """A code with a wide white border."""
    symbol = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.__members__[kind])
    drawn = np.array(zxingcpp.write_barcode_to_image(symbol, scale=scale))
    if drawn.shape[0] < 90 and kind != "QRCode":
        drawn = np.repeat(drawn[:1], 90, 0)
    return np.pad(drawn, 60, constant_values=255).astype(np.uint8)


def turned(luma: Luma, angle: float) -> Luma:
    height, width = luma.shape
    side = int(np.hypot(height, width)) + 20
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
    turn[:, 2] += ((side - width) / 2, (side - height) / 2)
    return cv2.warpAffine(luma, turn, (side, side), borderValue=255).astype(np.uint8)


def read(folder: Path, luma: Luma, any_code: bool = True) -> list[tuple[str, str]]:
    path = folder / "picture.png"
    assert cv2.imwrite(str(path), luma)
    return [(code.symbology, code.text) for code in StillsReader(any_code).read(path)]


@pytest.mark.parametrize("angle", [0, 20, 45, 77, 90, 130, 180])
def test_a_code_reads_at_any_angle(tmp_path: Path, angle: float) -> None:
    """A photograph has no motion to go by."""
    assert read(tmp_path, turned(picture(), angle), any_code=False) == [("CODE128", CODE)]


@pytest.mark.parametrize(
    ("kind", "text", "name"),
    [
        ("Code128", "Ship 42", "CODE128"),
        ("EAN13", "9780201379624", "EAN13"),
        ("ITF", "1234567895", "ITF"),
        ("Code39", "SHOE", "CODE39"),
        ("QRCode", "a shoe", "QRCODE"),
    ],
)
def test_any_means_every_symbology_and_length(
    tmp_path: Path, kind: str, text: str, name: str
) -> None:
    """With `any_code`; without it these are no cards' codes and say nothing."""
    luma = picture(text, kind)
    assert read(tmp_path, luma) == [(name, text)]
    assert read(tmp_path, luma, any_code=False) == []


def test_a_card_code_has_sound_check_digits(tmp_path: Path) -> None:
    """Ten digits whose check digits are wrong are no card's."""
    assert read(tmp_path, picture("9701256055"), any_code=False) == []


def test_two_codes_in_a_picture_are_both_told(tmp_path: Path) -> None:
    """In the order they lie in it, from above."""
    other = "0012345625"
    both = np.vstack([picture(), picture(other)])
    assert read(tmp_path, both) == [("CODE128", CODE), ("CODE128", other)]


def test_it_reads_what_either_decoder_reads_alone(tmp_path: Path) -> None:
    """Blur, noise, glare and smallness, ever worse: never fewer than zbar or zxing-cpp."""
    draw = np.random.default_rng(4)
    ours = theirs = 0
    for step in range(24):
        luma = picture(scale=1 + step % 3).astype(np.float64)
        luma = cv2.GaussianBlur(luma, (0, 0), 0.3 + (step % 6) * 0.25)
        luma += draw.normal(0, step * 1.5, luma.shape)
        luma[:, luma.shape[1] // 2 :] += 4 * step
        rough = np.clip(luma, 0, 255).astype(np.uint8)
        alone = {one.data.decode() for one in pyzbar.decode(rough)}
        alone |= {one.text for one in zxingcpp.read_barcodes(rough)}
        found = {text for _, text in read(tmp_path, rough)}
        assert found <= {CODE}
        assert alone & {CODE} <= found
        ours += bool(found)
        theirs += bool(alone)
    assert ours > theirs >= 8


def test_a_picture_without_a_code_says_nothing(tmp_path: Path) -> None:
    """zbar invents ITF in noise; one decoder's word is not enough there."""
    noise = np.random.default_rng(5).integers(0, 255, (300, 400)).astype(np.uint8)
    assert read(tmp_path, noise) == []


def test_folders_are_opened_and_missing_files_named(tmp_path: Path) -> None:
    """PATHs may be pictures or folders of them."""
    for name in ("b.png", "a.png"):
        assert cv2.imwrite(str(tmp_path / name), picture())
    names = [path.name for path in (*still_files(tmp_path), *still_files(tmp_path / "b.png"))]
    assert names == ["a.png", "b.png", "b.png"]
    with pytest.raises(SourceError, match="no such file"):
        still_files(tmp_path / "none.png")
    (tmp_path / "text.png").write_text("no picture")
    with pytest.raises(SourceError, match=r"text\.png: not a picture"):
        StillsReader(True).read(tmp_path / "text.png")


def test_a_code_on_a_transparent_ground_reads(tmp_path: Path) -> None:
    """What is transparent lies on white paper, whatever colour is kept under it."""
    bars = picture()
    layers = np.dstack([np.zeros_like(bars)] * 3 + [255 - bars])
    assert read(tmp_path, layers, any_code=False) == [("CODE128", CODE)]


def test_a_picture_too_large_to_open_is_named(tmp_path: Path) -> None:
    """A header that promises 60,000 by 60,000 pixels: one line, no traceback, nothing else."""
    path = tmp_path / "bomb.png"
    head = b"IHDR" + struct.pack(">IIBBBBB", 60000, 60000, 8, 0, 0, 0, 0)
    data = zlib.compress(b"\0" * 1000)
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + struct.pack(">I", 13)
        + head
        + struct.pack(">I", zlib.crc32(head))
        + struct.pack(">I", len(data))
        + b"IDAT"
        + data
        + struct.pack(">I", zlib.crc32(b"IDAT" + data))
    )
    with pytest.raises(SourceError, match=r"bomb\.png"):
        StillsReader(any_code=False).read(path)
