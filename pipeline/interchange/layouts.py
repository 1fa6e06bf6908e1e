"""What was read as the YAML of layouts: each puzzle as it was drawn, which the pipeline reads back to the same one.

That is tried before anything is given out, so that a board that no layout can hold, as one that breaks a rule of its
kind by its clues, is a fault at the place of its source.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from pipeline.errors import AuthoringError, AuthoringErrors
from pipeline.grid import cell_name
from pipeline.interchange.format import Exported
from pipeline.interchange.read import Found
from pipeline.kind import AnyKind
from pipeline.layout import LONGEST_TEXT, layouts_of
from pipeline.source import parse_documents
from pipeline.wording import plural, visible

BLOCK = ": |\n"
INDENT = 2


def layout_of(found: Found, kinds: Mapping[str, AnyKind]) -> Exported:
    """One puzzle as a document, and what a layout cannot say of it.

    Raises AuthoringError, at the place of the puzzle, where no layout can hold it.
    """
    kind, imported = kinds[found.kind], found.imported
    if kind.write is None:
        raise AuthoringError(f"no layout of '{kind.name}' can be written", found.location)
    head = [f"kind: {kind.name}\n"]
    head += [
        f"{key}: {json.dumps(_fitting(text), ensure_ascii=False)}\n"
        for key, text in (("title", imported.title), ("author", imported.author))
        if _fitting(text)
    ]
    written = kind.write(imported.puzzle, imported.labels)
    text = "".join([*head, written.text])
    _check(text, found, dict(kinds))
    return Exported(text, written.lost)


def _fitting(text: str) -> str:
    """A title as a layout can hold it."""
    return visible(" ".join(text.split()))[:LONGEST_TEXT].strip()


def _check(text: str, found: Found, kinds: dict[str, AnyKind]) -> None:
    layouts, faults = layouts_of(parse_documents(text.encode(), ""), "", "", "", kinds)
    for fault in faults:
        raise _placed(fault, text, found)
    if kinds[found.kind].fixed(layouts[0].board) != found.imported.puzzle:
        raise AuthoringError("no layout can hold this board", found.location)


def _placed(fault: AuthoringError, text: str, found: Found) -> AuthoringError:
    """A fault of the layout, told at the source: the cell by its name."""
    errors = fault.errors if isinstance(fault, AuthoringErrors) else (fault,)
    first = errors[0]
    where = ""
    if first.location and BLOCK in text:
        row = first.location.line - text[: text.index(BLOCK)].count("\n") - 2
        cols = len(text[text.index(BLOCK) + len(BLOCK) :].split("\n", 1)[0]) - INDENT
        col = first.location.column - 1 - INDENT
        if row >= 0 and 0 <= col < cols:
            where = f"{cell_name(row * cols + col, cols)}: "
    more = f", and {plural(len(errors) - 1, 'fault')} more" if len(errors) > 1 else ""
    return AuthoringError(f"{where}{first.message}{more}", found.location, first.hint)
