"""Pages for authors: drafts of layouts of every kind, the report of a catalogue, and the commands that write them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from jinja2 import Environment

from build.author.draft import draft_page
from build.author.drawings import badges_of, strip
from build.author.moves import MOST_BOARDS, MOST_MOVES, TRIAL, Move, boards, moves, place_at, positions
from build.author.plots import doubled, even
from build.author.report import REASONS, SHOWN, Holding, report_page
from build.author.tally import Tally
from build.cli import main
from build.rendering import loader_of, open_environment
from build.templates import Templates
from pipeline.catalogue import Level, read_catalogue
from pipeline.draft import Draft, draft_of
from pipeline.errors import AuthoringError, Location
from pipeline.kind import AnyKind, discover
from pipeline.layout import Layout, read_layouts
from pipeline.run import LeftOut
from pipeline.tier import Tier
from site_templates import ROOT

from .conftest import House, line

LAYOUTS = ROOT.parent / "layouts"
KINDS = sorted(path.name for path in LAYOUTS.iterdir() if path.is_dir())


def first_layout(kind: str) -> Layout:
    """A small layout of a kind that has several tiers."""
    paths = sorted((LAYOUTS / kind).glob("*.yaml"))
    layouts, _ = read_layouts(paths[1], LAYOUTS, dict(discover()))
    return layouts[0]


@pytest.fixture(scope="module", params=KINDS)
def draft(request: pytest.FixtureRequest) -> Draft:
    """The draft of a layout of each kind."""
    return draft_of(first_layout(request.param))


def kind_of(draft: Draft) -> AnyKind:
    return discover()[draft.finding.layout.kind]


def levels_of(draft: Draft) -> tuple[Level, ...]:
    assert draft.finding.base
    return draft.finding.base.levels


@pytest.fixture(scope="module")
def templates() -> Templates:
    return Templates(ROOT, discover())


@pytest.fixture(scope="module")
def environment(templates: Templates) -> Environment:
    return open_environment(loader_of(templates))


class Page(HTMLParser):
    """What is on a page: its elements, each with its attributes, and the text in each sort of element."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self._open.append(tag)
        self.texts.setdefault(tag, []).append("")

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        for tag in self._open:
            self.texts[tag][-1] += data

    def all(self, tag: str, **wanted: str) -> list[dict[str, str | None]]:
        """The attributes of the elements that have these."""
        return [own for name, own in self.found if name == tag and wanted.items() <= own.items()]


def test_draft_has_every_tier_and_the_answer_side_by_side(
    draft: Draft, environment: Environment, templates: Templates
) -> None:
    """Each with its clues; a tier that is missing has its reason in its place."""
    text = draft_page(environment, templates, kind_of(draft), draft)
    page = Page(text)
    labels = [own.get("aria-label") or "" for own in page.all("div", role="img")]
    for level in levels_of(draft):
        assert sum(label.startswith(f"The {level.tier} puzzle, {level.clues} clue") for label in labels) == 1
    assert draft.finding.base
    for tier, reason in draft.finding.base.missing:
        assert re.search(rf"{tier.value.capitalize()}</p>\s*<p>Left out: {re.escape(reason)}", text)
    assert f"The answer: {' / '.join(levels_of(draft)[0].answer)}" in labels
    side_by_side = text.split('<div class="tiers')[1].split("</section>")[0]
    drawn = re.findall(r"<svg.*?</svg>", side_by_side)
    assert len(set(drawn)) == len(levels_of(draft)) + 1


def test_draft_has_each_step_of_each_trace_once(draft: Draft, environment: Environment, templates: Templates) -> None:
    """In order, with its technique and what it decides, below a board that has its number."""
    text = draft_page(environment, templates, kind_of(draft), draft)
    for level in levels_of(draft):
        trace = text.split(f'<details class="trace" id="{level.tier}"')[1].split("</details>")[0]
        assert [int(number) for number in re.findall(r'<li value="(\d+)"', trace)] == [*range(1, len(level.trace) + 1)]
        shown = [Page(part) for part in trace.split("<li ")[1:]]
        for (technique, decides, _, _), item in zip(level.trace, shown, strict=True):
            said = item.texts["span"]
            assert any(technique in part for part in said)
            assert all(any(place.rpartition("=")[0] in part for part in said) for place in decides.split())
        for board in trace.split('<div class="board">')[1:]:
            drawn, listed = board.split("<ol", 1)
            assert set(re.findall(r">(\d+)</text></g>", drawn)) == set(re.findall(r'<li value="(\d+)"', listed))


