"""The README is so: its commands run, its layouts make levels, and its tables name what is there."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from build.cli import main
from build.config import read_config
from pipeline.kind import AnyKind
from pipeline.layout import COMMON_KEYS, LONGEST_TEXT, SYMMETRIES
from pipeline.run import read_folder
from pipeline.source import parse_documents
from pipeline.tier import Tier

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
LANGUAGES = (
    *("sh", "sh first", "sh cluster", "python cluster", "jinja", "text", "text check", "text solve"),
    *("yaml", "yaml first", "yaml fault", "yaml settings", "yaml words", "yaml lesson", "yaml check"),
)
MINE = Path("layouts/akari/mine.yaml")
ON_THE_PATH = 'export PATH="$PWD/.venv/bin:$PATH"'


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: what stands behind the fence, and the text within."""

    language: str
    text: str


BLOCKS = tuple(Block(*found) for found in re.findall(r"^```([^\n]*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL))
COMMANDS = tuple(line for block in BLOCKS if block.language == "sh" for line in block.text.splitlines())


def blocks(language: str) -> list[str]:
    return [block.text for block in BLOCKS if block.language == language]


def first_column(heading: str) -> list[str]:
    """What the first column of the table under this heading names in backticks, in order."""
    table = README.split(f"| {heading} |", 1)[1].split("\n\n", 1)[0]
    return [name for row in table.splitlines()[2:] for name in re.findall(r"`([^`]+)`", row.split("|")[1])]


def examples() -> Iterator[tuple[str, str]]:
    """The kind and the text of each file of layouts that the README shows, below the name of its folder."""
    for text in blocks("yaml"):
        (_, errors) = parse_documents(text.encode(), "README.md")
        assert not errors
        yield re.findall(r"`layouts/(\w+)/`", README[: README.index(text)])[-1], text


def targets() -> list[str]:
    """The targets that the Makefile offers."""
    declared = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert declared
    return declared[1].split()


def run_line(line: str) -> Result:
    """Run one ``kotae`` command of the README in the current folder, with its ``> file``."""
    words = shlex.split(line)
    assert words[0] == "kotae"
    out = None
    if ">" in words:
        out = Path(words[-1])
        words = words[: words.index(">")]
    result = CliRunner().invoke(main, words[1:], prog_name="kotae", catch_exceptions=False)
    if out and not result.exit_code:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(result.stdout, encoding="utf-8")
    return result


@pytest.fixture
def kinds(kinds: dict[str, AnyKind]) -> dict[str, AnyKind]:
    """The kinds of the house: the README is of these."""
    return {name: kind for name, kind in kinds.items() if not kind.folder}


@pytest.fixture
def empty_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the site's settings and no layouts, made the current one."""
    shutil.copy(ROOT / "kotae.yaml", tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_readme_has_only_blocks_that_are_checked() -> None:
    """Every fenced block is of a language that a test below runs or compares."""
    assert {block.language for block in BLOCKS} == set(LANGUAGES)
    assert README.count("```") == 2 * len(BLOCKS)
    assert all(line.split()[0] in ("make", "kotae") for line in COMMANDS if line != ON_THE_PATH)


@pytest.mark.parametrize("line", [line for line in COMMANDS if line.startswith("make ")])
def test_readme_make_commands_are_targets(line: str) -> None:
    """Each make command of a block names a target, and make knows how to build it."""
    words = shlex.split(line)
    assert set(words[1:]) <= set(targets())
    # Under `make test` the flags of that make would reach this one.
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    done = subprocess.run(["make", "-n", *words[1:]], cwd=ROOT, env=clean, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_readme_lists_every_target() -> None:
    """The table of targets is the Makefile's, in its order."""
    assert first_column("target") == [f"make {target}" for target in targets()]


def test_readme_commands_are_what_is_checked_before_a_change() -> None:
    """The continuous run types the README's commands and adds nothing to them but the lint and the proofs."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert re.findall(r"^make \w+$", script, re.MULTILINE) == ["make check", "make site", "make verify", "make test"]


def test_readme_kotae_commands_run(empty_site: Path) -> None:
    """The commands of the command-line section run one after the other in an empty site."""
    lines = [line for line in COMMANDS if line.startswith("kotae ")]
    assert lines
    for line in lines:
        result = run_line(line)
        assert result.exit_code == 0, f"{line}\n{result.output}"
    assert (empty_site / "public" / "index.html").is_file()


def test_readme_cluster_makes_the_same_catalogue(empty_site: Path) -> None:
    """Its two workers begin as it says, and the command below it makes the levels that are made without them."""
    MINE.parent.mkdir(parents=True)
    MINE.write_text(blocks("yaml")[0], encoding="utf-8")
    assert run_line("kotae levels --jobs 1 --no-cache --out local").exit_code == 0
    (program,), (line,) = blocks("python cluster"), blocks("sh cluster")
    port = "scheduler_port=8786"
    assert port in program
    # Whatever port is free; and the kinds of this process, which are not all of the house.
    Path("cluster.py").write_text(program.replace(port, "scheduler_port=0, dashboard_address=None"), encoding="utf-8")
    known = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(
        [sys.executable, "cluster.py"], env=known, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout
        address = running.stdout.readline().strip()
        try:
            result = run_line(line.replace("tcp://127.0.0.1:8786", address))
        finally:
            running.communicate("\n")
    assert result.exit_code == 0, result.output
    assert "0 came from the cache" in result.stderr
    made = Path("catalogue", "akari.jsonl").read_bytes()
    assert made == Path("local", "akari.jsonl").read_bytes()


def test_readme_says_where_the_command_is() -> None:
    """The Makefile installs into the folder that the README puts on the path, before the first command is typed."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "VENV := .venv\nBIN := $(VENV)/bin\n" in makefile
    named = [line for line in COMMANDS if line == ON_THE_PATH or line.startswith("kotae ")]
    assert named[0] == ON_THE_PATH


def test_readme_names_the_limits_of_layouts(kinds: dict[str, AnyKind]) -> None:
    """The longest sides and texts are those that are taken."""
    assert f"Both sides are even, from 4 to {kinds['binairo'].largest}." in README
    assert f"No side may pass {kinds['tsunagi'].largest}." in README
    assert f"up to {LONGEST_TEXT} characters each" in README


def test_readme_layouts_make_levels(empty_site: Path, kinds: dict[str, AnyKind]) -> None:
    """Each layout of the README reads well, has one answer and makes at least one level; every kind has one."""
    shown = set()
    for name, text in examples():
        shown.add(name)
        path = Path("layouts") / name / MINE.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        result = run_line("kotae levels --jobs 1")
        assert result.exit_code == 0, result.output
        levels = (empty_site / "catalogue" / f"{name}.jsonl").read_text(encoding="utf-8")
        titles = [document.string("title") for document in parse_documents(text.encode(), "README.md").documents]
        assert all(f'"title": "{title}"' in levels for title in titles)
    assert shown == set(kinds)


def test_readme_layouts_are_none_of_those_that_ship(empty_site: Path, kinds: dict[str, AnyKind]) -> None:
    """A reader who types an example into a clone gets a new level, and not the image of another."""
    shutil.copytree(ROOT / "layouts", "layouts")
    for name, text in examples():
        (Path("layouts") / name / MINE.name).write_text(text, encoding="utf-8")
    assert read_folder(Path("layouts"), kinds).faults == ()


def test_readme_shows_what_a_fault_says(empty_site: Path) -> None:
    """The faulty file of the README gives the very messages below it, and no catalogue."""
    (faulty,) = blocks("yaml fault")
    (said,) = blocks("text")
    MINE.parent.mkdir(parents=True)
    MINE.write_text(faulty, encoding="utf-8")
    result = run_line("kotae levels --jobs 1")
    assert result.exit_code == 1
    assert result.stderr == said
    assert not (empty_site / "catalogue").exists()


def test_readme_shows_what_a_check_says(empty_site: Path) -> None:
    """The board of the README gives the very text below it, and nothing is written."""
    (board,) = blocks("yaml check")
    (said,) = blocks("text check")
    (line,) = re.findall(r"^`(kotae check [^`]+)` says:$", README, re.MULTILINE)
    path = Path("layouts/akari/lamps.yaml")
    path.parent.mkdir(parents=True)
    path.write_text(board, encoding="utf-8")
    result = run_line(line)
    assert (result.exit_code, result.stdout) == (1, said)
    assert {item.name for item in empty_site.iterdir()} == {"kotae.yaml", "layouts"}


@pytest.mark.usefixtures("empty_site")
def test_readme_shows_what_a_count_says() -> None:
    """The puzzle of the README gives the very text below it."""
    (said,) = blocks("text solve")
    (line,) = re.findall(r"`(kotae solve [^`]+)` says:$", README, re.MULTILINE)
    result = run_line(line)
    assert (result.exit_code, result.stdout) == (1, said)


def test_readme_settings_are_good(tmp_path: Path) -> None:
    """The settings that it shows can be read, and say what is said of them."""
    (text,) = blocks("yaml settings")
    (tmp_path / "kotae.yaml").write_text(text, encoding="utf-8")
    config = read_config(tmp_path / "kotae.yaml")
    assert config.languages == ("en", "ja")
    assert config.speaking("en").title == config.speaking("ja").title
    assert config.speaking("en").description != config.speaking("ja").description
    assert (ROOT / "build" / "language.py").is_file()
    assert (ROOT / "site_templates" / "words").is_dir()


def test_readme_names_every_key(kinds: dict[str, AnyKind]) -> None:
    """The table of keys is what a layout may hold, and the words it gives are those that are read."""
    assert sorted(first_column("key")) == sorted(COMMON_KEYS | kinds["akari"].keys)
    assert all(f"`{word}`" in README for word in [*SYMMETRIES, *(tier.value for tier in Tier)])
    assert sorted(first_column("its own key")) == sorted(kinds["tsunagi"].keys)
    assert f"no side may pass {kinds['akari'].largest}" in README
    assert all(f"`{key}`" in README for kind in kinds.values() for key in kind.keys)


def test_readme_names_folders_and_files_that_are_there() -> None:
    """Every folder of the table but the two that are made is in the tree, and so is what a link leads to."""
    made = {"catalogue/", "dist/"}
    assert made < set(first_column("folder"))
    assert all((ROOT / name).is_dir() for name in first_column("folder") if name not in made)
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert links
    assert all((ROOT / link).is_file() for link in links)
    assert (ROOT / ".github" / "workflows" / "pages.yml").is_file()


def test_pages_are_proved_at_the_three_screens() -> None:
    """Every test that the table of the pages names is there, and runs at a phone, a tablet and a desk."""
    table = README.split("| what a reader finds |", 1)[1].split("\n\n", 1)[0]
    rows = [re.findall(r"`([^`]+)`", row) for row in table.splitlines()[2:]]
    named = [name for row in rows for name in row]
    assert all(rows)
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", *(f"tests/pages/{name}" for name in named)]
    # What the caller wishes of the words of pytest would change them here too.
    plain = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}
    collected = subprocess.run(command, cwd=ROOT, env=plain, capture_output=True, text=True, check=False)
    assert collected.returncode == 0, collected.stdout + collected.stderr
    for names in rows:
        found = [
            re.findall(rf"^tests/pages/{re.escape(name)}\[(.*)\]$", collected.stdout, re.MULTILINE) for name in names
        ]
        assert all(found), names
        # Two fingers need a screen that is touched, and a wheel is at the desk.
        assert {"phone", "tablet", "desk"} <= {
            part for ids in found for one in ids for part in re.split(r"[\[\]-]", one)
        }, names
