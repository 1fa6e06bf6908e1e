"""How random lines come to have one answer, for ``kotae new``.

Another answer than the lines themselves leaves one of their edges out; cut there, the two new ends refuse it. So lines
laid at random are cut until they are the only ones. The other way about, short lines that are the only ones are joined
as long as the prover still says so, and what is left has few ends. A joint that makes another answer would do so later
too, as the ends that it takes away only refused some: each is tried once.

A waypoint refuses another answer as a cut does, and leaves the line whole.
"""

from __future__ import annotations

from pipeline.kinds.tsunagi.encode_sat import encode
from pipeline.kinds.tsunagi.lines import walk
from pipeline.kinds.tsunagi.puzzle import LETTERS, WAYPOINT_PAIRS, Puzzle
from pipeline.kinds.tsunagi.steps import steps_of
from pipeline.kinds.tsunagi.strands import SHORTEST, Strands
from pipeline.prove import Prover
from pipeline.verdict import Budget, Meter

CONFLICTS = 200_000
"""What the prover may spend on all questions about lines that have to be cut."""
JOINING = 20_000
"""What it may spend on a joint; there are others to try."""
JOINING_IN_ALL = 300_000
"""What it may spend on joints before the lines are taken as they are, so that the largest boards come to an end."""


class Unclear(Exception):
    """The prover did not decide within its budget."""


def other_answer(strands: Strands, waypoints: frozenset[int] = frozenset(), meter: Meter | None = None) -> int | None:
    """Another answer than these lines, as a mask of edges; None where there is none. Raises Unclear."""
    encoding = encode(strands.puzzle(waypoints))
    with Prover(encoding) as prover:
        prover.exclude(strands.edges)
        found = prover.search(list(encoding.selectors.values()), meter or Budget(nodes=JOINING).start())
        if found is None:
            raise Unclear
        return encoding.answer(prover.model()) if found else None


def cut_to_one(strands: Strands) -> bool:
    """Cut lines until they are the only answer; say whether they came to be, which short lines may not."""
    meter = Budget(nodes=CONFLICTS).start()
    while (other := other_answer(strands, meter=meter)) is not None:
        places = [place for edge, place in _edges(strands) if not other >> edge & 1 and _may_cut(strands, *place)]
        if not places or len(strands.lines) == len(LETTERS):
            return False
        strands.cut(*strands.rng.choice(places))
    return True


def _edges(strands: Strands) -> list[tuple[int, tuple[int, int]]]:
    """The edges of the lines with the cells that they join, in order."""
    used = strands.edges
    return [(edge, place) for place, edge in strands.edge.items() if used >> edge & 1]


def _may_cut(strands: Strands, one: int, other: int) -> bool:
    line = strands.lines[strands.at[one]]
    at = max(line.index(one), line.index(other))
    return SHORTEST <= at <= len(line) - SHORTEST and (one, other) not in strands.over


def join_to_few(strands: Strands, fewest: int) -> None:
    """Join lines that are the only answer, while they stay so, until there are as few as asked."""
    tried: set[tuple[int, int]] = set()
    spent = 0
    while len(strands.lines) > fewest and spent < JOINING_IN_ALL:
        joints = [joint for joint in strands.joints() if joint not in tried]
        if not joints:
            return
        joint = strands.rng.choice(joints)
        tried.add(joint)
        strands.join(*joint)
        meter = Budget(nodes=JOINING).start()
        try:
            unique = other_answer(strands, meter=meter) is None
        except Unclear:
            unique = False
        spent += meter.nodes
        if not unique:
            strands.cut(*joint)


def join_with_waypoints(strands: Strands, most: int) -> frozenset[int]:
    """Make more joints, each with the waypoints that it asks for, ``most`` in all. Raises Unclear."""
    waypoints: frozenset[int] = frozenset()
    joints = list(strands.joints())
    strands.rng.shuffle(joints)
    for joint in joints:
        if len(waypoints) == most:
            break
        if not strands.join(*joint):
            continue
        more = _refusing(strands, waypoints, most)
        if more is None:
            strands.cut(*joint)
        else:
            waypoints = _needed(strands, more)
    return waypoints


def _needed(strands: Strands, waypoints: frozenset[int]) -> frozenset[int]:
    """Those of these waypoints that cannot be spared."""
    for cell in sorted(waypoints):
        if other_answer(strands, waypoints - {cell}) is None:
            waypoints -= {cell}
    return waypoints


def _refusing(strands: Strands, waypoints: frozenset[int], most: int) -> frozenset[int] | None:
    """These waypoints and more, with which the lines are the only answer; None where ``most`` do not suffice."""
    try:
        while (other := other_answer(strands, waypoints)) is not None:
            cells = _differing(strands.puzzle(waypoints), strands.edges, other)
            if not cells or len(waypoints) == most or len(strands.lines) > WAYPOINT_PAIRS:
                return None
            waypoints |= {strands.rng.choice(cells)}
    except Unclear:
        return None
    return waypoints


def _differing(puzzle: Puzzle, edges: int, other: int) -> list[int]:
    """The cells between ends that belong to different pairs in these two answers."""
    ends = {end for pair in puzzle.pairs for end in pair}
    one, two = _owners(puzzle, edges), _owners(puzzle, other)
    return [cell for cell, pair in one.items() if cell not in ends and two.get(cell) != pair]


def _owners(puzzle: Puzzle, edges: int) -> dict[int, int]:
    steps = steps_of(puzzle)
    return {cell: pair for pair, (first, _) in enumerate(puzzle.pairs) for cell, _ in walk(steps, edges, first)}
