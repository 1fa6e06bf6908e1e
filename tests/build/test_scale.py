"""Pages of a site with very many levels: each stays small, and every level is a few steps from home."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from build import sharing
from build.config import Config
from build.contents import lay_out
from build.cutting import lot_of
from build.editions import read_editions
from build.index import Head, Index, Lines
from build.inputs import Inputs
from build.levels import PAGE_SIZE, Shelf, shelf_of, shelve
from build.made import Made
from build.pages import Planned, all_pages, load_kinds
from build.played import DAILY
from build.rendering import Scripts, loader_of, open_environment, render
from build.scan import scan_page
from build.sharing import sharing_files
from build.templates import Templates
from build.whereabouts import MOST_ON_ONE, SIGNS, signs_for
from pipeline.catalogue import Level, LevelId
from pipeline.kind import discover
from pipeline.tier import Tier
from site_templates import ROOT
from tests.conftest import Shipped

MANY = 20_000

VARIED = 96
"""How many boards of a size and tier differ, at least where there are so many."""

INDEX = 300_000
"""Bytes of a page that leads to others, at most."""

SHEETS = 400_000
"""Bytes of a page that holds drawings to print, at most."""

Read = Callable[[str], str]


def many(levels: list[Level], count: int = MANY) -> Shelf:
    """A shelf with as many levels of each size and tier as of any other, which no layout was solved for.

    Their boards are those that there are, each in every way in which it can be turned: boards that are alike would be
    drawn once for a whole page.
    """
    groups: dict[tuple[int, int, str], list[Level]] = {}
    for level in levels:
        own = groups.setdefault((level.rows, level.cols, level.tier), [])
        if len(own) < VARIED:
            own += turned(level)
    found = list(groups.values())
    copies = (
        replace(one(found[number % len(found)], number // len(found)), id=made_id(number)) for number in range(count)
    )
    return shelve(levels[0].kind, f"{levels[0].kind}.jsonl", sorted(copies, key=Level.order))


def one(levels: list[Level], number: int) -> Level:
    """One of these, each in its turn."""
    return levels[number % len(levels)]


def turned(level: Level) -> list[Level]:
    """The images of a level that are of its size."""
    kind = discover()[level.kind]
    puzzle = kind.read_grid(level.grid, level.rules)
    answer = kind.read_answer(puzzle, level.answer)
    found = []
    for image in level.images:
        own = kind.turn(puzzle, image)
        grid, solved = kind.grid(own), kind.answer_grid(own, kind.turn_answer(puzzle, answer, image))
        if len(grid) == level.rows:
            found.append(replace(level, grid=grid, answer=solved))
    return found


def made_id(number: int) -> LevelId:
    """An id as a level has one."""
    return LevelId(hashlib.sha256(str(number).encode()).hexdigest()[:12])


def planned(shelves: tuple[Shelf, ...]) -> tuple[dict[str, Planned], Read]:
    """The pages of a site, and what makes the text of one."""
    config = Config(languages=("ja",))
    templates = Templates(ROOT, discover())
    environment = open_environment(loader_of(templates))
    made = Made()
    kinds = load_kinds(shelves, config.languages, templates, made)
    pages = {page.path: page for page in all_pages(read_editions(config, templates, made), kinds, templates)}
    scripts = Scripts(templates)
    return pages, lambda path: render(environment, pages[path].make(), scripts, config).decode()


def picked(paths: list[str]) -> list[str]:
    """Of those that differ in a number alone the first, where most stands, and the last."""
    sorts: dict[str, list[str]] = {}
    for path in paths:
        sorts.setdefault(re.sub(r"-\d+\.html$|-[0-9a-f]\.html$", "", path), []).append(path)
    return [path for own in sorts.values() for path in dict.fromkeys((own[0], own[-1]))]


@pytest.mark.parametrize("kind", list(discover()))
def test_pages_of_many_levels_stay_small(shipped: Shipped, kind: str) -> None:
    """Whatever leads to levels is below 300 KB, in the language whose letters take most; sheets to print are few."""
    shelf = many(shipped.of(kind))
    pages, read = planned((shelf,))
    own = [path for path in pages if not re.match(r"\w+/\d", path)]
    size = re.compile(r"(\d+)x(\d+)")
    largest = max(
        (size.findall(path)[0] for path in own if "levels-" in path), key=lambda one: int(one[0]) * int(one[1])
    )
    smallest = min(
        (size.findall(path)[0] for path in own if "levels-" in path), key=lambda one: int(one[0]) * int(one[1])
    )
    ends = tuple("x".join(one) for one in (largest, smallest))
    wanted = [path for path in picked(own) if not size.search(path) or any(f"-{one}" in path for one in ends)]
    sorts = Counter(path.split("/")[-1].partition("-")[0] for path in wanted)
    assert {"levels", "where", "print", "index.html", "daily.html"} <= set(sorts)
    for path in wanted:
        weight = len(read(path).encode())
        assert weight <= (SHEETS if "/print-" in path else INDEX), f"{path}: {weight}"


def test_pages_of_all_kinds_stay_small(shipped: Shipped) -> None:
    """Home, and the levels that a day can have, on a site with the kinds of the house."""
    house = [name for name, kind in discover().items() if kind.folder is None]
    _, read = planned(tuple(many(shipped.of(kind), 3_000) for kind in house))
    for path in ("index.html", "daily.html"):
        assert len(read(path).encode()) <= INDEX, path


def test_levels_of_a_large_kind_are_four_steps_from_home_and_each_is_listed_once(shipped: Shipped) -> None:
    """Home, the kind, a size, a part of a tier, the level; and a page that knows where each one is."""
    kind = next(iter(discover()))
    shelf = many(shipped.of(kind))
    _, read = planned((shelf,))
    contents = lay_out(shelf)
    parts = [part for row in contents.sizes for part in (*row.first, *row.further)]
    listed = [id for part in parts for page, start, stop in part.runs for id in page.ids[start:stop]]
    assert sorted(listed) == sorted(id for page in shelf.pages for id in page.ids)
    assert f"{kind}/index.html" in scan_page(read("index.html")).links
    first = {link for name, _ in contents.overviews for link in scan_page(read(f"{kind}/{name}")).links}
    assert {f"{part.name}#tier-{part.group.tier}" for row in contents.sizes for part in row.first} <= first
    row = max(contents.sizes, key=lambda row: len(row.further))
    assert {part.name for part in row.further} <= {
        link.split("#")[0] for link in scan_page(read(f"{kind}/{row.name}")).links
    }
    part = row.further[-1]
    links = set(scan_page(read(f"{kind}/{part.name}")).links)
    assert part.count > 0
    assert {page.link_to(id) for page, start, stop in part.runs for id in page.ids[start:stop]} <= links
    for page in (shelf.pages[0], shelf.pages[-1]):
        name, _, place = contents.places(page)[0][1].partition("#")
        scanned = scan_page(read(f"{kind}/{name}"))
        assert page.link_to(page.ids[0]) in scanned.links
        assert place in scanned.places
    assert signs_for(MANY) == 1
    id = shelf.pages[-1].ids[-1]
    assert re.search(rf'"{re.escape(shelf.pages[-1].name)}", "[^"]*{id}', read(f"{kind}/where-{id[0]}.html"))


def test_pages_that_know_where_levels_are_are_as_many_as_it_takes() -> None:
    """One for a small kind; else as many as there are first signs of an id."""
    most = MOST_ON_ONE
    assert [signs_for(count) for count in (0, most, most + 1, most * 16, most * 16 + 1)] == [0, 0, 1, 1, 2]
    assert len(SIGNS) == 16


def test_levels_of_a_small_kind_stand_on_one_page_and_go_on_to_others_as_they_become_more(shipped: Shipped) -> None:
    """What was led to before is there afterwards, and a size that has room for all its levels has one page."""
    levels = shipped.of(next(iter(discover())))
    few, some, lots = (lay_out(many(levels, count)) for count in (40, 1_000, 5_000))
    assert few.is_single
    assert {part.name for row in few.sizes for part in row.first} == {"index.html"}
    for contents in (some, lots):
        assert not contents.is_single
        assert {row.name for row in contents.sizes} == {f"levels-{row.rows}x{row.cols}.html" for row in contents.sizes}
    names = [{part.name for row in contents.sizes for part in row.further} for contents in (some, lots)]
    assert names[0] < names[1]
    tiers = [parts for contents in (some, lots) for row in contents.sizes for parts in row.tiers]
    cut = [parts for parts in tiers if len(parts) > 1 and len(parts[0].group.pages) == 1]
    assert cut
    assert all(parts[-1].last == parts[0].group.count for parts in cut)  # no number is told that no level has
    for parts in tiers:
        assert all(part.last < further.first for part, further in pairwise(parts))


def test_overview_of_very_many_sizes_goes_on_on_further_pages(shipped: Shipped) -> None:
    """Each of them stays small, has a board where there is room, and leads to the one before and behind it."""
    kind = next(iter(discover()))
    level = max(shipped.of(kind), key=lambda level: level.rows * level.cols)
    sizes = [(rows, cols) for rows in range(8, 20) for cols in range(20, 31)]
    levels = [
        replace(level, rows=rows, cols=cols, tier=tier, id=made_id(100 * rows + 4 * cols + tier.rank))
        for rows, cols in sizes
        for tier in Tier
    ]
    _, read = planned((shelve(kind, f"{kind}.jsonl", levels),))
    names = ("index.html", "sizes-2.html", "sizes-3.html")
    texts = [read(f"{kind}/{name}") for name in names]
    shown = [re.findall(r'<tr id="size-(\d+x\d+)"', text) for text in texts]
    assert sorted(size for own in shown for size in own) == sorted(f"{rows}x{cols}" for rows, cols in sizes)
    assert max(len(text.encode()) for text in texts) <= INDEX
    for text, ways in zip(texts, (names[1:2], names[::2], names[1:2]), strict=True):
        assert set(ways) <= set(scan_page(text).links)


def test_sitemap_of_very_many_pages_leads_to_several(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file lists no more pages than one may; together they list each once, and what nobody is to find in none."""
    monkeypatch.setattr(sharing, "MOST_LISTED", 3)
    config = Config(base_url="https://example.org/a/")
    entries = [f"<url><loc>https://example.org/a/{number}.html</loc></url>\n" for number in range(7)]
    files = dict(sharing_files(config, [*entries, ""], (), Templates(ROOT, discover())))
    space = {"s": sharing.SPACE}
    index = ElementTree.fromstring(files["sitemap.xml"])
    names = [loc.text.rpartition("/")[2] for loc in index.iterfind("s:sitemap/s:loc", space) if loc.text]
    assert names == ["sitemap-1.xml", "sitemap-2.xml", "sitemap-3.xml"]
    listed = [ElementTree.fromstring(files[name]).findall("s:url/s:loc", space) for name in names]
    assert [len(one) for one in listed] == [3, 3, 1]


