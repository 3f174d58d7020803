"""Time of factorizations, which ONNX has no operators for.

`python -m bench.linalg` converts an eigenvalue and a singular value problem of several
sizes, and prints the CPU time of ONNX Runtime, one thread, beside LAPACK's, the least of
several runs (docs/Rationale/LinearAlgebra.md).
"""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import torch
from torch import Tensor

from integration.common import compiler, runtime
from integration.common.function import Function

FUNCTIONS: dict[str, tuple[Callable[[Tensor], tuple[Tensor, ...]], tuple[int, ...]]] = {
    "eig": (lambda x: tuple(torch.linalg.eig(x)), (16, 32, 64)),
    "eigh": (lambda x: tuple(torch.linalg.eigh(x + x.mT)), (32, 64, 128)),
    "svd": (lambda x: tuple(torch.linalg.svd(x, full_matrices=False)), (32, 64, 128)),
}

RUNS = 3


def seconds(call: Callable[[], object]) -> float:
    """The least CPU time of a call."""
    times = []
    for _ in range(RUNS):
        started = time.process_time()
        call()
        times.append(time.process_time() - started)
    return min(times)


def main() -> None:
    """Command line entry point."""
    torch.set_num_threads(1)
    for name, (function, sizes) in FUNCTIONS.items():
        for size in sizes:
            x = torch.randn(size, size, generator=torch.Generator().manual_seed(size))
            with tempfile.TemporaryDirectory() as folder:
                source, target = Path(folder) / "m.pt2", Path(folder) / "m.onnx"
                torch.export.save(torch.export.export(Function(function), (x,)), source)
                command = [str(compiler.find_compiler()), str(source), "-o", str(target)]
                subprocess.run(command, check=True, capture_output=True)
                session = runtime.Session(target, optimized=True)
            ours, theirs = seconds(lambda: session.run([x])), seconds(lambda: function(x))
            print(f"{name} of {size} rows: {ours:.3f} s, LAPACK {theirs * 1000:.2f} ms", flush=True)


if __name__ == "__main__":
    main()
