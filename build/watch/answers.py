"""What the server answers: the pages of the site, and what the watching script asks for."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from build.editions import INDEX, way_up
from build.templates import Templates
from build.watch.desk import REPORT
from build.watch.faults import Told, tell
from build.watch.inject import FOLDER, print_of, style_of, with_script
from build.watch.live import Live
from build.watch.snapshot import Rendered, Snapshot, Standing
from build.words import Words, read_kind_words
from pipeline.catalogue import LevelId
from pipeline.errors import AuthoringError, KotaeError
from pipeline.kind import AnyKind
from site_templates import ROOT

HTML = "text/html; charset=utf-8"
SCRIPT = "text/javascript; charset=utf-8"
TYPES = {
    ".html": HTML,
    ".js": SCRIPT,
    ".css": "text/css; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".webmanifest": "application/manifest+json; charset=utf-8",
    ".png": "image/png",
    ".txt": "text/plain; charset=utf-8",
    ".xml": "application/xml",
}

EVENTS = f"{FOLDER}events"

PART = re.compile(r"[a-z]+\.(?:js|css)")
"""The name of a file of the script."""

WAITING = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Kotae</title>
</head>
<body>
<noscript>{noscript}</noscript>
</body>
</html>
"""
"""The page that is shown while there is no other: all that is on it the script puts there."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is sent back."""

    status: int
    body: bytes = b""
    type: str = HTML
    location: str = ""
    """Where to go instead, seen from the address that was asked for."""


NOTHING = Answer(404, b"", "text/plain")


class Answers:
    """Knows the answer to every address below the base path."""

    def __init__(self, live: Live, kinds: dict[str, AnyKind], base: str) -> None:
        """``base`` begins and ends with a slash."""
        self._live = live
        self._base = base
        self._scripts = Templates(ROOT, kinds)
        self._words: dict[str, Words] = {}

    def is_events(self, target: str) -> bool:
        """Whether the news are asked for."""
        parts = _split(target)
        return parts is not None and parts.path == self._base + EVENTS

    def to(self, target: str, is_worker: bool = False) -> Answer:
        """The answer to an address as a request has it; ``is_worker``: the browser asks for a script of a worker."""
        parts = _split(target)
        if parts is None:
            return Answer(400)
        path = unquote(parts.path)
        if not path.startswith(self._base):
            # Whoever leaves the base path out is led to it, by a way that holds behind a proxy too.
            return self._off_base(path)
        name = path.removeprefix(self._base)
        if name.startswith(FOLDER):
            return self._asked(name.removeprefix(FOLDER), parse_qs(parts.query))
        snapshot = self._live.snapshot
        if snapshot is None:
            return self._waiting(name)
        if self._live.desk.has(name) and name not in snapshot:
            return self._of_author(snapshot, name) if self._live.desk.ready else self._waiting(name)
        if is_worker:
            # Whatever worker an earlier site has left on this port: this one takes its place, and goes.
            return Answer(200, snapshot.files["sw.js"], SCRIPT)
        return self._of_site(snapshot, name)

    def _off_base(self, path: str) -> Answer:
        if path != "/" and path + "/" != self._base:
            return Answer(404, b"there is nothing outside " + self._base.encode(), "text/plain; charset=utf-8")
        way = self._base.removeprefix("/") if path == "/" else self._base.rstrip("/").rpartition("/")[2] + "/"
        return Answer(302, location=f"./{way}")

    def _of_site(self, snapshot: Snapshot, name: str) -> Answer:
        page = name + INDEX if name == "" or name.endswith("/") else name
        if page in snapshot:
            return self._page(snapshot, page, name)
        if page in snapshot.files:
            kind = TYPES.get(page[page.rfind(".") :], "application/octet-stream")
            return Answer(200, snapshot.files[page], kind)
        if f"{name}/{INDEX}" in snapshot:
            return Answer(302, location=f"./{name.rpartition('/')[2]}/")
        return self._page(snapshot, None, name)

    def _page(self, snapshot: Snapshot, page: str | None, name: str) -> Answer:
        """A page, or the one for what is missing, with the script in it."""
        language = _language(snapshot, name)
        told = {"version": self._version(snapshot), "path": page or name, "words": self._said(language)}
        try:
            made = snapshot.page(page) if page else snapshot.missing()
        except Exception as error:
            # Only this page cannot be made: the others stay.
            return self._bare(name, told | {"failed": [one.data() for one in _told(error)]}, 500)
        if page:
            told |= {"print": made.print.page, "rest": made.print.rest}
        return Answer(200 if page else 404, with_script(made.data, way_up(name), told))

    def _of_author(self, snapshot: Snapshot, name: str) -> Answer:
        """The report, or a draft."""
        told = {"version": self._live.desk_version, "author": True, "path": name, "words": self._said("en")}
        try:
            data = self._live.desk.page(name, snapshot)
        except Exception as error:
            return self._bare(name, told | {"failed": [one.data() for one in _told(error)]}, 500)
        if data is None:
            return self._page(snapshot, None, name)
        page, rest = print_of(data)
        return Answer(200, with_script(data, way_up(name), told | {"print": page, "rest": rest}))

    def _look_at_author(self, snapshot: Snapshot, name: str) -> dict[str, Any]:
        """How such a page stands now; nothing where its layout is at fault and cannot be read."""
        if not self._live.desk.ready:
            return {}
        news = {"version": self._live.desk_version}
        try:
            data = self._live.desk.page(name, snapshot)
        except Exception:
            return news | {"print": "", "rest": ""}
        if data is not None:
            page, rest = print_of(data)
            return news | {"print": page, "rest": rest}
        return {} if self._live.desk.faulty else news | {"go": REPORT, "gone": name}

    def _version(self, snapshot: Snapshot) -> str:
        news = self._live.board.news
        # Between a new site and the news of it a page is the one or the other: the script then asks which.
        return news.version if snapshot is self._live.snapshot else ""

    def _waiting(self, name: str) -> Answer:
        # No fault, for which a worker of an earlier site would show a page that it kept.
        return self._bare(name, {"version": "", "path": name, "words": self._said("en")}, 200)

    def _bare(self, name: str, told: dict[str, Any], status: int) -> Answer:
        words = self._said("en")
        text = WAITING.format(language="en", noscript=words["noscript"])
        return Answer(status, with_script(text.encode(), way_up(name), told | {"bare": True}))

    def _said(self, language: str) -> dict[str, Any]:
        if language not in self._words:
            self._words[language] = read_kind_words(ROOT / "watch" / "words.yaml", language)
        return dict(self._words[language].entries)

    def _asked(self, name: str, query: dict[str, list[str]]) -> Answer:
        """What the script asks for."""
        snapshot = self._live.snapshot
        path, level = (query.get(key, [""])[0] for key in ("path", "level"))
        if PART.fullmatch(name):
            return self._script(name)
        if name == "look" and snapshot and self._live.desk.has(path) and path not in snapshot:
            return _json(self._look_at_author(snapshot, path))
        if name == "look":
            return _json(self._look(snapshot, path, LevelId(level)) if snapshot else {})
        if name == "style" and snapshot and (path in snapshot or self._live.desk.has(path)):
            return self._style(snapshot, path)
        return NOTHING

    def _style(self, snapshot: Snapshot, path: str) -> Answer:
        try:
            data = snapshot.page(path).data if path in snapshot else self._live.desk.page(path, snapshot)
        except Exception:
            return NOTHING  # the page keeps the style that it has
        return Answer(200, style_of(data), TYPES[".css"]) if data is not None else NOTHING

    def _script(self, name: str) -> Answer:
        try:
            templates = self._live.snapshot.templates if self._live.snapshot else self._scripts
            return Answer(200, templates.text(f"watch/{name}").encode(), TYPES[name[name.rfind(".") :]])
        except AuthoringError:
            return NOTHING

    def _look(self, snapshot: Snapshot, path: str, level: LevelId) -> dict[str, Any]:
        """How a page stands in the site as it is now, and where to go if what it showed stands elsewhere."""
        news = {"version": self._version(snapshot)}
        folder = _folder(snapshot, path)
        stands, stood = snapshot.levels.get(level), self._live.was(level)
        if stands and path in snapshot and stands.href != f"{path.removeprefix(folder)}#{level}":
            return news | {"go": folder + stands.href}
        if not stands and stood:
            return news | _moved(snapshot, stood, folder)
        if path not in snapshot:
            return news | {"go": _nearest(snapshot, path, folder), "gone": path}
        try:
            made: Rendered = snapshot.page(path)
        except Exception:
            return news | {"print": "", "rest": ""}
        return news | {"print": made.print.page, "rest": made.print.rest}


