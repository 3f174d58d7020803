"""The operators of torch.onnx.ops, which stand for nodes of ONNX in PyTorch programs.

`torch.onnx.ops.symbolic` may stand for any node; `attention` and the like for one
operator of the standard, which is decomposed for opsets that do not have it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch._ops import OpOverload

from torch_onnx_mlir._capture.rewrites import onnx_decompositions
from torch_onnx_mlir._support import torch_internals as _torch
from torch_onnx_mlir._support.lazy_modules import ir

# Here, so that they are operators of torch.ops when a program is looked at.
SYMBOLIC: Any = None
SYMBOLIC_MULTI_OUT: Any = None
if _torch.find("onnx_ops") is not None:
    SYMBOLIC = torch.ops.onnx_symbolic._symbolic.default
    SYMBOLIC_MULTI_OUT = torch.ops.onnx_symbolic._symbolic_multi_out.default

_ATTENTION: Any = next(
    (op for op in onnx_decompositions() if op.name() == "onnx::Attention.opset23"), None
)
_ATTRIBUTES = ("keys", "types", "pos", "ints", "floats", "strs")


def _node(
    domain: str,
    op_type: str,
    inputs: Sequence[ir.Value | None],
    attributes: Mapping[str, Any],
    outputs: int,
    version: int | None,
) -> list[ir.Value]:
    """A node in the graph that is being built; its outputs."""
    from onnxscript import evaluator

    given = list(inputs)
    while given and given[-1] is None:
        given.pop()
    node = ir.node(
        op_type,
        given,
        {name: value for name, value in attributes.items() if value is not None},
        domain=domain,
        num_outputs=outputs,
        version=version,
    )
    recorder: Any = evaluator.default()
    recorder.nodes.append(node)
    return list(node.outputs)


def _symbolic(
    inputs: Sequence[ir.Value | None],
    op_type: str,
    types: int | Sequence[int],
    *,
    domain: str = "",
    version: int | None = None,
    metadata_props_keys: Sequence[str] = (),
    metadata_props_values: Sequence[str] = (),
    **options: Any,
) -> list[ir.Value]:
    """What `torch.onnx.ops.symbolic` and `symbolic_multi_out` stand for."""
    encoded = {f"attr_{part}": list(options[f"attr_{part}"]) for part in _ATTRIBUTES}
    attributes = _torch.find("encoded_attributes")(**encoded).to_dict()
    outputs = 1 if isinstance(types, int) else len(types)
    values = _node(domain, op_type, inputs, attributes, outputs, version)
    for value, number in zip(values, [types] if isinstance(types, int) else types, strict=True):
        if ir.DataType(number).bitwidth < 8:  # PyTorch has uint8 in its place.
            value.dtype = ir.DataType(number)
    producer = values[0].producer()
    assert producer is not None
    producer.metadata_props.update(
        zip(metadata_props_keys, metadata_props_values, strict=True)
    )
    return values


def _standard(target: OpOverload[..., Any]) -> Callable[..., list[ir.Value]]:
    """A lowering of `onnx::Attention.opset23` and the like."""
    op_type, _, version = target.name().removeprefix("onnx::").partition(".opset")  # type: ignore[no-untyped-call]

    def lowering(*inputs: ir.Value | None, **attributes: Any) -> list[ir.Value]:
        outputs = len(target._schema.returns)
        return _node("", op_type, inputs, attributes, outputs, int(version))

    return lowering


def _is_standard(node: torch.fx.Node) -> bool:
    """Whether a node of ONNX Runtime computes what the function of PyTorch does.

    For Attention, PyTorch's function applies `softcap` after masks, and aligns a causal mask with
    the first key. ONNX applies it before masks, and aligns with the first key after the past.
    ONNX Runtime takes a past only where the present is an output.
    """
    attention: Any = node.target
    if attention is not _ATTENTION:
        return True
    names = [argument.name for argument in attention._schema.arguments]
    given = dict(zip(names, node.args, strict=False)) | node.kwargs
    has_past = given.get("past_key") is not None
    is_causal = bool(given.get("is_causal"))
    is_masked = is_causal or given.get("attn_mask") is not None
    used = {user.args[1] for user in node.users if user.users}
    return not (
        (is_causal and has_past)
        or (given.get("softcap") and is_masked)
        or (given.get("qk_matmul_output_mode") and 3 in used)
        or (has_past and not {1, 2} <= used)
    )


def lowerings(
    program: torch.export.ExportedProgram, opset: int
) -> dict[Callable[..., Any], Callable[..., Any]]:
    """Functions that build the nodes, by the operators of a program that are there at an opset.

    An operator with a call that no node computes is left out, and so decomposed everywhere.
    """
    others = {node.target for node in program.graph.nodes if not _is_standard(node)}
    table: dict[Callable[..., Any], Callable[..., Any]] = {}
    if SYMBOLIC is not None:
        table = {SYMBOLIC: _symbolic, SYMBOLIC_MULTI_OUT: _symbolic}
    for target in onnx_decompositions():
        _, _, version = target.name().partition(".opset")
        if version and int(version) <= opset and target not in others:
            table[target] = _standard(target)
    return table
