"""The code of puzz.link for cells with numbers: hexadecimal digits, with a mark before numbers of more than one.

``0`` to ``f`` is a number below 16; ``-`` and two digits one below 256, ``+`` and three one below 4,096, and further
marks go on from there. ``.`` is a number that is not told, ``g`` to ``z`` are 1 to 20 cells without one. A body that
ends early leaves the rest without numbers, and what follows the last cell means nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pipeline.interchange.place import fault
from pipeline.wording import spoken

LONGEST_RUN = 20
RUN_BASE = ord("g") - 1
DIGITS = "0123456789abcdef"
UNTOLD = "."
STRAY = re.compile(r"[^0-9a-z.+=@%*$-]")
"""What is no part of the code: between two cells its programs pass over it."""
MOST_TOLD = 5
"""So many of these are named."""

MARKS = {"-": (2, 0), "+": (3, 0), "=": (3, 4_096), "@": (3, 8_192), "*": (4, 12_240), "$": (5, 77_776)}
"""How many digits follow a mark, and what is added to their value."""
OLD_MARKS = {"%": "@"}
WRITTEN = (("", 1, 0, 16), ("-", 2, 0, 256), ("+", 3, 0, 4_096), ("=", 3, 4_096, 8_192), ("@", 3, 8_192, 12_240))
WRITTEN_LONG = (("*", 4, 12_240, 77_776), ("$", 5, 77_776, 77_776 + 16**5))
"""Mark, digits, what is taken away, and the first number that is too large, shortest form first."""
LARGEST = WRITTEN_LONG[-1][-1] - 1


class Number(NamedTuple):
    """A number on the board, None where it is not told, and where it stands in the body."""

    value: int | None
    at: int


def read_numbers(body: str, size: int) -> list[Number | None]:
    """The numbers of so many cells, None for a cell without; raises AuthoringError with the column.

    What is no part of the code, but within a number, is passed over: :func:`strays` tells it.
    """
    cells: list[Number | None] = []
    at = 0
    while at < len(body) and len(cells) < size:
        sign = OLD_MARKS.get(body[at], body[at])
        if STRAY.match(sign):
            at += 1
            continue
        if "g" <= sign <= "z":
            cells += [None] * (ord(sign) - RUN_BASE)
            at += 1
            continue
        count, base = MARKS.get(sign, (1, 0))
        start = at + (sign in MARKS)
        cells.append(Number(None if sign == UNTOLD else _value(body, start, count) + base, at))
        at = start + count
    return [*cells[:size], *[None] * (size - len(cells))]


def strays(body: str) -> tuple[str, ...]:
    """A note of the signs of a body that are no part of the code, if there are any."""
    found = [spoken(sign) for sign in dict.fromkeys(STRAY.findall(body))]
    more = " and more" if len(found) > MOST_TOLD else ""
    return (f"passed over, as no part of the code: {', '.join(found[:MOST_TOLD])}{more}",) if found else ()


def _value(body: str, start: int, count: int) -> int:
    value = 0
    for at in range(start, start + count):
        if at >= len(body):
            raise fault(body, at, "the number here is cut off", f"{count} hexadecimal digits follow the mark")
        if body[at] not in DIGITS:
            hint = "0-9, a-f and g-z are, with '-', '+' and the like before longer numbers"
            raise fault(body, at, f"character {at + 1} of the body, {body[at]!r}, is not part of the code", hint)
        value = 16 * value + DIGITS.index(body[at])
    return value


def write_numbers(numbers: Sequence[int | None]) -> str:
    """The body of these cells, None for one without a number; none may pass :data:`LARGEST`."""
    out: list[str] = []
    run = 0
    for number in numbers:
        if number is None:
            run += 1
        else:
            out += [_run(run), _number(number)]
            run = 0
    return "".join([*out, _run(run)])


def _run(length: int) -> str:
    full, rest = divmod(length, LONGEST_RUN)
    return "z" * full + (chr(RUN_BASE + rest) if rest else "")


def _number(number: int) -> str:
    mark, digits, base = next(
        (mark, digits, base) for mark, digits, base, end in (*WRITTEN, *WRITTEN_LONG) if number < end
    )
    return f"{mark}{number - base:0{digits}x}"
