"""Every word that is asked for exists in every language, and every word that exists is asked for."""

from __future__ import annotations

import json
import re
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest
import yaml

import build
from build.config import known_languages
from build.language import GRAMMARS
from build.lessons import read_lesson
from build.pictures import read_pictures
from build.templates import Templates
from build.words import GAP, Entry, Words, read_kind_words, read_words
from pipeline.grid import Symmetry
from pipeline.kind import AnyKind, discover
from pipeline.reasoner import GENERIC
from site_templates import ROOT

KINDS = list(discover())
TEMPLATES = Templates(ROOT, discover())
LANGUAGES = known_languages()

# Keys that are put together while a page is made or runs: the beginning stands in a source, the end comes from data.
COMPOSED = ("tier.", "tierNote.", "theme.", "image.", "shelf.solved", "shelf.started")
FROM_KINDS = {"name", "about", "rules", "controls", "solved"}
TECHNIQUE = ("name", "why")

every_language = pytest.mark.parametrize("language", LANGUAGES)
every_kind = pytest.mark.parametrize("kind", KINDS)


def sources(folder: Path, *patterns: str) -> str:
    """The text of the files that may ask for a word."""
    paths = [path for pattern in patterns for path in sorted(folder.glob(pattern))]
    paths += sorted(Path(build.__file__).parent.glob("*.py"))
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def of_site(language: str) -> Words:
    """The site's own words."""
    return read_words(ROOT / "words" / f"{language}.yaml", language)


def of_kind(kind: str, language: str) -> Words:
    """A kind's words."""
    return read_kind_words(TEMPLATES.folder(kind) / "words.yaml", language)


def techniques(kind: AnyKind) -> set[str]:
    """The keys of the words that a kind's own techniques need."""
    own = [technique.name for technique in kind.techniques if technique not in GENERIC]
    return {f"technique.{name}.{part}" for name in own for part in TECHNIQUE}


def captions(kind: str) -> set[str]:
    """The keys of the words that stand below the pictures of a kind's rules."""
    rules = len(of_kind(kind, "en").lines("rules"))
    pictures = read_pictures(TEMPLATES.folder(kind) / "rules.yaml", discover()[kind], rules)
    return {plate.caption.key for plate in pictures.plates}


def sentences(kind: str) -> set[str]:
    """The keys of the words that the steps of a kind's lesson say."""
    lesson = read_lesson(TEMPLATES.folder(kind) / "lesson.yaml", discover()[kind])
    return {asked.say.key for asked in lesson.asked if asked.say} if lesson else set()


def gaps(entry: Entry) -> list[set[str]]:
    """The gaps of each text of an entry; the plural forms of a word count as one text."""
    if isinstance(entry, str):
        return [set(GAP.findall(entry))]
    if isinstance(entry, tuple):
        return [set(GAP.findall(text)) for text in entry]
    return [{gap for text in entry.values() for gap in GAP.findall(text)}]


def test_words_are_there_in_three_languages() -> None:
    """English, Spanish and Japanese, each with what its grammar needs."""
    assert {"en", "es", "ja"} <= set(LANGUAGES) <= set(GRAMMARS)
    names = [of_site(language).say("site.language") for language in LANGUAGES]
    assert len(set(names)) == len(LANGUAGES)


@every_language
def test_words_of_the_site_are_all_used_and_none_is_missing(language: str) -> None:
    """The words of a language are exactly those that templates, scripts and the builder ask for."""
    text = sources(ROOT, "*.jinja", "engine/**/*.js")
    entries = set(of_site(language).entries)
    asked = set(re.findall(r"""\b(?:say|lines)\(["']([\w.]+[\w])["']""", text))
    assert asked - FROM_KINDS - entries == set()
    unused = {key for key in entries if f'"{key}"' not in text and f"'{key}'" not in text}
    generic = {f"technique.{technique.name}.{part}" for technique in GENERIC for part in TECHNIQUE}
    assert {key for key in unused if not key.startswith(COMPOSED)} == generic


