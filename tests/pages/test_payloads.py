"""What authors and a site's owner write reaches every page as text: nothing of it runs, asks, or turns the page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from build.config import read_config
from build.settled import TURNING, settled
from pipeline.kind import discover

from .conftest import Game, OpenPage, Site, expect, opened_site, play_path
from .helped import Helped

MARKUP = (
    "</script></style></title></textarea>--><!--<script>pwned(1)</script><img src=x onerror=pwned(2)>"
    "<svg/onload=pwned(3)>",
    "\"'`><script src=data:text/javascript,pwned(4)></script><a href=javascript:pwned(5)>${pwned(6)}{{pwned(7)}}</a>",
    "\u202eyrellaG\u2066\0\x1b\u2028אבג 🧩👩\u200d🔧 &lt;b&gt; {n} {title} %s <base href=//example.org/>",
)
"""Each short enough for a title."""

WATCHER = """
window.ran = [];
window.pwned = (what) => ran.push(`payload ${what}`);
for (const name of ["alert", "confirm", "prompt", "open"]) window[name] = () => ran.push(name);
addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
  ran.push(`${violatedDirective}: ${blockedURI}`);
});
"""
"""Begins before any script of a page, and hears of whatever its policy has refused as well."""

FOUND = """turning => {
  const injected = document.querySelectorAll(
    "[onerror], [onload], img[src=x], base, iframe, a[href^='javascript:' i], script[src*=pwned]",
  );
  const scripts = [...document.scripts].filter(({ text, type }) => text.includes("pwned") && !type.includes("json"));
  const turned = [...turning].filter((sign) => document.documentElement.textContent.includes(sign));
  return [...ran, ...[...injected, ...scripts].map(({ outerHTML }) => outerHTML), ...turned];
}"""


ADDRESS = re.compile(r"https?://[\w.-]+[\w/.-]*")


@dataclass(frozen=True, slots=True)
class Hostile:
    """A site of every kind in two languages, in which every text is a payload, and where its levels are."""

    site: Site
    games: dict[str, Game]


def payload(number: int, place: str) -> str:
    """A text that does harm wherever it is taken for more than one."""
    return f"{place} {MARKUP[number % len(MARKUP)]}"


def written(said: Any) -> str:
    """What is said as YAML of a site's owner, in which whoever reads it refuses what cannot be seen."""
    return json.dumps(said, ensure_ascii=False).replace(r"\u0000\u001b", "").replace("\u2028", "")


def hostile_lines(lines: str) -> str:
    """A catalogue whose titles and authors are payloads."""
    levels = [json.loads(line) for line in lines.splitlines()]
    for number, level in enumerate(levels):
        level |= {"title": payload(number, "title"), "author": payload(number + 1, "author")}
    return "".join(json.dumps(level) + "\n" for level in levels)


def write_words(folder: Path) -> None:
    """A site's own words, of which many are payloads, in both languages."""
    words = {
        "site": {"by": f"{payload(0, 'by')} {{author}}"},
        "tier": {tier: payload(number, tier) for number, tier in enumerate(("easy", "normal", "hard", "expert"))},
        "play": {"solved": payload(0, "solved"), "undo": payload(1, "undo"), "nextLevel": payload(2, "next")},
        "home": {"begin": payload(0, "begin"), "continue": payload(1, "continue")},
        "daily": {"share": payload(1, "share")},
        "missing": {"note": payload(2, "missing")},
    }
    (folder / "words").mkdir(parents=True)
    for language in ("en", "es"):
        # In words these would be gaps to fill.
        text = re.sub(r"\{n\} \{title\} |\$\{pwned\(6\)\}\{\{pwned\(7\)\}\}", "", written(words))
        (folder / "words" / f"{language}.yaml").write_text(text, encoding="utf-8")
    for kind in discover():
        (folder / "kinds" / kind).mkdir(parents=True)
        own = {language: {"name": payload(0, kind), "about": payload(1, kind)[:80]} for language in ("en", "es")}
        (folder / "kinds" / kind / "words.yaml").write_text(written(own), encoding="utf-8")


@pytest.fixture(scope="module")
def hostile(games: Callable[[str], Game], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hostile]:
    """Build it from its own files, as its owner would."""
    root = tmp_path_factory.mktemp("hostile")
    write_words(root / "templates")
    said = {
        "title": {"en": payload(0, "site"), "es": payload(1, "site")},
        "description": payload(0, "about"),
        "author": payload(1, "owner"),
        "licence": payload(2, "licence"),
        "languages": ["en", "es"],
        "offline": False,
        "base_url": "https://example.org/puzzles/",
    }
    (root / "kotae.yaml").write_text(written(said), encoding="utf-8")
    made = {kind: games(kind) for kind in discover()}
    (root / "catalogue").mkdir()
    for kind, game in made.items():
        (root / "catalogue" / f"{kind}.jsonl").write_text(hostile_lines(game.lines), encoding="utf-8")
    kind, game = next(iter(made.items()))
    with opened_site(root, kind, hostile_lines(game.lines), read_config(root / "kotae.yaml")) as site:
        yield Hostile(site, made)


