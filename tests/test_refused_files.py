"""Runs whose files a system refuses at every place where they touch one: what is told, what stays, and the next run."""

from __future__ import annotations

import os
import resource
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from build import rendering, site
from build.cli import main
from build.output import LIST
from build.staging import PREFIX
from tests.faulty import Place, System, Way, may_refuse

LAYOUTS = {
    "akari": ("walls: |\n  ..#\n  ...\n  #..\n", "walls: |\n  ..#.\n  ....\n  #...\n"),
    "binairo": ("answer: |\n  0101\n  1010\n  0110\n  1001\n", "answer: |\n  0110\n  1001\n  0101\n  1010\n"),
}
"""Each kind's layout as it was, and as it is changed."""

PAGES = ("404", "daily", "index", "kind", "lesson", "play", "print", "rules", "stats", "where")
PAGE = "<!DOCTYPE html>\n<title>{{ page_title }}</title>\n<p>{{ config.description }}</p>\n"
"""A site's own templates that are soon filled: where its files go is the same."""

Files = dict[str, bytes]


@dataclass(frozen=True)
class Project:
    """A project in the current folder, whose layouts are the one or the other."""

    folder: Path
    system: System

    def lay(self, number: int) -> None:
        """Write the layouts."""
        for kind, texts in LAYOUTS.items():
            path = Path("layouts", kind, "a.yaml")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"title: Mine\n{texts[number]}", encoding="utf-8")
        Path("kotae.yaml").write_text(f"title: Mine\ndescription: Number {number}.\n", encoding="utf-8")

    def run(self, command: str) -> Result:
        """Run a command with nothing else at work."""
        return CliRunner().invoke(main, [command, "--jobs", "1"])

    def rest(self) -> list[str]:
        """What was left half written, anywhere."""
        return [str(path) for path in self.folder.rglob("*") if is_half_written(path.name)]


def is_half_written(name: str) -> bool:
    """Whether a file or folder is one that a run works on."""
    return name.endswith(".part") or name.startswith(PREFIX)


@pytest.fixture(scope="module")
def system() -> System:
    """What refuses."""
    found = System()
    found.install()
    return found


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: System) -> Project:
    """A project of which nothing was made yet."""
    monkeypatch.chdir(tmp_path)
    # No more of a page than its place is of interest here, and the program stays the same.
    monkeypatch.setattr(rendering, "import_map", lambda *_: "{}")
    monkeypatch.setattr(rendering, "collect", lambda *_: {})
    monkeypatch.setattr(site, "code_stamp", lambda *_: "same")
    monkeypatch.setattr(site, "page_stamp", lambda code, config, templates: repr(config))
    Path("templates").mkdir()
    for name in PAGES:
        Path("templates", f"{name}.html.jinja").write_text(PAGE, encoding="utf-8")
    return Project(tmp_path, system)


def files_of(folder: str) -> Files:
    """Every file of a folder by its name."""
    return {path.as_posix(): path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()}


class Course:
    """A command that is run on the one project and on the other in turn, refused and then not."""

    def __init__(self, here: Project, command: str) -> None:
        self.here = here
        self.command = command
        self.out = {"levels": "catalogue", "site": "dist"}[command]
        self.now = 0
        self.whole: list[Files] = []
        """What comes of each."""
        self.levels: list[Files] = []
        """The catalogue of each."""
        for number in (0, 1):
            here.lay(number)
            assert here.run("levels").exit_code == 0
            self.levels.append(files_of("catalogue"))
            self.turn(number)
            assert here.run(command).exit_code == 0
            self.whole.append(files_of(self.out))
        self.turn(0)
        here.run(command)

    def turn(self, number: int) -> None:
        """Lay out the one project or the other, for which everything is still to be done."""
        self.now = number
        self.here.lay(number)
        if self.command == "levels":
            shutil.rmtree(".kotae-cache", ignore_errors=True)
            return
        for name, data in self.levels[number].items():
            Path(name).write_bytes(data)

    def check(self, refused: Result, way: Way | None) -> None:
        """Whether what a refused run leaves is sound, and the next run is right."""
        said = refused.stderr
        old, new = self.whole[1 - self.now], self.whole[self.now]
        assert refused.exit_code in (0, 1), (said, refused.exception)
        assert isinstance(refused.exception, SystemExit | None), refused.exception
        # What cannot be removed any more stays; the next run removes it.
        left = {name: data for name, data in files_of(self.out).items() if not is_half_written(Path(name).name)}
        if refused.exit_code:
            assert "Traceback" not in said
            assert way is None or os.strerror(way.value) in said, said
            odd = [name for name, data in left.items() if data not in (old.get(name), new.get(name))]
            assert set(odd) <= {f"{self.out}/{LIST}"}, said  # it names the old files and the new ones for a while
            # Of the old ones only those that are not wanted any more may be gone, and only when all new ones are there.
            gone = [name for name in old if name not in left]
            assert not gone or (not set(gone) & new.keys() and new.keys() <= left.keys()), gone
        else:
            assert left == new, said
        if way is None or way is Way.FULL:
            assert self.here.rest() == [], said
        healthy = self.here.run(self.command)
        assert healthy.exit_code == 0, healthy.stderr
        assert files_of(self.out) == new
        assert self.here.rest() == [], (way, self.here.system.first, self.here.rest())

    def places(self) -> Sequence[Place]:
        """Where a run touches files, the runs of both projects taken together."""
        found: dict[Place, None] = {}
        for number in (1, 0):
            self.turn(number)
            with self.here.system.refusing(self.here.folder, Way.ONCE):
                assert self.here.run(self.command).exit_code == 0
            found |= dict.fromkeys(self.here.system.places)
        return tuple(found)


@pytest.mark.parametrize("command", ["levels", "site"])
def test_refused_files_leave_the_last_good_output_and_the_next_run_is_right(here: Project, command: str) -> None:
    """At every line that changes a file: a word with the reason or a right result, nothing torn, and nothing left.

    The ways of refusing take turns; with ``KOTAE_EVERY_WAY=1`` in the environment each is tried at every line, also
    where files are only read.
    """
    course = Course(here, command)
    codes = []
    every = "KOTAE_EVERY_WAY" in os.environ
    for at, place in enumerate(course.places()):
        ways = [way for way in Way if may_refuse(way, place[0])]
        if not every:
            ways = ways[at % len(ways) :][:1] if may_refuse(Way.READ_ONLY, place[0]) else []
        for way in ways:
            course.turn(1 - course.now)
            with here.system.refusing(here.folder, way, place):
                refused = here.run(command)
            if here.system.failed:
                codes.append(refused.exit_code)
                course.check(refused, way)
    print(f"{command}: {len(codes)} refusals, {sum(codes)} told as an error")
    assert 0 < sum(codes) < len(codes)
    assert len(codes) >= 5


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """Let no file grow longer than this, as on a disk that is full: the system itself refuses to write on."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("command", ["levels", "site"])
def test_file_that_cannot_be_written_to_its_end_never_takes_a_place(here: Project, command: str) -> None:
    """Whichever file it is that has no room, and wherever in it the room ends."""
    course = Course(here, command)
    longest = sorted({len(data) for data in course.whole[0].values()})
    sizes = [0, 1, 100, *(size - 1 for size in longest[:: max(1, len(longest) // 2)])]
    codes: list[int] = []
    for size in sizes:
        course.turn(1 - course.now)
        with room_for(size):
            refused = here.run(command)
        codes.append(refused.exit_code)
        course.check(refused, None)
    assert codes[0] == 1
