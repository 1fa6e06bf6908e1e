"""The lesson of a kind: a small board that a newcomer plays step by step, read from the kind's ``lesson.yaml``.

The first document of the file is the board, a ``grid`` with a level's ``rules``. Each one below it is a step: what is
known ``after`` it, drawn as the pictures of techniques are, the ``technique`` that finds what is new in it, and in
``say`` the key of its sentence, below ``lesson`` in the kind's words, or texts of its own; where it says none, the
sentence is that of the technique. What the steps leave open the player finds alone.

Nothing that a lesson asks for is taken on trust. The board has one answer, each step agrees with it, and the technique
finds all of the step from what is on the board by then: with that, only what a player sees to be out of the question
is known, or, where no player can note a no, what techniques no harder rule out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from build.boards import Board, Rows, read_board, read_known
from build.editions import Edition, Page, common, way_up
from build.entries import lesson_entry, sheet
from build.hints import Step, key_of, packed, steps, techniques
from build.sayings import Saying, read_saying
from build.words import Words
from pipeline.catalogue import TraceLine, level_id, trace_lines
from pipeline.errors import ConfigError
from pipeline.grid import indices
from pipeline.kind import AnyKind
from pipeline.node import Mapping as Document
from pipeline.reasoner import Position, Reasoner, Technique, given_position, since
from pipeline.reasoner import Step as Deduced
from pipeline.search import explain
from pipeline.solve import solve
from pipeline.source import read_documents
from pipeline.tier import Tier
from pipeline.verdict import Budget, Undecided, Unique, Unsolvable

if TYPE_CHECKING:
    from build.pages import KindPages

NAME = "lesson.html"
"""The page's name in its kind's folder."""

SOURCE = "lesson.yaml"
"""The file's name in the kind's own."""

OF_BOARD = ("grid", "rules")
OF_STEP = ("say", "technique", "after")

BUDGET = Budget(nodes=10_000)
"""What proving a lesson's board may take: a newcomer's board takes a few positions."""

MOST_MARKED = 8
"""What follows from more cells than these is not marked: nobody would look at them all."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A step: what it says, where that is not the sentence of its technique, and what it asks for."""

    say: Saying | None
    technique: str
    fresh: Position
    """The places that it decides."""
    look: int
    """The cells to play on, a mask."""
    rests: int
    """The cells that it follows from."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A board that is proved, with its steps."""

    id: str
    grid: Rows
    rules: Mapping[str, Any]
    answer: Rows
    trace: tuple[TraceLine, ...]
    """A whole way to the answer, as if there were no steps."""
    asked: tuple[Asked, ...]
    way: str
    """What the page knows of the steps, and of what is left after them."""

    @property
    def cols(self) -> int:
        """How many columns the board has."""
        return len(self.grid[0])


def read_lesson(path: Path, kind: AnyKind, budget: Budget = BUDGET) -> Lesson | None:
    """Read the lesson of a kind, None where there is no such file; raises AuthoringError with the place of a fault.

    The board has one answer only if that is decided within the ``budget``.
    """
    if not path.exists():
        return None
    documents, errors = read_documents(path, path.as_posix())
    for error in errors:
        raise error
    first, *asking = documents
    first.check_keys(OF_BOARD)
    board = read_board(kind, first, is_whole=True)
    answer = _only_answer(kind, board, budget)
    if not asking:
        raise ConfigError("the lesson has no steps", first.location, "write each below a line '---'")
    asked = tuple(_asked(kind, board, answer, asking))
    puzzle = board.puzzle
    trace = trace_lines(kind, puzzle, explain(kind.reasoner(puzzle)))
    level = level_id(kind, puzzle)
    lesson = Lesson(level, board.grid, dict(kind.rules(puzzle)), kind.answer_grid(puzzle, answer), trace, asked, way="")
    return replace(lesson, way=packed(tuple(_way(kind, puzzle, lesson))))


def _only_answer(kind: AnyKind, board: Board, budget: Budget) -> Any:
    place = board.document.place("grid")
    match solve(kind, board.puzzle, budget=budget).count.verdict:
        case Unique(answer):
            return answer
        case Undecided():
            message = "whether the board of the lesson has one answer could not be decided"
            raise ConfigError(message, place, "take a smaller board, or one with more clues")
        case verdict:
            fault = "no answer" if isinstance(verdict, Unsolvable) else "more than one answer"
            raise ConfigError(f"the board of the lesson has {fault}", place, "a lesson has a board with one")


def _asked(kind: AnyKind, board: Board, answer: Any, asking: list[Document]) -> Iterator[Asked]:
    puzzle = board.puzzle
    reasoner = kind.reasoner(puzzle)
    yes = kind.places_of(puzzle, answer) if kind.places_of else answer
    right = Position(yes, reasoner.places & ~yes)
    before = given_position(reasoner)
    named = {technique.name: technique for technique in reasoner.techniques}
    for document in asking:
        document.check_keys(OF_STEP)
        technique = named[document.choice("technique", named)]
        after = _joined(before, read_known(kind, board, document, "after")[1])
        fresh = since(before, after)
        _check_fresh(kind, puzzle, fresh, right, document)
        used, missing = _found(kind, reasoner, technique, before, fresh)
        if missing != (0, 0):
            message = f"'{technique.name}' does not find {_names(kind, puzzle, missing)} from what is known by then"
            hint = "name the technique that does, or let a step before it bring more"
            raise ConfigError(message, document.place("technique"), hint)
        look = _cells(kind, puzzle, fresh.yes | fresh.no)
        rests = _rests(kind, puzzle, used) & ~look
        rests = rests if rests.bit_count() <= MOST_MARKED else 0
        say = read_saying(document, "say", "lesson") if "say" in document else None
        yield Asked(say, technique.name, fresh, look, rests)
        before = after


