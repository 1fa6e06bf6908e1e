"""What the script of a page begins with, and the style of a kind: the names by which a page asks for its modules."""

from __future__ import annotations

from collections.abc import Iterator


def play_entry(kind: str) -> str:
    """The module of a play page."""
    return _entry("mountPlay", "play", (kind,), f"document, {_record(kind)}")


def lesson_entry(kind: str) -> str:
    """The module of a lesson's page."""
    return _entry("mountLesson", "lesson", (kind,), f"document, {_record(kind)}")


def shelf_entry(kinds: tuple[str, ...]) -> str:
    """The module of a page that lists levels and draws the boards of these kinds."""
    return _entry("mountShelf", "shelf", kinds, f"document, {_records(kinds)}")


def contents_entry() -> str:
    """The module of a page that shows which levels there are."""
    return _entry("mountContents", "contents", (), "document")


def daily_entry(kinds: tuple[str, ...]) -> str:
    """The module of the page of the day's levels."""
    return _entry("mountDaily", "daily", kinds, f"document, {_records(kinds)}")


def stats_entry() -> str:
    """The module of the page that counts what was played."""
    return _entry("mountStats", "stats", (), "document")


def print_entry() -> str:
    """The module of a page that lays levels out on paper: their drawings are on it."""
    return _entry("mountPrint", "print", (), "document")


def where_entry() -> str:
    """The module of a page that knows where levels are."""
    return _entry("mountWhere", "where", (), "document")


def sheet(kind: str) -> str:
    """A kind's style sheet, by its name below the templates."""
    return f"kinds/{kind}/style.css"


def _entry(function: str, module: str, kinds: tuple[str, ...], arguments: str) -> str:
    first = f'import {{ {function} }} from "#engine/mount/{module}.js";'
    return "\n".join((first, *_kind_imports(kinds), f"{function}({arguments});"))


def _kind_imports(kinds: tuple[str, ...]) -> Iterator[str]:
    for kind in kinds:
        yield f'import * as {kind}Rules from "#kinds/{kind}/rules.js";'
        yield f'import * as {kind}View from "#kinds/{kind}/view.js";'


def _records(kinds: tuple[str, ...]) -> str:
    return f"[{', '.join(map(_record, kinds))}]"


def _record(kind: str) -> str:
    return f'Object.freeze({{ name: "{kind}", ...{kind}Rules, ...{kind}View }})'
