"""Files put into place: whole, in an order in which links hold, and beside what others put there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from build.output import HEADING, LIST, replacing
from build.staging import PREFIX, staging
from pipeline.errors import AuthoringError

ROOT = Path(__file__).parent.parent.parent


def tree(folder: Path) -> dict[str, bytes]:
    """Every file of a folder by its name."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def pages(folder: Path) -> dict[str, str]:
    """The files of a site but for its list."""
    return {name: data.decode() for name, data in tree(folder).items() if name != LIST}


def put(folder: Path, files: dict[str, str]) -> None:
    """Make a site of these files."""
    with replacing(folder) as fresh:
        for name, text in files.items():
            (fresh / name).parent.mkdir(parents=True, exist_ok=True)
            (fresh / name).write_text(text, encoding="utf-8")


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Where the site goes: a folder that is not there yet, below one that is not there either."""
    return tmp_path / "below" / "dist"


OLD = {"index.html": "old", "toy/index.html": "toy", "toy/gone.html": "gone", "past/index.html": "past"}
NEW = {"index.html": "new", "toy/index.html": "toy", "toy/more.html": "more"}


def test_output_is_replaced_and_leaves_nothing_old(out: Path) -> None:
    """What is no longer wanted is gone with its folder, and nothing is left beside the site."""
    put(out, OLD)
    put(out, NEW)
    assert pages(out) == NEW
    assert not (out / "past").exists()
    assert list(out.parent.iterdir()) == [out]


def test_output_that_stays_the_same_is_not_written(out: Path) -> None:
    """A file with the same content keeps its time, so that what copies or watches a site sees only changes."""
    put(out, OLD)
    for path in out.rglob("*.html"):
        os.utime(path, (1, 1))
    put(out, NEW)
    kept = {path.relative_to(out).as_posix() for path in out.rglob("*.html") if path.stat().st_mtime == 1}
    assert kept == {"toy/index.html"}
    assert (out / LIST).read_text(encoding="utf-8").splitlines() == [HEADING, *sorted(NEW)]


def test_output_file_that_speaks_of_the_others_comes_last(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What tells a browser which pages there are is in place when they are, the changed ones too."""
    moved: list[str] = []
    replace = Path.replace

    def note(path: Path, target: Path) -> Path:
        moved.append(target.name)
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", note)
    for text in ("old", "new"):
        with replacing(out, last="b.js") as folder:
            for name in ("a.html", "b.js", "c.html", f"{text}.html"):
                (folder / name).write_text(text, encoding="utf-8")
    pages = [name for name in moved if not name.startswith(".")]
    assert pages == ["a.html", "c.html", "old.html", "b.js", "new.html", "a.html", "c.html", "b.js"]


def test_output_files_of_others_stay(out: Path) -> None:
    """What a user puts into the site stays in it, also in a folder whose own pages go."""
    put(out, OLD)
    (out / "CNAME").write_text("example.org", encoding="utf-8")
    (out / "past" / "photo.txt").write_text("me", encoding="utf-8")
    put(out, NEW)
    assert pages(out) == NEW | {"CNAME": "example.org", "past/photo.txt": "me"}


@pytest.mark.parametrize("there", [*OLD, None])
def test_output_file_of_others_in_the_way_is_named(out: Path, there: str | None) -> None:
    """A page never takes the place of a file that was not made here, and then none moves."""
    put(out, {"a.html": "a"} | ({} if there is None else {name: OLD[name] for name in OLD if name != "toy/more.html"}))
    (out / "toy").mkdir(exist_ok=True)
    (out / "toy" / "more.html").write_text("mine", encoding="utf-8")
    before = tree(out)
    with pytest.raises(AuthoringError, match=r"dist/toy/more\.html: is not ours"):
        put(out, NEW)
    assert tree(out) == before
    assert list(out.parent.iterdir()) == [out]


def test_output_folder_in_the_way_is_named(out: Path) -> None:
    """A folder stands where a page goes, and a file or a link where a folder goes."""
    put(out, {"index.html": "old"})
    (out / "toy").write_text("mine", encoding="utf-8")
    with pytest.raises(AuthoringError, match="dist/toy: stands where a folder"):
        put(out, NEW)
    (out / "toy").unlink()
    (out / "toy").symlink_to(out.parent)
    with pytest.raises(AuthoringError, match="dist/toy: stands where a folder"):
        put(out, NEW)
    (out / "toy").unlink()
    (out / "toy" / "more.html").mkdir(parents=True)
    with pytest.raises(AuthoringError, match=r"dist/toy/more\.html: is not ours"):
        put(out, NEW)
    assert (out / "index.html").read_text(encoding="utf-8") == "old"


FOREIGN = {
    "no list": {"thesis.txt": "mine"},
    "another's empty list": {"thesis.txt": "mine", LIST: ""},
    "another's list": {"thesis.txt": "mine", LIST: "thesis.txt\n"},
}


@pytest.mark.parametrize("files", FOREIGN)
def test_output_folder_of_someone_else_is_left_alone(out: Path, files: str) -> None:
    """A folder that holds other files, and nothing that says that a site was made there, is never written to."""
    out.mkdir(parents=True)
    for name, text in FOREIGN[files].items():
        (out / name).write_text(text, encoding="utf-8")
    before = tree(out)
    with pytest.raises(AuthoringError, match="no site of ours"):
        put(out, NEW)
    assert tree(out) == before


def test_output_list_never_leads_outside(out: Path) -> None:
    """Names in the list that lead out of the folder, by dots, from the root or over a link, remove nothing."""
    put(out, OLD)
    outside = out.parent / "mine.txt"
    outside.write_text("mine", encoding="utf-8")
    (out / "link").symlink_to(out.parent)
    with (out / LIST).open("a", encoding="utf-8") as file:
        file.write(f"../mine.txt\n{outside.as_posix()}\nlink/mine.txt\n.\n\n{LIST}\n")
    put(out, NEW)
    assert outside.read_text(encoding="utf-8") == "mine"
    assert (out / LIST).read_text(encoding="utf-8").splitlines() == [HEADING, *sorted(NEW)]


