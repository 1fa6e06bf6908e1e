"""Warnings of layouts: what is hardly meant is told, what is usual is not, and --strict lets none pass."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from build.cli import main
from pipeline.notice import level_notices
from pipeline.run import Loaded
from tests.conftest import Shipped

GOOD = "mines: |\n  .....*\n  *.*.*.\n  *...**\n  *....*\n  ...*..\n  ..**.*\n"
"""A layout of the kind that comes from outside, with a level of every tier."""
EASY = "mines: |\n  *..*\n  ....\n  *..*\n"
HAND = "mines: |\n  *...\n  *...\n  *.**\n  ..*.\n"


@pytest.fixture
def layouts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the kind's layouts, with one good file in it."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "layouts" / "toy"
    folder.mkdir(parents=True)
    (folder / "good.yaml").write_text(f"title: Good\n{GOOD}", encoding="utf-8")
    return folder


def run(*words: str) -> Result:
    """Make levels."""
    return CliRunner().invoke(main, ["levels", "--jobs", "1", *words], catch_exceptions=False)


def warnings(result: Result) -> list[str]:
    """What was warned of, without the hints."""
    return [line.removeprefix("warning: ") for line in result.stderr.splitlines() if line.startswith("warning: ")]


def test_strict_run_without_a_warning_ends_well(layouts: Path) -> None:
    """A named layout that reaches every tier is beyond reproach; so are many of which none has a name."""
    (layouts / "many.yaml").write_text(f"{EASY}---\n{HAND}", encoding="utf-8")
    result = run("--strict")
    assert warnings(result) == []
    assert result.exit_code == 0


WARNED = {
    "one without a name": ({"a.yaml": EASY}, "1 layout has no title: layouts/toy/a.yaml:1:1"),
    "some without a name among others": (
        {"a.yaml": f"title: A\n{EASY}---\n{HAND}"},
        "1 layout has no title: layouts/toy/a.yaml:7:1",
    ),
    "a tier that was asked for": (
        {"a.yaml": f"title: A\ntiers: [easy, expert]\n{EASY}"},
        "layouts/toy/a.yaml:1:1: its 'tiers' has 'expert', which it does not reach: none of 6 orders of taking clues "
        "away makes it so",
    ),
    "a file that is not read": (
        {"a.yaml.txt": EASY},
        "layouts/toy/a.yaml.txt: passed over: the name of a layout ends in .yaml",
    ),
    "a folder without a layout": ({"../akari/.keep": ""}, "layouts/akari: no layout of 'akari' is in its folder"),
}


@pytest.mark.parametrize("case", WARNED)
def test_warning_is_told_and_ends_a_strict_run_with_1(layouts: Path, case: str) -> None:
    """The levels are made in any case; only with --strict the exit code says that something was told."""
    files, message = WARNED[case]
    for name, text in files.items():
        (layouts / name).parent.mkdir(exist_ok=True)
        (layouts / name).write_text(text, encoding="utf-8")
    for words, code in (((), 0), (("--strict",), 1)):
        result = run(*words)
        assert [warning.rstrip() for warning in warnings(result)] == [message]
        assert result.exit_code == code
        assert Path("catalogue/toy.jsonl").is_file()
    assert result.stderr.endswith("1 warning, and --strict lets none pass\n")


def test_tiers_that_a_set_lacks_are_one_warning(layouts: Path) -> None:
    """Where no layout of a kind reaches a tier that one leaves open; where each says its tiers, nothing lacks."""
    (layouts / "good.yaml").write_text(f"title: A\n{EASY}", encoding="utf-8")
    (told,) = warnings(run())
    assert told == "no level of 'toy' is hard or expert"
    (layouts / "good.yaml").write_text(f"title: A\ntiers: [easy]\n{EASY}", encoding="utf-8")
    assert warnings(run("--strict")) == []


def test_many_layouts_without_a_title_are_one_warning(layouts: Path) -> None:
    """It has the first places and how many more there are, and not a line for each."""
    (layouts / "a.yaml").write_text(f"title: A\n{EASY}---\n{HAND}", encoding="utf-8")
    for name, rows in (("b", "*..\n  ..*"), ("c", "**.\n  ..."), ("d", "*.*\n  .*.")):
        (layouts / f"{name}.yaml").write_text(f"mines: |\n  {rows}\n", encoding="utf-8")
    (told,) = warnings(run())
    places = "layouts/toy/a.yaml:7:1, layouts/toy/b.yaml:1:1, layouts/toy/c.yaml:1:1"
    assert told == f"4 layouts have no title: {places} and 1 more"


def test_layouts_that_ship_give_no_cause_for_a_warning(shipped: Shipped) -> None:
    """What the site itself is made of passes the strictest run."""
    own = tuple(layout for layout in shipped.layouts.values() if layout.kind != "toy")
    assert level_notices(Path("layouts"), Loaded(own, (), ()), shipped.report) == ()
