"""``kotae solve``: what it counts of whatever is drawn, what it tells, in which form and with which exit code."""

from __future__ import annotations

import io
import json
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from build.cli import main
from build.language import GRAMMARS
from build.words import read_kind_words, read_words
from pipeline.counted import Word
from pipeline.kind import AnyKind
from pipeline.waiting import waiting
from site_templates import ROOT as TEMPLATES
from tests.conftest import ROOT
from tests.drawn import drawn_catalogue

LINK = "https://puzz.link/p?akari/6/6/nekcakbl"
RING = "kind: akari\nclues: fixed\nwalls: |\n  ...\n  .#.\n  ...\n"
EMPTY = "kind: binairo\ngivens: |\n" + "  ....\n" * 4
FEW = "kind: binairo\ngivens: |\n  .1.0.0\n  .1....\n  ....00\n  1.0...\n  ......\n  ..0...\n"
"""With unique lines one answer, without them five."""
CROWDED = (
    "title: Crowded\nkind: tsunagi\ngivens: |\n"
    "  B...I...\n  ....EH..\n  B.......\n  ..F...E.\n  .FA.I...\n  A...G..H\n  DC.C....\n  .D..G...\n"
)
"""80 answers where every cell is filled, none where besides no line may run beside itself."""
PARITY = "kind: tsunagi\ngivens: |\n  A......\n" + "  .......\n" * 5 + "  .....A.\n"
"""Cells as on a chessboard: the line would have as many white ones as black ones, and the board has one more."""
HARD = "kind: tsunagi\ngivens: |\n  AB" + "." * 38 + "\n" + f"  {'.' * 40}\n" * 38 + "  " + "." * 38 + "BA\n"


def solve(*words: str, stdin: str = "") -> Result:
    """Run the command, with an output that is always the same."""
    return CliRunner().invoke(main, ["solve", "--no-time", *words], input=stdin, catch_exceptions=False)


def objects(*words: str, stdin: str = "") -> list[dict[str, Any]]:
    """The JSON objects of a run."""
    return [json.loads(line) for line in solve(*words, "--json", stdin=stdin).stdout.splitlines()]


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("layout", "words", "verdict", "count", "gave_up", "code"),
    [
        pytest.param(RING, (), "ambiguous", 2, False, 1, id="to two"),
        pytest.param(RING, ("--limit", "7"), "ambiguous", 7, False, 1, id="to all of them"),
        pytest.param(RING, ("--limit", "100"), "ambiguous", 7, False, 1, id="all of them"),
        pytest.param(RING, ("--limit", "1"), "undecided", 1, False, 3, id="to one, which is not known to be the only"),
        pytest.param(EMPTY, ("--limit", "100"), "ambiguous", 72, False, 1, id="empty"),
        pytest.param(EMPTY, ("--limit", "100", "--rule", "unique_lines=false"), "ambiguous", 90, False, 1, id="rule"),
        pytest.param(FEW, (), "unique", 1, False, 0, id="unique"),
        pytest.param(FEW, ("--rule", "unique_lines=false", "--limit", "9"), "ambiguous", 5, False, 1, id="five"),
        pytest.param(CROWDED, ("--limit", "100"), "ambiguous", 80, False, 1, id="lines"),
        pytest.param(CROWDED, ("--rule", "touch=false"), "unsolvable", 0, False, 1, id="none"),
        pytest.param(PARITY, ("--nodes", "200"), "unsolvable", 0, False, 1, id="none by parity"),
        pytest.param(HARD, ("--nodes", "50"), "undecided", 0, True, 3, id="nodes end"),
        pytest.param(HARD, ("--seconds", "0.01"), "undecided", 0, True, 3, id="seconds end"),
    ],
)
def test_answers_are_counted_with_verdict_and_exit_code(
    layout: str, words: tuple[str, ...], verdict: str, count: int, gave_up: bool, code: int
) -> None:
    """Under the rules that are asked for, up to the limit, within the budget; each answer is drawn as a grid."""
    result = solve("-", *words, "--json", stdin=layout)
    (item,) = map(json.loads, result.stdout.splitlines())
    assert (item["verdict"], item["count"], item["gave_up"], result.exit_code) == (verdict, count, gave_up, code)
    assert len({"\n".join(rows) for rows in item["solutions"]}) == count or item["kind"] == "tsunagi"
    assert all(len(rows) == item["rows"] for rows in item["solutions"])
    assert item["engine"] in ("reason", "prove")
    assert item["nodes"] > 0


