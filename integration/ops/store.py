"""Where the prepared entries are; importing this does not import OpInfo (5 s)."""

from __future__ import annotations

import functools
from pathlib import Path

from integration.common import cache


@functools.cache
def folder() -> Path:
    """The cache folder of the ledger for this torch and this preparation code."""
    here = Path(__file__).parent
    sources = [here / f"{name}.py" for name in ("samples", "bundle", "dynamic")]
    return cache.cache_folder("ops", *sources)


def prepared() -> list[str]:
    """The names of all prepared entries."""
    return sorted(path.name.removesuffix(".pt") for path in folder().glob("[!.]*.pt"))
