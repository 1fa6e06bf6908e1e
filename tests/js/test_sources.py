"""What the scripts may do, read from their sources: one folder listens and stores, none imports by another name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from build.inline import ALLOWED, imports
from build.refused import in_template
from build.templates import Templates
from pipeline.kind import discover
from site_templates import ROOT

TEMPLATES = Templates(ROOT, discover())
OF_KINDS = [f"kinds/{kind}/{path.name}" for kind in discover() for path in TEMPLATES.folder(kind).glob("*.js")]
NAMES = sorted({path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.js")} | {*OF_KINDS})
WATCHING = "watch/"
"""No page is built of these: the server of a live rebuild gives them to the browser as files of their own."""
MOUNTING = ("engine/mount/", WATCHING)
CLASSIC = "engine/early.js"


def code(path: Path) -> str:
    """A source without its comments."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return re.sub(r"(?m)^\s*//.*$", "", text)


@pytest.mark.parametrize("name", [name for name in NAMES if not name.startswith(MOUNTING)])
def test_script_sets_no_listener(name: str) -> None:
    """Only the modules that mount a page listen to events and ask for timers."""
    assert not re.search(r"addEventListener|setTimeout|setInterval|\.on[a-z]+ =", code(TEMPLATES.path(name)))


@pytest.mark.parametrize("name", [name for name in NAMES if name != CLASSIC and not name.startswith(MOUNTING)])
def test_script_reaches_for_no_storage(name: str) -> None:
    """Only those modules, and the line that sets the theme before the first paint, know the browser's storage."""
    assert not re.search(r"localStorage|sessionStorage|indexedDB|cookie", code(TEMPLATES.path(name)))


@pytest.mark.parametrize("name", NAMES)
def test_script_writes_no_html_and_runs_no_text(name: str) -> None:
    """Data reaches the page as text and attributes, never as markup or code."""
    markup = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|ContextualFragment|HTMLUnsafe|srcdoc"
    text = r"\beval\(|\bFunction\(|\bimport\(|set(?:Timeout|Interval)\(\s*[\"'`]|createElement\(\s*[\"'`]script"
    assert not re.search(f"{markup}|{text}|javascript:", code(TEMPLATES.path(name)))


@pytest.mark.parametrize("name", [name for name in TEMPLATES.names() if name.endswith((".jinja", ".css", ".js"))])
def test_source_names_no_other_host(name: str) -> None:
    """Nothing comes from a third party; a namespace of XML is a name, and nobody asks for it."""
    found = re.findall(r"(?:https?:)?//[a-z][\w-]*\.[\w.-]+\S*", code(TEMPLATES.path(name)))
    assert [one for one in found if not one.startswith("http://www.w3.org/")] == []


@pytest.mark.parametrize("name", [name for name in TEMPLATES.names() if name.endswith(".jinja")])
def test_template_asks_for_nothing_that_its_policy_refuses(name: str) -> None:
    """No template of the house has a handler or a style at an element, or asks for a file."""
    assert list(in_template(TEMPLATES.path(name))) == []


@pytest.mark.parametrize("name", NAMES)
def test_script_imports_only_what_a_page_resolves(name: str) -> None:
    """Every import has a name that the import map and node both know, and its file exists."""
    for found in imports(TEMPLATES.path(name).read_text(encoding="utf-8")):
        if name.startswith(WATCHING):
            assert re.fullmatch(r"\./\w+\.js", found), found
            assert TEMPLATES.path(WATCHING + found.removeprefix("./")).is_file(), found
            continue
        assert ALLOWED.fullmatch(found), found
        assert TEMPLATES.path(found.removeprefix("#")).is_file(), found


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("kinds/") and name.endswith("rules.js")])
def test_rules_know_no_document(name: str) -> None:
    """A kind's rules import nothing and never see the page, the clock or chance."""
    source = code(TEMPLATES.path(name))
    assert imports(source) == ()
    assert not re.search(r"\bdocument\b|\bwindow\b|Date\b|Math\.random|performance", source)


@pytest.mark.parametrize("name", NAMES)
def test_script_is_short(name: str) -> None:
    """A file has one subject and about three hundred lines at most."""
    assert len(TEMPLATES.path(name).read_text(encoding="utf-8").splitlines()) <= 310
