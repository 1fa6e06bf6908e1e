"""What a document is asked: values of each sort, and what is said where a value is another."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pipeline.errors import LayoutSyntaxError, Location
from pipeline.node import Located, Mapping, clip, closest, suggestion
from pipeline.source import parse_documents


def document(text: str) -> Mapping:
    documents, errors = parse_documents(text.encode(), "a.yaml")
    assert errors == ()
    assert len(documents) == 1
    return documents[0]


def refusal(text: str, ask: Callable[[Mapping], object]) -> LayoutSyntaxError:
    with pytest.raises(LayoutSyntaxError) as caught:
        ask(document(text))
    return caught.value


def rows(text: str) -> list[tuple[str, str]]:
    return [(row.text, str(row.location).removeprefix("a.yaml:")) for row in document(text).rows("walls")]


BLOCKS = {
    "two spaces": ("walls: |\n  ..#\n  ...\n", [("..#", "2:3"), ("...", "3:3")]),
    "five spaces": ("walls: |\n     ..#\n     ...\n", [("..#", "2:6"), ("...", "3:6")]),
    "stripped": ("walls: |-\n  ..#\n  ...\n", [("..#", "2:3"), ("...", "3:3")]),
    "kept": ("walls: |+\n  ..#\n  ...\n\n\n", [("..#", "2:3"), ("...", "3:3")]),
    "said indentation": ("walls: |2\n   .#\n  ...\n", [(" .#", "2:3"), ("...", "3:3")]),
    "both indicators": ("walls: |3-\n   .#\n   ..\n", [(".#", "2:4"), ("..", "3:4")]),
    "indicators the other way": ("walls: |-1\n .#\n ..\n", [(".#", "2:2"), ("..", "3:2")]),
    "comment beside the bar": ("walls: | # drawn\n  .#\n  ..\n", [(".#", "2:3"), ("..", "3:3")]),
    "bar on a line of its own": ("walls:\n  |\n  .#\n  ..\n", [(".#", "3:3"), ("..", "4:3")]),
    "no line end": ("walls: |\n  .#\n  ..", [(".#", "2:3"), ("..", "3:3")]),
    "blank lines around": ("walls: |\n\n  .#\n  ..\n\ntitle: A\n", [(".#", "3:3"), ("..", "4:3")]),
    "blank line within": ("walls: |\n  .#\n\n  ..\n", [(".#", "2:3"), ("", "3:1"), ("..", "4:3")]),
    "indented row": ("walls: |\n  .#\n   ..\n", [(".#", "2:3"), (" ..", "3:3")]),
    "spaces behind": ("walls: |\n  .#  \n  ..\n", [(".#", "2:3"), ("..", "3:3")]),
    "walls at the left": ("walls: |\n  #.\n  ##\n", [("#.", "2:3"), ("##", "3:3")]),
    "wide characters": ("walls: |\n  🍳é\n  ..\n", [("🍳é", "2:3"), ("..", "3:3")]),
    "in the second document": ("# first\n---\nwalls: |\n  .#\n", [(".#", "4:3")]),
    "one row": ("walls: ..#..\n", [("..#..", "1:8")]),
    "one row in quotes": ("walls: '#.#' # drawn\n", [("#.#", "1:9")]),
    "one row in a block": ("walls: |\n  #.#\n", [("#.#", "2:3")]),
    "a comment below": ("walls: |\n  .#\n# and now\ntitle: A\n", [(".#", "2:3")]),
    "a longer comment below": ("walls: |\n  .#\n#--------\ntitle: A\n", [(".#", "2:3")]),
}


@pytest.mark.parametrize(("text", "expected"), BLOCKS.values(), ids=BLOCKS)
def test_rows_have_the_place_of_their_first_character(text: str, expected: list[tuple[str, str]]) -> None:
    """A drawing is its lines without the indentation, whatever set it, each where it stands in the file."""
    assert rows(text) == expected


NO_DRAWINGS = {
    "plain over lines": ("walls:\n  ..#\n  ...\n", "2:3", "run together", "walls: |"),
    "plain beside and below": ("walls: ..#\n  ...\n", "1:8", "run together", "walls: |"),
    "plain below, a comment lost": ("walls:\n  #..\n  ...\n", "3:3", "run together", "walls: |"),
    "folded": ("walls: >\n  ..#\n  ...\n", "1:8", "run together", "walls: |"),
    "quoted over lines": ("walls: '..#\n  ...'\n", "1:8", "run together", "walls: |"),
    "escape": ('walls: "..\\x23"\n', "1:8", "run together", "walls: |"),
    "nothing": ("walls:\ntitle: A\n", "1:7", "'walls' has no rows", "walls: |"),
    "lost as a comment": ("walls: #.#\n", "1:7", "'walls' has no rows", "walls: |"),
    "empty block": ("walls: |\n\ntitle: A\n", "1:8", "'walls' has no rows", "walls: |"),
    "list": ("walls: [..#, ...]\n", "1:8", "not a list", "walls: |"),
    "mapping": ("walls:\n  a: b\n", "2:3", "not keys and values", "walls: |"),
    "last row lost": ("walls: |\n    .#\n  #.\ntitle: A\n", "3:3", "takes for a comment", "column of the rows above"),
    "last row at the left": ("walls: |\n  .#\n#.\n", "3:1", "takes for a comment", "column of the rows above"),
    "missing": ("title: A\n", "1:1", "the key 'walls' is missing", "add a line 'walls: …'"),
}


@pytest.mark.parametrize(("text", "where", "message", "hint"), NO_DRAWINGS.values(), ids=NO_DRAWINGS)
def test_rows_refuse_what_is_no_drawing(text: str, where: str, message: str, hint: str) -> None:
    """A drawing that YAML would fold or lose a row of is an error that says how to write it."""
    error = refusal(text, lambda found: found.rows("walls"))
    assert str(error.location) == f"a.yaml:{where}"
    assert message in error.message
    assert hint in (error.hint or "")


@pytest.mark.parametrize("written", ["no", "010", "12:30", "null", "~", "1e3", "0x1F", "yes", "2026-01-01"])
def test_string_is_what_is_written(written: str) -> None:
    """No text becomes a truth value, a number, a date or nothing."""
    assert document(f"title: {written}\n").string("title") == written


def test_string_is_one_line_without_spaces_around() -> None:
    """Quotes, folding and the line end of a block are YAML's; the text is what is between."""
    assert document("title: ' A  B '\n").string("title") == "A  B"
    assert document("title: >\n  A\n  B\n").string("title") == "A B"
    assert document("title: |\n  A\n").string("title") == "A"
    assert document('title: ""\n').string("title") == ""


