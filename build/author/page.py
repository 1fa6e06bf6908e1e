"""How a page for authors is written: one file with all that is in it, in the style of the site, and no script of its
own but the one that knows the reader's theme.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from build.entries import sheet
from build.inline import read_script, read_style
from build.policy import PLACES, settle
from build.rendering import filled
from build.templates import Templates

FOLDER = "author/"
"""The folder of the templates of these pages."""
EARLY = "engine/early.js"
SHEETS = ("style.css", f"{FOLDER}author.css")
ACCENT = "#a8552a"


def write_page(
    environment: Environment,
    templates: Templates,
    name: str,
    context: Mapping[str, Any],
    kinds: Iterable[str] = (),
    paint: str = "",
) -> str:
    """The text of the page that the template ``name`` makes.

    ``kinds`` are those whose boards it shows, and ``paint`` are rules that stand before any other. Raises
    AuthoringError with the place in a template.
    """
    early = read_script(EARLY, templates)
    names = (*SHEETS, *map(sheet, kinds))
    parts = (read_style(one, templates) for one in names)
    style = "\n".join((f":root{{--accent:{ACCENT}}}", paint, *parts))
    # Markup: these are our own texts.
    filling = {"early": Markup(early), "style": Markup(style), **PLACES}
    return settle(filled(environment, templates, f"{FOLDER}{name}", {**context, **filling}))
