"""What an editable installation of a project leaves behind, without a package index to ask."""

from __future__ import annotations

import tomllib
from pathlib import Path


def install(project: Path, into: Path) -> tuple[str, str]:
    """Write down what a project announces; what it takes to find the project: its metadata, and its packages."""
    settings = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name, version = settings["name"], settings["version"]
    info = into / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
    lines = []
    for group, entries in settings["entry-points"].items():
        lines += [f"[{group}]", *(f"{entry} = {value}" for entry, value in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(into), str(project)
