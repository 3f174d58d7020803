"""Tools that people use after an export, on our models beside torch.onnx's.

`python -m bench.tools [MODEL ...] [--tool NAME ...] [--json FILE]` converts ten
models of integration/models with torch-onnx and with torch.onnx.export, applies
each tool of bench/tool_steps.py to both, and prints where ours is behind: fails
where theirs works, or has an error above twice theirs.  `--others` tries the tools
of utils/requirements-tools.txt as well; they are installed into an environment of
their own in the cache folder the first time.  docs/Rationale/Runtimes.md has the
table of a run.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import logging
import os
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import onnx

from bench.tool_steps import OTHERS, QUICK
from integration.common import cache, compiler

ROOT = Path(__file__).parent.parent
REQUIREMENTS = ROOT / "utils" / "requirements-tools.txt"

#: One of each kind: convolutions, a resize, attention with each kind of mask,
#: caches, RMS norms, relative positions, two towers, group norms.
MODELS = (
    "mobilenet_v2",
    "segformer_b0",
    "vit_b16.sdpa",
    "bert_base.sdpa",
    "gpt2.sdpa",
    "llama.sdpa",
    "t5_small",
    "whisper_tiny.sdpa",
    "clip.sdpa",
    "zoo.wav2vec2",
)

#: Seconds that a tool may take on a model.
PATIENCE = 120.0
#: Below this, an error is that of rounding.
EXACT = 1e-3

Outcome = dict[str, Any]


def environment() -> str:
    """The python of the tools' environment, which is made if it is not there."""
    key = hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()[:12]
    folder = cache.cache_root() / f"tools-{key}"
    python = folder / "bin" / "python"
    if not (folder / "complete").exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        subprocess.run(
            [str(python), "-m", "pip", "install", "--quiet", "--no-deps", "-r", str(REQUIREMENTS)],
            check=True,
        )
        (folder / "complete").touch()
    return str(python)


def export(name: str, folder: Path, options: list[str]) -> tuple[Path, dict[str, Path]]:
    """The inputs and outputs of a model, and the files of both exporters."""
    import torch

    from integration.models.export import prepare

    prepared = prepare(name)
    files = {who: folder / f"{name}-{who}.onnx" for who in ("ours", "theirs")}
    compiler_ = str(compiler.find_compiler())
    subprocess.run(
        [compiler_, str(prepared.program), "-o", str(files["ours"]), *options],
        check=True,
        capture_output=True,
    )
    program = torch.export.load(prepared.program)
    try:
        result = torch.onnx.export(
            program, dynamo=True, optimize=True, verbose=False, opset_version=21
        )
        assert result is not None
        result.save(files["theirs"])
    except Exception:  # noqa: BLE001 - what torch.onnx cannot export, no tool can use
        del files["theirs"]
    data = folder / f"{name}.npz"
    arrays = {}
    for who, file in files.items():
        graph = onnx.load(file, load_external_data=False).graph
        for value, x in zip(graph.input, prepared.inputs[0]):
            arrays[f"in:{value.name}"] = x.numpy()
    for index, x in enumerate(prepared.float32[0]):
        arrays[f"out:{index}"] = x.numpy()
    np.savez(data, **arrays)
    return data, files


def measure(tool: str, name: str, model: Path, data: Path, python: str) -> Outcome:
    """What a tool does with a file, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        command = [python, "-m", "bench.tool_steps", tool, name, str(model), str(data), folder]
        # Some tools leave files in the current folder, and may not install anything.
        environ = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
        environ["PIP_NO_INDEX"] = "1"
        try:
            done = subprocess.run(
                command, cwd=folder, env=environ, capture_output=True, text=True, timeout=PATIENCE
            )
        except subprocess.TimeoutExpired:
            return {"failure": f"not done after {PATIENCE:.0f} s"}
    for line in reversed(done.stdout.splitlines()):
        if line.startswith("RESULT "):
            return dict(json.loads(line.removeprefix("RESULT ")))
    return {"failure": f"the process ended with status {done.returncode}"}


def is_behind(ours: Outcome, theirs: Outcome) -> bool:
    """Whether a tool does less with our model than with torch.onnx's."""
    if "failure" in theirs or theirs["error"] == float("inf"):
        return False
    if "failure" in ours:
        return True
    return bool(ours["error"] > max(2 * theirs["error"], EXACT))


