"""Reading standard input, which may be closed, and may have no end."""

from __future__ import annotations

import sys

from pipeline.errors import AuthoringError, Location
from pipeline.files import MAX_BYTES

STDIN = "-"
STDIN_NAME = "standard input"


def read_in() -> bytes:
    """Standard input, or one byte more than a text may have; raises AuthoringError where it cannot be read."""
    place = Location(STDIN_NAME)
    if sys.stdin is None:
        raise AuthoringError("cannot be read: it is closed", place)
    try:
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    except OSError as error:
        raise AuthoringError(f"cannot be read: {error.strerror or error}", place) from error
