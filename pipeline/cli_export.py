"""``kotae export``: levels and layouts, and whatever ``kotae import`` reads, in formats of other programs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pipeline.cli_import import check_choice, find, is_there, notices_of
from pipeline.errors import AuthoringError, AuthoringErrors, Location
from pipeline.stdin import read_in
from pipeline.stdout import write_out
from pipeline.telling import tell_notices

if TYPE_CHECKING:
    from pipeline.interchange.export import Source
    from pipeline.interchange.format import Exported
    from pipeline.kind import AnyKind
    from pipeline.notice import Notice
    from pipeline.tier import Tier

CATALOGUE = Path("catalogue")
ID = re.compile(r"[0-9a-f]{12}")
"""A level's id."""
LAYOUT = (".yaml", ".yml")


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
@click.argument("levels", metavar="LEVEL...", nargs=-1, required=True)
@click.option("--to", "target", metavar="FORMAT", required=True, help="The format: docs/formats.md has them, by kind.")
@click.option("--kind", "kind_name", help="The kind, where nothing else says it.")
@click.option("--from", "format_name", metavar="FORMAT", help="The format that is read, where a text has several.")
@click.option("--tier", type=click.Choice(TIERS), help="Of a layout that is no setter's own, the level of this tier.")
@click.option("--catalogue", type=click.Path(path_type=Path), default=CATALOGUE, show_default=True)
@click.option("--answer", is_flag=True, help="Draw the answer in, or write it where the format has a place for it.")
@click.option("--out", type=click.Path(path_type=Path), help="Write to this file; several pictures go to this folder.")
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
    from pipeline.kind import discover
    from pipeline.tier import Tier

    kinds = discover()
    formats = dict.fromkeys(one.name for kind in kinds.values() for one in kind.formats)
    check_choice("--to", target, [*formats, *PICTURES])
    check_choice("--from", format_name, list(formats))
    check_choice("--kind", kind_name, list(kinds))
    faults: list[AuthoringError] = []
    asked = Asked(kinds, kind_name, format_name, catalogue, Tier(tier) if tier else None)
    sources = [source for level in levels for source in _sources(level, asked, faults)]
    texts = _written(sources, target, answer, faults)
    if faults:
        raise AuthoringErrors(faults)
    _give(texts, target in PICTURES, out)


def _sources(level: str, asked: Asked, faults: list[AuthoringError]) -> Iterator[Source]:
    """What an argument stands for; faults are added to a list."""
    from pipeline.gather import gather
    from pipeline.interchange.export import of_found, of_layout

    path = Path(level)
    if path.suffix.lower() in LAYOUT or (is_there(path) and path.is_dir()):
        loaded = gather((level,), dict(asked.kinds), asked.kind or "", read_in)
        faults += loaded.faults
        for layout in loaded.layouts:
            try:
                yield of_layout(asked.kinds[layout.kind], layout, asked.tier)
            except AuthoringError as error:
                faults.append(error)
    elif ID.fullmatch(level) and not is_there(path):
        try:
            yield _of_catalogue(level, asked.kinds, asked.catalogue)
        except AuthoringError as error:
            faults.append(error)
    else:
        for number, found in enumerate(find((level,), asked.kind, asked.format, faults), 1):
            yield of_found(asked.kinds[found.kind], found, number)


def _of_catalogue(level: str, kinds: Mapping[str, AnyKind], catalogue: Path) -> Source:
    from pipeline.catalogue import read_catalogue
    from pipeline.check import level_fault
    from pipeline.interchange.export import of_level

    for name, kind in kinds.items():
        path = catalogue / f"{name}.jsonl"
        for found in read_catalogue(path) if path.is_file() else ():
            if found.id == level:
                if fault := level_fault(kind, found):
                    raise AuthoringError(f"the level {level}: {fault}", Location(path.as_posix()))
                return of_level(kind, found, path.as_posix())
    hint = "'kotae levels' makes the catalogue; --catalogue names another"
    raise AuthoringError(f"no level has the id {level}", Location(catalogue.as_posix()), hint)


def _written(sources: Sequence[Source], target: str, answer: bool, faults: list[AuthoringError]) -> dict[str, str]:
    """The text of each puzzle, by the name of a file of its own; what is lost is told, and faults are listed."""
    from dataclasses import replace

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
    """Write the texts: each on a line, or with a blank line between where one has several; each picture to a file."""
    from pipeline.files import replace_file, replace_files

    if are_pictures and len(texts) > 1:
        if out is None or out.suffix:
            raise click.UsageError(f"one picture is a file, and here are {len(texts)}: name a folder, --out pictures")
        replace_files({out / f"{name}.svg": text for name, text in texts.items()})
        return
    ended = [text if text.endswith("\n") else f"{text}\n" for text in texts.values()]
    between = "\n" if any(text.count("\n") > 1 for text in ended) else ""
    if out is None:
        write_out(between.join(ended))
    else:
        replace_file(out, between.join(ended))
