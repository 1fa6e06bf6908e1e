"""Scripts and styles without what only their authors read: comments, the blanks around a line, and empty lines.

The line ends stay, since a script's statements may end with them, and so does every other character: what a page holds
can still be read. Whether a slash divides or begins a regular expression depends on what stands before it; the rule is
that of the language's grammar (the goal symbols of ECMA-262), followed with the brackets that are open.

A published tool was tried and not taken: it takes the inner literal of `` `${a ? ` b` : ""}` `` for code, and eats
the blank in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from pipeline.errors import AuthoringError, Location

BEFORE_OPERAND = frozenset(
    (
        "await",
        "case",
        "default",
        "delete",
        "do",
        "else",
        "extends",
        "in",
        "instanceof",
        "new",
        "of",
        "return",
        "throw",
        "typeof",
        "void",
        "yield",
    )
)
"""Words after which a value comes, so that a slash begins a regular expression."""

BEFORE_CONDITION = frozenset(("if", "while", "for", "with"))
"""Words whose parentheses are followed by a statement, not by an operator."""

BEFORE_BLOCK = frozenset(("=>", ")", ";", "{", "}", "do", "else", "try", "finally"))
"""What stands before a brace that holds statements; a name does too, as in a class."""

BLANK = re.compile(r"[ \t]+")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
STRING = re.compile(r""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'""", re.DOTALL)
REGULAR = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*")
WORD = re.compile(r"[\w$#@\\]+")
OPERATOR = re.compile(r"=>|\+\+|--|\.{3}|.", re.DOTALL)

SHEET = re.compile(
    r"""(?P<kept>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|url\([^"')]*\))|(?P<comment>/\*.*?\*/)|(?P<open>["']|/\*)""",
    re.DOTALL,
)


def strip_script(source: str, name: str = "script") -> str:
    """A script that does the same, without its comments; raises AuthoringError where a literal has no end."""
    return _stripped(_script, source, name)


def strip_style(source: str, name: str = "style") -> str:
    """A style sheet that says the same, without its comments; raises AuthoringError where a literal has no end."""
    return _stripped(_style, source, name)


class _EndlessError(Exception):
    """What begins at a character has no end."""

    def __init__(self, at: int) -> None:
        self.at = at


def _stripped(strip: Callable[[str], str], source: str, name: str) -> str:
    try:
        return strip(source)
    except _EndlessError as endless:
        raise AuthoringError("what begins here has no end", place_in(source, endless.at, name)) from None


# What is kept does not know the file, so that the same text in another folder is not stripped again.
@lru_cache(maxsize=256)
def _script(source: str) -> str:
    return _Script(source).strip()


@lru_cache(maxsize=256)
def _style(source: str) -> str:
    parts: list[str] = []
    literals: list[str] = []
    at = 0
    for found in SHEET.finditer(source):
        parts.append(source[at : found.start()])
        at = found.end()
        if found["open"]:
            raise _EndlessError(found.start())
        if found["kept"]:
            literals.append(found["kept"])
            parts.append(MARK)
        else:
            # It parts two words, as a blank does; between others a blank might say more than the comment did.
            parts.append(" " if _parts_words(source, *found.span()) else "")
    parts.append(source[at:])
    return _lines("".join(parts), literals)


def _parts_words(source: str, start: int, end: int) -> bool:
    return bool(re.match(r"[\w%-]", source[start - 1 : start]) and re.match(r"[\w-]", source[end : end + 1]))


MARK = "\0"
"""Stands for a literal while lines are cut; no source holds it."""


def _lines(text: str, literals: list[str]) -> str:
    lines = (line.strip(" \t\r") for line in text.split("\n"))
    whole = "".join(f"{line}\n" for line in lines if line)
    kept = iter(literals)
    return re.sub(MARK, lambda _: next(kept), whole)


