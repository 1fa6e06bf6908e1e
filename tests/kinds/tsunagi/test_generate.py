"""Random Tsunagi boards for ``kotae new``: as asked, tidy, and the only answer, by both ways of making them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from click.testing import CliRunner, Result

from pipeline.cli import cli
from pipeline.errors import RequestError
from pipeline.grid import indices
from pipeline.kind import NewRequest
from pipeline.kinds.tsunagi import one_answer, parse
from pipeline.kinds.tsunagi.clues import number
from pipeline.kinds.tsunagi.encode_again import encode_again
from pipeline.kinds.tsunagi.encode_sat import encode
from pipeline.kinds.tsunagi.generate import OPTIONS, check, generate
from pipeline.kinds.tsunagi.lines import walk
from pipeline.kinds.tsunagi.one_answer import cut_to_one, join_to_few, other_answer
from pipeline.kinds.tsunagi.parse import Drawn
from pipeline.kinds.tsunagi.puzzle import Puzzle
from pipeline.kinds.tsunagi.rules import violations
from pipeline.kinds.tsunagi.steps import steps_of
from pipeline.kinds.tsunagi.strands import SHORTEST, Strands
from pipeline.prove import Prover
from pipeline.source import parse_documents
from pipeline.verdict import Unique
from tests.kinds.tsunagi.boards import puzzle_of

SEEDS = range(4)


def _request(rows: int, cols: int, **options: str) -> NewRequest:
    read = {name: reader(options.get(name, default)) for name, (reader, default, _) in OPTIONS.items()}
    return NewRequest(rows, cols, "none", read)


def _drawn(text: str) -> tuple[Drawn, frozenset[int]]:
    """The board of a generated document, and the cells that are to be kept."""
    document = parse_documents(text.encode(), "new layout").documents[0]
    drawn, _ = parse.read(document)
    cols = drawn.puzzle.cols
    names = [name for name, _ in document.strings("keep", ())]
    places = [name.removeprefix("r").split("c") for name in names]
    return drawn, frozenset((int(row) - 1) * cols + int(col) - 1 for row, col in places)


def _lines(drawn: Drawn) -> list[list[int]]:
    steps = steps_of(drawn.puzzle)
    return [[cell for cell, _ in walk(steps, drawn.edges, first)] for first, _ in drawn.puzzle.pairs]


@pytest.mark.parametrize("way", ["laid", "joined"])
@pytest.mark.parametrize(
    ("rows", "cols", "options"),
    [
        (4, 4, {}),
        (7, 7, {}),
        (5, 9, {}),
        (1, 6, {}),
        (8, 8, {"walls": "8"}),
        (6, 6, {"walls": "10%"}),
        (7, 7, {"blocked": "5"}),
        (6, 8, {"blocked": "10%"}),
        (6, 6, {"bridges": "2"}),
        (6, 6, {"wrap": "yes"}),
        (5, 7, {"wrap": "yes", "bridges": "1", "walls": "4", "blocked": "2"}),
    ],
)
def test_new_board_is_tidy_and_the_only_answer(way: str, rows: int, cols: int, options: dict[str, str]) -> None:
    """The pure board has the drawn answer only, and no line of it is short or runs beside itself."""
    for seed in SEEDS:
        drawn, keep = _drawn(generate(_request(rows, cols, lines=way, **options), Random(seed)))
        puzzle = drawn.puzzle
        assert not keep
        assert not puzzle.clues
        assert (puzzle.rows, puzzle.cols, puzzle.wrap) == (rows, cols, options.get("wrap") == "yes")
        assert not violations(replace(puzzle, touch=False), drawn.edges)
        assert min(map(len, _lines(drawn))) >= SHORTEST
        for wording in (encode, encode_again):
            with Prover(wording(puzzle)) as prover:
                assert prover.verdict() == Unique(drawn.edges)


def test_new_board_has_what_was_asked_for() -> None:
    """So many walls, blocked cells and bridges, as numbers or as shares."""
    drawn, _ = _drawn(generate(_request(8, 10, walls="7", blocked="6", bridges="2"), Random(1)))
    puzzle = drawn.puzzle
    assert (len(puzzle.walls), puzzle.text.count("#"), puzzle.text.count("+")) == (7, 6, 2)
    drawn, _ = _drawn(generate(_request(8, 10, walls="10%", blocked="10%"), Random(1)))
    assert (len(drawn.puzzle.walls), drawn.puzzle.text.count("#")) == (14, 8)


def test_new_board_with_waypoints_needs_each() -> None:
    """No more than were asked for; with them the answer is the only one, and without any one of them it is not."""
    most = 0
    for seed in range(6):
        drawn, keep = _drawn(generate(_request(6, 6, waypoints="3", lines="laid"), Random(seed)))
        assert 1 <= len(keep) <= 3
        most = max(most, len(keep))
        shown = number(drawn, drawn.edges)
        clues = sum(1 << cell for cell in keep)
        with Prover(encode(shown)) as prover:
            assert prover.count(2, clues=clues).verdict == Unique(drawn.edges)
            for cell in keep:
                assert prover.count(2, clues=clues & ~(1 << cell)).count == 2
    assert most > 1


def test_new_board_is_the_same_for_the_same_random() -> None:
    """The bytes depend on the request and the Random alone."""
    request = _request(8, 8, walls="5", waypoints="1")
    texts = [generate(request, Random(seed)) for seed in (5, 5, 6)]
    assert texts[0] == texts[1] != texts[2]


def test_new_board_stops_joining_at_the_pairs_asked_for() -> None:
    """Joined pieces are as few as can be, or as were asked for."""
    few, some = (
        sum(len(_drawn(generate(_request(8, 8, pairs=pairs), Random(seed)))[0].puzzle.pairs) for seed in SEEDS)
        for pairs in ("0", "14")
    )
    assert some == 14 * len(SEEDS)
    assert few < some


def test_new_board_of_many_lines_can_be_read() -> None:
    """A board with more lines than Latin letters."""
    drawn, _ = _drawn(generate(_request(16, 16, lines="laid"), Random(3)))
    assert len(drawn.puzzle.pairs) > 26
    assert not violations(drawn.puzzle, drawn.edges)


def _new(*words: str) -> Result:
    return CliRunner().invoke(cli, ["new", "tsunagi", *words])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--size", "4x4", "--bridges", "3"], "there is no board of 4×4 with 3 bridges"),
        (["--size", "2x6", "--bridges", "1"], "there is no board of 2×6 with 1 bridges"),
        (["--size", "3x6", "--bridges", "1", "--wrap", "yes"], "a bridge and a border between them"),
        (["--size", "1x2"], "there is no line of 3 cells"),
        (["--size", "4x4", "--blocked", "90%"], "there is no line of 3 cells"),
        (["--size", "4x4", "--walls", "20"], "20 walls leave no room"),
        (["--size", "6x6", "--walls", "some"], "'some' is no amount"),
        (["--size", "6x6", "--blocked", "120%"], "'120%' is no amount"),
        (["--size", "6x6", "--walls", "-1"], "'-1' is no amount"),
        (["--size", "6x6", "--bridges", "1.5"], "'1.5' is no number"),
        (["--size", "6x6", "--wrap", "maybe"], "'maybe' is neither yes nor no"),
        (["--size", "6x6", "--lines", "drawn"], "'drawn' is no way to make lines"),
        (["--size", "2x2"], "every line that fills 2×2 cells in a ring runs beside itself"),
        (["--size", "2x2", "--wrap", "yes", "--walls", "1"], "every line that fills 2×2 cells in a ring"),
        (["--size", "1x5", "--wrap", "yes"], "every line that fills 1×5 cells in a ring"),
        (["--size", "5x5", "--walls", "60%"], "24 walls leave no room for lines"),
        (["--size", "6x6", "--lines", "laid", "--pairs", "5"], "--pairs is for lines that are joined"),
        (["--size", "5x5", "--pairs", "99"], "there is no room for 99 pairs on this board"),
        (["--size", "5x5", "--pairs", "9"], "ask for 8 at most"),
        (["--size", "20x20", "--pairs", "83"], "ask for 82 at most"),
    ],
)
def test_new_board_that_cannot_be_exits_2(words: list[str], message: str) -> None:
    """What fits no board at all is a fault of the command line."""
    result = _new(*words)
    assert result.exit_code == 2, result.output
    assert message in result.stderr


@pytest.mark.parametrize(("wrap", "most"), [("no", 23), ("yes", 33)])
def test_new_board_has_as_many_walls_as_leave_the_ways_that_lines_need(wrap: str, most: int) -> None:
    """Of 40 ways on 5×5, and ten more over a border that joins, lines of three and four cells take 17."""
    check(_request(5, 5, walls=str(most), wrap=wrap))
    with pytest.raises(RequestError, match=f"{most + 1} walls leave no room for lines"):
        check(_request(5, 5, walls=str(most + 1), wrap=wrap))


def test_new_board_that_is_not_found_exits_1() -> None:
    """A request in good order that chance does not meet: the 17 ways that 23 walls leave are just enough for lines."""
    result = _new("--size", "5x5", "--walls", "23")
    assert result.exit_code == 1
    assert "no board of 5×5 was found" in result.stderr


def test_new_board_on_a_small_ring_is_one_line_between_a_wall() -> None:
    """What is refused without a wall can be with one: the line goes round from one side of it to the other."""
    for rows, cols, more in ((2, 2, {}), (1, 5, {"wrap": "yes"})):
        drawn, _ = _drawn(generate(_request(rows, cols, walls="1", **more), Random(1)))
        assert [len(line) for line in _lines(drawn)] == [rows * cols]


@pytest.mark.parametrize(
    "bare",
    [
        puzzle_of("." * 36, 6),
        puzzle_of("." * 36, 6, wrap=True),
        puzzle_of("." * 8 + "+.+" + "." * 25, 6),
        puzzle_of("." * 36, 6, walls="0-1,7-8,14-20"),
        puzzle_of("." * 14 + "#" + "." * 6 + "##" + "." * 19, 6),
    ],
)
def test_strands_cover_the_board_and_stay_tidy(bare: Puzzle) -> None:
    """Laid, cut and joined, they have every cell once, each line is tidy, and the bridges are crossed."""
    for seed in range(20):
        strands = Strands(bare, Random(seed))
        assert strands.sound
        if not strands.lay(9) or not cut_to_one(strands):
            continue
        before = len(strands.lines)
        join_to_few(strands, 1)
        assert len(strands.lines) <= before
        assert sorted(cell for line in strands.lines.values() for cell in line) == list(indices(steps_of(bare).cells))
        assert not violations(replace(strands.puzzle(), touch=False), strands.edges)
        assert other_answer(strands) is None


def test_joining_ends_with_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """When all that it may spend is spent the lines stay as they are, the only answer and more than need be."""
    joined = []
    for in_all in (0, 1, one_answer.JOINING_IN_ALL):
        strands = Strands(puzzle_of("." * 36, 6), Random(3))
        assert strands.lay(5)
        assert cut_to_one(strands)
        before = len(strands.lines)
        monkeypatch.setattr(one_answer, "JOINING_IN_ALL", in_all)
        join_to_few(strands, 1)
        assert other_answer(strands) is None
        joined.append(before - len(strands.lines))
    assert joined[0] == 0
    assert joined[1] <= 1
    assert joined[2] > 1


def test_strands_refuse_bridges_that_cannot_be_crossed() -> None:
    """A blocked cell beside a bridge, and a bridge between two cells that are neighbours over the border."""
    assert not Strands(puzzle_of("....+#...", 3), Random(1)).sound
    assert not Strands(puzzle_of("....+....", 3, wrap=True), Random(1)).sound
    assert Strands(puzzle_of("....+....", 3), Random(1)).sound