def test_draft_shows_at_the_end_of_a_trace_all_that_it_decides(draft: Draft) -> None:
    """Read as the kind reads it, the last board is the answer where the trace fills it."""
    kind = kind_of(draft)
    for level in levels_of(draft):
        *_, last = positions(kind, level, boards(moves(kind, level)))
        puzzle = kind.read_grid(level.grid, level.rules)
        answer = kind.read_answer(puzzle, level.answer)
        assert last is not None
        if kind.read_sketch:
            assert kind.read_sketch(puzzle, last).yes == (kind.places_of(puzzle, answer) if kind.places_of else answer)
        else:
            left = str.maketrans({kind.marks[1]: kind.marks[1], ".": kind.marks[1]})
            assert [row.translate(left) for row in last] == [row.translate(left) for row in level.answer]


def test_draft_order_ends_with_the_clues_of_the_hardest_level(draft: Draft) -> None:
    """Every clue is in it once; and each level shows those that its tier is said to show."""
    kind, blanking = kind_of(draft), draft.blanking
    assert blanking
    shown = {level.tier: kind.clues(kind.read_grid(level.grid, level.rules)) for level in levels_of(draft)}
    assert {rung.tier: rung.clues for rung in blanking.rungs} == shown
    hardest = blanking.rungs[-1].clues
    count = hardest.bit_count()
    assert sum(1 << cell for cell in blanking.order[len(blanking.order) - count :]) == hardest
    assert len(set(blanking.order)) == len(blanking.order)
    for easier, harder in pairwise(blanking.rungs):
        assert harder.clues & ~easier.clues == 0
    assert not kind.clues(kind.read_grid(blanking.bare, levels_of(draft)[0].rules))


def test_draft_page_lists_the_clues_in_that_order(draft: Draft, environment: Environment, templates: Templates) -> None:
    """As many as there are, those of every tier last."""
    text = draft_page(environment, templates, kind_of(draft), draft)
    part = text.split('<dl class="groups">')[1].split("</dl>")[0]
    numbers = [int(number) for number in re.findall(r'<li value="(\d+)"', part)]
    assert draft.blanking
    assert sorted(numbers) == [*range(1, len(draft.blanking.order) + 1)]
    groups = part.split("<dt>")[1:]
    assert all(re.findall(r'value="(\d+)"', group) for group in groups)
    assert groups[0].startswith("In no tier")


def test_draft_page_is_whole_and_asks_for_nothing(draft: Draft, environment: Environment, templates: Templates) -> None:
    """No address leads away from it, its drawings are well-formed, no style stands in an attribute, and it is the same
    each time."""
    text = draft_page(environment, templates, kind_of(draft), draft)
    assert text == draft_page(environment, templates, kind_of(draft), draft)
    page = Page(text)
    assert not [own for _, own in page.found if "style" in own]
    for name in ("src", "href"):
        assert all((own[name] or "").startswith(("#", "data:")) for _, own in page.found if name in own)
    for drawing in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
        ElementTree.fromstring(drawing)
    ids = [own["id"] for _, own in page.found if "id" in own]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("kind", KINDS)
def test_draft_of_a_layout_that_fails_says_why(kind: str, environment: Environment, templates: Templates) -> None:
    """With the picture and the changes of a check, and without tiers."""
    folder = ROOT.parent / "tests" / "check" / "failing"
    path = sorted((folder / kind).glob("*.yaml"))[0]
    finding = draft_of(read_layouts(path, folder, dict(discover()))[0][0]).finding
    assert finding.fault
    page = Page(draft_page(environment, templates, discover()[kind], Draft(finding)))
    assert finding.fault.message in page.texts["p"]
    assert (page.all("img")[0]["src"] or "").startswith("data:image/svg+xml,%3Csvg")
    assert page.texts.get("li", []) == [advice.words for advice in finding.advice]
    assert not page.all("details")


def some(ranks: list[int]) -> tuple[Move, ...]:
    return tuple(Move(number, "a", rank, (f"r1c{number}",), (), "", "") for number, rank in enumerate(ranks, 1))


