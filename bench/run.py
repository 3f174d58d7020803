"""Conversions as whole processes, beside the peer and beside `cp`.

`python -m bench.run --torch-onnx PATH [--models a,b] [--quick] [--json FILE]`;
see README.md. Torch is only ever imported by other processes: see measure.py.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import shutil
import sys
import zipfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:  # called as a script
    sys.path.insert(0, str(ROOT))

from bench.measure import Cost, Failed, median, run  # noqa: E402

#: Models that are measured beside the peer.
COMPARED = (
    "resnet50",
    "vit_b16",
    "bert_base",
    "gpt2",
    "llama_16",
    "llama_32",
    "mlp_2048",
    "linear_5120",
)
QUICK = ("resnet50", "mlp_2048")
#: Models that only show how time grows with the number of layers.
GROWTH = (2048, 8192, 32768)

# Budgets; docs give the reasons.
CPU_REFERENCE = 100.0
CPU_COPY = 30.0
COPY_OVER_CP = 1.3
MEMORY = 150e6
#: "A small multiple of the graph": of its JSON.
MEMORY_PER_GRAPH = 4.0
STARTUP = 0.030
#: Fourfold layers may take so many times as long.
FOURFOLD = 5.0


@dataclasses.dataclass
class Row:
    """What was measured for one model; costs that are missing failed."""

    model: str
    program_bytes: int
    graph_bytes: int
    reference: Cost | None = None
    copy: Cost | None = None
    cp: Cost | None = None
    peer: Cost | None = None
    nodes: int | None = None
    peer_nodes: int | None = None
    #: The model with the file of its weights.
    reference_bytes: int = 0
    copy_bytes: int = 0
    peer_bytes: int = 0
    #: Milliseconds of ours and of the peer's in ONNX Runtime.
    latency: tuple[float, float] | None = None
    failures: list[str] = dataclasses.field(default_factory=list)


def python(module: str, *arguments: str | Path) -> list[str | Path]:
    """The command that runs a module of this project."""
    return [sys.executable, "-W", "ignore", "-m", module, *arguments]


def number(text: str, key: str) -> list[str]:
    """The words after `key` in the last line of a process that begins with it."""
    lines = [line.split() for line in text.splitlines() if line.split()[:1] == [key]]
    return lines[-1][1:] if lines else []


def graph_bytes(program: Path) -> int:
    """Size of the program's JSON."""
    with zipfile.ZipFile(program) as archive:
        return sum(
            info.file_size
            for info in archive.infolist()
            if "/models/" in info.filename and info.filename.endswith(".json")
        )


class Bench:
    """One run over some models."""

    def __init__(self, compiler: Path, work: Path, runs: int, latency: bool) -> None:
        self.compiler = compiler
        self.work = work
        self.runs = runs
        self.latency = latency

    def _sizes(self, output: Path) -> int:
        return sum(
            path.stat().st_size
            for path in output.parent.iterdir()
            if path.name in (output.name, output.name + ".data")
        )

    def _remove(self, output: Path) -> None:
        for path in (output, output.with_name(output.name + ".data")):
            path.unlink(missing_ok=True)

    def _repeat(self, row: Row, what: str, command: list[str | Path], output: Path) -> Cost | None:
        """Medians over the runs, after one that warms the caches up."""
        costs = []
        for index in range(self.runs + 1):
            self._remove(output)
            os.sync()  # nobody pays for the pages that the last one wrote
            try:
                cost = run(command)
            except Failed as error:
                row.failures.append(f"{what}: {error}")
                return None
            if index:
                costs.append(cost)
        return median(costs)

    def ours(self, row: Row, program: Path) -> None:
        """Both ways to leave the weights, and the limit."""
        reference = self.work / "reference.onnx"
        copied = self.work / "copied.onnx"
        plain = self.work / "plain.copy"
        convert: list[str | Path] = [self.compiler, program, "-o"]
        row.reference = self._repeat(
            row, "reference", [*convert, reference, "--weights=reference"], reference
        )
        if row.reference:
            row.reference_bytes = self._sizes(reference)
        row.copy = self._repeat(row, "copy", [*convert, copied, "--weights=auto"], copied)
        if row.copy:
            row.copy_bytes = self._sizes(copied)
            # The peer copies weights too; by reference none is folded.
            row.nodes = int(number(run(python("bench.count", copied)).stdout, "nodes")[0])
        row.cp = self._repeat(row, "cp", ["cp", program, plain], plain)
        self._remove(plain)

    def peer(self, row: Row, program: Path) -> None:
        """Once: it takes long, and its processor time varies by percents."""
        output = self.work / "peer.onnx"
        self._remove(output)
        try:
            row.peer = run(python("bench.peer", program, output))
        except Failed as error:
            row.failures.append(f"peer: {error}")
            return
        row.peer_bytes = self._sizes(output)
        row.peer_nodes = int(number(row.peer.stdout, "nodes")[0])

    def compare(self, row: Row, inputs: Path) -> None:
        """Latency of both results."""
        if not (row.copy and row.peer):
            return
        models = [self.work / "copied.onnx", self.work / "peer.onnx"]
        try:
            found = number(run(python("bench.latency", inputs, *models)).stdout, "milliseconds")
            row.latency = float(found[0]), float(found[1])
        except Failed as error:
            row.failures.append(f"latency: {error}")

    def measure(self, name: str, with_peer: bool) -> Row:
        """All that is asked for one model."""
        source = Path(run(python("bench.models", name)).stdout.splitlines()[-1])
        # References to weights are to files beside the model.
        program = self.work / source.name
        program.unlink(missing_ok=True)
        try:
            os.link(source, program)
        except OSError:
            shutil.copyfile(source, program)
        row = Row(name, program.stat().st_size, graph_bytes(program))
        self.ours(row, program)
        if with_peer:
            self.peer(row, program)
            if self.latency:
                self.compare(row, source.with_suffix(".npz"))
        for output in ("reference.onnx", "copied.onnx", "peer.onnx"):
            self._remove(self.work / output)
        program.unlink()
        return row


