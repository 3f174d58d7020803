"""Conversions as whole processes, beside the peer, `cp` and the simplifiers.

`python -m bench.run --torch-onnx PATH [--models a,b] [--simplifiers] [--latency]`;
see README.md. Torch is only ever imported by other processes: see measure.py.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:  # called as a script
    sys.path.insert(0, str(ROOT))

from bench import report  # noqa: E402
from bench.measure import Cost, Failed, Result, Row, median, run  # noqa: E402

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
SIMPLIFIERS = ("onnxsim", "onnxslim")

Command = list[str | Path]


def python(module: str, *arguments: str | Path) -> Command:
    """The command that runs a module of this project."""
    return [sys.executable, "-W", "ignore", "-m", module, *arguments]


def words(cost: Cost, key: str) -> list[str]:
    """What follows `key` in the last line of the output that begins with it."""
    lines = [line.split() for line in cost.stdout.splitlines()]
    return [line[1:] for line in lines if line[:1] == [key]][-1]


def graph_bytes(program: Path) -> int:
    """Size of the program's JSON."""
    with zipfile.ZipFile(program) as archive:
        return sum(
            info.file_size
            for info in archive.infolist()
            if "/models/" in info.filename and info.filename.endswith(".json")
        )


def files(output: Path) -> list[Path]:
    """A model and the file of its weights (torch.onnx's, ours), if they are there."""
    data = output.with_name(output.name + ".data")
    there = [path for path in (output, data) if path.exists()]
    return there + sorted(output.parent.glob(f"{output.name}.*.data"))


class Bench:
    """One model after the other."""

    def __init__(self, options: argparse.Namespace, work: Path) -> None:
        self.options = options
        self.work = work

    def _run(self, row: Row, name: str, command: Command, runs: int = 1, warm: int = 0) -> None:
        """Medians over the runs, after some that warm the caches up. The last
        word of the command is the output."""
        output = self.work / command[-1]
        costs = []
        try:
            for index in range(warm + runs):
                for path in files(output):
                    path.unlink()
                os.sync()  # nobody pays for the pages that the last one wrote
                cost = run([*command[:-1], output])
                if index >= warm:
                    costs.append(cost)
        except Failed as error:
            row.failures.append(f"{name}: {error}")
            return
        size = sum(path.stat().st_size for path in files(output))
        row.results[name] = Result(median(costs), size)
        if output.suffix == ".onnx":
            row.results[name].nodes = int(words(run(python("bench.count", output)), "nodes")[0])

    def _latency(self, row: Row, inputs: Path) -> None:
        """All results that have their weights, in turns. One alone says nothing."""
        names = [name for name in ("copied", *report.OTHERS) if name in row.results]
        if len(names) < 2:
            return
        models = [self.work / f"{name}.onnx" for name in names]
        try:
            found = words(run(python("bench.latency", inputs, *models)), "milliseconds")
        except Failed as error:
            row.failures.append(f"latency: {error}")
            return
        for name, time in zip(names, found, strict=True):
            row.results[name].latency = float(time)

    def measure(self, name: str, with_others: bool) -> Row:
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
        convert: Command = [self.options.torch_onnx, program]
        runs = self.options.runs
        for mode, flag in (("reference", "reference"), ("copied", "auto")):
            self._run(row, mode, [*convert, f"--weights={flag}", "-o", f"{mode}.onnx"], runs, 1)
        self._run(row, "cp", ["cp", program, "plain.copy"], runs, 1)
        (self.work / "plain.copy").unlink(missing_ok=True)
        # Once: they take long, and their processor time varies by percents.
        if with_others:
            self._run(row, "peer", python("bench.peer", program, "peer.onnx"))
        if "peer" in row.results and self.options.simplifiers:
            peer = self.work / "peer.onnx"
            for tool in SIMPLIFIERS:
                self._run(row, tool, python("bench.simplify", tool, peer, f"{tool}.onnx"))
        if self.options.latency:
            self._latency(row, source.with_suffix(".npz"))
        for output in ("reference", "copied", *report.OTHERS):
            for path in files(self.work / f"{output}.onnx"):
                path.unlink()
        program.unlink()
        return row


def parse() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--torch-onnx", type=Path, required=True, help="the program to measure")
    parser.add_argument("--models", help=f"with commas between, of {', '.join(COMPARED)}, mlp_N; no growth then")
    parser.add_argument("--quick", action="store_true", help=f"only {', '.join(QUICK)}; less growth")
    parser.add_argument("--no-peer", action="store_true", help="ours only")
    parser.add_argument("--simplifiers", action="store_true", help="also onnxsim and OnnxSlim on the peer's result")
    parser.add_argument("--latency", action="store_true", help="also run the results in ONNX Runtime")
    parser.add_argument("--runs", type=int, default=5, help="of ours (default: 5); medians are shown")
    parser.add_argument("--json", type=Path, help="write all numbers here")
    parser.add_argument("--work", type=Path, help="folder for results (default: in the cache)")
    options = parser.parse_args()
    options.torch_onnx = options.torch_onnx.resolve()
    options.runs = max(1, options.runs)
    if not os.access(options.torch_onnx, os.X_OK):
        parser.error(f"{options.torch_onnx} is not a program")
    return options


def main() -> int:
    """Command line entry point."""
    options = parse()
    os.chdir(ROOT)
    template = Path(run(python("bench.models", "mlp_template")).stdout.splitlines()[-1])
    work = (options.work or template.parent / f"work-{os.getpid()}").resolve()
    work.mkdir(parents=True, exist_ok=True)

    names = options.models.split(",") if options.models else QUICK if options.quick else COMPARED
    layers = () if options.models else GROWTH[:2] if options.quick else GROWTH
    bench = Bench(options, work)
    rows: dict[str, Row] = {}
    try:
        version = [options.torch_onnx, "--version"]
        startup = median([run(version) for _ in range(options.runs + 1)][1:])
        for name in dict.fromkeys([*names, *(f"mlp_{count}" for count in layers)]):
            print(f"{name} ...", file=sys.stderr, flush=True)
            rows[name] = bench.measure(name, name in names and not options.no_peer)
    finally:
        shutil.rmtree(work, ignore_errors=True)

    found = report.to_json(startup, options.runs, os.getloadavg()[0], list(rows.values()))
    report.write(found)
    if options.json:
        options.json.write_text(json.dumps(found, indent=1) + "\n")
    ours = ("reference", "copied")
    return 0 if all(name in row.results for row in rows.values() for name in ours) else 1


if __name__ == "__main__":
    sys.exit(main())
