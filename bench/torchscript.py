"""Conversions of TorchScript as whole processes, beside torch.onnx's exporter for it.

`python -m bench.torchscript --torch-onnx PATH` measures a traced ResNet-50 and a scripted
encoder of BERT's size; see README.md.  Programs are written into the cache once, by
`python -m bench.torchscript --prepare NAME`, which other processes call: nothing here
imports torch before it is needed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import warnings
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:  # called as a script
    sys.path.insert(0, str(ROOT))

from bench.measure import Cost, Failed, median, run  # noqa: E402

#: What each program is called with, and the processor time that it may take, in seconds.
PROGRAMS = {
    "resnet50_traced": ("[batch,3,224,224]f32", 1.0),
    "bert_scripted": ("[batch,seq]i64, [batch,seq]i64", 2.0),
}


def _resnet50() -> Any:
    import torch
    from integration.models.registry import models

    program = models()["resnet50"].build(True)
    return torch.jit.trace(program.module, program.args, strict=False)


def _bert() -> Any:
    import torch
    from bench.encoder import Encoder

    return torch.jit.script(Encoder().eval())


def prepare(name: str) -> Path:
    """The .pt of a program, in the cache."""
    import torch
    from integration.common.cache import cache_folder

    here = Path(__file__)
    path = cache_folder("bench", here, here.with_name("encoder.py")) / f"{name}.pt"
    if not path.exists():
        torch.manual_seed(0)
        module = _resnet50() if name == "resnet50_traced" else _bert()
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f"unfinished-{path.name}")
        torch.jit.save(module, unfinished)
        unfinished.replace(path)
    return path


def export(name: str, source: str, target: str) -> None:
    """The peer as one process: load the .pt, export it with the exporter for TorchScript."""
    import torch

    if name == "resnet50_traced":
        args: tuple[Any, ...] = (torch.zeros(2, 3, 224, 224),)
        axes = [{0: "batch"}]
    else:
        args = (torch.zeros(2, 13, dtype=torch.int64), torch.ones(2, 13, dtype=torch.int64))
        axes = [{0: "batch", 1: "seq"}] * 2
    names = [f"input_{index}" for index in range(len(args))]
    torch.onnx.export(
        torch.jit.load(source), args, target, dynamo=False, opset_version=17,
        input_names=names, dynamic_axes=dict(zip(names, axes, strict=True)),
    )


def _measure(command: list[str | Path], output: Path, runs: int) -> Cost | str:
    """The median of some runs after one that warms the caches up; or why there is none."""
    costs = []
    try:
        for index in range(runs + 1):
            for path in output.parent.glob(f"{output.name}*"):
                path.unlink()
            os.sync()
            cost = run(command)
            if index > 0 or runs == 0:
                costs.append(cost)
    except Failed as error:
        return str(error)
    return median(costs)


def _row(name: str, cost: Cost | str, output: Path) -> str:
    if isinstance(cost, str):
        return f"| {name} | failed: {cost.splitlines()[-1]} | | | |"
    nodes = run([sys.executable, "-W", "ignore", "-m", "bench.count", output]).stdout.split()[-1]
    return f"| {name} | {cost.cpu:.2f} | {cost.wall:.2f} | {cost.memory / 1e6:.0f} | {nodes} |"


def main() -> int:
    """Command line entry point."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--torch-onnx", type=Path, help="the program to measure")
    parser.add_argument("--models", default=",".join(PROGRAMS), help="with commas between")
    parser.add_argument("--runs", type=int, default=3, help="of ours (default: 3); medians are shown")
    parser.add_argument("--prepare", metavar="NAME", help="write a program and print its path")
    parser.add_argument("--export", nargs=3, metavar=("NAME", "PT", "ONNX"), help="run the peer")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    if options.prepare:
        print(prepare(options.prepare))
        return 0
    if options.export:
        export(*options.export)
        return 0
    if options.torch_onnx is None:
        parser.error("--torch-onnx is missing")
    os.chdir(ROOT)
    module = [sys.executable, "-W", "ignore", "-m", "bench.torchscript"]
    failed = False
    for name in options.models.split(","):
        types, budget = PROGRAMS[name]
        source = Path(run([*module, "--prepare", name]).stdout.splitlines()[-1])
        work = source.parent / f"work-{os.getpid()}"
        work.mkdir(parents=True)
        try:
            program = work / source.name
            os.link(source, program)  # references to weights are to files beside the model
            output = work / "model.onnx"
            print(f"\n{name}, {program.stat().st_size / 1e6:.0f} MB\n")
            print("| process | CPU s | wall s | memory MB | nodes |\n|---|---|---|---|---|")
            convert = [options.torch_onnx.resolve(), program, f"--input-shapes={types}", "-o", output]
            for mode in ("reference", "auto"):
                cost = _measure([*convert, f"--weights={mode}"], output, options.runs)
                print(_row(f"torch-onnx --weights={mode}", cost, output), flush=True)
                failed |= isinstance(cost, str)
                if isinstance(cost, Cost) and mode == "reference":
                    verdict = "met" if cost.cpu <= budget else "NOT MET"
            peer = work / "peer.onnx"
            cost = _measure([*module, "--export", name, program, peer], peer, 0)
            print(_row("torch.onnx.export(dynamo=False)", cost, peer))
            if not failed:
                print(f"\nbudget, {budget} s of CPU by reference: {verdict}")
        finally:
            shutil.rmtree(work, ignore_errors=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