def _check_fresh(kind: AnyKind, puzzle: Any, fresh: Position, right: Position, document: Document) -> None:
    if fresh == (0, 0):
        message = "the step asks for nothing that is not known before it"
        raise ConfigError(message, document.place("after"), "draw the board as it is after the step")
    wrong = Position(fresh.yes & ~right.yes, fresh.no & ~right.no)
    if wrong != (0, 0):
        message = f"the step is wrong: the answer has something else at {_names(kind, puzzle, wrong)}"
        raise ConfigError(message, document.place("after"), "each board has one answer; 'kotae solve' shows it")


def _found(
    kind: AnyKind, reasoner: Reasoner[Any], technique: Technique, before: Position, fresh: Position
) -> tuple[list[Deduced], Position]:
    """The deductions by which a technique comes from one position to all of ``fresh``, and what it does not find."""
    silent = kind.seen if kind.crosses else [one for one in reasoner.techniques if one.rank <= technique.rank]
    known, used, grows = before, [], True
    while grows:
        start = known
        for one in silent:
            for step in list(reasoner.find(one, known)):
                known = _joined(known, Position(0, step.no))
        for step in list(reasoner.find(technique, known)):
            gain = since(known, Position(step.yes & fresh.yes, step.no & fresh.no))
            if gain != (0, 0):
                used.append(step)
                known = _joined(known, gain)
        grows = known != start
    return used, since(known, fresh)


def _joined(one: Position, other: Position) -> Position:
    return Position(one.yes | other.yes, one.no | other.no)


def _cells(kind: AnyKind, puzzle: Any, places: int) -> int:
    return kind.cells_at(puzzle, places) if kind.cells_at else places


def _rests(kind: AnyKind, puzzle: Any, used: list[Deduced]) -> int:
    shown = kind.clues(puzzle)
    cells = 0
    for step in used:
        cells |= step.focus | step.clues & shown | _cells(kind, puzzle, step.follows)
    return cells


def _names(kind: AnyKind, puzzle: Any, places: Position) -> str:
    return ", ".join(kind.place_name(puzzle, place) for place in indices(places.yes | places.no))


def _way(kind: AnyKind, puzzle: Any, lesson: Lesson) -> Iterator[Step]:
    """The steps of the lesson, and then those of the trace with what is still to be decided."""
    names = techniques(kind)
    told: set[str] = set()
    for asked in lesson.asked:
        yes, no = (tuple(_keys(kind, puzzle, lesson, mask)) for mask in asked.fresh)
        told |= {*yes, *no}
        cells = (tuple(indices(mask)) for mask in (asked.look, asked.rests))
        yield Step(names.index(asked.technique) + 1, yes, no, *cells)
    for step in steps(kind, lesson):
        yes, no = (tuple(key for key in keys if key not in told) for keys in (step.yes, step.no))
        if yes or no:
            yield step._replace(yes=yes, no=no)


def _keys(kind: AnyKind, puzzle: Any, lesson: Lesson, places: int) -> Iterator[str]:
    return (key_of(kind.place_name(puzzle, place), lesson.cols) for place in indices(places))


def _sentence(asked: Asked, words: Words, own: Words) -> str:
    """What a step says. A sentence of its own asks for the move as well; that of a technique only says why."""
    if asked.say:
        return asked.say.text(own)
    return f"{own.say(f'technique.{asked.technique}.why')} {words.say('lesson.ask')}"


def _level(lesson: Lesson) -> dict[str, Any]:
    """The board as any page knows its levels."""
    return {
        "id": lesson.id,
        "rows": len(lesson.grid),
        "cols": lesson.cols,
        "tier": str(Tier.EASY),
        "title": "",
        "author": "",
        "grid": lesson.grid,
        "rules": lesson.rules,
        "way": lesson.way,
    }


def lesson_page(editions: tuple[Edition, ...], edition: Edition, kind: KindPages) -> Page:
    """The page on which a kind's lesson is taken, in an edition."""
    words, lesson = edition.words, kind.lesson
    assert lesson  # no other kind has the page
    path = f"{kind.name}/{NAME}"
    spoken = words.under("theme.", "play.", "lesson.", "technique.") | kind.words.under("technique.")
    spoken |= kind.words.under("play.", strip=True)
    page, level = kind.first()
    data = {
        "words": spoken,
        "root": way_up(edition.folder + path),
        "name": kind.words.say("name"),
        "techniques": techniques(kind.kind),
        "says": [_sentence(asked, words, kind.words) for asked in lesson.asked],
        "levels": [_level(lesson)],
    }
    title = words.say("lesson.title", kind=kind.words.say("name"))
    context = common(editions, edition, path)
    context |= {"kind_pages": kind, "page_title": title, "first": page.link(level), "steps": len(lesson.asked) + 1}
    sheets = ("play.css", "frame.css", "lesson.css", sheet(kind.name))
    return Page(edition.folder + path, "lesson.html.jinja", context, lesson_entry(kind.name), sheets, data)
