"""The site's worker where the network, the room or the reader sets it bounds, which no browser does on demand."""

from __future__ import annotations

import json
import subprocess
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment

from site_templates import ROOT

HERE = Path(__file__).parent
FIRST = ["index.html", "stats.html", "404.html"]
PLAY = [f"play{number or ''}.html" for number in range(6)]
HASHES = {name: sha256(f"old {name}".encode()).hexdigest()[:12] for name in FIRST + PLAY}
SITE: dict[str, Any] = {
    "missing": "404.html",
    "languages": {"": {"pages": list(HASHES.items()), "first": 3, "all": len(HASHES), "size": 900}},
}
OURS = {"home": "/a/", "folder": ""}
"""What a report says of whom it is about."""


@pytest.fixture
def work(node: str) -> Any:
    """What the worker does in a browser with these bounds, which was told of a visit of the first play page."""
    template = Environment().from_string((ROOT / "sw.js.jinja").read_text(encoding="utf-8"))

    def ask(site: dict[str, Any] = SITE, **bounds: Any) -> dict[str, Any]:
        given = json.dumps({"script": template.render(site=site), "cases": [bounds]})
        command = [node, str(HERE / "worker.mjs")]
        done = subprocess.run(command, input=given, capture_output=True, text=True, timeout=60, check=True)
        said: dict[str, Any] = json.loads(done.stdout)[0]
        return said

    return ask


def test_worker_keeps_the_visited_page_first_and_then_all(work: Any) -> None:
    """Each page is fetched once, those that lead to others before the rest."""
    said = work()
    assert said["fetched"] == ["play.html", *FIRST, *PLAY[1:]]
    assert said["told"] == OURS | {"kept": 9, "n": 9, "size": 900, "state": "kept"}


def test_worker_keeps_no_page_but_that_of_its_build(work: Any) -> None:
    """One that comes as it was before is asked for under its hash, and is not kept where that is old too."""
    again = f"stats.html?{HASHES['stats.html']}"
    said = work(stale=["stats.html"], asked="stats.html", server="off")
    assert again in said["fetched"]
    assert said["answer"] == "200 old stats.html"
    said = work(stale=["stats.html", again], asked="stats.html", server="off")
    assert said["told"] == OURS | {"kept": 8, "n": 9, "size": 900, "state": "part"}
    assert said["answer"] == "error"


def test_worker_saves_data_where_the_reader_does(work: Any) -> None:
    """Only the visited page and those that lead to others are fetched, and the page says why."""
    said = work(saveData=True)
    assert said["fetched"] == ["play.html", *FIRST]
    assert said["told"] == OURS | {"kept": 4, "n": 9, "size": 900, "state": "saving"}


def test_worker_stops_where_there_is_no_room(work: Any) -> None:
    """It asks for no more than the pages at hand, and says how far it came."""
    said = work(room=5)
    assert len(said["fetched"]) <= 7
    assert said["told"] == OURS | {"kept": 5, "n": 9, "size": 900, "state": "full"}


def test_worker_goes_on_past_a_page_that_fails_but_not_past_many(work: Any) -> None:
    """One page that a server does not give is left out; where none comes, the rest waits for another visit."""
    assert work(broken=["stats.html"])["told"] == OURS | {"kept": 8, "n": 9, "size": 900, "state": "part"}
    some = ["stats.html", "play1.html", "play3.html", "play5.html"]
    assert work(broken=some)["told"] == OURS | {"kept": 5, "n": 9, "size": 900, "state": "part"}
    said = work(broken=FIRST + PLAY)
    assert len(said["fetched"]) <= 5
    assert said["told"] == OURS | {"kept": 0, "n": 9, "size": 900, "state": "part"}


@pytest.mark.parametrize("server", ["down", "slow", "off"])
def test_worker_shows_what_is_kept_where_the_server_fails(work: Any, server: str) -> None:
    """A kept page stands in for one that does not come, comes too late, or comes as an error; no other page does."""
    assert work(asked="stats.html?from=app", server=server)["answer"] == "200 old stats.html"
    assert work(asked="", server=server)["answer"] == "200 old index.html"
    assert work(asked="play3", server=server)["answer"] == "200 old play3.html"


def test_worker_without_a_network_tells_what_is_missing_from_what_is_not_kept(work: Any) -> None:
    """A page that does not exist has the site's own answer; one that only is not kept is the browser's to tell."""
    assert work(asked="no/such.html", server="off")["answer"] == "404 old 404.html"
    assert work(asked="play5.html", server="off", broken=["play5.html"])["answer"] == "error"


def test_worker_that_knows_only_some_pages_says_of_none_that_it_does_not_exist(work: Any) -> None:
    """Of a large site it is told only of the pages that lead to the others."""
    own = SITE["languages"][""]
    large = SITE | {"languages": {"": own | {"all": own["all"] + 1}}}
    assert work(large, asked="play6.html", server="off")["answer"] == "error"
    assert work(large, asked="stats.html", server="off")["answer"] == "200 old stats.html"


def test_worker_shows_the_newest_page_while_there_is_a_network(work: Any) -> None:
    """What is kept of an older build stays in the browser."""
    assert work(asked="stats.html", server="up")["answer"] == "200 new stats.html"


def test_worker_is_not_in_the_way_where_nothing_can_be_kept(work: Any) -> None:
    """Who forbids the browser to keep anything, or whose disk is full, has every page from the network."""
    assert work(barred=True, asked="stats.html")["answer"] == "200 new stats.html"
    assert work(barred=True, asked="no/such.html", server="off")["answer"] == "error"
