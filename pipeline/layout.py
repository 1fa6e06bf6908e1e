"""A layout: what the author wrote, in the terms that every kind shares, with its place in the file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from pipeline.errors import AuthoringError, AuthoringErrors, LayoutRuleError, LayoutSyntaxError, Location
from pipeline.grid import Symmetry, parse_cell, permutation, turn_rows
from pipeline.kind import AnyKind
from pipeline.node import Located, clip, suggestion
from pipeline.node import Mapping as Document
from pipeline.source import Reading, parse_documents, read_documents
from pipeline.tier import Tier
from pipeline.wording import plural, spoken

COMMON_KEYS = frozenset({"kind", "title", "author", "symmetry", "keep", "tiers", "seed"})

LONGEST_TEXT = 120
"""In characters, of a title and of an author's name."""

SYMMETRIES = {
    "none": (),
    "rotate180": (Symmetry.ROTATE180,),
    "rotate90": (Symmetry.ROTATE90,),
    "mirror": (Symmetry.MIRROR,),
    "flip": (Symmetry.FLIP,),
    "transpose": (Symmetry.TRANSPOSE,),
    "antitranspose": (Symmetry.ANTITRANSPOSE,),
}
"""What ``symmetry:`` can declare, and the image that the drawing must equal."""


class Labelled(Protocol):
    """What a layout is called and where it stands, whether or not its board is at hand."""

    @property
    def kind(self) -> str:
        """The name of its kind."""

    @property
    def base(self) -> str:
        """Its name: see :class:`Layout`."""

    @property
    def location(self) -> Location:
        """Its place."""

    @property
    def source(self) -> str:
        """Its place from the folder of layouts on."""

    @property
    def title(self) -> str:
        """Its title, or nothing."""

    @property
    def author(self) -> str:
        """Its author, or nothing."""

    @property
    def tiers(self) -> tuple[Tier, ...]:
        """The tiers that it asks for."""


@dataclass(frozen=True, slots=True)
class Layout:
    """One document of a layout file. ``board`` is the kind's own; ``keep`` is a mask of cells."""

    kind: str
    base: str
    """Its name: the file's path without its ending, and the document's number in the file."""
    location: Location
    source: str
    """File and line from the folder of layouts on, the same wherever that folder stands."""
    drawing: Location
    """The first cell of the drawing, for faults of the board as a whole."""
    board: Any
    title: str = ""
    author: str = ""
    keep: int = 0
    tiers: tuple[Tier, ...] = tuple(Tier)
    seed: int = 0
    symmetry: str = "none"
    """The one of :data:`SYMMETRIES` that the author declared."""


def read_layouts(
    path: Path, root: Path, kinds: dict[str, AnyKind], data: bytes | None = None
) -> tuple[list[Layout], list[AuthoringError]]:
    """The layouts of one file below ``root``, and every fault in it; ``data`` is what is in it, where that is known."""
    name = path.as_posix()
    inside = path.relative_to(root)
    source = source_of(path, root)
    try:
        source.encode()
    except UnicodeEncodeError:
        return [], [AuthoringError("a file name that is not UTF-8", Location(name), "rename the file, or its folder")]
    folder = inside.parts[0]
    stem = (inside.relative_to(folder) if folder in kinds else inside).with_suffix("").as_posix()
    reading = read_documents(path, name) if data is None else parse_documents(data, name)
    return layouts_of(reading, folder, stem, source, kinds)


def source_of(path: Path, root: Path) -> str:
    """Where a file below ``root`` stands from the folder of layouts on."""
    return f"{root.resolve().name}/{path.relative_to(root).as_posix()}"


def layouts_of(
    reading: Reading, folder: str, stem: str, source: str, kinds: dict[str, AnyKind]
) -> tuple[list[Layout], list[AuthoringError]]:
    """The layouts of what was read, and every fault in it.

    ``folder`` is the kind's name, or any other text where only the documents say it; ``stem`` begins the names of the
    layouts, and ``source`` their places.
    """
    errors: list[AuthoringError] = list(reading.errors)
    layouts: list[Layout] = []
    for number, document in enumerate(reading.documents, start=1):
        try:
            layout = read_layout(document, f"{stem}/{number}", folder, kinds)
            layouts.append(replace(layout, source=f"{source}:{document.location.line}"))
        except AuthoringErrors as several:
            errors += several.errors
        except AuthoringError as error:
            errors.append(error)
    return layouts, errors


