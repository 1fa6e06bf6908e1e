"""A run on a Dask cluster: the same bytes, whoever is lost, and a word where a cluster cannot be used."""

from __future__ import annotations

import os
import signal
from concurrent.futures import Executor, Future
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pipeline import cluster
from pipeline.cli import cli
from pipeline.cluster import ClusterError
from pipeline.errors import AuthoringError
from pipeline.kind import AnyKind
from pipeline.listing import Boards, list_folder
from pipeline.run import load_layouts, make_catalogue
from pipeline.vacancy import Patience, looking
from tests.conftest import ROOT, TOY
from tests.made import build_catalogue

distributed = pytest.importorskip("distributed")


def _files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def _layouts(folder: Path) -> Path:
    """A few small layouts of each kind of the house, and those of the toy."""
    for path in sorted((ROOT / "layouts").glob("*/*.yaml")):
        texts = path.read_text(encoding="utf-8").split("---\n")
        lines = texts[0].splitlines()
        if max(map(len, lines)) > 80 or len(lines) > 12 or len(list(folder.glob(f"{path.parent.name}/*"))) > 1:
            continue
        (folder / path.parent.name).mkdir(parents=True, exist_ok=True)
        (folder / path.parent.name / path.name).write_text("---\n".join(texts[:3]), encoding="utf-8")
    return folder


def test_run_on_a_cluster_that_loses_a_worker_gives_the_same_bytes(kinds: dict[str, AnyKind], tmp_path: Path) -> None:
    """A worker is killed in the middle of a run of two: no level is lost, and the catalogue is that of a local run."""
    root = _layouts(tmp_path / "layouts")
    build_catalogue(load_layouts(root, kinds), tmp_path / "local")
    done: list[int] = []
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as two,
        Boards(root, kinds) as boards,
    ):
        first = next(iter(two.workers.values())).pid

        def progress(count: int) -> None:
            done.append(count)
            if sum(done) == 1:
                os.kill(first, signal.SIGKILL)

        listing = list_folder(root, kinds, None, boards)
        hire = partial(cluster.cluster, two.scheduler_address)
        report = make_catalogue(listing, tmp_path / "out", hire=hire, progress=progress)
    assert report.bases == sum(done) > 3
    assert _files(tmp_path / "out") == _files(tmp_path / "local")


class _Answers:
    """A scheduler of which the workers give these answers."""

    def __init__(self, answers: dict[str, object]) -> None:
        self.answers = answers
        self.closed = False

    def __call__(self, address: str, **_: object) -> _Answers:
        return self

    def wait_for_workers(self, count: int, timeout: float) -> None:
        if len(self.answers) < count:
            raise TimeoutError

    def run(self, call: object, on_error: str, callback_timeout: float) -> dict[str, object]:
        if "hangs" in self.answers.values():
            assert 0 < callback_timeout < 60
            raise TimeoutError
        return self.answers

    def close(self, timeout: float) -> None:
        self.closed = True


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ({}, "no worker has joined the scheduler at 'tcp://x'"),
        ({"tcp://a": None, "tcp://b": "older"}, "the worker at tcp://b has another version of Kotae than this"),
        ({"tcp://a": None, "tcp://b": "hangs"}, "not all workers of the scheduler at 'tcp://x' say which version"),
        ({"tcp://a": ImportError("none")}, "the worker at tcp://a has no Kotae that could be asked: none"),
    ],
)
def test_cluster_whose_workers_are_not_as_this_process_is_refused(answers: dict[str, object], message: str) -> None:
    """Levels of another engine are never mixed in; a worker that is lost while it is asked is no reason to refuse."""
    own = {worker: answer or cluster.make_up() for worker, answer in answers.items()}
    client = _Answers(own | ({"tcp://c": OSError("lost")} if answers else {}))
    with pytest.raises(ClusterError) as caught:
        cluster._connected(client, "tcp://x")
    assert caught.value.message.startswith(message)
    assert client.closed


class _Now(Executor):
    """Does everything at once, and ends it as it is told."""

    def __init__(self, error: BaseException | None = None, cancelled: bool = False) -> None:
        self._error = error
        self._cancelled = cancelled

    def get_executor(self, pure: bool) -> _Now:
        """As a client gives it."""
        return self

    def submit(self, call: Any, /, *words: Any, **named: Any) -> Future[Any]:
        """Done."""
        future: Future[Any] = Future()
        if self._cancelled:
            future.cancel()
            future.set_running_or_notify_cancel()
            return future
        try:
            if self._error:
                raise self._error
            future.set_result(call(*words, **named))
        except Exception as error:
            future.set_exception(error)
        return future


