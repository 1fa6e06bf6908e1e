"""Files of layouts: what is read, and what is refused where."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.document import MAX_DEPTH
from pipeline.errors import LayoutSyntaxError, Location
from pipeline.files import MAX_BYTES
from pipeline.source import Reading, parse_documents, read_documents, read_settings


@pytest.mark.parametrize("name", ["pipe", "/dev/zero"])
def test_source_that_has_no_end_is_refused(tmp_path: Path, name: str) -> None:
    """A pipe that nobody writes into would keep its reader waiting for ever, and a device may go on for ever."""
    os.mkfifo(tmp_path / "pipe")
    reading = read_documents(tmp_path / name, "a.yaml")
    assert reading.documents == ()
    assert str(reading.errors[0]).startswith("a.yaml: cannot be read: it is a pipe or a device, not a file")


def parse(text: str) -> Reading:
    return parse_documents(text.encode(), "a.yaml")


def only_error(text: str | bytes) -> LayoutSyntaxError:
    reading = parse_documents(text.encode() if isinstance(text, str) else text, "a.yaml")
    assert reading.documents == ()
    assert len(reading.errors) == 1
    return reading.errors[0]


def place(error: LayoutSyntaxError) -> str:
    assert error.location is not None
    return str(error.location)


FAULTS = {
    "tab": ("title: A\nwalls:\t|\n", "2:7", "a tab", "use spaces"),
    "tab in a row": ("walls: |\n  .\t#\n", "2:4", "a tab", "use spaces"),
    "null character": ("title: A\x00B\n", "1:9", "U+0000", "take it out"),
    "escape character": ("title: \x1b[31mA\n", "1:8", "U+001B", "take it out"),
    "line separator": ("title: A\u2028B\n", "1:9", "U+2028", "take it out"),
    "byte order mark inside": ("title: A\ufeffB\n", "1:9", "U+FEFF", "take it out"),
    "escaped null": ('title: "\\0"\n', "1:8", "U+0000", "what can be seen"),
    "escaped half of a pair": ('title: "\\uD83D"\n', "1:8", "U+D83D", "what can be seen"),
    "escape past the last character": ('title: "\\U99999999"\n', "1:1", "not YAML", "'\\'"),
    "unknown escape": ('title: "\\q"\n', "1:10", "begins no escape", "single quotes"),
    "open quote": ("title: 'A\nwalls: |\n  ..\n", "1:8", "never closed", "close it"),
    "duplicate key": ("title: A\nwalls: .\ntitle: B\n", "3:1", "'title' a second time", "on line 1 already"),
    "duplicate key within": ("a:\n  b: 1\n  b: 2\n", "3:3", "'b' a second time", "on line 2 already"),
    "alias": ("title: *name\n", "1:8", "an alias, '*name'", "needs quotes"),
    "anchor": ("title: &name A\n", "1:8", "an anchor, '&name'", "needs quotes"),
    "alias in a list": ("keep: [r1c1, *a]\n", "1:14", "an alias", "write the value out"),
    "broken alias": ("title: *\n", "1:8", "an alias", "needs quotes"),
    "broken anchor": ("title: &\n", "1:8", "an anchor", "needs quotes"),
    "tag": ("title: !!python/name:os.system A\n", "1:8", "a tag", "needs quotes"),
    "broken tag": ("title: !<\n", "1:8", "a tag", "needs quotes"),
    "tag on the document": ("--- !x\ntitle: A\n", "1:5", "a tag", "needs quotes"),
    "merge key": ("a: {b: c}\n<<: {d: e}\n", "2:1", "a merge key", "write the keys out"),
    "list as key": ("? [a, b]\n: c\n", "1:3", "a key that is not a word", "a key is a word"),
    "no key": ("title: A\n: B\n", "2:1", "does not line up", "in the column"),
    "directive": ("%YAML 1.1\n", "1:1", "a YAML directive", "take the line out"),
    "end of document": ("walls: |\n  ..#\n...\n", "3:1", "a line '...'", "indent it"),
    "list as document": ("- a\n- b\n", "1:1", "a document without keys", "key: value"),
    "text as document": ("walls\n", "1:1", "a document without keys", "key: value"),
    "no space after the colon": ("walls:|\n  ..\n", "1:1", "a document without keys", "space after each ':'"),
    "row out of line": ("walls: |\n    ..#\n  ...\n", "3:3", "does not line up", "column of the row above"),
    "key out of line": ("  title: A\nwalls: |\n  ..\n", "2:1", "does not line up", "column of the key above"),
    "colon in a text": ("title: A: B\n", "1:9", "a ':' where no key can be", "needs quotes"),
    "line without a colon": ("title: A\nwalls\nkeep: [r1c1]\n", "2:1", "a line without a ':'", "a ':' and a space"),
    "rows beside the bar": ("walls: | ..\n  ..\n", "1:10", "rows that begin beside", "line below"),
    "bad indicator": ("walls: |0\n  ..\n", "1:9", "rows that begin beside", "line below"),
    "open list": ("keep: [r1c1\ntitle: A\n", "2:6", "a list that is not closed", "']' behind the last"),
    "open keys": ("lines: {A: b\ntitle: C\n", "2:6", "keys that are not closed", "'}' behind the last"),
    "value missing in a list": ("keep: [,]\n", "1:8", "a value is missing", "write one"),
    "list beside its key": ("keep: - r1c1\n", "1:7", "no list can be", "quote it"),
    "reserved character": ("title: @A\n", "1:8", "no text begins like this", "in quotes"),
    "quoted text goes on": ("title: 'A' B\n", "1:12", "does not line up", "column"),
    "empty document": ("---\n# nothing\n", "1:1", "an empty document", "or take it out"),
    "depth": ("a: " + "[" * MAX_DEPTH + "]" * MAX_DEPTH, f"1:{MAX_DEPTH + 3}", "nested more than", "two or three"),
}


@pytest.mark.parametrize(("text", "where", "message", "hint"), FAULTS.values(), ids=FAULTS)
def test_source_tells_a_fault_with_its_place_and_what_would_be_right(
    text: str, where: str, message: str, hint: str
) -> None:
    """Each fault is one error at the exact line and column, with the line and a hint."""
    error = only_error(text)
    assert place(error) == f"a.yaml:{where}"
    assert message in error.message
    assert hint in (error.hint or "")
    assert error.location is not None
    assert error.location.text == text.split("\n")[error.location.line - 1]


def test_source_shows_no_character_that_steers_a_terminal() -> None:
    """The line below a message has an escape for each control character, and the caret allows for its width."""
    error = only_error("\x07title: \x1b[31mA\n")
    assert str(error).splitlines()[:3] == [
        "a.yaml:1:1: the character U+0007, which shows nothing",
        "  \\x07title: \\x1b[31mA",
        "  ^",
    ]
    error = only_error("{title: 'A\u202eB\u200b', 'C}\n")
    assert str(error).splitlines()[1:3] == ["  {title: 'A\\u202eB\\u200b', 'C}", "  " + " " * 26 + "^"]


@pytest.mark.parametrize("text", ["", "\n\n", "# a comment\n  # another\n", "\ufeff"])
def test_source_refuses_a_file_without_a_document(text: str) -> None:
    """An empty file, and one of comments only, is a fault of the file and not of a line."""
    error = only_error(text)
    assert error.location == Location("a.yaml")
    assert error.message == "the file is empty"
    assert "key: value" in (error.hint or "")


@pytest.mark.parametrize(
    ("data", "where", "byte"),
    [
        (b"title: A\nwalls: \xff\n", "2:8", "0xff"),
        ("title: é\r\n  ü".encode() + b"\x80\n", "2:4", "0x80"),
        (b"\xef\xbb\xbftitle: \xe9\n", "1:8", "0xe9"),
        ("title: A\n".encode("utf-16"), "1:1", "0xff"),
        (b"title: \xed\xa0\x80\n", "1:8", "0xed"),
    ],
)
def test_source_finds_the_byte_that_is_not_utf8(data: bytes, where: str, byte: str) -> None:
    """The column counts characters, not bytes, and the hint says how to save the file."""
    error = only_error(data)
    assert place(error) == f"a.yaml:{where}"
    assert error.message == f"the byte {byte} is not UTF-8"
    assert error.hint == "save the file as UTF-8"


def test_source_tolerates_a_byte_order_mark() -> None:
    """A mark at the start of the file is no character of the first key."""
    (document,) = parse("\ufefftitle: A\n").documents
    assert document.keys == ("title",)
    assert document.place("title") == Location("a.yaml", 1, 8, "title: A")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_source_counts_lines_and_columns_alike_for_every_line_end(end: str) -> None:
    """Files of every system have the same rows in the same places, and no carriage return in a row."""
    (document,) = parse(end.join(["title: Küche 🍳", "walls: |", "  ..#", "  ...", "keep: [r1c1]", ""])).documents
    assert [row.text for row in document.rows("walls")] == ["..#", "..."]
    assert [str(row.location) for row in document.rows("walls")] == ["a.yaml:3:3", "a.yaml:4:3"]
    assert document.strings("keep")[0].location == Location("a.yaml", 5, 8, "keep: [r1c1]")


def test_source_counts_characters_and_not_bytes() -> None:
    """A character of four bytes before a value moves its column by one."""
    (document,) = parse("keep: [🍳, é, x]\n").documents
    assert [item.location.column for item in document.strings("keep")] == [8, 11, 14]


def test_source_reads_several_documents() -> None:
    """Each document knows the line of the file where it begins, comments above it aside."""
    reading = parse("# a file\ntitle: A\n---\n# next\ntitle: B\n--- # last\ntitle: C\n")
    assert reading.errors == ()
    assert [(d.string("title"), d.location.line) for d in reading.documents] == [("A", 2), ("B", 5), ("C", 7)]


def test_source_reads_a_document_that_begins_with_its_line() -> None:
    """A file whose first line is '---' has no empty document above it."""
    reading = parse("---\ntitle: A\n---\ntitle: B\n")
    assert reading.errors == ()
    assert [d.string("title") for d in reading.documents] == ["A", "B"]


def test_source_reports_every_bad_document_and_reads_the_others() -> None:
    """A fault, even one that YAML itself stumbles over, ends at the next '---'."""
    reading = parse("title: 'A\n---\ntitle: B\n---\ntitle: *x\n---\n---\ntitle: C\n---\n\ttitle: D\n")
    assert [d.string("title") for d in reading.documents] == ["B", "C"]
    assert [place(error) for error in reading.errors] == ["a.yaml:1:8", "a.yaml:5:8", "a.yaml:6:1", "a.yaml:10:1"]


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? ", "{? "])
def test_source_survives_hostile_nesting(opening: str) -> None:
    """A hundred thousand levels are one located error, and no recursion error."""
    error = only_error(opening * 100_000)
    assert error.message == f"nested more than {MAX_DEPTH} deep"
    assert error.location is not None
    assert error.location.line == 1
    assert error.location.text == ""


def test_source_refuses_aliases_before_they_blow_up() -> None:
    """A billion laughs ends at its first anchor."""
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [
        f"{name}: &{name} [{', '.join(['*' + last] * 9)}]" for last, name in zip("abcdefgh", "bcdefghi", strict=True)
    ]
    error = only_error("\n".join(lines))
    assert place(error) == "a.yaml:1:4"


def test_source_refuses_a_large_file(tmp_path: Path) -> None:
    """A file over the limit is refused as a whole, and is not read to its end."""
    path = tmp_path / "large.yaml"
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    (error,) = read_documents(path, "large.yaml").errors
    assert error.location == Location("large.yaml")
    assert error.message == "the file is larger than 1024 KiB"
    assert parse_documents(b"a: b #" + b"#" * (MAX_BYTES - 6), "a.yaml").errors == ()


def test_source_reports_a_file_that_cannot_be_opened(tmp_path: Path) -> None:
    """A missing file and a folder are errors of the file, in the words of the system."""
    for path in (tmp_path / "none.yaml", tmp_path):
        (error,) = read_documents(path).errors
        assert error.location == Location(path.as_posix())
        assert error.message.startswith("cannot be read: ")


def test_source_reads_one_document_of_settings(tmp_path: Path) -> None:
    """Settings are one document; a second is refused where it begins, and the first fault of a bad one is raised."""
    path = tmp_path / "kotae.yaml"
    path.write_text("title: A\n")
    assert read_settings(path, "kotae.yaml").string("title") == "A"
    path.write_text("title: A\n---\ntitle: B\n")
    with pytest.raises(LayoutSyntaxError, match=r"kotae\.yaml:3:1: a second document"):
        read_settings(path, "kotae.yaml")
    path.write_text("title: A\ntitle: B\n")
    with pytest.raises(LayoutSyntaxError, match=r"kotae\.yaml:2:1: the key 'title' a second time"):
        read_settings(path, "kotae.yaml")


def test_source_errors_survive_pickling() -> None:
    """An error comes back from a pool of processes with its class, place and hint."""
    error = only_error("title: *x\n")
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is LayoutSyntaxError
    assert str(copy) == str(error)
    assert copy.location == error.location


def test_documents_survive_pickling() -> None:
    """A document can be sent to a pool of processes."""
    (document,) = parse("walls: |\n  ..#\n").documents
    assert pickle.loads(pickle.dumps(document)) == document


@given(st.text(alphabet=" \n\r\t-#.:|>'\"[]{},&*!%?@\\ax0é🍳\ufeff\u2028", max_size=60))
def test_source_never_raises_for_what_is_in_a_file(text: str) -> None:
    """Any text is documents and located errors, at least one of either, and every place is inside the file."""
    reading = parse_documents(text.encode(), "a.yaml")
    assert reading.documents or reading.errors
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for location in [error.location for error in reading.errors] + [d.location for d in reading.documents]:
        assert location is not None
        assert location.line <= len(lines)
        assert location.column <= (len(lines[location.line - 1]) + 1 if location.line else 0)


@given(st.binary(max_size=40))
def test_source_never_raises_for_any_bytes(data: bytes) -> None:
    """Bytes that are no text are errors too."""
    reading = parse_documents(data, "a.yaml")
    assert reading.documents or reading.errors


def test_source_refuses_a_file_of_too_many_documents() -> None:
    """A file of nothing but dividing lines is told at once, where the first one too many stands."""
    reading = parse_documents(b"---\n" * 200_000, "f.yaml")
    (error,) = reading.errors
    assert str(error).startswith("f.yaml:10001:1: the file has more than 10,000 layouts")
