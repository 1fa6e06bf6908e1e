"""Verifying the levels of a base: their answers, images, tiers, traces and clues.

The clues of a level were taken away, and its images proved, by the prover; so that there is one answer is shown here by
the engine that had no part in it. That is the reasoner: its ``search``, or where that is long the replayed ``trace``,
each step of which follows. Where reasoning does not come to an end, it is another ``encoding`` for another solver.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pipeline.catalogue import Level
from pipeline.check import level_fault
from pipeline.kind import AnyKind
from pipeline.limits import Limits
from pipeline.prove import Encoding, Prover
from pipeline.reached import rank_needed
from pipeline.reasoned import plain_search
from pipeline.solve import count_by_reasoning
from pipeline.tier import tier_of
from pipeline.verdict import Budget, SolveCount, Undecided
from pipeline.verify.claims import claim_faults
from pipeline.verify.clues import base_faults, kept_fault, needs
from pipeline.verify.trace import replay
from pipeline.wording import listed

SEARCH, TRACE, ENCODING = "search", "trace", "encoding"
HARDER = "a harder level"
"""What shows that an image has one answer where the same image has it with fewer of the clues."""

NO_ANSWER = "the stored answer is none"

FIRST_LOOK = 200
"""Positions after which another encoding takes over from a search, where the kind has one."""


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found of a level: faults, questions that the budget did not decide, and what was asked.

    ``engine`` is what showed that there is one answer, empty where nothing did; ``images`` are those that were proved,
    by engine.
    """

    faults: tuple[str, ...]
    undecided: tuple[str, ...] = ()
    engine: str = ""
    images: tuple[tuple[str, int], ...] = ()
    smallest: str = ""
    """What levels that are images of each other have alike, and no others."""


def verify_base(kind: AnyKind, levels: Sequence[Level], limits: Limits) -> list[Verified]:
    """Ask again everything that the levels of a base say of themselves and of each other."""
    images: dict[str, tuple[Any, Any]] = {}
    found: dict[int, Verified] = {}
    # That with the fewest clues first: what it shows of an image holds with more of them, too.
    for at in sorted(range(len(levels)), key=lambda at: levels[at].clues):
        if fault := level_fault(kind, levels[at]):
            found[at] = Verified((fault,))
            continue
        verifier = _Verifier(kind, levels[at], limits, images)
        found[at] = verifier.verified()
        images |= verifier.proved
    sound = [at for at in range(len(levels)) if not found[at].faults]
    for nth, fault in base_faults(kind, [levels[at] for at in sound]):
        at = sound[nth]
        found[at] = replace(found[at], faults=(*found[at].faults, fault))
    return [found[at] for at in range(len(levels))]


