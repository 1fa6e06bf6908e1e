"""The templates of one state of the site, held in memory: a page made later is made of the same state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from jinja2 import BaseLoader, BytecodeCache, Environment, TemplateNotFound
from jinja2.bccache import Bucket

from build.overrides import HOUSE
from build.templates import SOURCES, Templates, read_text
from build.watch.files import Files, walk
from pipeline.errors import AuthoringError
from pipeline.kind import AnyKind

Text = str | AuthoringError
"""What is in a file, or why it cannot be read."""


@dataclass(frozen=True, slots=True)
class HeldTemplates(Templates):
    """Templates whose texts are those of one moment."""

    texts: Mapping[Path, Text] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """What was in a file; raises AuthoringError where it could not be read."""
        path = self.path(name)
        text = self.texts.get(path)
        if text is None:
            return read_text(path)  # it was not there: this says so
        if isinstance(text, AuthoringError):
            raise text
        return text

    def override(self, name: str) -> Path | None:
        """The site's own file of a name, if it had one."""
        path = self.own / name if self.own else None
        return path if path in self.texts else None


def hold(root: Path, kinds: Mapping[str, AnyKind], own: Path | None, files: Files[Text]) -> HeldTemplates:
    """All templates as they are now."""
    folders = [root, *(kind.folder for kind in kinds.values() if kind.folder)]
    paths = [Path(path) for folder in folders for path in walk(folder) if path.endswith(SOURCES)]
    paths += [Path(path) for path in walk(own)] if own else []
    texts = {path: files.get(path, _read) for path in paths}
    files.keep(set(paths))
    return HeldTemplates(root, kinds, own, texts)


def _read(path: Path) -> Text:
    try:
        return read_text(path)
    except AuthoringError as error:
        return error


class HeldLoader(BaseLoader):
    """Finds templates as the loader of a build does, in what is held."""

    def __init__(self, templates: HeldTemplates) -> None:
        self._templates = templates

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """The text of a template, and its file."""
        held = self._templates
        house = template.removeprefix(HOUSE)
        own = [held.own / template] if held.own else []
        for path in [*own, held.root / template] if house == template else [*own, held.root / house]:
            text = held.texts.get(path)
            if isinstance(text, AuthoringError):
                raise text
            if text is not None:
                return text, str(path), lambda: True
        raise TemplateNotFound(template)


class Compiled(BytecodeCache):
    """What templates were compiled to, by their names: only the one that changed is compiled again."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give what is known; Jinja sees by its checksum whether it fits the text."""
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep it."""
        self._kept[bucket.key] = bucket.bytecode_to_string()