def _split(target: str) -> SplitResult | None:
    """The parts of what a request asks for; None where it is no address."""
    try:
        return urlsplit(target)
    except ValueError:
        return None


def _moved(snapshot: Snapshot, stood: Standing, folder: str) -> dict[str, Any]:
    """Where the level of the same layout and tier is, or one of the same layout, or else the kind."""
    own = [one for one in snapshot.levels.values() if (one.kind, one.base) == (stood.kind, stood.base)]
    same = [one for one in own if one.tier == stood.tier]
    if same:
        return {"go": folder + same[0].href}
    if own:
        return {"go": folder + own[0].href, "other": own[0].tier}
    return {"go": _nearest(snapshot, f"{folder}{stood.kind}/", folder), "gone": stood.source}


def _nearest(snapshot: Snapshot, path: str, folder: str) -> str:
    above = path.rpartition("/")[0] + "/" + INDEX
    return above if above in snapshot else folder + INDEX


def _folder(snapshot: Snapshot, path: str) -> str:
    first = path.partition("/")[0]
    return f"{first}/" if first in snapshot.config.languages[1:] else ""


def _language(snapshot: Snapshot, path: str) -> str:
    return _folder(snapshot, path).rstrip("/") or snapshot.config.languages[0]


def _told(error: Exception) -> tuple[Told, ...]:
    return tell(error if isinstance(error, KotaeError) else AuthoringError(f"{type(error).__name__}: {error}"))


def _json(data: dict[str, Any]) -> Answer:
    return Answer(200, json.dumps(data, ensure_ascii=False).encode(), TYPES[".json"])
