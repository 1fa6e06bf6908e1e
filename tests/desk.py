"""An author's folder, for tests of what a faulty layout does: typed as authors type, run as they run it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner, Result

from pipeline.cli import cli


@dataclass(frozen=True, slots=True)
class Desk:
    """The current folder, with the layouts of one kind."""

    kind: str

    def lay(self, name: str, text: bytes | str) -> None:
        """Write a layout file."""
        path = Path("layouts") / self.kind / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)

    def levels(self) -> Result:
        """Make the catalogue."""
        return CliRunner().invoke(cli, ["levels", "--jobs", "1"])

    def catalogue(self) -> bytes:
        """What was made last."""
        return (Path("catalogue") / f"{self.kind}.jsonl").read_bytes()

    def expect_fault(self, text: bytes, place: str, message: str, hint: str) -> None:
        """A file ``bad.yaml`` of this text is told at its place, with a hint, and nothing is lost."""
        before = self.catalogue()
        self.lay("bad.yaml", text)
        result = self.levels()
        assert result.exit_code == 1
        assert (f"bad.yaml:{place}: " if place else "bad.yaml: ") in result.stderr
        assert message in result.stderr
        assert hint in result.stderr
        assert "Traceback" not in result.stderr
        assert result.stdout == ""
        assert self.catalogue() == before
