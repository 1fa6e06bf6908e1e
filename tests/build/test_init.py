"""``kotae init``: a new site that builds at once, or nothing at all."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from importlib.metadata import PathDistribution
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from build.cli import main
from build.config import Config, read_config
from build.init import FILES, LAYOUT, Source, source_of, start_site
from pipeline.catalogue import read_catalogue
from pipeline.errors import AuthoringError
from pipeline.kind import AnyKind, package_of
from pipeline.tier import Tier

from .test_site import tree

SHARED = Source("kotae==0.1.0", True)


def run(*words: str) -> Result:
    """Run a command line."""
    return CliRunner().invoke(main, words, catch_exceptions=False)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("name", "typed"), [("a b", "'a b'"), ("-x", "./-x")])
def test_init_says_the_way_into_the_folder_as_a_shell_takes_it(here: Path, name: str, typed: str) -> None:
    """What is told can be pasted, whatever the folder is called."""
    begun = run("init", "--", name)
    assert begun.exit_code == 0
    assert f"Next: 'cd {typed}' and 'kotae site'" in begun.stderr


def test_new_site_builds_at_once_and_without_a_warning(
    here: Path, monkeypatch: pytest.MonkeyPatch, kinds: dict[str, AnyKind]
) -> None:
    """Three commands as they are typed: every kind has a named layout that reaches every tier, and its pages."""
    begun = run("init", "x")
    assert begun.exit_code == 0
    assert begun.stdout == ""
    assert "Next: 'cd x' and 'kotae site', then open dist/index.html." in begun.stderr
    monkeypatch.chdir(here / "x")
    made = run("site", "--strict")
    assert made.exit_code == 0, made.stderr
    assert "warning" not in made.stderr
    for kind in kinds:
        levels = read_catalogue(Path("catalogue") / f"{kind}.jsonl")
        assert {level.tier for level in levels} == set(Tier)
        assert all(level.title for level in levels)
        assert (Path("dist") / kind / "index.html").is_file()
    assert read_config(Path("kotae.yaml")).title == "My puzzles"


def test_new_site_takes_its_own_templates(here: Path) -> None:
    """The template that it comes with changes nothing, and one line in it is on the home page."""
    run("init", ".")
    layouts = [path for path in sorted((here / "layouts").iterdir()) if path.name != "toy"]
    for path in layouts:
        shutil.rmtree(path)
    own = here / "templates" / "index.html.jinja"
    begun = own.read_text(encoding="utf-8")
    pages = []
    for text in (begun, begun.replace("{# <p", "<p").replace("</p> #}", "</p>"), None):
        own.write_text(text, encoding="utf-8") if text else own.unlink()
        result = run("site")
        assert result.exit_code == 0, result.stderr
        pages.append((here / "dist" / "index.html").read_text(encoding="utf-8"))
    line = '<p class="note">More puzzles every Sunday.</p>\n'
    assert line not in pages[0]
    assert pages[1].replace(line, "").split() == pages[0].split() == pages[2].split()
    assert line in pages[1]


def test_new_site_says_in_its_settings_what_holds_where_they_are_left_out() -> None:
    """The commented settings are the usual ones, so that taking a line out changes nothing but the words."""
    path = Path(__file__).parents[2] / "build" / "starter" / "kotae.yaml"
    read = read_config(path)
    assert read == Config(title="My puzzles", description=read.description, templates=path.parent / "templates")
    text = path.read_text(encoding="utf-8")
    assert all(f"{key}:" in text for key in ("author", "licence", "base_url", "languages", "accent", "offline"))


def test_new_site_has_a_workflow_that_installs_what_made_it(here: Path, kinds: dict[str, AnyKind]) -> None:
    """The workflow is YAML, types commands that there are, and installs what the requirements name."""
    start_site(here / "x", kinds, SHARED)
    workflow: Any = yaml.safe_load((here / "x/.github/workflows/pages.yml").read_text(encoding="utf-8"))
    typed = [step["run"] for step in workflow["jobs"]["build"]["steps"] if "run" in step]
    assert typed[0] == "pip install -r requirements.txt"
    for line in typed[1:]:
        name, *options = line.split()[1:]
        known = {option for parameter in main.commands[name].params for option in parameter.opts}
        assert {word for word in options if word.startswith("--")} <= known
    assert (here / "x/requirements.txt").read_text(encoding="utf-8").splitlines()[-1] == "kotae==0.1.0"
    ignored = (here / "x/.gitignore").read_text(encoding="utf-8").split()
    assert {"/catalogue/", "/dist/", "/drafts/", "/report.html", "/.kotae-cache/"} <= set(ignored)


WRITTEN = {
    "an index": (None, Source("kotae==0.1.0", True)),
    "a repository": (
        '{"url": "https://example.org/k.git", "vcs_info": {"vcs": "git", "commit_id": "abc123"}}',
        Source("kotae @ git+https://example.org/k.git@abc123", True),
    ),
    "an archive": (
        '{"url": "https://example.org/kotae-0.1.0.whl", "archive_info": {}}',
        Source("kotae @ https://example.org/kotae-0.1.0.whl", True),
    ),
    "a folder": ('{"url": "file:///home/me/kotae", "dir_info": {"editable": true}}', Source("kotae==0.1.0", False)),
    "a file": ('{"url": "file:///home/me/kotae-0.1.0.whl", "archive_info": {}}', Source("kotae==0.1.0", False)),
}


@pytest.mark.parametrize("origin", WRITTEN)
def test_source_is_what_pip_wrote_down(tmp_path: Path, origin: str) -> None:
    """Where Kotae came from is where another machine gets it from; a folder of this one is told not to be that."""
    written, expected = WRITTEN[origin]
    info = tmp_path / "kotae-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: kotae\nVersion: 0.1.0\n", encoding="utf-8")
    if written:
        (info / "direct_url.json").write_text(written, encoding="utf-8")
    assert source_of(PathDistribution(info)) == expected


def test_init_says_honestly_where_it_cannot_know_the_source(here: Path, kinds: dict[str, AnyKind]) -> None:
    """A Kotae from a folder is found by no other machine, and the requirements say so and what to write."""
    start_site(here / "x", kinds, Source("kotae==0.1.0", False))
    text = (here / "x/requirements.txt").read_text(encoding="utf-8")
    assert "kotae @ git+https://" in text
    assert text.splitlines()[-1] == "kotae==0.1.0"


def test_init_goes_into_a_folder_beside_what_is_there(here: Path, kinds: dict[str, AnyKind]) -> None:
    """Files of other names stay as they are, and folders are shared."""
    (here / "layouts" / "toy").mkdir(parents=True)
    (here / "layouts" / "toy" / "mine.yaml").write_text("mine\n", encoding="utf-8")
    (here / "LICENSE").write_text("mine\n", encoding="utf-8")
    assert run("init", ".").exit_code == 0
    made = tree(here)
    assert made.pop("LICENSE") == made.pop("layouts/toy/mine.yaml") == b"mine\n"
    layouts = {f"layouts/{kind}/{LAYOUT}" for kind in kinds}
    assert set(made) == {*FILES, "README.md", "requirements.txt", *layouts}


def test_init_leaves_out_a_kind_that_brings_no_layout(
    here: Path, kinds: dict[str, AnyKind], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its name is told with the command that draws layouts, and the others have theirs."""
    monkeypatch.setattr("build.init.package_of", lambda kind: package_of(kind) if kind.name != "toy" else here)
    started = start_site(here / "x", kinds, SHARED)
    assert started.without == ("toy",)
    assert not (here / "x/layouts/toy").exists()
    assert "The kind 'toy' brings no layout; 'kotae new toy' draws some." in run("init", "y").stderr


