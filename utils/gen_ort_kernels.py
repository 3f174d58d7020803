#!/usr/bin/env python3
"""Writes the table of kernels that ONNX Runtime's CPU provider has.

    utils/gen_ort_kernels.py            rewrites lib/Dialect/ONNX/Transforms/Legalize/ORTKernels.inc
    utils/gen_ort_kernels.py --check    fails when the file is out of date

The rows come from the registry of the installed onnxruntime. A kernel there has
a range of versions of its operator; a row here has the range of opsets at which
ONNX Runtime takes the kernel. Operators that have a function body and no kernel
are expanded by ONNX Runtime; a model of one node tells whether what it makes of
them has kernels.
"""

import collections
import re
import sys
import textwrap

import onnx
import onnxruntime
from onnx import TensorProto
from onnxruntime.capi import _pybind_state as ort

import generated

SETTINGS = generated.ROOT / "include/torch-onnx/Support/Choices.h"
TABLE = (
    generated.ROOT / "lib/Dialect/ONNX/Transforms/Legalize/ORTKernels.inc"
)
#: The opsets that onnx-legalize-opset produces.
OLDEST, NEWEST = (
    int(re.search(rf"k{which}Opset = (\d+);", SETTINGS.read_text())[1])
    for which in ("Oldest", "Newest")
)

BANNER = f"""\
//===- ORTKernels.inc - Kernels of ONNX Runtime's CPU -----------*- C++ -*-===//
//
// Written by utils/gen_ort_kernels.py from onnxruntime {onnxruntime.__version__}; do not edit.
// KERNEL(operator, first opset, last opset, types), sorted by operator and
// opset. The types of each type parameter of the operator's schema; frequent
// sets have names. A parameter that is not there may have any type. EXPANDED: no
// kernel, but a function body whose nodes have kernels for these types of floats.
//
//===----------------------------------------------------------------------===//
"""

#: Inputs (type, shape) and attributes of the operators that have a function
#: body and no kernel. CastLike, SequenceMap and CenterCropPad are left out:
#: onnx-legalize-opset expands the first one by itself, and no pass makes the
#: others.
_F, _I = TensorProto.FLOAT, TensorProto.INT64
#: Types of floats that an expansion may be for.
FLOATS = {"double": TensorProto.DOUBLE, "float": _F}
_LABELS = [(_F, [2, 3]), (_I, [2])]
EXPANSIONS = {
    "Bernoulli": ([(_F, [2])], {}),
    "GroupNormalization": ([(_F, [1, 2, 3]), (_F, [2]), (_F, [2])], {"num_groups": 1}),
    "HardSwish": ([(_F, [2])], {}),
    "Mish": ([(_F, [2])], {}),
    "NegativeLogLikelihoodLoss": (_LABELS, {}),
    "SoftmaxCrossEntropyLoss": (_LABELS, {}),
    "Swish": ([(_F, [2])], {}),
}


def spell(type_name):
    """tensor(float) is float; sequences and optionals stay as they are."""
    if type_name.startswith("tensor("):
        return type_name[len("tensor(") : -1]
    return type_name


def merge(kernels):
    """Kernels that differ in the types of one parameter are one."""
    rows = [dict(row) for row in kernels]
    changed = True
    while changed:
        changed = False
        for i, row in enumerate(rows):
            for j in range(i + 1, len(rows)):
                other = rows[j]
                if row.keys() != other.keys():
                    continue
                different = [key for key in row if row[key] != other[key]]
                if len(different) > 1:
                    continue
                for key in different:
                    row[key] = row[key] | other[key]
                del rows[j]
                changed = True
                break
            if changed:
                break
    return rows


def expands(name, opset, element_type):
    """Whether a model of one such node over floats of a type loads."""
    inputs, attributes = EXPANSIONS[name]
    inputs = [(element_type if given == _F else given, shape) for given, shape in inputs]
    names = [f"x{index}" for index in range(len(inputs))]
    graph = onnx.helper.make_graph(
        [onnx.helper.make_node(name, names, ["y"], **attributes)],
        "graph",
        [
            onnx.helper.make_tensor_value_info(x, *given)
            for x, given in zip(names, inputs, strict=True)
        ],
        [onnx.helper.make_tensor_value_info("y", element_type, None)],
    )
    model = onnx.helper.make_model(
        graph, opset_imports=[onnx.helper.make_opsetid("", opset)], ir_version=10
    )
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    try:
        onnxruntime.InferenceSession(
            model.SerializeToString(), options, providers=["CPUExecutionProvider"]
        )
    except Exception:  # noqa: BLE001 - its own exception types
        return False
    return True


