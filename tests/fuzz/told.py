"""What may come of an input: a fault is told in words that anybody can read, at a place, and of bounded length."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from unicodedata import category

from pipeline.errors import LONGEST_TOLD, AuthoringError, AuthoringErrors, KotaeError

LONGEST = 2 * LONGEST_TOLD + 2_000
"""Of what is told of one fault, in characters: what it is, what would be right, and a place with a long name."""

STEERING = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories of characters that a terminal obeys, or that leave no trace."""


class UntoldError(Exception):
    """A fault was found, and what is told of it is not as it should be."""


def check_faults(faults: Iterable[AuthoringError], file: str = "", lines: int | None = None) -> int:
    """How many there are; raises UntoldError for one that is not placed in this file and its lines, or not readable."""
    number = 0
    for number, fault in enumerate(faults, 1):
        if number <= 20:
            check_told(fault)
            place = fault.location
            if file and (place is None or not place.file.startswith(file)):
                raise UntoldError(f"placed in {place and place.file!r}: {fault.message[:200]!r}")
            if lines is not None and place and place.line > lines:
                raise UntoldError(f"placed on line {place.line} of {lines}: {fault.message[:200]!r}")
    return number


def check_told(error: KotaeError) -> None:
    """Raise UntoldError where what is told cannot be read, or is lost on the way from another process."""
    if isinstance(error, AuthoringErrors):
        check_faults(error.errors)
        return
    text = str(error)
    if len(text) > LONGEST:
        raise UntoldError(f"{len(text)} characters: {text[:200]!r}")
    if found := [ch for ch in text if ch != "\n" and not ch.isascii() | ch.isprintable() and category(ch) in STEERING]:
        raise UntoldError(f"{found[0]!r} is in {text[:200]!r}")
    if any(ch < " " and ch != "\n" for ch in text):
        raise UntoldError(f"a control character is in {text[:200]!r}")
    if str(pickle.loads(pickle.dumps(error))) != text:
        raise UntoldError(f"another process tells it otherwise: {text[:200]!r}")
