"""Functions of onnxscript as lowerings: functions of the model, or nodes of its graph.

The three functions are those of PyTorch's tutorial "Introduction to ONNX Registry", whose
assertions hold here, too.
"""

from __future__ import annotations

from typing import Any

import onnx
import onnxscript
import pytest
import torch
from onnxscript import opset18, opset20

import torch_onnx_mlir
from torch_onnx_mlir import errors

X, Y = torch.randn(3, 4), torch.randn(3, 4)
CUSTOM_ATEN = onnxscript.values.Opset(domain="custom.aten", version=1)
CUSTOM_ORT = onnxscript.values.Opset(domain="com.microsoft", version=1)
CUSTOM_OPSET = onnxscript.values.Opset(domain="test.customop", version=1)


@onnxscript.script(CUSTOM_ATEN)
def custom_aten_add(input_x, input_y, alpha: float = 1.0):  # type: ignore[no-untyped-def]
    alpha = opset18.CastLike(alpha, input_y)  # type: ignore[assignment]
    input_y = opset18.Mul(input_y, alpha)
    return opset18.Add(input_x, input_y)


@onnxscript.script(CUSTOM_ORT)
def custom_aten_gelu(input_x, approximate: str = "none"):  # type: ignore[no-untyped-def]
    return CUSTOM_ORT.Gelu(input_x)


@onnxscript.script(CUSTOM_OPSET)
def custom_addandround(input_x):  # type: ignore[no-untyped-def]
    add_x = CUSTOM_OPSET.CustomOpOne(input_x, input_x)
    round_x = CUSTOM_OPSET.CustomOpTwo(add_x)
    return opset18.Cast(round_x, to=1)


@onnxscript.script(CUSTOM_ATEN)
def doubled(x):  # type: ignore[no-untyped-def]
    return opset18.Add(x, x)


@onnxscript.script(CUSTOM_ATEN)
def branches(x):  # type: ignore[no-untyped-def]
    """A function with a branch, which calls another function and has two results."""
    if opset18.ReduceSum(x) > 0:
        y = doubled(x)
    else:
        y = opset18.Neg(x)
    return y, opset18.Abs(y)


