"""Files that callers name, and temporary folders; importing this does not import PyTorch."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import shutil
import stat
import tempfile
import weakref
from collections.abc import Iterator, Sequence
from typing import Any

_MAPS = "/proc/self/maps"


def check_text(text: str | bytes, what: str) -> None:
    """Refuse a text with a NUL character, where C would end it.

    Raises:
        ValueError: The text has a NUL character.
    """
    if ("\0" if isinstance(text, str) else b"\0") in text:  # type: ignore[operator]
        raise ValueError(f"{what} has a NUL character: {text!r}")


def check_destination(destination: Any, name: str) -> None:
    """Refuse a destination that no model can be written to, before the model is made.

    Args:
        destination: A path or a file that is open in binary mode.
        name: The name of the argument.

    Raises:
        TypeError: It is neither a path nor a binary file.
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


def _loaded_files() -> list[str]:
    """The program and the libraries that this process runs."""
    if not os.path.exists(_MAPS):
        return []
    with open(_MAPS, encoding="utf-8", errors="surrogateescape") as maps:
        rows = [line.rstrip("\n").split(maxsplit=5) for line in maps]
    return sorted({row[5] for row in rows if len(row) == 6 and "x" in row[1] and row[5][0] == "/"})


def _check_replaced(path: str, place: str, inputs: Sequence[str]) -> None:
    """Refuse to replace a file that is in use, as the compiler does.

    Args:
        path: The path of the caller.
        place: The same path without links.
        inputs: The files that the model is made from.

    Raises:
        OSError: The links lead in a circle.
        CompilerError: The file is an input, or this process runs it.
    """
    if os.path.islink(place):
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), path)
    if not os.path.exists(place):
        return
    status = os.stat(place)
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    in_use = [(file, f"the input '{file}', which is not overwritten") for file in inputs]
    in_use += [
        (file, f"'{file}', which this process runs and does not overwrite")
        for file in _loaded_files()
    ]
    for file, name in in_use:
        if os.path.exists(file) and os.path.samestat(os.stat(file), status):
            from torch_onnx_mlir.errors import CompilerError  # It imports PyTorch.

            raise CompilerError(f"'{path}' was not written: it is the same file as {name}")


def _move(source: str, place: str) -> None:
    """Replace a file by another one, which gets its permissions."""
    if os.path.exists(place):
        os.chmod(source, stat.S_IMODE(os.stat(place).st_mode))
    try:
        os.replace(source, place)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        shutil.copy(source, place)  # A link leads to another file system.


@contextlib.contextmanager
def written_whole(path: str | os.PathLike[str], inputs: Sequence[str] = ()) -> Iterator[str]:
    """Give the path of a file that gets its name once it is complete.

    Files beside it are moved with it, and before it.  After an error, the old files are as they
    were.

    Args:
        path: Where the file will be.  The target of a link is replaced, not the link.
        inputs: The files that the model is made from, which are not replaced.
    """
    path = os.fspath(path)
    name, place = os.path.basename(path), os.path.realpath(path)
    _check_replaced(path, place, inputs)
    if os.path.exists(place) and not os.path.isfile(place):
        yield path  # a device or a pipe
        return
    with tempfile.TemporaryDirectory(prefix=".torch-onnx-", dir=os.path.dirname(place)) as folder:
        yield os.path.join(folder, name)
        places = {}
        for other in set(os.listdir(folder)) - {name}:
            beside = os.path.join(os.path.dirname(path), other)
            places[other] = os.path.realpath(beside)
            _check_replaced(beside, places[other], inputs)
        for other, its_place in {**places, name: place}.items():
            _move(os.path.join(folder, other), its_place)


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
