"""The words of the pages: one file a language, and one for each kind with every language in it.

Words are read as located YAML and flattened: ``play.undo``. An entry is a text with ``{name}`` gaps, a list of texts,
or, for what is counted, one text for each plural form that the language has.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from build.language import GRAMMARS, Grammar
from build.settled import settled, turns
from pipeline.errors import ConfigError, Location
from pipeline.node import Mapping as Document
from pipeline.node import Scalar, clip, closest
from pipeline.node import Sequence as Texts
from pipeline.source import is_blank, read_settings

PLURAL_FORMS = frozenset({"zero", "one", "two", "few", "many", "other"})

Entry = str | tuple[str, ...] | Mapping[str, str]

GAP = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Words:
    """The entries of one language by their dotted keys, and the file they come from."""

    language: str
    source: str
    entries: Mapping[str, Entry]
    changed: Mapping[str, Location] = field(default_factory=dict)
    """Those that a site says otherwise, each with its place."""
    used: set[str] = field(default_factory=set, compare=False)
    """The keys that were asked for: the one thing here that grows, so that words which no page says are found."""

    def say(self, key: str, **values: object) -> str:
        """The text of a key with its gaps filled; ``n`` chooses the plural form."""
        entry = self._entry(key)
        grammar = GRAMMARS[self.language]
        if isinstance(entry, Mapping):
            n = values.get("n")
            entry = entry[grammar.form(n) if isinstance(n, int) else "other"]
        if not isinstance(entry, str):
            raise ConfigError(f"'{key}' is a list of words", Location(self.source))
        return GAP.sub(lambda gap: _filled(values.get(gap[1], gap[0]), grammar), entry)

    def lines(self, key: str) -> tuple[str, ...]:
        """The texts of a key that holds a list."""
        entry = self._entry(key)
        if not isinstance(entry, tuple):
            raise ConfigError(f"'{key}' is not a list of words", Location(self.source))
        return entry

    def under(self, *prefixes: str, strip: bool = False) -> dict[str, Entry]:
        """The entries whose keys begin with one of these, for a page's script; ``strip`` takes the beginning off."""
        found = [(key, prefix) for key in self.entries for prefix in prefixes if key.startswith(prefix)]
        self.used.update(key for key, _ in found)
        return {key[len(prefix) :] if strip else key: self.entries[key] for key, prefix in found}

    def name_of(self, key: str) -> str:
        """What a word is called among those of all files and languages."""
        return f"{self.language} {key} {self.source}"

    @property
    def said(self) -> frozenset[str]:
        """The names of the words that a site says otherwise and that were asked for."""
        return frozenset(self.name_of(key) for key in self.used & self.changed.keys())

    def _entry(self, key: str) -> Entry:
        if key not in self.entries:
            message = f"the word '{key}' is missing in '{self.language}'"
            raise ConfigError(message, Location(self.source), "write it, as the other languages have it")
        self.used.add(key)
        return self.entries[key]


def read_words(path: Path, language: str, own: Path | None = None) -> Words:
    """Read the words of one language from a file of its own, and put those of a site's own file over them."""
    words = _words(path, language, read_settings(path, path.as_posix()))
    changes = _own(own)
    return _changed(words, changes) if changes else words


def read_kind_words(path: Path, language: str, own: Path | None = None) -> Words:
    """The same from a kind's file, which has every language; a site's own need not have each."""
    return read_spoken(path, (language,), own)[language]


def read_spoken(path: Path, languages: Sequence[str], own: Path | None = None) -> dict[str, Words]:
    """The same for several languages."""
    document, changes = read_settings(path, path.as_posix()), _own(own)
    if changes:
        changes.check_keys(document.keys)
    return {language: _of_kind(path, language, document, changes) for language in languages}


def _of_kind(path: Path, language: str, document: Document, changes: Document | None) -> Words:
    if language not in document:
        raise ConfigError(f"there are no words in '{language}'", document.location, "add them, or drop the language")
    words = _words(path, language, document.mapping(language))
    return _changed(words, changes.mapping(language)) if changes and language in changes else words


def _own(path: Path | None) -> Document | None:
    """A site's own words; None where there are none, as in a file of nothing but comments."""
    if path is None or is_blank(path):
        return None
    return read_settings(path, path.as_posix())


def _changed(words: Words, document: Document) -> Words:
    """The words with some of them said otherwise; raises ConfigError for one that there is not, or of another form."""
    changes = dict(words.entries)
    places: dict[str, Location] = {}
    for name, entry, place in _flatten(document, GRAMMARS[words.language].forms):
        if name not in words.entries:
            raise ConfigError(f"no page has a word '{clip(name)}'", place, _nearest(name, words))
        before = words.entries[name]
        if _form(entry) != _form(before):
            raise ConfigError(f"'{name}' is {_form(entry)}", place, f"the pages take it as {_form(before)}")
        if unknown := _gaps(entry) - _gaps(before):
            hint = f"it has {', '.join(sorted(_gaps(before)))}" if _gaps(before) else "it has none"
            raise ConfigError(f"'{name}' has no gap '{clip(min(unknown))}'", place, hint)
        changes[name] = _settled(entry)
        places[name] = place
    return Words(words.language, words.source, changes, places)


def _settled(entry: Entry) -> Entry:
    """A word of a site's own that turns nothing around it."""
    if isinstance(entry, str):
        return settled(entry) if turns(entry) else entry
    if isinstance(entry, tuple):
        return tuple(str(_settled(text)) for text in entry)
    return {form: str(_settled(text)) for form, text in entry.items()}


def _nearest(name: str, words: Words) -> str:
    near = closest(name, words.entries)
    return f"did you mean '{near}'?" if near else f"they are those of {words.source}"


def _form(entry: Entry) -> str:
    if isinstance(entry, str):
        return "one text"
    return f"a list of {len(entry)}" if isinstance(entry, tuple) else "one text for each plural form"


def _gaps(entry: Entry) -> set[str]:
    texts = [entry] if isinstance(entry, str) else list(entry.values()) if isinstance(entry, Mapping) else list(entry)
    return {gap for text in texts for gap in GAP.findall(text)}


def _words(path: Path, language: str, document: Document) -> Words:
    if language not in GRAMMARS:
        message = f"the plural forms of '{language}' are not known"
        raise ConfigError(message, document.location, f"the grammar of {', '.join(GRAMMARS)} is known")
    return Words(
        language, path.as_posix(), {name: entry for name, entry, _ in _flatten(document, GRAMMARS[language].forms)}
    )


def _flatten(document: Document, forms: tuple[str, ...], prefix: str = "") -> list[tuple[str, Entry, Location]]:
    """Each entry with its dotted key, and where the key stands."""
    entries: list[tuple[str, Entry, Location]] = []
    for key, node in document.entries:
        name = prefix + key.text
        if isinstance(node, Scalar):
            entries.append((name, document.string(key.text), key.location))
        elif isinstance(node, Texts):
            entries.append((name, tuple(text for text, _ in document.strings(key.text)), key.location))
        elif "other" in node and PLURAL_FORMS.issuperset(node.keys):
            if set(node.keys) != set(forms):
                message = f"'{clip(name)}' has the plural forms {', '.join(node.keys)}"
                raise ConfigError(message, key.location, f"the language has {', '.join(forms)}")
            entries.append((name, {form: node.string(form) for form in forms}, key.location))
        else:
            entries += _flatten(node, forms, name + ".")
    return entries


def _filled(value: object, grammar: Grammar) -> str:
    return grammar.number(value) if isinstance(value, int) else str(value)
