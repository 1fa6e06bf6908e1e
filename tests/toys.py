"""Toy puzzles for the generic stages: a few yes-or-no places, random clauses for rules, random clauses for clues.

They are small enough to try every answer, and no kind is behind them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from random import Random

from pipeline.grid import indices, mask_of
from pipeline.prove import Encoding

Clause = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Toy:
    """``places`` variables from 1; the clue in cell ``c`` is the clause ``clues[c]``.

    ``givens``: each clue is one literal, and that is its selector.
    """

    places: int
    rules: tuple[Clause, ...]
    clues: tuple[Clause, ...]
    at_most: tuple[tuple[Clause, int], ...] = ()
    givens: bool = False

    @property
    def all_clues(self) -> int:
        """The mask of every clue."""
        return (1 << len(self.clues)) - 1

    def answers(self, clues: int) -> list[int]:
        """Every answer with these clues shown, as a mask of places, by trying all."""
        wanted = [*self.rules, *(self.clues[c] for c in indices(clues))]
        found = []
        for bits in product((False, True), repeat=self.places):
            if all(_true(clause, bits) for clause in wanted) and all(
                _true(literals, bits) <= bound for literals, bound in self.at_most
            ):
                found.append(mask_of(i for i, bit in enumerate(bits) if bit))
        return found

    def encoding(self, lazy: bool = False) -> Encoding[int]:
        """The toy as clauses; ``lazy``: its rules are added only when a model breaks them."""
        places = {i: i + 1 for i in range(self.places)}
        selectors = {c: self.places + c + 1 for c in range(len(self.clues))}
        shown = [(-selectors[c], *clause) for c, clause in enumerate(self.clues)]
        if self.givens:
            selectors, shown = {c: literal for c, (literal,) in enumerate(self.clues)}, []

        def repair(model: frozenset[int]) -> list[list[int]]:
            return [list(clause) for clause in self.rules if not any((abs(v) in model) == (v > 0) for v in clause)]

        return Encoding(
            clauses=[*shown, *(() if lazy else self.rules)],
            variables=max(self.places, *selectors.values(), 0),
            places=places,
            selectors=selectors,
            answer=lambda model: mask_of(place for place, variable in places.items() if variable in model),
            exclude=lambda answer: [-v if answer >> place & 1 else v for place, v in places.items()],
            repair=repair if lazy else None,
            at_most=self.at_most,
        )


def toys(count: int, seed: int) -> Iterator[Toy]:
    """Random toys, from those with many answers to those with none."""
    random = Random(seed)
    for _ in range(count):
        places = random.randint(1, 6)
        rules = tuple(_clause(places, random) for _ in range(random.randint(0, 6)))
        clues = tuple(_clause(places, random) for _ in range(random.randint(0, 10)))
        yield Toy(places, rules, clues)


def counting_toys(count: int, seed: int) -> Iterator[Toy]:
    """Random toys whose rules count too: no more than so many of some literals, from none of them to all."""
    random = Random(seed)
    for toy in toys(count, seed):
        bounds = []
        for _ in range(random.randint(1, 3)):
            some = random.sample(range(1, toy.places + 1), random.randint(1, toy.places))
            bounds.append((tuple(v * random.choice((-1, 1)) for v in some), random.randint(0, len(some))))
        yield replace(toy, at_most=tuple(bounds))


def given_toys(count: int, seed: int) -> Iterator[tuple[Toy, int]]:
    """Toys whose clues give every place of an answer, each with that answer."""
    for toy in counting_toys(count, seed):
        for answer in toy.answers(0)[:1]:
            clues = tuple((place + 1 if answer >> place & 1 else -(place + 1),) for place in range(toy.places))
            yield replace(toy, clues=clues, givens=True), answer


def linked_toys(count: int, seed: int) -> Iterator[tuple[Toy, int]]:
    """Toys of some ten places, every one given, many of them equal to others or their opposites."""
    random = Random(seed)
    for _ in range(count):
        places = random.randint(8, 10)
        answer = random.getrandbits(places)
        literals = [place + 1 if answer >> place & 1 else -(place + 1) for place in range(places)]
        links = [random.sample(literals, 2) for _ in range(random.randint(places // 2, 2 * places))]
        rules = [clause for one, other in links for clause in ((one, -other), (-one, other))]
        yield Toy(places, tuple(rules), tuple((literal,) for literal in literals), givens=True), answer


def pigeons(holes: int) -> Toy:
    """One pigeon more than there are holes: no answer, and long to refute."""
    at = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
    rules: list[Clause] = [tuple(row) for row in at]
    for hole in range(holes):
        rules += [(-at[p][hole], -at[q][hole]) for p in range(holes + 1) for q in range(p)]
    return Toy(holes * (holes + 1), tuple(rules), ())


def _true(literals: Clause, bits: tuple[bool, ...]) -> int:
    return sum(bits[abs(literal) - 1] == (literal > 0) for literal in literals)


def _clause(places: int, random: Random) -> Clause:
    some = random.sample(range(1, places + 1), random.randint(1, min(3, places)))
    return tuple(v if random.random() < 0.5 else -v for v in some)
