"""A finding as text for a terminal: what was found, and the board with the cells that it is about.

On a board stand ``?`` where answers differ, the two shapes of :data:`EXCHANGED` where cells can change places, and
``!`` where a rule breaks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from pipeline.errors import AuthoringError
from pipeline.finding import Finding, Found
from pipeline.grid import cell_name, indices
from pipeline.kind import AnyKind
from pipeline.signs import differing, side_by_side, signs_of
from pipeline.tier import Tier
from pipeline.wording import listed, plural, visible

EXCHANGED = ("▲", "△")
OPEN = "?"
BROKEN = "!"
MOST_SWAPS = 3
COLOURS = {Found.UNIQUE: "green", Found.UNDECIDED: "yellow"}


def finding_text(kind: AnyKind, finding: Finding, timed: bool = True) -> str:
    """All that an author is told of a layout, without a line end at the end; ``timed``: with the time it took."""
    if finding.fault is None:
        lines = [_head(finding, timed), *_levels(finding)]
    else:
        lines = [fault_text(finding.fault, COLOURS.get(finding.found, "red"))]
        lines += [f"  {line}" for line in _reasons(kind, finding)]
        lines.append(f"  {_verdict(finding, timed)}")
    return "\n".join(line.rstrip() for line in lines)


def fault_text(fault: AuthoringError, colour: str = "red") -> str:
    """An error as it is told everywhere, its first line in colour."""
    first, *more = str(fault).split("\n")
    return "\n".join((click.style(first, fg=colour), *more))


def _head(finding: Finding, timed: bool) -> str:
    layout = finding.layout
    return f"{visible(str(layout.location))}: {_verdict(finding, timed)}"


def _verdict(finding: Finding, timed: bool) -> str:
    """Kind, size, title, verdict and time."""
    layout = finding.layout
    title = f" “{visible(layout.title)}”" if layout.title else ""
    word = click.style(finding.found.replace("-", " "), fg=COLOURS.get(finding.found, "red"), bold=True)
    time = f", in {finding.seconds:.2f} s" if timed else ""
    return f"{layout.kind} {finding.rows}×{finding.cols}{title}: {word}{time}"


def _levels(finding: Finding) -> Iterator[str]:
    """A line for each tier that the layout reaches, and for each that it asks for and does not."""
    base = finding.base
    assert base is not None
    for level in base.levels:
        steps = ", ".join(f"{count} of rank {rank}" for rank, count in enumerate(level.metrics.steps, 1) if count)
        unfinished = "" if level.tier.rank == _hardest(level.metrics.steps) else "; the rest by search"
        tier = click.style(f"{level.tier:<8}", bold=True)
        yield f"  {tier}{plural(level.clues, 'clue'):>10}   steps: {steps or 'none'}{unfinished}"
    for reason in dict.fromkeys(reason for _, reason in base.missing):
        yield f"  not {listed([tier for tier, other in base.missing if other == reason], 'or')}: {reason}"
    if not base.levels:
        yield "  it reaches none of the tiers that it asks for"


def _hardest(steps: Sequence[int]) -> int:
    return max((rank for rank, count in enumerate(steps, 1) if count), default=Tier.EASY.rank)


def _reasons(kind: AnyKind, finding: Finding) -> Iterator[str]:
    """Why a layout fails, with boards, and what would mend it."""
    match finding.found:
        case Found.AMBIGUOUS:
            yield from _ambiguous(kind, finding)
        case Found.NONE_UNIQUE:
            yield from _exchanges(kind, finding)
        case Found.UNSOLVABLE:
            yield from _contradiction(kind, finding)
    if finding.advice:
        yield "any one of these changes mends it:" if len(finding.advice) > 1 else "this change mends it:"
        yield from (f"  {advice.words}" for advice in finding.advice)
    elif finding.tried:
        yield f"none of {plural(finding.tried, 'single change')} mends it"


def _ambiguous(kind: AnyKind, finding: Finding) -> Iterator[str]:
    first, second = (signs_of(kind, finding.grid, answer, finding.rules) for answer in finding.answers)
    differ = differing(first, second)
    boards = [("one answer", first.in_colour(differ)), ("another", second.in_colour(differ))]
    if finding.common is not None:
        cells = first.places((1 << finding.rows * finding.cols) - 1)
        # What lies between two cells is no more certain than they are.
        shared = first.written(dict.fromkeys(differ - cells, " ")).marked(finding.open, OPEN)
        boards.insert(0, ("in all answers", shared))
        count = finding.open.bit_count()
        yield f"{count:,} of {finding.rows * finding.cols:,} cells {'is' if count == 1 else 'are'} open"
    yield from side_by_side(boards)


def _exchanges(kind: AnyKind, finding: Finding) -> Iterator[str]:
    if finding.answers:
        first, second = (signs_of(kind, finding.grid, answer, finding.rules) for answer in finding.answers)
        differ = differing(first, second)
        yield from side_by_side([("as drawn", first.in_colour(differ)), ("another way", second.in_colour(differ))])
        return
    one, other = EXCHANGED
    count = len(finding.swaps)
    some = "this exchange can" if count == 1 else f"one of {count} exchanges such as these can"
    yield f"in every answer {some} be made, {one} for {other} or back, and no clue tells"
    board = signs_of(kind, finding.grid, None, finding.rules)
    boards = [board.marked(swap.first, one).marked(swap.second, other) for swap in finding.swaps[:MOST_SWAPS]]
    yield from side_by_side([(f"{at}." if len(boards) > 1 else "", board) for at, board in enumerate(boards, 1)])


def _contradiction(kind: AnyKind, finding: Finding) -> Iterator[str]:
    core = finding.core or 0
    if core:
        yield "this clue alone leaves no answer" if core.bit_count() == 1 else "these clues alone leave no answer"
    grid = finding.core_grid or finding.grid
    board = signs_of(kind, grid, None, finding.rules)
    text = "".join(grid)
    blank = max(sorted(set(text)), key=text.count)
    # A mark hides nothing: it stands where the board shows nothing of its own.
    free = sum(1 << cell for cell in indices(finding.broken & ~core) if text[cell] == blank)
    yield from side_by_side([("", board.marked(free, BROKEN).in_colour(board.places(core | finding.broken)))])
    if finding.broken:
        names = " ".join(cell_name(cell, finding.cols) for cell in indices(finding.broken))
        yield f"a rule is seen to break at {names}"
