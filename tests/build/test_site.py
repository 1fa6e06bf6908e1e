"""What a build writes, and that it writes it whole or not at all."""

from __future__ import annotations

import json
import os
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from build.config import Config
from build.levels import PAGE_SIZE, SPAN
from pipeline.errors import AuthoringError, CatalogueError, ConfigError

from .conftest import House, line

VOID = {"meta", "link", "br", "input", "img", "hr"}


def tree(folder: Path) -> dict[str, bytes]:
    """Every file of a folder by its name."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class Balance(HTMLParser):
    """Follows a page's tags and remembers what does not close."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src", "action", "srcset", "poster"):
                self.links.append(value or "")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element that closes itself, as SVG has them."""

    def handle_endtag(self, tag: str) -> None:
        """Close an element."""
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> at line {self.getpos()[0]}")


def parsed(text: str) -> Balance:
    """A page that has been followed to its end."""
    page = Balance()
    page.feed(text)
    page.close()
    return page


def test_site_has_the_pages_it_promises(house: House) -> None:
    """Home; contents, rules and lesson of the kind, what to play and what to print; what an installed site needs."""
    built = house.build()
    expected = {".nojekyll", "index.html", "404.html", "daily.html", "stats.html", "sw.js", "manifest.webmanifest"}
    expected |= {"robots.txt"}
    expected |= {"toy/index.html", "toy/rules.html", "toy/lesson.html"}
    expected |= {"toy/2x3-easy.html", "toy/2x3-hard.html", "toy/print-2x3.html", "toy/where.html"}
    assert set(tree(house.out)) == expected
    assert (built.levels, built.pages) == (3, 11)


def test_site_bytes_are_the_same_every_time(house: House, tmp_path: Path) -> None:
    """Two builds of a catalogue are equal file by file, in whatever folder."""
    house.build()
    house.build(out=tmp_path / "elsewhere" / "site")
    assert tree(house.out) == tree(tmp_path / "elsewhere" / "site")


def test_site_tags_are_balanced_and_ids_are_unique(house: House) -> None:
    """Every element that opens closes in its place, and no id stands twice on a page."""
    house.build(Config(author="A <b>", licence="MIT", base_url="https://example.org/a/"))
    for name, data in tree(house.out).items():
        page = parsed(data.decode() if name.endswith(".html") else "")
        assert page.faults == [], name
        assert page.open == [], name
        assert len(page.ids) == len(set(page.ids)), name


def test_site_links_stay_inside_and_lead_somewhere(house: House) -> None:
    """Every link is relative, and its file and its place in the file exist."""
    house.build()
    files = tree(house.out)
    pages = {name: parsed(data.decode()) for name, data in files.items() if name.endswith(".html")}
    for name, page in pages.items():
        for link in page.links:
            if link.startswith("data:"):
                continue
            path, _, place = link.partition("#")
            target = (Path(name).parent / path if path else Path(name)).as_posix()
            target = re.sub(r"[^/]+/\.\./", "", target)
            assert target in pages, f"{name}: {link}"
            if place and re.fullmatch(r"[0-9a-f]{12}", place):
                assert place in {level["id"] for level in house.data(target)["levels"]}, f"{name}: {link}"
            elif place:
                assert place in pages[target].ids, f"{name}: {link}"


def test_site_names_no_address_outside(house: House) -> None:
    """No page has an address of another host, except the name of the SVG language."""
    house.build()
    for name, data in tree(house.out).items():
        found = set(re.findall(r"(?:https?:)?//[\w.-]+\.[a-z]{2,}[\w/.-]*", data.decode()))
        assert found <= {"http://www.w3.org/2000/svg"}, name


def test_site_has_no_style_attribute(house: House) -> None:
    """The policy would drop style attributes, so none is written."""
    house.build()
    for name, data in tree(house.out).items():
        text = re.sub(r"<(script|style)\b.*?</\1>", "", data.decode(), flags=re.DOTALL)
        assert not re.search(r"\sstyle=|\son[a-z]+=", text), name


def test_site_walks_over_the_ends_of_pages_and_tiers(house: House) -> None:
    """Before the first level of a page comes the last one of the page before it; the ends lead nowhere."""
    count = PAGE_SIZE + 2
    house.write([line(number) for number in range(1, count + 1)] + [line(900, tier="hard")])
    house.build()
    first, second, hard = (house.data(f"toy/2x3-{name}.html") for name in ("easy", "easy-2", "hard"))
    # Each page has its own of the levels, in the order of the catalogue, and a hundred numbers of its own.
    ids = [[level["id"] for level in data["levels"]] for data in (first, second, hard)]
    given = [line(number)["id"] for number in range(1, count + 1)]
    assert sorted(ids[0] + ids[1]) == sorted(given)
    assert ids[:2] == [[id for id in given if id in own] for own in ids[:2]]
    assert [data["first"] for data in (first, second, hard)] == [1, SPAN + 1, 1]
    assert (first["before"], first["after"]) == (None, f"2x3-easy-2.html#{ids[1][0]}")
    assert second["before"] == f"2x3-easy.html#{ids[0][-1]}"
    assert hard["before"] == f"2x3-easy-2.html#{ids[1][-1]}"
    assert hard["after"] is None
    known = [[data["page"], " ".join(level["id"] for level in data["levels"])] for data in (first, second, hard)]
    assert house.data("toy/where.html")["pages"] == known


def test_site_play_page_keeps_the_answer_to_itself(house: House) -> None:
    """What a player can read of a level is its puzzle; what hints need is not for the eye."""
    house.build()
    level = house.data("toy/2x3-easy.html")["levels"][0]
    known = {"id", "rows", "cols", "tier", "title", "author", "grid", "rules", "images", "code", "opens", "way"}
    assert set(level) == known
    assert re.fullmatch(r"[\w.-]+", level["way"])


def test_site_text_of_authors_is_escaped(house: House) -> None:
    """A title with markup in it is shown and not obeyed, in the page and in its data."""
    title = "</script><script>alert(1)</script>\" & 'b'"
    house.write([line(1, title=title)])
    house.build(Config(title=title))
    for name in ("index.html", "toy/index.html", "toy/2x3-easy.html"):
        assert "<script>alert" not in house.read(name)
    assert house.data("toy/2x3-easy.html")["levels"][0]["title"] == title


def test_site_empty_catalogue_of_a_kind_is_refused(house: House) -> None:
    """A kind's file without a line is what a broken disk leaves, and no site is made of it."""
    house.write([])
    with pytest.raises(CatalogueError, match=r"toy\.jsonl: the file is empty\n  make the catalogue again"):
        house.build()
    assert not house.out.exists()


