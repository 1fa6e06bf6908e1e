"""Many small drawings on one page, without saying the same thing in each.

A kind's drawing is an SVG element that stands alone. On a page with hundreds of them two things repeat. What a class
of shapes says about its paint becomes a rule of the page's style, of no weight, as an attribute is, so that any rule of
the kind's style sheet still wins. What several drawings have in common, such as the floor and the lines of boards of
one size, is drawn once and used by each of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

PAINT = (
    "fill",
    "fill-opacity",
    "font-family",
    "font-size",
    "font-weight",
    "stroke",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-opacity",
    "stroke-width",
    "text-anchor",
)
"""Attributes that mean the same as a property of a style sheet; a length has its unit in both."""

NAMED = 48
USED = 24
"""About how many characters it takes to give a shape a name, and to use it once."""

NAMES = re.compile(r"[\w -]+")


@dataclass(frozen=True, slots=True)
class Thumbs:
    """Drawings made for one page."""

    style: str
    """Rules that the page's style has before any other."""
    shared: str
    """An SVG element, to stand once on the page where a drawing could stand, hidden; it may be empty."""
    drawings: tuple[str, ...]
    """An SVG element for each drawing, in their order."""


def share(drawings: Sequence[str], kind: str) -> Thumbs:
    """Make the drawings of a kind, each a well-formed SVG element, fit for one page.

    They stand below the classes ``drawing`` and the kind's name; the ids that this needs begin with ``shared-``.
    """
    roots = [ElementTree.fromstring(drawing) for drawing in drawings]
    rules = _paint(roots)
    for root in roots:
        _strip(root, rules)
    bodies = [[_text(child) for child in root] for root in roots]
    counts = Counter(text for body in bodies for text in body)
    often = [text for text, count in counts.items() if (count - 1) * len(text) > NAMED + count * USED]
    ids = {text: f"shared-{number}" for number, text in enumerate(often, start=1)}
    # Where a shape is used, rules see no further up than to what has the name, so that has the classes too.
    shared = "".join(f'<g id="{name}" class="drawing {kind}">{text}</g>' for text, name in ids.items())
    uses = {text: f'<use href="#{name}"/>' for text, name in ids.items()}
    made = tuple(
        f"{_tag(root, {'aria-hidden': 'true'})}{''.join(uses.get(text, text) for text in body)}</svg>"
        for root, body in zip(roots, bodies, strict=True)
    )
    style = "".join(_rule(name, paint) for name, paint in sorted(rules.items()) if paint)
    return Thumbs(style, f"<svg>{shared}</svg>" if shared else "", made)


def _paint(roots: Iterable[Element]) -> dict[str, dict[str, str]]:
    """For each class the paint that all its shapes agree on."""
    agreed: dict[str, dict[str, str]] = {}
    for element in (element for root in roots for element in root.iter()):
        name = element.get("class")
        if not name or not NAMES.fullmatch(name):
            continue
        paint = {key: value for key, value in element.items() if key in PAINT and not set(value) & set(";{}<>")}
        known = agreed.get(name, paint)
        agreed[name] = {key: value for key, value in known.items() if paint.get(key) == value}
    return agreed


def _strip(root: Element, rules: Mapping[str, Mapping[str, str]]) -> None:
    for element in root.iter():
        for key in rules.get(element.get("class") or "", ()):
            del element.attrib[key]


def _rule(name: str, paint: Mapping[str, str]) -> str:
    said = ";".join(f"{key}:{value}" for key, value in paint.items())
    return f':where(.drawing [class="{name}"]){{{said}}}\n'


def _text(element: Element) -> str:
    """An element as HTML has it, where the names of SVG need no prefix."""
    children = "".join(map(_text, element))
    inside = escape(element.text or "", quote=False) + children
    end = f"</{_local(element.tag)}>" if inside else ""
    text = f"{_tag(element)}{inside}{end}" if inside else f"{_tag(element)[:-1]}/>"
    return text + escape(element.tail or "", quote=False)


def _tag(element: Element, more: Mapping[str, str] | None = None) -> str:
    attributes = "".join(
        f' {_local(key)}="{escape(value)}"' for key, value in (element.attrib | dict(more or {})).items()
    )
    return f"<{_local(element.tag)}{attributes}>"


def _local(name: str) -> str:
    return name.rpartition("}")[2]