def read_layout(document: Document, base: str, folder: str, kinds: dict[str, AnyKind]) -> Layout:
    """One document; raises AuthoringError, or AuthoringErrors where several keys are at fault."""
    kind = kinds[document.choice("kind", kinds, folder if folder in kinds else None)]
    if folder in kinds and kind.name != folder:
        raise LayoutRuleError(
            f"a layout of kind '{kind.name}' in the folder of '{folder}'", document.place("kind"), "move it or mend it"
        )
    unknown = document.unknown_keys(sorted(COMMON_KEYS | kind.keys))
    if unknown:
        raise AuthoringErrors(unknown)
    board, rows = kind.read(document)
    symmetry = _check_symmetry(document, kind.outline(board), rows)
    return Layout(
        kind=kind.name,
        base=base,
        location=document.location,
        source=str(document.location),
        drawing=rows[0].location,
        board=board,
        title=document.string("title", "", LONGEST_TEXT),
        author=document.string("author", "", LONGEST_TEXT),
        keep=_read_keep(document, kind, board, rows),
        tiers=tuple(_read_tiers(document)),
        seed=document.integer("seed", 0),
        symmetry=symmetry,
    )


def read_board_rows(document: Document, key: str, allowed: str, hint: str, largest: int) -> tuple[Located, ...]:
    """The rows of a drawing: all of one length, only characters of ``allowed``, no side over ``largest``."""
    rows = document.rows(key)
    width = len(rows[0].text)
    if len(rows) > largest or width > largest:
        size = f"{len(rows)}×{width}"
        raise LayoutRuleError(f"a board of {size} is too large", rows[0].location, f"no side may pass {largest}")
    for row in rows:
        for at, ch in enumerate(row.text):
            if ch not in allowed:
                raise LayoutSyntaxError(f"{spoken(ch)} is no cell", _shifted(row.location, at), hint)
        if len(row.text) != width:
            at = min(len(row.text), width)
            cells = f"a row of {plural(len(row.text), 'cell')} under a first row of {plural(width, 'cell')}"
            raise LayoutSyntaxError(cells, _shifted(row.location, at), "all rows of a board are equally long")
    return rows


def _shifted(location: Location, columns: int) -> Location:
    return Location(location.file, location.line, location.column + columns, location.text)


def cell_location(rows: tuple[Located, ...], index: int) -> Location:
    """Where a cell of a drawing stands in its file."""
    row, col = divmod(index, len(rows[0].text))
    return _shifted(rows[row].location, col)


def _read_tiers(document: Document) -> Iterator[Tier]:
    if "tiers" not in document:
        yield from Tier
        return
    wanted = document.strings("tiers")
    if not wanted:
        raise LayoutSyntaxError("'tiers' names no tier", document.place("tiers"), "leave the key out for all of them")
    names = [item.text for item in wanted]
    for at, (text, location) in enumerate(wanted):
        if text not in list(Tier):
            raise LayoutSyntaxError(f"'{clip(text)}' is no tier", location, suggestion(text, Tier))
        if text in names[:at]:
            raise LayoutSyntaxError(f"the tier '{text}' stands twice", location, "name each once")
    yield from (tier for tier in Tier if tier in names)


def _read_keep(document: Document, kind: AnyKind, board: Any, rows: tuple[Located, ...]) -> int:
    height, width = len(rows), len(rows[0].text)
    mask = 0
    for text, location in document.strings("keep", ()):
        cell = parse_cell(text)
        if cell is None:
            raise LayoutSyntaxError(f"'{clip(text)}' is no cell", location, "write r1c3 for row 1, column 3")
        if cell.row >= height or cell.col >= width:
            raise LayoutRuleError(f"{text} is off the board", location, f"the board has {height} rows of {width} cells")
        index = cell.row * width + cell.col
        if not kind.may_clue(board) >> index & 1:
            raise LayoutRuleError(f"{text} never holds a clue", location, "'keep' names cells whose clue must stay")
        mask |= 1 << index
    return mask


def _check_symmetry(document: Document, outline: tuple[str, ...], rows: tuple[Located, ...]) -> str:
    declared = document.choice("symmetry", SYMMETRIES, "none")
    for symmetry in SYMMETRIES[declared]:
        height, width = len(outline), len(outline[0])
        if symmetry.swaps_sides and height != width:
            hint = "only a square board can have it"
            raise LayoutRuleError(f"a board of {height}×{width} has no '{declared}'", document.place("symmetry"), hint)
        image = "".join(turn_rows(outline, symmetry))
        flat = "".join(outline)
        for index, source in enumerate(permutation(symmetry, height, width)):
            if image[index] != flat[index]:
                row, col = divmod(source, width)
                raise LayoutRuleError(
                    f"this cell breaks the symmetry '{declared}'",
                    cell_location(rows, index),
                    f"its counterpart is r{row + 1}c{col + 1}, '{flat[source]}'; "
                    "make them equal, or declare another symmetry",
                )
    return declared
