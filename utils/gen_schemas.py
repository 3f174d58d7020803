#!/usr/bin/env python3
"""Writes the operator schema table of the torch dialect from LibTorch itself.

    utils/gen_schemas.py            rewrites lib/Dialect/Torch/IR/Schemas.inc
    utils/gen_schemas.py --check    fails when the file is out of date

One row an overload, sorted by name, so that the compiler can search it as it
is and a reader can diff two versions of PyTorch. Names, defaults, keyword-only
marks and alias annotations of arguments all come from here; none is typed by
hand anywhere else, except for operators of libraries and of newer versions of
PyTorch, which need not be installed to build this: utils/library_schemas.txt has
their schemas.
"""

import re
import sys

import torch
import torch._prims  # registers prims.*
import torch.ao.quantization.fx._decomposed  # registers quantized_decomposed.*
import torch.onnx.ops  # registers onnx.* and onnx_symbolic.*

import generated

TABLE = generated.ROOT / "lib/Dialect/Torch/IR/Schemas.inc"
LIBRARIES = generated.ROOT / "utils/library_schemas.txt"
NAMESPACES = (
    "aten",
    "onnx",
    "onnx_symbolic",
    "prims",
    "quantized",
    "quantized_decomposed",
)

BANNER = f"""\
//===- Schemas.inc - ATen operator schemas ----------------------*- C++ -*-===//
//
// Written by utils/gen_schemas.py from torch {torch.__version__.split('+')[0]} and
// utils/library_schemas.txt; do not edit.
// SCHEMA(name, flags, signature), sorted by name (as bytes). Flags: c = LibTorch
// implements it by other operators (CompositeImplicitAutograd), r = draws random
// numbers (tag nondeterministic_seeded), p = computes each element from those at
// the same place (tag pointwise).
//
//===----------------------------------------------------------------------===//
"""


def rows():
    for full in torch._C._dispatch_get_all_op_names():
        namespace, _, name = full.partition("::")
        if namespace not in NAMESPACES:
            continue
        base, _, overload = name.partition(".")
        schema = torch._C._get_schema(f"{namespace}::{base}", overload)
        text = str(schema)
        signature = text[text.index("(") :]
        flags = ""
        if torch._C._dispatch_has_kernel_for_dispatch_key(
            full, "CompositeImplicitAutograd"
        ):
            flags += "c"
        packet = getattr(getattr(torch.ops, namespace), base)
        op = getattr(packet, overload or "default")
        if torch.Tag.nondeterministic_seeded in op.tags:
            flags += "r"
        if torch.Tag.pointwise in op.tags:
            flags += "p"
        yield f"{namespace}.{base}.{overload or 'default'}", flags, signature


def library_rows():
    """Operators that the pinned PyTorch does not have; their schemas are in a file."""
    for line in LIBRARIES.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        schema = torch._C.parse_schema(line)
        text = str(schema)
        if text != line:
            raise SystemExit(f"{LIBRARIES.name}: write {text!r} in place of {line!r}")
        name = schema.name.replace("::", ".")
        overload = schema.overload_name or "default"
        yield f"{name}.{overload}", "", text[text.index("(") :]


def table():
    body = []
    own, every = list(rows()), list(library_rows())
    known = {name for name, _, _ in own}
    if twice := [name for name, _, _ in every if name in known]:
        raise SystemExit(f"PyTorch has {', '.join(twice)}: remove from {LIBRARIES.name}")
    every += own
    for name, flags, signature in sorted(every, key=lambda r: r[0].encode()):
        quoted = signature.replace("\\", "\\\\").replace('"', '\\"')
        body.append(f'SCHEMA("{name}", "{flags}", "{quoted}")\n')
    return BANNER + "".join(body)


if __name__ == "__main__":
    sys.exit(generated.main(TABLE, table, __doc__))
