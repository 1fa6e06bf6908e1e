"""The lessons of the kinds: each says what is true of its board, and a slip in one is told with its place."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from build.config import Config
from build.hints import steps
from build.lessons import SOURCE, Lesson, read_lesson
from build.templates import PAGE, Templates
from build.words import read_kind_words
from pipeline.errors import AuthoringError
from pipeline.grid import indices
from pipeline.kind import AnyKind, discover
from pipeline.reasoner import Position, since
from pipeline.search import explain
from pipeline.solve import Engine, solve
from pipeline.verdict import Budget, Unique
from site_templates import ROOT

from .conftest import KIND, House
from .test_overrides import README
from .test_site import tree

KINDS = discover()
TEMPLATES = Templates(ROOT, KINDS)

every_kind = pytest.mark.parametrize("name", list(KINDS))

THREE = Config(languages=("en", "es", "ja"))


def lesson_of(name: str) -> Lesson:
    """The lesson of a kind."""
    lesson = read_lesson(TEMPLATES.folder(name) / SOURCE, KINDS[name])
    assert lesson is not None
    return lesson


def answer_of(kind: AnyKind, lesson: Lesson) -> Position:
    """The places that the answer of a lesson's board answers yes and no."""
    puzzle = kind.read_grid(lesson.grid, lesson.rules)
    answer = kind.read_answer(puzzle, lesson.answer)
    yes = kind.places_of(puzzle, answer) if kind.places_of else answer
    return Position(yes, kind.reasoner(puzzle).places & ~yes)


@every_kind
def test_lesson_is_short_and_small_and_leaves_something_to_the_player(name: str) -> None:
    """Four to eight steps with the last one, on a board of at most six by six, that is not full when they are done."""
    kind, lesson = KINDS[name], lesson_of(name)
    assert 4 <= len(lesson.asked) + 1 <= 8
    assert max(len(lesson.grid), lesson.cols) <= 6
    left = answer_of(kind, lesson).yes
    for given in kind.reasoner(kind.read_grid(lesson.grid, lesson.rules)).givens:
        left &= ~given.yes
    for asked in lesson.asked:
        left &= ~asked.fresh.yes
    assert left


@every_kind
def test_lesson_has_one_answer_by_each_engine_and_every_step_agrees_with_it(name: str) -> None:
    """Reasoning and proof find the same one, the kind's judge finds no fault in it, and no step denies it."""
    kind, lesson = KINDS[name], lesson_of(name)
    puzzle = kind.read_grid(lesson.grid, lesson.rules)
    reasoned, proved = (solve(kind, puzzle, engine=engine).count for engine in (Engine.REASON, Engine.PROVE))
    assert isinstance(reasoned.verdict, Unique)
    assert reasoned.solutions == proved.solutions
    (answer,) = proved.solutions
    assert kind.answer_grid(puzzle, answer) == lesson.answer
    assert kind.violations(puzzle, answer) == ()
    right = answer_of(kind, lesson)
    for asked in lesson.asked:
        assert since(right, asked.fresh) == (0, 0)


@every_kind
def test_lesson_needs_no_what_if(name: str) -> None:
    """Nobody's first board asks for a trial: its whole trace is of direct techniques."""
    kind, lesson = KINDS[name], lesson_of(name)
    reasoner = kind.reasoner(kind.read_grid(lesson.grid, lesson.rules))
    direct = {technique.name for technique in reasoner.techniques}
    derivation = explain(reasoner)
    assert derivation.solved
    assert {step.technique for step in derivation.steps} <= direct


@every_kind
def test_lesson_frames_where_to_play_and_marks_what_it_follows_from(name: str) -> None:
    """Every step has cells to play on, on the board, and none of them is what it follows from."""
    lesson = lesson_of(name)
    cells = len(lesson.grid) * lesson.cols
    for asked in lesson.asked:
        assert asked.look
        assert asked.look & asked.rests == 0
        assert all(cell < cells for cell in indices(asked.look | asked.rests))
    # All that the trace says is on the way, so that the page can tell right from wrong anywhere on the board.
    assert len(lesson.way.split(".")) == 4
    assert steps(KINDS[name], lesson)


@every_kind
@pytest.mark.parametrize("language", THREE.languages)
def test_lesson_has_a_sentence_for_each_step_that_is_short(name: str, language: str) -> None:
    """A few sentences that a phone has room for, in each language."""
    words = read_kind_words(TEMPLATES.folder(name) / "words.yaml", language)
    longest = 120 if language == "ja" else 240
    for asked in lesson_of(name).asked:
        said = asked.say.text(words) if asked.say else words.say(f"technique.{asked.technique}.why")
        assert 10 < len(said) <= longest, asked.technique