def rows():
    """(operator, first opset, last opset, types of a kernel or the floats that an
    expansion loads for), in the table's order."""
    schemas = collections.defaultdict(dict)
    for schema in ort.get_all_operator_schema():
        if schema.domain in ("", "ai.onnx"):
            schemas[schema.name][schema.since_version] = schema
    kernels = collections.defaultdict(list)
    for kernel in ort.get_all_opkernel_def():
        if kernel.domain in ("", "ai.onnx") and kernel.provider == "CPUExecutionProvider":
            kernels[kernel.op_name].append(kernel)
    for name in sorted(schemas):
        versions = sorted(schemas[name])
        for version, following in zip(versions, [*versions[1:], NEWEST + 1], strict=True):
            first, last = max(version, OLDEST), min(following - 1, NEWEST)
            if first > last:
                continue
            # A kernel without a last version is for its own version alone.
            fitting = [
                {
                    key: frozenset(map(spell, types))
                    for key, types in kernel.type_constraints.items()
                }
                for kernel in kernels[name]
                if kernel.version_range[0] == version
                or kernel.version_range[0] < version <= kernel.version_range[1] < 2**31 - 1
            ]
            for row in merge(fitting):
                text = ";".join(
                    f"{key}={','.join(sorted(types))}"
                    for key, types in sorted(row.items())
                )
                yield name, first, last, text
            if fitting or name not in EXPANSIONS:
                continue
            loading = {
                opset: tuple(
                    float_type
                    for float_type, element_type in FLOATS.items()
                    if expands(name, opset, element_type)
                )
                for opset in range(first, last + 1)
            }
            for opset, floats in loading.items():
                if loading.get(opset - 1) != floats:
                    start = opset
                if floats and loading.get(opset + 1) != floats:
                    yield name, start, opset, floats


def join(rows):
    """Rows that differ only in their opsets, which follow each other, are one."""
    joined = {}
    for name, first, last, types in sorted(rows, key=lambda row: row[:3]):
        opsets = joined.setdefault((name, types), [])
        if opsets and opsets[-1][1] + 1 == first:
            first = opsets.pop()[0]
        opsets.append((first, last))
    return [
        (name, first, last, types)
        for (name, types), opsets in joined.items()
        for first, last in opsets
    ]


_FLOATS = ["double", "float"]
_INTS = [f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)]
_TENSORS = ["bfloat16", "bool", "float16", "string", *_FLOATS, *_INTS]
#: The sets of types that have a name, larger ones first.
SETS = {
    "TENSORS": _TENSORS,
    "OPTIONALS": [f"optional(tensor({name}))" for name in _TENSORS],
    "OPTIONAL_SEQUENCES": [f"optional(seq(tensor({name})))" for name in _TENSORS],
    "SEQUENCES": [f"seq(tensor({name}))" for name in _TENSORS],
    "NUMBERS": _FLOATS + _INTS,
    "INTS": _INTS,
    "FLOAT8": [f"float8{form}" for form in ("e4m3fn", "e4m3fnuz", "e5m2", "e5m2fnuz")],
}
WIDTH = 80


def spell_types(types):
    """A list of types as literals and names of sets."""
    rest, pieces = set(types), []
    for name, members in SETS.items():
        if rest.issuperset(members):
            rest -= set(members)
            pieces += [name, '","']
    lines = textwrap.wrap(
        ", ".join(sorted(rest)), WIDTH - 12, break_long_words=False, break_on_hyphens=False
    )
    pieces += ['"' + line.replace(", ", ",") + '"' for line in lines]
    return pieces if lines else pieces[:-1]


def spell_row(name, first, last, types):
    """A row of the table, over as many lines as it takes."""
    pieces = []
    for key, of_key in sorted(types.items()):
        pieces += [f'"{";" if pieces else ""}{key}="', *spell_types(of_key)]
    row, *lines = f'KERNEL("{name}", {first}, {last},', ""
    for piece in [*pieces[:-1], pieces[-1] + ")"] if pieces else ['"")']:
        line = lines.pop()
        if line.endswith('"') and piece.startswith('"'):
            joined = line[:-1] + piece[1:]
        else:
            joined = f"{line} {piece}".strip()
        fits = len(joined) <= WIDTH - len("KERNEL(")
        lines += [joined] if fits or not line else [line, piece]
    if len(lines) == 1 and len(row) + 1 + len(lines[0]) <= WIDTH:
        return f"{row} {lines[0]}"
    return "\n       ".join([row, *lines])


def define(name, types):
    """The definition of a set."""
    text = ",".join(types)
    lines = textwrap.wrap(
        text.replace(",", ", "), WIDTH - 6, break_long_words=False, break_on_hyphens=False
    )
    literals = ['  "' + line.replace(", ", ",") + '"' for line in lines]
    return " \\\n".join([f"#define {name}", *literals]) + "\n"


def table():
    body = [define(*each) for each in SETS.items()]
    for name, first, last, types in sorted(
        join(rows()), key=lambda row: (row[:3], str(row[3]))
    ):
        if isinstance(types, tuple):
            body.append(f'EXPANDED("{name}", {first}, {last}, "{",".join(types)}")\n')
            continue
        of_key = dict(each.split("=") for each in types.split(";")) if types else {}
        of_key = {key: each.split(",") for key, each in of_key.items()}
        body.append(spell_row(name, first, last, of_key) + "\n")
    body += [f"#undef {name}\n" for name in SETS]
    return BANNER + "".join(body)


if __name__ == "__main__":
    sys.exit(generated.main(TABLE, table, __doc__))
