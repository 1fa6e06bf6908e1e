"""What the engines say of a board, against brute force and against each other.

Each check yields a sentence for each thing that does not agree. Where a board is too large to try, the engines are held
against each other and their answers against the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from pipeline.grid import indices
from pipeline.prove import Forced, Prover
from pipeline.reached import reached
from pipeline.search import Derivation, count, derive, explain
from pipeline.verdict import Budget, SolveCount
from tests.cross.subject import Board, some_of

MOST = 12
"""Of more answers no more are counted."""
NODES = 20_000
"""Where a search gives up: then it has nothing to say."""
LARGEST_TRACE = 30
"""The cells of the largest board of which a trace is wanted that searches wherever nothing else decides."""

Count = Callable[[int], SolveCount[Any]]


def counts(board: Board, random: Random) -> Iterator[str]:
    """Every engine finds so many answers as there are, no two the same, and each is one."""
    legal = board.legal
    limit = 2 if legal is None else min(len(legal) + 1, MOST)
    expected = None if legal is None else min(len(legal), limit)
    found: dict[str, SolveCount[Any]] = {}
    for name, engine in _engines(board, random).items():
        counted = engine(limit)
        if counted.gave_up:
            continue
        found[name] = counted
        if len(set(counted.solutions)) != counted.count:
            yield f"{name} says that there are {counted.count} answers and shows {len(set(counted.solutions))}"
        for answer in counted.solutions:
            if legal is not None and answer not in legal:
                yield f"{name} finds an answer that is none: {_drawn(board, answer)}"
            if broken := board.kind.violations(board.puzzle, answer):
                yield f"{name} finds an answer that breaks a rule, {broken[0]}: {_drawn(board, answer)}"
        if expected is None:
            expected = counted.count
        if counted.count != expected:
            wanted = "brute force" if legal is not None else next(iter(found))
            yield f"{name} finds {counted.count} answers and {wanted} {expected}, of at most {limit}"
    if expected == 1 and len({counted.solutions for counted in found.values()}) > 1:
        yield "the engines find different answers where each finds but one"


def _engines(board: Board, random: Random) -> Mapping[str, Count]:
    """Whoever counts: the prover and the reasoner, and seldom a slow second one."""
    kind, puzzle, budget = board.kind, board.puzzle, Budget(nodes=NODES)

    def proved(encode: Callable[[Any], Any]) -> Count:
        def counted(limit: int) -> SolveCount[Any]:
            with Prover(encode(puzzle)) as prover:
                return prover.count(limit, budget)

        return counted

    own, again = kind.count, kind.encode_again
    engines: dict[str, Count] = {"the prover": proved(kind.encode)}
    engines["the reasoner"] = lambda limit: count(board.ready, limit, budget)
    if own:
        engines["the search of its own"] = lambda limit: own(puzzle, limit, budget)
    if again and random.random() < 0.3:
        engines["the second encoding"] = proved(again)
    return engines


def _drawn(board: Board, answer: Any) -> str:
    return " ".join(board.kind.answer_grid(board.puzzle, answer))


def known_answers(board: Board) -> tuple[frozenset[Any], bool]:
    """Some answers of a board, and whether they are all."""
    if board.legal is not None:
        return board.legal, True
    with Prover(board.kind.encode(board.puzzle)) as prover:
        counted = prover.count(2, Budget(nodes=NODES))
    return frozenset(counted.solutions), counted.count < 2 and not counted.gave_up


def steps(board: Board, random: Random) -> Iterator[str]:
    """What the reasoner decides is so in every answer; a contradiction is seen only where there is none, and a full
    board only where there is one."""
    answers, is_all = known_answers(board)
    needed = 4
    for rank in (3, 2, 1):
        derived = derive(board.ready, rank)
        yield from _sound(board, derived, f"rank {rank}", answers, is_all)
        if derived.solved:
            needed = rank
        quick = reached(board.ready, rank)
        if quick != (None if derived.contradiction else derived.position):
            yield f"the quick derivation of rank {rank} comes elsewhere than the steps do"
    if board.size[0] * board.size[1] > LARGEST_TRACE or not (len(answers) == 1 or random.random() < 0.25):
        return
    trace = explain(board.ready)
    yield from _sound(board, trace, "the trace", answers, is_all)
    if not is_all:
        return
    if not answers and not trace.contradiction:
        yield "the trace of a board without an answer ends without a contradiction"
    if answers and trace.position != board.shared(answers):
        missing = board.shared(answers)
        left = (missing.yes & ~trace.position.yes) | (missing.no & ~trace.position.no)
        yield f"the trace leaves open what all answers share: {_names(board, left)}"
    if len(answers) == 1 and trace.rank != needed:
        yield f"the trace needs rank {trace.rank}, and the derivations rank {needed}"


def _sound(board: Board, derived: Derivation, name: str, answers: frozenset[Any], is_all: bool) -> Iterator[str]:
    shared = board.shared(answers)
    for step in derived.steps if answers else ():
        wrong = step.yes & ~shared.yes | step.no & ~shared.no
        if wrong:
            yield f"{name} decides {_names(board, wrong)} by '{step.technique}', which is not so in every answer"
            return
    if derived.contradiction and answers:
        yield f"{name} sees a contradiction where there is an answer: {_drawn(board, min(answers))}"
    if derived.solved and is_all and len(answers) != 1:
        yield f"{name} fills a board that has {len(answers)} answers"


def _names(board: Board, places: int) -> str:
    return " ".join(board.kind.place_name(board.puzzle, place) for place in indices(places))


def subsets(board: Board, random: Random) -> Iterator[str]:
    """Some of the clues of a prepared engine leave the answers of the board that shows no others."""
    clues = some_of(board.kind.clues(board.puzzle), random.choice((0.3, 0.7, 0.9)), random)
    fewer = board.with_puzzle(board.kind.show(board.puzzle, clues))
    if fewer.legal is None:
        return
    expected = min(len(fewer.legal), 3)
    with Prover(board.kind.encode(board.puzzle)) as prover:
        proved = prover.count(3, Budget(nodes=NODES), clues)
    for name, counted in (("prover", proved), ("reasoner", count(board.ready.showing(clues), 3, Budget(nodes=NODES)))):
        if not counted.gave_up and (counted.count != expected or not fewer.legal.issuperset(counted.solutions)):
            yield f"with some of its clues the {name} finds {counted.count} answers where there are {len(fewer.legal)}"


def shared_places(board: Board, random: Random) -> Iterator[str]:
    """The prover names the places that all answers share, or clues that contradict and of which none can go."""
    if board.legal is None:
        return
    with Prover(board.kind.encode(board.puzzle)) as prover:
        if board.legal:
            said = prover.forced()
            wanted = Forced(*board.shared(board.legal))
            if said != wanted:
                yield f"the prover says that all answers share {said}, and they share {wanted}"
            return
        core = prover.core()
    assert core is not None
    if _has_answer(board, core):
        yield f"the clues that the prover says contradict do not: {_names_of_cells(board, core)}"
    for clue in indices(core):
        if _has_answer(board, core & ~(1 << clue)) is False:
            yield f"of the clues that contradict one can be spared: {_names_of_cells(board, 1 << clue)}"


def _has_answer(board: Board, clues: int) -> bool | None:
    """Whether these clues leave an answer, by brute force; None where that is too much."""
    legal = board.with_puzzle(board.kind.show(board.puzzle, clues)).legal
    return None if legal is None else bool(legal)


def _names_of_cells(board: Board, cells: int) -> str:
    return " ".join(f"r{cell // board.size[1] + 1}c{cell % board.size[1] + 1}" for cell in indices(cells))
