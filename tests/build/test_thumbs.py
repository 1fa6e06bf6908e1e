"""Drawings on one page: each says what it alone has, and looks as it would alone."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from build.thumbs import Thumbs, share
from pipeline.kind import AnyKind
from tests.conftest import Shipped

FLOOR = '<path class="floor" fill="#fffdf8" d="M0 0h1000v1000h-1000zM0 0h1000v1000h-1000z"/>'
Kinds = dict[str, AnyKind]
PAINT = 'class="dots" fill="#123456" font-size="7px"'


def drawing(*shapes: str) -> str:
    """A drawing of these shapes that stands alone."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{"".join(shapes)}</svg>'


def test_thumbs_draw_once_what_many_have() -> None:
    """A shape of several drawings stands on the page once, below the classes that style it, and each uses it."""
    made = share([drawing(FLOOR, f"<circle r='{number}'/>") for number in range(1, 5)], "toy")
    shared = '<path class="floor" d="M0 0h1000v1000h-1000zM0 0h1000v1000h-1000z"/>'
    assert made.shared == f'<svg><g id="shared-1" class="drawing toy">{shared}</g></svg>'
    assert made.drawings == tuple(
        f'<svg viewBox="0 0 10 10" aria-hidden="true"><use href="#shared-1"/><circle r="{number}"/></svg>'
        for number in range(1, 5)
    )


def test_thumbs_paint_that_all_agree_on_is_a_rule_of_no_weight() -> None:
    """What a class says of its paint is said once; what differs, or is no paint, stays with the shape."""
    one = f'<text {PAINT} stroke="red" x="1">a</text>'
    other = f'<text {PAINT} stroke="blue" x="1">b</text>'
    made = share([drawing(one), drawing(f"<g>{other}</g>")], "toy")
    assert made.style == ':where(.drawing [class="dots"]){fill:#123456;font-size:7px}\n'
    assert '<text class="dots" stroke="red" x="1">a</text>' in made.drawings[0]
    assert '<g><text class="dots" stroke="blue" x="1">b</text></g>' in made.drawings[1]


def test_thumbs_paint_that_one_lacks_is_no_rule() -> None:
    """A shape that inherits its paint would get that of the others."""
    made = share([drawing('<path class="a" fill="red"/>'), drawing('<path class="a"/>')], "toy")
    assert made.style == ""
    assert 'fill="red"' in made.drawings[0]


@pytest.mark.parametrize("value", ["red;}", "a{b", "</style>"])
def test_thumbs_paint_never_ends_a_rule(value: str) -> None:
    """A value that would mean more than itself in a style sheet stays an attribute, escaped."""
    made = share([drawing(f'<path class="a" fill="{value.replace("<", "&lt;")}"/>')], "toy")
    assert made.style == ""
    assert "<" not in made.drawings[0].split('fill="')[1].split('"')[0]


def test_thumbs_of_one_drawing_share_nothing() -> None:
    """Where nothing repeats nothing is named, and no drawing at all is well too."""
    assert share([drawing(FLOOR)], "toy").shared == ""
    assert share([], "toy") == Thumbs("", "", ())


def test_thumbs_of_every_kind_are_well_formed_and_use_only_what_is_there(shipped: Shipped, kinds: Kinds) -> None:
    """Each drawing of the levels that ship can be read, its uses have their shapes, and it takes less room."""
    for name, kind in kinds.items():
        drawings = [kind.draw.svg(level.grid, rules=level.rules) for level in shipped.of(name)]
        made = share(drawings, name)
        names = re.findall(r'<g id="([\w-]+)"', made.shared)
        assert len(names) == len(set(names))
        for text in made.drawings:
            ElementTree.fromstring(text)
        assert set(re.findall(r'href="#([\w-]+)"', "".join(made.drawings))) == set(names)
        size = len(made.style + made.shared + "".join(made.drawings))
        assert size < sum(map(len, drawings)), name