def test_boards_of_a_trace_are_short_and_begin_with_what_is_hard() -> None:
    """A very long trace has more moves on each, so that there are never too many."""
    ranks = [1] * 20 + [3, 1, 4, 4] + [2] * 3
    found = boards(some(ranks))
    assert [move for group in found for move in group] == [*some(ranks)]
    assert all(len(group) <= MOST_MOVES for group in found)
    assert all(move.rank < TRIAL for group in found for move in group[1:])
    assert len(boards(some([3] * 700))) == MOST_BOARDS
    assert boards(()) == ()


def test_place_is_seen_at_its_cell_or_between_its_two() -> None:
    """Over a bridge in the middle of it, and where edges join at the edge."""
    assert place_at("r2c3") == (1.5, 2.5)
    assert place_at("r2c3-r3c3") == (2.0, 2.5)
    assert place_at("r1c1+r1c3") == (0.5, 1.5)
    assert place_at("r1c1-r1c3") == (0.5, 0.0)
    assert place_at("r1c2-r5c2") == (0.0, 1.5)


def test_numbers_of_moves_say_yes_and_no() -> None:
    """One for each place that a move decides."""
    move = Move(7, "a", 1, ("r1c1",), ("r1c2", "r2c1"), "", "")
    assert [(badge.text, badge.sort, badge.row, badge.col) for badge in badges_of([move])] == [
        ("7", "yes", 0.5, 0.5),
        ("7", "no", 0.5, 1.5),
        ("7", "no", 1.5, 0.5),
    ]


def test_strip_has_each_step_at_its_rank() -> None:
    """Its bars are as long as the steps are many, and its label tells the runs."""
    drawing = strip(some([1, 1, 3, 1]), 8)
    root = ElementTree.fromstring(drawing)
    bars = [child for child in root if (child.get("class") or "").startswith("rank-")]
    assert [child.get("class") for child in bars] == ["rank-1", "rank-3", "rank-1"]
    assert [re.findall(r"h(\d+)v(\d+)", child.get("d") or "") for child in bars] == [
        [("2", "12")],
        [("1", "36")],
        [("1", "12")],
    ]
    assert root.get("aria-label") == "4 steps: 2 of rank 1, 1 of rank 3, 1 of rank 1"


@pytest.fixture
def levels(house: House) -> tuple[Level, ...]:
    """Levels of two sizes and three tiers."""
    house.write(
        [
            line(1, clues=4),
            line(2, clues=6),
            line(3, tier="hard", clues=2, metrics=metrics(5, 1)),
            line(4, tier="expert", rows=3, metrics=metrics(900, 40, gave_up=True)),
        ]
    )
    return tuple(read_catalogue(house.catalogue / "toy.jsonl"))


def metrics(nodes: int, branches: int, gave_up: bool = False) -> dict[str, Any]:
    return {"nodes": nodes, "branches": branches, "gave_up": gave_up, "steps": [3, 0, 1, 0]}


def tables(text: str) -> Iterator[list[list[str]]]:
    """The cells of each table of a page."""
    for table in text.split("<tbody>")[1:]:
        rows = table.split("</tbody>")[0].split("<tr>")[1:]
        yield [re.findall(r"<t[hd][^>]*>([^<]*)", row) for row in rows]


def test_report_counts_what_the_catalogue_holds(
    levels: tuple[Level, ...], environment: Environment, templates: Templates
) -> None:
    """Each size by each tier, with its clues and search, in tables and in the plots above them."""
    text = report_page(environment, templates, discover(), Holding(levels))
    page = Page(text)
    assert page.texts["dd"][:4] == ["4", "4", "1", "2"]
    coverage, techniques, ranks, clues, effort = tables(text)
    assert coverage == [["2×3", "2", "0", "1", "0", "3"], ["3×3", "0", "0", "0", "1", "1"]]
    assert [row[0] for row in techniques] == [technique.name for technique in discover()["toy"].techniques]
    assert ranks == [["easy", "2", "0", "0", "0"], ["hard", "3", "0", "1", "0"], ["expert", "3", "0", "1", "0"]]
    assert clues[0][:2] == ["2×3", "4 (4–6)"]
    assert effort == [["2×3", "1", "–", "5", "–"], ["3×3", "–", "–", "–", "900"]]
    assert "It gave up on 1 level" in text
    plots = page.all("svg", role="img")
    assert len(plots) == 5
    assert all(own["aria-label"] for own in plots)
    assert text == report_page(environment, templates, discover(), Holding(levels))
    assert not [own for _, own in page.found if "style" in own]


