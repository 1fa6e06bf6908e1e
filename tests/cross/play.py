"""Games on a board: what a player's gestures make of it, by the rules of the browser and by those in Python."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from build.hints import key_of, way
from pipeline.catalogue import trace_lines
from pipeline.grid import indices
from pipeline.reasoner import Position, given_position
from pipeline.search import derive
from tests.cross.engines import known_answers
from tests.cross.levels import level_of
from tests.cross.subject import Board, some_of

KEYS = (" ", "Enter", "0", "1", "x", ".", "*", "-", "m", "Backspace", "Delete", "q")
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


@dataclass(frozen=True, slots=True)
class Game:
    """A game on a board; ``known`` is put on it before the gestures, ``way`` leads to the answer if there is one."""

    board: Board
    known: Position
    gestures: tuple[dict[str, Any], ...]
    image: str
    answer: Any = None
    way: str | None = None

    def asked(self) -> dict[str, Any]:
        """The game as the scripts are asked about it."""
        kind, puzzle = self.board.kind, self.board.puzzle
        rows, cols = self.board.size
        level = {
            "id": "cross",
            "rows": rows,
            "cols": cols,
            "grid": kind.grid(puzzle),
            "rules": dict(kind.rules(puzzle)),
        }
        known = {"yes": _keys(self.board, self.known.yes), "no": _keys(self.board, self.known.no)}
        return {
            "level": level | {"id": "cross", "tier": "easy", "title": "", "author": ""},
            "known": known,
            "gestures": self.gestures,
            "image": self.image,
            "asked": self.board.subject.own.ASKED,
            "way": self.way,
            "crosses": kind.crosses,
        }

    def shorter(self) -> Iterator[Game]:
        """Games with one thing less."""
        for at in range(len(self.gestures)):
            yield replace(self, gestures=self.gestures[:at] + self.gestures[at + 1 :])
        for place in indices(self.known.yes | self.known.no):
            rest = ~(1 << place)
            yield replace(self, known=Position(self.known.yes & rest, self.known.no & rest))
        if self.way is not None:
            yield replace(self, way=None)
        if self.image != self.board.kind.images(self.board.puzzle)[0]:
            yield replace(self, image=self.board.kind.images(self.board.puzzle)[0])

    def told(self) -> str:
        """What was played, for whoever has to play it again."""
        asked = self.asked()
        return f"on {asked['known']} after {list(self.gestures)}, with {self.image}"


def _keys(board: Board, places: int) -> list[str]:
    return [key_of(board.kind.place_name(board.puzzle, place), board.size[1]) for place in indices(places)]


def games(board: Board, random: Random, count: int) -> Iterator[Game]:
    """So many games: on part of an answer or of nothing, then at random; the first one solves a board that can be."""
    answers, is_all = known_answers(board)
    given = given_position(board.ready)
    places = board.ready.places & ~(given.yes | given.no)
    way_there = _way(board, *answers) if is_all and len(answers) == 1 else None
    for number in range(count):
        known = Position(0, 0)
        if answers:
            # What the engine puts on a board is true; what is not comes by gestures.
            yes = board.yes(random.choice(sorted(answers)))
            share = 1.0 if number == 0 else random.choice((0.0, 0.3, 0.6, 0.9))
            known = Position(some_of(places & yes, share, random), some_of(places & ~yes, share, random))
        gestures = tuple(_gesture(board, random) for _ in range(0 if number == 0 else random.choice((1, 3, 12, 30))))
        image = random.choice(board.kind.images(board.puzzle))
        yield Game(board, known, gestures, image, min(answers) if way_there else None, way_there)


def _way(board: Board, answer: Any) -> str | None:
    level = level_of(board, answer)
    if board.kind.read_answer(board.puzzle, level.answer) != answer:
        return None
    derived = derive(board.ready, 2)
    return way(board.kind, replace(level, trace=trace_lines(board.kind, board.puzzle, derived)))


def _gesture(board: Board, random: Random) -> dict[str, Any]:
    rows, cols = board.size
    cell = random.randrange(rows * cols)
    kind = random.choice(("tap", "tap", "mark", "key", "drag", "drag", "drag", "undo", "redo"))
    if kind in ("undo", "redo"):
        return {"type": kind}
    if kind == "key":
        return {"type": kind, "cell": cell, "key": random.choice(KEYS)}
    if kind != "drag":
        return {"type": kind, "cell": cell}
    # Where something is drawn from its ends, they are among the cells that show a letter of their own.
    letters = "".join(board.kind.grid(board.puzzle))
    shown = [at for at, letter in enumerate(letters) if letters.count(letter) * 4 <= len(letters)]
    cells = [random.choice(shown) if shown and random.random() < 0.7 else cell]
    way = random.randrange(len(STEPS))
    for _ in range(random.choice((1, 3, 6, 15))):
        # Seldom straight back: who draws goes on or turns, and comes beside what is drawn.
        way += random.choice((0, 1, 1, 1, -1, 2) if random.random() < 0.5 else (0, 1, -1))
        down, right = STEPS[way % len(STEPS)]
        row, col = (cells[-1] // cols + down) % rows, (cells[-1] % cols + right) % cols
        cells.append(row * cols + col)
    return {"type": kind, "cells": cells, "second": random.random() < 0.3}


def disagreements(game: Game, said: dict[str, Any]) -> Iterator[str]:
    """What the browser said that Python does not."""
    if "error" in said:
        yield f"the scripts fail: {said['error']}"
        return
    board = game.board
    kind, puzzle, own = board.kind, board.puzzle, board.subject.own
    places = board.ready.places
    place_of = dict(zip(_keys(board, places), indices(places), strict=True))
    position = Position(0, 0)
    for seen in said["positions"]:
        strange = [key for answer in ("yes", "no") for key in seen["claims"][answer] if key not in place_of]
        if strange:
            yield f"the page speaks of places that there are not: {' '.join(strange)}"
            return
        yes, no = (sum(1 << place_of[key] for key in seen["claims"][answer]) for answer in ("yes", "no"))
        position = Position(yes, no)
        wanted, told = own.judged(puzzle, position), own.said(puzzle, seen["told"])
        for what in sorted(wanted.keys() | told.keys()):
            if wanted.get(what) != told.get(what):
                yield f"of '{what}' the page says {told.get(what)}, the rules {wanted.get(what)}, at {seen['claims']}"
    if said["lost"]:
        yield said["lost"]
    turned = kind.turn(puzzle, game.image)
    grid = kind.grid(turned)
    seen = {"rows": len(grid), "cols": len(grid[0]), "grid": [*grid], "rules": dict(kind.rules(turned))}
    if said["image"] != seen:
        yield f"the page makes another image by {game.image}: {said['image']}, not {seen}"
    if said["hints"]:
        yield from _hints(game, said["hints"], position)


def _hints(game: Game, said: dict[str, Any], known: Position) -> Iterator[str]:
    board = game.board
    kind, puzzle = board.kind, board.puzzle
    yes = board.yes(game.answer)
    at = kind.cells_at
    wrong = known.yes & ~yes | known.no & yes
    cells = [*indices(at(puzzle, wrong) if at else wrong)]
    if said["wrong"] != cells:
        yield f"hints call cells {said['wrong']} wrong, and those that are wrong are {cells}"
    turned = board.with_puzzle(kind.turn(puzzle, game.image))
    answer = turned.yes(kind.turn_answer(puzzle, game.answer, game.image))
    # What is given is told by no step.
    given = board.with_puzzle(turned.puzzle).ready.givens
    missing = answer & ~sum(step.yes for step in given)
    if said["answer"] != sorted(_keys(turned, missing)):
        yield f"by its way {game.image} has the answer {said['answer']}, not {sorted(_keys(turned, missing))}"
    if said["fault"]:
        yield said["fault"]
