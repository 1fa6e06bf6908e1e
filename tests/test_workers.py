"""How a run is stopped: at once, with a word and no traceback, and with no process left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pipeline.solver import SOLVERS
from tests.conftest import ROOT

PROC = Path("/proc")
RUN = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from build.cli import main; main()"
PATIENCE = 60
"""Seconds after which a test gives up; a run of these layouts takes longer by far on any machine."""

pytestmark = pytest.mark.skipif(not (PROC / "self" / "stat").exists(), reason="processes are counted in /proc")

SIDE = 16


def _slow_layouts(folder: Path) -> None:
    """Almost open boards: each keeps the solver busy for seconds, mostly within a single call."""
    texts = []
    # A wall in each cell of which no other is an image: two such boards would be refused as the same layout.
    for wall in [row * SIDE + col for col in range(SIDE // 2) for row in range(col + 1)]:
        cells = "".join("#" if index == wall else "." for index in range(SIDE * SIDE))
        rows = "".join(f"  {cells[start : start + SIDE]}\n" for start in range(0, len(cells), SIDE))
        texts.append(f"walls: |\n{rows}")
    folder.mkdir(parents=True)
    (folder / "slow.yaml").write_text("---\n".join(texts))


@contextmanager
def _running(folder: Path, jobs: int) -> Iterator[subprocess.Popen[str]]:
    """A run in a session of its own, so that whatever it leaves is found, and ended after the test."""
    words = [sys.executable, "-c", RUN, "levels", "--jobs", str(jobs)]
    run = subprocess.Popen(
        words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        yield run
    finally:
        for process in _session(run.pid):
            os.kill(process, signal.SIGKILL)
        run.communicate()


def _stat(process: int) -> list[str]:
    """The fields of /proc/PID/stat behind the name; none where the process has ended."""
    try:
        text = (PROC / str(process) / "stat").read_text()
    except OSError:
        return []
    fields = text.rpartition(")")[2].split()
    return [] if fields[0] == "Z" else fields


def _session(leader: int) -> list[int]:
    """The living processes of a session."""
    numbers = [int(path.name) for path in PROC.iterdir() if path.name.isdigit()]
    return [number for number in numbers if (fields := _stat(number)) and int(fields[3]) == leader]


def _busy(leader: int) -> int:
    """How many processes of a session have computed for a second, and so are at work on a board."""
    second = os.sysconf("SC_CLK_TCK")
    return sum(int(fields[11]) + int(fields[12]) > second for process in _session(leader) if (fields := _stat(process)))


def _await(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.05)


@pytest.mark.parametrize("jobs", [1, 2])
def test_run_stops_with_ctrl_c(tmp_path: Path, jobs: int) -> None:
    """Ctrl-C, which a terminal sends to all processes of a run, ends it with a word; nothing works the queue off."""
    _slow_layouts(tmp_path / "layouts" / "akari")
    with _running(tmp_path, jobs) as run:
        _await(lambda: _busy(run.pid) >= jobs)
        os.killpg(run.pid, signal.SIGINT)
        _, said = run.communicate(timeout=PATIENCE)
        assert run.returncode == 130
        assert said.split() == ["Making", "levels", "stopped"]
        _await(lambda: not _session(run.pid))


def test_run_stops_with_ctrl_c_before_its_workers_are_at_work(tmp_path: Path) -> None:
    """A worker that is only just beginning ends with the run too, and without a traceback of its own."""
    _slow_layouts(tmp_path / "layouts" / "akari")
    with _running(tmp_path, 2) as run:
        _await(lambda: len(_session(run.pid)) > 2)
        os.killpg(run.pid, signal.SIGINT)
        _, said = run.communicate(timeout=PATIENCE)
        assert run.returncode == 130
        assert "Traceback" not in said
        _await(lambda: not _session(run.pid))


@pytest.mark.parametrize("name", sorted(SOLVERS))
def test_solver_is_interrupted_whenever_ctrl_c_comes(name: str) -> None:
    """Within a call of any solver, and not only the first time; the memory of the solver stays whole."""
    code = """
import sys
from itertools import combinations
from pipeline.solver import Solver
from pipeline.verdict import Budget

