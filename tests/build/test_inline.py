"""Scripts inside a page, and the policy that lets nothing else in."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from build.inline import collect, import_map, imports
from build.policy import MARK, parts_of, policy
from build.strip import strip_script
from build.templates import Templates
from pipeline.errors import AuthoringError
from pipeline.kind import discover

from .conftest import House

PAGES = ("index.html", "404.html", "toy/index.html", "toy/2x3-easy.html")


def digest(text: str) -> str:
    """A hash as a policy writes it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@pytest.mark.parametrize("name", PAGES)
def test_policy_names_the_hash_of_every_inline_part_and_nothing_else(house: House, name: str) -> None:
    """A page's policy lists exactly the scripts and the style that are on it."""
    house.build()
    text = house.read(name)
    policies = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', text)
    first, second = (dict(part.split(" ", 1) for part in html.unescape(one).split("; ")) for one in policies)
    scripts = [
        body for kind, body in re.findall(r"<script([^>]*)>(.*?)</script>", text, re.DOTALL) if "json" not in kind
    ]
    style = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    assert first == {
        "default-src": "'none'",
        "script-src": " ".join([*map(digest, scripts), "'strict-dynamic'"]),
        "style-src": " ".join(map(digest, style)),
        "img-src": "data:",
        "manifest-src": "'self'",
        "worker-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    assert second == {"script-src": " ".join([*map(digest, scripts), "data:"]), "worker-src": "'self'"}
    assert len(scripts) == 3
    assert len(style) == 1


def test_policy_comes_before_what_it_governs(house: House) -> None:
    """A policy in a meta element holds only for what follows it."""
    house.build()
    for name in PAGES:
        text = house.read(name)
        assert text.index("Content-Security-Policy") < min(text.index("<script"), text.index("<style"))


def test_policy_hash_changes_with_a_single_letter() -> None:
    """Two texts never share a policy."""
    one, other = (parts_of(f"<script{MARK}>{text}</script>") for text in ("a", "a "))
    assert policy(one) != policy(other)


def test_import_map_urls_give_the_sources_back(house: House) -> None:
    """Each name leads to a data: URL that decodes to the file, but for its comments."""
    house.build()
    text = house.read("toy/2x3-easy.html").split('<script type="importmap">')[1].split("</script>")[0]
    urls = json.loads(text)["imports"]
    assert {"#engine/mount/play.js", "#kinds/toy/rules.js", "#kinds/toy/view.js"} <= set(urls)
    for name, url in urls.items():
        head, _, body = url.partition(",")
        assert head == "data:text/javascript;charset=utf-8"
        path = Templates(house.root, discover()).path(name.removeprefix("#"))
        assert unquote(body) == strip_script(path.read_text(encoding="utf-8")), name


def test_import_map_cannot_be_left_by_its_text() -> None:
    """Whatever a source holds, the script element ends where it should, and the URL is one line of ASCII."""
    source = "</script>\n<!-- '\"\\ %41 # é 答\t${`x`} \u2028"
    text = import_map({"#engine/x.js": source})
    assert "<" not in text
    assert text.isascii()
    assert unquote(json.loads(text)["imports"]["#engine/x.js"].partition(",")[2]) == source


def test_imports_are_found_in_every_form() -> None:
    """Imports over one line or several, for names or for nothing, exports too; a comment's are not."""
    source = """
/** @param {import("./types.js").A} a */
import { a } from "#engine/a.js";
import {
  b,
} from "#engine/b.js";
import * as c from '#engine/c.js';
import "#engine/d.js";
export { e } from "#engine/e.js";
const f = "from '#engine/f.js'";
"""
    assert imports(source) == tuple(f"#engine/{letter}.js" for letter in "abcde")


@pytest.mark.parametrize("name", ["./a.js", "#engine/../../a.js", "https://example.org/a.js", "#other/a.js", "lodash"])
def test_collect_refuses_a_name_that_no_page_resolves(tmp_path: Path, name: str) -> None:
    """Only the engine's and the kinds' modules can be imported."""
    with pytest.raises(AuthoringError, match="cannot import"):
        collect(f'import "{name}";', Templates(tmp_path, {}))


def test_collect_follows_imports_and_takes_each_once(tmp_path: Path) -> None:
    """Modules that import each other are found once; one that nobody imports stays out."""
    folder = tmp_path / "engine"
    folder.mkdir()
    for name, needs in {"a": "b", "b": "a", "c": "a"}.items():
        (folder / f"{name}.js").write_text(f'import "#engine/{needs}.js";', encoding="utf-8")
    assert list(collect('import "#engine/a.js";', Templates(tmp_path, {}))) == ["#engine/a.js", "#engine/b.js"]


def test_collect_missing_module_is_an_error_with_its_file(tmp_path: Path) -> None:
    """A module that does not exist is named."""
    with pytest.raises(AuthoringError, match=r"engine/a\.js"):
        collect('import "#engine/a.js";', Templates(tmp_path, {}))