@pytest.fixture
def open_hostile(open_page: OpenPage) -> Iterator[OpenPage]:
    """Open pages that must have run nothing, hold nothing of a payload but text, and broken no policy."""
    opened = []

    def open_one(address: str, **options: Any) -> Any:
        page = open_page(address, **options)
        page.add_init_script(WATCHER)
        page.reload()
        opened.append(page)
        return page

    yield open_one
    for page in opened:
        assert found_on(page) == []


def found_on(page: Any) -> list[str]:
    """What ran on a page, and what is there of a payload that is no text."""
    found: list[str] = page.evaluate(FOUND, "".join(TURNING - {"\u2068", "\u2069"}))
    return found


def one_of_each(folder: Path) -> Iterator[str]:
    """A page of each sort of each kind, by turns in one language and the other."""
    sorts: dict[tuple[str, str], list[str]] = {}
    for path in sorted(folder.rglob("*.html")):
        name = path.relative_to(folder).as_posix().removeprefix("es/")
        kind, _, page = name.rpartition("/")
        names = sorts.setdefault((kind, "play" if page[0].isdigit() else page.partition("-")[0]), [])
        names += [name] * (name not in names)
    for number, ((_, sort), names) in enumerate(sorts.items()):
        yield ("es/" if number % 2 and sort != "404.html" else "") + names[0]


def test_no_payload_runs_on_any_page(hostile: Hostile, open_hostile: OpenPage) -> None:
    """Each sort of page of each kind, from disk and from a server: it keeps to itself, and says the site's name."""
    names = list(one_of_each(hostile.site.folder))
    assert len(names) >= 4 + 6 * len(hostile.games)
    pages = [(home, open_hostile(home + "index.html")) for home in (hostile.site.disk, hostile.site.server)]
    for number, name in enumerate(names):
        home, page = pages[number // 2 % 2]
        page.goto(home + name)
        assert found_on(page) == [], name
        title = settled(payload(int(name.startswith("es/")), "site"))
        assert title in page.locator("body").text_content(), name


@pytest.mark.parametrize("kind", list(discover()))
def test_no_payload_runs_while_a_level_is_played(hostile: Hostile, kind: str, open_hostile: OpenPage) -> None:
    """Whatever a reader does says titles and names as they were written."""
    level = hostile.games[kind].level
    page = open_hostile(hostile.site.server + play_path(level), reduced_motion="reduce")
    assert page.locator("h1").text_content() == settled(payload(0, "title"))
    hand = Helped(page, level)
    hand.command("images").click()
    page.keyboard.press("Escape")
    hand.command("link").click()
    hand.command("check").click()
    hand.ask()
    if kind == next(iter(discover())):
        # What is shown then is the engine's, which knows no kind.
        hand.solve()
        assert settled(payload(0, "solved")) in page.locator("[data-part=solved]").text_content()
    page.goto(f"{hostile.site.server}stats.html")
    expect(page.locator("[data-part=export]")).to_be_visible()
    page.goto(f"{hostile.site.server}{kind}/print-{level.rows}x{level.cols}.html")
    expect(page.locator("#sheets")).to_contain_text("title </script></style></title></textarea>--><!--<script>pwned(1)")
    page.goto(f"{hostile.site.server}daily.html")
    page.locator("[data-part=share]").click()
    expect(page.locator("[data-part=told]")).not_to_be_empty()


def test_no_file_of_a_site_names_another_host(hostile: Hostile) -> None:
    """Beside the site's own address there are namespaces of XML, and the links of other programs for a level."""
    own = ("https://example.org/puzzles/", "http://www.w3.org/", "http://www.sitemaps.org/schemas/")
    files = [path for path in hostile.site.folder.rglob("*") if path.is_file() and path.suffix != ".png"]
    assert {path.suffix for path in files} >= {".html", ".js", ".xml", ".txt"}
    for path in files:
        text = path.read_text(encoding="utf-8")
        data = json.loads(text.split('id="data">')[1].split("</script>")[0]) if path.suffix == ".html" else {}
        programs = json.dumps(data.get("programs", ()))
        found = [one for one in ADDRESS.findall(unquote(text)) if not one.startswith(own) and one not in programs]
        assert found == [], path.name
