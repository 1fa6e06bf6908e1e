"""Proofs carried over to images: right wherever they are carried, and refused wherever something is not the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pipeline.carry import Proved, carried
from pipeline.expand import ImageError, Images
from pipeline.grid import indices, mask_of
from pipeline.kind import discover
from pipeline.prove import Prover
from pipeline.verdict import Budget, Unique
from tests.toys import Clause, Toy, given_toys

KIND = discover()["binairo"]
GRID = ("010101", "100110", "011001", "101010", "010110", "101001")
CUT_GRID = ("010011", "001011", "101100", "010101", "101010", "110100")
CUT_CLUES = (8, 16, 22, 26, 29, 32, 34, 35)
"""Of that grid, where other answers have equal lines."""


def _follows(cut: Sequence[int]) -> bool:
    return True


def _image(toy: Toy, sources: Sequence[int]) -> Toy:
    """The toy of which each place is that of the other, ``~place`` where yes and no are exchanged."""
    new = {max(old, ~old) + 1: place + 1 if old >= 0 else -(place + 1) for place, old in enumerate(sources)}

    def turned(clause: Clause) -> Clause:
        return tuple(new[abs(literal)] * (1 if literal > 0 else -1) for literal in clause)

    clues = tuple(sorted((turned(clue) for clue in toy.clues), key=lambda clue: abs(clue[0])))
    at_most = tuple((turned(some), most) for some, most in toy.at_most)
    return replace(toy, rules=tuple(map(turned, toy.rules))[::-1], clues=clues, at_most=at_most)


def _turned(mask: int, sources: Sequence[int], exchanged: bool = True) -> int:
    return mask_of(new for new, old in enumerate(sources) if (mask >> max(old, ~old) & 1) ^ (exchanged and old < 0))


@pytest.mark.parametrize("lazy", [False, True])
def test_carried_proof_is_that_of_the_image(lazy: bool) -> None:
    """Whatever is carried over is so by trying all answers; and a true image is never refused."""
    random = Random(7)
    proofs = cuts = 0
    for toy, answer in given_toys(150, seed=21):
        sources = [random.choice((place, ~place)) for place in random.sample(range(toy.places), toy.places)]
        image, wanted = _image(toy, sources), _turned(answer, sources)
        for clues in {random.getrandbits(toy.places) for _ in range(4)} | {toy.all_clues}:
            with Prover(toy.encoding(lazy)) as prover:
                if prover.count(2, clues=clues).verdict != Unique(answer):
                    continue
                proved = Proved(toy.encoding(lazy), clues, answer, prover.cuts)
            found = carried(proved, image.encoding(lazy), sources, wanted, _follows)
            assert found == _turned(clues, sources, exchanged=False)
            assert image.answers(found) == [wanted]
            proofs += clues != toy.all_clues
            cuts += bool(proved.cuts)
            if proved.cuts:
                assert carried(proved, image.encoding(lazy), sources, wanted, lambda cut: False) is None
    assert proofs > 40
    assert cuts > 20 or not lazy


def test_proof_is_not_carried_where_anything_differs() -> None:
    """Another rule, bound or given, another answer, or places that are not matched one for one."""
    toy = Toy(3, ((1, 2), (-1, 3)), ((1,), (2,), (3,)), at_most=(((1, -2, 3), 2),), givens=True)
    proved = Proved(toy.encoding(), 0b011, 0b111, ())
    straight, turned = (0, 1, 2), (2, 0, ~1)
    assert toy.answers(0b011) == [0b111]
    assert carried(proved, toy.encoding(), straight, 0b111, _follows) == 0b011
    image = _image(toy, turned)
    assert carried(proved, image.encoding(), turned, 0b011, _follows) == 0b110
    others: dict[str, tuple[Toy, Sequence[int], int]] = {
        "places taken for others": (image, straight, 0b011),
        "the stones not exchanged": (image, (2, 0, 1), 0b011),
        "a place twice": (image, (2, 0, 0), 0b011),
        "another answer": (image, turned, 0b111),
        "another rule": (replace(image, rules=((2, -3), (2, 1))), turned, 0b011),
        "a rule less": (replace(image, rules=image.rules[1:]), turned, 0b011),
        "a rule more": (replace(image, rules=(*image.rules, (1, 2, 3))), turned, 0b011),
        "another bound": (replace(image, at_most=((image.at_most[0][0], 1),)), turned, 0b011),
        "no bound": (replace(image, at_most=()), turned, 0b011),
        "a given that is not the answer's": (replace(image, clues=((-1,), *image.clues[1:])), turned, 0b011),
        "a place more": (replace(image, places=4), turned, 0b011),
        "clues that are no givens": (replace(image, givens=False), turned, 0b011),
    }
    for name, (other, sources, answer) in others.items():
        assert carried(proved, other.encoding(), sources, answer, _follows) is None, name
    short = replace(image.encoding(), selectors={place: image.encoding().selectors[place] for place in (0, 1)})
    assert carried(proved, short, turned, 0b011, _follows) is None, "a given less"
    twice = replace(short, selectors={0: short.selectors[1], 1: short.selectors[1]})
    assert carried(proved, twice, turned, 0b011, _follows) is None, "a given in place of another"
    apart = replace(image.encoding(), places={0: 1, 1: 2, 5: 3})
    assert carried(proved, apart, turned, 0b011, _follows) is None, "places that are not counted one by one"


def test_proof_is_carried_from_places_that_are_not_counted_one_by_one() -> None:
    """Sources are any places of the board; the last of them answers yes, or it does not."""
    toy = Toy(3, ((1, 2), (-1, 3)), ((1,), (2,), (3,)), givens=True)
    own = replace(toy.encoding(), places={0: 1, 1: 2, 5: 3})
    assert carried(Proved(own, 0b011, 0b100011, ()), toy.encoding(), (0, 1, 5), 0b111, _follows) == 0b011
    assert carried(Proved(own, 0b011, 0b000011, ()), toy.encoding(), (0, 1, 5), 0b111, _follows) is None


def test_proof_is_not_carried_where_the_image_has_a_lazy_rule_against_it() -> None:
    """What an encoding says only once a model breaks it is asked of the answer, by the first look where it has one."""
    toy = Toy(2, (), ((1,), (2,)), givens=True)
    image = replace(toy, rules=((-1, -2),))
    proved = Proved(toy.encoding(lazy=True), 0b11, 0b11, ())
    assert carried(proved, toy.encoding(lazy=True), (0, 1), 0b11, _follows) == 0b11
    assert carried(proved, image.encoding(lazy=True), (0, 1), 0b11, _follows) is None
    seen: list[Sequence[int]] = []
    for says in (True, False):
        looking = replace(toy.encoding(), intact=lambda literals, says=says: seen.append(literals) or says)
        assert (carried(proved, looking, (1, 0), 0b11, _follows) is not None) == says
    assert seen == [[1, 2], [1, 2]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What provers are asked while a test runs: up to how many answers they count."""
    limits: list[int] = []
    count = Prover.count

    def counting(self: Prover[Any], limit: int = 2, *rest: Any) -> Any:
        limits.append(limit)
        return count(self, limit, *rest)

    monkeypatch.setattr(Prover, "count", counting)
    return limits


