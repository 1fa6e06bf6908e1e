"""``kotae export``: levels and layouts, and whatever ``kotae import`` reads, in formats of other programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pipeline.cli_import import notices_of
from pipeline.cli_types import CATALOGUE, PATH, TEXT, check_choice
from pipeline.errors import AuthoringError, AuthoringErrors
from pipeline.stdin import read_in
from pipeline.stdout import write_out
from pipeline.telling import tell_notices

if TYPE_CHECKING:
    from pipeline.interchange.export import Source
    from pipeline.interchange.format import Exported
    from pipeline.kind import AnyKind
    from pipeline.layout import Layout
    from pipeline.notice import Notice
    from pipeline.tier import Tier

TIERS = ("easy", "normal", "hard", "expert")


@dataclass(frozen=True, slots=True)
class Asked:
    """What a command line says of all its arguments."""

    kinds: Mapping[str, AnyKind]
    kind: str | None
    format: str | None
    catalogue: Path
    tier: Tier | None


@click.command("export")
@click.argument("levels", metavar="LEVEL...", nargs=-1, required=True, type=TEXT)
@click.option("--to", "target", metavar="FORMAT", required=True, help="The format: docs/formats.md has them, by kind.")
@click.option("--kind", "kind_name", help="The kind, where nothing else says it.")
@click.option("--from", "format_name", metavar="FORMAT", help="The format that is read, where a text has several.")
@click.option("--tier", type=click.Choice(TIERS), help="Of a layout that is no setter's own, the level of this tier.")
@click.option("--catalogue", type=PATH, default=CATALOGUE, show_default=True)
@click.option("--answer", is_flag=True, help="Draw the answer in, or write it where the format has a place for it.")
@click.option("--out", type=PATH, help="Write to this file; several pictures go to this folder.")
def export(
    levels: tuple[str, ...],
    target: str,
    kind_name: str | None,
    format_name: str | None,
    tier: str | None,
    catalogue: Path,
    answer: bool,
    out: Path | None,
) -> None:
    """Write puzzles as other programs read them, or as pictures: 'svg' is the board, 'print' a page for paper.

    LEVEL is the id of a level in the catalogue, a file of layouts, or anything that 'kotae import' reads, so that one
    format is turned into another. A setter's own board is written as drawn, any other layout as its level of --tier, or
    else with every clue that it has. What the format cannot say is told on stderr.

    \b
    Example: kotae export 5f0c2a9be174 --to puzzlink
    """
    from pipeline.interchange.export import PICTURES
    from pipeline.interchange.read import format_names
    from pipeline.kind import discover
    from pipeline.tier import Tier
    from pipeline.typed import numbered

    kinds = discover()
    formats = format_names(kinds)
    check_choice("--to", target, [*formats, *PICTURES])
    check_choice("--from", format_name, formats)
    check_choice("--kind", kind_name, list(kinds))
    faults: list[AuthoringError] = []
    asked = Asked(kinds, kind_name, format_name, catalogue, Tier(tier) if tier else None)
    sources = [source for level, name in numbered(levels) for source in _sources(level, name, asked, faults)]
    texts = _written(sources, target, answer, faults)
    if faults:
        raise AuthoringErrors(faults)
    _give(texts, target in PICTURES, out)


def _sources(level: str, name: str, asked: Asked, faults: list[AuthoringError]) -> Iterator[Source]:
    """What an argument stands for, ``name`` is what it is called if it is a text; faults are added to a list."""
    from pipeline.gather import gather
    from pipeline.interchange.export import of_found, of_level
    from pipeline.lookup import find_level
    from pipeline.typed import layout_at, layouts_in, names_layouts, names_level, puzzles_in, read_typed

    try:
        if names_layouts(level):
            loaded = gather((level,), dict(asked.kinds), asked.kind or "", read_in)
            yield from _drawn(loaded.layouts, loaded.faults, asked, faults)
        elif names_level(level):
            kind, found, place = find_level(level, asked.kinds, asked.catalogue)
            yield replace(of_level(kind, found, place.file), place=place)
        else:
            typed = read_typed(level, name)
            if asked.format is None and layout_at(typed, asked.kinds) is not None:
                yield from _drawn(*layouts_in(typed, asked.kinds, asked.kind or ""), asked, faults)
                return
            reading = puzzles_in(typed, asked.kinds, asked.kind, asked.format)
            faults += reading.faults
            for number, one in enumerate(reading.found, 1):
                yield of_found(asked.kinds[one.kind], one, number)
    except AuthoringError as error:
        faults.append(error)


def _drawn(
    layouts: Sequence[Layout], wrong: Sequence[AuthoringError], asked: Asked, faults: list[AuthoringError]
) -> Iterator[Source]:
    """Layouts, each as it is asked for; what is wrong with them is added to a list."""
    from pipeline.interchange.export import of_layout

    faults += wrong
    for layout in layouts:
        try:
            yield of_layout(asked.kinds[layout.kind], layout, asked.tier)
        except AuthoringError as error:
            faults.append(error)


def _written(sources: Sequence[Source], target: str, answer: bool, faults: list[AuthoringError]) -> dict[str, str]:
    """The text of each puzzle, by the name of a file of its own; what is lost is told, and faults are listed."""
    from pipeline.interchange.export import title_of, write
    from pipeline.late_bar import late_bar

    texts: dict[str, str] = {}
    notices: list[Notice] = []
    written: list[tuple[Source, Exported]] = []
    with late_bar("Writing", len(sources)) as update:
        for number, source in enumerate(sources, 1):
            try:
                bare = replace(source, request=replace(source.request, answer=None))
                written.append((source, write(source.answered() if answer else bare, target)))
            except AuthoringError as error:
                faults.append(error)
            update(number)
    for number, (source, exported) in enumerate(written, 1):
        lost = [f"{title_of(source.kind, target)} {what}" for what in exported.lost]
        notices += notices_of(source.place, [*source.notes, *lost])
        texts[source.name if source.name not in texts else f"{source.name}-{number}"] = exported.text
    tell_notices(notices)
    return texts


def _give(texts: Mapping[str, str], are_pictures: bool, out: Path | None) -> None:
    """Write the texts: links and IDs on a line each, others with a blank line between; each picture to a file."""
    from pipeline.files import replace_file, replace_files
    from pipeline.interchange.lone import stands_alone

    if are_pictures and len(texts) > 1:
        if out is None or out.suffix:
            raise click.UsageError(f"one picture is a file, and here are {len(texts)}: name a folder, --out pictures")
        replace_files({out / f"{name}.svg": text for name, text in texts.items()})
        return
    ended = [text if text.endswith("\n") else f"{text}\n" for text in texts.values()]
    # A board of one line would be the next row of the board above.
    between = "" if all(text.count("\n") == 1 and stands_alone(text.strip()) for text in ended) else "\n"
    if out is None:
        write_out(between.join(ended))
    else:
        replace_file(out, between.join(ended))
