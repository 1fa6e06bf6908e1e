"""Words as they are read and said."""

from __future__ import annotations

from pathlib import Path

import pytest

from build.words import Words, read_kind_words, read_words
from pipeline.errors import AuthoringError

TEXT = """
hello: "Hello, {name}"
left:
  one: "{n} cell"
  other: "{n} cells"
deep:
  list: [a, b]
  word: x
"""


@pytest.fixture
def words(tmp_path: Path) -> Words:
    """The words of the text above."""
    path = tmp_path / "en.yaml"
    path.write_text(TEXT, encoding="utf-8")
    return read_words(path, "en")


def test_words_fill_gaps_and_choose_plurals(words: Words) -> None:
    """Gaps take values, and n chooses the form."""
    assert words.say("hello", name="you") == "Hello, you"
    assert words.say("left", n=1) == "1 cell"
    assert words.say("left", n=0) == "0 cells"


def test_words_are_flat_and_lists_stay_lists(words: Words) -> None:
    """Keys are dotted; a list is read as lines."""
    assert words.say("deep.word") == "x"
    assert words.lines("deep.list") == ("a", "b")
    assert words.under("deep.", strip=True) == {"list": ("a", "b"), "word": "x"}


@pytest.mark.parametrize("key", ["nothing", "deep.list"])
def test_words_that_cannot_be_said_are_an_error(words: Words, key: str) -> None:
    """A missing word and a list are no text."""
    with pytest.raises(AuthoringError, match=key):
        words.say(key)


def test_words_of_a_kind_without_the_language_are_an_error(tmp_path: Path) -> None:
    """A kind that does not speak a language says so."""
    path = tmp_path / "words.yaml"
    path.write_text("en:\n  name: Toy\n", encoding="utf-8")
    with pytest.raises(AuthoringError, match="no words in 'ja'"):
        read_kind_words(path, "ja")
