"""Who may ask the server of a live rebuild: whoever comes by a name of this machine, and from no other site's page.

A page that some site leads the browser to under a name of its own, which it then has point here, would be that site's
to read (DNS rebinding). So a request whose ``Host`` is not one of ours gets nothing, whatever it asks for. Nor does one
that a page of another origin sends: browsers say of each request which site's page it is for.
"""

from __future__ import annotations

import re
from collections.abc import Set
from email.message import Message
from ipaddress import ip_address
from urllib.parse import urlsplit

LOOPBACK = ("127.0.0.1", "::1")
NAMES = frozenset({"localhost", *LOOPBACK})

HOST_NAME = re.compile(r"[\w.-]+", re.ASCII)
"""A name of a machine, as a browser says it."""

FROM_ELSEWHERE = frozenset({"cross-site", "same-site"})
"""What ``Sec-Fetch-Site`` says of a page of another origin; another port of this machine is another origin."""


class AnyAddress(frozenset[str]):
    """Names, and every address besides: who asks by an address was led here by no name."""

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or _is_address(str(name))


def names_of(host: str, allow: Set[str]) -> Set[str]:
    """The names by which a request may come to a server that listens on ``host``."""
    names: Set[str] = NAMES | {host.lower()} | {name.lower().rstrip(".") for name in allow}
    return AnyAddress(names) if host in ("0.0.0.0", "::") else names


def refusal(names: Set[str], target: str, headers: Message) -> int | None:
    """The status with which a request for ``target`` is refused; None where it may be answered."""
    hosts = headers.get_all("Host", [])
    if len(hosts) != 1 or not _is_ours(hosts[0], names) or _is_from_elsewhere(hosts[0], headers):
        return 403
    if target.startswith("/"):
        return None
    # A whole address, as a proxy is asked for, names the host once more.
    try:
        parts = urlsplit(target)
    except ValueError:
        return 400
    if parts.scheme not in ("http", "https"):
        return 400
    return None if _is_ours(parts.netloc, names) else 403


def _is_ours(host: str, names: Set[str]) -> bool:
    name = host_of(host)
    return name != "" and name in names


def _is_from_elsewhere(host: str, headers: Message) -> bool:
    """Whether another origin's page asks, other than by a link that is followed or a frame: neither lets it read."""
    own = {f"{scheme}://{host.strip().lower()}" for scheme in ("http", "https")}
    if any(origin.strip().lower() not in own for origin in headers.get_all("Origin", [])):
        return True
    return headers.get("Sec-Fetch-Site") in FROM_ELSEWHERE and headers.get("Sec-Fetch-Mode") != "navigate"


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


def is_name(text: str) -> bool:
    """Whether a request can come by this as its host: a name or an address, without a port."""
    return _is_address(text) or bool(HOST_NAME.fullmatch(text))


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