def test_day_follows_its_levels_to_another_page(shipped: Shipped) -> None:
    """A live site keeps what it has drawn: a level that moves as its group grows is led to where it is now."""
    few = [level for level in shipped.of("akari") if (level.rows, level.tier) == (5, Tier.EASY)]
    full = [replace(few[number % len(few)], id=made_id(number), base=f"b{number}") for number in range(PAGE_SIZE)]
    made = Made()

    def links(levels: list[Level]) -> set[str]:
        config = Config()
        templates = Templates(ROOT, discover())
        (kind,) = load_kinds((shelve("akari", "akari.jsonl", levels),), config.languages, templates, made)
        pages = all_pages(read_editions(config, templates, made), [kind], templates)
        levels_of = next(page for page in pages if page.path == DAILY).make().data["levels"]["akari"]
        return {f"{name}#{board[0]}" for name, boards in levels_of.items() for board in boards}

    assert links(full) == {f"5x5-easy.html#{level.id}" for level in full}
    # Its id is so high that a day never has it.
    more = [replace(full[0], id=LevelId("f" * 12), base="more"), *full]
    found = links(more)
    first, second = shelve("akari", "akari.jsonl", more).pages
    assert found == {page.link_to(id) for page in (first, second) for id in page.ids if id != more[0].id}
    assert f"5x5-easy-2.html#{second.ids[-1]}" in found


