"""What a site has written and no page shows: words that none of its templates says, and files of what it has not.

A word that is handed to a page's script is used, whatever the script does with it; so only words that templates say can
be found unused, as when a site's own template leaves the sentence out that its own words change.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

from build.templates import Templates
from build.words import Words
from pipeline.errors import Location
from pipeline.notice import Notice
from pipeline.source import is_blank, read_settings


def unused_words(spoken: Iterable[Words], said: Collection[str]) -> Iterator[Notice]:
    """The words that a site says otherwise and that its pages do not say: ``said`` are the names of those they do."""
    for words in spoken:
        for key, place in words.changed.items():
            if words.name_of(key) not in said:
                yield Notice(f"no page of this site says the word '{key}'", place, "take it out")


def unused_files(templates: Templates, kinds: Collection[str], languages: Sequence[str]) -> Iterator[Notice]:
    """The files of a site's own that are for a language, or for a kind, which it does not have."""
    if templates.own is None:
        return
    for path in sorted((templates.own / "words").glob("*.yaml")):
        if path.stem not in languages:
            hint = "name it in 'languages', or take the file out"
            yield Notice(f"the site is not in '{path.stem}'", Location(path.as_posix()), hint)
    for folder in sorted((templates.own / "kinds").glob("*/")):
        if folder.name not in kinds:
            yield Notice(
                f"the site has no level of '{folder.name}'", Location(folder.as_posix()), "take the folder out"
            )
            continue
        yield from _unspoken(folder / "words.yaml", languages)


def _unspoken(path: Path, languages: Sequence[str]) -> Iterator[Notice]:
    if path.is_file() and not is_blank(path):
        for key, _ in read_settings(path, path.as_posix()).entries:
            if key.text not in languages:
                hint = "name it in 'languages', or take the words out"
                yield Notice(f"the site is not in '{key.text}'", key.location, hint)
