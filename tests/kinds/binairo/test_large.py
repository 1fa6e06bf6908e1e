"""Binairo boards of 20×20 without a given to spare, the largest that other programs make."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.base import Base, build_base
from pipeline.kinds.binairo import KIND
from pipeline.layout import read_layout
from pipeline.limits import Limits
from pipeline.source import parse_documents
from pipeline.tier import Tier
from pipeline.verify.trace import replay

FILLED = "20x20u:AAEgBbCGAeCBZECAdDcaBoDDADEeicCEcaCgCAhQbODBcaeEbhGpfCHBedbjhCbbbGQgdfEegFBbFdbaCaa"
HARD = "20x20u:AAeDEDHAgabtbCbDcDcAGHfedaICAdecCHfIGAbfbBCbBUcagBAbecgldaiCBCAFemBCcdbBdHcdAccBoBCAbCBFnadab"


def _base(code: str) -> Base:
    rows = "".join(f"  {row}\n" for row in KIND.grid(KIND.decode(code)))
    document = parse_documents(f"givens: |\n{rows}".encode(), "layouts/binairo/large.yaml").documents[0]
    return build_base(KIND, read_layout(document, "large", "binairo", {"binairo": KIND}), Limits())


@pytest.mark.parametrize(("code", "reason"), [(FILLED, "trace"), (HARD, "encoding")])
def test_large_board_is_a_level_however_far_reasoning_comes(code: str, reason: str) -> None:
    """Where the searches of its trace would go on and on the other encoding proves it; a cut trace is found out."""
    level = _base(code).levels[0]
    assert level.tier is Tier.EXPERT
    assert level.proofs.reason == reason
    assert level.metrics.gave_up
    puzzle = KIND.read_grid(level.grid, level.rules)
    replayed = replay(KIND, puzzle, level, Limits())
    assert (replayed.faults, replayed.undecided) == ((), ())
    assert replayed.complete == (reason == "trace")
    assert replay(KIND, puzzle, replace(level, trace=level.trace[:-1]), Limits()).faults
