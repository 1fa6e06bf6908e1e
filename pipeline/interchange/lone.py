"""Which lines are a puzzle on their own: a link, a game ID, a code. All others are parts of a board or a file."""

from __future__ import annotations

import re

LONE = re.compile(
    r"""[a-z+]+:// | [^?\#\s]*[?\#][a-z0-9=&]+= | m=\w+&p= | [^?\s]*\?[a-z][^/\s]*/ | [a-z]+/[0-9]+/[0-9]+/
        | pzprv3(\.\w+)?/ | [0-9]+/[0-9]+(/|\s*$) | [^|\s]+\|
        | [0-9]+(x[0-9]+)?[a-z0-9]*: | [0-9]+x[0-9]+[a-z0-9]*\#""",
    re.VERBOSE,
)
BEGINNING = 4_096
"""So many characters of a line tell."""


def stands_alone(line: str) -> bool:
    """Whether a line, without blanks around it, begins as a link, an ID or a code does."""
    return LONE.match(line[:BEGINNING]) is not None
