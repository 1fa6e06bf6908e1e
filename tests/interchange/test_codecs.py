"""The ways in which people and programs spell the same board, one table for each format."""

from __future__ import annotations

import base64
import json
import zlib
from random import Random

import pytest

from pipeline.errors import AuthoringError, AuthoringErrors
from pipeline.interchange import penpa
from pipeline.interchange.export import of_found, write
from pipeline.interchange.format import Format, Request
from pipeline.interchange.layouts import layout_of
from pipeline.interchange.number16 import LARGEST, read_numbers, write_numbers
from pipeline.interchange.read import read_all
from pipeline.kind import discover
from tests.interchange.boards import read_puzzles, tsunagi

KINDS = discover()
AKARI = (".1..", "#.2.", "...3")
CROSS = "https://puzz.link/p?numlin/3/2/1h2h"


def read(text: str, kind: str | None = None) -> tuple[str, ...]:
    """The grid of the one puzzle of a text."""
    (found,) = read_puzzles(text, "a text", KINDS, kind)
    return KINDS[found.kind].grid(found.imported.puzzle)


def fault(text: str, kind: str | None = None) -> str:
    with pytest.raises(AuthoringErrors) as caught:
        read_puzzles(text, "a text", KINDS, kind)
    return str(caught.value)


def format_of(kind: str, name: str) -> Format[object]:
    return next(one for one in KINDS[kind].formats if one.name == name)


def test_numbers_of_every_length_have_their_shortest_form() -> None:
    """At each border of a form, and beside runs of every length; an old mark is read, and a number cut off is told."""
    borders = (0, 15, 16, 255, 256, 4_095, 4_096, 8_191, 8_192, 12_239, 12_240, 77_775, 77_776, LARGEST)
    texts = (
        "0",
        "f",
        "-10",
        "-ff",
        "+100",
        "+fff",
        "=000",
        "=fff",
        "@000",
        "@fcf",
        "*0000",
        "*ffff",
        "$00000",
        "$fffff",
    )
    for number, text in zip(borders, texts, strict=True):
        assert write_numbers([number]) == text
        assert [cell.value for cell in read_numbers(text, 1) if cell] == [number]
    random = Random(16)
    for _ in range(300):
        cells = [random.choice(borders) if random.random() < 0.1 else None for _ in range(random.randint(1, 90))]
        found = read_numbers(write_numbers(cells), len(cells))
        assert [cell.value if cell else None for cell in found] == cells
    assert [cell.value for cell in read_numbers("%fcf", 1) if cell] == [12_239]
    with pytest.raises(AuthoringError, match="is cut off"):
        read_numbers("-1", 1)