BOARD = "grid: |\n  ..1.\n  .211\n  1.1.\n  0.1.\n"
STEP = "---\ntechnique: count\nafter: |\n  ..1.\n  .211\n  1-1.\n  0-1.\n"
BAD = {
    BOARD: (1, 1, "the lesson has no steps"),
    BOARD + "title: x\n" + STEP: (6, 1, "unknown key 'title'"),
    "grid: |\n  .1\n  .1\n" + STEP: (1, 7, "the board of the lesson has more than one answer"),
    "grid: |\n  .3\n  .1\n" + STEP: (1, 7, "the board of the lesson has no answer"),
    BOARD + "---\ntechnique: pear\nafter: |\n  ..1.\n": (7, 12, "'technique' cannot be 'pear'"),
    BOARD + "---\ntechnique: short trial\nafter: |\n  ..1.\n": (7, 12, "'technique' cannot be 'short trial'"),
    BOARD + "---\ntechnique: count\n": (7, 1, "the key 'after' is missing"),
    BOARD + STEP.replace("  0-1.\n", ""): (8, 8, "'after' has 3 rows"),
    BOARD + STEP.replace("0-1.", "0-1"): (12, 3, "a row of 3 cells"),
    BOARD + STEP.replace("1-1.", "2-1."): (11, 3, "'2' stands where the board has '1'"),
    BOARD + STEP.replace("1-1.", "1-2."): (11, 5, "'2' stands where the board has '1'"),
    BOARD + STEP.replace("0-1.", "0*1."): (8, 8, "the answer has something else at r4c2"),
    BOARD + STEP.replace("1-1.", "1.1.").replace("0-1.", "0.1."): (
        8,
        8,
        "asks for nothing that is not known before it",
    ),
    BOARD + STEP + STEP: (15, 8, "asks for nothing that is not known before it"),
    BOARD + STEP.replace("1-1.", "1-1-"): (7, 12, "'count' does not find r3c4 from what is known by then"),
    BOARD + STEP + "say: a\nhint: b\n": (14, 1, "unknown key 'hint'"),
    BOARD + STEP + "say: [a]\n": (13, 6, "'say' takes a text, not a list"),
    BOARD + STEP + "say:\n  eng: a\n": (14, 3, "no site has the language 'eng'"),
    BOARD + STEP + "say:\n  en: ''\n": (14, 7, "'say' is empty in 'en'"),
    BOARD + STEP + "say:\n  en: [a]\n": (14, 7, "'en' takes a text, not a list"),
}


def check_told(path: Path, text: str, kind: str, place: str, message: str) -> None:
    """A lesson of this text is refused, and the first line says where and why."""
    path.write_text(text, encoding="utf-8")
    with pytest.raises(AuthoringError) as caught:
        read_lesson(path, KINDS[kind])
    first = str(caught.value).splitlines()[0]
    assert first.startswith(f"{path.as_posix()}:{place}: "), first
    assert message in first


@pytest.mark.parametrize("text", BAD)
def test_lesson_fault_is_located(tmp_path: Path, text: str) -> None:
    """A slip in the file, or a step that is not so or does not follow, is an error with its place."""
    line, column, message = BAD[text]
    check_told(tmp_path / SOURCE, text, KIND, f"{line}:{column}", message)


@pytest.mark.parametrize(
    ("raised", "said"),
    [
        (AuthoringError("no such board"), "the kind cannot read the board: no such board\n"),
        (ValueError("invalid literal for int() with base 2: ('ab',)"), "the kind cannot read the board\n"),
        (KeyError("ab"), "the kind cannot read the board\n"),
    ],
)
def test_lesson_that_the_kind_cannot_read_is_told_in_words_of_authors(
    tmp_path: Path, raised: Exception, said: str
) -> None:
    """What a kind says of a board is told with the line that it stands on; what Python says in its place is not."""

    def refuse(*parts: object) -> int:
        raise raised

    path = tmp_path / SOURCE
    path.write_text(BOARD + STEP, encoding="utf-8")
    with pytest.raises(AuthoringError) as caught:
        read_lesson(path, replace(KINDS[KIND], read_grid=refuse))
    assert str(caught.value).startswith(f"{path.as_posix()}:1:7: {said}")


def test_lesson_of_a_board_that_is_not_decided_is_no_lesson(tmp_path: Path) -> None:
    """Within a budget too small to tell whether there is one answer, nothing is said of how many there are."""
    path = tmp_path / SOURCE
    path.write_text(BOARD + STEP, encoding="utf-8")
    assert read_lesson(path, KINDS[KIND])
    with pytest.raises(AuthoringError, match=r"lesson\.yaml:1:7: whether the board .* one answer could not be decided"):
        read_lesson(path, KINDS[KIND], Budget(nodes=0))


