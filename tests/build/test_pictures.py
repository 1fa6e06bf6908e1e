"""The pictures of the rules pages: they show what they say, and a slip in them is told with its place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest

from build.config import Config
from build.pictures import Deduction, Pictures, read_pictures
from build.templates import Templates
from build.thumbs import Thumbs
from build.words import read_kind_words
from pipeline.errors import AuthoringError
from pipeline.kind import AnyKind, discover
from pipeline.reasoner import GENERIC, Position
from site_templates import ROOT

from .conftest import House

KINDS = discover()
TEMPLATES = Templates(ROOT, KINDS)

every_kind = pytest.mark.parametrize("name", list(KINDS))


def rules_of(name: str) -> int:
    """How many rules a kind's words have."""
    return len(read_kind_words(TEMPLATES.folder(name) / "words.yaml", "en").lines("rules"))


def pictures_of(name: str) -> Pictures:
    """The pictures of a kind."""
    return read_pictures(TEMPLATES.folder(name) / "rules.yaml", KINDS[name], rules_of(name))


@every_kind
def test_pictures_show_every_rule_kept_and_some_broken(name: str) -> None:
    """Each rule has a board that breaks none; a wrong board breaks one rule alone, and no two rules the same one."""
    plates = pictures_of(name).plates
    assert {plate.rule for plate in plates if not plate.broken} == set(range(1, rules_of(name) + 1))
    assert any(plate.broken for plate in plates)
    for plate in plates:
        assert len({rule.partition("-")[0] for rule in plate.broken}) <= 1, plate


def _whole(thumbs: Thumbs, number: int) -> str:
    """A drawing with what it shares with others."""
    shared = {group.get("id"): group for group in ElementTree.fromstring(thumbs.shared or "<svg/>")}
    drawing = ElementTree.fromstring(thumbs.drawings[number])
    used = [shared[use.get("href", "")[1:]] for use in drawing.iter("use")]
    return "".join(ElementTree.tostring(element, encoding="unicode") for element in (drawing, *used))


@every_kind
def test_pictures_are_drawn_in_their_order_and_size(name: str) -> None:
    """Every drawing belongs to one picture, can be read, and knows how wide it is; wrong ones have a mark."""
    pictures = pictures_of(name)
    drawn = [plate.drawing for plate in pictures.plates]
    drawn += [index for deduction in pictures.deductions for index in deduction.drawings]
    assert sorted(drawn) == list(range(len(pictures.thumbs.drawings)))
    for drawing in pictures.thumbs.drawings:
        root = ElementTree.fromstring(drawing)
        assert int(root.get("width") or 0) % 32 == 0
        assert int(root.get("height") or 0) % 32 == 0
    for plate in pictures.plates:
        assert ("fault" in _whole(pictures.thumbs, plate.drawing)) == bool(plate.broken)


def position(kind: AnyKind, deduction: Deduction, rows: tuple[str, ...]) -> Position:
    """What a picture says is known, its clues included."""
    yes, no = kind.marks
    puzzle = kind.read_grid(deduction.grid, deduction.rules)
    if kind.read_sketch:
        return kind.read_sketch(puzzle, rows)
    known = kind.reasoner(puzzle).givens
    letters = list(enumerate("".join(rows)))
    return Position(
        sum(1 << cell for cell, letter in letters if letter == yes) | sum(step.yes for step in known),
        sum(1 << cell for cell, letter in letters if letter == no) | sum(step.no for step in known),
    )


@every_kind
def test_pictures_of_a_technique_show_just_what_it_finds(name: str) -> None:
    """From what is known the technique finds what the second board has beyond the first, and no more."""
    kind = KINDS[name]
    deductions = pictures_of(name).deductions
    assert deductions
    techniques = {technique.name: technique for technique in kind.techniques}
    for deduction in deductions:
        before, after = (position(kind, deduction, rows) for rows in (deduction.before, deduction.after))
        reasoner = kind.reasoner(kind.read_grid(deduction.grid, deduction.rules))
        steps = list(reasoner.find(techniques[deduction.technique], before))
        yes, no = before
        for step in steps:
            yes, no = yes | step.yes, no | step.no
        assert (yes, no) == after, deduction.technique
        assert after != before, deduction.technique


