"""What comes out of the printer: sheets of any kind with their answers behind them, and a level as it stands.

What is drawn is compared shape by shape with the kind's own drawing of the catalogue's board and answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from build.levels import read_indices, shelf_of
from build.thumbs import PAINT
from pipeline.catalogue import Level
from pipeline.kind import AnyKind, discover

from .conftest import SEATS, Game, OpenPage, Seat, Site, expect, follow, opened_site, skip_head

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""
MARGIN = 12
PIXELS = 96 / 25.4
"""CSS pixels in a millimetre of paper."""

LONG = "Wörter " + "ohneLücke" * 11
"""A title and an author's name as long as they can be."""

SEEN = """() => {
    const box = (element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return [left, top, right, bottom];
    };
    const whole = (svg) => {
        const copy = svg.cloneNode(true);
        for (const use of copy.querySelectorAll("use")) {
            const shared = document.querySelector(use.getAttribute("href")).cloneNode(true);
            use.replaceWith(...shared.childNodes);
        }
        return new XMLSerializer().serializeToString(copy);
    };
    return [...document.querySelectorAll(".sheet")].map((sheet) => ({
        box: box(sheet),
        words: sheet.innerText,
        written: [...sheet.querySelectorAll("p, figcaption")].map(box),
        boards: [...sheet.querySelectorAll(".place")].map((place) => ({
            number: place.querySelector(".place-number").textContent,
            link: place.querySelector(".place-link")?.textContent ?? "",
            box: box(place.querySelector("svg")),
            drawing: whole(place.querySelector("svg")),
        })),
    }));
}"""


def levels_of(site: Site, kind: str) -> tuple[Level, ...]:
    """The levels of a site in its order: the catalogue stands beside what is served."""
    catalogue = next(above / "catalogue" for above in site.folder.parents if (above / "catalogue").is_dir())
    (index,) = (index for index in read_indices(catalogue, {}) if index.kind == kind)
    return shelf_of(index).levels


def shapes(drawing: str) -> list[tuple[str, dict[str, str], str]]:
    """What a drawing draws, paint aside."""
    found = []
    for element in list(ElementTree.fromstring(drawing).iter())[1:]:
        said = {key: value for key, value in element.items() if key not in PAINT}
        found.append((element.tag.rpartition("}")[2], said, element.text or ""))
    return found


def pages_of(pdf: bytes) -> tuple[int, set[tuple[int, int]]]:
    """How many pages a PDF has, and their sizes in points."""
    boxes = re.findall(rb"/MediaBox\s*\[([\d. ]+)\]", pdf)
    sizes = {(round(float(box.split()[2])), round(float(box.split()[3]))) for box in boxes}
    return len(re.findall(rb"/Type\s*/Page\b", pdf)), sizes


def laid(page: Any) -> list[tuple[str, list[str]]]:
    """What is written on each sheet, and what is drawn."""
    return [(sheet["words"], [board["drawing"] for board in sheet["boards"]]) for sheet in page.evaluate(SEEN)]


def laid_out(page: Any, per: int, paper: str) -> None:
    """Wait until the sheets are made of an address that was just given."""
    expect(page.locator(f"[name=per][value='{per}']")).to_be_checked()
    expect(page.locator(".sheet").first).to_have_attribute("data-paper", paper)


def inside(inner: list[float], outer: list[float]) -> bool:
    """Whether a box lies in another, but for less than half a pixel."""
    return all(near - far > -0.5 for near, far in zip(inner[:2], outer[:2], strict=True)) and all(
        far - near > -0.5 for near, far in zip(inner[2:], outer[2:], strict=True)
    )