def place_in(source: str, at: int, name: str) -> Location:
    """The place of a character of a file."""
    line = source.count("\n", 0, at) + 1
    column = at - source.rfind("\n", 0, at)
    return Location(name, line, column, source.split("\n")[line - 1])


class _Script:
    """A walk over a script, token by token."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.parts: list[str] = []
        self.literals: list[str] = []
        self.before = ";"
        """The last token that is no blank and no comment; a literal is ``"0"``, a value like any other."""
        self.closed_value = False
        """Where that token closes a bracket: whether a value ended with it."""
        self.open: list[bool] = []
        """For each bracket that is open, whether a value ends with it."""

    def strip(self) -> str:
        """The whole script."""
        self._walk(until=None)
        return _lines("".join(self.parts), self.literals)

    def _walk(self, until: int | None) -> None:
        """Go on to the end, or until the bracket that makes so many open ones is closed."""
        while self.at < len(self.source):
            if not (self._blank() or self._literal()):
                self._token()
                if until is not None and len(self.open) < until:
                    return
        if until is not None:
            raise _EndlessError(len(self.source) - 1)

    def _blank(self) -> bool:
        """A blank or a comment; one of several lines ends a line, as the language has it."""
        if found := BLANK.match(self.source, self.at):
            self.parts.append(found[0])
        elif found := COMMENT.match(self.source, self.at):
            self.parts.append("\n" if "\n" in found[0] else " ")
        elif self.source.startswith("/*", self.at):
            raise _EndlessError(self.at)
        else:
            return False
        self.at = found.end()
        return True

    def _literal(self) -> bool:
        """A string, a template with all that is in it, or a regular expression: kept as it is."""
        first, start = self.source[self.at], self.at
        if first == "`":
            self._template()
        elif first in "\"'" or (first == "/" and not self._ends_value()):
            found = (REGULAR if first == "/" else STRING).match(self.source, self.at)
            if not found:
                raise _EndlessError(self.at)
            self.at = found.end()
        else:
            return False
        self.literals.append(self.source[start : self.at])
        self.parts.append(MARK)
        self.before = "0"
        return True

    def _template(self) -> None:
        start = self.at
        self.at += 1
        while self.at < len(self.source):
            if self.source.startswith("${", self.at):
                self._inside()
            elif self.source[self.at] == "`":
                self.at += 1
                return
            else:
                self.at += 2 if self.source[self.at] == "\\" else 1
        raise _EndlessError(start)

    def _inside(self) -> None:
        """The code within a template is walked over, and stays as it is with the template."""
        parts, literals = self.parts, self.literals
        self.parts, self.literals = [], []
        self.open.append(True)
        self.before = "("
        self.at += 2
        self._walk(until=len(self.open))
        self.parts, self.literals = parts, literals

    def _token(self) -> None:
        found = WORD.match(self.source, self.at) or OPERATOR.match(self.source, self.at)
        assert found
        token = found[0]
        self.at = found.end()
        self.parts.append(token)
        if token == "\n":
            return
        if token in "([{":
            self.open.append(self._value_ends_with(token))
        elif token in ")]}" and self.open:
            self.closed_value = self.open.pop()
        # What stands behind a point is a name, whatever word it is elsewhere.
        self.before = "0" if self.before == "." and WORD.fullmatch(token) else token

    def _value_ends_with(self, bracket: str) -> bool:
        """Whether a value ends where this bracket, which stands at ``before``, is closed."""
        if bracket == "(":
            return self.before not in BEFORE_CONDITION
        if bracket == "[":
            return True
        is_name = WORD.fullmatch(self.before) and self.before not in BEFORE_OPERAND
        return not (self.before in BEFORE_BLOCK or is_name)

    def _ends_value(self) -> bool:
        """Whether a value has just ended, so that a slash divides it."""
        if self.before in (")", "]", "}"):
            return self.closed_value
        if self.before in ("++", "--"):
            return True
        return bool(WORD.fullmatch(self.before)) and self.before not in BEFORE_OPERAND