@pytest.mark.parametrize(
    ("ends", "message"),
    [
        (_Now(distributed.KilledWorker("task", None, 3)), "each process that worked on this layout ended before"),
        (_Now(cancelled=True), "the Dask scheduler at 'tcp://x' answers no longer"),
    ],
)
def test_work_that_a_cluster_gives_up_is_told(
    kinds: dict[str, AnyKind], tmp_path: Path, ends: _Now, message: str
) -> None:
    """Dask gives a layout up that several workers were lost over; and a scheduler may end."""
    layouts = load_layouts(TOY / "layouts", kinds)[:2]
    with pytest.raises(Exception, match=message) as caught:
        build_catalogue(layouts, tmp_path, executor=cluster._Cluster(ends, "tcp://x"))
    faults = getattr(caught.value, "errors", (caught.value,))
    assert all(isinstance(fault, AuthoringError) for fault in faults)


def test_cluster_that_has_no_worker_left_is_told_and_given_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was given out ends with a word and is not waited for, whatever comes of it; nothing more is given out."""

    class Never(_Now):
        """Does nothing until it is told."""

        def submit(self, call: Any, /, *words: Any, **named: Any) -> Future[Any]:
            """Kept."""
            asked.append(Future())
            return asked[-1]

    asked: list[Future[Any]] = []
    executor = cluster._Cluster(Never(), "tcp://x")
    done, lost = executor.submit(len, "done"), executor.submit(len, "lost")
    asked[0].set_result(4)
    there = iter([2, 0, 2])  # one look in between at which all are gone is no matter
    with looking(lambda: next(there, 0), executor.tell_empty, executor.give_up, Patience(0.02, 0.04), 0.01):
        assert isinstance(lost.exception(timeout=60), AuthoringError)
    assert capsys.readouterr().err.count("No worker is left at 'tcp://x': the run waits 300 seconds") == 1
    assert done.result() == 4
    asked[1].set_result(4)
    assert str(lost.exception()).startswith("no worker has joined the scheduler at 'tcp://x' for 300 seconds")
    with pytest.raises(AuthoringError, match="no worker has joined"):
        executor.submit(len, "more")


def test_worker_that_joins_with_another_version_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it would solve might be other levels."""
    monkeypatch.setattr(cluster, "make_up", lambda: "newer")
    with pytest.raises(AuthoringError, match="a worker joined that has another version"):
        cluster._do("older", str)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--cluster", "tcp://127.0.0.1:9"], "Invalid value for --cluster: no Dask scheduler answers at 'tcp://127"),
        (["--cluster", "nowhere://x"], "Invalid value for --cluster: no Dask scheduler answers at 'nowhere://x'"),
        (["--cluster", "tcp://x", "--jobs", "2"], "'--jobs' is for this machine, and '--cluster' for others"),
    ],
)
def test_cluster_that_cannot_be_used_is_a_wrong_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], message: str
) -> None:
    """Where nobody answers, that is told within seconds, and the exit code is 2."""
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    monkeypatch.chdir(tmp_path)
    Path("layouts").mkdir()
    Path("layouts/a.yaml").write_text("kind: akari\nwalls: |\n  ..#\n  ...\n  #..\n")
    result = CliRunner().invoke(cli, ["levels", *words])
    assert result.exit_code == 2
    assert message in result.stderr


def test_cluster_is_asked_only_where_something_has_to_be_solved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With everything in the cache nobody need be there."""
    monkeypatch.chdir(tmp_path)
    Path("layouts").mkdir()
    Path("layouts/a.yaml").write_text("kind: akari\nwalls: |\n  ..#\n  ...\n  #..\n")
    assert CliRunner().invoke(cli, ["levels", "--jobs", "1"]).exit_code == 0
    result = CliRunner().invoke(cli, ["levels", "--cluster", "nowhere://x"])
    assert result.exit_code == 0
    assert "nothing had to be solved" in result.stderr


def test_cluster_without_its_package_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra is named that brings it."""
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with (
        pytest.raises(ClusterError, match="the package 'distributed' is not installed") as caught,
        cluster.cluster("x"),
    ):
        pass
    assert caught.value.hint == "install it: pip install 'kotae[cluster]'"