@pytest.mark.parametrize("layout", [RING, EMPTY, FEW, CROWDED])
def test_engines_count_alike(layout: str) -> None:
    """Reasoner, prover, and both of them."""
    said = [objects("-", "--limit", "100", "--engine", name, stdin=layout) for name in ("reason", "prove", "both")]
    assert {(one["verdict"], one["count"]) for (one,) in said} == {(said[0][0]["verdict"], said[0][0]["count"])}
    assert [one["engine"] for (one,) in said[:2]] == ["reason", "prove"]
    assert len({frozenset(map("".join, one["solutions"])) for (one,) in said}) == 1
    assert len({str(one["forced"]) for (one,) in said}) == 1


def test_boards_without_clues_end_honestly_within_their_seconds() -> None:
    """Whatever the machine comes to, it is told as what it is, and the exit code says so."""
    bare = "kind: akari\nclues: fixed\nwalls: |\n" + f"  {'.' * 20}\n" * 20
    empty = "kind: binairo\ngivens: |\n" + f"  {'.' * 14}\n" * 14
    for layout in (bare, empty):
        result = solve("-", "--seconds", "0.2", "--json", stdin=layout)
        (item,) = map(json.loads, result.stdout.splitlines())
        assert item["verdict"] == ("ambiguous" if item["count"] == 2 else "undecided")
        assert item["gave_up"] == (item["count"] < 2)
        assert result.exit_code == (1 if item["count"] == 2 else 3)


def test_text_draws_what_all_answers_share_and_marks_what_is_open() -> None:
    """Answers stand beside each other up to a few, and the number of the others is told."""
    result = solve("-", "--limit", "100", stdin="title: Ring\n" + RING)
    assert result.stdout.splitlines() == [
        "standard input:1:1: akari 3×3 “Ring”: ambiguous, 7 answers",
        "  8 of 9 cells are open",
        "  in all answers    answer 1          answer 2          answer 3          answer 4",
        "  ? ? ?             · · ●             · ● ·             · · ●             ● · ·",
        "  ? ■ ?             · ■ ·             · ■ ●             ● ■ ·             · ■ ●",
        "  ? ? ?             ● · ·             ● · ·             · ● ·             · ● ·",
        "  answer 5          answer 6",
        "  · ● ·             ● · ·",
        "  ● ■ ●             · ■ ·",
        "  · ● ·             · · ●",
        "  … and 1 more",
        "  12 nodes, 5 branches, by reasoning",
    ]
    coloured = CliRunner().invoke(main, ["solve", "-"], input=RING, color=True).stdout
    assert "\x1b[33m\x1b[1m?\x1b[0m" in coloured
    undecided = solve("-", "--nodes", "50", stdin=HARD).stdout
    assert "undecided, no answer found within the budget" in undecided
    assert undecided.endswith(", given up\n")


