"""The rules in Python and the rules in the browser say the same of the same boards and lines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from pipeline.kinds.tsunagi import rules
from pipeline.kinds.tsunagi.labels import label
from pipeline.kinds.tsunagi.lines import walk
from pipeline.kinds.tsunagi.puzzle import LETTERS, Puzzle, wall_text
from pipeline.kinds.tsunagi.steps import Steps, steps_of
from tests.kinds.tsunagi.boards import FEATURES, answers, random_boards

from ..conftest import Judge

HERE = Path(__file__).parent

Line = list[int]
"""The cells of a line from one of its ends on, with the bridges that it passes."""


def level_of(puzzle: Puzzle) -> dict[str, Any]:
    """A board as a page has it."""
    switches = {"wrap": puzzle.wrap, "fill": puzzle.fill, "touch": puzzle.touch, "walls": wall_text(puzzle.walls)}
    return {"rows": puzzle.rows, "cols": puzzle.cols, "grid": list(puzzle.board), "rules": switches}


def paths(puzzle: Puzzle, edges: int) -> list[Line]:
    """The lines of an answer, pair by pair."""
    steps = steps_of(puzzle)
    found = []
    for first, _ in puzzle.pairs:
        path: Line = []
        for cell, came in walk(steps, edges, first):
            path += [steps.edges[came].bridge] if came >= 0 and steps.edges[came].bridge >= 0 else []
            path.append(cell)
        found.append(path)
    return found


def strolls(random: Random, puzzle: Puzzle) -> Iterator[dict[str, Any]]:
    """Moves that draw lines at random, as far as each comes by itself; one cuts another where they meet."""
    steps = steps_of(puzzle)
    for _ in range(random.randrange(1, 3 * len(puzzle.pairs))):
        pair = random.randrange(len(puzzle.pairs))
        path = [random.choice(puzzle.pairs[pair])]
        for _ in range(random.choice((2, 5, 20))):
            ways = [
                step
                for step in steps.of[path[-1]]
                if step.target not in path and step.bridge not in path and puzzle.owners[step.target] in (-1, pair)
            ]
            if not ways or (len(path) > 1 and path[-1] in puzzle.pairs[pair]):
                break
            step = random.choice(ways)
            path += [step.target] if step.bridge < 0 else [step.bridge, step.target]
        yield {"line": LETTERS[pair], "cells": path if len(path) > 1 else []}


def cases(count: int) -> Iterator[tuple[Puzzle, list[dict[str, Any]]]]:
    """Boards of every feature with lines at random, and with an answer where they have one."""
    random = Random(23)
    for feature in FEATURES:
        for puzzle in random_boards(count, seed=5, feature=feature):
            yield puzzle, list(strolls(random, puzzle))
            for edges in sorted(answers(puzzle))[:2]:
                yield puzzle, [{"line": LETTERS[i], "cells": path} for i, path in enumerate(paths(puzzle, edges))]


def mask(steps: Steps, lines: list[Line]) -> int:
    """The edges that lines use."""
    number = {(edge.low, edge.high, edge.bridge): index for index, edge in enumerate(steps.edges)}
    edges = 0
    for path in lines:
        over = -1
        before = -1
        for cell in path:
            if not steps.cells >> cell & 1:
                over = cell
                continue
            if before >= 0:
                edges |= 1 << number[min(before, cell), max(before, cell), over]
            before, over = cell, -1
    return edges


def expected(puzzle: Puzzle, lines: list[Line]) -> dict[str, Any]:
    """What the judge in Python says of lines."""
    edges = mask(steps_of(puzzle), lines)
    found = rules.violations(puzzle, edges)
    of = {rule: [list(one.cells) for one in found if one.rule == rule] for rule in rules.RULES}
    loose = sorted(path[-1] for path in lines if path and path[-1] not in puzzle.pairs[puzzle.owners[path[0]]])
    assert (of[rules.BRANCH], of[rules.LOOP]) == ([], [])
    assert of[rules.CUT] == [[cell] for cell in loose]
    return {
        "solved": not found,
        "open": [puzzle.owners[first] for first, _ in of[rules.UNJOINED]],
        "gaps": [cell for cells in of[rules.GAP] for cell in cells],
        "bridges": [cell for cells in of[rules.BRIDGE] for cell in cells],
        "violations": [{"rule": "touch", "cells": cells} for cells in sorted(of[rules.TOUCH])],
    }


def test_steps_agree_in_python_and_in_the_browser(judge: Judge) -> None:
    """Both know the same steps from every cell, in the same order."""
    puzzles = [puzzle for feature in FEATURES for puzzle in random_boards(20, seed=9, feature=feature)]
    said = judge(HERE / "judge.mjs", [{"level": level_of(puzzle), "moves": []} for puzzle in puzzles])
    for puzzle, answer in zip(puzzles, said, strict=True):
        steps = [
            [{"to": step.target, "over": step.bridge, "way": step.direction} for step in of]
            for of in steps_of(puzzle).of
        ]
        assert answer["steps"] == steps, puzzle


def test_labels_agree_in_python_and_in_the_browser(judge: Judge) -> None:
    """A board of any number of pairs calls them the same in a drawing and on the page, and no two alike."""
    counts = range(1, len(LETTERS) + 1)
    puzzles = [Puzzle(tuple(letter * 2 for letter in LETTERS[:count])) for count in counts]
    said = judge(HERE / "judge.mjs", [{"level": level_of(puzzle), "moves": []} for puzzle in puzzles])
    for count, answer in zip(counts, said, strict=True):
        assert answer["labels"] == [label(LETTERS[:count], pair) for pair in range(count)]
        assert len({name.casefold() for name in answer["labels"]}) == count


def test_rules_agree_in_python_and_in_the_browser(judge: Judge) -> None:
    """Of any lines that can be drawn both say what is open, empty and beside itself, and call the same ones solved."""
    drawn = list(cases(30))
    said = judge(HERE / "judge.mjs", [{"level": level_of(puzzle), "moves": moves} for puzzle, moves in drawn])
    solved = 0
    for (puzzle, moves), answer in zip(drawn, said, strict=True):
        wanted = expected(puzzle, answer["lines"])
        rest = answer["rest"]
        if not puzzle.fill:
            rest |= {"gaps": [], "bridges": []}
        found = {key: rest.get(key, answer.get(key)) for key in wanted}
        found["violations"] = sorted(found["violations"], key=lambda one: one["cells"])
        assert found == wanted, (puzzle, moves)
        solved += found["solved"]
    assert solved > 100
    assert any(one["violations"] for one in said)


def test_cells_of_lines_belong_to_their_pairs(judge: Judge) -> None:
    """Whatever is drawn over whatever, no two lines share a cell or a way of a bridge, and each is one of its pair."""
    drawn = list(cases(10))
    said = judge(HERE / "judge.mjs", [{"level": level_of(puzzle), "moves": moves} for puzzle, moves in drawn])
    for (puzzle, _), answer in zip(drawn, said, strict=True):
        steps = steps_of(puzzle)
        cells = [cell for path in answer["lines"] for cell in path if steps.cells >> cell & 1]
        assert len(cells) == len(set(cells))
        edges = mask(steps, answer["lines"])
        assert edges.bit_count() == sum(max(0, sum(steps.cells >> c & 1 for c in p) - 1) for p in answer["lines"])
        for pair, path in enumerate(answer["lines"]):
            assert not path or path[0] in puzzle.pairs[pair]
            assert all(puzzle.owners[cell] in (-1, pair) for cell in path)
