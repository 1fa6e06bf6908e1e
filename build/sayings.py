"""What a file of a kind's page says in words: a key of the kind's words, or texts that the file itself brings.

A site's own ``lesson.yaml`` or ``rules.yaml`` says what no words of the house do. It writes its sentences where they
belong, one for each language of the site::

    say:
      en: Look at the corner first.
      ja: まず角を見てください。
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from build.language import GRAMMARS
from build.words import Words
from pipeline.errors import ConfigError, Location
from pipeline.node import Mapping as Document
from pipeline.node import clip, closest, suggestion


@dataclass(frozen=True, slots=True)
class Saying:
    """A sentence in every language, with its place."""

    name: str
    """What the file calls it."""
    place: Location
    key: str = ""
    """Where it stands among the kind's words, or empty."""
    texts: Mapping[str, str] | None = None
    """By language, where the file brings them."""

    def text(self, words: Words) -> str:
        """The sentence in the language of the kind's words; raises ConfigError where there is none."""
        if self.texts is not None:
            if words.language in self.texts:
                return self.texts[words.language]
            message = f"'{self.name}' is missing in '{words.language}'"
            raise ConfigError(message, self.place, f"add a line '{words.language}: …' below it")
        if isinstance(words.entries.get(self.key), str):
            return words.say(self.key)
        message = f"the word '{self.key}' is missing in '{words.language}'"
        raise ConfigError(message, self.place, self._nearest(words))

    def _nearest(self, words: Words) -> str:
        group, _, name = self.key.partition(".")
        near = closest(name, [key.removeprefix(f"{group}.") for key in words.entries if key.startswith(f"{group}.")])
        own = f"'{self.name}:' with a line '{words.language}: …' below it brings a text of its own"
        return f"did you mean '{near}'? Else {own}" if near else own


def read_saying(document: Document, key: str, group: str) -> Saying:
    """A sentence of a document: the name of one that stands below ``group`` in the words, or its texts."""
    if not isinstance(document.node(key), Document):
        return Saying(key, document.place(key), f"{group}.{document.string(key)}")
    said = document.mapping(key)
    for name, _ in said.entries:
        if name.text not in GRAMMARS:
            message = f"no site has the language '{clip(name.text)}'"
            raise ConfigError(message, name.location, suggestion(name.text, GRAMMARS))
    texts = {name: said.string(name) for name in said.keys}
    for language, text in texts.items():
        if not text:
            raise ConfigError(f"'{key}' is empty in '{language}'", said.place(language), "write a sentence")
    return Saying(key, document.entry(key).key.location, texts=texts)
