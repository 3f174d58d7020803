"""The tools of the compiler: `python -m torch_onnx_mlir MODEL.pt2 -o MODEL.onnx`.

Each is a console script of the package, too.  They need neither PyTorch nor the rest
of the package, and import none of it.
"""

from __future__ import annotations

import os
import sys
from typing import NoReturn

from torch_onnx_mlir._compiler import library as _library


def _run(name: str) -> NoReturn:
    """Run a tool with the arguments of this process, and end with its status."""
    status = _library.run_tool(name, sys.argv[1:])
    sys.stdout.flush()
    sys.stderr.flush()
    # The tool has closed its files, and leaves its memory to the system.
    os._exit(status)


def main() -> NoReturn:
    """torch-onnx: convert a model."""
    _run("torch-onnx")


def opt() -> NoReturn:
    """torch-onnx-opt: run passes over MLIR text."""
    _run("torch-onnx-opt")


def translate() -> NoReturn:
    """torch-onnx-translate: one translation between files and MLIR text."""
    _run("torch-onnx-translate")


def reduce() -> NoReturn:
    """torch-onnx-reduce: make a failing model small."""
    _run("torch-onnx-reduce")


def run() -> NoReturn:
    """torch-onnx-run: run a model by the reference evaluator."""
    _run("torch-onnx-run")


if __name__ == "__main__":
    main()
