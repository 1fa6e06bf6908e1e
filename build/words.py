"""The words of the pages: one file a language, and one for each kind with every language in it.

Words are read as located YAML and flattened: ``play.undo``. An entry is a text with ``{name}`` gaps, a list of texts,
or, for what is counted, one text for each plural form.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pipeline.errors import ConfigError, Location
from pipeline.node import Mapping as Document
from pipeline.node import Scalar, Sequence
from pipeline.source import read_settings

PLURAL_FORMS = frozenset({"zero", "one", "two", "few", "many", "other"})

Entry = str | tuple[str, ...] | Mapping[str, str]

GAP = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Words:
    """The entries of one language by their dotted keys, and the file they come from."""

    language: str
    source: str
    entries: Mapping[str, Entry]

    def say(self, key: str, **values: object) -> str:
        """The text of a key with its gaps filled; ``n`` chooses the plural form."""
        entry = self._entry(key)
        if isinstance(entry, Mapping):
            entry = entry["one"] if values.get("n") == 1 and "one" in entry else entry["other"]
        if not isinstance(entry, str):
            raise ConfigError(f"'{key}' is a list of words", Location(self.source))
        return GAP.sub(lambda gap: str(values.get(gap[1], gap[0])), entry)

    def lines(self, key: str) -> tuple[str, ...]:
        """The texts of a key that holds a list."""
        entry = self._entry(key)
        if not isinstance(entry, tuple):
            raise ConfigError(f"'{key}' is not a list of words", Location(self.source))
        return entry

    def under(self, *prefixes: str, strip: bool = False) -> dict[str, Entry]:
        """The entries whose keys begin with one of these, for a page's script; ``strip`` takes the beginning off."""
        found = ((key, prefix) for key in self.entries for prefix in prefixes if key.startswith(prefix))
        return {key[len(prefix) :] if strip else key: self.entries[key] for key, prefix in found}

    def _entry(self, key: str) -> Entry:
        if key not in self.entries:
            raise ConfigError(f"the word '{key}' is missing", Location(self.source))
        return self.entries[key]


def read_words(path: Path, language: str) -> Words:
    """Read the words of one language from a file of its own."""
    return Words(language, path.as_posix(), dict(_flatten(read_settings(path, path.as_posix()))))


def read_kind_words(path: Path, language: str) -> Words:
    """Read the words of one language from a kind's file, which has them all."""
    document = read_settings(path, path.as_posix())
    if language not in document:
        raise ConfigError(f"there are no words in '{language}'", document.location, "add them, or drop the language")
    return Words(language, path.as_posix(), dict(_flatten(document.mapping(language))))


def _flatten(document: Document, prefix: str = "") -> list[tuple[str, Entry]]:
    entries: list[tuple[str, Entry]] = []
    for key, node in document.entries:
        name = prefix + key.text
        if isinstance(node, Scalar):
            entries.append((name, document.string(key.text)))
        elif isinstance(node, Sequence):
            entries.append((name, tuple(text for text, _ in document.strings(key.text))))
        elif "other" in node and PLURAL_FORMS.issuperset(node.keys):
            entries.append((name, {form: node.string(form) for form in node.keys}))
        else:
            entries += _flatten(node, name + ".")
    return entries
