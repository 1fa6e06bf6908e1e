"""A small layout of any kind as ``kotae new`` draws it, through the whole pipeline."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from pipeline.cli import cli


def drawn_catalogue(kind: str, folder: Path) -> Path:
    """The catalogue of one new layout of 6×6, made in this folder."""
    layouts = folder / "layouts" / kind
    layouts.mkdir(parents=True)
    drawn = CliRunner().invoke(cli, ["new", kind, "--size", "6x6", "--symmetry", "none", "--seed", "4"])
    (layouts / "a.yaml").write_text(drawn.stdout, encoding="utf-8")
    words = ["levels", "--jobs", "1", "--no-cache", "--layouts", str(folder / "layouts"), "--out", str(folder)]
    assert CliRunner().invoke(cli, words).exit_code == 0
    return folder / f"{kind}.jsonl"