def met(yes: bool) -> str:
    """How a budget is shown."""
    return "met" if yes else "NOT MET"


def verdicts(row: Row) -> dict[str, str]:
    """Budgets of one model with what was measured against them."""
    found: dict[str, str] = {}
    if row.peer and row.reference:
        ratio = row.peer.cpu / row.reference.cpu
        found["100x, reference"] = f"{ratio:.0f}x {met(ratio >= CPU_REFERENCE)}"
    if row.peer and row.copy:
        ratio = row.peer.cpu / row.copy.cpu
        found["30x, copy"] = f"{ratio:.0f}x {met(ratio >= CPU_COPY)}"
    if row.copy and row.reference and row.cp:
        wall = (row.copy.fastest - row.reference.fastest) / row.cp.fastest
        cpu = (row.copy.cpu - row.reference.cpu) / row.cp.cpu
        # Other processes lengthen the one and hardly the other.
        busy = os.getloadavg()[0] > 0.9 * (os.cpu_count() or 1)
        ratio, of = (cpu, "CPU") if busy else (wall, "wall")
        found["1.3x of cp"] = f"{ratio:.2f}x ({of}) {met(ratio <= COPY_OVER_CP)}"
    if row.reference and row.copy:
        peak = max(row.reference.memory, row.copy.memory)
        limit = MEMORY + MEMORY_PER_GRAPH * row.graph_bytes
        found["memory"] = f"{peak / 1e6:.0f} of {limit / 1e6:.0f} MB {met(peak <= limit)}"
    if row.nodes is not None and row.peer_nodes is not None:
        found["nodes"] = met(row.nodes <= row.peer_nodes)
    if row.latency:
        found["latency"] = met(row.latency[0] <= row.latency[1])
    return found


