"""``kotae import`` and ``kotae export`` as people type them."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from pipeline.catalogue import read_catalogue
from pipeline.cli import cli
from pipeline.cli_export import TIERS
from pipeline.tier import Tier
from tests.drawn import drawn_catalogue

LINK = "https://puzz.link/p?akari/6/6/nekcakbl"
BOARD = "walls: |\n  ......\n  ..4...\n  ....2.\n  .0....\n  ...1..\n  ......\nclues: fixed\n"
UNRULY = "6x6:AbaecAiDDg"
NUMBERS = "https://puzz.link/p?numlin/8/8/h13i2i4i3g4g5i1r2l6g6i5t"
MIXED = f"""# what a friend sent
{LINK}
7x7:b1f2iB2g1Bi2fBb

{UNRULY}

pzprv3
lightup
2
2
. -\x20
1 .\x20
"""


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*words: str, text: str | None = None) -> Result:
    return CliRunner().invoke(cli, words, input=text, catch_exceptions=False)


def test_import_writes_a_layout_of_what_was_drawn() -> None:
    """The layout says its kind, so that it can be checked wherever it lies; nothing is told where nothing is amiss."""
    result = run("import", LINK)
    assert (result.exit_code, result.stdout, result.stderr) == (0, f"kind: akari\n{BOARD}", "")
    Path("mine.yaml").write_text(result.stdout, encoding="utf-8")
    checked = run("check", "mine.yaml", "--json")
    assert (checked.exit_code, json.loads(checked.stdout)["verdict"]) == (0, "unique")


def test_import_reads_files_of_many_and_standard_input() -> None:
    """Links, IDs and saved boards stand in one file, with comments; each comes out with the rules that it says."""
    Path("mixed.txt").write_text(MIXED, encoding="utf-8")
    result = run("import", "mixed.txt", "--out", "new.yaml")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "4 layouts in new.yaml" in result.stderr
    text = Path("new.yaml").read_text(encoding="utf-8")
    assert text.count("---\n") == 3
    assert "unique_lines: false\n" in text
    assert run("import", "-", text=MIXED).stdout == text
    again = run("import", "mixed.txt", "--out", "new.yaml")
    assert (again.exit_code, again.stdout) == (1, "")
    assert "new.yaml: is there already" in again.stderr
    Path("link.yaml").symlink_to("nowhere.yaml")
    assert "link.yaml: is there already" in run("import", "mixed.txt", "--out", "link.yaml").stderr
    assert Path("link.yaml").is_symlink()


def test_import_tells_every_fault_with_its_place_and_gives_the_good_ones() -> None:
    """A file is written only if all of it can be read; standard output has what could be."""
    Path("mixed.txt").write_text(f"{LINK}\n  7x7:b1f2iB2g1Bi2f!b\n9x9#1234\n{UNRULY}\n", encoding="utf-8")
    result = run("import", "mixed.txt")
    assert result.exit_code == 1
    assert result.stdout.count("kind: ") == 2
    assert "mixed.txt:2:20: '!' is no part of a Light Up board\n    7x7:b1f2iB2g1Bi2f!b" not in result.stderr
    assert "mixed.txt:2:20: '!' is no part of a Light Up board" in result.stderr
    assert "  7x7:b1f2iB2g1Bi2f!b\n                   ^\n" in result.stderr
    assert "mixed.txt:3:4: a random seed makes a board only in the program that drew it" in result.stderr
    assert "2 faults" in result.stderr
    assert run("import", "mixed.txt", "--out", "new.yaml").exit_code == 1
    assert not Path("new.yaml").exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("..A\nA..", ""),
        ("5/5/1j2h3m1h2j3", "this can be akari or tsunagi"),
        ("01..\n....\n....\n..10", "this can be akari, binairo or tsunagi"),
        ("https://puzz.link/p?slither/3/3/a", "a puzzle of the genre 'slither' is not read here"),
        ("https://puzz.link/p?arukone/3/2/1.1g", "r1c2: an end without a number"),
        ("https://puzz.link/p?numlin/3/2/1212g2", "r2c3: 2 has 3 ends"),
        ("3x3:A..B.BA..|sparse", "boards with 'sparse' are not supported"),
        (
            "https://puzz.link/p?akari/2/2/4g..",
            "r1c1: no bulbs can satisfy this 4: it has one white cell",
        ),
        ("http://puzz.link/p?akari/2/2/4g.4", ", and 1 fault more\n  http://puzz.link/p?akari/2/2/4g.4\n  ^\n"),
        ("no.txt", "no.txt: there is no such file"),
        ("hello there", "(read as "),
        ("\n", "no puzzle is here"),
    ],
)
def test_import_says_what_is_wrong(text: str, said: str) -> None:
    """What can be several kinds is asked for, and what no board of ours can hold is named by its cell."""
    result = run("import", text)
    assert result.exit_code == (1 if said else 0), result.stderr
    assert said in result.stderr
    assert "Traceback" not in result.stderr


def test_import_is_told_the_kind_and_the_format() -> None:
    """Where a text can be several, the command line says which; what it says that is not there is its fault."""
    assert run("import", "01..\n....\n....\n..10", "--kind", "binairo").exit_code == 0
    assert "fill: false" in run("import", "5/5/1j2h3m1h2j3", "--kind", "tsunagi").stdout
    assert run("import", "3x3:d4d", "--from", "tatham").exit_code == 0
    assert run("import", LINK, "--from", "tatham").exit_code == 1
    assert run("import", LINK, "--kind", "chess").exit_code == 2
    assert run("import", LINK, "--from", "chess").exit_code == 2


def test_import_warns_of_what_it_took_for_granted() -> None:
    """Each warning has the place of its puzzle."""
    result = run("import", "..A\nA..")
    assert "warning: argument:1:1: the text does not say whether every cell is used: taken that it is" in result.stderr
    many = run("import", "https://puzz.link/p?numlin/3/2/-ffgg-ff22")
    assert "warning: argument:1:1: a layout has no letters for the numbers of these pairs" in many.stderr


def test_export_turns_one_format_into_another() -> None:
    """A link becomes an ID, a file, a text; from its own format it comes back to the letter, numbers and all."""
    assert run("export", LINK, "--to", "tatham").stdout == "6x6:h4g2b0g1h\n"
    assert run("export", LINK, "--to", "text").stdout == "......\n..4...\n....2.\n.0....\n...1..\n......\n"
    assert run("export", "http://pzv.jp/p.html?bijutsukan/6/6/nekcakbl/", "--to", "puzzlink").stdout == f"{LINK}\n"
    assert run("export", NUMBERS, "--to", "puzzlink").stdout == f"{NUMBERS}\n"
    for between in ("penpa", "pzprv3"):
        Path("between.txt").write_text(run("export", NUMBERS, "--to", between).stdout, encoding="utf-8")
        back = run("export", "between.txt", "--kind", "tsunagi", "--to", "puzzlink")
        assert back.stdout == f"{NUMBERS}\n"
    Path("layout.yaml").write_text(run("import", NUMBERS).stdout, encoding="utf-8")
    assert run("export", "layout.yaml", "--to", "puzzlink").stdout == f"{NUMBERS}\n"


def test_export_tells_what_is_lost_and_what_there_is() -> None:
    """A rule that a format cannot say is a warning by name; a format that a kind lacks is told with those it has."""
    result = run("export", UNRULY, "--to", "penpa")
    assert "warning: argument:1:1: Penpa+ cannot say that two lines may be equal" in result.stderr
    assert result.exit_code == 0
    lacking = run("export", UNRULY, "--to", "puzzlink")
    assert (lacking.exit_code, lacking.stdout) == (1, "")
    assert (
        f"'binairo' is not written as 'puzzlink'\n  {UNRULY}\n  ^\n  it is written as tatham, code, penpa, text, svg"
        in lacking.stderr
    )
    assert run("export", UNRULY, "--to", "chess").exit_code == 2


def test_export_writes_levels_of_a_catalogue(tmp_path: Path) -> None:
    """An id is enough, and what comes of it reads back as the board of the level."""
    file = drawn_catalogue("akari", tmp_path / "drawn")
    level = next(read_catalogue(file))
    result = run("export", level.id, "--catalogue", str(file.parent), "--to", "text")
    assert tuple(result.stdout.splitlines()) == level.grid
    solved = run("export", level.id, "--catalogue", str(file.parent), "--to", "pzprv3", "--answer").stdout
    assert solved.count("#") == "".join(level.answer).count("*") > 0
    missing = run("export", "0123456789ab", "--catalogue", str(file.parent), "--to", "text")
    assert (missing.exit_code, missing.stdout) == (1, "")
    assert "no level has the id 0123456789ab" in missing.stderr


def test_export_shows_every_clue_of_a_layout_that_is_no_setters_own() -> None:
    """Walls get their numbers, and a warning says that levels have fewer; a layout without an answer is a fault."""
    Path("walls.yaml").write_text("kind: akari\nwalls: |\n  ..#\n  ...\n  #..\n", encoding="utf-8")
    result = run("export", "walls.yaml", "--to", "text")
    assert result.exit_code == 0, result.stderr
    assert not set(result.stdout) & {"#"}
    assert "every clue of this layout is shown" in result.stderr
    Path("drawn.yaml").write_text("kind: tsunagi\nanswer: |\n  AaaA\n  BbbB\n  CccC\n", encoding="utf-8")
    whole = run("export", "drawn.yaml", "--to", "puzzlink")
    assert (whole.exit_code, whole.stdout) == (1, "")
    assert "no way to draw waypoints" in whole.stderr
    level = run("export", "drawn.yaml", "--tier", "easy", "--to", "puzzlink")
    assert (level.exit_code, level.stdout) == (0, "https://puzz.link/p?arukone/4/3/1h12h23h3\n"), level.stderr
    assert list(Tier) == list(TIERS)
    lacking = run("export", "drawn.yaml", "--tier", "expert", "--to", "puzzlink")
    assert "this layout has no level that is expert" in lacking.stderr


def test_export_draws_pages_that_stand_alone() -> None:
    """A page to print is measured in millimetres, has nothing but black and white, and asks for nothing."""
    Path("mine.yaml").write_text(f"kind: akari\ntitle: <Five> & more\nauthor: A. Setter\n{BOARD}", encoding="utf-8")
    page = run("export", "mine.yaml", "--to", "print").stdout
    root = ElementTree.fromstring(page)
    assert root.get("width", "").endswith("mm")
    told = [text.text for text in root.findall("{http://www.w3.org/2000/svg}text")]
    assert told[:2] == ["<Five> & more", "A. Setter"]
    assert "every white cell is lit" in " ".join(filter(None, told))
    assert "script" not in page
    assert "href" not in page
    assert {part[1:4].rstrip('"') for part in page.split('"') if part.startswith("#")} <= {"000", "fff"}
    solved = run("export", "mine.yaml", "--to", "print", "--answer").stdout
    assert solved.count("<circle") > page.count("<circle") == 0
    assert run("export", "mine.yaml", "--to", "svg").stdout.startswith("<svg ")
    assert run("export", "mine.yaml", LINK, "--to", "svg").exit_code == 2
    assert run("export", "mine.yaml", LINK, "--to", "svg", "--out", "pictures").exit_code == 0
    assert sorted(path.suffix for path in Path("pictures").iterdir()) == [".svg", ".svg"]
    none = run("export", "2x2:d", "--to", "svg", "--answer")
    assert (none.exit_code, none.stdout) == (1, "")
    assert "the board has more than one answer" in none.stderr
