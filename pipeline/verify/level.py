"""Verifying the levels of a base: their answers, images, tiers, traces and clues.

The clues of a level were taken away, and its images proved, by the prover; so that there is one answer is shown here by
the engine that had no part in it. That is the reasoner: its ``search``, or where that is long the replayed ``trace``,
each step of which follows. Where reasoning does not come to an end, it is another ``encoding`` for another solver.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pipeline.base import Limits
from pipeline.catalogue import Level
from pipeline.check import level_fault
from pipeline.kind import AnyKind
from pipeline.prove import Encoding, Prover
from pipeline.solve import count_by_reasoning
from pipeline.tier import rank_needed, tier_of
from pipeline.verdict import Budget, Undecided
from pipeline.verify.clues import base_faults, needs
from pipeline.verify.trace import Replayed, replay
from pipeline.wording import listed

SEARCH, TRACE, ENCODING = "search", "trace", "encoding"
REASONS = (SEARCH, TRACE, ENCODING)
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
        if self.level.proofs.reason not in REASONS or self.level.proofs.prove != "sat":
            self.faults.append(f"'proofs' names none of {listed(REASONS, 'or')}, or not sat")
        trace = replay(self.kind, self.puzzle, self.level, self.limits.search)
        self.faults += trace.faults
        engine = self._one_answer(trace)
        images = self._images() if engine else {}
        self._tier()
        self._clues()
        return Verified(tuple(self.faults), tuple(self.undecided), engine, tuple(sorted(images.items())))

    def _one_answer(self, trace: Replayed) -> str:
        """The engine that shows that there is one answer, if one does."""
        asks_search = not self.level.metrics.gave_up or not (trace.proves or self.kind.encode_again)
        engine, doubt = self._doubt(self.puzzle, self.answer, self.limits.search if asks_search else 0, trace)
        return self._judged(engine, doubt, "there is one answer", "")

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
        self, puzzle: Any, answer: Any, nodes: int, trace: Replayed | None = None
    ) -> tuple[str, str | Undecided | None]:
        """An engine that did not make the level, and what it has against this being the one answer.

        The answer breaks no rule. ``nodes`` bounds the search.
        """
        if nodes:
            counted = count_by_reasoning(self.kind, puzzle, 2, Budget(nodes=nodes))
            others = [other for other in counted.solutions if other != answer]
            if others or not counted.gave_up:
                return SEARCH, self._other(puzzle, others[0]) if others else None if counted.count else NO_ANSWER
        if trace and trace.proves:
            return TRACE, None  # each step is as the answer is, and follows
        if self.kind.encode_again is None:
            return SEARCH, Undecided(nodes, 0)
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

    def _images(self) -> dict[str, int]:
        """How many of the images are proved by which engine; those that are listed have to be those that differ."""
        itself, *others = self.kind.images(self.puzzle)
        seen = {self.level.code}
        wanted = [itself]
        proved: dict[str, int] = {}
        for image in others:
            turned = self.kind.turn(self.puzzle, image)
            code = self.kind.code(turned)
            if code in seen:
                continue
            seen.add(code)
            wanted.append(image)
            if image in self.level.images and (engine := self._image(image, turned)):
                proved[engine] = proved.get(engine, 0) + 1
        if tuple(wanted) != self.level.images:
            self.faults.append(f"the images that differ are {listed(wanted)}, not {listed(self.level.images)}")
        return proved

    def _image(self, image: str, turned: Any) -> str:
        answer = self.kind.turn_answer(self.puzzle, self.answer, image)
        if self.kind.violations(turned, answer):
            self.faults.append(f"the image '{image}' does not have the turned answer")
            return ""
        fewer, same = self.harder.get(image, (None, None))
        if fewer is not None and same == answer and self.kind.show(turned, self.kind.clues(fewer)) == fewer:
            self.proved[image] = turned, answer
            return HARDER
        nodes = min(FIRST_LOOK, self.limits.search) if self.kind.encode_again else self.limits.search
        engine, doubt = self._doubt(turned, answer, 0 if self.level.metrics.gave_up else nodes)
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
        if not claims.irreducible and not found.spared and not found.undecided:
            self.faults.append("'irreducible' is false, and every clue is needed")
        if claims.irreducible and found.spared:
            self.faults.append(f"'irreducible' is true, and {listed(found.spared)} can be spared")
        elif more := [clue for clue in found.spared if claims.kept is not None and clue not in claims.kept]:
            self.faults.append(f"it is the last of its base, and {listed(more)} can be spared, which nobody kept")
        if not first and found.undecided:
            self.undecided.append(f"whether {listed(found.undecided)} can be spared")