def table(header: list[str], rows: list[list[str]]) -> str:
    """Markdown."""
    lines = [header, ["---"] + ["---:"] * (len(header) - 1), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def seconds(cost: Cost | None, field: str = "cpu") -> str:
    """A time to three digits."""
    return f"{getattr(cost, field):.3g}" if cost else "-"


def megabytes(value: float) -> str:
    """A size in MB."""
    return f"{value / 1e6:.1f}" if value else "-"


def costs_table(rows: list[Row], latency: bool) -> str:
    """What was measured."""
    header = ["model", "nodes ours", "nodes peer", "CPU s ours, reference", "CPU s ours, copy", "CPU s peer",
              "wall s ours, reference", "wall s ours, copy", "wall s peer", "cp wall s", "peak MB ours, reference",
              "peak MB ours, copy", "peak MB peer", ".pt2 MB", "ours MB, reference", "ours MB, copy", "peer MB"]
    if latency:
        header += ["latency ms ours", "latency ms peer"]
    lines = []
    for row in rows:
        line = [row.model, str(row.nodes or "-"), str(row.peer_nodes or "-")]
        line += [seconds(cost) for cost in (row.reference, row.copy, row.peer)]
        line += [seconds(cost, "wall") for cost in (row.reference, row.copy, row.peer, row.cp)]
        line += [megabytes(cost.memory if cost else 0) for cost in (row.reference, row.copy, row.peer)]
        line += [megabytes(size) for size in (row.program_bytes, row.reference_bytes, row.copy_bytes, row.peer_bytes)]
        if latency:
            line += [f"{value:.2f}" for value in row.latency] if row.latency else ["-", "-"]
        lines.append(line)
    return table(header, lines)


def budgets_table(rows: list[Row]) -> str:
    """What the budgets say about it."""
    keys = ["100x, reference", "30x, copy", "1.3x of cp", "memory", "nodes", "latency"]
    found = [verdicts(row) for row in rows]
    keys = [key for key in keys if any(key in verdict for verdict in found)]
    return table(
        ["budget", *keys],
        [[row.model, *(v.get(key, "-") for key in keys)] for row, v in zip(rows, found)],
    )


def growth_table(rows: list[Row]) -> str:
    """Layers against time and memory."""
    lines = []
    for before, row in zip([None, *rows[:-1]], rows):
        factor = "-"
        if before and row.reference and before.reference:
            ratio = row.reference.cpu / before.reference.cpu
            factor = f"{ratio:.2f}x {met(ratio <= FOURFOLD)}"
        layers = int(row.model.removeprefix("mlp_"))
        cost = row.reference
        per_node = f"{cost.cpu / layers / 2 * 1e6:.1f}" if cost else "-"
        lines.append([str(layers), seconds(cost), factor, per_node, seconds(row.copy),
                      megabytes(cost.memory if cost else 0), megabytes(row.graph_bytes), megabytes(row.program_bytes)])
    header = ["layers", "CPU s, reference", f"for 4 times the layers (<= {FOURFOLD:.0f}x)", "us a torch node",
              "CPU s, copy", "peak MB", "graph MB", ".pt2 MB"]
    return table(header, lines)


def main() -> int:
    """Command line entry point."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--torch-onnx", type=Path, required=True, help="the program to measure")
    parser.add_argument("--models", help=f"with commas between, of {', '.join(COMPARED)}, mlp_N; no growth then")
    parser.add_argument("--quick", action="store_true", help=f"only {', '.join(QUICK)}; less growth")
    parser.add_argument("--no-peer", action="store_true", help="ours only")
    parser.add_argument("--latency", action="store_true", help="also run both results in ONNX Runtime")
    parser.add_argument("--runs", type=int, default=5, help="of ours (default: 5); medians are shown")
    parser.add_argument("--json", type=Path, help="write all numbers here")
    parser.add_argument("--work", type=Path, help="folder for results (default: in the cache)")
    arguments = parser.parse_args()
    compiler = arguments.torch_onnx.resolve()
    if not os.access(compiler, os.X_OK):
        parser.error(f"{compiler} is not a program")
    os.chdir(ROOT)
    template = Path(run(python("bench.models", "mlp_template")).stdout.splitlines()[-1])
    work = (arguments.work or template.parent / f"work-{os.getpid()}").resolve()
    work.mkdir(parents=True, exist_ok=True)

    names = arguments.models.split(",") if arguments.models else QUICK if arguments.quick else COMPARED
    layers = () if arguments.models else GROWTH[:2] if arguments.quick else GROWTH
    bench = Bench(compiler, work, max(1, arguments.runs), arguments.latency)
    rows: list[Row] = []
    growth: list[Row] = []
    try:
        startup = median([run([compiler, "--version"]) for _ in range(bench.runs + 1)][1:])
        for name in names:
            print(f"{name} ...", file=sys.stderr, flush=True)
            rows.append(bench.measure(name, not arguments.no_peer))
        known = {row.model: row for row in rows}
        for count in layers:
            name = f"mlp_{count}"
            print(f"{name} ...", file=sys.stderr, flush=True)
            growth.append(known.get(name) or bench.measure(name, False))
    finally:
        shutil.rmtree(work, ignore_errors=True)

    print(f"Medians of {bench.runs} runs of ours, one run of the peer; load average "
          f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} processors.\n")
    print(costs_table(rows, arguments.latency) + "\n")
    print(budgets_table(rows) + "\n")
    print(f"Start-up (--version): {startup.cpu * 1e3:.1f} ms CPU, {startup.wall * 1e3:.1f} ms wall, "
          f"budget {STARTUP * 1e3:.0f} ms: {met(startup.cpu <= STARTUP)}\n")
    if growth:
        print(growth_table(growth) + "\n")
    everything = rows + [row for row in growth if row.model not in known]
    for row in everything:
        for failure in row.failures:
            print(f"FAILED {row.model}, {failure}")
    if arguments.json:
        report: dict[str, Any] = {
            "version": run([compiler, "--version"]).stdout.strip(),
            "runs": bench.runs,
            "startup": dataclasses.asdict(startup),
            "models": [dataclasses.asdict(row) | {"budgets": verdicts(row)} for row in everything],
        }
        arguments.json.write_text(json.dumps(report, indent=2) + "\n")
    return 1 if any(row.failures for row in everything) else 0


if __name__ == "__main__":
    sys.exit(main())
