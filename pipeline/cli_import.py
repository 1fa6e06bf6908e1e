"""``kotae import``: what other programs wrote, as YAML layouts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pipeline.cli_types import PATH, TEXT, check_choice
from pipeline.errors import AuthoringError, AuthoringErrors, Location
from pipeline.stdout import write_out
from pipeline.telling import tell_notices
from pipeline.wording import plural

if TYPE_CHECKING:
    from pipeline.interchange.read import Found
    from pipeline.notice import Notice


@click.command("import")
@click.argument("texts", metavar="[TEXT|FILE|-]...", nargs=-1, required=True, type=TEXT)
@click.option("--kind", "kind_name", help="The kind, where a text can be read as several.")
@click.option("--from", "format_name", metavar="FORMAT", help="The format, where a text can be read as several.")
@click.option("--out", type=PATH, help="Write to this new file, and only if all can be read.")
def import_(texts: tuple[str, ...], kind_name: str | None, format_name: str | None, out: Path | None) -> None:
    """Turn what other programs wrote into layouts: links, game IDs, codes, saved files and drawn boards.

    Each puzzle is written as it was drawn, with its rules. What was assumed, and what a layout has no place for, is
    told on stderr; docs/formats.md has the formats. TEXT is a link or a code; FILE can hold many, one a line, or drawn
    boards with blank lines between. What cannot be read is told with its place, and the exit code is 1.

    \b
    Example: kotae import 'https://puzz.link/p?GENRE/6/6/nekcakbl' --out layouts/mine.yaml
    """
    from pipeline.interchange.layouts import layout_of
    from pipeline.interchange.read import MOST_FAULTS, format_names
    from pipeline.kind import discover
    from pipeline.late_bar import late_bar

    kinds = discover()
    check_choice("--kind", kind_name, list(kinds))
    check_choice("--from", format_name, format_names(kinds))
    if out is not None and (out.exists() or out.is_symlink()):
        raise AuthoringError("is there already", Location(out.as_posix()), "name a new file, or take it away first")
    faults: list[AuthoringError] = []
    found = list(find(texts, kind_name, format_name, faults))
    unread = len(faults)
    documents: list[str] = []
    notices: list[Notice] = []
    with late_bar("Reading", len(found)) as update:
        for number, one in enumerate(found, 1):
            if len(faults) - unread == MOST_FAULTS:
                faults.append(AuthoringError(f"more than {MOST_FAULTS:,} faults: the rest is not read", one.location))
                break
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


def find(texts: Sequence[str], kind: str | None, format: str | None, faults: list[AuthoringError]) -> Iterator[Found]:
    """The puzzles of all texts, files and of standard input, in order; faults are added to a list."""
    from pipeline.kind import discover
    from pipeline.typed import layout_at, layout_fault, numbered, puzzles_in, read_typed

    kinds = discover()
    for text, name in numbered(texts):
        try:
            typed = read_typed(text, name)
        except AuthoringError as error:
            faults.append(error)
            continue
        at = layout_at(typed, kinds) if format is None else None
        if at is not None:
            faults.append(layout_fault(typed, at))
            continue
        reading = puzzles_in(typed, kinds, kind, format)
        faults += reading.faults
        yield from reading.found


def notices_of(place: Location | None, notes: Sequence[str]) -> list[Notice]:
    """Warnings of one puzzle."""
    from pipeline.notice import Notice

    return [Notice(note, place) for note in notes]
