"""What a site is made of beside layouts: its settings, its own words, a catalogue's lines, and all of them together."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from build.config import KEYS, read_config
from build.levels import read_indices, shelf_of, shown
from build.site import build_site
from build.words import read_words
from pipeline.base import build_base
from pipeline.catalogue import catalogue_text, level_id, level_line, read_line
from pipeline.errors import KotaeError
from pipeline.kind import AnyKind
from pipeline.layout import layouts_of
from pipeline.limits import Limits
from pipeline.source import read_documents
from site_templates import ROOT
from tests.fuzz.mutate import IN_JSON, IN_YAML, SIGNS, in_bytes, spoilt, with_character, with_key
from tests.fuzz.target import Came, Room, Target
from tests.fuzz.told import UntoldError, check_told

SETTINGS = """\
# The site's own settings.
title: Our puzzles
description:
  en: Puzzles to solve by reasoning alone.
  es: Puzles que se resuelven razonando.
author: Ana
licence: MIT
base_url: https://example.org/puzzles/
base_path: /puzzles/
languages: [en, es]
accent: "#a8552a"
offline: true
"""

MARKUP = next(sign for sign in SIGNS if sign.startswith("<img"))

WORDS = """\
play:
  undo: Take back
  size: "{rows} by {cols}"
  result: "Solved in {time}, {n} moves"
shelf:
  progress:
    one: "{solved} of {n} solved"
    other: "{solved} of {n} solved"
