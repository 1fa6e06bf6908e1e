"""What the server of a live rebuild answers, and to whom."""

from __future__ import annotations

import errno
import html
import re
import socket
from collections.abc import Iterator, Set
from pathlib import Path

import pytest
from click.testing import CliRunner

from build.cli import main
from build.policy import hash_of
from build.watch.inject import MODULES, START
from build.watch.server import Server, listen
from pipeline.errors import AuthoringError
from site_templates import ROOT
from tests.watched import LAMP, Watched, project, watching

BASE = "/a/b/"
ELEMENT = re.compile(
    r'<script type="module" data-from="[./]*_watch/client\.js" data-told="[^"]*">[^<]*</script>\n'
    r'|<link rel="modulepreload" href="[./]*_watch/\w+\.js">\n'
)


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """A watch over a project in two languages, some way down on its host."""
    with watching(project(tmp_path_factory.mktemp("watched")), "--base-path", BASE, "--allow", "Desk.example.") as one:
        one.until_good()
        yield one


def as_built(text: str) -> str:
    """A page without what the server puts into it."""
    text = ELEMENT.sub("", text)
    text = text.replace(f"script-src '{hash_of(START)}' 'self' ", "script-src ")
    return text.replace("; connect-src 'self'\">", '">', 1)


def test_every_page_is_the_built_one_but_for_the_script(watched: Watched, tmp_path: Path) -> None:
    """Nothing is served that ``kotae site`` would not write, and no built page knows of the script."""
    settings = (watched.folder / "kotae.yaml").read_text(encoding="utf-8")
    (tmp_path / "kotae.yaml").write_text(f"{settings}offline: false\n", encoding="utf-8")
    layouts, catalogue, out = str(watched.folder / "layouts"), str(tmp_path / "catalogue"), tmp_path / "dist"
    for words in (
        ["levels", "--layouts", layouts, "--out", catalogue, "--no-cache", "--jobs", "1"],
        ["site", "--catalogue", catalogue, "--config", str(tmp_path / "kotae.yaml"), "--out", str(out)],
    ):
        assert CliRunner().invoke(main, words).exit_code == 0
    pages = [path for path in out.rglob("*") if path.is_file() and path.name != ".nojekyll"]
    assert len(pages) >= 20
    for path in pages:
        name = path.relative_to(out).as_posix()
        reply = watched.ask(name)
        assert reply.status == 200, name
        built = path.read_text(encoding="utf-8")
        assert "_watch" not in built
        if name.endswith(".html"):
            assert len(ELEMENT.findall(reply.text)) == 1 + len(MODULES), name
        assert as_built(reply.text) == built, name


def test_every_module_of_the_script_is_fetched_early() -> None:
    """One that is not named would be looked for only when the others are there."""
    assert sorted(MODULES) == sorted(path.stem for path in (ROOT / "watch").glob("*.js"))


def test_missing_page_is_the_sites_own_with_the_way_back(watched: Watched) -> None:
    """What is not there has the site's page for it, with the script, at any depth."""
    reply = watched.ask("x/y/z.html")
    assert reply.status == 404
    assert 'data-from="../../_watch/client.js"' in reply.text


def test_no_reply_may_be_kept_or_answered_for_by_an_old_one(watched: Watched) -> None:
    """No browser keeps a page, and asking whether one is still good gives it anew."""
    asking = {"If_Modified_Since": "Fri, 01 Jan 2100 00:00:00 GMT", "If_None_Match": "*"}
    for path in ("", "akari/", "akari/rules.html", "_watch/client.js", "_watch/look?path=index.html", "sw.js"):
        reply = watched.ask(path, **asking)
        assert reply.status == 200, path
        assert reply.headers["Cache-Control"] == "no-store"
        assert not {"ETag", "Last-Modified", "Expires"} & set(reply.headers)


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1:65535", "[::1]", "[::1]:9", "desk.example"])
def test_own_names_are_answered_on_any_port(watched: Watched, host: str) -> None:
    """A port that leads here from elsewhere is none of ours to know."""
    assert watched.ask(Host=host).status == 200


