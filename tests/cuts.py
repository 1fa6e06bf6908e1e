"""Cuts that an encoding adds, and clauses that are none, beside every answer of a board."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from pipeline.kind import AnyKind
from pipeline.prove import Encoding
from pipeline.solver import Solver
from pipeline.verdict import Budget

MODELS = 40
"""How many models of the bare clauses a board gives at most."""


def cuts_of(encoding: Encoding[Any]) -> list[tuple[int, ...]]:
    """What the encoding adds on its way through models of its clauses; the clues are not shown."""
    assert encoding.repair
    found: dict[tuple[int, ...], None] = {}
    solver = Solver(encoding.solver, encoding.clauses, encoding.at_most, encoding.variables)
    try:
        for _ in range(MODELS):
            if not solver.solve((), Budget().start()):
                break
            model = solver.model()
            cuts = encoding.repair(model)
            found |= dict.fromkeys(map(tuple, cuts))
            solver.add(cuts or [encoding.exclude(encoding.answer(model))])
    finally:
        solver.close()
    return list(found)


def accounted_for(kind: AnyKind, puzzle: Any, answers: Iterable[int], random: Random) -> tuple[int, int]:
    """How many cuts of a board there are, and how many clauses like them that are none.

    A kind has to say why each cut follows, and to say nothing of a clause that some answer, a mask of places, breaks.
    """
    assert kind.why_cut
    encoding = kind.encode(puzzle)
    cuts = cuts_of(encoding)
    refused = 0
    every = list(answers)
    for cut in cuts:
        assert kind.why_cut(puzzle, cut), cut
        at = random.randrange(len(cut))
        places = list(encoding.places.values())
        another = random.choice(places) * random.choice((-1, 1))
        changed = (*cut[:at], -cut[at], *cut[at + 1 :])
        exchanged = (*cut[:at], another, *cut[at + 1 :])
        for like in ((*cut[:at], *cut[at + 1 :]), changed, exchanged, random.sample(cut, len(cut) // 2)):
            holds = all(any((yes >> abs(v) - 1 & 1) == (v > 0) for v in like) for yes in every)
            said = kind.why_cut(puzzle, like)
            assert holds or said is None, (cut, like, said)
            refused += not holds
    return len(cuts), refused
