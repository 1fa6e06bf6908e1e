"""The site's settings: what they can be, and where they are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from build.config import Config, read_config
from pipeline.errors import AuthoringError

from .conftest import Write

ROOT = Path(__file__).parent.parent.parent


def test_config_of_the_project_is_good() -> None:
    """The settings that ship can be read."""
    assert read_config(ROOT / "kotae.yaml").languages == ("en",)


def test_config_missing_keys_have_defaults(settings: Write) -> None:
    """A file with a title alone is enough."""
    assert read_config(settings("title: Mine\n")) == Config(title="Mine")


def test_config_reads_every_key(settings: Write) -> None:
    """Each key reaches its field, and the address ends in a slash."""
    text = (
        "title: Mine\ndescription: Some\nauthor: Me\nlicence: CC0\nbase_url: https://example.org/a\n"
        'languages: [en]\naccent: "#ABCDEF"\n'
    )
    expected = Config("Mine", "Some", "Me", "CC0", "https://example.org/a/", ("en",), "#abcdef")
    assert read_config(settings(text)) == expected


BAD = {
    "titel: Mine": (1, 1, "unknown key 'titel'"),
    "title: Mine\ntitle: Yours": (2, 1, "title"),
    "title: Mine\naccent: red": (2, 9, "'accent' cannot be 'red'"),
    'title: Mine\naccent: "#12345"': (2, 9, "'accent' cannot be"),
    "base_url: example.org": (1, 11, "'base_url' cannot be"),
    "base_url: javascript:alert(1)": (1, 11, "'base_url' cannot be"),
    "base_url: https://[x/": (1, 11, "'base_url' is no address"),
    "languages: []": (1, 12, "'languages' is empty"),
    "languages: en": (1, 12, "is a list"),
    "languages: [en, xx]": (1, 17, "no words in 'xx'"),
    "languages: [en, en]": (1, 12, "twice"),
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


def test_config_missing_file_is_an_error_with_its_name(tmp_path: Path) -> None:
    """A file that is not there is named."""
    with pytest.raises(AuthoringError, match=r"none\.yaml: there is no such file"):
        read_config(tmp_path / "none.yaml")
