"""The rules page of a kind: its rules with small worked boards, its techniques easiest first, and its controls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from build.editions import Edition
from build.pictures import Pictures
from build.words import Words
from pipeline.kind import AnyKind
from pipeline.tier import Tier, tier_of

NAME = "rules.html"
"""The page's name in its kind's folder."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A board with what is written below it."""

    drawing: str
    caption: str
    is_right: bool


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule and its boards."""

    text: str
    boards: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Taught:
    """A technique: its name, the tier that it belongs to, why it holds, and the boards before and after it."""

    name: str
    tier: Tier
    why: str
    boards: tuple[str, ...]


def contents(edition: Edition, words: Words, kind: AnyKind, pictures: Pictures) -> dict[str, Any]:
    """What the page's template shows, in an edition; ``words`` are the kind's. Raises AuthoringError."""
    drawings = pictures.thumbs.drawings
    rules = tuple(
        Rule(
            text,
            tuple(
                Shown(drawings[plate.drawing], plate.caption.text(words), not plate.broken)
                for plate in pictures.plates
                if plate.rule == number
            ),
        )
        for number, text in enumerate(words.lines("rules"), start=1)
    )
    boards = {deduction.technique: deduction.drawings for deduction in pictures.deductions}
    techniques = []
    for technique in kind.techniques:
        said = words if f"technique.{technique.name}.name" in words.entries else edition.words
        name, why = (said.say(f"technique.{technique.name}.{part}") for part in ("name", "why"))
        shown = tuple(drawings[index] for index in boards.get(technique.name, ()))
        techniques.append(Taught(name, tier_of(technique.rank), why, shown))
    return {"rules": rules, "techniques": tuple(techniques), "shared": pictures.thumbs.shared}
