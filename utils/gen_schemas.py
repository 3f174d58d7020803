#!/usr/bin/env python3
"""Writes the operator schema table of the torch dialect from LibTorch itself.

    utils/gen_schemas.py            rewrites lib/Dialect/Torch/IR/Schemas.inc
    utils/gen_schemas.py --check    fails when the file is out of date

One row an overload, sorted by name, so that the compiler can search it as it
is and a reader can diff two versions of PyTorch. An overload that writes its result
has no row if its schema follows from that of the operator that returns it. Names, defaults, keyword-only
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

VERSION = torch.__version__.split("+")[0]
BANNER = f"""\
//===- Schemas.inc - ATen operator schemas ----------------------*- C++ -*-===//
//
// Written by utils/gen_schemas.py from torch {VERSION} and
// utils/library_schemas.txt; do not edit.
// SCHEMA(name, forms, signature), sorted by name (as bytes). Forms, in words:
// FLAGS of the operator itself, _FLAGS if PyTorch also has it in place, and
// OVERLOAD=FLAGS if it has it with out=, with a signature that follows from this
// one; OVERLOAD(NAME,...)=FLAGS if the arguments for the results have other
// names. Flags: c = LibTorch implements it by other operators
// (CompositeImplicitAutograd), r = draws random numbers (tag
// nondeterministic_seeded), p = computes each element from those at the same
// place (tag pointwise).
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_VERSION
#define TORCH_VERSION(version)
#endif
#ifndef SCHEMA
#define SCHEMA(name, forms, signature)
#endif

TORCH_VERSION("{VERSION}")

"""
FOOTER = """
#undef TORCH_VERSION
#undef SCHEMA
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


def split(signature):
    """The arguments and the results of a signature."""
    arguments, _, results = signature.rpartition(" -> ")
    if results.startswith("("):
        results = results[1:-1]
    # Commas in brackets and quotes are within a default.
    part = re.compile(r'((?:"[^"]*"|\[[^\]]*\]|[^,"\[])+)(?:, |$)')
    return part.findall(arguments[1:-1]), part.findall(results)


def join(arguments, results):
    """The inverse of split()."""
    text = ", ".join(results)
    return f"({', '.join(arguments)}) -> {text if len(results) == 1 else f'({text})'}"


def in_place(signature):
    """The signature of the operator that writes to `self`; Schema::writeSelf."""
    arguments, _ = split(signature)
    tensor = re.fullmatch(r"Tensor(?:\(a\))?(|\[\]) self", arguments[0] if arguments else "")
    if not tensor:
        return None
    results = [] if tensor[1] else ["Tensor(a!)"]
    return join([f"Tensor(a!){tensor[1]} self", *arguments[1:]], results)


def with_out(signature, names=()):
    """The signature of the operator that writes to `out`; Schema::writeOut."""
    arguments, results = split(signature)
    if not results or not all(re.fullmatch(r"Tensor(\[\])?( \w+)?", r) for r in results):
        return None
    if any(argument.startswith("bool? pin_memory") for argument in arguments):
        # The tensor that is written decides these.
        decided = re.compile(r"\S+ (dtype|layout|device|pin_memory)\b")
        arguments = [a for a in arguments if not decided.match(a)]
        if arguments[-1] == "*":
            arguments.pop()
    if "*" not in arguments:
        arguments.append("*")
    written = []
    for index, result in enumerate(results):
        kind, _, name = result.partition(" ")
        kind = kind.replace("Tensor", f"Tensor({'abcdefgh'[index]}!)")
        default = name or ("out" if len(results) == 1 else f"out{index}")
        arguments.append(f"{kind} {names[index] if names else default}")
        written.append(f"{kind} {name}".strip())
    return join(arguments, [] if results[0].startswith("Tensor[]") else written)


def find_out(name, every):
    """The overload of `name` with out=, and its word; nothing if there is none."""
    packet, _, overload = name.rpartition(".")
    signature = every[name][1]
    usual = f"{packet}.{'out' if overload == 'default' else f'{overload}_out'}"
    others = sorted(other for other in every if other.startswith(packet + "."))
    candidates = [other for other in (usual, *others) if other in every]
    for renames in False, True:
        for other in candidates:
            written = re.findall(r"\(\w!\)(?:\[\])? (\w+)(?=[,)])", every[other][1])
            if renames and len(written) != len(split(signature)[1]):
                continue
            names = written if renames else ()
            if every[other][1] == with_out(signature, names):
                word = other.rpartition(".")[2] + (f"({','.join(names)})" if names else "")
                return other, f"{word}={every[other][0]}"
    return None, None


def table():
    own, every = list(rows()), list(library_rows())
    known = {name for name, _, _ in own}
    if twice := [name for name, _, _ in every if name in known]:
        raise SystemExit(f"PyTorch has {', '.join(twice)}: remove from {LIBRARIES.name}")
    every = {name: (flags, signature) for name, flags, signature in every + own}
    forms, derived = {}, set()
    for name, (flags, signature) in sorted(every.items(), key=lambda r: r[0].encode()):
        forms[name] = [flags] if flags else []
        if not name.startswith("aten."):
            continue
        packet, _, overload = name.rpartition(".")
        written = f"{packet}_.{overload}"
        if written in every and every[written][1] == in_place(signature):
            derived.add(written)
            forms[name].append("_" + every[written][0])
        written, word = find_out(name, every) if with_out(signature) else (None, None)
        if written and written not in derived:
            derived.add(written)
            forms[name].append(word)
    body = []
    for name, words in forms.items():
        if name in derived:
            if any("=" in word or word.startswith("_") for word in words):
                raise SystemExit(f"{name} has no row, but has forms")
            continue
        quoted = every[name][1].replace("\\", "\\\\").replace('"', '\\"')
        row = ", ".join(f'"{text}"' for text in (name, " ".join(words), quoted))
        body.append(f"SCHEMA({row})\n")
    return BANNER + "".join(body) + FOOTER


if __name__ == "__main__":
    sys.exit(generated.main(TABLE, table, __doc__))
