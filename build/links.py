"""Links of a finished site that lead nowhere: every link of its pages, styles, sitemap and manifests is followed.

What leads off the site is not asked for. A link is resolved as a browser would do it on the site's host, and has to be
good from disk too: a folder stands for the ``index.html`` in it. Files that the site's owner has put beside the pages
count, and their links are followed as well.
"""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from urllib.parse import unquote, urlsplit

from build.config import Config
from build.editions import INDEX
from build.offline import MANIFEST, MISSING
from build.scan import Scanned, scan_manifest, scan_page, scan_sitemap, style_links
from build.sharing import SITEMAP_PART
from build.uncollected import uncollected
from pipeline.errors import Location
from pipeline.node import clip, closest
from pipeline.notice import Notice
from pipeline.wording import plural

NEAR = 2_000
"""Among how many names the nearest one is looked for."""


PLAIN = re.compile(r"[a-zA-Z0-9-]+\.html")
"""The name of a page that stands in a link as it is."""


@dataclass(frozen=True, slots=True)
class Dead:
    """A link that leads nowhere: where it stands, as it is written, and what it would lead to."""

    file: str
    link: str
    fault: str
    target: str


def dead_links(folder: Path, config: Config, known: Mapping[str, Scanned] | None = None) -> tuple[Notice, ...]:
    """A warning for each place that links of a site lead to and that is not there, with the first file that has one.

    A link that is written alike in many folders, as in the frame of every page, is one as well. Files whose links are
    ``known`` are not read again.
    """
    paths = dict(sorted(_files(os.fspath(folder))))
    scanned = dict(_scanned(paths, known or {}))
    around: dict[tuple[str, str], list[Dead]] = {}
    with uncollected():
        for dead in _dead(scanned, paths, config):
            around.setdefault((dead.fault, dead.target), []).append(dead)
    alike: dict[tuple[str, str], list[Dead]] = {}
    for (fault, _), dead_ones in around.items():
        alike.setdefault((fault, dead_ones[0].link), []).extend(dead_ones)
    return tuple(_notice(folder, dead_ones, paths) for dead_ones in alike.values())


def _files(folder: str, below: str = "") -> Iterator[tuple[str, str]]:
    """Every file of the site by its name, and where it is; a link to a file as well."""
    # As plain texts: a site may have thousands of files.
    found: list[os.DirEntry[str]] = []
    with suppress(OSError), os.scandir(folder) as listed:
        found += listed
    for one in found:
        if one.is_dir(follow_symlinks=False):
            yield from _files(one.path, f"{below}{one.name}/")
        # An entry raises an error where a link leads to itself, and a path does not.
        elif not one.is_symlink() or Path(one.path).is_file():
            yield below + one.name, one.path


def _dead(scanned: Mapping[str, Scanned], paths: Mapping[str, str], config: Config) -> Iterator[Dead]:
    """Every link that leads nowhere. Most links of a page are those of all pages of its folder, and followed once."""
    followed: dict[tuple[str, str], Dead | None] = {}
    beside = _beside(scanned)
    for name, found in scanned.items():
        folder = posixpath.dirname(name)
        pages = beside.get(folder, {}) if name != MISSING else {}
        last, page, places = "", None, frozenset[str]()
        for link in found.links:
            file, _, place = link.partition("#")
            if file != last:
                last, page, places = file, pages.get(file), frozenset()
            if page is not None:
                if place and not places:
                    places = frozenset(page.places)
                if not place or place in places:
                    continue
            if name == MISSING or link.startswith(("#", "?")) or not link:
                # It is another one on each page.
                dead = _followed(name, link, scanned, paths, config)
            else:
                if (folder, link) not in followed:
                    followed[folder, link] = _followed(name, link, scanned, paths, config)
                dead = followed[folder, link]
            if dead:
                yield replace(dead, file=name)


