"""Node, as the scripts' own tests find it."""

from tests.js.conftest import node

__all__ = ("node",)
