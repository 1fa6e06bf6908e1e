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


def test_words_write_numbers_as_the_language_does(words: Words) -> None:
    """A long number is grouped, a text that looks like one is left alone."""
    assert words.say("left", n=12345) == "12,345 cells"
    assert words.say("hello", name="12345") == "Hello, 12345"


FORMS = {
    "en": ("other: x\nleft:\n  other: a", 2, "one, other"),
    "es": ("left:\n  one: a\n  other: b\n  few: c", 1, "one, other"),
    "ja": ("left:\n  one: a\n  other: b", 1, "other"),
}


def test_words_of_ones_own_may_be_nothing_but_comments(tmp_path: Path) -> None:
    """A file that is begun, or whose words were taken back, changes nothing."""
    house, own = tmp_path / "house.yaml", tmp_path / "own.yaml"
    house.write_text("a: one\n", encoding="utf-8")
    for text in ("", "# a: two\n\n"):
        own.write_text(text, encoding="utf-8")
        assert read_words(house, "en", own).say("a") == "one"


@pytest.mark.parametrize("language", FORMS)
def test_words_with_other_plural_forms_than_the_language_are_an_error(tmp_path: Path, language: str) -> None:
    """A form too few would be missed, one too many never be read; both are told with their place."""
    text, line, forms = FORMS[language]
    path = tmp_path / f"{language}.yaml"
    path.write_text(text + "\n", encoding="utf-8")
    with pytest.raises(AuthoringError, match="'left' has the plural forms") as caught:
        read_words(path, language)
    assert str(caught.value).startswith(f"{path.as_posix()}:{line}:1: ")
    assert str(caught.value).endswith(f"the language has {forms}")


def test_words_of_a_language_without_grammar_are_an_error(tmp_path: Path) -> None:
    """A file of words alone does not say how the language counts."""
    path = tmp_path / "xx.yaml"
    path.write_text("hello: x\n", encoding="utf-8")
    with pytest.raises(AuthoringError, match=r"xx\.yaml:1:1: the plural forms of 'xx' are not known"):
        read_words(path, "xx")


@pytest.mark.parametrize("key", ["nothing", "deep.list"])
def test_words_that_cannot_be_said_are_an_error(words: Words, key: str) -> None:
    """A missing word and a list are no text."""
    with pytest.raises(AuthoringError, match=key):
        words.say(key)


def test_words_of_a_kind_without_the_language_are_an_error(tmp_path: Path) -> None:
    """A kind that does not speak a language says so."""
    path = tmp_path / "words.yaml"
    path.write_text("en:\n  name: Toy\n", encoding="utf-8")
    with pytest.raises(AuthoringError, match=r"words\.yaml:1:1: there are no words in 'ja'"):
        read_kind_words(path, "ja")
