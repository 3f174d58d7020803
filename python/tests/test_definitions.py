"""Definitions of operators in MLIR text."""

from __future__ import annotations

import pathlib
import threading

import pytest
import torch
import torch_onnx_mlir
from torch_onnx_mlir import errors

X = torch.randn(4, 6)


@torch.library.custom_op(
    "defined::scale",
    mutates_args=(),
    schema="(Tensor x, float factor=2.0, int[]? dims=None) -> Tensor",
)
def scale(x: torch.Tensor, factor: float = 2.0, dims: list[int] | None = None) -> torch.Tensor:
    """Each element times a factor."""
    return x * factor


@torch.library.custom_op(
    "defined::add_to", mutates_args=("total",), schema="(Tensor(a0!) total, Tensor x) -> ()"
)
def add_to(total: torch.Tensor, x: torch.Tensor) -> None:
    """Writes to its first argument."""
    total.add_(x)


@scale.register_fake
def _(x: torch.Tensor, factor: float = 2.0, dims: list[int] | None = None) -> torch.Tensor:
    return torch.empty_like(x)


class Scale(torch.nn.Module):
    """One call of a custom operator."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return scale(x, 0.5) + 1


class AddTo(torch.nn.Module):
    """A custom operator that writes."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        total = x + 1
        add_to(total, x)
        return total


SCALE = """
func.func @scale(%x: !torch.untyped) -> !torch.untyped attributes {
    torch.operator = "defined::scale(Tensor x, float factor=2.0, int[]? dims=None) -> Tensor"} {
  %y = torch.aten.mul.Scalar(%x, other=@factor) : (!torch.untyped) -> !torch.untyped
  return %y : !torch.untyped
}
"""
RELU = """
func.func @relu(%x: !torch.untyped) -> !torch.untyped attributes {torch.operator = "aten::relu"} {
  %y = onnx.Abs(%x) : (!torch.untyped) -> !torch.untyped
  return %y : !torch.untyped
}
"""
ADD_TO = """
func.func @add(%total: !torch.untyped, %x: !torch.untyped) -> !torch.untyped attributes {
    torch.operator = "defined::add_to(Tensor(a0!) total, Tensor x) -> ()"} {
  %y = torch.aten.add.Tensor(%total, %x) : (!torch.untyped, !torch.untyped) -> !torch.untyped
  return %y : !torch.untyped
}
"""
TABLE = {torch.ops.defined.scale.default: SCALE}


@pytest.mark.parametrize("isolate", (False, True))
def test_text_in_the_table(isolate: bool) -> None:
    program = torch_onnx_mlir.export(
        Scale(), (X,), custom_translation_table=TABLE, isolate=isolate, verify=True,
        dynamic_shapes=({0: "rows"},),
    )
    assert [node.op_type for node in program.model.graph] == ["Mul", "Add"]
    torch.testing.assert_close(program(X[:2])[0], Scale()(X[:2]))


