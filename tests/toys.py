"""Toy puzzles for the generic stages: a few yes-or-no places, random clauses for rules, random clauses for clues.

They are small enough to try every answer, and no kind is behind them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from random import Random

from pipeline.grid import indices, mask_of
from pipeline.prove import Encoding

Clause = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Toy:
    """``places`` variables from 1; the clue in cell ``c`` is the clause ``clues[c]``."""

    places: int
    rules: tuple[Clause, ...]
    clues: tuple[Clause, ...]

    @property
    def all_clues(self) -> int:
        """The mask of every clue."""
        return (1 << len(self.clues)) - 1

    def answers(self, clues: int) -> list[int]:
        """Every answer with these clues shown, as a mask of places, by trying all."""
        wanted = [*self.rules, *(self.clues[c] for c in indices(clues))]
        found = []
        for bits in product((False, True), repeat=self.places):
            if all(any(bits[abs(lit) - 1] == (lit > 0) for lit in clause) for clause in wanted):
                found.append(mask_of(i for i, bit in enumerate(bits) if bit))
        return found

    def encoding(self, lazy: bool = False) -> Encoding[int]:
        """The toy as clauses; ``lazy``: its rules are added only when a model breaks them."""
        places = {i: i + 1 for i in range(self.places)}
        selectors = {c: self.places + c + 1 for c in range(len(self.clues))}
        shown = [(-selectors[c], *clause) for c, clause in enumerate(self.clues)]

        def repair(model: frozenset[int]) -> list[list[int]]:
            return [list(clause) for clause in self.rules if not any((abs(v) in model) == (v > 0) for v in clause)]

        return Encoding(
            clauses=[*shown, *(() if lazy else self.rules)],
            variables=self.places + len(self.clues),
            places=places,
            selectors=selectors,
            answer=lambda model: mask_of(place for place, variable in places.items() if variable in model),
            exclude=lambda answer: [-v if answer >> place & 1 else v for place, v in places.items()],
            repair=repair if lazy else None,
        )


def toys(count: int, seed: int) -> Iterator[Toy]:
    """Random toys, from those with many answers to those with none."""
    random = Random(seed)
    for _ in range(count):
        places = random.randint(1, 6)
        rules = tuple(_clause(places, random) for _ in range(random.randint(0, 6)))
        clues = tuple(_clause(places, random) for _ in range(random.randint(0, 10)))
        yield Toy(places, rules, clues)


def pigeons(holes: int) -> Toy:
    """One pigeon more than there are holes: no answer, and long to refute."""
    at = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
    rules: list[Clause] = [tuple(row) for row in at]
    for hole in range(holes):
        rules += [(-at[p][hole], -at[q][hole]) for p in range(holes + 1) for q in range(p)]
    return Toy(holes * (holes + 1), tuple(rules), ())


def _clause(places: int, random: Random) -> Clause:
    some = random.sample(range(1, places + 1), random.randint(1, min(3, places)))
    return tuple(v if random.random() < 0.5 else -v for v in some)
