"""What a language does to counted words and to numbers, the same here as ``Intl`` has it in a reader's browser.

The rules are those of the Unicode CLDR for whole numbers. A test holds them against the browser's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Grammar:
    """The plural forms of a language, and how it writes a long whole number."""

    forms: tuple[str, ...]
    """The forms that a counted word has, of which the last is for whatever has no form of its own."""
    form: Callable[[int], str]
    """The form for a number that is not negative."""
    separator: str
    """What stands between groups of three digits."""
    shortest: int
    """How many digits a number has at least where it is grouped."""

    def number(self, value: int) -> str:
        """A whole number as it is written."""
        digits = str(abs(value))
        if len(digits) < self.shortest:
            return str(value)
        return f"{value:,}".replace(",", self.separator)


def _one_and_other(number: int) -> str:
    return "one" if number == 1 else "other"


def _other(number: int) -> str:
    return "other"


# Spanish has "many" too, for whole millions, of which a site of puzzles has none.
GRAMMARS: Mapping[str, Grammar] = MappingProxyType(
    {
        "en": Grammar(("one", "other"), _one_and_other, ",", 4),
        "es": Grammar(("one", "other"), _one_and_other, ".", 5),
        "ja": Grammar(("other",), _other, ",", 4),
    }
)
"""The languages whose grammar is known."""
