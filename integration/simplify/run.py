"""Compares random graphs before and after onnx-simplify.

    python -m integration.simplify.run FIRST LAST     prints what differs, with the graph
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import onnxruntime
import torch

from integration.common.compiler import convert
from integration.simplify.graphs import SIZES, Graph


def _session(path: Path) -> onnxruntime.InferenceSession:
    """Without the optimizations of the runtime: ours are what is tested."""
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.intra_op_num_threads = 1
    options.log_severity_level = 4
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def _run(session: onnxruntime.InferenceSession, tensors: list[torch.Tensor]) -> list[torch.Tensor]:
    names = [item.name for item in session.get_inputs()]
    feed = {name: tensor.numpy() for name, tensor in zip(names, tensors, strict=True)}
    return [torch.from_numpy(result) for result in session.run(None, feed)]


def _compare(graph: Graph, level: str, before: list[torch.Tensor], after: list[torch.Tensor]) -> str:
    for number, (old, new) in enumerate(zip(before, after, strict=True)):
        if old.dtype != new.dtype or old.shape != new.shape:
            return f"output {number}: {old.dtype} {tuple(old.shape)} became {new.dtype} {tuple(new.shape)}"
        exact = level == "-O1" or not old.is_floating_point()
        tolerance = {"rtol": 0.0, "atol": 0.0} if exact else {"rtol": 1e-5, "atol": 1e-5}
        try:
            torch.testing.assert_close(new, old, equal_nan=True, **tolerance)
        except AssertionError as error:
            return f"output {number}: {error}"
        if exact and old.is_floating_point() and graph.keeps_signs:
            zero = old == 0
            if not torch.equal(old[zero].signbit(), new[zero].signbit()):
                return f"output {number}: the sign of a zero"
    return ""


def check(seed: int, folder: Path) -> str:
    """What differs of the graph of a seed, or nothing."""
    graph = Graph(seed)
    source = folder / f"{seed}.mlir"
    source.write_text(graph.text)
    sessions = {}
    for level in ("-O0", "-O1", "-O2"):
        model = folder / f"{seed}{level}.onnx"
        result = convert(source, model, (level,))
        if result.failure:
            return f"seed {seed} {level}: {result.stderr[-500:]}\n{graph.text}"
        sessions[level] = _session(model)
    for sizes in SIZES:
        for special in (False, True):
            tensors = graph.feed(sizes, special)
            try:
                before = _run(sessions["-O0"], tensors)
            except Exception:  # noqa: BLE001 - what fails before may fail after
                continue
            for level in ("-O1", "-O2"):
                # A factor of zero times an infinity depends on the order.
                if special and level == "-O2":
                    continue
                try:
                    failure = _compare(graph, level, before, _run(sessions[level], tensors))
                except Exception as error:  # noqa: BLE001 - its own exception types
                    failure = f"fails: {error}"
                if failure:
                    return f"seed {seed} {level} at {sizes}: {failure}\n{graph.text}"
    for path in folder.glob(f"{seed}*"):
        path.unlink()
    return ""


def main() -> int:
    """See above."""
    first, last = int(sys.argv[1]), int(sys.argv[2])
    failures = 0
    with tempfile.TemporaryDirectory() as name:
        for seed in range(first, last):
            if failure := check(seed, Path(name)):
                failures += 1
                print(failure)
    print(f"{last - first} graphs, {failures} differ")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