def test_forced_cells_are_those_of_every_answer() -> None:
    """Named with their values as traces name them, by the answers themselves or by the prover; givens are none."""
    half = "kind: binairo\ngivens: |\n  11....\n  ......\n  ......\n  ......\n  ......\n  ......\n"
    (some,) = objects("-", stdin=half)
    assert "r1c3=0" in some["forced"]
    assert not {"r1c1=1", "r1c2=1"} & set(some["forced"])
    assert "  ● ● ○ ? " in solve("-", stdin=half).stdout
    (every,) = objects("-", "--limit", "100000", stdin=half)
    assert (every["gave_up"], every["forced"]) == (False, some["forced"])
    assert all(grid[0][2] == "0" for grid in every["solutions"])
    (reasoned,) = objects("-", "--engine", "reason", stdin=half)
    assert reasoned["forced"] is None
    (unique,) = objects("-", stdin=FEW)
    assert len(unique["forced"]) == FEW.count(".")


def test_rule_that_decides_is_told() -> None:
    """Which switch leaves no answer, or leaves several in the place of one."""
    result = solve("-", "--rule", "touch=false", stdin=CROWDED)
    assert "“Crowded”: unsolvable, no answer\n" in result.stdout
    assert "  with touch: true it has at least 2 answers\n" in result.stdout
    (item,) = objects("-", "--rule", "touch=false", stdin=CROWDED)
    assert {"rule": "touch", "value": True, "count": 2, "at_least": True} in item["otherwise"]
    assert item["rules"]["touch"] is False
    assert "  with unique_lines: true it has one answer\n" in solve("-", "--rule=unique_lines=false", stdin=FEW).stdout
    assert objects("-", stdin=FEW)[0]["otherwise"] == []


def test_clues_that_contradict_are_drawn_alone() -> None:
    """No more than it takes; of a puzzle with an answer, and where only the reasoner is asked, nothing is said."""
    layout = "kind: akari\nclues: fixed\nwalls: |\n  0.1#.\n  #.#..\n  ....1\n"
    result = solve("-", stdin=layout)
    assert "  these clues alone leave no answer\n  0 · 1 ■ ·\n  ■ · ■ · ·\n  · · · · ■\n" in result.stdout
    assert objects("-", stdin=layout)[0]["core"] == ["r1c1", "r1c3"]
    assert "  there is none even without its clues\n" in solve("-", stdin=PARITY.replace("  ..", "  a.", 1)).stdout
    assert objects("-", "--engine", "reason", stdin=layout)[0]["core"] is None
    assert objects("-", stdin=RING)[0]["core"] is None


def test_sources_are_files_folders_links_texts_and_ids(desk: Path) -> None:
    """Each is told by its place, in the order of the command line; what is no puzzle hides no other."""
    Path("layouts/akari").mkdir(parents=True)
    Path("layouts/akari/ring.yaml").write_text(RING + "---\n" + RING.replace("#", "0"), encoding="utf-8")
    Path("links.txt").write_text(f"{LINK}\n{LINK}/\n", encoding="utf-8")
    Path("notes.txt").write_text(EMPTY, encoding="utf-8")
    said = objects("layouts", "links.txt", "notes.txt", LINK, "-", "gone.yaml", "gone.txt", "0" * 12, stdin=FEW)
    places = [(item["file"], item["line"], item["verdict"]) for item in said]
    assert places == [
        ("layouts/akari/ring.yaml", 1, "ambiguous"),
        ("layouts/akari/ring.yaml", 8, "ambiguous"),
        ("links.txt", 1, "unique"),
        ("links.txt", 2, "unique"),
        ("notes.txt", 1, "ambiguous"),
        ("argument 4", 1, "unique"),
        ("standard input", 1, "unique"),
        ("gone.yaml", 0, "fault"),
        ("gone.txt", 0, "fault"),
        ("catalogue", 0, "fault"),
    ]
    result = solve("layouts", "--at", "2")
    assert "ring.yaml:8:1: akari 3×3: ambiguous" in result.stdout
    assert "ring.yaml:1:1" not in result.stdout
    assert solve(LINK).exit_code == 0
    told = solve(LINK, "gone.txt").stderr
    assert told.startswith("gone.txt: there is no such file\n")
    assert told.endswith("\n1 puzzle: 1 unique, 1 fault\n")


