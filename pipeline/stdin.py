"""Reading standard input, which may be closed."""

from __future__ import annotations

import sys

from pipeline.errors import AuthoringError, Location


def read_in() -> bytes:
    """All of standard input; raises AuthoringError where it cannot be read."""
    place = Location("standard input")
    if sys.stdin is None:
        raise AuthoringError("cannot be read: it is closed", place)
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        raise AuthoringError(f"cannot be read: {error.strerror or error}", place) from error
