"""Writing a result to standard output, which may be closed, full, or read by nobody."""

from __future__ import annotations

import contextlib
import os
import sys

import click

from pipeline.errors import AuthoringError, Location


def write_out(text: str) -> None:
    """Write a result; raises AuthoringError where nothing takes it. Colours go where they are shown and wanted."""
    place = Location("standard output")
    if sys.stdout is None:
        raise AuthoringError("cannot be written: it is closed", place)
    try:
        click.echo(text, nl=False, color=False if os.environ.get("NO_COLOR") else None)
    except OSError as error:
        # What is left in the buffer would be tried, and fail, again when Python ends.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise AuthoringError(f"cannot be written: {error.strerror or error}", place) from error