def test_level_of_every_kind_is_found_by_its_id_and_solved_as_it_is_published(
    desk: Path, kinds: dict[str, AnyKind]
) -> None:
    """A level has one answer, which is the catalogue's, and the steps of its trace."""
    for name in kinds:
        path = drawn_catalogue(name, desk / name)
        level = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
        (item,) = objects(level["id"], "--catalogue", str(path.parent), "--steps", "--engine", "both")
        assert (item["verdict"], item["solutions"]) == ("unique", [level["answer"]])
        assert [step["decides"] for step in item["steps"]] == [line[1].split() for line in level["trace"]]


def test_layout_that_is_no_puzzle_yet_is_solved_as_it_is_drawn() -> None:
    """Bare walls have no numbers, and of a finished grid nothing is open: both are told."""
    walls = solve("-", stdin="kind: akari\nwalls: |\n  ...\n  .#.\n  ...\n")
    assert "without the clues that 'kotae levels' would give it" in walls.stderr
    assert "ambiguous" in walls.stdout
    grid = "kind: binairo\nanswer: |\n  0011\n  0101\n  1010\n  1100\n"
    assert "nothing is open" in solve("-", stdin=grid).stderr
    assert objects("-", stdin=grid)[0]["forced"] == []


@pytest.mark.parametrize("language", ["en", "es", "ja"])
def test_steps_are_told_in_the_sentences_of_the_pages_hints(language: str) -> None:
    """One numbered line a step, with the cells to look at and what it decides, and a last one for the end."""
    lines = solve(LINK, "--steps", "--lang", language).stdout.splitlines()
    own = read_kind_words(TEMPLATES / "kinds" / "akari" / "words.yaml", language)
    pages = read_words(TEMPLATES / "words" / f"{language}.yaml", language)
    (number,) = [at for at, line in enumerate(lines) if line.startswith("   1. ")]
    steps = lines[number:-2]
    assert [int(line.split(".")[0]) for line in steps] == list(range(1, len(steps) + 1))
    name, why = own.say("technique.full wall.name"), own.say("technique.full wall.why")
    cell = pages.say("play.hintCell", row=4, col=2)
    assert pages.say("play.hintStep", name=name, why=why) in steps[0]
    assert pages.say("play.hintCells", cells=cell) in steps[0]
    assert steps[0].endswith(" → r3c2=x r4c1=x r4c3=x r5c2=x")
    authors = read_kind_words(TEMPLATES / "author" / "words.yaml", language)
    assert lines[-2].strip() == authors.say("steps.solved")


def test_words_for_authors_are_there_in_every_language() -> None:
    """The same keys, each with a text."""
    words = [read_kind_words(TEMPLATES / "author" / "words.yaml", language).entries for language in GRAMMARS]
    assert len({frozenset(entries) for entries in words}) == 1
    assert all(text for entries in words for text in entries.values())


