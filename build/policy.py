"""What a page lets in: a Content-Security-Policy that allows the scripts and styles of its templates, and nothing else.

A page is written with marks: each script, style and image that stands in a template gets one when the template is read,
before anything is filled into it. So the policy has the hashes of what the templates say, of a site's own templates as
well, and never of what comes with a title or a word; the marks are gone when the page is written.

The import map brings its modules as ``data:`` URLs. Who allows these by their scheme allows every script that somebody
could write into the markup. So there are two policies, of which a browser obeys both. By the first no script runs but
an inline one that it knows, or one that such a script has started (``'strict-dynamic'``): so a script of few words
starts the page's module. By the second whatever is started comes from the page itself.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import quote

from jinja2 import Environment
from jinja2.ext import Extension

from build.scan import attributes_of

MARK = "\0"
"""No template holds it, and no title or word does."""

PLACES = {"policy": f"{MARK}policy{MARK}", "sources": f"{MARK}sources{MARK}"}
"""What templates are filled with until the policies are known."""

GOVERNED = re.compile(r"<(?:script|style|img)(?=[\s/>]|\{[%{#])", re.IGNORECASE)
"""Where one begins in a template, whose own marks may follow its name at once."""

BEGUN = re.compile(r"<(script|style|img)\Z", re.IGNORECASE)
LONGEST = len("<script")
REST = re.compile(r"""((?:[^"'>]++|"[^"]*+"|'[^']*+')*+)>""")
"""What is left of a tag behind the mark."""

# Kept as they are in a data: URL, so that a page stays small and its source can be read. A line end is not among
# them, since a URL loses it; '<' is not, since it could end the script element; '%' and '#' have a meaning.
PLAIN = " !$&'()*+,-./:;=?@[]^_`{|}~"


@dataclass(frozen=True, slots=True)
class Parts:
    """What the templates of a page have put on it: scripts and styles by their hashes, each once."""

    scripts: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()
    has_modules: bool = False
    has_images: bool = False
    """Whether an image is a file beside the page."""


class Marks(Extension):
    """Marks what templates say, before anything is filled in."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The source with a mark behind the name of each element that a policy governs."""
        return GOVERNED.sub(lambda found: found[0] + MARK, source)


def mark(environment: Environment) -> None:
    """Have an environment mark the templates that it reads."""
    environment.add_extension(Marks)


def settle(text: str, offline: bool = False) -> str:
    """A page that was filled, with the policies that fit it and without marks.

    Where pages are kept for use without a network, the site's own worker and manifest are allowed too.
    """
    parts = parts_of(text)
    text = text.replace(PLACES["policy"], policy(parts, offline)).replace(PLACES["sources"], sources(parts, offline))
    return text.replace(MARK, "")


def parts_of(text: str) -> Parts:
    """What is marked on a page."""
    scripts: dict[str, None] = {}
    styles: dict[str, None] = {}
    has_modules = has_images = False
    for name, attributes, at in _marked(text):
        read = attributes_of(attributes)
        sort = read.get("type", "").lower()
        if name == "img":
            has_images |= "srcset" in read or not read.get("src", "data:").lower().startswith("data:")
        elif "src" not in read and "json" not in sort:
            (scripts if name == "script" else styles)[f"'{hash_of(_inside(text, name, at))}'"] = None
            has_modules |= sort == "importmap"
    return Parts(tuple(scripts), tuple(styles), has_modules, has_images)


def _marked(text: str) -> Iterator[tuple[str, str, int]]:
    """The name and the attributes of each marked element, and where its tag ends."""
    at = text.find(MARK)
    while at >= 0:
        name = BEGUN.search(text, max(0, at - LONGEST), at)
        rest = REST.match(text, at + 1)
        if name and rest:
            yield name[1].lower(), rest[1], rest.end()
        at = text.find(MARK, at + 1)


def _inside(text: str, name: str, at: int) -> str:
    """The text of an element as a browser takes it."""
    # By no pattern that takes letters of both cases: it would look at each letter of every script.
    end = text.find("</", at)
    while end >= 0 and text[end + 2 : end + 2 + len(name)].lower() != name:
        end = text.find("</", end + 2)
    inside = text[at : end if end >= 0 else len(text)]
    return inside.replace(MARK, "").replace("\r\n", "\n").replace("\r", "\n")


def policy(parts: Parts, offline: bool = False) -> str:
    """The policy that allows what is on a page, and what its scripts start."""
    starts = ["'strict-dynamic'"] if parts.has_modules else []
    beside = ["'self'"] if parts.has_images else []
    own = ("manifest-src 'self'", "worker-src 'self'") if offline else ()
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {_listed([*parts.scripts, *starts])}",
            f"style-src {_listed(parts.styles)}",
            f"img-src {_listed(['data:', *beside])}",
            *own,
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def sources(parts: Parts, offline: bool = False) -> str:
    """The policy by which whatever is started comes from the page itself."""
    brought = ["data:"] if parts.has_modules else []
    # Without a word on workers, what it says of scripts would hold for them.
    own = "; worker-src 'self'" if offline else ""
    return f"script-src {_listed([*parts.scripts, *brought])}{own}"


def _listed(allowed: Iterable[str]) -> str:
    return " ".join(allowed) or "'none'"


def hash_of(text: str) -> str:
    """By what a policy knows an inline text."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8', 'replace')).digest()).decode()}"


def module_url(source: str) -> str:
    """A module as a URL, of one line of ASCII that ends no element and no string in double quotes."""
    return f"data:text/javascript;charset=utf-8,{quote(source, safe=PLAIN)}"


def starting(url: str) -> str:
    """The script that starts a module: a browser trusts those that a script puts on the page, with what they import.

    Several start in the order in which they stand on it.
    """
    made = 'const own=document.createElement("script");own.type="module";own.async=false;'
    return f"{made}own.src={json.dumps(url)};document.body.append(own)"
