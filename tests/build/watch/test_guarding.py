"""What the server of a live rebuild lets nobody do: asked by raw sockets, since no browser would."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from http.client import HTTPMessage

import pytest

from build.watch.door import names_of, refusal
from build.watch.guests import LONGEST, MOST, Doing, Guests, HeadError, read_head
from tests.watched import LAMP, PATIENCE, Watched, project, swap, watching

from .test_life import PROC, threads_and_files

SECRET = "nobody is to read this"
EVENTS = "/_watch/events"


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """A watch over a project with a site in it, from which links lead out."""
    folder = project(tmp_path_factory.mktemp("watched"))
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret.html").write_text(SECRET, encoding="utf-8")
    (folder / "secret.txt").write_text(SECRET, encoding="utf-8")
    (folder / "dist").mkdir()
    (folder / "dist" / "out").symlink_to(outside)
    (folder / "dist" / "link.html").symlink_to(outside / "secret.html")
    with watching(folder) as one:
        one.until_good()
        yield one


def connect(watched: Watched, sent: bytes = b"", room: int = 0) -> socket.socket:
    """A connection over which this was sent; ``room`` is how many bytes wait for whoever reads it, at most."""
    connection = socket.socket()
    connection.settimeout(PATIENCE)
    if room:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    connection.connect(("127.0.0.1", watched.port))
    with suppress(BrokenPipeError, ConnectionResetError):  # it need not hear all of what is too long
        connection.sendall(sent)
    return connection


def reply(watched: Watched, sent: bytes) -> bytes:
    """All that is said to these bytes, after which it hears no more."""
    said = b""
    with connect(watched, sent) as connection, suppress(OSError):
        connection.shutdown(socket.SHUT_WR)
        while piece := connection.recv(65_536):
            said += piece
    return said


def request(target: str = "/", method: str = "GET", **headers: str) -> bytes:
    """A request; names of headers have ``_`` for ``-``."""
    lines = [f"{name.replace('_', '-')}: {value}\r\n" for name, value in ({"Host": "localhost"} | headers).items()]
    return f"{method} {target} HTTP/1.1\r\n{''.join(lines)}\r\n".encode("utf-8", "surrogateescape")


def status(said: bytes) -> int:
    """The status of a reply."""
    return int(said.split(b" ", 2)[1])


FOREIGN: Sequence[Mapping[str, str]] = (
    {"Host": "evil.example"},
    {"Host": "localhost.evil.example:80"},
    {"Host": "10.0.0.1"},
    {"Host": "0.0.0.0"},
    {"Host": ""},
    {"Host": "a@localhost"},
    {"Host": "localhost\r\nHost: evil.example"},
    {"Origin": "http://evil.example"},
    {"Origin": "http://localhost:3000"},
    {"Origin": "null"},
    {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "no-cors"},
    {"Sec_Fetch_Site": "same-site", "Sec_Fetch_Mode": "cors"},
)


def test_foreign_host_and_origin_get_nothing_by_any_method(watched: Watched) -> None:
    """Another site's page neither has its name lead here nor asks as itself: for no page, no news, no error's text."""
    for foreign in FOREIGN:
        for method in ("GET", "HEAD", "POST", "PUT", "OPTIONS", "DELETE", "TRACE", "STRANGE"):
            for target in ("/", EVENTS, "/_watch/look", "/none"):
                said = reply(watched, request(target, method, **foreign))
                assert status(said) == 403, (foreign, method, target)
                assert said.endswith(b"\r\n\r\n")
    for target in ("/", EVENTS):
        assert status(reply(watched, request(f"http://evil.example{target}"))) == 403
        assert status(reply(watched, f"GET {target} HTTP/1.1\r\n\r\n".encode())) == 403


OWN: Sequence[Mapping[str, str]] = (
    {"Origin": "http://localhost"},
    {"Host": "LOCALHOST:9", "Origin": "https://localhost:9"},
    {"Sec_Fetch_Site": "same-origin", "Sec_Fetch_Mode": "cors"},
    {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate"},
)


def test_own_page_and_a_link_are_answered_and_nothing_can_be_sent(watched: Watched) -> None:
    """Who is let in may read, and no more: every other method is refused by its name."""
    for own in OWN:
        assert status(reply(watched, request(**own))) == 200, own
    assert status(reply(watched, request("http://127.0.0.1/", Host="127.0.0.1"))) == 200
    for method in ("POST", "PUT", "OPTIONS", "DELETE", "TRACE", "CONNECT", "get"):
        said = reply(watched, request(method=method))
        assert status(said) == 405, method
        assert b"\r\nAllow: GET, HEAD\r\n" in said


def test_names_are_those_of_loopback_and_what_the_author_allows() -> None:
    """On every address any address will do, since no name led there, and no other name."""

    def status_of(host: str, allow: str, asked: str) -> int | None:
        headers = HTTPMessage()
        headers["Host"] = asked
        return refusal(names_of(host, frozenset({allow})), "/", headers)

    for asked in ("localhost", "127.0.0.1:8", "[::1]:8", "desk.example", "DESK.example.:8"):
        assert status_of("localhost", "Desk.example.", asked) is None
    for asked in ("192.0.2.7", "[::ffff:127.0.0.1]", "2130706433", "127.1", "0.0.0.0", "localhost:x", "localhost:0"):
        assert status_of("localhost", "desk.example", asked) == 403
    assert status_of("0.0.0.0", "desk.example", "192.0.2.7:8") is None
    assert status_of("0.0.0.0", "desk.example", "evil.example") == 403


WAYS_OUT = [
    "/../secret.txt",
    "/%2e%2e/secret.txt",
    "/%252e%252e%252fsecret.txt",
    "/.%2e/%2e./secret.txt",
    "/..%2fsecret.txt",
    "/..%5csecret.txt",
    "/..\\secret.txt",
    "/\\..\\..\\secret.txt",
    "/%c0%ae%c0%ae/secret.txt",
    "/C:/Windows/win.ini",
    "/C%3a%5cWindows%5cwin.ini",
    "//etc/passwd",
    "///etc/passwd",
    "/file:///etc/passwd",
    "/%2fetc%2fpasswd",
    "/secret.txt",
    "/secret.txt%00.html",
    "/%00",
    "/dist/out/secret.html",
    "/out/secret.html",
    "/link.html",
    "/layouts/akari/lamp.yaml",
    "/kotae.yaml",
    "/draft/akari/../../secret.txt",
    "/draft/../secret.txt",
    "/draft/%2e%2e%2fsecret",
    "/_watch/../secret.txt",
    "/_watch/..%2f..%2fpyproject.toml",
    "/_watch/words.yaml",
    "/_watch/client.js%00",
    "/_watch/style?path=../secret.txt",
    "/_watch/style?path=/etc/passwd",
    "/_watch/style?path=%2e%2e%2fsecret.txt",
    "/index.html/../../secret.txt",
    "/\udcff\udcfe",
    f"/{'a' * 8000}",
    f"/{'a/' * 4000}",
    f"/{'../' * 2000}etc/passwd",
]


def test_no_way_leads_out_of_the_site(watched: Watched) -> None:
    """However a path is written, it names something that is held in memory, or nothing."""
    for target in WAYS_OUT:
        said = reply(watched, request(target))
        assert status(said) == 404, target
        assert not [text for text in (SECRET, "root:", "title: Mine", "Corner lamp\nwalls") if text.encode() in said]
    for target in ("file:///etc/passwd", "ftp://localhost/", "*", "x", "http://[/", "localhost:80"):
        assert status(reply(watched, request(target))) == 400, target


BAD = {
    b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n": 414,
    b"a" * 200_000: 414,
    b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * LONGEST: 431,
    request()[:-2] + b"X: x\r\n" * 20_000: 431,
    request()[:-2] + b"X: x\r\n" * 200 + b"\r\n": 431,
    request()[:-2] + b" folded" * 12_000 + b"\r\n\r\n": 431,
    b"GET / HTTP/1.1\r\nHost: localhost": 400,
    b"GET /\r\n\r\n": 400,
    b"GET /\r\nHost: localhost\r\n\r\n": 400,
    b"GET  /  HTTP/1.1 x\r\n\r\n": 400,
    b"GET / HTTP/x\r\n\r\n": 400,
    b"GET / HTTP/2.0\r\n\r\n": 505,
    b"\0\xff\n\n": 400,
    b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03\n\r\n": 400,
}


def test_request_that_is_none_is_refused_with_an_empty_answer_and_not_told(watched: Watched) -> None:
    """Lines and heads of any length are heard only so far; the author's terminal stays as it is."""
    before = list(watched.lines)
    for sent, code in BAD.items():
        said = reply(watched, sent)
        # What was not heard may reset the connection before its answer is read.
        if said or len(sent) < 65_536:
            assert status(said) == code, sent[:40]
            assert said.endswith(b"\r\n\r\n")
    assert reply(watched, b"") == b""
    assert watched.ask().status == 200
    assert watched.lines == before


