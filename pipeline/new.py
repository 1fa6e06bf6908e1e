"""New layouts: draw at random, keep those that work, and write them as YAML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from pipeline.base import Base
from pipeline.errors import AuthoringError, UndecidedError
from pipeline.kind import AnyKind, NewRequest
from pipeline.layout import Layout, read_layout
from pipeline.limits import Limits
from pipeline.solving import solve_layout
from pipeline.source import parse_documents
from pipeline.tier import Tier

ATTEMPTS_PER_LAYOUT = 400


@dataclass(frozen=True, slots=True)
class Made:
    """A layout that works: its YAML, without a separator, and the tiers that it reaches."""

    text: str
    tiers: tuple[Tier, ...]


def make_layouts(
    kind: AnyKind,
    request: NewRequest,
    count: int,
    seed: int,
    tiers: frozenset[Tier],
    attempted: Callable[[], object] = lambda: None,
) -> Iterator[Made]:
    """``count`` layouts that differ from each other and from their images, each reaching all of ``tiers``.

    The same request and seed give the same layouts. ``attempted`` is called after each layout that was tried. Raises
    RequestError where no board can meet the request, and AuthoringError where too few of the layouts tried are good.
    """
    tried: set[tuple[str, ...]] = set()
    for number in range(count):
        refused: list[Refusal] = []
        for attempt in range(ATTEMPTS_PER_LAYOUT):
            made = _try(kind, request, Random(f"{seed}/{number}/{attempt}"), tried, tiers)
            attempted()
            if isinstance(made, Made):
                yield made
                break
            refused.append(made)
        else:
            raise _none_is_good(refused, number, request, tiers)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a layout that was drawn is not kept; ``clues`` and ``hardest`` are what it has, where it has levels."""

    reason: str
    clues: int | None = None
    hardest: Tier | None = None


def _none_is_good(
    refused: Sequence[Refusal], number: int, request: NewRequest, tiers: frozenset[Tier]
) -> AuthoringError:
    """The error for a request that is given up, with what was wrong with how many of the boards that were tried."""
    wanted = f" of them reaches {', '.join(tier for tier in Tier if tier in tiers)}" if tiers else ""
    counts = Counter(refusal.reason for refusal in refused)
    told = "; ".join(f"{reason}: {count}" for reason, count in counts.most_common())
    if fewest := min((refusal.clues for refusal in refused if refusal.clues is not None), default=None):
        told += f"; the fewest clues of any: {fewest}" if request.clues is not None else ""
    hardest = max((refusal.hardest for refusal in refused if refusal.hardest), key=lambda tier: tier.rank, default=None)
    if hardest and tiers:
        told += f"; the hardest of any: {hardest}"
    after = f" after the first {number}" if number else ""
    return AuthoringError(
        f"{ATTEMPTS_PER_LAYOUT} boards were tried{after}, and none{wanted or ' is good'}",
        hint=f"{told}. Ask for another size, other options{' or another tier' if tiers else ''}",
    )


def _try(
    kind: AnyKind, request: NewRequest, rng: Random, tried: set[tuple[str, ...]], tiers: frozenset[Tier]
) -> Made | Refusal:
    """Draw one layout; why it is not kept, where it is not."""
    text = kind.generate(request, rng)
    if request.symmetry != "none":
        text = f"symmetry: {request.symmetry}\n{text}"
    layout = _read(kind, text)
    twin = min(kind.twins(layout.board))
    if twin in tried:
        return Refusal("images of boards tried before")
    tried.add(twin)
    outcome = solve_layout(layout, Limits())
    if isinstance(outcome, UndecidedError):
        return Refusal("undecided within the budget")
    if not isinstance(outcome, Base) or not outcome.levels:
        return Refusal("no answer is the only one")
    reached = tuple(level.tier for level in outcome.levels)
    clues = min(level.clues for level in outcome.levels)
    hardest = max(reached, key=lambda tier: tier.rank)
    if not tiers <= set(reached):
        return Refusal("not of the tier", clues, hardest)
    if request.clues is not None and clues > request.clues:
        return Refusal("too many clues", clues, hardest)
    return Made(text, reached)


def _read(kind: AnyKind, text: str) -> Layout:
    document = parse_documents(text.encode(), "new layout").documents[0]
    return read_layout(document, "new", kind.name, {kind.name: kind})
