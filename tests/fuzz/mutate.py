"""Ways to spoil a text: by its bytes, its lines as YAML has them, its tree as JSON has it, the cells of a board.

Each takes what is there and numbers that are drawn, and gives something else: the same for the same numbers. What is
put in is, more often than by chance, what readers are known to trip over.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any


def _parted(text: str) -> list[str]:
    """The words of a text, which would each take a line."""
    return text.split()


SIGNS = (
    *("\0", "\x07", "\x1b[2J", "\t", "\r", "\r\n", "\x85", "\u2028", "\ufeff", "\u200b", "\xad", "\ufffe", "\ud800"),
    *("\u202e", "\u2066\u2069", "\u0301", "\u3000", "é", "答", "🧩", "👩\u200d👩\u200d👧", "\U0010ffff", "ǆ", "٣", "²"),
    *_parted("</script> <!-- <img/src=x/onerror=alert(1)> &amp; &#0; ]]> ${1} {{7*7}} {%raw%} ' \" ` \\ % $"),
    *_parted("../ ..\\ /etc/passwd C:\\ file:/// javascript:alert(1) %00 %2e"),
)
"""Characters and words that are obeyed somewhere."""

NUMBERS = (
    *_parted("0 -0 -1 00 01 +1 1_0 0x10 0o7 1e3 1e999 -1e999 1.5 .5 5. .inf -.inf .nan NaN Infinity 12:30 12:30:45"),
    *_parted("2001-02-30 2001-01-01T00:00:00Z 65536 20000000 2147483648 9007199254740993 18446744073709551616 ٣ 1,000"),
    *("9" * 400, "9" * 5_000),
)
"""Numbers that are none, too large, or of another sort."""

YAML = (
    *("&a ", "*a", "&a [*a, *a]", "<<: *a\n", "!!python/object/apply:os.system [id]", "!!binary aaaa", "!x ", "! "),
    *("? ", "? [a]\n: b\n", "- ", "- - - - ", "{a: ", "[" * 40, "{a: " * 40, ": ", " #", "|\n", ">-\n", "|9+\n"),
    *_parted("[ ] { } , : # | > |2- @ ` ~ null yes no true false True '' \"\" 'a"),
    *_parted(r'''"\x00" "\ud800" "\U00110000" "\u202e" "\ "\n"'''),
    *("---\n", "--- ", "...\n", "%YAML 1.1\n", '"a\nb"', "title: A\n", "title: |\n  a\n  b\n", "\n\n", "  ", "kind: "),
    "a: &a [x]\nb: &b [*a,*a]\nc: [*b,*b]\n",
)
"""What YAML takes for something other than a text."""

WORDS = (*SIGNS, *NUMBERS, *YAML)

NUMBER = re.compile(r"\d+")
KEY = re.compile(r"^( *)([a-z_]+):( ?)(.*)$", re.MULTILINE)
ROW = re.compile(r"^(  )(\S+)$", re.MULTILINE)

Mutation = Callable[[str, Random], str]


def spoilt(text: str, random: Random, mutations: Sequence[Mutation], most: int = 4) -> str:
    """The text after a few mutations, most often after one."""
    for _ in range(random.choice((1, 1, 1, 2, most))):
        text = random.choice(mutations)(text, random)
    return text


def in_bytes(text: str, random: Random) -> bytes:
    """A text as a file holds it, at times in bytes that are no UTF-8."""
    data = text.encode("utf-8", "surrogatepass")
    match random.randrange(40):
        case 0:
            at = random.randint(0, len(data))
            return data[:at] + bytes([random.randrange(128, 256)]) + data[at:]
        case 1:
            return text.encode("utf-16", "surrogatepass")
        case 2:
            return b"\xef\xbb\xbf" + data
        case 3:
            return data.replace(b"\n", b"\r\n")
    return data


def cut(text: str, random: Random) -> str:
    """The text up to somewhere."""
    return text[: random.randint(0, len(text))]


def without_some(text: str, random: Random) -> str:
    """The text without a part."""
    one, other = _span(text, random)
    return text[:one] + text[other:]


def swapped(text: str, random: Random) -> str:
    """The text with two parts that lie side by side exchanged."""
    one, other = _span(text, random)
    middle = random.randint(one, other)
    return text[:one] + text[middle:other] + text[one:middle] + text[other:]


def stretched(text: str, random: Random) -> str:
    """The text with a part many times over."""
    one, _ = _span(text, random)
    part = text[one : one + random.choice((1, 1, 9, 60))]
    return text[:one] + part * random.choice((2, 5, 40, 400)) + text[one:]


def with_word(text: str, random: Random) -> str:
    """The text with a word that is obeyed somewhere, put in or in the place of a character."""
    at = random.randint(0, len(text))
    return text[:at] + random.choice(WORDS) + text[at + random.randrange(2) :]


def with_character(text: str, random: Random) -> str:
    """The text with any character in the place of one."""
    at = random.randint(0, len(text))
    return text[:at] + chr(random.choice((random.randrange(128), random.randrange(0x3000)))) + text[at + 1 :]


def with_number(text: str, random: Random) -> str:
    """The text with another number in the place of one."""
    found = list(NUMBER.finditer(text))
    if not found:
        return with_word(text, random)
    one = random.choice(found)
    near = str(int(one[0]) + random.choice((-1, 1))) if len(one[0]) < 9 else "0"
    return text[: one.start()] + random.choice((near, random.choice(NUMBERS))) + text[one.end() :]


IN_ANY = (cut, without_some, swapped, stretched, with_word, with_word, with_character, with_number)


def with_line_twice(text: str, random: Random) -> str:
    """The text with a line somewhere else too."""
    lines = text.split("\n")
    lines.insert(random.randint(0, len(lines)), random.choice(lines))
    return "\n".join(lines)


def without_line(text: str, random: Random) -> str:
    """The text without a line."""
    lines = text.split("\n")
    del lines[random.randrange(len(lines))]
    return "\n".join(lines)


def shifted(text: str, random: Random) -> str:
    """The text with a line further in or out."""
    lines = text.split("\n")
    at = random.randrange(len(lines))
    lines[at] = random.choice(
        (" " + lines[at], "  " + lines[at], lines[at][1:], "- " + lines[at], "    " * 9 + lines[at])
    )
    return "\n".join(lines)


def with_value(text: str, random: Random) -> str:
    """The text with another value behind a key: a word, that of another key, a list, or keys of its own."""
    found = list(KEY.finditer(text))
    if not found:
        return with_word(text, random)
    one = random.choice(found)
    other = random.choice((random.choice(WORDS), random.choice(found)[4], *_VALUES))
    return text[: one.start(4)] + other + text[one.end(4) :]


_VALUES = (
    *("[]", "{}", "[r1c1, r1c1, r99c99]", "[r0c0]", "[r1c1-r1c2]", "[r1c1-r9c9, r1c1]", "[easy, easy]", "[[a]]", "[~]"),
    *("{a: b}", "\n  a: b", "true", "false", "none", "rotate90", "fixed", "|\n  .", "|\n  a\n  b", "'#'"),
    *("x" * 70_000, f"'{'x' * 200}'", f"'{'答' * 121}'", f"'{'🧩' * 120}'", '"' + "\u0301" * 60 + '"'),
)


def with_key(keys: Sequence[str]) -> Mutation:
    """Puts a key of these in the place of one, or in front of a line."""

    def change(text: str, random: Random) -> str:
        found = list(KEY.finditer(text))
        key = random.choice(keys)
        if found and random.random() < 0.5:
            one = random.choice(found)
            return text[: one.start(2)] + key + text[one.end(2) :]
        lines = text.split("\n")
        lines.insert(random.randint(0, len(lines)), f"{key}: {random.choice((*_VALUES[:12], *NUMBERS[:6]))}")
        return "\n".join(lines)

    return change


def with_cell(text: str, random: Random) -> str:
    """A drawing with another character in a cell, most often one that it has elsewhere."""
    rows = list(ROW.finditer(text))
    if not rows:
        return with_word(text, random)
    row = random.choice(rows)
    at = random.randrange(row.start(2), row.end(2))
    new = random.choice((random.choice(random.choice(rows)[2]), random.choice(".#01234+*?aAbBxX-|/~!")))
    return text[:at] + new + text[at + random.choice((1, 1, 1, 0)) :]


def with_rows(text: str, random: Random) -> str:
    """A drawing with rows that are gone, or there more than once, or shorter, or many times as long."""
    rows = list(ROW.finditer(text))
    if not rows:
        return with_line_twice(text, random)
    begin, end = rows[0].start(), rows[-1].end()
    lines = [row[2] for row in rows]
    match random.randrange(6):
        case 0:
            del lines[random.randrange(len(lines))]
        case 1:
            lines.insert(random.randint(0, len(lines)), random.choice(lines))
        case 2:
            lines = [line[: max(1, len(line) // 2)] for line in lines]
        case 3:
            lines *= random.choice((2, 3, 30))
        case 4:
            lines = [line * random.choice((2, 3, 300)) for line in lines]
        case 5:
            lines = ["".join(column) for column in zip(*lines, strict=False)]
    return text[:begin] + "\n".join(f"  {line}" for line in lines) + text[end:]


IN_YAML = (with_value, with_value, with_line_twice, without_line, shifted, with_cell, with_rows, *IN_ANY)
ON_BOARDS = (with_cell, with_cell, with_cell, with_rows)

TREES: tuple[Any, ...] = (
    *(None, True, False, 0, -0.0, -1, 1, 2, 0.5, 1e308, 20_000_000, 2**31, 2**53, 2**64, -(2**63), 10**400),
    *(float("nan"), float("inf"), [], {}, [[]], [None], {"": None}, {"__proto__": {"a": 1}}, "", "0" * 12, "x" * 3_000),
    *_parted("x easy identity restart show place back:0 back:-1 back:1 back: back:1e9 length constructor toString"),
    *SIGNS[:24],
)
"""Values in the place of others."""


def with_tree(text: str, random: Random) -> str:
    """JSON with a value, anywhere in its tree, that is another one, gone, many times over, or that of another place."""
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        return with_word(text, random)
    places = list(_places(whole))
    holder, key = random.choice(places) if places else ([whole], 0)
    match random.randrange(8):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, list):
            holder[key:key] = [holder[key]] * random.choice((1, 2, 2, 50, 50, 400))
        case 2:
            other, at = random.choice(places) if places else (holder, key)
            holder[key], other[at] = other[at], holder[key]
        case 3:
            holder[key] = [holder[key]]
        case 4 if isinstance(holder, dict):
            holder[random.choice(("schema", "x", "kept", "__proto__", "at", "solved", "toString"))] = random.choice(
                TREES
            )
        case 5:
            holder[key] = near(holder[key], random)
        case _:
            holder[key] = random.choice(TREES)
    try:
        return json.dumps(whole, ensure_ascii=random.random() < 0.5)
    except ValueError:  # a value was put within itself
        return "[" * 5_000


def near(value: Any, random: Random) -> Any:
    """A value a little beside this one."""
    match value:
        case bool():
            return not value
        case int() | float():
            return random.choice((value - 1, value + 1, value + 1_000, value * 1_000_000))
        case str():
            return with_character(value, random)
        case list():
            return value[::-1]
        case _:
            return {}


def with_name_twice(text: str, random: Random) -> str:
    """JSON in which a name stands twice."""
    found = list(re.finditer(r'"\w+": ', text))
    if not found:
        return text
    one = random.choice(found)
    return f"{text[: one.start()]}{one[0]}{json.dumps(random.choice(TREES[:20]))}, {text[one.start() :]}"


IN_JSON = (with_tree, with_tree, with_tree, with_tree, with_name_twice, *IN_ANY)


def _places(whole: Any) -> list[tuple[Any, Any]]:
    """Where every value within a tree is: what holds it, and under what key. The first of a long list stand for all."""
    found: list[tuple[Any, Any]] = []
    waiting = [whole] if isinstance(whole, dict | list) else []
    while waiting and len(found) < 2_000:
        holder = waiting.pop()
        keys = list(holder) if isinstance(holder, dict) else list(range(min(len(holder), 200)))
        found += [(holder, key) for key in keys]
        waiting += [holder[key] for key in keys if isinstance(holder[key], dict | list)]
    return found


def _span(text: str, random: Random) -> tuple[int, int]:
    one, other = random.randint(0, len(text)), random.randint(0, len(text))
    if random.random() < 0.5:
        other = one + random.randrange(12)
    return min(one, other), max(one, other)
