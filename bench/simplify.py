"""Another project's simplifier as one process.

`python -m bench.simplify onnxsim|onnxslim MODEL.onnx SIMPLIFIED.onnx` prints the
number of nodes that are left.  Both run with their defaults; weights end up in
one file beside the model, because models of 2 GB and more allow nothing else.
"""

from __future__ import annotations

import logging
import sys
import warnings
from pathlib import Path

import onnx

from bench.count import count


def onnxsim(source: str) -> onnx.ModelProto:
    """What onnxsim makes of a model."""
    import onnxsim as simplifier

    model, _ = simplifier.simplify(source)
    return model


def onnxslim(source: str) -> onnx.ModelProto:
    """What OnnxSlim makes of a model."""
    import onnxslim as simplifier

    model = simplifier.slim(source)
    assert model is not None
    return model


TOOLS = {"onnxsim": onnxsim, "onnxslim": onnxslim}


def main() -> None:
    """Command line entry point."""
    warnings.simplefilter("ignore")
    logging.disable(logging.ERROR)
    tool, source, target = sys.argv[1:]
    model = TOOLS[tool](source)
    print(f"nodes {count(model.graph)}", flush=True)
    path = Path(target)
    onnx.save(
        model,
        path,
        save_as_external_data=True,
        location=path.name + ".data",
        size_threshold=1024,
    )


if __name__ == "__main__":
    main()
