"""What the watching script says: in every language of the pages, and nothing that it never says."""

from __future__ import annotations

import re

from build.config import known_languages
from build.words import read_kind_words
from site_templates import ROOT

WATCH = ROOT / "watch"


def test_watching_script_speaks_every_language_alike() -> None:
    """Each word is there in each language, with the same gaps."""
    spoken = [read_kind_words(WATCH / "words.yaml", language).entries for language in known_languages()]
    for words in spoken[1:]:
        assert words.keys() == spoken[0].keys()
        for key, entry in words.items():
            assert gaps(entry) == gaps(spoken[0][key]), key


def gaps(entry: object) -> set[str]:
    """The gaps of a word in any of its forms."""
    return set(re.findall(r"\{(\w+)\}", str(entry if isinstance(entry, str) else list(entry.values()))))


def test_every_word_of_the_watching_script_is_said() -> None:
    """A word that no script and no stand-in page names is left over."""
    scripts = "".join(path.read_text(encoding="utf-8") for path in WATCH.glob("*.js")) + '"noscript"'
    for key in read_kind_words(WATCH / "words.yaml", "en").entries:
        assert f'"{key}"' in scripts, key
