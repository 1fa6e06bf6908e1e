"""The site's settings: what they can be, and where they are wrong."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from build.config import Config, read_config
from pipeline.errors import AuthoringError

from .conftest import Write

ROOT = Path(__file__).parent.parent.parent


def test_config_of_the_project_is_good() -> None:
    """The settings that ship can be read."""
    config = read_config(ROOT / "kotae.yaml")
    assert config.languages == ("en", "es", "ja")
    assert len({config.speaking(language).description for language in config.languages}) == 3


def test_config_missing_keys_have_defaults(settings: Write) -> None:
    """A file with a title alone is enough."""
    assert read_config(settings("title: Mine\n")) == Config(title="Mine")


def test_config_reads_every_key(settings: Write) -> None:
    """Each key reaches its field, and the address ends in a slash."""
    text = (
        "title: Mine\ndescription: Some\nauthor: Me\nlicence: CC0\nbase_url: https://example.org/a\n"
        'languages: [en]\naccent: "#2A5DB0"\noffline: false\n'
    )
    expected = Config("Mine", "Some", "Me", "CC0", "https://example.org/a/", "/a/", ("en",), "#2a5db0", False)
    assert read_config(settings(text)) == expected


def test_config_texts_may_differ_by_language(settings: Write) -> None:
    """A title or description is one text for all languages, or one for each."""
    text = "languages: [ja, en]\ntitle: Mine\ndescription:\n  en: Some\n  ja: いくつか\n"
    config = read_config(settings(text))
    assert config == Config("Mine", {"ja": "いくつか", "en": "Some"}, languages=("ja", "en"))
    assert config.speaking("ja") == Config("Mine", "いくつか", languages=("ja", "en"))
    assert config.speaking("en").description == "Some"


BAD = {
    "languages: [en, es]\ntitle:\n  en: A\n  fr: B": (4, 3, "the site has no language 'fr'"),
    "languages: [en, es]\ntitle:\n  en: A": (2, 1, "'title' is missing in 'es'"),
    "languages: [en, es]\ndescription:\n  es: A": (2, 1, "'description' is missing in 'en'"),
    "description:\n  en: A\n  es: B": (3, 3, "the site has no language 'es'"),
    "languages: [en, es]\ntitle:\n  en: A\n  es: ''": (4, 7, "'title' is empty"),
    "languages: [en, es]\ntitle:\n  en: A\n  es:": (4, 6, "'es' has no value"),
    "title:\n  en: A\n  en: B": (3, 3, "en"),
    "title:\n  en: [A]": (2, 7, "'en' takes a text"),
    "titel: Mine": (1, 1, "unknown key 'titel'"),
    "title: Mine\ntitle: Yours": (2, 1, "title"),
    "title: Mine\noffline: perhaps": (2, 10, "offline"),
    "title: Mine\naccent: red": (2, 9, "'accent' cannot be 'red'"),
    'title: Mine\naccent: "#12345"': (2, 9, "'accent' cannot be"),
    "base_url: example.org": (1, 11, "'base_url' cannot be"),
    "base_url: javascript:alert(1)": (1, 11, "'base_url' cannot be"),
    "base_url: https://[x/": (1, 11, "'base_url' is no address"),
    "languages: []": (1, 12, "'languages' is empty"),
    "languages: en": (1, 12, "is a list"),
    "languages: [en, xx]": (1, 17, "no words in 'xx'"),
    "languages: [en, en]": (1, 17, "the language 'en' stands twice"),
    "base_url: https://example.org/a?b=c": (1, 11, "'base_url' cannot be"),
    "base_url: https://example.org/?": (1, 11, "'base_url' cannot be"),
    "base_url: 'https://example.org/#'": (1, 11, "'base_url' cannot be"),
    "base_url: 'https://example.org/a b'": (1, 11, "'base_url' cannot be"),
    "base_url: https://:80/": (1, 11, "'base_url' cannot be"),
    "base_url: https://example.org:99999/": (1, 11, "'base_url' is no address"),
    "base_url: https://example.org/index.html": (1, 11, "'base_url' is a page"),
    "base_url: ftp://example.org/": (1, 11, "'base_url' cannot be"),
    "base_path: puzzles": (1, 12, "'base_path' cannot be 'puzzles'"),
    "base_path: //example.org/": (1, 12, "'base_path' cannot be"),
    "base_path: https://example.org/a/": (1, 12, "'base_path' cannot be"),
    "base_url: https://example.org/a/\nbase_path: /b/": (
        2,
        12,
        "'base_path' is '/b/', and the path of 'base_url' is '/a/'",
    ),
    "title:": (1, 7, "'title' has no value"),
    'title: ""': (1, 8, "'title' is empty"),
    "title: '  '": (1, 8, "'title' is empty"),
    'title: "\\ud800"': (1, 8, "U+D800"),
    "title: Mine\naccent: #a8552a": (2, 8, "'accent' has no value: '#' begins a comment"),
    "title: #1 puzzles": (1, 7, "'title' has no value: '#' begins a comment"),
    "title: [a]": (1, 8, "title"),
    "title:\tMine": (1, 7, "tab"),
}


@pytest.mark.parametrize("text", BAD)
def test_config_fault_is_located(settings: Write, text: str) -> None:
    """A bad setting is an error with file, line and column."""
    line, column, message = BAD[text]
    path = settings(text + "\n")
    with pytest.raises(AuthoringError) as caught:
        read_config(path)
    first = str(caught.value).splitlines()[0]
    assert first.startswith(f"{path.as_posix()}:{line}:{column}: ")
    assert message in first


def test_config_accent_without_quotes_is_shown_with_them(settings: Write) -> None:
    """The hint is the line as it should be, and it works."""
    with pytest.raises(AuthoringError) as caught:
        read_config(settings("accent: #a8552a\n"))
    hint = str(caught.value).splitlines()[-1]
    assert hint == '  put it in quotes: accent: "#a8552a"'
    assert read_config(settings(hint.partition(": ")[2])).accent == "#a8552a"


@pytest.mark.parametrize("text", ["", "\n", "# nothing yet\n\n  # title: Mine\n"])
def test_config_every_key_may_be_left_out(settings: Write, text: str) -> None:
    """A file without a key has the default of each."""
    assert read_config(settings(text)) == Config()


def test_config_name_that_cannot_be_is_an_error_with_it(tmp_path: Path) -> None:
    """A folder, and a name that no file can have, are named."""
    with pytest.raises(AuthoringError, match="cannot be read: Is a directory"):
        read_config(tmp_path)
    with pytest.raises(AuthoringError, match="xxx: cannot be read: File name too long"):
        read_config(tmp_path / ("x" * 300))


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
def test_config_that_has_no_end_is_refused(tmp_path: Path, make: Callable[[Path], None]) -> None:
    """A pipe that nobody writes into, and a device, would keep a build waiting for ever."""
    make(tmp_path / "kotae.yaml")
    with pytest.raises(AuthoringError, match=r"kotae\.yaml: cannot be read: it is a pipe or a device, not a file"):
        read_config(tmp_path / "kotae.yaml")


def test_config_missing_file_is_an_error_with_its_name(tmp_path: Path) -> None:
    """A file that is not there is named."""
    with pytest.raises(AuthoringError, match=r"none\.yaml: there is no such file"):
        read_config(tmp_path / "none.yaml")


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("title: Mine", ""),
        ("base_path: /a/b", "/a/b/"),
        ("base_path: /", "/"),
        ("base_url: https://example.org", "/"),
        ("base_url: https://example.org/a\nbase_path: /a/", "/a/"),
    ],
)
def test_config_path_is_what_is_said_or_follows_from_the_address(settings: Write, text: str, path: str) -> None:
    """A site may know under which path it stands, and not on which host."""
    assert read_config(settings(text)).base_path == path


def test_config_address_of_the_command_line_takes_the_place_of_both() -> None:
    """Whoever publishes knows best; a slip there is told as one in the file is."""
    config = Config(base_url="https://example.org/a/", base_path="/a/").standing("https://example.net/b")
    assert (config.base_url, config.base_path) == ("https://example.net/b/", "/b/")
    with pytest.raises(AuthoringError, match="--base-url: 'base_url' cannot be"):
        Config().standing("example.org")