class Add(torch.nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return torch.ops.aten.add(x, y)  # type: ignore[no-any-return]


class AddTwice(torch.nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return torch.add(torch.add(x, y, alpha=2).relu(), y)


class Gelu(torch.nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.ops.aten.gelu(x)  # type: ignore[no-any-return]


@torch.library.custom_op("tutorial::addandround_op", mutates_args=())
def addandround_op(x: torch.Tensor) -> torch.Tensor:
    """Adds x to itself and rounds."""
    return torch.round(x + x)


@addandround_op.register_fake
def _(x: torch.Tensor) -> torch.Tensor:
    return torch.empty_like(x)


class AddAndRound(torch.nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return addandround_op(x)


def _dynamo_export(module: torch.nn.Module, *args: Any, **registered: Any) -> Any:
    registry = torch_onnx_mlir.OnnxRegistry()
    registry.register_op(**registered)
    options = torch_onnx_mlir.ExportOptions(onnx_registry=registry)
    with pytest.warns(DeprecationWarning, match="dynamo_export is deprecated"):
        return torch_onnx_mlir.dynamo_export(module, *args, export_options=options)


def test_tutorial_add() -> None:
    program = _dynamo_export(
        Add(), X, Y, namespace="aten", op_name="add", overload="Tensor", function=custom_aten_add
    )
    proto = program.model_proto
    assert [(n.domain, n.op_type) for n in proto.graph.node] == [("custom.aten", "custom_aten_add")]
    assert proto.functions[0].node[3].domain == ""
    assert proto.functions[0].node[3].op_type == "Add"
    torch.testing.assert_close(program(X, Y)[0], X + Y)


def test_tutorial_gelu() -> None:
    program = _dynamo_export(
        Gelu(), X, namespace="aten", op_name="gelu", overload="default", function=custom_aten_gelu
    )
    proto = program.model_proto
    nodes = [(n.domain, n.op_type) for n in proto.graph.node]
    assert nodes == [("com.microsoft", "custom_aten_gelu")]
    assert proto.functions[0].node[0].domain == "com.microsoft"
    assert proto.functions[0].node[0].op_type == "Gelu"
    torch.testing.assert_close(program(X)[0], Gelu()(X))


def test_tutorial_add_and_round() -> None:
    """Its operators have kernels only in a library of the caller's."""
    program = _dynamo_export(
        AddAndRound(),
        X,
        namespace="tutorial",
        op_name="addandround_op",
        overload="default",
        function=custom_addandround,
    )
    proto = program.model_proto
    nodes = [(n.domain, n.op_type) for n in proto.graph.node]
    assert nodes == [("test.customop", "custom_addandround")]
    kinds = [(n.domain, n.op_type) for n in proto.functions[0].node]
    assert kinds[:2] == [("test.customop", "CustomOpOne"), ("test.customop", "CustomOpTwo")]


def _flat(module: torch.nn.Module, args: tuple[Any, ...], table: Any, **options: Any) -> Any:
    program = torch_onnx_mlir.export(
        module, args, custom_translation_table=table, functions="none", **options
    )
    assert not program.model_proto.functions
    onnx.checker.check_model(program.model_proto, full_check=True)
    return program, [(n.domain, n.op_type) for n in program.model_proto.graph.node]


@pytest.mark.parametrize("opset", [18, 21, 23])
def test_inlined_add(opset: int) -> None:
    """Two calls with two values of the attribute; the functions are of opset 18."""
    table = {torch.ops.aten.add.Tensor: custom_aten_add}
    sizes = ({0: "n"}, {0: "n"})
    program, nodes = _flat(
        AddTwice(), (X, Y), table, opset_version=opset, dynamic_shapes=sizes
    )
    assert {domain for domain, _ in nodes} == {""}
    assert nodes.count(("", "Add")) == 2
    for n in (3, 2):
        torch.testing.assert_close(program(X[:n], Y[:n])[0], AddTwice()(X[:n], Y[:n]))


def test_inlined_gelu() -> None:
    program, nodes = _flat(Gelu(), (X,), {torch.ops.aten.gelu.default: custom_aten_gelu})
    assert nodes == [("com.microsoft", "Gelu")]
    torch.testing.assert_close(program(X)[0], Gelu()(X))


def test_inlined_add_and_round() -> None:
    table = {torch.ops.tutorial.addandround_op.default: custom_addandround}
    _, nodes = _flat(AddAndRound(), (X,), table)
    assert nodes[:2] == [("test.customop", "CustomOpOne"), ("test.customop", "CustomOpTwo")]


@pytest.mark.parametrize("functions", [None, "none"])
def test_function_with_a_branch(functions: str | None) -> None:
    """An operator of two results; a function calls another one in a branch."""

    class Split(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> Any:
            return tuple(torch.aminmax(x, dim=0))

    def aminmax(x: Any, dim: Any = None, keepdim: bool = False) -> Any:
        first, second = branches(x)
        return opset18.ReduceMin(first, [dim], keepdims=0), opset18.ReduceMax(second, [dim], keepdims=0)

    program = torch_onnx_mlir.export(
        Split(),
        (X,),
        custom_translation_table={torch.ops.aten.aminmax.default: aminmax},
        functions=functions,
        opset_version=18,
    )
    names = {function.name for function in program.model_proto.functions}
    assert names == (set() if functions else {"branches", "doubled"})
    for x in (X.abs(), -X.abs()):
        y = 2 * x if x.sum() > 0 else -x
        low, high = program(x)
        torch.testing.assert_close((low, high), (y.min(0).values, y.abs().max(0).values))


@onnxscript.script(CUSTOM_ATEN)
def literals(input_x, input_y, alpha: float = 1.0):  # type: ignore[no-untyped-def]
    """Literals are Constants, of which nearly each opset has a version."""
    scaled = opset18.CastLike(alpha, input_y) * input_y
    if opset18.ReduceSum(scaled) > 1e30:
        scaled = opset18.Mul(scaled, 0.5)
    return opset18.Add(input_x, scaled) + 0.25 - 0.25


@pytest.mark.parametrize("opset", [18, 20, 21, 23, 25])
@pytest.mark.parametrize("function", [custom_aten_add, literals, doubled], ids=lambda f: f.name)
def test_older_opset(function: Any, opset: int) -> None:
    """ONNX refuses a function with an operator that the opset of the model changed, so
    its nodes are converted and take its place; other functions stay."""
    if function is doubled:
        table = {torch.ops.aten.relu.default: doubled}
        model: torch.nn.Module = torch.nn.ReLU()
        inputs: tuple[torch.Tensor, ...] = (X,)
        expected = X + X
    else:
        table = {torch.ops.aten.add.Tensor: function}
        model, inputs, expected = AddTwice(), (X, Y), AddTwice()(X, Y)
    program = torch_onnx_mlir.export(
        model, inputs, custom_translation_table=table, opset_version=opset
    )
    onnx.checker.check_model(program.model_proto, full_check=True)
    names = [kept.name for kept in program.model_proto.functions]
    assert names == ([function.name] if opset == 18 or function is doubled else [])
    torch.testing.assert_close(program(*inputs)[0], expected)


def test_function_that_cannot_be_converted() -> None:
    """A function of a newer opset, with an operator that the opset of the model lacks."""

    @onnxscript.script(CUSTOM_ATEN)
    def gelu(x):  # type: ignore[no-untyped-def]
        return opset20.Gelu(x)

    table = {torch.ops.aten.gelu.default: gelu}
    with pytest.raises(errors.RegistrationError, match="opset 18 and inlined: .*; use opset18"):
        torch_onnx_mlir.export(Gelu(), (X,), custom_translation_table=table, opset_version=18)
