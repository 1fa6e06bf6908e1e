"""Filling the template of a page: with its style, its scripts, its data, and the policy that fits them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from jinja2 import BaseLoader, BytecodeCache, ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup

from build.config import Config
from build.editions import Page
from build.inline import collect, import_map, read_script
from build.offline import TEMPLATE, Written, site_of
from build.overrides import HOUSE, located
from build.pages import styles
from build.policy import PLACES, mark, module_url, settle, starting
from build.strip import strip_script
from build.templates import Templates
from pipeline.errors import AuthoringError, Location

STAND_IN = "what the site has"
"""Stands for the list of pages while the script around it is stripped."""

LISTED = "{{ site|tojson }}"
"""How the script has that list."""


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
    filling = {
        "data": page.data,
        # Markup: these are our own texts.
        "style": Markup(style),
        "early": Markup(made.early),
        "modules": Markup(made.modules(page.entry)),
        "entry": Markup(starting(module_url(page.entry))),
    }
    text = filled(environment, templates, page.template, {**page.context, **filling, **PLACES})
    return _encoded(settle(text, config.offline), page.path)


def render_worker(environment: Environment, templates: Templates, config: Config, pages: Sequence[Written]) -> bytes:
    """The script of the worker that keeps these pages in a browser, or takes away what one before it kept."""
    site = site_of(config, pages)
    if site is not None and templates.override(TEMPLATE) is None:
        # The list of a large site is most of the script, and holds nothing to strip.
        script = strip_script(filled(environment, templates, TEMPLATE, {"site": STAND_IN}), TEMPLATE)
        before, _, after = script.partition(json.dumps(STAND_IN))
        return f"{before}{environment.from_string(LISTED).render(site=site)}{after}".encode()
    return strip_script(filled(environment, templates, TEMPLATE, {"site": site}), TEMPLATE).encode()


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
    mark(environment)
    return environment