tier: {easy: Easy, normal: Normal}
"""


def file_targets(room: Room) -> Iterator[Target]:
    """The files of a site."""
    lines = {kind: _lines(room, kind) for kind in room.kinds}
    (room.folder / "base.yaml").write_text(WORDS, encoding="utf-8")

    def settings(random: Random) -> bytes:
        return in_bytes(spoilt(SETTINGS, random, (*IN_YAML, with_key(KEYS))), random)

    def words(random: Random) -> bytes:
        return in_bytes(spoilt(WORDS, random, IN_YAML), random)

    def catalogue(random: Random) -> bytes:
        kind = random.choice(sorted(lines))
        text = spoilt(random.choice(lines[kind]), random, (*IN_JSON, _with_cell))
        if random.random() < 0.5:
            text = _made_to_fit(room.kinds[kind], text)
        more = random.choice(lines[kind]) + "\n" if random.random() < 0.1 else ""
        return f"{kind}\n".encode() + in_bytes(f"{more}{text}\n", random)

    def site(random: Random) -> bytes:
        own = spoilt(SETTINGS, random, (_only_texts,), most=3)
        level = json.loads(random.choice(lines[random.choice(sorted(lines))]))
        said = {name: "".join(random.choices(SIGNS[:12] + SIGNS[13:], k=3)) for name in ("title", "author")}
        return own.encode("utf-8", "replace") + b"\0" + json.dumps(level | said).encode()

    yield Target("config", 2_000, 5, settings, lambda data: _settings(room, data), 0.05)
    yield Target("words", 994, 5, words, lambda data: _words(room, data), 0.05)
    yield Target("catalogue", 6_000, 5, catalogue, lambda data: _catalogue(room, data), 0.02)
    yield Target("site", 6, 60, site, lambda data: _site(room, data), 0.3)


def _lines(room: Room, kind: str) -> tuple[str, ...]:
    """Lines of levels of the smallest boards of a kind."""
    path = min((room.layouts / kind).glob("*.yaml"))
    layouts, _ = layouts_of(read_documents(path, "a.yaml"), kind, "a", "a.yaml", room.kinds)
    levels = [level for layout in layouts[:3] for level in build_base(room.kinds[kind], layout, Limits()).levels]
    return tuple(catalogue_text(levels).splitlines())


def _with_cell(text: str, random: Random) -> str:
    """A line with another cell on its board or in its answer, or more or fewer of them."""
    try:
        level = json.loads(text)
        rows = level[random.choice(("grid", "answer"))]
        at = random.randrange(len(rows))
        rows[at] = (
            with_character(rows[at], random) if random.random() < 0.3 else random.choice("".join(rows)) + rows[at][1:]
        )
        if random.random() < 0.2:
            rows[:] = [row * random.choice((1, 2, 40)) for row in rows] * random.choice((1, 2, 40))
    except (LookupError, TypeError, ValueError, RecursionError):
        return with_character(text, random)
    return json.dumps(level)


def _made_to_fit(kind: AnyKind, text: str) -> str:
    """A line whose code, id, size and number of clues are those of its board, as anybody can work them out."""
    try:
        level = json.loads(text)
        puzzle = kind.read_grid(tuple(level["grid"]), level["rules"])
        level |= {"code": kind.code(puzzle), "id": level_id(kind, puzzle), "clues": kind.clues(puzzle).bit_count()}
        level |= {"rows": len(level["grid"]), "cols": len(level["grid"][0])}
        return json.dumps(level)
    except Exception:  # whatever a spoilt board does here, it is thrown as it is
        return text


def _settings(room: Room, data: bytes) -> Came:
    path = _written(room.folder / "kotae.yaml", data)

    def read() -> None:
        config = read_config(path)
        for language in config.languages:
            said = config.speaking(language)
            " ".join((str(said.title), str(said.description), said.author, said.licence, said.base_url)).encode()

    return _tried(read)


def _words(room: Room, data: bytes) -> Came:
    own = _written(room.folder / "own.yaml", data)

    def read() -> None:
        words = read_words(room.folder / "base.yaml", "en", own)
        words.say("play.size", rows=3, cols=4).encode()
        words.say("shelf.progress", solved=1, n=2).encode()

    return _tried(read)


def _catalogue(room: Room, data: bytes) -> Came:
    """Read as ``kotae site`` reads it: what is taken is a level whose line says what it said."""
    kind, _, content = data.partition(b"\n")
    folder = room.folder / "catalogue"
    folder.mkdir(exist_ok=True)
    path = _written(folder / f"{kind.decode()}.jsonl", content)

    def read() -> None:
        for index in read_indices(folder, {}):
            for level in shelf_of(index).levels:
                str(shown(level)).encode("utf-8", "strict")
                if read_line(level_line(level), path, 1) != level:
                    raise UntoldError("the level is another one as a line")

    try:
        return _tried(read)
    finally:
        path.unlink()


def _site(room: Room, data: bytes) -> Came:
    """A whole site of one level with settings that were spoilt; what it is made into holds every page."""
    settings, _, line = data.partition(b"\0")
    out, catalogue = room.folder / "dist", room.folder / "levels"
    shutil.rmtree(catalogue, ignore_errors=True)
    catalogue.mkdir()
    kind = next(kind for kind in room.kinds if f'"kind": "{kind}"'.encode() in line)
    _written(catalogue / f"{kind}.jsonl", line + b"\n")
    path = _written(room.folder / "kotae.yaml", settings)

    def make() -> None:
        build_site(catalogue, out, read_config(path), room.kinds, ROOT)
        for page in (*out.rglob("*.html"), out / "index.html"):
            _check_page(page.read_text(encoding="utf-8"))

    try:
        return _tried(make)
    finally:
        shutil.rmtree(out, ignore_errors=True)


def _check_page(text: str) -> None:
    """Raise UntoldError where what somebody wrote is markup of a page."""
    if MARKUP in text or text.count("<script") != text.count("</script>"):
        raise UntoldError("a text is markup")


def _tried(read: Callable[[], None]) -> Came:
    try:
        read()
    except KotaeError as error:
        check_told(error)
        return Came.REFUSED
    return Came.GOOD


def _written(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def _only_texts(text: str, random: Random) -> str:
    """Settings with another text behind a key, of any characters that YAML takes in quotes."""
    keys = ("title", "  en", "  es", "author", "licence")
    found = [line for line in text.splitlines() if line.startswith(keys)]
    line = random.choice(found)
    key, _, _ = line.partition(": ")
    signs = [chr(random.choice((random.randrange(32, 127), random.randrange(0xA1, 0x3000)))) for _ in range(9)]
    said = "".join((*signs, *random.choices([sign for sign in SIGNS if sign.isprintable()], k=2)))
    return text.replace(line, f"{key}: '{said.replace(chr(39), '')}'")