WRONG_VALUES: dict[str, tuple[str, Callable[[Mapping], object], str, str, str]] = {
    "no value": ("title:\n", lambda d: d.string("title"), "1:7", "'title' has no value", "leave the key out"),
    "list for a text": ("title: [A]\n", lambda d: d.string("title"), "1:8", "not a list", "a single value"),
    "two lines": ("title: |\n  A\n  B\n", lambda d: d.string("title"), "1:8", "text of one line", "join the lines"),
    "missing": ("a: b\n", lambda d: d.string("title"), "1:1", "'title' is missing", "add a line"),
    "near a choice": (
        "s: rotate18\n",
        lambda d: d.choice("s", ("none", "rotate180")),
        "1:4",
        "'s' cannot be",
        "rotate180",
    ),
    "far from all": ("s: x\n", lambda d: d.choice("s", ("none", "all")), "1:4", "cannot be 'x'", "it can be none, all"),
    "yes": ("wrap: yes\n", lambda d: d.boolean("wrap"), "1:7", "true or false, not 'yes'", "write true or false"),
    "capital": ("wrap: True\n", lambda d: d.boolean("wrap"), "1:7", "true or false, not 'True'", "write true or false"),
    "quoted truth": ("wrap: 'true'\n", lambda d: d.boolean("wrap"), "1:7", "true or false", "write true or false"),
    "leading zero": ("seed: 010\n", lambda d: d.integer("seed"), "1:7", "not '010'", "without zeros"),
    "other base": ("seed: 0x10\n", lambda d: d.integer("seed"), "1:7", "not '0x10'", "decimal digits"),
    "quoted number": ("seed: '7'\n", lambda d: d.integer("seed"), "1:7", "whole number", "without quotes"),
    "other digits": ("seed: ٣\n", lambda d: d.integer("seed"), "1:7", "whole number", "decimal digits"),
    "too large": ("seed: 61\n", lambda d: d.integer("seed", high=60), "1:7", "from 0 to 60, not '61'", "decimal"),
    "too small": ("seed: -1\n", lambda d: d.integer("seed"), "1:7", "not '-1'", "decimal"),
    "a million digits": (f"seed: {'9' * 1000000}\n", lambda d: d.integer("seed"), "1:7", "whole number", "decimal"),
    "text for a list": ("keep: r1c1\n", lambda d: d.strings("keep"), "1:7", "a list, not 'r1c1'", "keep: [a, b, c]"),
    "nothing for a list": ("keep:\n", lambda d: d.strings("keep"), "1:6", "a list, not nothing", "keep: [a, b, c]"),
    "list in a list": ("keep: [[a]]\n", lambda d: d.strings("keep"), "1:8", "takes a text, not a list", "single value"),
    "gap in a list": ("keep:\n  - a\n  -\n", lambda d: d.strings("keep"), "3:4", "has no value", "write one"),
    "text for keys": ("lines: A\n", lambda d: d.mapping("lines"), "1:8", "not 'A'", "on the lines below"),
}