def apart(one: list[float], other: list[float]) -> bool:
    """Whether two boxes share no place."""
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def check_sheets(sheets: list[Any], paper: str) -> None:
    """Each sheet fits its paper, and everything on it lies on it and over nothing else."""
    width, height = ((side - 2 * MARGIN) * PIXELS for side in PAPERS[paper])
    for sheet in sheets:
        left, top, right, bottom = sheet["box"]
        assert right - left <= width + 0.5
        assert bottom - top <= height
        boxes = [board["box"] for board in sheet["boards"]]
        assert all(inside(box, sheet["box"]) for box in [*boxes, *sheet["written"]])
        everything = [*boxes, *(box for box in sheet["written"] if box[3] > box[1])]
        assert all(apart(one, other) for at, one in enumerate(everything) for other in everything[:at])


def check_drawn(kind: AnyKind, boards: list[Any], levels: tuple[Level, ...], answered: bool) -> None:
    """The boards are these levels in their order, as they begin or as they end."""
    assert [board["number"] for board in boards] == [str(number) for number in range(1, len(levels) + 1)]
    for board, level in zip(boards, levels, strict=True):
        expected = kind.draw.svg(level.grid, level.answer if answered else None, level.rules)
        assert shapes(board["drawing"]) == shapes(expected)