@pytest.mark.parametrize(
    "text",
    [
        "https://puzz.link/p?akari/4/3/gb.gchd",
        "http://pzv.jp/p.html?lightup/4/3/gb.gchd/",
        "https://puzz.link/p?type=editor&akari_edit/4/3/gb.gchd",
        "puzz.link/p?bijutsukan_play/4/3/gb.gchd",
        "akari/4/3/gb.gchd",
        "https://pzprxs.example.org/p.html?akari/4/3/g1h.g2j3zz",
        "4x3b20s2d1:a1bBa2d3",
        "https://www.example.org/lightup.html#4x3:a1bBa2d3",
        "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\r\nGAME    :8:Light Up\r\n"
        "PARAMS  :8:4x3b20s0\r\nDESC    :8:a1bBa2d3\r\nMOVE    :4:L0,0\r\n",
        "pzprv3/lightup/3/4/. 1 . # /- + 2 . /. . . 3 /",
        "https://puzz.link/p?pzprv3/lightup/3/4/. 1 . . /- . 2 . /. . . 3 /",
        "pzprv3.1\nlightup\n3\n4\n. 1 . . \n- . 2 . \n. . . 3 \n. . . . \n. . - . \n. . . . \ninfo:{}\n",
        "4 3\n.1..\n#.2.\n...3\n",
        "3 4\n- 1 - -\nx - 2 -\n- - - 3",
        "\n\n  . 1 . .  \n  # . 2 .  \n  . . . 3  \n\n",
        "_1__\nX_2_\n___3",
        "[['_', '1', '_', '_'], ['W', '_', '2', '_'], ['_', '_', '_', '3']]",
        "https://www.example.org/lightup.html#4x3%3Aa1bBa2d3",
        "<https://puzz.link/p?akari/4/3/gb.gchd>",
        "\u2039https://puzz.link/p?akari/4/3/gb.gchd\u203a",
        '"4x3:a1bBa2d3",',
    ],
)
def test_one_akari_board_in_many_spellings(text: str) -> None:
    """All of these are the same board, some of which is not said, or said twice, or said beside it."""
    assert read(text, "akari") == AKARI


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("https://puzz.link/p?akari/4/3/gb!gchd", "a text:1:33: character 3 of the body, '!'"),
        ("https://puzz.link/p?akari/4/61/gb", "a text:1:29: a side of 61 cells"),
        ("https://puzz.link/p?akari/v:x/4/3/g", "the variant 'v:x' is not known"),
        ("https://puzz.link/p?akari/e/4/3/g", "the flag 'e' is not known"),
        ("https://puzz.link/p?akari/4/g", "here should stand the number of columns and of rows"),
        ("https://puzz.link/p?akari/4/3/g/h", "more follows than a link has"),
        ("4x3:a1bBa2", "a text:1:11: the ID ends after 7 of the 12 cells"),
        ("4x3:a1bBa2d3a", "here end the 12 cells of the board"),
        ("4x3b20#123", "a random seed makes a board only in the program that drew it"),
        ("pzprv3\nlightup\n3\n4\n. 1 . .\n- . 2\n", "a text:6:6: row 2 of the board has 3 cells"),
        ("pzprv3\nlightup\n3\n", "the text ends before the number of columns"),
        ("pzprv3\nlightup\n1\n3\n. 7 . \n", "a text:5:3: '7' is no cell"),
        ("SAVEFILE:1:x\nGAME    :8:Light Up\nPARAMS  :3:3x3\nDESC    :4:d4d\n", "where 4 are announced"),
        ("SAVEFILE:1:x\nGAME    :8:Light Up\nPARAMS  :3:3x3\n", "a saved game without DESC"),
        ("5 3\n.1..\n#.2.\n...3\n", "a text:1:1: the size is 5 3, and the board has 3 rows of 4 cells"),
        (".1..\n#.2\n", "a text:2:4: a row of 3 cells under a first row of 4"),
    ],
)
def test_akari_faults_have_their_place(text: str, said: str) -> None:
    """What, where, and nothing of another kind."""
    assert said in fault(text, "akari")


def test_unruly_takes_its_rule_from_the_letter() -> None:
    """With 'u' no lines are equal; the difficulty is no part of the board; a side that is odd is none."""
    for params, unique in (("6x6", False), ("6", False), ("6x6u", True), ("6x6ude", True), ("6x6dt", False)):
        (found,) = read_puzzles(f"{params}:bFACFabFacEa", "a text", KINDS, "binairo")
        assert found.imported.puzzle.unique_lines == unique
    assert "a side of 7 cells" in fault("7x6:aaa", "binairo")
    assert "the code holds" in fault("6x6:aaa", "binairo")
    written = format_of("binairo", "tatham").write
    assert written
    small = written(Request(KINDS["binairo"].decode("4x4u:bFACFa"[:5] + "gBd" + "a" + "c")))
    assert small.lost == ("takes no board with a side below 6",)


@pytest.mark.parametrize(
    ("text", "stones"),
    [
        ("4\n0--1\n----\n----\n1--0\n", "0..1........1..0"),
        ("#Start\n4 4\n0__1\n____\n____\n1__0\n#End\n", "0..1........1..0"),
        ("4 4\n1 - - 2\n- - - -\n- - - -\n2 - - 1", "0..1........1..0"),
        ("0 . . 1 \n. . . . \n. . . . \n1 . . 0 \n", "0..1........1..0"),
        ("0xx1\nxxxx\nxxxx\n1xx0", "0..1........1..0"),
        ("[[0, _, _, 1], [_, _, _, _],\n [_, _, _, _], [1, _, _, 0]]", "0..1........1..0"),
        (
            "[['W', ' ', ' ', 'B'], [' ', ' ', ' ', ' '], [' ', ' ', ' ', ' '], ['B', ' ', ' ', 'W']]",
            "0..1........1..0",
        ),
        ("4 4\n1 - - -\n- - - -\n- - - -\n- - - 1", "0..............0"),
    ],
)
def test_one_binairo_board_in_many_spellings(text: str, stones: str) -> None:
    """Each is written again as it was spelt."""
    (found,) = read_puzzles(text, "a text", KINDS, "binairo")
    assert found.imported.puzzle.text == stones
    assert "may be equal" in found.imported.notes[0]
    assert found.format.write
    again = Request(found.imported.puzzle, spelling=found.imported.spelling)
    assert found.format.write(again).text == text