def test_files(tmp_path: pathlib.Path) -> None:
    first, second = tmp_path / "first.mlir", tmp_path / "second.mlir"
    first.write_text(SCALE)
    second.write_text(RELU)

    class Both(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return scale(x, 3.0).relu()

    program = torch_onnx_mlir.export(Both(), (X,), ops_library=[first, second])
    torch.testing.assert_close(program(X)[0], (X * 3).abs())
    program = torch_onnx_mlir.export(Both(), (X,), ops_library=first, verify=True)
    torch.testing.assert_close(program(X)[0], (X * 3).relu())


def test_texts_and_functions() -> None:
    from onnxscript import opset18

    class Both(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return scale(x, 3.0).relu() + x.exp()

    table = TABLE | {torch.ops.aten.exp.default: lambda x: opset18.Neg(x)}
    program = torch_onnx_mlir.export(Both(), (X,), custom_translation_table=table)
    torch.testing.assert_close(program(X)[0], (X * 3).relu() - X)


def test_a_wrong_definition_is_found() -> None:
    wrong = RELU.replace("aten::relu", "aten::tanh")
    table = {torch.ops.aten.tanh.default: wrong}
    with pytest.raises(errors.VerificationError):
        torch_onnx_mlir.export(torch.nn.Tanh(), (X,), custom_translation_table=table, verify=True)


def test_writes() -> None:
    table = {torch.ops.defined.add_to.default: ADD_TO}
    program = torch_onnx_mlir.export(AddTo(), (X,), custom_translation_table=table)
    torch.testing.assert_close(program(X)[0], X * 2 + 1)


def test_none_fits() -> None:
    text = SCALE.replace("%x: !torch.untyped)", "%x: tensor<*xf64>)").replace(
        "(!torch.untyped) ->", "(tensor<*xf64>) ->"
    )
    with pytest.raises(errors.UnsupportedOperatorsError) as caught:
        torch_onnx_mlir.export(
            Scale(), (X,), custom_translation_table={torch.ops.defined.scale.default: text}
        )
    assert caught.value.operators == ("defined.scale.default",)
    assert "expected 'x' to have elements of type f64, found f32" in str(caught.value)
    torch_onnx_mlir.export(
        Scale(), (X.double(),), custom_translation_table={torch.ops.defined.scale.default: text}
    )


def test_mistakes(tmp_path: pathlib.Path) -> None:
    scale_op = torch.ops.defined.scale.default
    with pytest.raises(errors.RegistrationError, match="expected a definition of 'aten::relu.default'"):
        torch_onnx_mlir.export(
            Scale(), (X,), custom_translation_table={torch.ops.aten.relu.default: SCALE}
        )
    with pytest.raises(errors.RegistrationError, match="found one of no operator"):
        torch_onnx_mlir.export(Scale(), (X,), custom_translation_table={scale_op: "func.func"})
    with pytest.raises(errors.RegistrationError, match="cannot read"):
        torch_onnx_mlir.export(Scale(), (X,), ops_library=tmp_path / "absent.mlir")
    with pytest.raises(errors.ConversionError, match=r"operator library text 1:5"):
        torch_onnx_mlir.export(
            Scale(), (X,), custom_translation_table={scale_op: SCALE.replace("return", "retrun")}
        )
    with pytest.raises(TypeError, match="a list of functions or MLIR text"):
        torch_onnx_mlir.export(
            Scale(), (X,), custom_translation_table={scale_op: [SCALE]}  # type: ignore[dict-item]
        )


def test_registry() -> None:
    registry = torch_onnx_mlir.OnnxRegistry()
    assert not registry.is_registered_op("defined", "scale")
    registry.register_op(SCALE, "defined", "scale")
    assert registry.get_op_functions("defined", "scale") == [SCALE]
    with pytest.raises(errors.RegistrationError, match="expected a definition of 'defined::other"):
        registry.register_op(SCALE, "defined", "other")
    options = torch_onnx_mlir.ExportOptions(onnx_registry=registry)
    with pytest.warns(DeprecationWarning):
        program = torch_onnx_mlir.dynamo_export(Scale(), X, export_options=options)
    torch.testing.assert_close(program(X)[0], Scale()(X))


def test_threads() -> None:
    """Conversions with different definitions at the same time."""
    wrong: list[float] = []

    def convert(factor: float) -> None:
        text = SCALE.replace("other=@factor", f"other={factor}")
        for _ in range(3):
            program = torch_onnx_mlir.export(
                exported, custom_translation_table={torch.ops.defined.scale.default: text}
            )
            if not torch.allclose(program(X)[0], X * factor + 1):
                wrong.append(factor)

    exported = torch.export.export(Scale(), (X,))
    threads = [threading.Thread(target=convert, args=(factor,)) for factor in (2.0, 3.0)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert not torch.onnx.is_in_onnx_export(), "the last thread puts an end to it"
