"""Tables of what was measured, and what the budgets say about it.

`python -m bench.report FILE` writes the report of a file that `--json` left.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.measure import Cost, Result, Row

# Budgets; docs/Rationale/Budgets.md gives the reasons.
CPU_REFERENCE = 100.0
CPU_COPY = 30.0
COPY_OVER_CP = 1.3
MEMORY = 150e6
#: "A small multiple of the graph": of its JSON.
MEMORY_PER_GRAPH = 4.0
STARTUP = 0.030
#: Fourfold layers may take so many times as long.
FOURFOLD = 5.0
#: Equal models differ by so much in ONNX Runtime.
LATENCY_NOISE = 1.1

#: Names of processes -> what they are called in tables.
TITLES = {
    "reference": "torch-onnx, weights by reference",
    "copied": "torch-onnx, weights copied",
    "cp": "cp of the .pt2",
    "peer": "torch.onnx.export",
    "onnxsim": "… then onnxsim",
    "onnxslim": "… then OnnxSlim",
}
OTHERS = ("peer", "onnxsim", "onnxslim")


def _met(yes: bool) -> str:
    return "met" if yes else "NOT MET"


def verdicts(row: Row) -> dict[str, str]:
    """Budgets of one model with what was measured against them."""
    found: dict[str, str] = {}
    get = row.results.get
    reference, copied, cp, peer = get("reference"), get("copied"), get("cp"), get("peer")
    if peer and reference:
        ratio = peer.cost.cpu / reference.cost.cpu
        found["CPU, by reference (100x)"] = f"{ratio:.0f}x {_met(ratio >= CPU_REFERENCE)}"
    if peer and copied:
        ratio = peer.cost.cpu / copied.cost.cpu
        found["CPU, copied (30x)"] = f"{ratio:.0f}x {_met(ratio >= CPU_COPY)}"
    if copied and reference and cp:
        # Other processes lengthen the wall time, and hardly this.
        ratio = (copied.cost.cpu - reference.cost.cpu) / cp.cost.cpu
        found["copying (1.3x cp)"] = f"{ratio:.2f}x {_met(ratio <= COPY_OVER_CP)}"
    if reference and copied:
        peak = max(reference.cost.memory, copied.cost.memory)
        limit = MEMORY + MEMORY_PER_GRAPH * row.graph_bytes
        found["memory"] = f"{peak / 1e6:.0f} of {limit / 1e6:.0f} MB {_met(peak <= limit)}"
    others = [other for name in OTHERS if (other := get(name))]
    nodes = [other.nodes for other in others if other.nodes]
    if copied and copied.nodes and nodes:
        found["nodes"] = f"{copied.nodes} of {min(nodes)} {_met(copied.nodes <= min(nodes))}"
    times = [other.latency for other in others if other.latency]
    if copied and copied.latency and times:
        ratio = copied.latency / min(times)
        found["latency"] = f"{ratio:.2f}x {_met(ratio <= LATENCY_NOISE)}"
    return found


def _table(header: Sequence[str], rows: Sequence[Sequence[str]], texts: int = 1) -> str:
    """Markdown; all but the first columns are numbers."""
    rule = ["---"] * texts + ["---:"] * (len(header) - texts)
    lines = [header, rule, *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _cells(result: Result) -> list[str]:
    cost = result.cost
    return [
        f"{cost.cpu:.3g}",
        f"{cost.wall:.3g}",
        f"{cost.memory / 1e6:.0f}",
        f"{result.output_bytes / 1e6:.1f}",
        str(result.nodes or ""),
        f"{result.latency:.2f}" if result.latency else "",
    ]


def costs_table(rows: Sequence[Row]) -> str:
    """Each process of each model."""
    header = ["model", "process", "CPU s", "wall s", "peak MB", "output MB", "nodes", "latency ms"]
    lines = []
    for row in rows:
        for name, result in row.results.items():
            lines.append([row.model, TITLES[name], *_cells(result)])
    return _table(header, lines, texts=2)


def budgets_table(rows: Sequence[Row]) -> str:
    """Each budget of each model."""
    found = [verdicts(row) for row in rows]
    keys = list(dict.fromkeys(key for verdict in found for key in verdict))
    lines = [[row.model, *(v.get(key, "") for key in keys)] for row, v in zip(rows, found)]
    return _table(["model", *keys], lines)


def growth_table(rows: Sequence[Row]) -> str:
    """Layers of an MLP against time and memory."""
    lines = []
    before: Cost | None = None
    for row in rows:
        if not (result := row.results.get("reference")):
            continue
        cost = result.cost
        layers = int(row.model.removeprefix("mlp_"))
        factor = ""
        if before:
            ratio = cost.cpu / before.cpu
            factor = f"{ratio:.2f}x {_met(ratio <= FOURFOLD)}"
        before = cost
        per_node = f"{cost.cpu / layers / 2 * 1e6:.1f}"
        numbers = (cost.memory, row.graph_bytes, row.program_bytes)
        megabytes = [f"{number / 1e6:.1f}" for number in numbers]
        lines.append([str(layers), f"{cost.cpu:.3g}", factor, per_node, *megabytes])
    growth = f"for 4 times the layers (<= {FOURFOLD:.0f}x)"
    header = ["layers", "CPU s", growth, "us a torch node", "peak MB", "graph MB", ".pt2 MB"]
    return _table(header, lines)


def to_json(startup: Cost, runs: int, load: float, rows: Sequence[Row]) -> dict[str, Any]:
    """All numbers; what the processes said is not among them."""

    def cost(value: Cost) -> dict[str, Any]:
        seconds = {"cpu": round(value.cpu, 5), "wall": round(value.wall, 5)}
        return {**seconds, "memory": value.memory}

    def result(value: Result) -> dict[str, Any]:
        return {**vars(value), "cost": cost(value.cost)}

    def row(value: Row) -> dict[str, Any]:
        return {**vars(value), "results": {k: result(v) for k, v in value.results.items()}}

    numbers = {"startup": cost(startup), "runs": runs, "load": round(load, 1)}
    return {**numbers, "models": [row(value) for value in rows]}


def _rows(numbers: dict[str, Any]) -> list[Row]:
    def result(value: dict[str, Any]) -> Result:
        return Result(**{**value, "cost": Cost(**value["cost"])})

    return [
        Row(**{**row, "results": {k: result(v) for k, v in row["results"].items()}})
        for row in numbers["models"]
    ]


def write(numbers: dict[str, Any]) -> None:
    """All of it as Markdown."""
    rows = _rows(numbers)
    layers = [row for row in rows if row.model.startswith("mlp_")]
    if len(layers) == 1:  # shows no growth
        layers = []
    compared = [row for row in rows if "peer" in row.results or row not in layers]
    startup = Cost(**numbers["startup"])
    print(
        f"Medians of {numbers['runs']} runs of ours and of cp, one run of the others; "
        f"load average {numbers['load']} when all was done.\n"
    )
    if compared:
        print(costs_table(compared) + "\n")
        print(budgets_table(compared) + "\n")
    print(
        f"Start-up (--version): {startup.cpu * 1e3:.1f} ms CPU, {startup.wall * 1e3:.1f} ms wall; "
        f"budget {STARTUP * 1e3:.0f} ms: {_met(startup.cpu <= STARTUP)}\n"
    )
    if layers:
        print(growth_table(layers) + "\n")
    for row in rows:
        for failure in row.failures:
            print(f"FAILED {row.model}, {failure}")


if __name__ == "__main__":
    write(json.loads(Path(sys.argv[1]).read_text()))