def collide(folder: Path) -> None:
    """A file of the new site is there, with something of its owner's in it."""
    (folder / "x").mkdir()
    (folder / "x" / "README.md").write_text("mine\n", encoding="utf-8")


def dangle(folder: Path) -> None:
    """A link that leads nowhere has the name of a file."""
    (folder / "x").mkdir()
    (folder / "x" / "kotae.yaml").symlink_to("nowhere")


def obstruct(folder: Path) -> None:
    """A file stands where a folder of the site goes."""
    (folder / "x").mkdir()
    (folder / "x" / "layouts").write_text("mine\n", encoding="utf-8")


def replace(folder: Path) -> None:
    """A file has the name of the site's folder."""
    (folder / "x").write_text("mine\n", encoding="utf-8")


REFUSED = {
    collide: ("x", "x: README.md is there already"),
    dangle: ("x", "x: kotae.yaml is there already"),
    obstruct: ("x", "x/layouts: stands where a folder of the new site goes"),
    replace: ("x", "x: is no folder"),
    Path.touch: ("", "the new site has no folder"),
    Path.exists: ("y" * 300, "cannot be made: File name too long"),
}


@pytest.mark.parametrize("prepare", REFUSED, ids=lambda prepare: prepare.__name__)
def test_init_that_cannot_be_writes_nothing(here: Path, prepare: Callable[[Path], object]) -> None:
    """The message names what is in the way, the exit code is 1, and all is as it was."""
    folder, message = REFUSED[prepare]
    prepare(here)
    before = {path: path.is_file() and path.read_bytes() for path in here.rglob("*")}
    result = run("init", folder)
    assert result.exit_code == 1
    assert message in result.stderr
    assert {path: path.is_file() and path.read_bytes() for path in here.rglob("*")} == before


@pytest.mark.parametrize("error", [OSError(28, "No space left on device", "x"), KeyboardInterrupt()])
def test_init_that_is_cut_short_takes_back_what_it_wrote(
    here: Path, kinds: dict[str, AnyKind], monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    """A full disk, or Ctrl-C, in the middle: no file and no folder of the new site is left."""
    opened = Path.open

    def fail(path: Path, mode: str = "r", *rest: Any, **more: Any) -> Any:
        if mode == "xb" and path.name == "kotae.yaml":
            raise error
        return opened(path, mode, *rest, **more)

    (here / "x").mkdir()
    (here / "x" / "mine.txt").touch()
    monkeypatch.setattr(Path, "open", fail)
    with pytest.raises(AuthoringError if isinstance(error, OSError) else KeyboardInterrupt):
        start_site(here / "x", kinds, SHARED)
    assert [path.name for path in (here / "x").iterdir()] == ["mine.txt"]


@pytest.mark.parametrize("name", ["mkdir", "open"])
def test_init_that_is_stopped_as_it_makes_something_takes_it_back(
    here: Path, kinds: dict[str, AnyKind], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A signal is heard between any two steps: the file or folder is there, and nobody has said so yet."""
    real, left = getattr(Path, name), [0]

    def stopped(self: Path, *words: Any, **named: Any) -> Any:
        made = real(self, *words, **named)
        left[0] -= here in self.parents
        if not left[0]:
            if made:
                made.close()
            raise KeyboardInterrupt
        return made

    monkeypatch.setattr(Path, name, stopped)
    for nth in (1, 2, 3):
        left[0] = nth
        with pytest.raises(KeyboardInterrupt):
            start_site(here / "x", kinds, SHARED)
        assert list(here.iterdir()) == []
