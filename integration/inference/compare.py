"""Infers onnx's node test models with the dialect and with onnx, and compares.

Each model is taken in three forms:

- `types`: its inputs as they are;
- `constants`: short lists of integers and small floats among its inputs (shapes,
  axes, scales) are initializers, so that what depends on their values follows;
- `symbols`: the same, and each size of an input but 0 and 1 is a symbol that is
  at least 1. onnx takes no size to be 0, which Reshape would read as a copy.

The types that `onnx-infer-shapes` finds may not contradict those that
`onnx.shape_inference` finds, know every dimension that it knows, and are true
of the outputs that come with the models, for the sizes of their inputs.
"""

from __future__ import annotations

import copy
import re
import subprocess
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, numpy_helper

from integration.common.compiler import find_compiler
from integration.inference import text
from integration.inference.text import OPSET

FORMS = ("types", "constants", "symbols")

#: Lists that say where elements go are no longer than this.
_MAX_CONSTANT = 64


@dataclass
class Case:
    """A model in one form."""

    name: str
    form: str
    model: onnx.ModelProto
    #: Of each graph output, by numpy; None for what is no tensor.
    shapes: list[tuple[int, ...] | None]

    @property
    def key(self) -> tuple[str, str]:
        """Its row in the table of exceptions."""
        return self.name, self.form


def _is_newest(model: onnx.ModelProto) -> bool:
    """Every operator has the form that it has at the opset of the dialect."""
    versions = {entry.domain: entry.version for entry in model.opset_import}
    for node in model.graph.node:
        if node.domain not in ("", "ai.onnx"):
            return False
        version = versions.get("", versions.get("ai.onnx", 0))
        try:
            newest = onnx.defs.get_schema(node.op_type, OPSET, "")
        except onnx.defs.SchemaError:
            return False
        used = onnx.defs.get_schema(node.op_type, version, "")
        if used.since_version != newest.since_version:
            return False
    return True


def _has_subgraph(model: onnx.ModelProto) -> bool:
    return any(
        attribute.type == onnx.AttributeProto.GRAPH
        for node in model.graph.node
        for attribute in node.attribute
    )


def _constants(model: onnx.ModelProto, inputs: list) -> onnx.ModelProto:
    model = copy.deepcopy(model)
    kept = []
    pairs = zip(list(model.graph.input), inputs, strict=True)
    for index, (value, data) in enumerate(pairs):
        is_list = (
            isinstance(data, np.ndarray)
            and data.ndim <= 1
            and data.size <= _MAX_CONSTANT
            and data.dtype.name in ("int32", "int64", "float32", "bool")
            and value.type.tensor_type.elem_type
            in (TensorProto.INT32, TensorProto.INT64, TensorProto.FLOAT, TensorProto.BOOL)
        )
        # What is computed with stays an input.
        if is_list and (index > 0 or model.graph.node[0].op_type in _OF_LISTS):
            model.graph.initializer.append(numpy_helper.from_array(data, value.name))
        else:
            kept.append(value)
    del model.graph.input[:]
    model.graph.input.extend(kept)
    return model


#: Whose first operand is a list or a bound.
_OF_LISTS = {
    "BlackmanWindow",
    "ConstantOfShape",
    "HammingWindow",
    "HannWindow",
    "MelWeightMatrix",
    "Range",
}


def _symbols(model: onnx.ModelProto) -> onnx.ModelProto:
    model = copy.deepcopy(model)
    for value in model.graph.input:
        if value.type.WhichOneof("value") != "tensor_type":
            continue
        for dim in value.type.tensor_type.shape.dim:
            if dim.dim_value > 1:
                dim.dim_param = f"s{dim.dim_value}"
    return model


