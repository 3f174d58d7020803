"""`export()` of the Python package beside torch.onnx.export, each in one process.

`python -m bench.package [--models a,b] [--runs 3] [--json FILE]` prints, for each
model of bench/models.py, the processor seconds of
  capture     torch.export.export alone, the first thing in a fresh process,
  conversion  an ExportedProgram to a file,
  both        a module to a file, in another process,
and megabytes by which a third process, which has imported torch and the tool and
captured the model, grew in the conversion (its peak, less what it held before):
  memory      all of it, with the modules that are imported only then,
  private     without pages of files, which the kernel shares and may drop: of
              libraries that are loaded only then,
  again       all of it, in a second conversion of the same program.
The processor time has no imports in it, and that of a conversion none of collecting
what torch.export has made: when Python does that is chance. Our package and the peer
take turns.
TORCH_ONNX_LIBRARY is the library; that of the package is built with the CMake option
TORCH_ONNX_ORDER_FUNCTIONS, on which the pages of its code depend.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import statistics
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
MODELS = ("resnet50", "vit_b16", "bert_base", "gpt2", "llama_16", "linear_5120")
OURS, PEER = "torch_onnx_mlir", "torch.onnx"


def _kilobytes(key: str) -> int:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(key + ":"):
            return int(line.split()[1])
    raise KeyError(key)


def _measure(tool: str, name: str, part: str, folder: str) -> dict[str, float]:
    """In a fresh process: one part of an export."""
    import resource

    import torch

    from bench.models import _build

    export: Any
    if tool == OURS:
        import torch_onnx_mlir

        export = torch_onnx_mlir.export
    else:
        if part != "memory":
            import onnxscript  # noqa: F401 - what the peer imports when it is first called

        export = torch.onnx.export

    def seconds() -> float:
        usage = resource.getrusage(resource.RUSAGE_SELF)
        return usage.ru_utime + usage.ru_stime

    torch.manual_seed(0)
    model = _build(name)
    path = os.path.join(folder, "model.onnx")
    found: dict[str, float] = {}
    with torch.no_grad():
        if part == "both":
            start = seconds()
            export(model.module, model.args, path, kwargs=model.kwargs, verbose=False,
                   dynamic_shapes=model.dynamic_shapes, external_data=True)  # fmt: skip
            found["both"] = seconds() - start
            return found
        start = seconds()
        program = torch.export.export(
            model.module, model.args, model.kwargs, dynamic_shapes=model.dynamic_shapes,
            strict=False,
        )  # fmt: skip
        found["capture"] = seconds() - start
        if part == "time":
            gc.collect()
            start = seconds()
            export(program, (), path, verbose=False, external_data=True)
            found["conversion"] = seconds() - start
            return found
        del found["capture"]
        for growth in ("memory", "again"):
            Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
            held, files = _kilobytes("VmRSS"), _kilobytes("RssFile")
            export(program, (), path, verbose=False, external_data=True)
            found[growth] = (_kilobytes("VmHWM") - held) / 1024
            # Pages of files come and stay.
            mapped = (_kilobytes("RssFile") - files) / 1024
            found.setdefault("private", found[growth] - mapped)
    return found


def _run(tool: str, name: str, part: str) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-m", "bench.package", "--child", tool, name, part, folder],
            capture_output=True, text=True, check=False, cwd=ROOT,
        )  # fmt: skip
    if done.returncode != 0:
        raise RuntimeError(f"{tool} {name} {part}: {done.stderr[-2000:]}")
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> int:
    """Command line entry point."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", default=",".join(MODELS))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--child", nargs=4, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        warnings.simplefilter("ignore")
        print(json.dumps(_measure(*options.child)))
        return 0

    keys = ("capture", "conversion", "both", "memory", "private", "again")
    rows: dict[str, dict[str, dict[str, float]]] = {}
    print(f"{'model':12} {'tool':16}" + "".join(f"{key:>12}" for key in keys))
    for name in options.models.split(","):
        found: dict[str, dict[str, list[float]]] = {OURS: {}, PEER: {}}
        for _ in range(options.runs):
            for tool in (OURS, PEER):
                for part in ("time", "both", "memory"):
                    for key, value in _run(tool, name, part).items():
                        found[tool].setdefault(key, []).append(value)
        rows[name] = {
            tool: {key: statistics.median(values) for key, values in of.items()}
            for tool, of in found.items()
        }
        for tool, of in rows[name].items():
            print(f"{name:12} {tool:16}" + "".join(f"{of[key]:12.2f}" for key in keys), flush=True)
    if options.json:
        options.json.write_text(json.dumps(rows, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
