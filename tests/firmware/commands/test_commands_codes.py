"""`shoe codes` does what its help says, and says in one line what it cannot do."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from firmware.commands.codes import codes


def shoe_codes(*words: str | Path) -> Result:
    return CliRunner().invoke(codes, [str(word) for word in words])


def rows(path: Path) -> Sequence[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def refused(result: Result, code: int = 2) -> str:
    """The one line that the command gave up with."""
    assert result.exit_code == code
    return result.stderr.strip().splitlines()[-1]


def test_make_writes_a_whole_set(tmp_path: Path) -> None:
    """417 rows, eight of each card, one cut card, nothing twice."""
    path = tmp_path / "sets" / "A.csv"
    made = shoe_codes("make", "--decks", "8", "--out", path, "--json")
    assert json.loads(made.stdout) == {"set": "A", "decks": 8, "codes": 417, "out": str(path)}
    book = rows(path)
    assert list(book[0]) == ["code", "card", "deck"]
    assert len({row["code"] for row in book}) == 417
    assert sum(row["card"] == "CUT" for row in book) == 1
    assert sum(row["card"] == "8S" for row in book) == 8


def test_two_makes_differ_and_a_seed_makes_them_equal(tmp_path: Path) -> None:
    """Sets for play come from the system's chance; a seed is for tests."""
    one, two = shoe_codes("make", "--decks", "1"), shoe_codes("make", "--decks", "1")
    assert one.stdout != two.stdout
    one, two = (shoe_codes("make", "--decks", "1", "--seed", "5") for _ in range(2))
    assert one.stdout == two.stdout
    assert len(one.stdout.splitlines()) == 54


def test_a_book_is_never_overwritten_unasked(tmp_path: Path) -> None:
    """Its cards are printed already."""
    path = tmp_path / "A.csv"
    shoe_codes("make", "--decks", "1", "--out", path)
    before = path.read_text()
    assert "is there already" in refused(shoe_codes("make", "--decks", "1", "--out", path))
    assert path.read_text() == before
    assert shoe_codes("make", "--decks", "1", "--out", path, "--force").exit_code == 0
    assert path.read_text() != before


def test_check_passes_a_made_book_and_says_its_distances(tmp_path: Path) -> None:
    """For people a table, for programs one JSON value."""
    path = tmp_path / "A.csv"
    shoe_codes("make", "--decks", "2", "--out", path, "--seed", "1")
    shown = shoe_codes("check", path)
    assert shown.exit_code == 0
    assert "at least 4 symbols" in " ".join(shown.stdout.split())
    value = json.loads(shoe_codes("check", path, "--json").stdout)
    assert value["ok"] is True
    (book,) = value["books"]
    assert (book["codes"], book["decks"], book["least_distance"]) == (105, 2, 4)
    assert book["splices"] == 0


def test_check_fails_on_mistakes_and_on_doubles(tmp_path: Path) -> None:
    """Every mistake with its line; a code in two sets; exit 1."""
    good, bad, copy = tmp_path / "A.csv", tmp_path / "bad.csv", tmp_path / "B.csv"
    shoe_codes("make", "--decks", "1", "--out", good, "--seed", "1")
    bad.write_text("code,card,deck\n11,8S,1\n11,9S,1\n12,1X,1\n")
    copy.write_text(good.read_text())
    result = shoe_codes("check", bad)
    assert "check failed" in refused(result, 1)
    assert "line 3: code 11 is already on line 2" in result.stderr
    assert "line 4: '1X' is no card" in result.stderr
    value = json.loads(shoe_codes("check", good, copy, bad, "--json").stdout)
    assert value["ok"] is False
    assert len(value["doubles"]) == 53
    assert value["doubles"][0]["sets"] == ["A", "B"]
    assert [mistake["line"] for mistake in value["mistakes"]] == [3, 4]


