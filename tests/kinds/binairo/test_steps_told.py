"""What Binairo's named techniques tell, step by step and in order, against the same said of lines as text.

A hint shows all of a step: which cells it decides, what it follows from, where to look first. Lines are read here as
texts of ``0``, ``1`` and ``.``, and what they can become is found by trying all fillings; nothing is shared with the
reasoner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from random import Random

import pytest

from pipeline.grid import indices, mask_of
from pipeline.kinds.binairo.puzzle import OPEN
from pipeline.kinds.binairo.reason import DIRECT, BinairoReasoner, reasoner
from pipeline.reasoner import Contradiction, Position, Step, Technique, since
from tests.kinds.binairo.boards import SMALL, grids, legal_lines, puzzle_of

Told = tuple[list[Step], tuple[int, int, int] | None]
"""The steps of a technique, and the contradiction that ends them: what it follows from, its clues, its focus."""

Side = list[list[int]]
"""The cells of each row, or of each column."""

OTHER = {"0": "1", "1": "0"}


class _Plain:
    """A board of which some cells are known."""

    def __init__(self, text: str, cols: int, unique: bool) -> None:
        self.text, self.unique = text, unique
        cells = range(len(text))
        self.rows: Side = [list(cells[at : at + cols]) for at in cells[::cols]]
        self.columns: Side = [list(cells[at::cols]) for at in range(cols)]

    def read(self, line: list[int]) -> str:
        return "".join(self.text[cell] for cell in line)


def _step(technique: Technique, decided: dict[int, str], follows: Iterable[int], focus: Iterable[int]) -> Step:
    yes, no = (mask_of(cell for cell, stone in decided.items() if stone == one) for one in "10")
    return Step(technique.name, technique.rank, yes, no, mask_of(follows), 0, mask_of(focus))


def _broken(follows: Iterable[int], focus: Iterable[int]) -> Contradiction:
    return Contradiction(mask_of(follows), 0, mask_of(focus))


def _runs(side: Side, length: int) -> list[list[int]]:
    """So many cells one after another, those first that begin first on the board."""
    return sorted(line[at : at + length] for line in side for at in range(len(line) - length + 1))


def _pair(at: _Plain) -> Iterator[Step]:
    for side in (at.rows, at.columns):
        for stone in "10":
            for three in _runs(side, 3):
                if at.read(three) == stone * 3:
                    raise _broken(three, three)
            for two in _runs(side, 2):
                ends = {end for run in _runs(side, 3) if set(two) < set(run) for end in (run[0], run[2])} - set(two)
                decided = {end: OTHER[stone] for end in ends if at.text[end] == OPEN}
                if at.read(two) == stone * 2 and decided:
                    yield _step(DIRECT[0], decided, two, two)


def _sandwich(at: _Plain) -> Iterator[Step]:
    for side in (at.rows, at.columns):
        for stone in "10":
            for one, gap, other in _runs(side, 3):
                if at.read([one, gap, other]) == stone + OPEN + stone:
                    yield _step(DIRECT[1], {gap: OTHER[stone]}, (one, other), (one, other))


def _quota(at: _Plain) -> Iterator[Step]:
    for side in (at.rows, at.columns) if at.unique else ():
        for number, line in enumerate(side):
            for before in side[:number]:
                if at.read(line) == at.read(before) and OPEN not in at.read(line):
                    raise _broken(line + before, line + before)
    for line in at.rows + at.columns:
        for stone in "10":
            have = [cell for cell in line if at.text[cell] == stone]
            left = {cell: OTHER[stone] for cell in line if at.text[cell] == OPEN}
            if len(have) > len(line) // 2:
                raise _broken(have, line)
            if len(have) == len(line) // 2 and left:
                yield _step(DIRECT[2], left, have, line)


def _whole_line(at: _Plain) -> Iterator[Step]:
    for line in at.rows + at.columns:
        if OPEN in at.read(line):
            yield from _line_step(DIRECT[3], at, line, {})


def _finished_line(at: _Plain) -> Iterator[Step]:
    for side in (at.rows, at.columns) if at.unique else ():
        finished = {at.read(line): line for line in side if at.read(line) in legal_lines(len(line))}
        for line in side:
            repeats = {word: cells for word, cells in finished.items() if word in _fitting(at.read(line))}
            if repeats and OPEN in at.read(line):
                yield from _line_step(DIRECT[4], at, line, repeats)


@cache
def _fitting(text: str) -> frozenset[str]:
    return frozenset(
        word
        for word in legal_lines(len(text))
        if all(known in (OPEN, stone) for known, stone in zip(text, word, strict=True))
    )


@cache
def _agreed(text: str, repeats: frozenset[str]) -> dict[int, str] | None:
    """At which places of a line that are not known all words have one stone; None where there is no word."""
    words = _fitting(text) - repeats
    shared = {at: {word[at] for word in words} for at, known in enumerate(text) if known == OPEN}
    return {at: min(stones) for at, stones in shared.items() if len(stones) == 1} if words else None


def _line_step(technique: Technique, at: _Plain, line: list[int], repeats: dict[str, list[int]]) -> Iterator[Step]:
    """What one line says without the words of finished ones; it names no known cell that can be left out."""
    text, beside = at.read(line), [cell for cells in repeats.values() for cell in cells]
    agreed = _agreed(text, frozenset(repeats))
    if agreed is None:
        raise _broken([cell for cell in line if at.text[cell] != OPEN] + beside, line)
    for place, known in enumerate(text):
        fewer = text[:place] + OPEN + text[place + 1 :]
        if known != OPEN and agreed.items() <= (_agreed(fewer, frozenset(repeats)) or {}).items():
            text = fewer
    if agreed:
        follows = [cell for cell, known in zip(line, text, strict=True) if known != OPEN]
        decided = {line[place]: stone for place, stone in agreed.items()}
        yield _step(technique, decided, follows + beside, line + beside)


PLAIN: dict[str, Callable[[_Plain], Iterator[Step]]] = {
    "pair": _pair,
    "sandwich": _sandwich,
    "quota": _quota,
    "whole line": _whole_line,
    "finished line": _finished_line,
}


def _told(steps: Iterator[Step]) -> Told:
    told: list[Step] = []
    try:
        told.extend(steps)
    except Contradiction as broken:
        return told, (broken.follows, broken.clues, broken.focus)
    return told, None


def _position(text: str) -> Position:
    return Position(*(mask_of(cell for cell, known in enumerate(text) if known == stone) for stone in "10"))


def _boards(count: int) -> Iterator[tuple[str, int, BinairoReasoner, bool, Random]]:
    """Finished boards of small shapes and both rules; in some a row is that of another, or a few stones are wrong."""
    random = Random(72)
    for number in range(count):
        rows, cols = random.choice(SMALL[:3])
        unique = number % 4 > 0
        lines = list(random.choice(grids(rows, cols, unique)))
        if number % 3 == 0:
            lines = [random.choice("01") if random.random() < 0.15 else stone for stone in lines]
        if number % 5 == 0:
            lines[:cols] = lines[cols * 2 : cols * 3]
        text = "".join(lines)
        yield text, cols, reasoner(puzzle_of(OPEN * len(text), cols, unique)), unique, random


def _hidden(random: Random, text: str, share: float) -> str:
    return "".join(stone if random.random() < share else OPEN for stone in text)


@pytest.mark.parametrize("technique", DIRECT, ids=[technique.name for technique in DIRECT])
def test_technique_tells_its_steps_in_order(technique: Technique) -> None:
    """From any position, be a stone in it wrong or not: what it decides, follows from and points at; and how it ends
    where a rule is broken. What looks at single lines says nothing where no cell is fresh."""
    steps = ends = 0
    for full, cols, ready, unique, random in _boards(150):
        for share in (0.2, 0.4, 0.6, 0.85):
            text = _hidden(random, full, share)
            told = _told(ready.find(technique, _position(text)))
            assert told == _told(PLAIN[technique.name](_Plain(text, cols, unique))), (text, cols, unique)
            if technique.name in ("quota", "whole line"):
                assert _told(ready.find(technique, _position(text), Position(0, 0))) == ([], None)
            steps, ends = steps + len(told[0]), ends + (told[1] is not None)
    assert steps > 20
    assert (ends > 5) == (technique.name != "sandwich")


@pytest.mark.parametrize("technique", DIRECT, ids=[technique.name for technique in DIRECT])
def test_technique_that_had_nothing_left_looks_only_at_what_is_fresh(technique: Technique) -> None:
    """Once a cell more is decided it tells all that there is to tell."""
    steps = 0
    for full, cols, ready, unique, random in _boards(300):
        for share in (0.1, 0.3, 0.5):
            before = _hidden(random, full, share)
            if _told(ready.find(technique, _position(before))) != ([], None):
                continue
            more = _hidden(random, full, 0.4)
            now = "".join(known if known != OPEN else fresh for known, fresh in zip(before, more, strict=True))
            fresh = since(_position(before), _position(now))
            told = _told(ready.find(technique, _position(now), fresh))
            assert told == _told(PLAIN[technique.name](_Plain(now, cols, unique))), (before, now, cols, unique)
            steps += len(told[0])
    assert steps > 20


def test_alternatives_are_the_words_of_a_line_that_has_fewest_for_its_open_cells() -> None:
    """Each with what it decides anew; where lines must not be equal, without those that stand already."""
    without = 0
    for full, cols, ready, unique, random in _boards(200):
        start = _position(_hidden(random, full, random.choice((0.2, 0.4, 0.5))))
        settled = ready.settle(start, start)
        if settled is None or not ready.places & ~(settled.yes | settled.no):
            continue
        text = "".join("1" if settled.yes >> i & 1 else "0" if settled.no >> i & 1 else OPEN for i in range(len(full)))
        plain = _Plain(text, cols, unique)
        found: list[tuple[set[Position], int]] = []
        for side in (plain.rows, plain.columns):
            stand = {plain.read(line) for line in side} if unique else set()
            for line in (line for line in side if OPEN in plain.read(line)):
                without += not stand.isdisjoint(_fitting(plain.read(line)))
                words = _fitting(plain.read(line)) - stand
                found.append(({_position(_put(text, line, word)) for word in words}, plain.read(line).count(OPEN)))
        fewest = [
            words
            for words, cells in found
            if all(len(words) ** others <= len(other) ** cells for other, others in found)
        ]
        alternatives = {Position(settled.yes | one.yes, settled.no | one.no) for one in ready.branch(settled)}
        assert alternatives in fewest, (text, cols, unique)
        for one in ready.branch(settled):
            assert not (one.yes | one.no) & (settled.yes | settled.no), (text, cols, unique)
    assert without > 5


def _put(text: str, line: list[int], word: str) -> str:
    """A board with this word in one of its lines."""
    cells = dict(zip(line, word, strict=True))
    return "".join(cells.get(cell, stone) for cell, stone in enumerate(text))


def test_lines_that_cannot_all_differ_are_told_of_the_whole_board() -> None:
    """That there are more of them than words is seen without a stone, and of no line by itself."""
    for unique, broken in ((True, (0, 0, (1 << 32) - 1)), (False, None)):
        ready = reasoner(puzzle_of(OPEN * 32, 8, unique))
        assert _told(ready.find(DIRECT[4], Position(0, 0))) == ([], broken)
        assert (ready.open_round() is None) == unique


def test_given_decides_its_own_cell_and_rests_on_its_own_clue() -> None:
    """All that are shown, of the whole board and of the one with fewer."""
    text = "1..0" + "...." * 2 + "..1."
    ready = reasoner(puzzle_of(text, 4))
    assert (ready.clues, ready.places) == (1 << 0 | 1 << 3 | 1 << 14, (1 << 16) - 1)
    for shown in (ready.clues, 1 << 3 | 1 << 14, 1 << 0, 0):
        givens = ready.showing(shown).givens
        assert [given.clues for given in givens] == [1 << cell for cell in indices(shown)]
        for given in givens:
            yes, no = (given.clues, 0) if given.clues != 1 << 3 else (0, given.clues)
            assert given == Step("given", 1, yes, no, 0, given.clues, given.clues)