@pytest.mark.parametrize(
    ("name", "text", "place", "message"),
    [
        ("akari", "grid: |\n  ab\n  cd\n", "1:7", "the kind cannot read the board"),
        ("akari", "grid: |\n  .9\n  ..\n", "1:7", "the kind cannot read the board"),
        ("binairo", "grid: |\n  ...\n  ...\n  ...\n", "1:7", "the kind cannot read the board"),
        ("binairo", "grid: |\n  ....\n  ....\n  ....\n  ....\nrules:\n  wrap: true\n", "7:3", "not those of binairo"),
        ("tsunagi", "grid: |\n  A.A\nrules:\n  wrap: maybe\n", "4:3", "not those of tsunagi: 'wrap'"),
        ("tsunagi", "grid: |\n  A.A\nrules:\n  fill: true\n  wrap: 1\n", "5:3", "not those of tsunagi: 'wrap'"),
        ("tsunagi", "grid: |\n  A.A\nrules:\n  walls: [[r9c9]]\n", "4:3", "not those of tsunagi"),
    ],
)
def test_lesson_of_another_board_or_other_rules_is_told(
    tmp_path: Path, name: str, text: str, place: str, message: str
) -> None:
    """A board with signs or a size that the kind has not, and switches that it does not know, never come to a page."""
    check_told(tmp_path / SOURCE, text, name, place, message)


def test_lesson_is_a_page_in_each_language_and_is_offered_and_linked(house: House) -> None:
    """The page says every step in its language; the contents and each play page offer it, and the rules link to it."""
    house.build(THREE)
    for folder, language in (("", "en"), ("es/", "es"), ("ja/", "ja")):
        words = read_kind_words(TEMPLATES.folder(KIND) / "words.yaml", language)
        says = house.data(f"{folder}{KIND}/lesson.html")["says"]
        whys = [words.say(f"technique.{asked.technique}.why") for asked in lesson_of(KIND).asked]
        assert len(says) == len(whys)
        assert all(said.startswith(why) and said != why for said, why in zip(says, whys, strict=True))
        for page in ("index", "2x3-easy"):
            assert f'<p class="lesson-offer" data-lesson="{KIND}" hidden>' in house.read(f"{folder}{KIND}/{page}.html")
        assert 'href="lesson.html"' in house.read(f"{folder}{KIND}/rules.html")
        # The first level is what comes after it.
        assert '<a class="button onward" href="2x3-easy.html#' in house.read(f"{folder}{KIND}/lesson.html")


def test_lesson_that_a_kind_does_not_bring_is_neither_made_nor_offered(house: House, tmp_path: Path) -> None:
    """Such a kind has all its other pages."""
    kind = KINDS[KIND]
    assert kind.folder
    bare = tmp_path / "bare"
    shutil.copytree(kind.folder / PAGE, bare / PAGE)
    (bare / PAGE / SOURCE).unlink()
    house.build(kinds=KINDS | {KIND: replace(kind, folder=bare)})
    assert not (house.out / KIND / "lesson.html").exists()
    for page in ("index", "rules", "2x3-easy"):
        assert "lesson.html" not in house.read(f"{KIND}/{page}.html")


def own_lesson(house: House, text: str) -> Config:
    """Give a site a lesson of its own, and settings in three languages."""
    path = house.out.parent / "templates" / "kinds" / KIND / SOURCE
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return replace(THREE, templates=house.out.parent / "templates")


def test_lesson_of_a_site_brings_sentences_of_its_own(house: House) -> None:
    """Each language says its own; a language that the site has not may be there too."""
    (shown,) = re.findall(r"```yaml lesson\n(.*?)```", README, re.DOTALL)
    house.build(replace(own_lesson(house, BOARD + STEP + shown), languages=("ja",)))
    assert house.data(f"{KIND}/lesson.html")["says"] == ["隅の壁には、あと一つ電球が要ります。"]
    said = "say:\n  en: 'Look at {here}.'\n  es: Mira aquí.\n  ja: ここを見る。\n"
    config = own_lesson(house, BOARD + STEP + said)
    house.build(config)
    for folder, sentence in (("", "Look at {here}."), ("es/", "Mira aquí."), ("ja/", "ここを見る。")):
        assert house.data(f"{folder}{KIND}/lesson.html")["says"] == [sentence]
    house.build(replace(config, languages=("es",)))
    assert house.data(f"{KIND}/lesson.html")["says"] == ["Mira aquí."]


@pytest.mark.parametrize(
    ("said", "place", "message", "hint"),
    [
        ("say:\n  en: Look.\n  ja: 見る。\n", "13:1", "'say' is missing in 'es'", "add a line 'es: …' below it"),
        ("say: pear\n", "13:6", "the word 'lesson.pear' is missing in 'en'", "with a line 'en: …' below it"),
    ],
)
def test_lesson_sentence_that_is_missing_is_told_and_the_last_site_stays(
    house: House, said: str, place: str, message: str, hint: str
) -> None:
    """The step that says what there is not ends the build, with its place and what would be right."""
    house.build(THREE)
    before = tree(house.out)
    with pytest.raises(AuthoringError) as caught:
        house.build(own_lesson(house, BOARD + STEP + said))
    assert f"{KIND}/lesson.yaml:{place}: {message}\n" in str(caught.value)
    assert hint in str(caught.value)
    assert tree(house.out) == before
