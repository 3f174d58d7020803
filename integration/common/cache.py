"""Where prepared programs and references live, and how files get there.

Exporting with torch takes minutes and its result depends only on torch and on
the code that prepares it, so it is kept outside the source tree, in a folder
whose name contains both.  A change of that code (comments and docstrings do
not count) gives a new folder; old ones can be deleted at any time.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import os
import warnings
from pathlib import Path
from typing import Any

import torch


def cache_root() -> Path:
    """The folder of all caches: $TORCH_ONNX_CACHE, or the user's cache folder."""
    explicit = os.environ.get("TORCH_ONNX_CACHE")
    if explicit:
        return Path(explicit)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "torch-onnx"


@functools.cache
def code_hash(*sources: Path) -> str:
    """A short hash of what Python files compute: not of comments or docstrings."""
    digest = hashlib.sha256()
    for source in sources:
        tree = ast.parse(source.read_text())
        for node in ast.walk(tree):
            body = getattr(node, "body", None)
            if not isinstance(body, list) or not body:
                continue
            first = body[0]
            if (
                isinstance(first, ast.Expr)
                and isinstance(first.value, ast.Constant)
                and isinstance(first.value.value, str)
            ):
                first.value.value = ""
        digest.update(ast.dump(tree).encode())
    return digest.hexdigest()[:12]


def cache_folder(kind: str, *sources: Path) -> Path:
    """The folder for `kind` ("ops", "models") as the given files prepare it."""
    version = torch.__version__.split("+")[0]
    return cache_root() / f"{kind}-{version}-{code_hash(*sources)}"


def temporary_name(path: Path) -> Path:
    """Where a process writes what becomes `path`: no other one writes there."""
    return path.with_name(f".{path.stem}.{os.getpid()}{path.suffix}")


def save_atomically(value: Any, path: Path) -> None:
    """torch.save that leaves either the whole file or none."""
    temporary = temporary_name(path)
    try:
        torch.save(value, temporary)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def write_atomically(content: bytes, path: Path) -> None:
    """Writes a file that other processes see whole or not at all."""
    temporary = temporary_name(path)
    try:
        temporary.write_bytes(content)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def load(path: Path) -> Any:
    """Reads what save_atomically wrote; only tensors and plain data are accepted."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "ComplexHalf")
        return torch.load(path, weights_only=True)