def test_ipv6_is_answered_on_the_same_port(watched: Watched) -> None:
    """``localhost`` is whichever of the two a browser tries first."""
    assert watched.ask(host="::1").status == 200


@pytest.mark.parametrize(
    ("path", "to"), [("/", "./a/b/"), ("/a/b", "./b/"), ("/a/b/akari", "./akari/"), ("/a/b/ja/akari", "./akari/")]
)
def test_folder_without_its_slash_leads_to_it_by_a_relative_way(watched: Watched, path: str, to: str) -> None:
    """The way holds behind whatever gives the site another name or port."""
    reply = watched.ask(path)
    assert (reply.status, reply.headers["Location"]) == (302, to)


def test_nothing_is_there_outside_the_base_path(watched: Watched) -> None:
    """What the pages do not have is not there: neither above them nor under the names of files of the project."""
    for path in ("/x", "/a/", "/a/b/kotae.yaml", "/a/b/../../etc/passwd", "/a/b/%2e%2e/%2e%2e/kotae.yaml"):
        assert watched.ask(path).status == 404, path
    for path in ("draft/akari/none", "draft/", "nowhere.html"):
        assert watched.ask(f"_watch/style?path={path}").status == 404, path


def test_worker_of_whatever_site_is_replaced_by_one_that_goes(watched: Watched) -> None:
    """A browser that looks for a newer worker, under whatever name, finds one that leaves."""
    for path in ("sw.js", "somebody/elses.js"):
        reply = watched.ask(path, Service_Worker="script")
        assert reply.headers["Content-Type"].startswith("text/javascript")
        assert "registration.unregister()" in reply.text
        assert '"fetch"' not in reply.text


def test_words_of_the_script_are_those_of_the_pages_language(watched: Watched) -> None:
    """Each edition speaks to the author in its own language."""
    assert "Dismiss" in html.unescape(ELEMENT.findall(watched.ask("akari/index.html").text)[-1])
    assert "消す" in html.unescape(ELEMENT.findall(watched.ask("ja/akari/index.html").text)[-1])


@pytest.mark.parametrize("option", ["--host", "--allow"])
@pytest.mark.parametrize("name", ["", "desk.example:8000", "http://desk.example", "a b"])
def test_host_that_no_request_can_name_is_refused(option: str, name: str) -> None:
    """An empty one would listen on every address, and let through whatever names no host at all."""
    result = CliRunner().invoke(main, ["watch", option, name, "--jobs", "none"])
    assert result.exit_code == 2
    assert f"'{name}' is no name of a host" in result.stderr


def test_port_that_the_system_keeps_is_told_with_the_way_out() -> None:
    """It is no matter of the address."""

    def refuse(address: str, port: int, names: Set[str]) -> Server:
        raise PermissionError(errno.EACCES, "Permission denied")

    with pytest.raises(AuthoringError, match="Permission denied") as error:
        listen("localhost", 80, frozenset(), refuse)
    assert "--port" in (error.value.hint or "")


def test_port_in_use_is_told_and_the_next_one_is_taken(watched: Watched, tmp_path: Path) -> None:
    """Two authors, or two projects, are served side by side."""
    with watching(project(tmp_path), "--port", str(watched.port)) as other:
        assert other.port > watched.port
        assert f"Port {watched.port} is in use: trying the next one." in other.lines
        assert "<title>" in other.ask().text


def test_port_in_use_on_ipv6_alone_is_in_use_too(tmp_path: Path) -> None:
    """Whoever opens ``localhost`` would come to the other program else."""
    with socket.create_server(("::1", 0), family=socket.AF_INET6) as taken:
        port = taken.getsockname()[1]
        with watching(project(tmp_path), "--port", str(port)) as one:
            assert one.port > port


def test_watch_writes_nothing_but_its_cache(watched: Watched) -> None:
    """No site and no catalogue is written, so none is ever half written."""
    assert {path.name for path in watched.folder.iterdir()} == {"layouts", "kotae.yaml", ".kotae-cache"}
    assert watched.lamp.read_text(encoding="utf-8") == LAMP
