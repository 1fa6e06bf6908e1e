"""What a text always comes to is worked out once a process: hundreds of tests build a site of the same templates."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from types import CodeType
from typing import Any

import pytest
from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket

from build import rendering
from pipeline import source

MOST = 1_000
"""Documents that are kept."""


class Compiled(BytecodeCache):
    """The code of each text by its name, and as if it came from the file that it comes from now."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], CodeType] = {}

    def get_bucket(self, environment: Environment, name: str, filename: str | None, source: str) -> Bucket:
        """What is known of a text."""
        bucket = Bucket(environment, name, hashlib.sha256(source.encode()).hexdigest())
        code = self._kept.get((bucket.key, bucket.checksum))
        if code:
            bucket.code = placed(code, filename or "<template>")
        return bucket

    def set_bucket(self, bucket: Bucket) -> None:
        """Keep it."""
        if bucket.code:
            self._kept[bucket.key, bucket.checksum] = bucket.code


def placed(code: CodeType, filename: str) -> CodeType:
    """The same code, of another file: a fault is told with its name."""
    inner = tuple(placed(one, filename) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_filename=filename, co_consts=inner)


@contextmanager
def worked_out_once() -> Iterator[None]:
    """Templates are compiled, and documents of YAML read, only where their text is a new one."""
    compiled = Compiled()

    def opened(**said: Any) -> Environment:
        return Environment(**said | {"bytecode_cache": said["bytecode_cache"] or compiled})

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rendering, "Environment", opened)
        patch.setattr(source, "read_document", lru_cache(MOST)(source.read_document))
        yield
