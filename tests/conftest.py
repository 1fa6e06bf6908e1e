"""What the tests share: the kinds, and the levels of the layouts that ship."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fcntl import LOCK_EX, flock
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from pipeline.cache import Cache, engine_version
from pipeline.catalogue import Level, read_catalogue
from pipeline.kind import AnyKind, discover
from pipeline.layout import Layout
from pipeline.run import Report, load_layouts
from tests.installed import install
from tests.made import build_catalogue
from tests.once import worked_out_once

ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared"
TOY = ROOT / "tests" / "kinds" / "toy"
"""A kind that comes from outside, with layouts of its own."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Golden files change only when they are asked to."""
    parser.addoption("--update-golden", action="store_true", help="write what the tests got into the golden files")


def pytest_configure(config: pytest.Config) -> None:
    """Install that kind for the whole run, so that whatever is true of every kind is tested on it too.

    Commands that tests start hear of Ctrl-C also where a script began the tests in the background, as shells have it.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    folder = TemporaryDirectory()
    config.add_cleanup(folder.cleanup)
    sys.path[:0] = install(TOY, Path(folder.name))


@pytest.fixture(scope="session", autouse=True)
def once() -> Iterator[None]:
    """Texts that all tests share are worked out once."""
    with worked_out_once():
        yield


@dataclass(frozen=True, slots=True)
class Shipped:
    """The shipped layouts and those of the toy, their levels in the catalogue's order, and what the run said."""

    layouts: dict[str, Layout]
    levels: tuple[Level, ...]
    report: Report
    folder: Path

    def of(self, kind: str) -> list[Level]:
        """The levels of one kind."""
        return [level for level in self.levels if level.kind == kind]

    def bases(self, kind: str) -> dict[str, list[Level]]:
        """The levels of each base of a kind, easiest first."""
        found: dict[str, list[Level]] = {}
        for level in sorted(self.of(kind), key=lambda level: level.tier.rank):
            found.setdefault(level.base, []).append(level)
        return found


@pytest.fixture(scope="session")
def kinds() -> dict[str, AnyKind]:
    """Every kind by name."""
    return discover()


@pytest.fixture(scope="session")
def shipped(kinds: dict[str, AnyKind], tmp_path_factory: pytest.TempPathFactory) -> Shipped:
    """The catalogue of these layouts, made with the project's own cache so that a warm one is not solved.

    It is made once for all processes that run tests, by the first that needs it.
    """
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    with (folder / "catalogue.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        kept = folder / "catalogue.pickle"
        if not kept.exists():
            made = pickle.dumps(_made(kinds, folder / "catalogue"))
            kept.with_suffix(".part").write_bytes(made)
            kept.with_suffix(".part").replace(kept)
    found: Shipped = pickle.loads(kept.read_bytes())
    return found


def _made(kinds: dict[str, AnyKind], folder: Path) -> Shipped:
    layouts = [*load_layouts(ROOT / "layouts", kinds), *load_layouts(TOY / "layouts", kinds)]
    report = build_catalogue(layouts, folder, cache=Cache(ROOT / ".kotae-cache", engine_version()))
    levels = tuple(level for name in kinds for level in read_catalogue(folder / f"{name}.jsonl"))
    return Shipped({f"{layout.kind}/{layout.base}": layout for layout in layouts}, levels, report, folder)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with the golden file of this name, or write it there."""

    def compare(name: str, text: str) -> None:
        path = ROOT / "tests" / "golden" / name
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8")

    return compare
