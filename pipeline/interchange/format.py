"""The record of one format that one kind can be read from and written to.

A kind lists its formats, each a record of functions. What a format says beside the board, or cannot say of it, is told
in sentences for the person who asked, never dropped in silence.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from pipeline.interchange.stencil import Stencil

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Imported(Generic[P]):
    """A puzzle that was read; ``notes`` say what was assumed, and what of the text has no place here."""

    puzzle: P
    notes: tuple[str, ...] = ()
    answer: tuple[str, ...] | None = None
    """The rows of the answer, as the catalogue writes them, where the text holds one. Nobody has checked it."""
    title: str = ""
    author: str = ""
    labels: tuple[str, ...] = ()
    """What the text calls the parts that the kind names in an order of its own, in that order; empty where the kind
    has none."""
    spelling: tuple[str, ...] = ()
    """How the text was spelt where its format has several ways to say the same: only the format reads it again."""


@dataclass(frozen=True, slots=True)
class Exported:
    """A puzzle that was written; ``lost`` is what the format cannot say, each in words that follow its title."""

    text: str
    lost: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Request(Generic[P]):
    """What is to be written: the board, and what a format may say beside it."""

    puzzle: P
    answer: Sequence[str] | None = None
    title: str = ""
    author: str = ""
    labels: tuple[str, ...] = ()
    """As in :class:`Imported`; empty: as the format usually calls them."""
    spelling: tuple[str, ...] = ()
    """As in :class:`Imported`, from the same format and the same puzzle: then the text is the one that was read."""


@dataclass(frozen=True, slots=True)
class Format(Generic[P]):
    """One format of one kind."""

    name: str
    """As the command line takes it."""
    title: str
    """As people know it."""
    claims: Callable[[str], bool]
    """Whether a text might be of this format and kind, from a look at its beginning: several formats may claim one."""
    read: Callable[[str], Imported[P]]
    """Read a text; raises AuthoringError, whose location has the line and the column in the text."""
    write: Callable[[Request[P]], Exported] | None = None
    """Write a puzzle; raises AuthoringError where the format has no way to say a board like it. None: read only."""
    stencil: Callable[[P], Stencil] | None = None
    """How a page writes the link of a board that ``write`` can write; None: it is no link, or no page offers one."""
    genres: tuple[str, ...] = ()
    """What the genres are called, of links and saved boards of puzz.link, that it reads."""
    is_whole: Callable[[str], bool] | None = None
    """Whether a line is a whole puzzle of this format, where its beginning does not tell and it looks like a row of a
    board: lines that all are follow each other as puzzles, not as rows. No board may consist of two such rows."""


def same_again(imported: Imported[P]) -> Request[P]:
    """The request that writes what was read, as it was spelt."""
    return Request(
        imported.puzzle, imported.answer, imported.title, imported.author, imported.labels, imported.spelling
    )


def beside(request: Request[P], says: Collection[str]) -> tuple[str, ...]:
    """What is lost of what stands beside a board, in a format that says these of ``title``, ``author``, ``answer``."""
    asked = {"title": request.title, "author": request.author, "answer": request.answer}
    return tuple(f"leaves out the {name}" for name, value in asked.items() if value and name not in says)