@pytest.mark.parametrize("name", [name for name, kind in KINDS.items() if not kind.folder])
def test_pictures_show_techniques_at_work(name: str) -> None:
    """A kind of the house shows some of its own techniques, and none twice."""
    shown = [deduction.technique for deduction in pictures_of(name).deductions]
    own = [technique.name for technique in KINDS[name].techniques if technique not in GENERIC]
    assert len(set(shown)) == len(shown)
    assert set(shown) <= set(own)


GOOD = "rule: 1\ncaption: a\ngrid: |\n  .1\n  ..\n"
BAD = {
    GOOD + "answer: |\n  .1\n  .*.\n": (8, 3, "a row of 3 cells"),
    GOOD + "answer: |\n  .1\n": (6, 9, "'answer' has 1 row"),
    "rule: 3\ncaption: a\ngrid: |\n  .1\n  ..\n": (1, 7, "'rule' is a whole number from 1 to 2"),
    "rule: 1\ngrid: |\n  .1\n  ..\n": (1, 1, "the key 'caption' is missing"),
    GOOD + "title: x\n": (6, 1, "unknown key 'title'"),
    "technique: pear\ngrid: |\n  .1\nafter: |\n  *1\n": (1, 12, "'technique' cannot be 'pear'"),
    "technique: pair\ngrid: |\n  .1\n": (1, 1, "the key 'after' is missing"),
    GOOD + "---\n" + GOOD + "x: 1\n": (12, 1, "unknown key 'x'"),
    GOOD + "sketch: |\n  .1\n": (6, 1, "unknown key 'sketch'"),
    GOOD + "answer: |\n  .1\n  .9\n": (6, 9, "this is no filling of the grid"),
    GOOD + "answer: |\n  *2\n  ..\n": (6, 9, "this is no filling of the grid"),
    GOOD + "rules: [a]\n": (6, 8, "'rules' holds keys and values, not a list"),
    GOOD + "rules:\n  wrap: true\n": (7, 3, "'rules' are not those of toy: 'wrap'"),
    "rule: 1\ncaption: [a]\ngrid: |\n  .1\n  ..\n": (2, 10, "'caption' takes a text, not a list"),
    "rule: 1\ncaption: a\ngrid: |\n  .z\n  ..\n": (3, 7, "the kind cannot read the board"),
    "technique: count\ngrid: |\n  .1\nafter: |\n  .z\n": (5, 4, "'z' stands where the board has '1'"),
    "technique: count\ngrid: |\n  .1\nafter: |\n  *1.\n": (5, 3, "a row of 3 cells"),
}


@pytest.mark.parametrize("text", BAD)
def test_pictures_fault_is_located(tmp_path: Path, text: str) -> None:
    """A slip in the file is an error with its place."""
    line, column, message = BAD[text]
    path = tmp_path / "rules.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(AuthoringError) as caught:
        read_pictures(path, KINDS["toy"], 2)
    first = str(caught.value).splitlines()[0]
    assert first.startswith(f"{path.as_posix()}:{line}:{column}: ")
    assert message in first


@pytest.mark.parametrize("name", list(KINDS))
def test_pictures_with_any_slip_are_told_with_its_place(tmp_path: Path, name: str) -> None:
    """Whatever takes the place of a value, each picture is read or refused at a line of the file, and nothing else."""
    path = tmp_path / "rules.yaml"
    whole = (TEMPLATES.folder(name) / "rules.yaml").read_text(encoding="utf-8")
    odd = ("null", "[]", "[[1], a]", "{a: {b: c}}", "-1", "''", "|\n  z", "|\n  A.A\n  *-", "{walls: [r9c9-r1c1]}")
    rules = rules_of(name)
    refused: list[AuthoringError] = []
    for number, document in enumerate(whole.split("---\n")):
        for key, value in product(re.findall(r"(?m)^(\w+):", document), odd[number % 3 :: 3]):
            head, _, rest = document.partition(f"{key}:")
            after = re.sub(r"\A.*\n(?: .*\n)*", "", rest)
            path.write_text(f"{head}{key}: {value}\n{after}", encoding="utf-8")
            try:
                read_pictures(path, KINDS[name], rules)
            except AuthoringError as error:
                refused.append(error)
    assert len(refused) > 30
    assert all(error.location and error.location.line for error in refused)


