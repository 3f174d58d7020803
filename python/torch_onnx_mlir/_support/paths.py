"""Files that callers name, and temporary folders."""

from __future__ import annotations

import errno
import io
import os
import shutil
import tempfile
import weakref
from typing import Any


def check_text(text: str | bytes, what: str) -> None:
    """Refuse a text that C would read only in part.

    Raises:
        ValueError: It has a NUL character.
    """
    if ("\0" if isinstance(text, str) else b"\0") in text:  # type: ignore[operator]
        raise ValueError(f"{what} has a NUL character: {text!r}")


def check_destination(destination: Any, name: str) -> None:
    """Refuse what no model can be written to, before the work for the model is done.

    Args:
        destination: A path or a file that is open in binary mode.
        name: The name of the argument.

    Raises:
        TypeError: It is something else.
        ValueError: The path is empty or has a NUL character.
        OSError: The path is a folder, or its folder does not exist.
    """
    if not isinstance(destination, (str, os.PathLike)):
        if isinstance(destination, io.TextIOBase) or not hasattr(destination, "write"):
            raise TypeError(
                f"{name} must be a path or a file that is open in binary mode, not {destination!r}"
            )
        return
    path = os.fspath(destination)
    if not isinstance(path, str):
        raise TypeError(f"{name} must be a path of text, not {path!r}")
    if not path:
        raise ValueError(f"{name} is an empty path")
    check_text(path, name)
    if os.path.isdir(path):
        raise IsADirectoryError(errno.EISDIR, f"{name} is a folder", path)
    folder = os.path.dirname(path) or os.curdir
    if not os.path.isdir(folder):
        raise FileNotFoundError(errno.ENOENT, f"the folder of {name} does not exist", folder)


class TemporaryFolder:
    """A folder that exists until `cleanup`, or as long as this object.

    Unlike `tempfile.TemporaryDirectory`, it gives no ResourceWarning at the end.
    """

    def __init__(self) -> None:
        self.name = tempfile.mkdtemp(prefix="torch-onnx-")
        self._finalizer = weakref.finalize(self, shutil.rmtree, self.name, ignore_errors=True)

    def cleanup(self) -> None:
        """Remove the folder and its files."""
        self._finalizer()
