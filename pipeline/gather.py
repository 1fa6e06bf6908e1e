"""The layouts that a command line names: files, folders of them, and standard input.

The kind of a layout is the name of the folder it stands in, as it is for a run over all layouts, wherever the command
line begins; else the document says it, or the command line does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from pipeline.errors import AuthoringError, LayoutSyntaxError, Location
from pipeline.find import find_layouts
from pipeline.kind import AnyKind
from pipeline.layout import Layout, layouts_of
from pipeline.run import Loaded, without_repeats
from pipeline.source import Reading, parse_documents, read_documents
from pipeline.stdin import STDIN, STDIN_NAME

HOME = "layouts"
"""The folder of the kinds' folders."""


def gather(paths: Sequence[str], kinds: dict[str, AnyKind], kind: str, stdin: Callable[[], bytes]) -> Loaded:
    """All layouts of these files and folders, every fault, and the files of folders that are no layouts.

    ``kind`` is that of layouts of which nothing else says it, or empty; ``stdin`` reads standard input.
    """
    return without_repeats(as_drawn(paths, kinds, kind, stdin), kinds)


def as_drawn(paths: Sequence[str], kinds: dict[str, AnyKind], kind: str, stdin: Callable[[], bytes]) -> Loaded:
    """The same with the layouts that stand there twice."""
    files, faults, passed_over = _files(paths, kinds)
    layouts: list[Layout] = []
    for file in files:
        reading, folder, stem, source = _standard_input(stdin(), kind) if file is None else _file(file, kinds, kind)
        good, bad = layouts_of(reading, folder, stem, source, kinds)
        layouts += good
        faults += bad
    return Loaded(tuple(layouts), tuple(faults), passed_over)


def _files(
    paths: Sequence[str], kinds: dict[str, AnyKind]
) -> tuple[list[Path | None], list[AuthoringError], tuple[Path, ...]]:
    """The files to read, each once, None for standard input; what of folders is at fault, and what is passed over."""
    files: dict[Path, Path | None] = {}
    faults: list[AuthoringError] = []
    passed_over: list[Path] = []
    for path in map(Path, paths):
        if path.is_dir():
            found = find_layouts(path, kinds, named=_kind_above(path / STDIN, kinds) is None)
            faults += found.faults
            passed_over += found.passed_over
            files |= {file.absolute(): file for file in found.paths if file.absolute() not in files}
        else:
            files.setdefault(path.absolute(), None if path == Path(STDIN) else path)
    return list(files.values()), faults, tuple(passed_over)


Named = tuple[Reading, str, str, str]
"""What was read, the kind's folder, how its layouts are called, and where they stand."""


def _standard_input(data: bytes, kind: str) -> Named:
    return parse_documents(data, STDIN_NAME), kind, "stdin", STDIN_NAME


def _file(path: Path, kinds: dict[str, AnyKind], kind: str) -> Named:
    name = path.as_posix()
    try:
        name.encode()
    except UnicodeEncodeError:
        error = LayoutSyntaxError("a file name that is not UTF-8", Location(name), "rename the file, or its folder")
        return Reading((), (error,)), kind, name, name
    above = _kind_above(path, kinds)
    folder = above.name if above else kind
    inside = path.absolute().relative_to(above) if above else path
    return read_documents(path, name), folder, inside.with_suffix("").as_posix(), name


def _kind_above(path: Path, kinds: dict[str, AnyKind]) -> Path | None:
    """The nearest folder above a path that is named for a kind.

    What a checkout happens to stand in says nothing: a folder above the current one counts only among the layouts.
    """
    here = Path.cwd()
    for folder in path.absolute().parents:
        if folder.name in kinds and (here == folder or not here.is_relative_to(folder) or folder.parent.name == HOME):
            return folder
    return None