@pytest.mark.parametrize(
    ("raised", "said"),
    [(AuthoringError("no such line"), ": no such line\n"), (ValueError("not enough values to unpack"), "\n")],
)
def test_pictures_that_the_kind_cannot_read_are_told_in_words_of_authors(
    tmp_path: Path, raised: Exception, said: str
) -> None:
    """A kind's own complaint about a board names the file and the line that the board stands on."""

    def refuse(*parts: object) -> int:
        raise raised

    path = tmp_path / "rules.yaml"
    path.write_text(GOOD + "answer: |\n  .1\n  .*\n", encoding="utf-8")
    with pytest.raises(AuthoringError) as caught:
        read_pictures(path, replace(KINDS["toy"], read_answer=refuse), 2)
    assert str(caught.value).startswith(f"{path.as_posix()}:6:9: the kind cannot read the board{said}")


def test_pictures_missing_file_is_an_error_with_its_name(tmp_path: Path) -> None:
    """A kind without the file is told which one."""
    with pytest.raises(AuthoringError, match=r"rules\.yaml: cannot be read"):
        read_pictures(tmp_path / "rules.yaml", KINDS["toy"], 2)


def test_pictures_give_a_drawing_the_switches_of_its_level(tmp_path: Path) -> None:
    """What a level's rules would say reaches the reader of the grid and the drawing."""
    known = {"wrap": True, "pairs": ["a", "b"], "side": "7"}
    read: list[object] = []
    drawn: list[object] = []
    toy = KINDS["toy"]
    path = tmp_path / "rules.yaml"
    path.write_text(
        GOOD + "answer: |\n  .1\n  *.\nrules:\n  wrap: true\n  pairs: [a, b]\n  side: '7'\n", encoding="utf-8"
    )

    class Drawing:
        """The kind's own, listening."""

        text = staticmethod(toy.draw.text)

        @staticmethod
        def svg(rows: Sequence[str], answer: Sequence[str] | None = None, rules: object = None) -> str:
            drawn.append(rules)
            return toy.draw.svg(rows, answer)

    kind = replace(
        toy,
        read_grid=lambda rows, rules: read.append(rules) or toy.read_grid(rows, {}),
        rules=lambda puzzle: known,
        draw=Drawing(),
    )
    read_pictures(path, kind, 2)
    assert read == [known]
    assert drawn == [known] * len(drawn) != []


def test_pictures_of_a_site_bring_captions_of_their_own(house: House) -> None:
    """What stands below a board of its own is said there, in each language; one that is missing is told."""
    templates = house.out.parent / "templates"
    path = templates / "kinds" / "toy" / "rules.yaml"
    path.parent.mkdir(parents=True)
    config = Config(languages=("en", "ja"), templates=templates)
    text = "rule: 1\ncaption:\n  en: A board of <mine>\n  ja: わたしの盤\ngrid: |\n  .1\n  ..\n"
    path.write_text(text, encoding="utf-8")
    house.build(config)
    assert "A board of &lt;mine&gt;" in house.read("toy/rules.html")
    assert "わたしの盤" in house.read("ja/toy/rules.html")
    path.write_text(text.replace("  ja: わたしの盤\n", ""), encoding="utf-8")
    with pytest.raises(AuthoringError, match=r"kinds/toy/rules\.yaml:2:1: 'caption' is missing in 'ja'"):
        house.build(config)
