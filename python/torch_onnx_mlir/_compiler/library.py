"""The compiler as a shared library, called through ctypes.

The C interface is include/torch-onnx-c/TorchONNX.h; what stands here repeats its
declarations and nothing else.  The library is `lib/libtorch_onnx.so` beside this
file, or what the environment variable TORCH_ONNX_LIBRARY names.  It is loaded
with RTLD_LOCAL and exports only the functions below, so that no symbol of it meets
one of PyTorch or of another compiler in the process.
"""

from __future__ import annotations

import ctypes
import functools
import importlib.metadata
import json
import os
import pathlib
import sys
from collections.abc import Sequence
from typing import Any

from torch_onnx_mlir._compiler import services as _services
from torch_onnx_mlir._support.paths import check_text

# Nothing of PyTorch, which takes half a second to import: the tools are run by this
# module alone.

#: TORCH_ONNX_C_API_VERSION of the header that the declarations are from.
API_VERSION = 10

#: Values of TorchOnnxStatus.
WRITTEN, FAILED, USAGE = 0, 1, 2

#: Values of TorchOnnxWeights by the names that --weights has.
WEIGHTS = {"auto": 0, "inline": 1, "external": 2, "reference": 3}


class Storage(ctypes.Structure):
    """TorchOnnxStorage."""

    _fields_ = [
        ("name", ctypes.c_char_p),
        ("data", ctypes.c_void_p),
        ("size", ctypes.c_size_t),
    ]


class Program(ctypes.Structure):
    """TorchOnnxProgram."""

    _fields_ = [
        ("name", ctypes.c_char_p),
        ("program", ctypes.c_void_p),
        ("weights", ctypes.c_char_p),
        ("constants", ctypes.c_char_p),
        ("program_size", ctypes.c_size_t),
        ("weights_size", ctypes.c_size_t),
        ("constants_size", ctypes.c_size_t),
        ("storages", ctypes.POINTER(Storage)),
        ("storage_count", ctypes.c_size_t),
    ]


class Message(ctypes.Structure):
    """TorchOnnxMessage."""

    _fields_ = [
        ("severity", ctypes.c_char_p),
        ("location", ctypes.c_char_p),
        ("text", ctypes.c_char_p),
    ]


OnText = ctypes.CFUNCTYPE(None, ctypes.POINTER(ctypes.c_char), ctypes.c_size_t, ctypes.c_void_p)
OnMessage = ctypes.CFUNCTYPE(None, ctypes.POINTER(Message), ctypes.c_void_p)
Poll = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)

_FOLDER = pathlib.Path(__file__).parents[1] / "lib"

_SIGNATURES: dict[str, tuple[Any, list[Any]]] = {
    "torchOnnxGetApiVersion": (ctypes.c_int, []),
    "torchOnnxGetVersion": (ctypes.c_char_p, []),
    "torchOnnxGetLastError": (ctypes.c_char_p, []),
    "torchOnnxConversionCreate": (
        ctypes.c_void_p,
        [ctypes.POINTER(ctypes.c_char_p), ctypes.c_size_t],
    ),
    "torchOnnxConversionSetProgram": (None, [ctypes.c_void_p, ctypes.POINTER(Program)]),
    "torchOnnxConversionDestroy": (None, [ctypes.c_void_p]),
    "torchOnnxConversionSetPoll": (None, [ctypes.c_void_p, Poll, ctypes.c_void_p]),
    "torchOnnxConversionRun": (ctypes.c_int, [ctypes.c_void_p, OnMessage, ctypes.c_void_p]),
    "torchOnnxConversionSave": (
        ctypes.c_int,
        [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_size_t],
    ),
    "torchOnnxConversionStop": (None, [ctypes.c_void_p]),
    "torchOnnxConversionSerialize": (
        ctypes.c_int,
        [
            ctypes.c_void_p,
            ctypes.c_int,
            ctypes.c_size_t,
            ctypes.POINTER(ctypes.c_void_p),
            ctypes.POINTER(ctypes.c_size_t),
        ],
    ),
    "torchOnnxConversionReadWeight": (
        ctypes.c_size_t,
        [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t],
    ),
    "torchOnnxConversionEvaluate": (
        ctypes.c_int,
        [
            ctypes.c_void_p,
            ctypes.POINTER(_services.Tensor),
            ctypes.c_size_t,
            _services.OnResult,
            ctypes.c_void_p,
        ],
    ),
    "torchOnnxConversionGetMLIR": (ctypes.c_char_p, [ctypes.c_void_p]),
    "torchOnnxConversionGetNumMessages": (ctypes.c_size_t, [ctypes.c_void_p]),
    "torchOnnxConversionGetMessage": (Message, [ctypes.c_void_p, ctypes.c_size_t]),
    "torchOnnxConversionGetReport": (ctypes.c_char_p, [ctypes.c_void_p]),
    "torchOnnxMakePage": (
        ctypes.c_int,
        [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t, OnText, ctypes.c_void_p],
    ),
    "torchOnnxHasOperator": (ctypes.c_int, [ctypes.c_char_p]),
    "torchOnnxRunNamedTool": (
        ctypes.c_int,
        [ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(ctypes.c_char_p)],
    ),
}


