"""What is decided, asked without steps: as the named techniques decide it, whatever the tables have forgotten."""

from __future__ import annotations

from random import Random

import pytest

from pipeline.filling import Filling
from pipeline.kinds.binairo.lines import Lines
from pipeline.kinds.binairo.moves import Remembered
from pipeline.kinds.binairo.reason import BinairoReasoner, reasoner
from pipeline.reasoner import Position, given_position
from pipeline.search import derive
from pipeline.tier import _filling, _suffices, thin
from tests.kinds.binairo.boards import answers, random_boards

SMALL = ((4, 4), (4, 6), (6, 4))


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_filling_reaches_what_the_steps_of_a_rank_decide(rank: int) -> None:
    """From any of the givens, trials included, with one board's trials remembered from question to question."""
    random = Random(rank)
    full = part = 0
    for puzzle in random_boards(80, seed=91, shapes=SMALL):
        if len(found := answers(puzzle)) != 1:
            continue
        (ones,) = found
        whole = reasoner(puzzle.answered(ones))
        filling = Filling(whole, whole, Position(ones, whole.places & ~ones))
        for share in (0.6, 0.4, 0.3):
            givens = sum(1 << cell for cell in range(len(puzzle.text)) if random.random() < share)
            derived = derive(whole.showing(givens), rank)
            assert filling.reached(rank, givens) == derived.position.yes | derived.position.no, puzzle
            assert filling.sufficing(rank, whole.places, [])(givens) == derived.solved
            full += derived.solved
            part += not derived.solved
    assert full > 10
    assert part > 10


def test_reasoner_reaches_no_further_than_its_rank() -> None:
    """On boards with none, one and several answers; a broken rule is seen where the named techniques see it."""
    broken = 0
    for puzzle in random_boards(120, seed=92, shapes=SMALL):
        ready = reasoner(puzzle)
        given = Position(puzzle.ones, puzzle.zeros)
        for rank in (1, 2):
            derived = derive(ready, rank)
            reached = ready.reach(given, given, rank)
            assert (reached is None) == derived.contradiction, (puzzle, rank)
            assert reached is None or reached == derived.position, (puzzle, rank)
            broken += reached is None
    assert broken


class _Marked(BinairoReasoner):
    """A board whose first cell is known to be a one before any given."""

    def showing(self, clues: int) -> _Marked:
        return _Marked(self._lines, self._yes & clues, self._no & clues, self._unique)

    def open_round(self) -> Position:
        return Position(self._yes | 1, self._no)


def test_ladder_of_a_board_that_tells_something_without_a_given_is_found_by_steps() -> None:
    """Asked without steps, such a board would seem to need more givens than it does, and a cell more to be harder."""
    clues, order = (1 << 16) - 1, range(16)
    marked = _Marked(Lines(4, 4), 0b1001_0110_0101_1010 ^ clues, 0b1001_0110_0101_1010, unique=True)
    usual = BinairoReasoner(Lines(4, 4), *given_position(marked), unique=True)
    left = [thin(_suffices(ready, _filling(ready), 3, []), clues, order, 0).bit_count() for ready in (usual, marked)]
    assert _filling(usual)
    assert _filling(usual.showing(clues ^ 1)) is None, "with a given away nothing says what its cell holds"
    assert left[1] < left[0]


def test_table_that_is_full_starts_afresh_and_says_the_same() -> None:
    """Lines with room for one state in each table, in place of thousands."""
    asked: list[int] = []

    def ask(state: int) -> int:
        asked.append(state)
        return state * 2

    table: Remembered[int, int] = Remembered(ask, 2)
    assert [table[state] for state in (1, 2, 1, 3, 1)] == [2, 4, 2, 6, 2]
    assert asked == [1, 2, 3, 1]
    small = Lines(4, 6)
    for side in small.sides:
        for each in (side.once, side.settled, side.projected, side.sizes):
            each.room = 1
    for puzzle in random_boards(40, seed=93, shapes=((4, 6),)):
        given = Position(puzzle.ones, puzzle.zeros)
        forgetful = BinairoReasoner(small, *given, puzzle.unique_lines)
        usual = reasoner(puzzle)
        assert forgetful.settle(given, given) == usual.settle(given, given)
        assert forgetful.forced(given, given) == usual.forced(given, given)