def cases() -> Iterator[Case]:
    """All node tests in the newest form that have no subgraph."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from onnx.backend.test.loader import load_model_tests

        tests = load_model_tests(kind="node")
    for test in tests:
        model = test.model
        if model is None or test.name.endswith("_expanded"):
            continue
        if not _is_newest(model) or _has_subgraph(model):
            continue
        inputs, outputs = test.data_sets[0]
        shapes = [
            tuple(np.shape(output)) if isinstance(output, np.ndarray) else None
            for output in outputs
        ]
        yield Case(test.name, "types", model, shapes)
        constants = _constants(model, list(inputs))
        if constants.graph.input:
            if len(constants.graph.initializer):
                yield Case(test.name, "constants", constants, shapes)
            yield Case(test.name, "symbols", _symbols(constants), shapes)
        else:
            yield Case(test.name, "constants", constants, shapes)


def infer_by_onnx(model: onnx.ModelProto) -> dict[str, onnx.TypeProto]:
    """What onnx finds of all values, from the types of inputs alone."""
    model = copy.deepcopy(model)
    # A declared output would be merged with the inferred type.
    for output in model.graph.output:
        output.ClearField("type")
    del model.graph.value_info[:]
    model = onnx.shape_inference.infer_shapes(model, data_prop=True)
    values = [*model.graph.value_info, *model.graph.output]
    return {value.name: value.type for value in values if value.type.WhichOneof("value")}


def _declared(case: Case) -> dict[str, onnx.TypeProto]:
    """A rank for each value: as the model declares it, or as onnx finds it."""
    types = {
        value.name: value.type
        for value in onnx.shape_inference.infer_shapes(case.model).graph.value_info
    }
    return types | {value.name: value.type for value in case.model.graph.output}


def _program(case: Case) -> str:
    program = text.function(case.name, case.model.graph, _declared(case))
    ranges = ", ".join(
        f"{symbol} = array<i64: 1, {2**63 - 1}>"
        for symbol in sorted(set(re.findall(r"\bs\d+\b", program)))
    )
    return f"module attributes {{sym.ranges = {{{ranges}}}}} {{\n{program}\n}}"


def run_opt(programs: dict[tuple[str, str], str], folder: Path) -> dict[tuple[str, str], str]:
    """Of each program the function line afterwards, or "error: ..." ."""
    opt = find_compiler().with_name("torch-onnx-opt")
    results: dict[tuple[str, str], str] = {}
    for form in FORMS:
        some = {key: program for key, program in programs.items() if key[1] == form}
        if not some:
            continue
        source = folder / f"{form}.mlir"
        source.write_text("\n\n// -----\n\n".join(some.values()))
        run = subprocess.run(
            [opt, "--split-input-file", "--onnx-infer-shapes", source],
            capture_output=True,
            text=True,
            check=False,
        )
        for line in run.stdout.splitlines():
            if match := re.match(r"\s*func\.func @(\w+)\(", line):
                results[match[1], form] = line
        lines = source.read_text().splitlines()
        for match in re.finditer(
            r"^[^\n]*?\.mlir\S*?:(\d+):\d+: error: (.*)$", run.stderr, re.MULTILINE
        ):
            number = int(match[1]) - 1
            while number > 0 and not lines[number].startswith("func.func"):
                number -= 1
            name = re.match(r"func\.func @(\w+)", lines[number])
            if name:
                results.setdefault((name[1], form), f"error: {match[2]}")
    return results


def split_types(line: str) -> list[str]:
    """The result types of a function line."""
    result = line.rsplit(") -> ", 1)[1].strip().removesuffix("{").strip()
    if result.startswith("(") and result.endswith(")"):
        result = result[1:-1]
    types, depth, start = [], 0, 0
    for i, c in enumerate(result):
        depth += (c in "<(") - (c in ">)")
        if c == "," and depth == 0:
            types.append(result[start:i].strip())
            start = i + 1
    return [*types, result[start:].strip()]


def parse_tensor(type_text: str) -> tuple[str, list[str | int | None]]:
    """Element type, and dimensions: numbers, expressions, None where unknown."""
    match = re.fullmatch(
        r"tensor<((?:[?\d]+x)*)(.*?)(?:, #sym\.dims<(.*)>)?>", type_text
    )
    assert match, type_text
    symbols = iter(match[3].split(", ") if match[3] else [])
    dims: list[str | int | None] = []
    for dim in match[1].split("x")[:-1]:
        if dim != "?":
            dims.append(int(dim))
        else:
            symbol = next(symbols, "?")
            dims.append(None if symbol == "?" else symbol)
    return match[2], dims


def _evaluate(dim: str | int) -> int:
    """For the sizes that the symbols stand for."""
    if isinstance(dim, int):
        return dim
    expression = dim.replace("floordiv", "//").replace("mod", "%")
    return eval(re.sub(r"\bs(\d+)\b", r"\1", expression), {"__builtins__": {}})


def _judge_dims(
    dims: list[str | int | None],
    tensor: onnx.TypeProto.Tensor | None,
    shape: tuple[int, ...] | None,
) -> str:
    if shape is not None:
        if len(dims) != len(shape):
            return f"rank {len(dims)}, but the output has {len(shape)}"
        for dim, size in zip(dims, shape, strict=True):
            if dim is not None and _evaluate(dim) != size:
                return f"dimension {dim}, but the output has {size}"
    if tensor is None or not tensor.HasField("shape"):
        return ""
    if len(dims) != len(tensor.shape.dim):
        return f"rank {len(dims)}, but onnx finds {len(tensor.shape.dim)}"
    for dim, other in zip(dims, tensor.shape.dim, strict=True):
        if other.HasField("dim_value") and dim != other.dim_value:
            return f"dimension {dim or '?'}, but onnx finds {other.dim_value}"
        # onnx gives a name of its own to a size that it does not know.
        is_known = other.dim_param and not other.dim_param.startswith("unk__")
        if is_known and dim is None:
            return f"dimension ?, but onnx finds {other.dim_param}"
    return ""


def judge(case: Case, line: str) -> str:
    """What is wrong with the result of one case; "" if nothing is."""
    if line.startswith("error: "):
        return line
    try:
        others = infer_by_onnx(case.model)
    except Exception as error:
        return f"onnx: {error}"
    for output, ours, shape in zip(
        case.model.graph.output, split_types(line), case.shapes, strict=True
    ):
        if not ours.startswith("tensor<"):
            continue
        element, dims = parse_tensor(ours)
        theirs = others.get(output.name)
        tensor = theirs.tensor_type if theirs else None
        if tensor and tensor.elem_type and text.ELEMENT[tensor.elem_type] != element:
            return f"{element}, but onnx finds {text.ELEMENT[tensor.elem_type]}"
        if reason := _judge_dims(dims, tensor, shape):
            return f"'{output.name}': {reason}"
    return ""


def measure(folder: Path) -> tuple[int, dict[tuple[str, str], str]]:
    """The number of cases, and what is wrong with which."""
    found: dict[tuple[str, str], str] = {}
    programs, by_key = {}, {}
    for case in cases():
        by_key[case.key] = case
        try:
            programs[case.key] = _program(case)
        except text.Unsupported as reason:
            found[case.key] = f"not written: {reason}"
    lines = run_opt(programs, folder)
    for key in programs:
        if reason := judge(by_key[key], lines.get(key, "error: nothing came out")):
            found[key] = reason
    return len(by_key), found
