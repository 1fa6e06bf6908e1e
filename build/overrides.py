"""A site's own templates, words, styles and scripts: a folder beside the settings, found before those of the house.

A file there stands in for the one of the same name, and a template can build on the one whose place it takes, which
goes by the name ``kotae/…`` too. A file that takes no file's place is a slip, unless another file of the folder names
it. Words are put over those of the house one by one, so that a site writes only those that it changes.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path

from jinja2 import Environment, TemplateError, TemplateNotFound, TemplateSyntaxError, meta

from build.inline import imports
from build.templates import IMAGES, Templates, read_text
from pipeline.errors import AuthoringError, AuthoringErrors, Location
from pipeline.node import closest

HOUSE = "kotae/"
"""What stands before the name of a template of the house, wherever another takes its place."""

NOTES = "README.md"
"""What in a folder is for its readers, and takes no file's place."""


def check_overrides(templates: Templates, environment: Environment) -> None:
    """Raise AuthoringErrors for each file of the site's own that takes no file's place, or is no template."""
    if templates.own is None:
        return
    found = (path for path in _files(templates.own) if path.name != NOTES)
    files = {path.relative_to(templates.own).as_posix(): path for path in found}
    faults: list[AuthoringError] = []
    named: set[str] = set()
    for name, path in files.items():
        try:
            if not name.endswith(IMAGES):
                named |= set(_named(name, read_text(path), environment))
        except TemplateSyntaxError as error:
            faults.append(template_fault(error, path.as_posix(), error.lineno))
        except AuthoringError as error:
            faults.append(error)
    known = templates.names()
    for name, path in files.items():
        if name not in known and name not in named:
            message = "takes no file's place, and no file here names it"
            faults.append(AuthoringError(message, Location(path.as_posix()), _nearest(name, known)))
    if faults:
        raise AuthoringErrors(faults)


def located(error: Exception, fallback: str, own: Path | None = None) -> AuthoringError | None:
    """The fault of a template that could not be filled, with its line; None where the template is not what failed.

    Whatever fails below a template of the site's ``own`` folder is that template's fault: a filter, or a file that
    comes back to itself.
    """
    if isinstance(error, TemplateSyntaxError):
        return template_fault(error, error.filename or fallback, error.lineno)
    passed = traceback.extract_tb(error.__traceback__)
    frames = [frame for frame in passed if frame.filename.endswith(".jinja")]
    is_last = frames and frames[-1] == passed[-1]
    mine = [frame for frame in frames if own is not None and Path(frame.filename).is_relative_to(own)]
    if isinstance(error, RecursionError) and (mine or is_last):
        # It ends wherever the stack is full, which may be in a template of the house that one of these came back to,
        # and in any line on the way round: the lowest line of the file is told, whatever was on the stack before.
        around = mine or frames
        file = around[-1].filename
        return template_fault(error, file, max(frame.lineno or 0 for frame in around if frame.filename == file))
    is_own = mine and mine[-1] == frames[-1]
    if isinstance(error, TemplateError) or is_last or is_own:
        return template_fault(error, *((frames[-1].filename, frames[-1].lineno or 0) if frames else (fallback, 0)))
    return None


def template_fault(error: Exception, file: str, line: int) -> AuthoringError:
    """What is wrong with a template, and the line."""
    path = Path(file)
    lines = path.read_text(encoding="utf-8").split("\n") if line and path.is_file() else []
    text = lines[line - 1] if line <= len(lines) and lines else ""
    said = str(getattr(error, "message", None) or error) or type(error).__name__
    if isinstance(error, TemplateNotFound):
        said = f"there is no '{said}'"
    if isinstance(error, RecursionError):
        said = "it comes back to itself without end"
    return AuthoringError(f"the template cannot be used: {said}", Location(path.as_posix(), line, 0, text))


def _nearest(name: str, known: Sequence[str]) -> str:
    near = closest(name, known)
    return f"did you mean '{near}'?" if near else "its name is that of a file in site_templates/, with the folder"


def _files(folder: Path, around: tuple[Path, ...] = ()) -> Iterator[Path]:
    """The files of a folder, but for those that systems and editors hide; a link to a folder is gone into as well.

    Raises AuthoringError for one that leads back to a folder around it.
    """
    place = Location(folder.as_posix())
    real = folder.resolve()
    if real in around:
        raise AuthoringError("a link that leads back to a folder around it", place, "take it out")
    try:
        paths = sorted(folder.iterdir())
    except OSError as error:
        raise AuthoringError(f"cannot be read: {error.strerror or error}", place) from error
    for path in paths:
        if path.name.startswith("."):
            continue
        if path.is_dir():
            yield from _files(path, (*around, real))
        else:
            yield path


def _named(name: str, text: str, environment: Environment) -> Sequence[str]:
    """The files that one of the site's own asks for."""
    if name.endswith(".jinja"):
        return [one for one in meta.find_referenced_templates(environment.parse(text)) if one]
    return [one.removeprefix("#") for one in imports(text)] if name.endswith(".js") else []
