"""Everything that reaches a browser: templates, scripts, styles and words; ``ROOT`` is where they are."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent
