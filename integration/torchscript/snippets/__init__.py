"""Small scripted programs, a file for each part of the language."""

from integration.torchscript.snippet import SNIPPETS
from integration.torchscript.snippets import (  # noqa: F401 - they register
    branches,
    containers,
    dynamic_lists,
    guards,
    libraries,
    lists,
    loops,
    modules,
    numbers,
    programs,
    sizes,
    writes,
)

__all__ = ["SNIPPETS"]
