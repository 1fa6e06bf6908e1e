"""Everything of a page in one file.

Scripts stay ES modules. Those that a page needs go into an inline import map that gives each name a ``data:`` URL,
which works from disk, where a script file would be refused, and needs no bundler. Comments stay behind, since a page is
sent far more often than it is read. The policy names the hashes of the inline parts; ``data:`` is allowed for what the
import map brings.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence

from build.policy import module_url
from build.strip import place_in, strip_script, strip_style
from build.templates import Templates
from pipeline.errors import AuthoringError, Location
from pipeline.node import closest

IMPORT = re.compile(r"""^\s*(?:import|export)\s(?:[^;"']*?\sfrom\s)?\s*["']([^"']+)["']""", re.MULTILINE)

ALLOWED = re.compile(r"#(?:engine(?:/[a-z][a-z0-9_]*)?|kinds/[a-z][a-z0-9_]*)/[a-z][a-z0-9_]*\.js")


def imports(source: str) -> tuple[str, ...]:
    """The names that a module imports, in order."""
    return tuple(IMPORT.findall(source))


def collect(entry: str, templates: Templates) -> dict[str, str]:
    """The modules that an entry reaches, by name: ``#engine/x.js`` is the template ``engine/x.js``.

    Raises AuthoringError for a name of another form, which no page could resolve, for a missing file, and for one that
    ends within a literal.
    """
    found: dict[str, str] = {}
    waiting: list[tuple[str, str | None]] = [(name, None) for name in imports(entry)]
    while waiting:
        name, importer = waiting.pop()
        if name in found:
            continue
        if not ALLOWED.fullmatch(name):
            hint = "a module imports '#engine/….js' and '#kinds/<kind>/….js' only"
            raise AuthoringError(f"a page cannot import '{name}'", _place_of_import(name, importer, templates), hint)
        file = name.removeprefix("#")
        path = templates.path(file)
        if importer and not path.exists():
            near = closest(name, [f"#{known}" for known in templates.names() if known.endswith(".js")])
            hint = f"did you mean '{near}'?" if near else f"it would be {path.as_posix()}"
            raise AuthoringError(f"there is no module '{name}'", _place_of_import(name, importer, templates), hint)
        found[name] = strip_script(templates.text(file), path.as_posix())
        waiting += [(one, file) for one in imports(found[name])]
    return dict(sorted(found.items()))


def _place_of_import(name: str, importer: str | None, templates: Templates) -> Location | None:
    """Where a module imports another by this name."""
    if importer is None:
        return None
    text, path = templates.text(importer), templates.path(importer).as_posix()
    starts = [found.start(1) for found in IMPORT.finditer(text) if found[1] == name]
    return place_in(text, starts[0] - 1, path) if starts else Location(path)


def read_style(name: str, templates: Templates) -> str:
    """A style sheet as it stands within a page; raises AuthoringError, too, for one that would end its element."""
    return _within(name, templates, strip_style, ("</style",))


def read_script(name: str, templates: Templates) -> str:
    """The same for a script, whose element would not end where it does after a ``<!--``."""
    return _within(name, templates, strip_script, ("</script", "<!--"))


def _within(file: str, templates: Templates, strip: Callable[[str, str], str], ending: Sequence[str]) -> str:
    text, name = templates.text(file), templates.path(file).as_posix()
    stripped = strip(text, name)
    for said in ending:
        if said in stripped.lower():
            at = _first(text, said, lambda other: strip(other, name))
            hint = f"write '{said[0]}\\{said[1:]}' in a string, which is the same"
            raise AuthoringError(f"'{said}' would end what it stands in on the page", place_in(text, at, name), hint)
    return stripped


def _first(text: str, said: str, strip: Callable[[str], str]) -> int:
    """Where a text says first what is not stripped from it: in a comment it does no harm."""
    places = [found.start() for found in re.finditer(re.escape(said), text, re.IGNORECASE)]
    counts = [strip(text[:at] + "_" * len(said) + text[at + len(said) :]).lower().count(said) for at in places]
    return places[counts.index(min(counts))] if places else 0


def import_map(modules: Mapping[str, str]) -> str:
    """The text of an import map with every module in it."""
    urls = {name: module_url(source) for name, source in modules.items()}
    return json.dumps({"imports": urls}, separators=(",", ":"))