def string_array(strings: Sequence[str]) -> Any:
    """An array of C strings.

    Raises:
        ValueError: A string has a NUL character, where it would end in C.
    """
    for text in strings:
        check_text(text, "a text for the compiler")
    return (ctypes.c_char_p * len(strings))(*[os.fsencode(s) for s in strings])


def plugin_version() -> str | None:
    """The minor version of PyTorch that the plug-in is for, "2.13"; None if it is not known."""
    built = _path().parent / "torch-version.json"
    return str(json.loads(built.read_text())["torch"]) if built.exists() else None


@functools.cache
def torch_version() -> str | None:
    """The version of PyTorch that is installed, "2.13.0"; None without PyTorch, which the commands
    do not need."""
    try:
        return importlib.metadata.version("torch")
    except importlib.metadata.PackageNotFoundError:
        return None


def torch_minor() -> str | None:
    """The minor version of PyTorch that is installed, "2.13"."""
    version = torch_version()
    return version and ".".join(version.split(".")[:2])


def has_plugin() -> bool:
    """Whether the plug-in over LibTorch, which TorchScript needs, is for this PyTorch."""
    return plugin_version() in (None, torch_minor())


def _path() -> pathlib.Path:
    return pathlib.Path(os.environ.get("TORCH_ONNX_LIBRARY") or _FOLDER / "libtorch_onnx.so")


def _machine_of(path: str) -> bytes | None:
    """The processor that an ELF file is for; None if it is not one."""
    try:
        with open(path, "rb") as file:
            head = file.read(20)
    except OSError:
        return None
    return head[18:20] if head[:4] == b"\x7fELF" else None


def _choose_plugin() -> None:
    """Keeps the compiler from loading a plug-in for LibTorch that was built for another
    minor version of PyTorch: its C++ interface is not stable.  `_services` does then what the
    plug-in does, but for TorchScript, which is refused with a message that names the file
    that would be needed."""
    built = plugin_version()
    if "TORCH_ONNX_LIBTORCH_PLUGIN" in os.environ or built is None:
        return
    minor = torch_minor()
    if minor is not None and built != minor:
        wanted = _path().parent / f"torch-onnx-libtorch-{minor}.so"
        os.environ["TORCH_ONNX_LIBTORCH_PLUGIN"] = str(wanted)


def _error(text: str) -> Exception:
    from torch_onnx_mlir.errors import CompilerError

    return CompilerError(text)


@functools.cache
def load() -> ctypes.CDLL:
    """The library, with the types of its functions.

    Raises:
        CompilerError: It is not there, or belongs to another version of the package.
    """
    path = str(_path())
    _choose_plugin()
    try:
        library = ctypes.CDLL(path, mode=os.RTLD_LOCAL | os.RTLD_NOW)
    except OSError as error:
        if _machine_of(path) not in (None, _machine_of(sys.executable)):
            raise _error(
                f"'{path}' is built for another processor than this Python; pip install "
                "--force-reinstall torch-onnx-mlir installs the wheel for this processor; "
                "without such a wheel, convert a .pt2 file with the tool torch-onnx on another "
                "machine"
            ) from error
        raise _error(
            f"the compiler cannot be loaded: {error}; install the package torch-onnx-mlir, "
            "or name the library with the environment variable TORCH_ONNX_LIBRARY"
        ) from error
    library.torchOnnxGetApiVersion.restype = ctypes.c_int
    if (found := library.torchOnnxGetApiVersion()) < API_VERSION:
        raise _error(
            f"'{path}' has version {found} of the C interface, expected {API_VERSION} or newer"
        )
    for name, (result, arguments) in _SIGNATURES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    if (version := torch_version()) is not None:
        _services.register(library, version)
    return library


def run_tool(name: str, arguments: Sequence[str]) -> int:
    """Run the tool of a name, with the arguments of its command line; the process is to
    end with the exit status that is returned."""
    line = [name, *arguments]
    return int(load().torchOnnxRunNamedTool(name.encode(), len(line), string_array(line)))
