"""Converts the classifier of examples/shapes and runs it in OpenVINO.

    python examples/openvino/run.py SHAPES

SHAPES is the folder that `examples/shapes/shapes.py` has written. Prints how far
OpenVINO's numbers are from PyTorch's, and the time of both.
"""

from __future__ import annotations

import pathlib
import sys
import time
from collections.abc import Callable

import numpy
import openvino
import torch
import torch_onnx_mlir

#: Pictures in a batch: the exported program takes any number.
BATCHES = (1, 7, 32)


def milliseconds(call: Callable[[], object], count: int = 20) -> float:
    """The median time of a call."""
    times = []
    for _ in range(count):
        start = time.perf_counter()
        call()
        times.append(1000 * (time.perf_counter() - start))
    return sorted(times)[count // 2]


def main(shapes: pathlib.Path) -> None:
    """Converts, compiles and compares."""
    program = torch.export.load(shapes / "shapes.pt2")
    torch_onnx_mlir.export(program, f=str(shapes / "shapes.onnx"))
    # OpenVINO on CPUs with bf16 or f16 computes in them unless it is told otherwise.
    model = openvino.Core().compile_model(
        shapes / "shapes.onnx", "CPU", {"INFERENCE_PRECISION_HINT": "f32"}
    )
    eager = program.module()
    files = sorted(shapes.glob("*.ppm"))
    known = torch.stack([torch.tensor([*file.read_bytes()[-64 * 64 * 3 :]]) for file in files])
    known = known.reshape(-1, 64, 64, 3).to(torch.uint8)
    for batch in BATCHES:
        pictures = known[torch.arange(batch) % len(known)]
        with torch.no_grad():
            expected = eager(pictures).numpy()
            before = milliseconds(lambda pictures=pictures: eager(pictures))
        array = pictures.numpy()
        after = milliseconds(lambda array=array: model(array))
        error = float(numpy.abs(model(array)[0] - expected).max())
        print(f"{batch} pictures: error {error:.1e}, {before:.2f} ms -> {after:.2f} ms")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
