"""Single changes that mend walls which cannot be numbered, or a board drawn with its numbers: all tried again here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from pipeline.finding import Finding, Found
from pipeline.grid import Symmetry, indices, permutation, turn_rows
from pipeline.inspect import inspect_layout
from pipeline.kind import AnyKind, Change, NewRequest, NoneUnique, Swap, Trouble
from pipeline.kinds.akari import KIND
from pipeline.kinds.akari.changes import changes
from pipeline.kinds.akari.choose import choose
from pipeline.kinds.akari.generate import generate
from pipeline.kinds.akari.parse import Walls
from pipeline.kinds.akari.puzzle import Puzzle
from pipeline.layout import Layout, read_layout
from pipeline.source import parse_documents
from pipeline.verdict import Ambiguous, Budget, Unsolvable

UNNUMBERABLE = {
    (7, "rotate180"): "63 89 127 152 256 444 502 552 594 621 675 681 713 730 799 897 950 1013 1048 1049",
    (8, "rotate180"): "14 32 63 91 127 135 159 193 268 326",
    (8, "none"): "32 43 58 61 71 87 103 104 117 147 255 349 375 432 480 508 520 528 599 601",
}
"""Of the random walls at 15 %, by size and symmetry, the first seeds of which none can be numbered."""


def layouts(size: int, symmetry: str) -> Iterator[Layout]:
    """These walls as layouts that declare their symmetry."""
    for seed in UNNUMBERABLE[size, symmetry].split():
        text = generate(NewRequest(size, size, symmetry, {"walls": 0.15}), Random(seed))
        (document,) = parse_documents(f"symmetry: {symmetry}\n{text}".encode(), "walls").documents
        yield read_layout(document, seed, "akari", {"akari": KIND})


@pytest.fixture(scope="module")
def found() -> list[Finding]:
    """What is found out about fifty such layouts."""
    return [inspect_layout(KIND, layout) for key in UNNUMBERABLE for layout in layouts(*key)]


def test_changes_that_are_offered_all_work(found: list[Finding]) -> None:
    """The walls as they are have no answer that is unique; with the change they have one, found from nothing."""
    assert len(found) == 50
    for finding in found:
        assert finding.found is Found.NONE_UNIQUE
        assert len({advice.grid for advice in finding.advice}) == len(finding.advice) <= 3
        for advice in finding.advice:
            walls = Walls(Puzzle(advice.grid))
            assert not isinstance(choose(walls, Budget()), NoneUnique)
            drawn = zip("".join(finding.grid), "".join(advice.grid), strict=True)
            assert sum(1 << cell for cell, (was, now) in enumerate(drawn) if was != now) == advice.cells


def test_changes_are_offered_to_at_least_half(found: list[Finding]) -> None:
    """Nearly every such layout has a change that mends it."""
    assert sum(bool(finding.advice) for finding in found) >= 25


def test_changes_keep_the_declared_symmetry(found: list[Finding]) -> None:
    """A wall comes and goes with its image; where none is declared it comes and goes alone."""
    for finding in found:
        for advice in finding.advice:
            if finding.layout.symmetry == "rotate180":
                assert turn_rows(advice.grid, Symmetry.ROTATE180) == advice.grid
            else:
                assert advice.cells.bit_count() == 1


@pytest.mark.parametrize("symmetry", ["rotate90", "mirror", "transpose"])
def test_walls_of_every_symmetry_change_with_all_their_images(symmetry: str) -> None:
    """A quarter turn changes four cells at once, and the middle of the board alone."""
    images = {"rotate90": Symmetry.ROTATE90, "mirror": Symmetry.MIRROR, "transpose": Symmetry.TRANSPOSE}
    walls = Walls(Puzzle((".....",) * 5))
    offered = list(changes(walls, NoneUnique((Swap((1 << 25) - 1, 0),)), symmetry))
    source = permutation(images[symmetry], 5, 5)
    assert {cell for change in offered for cell in indices(change.cells)} == set(range(25))
    for change in offered:
        text = change.board.puzzle.text
        assert all(text[cell] == text[source[cell]] for cell in range(25))


def test_board_with_its_numbers_gets_one_more() -> None:
    """A number that tells the two answers apart comes first, and no number that its wall has no room for."""
    walls = Walls(Puzzle(("...", ".#.", "...")), fixed=True)
    offered = list(changes(walls, Ambiguous(0b001000100, 0b001100010), "none"))
    assert [change.words for change in offered[:2]] == ["write 0 on the wall at r2c2", "write 2 on the wall at r2c2"]
    numbers = {change.board.puzzle.text[4] for change in offered if "write" in change.words}
    assert numbers == set("01234")
    assert any(change.words.startswith("add a wall") for change in offered)


def test_contradicting_number_comes_off_or_becomes_another() -> None:
    """Each number of the contradiction, and no other."""
    walls = Walls(Puzzle(("0.1", "#.#", "..2")), fixed=True)
    words = [change.words for change in changes(walls, Unsolvable(0b101), "none")]
    assert words == [
        "take the 0 off the wall at r1c1",
        "take the 1 off the wall at r1c3",
        "write 1 for the 0 at r1c1",
        "write 0 for the 1 at r1c3",
    ]


def test_changes_leave_a_board_that_can_be_read(kinds: dict[str, AnyKind]) -> None:
    """No wall stands where a fixed number needs the room, and some cell stays white."""
    walls = Walls(Puzzle((".2.", "...")))
    for change in changes(walls, NoneUnique((Swap(0b001001, 0b100100),)), "none"):
        drawn = "".join(f"  {row}\n" for row in change.board.puzzle.board)
        (document,) = parse_documents(f"walls: |\n{drawn}".encode(), "changed").documents
        assert read_layout(document, "changed", "akari", kinds).board == change.board


def test_kept_wall_is_not_taken_out() -> None:
    """What the author keeps has to be there to be kept, whatever taking it out would mend."""
    layout = next(layouts(7, "rotate180"))
    walls = layout.board.puzzle.walls

    def taken_out(board: Walls, trouble: Trouble, symmetry: str) -> Iterator[Change[Walls]]:
        everywhere = NoneUnique((Swap((1 << 49) - 1, 0),))
        return (change for change in changes(board, everywhere, symmetry) if change.cells & walls)

    kind = replace(KIND, changes=taken_out)
    free = inspect_layout(kind, layout)
    kept = inspect_layout(kind, replace(layout, keep=walls))
    assert free.advice
    assert (kept.advice, kept.found) == ((), Found.NONE_UNIQUE)
