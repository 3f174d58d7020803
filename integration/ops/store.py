"""Where the prepared entries are; importing this does not import OpInfo (5 s)."""

from __future__ import annotations

import functools
import itertools
import zlib
from collections.abc import Iterable
from pathlib import Path

from integration.common import cache


#: Exported programs; samples in TorchScript, a few of each entry or all.
EXPORTED, SCRIPTS, ALL_SCRIPTS = "ops", "ops-scripts", "ops-all-scripts"


@functools.cache
def folder(kind: str = EXPORTED) -> Path:
    """The cache folder of the ledger for this torch and this preparation code."""
    here = Path(__file__).parent
    if kind == EXPORTED:
        sources = [here / f"{name}.py" for name in ("samples", "bundle", "dynamic")]
    else:
        sources = [here / f"{name}.py" for name in ("samples", "scripts", "script_samples")]
        sources.append(here.parent / "torchscript" / "generated.py")
    return cache.cache_folder(kind, *sources)


def prepared(kind: str = EXPORTED) -> list[str]:
    """The names of all prepared entries."""
    return sorted(path.name.removesuffix(".pt") for path in folder(kind).glob("[!.]*.pt"))


def programs(name: str) -> list[Path]:
    """The exported programs of an entry."""
    found = (folder() / f"{name}-{number}.pt2" for number in itertools.count())
    return list(itertools.takewhile(Path.exists, found))


def sampled(names: Iterable[str]) -> list[str]:
    """The entries that CI runs as TorchScript: about one in 24, chosen by a hash of the name."""
    return sorted(name for name in names if zlib.crc32(name.encode()) % 24 == 0)
