"""Node, where the machine has it."""

from tests.js.conftest import node

__all__ = ["node"]
