"""Where the files of the pages are: a site's own, those of the house, and a folder for each installed kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pipeline.errors import AuthoringError, Location
from pipeline.files import open_file
from pipeline.kind import AnyKind

PAGE = "page"
"""The folder, in the package of an installed kind, of what reaches a browser."""

IMAGES = (".png",)
"""How the names end of files that are no text."""

CARD = "card.png"
"""The picture of a link that is shared: of the site, and of each kind, which can do without one of its own."""

SOURCES = (".jinja", ".js", ".css", ".yaml", ".txt", *IMAGES)
"""How the names end of files that a site is made of."""


@dataclass(frozen=True, slots=True)
class Templates:
    """The files by their names: ``engine/x.js`` and ``kinds/<kind>/x.js``, as the scripts import them."""

    root: Path
    """Those of the house, with the kinds of the house."""
    kinds: Mapping[str, AnyKind]
    own: Path | None = None
    """A folder whose files take the place of others of the same name."""

    def path(self, name: str) -> Path:
        """Where a file stands, whether it is there or not."""
        return self.override(name) or self.base(name)

    def text(self, name: str) -> str:
        """What is in a file; raises AuthoringError where it cannot be read."""
        return read_text(self.path(name))

    def override(self, name: str) -> Path | None:
        """The site's own file of a name, if it has one."""
        path = self.own / name if self.own else None
        return path if path and path.is_file() else None

    def own_pages(self) -> frozenset[str]:
        """The names of the site's own templates that pages are made of."""
        found = self.own.rglob("*.jinja") if self.own else ()
        return frozenset(path.relative_to(self.own).as_posix() for path in found if self.own)

    def base(self, name: str) -> Path:
        """Where the file stands whose place another can take."""
        parts = name.split("/", 2)
        if parts[0] == "kinds" and len(parts) == 3:
            return self.folder(parts[1]) / parts[2]
        return self.root / name

    def folder(self, kind: str) -> Path:
        """Where the scripts, the style and the words of a kind stand."""
        found = self.kinds.get(kind)
        return found.folder / PAGE if found and found.folder else self.root / "kinds" / kind

    def names(self) -> tuple[str, ...]:
        """Every file whose place another can take."""
        folders = {"": self.root} | {f"kinds/{kind}/": self.folder(kind) for kind in self.kinds}
        return tuple(
            sorted(
                {
                    prefix + path.relative_to(folder).as_posix()
                    for prefix, folder in folders.items()
                    for path in folder.rglob("*")
                    if path.suffix in SOURCES
                }
                | {f"kinds/{kind}/{CARD}" for kind in self.kinds}
            )
        )


def read_text(path: Path) -> str:
    """A template's text, with the line ends of Unix; raises AuthoringError where it cannot be read."""
    name = path.as_posix()
    try:
        with open_file(path) as file:
            data = file.read()
    except OSError as error:
        raise AuthoringError(f"cannot be read: {error.strerror or error}", Location(name)) from error
    try:
        text = data.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"the byte 0x{data[error.start]:02x} is not UTF-8"
        raise AuthoringError(message, Location(name, line), "save the file as UTF-8") from error
    if "\0" in text:
        # It stands for a literal while a script or a style is stripped.
        line = text.count("\n", 0, text.index("\0")) + 1
        raise AuthoringError("the character U+0000, which shows nothing", Location(name, line), "take it out")
    return text
