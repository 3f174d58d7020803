"""The tool torch-onnx: `python -m torch_onnx_mlir MODEL.pt2 -o MODEL.onnx`."""

from __future__ import annotations

import os
import sys

from torch_onnx_mlir._compiler import run_tool


def main() -> None:
    """Run the tool with the arguments of this process, and end with its status."""
    status = run_tool(sys.argv[1:])
    sys.stdout.flush()
    sys.stderr.flush()
    # The tool has closed its files, and leaves its memory to the system.
    os._exit(status)


if __name__ == "__main__":
    main()
