"""Bytes that `export(weights="reference")` of the Python package copies of a large model.

`python -m bench.reference [--model linear_5120] [--folder FOLDER]` saves a model of
bench/models.py, 2.6 GB by default, with torch.export.save, and converts the file in
fresh processes, in the two ways of docs/python/BigModels.md.  For each it prints the
bytes that the process wrote and read by system calls, by how much its private memory
grew, what the folder holds more than before, and the greatest difference
between PyTorch and ONNX Runtime.  A copy of a weight shows in one of these.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WAYS = ("export(PATH, f=...)", "export(PATH).save(...)")


def _counters() -> dict[str, int]:
    """Bytes written and read so far, and the private memory."""
    lines = Path("/proc/self/io").read_text() + Path("/proc/self/status").read_text()
    found = dict(line.split(":", 1) for line in lines.splitlines())
    return {
        "written": int(found["wchar"]),
        "read": int(found["rchar"]),
        "private memory": int(found["RssAnon"].split()[0]) * 1024,
    }


def _convert(way: str, source: str, target: str) -> dict[str, int]:
    """In a fresh process: what a conversion costs."""
    import onnx_ir  # noqa: F401 - what the package imports when it is first called
    import torch.export  # noqa: F401

    import torch_onnx_mlir

    before = _counters()
    if way == WAYS[0]:
        torch_onnx_mlir.export(source, f=target, weights="reference", verbose=False)
    else:
        torch_onnx_mlir.export(source, verbose=False).save(target, weights="reference")
    after = _counters()
    return {key: after[key] - before[key] for key in before}


def _difference(source: Path, target: Path) -> float:
    """Between the program in PyTorch and the model in ONNX Runtime."""
    import onnxruntime
    import torch

    program = torch.export.load(source)
    args, kwargs = program.example_inputs
    with torch.no_grad():
        expected = program.module()(*args, **kwargs)
    session = onnxruntime.InferenceSession(target, providers=["CPUExecutionProvider"])
    leaves = torch.utils._pytree.tree_leaves((args, kwargs))
    names = [value.name for value in session.get_inputs()]
    results = session.run(None, {n: x.numpy() for n, x in zip(names, leaves, strict=True)})
    wanted = torch.utils._pytree.tree_leaves(expected)
    return max(
        float((torch.from_numpy(ours) - theirs).abs().max())
        for ours, theirs in zip(results, wanted, strict=True)
    )


def main() -> None:
    """Command line entry point."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="linear_5120")
    parser.add_argument("--folder", type=Path, help="for the files; a temporary one by default")
    parser.add_argument("--convert", nargs=3, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.convert:
        print(json.dumps(_convert(*arguments.convert)))
        return
    import torch

    from bench.models import _build

    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        source = Path(folder, "model.pt2")
        program = _build(arguments.model)
        exported = torch.export.export(
            program.module, program.args, program.kwargs, dynamic_shapes=program.dynamic_shapes
        )
        torch.export.save(exported, source)
        del program, exported
        print(f"{arguments.model}: {source.stat().st_size:,} bytes")
        for way in WAYS:
            target = Path(folder, "model.onnx")
            before = sum(entry.stat().st_size for entry in os.scandir(folder))
            command = [sys.executable, "-m", "bench.reference", "--convert", way]
            done = subprocess.run(
                [*command, str(source), str(target)], cwd=ROOT, check=True, capture_output=True
            )
            cost = json.loads(done.stdout.splitlines()[-1])
            cost["files"] = sum(entry.stat().st_size for entry in os.scandir(folder)) - before
            figures = ", ".join(f"{key} {value:,}" for key, value in cost.items())
            print(f"  {way}: {figures}; difference {_difference(source, target):.1e}")
            target.unlink()


if __name__ == "__main__":
    main()