def group_of(shipped: Shipped, count: int) -> list[Level]:
    """Levels of one size and tier, each of a base of its own."""
    level = shipped.of(next(iter(discover())))[0]
    return [replace(level, id=made_id(number), base=f"base-{number}") for number in range(count)]


def test_pages_of_a_group_hold_what_they_have_room_for_and_keep_their_levels(shipped: Shipped) -> None:
    """Whatever comes or goes concerns one page, or two where one is parted or two are put together."""
    levels = group_of(shipped, 3_000)
    pages = ids_of(levels)
    assert sorted(id for ids in pages.values() for id in ids) == sorted(level.id for level in levels)
    assert max(map(len, pages.values())) <= PAGE_SIZE
    assert len(pages) < 2 * len(levels) / PAGE_SIZE
    place = {level.id: at for at, level in enumerate(levels)}
    assert all(list(ids) == sorted(ids, key=place.__getitem__) for ids in pages.values())
    for at in range(0, 3_000, 100):
        rest = [*levels[:at], *levels[at + 1 :]]
        assert len(dict(ids_of(rest).items() ^ pages.items())) <= 2, at
        assert len(dict(ids_of([*rest, replace(levels[at], id=made_id(5_000 + at))]).items() ^ pages.items())) == 1, at


def ids_of(levels: list[Level]) -> dict[str, tuple[LevelId, ...]]:
    """What is on each play page."""
    return {page.name: page.ids for page in shelve(levels[0].kind, "a.jsonl", levels).pages}


