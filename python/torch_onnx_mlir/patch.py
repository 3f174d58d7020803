"""Runs a script with torch_onnx_mlir.export in the place of torch.onnx.export.

    python -m torch_onnx_mlir.patch [--fallback] SCRIPT.py [ARGUMENT...]
    python -m torch_onnx_mlir.patch [--fallback] -m MODULE [ARGUMENT...]

With --fallback, pass refused programs to torch.onnx.export.
"""

from __future__ import annotations

import argparse
import os
import runpy
import sys
from collections.abc import Sequence

from torch_onnx_mlir._compatibility.patching import patch


def main(arguments: Sequence[str] | None = None) -> None:
    """Run what the command line names."""
    parser = argparse.ArgumentParser(
        prog="python -m torch_onnx_mlir.patch",
        description="Run a script with torch_onnx_mlir.export in place of torch.onnx.export.",
    )
    parser.add_argument(
        "--fallback",
        action="store_true",
        help="pass refused programs to torch.onnx.export",
    )
    parser.add_argument("-m", dest="module", action="store_true", help="run a module")
    parser.add_argument("script", help="a script, or the name of a module after -m")
    parser.add_argument("rest", nargs=argparse.REMAINDER, help="arguments of the script")
    options = parser.parse_args(arguments)
    before = sys.argv, list(sys.path)
    sys.argv = [options.script, *options.rest]
    try:
        with patch(fallback=options.fallback):
            if options.module:
                sys.path.insert(0, os.getcwd())
                runpy.run_module(options.script, run_name="__main__", alter_sys=True)
            else:
                sys.path.insert(0, os.path.dirname(os.path.abspath(options.script)))
                runpy.run_path(options.script, run_name="__main__")
    finally:
        sys.argv, sys.path[:] = before


if __name__ == "__main__":
    main()
else:
    # `import torch_onnx_mlir.patch` gives the function that the package has by that name.
    sys.modules[__name__] = patch  # type: ignore[assignment]