def test_codes_are_shown_as_they_are(tmp_path: Path) -> None:
    """What looks like markup in a house's code is text."""
    path = tmp_path / "H.csv"
    path.write_text("code,card,deck\n[/red]1,8S,1\n[/red]2,9S,1\n")
    assert "[/red]1 and [/red]2 differ" in " ".join(shoe_codes("check", path).stdout.split())


def test_check_can_be_strict(tmp_path: Path) -> None:
    """A house's own codes pass with their risks said, and fail where risks are not taken."""
    path = tmp_path / "H.csv"
    path.write_text("code,card,deck,symbology\n0011,8S,1,itf\n0012,9S,1,itf\n")
    assert shoe_codes("check", path).exit_code == 0
    assert "10,000 degraded" in " ".join(shoe_codes("check", path).stdout.split())
    assert shoe_codes("check", path, "--strict").exit_code == 1


def test_import_takes_a_houses_table_and_says_its_risks(tmp_path: Path) -> None:
    """The book on disk, the risks on standard error."""
    table, book = tmp_path / "house.csv", tmp_path / "H.csv"
    table.write_text("Barcode;Rank;Suit\n0011;8;Spades\n0012;8;♠\n0099;cut;\n", encoding="utf-8")
    result = shoe_codes("import", table, "--symbology", "itf", "--out", book)
    assert result.exit_code == 0
    assert [(row["code"], row["card"], row["deck"]) for row in rows(book)] == [
        ("0011", "8S", "1"),
        ("0012", "8S", "2"),
        ("0099", "CUT", ""),
    ]
    assert "risk: itf: 458 wrong texts" in result.stderr
    assert shoe_codes("check", book).exit_code == 0


def test_import_says_as_json_what_it_took(tmp_path: Path) -> None:
    """One value and nothing beside it; it needs the file that it speaks of."""
    table, book = tmp_path / "house.csv", tmp_path / "H.csv"
    table.write_text("code,card\n0011,8S\n0012,8S\n0099,CUT\n")
    words = ("import", table, "--symbology", "itf", "--json")
    assert "--out" in refused(shoe_codes(*words))
    result = shoe_codes(*words, "--out", book)
    said = json.loads(result.stdout)
    findings = said.pop("findings")
    assert said == {"set": "H", "decks": 2, "codes": 3, "out": str(book)}
    assert {"weight", "text"} == set(findings[0])
    assert (result.exit_code, result.stderr) == (0, "")


def test_sheet_makes_a_pdf_beside_the_book(tmp_path: Path) -> None:
    """Named after the book unless told otherwise."""
    book = tmp_path / "A.csv"
    shoe_codes("make", "--decks", "1", "--out", book)
    made = shoe_codes("sheet", book, "--kind", "cards", "--paper", "letter", "--json")
    assert json.loads(made.stdout)["pieces"] == 53
    assert (tmp_path / "A.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("check", "none.csv"), "none.csv: No such file or directory; name a CSV file"),
        (("sheet", "bad.csv"), "bad.csv: line 1: no column code"),
        (("sheet", "latin.csv"), "latin.csv: no CSV in UTF-8"),
        (("sheet", "good.csv", "--kind", "cards", "--module", "0.6"), "print labels, or modules"),
        (("sheet", "good.csv", "--out", "no/A.pdf"), "no/A.pdf: No such file"),
        (("import", "bad.csv"), "which column is the code?"),
        (("make", "--json"), "name the file with --out"),
        (("make", "--out", "set of A.csv"), "'set of A' is no name for a set"),
        (("make", "--decks", "0"), "Invalid value for '--decks'"),
        (("make", "--out", "good.csv/A.csv"), "good.csv/A.csv: File exists"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(
    words: tuple[str, ...], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Never a traceback; the line says which file and what to do."""
    monkeypatch.chdir(tmp_path)
    Path("bad.csv").write_text("a,b\n1,2\n")
    Path("latin.csv").write_bytes(b"code,card,deck\n\xe4,8S,1\n")
    Path("good.csv").write_text("code,card,deck\n4821970357,8S,1\n")
    result = shoe_codes(*words)
    assert says in refused(result)
    assert isinstance(result.exception, SystemExit)