holes = 12
place = lambda pigeon, hole: pigeon * holes + hole + 1
clauses = [[place(pigeon, hole) for hole in range(holes)] for pigeon in range(holes + 1)]
for one, other in combinations(range(holes + 1), 2):
    clauses += [[-place(one, hole), -place(other, hole)] for hole in range(holes)]
for _ in range(3):
    solver = Solver(sys.argv[1], clauses)
    try:
        print("asked", flush=True)
        solver.solve([], Budget().start())
    except KeyboardInterrupt:
        print("stopped", flush=True)
    solver.close()
"""
    words = [sys.executable, "-c", code, name]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        late = threading.Timer(PATIENCE, run.kill)
        late.start()
        said = []
        for line in run.stdout:
            said.append(line.strip())
            if said[-1] == "asked":
                time.sleep(0.05)  # so that it is most likely within the call; right it has to be at any moment
                run.send_signal(signal.SIGINT)
        late.cancel()
    assert said == ["asked", "stopped"] * 3
    assert run.returncode == 0


@pytest.mark.parametrize("name", sorted(SOLVERS))
def test_signal_while_a_solver_gives_its_memory_back_frees_it_once(name: str) -> None:
    """Python raises what a signal says as soon as the solver's own function is over."""
    code = """
import signal, sys
from pipeline.solver import Solver
from pipeline.verdict import Budget

def stop(*_):
    raise KeyboardInterrupt

signal.signal(signal.SIGALRM, stop)
solver = Solver(sys.argv[1], [[at, at + 1, -(at + 2)] for at in range(1, 60_000)])
solver.solve([], Budget().start())
try:
    signal.setitimer(signal.ITIMER_REAL, 0.001)
    solver.close()
    signal.pause()
except KeyboardInterrupt:
    del solver
    print("stopped")
"""
    run = subprocess.run([sys.executable, "-c", code, name], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (run.stdout, run.returncode) == ("stopped\n", 0)


def test_worker_begins_with_ctrl_c_held_back() -> None:
    """Each of them, in a process that has begun none before: none can be interrupted before it is set up."""
    code = """
import signal
from pipeline.workers import uninterrupted, workers

if __name__ == "__main__":
    with workers(2) as pool:
        with uninterrupted():
            asked = [pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, ()) for _ in range(2)]
        print(all(signal.SIGINT in one.result() for one in asked))
"""
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (run.stdout, run.stderr) == ("True\n", "")


@pytest.mark.parametrize("jobs", [1, 2])
def test_run_stops_with_sigterm(tmp_path: Path, jobs: int) -> None:
    """A request to end, sent to the first process alone, ends its workers as well."""
    _slow_layouts(tmp_path / "layouts" / "akari")
    with _running(tmp_path, jobs) as run:
        _await(lambda: _busy(run.pid) >= jobs)
        run.terminate()
        _, said = run.communicate(timeout=PATIENCE)
        assert run.returncode == 143
        assert said.split() == ["Making", "levels", "stopped"]
        _await(lambda: not _session(run.pid))


def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    """Nobody can tell a worker that its parent was killed: it finds out itself, even within a call of the solver."""
    _slow_layouts(tmp_path / "layouts" / "akari")
    with _running(tmp_path, 2) as run:
        _await(lambda: _busy(run.pid) >= 2)
        run.kill()
        run.wait(timeout=PATIENCE)
        _await(lambda: not _session(run.pid))


def test_stopped_run_keeps_what_is_finished(tmp_path: Path) -> None:
    """Results that were ready before Ctrl-C are in the cache and are not solved again."""
    folder = tmp_path / "layouts" / "akari"
    _slow_layouts(folder)
    # Larger than the others, so that it is begun first.
    large = (ROOT / "layouts" / "akari" / "20x20.yaml").read_text().split("---\n")[0]
    (folder / "large.yaml").write_text(large)
    with _running(tmp_path, 2) as run:
        # One entry for each of the two files, as it was read, and one for the large board.
        _await(lambda: len([*tmp_path.glob(".kotae-cache/*/*.jsonl")]) > 2)
        os.killpg(run.pid, signal.SIGINT)
        run.communicate(timeout=PATIENCE)
        assert run.returncode == 130
    (folder / "slow.yaml").unlink()
    with _running(tmp_path, 1) as run:
        _, said = run.communicate(timeout=PATIENCE)
        assert "nothing had to be solved, 1 came from the cache" in said
