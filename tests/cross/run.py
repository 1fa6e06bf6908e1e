"""Boards drawn, compared and told of: by number, so that each can be drawn again alone, in handfuls over processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random

from pipeline.stopping import stopping_on_sigterm
from pipeline.workers import workers
from tests.cross.compare import CHECKS, PAGE, Fault, engine_fault, page_faults, repeated, shortened
from tests.cross.page import Page
from tests.cross.shrink import shrunk
from tests.cross.subject import Board, Subject, subjects

HANDFUL = 100


@dataclass(frozen=True, slots=True)
class Found:
    """A board on which something does not agree, and the least one on which the same check fails."""

    kind: str
    seed: int
    number: int
    fault: Fault
    code: str
    least: str
    least_said: str
    drawing: str

    def text(self) -> str:
        """For whoever has to mend it."""
        lines = [
            f"{self.kind}: {self.fault.check} do not agree on board {self.number} of seed {self.seed}",
            f"  {self.fault.said}",
            f"the least board on which they do not, {self.least}:",
            *(f"  {line}" for line in self.drawing.splitlines()),
            f"  {self.least_said}",
            f"again: make cross KIND={self.kind} SEED={self.seed} ONLY={self.number}",
            f"   or: python -m tests.cross --kind {self.kind} --code '{self.least}'",
        ]
        return "\n".join(lines)


@dataclass(slots=True)
class Tally:
    """How many boards of a kind were compared, by how many answers brute force finds, and what does not agree."""

    boards: Counter[str] = field(default_factory=Counter)
    found: list[Found] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Take another's in."""
        self.boards += other.boards
        self.found += other.found


def board_of(subject: Subject, seed: int, number: int) -> tuple[Board, Random]:
    """A board by its number, and the chance that goes with it."""
    random = Random(f"{seed}/{subject.kind.name}/{number}")
    return Board(subject, subject.own.draw(random)), random


def compare(subject: Subject, seed: int, numbers: Sequence[int], page: Page | None) -> Tally:
    """Compare the boards of these numbers."""
    tally = Tally()
    drawn = [board_of(subject, seed, number) for number in numbers]
    faults = {}
    for at, (board, random) in enumerate(drawn):
        if fault := engine_fault(board, random):
            faults[at] = fault
        legal = board.legal
        tally.boards["untried" if legal is None else ("none", "one", "several")[min(len(legal), 2)]] += 1
    if page:
        faults = page_faults(drawn, page) | faults
    for at, fault in sorted(faults.items()):
        tally.found.append(_told(drawn[at][0], seed, numbers[at], fault, page))
    return tally


def _told(board: Board, seed: int, number: int, fault: Fault, page: Page | None) -> Found:
    least = board
    if repeated(board, fault.check, page):
        least = shrunk(board, lambda one: repeated(one, fault.check, page) is not None)
    kind, again = board.kind, repeated(least, fault.check, page) or fault
    if again.game and page:
        again = shortened(again.game, page)
    drawing = kind.draw.text(kind.grid(least.puzzle), None, kind.rules(least.puzzle))
    codes = kind.code(board.puzzle), kind.code(least.puzzle)
    return Found(kind.name, seed, number, replace(fault, game=None), *codes, again.said, drawing)


def compare_all(
    names: Sequence[str], seed: int, count: int, jobs: int, progress: Callable[[int], object], paged: bool
) -> dict[str, Tally]:
    """Compare so many boards of each of these kinds; ``progress`` is told how many more are done."""
    tallies = {name: Tally() for name in names}
    waiting = _handfuls(names, seed, count, paged)
    with stopping_on_sigterm(), workers(jobs) as pool:
        running = {pool.submit(_handful, *one) for _, one in zip(range(2 * jobs), waiting, strict=False)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                name, tally = future.result()
                tallies[name].add(tally)
                progress(tally.boards.total())
                running |= {pool.submit(_handful, *one) for _, one in zip(range(1), waiting, strict=False)}
    return tallies


Handful = tuple[str, int, range, bool]


def _handfuls(names: Sequence[str], seed: int, count: int, paged: bool) -> Iterator[Handful]:
    for start in range(0, count, HANDFUL):
        for name in names:
            yield name, seed, range(start, min(start + HANDFUL, count)), paged


def _handful(name: str, seed: int, numbers: range, paged: bool) -> tuple[str, Tally]:
    subject, page = _at_hand(name, paged)
    return name, compare(subject, seed, numbers, page)


@cache
def _at_hand(name: str, paged: bool) -> tuple[Subject, Page | None]:
    """A kind and its scripts at work, once for each process; with that they end, as nothing is left that asks them."""
    subject = subjects()[name]
    return subject, Page(name, subject.scripts) if paged else None


def compare_code(subject: Subject, code: str, page: Page | None) -> Iterator[Fault]:
    """Every check of one board that fails."""
    board = Board(subject, subject.kind.decode(code))
    for check in (*CHECKS, PAGE):
        if fault := repeated(board, check, page):
            yield fault
