"""Nodes that are left of the models of integration/models, ours and the peers'.

`python -m bench.nodes [NAME ...] [--json FILE]` converts each model with
torch-onnx and with torch.onnx.export(dynamo=True, optimize=True), simplifies the
latter with onnxsim and OnnxSlim, and names every model of which one of these
leaves fewer nodes.  A peer that fails on a model is left out of its row.  The
models are the small ones of the tests, with all their layers' kinds.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import subprocess
import tempfile
import warnings
from pathlib import Path

import onnx

from bench.count import count
from integration.common.pool import Worker

#: Seconds after which a peer has failed on a model.
PATIENCE = 300.0


def _quiet() -> None:
    warnings.simplefilter("ignore")
    logging.disable(logging.ERROR)


def _run_peer(item: str) -> int:
    """A step in the peers' process: "TOOL SOURCE TARGET", the nodes of TARGET."""
    _quiet()
    tool, source, target = json.loads(item)
    if tool == "torch.onnx":
        import torch

        program = torch.export.load(source)
        result = torch.onnx.export(program, dynamo=True, optimize=True, verbose=False)
        assert result is not None
        result.save(target)
        return count(onnx.load(target).graph)
    from bench.simplify import TOOLS

    return count(TOOLS[tool](source).graph)


def measure(source: Path, compiler: str, peers: Worker, folder: Path) -> dict[str, int]:
    """The number of nodes by the name of who wrote the model."""
    ours, theirs = folder / "ours.onnx", folder / "theirs.onnx"
    found: dict[str, int] = {}
    command = [compiler, str(source), "-o", str(ours)]
    if subprocess.run(command, capture_output=True).returncode == 0:
        found["torch-onnx"] = count(onnx.load(ours).graph)
    steps = [
        ("torch.onnx", str(source), str(theirs)),
        ("onnxsim", str(theirs), ""),
        ("onnxslim", str(theirs), ""),
    ]
    for step in steps:
        nodes = peers.call(json.dumps(step), PATIENCE)
        if isinstance(nodes, int):
            found[step[0]] = nodes
        elif step[0] == "torch.onnx":
            break
    return found


def main() -> None:
    """Command line entry point."""
    from integration.models.export import prepare
    from integration.models.registry import models

    _quiet()
    assert __doc__
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="models (all)")
    parser.add_argument("--json", type=Path, help="write the numbers to a file")
    arguments = parser.parse_args()
    compiler = os.environ.get("TORCH_ONNX", "build/release/bin/torch-onnx")
    rows: dict[str, dict[str, int]] = {}
    more: list[str] = []
    peers = Worker(_run_peer)
    with tempfile.TemporaryDirectory() as folder:
        for name in arguments.names or sorted(models()):
            try:
                source = prepare(name).program
            except Exception as error:  # noqa: BLE001 - torch.export fails in many ways
                print(f"{name:32} not exported: {type(error).__name__}", flush=True)
                continue
            row = rows[name] = measure(source, compiler, peers, Path(folder))
            others = [nodes for peer, nodes in row.items() if peer != "torch-onnx"]
            is_more = bool(others) and row.get("torch-onnx", 0) > min(others)
            if is_more:
                more.append(name)
            numbers = "  ".join(f"{peer} {nodes}" for peer, nodes in row.items())
            print(f"{name:32} {numbers}{'  MORE' if is_more else ''}", flush=True)
    peers.stop()
    compared = sum(len(row) > 1 and "torch-onnx" in row for row in rows.values())
    print(f"{len(more)} of {compared} have more nodes than the best of the peers")
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
