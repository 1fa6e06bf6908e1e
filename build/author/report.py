"""The report of a catalogue: what it holds, what its levels take, and what was left out and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from jinja2 import Environment

from build.author.page import write_page
from build.author.plots import SHAPES, bars, grid, named, shares, spreads
from build.author.tally import Spread, Tally, tallies
from build.templates import Templates
from pipeline.catalogue import Level
from pipeline.errors import AuthoringError
from pipeline.kind import AnyKind
from pipeline.run import LeftOut
from pipeline.tier import Tier
from pipeline.wording import plural, visible

TEMPLATE = "report.html.jinja"

SHOWN = 40
"""How many layouts that lack the same thing, and how many at fault, are named; of the others the number is told."""

REASONS = 50
"""Of how many things that layouts lack the same is told."""

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Holding:
    """All that a report is about."""

    levels: Sequence[Level]
    left_out: Sequence[LeftOut] = ()
    faults: Sequence[AuthoringError] = ()
    unknown: int | None = 0
    """How many layouts are not solved as they are now; None where no layouts were looked at."""


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot, and its numbers as a table."""

    title: str
    note: str
    svg: str
    head: Row
    rows: tuple[Row, ...]
    key: str = ""
    """What its colours and shapes stand for: ``tiers``, ``ranks``, or nothing that is not written on it."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """What there is to tell of a kind."""

    name: str
    facts: str
    plots: tuple[Plot, ...]


@dataclass(frozen=True, slots=True)
class Missing:
    """Layouts that lack the same thing for the same reason."""

    kind: str
    what: str
    reason: str
    layouts: tuple[LeftOut, ...]
    """The first of them."""
    count: int
    """How many there are."""


def report_page(
    environment: Environment,
    templates: Templates,
    kinds: Mapping[str, AnyKind],
    holding: Holding,
    up: str | None = None,
) -> str:
    """The text of the page; with ``up``, the way to the folder of a watched site, it leads there and to drafts."""
    found = tallies(kinds, holding.levels)
    missing = _missing(holding.left_out)
    context = {
        "title": "What the catalogue holds",
        "facts": _facts(found),
        "chapters": [_chapter(tally) for tally in found],
        "missing": missing[:REASONS],
        "more_missing": max(len(missing) - REASONS, 0),
        "faults": [(visible(str(fault.location or "")), visible(fault.message)) for fault in holding.faults[:SHOWN]],
        "more_faults": max(len(holding.faults) - SHOWN, 0),
        "unknown": holding.unknown,
        "tiers": tuple(Tier),
        "shapes": SHAPES,
        "up": up,
        "plural": plural,
    }
    return write_page(environment, templates, TEMPLATE, context)


def _facts(found: Sequence[Tally]) -> tuple[tuple[str, str], ...]:
    """The numbers at the head of the page, each with its word."""
    levels, bases = sum(len(tally.levels) for tally in found), sum(tally.bases for tally in found)
    sizes = sum(len(tally.sizes) for tally in found)
    return tuple(
        (f"{count:,}", plural(count, noun).partition(" ")[2])
        for count, noun in ((levels, "level"), (bases, "layout"), (len(found), "kind"), (sizes, "size"))
    )


def _chapter(tally: Tally) -> Chapter:
    facts = f"{plural(len(tally.levels), 'level')} of {plural(tally.bases, 'layout')}"
    plots = (_coverage(tally), _techniques(tally), _ranks(tally), _clues(tally), _effort(tally))
    return Chapter(tally.kind.name, facts, plots)


def _coverage(tally: Tally) -> Plot:
    counts = {cell: len(levels) for cell, levels in tally.cells.items()}
    rows = tuple(
        (named(size), *(f"{counts.get((size, tier), 0):,}" for tier in Tier), f"{_of_size(counts, size):,}")
        for size in tally.sizes
    )
    note = "How many levels there are of each size and tier."
    svg = grid(f"{note} {_said(tally)}", tally.sizes, counts)
    return Plot("Sizes and tiers", note, svg, ("Size", *map(str, Tier), "all"), rows)


def _of_size(counts: Mapping[tuple[tuple[int, int], Tier], int], size: tuple[int, int]) -> int:
    return sum(count for (own, _), count in counts.items() if own == size)


def _said(tally: Tally) -> str:
    return f"{plural(len(tally.sizes), 'size')}, from {named(tally.sizes[0])} to {named(tally.sizes[-1])}."


def _clues(tally: Tally) -> Plot:
    found = tally.spread(lambda level: level.clues)
    note = "Clues shown: from the fewest to the most, with a mark at the middle level."
    svg = spreads(f"{note} {_said(tally)}", tally.sizes, found, doubling=False)
    return Plot("Clues against size", note, svg, ("Size", *map(str, Tier)), _spread_rows(tally, found), "tiers")


def _effort(tally: Tally) -> Plot:
    found = tally.spread(lambda level: level.metrics.nodes)
    gave_up = sum(level.metrics.gave_up for level in tally.levels)
    ended = f" It gave up on {plural(gave_up, 'level')}, of which it counts as far as it came." if gave_up else ""
    note = f"Positions that a plain search looks at: the fewest, the middle and the most, on a scale of powers.{ended}"
    svg = spreads(f"{note} {_said(tally)}", tally.sizes, found, doubling=True)
    return Plot("Solve effort", note, svg, ("Size", *map(str, Tier)), _spread_rows(tally, found), "tiers")


def _spread_rows(tally: Tally, found: Mapping[tuple[tuple[int, int], Tier], Spread]) -> tuple[Row, ...]:
    return tuple((named(size), *(_spread(found.get((size, tier))) for tier in Tier)) for size in tally.sizes)


def _spread(spread: Spread | None) -> str:
    if spread is None:
        return "–"
    if spread.low == spread.high:
        return f"{spread.middle:,}"
    return f"{spread.middle:,} ({spread.low:,}–{spread.high:,})"


def _ranks(tally: Tally) -> Plot:
    ranks = tally.ranks
    note = "The share of each rank among the steps of all traces of a tier."
    svg = shares(note, [(str(tier), steps) for tier, steps in ranks.items() if sum(steps)])
    rows = tuple((str(tier), *(f"{count:,}" for count in steps)) for tier, steps in ranks.items())
    return Plot("Ranks", note, svg, ("Tier", *(f"Rank {rank}" for rank in range(1, 5))), rows, "ranks")


def _techniques(tally: Tally) -> Plot:
    used = tally.techniques
    note = "In how many levels each technique is used, in the colour of its rank."
    svg = bars(note, [(use.name, use.rank, use.levels) for use in used])
    rows = tuple((use.name, str(use.rank), f"{use.steps:,}", f"{use.levels:,}") for use in used)
    return Plot("Techniques", note, svg, ("Technique", "Rank", "Steps", "Levels"), rows, "ranks")


def _missing(left_out: Sequence[LeftOut]) -> tuple[Missing, ...]:
    """What was left out, whole layouts first, then by kind, tier and reason."""
    found: dict[tuple[str, int, str], list[LeftOut]] = {}
    for one in left_out:
        found.setdefault((one.layout.kind, one.tier.rank if one.tier else 0, one.reason), []).append(one)
    return tuple(
        Missing(kind, str(own[0].tier or "the layout"), visible(reason), tuple(own[:SHOWN]), len(own))
        for (kind, rank, reason), own in sorted(found.items(), key=lambda item: (item[0][1] > 0, *item[0]))
    )