class _Verifier:
    """The questions about one level whose line is sound, and what is found."""

    def __init__(self, kind: AnyKind, level: Level, limits: Limits, harder: Mapping[str, tuple[Any, Any]]) -> None:
        self.kind = kind
        self.level = level
        self.limits = limits
        self.puzzle = kind.read_grid(level.grid, level.rules)
        self.answer = kind.read_answer(self.puzzle, level.answer)
        self.harder = harder
        self.proved: dict[str, tuple[Any, Any]] = {}
        """The images that have the turned answer and no other, each as a puzzle with its answer."""
        self.faults: list[str] = []
        self.undecided: list[str] = []

    def verified(self) -> Verified:
        """The answers to all of them."""
        own = plain_search(self.kind, self.puzzle, Limits())
        budget = plain_search(self.kind, self.puzzle, self.limits)
        counted = count_by_reasoning(self.kind, self.puzzle, 2, budget)
        trace = replay(self.kind, self.puzzle, self.level, self.limits)
        self.faults += trace.faults
        self.undecided += trace.undecided
        self.faults += claim_faults(self.kind, self.level, counted, trace.complete, budget, own)
        engine, doubt = self._doubt(self.puzzle, self.answer, counted, trace.proves)
        engine = self._judged(engine, doubt, "there is one answer", "")
        images, smallest = self._images(counted.gave_up, bool(engine))
        if not trace.proves:  # else its highest rank is that of the tier, and no step of it could have been easier
            self._tier()
        self._clues()
        by = tuple(sorted(images.items()))
        return Verified(tuple(self.faults), tuple(self.undecided), engine, by, smallest)

    def _counted(self, puzzle: Any, nodes: int) -> SolveCount[Any]:
        return count_by_reasoning(self.kind, puzzle, 2, Budget(nodes=nodes))

    def _judged(self, engine: str, doubt: str | Undecided | None, question: str, where: str) -> str:
        """Take down what an engine says; the engine, where it says that there is one answer."""
        if isinstance(doubt, Undecided):
            self.undecided.append(f"whether {question}")
        elif doubt:
            self.faults.append(f"{where}{doubt}, by {engine}")
        else:
            return engine
        return ""

    def _doubt(
        self, puzzle: Any, answer: Any, counted: SolveCount[Any] | None, trace_proves: bool = False
    ) -> tuple[str, str | Undecided | None]:
        """An engine that did not make the level, and what it has against this being the one answer.

        The answer breaks no rule. ``counted`` is what the search says, None where it was not asked.
        """
        if counted:
            other = next((one for one in counted.solutions if one != answer), None)
            if other is not None:
                return SEARCH, self._other(puzzle, other)
            if not counted.gave_up:
                return SEARCH, None if counted.count else NO_ANSWER
        if trace_proves:
            return TRACE, None  # each step is as the answer is, and follows
        if self.kind.encode_again is None:
            return SEARCH, Undecided(self.limits.search, 0)
        return ENCODING, self._doubt_of(self.kind.encode_again(puzzle), puzzle, answer)

    def _doubt_of(self, encoding: Encoding[Any], puzzle: Any, answer: Any) -> str | Undecided | None:
        """What an encoding has against it: it is asked for this answer, and for another."""
        yes = self.kind.places_of(puzzle, answer) if self.kind.places_of else answer
        this = [literal if yes >> place & 1 else -literal for place, literal in encoding.places.items()]
        shown = list(encoding.selectors.values())
        meter = Budget(nodes=self.limits.prove).start()
        with Prover(encoding) as prover:
            status = prover.search([*shown, *this], meter)
            if status:
                prover.exclude(answer)
                status = prover.search(shown, meter)
                if status is not None:
                    return self._other(puzzle, encoding.answer(prover.model())) if status else None
            return NO_ANSWER if status is False else Undecided(meter.nodes, meter.seconds)

    def _other(self, puzzle: Any, other: Any) -> str:
        return f"there is another answer, {' '.join(self.kind.answer_grid(puzzle, other))}"

    def _images(self, is_long: bool, is_proved: bool) -> tuple[dict[str, int], str]:
        """How many of the images are proved by which engine, and the smallest code of them all, with its rules.

        Those that are listed have to be those that differ. None is proved of a level that is not; ``is_long``: the
        search of the level itself gave up.
        """
        itself, *others = self.kind.images(self.puzzle)
        seen = {self.level.code}
        codes = [_told_apart(self.kind, self.puzzle, self.level.code)]
        wanted = [itself]
        proved: dict[str, int] = {}
        for image in others:
            turned = self.kind.turn(self.puzzle, image)
            code = self.kind.code(turned)
            if code in seen:
                continue
            seen.add(code)
            codes.append(_told_apart(self.kind, turned, code))
            wanted.append(image)
            if is_proved and image in self.level.images and (engine := self._image(image, turned, is_long)):
                proved[engine] = proved.get(engine, 0) + 1
        if tuple(wanted) != self.level.images:
            self.faults.append(f"the images that differ are {listed(wanted)}, not {listed(self.level.images)}")
        return proved, min(codes)

    def _image(self, image: str, turned: Any, is_long: bool) -> str:
        answer = self.kind.turn_answer(self.puzzle, self.answer, image)
        if self.kind.violations(turned, answer):
            self.faults.append(f"the image '{image}' does not have the turned answer")
            return ""
        fewer, same = self.harder.get(image, (None, None))
        if fewer is not None and same == answer and self.kind.show(turned, self.kind.clues(fewer)) == fewer:
            self.proved[image] = turned, answer
            return HARDER
        nodes = min(FIRST_LOOK, self.limits.search) if self.kind.encode_again else self.limits.search
        counted = None if is_long and self.kind.encode_again else self._counted(turned, nodes)
        engine, doubt = self._doubt(turned, answer, counted)
        engine = self._judged(engine, doubt, f"the image '{image}' has one answer", f"of the image '{image}' ")
        if engine:
            self.proved[image] = turned, answer
        return engine

    def _tier(self) -> None:
        needed = tier_of(rank_needed(self.kind.reasoner(self.puzzle)))
        if needed is not self.level.tier:
            self.faults.append(f"the tier is {needed}, not {self.level.tier}")

    def _clues(self) -> None:
        claims = self.level.proofs
        encoding = self.kind.encode(self.puzzle)
        # Where nothing is claimed one clue to spare is enough to know.
        first = not claims.irreducible and claims.kept is None
        found = needs(self.kind, self.puzzle, self.answer, encoding, Budget(nodes=self.limits.prove), first)
        self.faults += found.faults
        if wrong := kept_fault(self.kind, self.puzzle, self.level):
            self.faults.append(wrong)
        if not claims.irreducible and not found.spared and not found.undecided:
            self.faults.append("'irreducible' is false, and every clue is needed")
        if claims.irreducible and found.spared:
            self.faults.append(f"'irreducible' is true, and {listed(found.spared)} can be spared")
        elif more := [clue for clue in found.spared if claims.kept is not None and clue not in claims.kept]:
            self.faults.append(f"it is the last of its base, and {listed(more)} can be spared, which nobody kept")
        # One clue that can be spared is all that is asked where no more is claimed.
        if found.undecided and not (first and found.spared):
            self.undecided.append(f"whether {listed(found.undecided)} can be spared")


def _told_apart(kind: AnyKind, puzzle: Any, code: str) -> str:
    """What two puzzles have alike only if they are the same; ``code`` is that of this one."""
    return f"{code}\n{json.dumps(dict(kind.rules(puzzle)), sort_keys=True)}"