def test_output_fault_while_pages_are_made_changes_nothing(out: Path) -> None:
    """Where the body fails the site is as it was, and nothing is left beside it."""
    put(out, OLD)
    before = tree(out)

    def fail() -> None:
        with replacing(out) as fresh:
            (fresh / "index.html").write_text("half", encoding="utf-8")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert tree(out) == before
    assert list(out.parent.iterdir()) == [out]


LINKS = {
    "before": {"index.html": "a.html toy/one.html", "a.html": "toy/one.html", "toy/one.html": "../index.html"},
    "after": {"index.html": "b.html toy/two.html", "b.html": "toy/two.html", "toy/two.html": "../index.html ../b.html"},
}


def links_hold(folder: Path) -> bool:
    """Whether every page that a reader can come to from the first one is there."""
    waiting, seen = [(folder / "index.html").resolve()], set()
    while waiting:
        page = waiting.pop()
        if not page.exists():
            return False
        if page not in seen:
            seen.add(page)
            waiting += [(page.parent / link).resolve() for link in page.read_text(encoding="utf-8").split()]
    return True


@pytest.mark.parametrize("stop", range(12))
def test_output_cut_short_has_no_broken_link_and_the_next_run_ends_it(
    out: Path, monkeypatch: pytest.MonkeyPatch, stop: int
) -> None:
    """After any number of changes to the folder every link still holds; the next run leaves just what it makes."""
    put(out, LINKS["before"])
    done = 0

    class Killed(BaseException):
        """The end of a run."""

    def counted(name: str) -> None:
        original = getattr(Path, name)

        def change(path: Path, *args: object, **more: object) -> object:
            nonlocal done
            if done == stop and (path if name == "unlink" else Path(str(args[0]))).is_relative_to(out):
                raise Killed
            done += (path if name == "unlink" else Path(str(args[0]))).is_relative_to(out)
            return original(path, *args, **more)

        monkeypatch.setattr(Path, name, change)

    counted("replace")
    counted("unlink")
    try:
        put(out, LINKS["after"])
        assert stop >= 7
    except Killed:
        assert stop < 7
    monkeypatch.undo()
    assert links_hold(out)
    put(out, LINKS["after"])
    assert pages(out) == LINKS["after"]


HOLD = """
import sys, time
from pathlib import Path
from build.staging import staging
with staging(Path(sys.argv[1])) as work:
    (work / "half.html").write_text("half")
    print("ready", flush=True)
    time.sleep(60)
"""


def hold(parent: Path) -> subprocess.Popen[str]:
    """A run that is in the middle of its work."""
    run = subprocess.Popen([sys.executable, "-c", HOLD, str(parent)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert run.stdout
    assert run.stdout.readline() == "ready\n"
    return run


def test_staging_of_a_killed_run_is_removed_by_the_next_and_of_a_live_one_is_not(tmp_path: Path) -> None:
    """What a run leaves when it is killed goes with the next run, and not before it is dead."""
    run = hold(tmp_path)
    try:
        (left,) = tmp_path.iterdir()
        put(tmp_path / "dist", NEW)
        assert (left / "work" / "half.html").exists()
    finally:
        run.kill()
        run.communicate(timeout=120)
    assert left.exists()
    put(tmp_path / "dist", NEW)
    assert [path.name for path in tmp_path.iterdir()] == ["dist"]


def test_staging_removes_no_folder_that_is_not_its_own(tmp_path: Path) -> None:
    """A folder of a like name without the mark, or a link to one, stays."""
    mine = tmp_path / f"{PREFIX}mine"
    mine.mkdir()
    (mine / "thesis.txt").write_text("mine", encoding="utf-8")
    (tmp_path / f"{PREFIX}link").symlink_to(mine)
    with staging(tmp_path) as work:
        assert list(work.iterdir()) == []
    assert {path.name for path in tmp_path.iterdir()} == {mine.name, f"{PREFIX}link"}
    assert tree(mine) == {"thesis.txt": b"mine"}


def test_output_leftovers_are_known_to_git_and_make() -> None:
    """What a killed run leaves is no change to commit, and 'make clean' takes it."""
    assert f"/{PREFIX}*/" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    clean = (ROOT / "Makefile").read_text(encoding="utf-8").split("\nclean:")[1]
    assert re.search(rf"rm -rf .*{re.escape(PREFIX)}\*", clean)


BAD_PLACES = {
    "a file": ("taken", "taken: is not a folder"),
    "a link": ("link", "link: is not a folder"),
    "below a file": ("taken/dist", "cannot be written"),
    "a name too long": ("x" * 300, "cannot be written: File name too long"),
    "a path too long": ("/".join(["y" * 200] * 30), "cannot be written: File name too long"),
}


@pytest.mark.parametrize("place", BAD_PLACES)
def test_output_place_that_cannot_be_is_an_error_with_its_name(tmp_path: Path, place: str) -> None:
    """A place where no folder can be made is named, and what stands there stays."""
    (tmp_path / "taken").write_text("mine", encoding="utf-8")
    (tmp_path / "link").symlink_to(tmp_path)
    name, message = BAD_PLACES[place]
    with pytest.raises(AuthoringError) as caught:
        put(tmp_path / name, NEW)
    assert str(caught.value).startswith((tmp_path / name).as_posix())
    assert message in str(caught.value)
    assert (tmp_path / "taken").read_text(encoding="utf-8") == "mine"
