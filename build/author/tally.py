"""What a catalogue holds, in numbers: of each kind its sizes and tiers, clues, steps, techniques and search."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from statistics import median_low

from pipeline.catalogue import Level
from pipeline.kind import AnyKind
from pipeline.tier import Tier

Size = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Spread:
    """The least, the middle and the greatest of some numbers; the middle is one of them."""

    low: int
    middle: int
    high: int


@dataclass(frozen=True, slots=True)
class Use:
    """How a technique is used: in how many steps, of how many levels."""

    name: str
    rank: int
    steps: int
    levels: int


@dataclass(frozen=True)
class Tally:
    """The numbers of one kind."""

    kind: AnyKind
    levels: Sequence[Level]

    @cached_property
    def cells(self) -> Mapping[tuple[Size, Tier], Sequence[Level]]:
        """The levels of each size and tier that has any, small boards and easy tiers first."""
        found: dict[tuple[Size, Tier], list[Level]] = defaultdict(list)
        for level in sorted(self.levels, key=lambda level: (level.rows * level.cols, level.rows, level.tier.rank)):
            found[(level.rows, level.cols), level.tier].append(level)
        return found

    @property
    def sizes(self) -> tuple[Size, ...]:
        """Every size, small ones first."""
        return tuple(dict.fromkeys(size for size, _ in self.cells))

    @property
    def bases(self) -> int:
        """How many layouts have a level."""
        return len({level.base for level in self.levels})

    def spread(self, number: Callable[[Level], int]) -> Mapping[tuple[Size, Tier], Spread]:
        """How a number of levels spreads within each size and tier."""
        return {
            cell: Spread(min(own), median_low(own), max(own))
            for cell, levels in self.cells.items()
            for own in [[number(level) for level in levels]]
        }

    @property
    def ranks(self) -> Mapping[Tier, tuple[int, int, int, int]]:
        """The steps of each rank in all traces of a tier."""
        found = {}
        for tier in Tier:
            own = [level.metrics.steps for level in self.levels if level.tier == tier]
            if own:
                one, two, three, four = (sum(steps[at] for steps in own) for at in range(4))
                found[tier] = (one, two, three, four)
        return found

    @property
    def techniques(self) -> tuple[Use, ...]:
        """Every technique of the kind, easiest first, those that no trace needs too."""
        steps: Counter[str] = Counter()
        levels: Counter[str] = Counter()
        for level in self.levels:
            names = [line[0] for line in level.trace]
            steps.update(names)
            levels.update(set(names))
        return tuple(Use(own.name, own.rank, steps[own.name], levels[own.name]) for own in self.kind.techniques)


def tallies(kinds: Mapping[str, AnyKind], levels: Iterable[Level]) -> tuple[Tally, ...]:
    """The numbers of every kind that has a level, by its name."""
    ordered = sorted(levels, key=lambda level: level.kind)
    return tuple(Tally(kinds[name], tuple(own)) for name, own in groupby(ordered, key=lambda level: level.kind))