def _few(whole: Any) -> int:
    """Clues that leave one answer, of which none can be spared."""
    few = KIND.clues(whole)
    with Prover(KIND.encode(whole)) as prover:
        for cell in indices(few):
            few = fewer if prover.count(2, None, fewer := few & ~(1 << cell)).count == 1 else few
    return few


def test_images_are_proved_by_one_proof(asked: list[int]) -> None:
    """A solver is asked about the puzzle alone, and about its images where places are matched wrongly or not at all."""
    whole = KIND.read_grid(GRID, {})
    answer, puzzle = KIND.read_answer(whole, GRID), KIND.show(whole, _few(whole))
    asked.clear()
    with Images(KIND, whole, answer, Budget()) as images:
        names = images.expand(puzzle)
        assert images.expand(whole) == tuple(name for name in names if name in images.expand(whole))
        known = images.known
    assert asked == [2]
    assert len(names) == 16
    asked.clear()
    with Images(KIND, whole, answer, Budget(), known) as images:
        assert images.expand(puzzle, names) == names
        assert images.known == known
    assert not asked
    for matched in (lambda puzzle, image: range(36), None):
        with Images(replace(KIND, turn_places=matched), whole, answer, Budget()) as images:
            assert images.expand(puzzle) == names
        assert asked.count(2) > 10
        asked.clear()


def test_cuts_of_a_proof_are_asked_of_every_image(asked: list[int]) -> None:
    """Those of either part; where one of them does not follow by the rules of an image that has a proof of its own."""
    whole = KIND.read_grid(CUT_GRID, {})
    answer, puzzle = KIND.read_answer(whole, CUT_GRID), KIND.show(whole, mask_of(CUT_CLUES))
    with Images(KIND, whole, answer, Budget()) as images:
        names = images.expand(puzzle)
        known = images.known
    assert asked == [2]
    assert known
    assert known.cuts
    asked.clear()
    for cuts in (known.cuts, (*known.cuts, (1, 2))):
        with Images(KIND, whole, answer, Budget(), replace(known, cuts=cuts)) as images:
            assert images.expand(puzzle, names) == names
            assert images.known == replace(known, cuts=cuts)
        assert len(asked) == (0 if cuts == known.cuts else len(names) - 1)


def test_image_with_another_answer_is_found_out() -> None:
    """Where a kind turns the answer otherwise than the board, no proof is carried, and the prover contradicts it."""
    whole = KIND.read_grid(GRID, {})
    answer, puzzle = KIND.read_answer(whole, GRID), KIND.show(whole, _few(whole))
    wrong = replace(KIND, turn_answer=lambda puzzle, ones, image: ones)
    with Images(wrong, whole, answer, Budget()) as images, pytest.raises(ImageError, match="the prover says"):
        images.expand(puzzle)
