"""Finding the first node of a program that its ONNX model computes differently.

The values inside of an optimized model have no counterparts in the program, so the
program is converted once more with the value of each of its nodes as an output.
"""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import torch
from torch.export.graph_signature import OutputKind, OutputSpec, TensorArgument
from torch.utils import _pytree as pytree

from torch_onnx_mlir._capture.rewrites import copied_module, rebuilt
from torch_onnx_mlir._model import runtime as _runtime
from torch_onnx_mlir._support import torch_internals as _torch
from torch_onnx_mlir.errors import ConversionError

if TYPE_CHECKING:
    from torch_onnx_mlir._model.program import ONNXProgram

# How far a value may be from the expected one, relative to the largest expected one,
# before its node counts as wrong: more than rounding adds up to.
_TOLERANCE = 1e-3


def _nodes(program: torch.export.ExportedProgram) -> list[torch.fx.Node]:
    """The nodes whose values are tensors that a model can return."""
    return [
        node
        for node in program.graph.nodes
        if node.op == "call_function"
        and isinstance(value := node.meta.get("val"), torch.Tensor)
        and not value.is_complex()
        and value.layout == torch.strided
    ]


def _with_outputs(
    program: torch.export.ExportedProgram, names: Sequence[str]
) -> torch.export.ExportedProgram:
    """The program with these nodes as its outputs."""
    module = copied_module(program)
    nodes = {node.name: node for node in module.graph.nodes}
    output = module.graph.output_node()
    specs = list(program.graph_signature.output_specs)
    kept = [n for n, spec in enumerate(specs) if spec.kind != OutputKind.USER_OUTPUT]
    results = list(output.args[0])  # type: ignore[arg-type]
    output.args = (tuple([*(results[n] for n in kept), *(nodes[name] for name in names)]),)
    entry = copy.copy(program.module_call_graph[0])
    if entry.signature is not None:
        out_spec = pytree.tree_structure(tuple(range(len(names))))
        entry.signature = dataclasses.replace(entry.signature, out_spec=out_spec)
    return rebuilt(
        program,
        module,
        [specs[n] for n in kept]
        + [OutputSpec(OutputKind.USER_OUTPUT, TensorArgument(name), None) for name in names],
        [entry, *program.module_call_graph[1:]],
    )


def values(
    onnx_program: ONNXProgram,
    program: torch.export.ExportedProgram,
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
) -> list[tuple[torch.fx.Node, torch.Tensor, torch.Tensor]]:
    """The value of each node, as PyTorch computes it and as ONNX Runtime does.

    Raises:
        ConversionError: The program is refused with these outputs.
    """
    from torch_onnx_mlir._model.program import ONNXProgram, convert

    nodes = _nodes(program)
    if not nodes:
        return []
    exposed = _with_outputs(program, [node.name for node in nodes])
    settings = onnx_program._settings.without("--input-names", "--output-names", "--weights")
    conversion = convert(exposed, settings)
    model = ONNXProgram._from_conversion(conversion, exposed, settings)
    given = pytree.tree_map(
        lambda leaf: leaf.detach().clone() if isinstance(leaf, torch.Tensor) else leaf,
        (tuple(args), dict(kwargs)),
    )
    try:
        actual = model(*args, **kwargs)
        with torch.no_grad():
            expected = _torch.module_of(exposed)(*given[0], **given[1])
    finally:
        model.release()
        conversion.close()
    return [
        (node, there.detach().cpu(), here)
        for node, there, here in zip(nodes, expected, actual, strict=False)
    ]


def _differs(expected: torch.Tensor, actual: torch.Tensor) -> bool:
    if expected.shape != actual.shape or expected.dtype != actual.dtype:
        return True
    expected, actual = _runtime.numbers(expected), _runtime.numbers(actual)
    if not expected.is_floating_point():
        return not torch.equal(expected, actual)
    if not torch.equal(torch.isfinite(expected), torch.isfinite(actual)):
        return True
    finite = torch.isfinite(expected)
    scale = expected[finite].double().abs().amax() if finite.any() else torch.zeros(())
    difference = (expected[finite].double() - actual[finite].double()).abs()
    return bool(difference.numel() and difference.max() > _TOLERANCE * scale + 1e-12)


def place_of(node: torch.fx.Node) -> str:
    """Where a node comes from: its operator, module and Python line."""
    text = f"node '{node.name}' ({node.target})"
    modules = [path for path, _ in (node.meta.get("nn_module_stack") or {}).values() if path]
    if modules:
        text += f" of the module '{modules[-1]}'"
    lines = (node.meta.get("stack_trace") or "").strip().splitlines()
    places = [line.strip() for line in lines if line.strip().startswith("File ")]
    if places:
        text += f", {places[-1]}"
    return text


def find(
    onnx_program: ONNXProgram,
    program: torch.export.ExportedProgram,
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
) -> str:
    """Which node is the first one to differ, in words."""
    if onnx_program._unchanged() is None:
        return "the model was changed after its conversion, so no node of the program is to blame"
    try:
        pairs = values(onnx_program, program, args, kwargs)
    except ConversionError as error:
        return f"the first node that differs was not found: {error}"
    for node, expected, actual in pairs:
        if _differs(expected, actual):
            return f"the first value that differs is that of {place_of(node)}"
    return (
        "each node of the program is right by itself: the difference comes from rounding that "
        "adds up, or from an optimization; compare with optimize=False"
    )
