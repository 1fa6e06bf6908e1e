"""New layouts: draw at random, keep those that work, and write them as YAML."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from pipeline.base import Base, Limits
from pipeline.errors import AuthoringError
from pipeline.kind import AnyKind, NewRequest
from pipeline.layout import Layout, read_layout
from pipeline.run import solve_layout
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
    AuthoringError where too few of the layouts tried are good.
    """
    tried: set[tuple[str, ...]] = set()
    for number in range(count):
        for attempt in range(ATTEMPTS_PER_LAYOUT):
            made = _try(kind, request, Random(f"{seed}/{number}/{attempt}"), tried)
            attempted()
            if made and tiers <= set(made.tiers):
                yield made
                break
        else:
            wanted = f" that reach {', '.join(tier for tier in Tier if tier in tiers)}" if tiers else ""
            after = f" after the first {number}" if number else ""
            raise AuthoringError(
                f"{ATTEMPTS_PER_LAYOUT} boards were tried{after}, and none is good{wanted}",
                hint="ask for another size, other options or another tier",
            )


def _try(kind: AnyKind, request: NewRequest, rng: Random, tried: set[tuple[str, ...]]) -> Made | None:
    """Draw one layout; None where it does not work, or is an image of one that was tried before."""
    text = kind.generate(request, rng)
    if request.symmetry != "none":
        text = f"symmetry: {request.symmetry}\n{text}"
    layout = _read(kind, text)
    twin = min(kind.twins(layout.board))
    if twin in tried:
        return None
    tried.add(twin)
    outcome = solve_layout(layout, Limits())
    if not isinstance(outcome, Base) or not outcome.levels:
        return None
    return Made(text, tuple(level.tier for level in outcome.levels))


def _read(kind: AnyKind, text: str) -> Layout:
    document = parse_documents(text.encode(), "new layout").documents[0]
    return read_layout(document, "new", kind.name, {kind.name: kind})