def _beside(scanned: Mapping[str, Scanned]) -> dict[str, dict[str, Scanned]]:
    """By folder, the pages in it whose names stand in links as they are.

    There is a link to each level of a site, so it is not resolved as others are.
    """
    found: dict[str, dict[str, Scanned]] = {}
    for name, page in scanned.items():
        folder, _, file = name.rpartition("/")
        if PLAIN.fullmatch(file):
            found.setdefault(folder, {})[file] = page
    return found


def _scanned(paths: Mapping[str, str], known: Mapping[str, Scanned]) -> Iterator[tuple[str, Scanned]]:
    for name, path in paths.items():
        scan = _scanner(name)
        if name in known:
            yield name, known[name]
        elif scan:
            yield name, scan(Path(path).read_text(encoding="utf-8", errors="replace"))


def _scanner(name: str) -> Callable[[str], Scanned] | None:
    """How a file is read, by its name; None for one that holds no links."""
    if name.endswith((".html", ".htm")):
        return scan_page
    if name.endswith(".css"):
        return lambda text: Scanned(style_links(text), frozenset())
    if SITEMAP_PART.fullmatch(posixpath.basename(name)):
        return scan_sitemap
    return scan_manifest if posixpath.basename(name) == MANIFEST else None


def _followed(
    name: str, link: str, scanned: Mapping[str, Scanned], paths: Mapping[str, str], config: Config
) -> Dead | None:
    """What is wrong with a link in a file; None where it leads somewhere, or off the site."""
    if link.startswith("data:"):
        return None
    try:
        parts = urlsplit(link)
    except ValueError:
        return Dead(name, link, "is no address", link)
    if link.startswith("#"):
        target = name
    else:
        way = _way(name, link, config)
        if way is None:
            return None
        if name == MISSING and not _is_fixed(link, config):
            return Dead(name, link, "leads elsewhere from each depth that this page is shown at", link)
        if way.startswith("../") or way == "..":
            return Dead(name, link, "leads out of the site", way)
        target = next((one for one in (way, posixpath.normpath(f"{way}/{INDEX}")) if one in paths), "")
        if not target:
            return Dead(name, link, "leads nowhere", way)
    place = unquote(parts.fragment)
    if place and target in scanned and place not in scanned[target].places and place != "top":
        return Dead(name, link, "leads to no place of its page", f"{target}#{place}")
    return None


def _is_fixed(link: str, config: Config) -> bool:
    return link.startswith("/") or bool(config.base_url and link.startswith(config.base_url))


def _way(name: str, link: str, config: Config) -> str | None:
    """The name below the site's folder that a link leads to, ``.`` for the folder itself; None for one off the site."""
    base, path = config.base_path or urlsplit(config.base_url).path or "/", ""
    if config.base_url and link.startswith(config.base_url):
        path = urlsplit(link).path
    else:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            return None
        path = parts.path
    path = unquote(path)
    if path.startswith("/"):
        # Another site may stand beside this one on its host.
        return posixpath.normpath(path.removeprefix(base) or ".") if path.startswith(base) else None
    if not path:
        return name
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _notice(folder: Path, found: list[Dead], paths: Mapping[str, str]) -> Notice:
    """The warning of links that lead to the same place that is not there."""
    first = found[0]
    more = f", and {plural(len(found) - 1, 'more file')} {'has' if len(found) == 2 else 'have'} such a link"
    message = f"the link '{clip(first.link)}' {first.fault}{more if len(found) > 1 else ''}"
    near = closest(first.target, paths) if first.fault == "leads nowhere" and len(paths) < NEAR else None
    line = _line(Path(paths[first.file]), first.link)
    return Notice(
        message, Location((folder / first.file).as_posix(), line), f"did you mean '{near}'?" if near else None
    )


def _line(path: Path, link: str) -> int:
    """The line that a link stands on; 0 where it is written in another way there."""
    text = path.read_text(encoding="utf-8", errors="replace")
    written = "|".join(re.escape(form) for form in (link, escape(link)))
    found = re.search(rf"""(?<=["'=(>\s])(?:{written})(?=["')<>\s])""", text)
    return text.count("\n", 0, found.start()) + 1 if found else 0
