"""Mutation testing: every small fault that mutmut puts into a module has to be noticed by a test, or explained.

``make mutants MODULE=pipeline.tier`` is ``python -m tests.mutants pipeline.tier``; ``ENDING=[05]`` takes only the
mutants whose number ends so, here a fifth of them. Which files are mutated and which tests judge them stands in
``pyproject.toml``. What is left over is told with its change, and the exit code is 1. A mutant that no test can tell
from the code is explained in ``explained.toml``, where ``tests/test_mutants.py`` looks that its line still stands.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
EXPLAINED = ROOT / "tests" / "explained.toml"
NOTICED = frozenset({"killed", "timeout", "suspicious", "segfault", "caught by type check"})
"""A mutant that never ends, or takes the process with it, is noticed as well."""


@dataclass(frozen=True, slots=True)
class Explained:
    """One line of a function, what a mutant makes of it, and why nobody can tell."""

    function: str
    """Dotted, from the package on; of a method with its class."""
    was: str
    becomes: str
    why: str


def read_explained(text: str) -> tuple[Explained, ...]:
    """The mutants of a text like ``explained.toml``, in which each stands under its function."""
    return tuple(
        Explained(function, each["was"], each["becomes"], each["why"])
        for function, changes in tomllib.loads(text).items()
        for each in changes
    )


def named(mutant: str) -> str:
    """The function that a mutant belongs to: ``a.b.xǁCǁf__mutmut_3`` is of ``a.b.C.f``."""
    module, _, name = mutant.rpartition(".")
    name = name.rpartition("__mutmut_")[0].removeprefix("x")
    return f"{module}.{name.removeprefix('_') if name.startswith('_') else name.strip('ǁ').replace('ǁ', '.')}"


def evened(text: str) -> str:
    """A text with one space wherever there are several, or the end of a line."""
    return " ".join(text.split())


def _mutmut(*words: str) -> str:
    done = subprocess.run([Path(sys.executable).with_name("mutmut"), *words], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stdout[-4000:] + done.stderr[-4000:])
    return done.stdout


def _change(mutant: str) -> tuple[str, str]:
    """The lines that a mutant takes out and those that it puts in."""
    lines = [line for line in _mutmut("show", mutant).splitlines() if line[:3] not in ("---", "+++")]
    was, becomes = (" ".join(line[1:] for line in lines if line[:1] == sign) for sign in "-+")
    return evened(was), evened(becomes)


def _results(module: str) -> Iterator[tuple[str, str]]:
    for line in _mutmut("results", "--all", "true").splitlines():
        mutant, _, status = line.strip().partition(": ")
        if mutant.startswith(f"{module}.") and status != "not checked":
            yield mutant, status


def sweep(mutants: Path, patterns: Iterable[str]) -> None:
    """Take away what a run that was cut short has written half: the next would take it as it is, and no test runs.

    What is said of a file's mutants is written last, beside it.
    """
    for path in (path for pattern in patterns for path in mutants.glob(pattern)):
        said = path.with_name(f"{path.name}.spans")
        if not said.exists() or said.stat().st_mtime_ns < path.stat().st_mtime_ns:
            path.unlink()


def main(module: str, ending: str = "") -> int:
    """Run the mutants of a module and tell which are left."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mutmut"]
    sweep(ROOT / "mutants", settings["only_mutate"])
    _mutmut("run", "--max-children", "1", f"{module}.*__mutmut_*{ending}")
    known = {(each.function, each.was, each.becomes) for each in read_explained(EXPLAINED.read_text(encoding="utf-8"))}
    counts: Counter[str] = Counter()
    for mutant, status in _results(module):
        counts["mutants"] += 1
        if status in NOTICED:
            counts["killed"] += 1
            continue
        was, becomes = _change(mutant)
        if (named(mutant), was, becomes) in known:
            counts["explained"] += 1
            continue
        print(f"{mutant}: {status}\n- {was}\n+ {becomes}")
    left = counts["mutants"] - counts["killed"] - counts["explained"]
    said = [f"{counts[of]} {of}" for of in ("mutants", "killed", "explained")]
    print(f"{module}: {', '.join(said)}, {left} left")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
