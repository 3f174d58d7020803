"""Whether ONNX Runtime loads and runs what `--target=ort` makes of each operator.

    python -m integration.targets.ort             compares with ort_refused.tsv
    python -m integration.targets.ort --update    writes it

Every operator of the dialect in every element type of the standard: the compiler
refuses it, or ONNX Runtime loads the model and runs it.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from pathlib import Path

import torch

from integration.common.compiler import convert
from integration.common.runtime import RuntimeRefusal, Session
from integration.targets.nodes import LEFT_OUT, Node, Program, nodes, operators

OPSETS = (13, 18, 21, 23, 26)
TABLE = Path(__file__).parent / "ort_refused.tsv"
_ERROR = re.compile(r"nodes\.mlir:(\d+).*?error: (.*)")

_DTYPES = {
    "f16": torch.float16,
    "bf16": torch.bfloat16,
    "f32": torch.float32,
    "f64": torch.float64,
    "i1": torch.bool,
    "i8": torch.int8,
    "i16": torch.int16,
    "i32": torch.int32,
    "i64": torch.int64,
    "ui8": torch.uint8,
    "ui16": torch.uint16,
    "ui32": torch.uint32,
    "ui64": torch.uint64,
}


def every_node() -> list[Node]:
    """All nodes of all operators that have a recipe."""
    return [node for op in operators() if op not in LEFT_OUT for node in nodes(op)]


def _inputs(program: Program) -> list[torch.Tensor]:
    """Ones: right for all sizes, divisors and bounds."""
    return [torch.ones(sizes).to(_DTYPES[element]) for element, sizes in program.inputs]


def _convert(
    program: Program, opset: int, folder: Path, target: str
) -> dict[Node, str]:
    """What the compiler refuses of a program; nothing if it wrote the model."""
    source = folder / "nodes.mlir"
    source.write_text(program.text)
    result = convert(
        source, folder / "nodes.onnx", (f"--opset={opset}", f"--target={target}", "-O0", "--no-check")
    )
    if not result.failure:
        return {}
    refused = {}
    for line in result.stderr.splitlines():
        if found := _ERROR.search(line):
            if int(found[1]) in program.lines:
                refused[program.lines[int(found[1])]] = found[2]
            elif "complex" in line:
                refused |= {
                    node: found[2]
                    for node in program.nodes
                    if "complex<f32>" in dict(node.types).values()
                }
    if not refused:
        raise AssertionError(result.stderr[-2000:])
    return refused


def _run(program: Program, folder: Path) -> str:
    """Why ONNX Runtime does not take the model, or nothing."""
    try:
        Session(folder / "nodes.onnx").run(_inputs(program))
    except RuntimeRefusal as error:
        return str(error)
    return ""


def check(
    chosen: list[Node], opset: int, target: str = "ort"
) -> tuple[dict[Node, str], dict[Node, str]]:
    """(nodes that are refused, nodes that ONNX Runtime fails for) with reasons."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        refused: dict[Node, str] = {}
        while True:
            left = [node for node in chosen if node not in refused]
            if not left:
                return refused, {}
            program = Program(left)
            more = _convert(program, opset, folder, target)
            if not more:
                break
            refused |= more
        message = _run(program, folder)
        if not message:
            return refused, {}
        if len(left) == 1:
            return refused, {left[0]: message}
        # One by one half, to find those that fail.
        failed: dict[Node, str] = {}
        for half in (left[: len(left) // 2], left[len(left) // 2 :]):
            failed |= check(half, opset, target)[1]
        return refused, failed


def read_table() -> dict[str, str]:
    """The opsets at which each node is refused."""
    rows = (line.split("\t") for line in TABLE.read_text().splitlines()[1:])
    return dict(rows)


def measure() -> tuple[dict[str, str], dict[str, str]]:
    """(opsets at which each node is refused, failures by node and opset)."""
    refused: dict[str, list[int]] = {}
    failed: dict[str, str] = {}
    chosen = every_node()
    for opset in OPSETS:
        no, wrong = check(chosen, opset)
        for node in no:
            refused.setdefault(node.key, []).append(opset)
        failed |= {f"{node.key} at opset {opset}": why for node, why in wrong.items()}
    return {key: " ".join(map(str, value)) for key, value in sorted(refused.items())}, failed


def main() -> int:
    """See above."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--update", action="store_true")
    update = parser.parse_args().update
    refused, failed = measure()
    for key, why in failed.items():
        print(f"{key}: {why}")
    total = len(every_node())
    print(f"{total} nodes, {len(refused)} refused at some opset, {len(failed)} fail")
    if update:
        lines = ["node\topsets", *(f"{key}\t{value}" for key, value in refused.items())]
        TABLE.write_text("\n".join(lines) + "\n")
    elif refused != read_table():
        print("the refused ones are not those of ort_refused.tsv")
        return 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