def describe(outcome: Outcome) -> str:
    """One cell of the table."""
    if "failure" in outcome:
        return str(outcome["failure"])
    text = f"{outcome['error']:.1e}"
    if "nodes" in outcome:
        text += f", {outcome['nodes']} nodes"
    if "fused" in outcome:
        text += ", " + ", ".join(f"{n} {name}" for name, n in outcome["fused"].items())
    return text


def table(outcomes: dict[str, dict[str, dict[str, Outcome]]]) -> str:
    """A row for each tool: ours, then theirs, over the models that both load."""
    lines = ["| tool | works | largest error | nodes left | fused |", "| --- | --- | --- | --- | --- |"]
    for tool, rows in outcomes.items():

        def works(row: dict[str, Outcome], who: str) -> bool:
            return "failure" not in row[who] and row[who]["error"] != float("inf")

        both = [row for row in rows.values() if works(row, "ours") and works(row, "theirs")]
        cells = [tool, "", "", "", ""]
        counts = [sum(works(row, who) for row in rows.values()) for who in ("ours", "theirs")]
        cells[1] = f"{counts[0]} : {counts[1]} of {len(rows)}"
        if both:
            worst = [max(row[who]["error"] for row in both) for who in ("ours", "theirs")]
            cells[2] = " : ".join(f"{value:.1g}" for value in worst)
            for who in ("ours", "theirs"):
                nodes = sum(row[who].get("nodes", 0) for row in both)
                fused = sum(sum(row[who].get("fused", {}).values()) for row in both)
                joint = " : " if who == "theirs" else ""
                cells[3] += joint + str(nodes)
                cells[4] += joint + str(fused)
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> int:
    """Command line entry point."""
    assert __doc__
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="*", default=list(MODELS))
    parser.add_argument("--tool", action="append", help="only these tools")
    parser.add_argument("--others", action="store_true", help="tools of the environment, too")
    parser.add_argument("--json", type=Path, help="the outcomes; those of torch.onnx's models that are in it already are kept")
    parser.add_argument("-X", dest="options", action="append", default=[], help="for torch-onnx")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    logging.disable(logging.ERROR)

    tools = arguments.tool or [*QUICK, *(OTHERS if arguments.others else ())]
    python = environment() if any(tool in OTHERS for tool in tools) else ""
    outcomes: dict[str, dict[str, dict[str, Outcome]]] = {}
    if arguments.json and arguments.json.exists():
        outcomes = json.loads(arguments.json.read_text())
    behind = 0
    with tempfile.TemporaryDirectory() as temporary:
        for name in arguments.models:
            data, files = export(name, Path(temporary), arguments.options)
            for tool in tools:
                row = outcomes.setdefault(tool, {}).setdefault(name, {})
                interpreter = python if tool in OTHERS else sys.executable
                row["ours"] = measure(tool, name, files["ours"], data, interpreter)
                if "theirs" not in files:
                    row["theirs"] = {"failure": "torch.onnx does not export it"}
                elif "theirs" not in row:
                    row["theirs"] = measure(tool, name, files["theirs"], data, interpreter)
                mark = " BEHIND" if is_behind(**row) else ""
                behind += bool(mark)
                print(f"{name} {tool}:{mark}", flush=True)
                for who, outcome in row.items():
                    print(f"    {who}: {describe(outcome)}", flush=True)
                if arguments.json:
                    arguments.json.write_text(json.dumps(outcomes, indent=1) + "\n")
    print(table(outcomes))
    print(f"behind: {behind}")
    return 1 if behind else 0


if __name__ == "__main__":
    sys.exit(main())