def test_number_links_carry_their_rule() -> None:
    """numlin and the flag 'e' let cells stay unused, arukone does not; it is written as it was read."""
    for genre, fill in (("numlin", False), ("numberlink", False), ("arukone", True), ("arukone/e", False)):
        text = f"https://puzz.link/p?{genre}/3/2/12g21"
        (found,) = read_puzzles(text, "a text", KINDS)
        assert found.imported.puzzle.fill == fill
        assert found.imported.labels == ("1", "2")
    saved = "pzprv3\narukone\n2\n3\n{}\nA B . \nB A . \n"
    for word, fill in (("passallcell", True), ("dontpassallcell", False)):
        (found,) = read_puzzles(saved.format(word), "a text", KINDS)
        assert found.imported.puzzle.fill == fill
    assert "here should stand 'passallcell'" in fault(saved.format("passnocell"))


def test_saved_lines_are_the_answer_where_they_are_one() -> None:
    """Right lines are kept and written again, wrong ones are left out with a warning."""
    text = "pzprv3\narukone\n2\n3\npassallcell\nA . A \nB . B \n1 1 \n1 1 \n0 0 0 \n"
    format = format_of("tsunagi", "pzprv3")
    (found,) = read_puzzles(text, "a text", KINDS)
    assert found.imported.answer == ("AAA", "BBB")
    assert "has no place for the answer that is told: it is found again" in layout_of(found, KINDS).lost
    assert format.write
    assert format.write(Request(found.imported.puzzle, found.imported.answer)).text == text
    (wrong,) = read_puzzles(text.replace("1 1 \n0", "1 -1 \n0"), "a text", KINDS)
    assert wrong.imported.answer is None
    assert "they are no answer" in wrong.imported.notes[0]


@pytest.mark.parametrize("link", ["numlin/1/4/1h1", "arukone/1/4/1h1"])
def test_a_saved_board_of_one_column_comes_back(link: str) -> None:
    """Its lines across have no entry, and are there; no blank line in a file cuts it in two."""
    format = format_of("tsunagi", "pzprv3")
    (found,) = read_puzzles(link, "a text", KINDS)
    assert format.write
    text = format.write(Request(found.imported.puzzle, ("A",) * 4)).text
    assert text.endswith(" /////1 /1 /1 /\n")
    for again in read_puzzles(text * 2, "a text", KINDS):
        assert (again.imported.puzzle, again.imported.answer) == (found.imported.puzzle, ("A",) * 4)


def packed(*lines: str) -> str:
    pack = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    return "m=edit&p=" + base64.b64encode(pack.compress("\n".join(lines).encode()) + pack.flush()).decode()


def sheet(layer: dict[str, object], head: str = "square,6,5,38", margins: str = "[1,1,2,1]") -> str:
    """A link of three rows of three cells within margins."""
    return packed(f"{head},Title: On%2C zZoom,Author: A", margins, "", penpa.shortened(json.dumps(layer)), "")


