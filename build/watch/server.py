"""The server of a live rebuild: on loopback, for whoever asks by a name of this machine, and never from a cache.

A page that some site leads the browser to under a name of its own, which it then has point here, would be that site's
to read. So a request whose ``Host`` is not one of ours gets nothing.
"""

from __future__ import annotations

import errno
import re
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Set
from contextlib import ExitStack
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from build.watch.answers import Answer, Answers
from build.watch.news import Board
from pipeline.errors import AuthoringError

LOOPBACK = ("127.0.0.1", "::1")
NAMES = frozenset({"localhost", *LOOPBACK})

HOST_NAME = re.compile(r"[\w.-]+", re.ASCII)
"""A name of a machine, as a browser says it."""

TRIES = 20
"""How many ports are tried, one after the other."""

HEARTBEAT = 10.0
"""Seconds after which something is sent where there is no news, so that a connection that is gone is noticed."""

PATIENCE = 30.0
"""Seconds that a browser may take to say what it wants."""


class Server(ThreadingHTTPServer):
    """A listener on one address."""

    allow_reuse_address = sys.platform != "win32"  # there it would share a port that is in use
    daemon_threads = True

    def __init__(self, address: str, port: int, answers: Answers, board: Board, names: Set[str]) -> None:
        self.address_family = socket.AF_INET6 if ":" in address else socket.AF_INET
        self.answers = answers
        self.board = board
        self.names = names
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

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a browser that went away."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    server: Server
    server_version = "kotae"
    sys_version = ""
    timeout = PATIENCE

    def do_GET(self) -> None:
        """Send an answer, or the news for as long as they are wanted."""
        if not self._is_ours():
            self._send(Answer(403), False)
        elif self.server.answers.is_events(self.path):
            self._send_news()
        else:
            self._send(self._answer(), True)

    def do_HEAD(self) -> None:
        """Send what goes before an answer."""
        self._send(self._answer() if self._is_ours() else Answer(403), False)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: what an author wants to read is what was built."""

    def _answer(self) -> Answer:
        return self.server.answers.to(self.path, self.headers.get("Service-Worker") == "script")

    def _is_ours(self) -> bool:
        hosts = self.headers.get_all("Host", [])
        host = host_of(hosts[0]) if len(hosts) == 1 else ""
        return host != "" and host in self.server.names

    def _send(self, answer: Answer, whole: bool) -> None:
        self.send_response(answer.status)
        self._send_common(answer.type)
        self.send_header("Content-Length", str(len(answer.body)))
        if answer.location:
            self.send_header("Location", answer.location)
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
        board, number = self.server.board, -1
        self.wfile.write(b"retry: 700\n\n")
        while not board.closed:
            newer = board.newer(number, HEARTBEAT)
            if newer is None:
                self.wfile.write(b": here\n\n")
                continue
            number, news = newer
            self.wfile.write(f"data: {news.text()}\n\n".encode())


def host_of(header: str) -> str:
    """The name or address in a ``Host`` header, without a port and brackets; empty where it is none."""
    try:
        parts = urlsplit(f"//{header.strip()}")
        port = parts.port
    except ValueError:
        return ""
    if port == 0 or parts.path or parts.query or parts.fragment or parts.username is not None:
        return ""
    return (parts.hostname or "").rstrip(".")


class AnyAddress(frozenset[str]):
    """Names, and every address besides: who asks by an address was led here by no name."""

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or _is_address(str(name))


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


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
    names: Set[str] = NAMES | {host.lower()} | {name.lower().rstrip(".") for name in allow}
    names = AnyAddress(names) if host in ("0.0.0.0", "::") else names
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


def is_name(text: str) -> bool:
    """Whether a request can come by this as its host: a name or an address, without a port."""
    return _is_address(text) or bool(HOST_NAME.fullmatch(text))
