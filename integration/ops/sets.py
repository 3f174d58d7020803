"""Torch's own tables of operators: `python -m integration.ops.sets [--update]`.

`sets.tsv` has one row for each operator of the core ATen set (`torch.Tag.core`), of
torch's table of decompositions, and of prims: what the compiler makes of it, which
entries of the ledger call it, and the reason where it is not converted.
"""

from __future__ import annotations

import argparse
import csv
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import astuple, dataclass, fields
from pathlib import Path

import torch
import torch._prims  # registers prims.*
from torch._decomp import decomposition_table

from integration.common.compiler import find_compiler

TABLE = Path(__file__).with_name("sets.tsv")

_CUDA = "a kernel of CUDA alone, which no program for the CPU has"
_WRITES = "writes to memory by strides, which no program of torch.export has"

#: Why operators have no row in `torch-onnx --ops`, or how they are converted all the same.
REASONS = {
    "aten._fused_dropout.default": _CUDA,
    "aten._fused_rms_norm_backward.default": _CUDA,
    "aten.cudnn_batch_norm_backward.default": _CUDA,
    "aten.miopen_batch_norm_backward.default": _CUDA,
    "aten.is_same_size.default": "a Python bool, which torch.export computes",
    "prims._make_token.default": "orders effects of Python code, which no model has",
    "prims._sink_tokens.default": "orders effects of Python code, which no model has",
    "prims.as_strided.default": _WRITES,
    "prims.as_strided_scatter.default": _WRITES,
    "prims.copy_to.default": _WRITES,
    "prims.resize.default": _WRITES,
    "prims.item.default": "a Python number, which torch.export reads by aten.item",
    "prims.maximum_value.default": "a Python number, which torch.export computes",
    "prims.minimum_value.default": "a Python number, which torch.export computes",
    "prims.xor_sum.default": "a part of hash_tensor, which is converted as a whole",
}

#: Operators on complex numbers, which torch-legalize-complex replaces before lowerings.
COMPLEX = {
    "aten._fft_c2r.default",
    "aten._fft_r2c.default",
    "aten.complex.default",
    "aten.polar.default",
}


@dataclass(frozen=True)
class Row:
    """An operator, the tables that it is in, and what becomes of it."""

    operator: str
    sets: str
    how: str
    entries: str
    reason: str


def _overloads(namespace: str) -> Iterator[torch._ops.OpOverload]:
    """All operators of a namespace: torch.ops itself lists those only that were used."""
    for full in sorted(torch._C._dispatch_get_all_op_names()):
        own, _, name = full.partition("::")
        if own == namespace:
            packet, _, overload = name.partition(".")
            yield getattr(getattr(getattr(torch.ops, own), packet), overload or "default")


def operators() -> dict[str, list[str]]:
    """The operators of all tables, each with the tables that it is in."""
    found: dict[str, list[str]] = defaultdict(list)
    for op in _overloads("aten"):
        if torch.Tag.core in op.tags:
            found[str(op)].append("core")
    for key in decomposition_table:
        if isinstance(key, torch._ops.OpOverload):
            found[str(key)].append("decompositions")
    for op in _overloads("prims"):
        # torch.compile adds primitives of its own.
        if str(op).split(".")[1] in torch._prims.__all__:
            found[str(op)].append("prims")
    return dict(found)


def converted() -> dict[str, str]:
    """How operators are converted, as the compiler says it (`torch-onnx --ops`)."""
    text = subprocess.run(
        [find_compiler(), "--ops"], capture_output=True, text=True, check=True
    ).stdout
    cells = (line.strip("|").split("|") for line in text.splitlines()[2:])
    return {cell[0].strip(" `"): cell[1].strip().replace("`", "") for cell in cells}


def _functional(name: str, known: dict[str, str]) -> str | None:
    """The operator that computes what one that writes to its arguments writes."""
    namespace, packet, overload = name.split(".")
    own = overload.removesuffix("_out").removesuffix("out") or "default"
    packets = [packet, packet.removesuffix("_"), f"{packet.removesuffix('_')}_functional"]
    if packet.startswith("__i") and packet.endswith("__"):
        packets.append(f"__{packet[3:]}")
    for one in packets:
        if f"{namespace}.{one}.{own}" in known:
            return f"{namespace}.{one}.{own}"
    prefixes = tuple(f"{namespace}.{one}." for one in packets)
    return next((other for other in sorted(known) if other.startswith(prefixes)), None)


def _writes(name: str) -> bool:
    namespace, packet, overload = name.split(".")
    op = getattr(getattr(getattr(torch.ops, namespace), packet), overload)
    return bool(op._schema.is_mutable)


def _entries() -> dict[str, list[str]]:
    from integration.ops import samples  # imports OpInfo, which takes seconds

    found: dict[str, list[str]] = defaultdict(list)
    for name, info in samples.entries().items():
        found[info.aten_name].append(name)
    return found


def rows() -> list[Row]:
    """A row for each operator, by name."""
    known, entries = converted(), _entries()
    known |= {name: "rule for complex numbers" for name in COMPLEX - known.keys()}
    result = []
    for name, sets in sorted(operators().items()):
        packet = name.split(".")[1]
        base = packet.strip("_") if packet.startswith("__i") else packet.removesuffix("_")
        called = entries.get(packet) or entries.get(base) or []
        how = known.get(name, "")
        if not how and _writes(name) and (functional := _functional(name, known)):
            how = f"write of {functional}"
        whole = f"{name.removesuffix('.out')}.default" if name.endswith(".out") else name
        reason = "" if how else REASONS.get(whole, "")
        result.append(Row(name, ",".join(sets), how, " ".join(called[:2]), reason))
    return result


def read() -> list[Row]:
    """The rows of the table."""
    with TABLE.open(newline="") as file:
        lines = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        next(lines)
        return [Row(*line) for line in lines]


def totals(found: list[Row]) -> str:
    """For each table: how many operators are converted."""
    every: Counter[str] = Counter()
    good: Counter[str] = Counter()
    for row in found:
        for name in row.sets.split(","):
            every[name] += 1
            good[name] += bool(row.how)
    return "\n".join(f"{name:15} {good[name]:4} of {every[name]:4}" for name in every)


def main() -> int:
    """Command line entry point."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--update", action="store_true", help="rewrite the rows")
    arguments = parser.parse_args()
    found = rows()
    if arguments.update:
        lines = ["\t".join(field.name for field in fields(Row))]
        lines += ["\t".join(astuple(row)) for row in found]
        TABLE.write_text("\n".join(lines) + "\n")
    different = set(found) ^ set(read())
    for row in sorted({row.operator for row in different}):
        print(f"{row} differs from its row")
    print(totals(found))
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
