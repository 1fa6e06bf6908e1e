"""The server of a live rebuild: on loopback, for whoever :mod:`build.watch.door` lets in, and never from a cache.

It is made for an author's own machine. Nobody can write anything by it, no file is read for a request, and what one
guest can take of it is bounded; but it knows no users and no encryption, and is no server for the public.
"""

from __future__ import annotations

import errno
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Set
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from typing import Any

from build.watch.answers import Answer, Answers
from build.watch.door import LOOPBACK, names_of, refusal
from build.watch.guests import Doing, Guests, HeadError, read_head
from build.watch.news import Board
from pipeline.errors import AuthoringError

TRIES = 20
"""How many ports are tried, one after the other."""

HEARTBEAT = 10.0
"""Seconds after which something is sent where there is no news, so that a connection that is gone is noticed."""

PATIENCE = 30.0
"""Seconds that a browser may take to read an answer, or one of the news."""

METHODS = ("GET", "HEAD")

FULL = b"HTTP/1.0 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n"
"""What is said where there is no room for another guest."""


class Server(ThreadingHTTPServer):
    """A listener on one address."""

    allow_reuse_address = sys.platform != "win32"  # there it would share a port that is in use
    daemon_threads = True
    request_queue_size = 64

    def __init__(
        self, address: str, port: int, answers: Answers, board: Board, names: Set[str], guests: Guests
    ) -> None:
        self.address_family = socket.AF_INET6 if ":" in address else socket.AF_INET
        self.answers = answers
        self.board = board
        self.names = names
        self.guests = guests
        super().__init__((address, port), Handler)

    def server_bind(self) -> None:
        """Take the address, and of IPv6 that one alone."""
        if self.address_family == socket.AF_INET6:
            self.socket.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        # The one above asks for the machine's name, which may take seconds.
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, int(self.allow_reuse_address))
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = self.server_address[:2]  # type: ignore[assignment]

    def process_request(self, request: Any, client_address: Any) -> None:
        """Begin a thread for a guest, as long as there is room for one."""
        if self.guests.enter(request):
            super().process_request(request, client_address)
            return
        with suppress(OSError):
            request.setblocking(False)
            request.send(FULL)
        super().shutdown_request(request)

    def shutdown_request(self, request: Any) -> None:
        """Let a guest go."""
        self.guests.leave(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a browser that went away."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    server: Server
    server_version = "kotae"
    sys_version = ""

    def handle(self) -> None:
        """Hear one request as a whole, and answer it."""
        try:
            head = read_head(self.connection)
        except HeadError as error:
            if error.status:
                self.requestline = ""
                self.send_error(error.status)
            return
        except TimeoutError:
            return
        self.server.guests.is_now(self.connection, Doing.ANSWERED)
        self.connection.settimeout(PATIENCE)
        self.rfile = BytesIO(head)
        self.handle_one_request()

    def parse_request(self) -> bool:
        """Whether there is something to answer: who is not let in is refused whatever the method and the address."""
        if not super().parse_request():
            return False
        if self.request_version == self.default_request_version:  # so old that it knows of no refusal
            self.send_error(400)
        elif status := refusal(self.server.names, self.path, self.headers):
            self.send_error(status)
        elif self.command not in METHODS:
            self.send_error(405)
        else:
            return True
        return False

    def do_GET(self) -> None:
        """Send an answer, or the news for as long as they are wanted."""
        if self.server.answers.is_events(self.path):
            self._send_news()
        else:
            self._send(self._answer(), True)

    def do_HEAD(self) -> None:
        """Send what goes before an answer."""
        self._send(self._answer(), False)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse a request without a word of it: no page of an error is anybody's to read."""
        self.request_version = self.protocol_version
        self._send(Answer(code), False)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: what an author wants to read is what was built."""

    def _answer(self) -> Answer:
        return self.server.answers.to(self.path, self.headers.get("Service-Worker") == "script")

    def _send(self, answer: Answer, whole: bool) -> None:
        self.send_response(answer.status)
        self._send_common(answer.type)
        self.send_header("Content-Length", str(len(answer.body)))
        if answer.location:
            self.send_header("Location", answer.location)
        if answer.status == 405:
            self.send_header("Allow", ", ".join(METHODS))
        self.end_headers()
        if whole:
            self.wfile.write(answer.body)

    def _send_common(self, kind: str) -> None:
        self.send_header("Content-Type", kind)
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        # What stands on this port is for its own pages alone.
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")

    def _send_news(self) -> None:
        self.send_response(200)
        self._send_common("text/event-stream; charset=utf-8")
        self.send_header("X-Accel-Buffering", "no")
        self.end_headers()
        board, guests, number = self.server.board, self.server.guests, -1
        self.wfile.write(b"retry: 700\n\n")
        guests.is_now(self.connection, Doing.LISTENING)

        def is_sent_away() -> bool:
            return not guests.is_here(self.connection)

        while not board.closed and not is_sent_away():
            newer = board.newer(number, HEARTBEAT, is_sent_away)
            if newer is None:
                self.wfile.write(b": here\n\n")
                continue
            number, news = newer
            self.wfile.write(f"data: {news.text()}\n\n".encode())


@dataclass(frozen=True, slots=True)
class Listening:
    """The listeners, all on one port."""

    servers: tuple[Server, ...]
    port: int
    busy: tuple[int, ...]
    """The ports before it that were in use."""

    def serve(self) -> Iterator[threading.Thread]:
        """Begin to answer, each in a thread of its own."""
        for server in self.servers:
            thread = threading.Thread(target=server.serve_forever, args=(0.05,), name="serve", daemon=True)
            thread.start()
            yield thread

    def close(self) -> None:
        """Answer no more."""
        for server in self.servers:
            server.shutdown()
            server.server_close()


def listen(host: str, port: int, allow: Set[str], open_one: Callable[[str, int, Set[str]], Server]) -> Listening:
    """Take the first port that is free on every address; raises AuthoringError where none is, or for no such address.

    ``host`` is an address, or ``localhost`` for those of loopback. Port 0 is any that is free.
    """
    addresses = LOOPBACK if host == "localhost" else (host,)
    names = names_of(host, allow)
    busy: list[int] = []
    for tried in range(port, min(port + TRIES, 65536)) if port else [0]:
        servers = _take(addresses, tried, names, open_one)
        if servers:
            return Listening(servers, servers[0].server_port, tuple(busy))
        busy.append(tried)
    message = f"the ports from {port} to {busy[-1]} are in use"
    raise AuthoringError(message, hint="end what uses them, or choose another with --port")


def _take(
    addresses: tuple[str, ...], port: int, names: Set[str], open_one: Callable[[str, int, Set[str]], Server]
) -> tuple[Server, ...]:
    """A listener on each address, or none where one of them is in use."""
    with ExitStack() as stack:
        servers: list[Server] = []
        for address in addresses:
            try:
                server = open_one(address, servers[0].server_port if servers else port, names)
            except OSError as error:
                if error.errno == errno.EADDRINUSE or (sys.platform == "win32" and error.errno == errno.EACCES):
                    return ()
                if servers:
                    continue  # a machine without IPv6
                message = f"cannot listen on {address}: {error.strerror or error}"
                raise AuthoringError(message, hint=_way_out(error)) from error
            stack.callback(server.server_close)
            servers.append(server)
        stack.pop_all()
        return tuple(servers)


def _way_out(error: OSError) -> str:
    if error.errno == errno.EACCES:
        return "ports below 1024 are the system's on most machines: choose another with --port"
    return "an address of this machine, or none for loopback"