def test_report_says_what_was_left_out_and_why(
    levels: tuple[Level, ...], environment: Environment, templates: Templates
) -> None:
    """Together where the reason is the same, whole layouts first; in a watched site each leads to its draft."""
    layout = first_layout(KINDS[0])
    left = (
        LeftOut(layout, Tier.EASY, "too hard"),
        LeftOut(layout, Tier.EASY, "too hard"),
        LeftOut(layout, None, "late"),
    )
    fault = AuthoringError("a <slip>", Location("layouts/a.yaml", 3, 1))
    text = report_page(environment, templates, discover(), Holding(levels, left, (fault,), 2), up="")
    *_, missing = tables(text)
    assert [[cell.strip() for cell in row] for row in missing] == [
        [layout.kind.capitalize(), "the layout", "late"],
        [layout.kind.capitalize(), "easy", "too hard"],
    ]
    assert re.findall(r"<summary>(\d+ layouts?)<", text) == ["1 layout", "2 layouts"]
    assert "a &lt;slip&gt;" in text
    assert "2 layouts are not solved as they are now" in text
    assert f'href="draft/{layout.kind}/{layout.base}"' in text
    # However many there are, the page stays small: it names the first, and counts the others.
    reasons = tuple(LeftOut(layout, Tier.HARD, f"reason {number}") for number in range(REASONS))
    lots = Holding(levels, left * 1000 + reasons, (fault,) * 1000, 2)
    text = report_page(environment, templates, discover(), lots, up="")
    assert f"and {2000 - SHOWN:,} more</li>" in text
    assert f"and {1000 - SHOWN:,} more layouts" in text
    assert "And 2 more reasons." in text
    assert text.count('href="draft/') <= SHOWN * 2 + REASONS
    alone = report_page(environment, templates, discover(), Holding((), unknown=None))
    assert "There are no levels" in alone
    assert "Not known" in alone


def test_report_scales_reach_the_highest_number() -> None:
    """With few round lines, for small numbers and great ones."""
    for highest in (0, 1, 4, 7, 24, 99, 1000, 20001, 10**7):
        for ticks in (even(highest), doubled(highest)):
            assert ticks[0] == 0
            assert ticks[-1] >= highest
            assert len(ticks) <= 8
            assert all(one < other for one, other in pairwise(ticks))


def test_report_takes_its_numbers_from_the_levels_alone(levels: tuple[Level, ...]) -> None:
    """Of a spread the middle is that of a level."""
    tally = Tally(discover()["toy"], levels)
    assert tally.sizes == ((2, 3), (3, 3))
    spread = tally.spread(lambda level: level.clues)[(2, 3), Tier.EASY]
    assert (spread.low, spread.middle, spread.high) == (4, 4, 6)


def test_cli_report_and_draft_write_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After 'kotae levels' the report knows what was left out; of a layout that came later it says so."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "layouts" / KINDS[0]
    folder.mkdir(parents=True)
    source = sorted((LAYOUTS / KINDS[0]).glob("*.yaml"))[0]
    documents = source.read_text(encoding="utf-8").split("---\n")
    (folder / "mine.yaml").write_text("---\n".join(documents[:2]), encoding="utf-8")
    run = CliRunner()
    missing = run.invoke(main, ["report"])
    assert missing.exit_code == 1
    assert "there is no catalogue\n  make it with 'kotae levels'" in missing.stderr
    assert run.invoke(main, ["levels", "--jobs", "1"]).exit_code == 0
    assert run.invoke(main, ["report"]).exit_code == 0
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "not solved as they are now" not in text
    count = sum(1 for _ in read_catalogue(tmp_path / "catalogue" / f"{KINDS[0]}.jsonl"))
    assert Page(text).texts["dd"][0] == str(count)
    (folder / "more.yaml").write_text(documents[2], encoding="utf-8")
    result = run.invoke(main, ["report", "--out", "-"])
    assert "1 layout is not solved as it is now" in result.stdout
    made = run.invoke(main, ["draft", str(folder / "mine.yaml"), "--out", "drafts"])
    assert made.exit_code == 0
    assert sorted(path.name for path in (tmp_path / "drafts").iterdir()) == [
        f"{KINDS[0]}-mine-{number}.html" for number in (1, 2)
    ]
