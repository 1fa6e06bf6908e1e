"""What is on each page: which template, which data, which scripts and styles. Nothing is written here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from build.contents import Contents, lay_out
from build.editions import INDEX, Edition, Page, common, way_up
from build.entries import play_entry, sheet, shelf_entry
from build.guide import NAME as GUIDE
from build.guide import contents
from build.hints import techniques, way
from build.inline import read_style
from build.lessons import NAME as LESSON
from build.lessons import SOURCE, Lesson, lesson_page, read_lesson
from build.levels import PlayPage, Shelf, shown, ways_from
from build.lists import lists
from build.made import Made, OfPage
from build.offline import MISSING, knowing
from build.pictures import Pictures, read_pictures
from build.played import DAILY, STATS, daily, stats
from build.printing import Stock, most_of, printed, prints_of, stock
from build.programs import Opening, openings, programs
from build.sharing import shared, sitemap_entry
from build.templates import Templates
from build.thumbs import Thumbs
from build.whereabouts import Whereabouts, extent, is_where, where
from build.words import Entry, Words, read_spoken
from pipeline.catalogue import Level
from pipeline.errors import AuthoringError, Location
from pipeline.kind import AnyKind

SHOWN_AT_HOME = 3
"""How many boards of a kind the home page shows."""

LARGEST_AT_HOME = 10
"""Boards with longer sides are too fine to look at in a row of three."""


@dataclass(frozen=True, slots=True)
class KindPages:
    """A kind as the pages need it: its levels and drawings, and its words in one of the site's languages."""

    shelf: Shelf
    kind: AnyKind
    drawn: Callable[[], Pictures]
    """Reads the boards of the rules page, once."""
    taught: Callable[[], Lesson | None]
    """Reads the kind's first lesson, once."""
    has_lesson: bool
    """Whether it has one."""
    stock: tuple[Stock, ...]
    """What there is to print."""
    spoken: Mapping[str, Words]
    """The words of each language."""
    language: str
    made: Made
    """What is drawn and worked out once, whatever the languages, when a page first asks for it."""
    contents: Contents
    """The pages that list its levels."""
    whereabouts: Whereabouts
    """The pages that know where each level is."""

    @property
    def name(self) -> str:
        """The kind's name in the house: its folder, here and in the site."""
        return self.shelf.kind

    @property
    def words(self) -> Words:
        """The kind's words in this language."""
        return self.spoken[self.language]

    @property
    def pictures(self) -> Pictures:
        """The boards of the rules page; raises AuthoringError."""
        return self.drawn()

    @property
    def lesson(self) -> Lesson | None:
        """The kind's first lesson, where it has one; raises AuthoringError."""
        return self.taught()

    def thumbnail(self, level: Level) -> str:
        """A level's board as it stands at the start."""
        return self.made.of_level("board", level.id, lambda: self.kind.draw.svg(level.grid, rules=level.rules))

    def way(self, level: Level) -> str:
        """The way to a level's answer."""
        return self.made.of_level("way", level.id, lambda: way(self.kind, level))

    def openings(self, level: Level) -> tuple[Opening, ...]:
        """The other programs in which a level opens."""
        # An id says nothing of the titles, which stand in links by their gaps alone.
        return self.made.of_level("openings", level.id, lambda: openings(self.kind, level))

    def printed(self, stock: Stock) -> Thumbs:
        """The drawings of what one page prints."""
        name = OfPage("printed", f"{self.name}/{stock.name}")
        return self.made.named(name, stock.ids, lambda: stock.drawn(self.kind))

    def shown(self) -> tuple[tuple[PlayPage, Level], ...]:
        """The levels that stand for the kind on the home page."""
        return tuple((page, page.level) for page in self.first_pages())

    def first_pages(self) -> tuple[PlayPage, ...]:
        """The pages that begin with those levels: with small ones of different sizes or tiers."""
        groups = [group for group in self.shelf.groups if max(group.rows, group.cols) <= LARGEST_AT_HOME]
        groups = groups or list(self.shelf.groups)
        step = max(1, len(groups) // SHOWN_AT_HOME)
        chosen = groups[step // 2 :: step][:SHOWN_AT_HOME]
        return tuple(group.pages[0] for group in chosen)

    def first(self) -> tuple[PlayPage, Level]:
        """The level to begin with."""
        page = self.shelf.pages[0]
        return page, page.level


@dataclass(frozen=True, slots=True)
class Planned:
    """A page that is still to be made, and where it will be."""

    path: str
    make: Callable[[], Page]
    """Raises AuthoringError where a word that it needs is not there."""
    entry: Callable[[], str] = str
    """What a sitemap says of it; nothing of a page that is not to be found."""


def load_kinds(
    shelves: tuple[Shelf, ...],
    languages: tuple[str, ...],
    templates: Templates,
    made: Made | None = None,
    checked: bool = False,
) -> list[KindPages]:
    """The kinds of a catalogue in the first language; raises AuthoringError for a kind without pages or words.

    Boards and lessons that were ``checked`` are read no sooner than a page asks for them.
    """
    known = [name for name in templates.kinds if templates.folder(name).is_dir()]
    for shelf in shelves:
        if shelf.kind not in known:
            place = Location(shelf.source)
            hint = f"kinds: {', '.join(known)}"
            raise AuthoringError(f"the catalogue of an unknown kind '{shelf.kind}'", place, hint)
        if shelf.kind in languages[1:]:
            message = f"the kind '{shelf.kind}' and the language '{shelf.kind}' want the same folder"
            raise AuthoringError(message, hint="name that language first, or leave it out")
    kept = made or Made()
    kinds = [_load_kind(shelf, languages, templates, kept) for shelf in shelves]
    for kind in kinds if not checked else ():
        kind.drawn()
        kind.taught()
    return kinds


def _load_kind(shelf: Shelf, languages: tuple[str, ...], templates: Templates, made: Made) -> KindPages:
    folder, kind = f"kinds/{shelf.kind}", templates.kinds[shelf.kind]
    path = f"{folder}/words.yaml"
    base, own = templates.base(path), templates.override(path)
    spoken = made.read(
        ("words", shelf.kind, languages),
        (base, own),
        lambda: read_spoken(base, languages, own),
    )
    shown, taught = templates.path(f"{folder}/rules.yaml"), templates.path(f"{folder}/{SOURCE}")

    def pictures() -> Pictures:
        rules = len(spoken[languages[0]].lines("rules"))
        return made.read(("pictures", shelf.kind, rules), (shown,), lambda: read_pictures(shown, kind, rules))

    def lesson() -> Lesson | None:
        return made.read(("lesson", shelf.kind), (taught,), lambda: read_lesson(taught, kind))

    laid = (stock(shelf), spoken, languages[0], made, lay_out(shelf), Whereabouts(shelf))
    return KindPages(shelf, kind, pictures, lesson, taught.exists(), *laid)


def all_pages(editions: tuple[Edition, ...], kinds: list[KindPages], templates: Templates) -> Iterator[Planned]:
    """Every page of the site, language by language."""
    for edition in editions:
        spoken = [replace(kind, language=edition.language) for kind in kinds]
        words = {kind.name: kind.words for kind in spoken}
        for path, make in _pages_of(editions, edition, spoken):
            finish = partial(_finished, make, edition, words, templates)
            entry = str if is_where(path) else partial(sitemap_entry, editions, edition, path)
            yield Planned(edition.folder + path, finish, entry)
    yield Planned(MISSING, partial(_missing, editions))


def _finished(make: Callable[[], Page], edition: Edition, words: Mapping[str, Words], templates: Templates) -> Page:
    return shared(knowing(make(), edition), edition, words, templates)


def _pages_of(
    editions: tuple[Edition, ...], edition: Edition, spoken: list[KindPages]
) -> Iterator[tuple[str, Callable[[], Page]]]:
    """The path of each page below the folder of its language, and what makes it."""
    yield INDEX, partial(_home, editions, edition, spoken)
    yield DAILY, partial(daily, editions, edition, spoken)
    yield STATS, partial(stats, editions, edition, spoken)
    for kind in spoken:
        for name, make in lists(editions, edition, kind):
            yield f"{kind.name}/{name}", make
        yield f"{kind.name}/{GUIDE}", partial(_guide, editions, edition, kind)
        if kind.has_lesson:
            yield f"{kind.name}/{LESSON}", partial(lesson_page, editions, edition, kind)
        for index, page in enumerate(kind.shelf.pages):
            yield f"{kind.name}/{page.name}", partial(_play, editions, edition, kind, index)
        for name, shard in kind.whereabouts.names.items():
            yield f"{kind.name}/{name}", partial(where, editions, edition, kind.words, kind.whereabouts, name, shard)
        for own in kind.stock:
            yield f"{kind.name}/{own.name}", partial(printed, editions, edition, kind, spoken, own)


def styles(page: Page, templates: Templates) -> str:
    """Every style of a page in one sheet."""
    names = ("style.css", *page.sheets, "paper.css")
    return page.rules + "".join(read_style(name, templates) for name in names)


def _home(editions: tuple[Edition, ...], edition: Edition, kinds: list[KindPages]) -> Page:
    names = tuple(kind.name for kind in kinds)
    spoken: dict[str, Entry] = edition.words.under("theme.", "tier.", "play.", "home.", "shelf.")
    for kind in kinds:
        # Each kind's words below its name: two kinds may well have a word of the same key.
        said = kind.words.under("name") | kind.words.under("play.", strip=True)
        spoken |= {f"{kind.name}.{key}": entry for key, entry in said.items()}
    return Page(
        edition.folder + INDEX,
        "index.html.jinja",
        common(editions, edition, INDEX) | {"kinds": kinds, "page_title": edition.config.title},
        shelf_entry(names),
        ("card.css", "home.css", *map(sheet, names)),
        {
            "words": spoken,
            "root": way_up(edition.folder),
            "pages": {kind.name: extent(kind.shelf.groups) for kind in kinds},
        },
    )


def _missing(editions: tuple[Edition, ...]) -> Page:
    # A host shows this page at any depth, and whatever the language of what was asked for, so it speaks them all. Only
    # a full address, or the path of one, leads home from everywhere. Without one the page has no link, until its script
    # knows from a page that was read before where the site stands.
    first = editions[0]
    path = MISSING
    context = common(editions, first, path) | {"page_title": first.words.say("missing.heading"), "editions": editions}
    context |= {"languages": (), "canonical": "", "is_listed": False}
    context |= {"root": first.config.base_url or first.config.base_path or None}
    data = {"words": first.words.under("theme."), "root": None}
    return Page(path, "404.html.jinja", context, shelf_entry(()), (), data)


def _guide(editions: tuple[Edition, ...], edition: Edition, kind: KindPages) -> Page:
    words = edition.words
    path = f"{kind.name}/{GUIDE}"
    context = common(editions, edition, path) | contents(edition, kind.words, kind.kind, kind.pictures)
    context |= {"kind": kind, "page_title": words.say("guide.title", kind=kind.words.say("name"))}
    data = {"words": words.under("theme."), "root": way_up(edition.folder + path)}
    sheets = ("rules.css", sheet(kind.name))
    page = edition.folder + path
    return Page(page, "rules.html.jinja", context, shelf_entry(()), sheets, data, kind.pictures.thumbs.style)


def _play(editions: tuple[Edition, ...], edition: Edition, kind: KindPages, index: int) -> Page:
    """The play page of that number."""
    words = edition.words
    spoken = words.under("theme.", "tier.", "play.", "image.", "site.by", "technique.") | kind.words.under("technique.")
    spoken |= kind.words.under("play.", strip=True)
    pages = kind.shelf.pages
    page = pages[index]
    path = f"{kind.name}/{page.name}"
    before, after = ways_from(pages, index)
    levels = page.levels
    ways, opens = programs(levels, kind.openings)
    data = {
        "words": spoken,
        "root": way_up(edition.folder + path),
        "name": kind.words.say("name"),
        "folder": f"{kind.name}/",
        "page": page.name,
        "first": page.first,
        "listed": kind.contents.places(page),
        "printed": prints_of(page),
        "perPrint": most_of(page.rows, page.cols),
        "before": before,
        "after": after,
        "techniques": techniques(kind.kind),
        "crosses": kind.kind.crosses,
        "programs": ways,
        "levels": [
            shown(level) | {"opens": numbers, "way": kind.way(level)}
            for level, numbers in zip(levels, opens, strict=True)
        ],
    }
    size = words.say("play.size", rows=page.rows, cols=page.cols)
    named = {"kind": kind.words.say("name"), "size": size, "tier": words.say(f"tier.{page.tier}")}
    title = words.say("play.title", number=page.first, **named)
    place = {"rows": page.rows, "cols": page.cols}
    context = common(editions, edition, path) | named | place | {"kind_pages": kind, "page_title": title}
    context["listed"] = kind.contents.places(page)[0][1]
    context["printed"] = prints_of(page)[0]
    sheets = ("play.css", "frame.css", "images.css", "offer.css", "programs.css", sheet(kind.name))
    return Page(edition.folder + path, "play.html.jinja", context, play_entry(kind.name), sheets, data)
