"""How the levels of a size and tier are cut into pages, so that a level that comes or goes concerns one page.

Cut by their numbers alone, one more level would push the last one of each page behind it to the next. So it is drawn by
lot on which page a level is, and within each page they stand in the order in which they are given, easier ones first.
The lot of a level is a hash of its base, and stays as long as the base has its name, whatever becomes of its board.

All levels are on one page as long as there is room for them. Where there is not, the first bit of their lots parts them
in two, and each of these is parted by the next bit where it has too many again: extendible hashing (Fagin, Nievergelt,
Pippenger, Strong 1979). Of two parts the one whose bit is 0 keeps the number of the page that it came from, and the
other has that number and the value of the bit: so a page has the same number for good, whatever becomes of the others.
The numbers of a few pages, not of the first ones, are not taken.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

LOT_BITS = 32
"""Bits of a lot."""

BITS = 2 * LOT_BITS
"""By how many bits levels are parted: where their lots are all alike, a hash of the level itself goes on."""


class Cut(NamedTuple):
    """A page: its number, from 0, and which of the levels are on it."""

    number: int
    places: tuple[int, ...]


def lot_of(base: str) -> int:
    """The lot of the levels of a base."""
    return int.from_bytes(hashlib.sha256(base.encode("utf-8", "surrogatepass")).digest()[: LOT_BITS // 8], "little")


def cut(lots: Sequence[int], ids: Sequence[str], most: int) -> tuple[Cut, ...]:
    """The pages of levels in the order of their numbers, the first of which is 0, with at most so many on each."""
    return tuple(sorted(_cut(Cut(0, tuple(range(len(lots)))), lots, ids, 0, most)))


def _cut(whole: Cut, lots: Sequence[int] | Mapping[int, int], ids: Sequence[str], bit: int, most: int) -> Iterator[Cut]:
    number, places = whole
    if len(places) <= most or bit == BITS:
        yield whole
        return
    if bit == LOT_BITS:
        # Of these places alone: many pages may come here, each of a base with more levels than a page holds.
        lots = {place: lot_of(ids[place]) << LOT_BITS for place in places}
    mask = 1 << bit
    low = tuple([place for place in places if not lots[place] & mask])
    if len(low) in (0, len(places)):
        # Nobody is parted by it, so that the first page is never without a level.
        yield from _cut(whole, lots, ids, bit + 1, most)
        return
    high = tuple([place for place in places if lots[place] & mask])
    yield from _cut(Cut(number, low), lots, ids, bit + 1, most)
    yield from _cut(Cut(number + mask, high), lots, ids, bit + 1, most)