def test_sheets_of_every_kind_are_printed_as_they_are_seen(game: Game, open_page: OpenPage) -> None:
    """So many levels on a sheet, none cut, paper of the right size; behind them the right answers, numbered alike."""
    kind = discover()[game.level.kind]
    levels = levels_of(game.site, kind.name)
    page = open_page(f"{game.site.server}{kind.name}/print-6x6.html#tier=all&show=rules+links+answers")
    page.emulate_media(media="print")
    for paper, points in (("a4", (595, 842)), ("letter", (612, 792))):
        for per in (1, 2, 4, 6):
            page.evaluate(
                "hash => { location.hash = hash; }",
                f"tier=all&per={per}&sheets=9&paper={paper}&show=rules links answers",
            )
            laid_out(page, per, paper)
            sheets = page.evaluate(SEEN)
            check_sheets(sheets, paper)
            full = -(-len(levels) // per)
            counts = [len(sheet["boards"]) for sheet in sheets]
            assert counts[:full] == [min(per, len(levels) - per * at) for at in range(full)]
            boards = [board for sheet in sheets[:full] for board in sheet["boards"]]
            answers = [board for sheet in sheets[full:] for board in sheet["boards"]]
            check_drawn(kind, boards, levels, answered=False)
            check_drawn(kind, answers, levels, answered=True)
            assert [board["link"].rpartition("#")[2] for board in boards] == [level.id for level in levels]
            if per in (1, 6):
                assert pages_of(page.pdf(prefer_css_page_size=True)) == (len(sheets), {points})


@pytest.fixture(scope="module")
def site(toy_catalogue: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The kind from outside with its own layouts, some of whose levels have names as long as can be."""
    text = toy_catalogue.read_text(encoding="utf-8")
    named = re.sub(r'"title": ?"[^"]*"', f'"title":"{LONG}"', re.sub(r'"author": ?"[^"]*"', f'"author":"{LONG}"', text))
    with opened_site(tmp_path_factory.mktemp("pages"), "toy", named) as made:
        yield made


def fullest(site: Site) -> tuple[str, tuple[Level, ...]]:
    """The print page with most easy levels, and those."""
    easy = [level for level in levels_of(site, "toy") if level.tier == "easy"]
    sizes = [(level.rows, level.cols) for level in easy]
    rows, cols = max(sizes, key=sizes.count)
    return f"{rows}x{cols}", tuple(level for level in easy if (level.rows, level.cols) == (rows, cols))


@pytest.mark.everywhere
def test_sheets_change_as_they_are_chosen_and_their_address_makes_them_again(
    site: Site, seat: Seat, open_page: OpenPage
) -> None:
    """A play page leads there from its level; every choice is seen at once, and kept in the address and the browser."""
    size, levels = fullest(site)
    page = open_page(f"{seat.home}toy/{size}-easy.html#{levels[1].id}", color_scheme="dark")
    follow(page.get_by_role("link", name="Print", exact=True))
    expect(page.locator("[name=from]")).to_have_value("2")
    seen = page.evaluate(SEEN)
    assert seen[0]["boards"][0]["link"].endswith(levels[1].id)
    assert page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
    # Paper is white with ink on it, in the dark too.
    sheet = page.locator(".sheet").first
    assert sheet.evaluate("sheet => getComputedStyle(sheet).backgroundColor") == "rgb(255, 255, 255)"
    assert sheet.locator("figcaption").first.evaluate("text => getComputedStyle(text).color") == "rgb(0, 0, 0)"
    page.get_by_label("Tier").select_option("all")
    page.get_by_role("radio", name="2", exact=True).check()
    page.get_by_role("radio", name="Letter").check()
    page.get_by_role("radio", name="By lot").check()
    page.get_by_label("Draw number").fill("7")
    page.get_by_label("Authors").uncheck()
    drawn = laid(page)
    assert len(drawn[0][1]) == 2
    assert page.locator(".sheet[data-paper=letter]").count() == len(drawn)
    page.reload()
    assert laid(page) == drawn
    other = open_page(page.url)
    assert laid(other) == drawn
    # Who skips the head by the keyboard has the same sheets, and the same address to pass on.
    skip_head(other)
    assert laid(other) == drawn
    assert other.url == page.url
    # Storage may hold anything.
    for value in ('{"show":[{"toString":1}]}', '{"show":[],"tier":{"toString":1}}', '{"show":[],"per":[9],"draw":-1}'):
        other.evaluate('value => localStorage.setItem(\'kotae:print\', `{"at":9e15,"value":${value}}`)', value)
        other.goto(page.url.partition("#")[0])
        assert laid(other)
    page.get_by_role("button", name="Draw anew").click()
    expect(page.locator("[name=draw]")).not_to_have_value("7")
    # Somebody who comes back without an address finds what was chosen.
    page.goto(page.url.partition("#")[0])
    assert page.get_by_role("radio", name="Letter").is_checked()
    page.evaluate("() => { window.print = () => { document.title = 'printing'; }; }")
    page.get_by_role("button", name="Print", exact=True).click()
    expect(page).to_have_title("printing")


def test_sheets_hold_the_longest_of_names(site: Site, open_page: OpenPage) -> None:
    """A title and an author of 120 letters take no room from any board and leave no sheet."""
    size, _ = fullest(site)
    page = open_page(f"{site.disk}toy/print-{size}.html")
    page.emulate_media(media="print")
    for paper in PAPERS:
        page.evaluate("hash => { location.hash = hash; }", f"tier=all&per=6&paper={paper}")
        laid_out(page, 6, paper)
        sheets = page.evaluate(SEEN)
        assert LONG in sheets[0]["words"].replace("\n", "")
        check_sheets(sheets, paper)
        assert pages_of(page.pdf(prefer_css_page_size=True))[0] == len(sheets)


def test_level_of_every_kind_is_printed_as_it_stands(game: Game, open_page: OpenPage) -> None:
    """Its board whole, its kind, title and rules in black on white, out of the dark too, and nothing to be pressed."""
    screen = SEATS["desk"][1]
    address = f"{game.site.server}{game.path}"
    page = open_page(address, color_scheme="dark", **screen)
    page.locator("#theme").click(click_count=2)
    # Folded away on the screen, the rules are there on paper.
    page.locator("summary", has_text="Rules").click()
    page.emulate_media(media="print")
    for name in ("button", "nav a", "[role=grid]", "input"):
        assert not any(one.is_visible() for one in page.locator(name).all()), name
    for name in (".on-paper", "h1", ".help ol >> nth=0", ".stage .art"):
        assert page.locator(name).is_visible(), name
    assert page.locator("h1").evaluate("text => getComputedStyle(text).color") == "rgb(0, 0, 0)"
    assert page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
    for width, height in PAPERS.values():
        pdf = page.pdf(width=f"{width}mm", height=f"{height}mm")
        assert pages_of(pdf)[0] == 1
        board = page.locator(".stage .art").bounding_box()
        assert board["width"] <= (width - 2 * MARGIN) * PIXELS
        assert board["width"] > 100 * PIXELS