def test_penpa_reads_what_is_inside_the_margins() -> None:
    """Numbers of points count margins; greys are walls, letters and numbers are ends; the rest is told."""
    at = {(row, col): str((row + 3) * 10 + col + 4) for row in range(-1, 4) for col in range(-1, 4)}
    walls = {"surface": {at[0, 1]: 4, at[1, 1]: 8, at[2, 2]: 2}, "number": {at[1, 1]: ["3", 1, "1"]}}
    assert read(sheet(walls), "akari") == (".#.", ".3.", "...")
    (found,) = read_puzzles(sheet(walls | {"cage": {"1": 1}}), "a text", KINDS, "akari")
    assert (found.imported.title, found.imported.author) == ("On, zoom", "A")
    assert found.imported.notes == ("left out of the drawing: cage",)
    quoted = sheet(walls).replace("+", "%2B").replace("/", "%2F").replace("=", "%3D")
    assert read(quoted.replace("m%3Dedit&p%3D", "m=edit&p="), "akari") == (".#.", ".3.", "...")
    ends = {
        "number": {at[0, 0]: ["a", 1, "1"], at[2, 2]: ["a", 1, "1"], at[0, 2]: [7, 2, "1"], at[2, 0]: ["7", 1, "1"]}
    }
    (pairs,) = read_puzzles(sheet(ends), "a text", KINDS)
    assert (pairs.kind, pairs.imported.labels, pairs.imported.puzzle.fill) == ("tsunagi", ("a", "7"), False)
    outside = {"number": dict(ends["number"]) | {at[-1, 0]: ["5", 1, "1"]}}
    (beside,) = read_puzzles(sheet(outside), "a text", KINDS)
    assert "left out: what is drawn beside the cells" in beside.imported.notes
    assert "r1c1: a number on a white cell" in fault(sheet(ends), "akari")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("m=edit&p=", "no link of Penpa+"),
        ("m=edit&p=AAAA!", "cannot be unpacked"),
        (sheet({})[:-8], "the link ends too early"),
        (packed("0,1,2", "", "", "", ""), "of the first version of Penpa"),
        (packed("hex,3,3", "[0,0,0,0]", "", "{}", ""), "the grid is not of squares"),
        (packed("square,x,3", "[0,0,0,0]", "", "{}", ""), "the grid has no size: 'x'"),
        (sheet({}, margins="[9,9,9,9]"), "no cell inside the margins"),
        (sheet({}, head="square,99,99,38"), "a board of 97×96 inside its margins"),
        (sheet({}, margins=f"[{'9' * 4_300},0,0,0]"), "the margins cannot be read"),
        (sheet({}, margins="[Infinity,0,0,0]"), "the drawing cannot be read"),
        (packed("square,3,3", "[0,0,0,0]", "", '{zN:{"30":[NaN,1,"1"]}}', ""), "the drawing cannot be read"),
        (packed("square,3,3", "[0,0,0,0]", "", '{zN:{"30":[1e999,1,"1"]}}', ""), "the drawing cannot be read"),
        (packed("square,3,3", "[0,0,0,0]", "", "[" * 100_000, ""), "the drawing cannot be read"),
        (sheet({"surface": [1]}), "no line has its ends on this board"),
    ],
)
def test_penpa_faults_are_told(text: str, said: str) -> None:
    """Whatever is inside a link, its fault is told at the link."""
    for reported in (str(one) for one in read_all(text, "a text", KINDS, "tsunagi").faults):
        assert "a text:1:" in reported
        assert said in reported
        return
    pytest.fail("it was read")


def test_penpa_titles_come_back() -> None:
    """Commas are not the list's, letters that abbreviate are letters, and what joins signs stays where a layout is."""
    format = format_of("tsunagi", "penpa")
    assert format.write
    for title in (
        "Zig, zag: puzzle zZ, zZZ",
        "100%2C and %252C",
        "a\u200db",
        "\u0646\u0627\u0645\u0647\u200c\u0627\u06cc",
    ):
        exported = format.write(Request(tsunagi(Random(1)), title=title, author=f"Ann {title}"))
        (found,) = read_puzzles(exported.text, "a text", KINDS)
        assert (found.imported.title, found.imported.author) == (title, f"Ann {title}")
        assert f'title: "{title}"\n' in layout_of(found, KINDS).text
        assert f">{title}</text>" in write(of_found(KINDS["tsunagi"], found, 1), "print").text
    long = format.write(Request(tsunagi(Random(1)), title="T" * 130, author='a "b" \\ c')).text
    (found,) = read_puzzles(long, "a text", KINDS)
    written = layout_of(found, KINDS)
    assert f'title: "{"T" * 120}"\nauthor: "a \\"b\\" \\\\ c"\n' in written.text
    assert "has no room for the whole title" in written.lost


def test_lines_of_json_are_their_links() -> None:
    """A collection of boards as objects with an address, and its faults at the address."""
    lines = [
        {"id": at, "puzzle_url": f"https://puzz.link/p?akari/4/3/{body}"} for at, body in enumerate(("gb.gchd", "!"))
    ]
    text = "\n".join(json.dumps(line) for line in lines)
    reading = read_all(text, "a text", KINDS)
    assert [KINDS[one.kind].grid(one.imported.puzzle) for one in reading.found] == [AKARI]
    assert str(reading.faults[0]).startswith("a text:2:56: character 1 of the body")
    for none in ('{"puzzle_url": 3}', '{"puzzle_url"', '{"puzzle_url": ' + "[" * 100_000):
        assert read_all(none, "a text", KINDS).faults


def test_words_of_a_drawn_board_are_whole() -> None:
    """Two blanks in one word are no cell, and neither is anything that is not known."""
    for word, said in ((".-", "'.-' is no cell"), ("123456", "'123456' is no cell"), ("?", "an end without a number")):
        assert said in fault(f"A {word} B\nA . B", "tsunagi")
        assert "a text:1:3: " in fault(f"A {word} B\nA . B", "tsunagi")