def test_pages_of_a_group_are_cut_also_where_all_levels_are_of_one_base(shipped: Shipped) -> None:
    """They have one lot then."""
    levels = [replace(level, base="") for level in group_of(shipped, 200)]
    pages = shelve("toy", "toy.jsonl", levels).pages
    assert len(pages) > 2
    assert max(page.count for page in pages) <= PAGE_SIZE


Told = dict[str, str]
"""What each page of a site tells, by its path."""


def test_changed_base_of_a_large_kind_concerns_few_pages() -> None:
    """Of each tier its play page, and those that list it, print it or know where it is, however many there are."""
    before, after = (told(MANY, changed) for changed in (None, 777))
    assert before.keys() == after.keys()
    assert len(before) > 1_000
    sorts = Counter(re.split(r"[-.]", path.split("/")[1])[0] for path in before if before[path] != after[path])
    assert {sort: n for sort, n in sorts.items() if not sort[0].isdigit()} == {"levels": 4, "print": 2, "where": 7}
    assert sum(sorts.values()) - 13 == len(Tier)


def told(levels: int, changed: int | None) -> Told:
    """What the pages tell of a kind with so many levels of a size, one base of which may have changed."""
    kind = next(iter(discover()))
    heads, digests = [], []
    for tier in Tier:
        for number in range(levels // len(Tier)):
            id = made_id(levels * tier.rank + number + (number == changed) * 10_000_000)
            heads.append(Head(id, 7, 7, tier.value, lot_of(str(number))))
            digests.append(id.encode())
    lines = Lines(Path("a.jsonl"), (1,) * levels, tuple(digests), tuple(range(levels)))
    config, templates = Config(), Templates(ROOT, discover())
    kinds = load_kinds((shelf_of(Index(kind, tuple(heads), lines)),), config.languages, templates)
    inputs = Inputs(kinds)
    paths = (page.path for page in all_pages(read_editions(config, templates, Made()), kinds, templates))
    return {path: inputs.of(path) for path in paths if "/" in path}