def memory(process: int) -> int:
    """Kilobytes that a process holds."""
    text = (PROC / str(process) / "status").read_text()
    return int(text.split("VmRSS:")[1].split()[0])


def test_slow_guests_hold_up_neither_a_rebuild_nor_others(watched: Watched) -> None:
    """Some say nothing, some a byte now and then, some never read the news or a page: a saved layout is seen by all."""
    asked = request()
    with ExitStack() as stack:
        # The longest there, and there to stay: it is being answered, and does not read.
        for target in (EVENTS, EVENTS, "/akari/index.html"):
            stack.enter_context(connect(watched, request(target), room=1))
        slow = [stack.enter_context(connect(watched, asked[: number % 20])) for number in range(3 * MOST)]
        watched.until(lambda: threads_and_files(watched.process.pid)[0] > MOST // 2)
        before = memory(watched.process.pid)
        for number in range(3):
            for one in slow:
                with suppress(OSError):
                    one.sendall(b"x")
            swap(watched.lamp, LAMP.replace("Corner", f"Slow {number}"))
            watched.until_page("akari/index.html", f"Slow {number} lamp")
            assert watched.ask().status == 200
        watched.until_good()
        threads, files = threads_and_files(watched.process.pid)
        assert threads < MOST + 30
        assert files < MOST + 60
        assert memory(watched.process.pid) - before < 40_000
    watched.until(lambda: threads_and_files(watched.process.pid)[0] < 30)


def test_guest_that_listens_makes_room_when_all_do(watched: Watched) -> None:
    """A tab too many takes the place of the oldest, which asks again by itself; no page is ever held up by tabs."""
    with ExitStack() as stack:
        tabs = []
        for _ in range(MOST + 5):
            tabs.append(stack.enter_context(connect(watched, request(EVENTS))))
            assert tabs[-1].recv(12) == b"HTTP/1.0 200"
        assert watched.ask().status == 200
        deadline = time.monotonic() + PATIENCE
        while tabs[0].recv(65_536):
            assert time.monotonic() < deadline
        assert threads_and_files(watched.process.pid)[0] < MOST + 30


def test_guests_make_room_in_their_order_and_the_answered_stay() -> None:
    """First those that say nothing, then those that listen; where all are being answered, the next one has to go."""
    with ExitStack() as stack:
        pairs = [stack.enter_context(one) for _ in range(4) for one in socket.socketpair()]
        silent, listening, answered, late = pairs[::2]
        woken: list[None] = []
        guests = Guests(lambda: woken.append(None), most=3)
        for guest, doing in ((answered, Doing.ANSWERED), (listening, Doing.LISTENING), (silent, Doing.SILENT)):
            assert guests.enter(guest)
            guests.is_now(guest, doing)
        assert guests.enter(late)
        assert [guests.is_here(one) for one in (silent, listening, answered)] == [False, True, True]
        assert silent.recv(1) == b""
        guests.is_now(late, Doing.ANSWERED)
        assert guests.enter(silent)
        guests.is_now(silent, Doing.ANSWERED)
        assert not guests.is_here(listening)
        assert not guests.enter(listening)
        assert len(woken) == 2
        guests.leave(late)
        assert guests.enter(listening)


def test_head_is_heard_by_a_deadline_however_slowly_it_comes() -> None:
    """A byte at a time wins no time; what comes behind the blank line is not looked at."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(b"GET / HTTP/1.0\r\n")
        with pytest.raises(TimeoutError):
            read_head(ours, patience=0.05)
        for byte in b"A: b\n\r\nrest":
            theirs.sendall(bytes([byte]))
        assert read_head(ours) == b"A: b\n\r\n"
        theirs.shutdown(socket.SHUT_WR)
        with pytest.raises(HeadError) as raised:
            read_head(ours)
        assert raised.value.status == 0


def test_watch_says_that_it_is_not_for_the_public(watched: Watched) -> None:
    """Right below the address."""
    at = next(number for number, line in enumerate(watched.lines) if line.startswith("Open "))
    assert watched.lines[at + 1].startswith("It is for authoring, and no server for the public")