def test_boards_that_follow_each_other_are_cut() -> None:
    """By blank lines, by sizes, by marks; two columns of numbers are no sizes."""
    sized = "4 3\nA...\nA.B.\nC.BC\n3 3\nD..\n.D.\nE.E\n0 0\n"
    for text, count in ((sized, 2), ("A.\n.A\n\n\nB.\n.B\n", 2), ("1 2\n2 1\n3 3\n", 1), ("1 2\n3 3\n2 1\n4 4\n", 1)):
        assert len(read_puzzles(text, "a text", KINDS, "tsunagi")) == count
    marked = "#Start\n4 4\n0__1\n____\n____\n1__0\n#End\n" * 2
    assert len(read_puzzles(marked, "a text", KINDS, "binairo")) == 2


def test_saved_games_that_follow_each_other_are_cut() -> None:
    """Each begins where its first line is, so that one which is cut short takes no board from the next."""
    light_up = "SAVEFILE:1:x\nGAME    :8:Light Up\nPARAMS  :3:{0}x{0}\nDESC    :1:{1}\n"
    two = read_puzzles(light_up.format(2, "d") + light_up.format(3, "i"), "a text", KINDS)
    assert [one.imported.puzzle.rows for one in two] == [2, 3]
    short = light_up.format(2, "d").replace("DESC", "NONE") + light_up.format(3, "i")
    reading = read_all(short, "a text", KINDS)
    assert [one.imported.puzzle.rows for one in reading.found] == [3]
    assert "a text:5:1: a saved game without DESC" in str(reading.faults[0])
    link = "pzprv3\nlightup\n2\n2\n{} . \n. . \n"
    boards = read_puzzles(link.format(".") + link.format("-"), "a text", KINDS)
    assert [one.imported.puzzle.text for one in boards] == ["....", "#..."]


def test_codes_of_the_tsunagi_package_that_follow_each_other_are_cut() -> None:
    """Two rows of a board are never two such codes, since the first pair of each is A; other rows are a board."""
    codes = "A..BA...C..C..B.\nA.BA.B...\n"
    assert [one.imported.puzzle.rows for one in read_puzzles(codes, "a text", KINDS, "tsunagi")] == [4, 3]
    same = "A..BA...C..C..B.\nA..BA...C..C..B.\n"
    assert [one.format.name for one in read_puzzles(same, "a text", KINDS)] == ["tsunagi", "tsunagi"]
    rows = "A..AB..BC..CD..D\nE..EF..FG..GH..H\n"
    assert [one.format.name for one in read_puzzles(rows, "a text", KINDS, "tsunagi")] == ["text"]


def test_what_is_no_part_of_numbers_is_passed_over_and_told() -> None:
    """As the programs of such links do; within a number it is a fault."""
    (found,) = read_puzzles("https://puzz.link/p?numlin/3/2/1!2g\u200b21", "a text", KINDS)
    assert found.imported.labels == ("1", "2")
    assert found.imported.notes == ("passed over, as no part of the code: '!', U+200B ZERO WIDTH SPACE",)
    assert "a text:1:33: character 2 of the body, '!'" in fault("https://puzz.link/p?numlin/3/2/-!2g21")


def test_what_is_not_read_is_told_by_its_name() -> None:
    """A genre of links and of saved boards, with those that are read; a seed is no board of any kind."""
    read_genres = "read here are akari, lightup, bijutsukan, numlin, numberlink and arukone"
    for text in ("https://puzz.link/p?slither/3/3/a", "pzprv3\nslither\n3\n3\n. . . \n", "slither/3/3/a"):
        assert "a puzzle of the genre 'slither' is not read here" in fault(text)
        assert read_genres in fault(text)
    for seed in ("7x7#12345", "9x9#123456789012"):
        assert "a random seed makes a board only in the program that drew it" in fault(seed)


def test_names_of_one_number_stay_two_pairs() -> None:
    """1 and 01 are two names: where only a number can stand the pairs get others, with a warning."""
    (found,) = read_puzzles("1 01\n1 01", "a text", KINDS, "tsunagi")
    for name in ("puzzlink", "pzprv3", "penpa", "text"):
        format = format_of("tsunagi", name)
        assert format.write
        exported = format.write(Request(found.imported.puzzle, labels=found.imported.labels))
        again = format.read(exported.text)
        assert again.puzzle.pairs == found.imported.puzzle.pairs
        told = any(lost.startswith("numbers the pairs anew") for lost in exported.lost)
        assert told == (again.labels != ("1", "01"))
    assert any("letters" in lost for lost in layout_of(found, KINDS).lost)
