"""The words of the pages as the state of a site keeps them, which are read in a hundredth of the time that YAML takes.

They are good as long as the files of the pages are: the state has a stamp of those. Words that a site says otherwise
are not kept, since each has its place in a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from build.editions import Edition
from build.made import Made
from build.pages import KindPages
from build.templates import Templates
from build.words import Entry, Words

Kept = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""Of the pages, under an empty name, and of each kind: the entries of each language."""


def keep(editions: Iterable[Edition], kinds: Iterable[KindPages]) -> Kept:
    """What a state keeps; nothing of where the site says some words otherwise."""
    spoken = {"": {one.language: one.words for one in editions}} | {kind.name: dict(kind.spoken) for kind in kinds}
    return {
        name: {language: words.entries for language, words in own.items()}
        for name, own in spoken.items()
        if not any(words.changed for words in own.values())
    }


def give(made: Made, kept: Kept, languages: tuple[str, ...], templates: Templates) -> None:
    """Put words that were kept where those are looked for that were read before."""
    for name, own in kept.items():
        if name:
            path = f"kinds/{name}/words.yaml"
            files = (templates.base(path), templates.override(path))
            source = files[0].as_posix()
            spoken = {language: Words(language, source, _entries(own[language])) for language in languages}
            made.give(("words", name, languages), files, spoken)
            continue
        for language in languages:
            path = f"words/{language}.yaml"
            base, override = templates.base(path), templates.override(path)
            words = Words(language, base.as_posix(), _entries(own[language]))
            made.give(("words", language), (base, override), words)


def _entries(told: Mapping[str, Any]) -> dict[str, Entry]:
    return {key: tuple(entry) if isinstance(entry, list) else entry for key, entry in told.items()}
