"""Which lines are a puzzle on their own: a link, a game ID, a code. All others are parts of a board or a file."""

from __future__ import annotations

import json
import re

LONE = re.compile(
    r"""[a-z+]+:// | [^?\#\s]*[?\#][a-z0-9=&]+= | m=\w+&p= | [^?\s]*\?[a-z][^/\s]*/ | [a-z]+/[0-9]+/[0-9]+/
        | pzprv3(\.\w+)?/ | [0-9]+/[0-9]+(/|\s*$) | [^|\s]+\|
        | [0-9]{1,9}(x[0-9]{1,9})?[a-z0-9]{0,40}(:|%3[Aa]) | [0-9]{1,9}x[0-9]{1,9}[a-z0-9]{0,40}\#""",
    re.VERBOSE,
)
"""A part that is followed by one of the same signs has a longest form, so that a line of any kind is looked at once."""
ADDRESS = "puzzle_url"
"""The key of a link in collections that hold an object of JSON a line."""
WRAPPERS = {"<": ">", "‹": "›", "«": "»", "“": "”", "„": "“", "‘": "’", '"': '"', "'": "'", "`": "`"}
"""What people and programs put around a link, and how it ends."""
BEGINNING = 4_096
"""So many characters of a line tell."""


def stands_alone(line: str) -> bool:
    """Whether a line, without blanks around it, begins as a link, an ID or a code does."""
    return LONE.match(line[:BEGINNING]) is not None


def unwrapped(line: str) -> str:
    """A line without the brackets or quotes around a link, an ID or a code; any other line as it is."""
    within = line.removesuffix(",")
    if len(within) > 2 and WRAPPERS.get(within[0]) == within[-1] and stands_alone(inner := within[1:-1].strip()):
        return inner
    return line


def address_in(line: str) -> str:
    """The link of a line that is an object of JSON with one; empty for any other line."""
    if not line.startswith("{") or f'"{ADDRESS}"' not in line:
        return ""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return ""
    address = found.get(ADDRESS)
    return address.strip() if isinstance(address, str) else ""
