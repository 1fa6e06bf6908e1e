"""What Kotae stands on: each dependency has a reason in pyproject.toml, and its licence in docs/licences.md."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution

import pytest

from tests.conftest import ROOT

TEXT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
PROJECT = tomllib.loads(TEXT)["project"]
ROW = re.compile(r"^\| (?!package )([\w-]+) \| [^|]+ \| ([\w.-]+) \|$", re.MULTILINE)
LISTED = dict(ROW.findall((ROOT / "docs" / "licences.md").read_text(encoding="utf-8")))
SAID_OTHERWISE = {
    "MIT License": "MIT",
    "BSD License": "BSD-3-Clause",
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
}
"""What older packages call their licences."""

WITH_NO_WORD = {"axe-playwright-python"}
"""Packages whose metadata name no licence, and which bring its text alone."""


def _name(wanted: str) -> str:
    return re.split(r"[\[><=!~; ]", wanted)[0]


def _asked() -> set[str]:
    """What pyproject.toml names, its own extras left out."""
    extras = PROJECT["optional-dependencies"].values()
    return {_name(one) for some in (PROJECT["dependencies"], *extras) for one in some} - {PROJECT["name"]}


def _brought(names: set[str]) -> Iterator[str]:
    """What these need themselves, wherever they run."""
    for name in names:
        needs = distribution(name).requires or []
        yield from (_name(one) for one in needs if ";" not in one)


def test_licences_are_of_what_is_asked_for() -> None:
    """Every dependency and every one of every extra, and what those of a plain installation bring, is listed once."""
    plain = {_name(one) for one in PROJECT["dependencies"]}
    brought = {name.lower() for name in _brought(plain)} - {name.lower() for name in plain}
    assert set(LISTED) == _asked() | brought


@pytest.mark.parametrize("name", LISTED)
def test_licence_is_the_one_that_the_package_names(name: str) -> None:
    """By its metadata, where it is installed."""
    try:
        metadata = distribution(name).metadata
    except PackageNotFoundError:
        pytest.skip(f"the package {name} is not installed")
    classed = [one.rpartition(" :: ")[2] for one in metadata.get_all("Classifier", []) if one.startswith("License ::")]
    named = [one for key in ("License-Expression", "License") for one in metadata.get_all(key, [])]
    said = next((one for one in (*named, *classed) if one), "")
    if name in WITH_NO_WORD:
        assert not said
        (text,) = [file for file in distribution(name).files or () if file.name == "LICENSE"]
        assert f"{LISTED[name]} License" in text.read_text()
        return
    assert LISTED[name] == SAID_OTHERWISE.get(said, said)


def test_dependency_has_its_reason_beside_it() -> None:
    """A comment stands right above each line that asks for a package."""
    lines = [line.strip() for line in TEXT.splitlines()]
    asking = [number for number, line in enumerate(lines) if re.fullmatch(r'"[\w-]+(\[\w+\])?([><=]+[\w.]+)?",', line)]
    asking = [number for number in asking if _name(lines[number].strip('",')) in {*_asked(), PROJECT["name"]}]
    assert len(asking) == sum(map(len, (PROJECT["dependencies"], *PROJECT["optional-dependencies"].values())))
    assert [lines[number] for number in asking if not lines[number - 1].startswith("# ")] == []
