"""``kotae import``: what other programs wrote, as YAML layouts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pipeline.errors import AuthoringError, AuthoringErrors, Location
from pipeline.stdin import read_in
from pipeline.stdout import write_out
from pipeline.telling import tell_notices
from pipeline.wording import plural

if TYPE_CHECKING:
    from pipeline.interchange.read import Found
    from pipeline.notice import Notice

STDIN = "-"
STDIN_NAME = "standard input"
FILE_NAME = re.compile(r"[^?#|:]*\.(?:txt|text|sav|ya?ml|jsonl?|md|csv|lst|urls?)", re.IGNORECASE)
"""What is meant for the name of a file, and is no puzzle."""
MOST_BYTES = 4 << 20
"""Of a file: the longest text that is read, if each of its characters takes four."""
TYPED = "argument"
"""What a text on the command line itself is called in messages."""


@click.command("import")
@click.argument("texts", metavar="[TEXT|FILE|-]...", nargs=-1, required=True)
@click.option("--kind", "kind_name", help="The kind, where a text can be read as several.")
@click.option("--from", "format_name", metavar="FORMAT", help="The format, where a text can be read as several.")
@click.option("--out", type=click.Path(path_type=Path), help="Write to this new file, and only if all can be read.")
def import_(texts: tuple[str, ...], kind_name: str | None, format_name: str | None, out: Path | None) -> None:
    """Turn what other programs wrote into layouts: links, game IDs, codes, saved files and drawn boards.

    Each puzzle is written as it was drawn, with its rules. What was assumed, and what a layout has no place for, is
    told on stderr; docs/formats.md has the formats. TEXT is a link or a code; FILE can hold many, one a line, or drawn
    boards with blank lines between. What cannot be read is told with its place, and the exit code is 1.

    \b
    Example: kotae import 'https://puzz.link/p?GENRE/6/6/nekcakbl' --out layouts/mine.yaml
    """
    from pipeline.interchange.layouts import layout_of
    from pipeline.kind import discover
    from pipeline.late_bar import late_bar

    kinds = discover()
    check_choice("--kind", kind_name, list(kinds))
    formats = dict.fromkeys(one.name for kind in kinds.values() for one in kind.formats)
    check_choice("--from", format_name, list(formats))
    if out is not None and (out.exists() or out.is_symlink()):
        raise AuthoringError("is there already", Location(out.as_posix()), "name a new file, or take it away first")
    faults: list[AuthoringError] = []
    found = list(find(texts, kind_name, format_name, faults))
    documents: list[str] = []
    notices: list[Notice] = []
    with late_bar("Reading", len(found)) as update:
        for number, one in enumerate(found, 1):
            try:
                written = layout_of(one, kinds)
                documents.append(written.text)
                lost = [f"a layout {what}" for what in written.lost]
                notices += notices_of(one.location, [*one.imported.notes, *lost])
            except AuthoringError as error:
                faults.append(error)
            update(number)
    tell_notices(notices)
    _give("---\n".join(documents), out, faults)
    if len(documents) > 1 or out:
        click.echo(
            f"{plural(len(documents), 'layout')} in {out}" if out else plural(len(documents), "layout"), err=True
        )


def _give(text: str, out: Path | None, faults: Sequence[AuthoringError]) -> None:
    """Write what could be read; raises AuthoringErrors where there are faults, and then no file is made."""
    from pipeline.files import replace_file

    if out is None and text:
        write_out(text)
    if faults:
        raise AuthoringErrors(faults)
    if out is not None:
        replace_file(out, text)


def check_choice(option: str, name: str | None, known: Sequence[str]) -> None:
    """Raise a usage error where an option names what is not there."""
    if name is not None and name not in known:
        raise click.BadParameter(f"'{name}' is none of {', '.join(known)}", param_hint=option)


def find(texts: Sequence[str], kind: str | None, format: str | None, faults: list[AuthoringError]) -> Iterator[Found]:
    """The puzzles of all texts, files and of standard input, in order; faults are added to a list."""
    from pipeline.interchange.read import read_all
    from pipeline.kind import discover

    for number, typed in enumerate(texts, 1):
        try:
            text, name = read_text(typed, f"{TYPED} {number}" if len(texts) > 1 else TYPED)
        except AuthoringError as error:
            faults.append(error)
            continue
        reading = read_all(text, name, discover(), kind, format)
        faults += reading.faults
        yield from reading.found


def read_text(typed: str, name: str = TYPED) -> tuple[str, str]:
    """What an argument stands for, and what it is called: standard input, a file, or itself; raises AuthoringError."""
    from pipeline.files import open_file

    if typed == STDIN:
        return _decoded(read_in(), STDIN_NAME), STDIN_NAME
    path = Path(typed)
    if not typed or not is_there(path):
        if FILE_NAME.fullmatch(typed):
            raise AuthoringError("there is no such file", Location(typed), "a link or a code is typed as it is")
        return typed, name
    try:
        with open_file(path) as file:
            return _decoded(file.read(MOST_BYTES + 1), path.as_posix()), path.as_posix()
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        raise AuthoringError(message, Location(path.as_posix())) from error


def is_there(path: Path) -> bool:
    """Whether something is at this path; a text is none."""
    try:
        return path.exists()
    except (OSError, ValueError):  # a link is longer than the name of a file can be
        return False


def _decoded(data: bytes, name: str) -> str:
    if len(data) > MOST_BYTES:
        message = f"the file is larger than {MOST_BYTES >> 20} MiB"
        raise AuthoringError(message, Location(name), "spread its puzzles over several files")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"the byte 0x{data[error.start]:02x} is not UTF-8"
        raise AuthoringError(message, Location(name, line), "save the file as UTF-8") from error


def notices_of(place: Location | None, notes: Sequence[str]) -> list[Notice]:
    """Warnings of one puzzle."""
    from pipeline.notice import Notice

    # The line itself is not shown: it is mostly a long one, and a warning is not of a part of it.
    here = replace(place, text="") if place else None
    return [Notice(note, here) for note in notes]
