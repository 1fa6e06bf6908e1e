"""Cuts of Binairo: that two lines are equal is refused, and each such clause is read off the board again."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from pipeline.catalogue import read_catalogue
from pipeline.kind import discover
from pipeline.kinds.binairo.puzzle import OPEN
from pipeline.layout import read_layouts
from pipeline.proofs.refute import prove_level
from pipeline.proofs.replay import clauses_file, proof_faults, refutation_file
from pipeline.verdict import Budget
from tests.conftest import ROOT
from tests.cuts import accounted_for
from tests.kinds.binairo.boards import SMALL, grids, puzzle_of
from tests.made import build_catalogue

KIND = discover()["binairo"]


def test_cuts_follow_and_clauses_like_them_that_do_not_are_none() -> None:
    """Beside every grid of the small boards; where lines may be equal nothing is a cut."""
    random = Random(8)
    seen = [0, 0]
    for rows, cols in SMALL[:3]:
        puzzle = puzzle_of(OPEN * (rows * cols), cols)
        answers = [sum(1 << i for i, ch in enumerate(text) if ch == "1") for text in grids(rows, cols, True)]
        counts = accounted_for(KIND, puzzle, answers, random)
        seen = [sum(pair) for pair in zip(seen, counts, strict=True)]
    assert min(seen) > 20
    first_two_rows = [-1, 2, 3, -4, -5, 6, 7, -8]
    assert KIND.why_cut
    assert KIND.why_cut(puzzle_of(OPEN * 16, 4), first_two_rows) == "rows 1 and 2 are not both 1001"
    assert KIND.why_cut(puzzle_of(OPEN * 16, 4, False), first_two_rows) is None


def test_proof_with_a_cut_holds_and_another_cut_is_told(tmp_path: Path) -> None:
    """A cut stands behind the level's own clauses with its reason; one that says too much is found by its line."""
    kinds = discover()
    layouts, _ = read_layouts(ROOT / "layouts" / "binairo" / "06x06.yaml", ROOT / "layouts", kinds)
    build_catalogue(layouts[:8], tmp_path)
    budget = Budget(nodes=200_000)
    levels = list(read_catalogue(tmp_path / "binairo.jsonl"))
    level, proof = next(
        (level, proof) for level in levels if (proof := prove_level(KIND, level, budget)) and ": cut: " in proof.clauses
    )
    path, steps = clauses_file(tmp_path, level), refutation_file(tmp_path, level)
    path.parent.mkdir()
    path.write_text(proof.clauses, encoding="utf-8")
    steps.write_text(proof.refutation, encoding="utf-8")
    assert proof_faults(KIND, level, tmp_path) == ()
    lines = proof.clauses.splitlines()
    first, *rest = lines[-1].split()
    path.write_text("\n".join((*lines[:-1], " ".join((str(-int(first)), *rest)), "")), encoding="utf-8")
    (fault,) = proof_faults(KIND, level, tmp_path)
    assert str(fault).startswith(f"{path.as_posix()}:{len(lines)}: the clause '{-int(first)} ")
    assert "is none of the level's, and does not follow from its rules" in str(fault)
    assert json.dumps(dict(level.rules), sort_keys=True) in lines[0]