def test_site_accent_and_base_url_reach_the_pages(house: House) -> None:
    """The settings are seen: the accent in the style, the address in the home page's head and on the missing page."""
    house.build(Config(accent="#123456", base_url="https://example.org/a/"))
    assert ":root{--accent:#123456}" in house.read("toy/2x3-easy.html")
    assert '<link rel="canonical" href="https://example.org/a/">' in house.read("index.html")
    assert 'href="https://example.org/a/index.html"' in house.read("404.html")


def test_site_missing_catalogue_is_an_error_and_writes_nothing(house: House) -> None:
    """Without a catalogue there is a message that says how to make one."""
    house.catalogue = house.catalogue / "none"
    with pytest.raises(CatalogueError, match="there is no catalogue") as caught:
        house.build()
    assert "kotae levels" in str(caught.value)
    assert not house.out.exists()


def test_site_catalogue_that_has_no_end_is_refused(house: House) -> None:
    """A pipe among the files of a catalogue is told, and nothing waits for it."""
    os.mkfifo(house.catalogue / "akari.jsonl")
    with pytest.raises(CatalogueError, match=r"akari\.jsonl: cannot be read: it is a pipe or a device, not a file"):
        house.build()


def test_site_catalogue_with_an_impossible_name_is_an_error(house: House) -> None:
    """A name that no folder can have is told with the name."""
    house.catalogue = house.catalogue / ("x" * 300)
    with pytest.raises(CatalogueError, match="xxx: cannot be read: File name too long"):
        house.build()


BROKEN = {
    "no JSON": "{",
    "no object": "[]",
    "a newer schema": line(9, schema=2),
    "a field too few": {key: value for key, value in line(9).items() if key != "grid"},
    "an unknown tier": line(9, tier="odd"),
    "another kind": line(9, kind="other"),
    "a bad id": line(9, id="../x"),
    "an id twice": line(1),
    "too few rows": line(9, grid=["..."]),
    "a number as title": line(9, title=7),
    "no size": line(9, rows=0, grid=[]),
    "half a character as title": line(9, title="\ud800"),
    "half a character as author": line(9, author="x\udfff"),
    "half a character in the grid": line(9, grid=["..\ud83d", "..."]),
    "half a character in the rules": line(9, rules={"a": ["\ud83d"]}),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_site_broken_line_is_located_and_the_last_site_stays(house: House, fault: str) -> None:
    """An error names file and line, and the last good site is as it was, with nothing beside it."""
    house.build()
    before = tree(house.out)
    path = house.write([line(1), line(2)])
    bad = BROKEN[fault]
    with path.open("a", encoding="utf-8") as file:
        file.write((bad if isinstance(bad, str) else json.dumps(bad)) + "\n")
    with pytest.raises(CatalogueError) as caught:
        house.build()
    assert str(caught.value).startswith(f"{path.as_posix()}:3:")
    assert tree(house.out) == before
    assert {entry.name for entry in house.out.parent.iterdir()} == {"dist", "catalogue"}


@pytest.mark.parametrize("key", ["title", "description", "author", "licence"])
def test_site_half_a_character_in_a_setting_names_the_page(house: House, key: str) -> None:
    """Settings that come from elsewhere than a file may hold what no page can be written with."""
    with pytest.raises(AuthoringError, match=r"^index\.html: U\+D800 is half a character, in '.*aa\\ud800bb"):
        house.build(Config(**{key: "aa\ud800bb"}))
    assert not house.out.exists()


def test_site_catalogue_of_an_unknown_kind_is_an_error(house: House) -> None:
    """A catalogue that no kind belongs to is named."""
    house.write([line(1, kind="other")], name="other")
    with pytest.raises(AuthoringError, match=r"catalogue/other\.jsonl: the catalogue of an unknown kind 'other'"):
        house.build()


@pytest.mark.parametrize("template", ["{% if %}", "{{ nothing_of_the_kind }}", "{{ say('no.such.word') }}"])
def test_site_broken_template_is_located_and_the_last_site_stays(house: House, template: str) -> None:
    """A template that cannot be rendered is an error with its file, and the last good site stays."""
    path = house.templates / "404.html.jinja"
    house.build()
    before = tree(house.out)
    path.write_text(template, encoding="utf-8")
    with pytest.raises(AuthoringError) as caught:
        house.build()
    assert isinstance(caught.value, ConfigError) or "404.html.jinja" in str(caught.value)
    assert tree(house.out) == before
    assert {entry.name for entry in house.out.parent.iterdir()} == {"dist", "catalogue", "house"}


def test_site_replaces_a_site_and_leaves_no_old_page(house: House) -> None:
    """A page whose levels are gone is gone too."""
    house.build()
    house.write([line(1)])
    house.build()
    assert not (house.out / "toy" / "2x3-hard.html").exists()
    assert (house.out / "toy" / "2x3-easy.html").exists()