def test_steps_end_where_reasoning_does_and_say_why(desk: Path) -> None:
    """At several answers, at a broken rule, at the end of the budget; in the site's first language and own words."""
    assert "what is left is not the same in every answer.\n" in solve("-", "--steps", stdin=RING).stdout
    broken = "kind: akari\nclues: fixed\nwalls: |\n  1.1\n  .#.\n  .0.\n"
    told = solve("-", "--steps", stdin=broken).stdout
    assert re.search(r"Here a rule is broken, so there is no answer\. Look at row \d, column \d", told), told
    assert "Reasoning ends here within its budget.\n" in solve("-", "--steps", "--nodes", "5", stdin=HARD).stdout
    Path("kotae.yaml").write_text("languages: [es, en]\n", encoding="utf-8")
    Path("templates/kinds/akari").mkdir(parents=True)
    Path("templates/kinds/akari/words.yaml").write_text(
        "es:\n  technique:\n    full wall:\n      why: Este muro ya no pide nada más.\n", encoding="utf-8"
    )
    told = solve(LINK, "--steps").stdout
    assert "   1. Muro completo: Este muro ya no pide nada más. Mira fila 4, columna 2. → r3c2=x" in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--rule", "fill"), "'fill' puts no rule; write it as in fill=false"),
        (("--rule", "light=false"), "akari has no rule 'light'; it has none"),
        (("--kind", "odd"), "'odd' is none of akari, "),
        (("--from", "odd"), "'odd' is none of "),
        (("--at", "3"), "there is no 3 of 1 puzzle"),
        (("--limit", "0"), "0 is not in the range"),
        (("--seconds", "0"), "0.0 is not in the range"),
        (("--seconds", "nan"), "nan is no number of seconds"),
        (("--seconds", "inf"), "inf is no number of seconds"),
        (("--engine", "odd"), "'odd' is not one of 'reason', 'prove', 'both'"),
    ],
)
def test_command_line_that_is_wrong_is_told(words: tuple[str, ...], said: str) -> None:
    """With exit code 2, before anything is solved."""
    result = CliRunner().invoke(main, ["solve", LINK, *words])
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())
    assert result.stdout == ""


def test_fault_is_told_at_its_place_and_ends_with_1() -> None:
    """As text and as JSON, beside the puzzles that can be read."""
    text = RING + "---\n" + RING.replace("#", "x")
    result = solve("-", stdin=text)
    assert result.exit_code == 1
    assert "standard input:12:4: 'x' is no cell\n    .x.\n     ^\n" in result.stderr
    assert "standard input:12" not in result.stdout
    first, second = objects("-", stdin=text)
    assert (first["verdict"], second["verdict"], second["line"], second["column"]) == ("ambiguous", "fault", 12, 4)


def test_long_work_shows_a_sign_on_stderr(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal the seconds, which go when it is done; elsewhere a line; nothing where it is quick."""

    class Screen(io.StringIO):
        shown = False

        def isatty(self) -> bool:
            return self.shown

        def write(self, text: str) -> int:
            done.set()
            return super().write(text)

    for terminal, sign in ((False, "Solving x…\n"), (True, "\rSolving x… 0 s\r              \r")):
        done = threading.Event()
        screen = Screen()
        screen.shown = terminal
        monkeypatch.setattr(sys, "stderr", screen)
        with waiting("Solving x", patience=0.0):
            assert done.wait(60)
        assert re.sub(r"\d+ s", "0 s", screen.getvalue()) == sign
        with waiting("Solving y", patience=60.0):
            pass
        assert "y" not in screen.getvalue()


def test_ctrl_c_ends_it_and_keeps_what_was_solved() -> None:
    """What is undecided until then is not told as anything."""
    run = subprocess.Popen(
        [sys.executable, "-c", "from build.cli import main; main()", "solve", LINK, "-", "--nodes", "1000000000"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={"PYTHONPATH": str(ROOT)},
    )
    assert run.stdin
    assert run.stderr
    run.stdin.write(HARD)
    run.stdin.close()
    run.stdin = None
    assert run.stderr.readline() == "Solving standard input:1:1…\n"
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=60)
    assert (run.returncode, err) == (130, "stopped\n")
    assert "akari 6×6: unique" in out


def test_documentation_names_every_verdict_and_every_key_of_json() -> None:
    """What a program can read is what the page tells, no more and no less."""
    text = (ROOT / "docs" / "solve.md").read_text(encoding="utf-8")

    def first_column(heading: str) -> set[str]:
        table = text.split(f"| {heading} |", 1)[1].split("\n\n", 1)[0]
        return {name for row in table.splitlines()[2:] for name in re.findall(r"`([^`]+)`", row.split("|")[1])}

    assert first_column("verdict") == {*Word, "fault"}
    (item,) = objects("-", "--steps", stdin=RING)
    assert first_column("key") == {*item, "seconds", "message", "hint"}
