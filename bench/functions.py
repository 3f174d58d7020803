"""What functions cost: `python -m bench.functions [LAYERS ...]`.

Llamas of 4, 32 and 128 layers (narrow, as only the graph counts) are converted with
each value of `--functions`: processor time and memory of the whole
process, size of the file without weights, nodes in the file; and in ONNX Runtime the
time to load the model, and of a run, in turns.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import onnx
import onnxruntime
import torch
import transformers

from bench.count import count
from bench.measure import run
from integration.common.compiler import find_compiler

MODES = ("none", "modules", "blocks")
LAYERS = (4, 32, 128)
RUNS = 5
WIDTH = 256
TOKENS = 32


class _Logits(torch.nn.Module):
    def __init__(self, layers: int) -> None:
        super().__init__()
        config = transformers.LlamaConfig(
            vocab_size=512,
            hidden_size=WIDTH,
            intermediate_size=2 * WIDTH,
            num_hidden_layers=layers,
            num_attention_heads=8,
            num_key_value_heads=4,
            use_cache=False,
        )
        self.model = transformers.LlamaForCausalLM(config).eval()

    def forward(self, input_ids: torch.Tensor) -> Any:
        """What the model makes of the tokens."""
        return self.model(input_ids=input_ids, use_cache=False).logits


def export(layers: int, path: Path) -> torch.Tensor:
    """Saves the program of a Llama; returns what it is run with."""
    torch.manual_seed(0)
    tokens = torch.randint(512, (1, TOKENS))
    sizes = {"input_ids": {0: torch.export.Dim("batch"), 1: torch.export.Dim("tokens", max=512)}}
    with torch.no_grad():
        program = torch.export.export(
            _Logits(layers), (tokens.repeat(2, 1),), dynamic_shapes=sizes
        )
    torch.export.save(program, path)
    return tokens


def _session(path: Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 4
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def in_runtime(paths: list[Path], tokens: torch.Tensor) -> list[tuple[float, float]]:
    """The medians of the milliseconds to load each model, and to run it."""
    loads: list[list[float]] = [[] for _ in paths]
    runs: list[list[float]] = [[] for _ in paths]
    sessions = [_session(path) for path in paths]
    feed = {sessions[0].get_inputs()[0].name: tokens.numpy()}
    turns = list(range(len(paths)))
    for _ in range(RUNS):
        random.shuffle(turns)
        for turn in turns:
            started = time.process_time()
            sessions[turn] = _session(paths[turn])
            loads[turn].append(time.process_time() - started)
            sessions[turn].run(None, feed)
    for _ in range(8 * RUNS):
        random.shuffle(turns)
        for turn in turns:
            started = time.process_time()
            sessions[turn].run(None, feed)
            runs[turn].append(time.process_time() - started)
    return [
        (1e3 * statistics.median(load), 1e3 * statistics.median(ran))
        for load, ran in zip(loads, runs)
    ]


def main() -> None:
    """Command line entry point."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("layers", nargs="*", type=int, default=LAYERS)
    arguments = parser.parse_args()
    print("| layers | functions | CPU ms | memory MB | file KB | nodes | load ms | run ms |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for layers in arguments.layers:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "llama.pt2"
            tokens = export(layers, program)
            models, rows = [], []
            for mode in MODES:
                model = Path(folder) / f"{mode}.onnx"
                command = [find_compiler(), program, "-o", model, f"--functions={mode}"]
                command.append("--weights=external")
                costs = [run(command) for _ in range(RUNS)]
                proto = onnx.load(model, load_external_data=False)
                parts = [proto.graph, *proto.functions]
                cpu = 1e3 * statistics.median(cost.cpu for cost in costs)
                memory = statistics.median(cost.memory for cost in costs) / 1e6
                nodes = sum(count(part) for part in parts)
                size = model.stat().st_size / 1e3
                rows.append(f"{cpu:.0f} | {memory:.1f} | {size:.0f} | {nodes}")
                models.append(model)
            for mode, row, (load, ran) in zip(MODES, rows, in_runtime(models, tokens)):
                print(f"| {layers} | {mode} | {row} | {load:.0f} | {ran:.2f} |", flush=True)


if __name__ == "__main__":
    main()
