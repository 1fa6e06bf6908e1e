"""What stands in the folder of layouts: nothing is passed over without a word, and nothing keeps a run waiting."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pipeline.cli import cli
from pipeline.find import find_layouts

KINDS = ("akari", "binairo")
DEPTH = 1200
WALLS = "walls: |\n  ..#\n  ...\n  #..\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder's ``layouts/akari`` with a good layout in it."""
    monkeypatch.chdir(tmp_path)
    made = Path("layouts/akari")
    made.mkdir(parents=True)
    (made / "good.yaml").write_text(WALLS)
    return made


def _levels() -> Result:
    return CliRunner().invoke(cli, ["levels", "--jobs", "1"])


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


def _link_to_itself(path: Path) -> None:
    path.symlink_to(path.name)


def _link_to_a_pipe(path: Path) -> None:
    os.mkfifo(path.parent / ".pipe")
    path.symlink_to(".pipe")


FAULTS: dict[str, tuple[str, Callable[[Path], object], str]] = {
    "folder named like a layout": ("a.yaml", Path.mkdir, "a folder with the name of a layout file"),
    "pipe": ("a.yaml", os.mkfifo, "neither a file nor a folder"),
    "pipe of another name": ("a", os.mkfifo, "neither a file nor a folder"),
    "socket": ("a.yaml", _socket, "neither a file nor a folder"),
    "link to nowhere": ("a.yaml", lambda path: path.symlink_to("nowhere.yaml"), "a link that leads nowhere"),
    "link to itself": ("a.yaml", _link_to_itself, "a link that leads back to itself"),
    "link to the folder itself": ("a", lambda path: path.symlink_to("."), "the same folder as layouts/akari"),
    "link to the root": ("a", lambda path: path.symlink_to(".."), "the same folder as layouts"),
    "link to a pipe": ("a.yaml", _link_to_a_pipe, "neither a file nor a folder"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_entry_that_is_no_file_is_told_with_its_place(folder: Path, fault: str) -> None:
    """Whatever is not a file or a folder of them is an error, and the layouts beside it are solved."""
    name, make, message = FAULTS[fault]
    make(folder / name)
    result = _levels()
    assert result.exit_code == 1
    assert f"layouts/akari/{name}: {message}\n  " in result.stderr
    assert not Path("catalogue").exists()
    # One entry for the file that reads well, and one for the layout in it.
    assert len(list(Path(".kotae-cache").glob("*/*"))) == 2


def test_links_to_files_and_folders_are_followed(folder: Path, tmp_path: Path) -> None:
    """A layout may stand elsewhere, and so may a whole folder of them, in whatever depth."""
    (tmp_path / "elsewhere" / "deep").mkdir(parents=True)
    (tmp_path / "elsewhere" / "deep" / "a.yaml").write_text(WALLS)
    (folder / "linked").symlink_to(tmp_path / "elsewhere")
    (folder / "good.yml").symlink_to("good.yaml")
    found = find_layouts(Path("layouts"), KINDS)
    assert [path.as_posix() for path in found.paths] == [
        "layouts/akari/good.yaml",
        "layouts/akari/good.yml",
        "layouts/akari/linked/deep/a.yaml",
    ]
    assert found.faults == found.passed_over == ()


def test_folders_that_link_to_each_other_are_walked_once(folder: Path) -> None:
    """Links among many folders are told one by one, and their ways are not multiplied."""
    names = [f"f{number}" for number in range(12)]
    for name in names:
        (folder / name).mkdir()
        (folder / name / "a.yaml").write_text(WALLS)
        for other in names:
            (folder / name / other).symlink_to(f"../{other}")
    found = find_layouts(Path("layouts"), KINDS)
    assert len(found.paths) == 1 + len(names)
    assert len(found.faults) == len(names) ** 2


def test_names_in_capitals_are_layouts(folder: Path) -> None:
    """The ending of a layout's name may be written in capitals, as some systems do."""
    (folder / "A.YAML").write_text("walls: |\n  ..#.\n  ....\n  #...\n")
    (folder / "B.Yml").write_text("walls: |\n  ..#..\n  .....\n  #....\n")
    result = _levels()
    assert result.exit_code == 0, result.stderr
    assert "of 3 layouts" in result.stderr
    (folder / "GOOD.yaml").write_text(WALLS)
    assert "is an image of the one at" in _levels().stderr


def test_file_that_is_no_layout_by_its_name_is_named(folder: Path) -> None:
    """Notes among the layouts do no harm, but a name with a slip in it must not go unseen."""
    for name in ("mine.yaml.txt", "a.json", "README.md", ".hidden"):
        (folder / name).write_text("walls: x\n")
    Path("layouts/notes\x1b.txt").touch()
    result = _levels()
    assert result.exit_code == 0
    told = [line for line in result.stderr.splitlines() if "passed over: " in line]
    names = ["layouts/notes\\x1b.txt", *(f"layouts/akari/{name}" for name in ("README.md", "a.json", "mine.yaml.txt"))]
    assert told == [f"warning: {name}: passed over: the name of a layout ends in .yaml" for name in names]


def test_folder_that_cannot_be_read_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder without permission is not one without layouts."""
    read = Path.iterdir

    def refuse(path: Path) -> Iterator[Path]:
        if path == folder:
            raise PermissionError(13, "Permission denied", str(path))
        return read(path)

    monkeypatch.setattr(Path, "iterdir", refuse)
    result = _levels()
    assert result.exit_code == 1
    assert result.stderr == "layouts/akari: cannot be read: Permission denied\n"


@pytest.mark.parametrize("root", ["l" * 300, "layouts/akari/good.yaml", "nowhere"])
def test_root_that_is_no_folder_is_told(folder: Path, root: str) -> None:
    """Whatever is given in place of the folder of layouts, the message names it."""
    result = CliRunner().invoke(cli, ["levels", "--layouts", root])
    assert result.exit_code == 1
    assert root in result.stderr
    assert "Traceback" not in result.stderr


def test_folders_of_any_depth_are_walked(folder: Path) -> None:
    """Folders in folders are many and no error, at a depth that no recursion of Python's reaches."""
    top, spare = folder / "a", folder / "b"
    for _ in range(DEPTH):
        spare.mkdir()
        if top.exists():
            top.rename(spare / "a")
        spare.rename(top)
    found = find_layouts(Path("layouts"), KINDS)
    # What clears the folders of tests away does recurse.
    while (top / "a").exists():
        (top / "a").rename(spare)
        top.rmdir()
        spare.rename(top)
    assert [path.name for path in found.paths] == ["good.yaml"]


def test_layouts_below_a_folder_whose_name_is_not_utf8_are_refused(tmp_path: Path) -> None:
    """The catalogue names the folder of layouts, so that must be text too."""
    root = tmp_path / os.fsdecode(b"\xff")
    (root / "akari").mkdir(parents=True)
    (root / "akari" / "a.yaml").write_text(WALLS)
    words = ["levels", "--jobs", "1", "--no-cache", "--out", str(tmp_path / "out"), "--layouts", str(root)]
    result = CliRunner().invoke(cli, words)
    assert result.exit_code == 1
    assert "\\udcff/akari/a.yaml: a file name that is not UTF-8" in result.stderr
