"""How a puzzle is reasoned out, in sentences: those that the pages' hints say, one a step.

A step is told as its hint is: the technique by name, why it holds, and the cells to look at. What it decides stands
behind the arrow, as traces write it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from build.hints import step_of
from build.templates import Templates
from build.words import Words, read_kind_words, read_words
from pipeline.catalogue import TraceLine, trace_lines
from pipeline.counted import Counted, Word
from pipeline.grid import indices
from pipeline.kind import AnyKind
from site_templates import ROOT

NAMED = 6
"""So many cells are named one by one, as in a hint that is read aloud."""


@dataclass(frozen=True, slots=True)
class Speech:
    """The words of a language: those of every page, those of a kind, and those that only authors read."""

    pages: Words
    kind: Words | None
    """None where the kind has no pages."""
    authors: Words

    def technique(self, name: str, part: str) -> str | None:
        """What the pages call a technique, or why it holds; None where they do not say."""
        key = f"technique.{name}.{part}"
        for words in (self.kind, self.pages):
            if words and key in words.entries:
                return words.say(key)
        return None

    def joined(self, told: Sequence[str]) -> str:
        """One sentence after the other, with what the language sets between two of them."""
        stop = self.pages.say("play.then", before="", after="")
        mark = stop.strip()
        return stop.join([*(text.removesuffix(mark) for text in told[:-1]), told[-1]])


def speech(templates: Templates, kind: AnyKind, language: str) -> Speech:
    """The words of a language, with those that a site says otherwise; raises AuthoringError."""
    pages, own = f"words/{language}.yaml", f"kinds/{kind.name}/words.yaml"
    return Speech(
        read_words(templates.base(pages), language, templates.override(pages)),
        read_kind_words(templates.base(own), language, templates.override(own))
        if templates.base(own).is_file()
        else None,
        read_kind_words(ROOT / "author" / "words.yaml", language),
    )


def sentences(kind: AnyKind, counted: Counted, said: Speech) -> tuple[str, ...]:
    """One for each step of a puzzle that was reasoned out, and a last one that says where reasoning ends."""
    if counted.steps is None:
        return ()
    lines = trace_lines(kind, counted.question.puzzle, counted.steps)
    cols = len(counted.question.grid[0])
    return (*(_step(kind, cols, line, said) for line in lines), _end(counted, cols, said))


def numbered(told: Sequence[str]) -> Iterator[str]:
    """The same as lines with numbers before the steps."""
    width = len(str(len(told) - 1))
    for number, text in enumerate(told[:-1], 1):
        yield f"{number:>{width}}. {text}"
    yield from told[-1:]


def _step(kind: AnyKind, cols: int, line: TraceLine, said: Speech) -> str:
    technique, decides = line[:2]
    name, why = said.technique(technique, "name"), said.technique(technique, "why")
    step = said.pages.say("play.hintStep", name=name, why=why) if name and why else technique
    return f"{said.joined([step, _cells(step_of(kind, cols, line).look, cols, said)])} → {decides}"


def _cells(cells: Sequence[int], cols: int, said: Speech) -> str:
    """A sentence that names cells as the pages do."""
    say = said.pages.say
    names = [say("play.hintCell", row=cell // cols + 1, col=cell % cols + 1) for cell in cells[:NAMED]]
    if len(cells) > NAMED:
        names.append(say("play.hintMore", n=len(cells) - NAMED))
    text, *more = names
    for name in more:
        text = say("play.and", before=text, after=name)
    return say("play.hintCells", cells=text)


def _end(counted: Counted, cols: int, said: Speech) -> str:
    derived = counted.steps
    assert derived is not None
    if derived.contradiction:
        told = [said.authors.say("steps.broken")]
        return said.joined([*told, _cells(list(indices(derived.broken)), cols, said)] if derived.broken else told)
    if derived.solved:
        return said.authors.say("steps.solved")
    if counted.word is Word.UNIQUE:
        return said.pages.say("play.hintAnswer")
    return said.authors.say("steps.several" if counted.word is Word.AMBIGUOUS else "steps.open")
