"""What a text from elsewhere calls a puzzle and its author, on one line, as a layout may hold it."""

from __future__ import annotations

from pipeline.document import REFUSED
from pipeline.wording import visible


def one_line(text: str) -> str:
    """The text with one blank between two words, and an escape for each character that no layout may have.

    What joins letters or emoji, or keeps them apart, shows nothing by itself and stays: without it they are others.
    """
    return REFUSED.sub(lambda part: visible(part[0]), " ".join(text.split()))
