"""Render a catalogue into a folder of pages: the same bytes for the same catalogue, whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import BaseLoader, BytecodeCache, ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup

from build.config import Config
from build.editions import Page, read_editions
from build.inline import collect, import_map, policy, read_script
from build.levels import read_shelves
from build.made import Made
from build.offline import TEMPLATE, WORKER, Written, app_files, site_of, written
from build.output import replacing
from build.overrides import HOUSE, check_overrides, located
from build.pages import all_pages, load_kinds, styles
from build.sharing import sharing_files
from build.strip import strip_script
from build.templates import Templates
from build.unused import unused_files, unused_words
from pipeline.errors import AuthoringError, Location
from pipeline.kind import AnyKind
from pipeline.notice import Notice
from site_templates import ROOT

Progress = Callable[[int, int], None]
"""Called with the number of pages done and the number of all."""


@dataclass(frozen=True, slots=True)
class Built:
    """What a build made."""

    levels: int
    pages: int
    size: int
    """In bytes."""
    notices: tuple[Notice, ...] = ()
    """What there is to warn of."""


def build_site(
    catalogue: Path,
    out: Path,
    config: Config,
    kinds: Mapping[str, AnyKind],
    root: Path = ROOT,
    progress: Progress | None = None,
) -> Built:
    """Write the site of a catalogue to ``out``; on any error what was there stays.

    ``kinds`` are those that there are, and ``root`` is the folder of the templates of the house. Raises AuthoringError,
    or AuthoringErrors for several faults.
    """
    shelves = read_shelves(catalogue)
    templates = Templates(root, kinds, config.templates)
    environment = open_environment(loader_of(templates))
    check_overrides(templates, environment)
    made = Made()
    known = load_kinds(shelves, config.languages, templates, made)
    editions = read_editions(config, templates, made)
    planned = list(all_pages(editions, known, templates))
    scripts = Scripts(templates)
    size = 0
    listed = []
    with replacing(out, last=WORKER) as folder:
        for done, one in enumerate(planned, start=1):
            page = one.make()
            data = render(environment, page, scripts, config)
            _write(folder / page.path, data)
            listed.append(written(page, data))
            size += len(data)
            if progress:
                progress(done, len(planned))
        names, entries = [kind.name for kind in known], (one.entry() for one in planned)
        for name, data in (*app_files(editions, templates), *sharing_files(config, entries, names, templates)):
            _write(folder / name, data)
        _write(folder / WORKER, render_worker(environment, templates, config, listed))
    spoken = [edition.words for edition in editions] + [words for kind in known for words in kind.spoken.values()]
    notices = (*unused_words(spoken), *unused_files(templates, names, config.languages))
    return Built(sum(shelf.count for shelf in shelves), len(planned), size, notices)


def _write(target: Path, data: bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)


class Scripts:
    """The import map of each entry, made once: hundreds of pages begin with the same one."""

    def __init__(self, templates: Templates, maps: dict[str, str] | None = None) -> None:
        """``maps`` are those of before, where no script has changed since."""
        self.templates = templates
        self.early = read_script("engine/early.js", templates)
        """The script that every page runs before it is painted."""
        self._maps = {} if maps is None else maps

    def modules(self, entry: str) -> str:
        """The text of the import map with every module that an entry reaches; raises AuthoringError."""
        if entry not in self._maps:
            self._maps[entry] = import_map(collect(entry, self.templates))
        return self._maps[entry]


def render(environment: Environment, page: Page, made: Scripts, config: Config) -> bytes:
    """One page as it is written: style, scripts and data inside, and the policy that fits them."""
    templates = made.templates
    style = f":root{{--accent:{config.accent}}}\n{styles(page, templates)}"
    early = made.early
    modules = made.modules(page.entry)
    scripts = (early, modules, page.entry)
    filling = {
        "data": page.data,
        # Markup: these are our own texts, and their hashes are over exactly these characters.
        "style": Markup(style),
        "early": Markup(early),
        "modules": Markup(modules),
        "entry": Markup(page.entry),
        "policy": policy(scripts, (style,), config.offline),
    }
    return _encoded(filled(environment, templates, page.template, {**page.context, **filling}), page.path)


def render_worker(environment: Environment, templates: Templates, config: Config, pages: Sequence[Written]) -> bytes:
    """The script of the worker that keeps these pages in a browser, or takes away what one before it kept."""
    worker = filled(environment, templates, TEMPLATE, {"site": site_of(config, pages)})
    return strip_script(worker, TEMPLATE).encode()


def filled(environment: Environment, templates: Templates, name: str, context: Mapping[str, Any]) -> str:
    """A template with its gaps filled; raises AuthoringError with the place in the template."""
    try:
        return environment.get_template(name).render(context)
    except AuthoringError:
        raise
    except Exception as error:
        # Jinja runs what a template's author wrote, which can fail as any program can.
        fault = located(error, templates.path(name).as_posix(), templates.own)
        if fault is None:
            raise
        raise fault from error


def _encoded(text: str, name: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        around = ascii(text[max(0, error.start - 20) : error.end + 20])
        message = f"U+{ord(text[error.start]):04X} is half a character, in {around}"
        raise AuthoringError(message, Location(name), "write the whole character, or none") from None


def loader_of(templates: Templates) -> BaseLoader:
    """Finds a template by its name: the site's own first, and those of the house under a name of theirs too."""
    house = FileSystemLoader(templates.root)
    own = [FileSystemLoader(templates.own)] if templates.own else []
    return ChoiceLoader([*own, house, PrefixLoader({HOUSE.rstrip("/"): house})])


def open_environment(loader: BaseLoader, cache: BytecodeCache | None = None) -> Environment:
    """What fills templates as pages need them; ``cache`` keeps what they were compiled to."""
    environment = Environment(
        loader=loader,
        bytecode_cache=cache,
        # Within one build a template stays as it was first read.
        auto_reload=False,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["drawing"] = Markup  # a kind's own SVG
    return environment
