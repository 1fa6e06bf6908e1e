"""What was read as the YAML of layouts: each puzzle as it was drawn, which the pipeline reads back to the same one.

That is tried before anything is given out, so that a board that no layout can hold, as one that breaks a rule of its
kind by its clues, is a fault at the place of its source.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from pipeline.errors import AuthoringError
from pipeline.grid import cell_name
from pipeline.interchange.format import Exported
from pipeline.interchange.read import Found
from pipeline.interchange.titles import one_line
from pipeline.kind import AnyKind
from pipeline.layout import LONGEST_TEXT, layouts_of
from pipeline.source import parse_documents
from pipeline.wording import plural

BLOCK = ": |\n"
INDENT = 2


def layout_of(found: Found, kinds: Mapping[str, AnyKind]) -> Exported:
    """One puzzle as a document, and what a layout cannot say of it.

    Raises AuthoringError, at the place of the puzzle, where no layout can hold it.
    """
    kind, imported = kinds[found.kind], found.imported
    if kind.write is None:
        raise AuthoringError(f"no layout of '{kind.name}' can be written", found.location)
    beside = {"title": imported.title, "author": imported.author}
    head = [f"kind: {kind.name}\n"]
    for key, said in beside.items():
        if fitting := one_line(said)[:LONGEST_TEXT].strip():
            head.append(f"{key}: {json.dumps(fitting, ensure_ascii=False)}\n")
    written = kind.write(imported.puzzle, imported.labels)
    text = "".join([*head, written.text])
    _check(text, found, dict(kinds))
    cut = [f"has no room for the whole {key}" for key, said in beside.items() if len(one_line(said)) > LONGEST_TEXT]
    known = ("has no place for the answer that is told: it is found again",) if imported.answer else ()
    return Exported(text, (*written.lost, *cut, *known))


def _check(text: str, found: Found, kinds: dict[str, AnyKind]) -> None:
    layouts, faults = layouts_of(parse_documents(text.encode(), ""), "", "", "", kinds)
    if faults:
        raise _placed(faults, text, found)
    if kinds[found.kind].fixed(layouts[0].board) != found.imported.puzzle:
        raise AuthoringError("no layout can hold this board", found.location)


def _placed(faults: Sequence[AuthoringError], text: str, found: Found) -> AuthoringError:
    """The first fault of the layout, told at the source: the cell by its name."""
    first = faults[0]
    where = ""
    if first.location and BLOCK in text:
        above, drawing = text.split(BLOCK, 1)
        row = first.location.line - above.count("\n") - 2
        cols = drawing.index("\n") - INDENT
        col = first.location.column - 1 - INDENT
        if row >= 0 and 0 <= col < cols:
            where = f"{cell_name(row * cols + col, cols)}: "
    more = f", and {plural(len(faults) - 1, 'fault')} more" if len(faults) > 1 else ""
    return AuthoringError(f"{where}{first.message}{more}", found.location, first.hint)
