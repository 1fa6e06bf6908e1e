"""The error tree: what an error shows, and that it survives a pool of processes."""

from __future__ import annotations

import importlib
import inspect
import pickle
import pkgutil
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import pipeline
from pipeline import errors
from pipeline.errors import AuthoringError, AuthoringErrors, KotaeError, LayoutSyntaxError, Location

PLACE = Location("layouts/a.yaml", 12, 5, "  ..5..")


def subclasses(root: type[AuthoringError]) -> list[type[AuthoringError]]:
    return [root, *(found for child in root.__subclasses__() for found in subclasses(child))]


def raise_from_worker(error: AuthoringError) -> None:
    raise error


def test_error_shows_place_line_caret_and_hint() -> None:
    """An error is its place and message, the line, a caret below the column, and the hint."""
    error = LayoutSyntaxError("'5' is no cell", PLACE, "write '.', '#' or 0 to 4")
    assert str(error).splitlines() == [
        "layouts/a.yaml:12:5: '5' is no cell",
        "    ..5..",
        "      ^",
        "  write '.', '#' or 0 to 4",
    ]


def test_error_shows_only_what_it_has() -> None:
    """Without a place, a line or a hint there is no empty line in its stead."""
    assert str(AuthoringError("a")) == "a"
    assert str(AuthoringError("a", Location("b.yaml"))) == "b.yaml: a"
    assert str(AuthoringError("a", Location("b.yaml", 3))) == "b.yaml:3: a"
    assert str(AuthoringError("a", Location("b.yaml", 3, 4))) == "b.yaml:3:4: a"
    assert str(AuthoringError("a", hint="c")) == "a\n  c"


def test_error_shows_a_tab_as_one_column() -> None:
    """The caret stands below the tab that it is about."""
    lines = str(AuthoringError("a tab", Location("a.yaml", 1, 3, "a:\tb"))).splitlines()
    assert lines[1].index("→") == lines[2].index("^")


def test_several_errors_show_one_after_the_other() -> None:
    """A run that finds several faults tells each as it would alone."""
    first, second = AuthoringError("a"), AuthoringError("b", PLACE)
    assert str(AuthoringErrors([first, second])) == f"{first}\n{second}"


def test_every_error_survives_pickling() -> None:
    """Every class of error, wherever in the pipeline it stands, comes back as itself with each of its members."""
    for module in pkgutil.walk_packages(pipeline.__path__, "pipeline."):
        importlib.import_module(module.name)
    samples: dict[str, Any] = {"message": "what", "location": PLACE, "hint": "so"}
    kinds = [kind for kind in subclasses(AuthoringError) if kind.__module__.startswith("pipeline.")]
    assert LayoutSyntaxError in kinds
    for kind in kinds:
        names = list(inspect.signature(kind).parameters)
        error = kind(*[samples.get(name, ()) for name in names])
        copy = pickle.loads(pickle.dumps(error))
        assert type(copy) is kind
        assert str(copy) == str(error)
        assert [getattr(copy, name) for name in names] == [getattr(error, name) for name in names]


def test_several_errors_survive_pickling() -> None:
    """The bundle comes back with every error in it, in the order of their places."""
    copy = pickle.loads(pickle.dumps(AuthoringErrors([LayoutSyntaxError("a", PLACE, "b"), AuthoringError("c")])))
    assert [type(error) for error in copy.errors] == [AuthoringError, LayoutSyntaxError]
    assert str(copy.errors[1]) == str(LayoutSyntaxError("a", PLACE, "b"))


def test_error_crosses_a_pool_of_processes() -> None:
    """A worker's error reaches the caller as it was raised."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        error = pool.submit(raise_from_worker, LayoutSyntaxError("a", PLACE, "b")).exception()
    assert isinstance(error, LayoutSyntaxError)
    assert (error.message, error.location, error.hint) == ("a", PLACE, "b")


def test_every_error_is_ours() -> None:
    """One class is the root of all, so that the command line catches what Kotae raises and nothing else."""
    ours = [value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, Exception)]
    assert all(issubclass(kind, KotaeError) for kind in ours)


def test_caret_stands_under_its_character_behind_wide_ones() -> None:
    """A Japanese character takes two columns of a terminal, and the caret allows for it."""
    error = AuthoringError("stray", Location("a.yaml", 1, 9, "title: 答え\tx"))
    assert str(error).splitlines()[2] == "  " + " " * 9 + "^"


def test_error_shows_text_that_steers_a_terminal_as_escapes() -> None:
    """Name, message, line and hint are all made safe, and the caret allows for the width of an escape."""
    place = Location("a\x1b[2J\udcff.yaml", 1, 4, "\u202eé\u200bx\U000e0001")
    lines = str(AuthoringError("not\n'\u2066'", place, "write\x9b0m")).splitlines()
    assert lines == [
        "a\\x1b[2J\\udcff.yaml:1:4: not\\x0a'\\u2066'",
        "  \\u202eé\\u200bx\\U000e0001",
        "  " + " " * 13 + "^",
        "  write\\x9b0m",
    ]


def test_error_shows_what_people_write_as_it_is() -> None:
    """Letters of every script, signs and wide characters are no escapes."""
    text = "答え 🍳 é e\u0301 ñ Ω ‘’ — ×\u3000"
    assert str(AuthoringError(text)) == text


def test_error_shows_the_beginning_of_what_is_endless() -> None:
    """A message or a hint that repeats a text of any length is cut; the error itself still has all of it."""
    error = AuthoringError("x" * 1_000_000, PLACE, "y" * 1_000_000)
    assert len(str(error)) < 9_000
    assert str(error).splitlines()[0].endswith("x…")
    assert len(error.message) == 1_000_000
