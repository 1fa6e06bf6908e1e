"""What is made of a board: its tiers, its proof, its images, its code; and what the rules say of fillings near a right
one. Each check yields a sentence for each thing that does not agree.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from pipeline.blank import removal_order
from pipeline.catalogue import SCHEMA, Level, Metrics, Proofs, level_id
from pipeline.errors import AuthoringError
from pipeline.grid import indices
from pipeline.interchange.format import Request
from pipeline.proofs.refute import NotRefutedError, prove_level
from pipeline.proofs.replay import clauses_file, proof_faults, refutation_file
from pipeline.reached import rank_needed
from pipeline.search import derive
from pipeline.tier import Tier, ladder
from pipeline.verdict import Budget
from tests.cross.engines import NODES, known_answers
from tests.cross.subject import Board, some_of

ORDERS = 2
NEAR = 6


def level_of(board: Board, answer: Any) -> Level:
    """The line of a catalogue for a board with this answer, without what takes long to find."""
    kind, puzzle = board.kind, board.puzzle
    return Level(
        schema=SCHEMA,
        id=level_id(kind, puzzle),
        kind=kind.name,
        rows=board.size[0],
        cols=board.size[1],
        tier=Tier.EASY,
        title="",
        author="",
        base="",
        source="",
        rules=kind.rules(puzzle),
        grid=kind.grid(puzzle),
        answer=kind.answer_grid(puzzle, answer),
        code=kind.code(puzzle),
        clues=kind.clues(puzzle).bit_count(),
        images=(),
        trace=(),
        metrics=Metrics(0, 0, False, (0, 0, 0, 0)),
        proofs=Proofs("trace", "sat", False),
    )


def fillings(board: Board, random: Random) -> Iterator[str]:
    """An answer breaks no rule; a filling near one, or at random, breaks none only where it is an answer."""
    legal = board.legal
    if legal is None:
        return
    for answer in sorted(legal)[:3]:
        if broken := board.kind.violations(board.puzzle, answer):
            yield f"an answer breaks a rule, {broken[0]}"
    places = board.ready.places
    bases = [board.yes(answer) for answer in sorted(legal)[:2]] + [some_of(places, 0.4, random)]
    for base in bases:
        for _ in range(NEAR):
            near = base
            for _ in range(random.choice((0, 1, 1, 2))):
                near ^= 1 << random.choice(list(indices(places))) if places else 0
            answer = board.ready.answer(near)
            if (not board.kind.violations(board.puzzle, answer)) != (answer in legal):
                yield f"the rules {'break' if answer in legal else 'do not break'} with {answer:b}"


def proofs(board: Board, random: Random) -> Iterator[str]:
    """Of an only answer the verifier takes the proof; of another no proof is made."""
    answers, is_all = known_answers(board)
    if not answers:
        return
    answer = min(answers)
    try:
        level = level_of(board, answer)
        if board.kind.read_answer(board.puzzle, level.answer) != answer:
            raise AuthoringError("the answer is read as another")
    except AuthoringError as error:
        # Where two drawings have the same letters neither is the answer of a level.
        if len(answers) == 1 and is_all:
            yield f"the only answer is not read again: {error}"
        return
    try:
        proof = prove_level(board.kind, level, Budget(nodes=NODES))
    except NotRefutedError as error:
        if len(answers) == 1 and is_all:
            yield f"no proof is made of the only answer: {error}"
        return
    if proof is None:
        return
    if len(answers) > 1:
        yield "there is a proof that one of several answers is the only one"
    with TemporaryDirectory() as name:
        folder = Path(name)
        clauses_file(folder, level).parent.mkdir()
        clauses_file(folder, level).write_text(proof.clauses, encoding="utf-8")
        refutation_file(folder, level).write_text(proof.refutation, encoding="utf-8")
        for fault in proof_faults(board.kind, level, folder):
            yield f"the proof is refused: {fault}"


def tiers(board: Board, random: Random) -> Iterator[str]:
    """Each level of a base has the one answer, is solved by the techniques of its tier and by none below, and shows
    fewer of the same clues than the one before; the last has none to spare."""
    answers, is_all = known_answers(board)
    if len(answers) != 1 or not is_all:
        return
    kind, puzzle, clues = board.kind, board.puzzle, board.kind.clues(board.puzzle)
    (answer,) = answers
    seed = random.randrange(1000)
    orders = [removal_order(seed + nth, clues) for nth in range(ORDERS)]
    keep = some_of(clues, random.choice((0, 0, 0.2)), random)
    rungs = ladder(kind, puzzle, answer, orders, keep, NODES).rungs
    before = None
    for rung in rungs:
        level = board.with_puzzle(kind.show(puzzle, rung.clues))
        if kind.clues(level.puzzle) != rung.clues:
            yield f"{rung.tier} shows other clues than it says"
        if level.legal is not None and level.legal != answers:
            yield f"{rung.tier} has {len(level.legal)} answers"
        needed = next((rank for rank in (1, 2, 3) if derive(level.ready, rank).solved), 4)
        if needed != rung.tier.rank:
            yield f"{rung.tier} needs rank {needed}"
        if before is not None and (rung.clues & ~before or rung.clues == before):
            yield f"{rung.tier} does not show fewer of the same clues"
        if keep & ~rung.clues:
            yield f"{rung.tier} has lost a clue that was to be kept"
        before = rung.clues
    last = rungs[-1].clues
    for clue in indices(last & ~keep):
        fewer = board.with_puzzle(kind.show(puzzle, last & ~(1 << clue))).legal
        if fewer is not None and len(fewer) < 2:
            yield f"the last level has a clue to spare, in cell {clue}"


def images(board: Board, random: Random) -> Iterator[str]:
    """An image has the turned answers and no others, needs the same rank, and turns fewer clues as it turns all."""
    kind, puzzle = board.kind, board.puzzle
    for image in random.sample(kind.images(puzzle), min(2, len(kind.images(puzzle)))):
        turned = board.with_puzzle(kind.turn(puzzle, image))
        if kind.decode(kind.code(turned.puzzle)) != turned.puzzle:
            yield f"the code of {image} is of another board"
        answers, _ = known_answers(board)
        for answer in sorted(answers)[:2]:
            if broken := kind.violations(turned.puzzle, kind.turn_answer(puzzle, answer, image)):
                yield f"the answer turned with {image} breaks a rule, {broken[0]}"
        if board.legal is not None and turned.legal is not None:
            wanted = {kind.turn_answer(puzzle, answer, image) for answer in board.legal}
            if turned.legal != wanted:
                yield f"{image} has {len(turned.legal)} answers, which are not the {len(wanted)} turned ones"
        if rank_needed(turned.ready) != rank_needed(board.ready):
            yield f"{image} needs rank {rank_needed(turned.ready)}, the board {rank_needed(board.ready)}"
        fewer = kind.turn(kind.show(puzzle, some_of(kind.clues(puzzle), 0.5, random)), image)
        if kind.show(turned.puzzle, kind.clues(fewer)) != fewer:
            yield f"{image} with fewer clues is not the image with these clues"


def codes(board: Board, random: Random) -> Iterator[str]:
    """The code, the grid of the catalogue, the only answer and every format that loses nothing are read again."""
    kind, puzzle = board.kind, board.puzzle
    if kind.decode(kind.code(puzzle)) != puzzle:
        yield "the code is read as another board"
    if kind.read_grid(kind.grid(puzzle), kind.rules(puzzle)) != puzzle:
        yield "the grid is read as another board"
    answers, is_all = known_answers(board)
    if len(answers) != 1 or not is_all:
        return  # only levels are exported, and each of them has one answer
    (answer,) = answers
    if kind.read_answer(puzzle, kind.answer_grid(puzzle, answer)) != answer:
        yield "the grid of the answer is read as another"
    for form in kind.formats:
        if form.write is None:
            continue
        try:
            written = form.write(Request(puzzle))
        except AuthoringError:
            continue  # the format cannot say a board like it, and says so
        if not written.lost and form.read(written.text).puzzle != puzzle:
            yield f"what {form.title} writes is read as another board: {written.text}"
