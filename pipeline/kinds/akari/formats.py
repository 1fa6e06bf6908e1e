"""What other programs write of an Akari board, and our own code: links, game IDs, saved files and drawn text.

A description of Light Up goes cell by cell: ``a`` to ``z`` are 1 to 26 white cells, ``B`` is a wall without a number,
``0`` to ``4`` one with it. It holds every cell of the board, those at the end too.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from pipeline.interchange import drawn, penpa, pzpr, pzprv3, tatham
from pipeline.interchange.format import Exported, Format, Imported, Request, beside
from pipeline.interchange.place import fault, inside
from pipeline.interchange.stencil import Stencil
from pipeline.kinds.akari import code
from pipeline.kinds.akari.formats_drawn import (
    board_of,
    penpa_stencil,
    read_penpa,
    read_saved,
    read_text,
    write_penpa,
    write_saved,
    write_text,
)
from pipeline.kinds.akari.puzzle import DIGITS, LARGEST_SIDE, WALL, WHITE, Puzzle

GENRES = ("akari", "lightup", "bijutsukan")
"""What the genre of a link is called, the usual name first."""

LONGEST_RUN = 26
PARAMS = re.compile(r"(b[0-9]{1,3})?(s[0-4])?(d[012r])?")
"""Share of black cells, symmetry and difficulty: no part of the board."""
GAME = "Light Up"


def _read_link(text: str) -> Imported[Puzzle]:
    link = pzpr.split(text, GENRES, LARGEST_SIDE)
    if link.flags:
        raise fault(text, text.index("/") + 1, f"the flag '{link.flags}' is not known", "take it out")
    with inside(text, link.body_at):
        return Imported(code.read_body(link.body, link.rows, link.cols), spelling=link.spelling)


def _link_writer(usual: str) -> Callable[[Request[Puzzle]], Exported]:
    def write(request: Request[Puzzle]) -> Exported:
        puzzle = request.puzzle
        text = pzpr.join(request.spelling, usual, puzzle.cols, puzzle.rows, code.body(puzzle.text))
        return Exported(text, beside(request, ()))

    return write


def _link_stencil(puzzle: Puzzle) -> Stencil:
    return pzpr.stencil(f"{pzpr.PUZZLINK}{GENRES[0]}/", puzzle.cols, puzzle.rows, code.pieces())


def _read_game_id(text: str) -> Imported[Puzzle]:
    game = tatham.split(text, 1, LARGEST_SIDE)
    with inside(text, game.desc_at):
        cells = _cells(game.desc, game.width * game.height)
    return Imported(board_of(cells, game.width), game.notes, spelling=game.spelling)


def _cells(desc: str, size: int) -> str:
    cells: list[str] = []
    count = 0
    for at, letter in enumerate(desc):
        if "a" <= letter <= "z":
            cells.append(WHITE * (ord(letter) - ord("a") + 1))
        elif letter == "B":
            cells.append(WALL)
        elif letter in DIGITS:
            cells.append(letter)
        else:
            raise fault(desc, at, f"'{letter}' is no part of a Light Up board", "a-z, B and 0-4 are")
        count += len(cells[-1])
        if count > size:
            raise fault(desc, at, f"here end the {size} cells of the board", "leave out what follows, or mend the size")
    if count < size:
        message = f"the ID ends after {count} of the {size} cells"
        raise fault(desc, len(desc), message, "it holds every cell, white ones at the end too")
    return "".join(cells)


def _write_game_id(request: Request[Puzzle]) -> Exported:
    puzzle = request.puzzle
    runs = re.sub(r"\.{1,26}", lambda run: chr(ord("a") + len(run[0]) - 1), puzzle.text)
    before = request.spelling[0] if request.spelling else f"{puzzle.cols}x{puzzle.rows}:"
    narrow = ("takes no board with a side below 2",) if min(puzzle.rows, puzzle.cols) < 2 else ()
    return Exported(before + runs.replace(WALL, "B"), (*narrow, *beside(request, ())))


FORMATS: tuple[Format[Puzzle], ...] = (
    Format(
        name="puzzlink",
        title="puzz.link",
        claims=lambda text: pzpr.genre_of(text) in GENRES and not pzpr.is_pzv(text),
        read=_read_link,
        write=_link_writer(f"{pzpr.PUZZLINK}{GENRES[0]}/"),
        genres=GENRES,
        stencil=_link_stencil,
    ),
    Format(
        name="pzv",
        title="pzv.jp",
        claims=lambda text: pzpr.genre_of(text) in GENRES and pzpr.is_pzv(text),
        read=_read_link,
        write=_link_writer(f"{pzpr.PZV}{GENRES[0]}/"),
    ),
    Format(
        name="code",
        title="the code of an Akari board",
        claims=pzpr.is_bare,
        read=_read_link,
        write=_link_writer(""),
    ),
    Format(
        name="tatham",
        title="Light Up of Simon Tatham's puzzles",
        claims=lambda text: tatham.may_be(text, GAME, PARAMS),
        read=_read_game_id,
        write=_write_game_id,
    ),
    Format(
        name="pzprv3",
        title="a saved puzz.link board",
        claims=lambda text: pzprv3.genre_of(text) in GENRES,
        read=read_saved,
        write=write_saved,
    ),
    Format(
        name="penpa",
        title="Penpa+",
        claims=penpa.may_be,
        read=read_penpa,
        write=write_penpa,
        stencil=penpa_stencil,
    ),
    Format(name="text", title="plain text", claims=drawn.may_be, read=read_text, write=write_text),
)
