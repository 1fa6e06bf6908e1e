"""A hand that asks for help, on the page of any kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from pipeline.catalogue import Level

from .test_moves import Hand

PRESSES = 400
"""More than any small level has hints for."""

Gesture = tuple[tuple[int, int], tuple[int, int]]
"""Where a hand presses, and where it lets go."""


class Helped(Hand):
    """A hand that asks for help."""

    wrong: ClassVar[dict[str, tuple[Gesture]]] = {}
    """By a level's id, what was found to lead away from its answer: it saves the time to find it, and no more."""

    def __init__(self, page: Any, level: Level) -> None:
        super().__init__(page, level)
        self.level = level.id

    @property
    def message(self) -> str:
        """What the page says."""
        text: str = self.page.locator("[data-part=message]").text_content()
        return text

    @property
    def aloud(self) -> str:
        """What a screen reader hears."""
        text: str = self.page.locator("[data-part=live]").text_content()
        return text

    def command(self, name: str) -> Any:
        """A button by what it does."""
        return self.page.locator(f"[data-command={name}]")

    def ask(self) -> None:
        """Ask for a hint by its key: a press of the button, found and waited for, costs several times as much."""
        if not self.page.evaluate("() => document.activeElement.matches('[role=gridcell]')"):
            self.page.locator("[role=gridcell][tabindex='0']").focus()
        self.page.keyboard.press("h")

    def solve(self) -> None:
        """Ask until the level is solved."""
        for _ in range(PRESSES):
            self.ask()
            if self.is_solved():
                return
        raise AssertionError("hints do not solve it")

    def marked(self, name: str) -> int:
        """How many cells are pointed at in this way."""
        count: int = self.page.locator(f".marks .mark-{name}").count()
        return count

    def told(self, words: str) -> list[int]:
        """The cells of whose names these words are a part."""
        return [cell for cell, said in enumerate(self.said()) if words in said]

    def err(self) -> None:
        """Play until the check finds something wrong; what was wrong on this level before is tried first."""
        start = self.said()
        for gesture in dict.fromkeys((*self.wrong.get(self.level, ()), *self.gestures())):
            self.drag(*gesture)
            if self.said() == start:
                continue
            self.command("check").click()
            if "not right" in self.message:
                self.wrong[self.level] = (gesture,)
                return
            self.command("restart").click(force=True)
        raise AssertionError("nothing is ever wrong")

    def gestures(self) -> Iterator[Gesture]:
        """A press in each cell, then a drag from each to the next one across, and down."""
        for down, right in ((0, 0), (0, 1), (1, 0)):
            for row in range(1, self.rows + 1 - down):
                for col in range(1, self.cols + 1 - right):
                    yield (row, col), (row + down, col + right)
