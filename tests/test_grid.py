"""Cells, runs and the symmetries."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.grid import (
    Cell,
    Symmetry,
    beside,
    cell_name,
    indices,
    mask_of,
    orbits,
    parse_cell,
    permutation,
    runs,
    symmetries,
    turn_mask,
    turn_rows,
)

boards = st.tuples(st.integers(1, 6), st.integers(1, 6)).flatmap(
    lambda size: st.lists(st.text(".#", min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0])
)


def test_cell_name_reads_back() -> None:
    """A cell is written from 1 and read to the same cell; anything else is none."""
    assert str(Cell(0, 2)) == "r1c3" == cell_name(2, 5)
    assert parse_cell("r1c3") == Cell(0, 2)
    for name in ("r0c1", "r1c0", "c1r1", "r1c1 ", "r01c1", "1,1", ""):
        assert parse_cell(name) is None


def test_indices_of_a_mask_are_its_bits_however_many_are_set() -> None:
    """Of none, of few and of all, ascending; and they make the mask again."""
    random = Random(4)
    for size in (0, 1, 5, 24, 60, 300):
        for share in (0.0, 0.02, 0.05, 0.1, 0.5, 1.0):
            wanted = [at for at in range(size) if random.random() < share]
            mask = sum(1 << at for at in wanted)
            assert list(indices(mask)) == wanted
            assert mask_of(indices(mask)) == mask


def test_beside_stops_at_the_border() -> None:
    """A corner has two neighbours, an inner cell four, and none wraps round a row's end."""
    assert sorted(indices(beside(0, 3, 4))) == [1, 4]
    assert sorted(indices(beside(3, 3, 4))) == [2, 7]
    assert sorted(indices(beside(5, 3, 4))) == [1, 4, 6, 9]


@given(boards)
def test_runs_cover_each_open_cell_once_in_each_direction(board: list[str]) -> None:
    """The runs of a direction are disjoint, cover the open cells, and are cut only by walls or the border."""
    cols = len(board[0])
    text = "".join(board)
    is_open = mask_of(i for i, ch in enumerate(text) if ch == ".")
    for found, along_rows in zip(runs(board, r"\.+"), (True, False), strict=True):
        step = 1 if along_rows else cols
        assert sum(run.bit_count() for run in found) == is_open.bit_count()
        union = 0
        for run in found:
            cells = list(indices(run))
            assert all(b - a == step for a, b in pairwise(cells))
            if along_rows:
                assert cells[0] // cols == cells[-1] // cols
            after = cells[-1] + step
            assert after >= len(text) or (along_rows and after % cols == 0) or text[after] == "#"
            union |= run
        assert union == is_open


@given(boards)
def test_symmetries_form_a_group(board: list[str]) -> None:
    """Two of them one after the other are always one of them, each undone by one of them."""
    rows, cols = len(board), len(board[0])
    group = [permutation(symmetry, rows, cols) for symmetry in symmetries(rows, cols)]
    for one in group:
        assert {tuple(one[i] for i in two) for two in group} == set(group)
        assert tuple(range(rows * cols)) in {tuple(one[i] for i in two) for two in group}


def test_rotate90_is_clockwise() -> None:
    """The top row becomes the right column."""
    assert turn_rows(("ab", "cd", "ef"), Symmetry.ROTATE90) == ("eca", "fdb")
    assert turn_rows(("ab", "cd"), Symmetry.MIRROR) == ("ba", "dc")
    assert turn_rows(("ab", "cd"), Symmetry.FLIP) == ("cd", "ab")
    assert turn_rows(("ab", "cd"), Symmetry.TRANSPOSE) == ("ac", "bd")
    assert turn_rows(("ab", "cd"), Symmetry.ANTITRANSPOSE) == ("db", "ca")
    assert turn_rows(("ab", "cd"), Symmetry.ROTATE270) == ("bd", "ac")
    assert turn_rows(("ab", "cd"), Symmetry.ROTATE180) == ("dc", "ba")


@given(boards)
def test_turned_mask_is_the_mask_of_the_turned_board(board: list[str]) -> None:
    """Turning the cells of a set and turning the board they are drawn on are the same."""
    rows, cols = len(board), len(board[0])
    walls = mask_of(i for i, ch in enumerate("".join(board)) if ch == "#")
    for symmetry in Symmetry:
        turned = "".join(turn_rows(board, symmetry))
        assert turn_mask(walls, permutation(symmetry, rows, cols)) == mask_of(
            i for i, ch in enumerate(turned) if ch == "#"
        )


def test_symmetries_of_a_rectangle_are_four() -> None:
    """A square has eight, any other rectangle four, the identity first."""
    assert len(symmetries(3, 3)) == 8
    assert symmetries(2, 3) == (Symmetry.IDENTITY, Symmetry.ROTATE180, Symmetry.MIRROR, Symmetry.FLIP)


@pytest.mark.parametrize("images", [(), (Symmetry.ROTATE180,), (Symmetry.ROTATE90,), (Symmetry.MIRROR, Symmetry.FLIP)])
def test_orbits_share_the_cells_out_and_are_kept_by_the_images(images: tuple[Symmetry, ...]) -> None:
    """Each cell is in one group, and an image takes no cell out of its group."""
    groups = orbits(images, 5, 5)
    assert sum(groups) == (1 << 25) - 1
    assert sum(group.bit_count() for group in groups) == 25
    for image in images:
        source = permutation(image, 5, 5)
        assert all(turn_mask(group, source) == group for group in groups)
    assert {group.bit_count() for group in groups} <= {1, 2, 4}
