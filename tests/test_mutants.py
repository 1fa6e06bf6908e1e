"""The mutants that nobody can tell from the code: each is explained at a line that still stands."""

from __future__ import annotations

import inspect
import os
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.mutants import EXPLAINED, Explained, evened, named, read_explained, sweep


def _source(function: str) -> str:
    """The text of a function or method, each run of spaces as one."""
    parts = function.split(".")
    for length in range(len(parts) - 1, 0, -1):
        try:
            found: Any = import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            found = getattr(found, part)
        return evened(inspect.getsource(found))
    raise ModuleNotFoundError(function)


def test_explained_mutants_are_of_lines_that_stand() -> None:
    """Where a line was rewritten, what is said of it has to be thought over: it goes, or is said of the new line."""
    explained = read_explained(EXPLAINED.read_text(encoding="utf-8"))
    assert explained
    for each in explained:
        assert each.was in _source(each.function), each
        assert each.was != each.becomes, each
        assert len(each.why.split()) > 3, each
    assert len({(each.function, each.was, each.becomes) for each in explained}) == len(explained)


def test_mutant_is_named_as_the_function_that_it_changes() -> None:
    """Of a function and of a method, with an underscore of their own or not."""
    assert named("pipeline.tier.x_ladder__mutmut_12") == "pipeline.tier.ladder"
    assert named("pipeline.tier.x__hardest__mutmut_1") == "pipeline.tier._hardest"
    assert named("pipeline.blank.xǁBlankingǁblank__mutmut_3") == "pipeline.blank.Blanking.blank"
    assert named("pipeline.blank.xǁBlankingǁ_suffice__mutmut_3") == "pipeline.blank.Blanking._suffice"


def test_files_that_a_run_cut_short_has_written_half_are_written_anew(tmp_path: Path) -> None:
    """Those of which nothing is said yet, or something of an older file; what is not mutated stays as it is."""
    for name, written, said in (("whole", 1, 2), ("half", 1, None), ("again", 3, 2), ("other", 1, None)):
        for ending, time in ((".py", written), (".py.spans", said)):
            if time is not None:
                (tmp_path / f"{name}{ending}").touch()
                os.utime(tmp_path / f"{name}{ending}", (time, time))
    sweep(tmp_path, ["[!o]*.py", "no such folder/*.py"])
    assert {path.name for path in tmp_path.glob("*.py")} == {"whole.py", "other.py"}


def test_explanation_holds_for_each_change_that_it_lists() -> None:
    """A function's changes are read one by one, with their reason."""
    text = '[["a.f"]]\nwas = "x < y"\nbecomes = "x <= y"\nwhy = "never equal"\n'
    assert read_explained(text) == (Explained("a.f", "x < y", "x <= y", "never equal"),)
    assert len(read_explained(text * 2)) == 2
