"""Card codes carry ISO 7064 MOD 97-10 check digits."""

from __future__ import annotations

from itertools import product

from firmware.codes.digits import check_digits, codewords, is_card_code, with_check_digits


def test_check_digits_are_iso_7064_mod_97_10() -> None:
    """The standard's rule: the whole number leaves 1 modulo 97; its own example is 794 -> 44."""
    assert check_digits("794") == "44"
    assert int(with_check_digits("48219703")) % 97 == 1


def test_a_single_wrong_digit_or_a_swap_never_passes() -> None:
    """Every substitution and every swap of different neighbours in a code shows."""
    code = with_check_digits("48219703")
    wrong = {
        code[:at] + digit + code[at + 1 :]
        for at, digit in product(range(10), "0123456789")
        if code[at] != digit
    } | {
        code[:at] + code[at + 1] + code[at] + code[at + 2 :]
        for at in range(9)
        if code[at] != code[at + 1]
    }
    assert len(wrong) > 90
    assert not any(is_card_code(text) for text in wrong)
    assert is_card_code(code)


def test_only_ten_ascii_digits_are_a_card_code() -> None:
    """Other lengths and other alphabets' digits are none, whatever they add up to."""
    code = with_check_digits("48219703")
    arabic = code.translate(str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩"))
    assert [is_card_code(text) for text in (code[1:], "0" + code, arabic, "", "CUT")] == [False] * 5


def test_two_digits_are_one_codeword() -> None:
    """As Code 128 set C prints them."""
    assert codewords("0123456789") == ("01", "23", "45", "67", "89")
