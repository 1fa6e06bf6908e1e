"""How a live rebuild begins and ends, and that it grows by nothing in between."""

from __future__ import annotations

import resource
import signal
import time
from pathlib import Path

import pytest

from tests.watched import BROKEN, LAMP, PATIENCE, Watched, project, swap, watching

PROC = Path("/proc")


def below(process: int) -> set[int]:
    """Every process that began under another."""
    parents = {}
    for folder in PROC.glob("[0-9]*"):
        try:
            text = (folder / "stat").read_text()
        except OSError:
            continue
        parents[int(folder.name)] = int(text.rpartition(")")[2].split()[1])
    found, waiting = set(), [process]
    while waiting:
        above = waiting.pop()
        children = {child for child, parent in parents.items() if parent == above}
        found |= children
        waiting += children
    return found


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_watch_ends_at_once_with_the_code_of_every_command(tmp_path: Path, number: signal.Signals) -> None:
    """Ctrl-C ends it while a browser listens and a worker waits, and nothing is left running."""
    with watching(project(tmp_path)) as one:
        one.until_good()
        workers = below(one.process.pid)
        assert workers
        assert one.stop(number) == 128 + number
        one._reader.join()
        assert one.lines[-1] == "stopped"
        # The tracker of the workers' resources ends when it hears that they have: a moment later.
        deadline = time.monotonic() + PATIENCE
        while left := [process for process in workers if is_alive(process)]:
            assert time.monotonic() < deadline, left
            time.sleep(0.01)


def is_alive(process: int) -> bool:
    """Whether a process runs; one that has ended and that nobody asked for does not."""
    try:
        text = (PROC / str(process) / "stat").read_text()
    except OSError:
        return False
    return text.rpartition(")")[2].split()[0] != "Z"


def test_watch_ends_while_it_solves(tmp_path: Path) -> None:
    """A layout that takes long is given up at once."""
    folder = project(tmp_path)
    large = "\n".join("  " + "".join(".#"[(row * 7 + col * 5) % 11 < 2] for col in range(60)) for row in range(60))
    (folder / "layouts" / "akari" / "large.yaml").write_text(f"walls: |\n{large}\n", encoding="utf-8")
    one = Watched(folder)
    try:
        one.until(lambda: one.news()["left"] > 0)
        assert one.stop(signal.SIGINT) == 130
    finally:
        one.close()


def test_newer_state_does_not_wait_for_one_that_takes_long(tmp_path: Path) -> None:
    """A layout that is taken away while it is being solved holds nothing up."""
    folder = project(tmp_path)
    large = folder / "layouts" / "akari" / "large.yaml"
    drawing = "\n".join("  " + "".join(".#"[(row * 7 + col * 5) % 11 < 2] for col in range(60)) for row in range(60))
    large.write_text(f"walls: |\n{drawing}\n", encoding="utf-8")
    one = Watched(folder)
    try:
        one.until(lambda: one.news()["left"] > 0)
        large.unlink()
        one.until_page("akari/index.html", "Corner lamp")
    finally:
        one.close()


def no_room() -> None:
    """Let every file that is written be full after a few bytes, as a disk is."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


def test_full_disk_is_told_once_and_keeps_nothing_from_being_seen(tmp_path: Path) -> None:
    """Pages come from memory: where no result can be kept, the next start solves again, and that is all."""
    with watching(project(tmp_path), preexec_fn=no_room) as one:
        first = one.until_good()

        def told() -> list[str]:
            return [line for line in one.lines if "cannot be kept for the next start" in line]

        one.until(told)
        swap(one.lamp, LAMP.replace(".....\n  #", "..#..\n  #"))
        second = one.until_good(first)
        swap(one.lamp, LAMP.replace("Corner", "Hidden"))
        one.until_page("akari/index.html", "Hidden lamp")
        one.until_good(second)
        assert len(told()) == 1
        assert "cannot be written" in told()[0]


def test_watch_begins_where_nothing_is_good_yet(tmp_path: Path) -> None:
    """Before there is any page, the one that stands in says what is wrong, and is left for the site by itself."""
    folder = project(tmp_path)
    (folder / "layouts" / "akari" / "hand.yaml").unlink()
    (folder / "layouts" / "akari" / "lamp.yaml").write_text(BROKEN, encoding="utf-8")
    with watching(folder) as one:
        one.until_fault("a row of 4 cells")
        reply = one.ask("akari/index.html")
        assert reply.status == 200
        assert "bare" in reply.text
        one.lamp.write_text(LAMP, encoding="utf-8")
        one.until_page("akari/index.html", "Corner lamp")
        assert not one.until_news(lambda news: True)["faults"]


def test_watch_begins_with_the_good_layouts_where_others_are_not(tmp_path: Path) -> None:
    """One bad layout does not hide all others from an author who begins the day with it."""
    folder = project(tmp_path)
    (folder / "layouts" / "akari" / "lamp.yaml").write_text(BROKEN, encoding="utf-8")
    with watching(folder) as one:
        one.until_fault("a row of 4 cells")
        assert "By hand" in one.ask("akari/index.html").text


def test_watch_begins_without_a_folder_of_layouts(tmp_path: Path) -> None:
    """It waits for one, and sees it come."""
    (tmp_path / "kotae.yaml").write_text("title: Mine\n", encoding="utf-8")
    with watching(tmp_path) as one:
        one.until_fault("there is no folder layouts")
        (tmp_path / "kotae.yaml").unlink()
        project(tmp_path)
        one.until_page("akari/index.html", "Corner lamp")


def threads_and_files(process: int) -> tuple[int, int]:
    """How many threads and open files a process has."""
    threads, files = (len(list((PROC / str(process) / name).iterdir())) for name in ("task", "fd"))
    return threads, files


def test_watch_gathers_no_threads_and_no_files(tmp_path: Path) -> None:
    """After many changes and folders that come and go it holds what it held before."""
    with watching(project(tmp_path)) as one:
        one.until_good()

        def round(number: int) -> None:
            more = one.lamp.parent / "more"
            more.mkdir()
            (more / "hand.yaml").write_text("title: [", encoding="utf-8")
            one.until_news(lambda news: bool(news["faults"]))
            (more / "hand.yaml").unlink()
            more.rmdir()
            one.lamp.write_text(LAMP.replace("Corner", f"Number {number}"), encoding="utf-8")
            one.until_page("akari/index.html", f"Number {number} lamp")
            one.until_good()

        round(0)
        before = one.until(lambda: threads_and_files(one.process.pid))
        for number in range(1, 8):
            round(number)
        one.until(
            lambda: all(now <= then + 1 for now, then in zip(threads_and_files(one.process.pid), before, strict=True))
        )
