"""The fewest clues that keep a small board's answer the only one, for the kinds' boards to test on."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random

from pipeline.grid import indices
from pipeline.reasoner import Reasoner
from pipeline.search import count


def fewest_clues(ready: Reasoner[Hashable], random: Random) -> int | None:
    """Drop clues in a random order while search finds one answer; their mask, or None where it is not one at first."""
    if count(ready).count != 1:
        return None
    shown = ready.clues
    for clue in random.sample(sorted(indices(shown)), shown.bit_count()):
        if count(ready.showing(shown & ~(1 << clue))).count == 1:
            shown &= ~(1 << clue)
    return shown
