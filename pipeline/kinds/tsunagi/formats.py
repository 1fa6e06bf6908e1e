"""What other programs write of a Number Link board, and our own code.

puzz.link has two genres: in numlin cells may stay unused, in arukone every cell is used unless a flag, ``e``, says
otherwise. The code of the Tsunagi package leaves the size out, since its boards are square, and is read without the
words for what is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from math import isqrt

from pipeline.errors import AuthoringError
from pipeline.interchange import drawn, number16, penpa, pzpr, pzprv3
from pipeline.interchange.format import Exported, Format, Imported, Request, beside
from pipeline.interchange.number16 import Number
from pipeline.interchange.place import fault, inside, moved
from pipeline.interchange.stencil import Stencil, runs
from pipeline.kinds.tsunagi import code
from pipeline.kinds.tsunagi.formats_drawn import penpa_stencil, read_penpa, read_text, write_penpa, write_text
from pipeline.kinds.tsunagi.formats_saved import read_saved, write_saved
from pipeline.kinds.tsunagi.numbered import Label, is_square, numbers, paired, plain, renumbered
from pipeline.kinds.tsunagi.puzzle import BLOCKED, BRIDGE, LARGEST_SIDE, LETTERS, OPEN, Puzzle

FREE = ("numlin", "numberlink")
FILLED = "arukone"
GENRES = (*FREE, FILLED)
MAY_GAP = "e"
"""The flag of arukone with which cells may stay unused."""
MOST_LETTERS = 52
"""Arukone shows letters, A to Z and a to z."""

CELLS = re.compile(f"[{re.escape(LETTERS + OPEN + BLOCKED + BRIDGE)}]+")


def _read_link(text: str) -> Imported[Puzzle]:
    link = pzpr.split(text, GENRES, LARGEST_SIDE)
    if link.flags not in ("", MAY_GAP) or (link.flags and link.genre != FILLED):
        at = text.index(f"/{link.flags}/") + 1
        raise fault(text, at, f"the flag '{link.flags}' is not known", f"{FILLED} has '{MAY_GAP}'")
    fill = link.genre == FILLED and link.flags != MAY_GAP
    with inside(text, link.body_at):
        found = number16.read_numbers(link.body, link.rows * link.cols)
        cells = [OPEN if number is None else _label(number) for number in found]
        numbered = paired(cells, link.cols, fill, partial(fault, link.body))
    note = () if link.genre else (f"no genre is told: taken for {FREE[0]}, where cells may stay unused",)
    notes = (*note, *number16.strays(link.body))
    return Imported(numbered.puzzle, notes, labels=numbered.labels, spelling=link.spelling)


def _label(number: Number) -> Label:
    return Label(None if number.value is None else str(number.value), number.at)


def _link_writer(before: str) -> Callable[[Request[Puzzle]], Exported]:
    def write(request: Request[Puzzle]) -> Exported:
        puzzle = request.puzzle
        plain(puzzle, "a link of puzz.link")
        called = numbers(request.labels, len(puzzle.pairs))
        cells: list[int | None] = [None] * (puzzle.rows * puzzle.cols)
        for number, ends in zip(called, puzzle.pairs, strict=True):
            for end in ends:
                cells[end] = number
        filled = _is_filled(puzzle, called)
        usual = f"{before}{FILLED if filled else FREE[0]}/"
        text = pzpr.join(request.spelling, usual, puzzle.cols, puzzle.rows, number16.write_numbers(cells))
        unsaid = puzzle.fill and not filled and not request.spelling
        lost = (f"cannot say that every cell is used: {FILLED} has {MOST_LETTERS} letters",) if unsaid else ()
        return Exported(text, (*lost, *no_touch(puzzle), *renumbered(request.labels), *beside(request, ())))

    return write


def _is_filled(puzzle: Puzzle, called: Sequence[int]) -> bool:
    """Whether a link can say that every cell is used, where it has to be."""
    return puzzle.fill and max(called) <= MOST_LETTERS


def _link_stencil(puzzle: Puzzle) -> Stencil:
    return _link_stencil_of(_is_filled(puzzle, numbers((), len(puzzle.pairs))), puzzle.rows, puzzle.cols)


# Of all boards of a size it is one of two.
@lru_cache(maxsize=128)
def _link_stencil_of(filled: bool, rows: int, cols: int) -> Stencil:
    pieces = {letter: number16.write_numbers([number]) for number, letter in enumerate(LETTERS, 1)}
    pieces |= runs(OPEN, number16.RUN_BASE, number16.LONGEST_RUN)
    return pzpr.stencil(f"{pzpr.PUZZLINK}{FILLED if filled else FREE[0]}/", cols, rows, pieces)


def no_touch(puzzle: Puzzle) -> tuple[str, ...]:
    """What a format loses that knows no lines kept apart."""
    return () if puzzle.touch else ("cannot say that no line may run beside itself",)


def _is_code(text: str) -> bool:
    """Whether a text may be our code: game IDs begin alike, and have neither open cells nor so many letters."""
    found = code.CODE.fullmatch(text.strip())
    if not found:
        return False
    return any(sign in found[3] for sign in ".#+|") or len(found[3]) == int(found[1]) * int(found[2])


def _read_code(text: str) -> Imported[Puzzle]:
    return Imported(code.decode(text))


def _is_square(text: str) -> bool:
    """Whether a text may be a code of the package: its first pair is A, so that none begins as a game ID does."""
    cells = text.strip().split("|", 1)[0]
    return is_square(len(cells)) and CELLS.fullmatch(cells) is not None and not cells[:1].isdigit()


def _is_whole_square(line: str) -> bool:
    """Whether a line is such a code without a fault."""
    try:
        return _is_square(line) and bool(_read_square(line))
    except AuthoringError:
        return False


def _read_square(text: str) -> Imported[Puzzle]:
    """The published code: as ours, without a size, and without the words that are ours."""
    text = text.strip()
    side = isqrt(len(text.split("|", 1)[0]))
    if side > LARGEST_SIDE:
        raise fault(text, 0, f"a board of {side}×{side} is too large", f"no side may pass {LARGEST_SIDE}")
    for word in (code.GAPS, code.APART):
        if word in text.split("|")[1:]:
            hint = "write the size before it, ROWSxCOLS:"
            raise fault(text, text.index(f"|{word}") + 1, f"'{word}' is a word of boards with a size", hint)
    try:
        return Imported(code.read_board(text, side, side))
    except AuthoringError as error:
        raise moved(error, "", 1, 1) from None


def _write_square(request: Request[Puzzle]) -> Exported:
    puzzle = request.puzzle
    if puzzle.rows != puzzle.cols:
        hint = "the code with a size has it: --to code"
        raise AuthoringError("the code of the Tsunagi package is for square boards", hint=hint)
    words = [part for part in code.parts(puzzle) if part not in (code.GAPS, code.APART)]
    gaps = () if puzzle.fill else ("cannot say that cells may stay unused",)
    return Exported("|".join(words), (*gaps, *no_touch(puzzle), *beside(request, ())))


FORMATS: tuple[Format[Puzzle], ...] = (
    Format(
        name="puzzlink",
        title="puzz.link",
        claims=lambda text: pzpr.is_bare(text) or (pzpr.genre_of(text) in GENRES and not pzpr.is_pzv(text)),
        read=_read_link,
        write=_link_writer(pzpr.PUZZLINK),
        genres=GENRES,
        stencil=_link_stencil,
    ),
    Format(
        name="pzv",
        title="pzv.jp",
        claims=lambda text: pzpr.genre_of(text) in GENRES and pzpr.is_pzv(text),
        read=_read_link,
        write=_link_writer(pzpr.PZV),
    ),
    Format(
        name="code",
        title="the code of a Tsunagi board",
        claims=_is_code,
        read=_read_code,
        write=lambda request: Exported(code.encode(request.puzzle), beside(request, ())),
    ),
    Format(
        name="tsunagi",
        title="the code of the Tsunagi package",
        claims=_is_square,
        read=_read_square,
        write=_write_square,
        is_whole=_is_whole_square,
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
    Format(
        name="text",
        title="plain text",
        claims=lambda text: drawn.may_be(text) and not _is_square(text),
        read=read_text,
        write=write_text,
    ),
)