@pytest.mark.parametrize(("text", "ask", "where", "message", "hint"), WRONG_VALUES.values(), ids=WRONG_VALUES)
def test_value_of_the_wrong_sort_is_told(
    text: str, ask: Callable[[Mapping], object], where: str, message: str, hint: str
) -> None:
    """A value that is not what was asked for is an error at the value, with what would be right."""
    error = refusal(text, ask)
    assert str(error.location) == f"a.yaml:{where}"
    assert message in error.message
    assert hint in (error.hint or "")
    assert len(error.message) < 120


def test_values_are_read() -> None:
    """Each sort of value, written as it should be."""
    found = document("s: all\nwrap: true\nfill: false\nseed: 7\nlow: -3\nkeep: [r1c1, 'r2 c2']\nlines:\n  A: b\n")
    assert found.choice("s", ("none", "all")) == "all"
    assert (found.boolean("wrap"), found.boolean("fill")) == (True, False)
    assert (found.integer("seed"), found.integer("low", low=-5)) == (7, -3)
    assert [item.text for item in found.strings("keep")] == ["r1c1", "r2 c2"]
    assert found.mapping("lines").string("A") == "b"
    assert found.keys == ("s", "wrap", "fill", "seed", "low", "keep", "lines")
    assert "s" in found
    assert "t" not in found


def test_default_stands_for_a_missing_key_only() -> None:
    """A key may be missing where there is a default, but a key without a value is still a slip."""
    found = document("title:\n")
    assert found.string("author", "") == ""
    assert found.choice("s", ("none",), "none") == "none"
    assert found.boolean("wrap", False) is False
    assert found.integer("seed", 0) == 0
    assert found.strings("keep", ()) == ()
    with pytest.raises(LayoutSyntaxError, match="'title' has no value"):
        found.string("title", "")


def test_place_is_of_the_value_or_of_the_document() -> None:
    """An error about a key points at its value, and one about a missing key at the document."""
    found = document("# a\ntitle: A\n")
    assert found.place("title") == Location("a.yaml", 2, 8, "title: A")
    assert found.place("walls") == found.location == Location("a.yaml", 2, 1, "title: A")


def test_unknown_keys_are_each_told() -> None:
    """Every unknown key is an error at the key, with the nearest known one or with all."""
    found = document("title: A\nsymetry: none\nzzz: 1\n")
    near, far = found.unknown_keys(("title", "walls", "symmetry"))
    assert str(near).splitlines() == [
        "a.yaml:2:1: unknown key 'symetry'",
        "  symetry: none",
        "  ^",
        "  did you mean 'symmetry'?",
    ]
    assert str(far.location) == "a.yaml:3:1"
    assert far.hint == "it can be title, walls, symmetry"
    with pytest.raises(LayoutSyntaxError, match="'symetry'"):
        found.check_keys(("title", "walls", "symmetry"))
    found.check_keys(("title", "symetry", "zzz"))


def test_closest_finds_the_word_that_was_meant() -> None:
    """A slip of one letter or of case finds its word, and a word far from all finds none."""
    words = ("walls", "symmetry", "Title")
    assert closest("wals", words) == "walls"
    assert closest("SYMMETRY", words) == "symmetry"
    assert closest("title", words) == "Title"
    assert closest("q", words) is None
    assert closest("walls" * 1_000_000, words) is None
    assert suggestion("wals", words) == "did you mean 'walls'?"


def test_clip_keeps_a_message_on_one_short_line() -> None:
    """A long text ends in an ellipsis, and a line end within becomes a space."""
    assert clip("a\nb") == "a b"
    assert clip("x" * 50) == "x" * 39 + "…"
    assert Located("a", Location("b")).text == "a"
