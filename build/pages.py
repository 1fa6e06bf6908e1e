"""What is on each page: which template, which data, which scripts and styles. Nothing is written here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from build.config import Config
from build.inline import read_text
from build.levels import Group, PlayPage, Shelf
from build.templates import Templates
from build.thumbs import share
from build.words import Entry, Words, read_kind_words, read_words
from pipeline.catalogue import Level
from pipeline.errors import AuthoringError, Location
from pipeline.kind import Draw

SHOWN_AT_HOME = 3
"""How many boards of a kind the home page shows."""

LARGEST_AT_HOME = 10
"""Boards with longer sides are too fine to look at in a row of three."""


@dataclass(frozen=True, slots=True)
class KindPages:
    """A kind as the pages need it: its levels, its words, its drawings."""

    shelf: Shelf
    words: Words
    draw: Draw

    @property
    def name(self) -> str:
        """The kind's name in the house: its folder, here and in the site."""
        return self.shelf.kind

    def thumbnail(self, level: Level) -> str:
        """A level's board as it stands at the start."""
        return self.draw.svg(level.grid, rules=level.rules)

    def shown(self) -> tuple[tuple[PlayPage, Level], ...]:
        """The levels that stand for the kind on the home page: small ones of different sizes or tiers."""
        groups = [group for group in self.shelf.groups if max(group.rows, group.cols) <= LARGEST_AT_HOME]
        groups = groups or list(self.shelf.groups)
        step = max(1, len(groups) // SHOWN_AT_HOME)
        chosen = groups[step // 2 :: step][:SHOWN_AT_HOME]
        return tuple((group.pages[0], group.pages[0].levels[0]) for group in chosen)

    def first(self) -> tuple[PlayPage, Level]:
        """The level to begin with."""
        page = self.shelf.pages[0]
        return page, page.levels[0]


@dataclass(frozen=True, slots=True)
class Page:
    """A file of the site: where, from which template, with what to fill it, and what its script begins with."""

    path: str
    template: str
    context: Mapping[str, Any]
    entry: str
    """The text of the page's one module."""
    sheets: tuple[str, ...]
    """The style sheets that it needs beside the site's own, by their names below the templates."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """What the module finds on the page."""
    rules: str = ""
    """Style that stands before every sheet, so that any of them can change it."""


def load_kinds(shelves: tuple[Shelf, ...], language: str, templates: Templates) -> list[KindPages]:
    """The kinds that have levels; raises AuthoringError for a catalogue of a kind that has no pages."""
    known = [name for name in templates.kinds if templates.folder(name).is_dir()]
    kinds = []
    for shelf in shelves:
        if shelf.kind not in known:
            place = Location(f"{shelf.kind}.jsonl")
            hint = f"kinds: {', '.join(known)}"
            raise AuthoringError(f"the catalogue of an unknown kind '{shelf.kind}'", place, hint)
        words = read_kind_words(templates.folder(shelf.kind) / "words.yaml", language)
        if shelf.count:
            kinds.append(KindPages(shelf, words, templates.kinds[shelf.kind].draw))
    return kinds


def all_pages(config: Config, kinds: list[KindPages], templates: Templates) -> Iterator[Page]:
    """Every page of the site."""
    language = config.languages[0]
    words = read_words(templates.path(f"words/{language}.yaml"), language)
    common = {"config": config, "say": words.say, "language": language}
    yield _home(common, words, kinds)
    yield _missing(common, words)
    for kind in kinds:
        yield _shelf(common, words, kind)
        yield from _play(common, words, kind)


def styles(page: Page, templates: Templates) -> str:
    """Every style of a page in one sheet."""
    return page.rules + "\n".join(read_text(templates.path(name)) for name in ("style.css", *page.sheets))


def _home(common: dict[str, Any], words: Words, kinds: list[KindPages]) -> Page:
    names = tuple(kind.name for kind in kinds)
    spoken: dict[str, Entry] = words.under("theme.", "tier.", "play.", "home.", "shelf.")
    for kind in kinds:
        spoken |= kind.words.under("play.", strip=True)
    context = common | {"kinds": kinds, "root": "", "page_title": common["config"].title}
    return Page(
        "index.html",
        "index.html.jinja",
        context,
        _shelf_entry(names),
        ("home.css", *map(_sheet, names)),
        {"words": spoken, "root": ""},
    )


def _missing(common: dict[str, Any], words: Words) -> Page:
    # A host shows this page at any depth, where only a full address leads home. Without one the page has no link,
    # until its script knows from a page that was read before where the site stands.
    context = common | {"root": common["config"].base_url or None, "page_title": words.say("missing.heading")}
    data = {"words": words.under("theme."), "root": None}
    return Page("404.html", "404.html.jinja", context, _shelf_entry(()), (), data)


def _shelf(common: dict[str, Any], words: Words, kind: KindPages) -> Page:
    sizes: dict[tuple[int, int], list[Group]] = {}
    for group in kind.shelf.groups:
        sizes.setdefault((group.rows, group.cols), []).append(group)
    title = words.say("shelf.heading", kind=kind.words.say("name"))
    levels = [level for page in kind.shelf.pages for level in page.levels]
    thumbs = share([kind.thumbnail(level) for level in levels], kind.name)
    drawings = {level.id: drawing for level, drawing in zip(levels, thumbs.drawings, strict=True)}
    context = common | {"kind": kind, "sizes": sizes, "root": "../", "page_title": title}
    context |= {"drawings": drawings, "shared": thumbs.shared}
    data = {"words": words.under("theme.", "shelf."), "root": "../"}
    sheets = ("shelf.css", _sheet(kind.name))
    return Page(f"{kind.name}/index.html", "kind.html.jinja", context, _shelf_entry(()), sheets, data, thumbs.style)


def _play(common: dict[str, Any], words: Words, kind: KindPages) -> Iterator[Page]:
    spoken = words.under("theme.", "tier.", "play.", "site.by") | kind.words.under("play.", strip=True)
    sheets = ("play.css", _sheet(kind.name))
    pages = kind.shelf.pages
    counts = {page.name: group.count for group in kind.shelf.groups for page in group.pages}
    for index, page in enumerate(pages):
        before = pages[index - 1].link(pages[index - 1].levels[-1]) if index else None
        after = pages[index + 1].link(pages[index + 1].levels[0]) if index + 1 < len(pages) else None
        data = {
            "words": spoken,
            "root": "../",
            "name": kind.words.say("name"),
            "folder": f"{kind.name}/",
            "page": page.name,
            "first": page.first,
            "count": counts[page.name],
            "before": before,
            "after": after,
            "levels": [_level(level) for level in page.levels],
        }
        level = page.levels[0]
        size = words.say("play.size", rows=level.rows, cols=level.cols)
        named = {"kind": kind.words.say("name"), "size": size, "tier": words.say(f"tier.{level.tier}")}
        title = words.say("play.title", number=page.first, **named)
        place = {"rows": level.rows, "cols": level.cols}
        context = common | named | place | {"root": "../", "kind_pages": kind, "page_title": title}
        yield Page(f"{kind.name}/{page.name}", "play.html.jinja", context, _play_entry(kind.name), sheets, data)


def _sheet(kind: str) -> str:
    return f"kinds/{kind}/style.css"


def _level(level: Level) -> dict[str, Any]:
    """What a player's page knows of a level. Its answer stays away: the rules judge."""
    return {
        "id": level.id,
        "rows": level.rows,
        "cols": level.cols,
        "tier": str(level.tier),
        "title": level.title,
        "author": level.author,
        "grid": level.grid,
        "rules": level.rules,
    }


def _play_entry(kind: str) -> str:
    first = 'import { mountPlay } from "#engine/mount.js";'
    return "\n".join((first, *_kind_imports((kind,)), f"mountPlay(document, {_record(kind)});"))


def _shelf_entry(kinds: tuple[str, ...]) -> str:
    first = 'import { mountShelf } from "#engine/mount.js";'
    records = ", ".join(_record(kind) for kind in kinds)
    return "\n".join((first, *_kind_imports(kinds), f"mountShelf(document, [{records}]);"))


def _kind_imports(kinds: tuple[str, ...]) -> Iterator[str]:
    for kind in kinds:
        yield f'import * as {kind}Rules from "#kinds/{kind}/rules.js";'
        yield f'import * as {kind}View from "#kinds/{kind}/view.js";'


def _record(kind: str) -> str:
    return f'Object.freeze({{ name: "{kind}", ...{kind}Rules, ...{kind}View }})'
