"""The peer as one process: load the .pt2, export it, save the model.

`python -m bench.peer MODEL.pt2 MODEL.onnx` prints the number of nodes of the
graph, which is at hand in memory.
"""

from __future__ import annotations

import logging
import sys
import warnings

import torch


def main() -> None:
    """Command line entry point."""
    warnings.simplefilter("ignore")
    logging.disable(logging.ERROR)
    source, target = sys.argv[1:]
    program = torch.export.load(source)
    result = torch.onnx.export(
        program, dynamo=True, optimize=True, verbose=False, external_data=True
    )
    assert result is not None
    result.save(target, external_data=True)
    print(f"nodes {sum(1 for _ in result.model.graph.all_nodes())}")


if __name__ == "__main__":
    main()
