"""The watching script on its way into a page: only the server puts it there, and no built page has it.

Everything else of the page stays as it was built. Its policies have to let the script in, and let it ask the server;
that, the element that starts the script and what fetches its modules early is all that differs. The element stands
last, so that the page's own script never waits for it: the board is there before the watching begins.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from html import escape
from typing import Any, NamedTuple

from build.policy import hash_of

FOLDER = "_watch/"
"""Below the site's folder: no kind and no language has such a name."""

STYLE = re.compile(rb"<style>.*?</style>", re.DOTALL)
POLICY = re.compile(rb'(<meta http-equiv="Content-Security-Policy" content=")([^"]*)(">)')
SCRIPTS = re.compile(rb"\bscript-src(?= |;|$)")
ASKING = re.compile(rb"\bdefault-src ")
"""Only the first policy of a page says of requests that it may make none."""
END_OF_HEAD = b"</head>"
END_OF_BODY = b"</body>"

MODULES = ("client", "panel", "state", "code")
"""The script's modules: a browser would find one after the other, and fetch it only then."""

START = (
    'const told=document.querySelector("script[data-from]").dataset,own=document.createElement("script");'
    'own.type="module";own.async=false;own.src=told.from;own.dataset.watch=told.told;document.body.append(own)'
)
"""Starts the script: a page's policy trusts what one that it knows has started. It is the same on every page."""


class Print(NamedTuple):
    """By what a page is known: two pages with the same ``rest`` differ in their style alone."""

    page: str
    rest: str


def print_of(page: bytes) -> Print:
    """The fingerprints of a page as it was built."""
    styles = STYLE.findall(page)
    # Of several, none says which one is another now.
    rest = POLICY.sub(b"", STYLE.sub(b"", page)) if len(styles) == 1 else page
    return Print(_digest(page), _digest(rest))


def style_of(page: bytes) -> bytes:
    """What is in the style element of a page."""
    found = STYLE.search(page)
    return found[0].removeprefix(b"<style>").removesuffix(b"</style>") if found else b""


def with_script(page: bytes, up: str, told: Mapping[str, Any]) -> bytes:
    """A page with the script, which finds on its own element what it is ``told``; ``up`` leads to the site's folder."""
    data = escape(json.dumps(told, ensure_ascii=False), quote=True)
    element = f'<script type="module" data-from="{up}{FOLDER}client.js" data-told="{data}">{START}</script>\n'.encode()
    early = "".join(f'<link rel="modulepreload" href="{up}{FOLDER}{name}.js">\n' for name in MODULES).encode()
    head, end_of_head, body = POLICY.sub(_opened, page).partition(END_OF_HEAD)
    page = head + early + end_of_head + body if end_of_head else head
    before, end, after = page.rpartition(END_OF_BODY)
    return before + element + end + after if end else page + element


def _opened(found: re.Match[bytes]) -> bytes:
    policy = SCRIPTS.sub(f"script-src '{hash_of(START)}' 'self'".encode(), found[2], count=1)
    return found[1] + policy + (b"; connect-src 'self'" if ASKING.search(policy) else b"") + found[3]


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
