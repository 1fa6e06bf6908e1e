"""Carrying a proof over from a board to its image, in place of a search for a proof of its own.

A refutation goes by clauses alone. Give each literal another name, one for one, and what refuted the old clauses
refutes the new ones. So where the clauses of a board, with their literals exchanged, are the clauses of its image, the
one answer of the board is, exchanged, the one answer of the image. Nobody is taken at his word for that: how the
literals are exchanged is only offered, and the rules, the clues, the answer and the cuts that the prover took are
compared with what the image's own encoding and its own drawing say. Where anything differs nothing is carried over.

It asks for encodings in which every variable is a place. For others to match what the rest stand for takes as long as
the search.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pipeline.grid import indices, mask_of
from pipeline.prove import Encoding
from pipeline.solver import Bound

Literals = tuple[int, ...]
"""By a literal of one encoding that of another, negative ones counted from the end."""


@dataclass(frozen=True, slots=True)
class Proved:
    """What a prover found out: with these clues shown, a mask, this is the one answer.

    ``yes`` are the places that the answer answers so, and ``cuts`` the clauses that the encoding's ``repair`` added.
    An answer of its encoding is a matter of the places alone, and no two of their fillings are the same one.
    """

    encoding: Encoding[Any]
    clues: int
    yes: int
    cuts: Sequence[Sequence[int]]


def carried(
    proved: Proved,
    image: Encoding[Any],
    sources: Sequence[int],
    answer: object,
    follows: Callable[[Sequence[int]], bool],
) -> int | None:
    """Clues of an image that leave it this answer and no other, all its other clues having it too; None if not shown.

    ``sources`` says of each place of the image which place of the board it is, as ``~place`` where one answers yes and
    the other no. ``follows`` judges whether a cut follows from the rules of the image.
    """
    own = proved.encoding
    literals = _exchanged(_Rules.of(own), _Rules.of(image), tuple(sources))
    if literals is None:
        return None
    if not all(follows([literals[literal] for literal in cut]) for cut in proved.cuts):
        return None
    # The first place is the lowest bit, and so the last digit: sooner read than so many bits are shifted.
    yes = f"{proved.yes:0{max(own.places, default=0) + 1}b}"[::-1]
    model = frozenset([literals[var if yes[place] == "1" else -var] for place, var in own.places.items()])
    if not _is_answer(image, model, answer):
        return None
    shown = {literals[own.selectors[clue]] for clue in indices(proved.clues)}
    if not shown.issubset(image.selectors.values()):
        return None
    return mask_of([clue for clue, literal in image.selectors.items() if literal in shown])


def _is_answer(image: Encoding[Any], model: frozenset[int], answer: object) -> bool:
    """Whether the image takes this model for the answer, with all its clues: the literals that are so."""
    true = frozenset([literal for literal in model if literal > 0])
    if image.answer(true) != answer or not model.issuperset(image.selectors.values()):
        return False
    if image.intact:
        return image.intact(sorted(model, key=abs))
    return not (image.repair and image.repair(true))


@dataclass(frozen=True, slots=True, eq=False)
class _Rules:
    """What of an encoding all boards of a shape may share; compared by which they are, not by what they say."""

    clauses: Sequence[Sequence[int]]
    at_most: Sequence[Bound]
    places: Mapping[int, int]
    variables: int

    @classmethod
    def of(cls, encoding: Encoding[Any]) -> _Rules:
        return cls(encoding.clauses, encoding.at_most, encoding.places, encoding.variables)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _Rules)
            and self.clauses is other.clauses
            and self.at_most is other.at_most
            and self.places is other.places
            and self.variables == other.variables
        )

    def __hash__(self) -> int:
        return hash((id(self.clauses), id(self.at_most), id(self.places), self.variables))


@lru_cache(maxsize=64)
def _exchanged(own: _Rules, image: _Rules, sources: tuple[int, ...]) -> Literals | None:
    """The literal of the image for each of the board; None where that is not one for one, or their rules differ.

    Looked at once for all boards of a shape. What was looked at is kept, so that nothing else can come to be in its
    place in memory.
    """
    size = own.variables
    if not len(own.places) == len(image.places) == len(sources) == size == image.variables:
        return None
    if max(image.places, default=-1) >= size:
        return None  # places that are not counted from 0 one by one have no sources
    literals = [0] * (2 * size + 1)
    for place, variable in image.places.items():
        source = sources[place]
        old = own.places.get(max(source, ~source), 0)
        new = variable if source >= 0 else -variable
        literals[old], literals[-old] = new, -new
    # Each of so many places has a variable of its own, so none was written over if all of them are there.
    one_for_one = len(set(literals)) == len(literals) and literals[0] == 0
    return tuple(literals) if one_for_one and _same(own, image, literals) else None


def _same(own: _Rules, image: _Rules, literals: Sequence[int]) -> bool:
    """Whether the clauses and bounds of a board are, exchanged, those of its image."""
    clauses = {frozenset([literals[literal] for literal in clause]) for clause in own.clauses}
    if clauses != {frozenset(clause) for clause in image.clauses}:
        return False
    at_most = {(tuple(sorted([literals[literal] for literal in some])), most) for some, most in own.at_most}
    return at_most == {(tuple(sorted(some)), most) for some, most in image.at_most}
