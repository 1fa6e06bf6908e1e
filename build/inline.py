"""Everything of a page in one file, and a policy that lets nothing else in.

Scripts stay ES modules. Those that a page needs go into an inline import map that gives each name a ``data:`` URL,
which works from disk, where a script file would be refused, and needs no bundler. Comments stay behind, since a page is
sent far more often than it is read. The policy names the hashes of the inline parts; ``data:`` is allowed for what the
import map brings.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from urllib.parse import quote

from build.strip import strip_script
from build.templates import Templates
from pipeline.errors import AuthoringError

IMPORT = re.compile(r"""^\s*(?:import|export)\s(?:[^;"']*?\sfrom\s)?\s*["']([^"']+)["']""", re.MULTILINE)

ALLOWED = re.compile(r"#(?:engine(?:/[a-z][a-z0-9_]*)?|kinds/[a-z][a-z0-9_]*)/[a-z][a-z0-9_]*\.js")

# Kept as they are in a data: URL, so that a page stays small and its source can be read. A line end is not among
# them, since a URL loses it; '<' is not, since it could end the script element; '%' and '#' have a meaning.
PLAIN = " !$&'()*+,-./:;=?@[]^_`{|}~"


def imports(source: str) -> tuple[str, ...]:
    """The names that a module imports, in order."""
    return tuple(IMPORT.findall(source))


def collect(entry: str, templates: Templates) -> dict[str, str]:
    """The modules that an entry reaches, by name: ``#engine/x.js`` is the template ``engine/x.js``.

    Raises AuthoringError for a name of another form, which no page could resolve, for a missing file, and for one that
    ends within a literal.
    """
    found: dict[str, str] = {}
    waiting = list(imports(entry))
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        if not ALLOWED.fullmatch(name):
            hint = "a module imports '#engine/….js' and '#kinds/<kind>/….js' only"
            raise AuthoringError(f"a page cannot import '{name}'", hint=hint)
        file = name.removeprefix("#")
        found[name] = strip_script(templates.text(file), templates.path(file).as_posix())
        waiting += imports(found[name])
    return dict(sorted(found.items()))


def import_map(modules: Mapping[str, str]) -> str:
    """The text of an import map with every module in it."""
    urls = {name: f"data:text/javascript;charset=utf-8,{quote(source, safe=PLAIN)}" for name, source in modules.items()}
    return json.dumps({"imports": urls}, separators=(",", ":"))


def policy(scripts: Iterable[str], styles: Iterable[str], offline: bool = False) -> str:
    """A Content-Security-Policy that allows these inline texts, and nothing from anywhere else.

    Where pages are kept for use without a network, the site's own worker and manifest are allowed too.
    """
    own = ("manifest-src 'self'", "worker-src 'self'") if offline else ()
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {' '.join(map(_hash, scripts))} data:",
            f"style-src {' '.join(map(_hash, styles))}",
            "img-src data:",
            *own,
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
