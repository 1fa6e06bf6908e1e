"""How kinds are found: the folders of the house, and what is installed beside it."""

from __future__ import annotations

import dataclasses
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from build.cli import main
from build.templates import Templates
from pipeline.cache import Cache
from pipeline.errors import AuthoringError
from pipeline.kind import AnyKind, Kind, discover
from pipeline.limits import Limits
from pipeline.run import load_layouts
from site_templates import ROOT as SITE
from tests.conftest import ROOT, TOY
from tests.installed import install

SOUND = """from dataclasses import replace
from kotae_toy import KIND as TOY
KIND = replace(TOY, name="{name}")
"""


PACKAGE = "foreign/__init__.py"


def put(folder: Path, name: str, source: str, value: str = "foreign:KIND", file: str = PACKAGE) -> None:
    """Write a project of one file that announces a kind, and install it."""
    project = folder / "project"
    path = project / file
    path.parent.mkdir(exist_ok=True)
    path.write_text(source, encoding="utf-8")
    lines = ("[project]", 'name = "kotae-foreign"', 'version = "2.0"')
    entry = ('[project.entry-points."kotae.kinds"]', f'{name} = "{value}"')
    (project / "pyproject.toml").write_text("\n".join((*lines, *entry)), encoding="utf-8")
    install(project, folder / "installed")


@pytest.fixture
def foreign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which a project can be installed."""
    for folder in ("project", "installed"):
        (tmp_path / folder).mkdir()
        monkeypatch.syspath_prepend(tmp_path / folder)
    monkeypatch.delitem(sys.modules, "foreign", raising=False)
    return tmp_path


def test_kinds_are_those_of_the_house_and_those_installed(kinds: dict[str, AnyKind]) -> None:
    """In the order of their names; an installed one knows its folder, and its pages stand there."""
    house = {path.parent.name for path in (ROOT / "pipeline" / "kinds").glob("*/__init__.py")}
    assert set(kinds) == house | {"toy"}
    assert list(kinds) == sorted(kinds)
    assert {name: kind.folder for name, kind in kinds.items() if kind.folder} == {"toy": TOY / "kotae_toy"}
    templates = Templates(SITE, kinds)
    assert templates.path("kinds/toy/rules.js") == TOY / "kotae_toy" / "page" / "rules.js"
    assert all(templates.path(f"kinds/{name}/view.js").is_file() for name in kinds)


def test_kind_is_found_from_the_moment_it_is_installed(foreign: Path) -> None:
    """One more entry point is one more kind."""
    put(foreign, "foreign", SOUND.format(name="foreign"))
    assert discover()["foreign"].folder == foreign / "project" / "foreign"


FAULTS = {
    "no such module": ("foreign", "", "elsewhere:KIND", "cannot be loaded: ModuleNotFoundError: "),
    "no such name": ("foreign", "", "foreign:KIND", "cannot be loaded: AttributeError: "),
    "a module that fails": (
        "foreign",
        "1 / 0",
        "foreign:KIND",
        "cannot be loaded: ZeroDivisionError: division by zero",
    ),
    "an older record": (
        "foreign",
        "from pipeline.kind import Kind\nKIND = Kind(name='foreign')",
        "foreign:KIND",
        "cannot be loaded: TypeError: ",
    ),
    "no package": ("foreign", SOUND.format(name="foreign"), "foreign:KIND", "ImportError: foreign is no package"),
    "something else": ("foreign", "KIND = 1", "foreign:KIND", "has no KIND of the name 'foreign'"),
    "another name": ("other", SOUND.format(name="foreign"), "foreign:KIND", "has no KIND of the name 'other'"),
    "a name that is none": ("Foreign", SOUND.format(name="Foreign"), "foreign:KIND", "'Foreign' is no name of a kind"),
    "a name that is taken": ("toy", SOUND.format(name="toy"), "foreign:KIND", "two kinds are called 'toy'"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_kind_that_cannot_be_used_is_told_with_whose_it_is(foreign: Path, fault: str) -> None:
    """One line and exit code 1, not a traceback; where it cannot be loaded the distribution is named."""
    name, source, value, message = FAULTS[fault]
    put(foreign, name, source, value, "foreign.py" if fault == "no package" else PACKAGE)
    with pytest.raises(AuthoringError, match=re.escape(message)) as caught:
        discover()
    if "loaded" in message or "has no" in message:
        assert f"'{value}' of kotae-foreign" in str(caught.value)
    result = CliRunner().invoke(main, ["levels", "--layouts", str(TOY / "layouts"), "--no-cache"])
    assert result.exit_code == 1
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_cache_follows_the_sources_of_an_installed_kind(tmp_path: Path, kinds: dict[str, AnyKind]) -> None:
    """Another version of an installed kind solves its layouts again, and leaves those of the house alone."""
    cache = Cache(tmp_path / "cache", "engine")
    (tmp_path / "kind").mkdir()
    source = tmp_path / "kind" / "reason.py"
    source.write_text("RANK = 1\n", encoding="utf-8")
    kind = replace(kinds["toy"], folder=tmp_path / "kind")
    layout = load_layouts(TOY / "layouts", kinds)[0]
    before = cache.key(kind, layout, Limits())
    assert cache.key(kind, layout, Limits()) == before
    source.write_text("RANK = 2\n", encoding="utf-8")
    assert cache.key(kind, layout, Limits()) != before


def test_documentation_explains_every_field_of_a_kind() -> None:
    """The table is the record, field for field and in its order, but for what is filled in by itself."""
    text = (ROOT / "docs" / "kinds.md").read_text(encoding="utf-8")
    table = text.split("| field |", 1)[1].split("\n\n", 1)[0]
    named = [name for row in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert named == [field.name for field in dataclasses.fields(Kind) if field.name != "folder"]
    page = (ROOT / "site_templates" / "engine" / "contract.js").read_text(encoding="utf-8")
    asked = re.findall(r"@property \{.*\} \[?(\w+)", page.split("@typedef {object} Kind", 1)[1])
    table = text.split("| export |", 1)[1].split("\n\n", 1)[0]
    said = [name for row in table.splitlines()[2:] for name in re.findall(r"`(\w+)", row.split("|")[1])]
    assert ["name", *said] == asked
