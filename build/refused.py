"""What a site's own templates and styles ask of a browser that the policy of every page refuses.

The browser would say so in a console that nobody looks at, and the page would lack something. Scripts and styles that
stand in a template are no matter, and neither is an image beside the page: the policy is made of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from build.scan import RAW, TAG, attributes_of
from build.strip import place_in, strip_style
from build.templates import Templates, read_text
from pipeline.errors import AuthoringError, Location
from pipeline.node import clip
from pipeline.notice import Notice

JINJA = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)

PARTS = {
    **dict.fromkeys(("iframe", "embed", "video", "audio", "input"), "src"),
    "object": "data",
    "form": "action",
}
"""Elements that fetch or send something, and the attribute that says what or where."""

ADDRESSES = frozenset({"href", "xlink:href", "src", "action", "formaction", "data"})
"""Attributes of which a browser would run a script."""

FOREIGN = re.compile(r"(?:[a-z][a-z0-9+.-]*:)?//", re.IGNORECASE)
"""How an address begins that names a host."""

ASKED = re.compile(
    r"""@import\s+(?:url\(\s*)?["']?(?P<style>[^"')\s;]+)[^;]*+;?"""
    r"""|(?P<font>@font-face\s*\{[^{}]*+\}?)|@namespace[^;]*+;?"""
    r"""|url\(\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^"')\s]+))\s*\)"""
    r"""|"(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+'""",
    re.IGNORECASE,
)
"""What a style may ask for; namespaces and texts are found as well, since an address in one asks for nothing."""

OF_SEVERAL = re.compile(r"(\S*[^\s,])(?:,+(?=\s|$)|\s[^,]*(?:,|$)|$)")
"""An address in a ``srcset``, and what is said of it: a comma within an address, as data has one, parts nothing."""

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)

AHEAD = frozenset({"preload", "modulepreload", "prefetch"})
"""What a link asks for before it is wanted."""

Fault = tuple[str, str]
"""What is refused, and what to write in its place."""


def refused(templates: Templates) -> Iterator[Notice]:
    """A warning, with its place, for each thing in the site's own files that no browser will do."""
    if templates.own is None:
        return
    for path in sorted(templates.own.rglob("*.jinja")):
        if path.name != "sw.js.jinja":
            yield from in_template(path)
    for path in sorted(templates.own.rglob("*.css")):
        yield from _in_style(path)


def in_template(path: Path) -> Iterator[Notice]:
    """The same for one template."""
    text = read_text(path)
    blanked = JINJA.sub(lambda found: _blanks(found[0]), text)
    plain = _without_scripts(blanked)
    if re.search(r"<head[\s>]", plain, re.IGNORECASE) and not re.search(r"\{\{.*?\bpolicy\b", text):
        hint = "write the two meta elements of 'kotae/base.html.jinja', before every script and style"
        yield Notice("the page has no policy, so whatever is written into it may run", Location(path.as_posix()), hint)
    for tag in TAG.finditer(plain):
        for message, hint in _of_tag(tag[1].lower(), tag[2]):
            yield Notice(message, place_in(text, tag.start(), path.as_posix()), hint)
    yield from _of_style(_styles(blanked), text, path)


def _in_style(path: Path) -> Iterator[Notice]:
    text = read_text(path)
    try:
        strip_style(text, path.as_posix())
    except AuthoringError:
        return  # it is told where the style is used
    yield from _of_style(text, text, path)


def _of_style(style: str, text: str, path: Path) -> Iterator[Notice]:
    """What is refused of styles, which stand in a text as long as they are."""
    for found in ASKED.finditer(COMMENT.sub(lambda found: _blanks(found[0]), style)):
        address = (found["double"] or found["single"] or found["bare"] or "").strip()
        message = f"no style may ask for '{clip(found['style'] or address)}'"
        if found["style"]:
            hint = "write its rules in 'style.css'"
        elif found["font"]:
            if not re.search(r"url\(", found["font"], re.IGNORECASE):
                continue  # one that the reader has
            message, hint = "no page has a font of its own", "name fonts that readers have, in 'font-family'"
        elif address and not address.lower().startswith(("data:", "#")):
            hint = "write the picture itself as a data: URL"
        else:
            continue
        yield Notice(message, place_in(text, found.start(), path.as_posix()), hint)


def _of_tag(name: str, attributes: str) -> Iterator[Fault]:
    """What is refused of one element."""
    read = attributes_of(attributes)
    for key, value in read.items():
        if re.fullmatch(r"on[a-z]+", key):
            hint = f"listen to it in a script: addEventListener('{key[2:]}', …)"
            yield f"no page runs the '{key}' of an element", hint
        elif key == "style":
            yield "no page has a style at an element", "give it a class, and the class a style in 'style.css'"
        elif key in ADDRESSES and value.lower().startswith("javascript:"):
            yield f"no page runs a script in '{key}'", "make it a button, and listen to it in a script"
    if name == "script" and "src" in read:
        yield "no page asks for a script", "write it within the element, or as a module that another one imports"
    elif name == "link" and read.get("rel", "").lower() == "stylesheet":
        yield "no page asks for a style", "write it in 'style.css', or within a style element"
    elif name == "link" and AHEAD & set(read.get("rel", "").lower().split()):
        yield "no page asks for anything ahead", "leave it out: what a page needs is on it"
    else:
        yield from _of_images(name, read)
        if name in PARTS and PARTS[name] in read:
            yield f"no page asks for what is in '{name}'", "lead to it by a link"


def _of_images(name: str, read: Mapping[str, str]) -> Iterator[Fault]:
    hint = "put the image beside the pages, or write it as a data: URL"
    if name in ("img", "source"):
        asked = [
            one for one in (read.get("src", ""), *OF_SEVERAL.findall(read.get("srcset", ""))) if FOREIGN.match(one)
        ]
        if asked:
            yield f"no page asks another host for '{clip(asked[0])}'", hint
    elif name == "image":
        address = read.get("href", read.get("xlink:href", "data:"))
        if not address.startswith("data:"):
            yield f"no drawing asks for '{clip(address)}'", "write the picture itself as a data: URL"


def _without_scripts(text: str) -> str:
    """The text with blanks in the place of what stands in scripts, styles and comments."""
    pieces, at = [], 0
    for _, begin, end in _raw(text):
        pieces += [text[at:begin], _blanks(text[begin:end])]
        at = end
    return "".join(pieces) + text[at:]


def _styles(text: str) -> str:
    """The text with blanks in the place of all that stands in no style."""
    pieces, at = [], 0
    for kind, begin, end in _raw(text):
        if kind == "style":
            pieces += [_blanks(text[at:begin]), text[begin:end]]
            at = end
    return "".join(pieces) + _blanks(text[at:])


def _raw(text: str) -> Iterator[tuple[str, int, int]]:
    """The scripts, styles and comments of a text: of which kind, and from where to where."""
    at = 0
    while found := RAW.search(text, at):
        kind = found[1].lower()
        opened = re.compile("!--" if kind == "!--" else ">").search(text, found.start())
        begin = opened.end() if opened else len(text)
        end = re.compile("-->" if kind == "!--" else f"</{kind}", re.IGNORECASE).search(text, begin)
        at = end.start() if end else len(text)
        yield kind, begin, at


def _blanks(text: str) -> str:
    """As long as a text, in as many lines."""
    return re.sub(r"[^\n]", " ", text)