@every_language
def test_words_put_together_are_there_for_whatever_ends_them(language: str) -> None:
    """Each tier, theme and standing has its word."""
    ends = {
        "tier.": {"easy", "normal", "hard", "expert"},
        "tierNote.": {"easy", "normal", "hard", "expert"},
        "theme.": {"label", "system", "light", "dark"},
        "image.": {symmetry.value for symmetry in Symmetry},
    }
    words = of_site(language)
    assert {prefix: set(words.under(prefix, strip=True)) for prefix in ends} == ends
    assert {"shelf.solved", "shelf.started"} <= set(words.entries)


@every_language
@every_kind
def test_words_of_a_kind_are_all_used_and_none_is_missing(kind: str, language: str) -> None:
    """A kind's words are those that its scripts name, those that the pages ask of every kind, and its techniques'.

    What a kind calls its own images is held to those of its levels by the tests of images.
    """
    text = sources(TEMPLATES.folder(kind), "*.js")
    entries = of_kind(kind, language).entries
    played = {key.removeprefix("play.") for key in entries if key.startswith("play.")}
    named = set(re.findall(r'"((?:cell|summary|news)\.\w+)"', text))
    assert named | {"solved"} == {key for key in played if not key.startswith("image.")}
    rest = {key for key in entries if not key.startswith("play.")}
    told = techniques(discover()[kind]) | captions(kind) | sentences(kind)
    assert rest == {"name", "about", "rules", "controls"} | told


@every_kind
def test_words_of_a_technique_are_a_name_and_one_sentence(kind: str) -> None:
    """Every technique that a trace can name has a short name and one sentence that says why, in each language."""
    for language in LANGUAGES:
        spoken = dict(of_site(language).entries) | dict(of_kind(kind, language).entries)
        for technique in discover()[kind].techniques:
            name, why = (spoken[f"technique.{technique.name}.{part}"] for part in TECHNIQUE)
            assert isinstance(name, str)
            assert isinstance(why, str)
            assert len(name) <= 40
            assert not re.search(r"[.。]", name)
            assert re.fullmatch(r"[^.。]+[.。]", why), why


def test_words_of_every_language_are_the_same_ones() -> None:
    """No language lacks a word that another has, and none has a gap, a line or a list that another has not."""
    for of in (of_site, *(lambda language, kind=kind: of_kind(kind, language) for kind in KINDS)):
        for one, other in pairwise(of(language) for language in LANGUAGES):
            assert set(one.entries) == set(other.entries)
            for key, entry in one.entries.items():
                assert type(other.entries[key]) is type(entry), key
                assert gaps(other.entries[key]) == gaps(entry), (key, other.language)


@every_kind
def test_words_of_a_kind_are_in_the_languages_of_the_site_and_no_other(kind: str) -> None:
    """A language of a kind that no page speaks would never be read."""
    languages = yaml.safe_load((TEMPLATES.folder(kind) / "words.yaml").read_text(encoding="utf-8"))
    assert set(languages) == set(LANGUAGES)


def test_words_counted_and_numbers_are_the_same_in_python_and_in_the_browser(node: str) -> None:
    """The builder chooses plural forms and writes numbers as Intl does."""
    numbers = [*range(0, 130), 999, 1000, 1001, 1234, 9999, 10000, 12345, 123456, 1234567]
    script = """
    import { say } from "#engine/words.js";
    const [languages, numbers] = JSON.parse(process.argv[1]);
    const words = { left: { one: "{n} one", other: "{n} other" } };
    const said = (language) => numbers.map((n) => say(words, "left", { n }, language));
    console.log(JSON.stringify(Object.fromEntries(languages.map((language) => [language, said(language)]))));
    """
    asked = json.dumps([list(GRAMMARS), numbers])
    run = [node, "--input-type=module", "-e", script, asked]
    done = subprocess.run(run, cwd=ROOT.parent, capture_output=True, text=True, timeout=60, check=True)
    here = {
        language: [f"{grammar.number(number)} {grammar.form(number)}" for number in numbers]
        for language, grammar in GRAMMARS.items()
    }
    assert json.loads(done.stdout) == here


@every_language
def test_plural_forms_are_those_that_the_grammar_gives(language: str) -> None:
    """Every form that a counted word must have is asked for by some number, and no other is."""
    grammar = GRAMMARS[language]
    assert {grammar.form(number) for number in range(1000)} == set(grammar.forms)
