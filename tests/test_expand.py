"""The proofs of a base: what the level with the fewest clues proves for the others, and what it does not."""

from __future__ import annotations

from typing import Any

import pytest

from pipeline.expand import Images
from pipeline.kind import discover
from pipeline.prove import Prover
from pipeline.verdict import Ambiguous, Budget, Unique

KIND = discover()["binairo"]
ANSWER = ("0101", "1010", "0110", "1001")


def _read(rows: tuple[str, ...]) -> Any:
    return KIND.read_grid(rows, {})


def test_proof_of_fewer_clues_serves_for_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked about more clues the prover is only asked whether the answer meets them all, once for each image."""
    whole = _read(ANSWER)
    answer = KIND.read_answer(whole, ANSWER)
    asked: list[int] = []
    count = Prover.count

    def counting(self: Prover[Any], limit: int = 2, *rest: Any) -> Any:
        asked.append(limit)
        return count(self, limit, *rest)

    monkeypatch.setattr(Prover, "count", counting)
    shown = [mask for mask in _nested(whole) if _is_unique(KIND.show(whole, mask))]
    few, more, most = (KIND.show(whole, mask) for mask in (shown[0], shown[1], shown[-1]))
    asked.clear()
    with Images(KIND, whole, answer, Budget()) as images:
        assert images.prove(few) == (Unique(answer), True)
        assert len(images.expand(few)) > 1
        proofs = asked.count(2)
        assert images.prove(more) == images.prove(most) == (Unique(answer), False)
        assert len(images.expand(more)) > 1
        assert asked.count(2) == proofs
        assert asked.count(1) <= len(KIND.images(whole))


def test_answer_that_does_not_meet_a_clue_is_not_proved_by_fewer() -> None:
    """The whole has a clue that is none of the answer's: with it shown the verdict is asked for, and it is another."""
    whole = _read(ANSWER)
    answer = KIND.read_answer(whole, ANSWER)
    few = next(mask for mask in _nested(whole) if _is_unique(KIND.show(whole, mask)))
    wrong = next(cell for cell in range(16) if not few >> cell & 1)
    spoilt = _read(_with(ANSWER, wrong))
    with Images(KIND, spoilt, answer, Budget()) as images:
        assert images.prove(KIND.show(spoilt, few)) == (Unique(answer), True)
        verdict, irreducible = images.prove(spoilt)
        assert not isinstance(verdict, Unique | Ambiguous)
        assert not irreducible


def _with(rows: tuple[str, ...], cell: int) -> tuple[str, ...]:
    text = "".join(rows)
    text = text[:cell] + ("0" if text[cell] == "1" else "1") + text[cell + 1 :]
    return tuple(text[at : at + 4] for at in range(0, 16, 4))


def _is_unique(puzzle: Any) -> bool:
    with Prover(KIND.encode(puzzle)) as prover:
        return isinstance(prover.count(2).verdict, Unique)


def _nested(whole: Any) -> list[int]:
    """Clue sets, each with one clue more than the one before, the first without a clue to spare."""
    mask = 0xFFFF
    for cell in range(16):
        if _is_unique(KIND.show(whole, mask & ~(1 << cell))):
            mask &= ~(1 << cell)
    masks = [mask]
    for cell in range(16):
        if not mask >> cell & 1:
            mask |= 1 << cell
            masks.append(mask)
    return masks
