"""Comparing models with programs and with each other."""

from __future__ import annotations

import os
import pathlib
import shutil
from typing import Any

import numpy as np
import onnx
import onnx_ir as ir
import pytest
import torch
import torch_onnx_mlir
from torch_onnx_mlir import errors, testing, verification

from .features import needs_verify_onnx_program, overriding
from .models import Add, Mlp, Nested

X = torch.randn(4, 64)


@pytest.fixture
def program() -> torch_onnx_mlir.ONNXProgram:
    return torch_onnx_mlir.export(Mlp().eval(), (X,), dynamic_shapes=({0: "batch"},))


def spoil(program: torch_onnx_mlir.ONNXProgram, amount: float = 0.01) -> None:
    """Change a weight of the model."""
    value = program.model.graph.initializers["second.bias"]
    assert value.const_value is not None
    value.const_value = ir.tensor(value.const_value.numpy() + np.float32(amount))


def test_verify(program: torch_onnx_mlir.ONNXProgram) -> None:
    result = torch_onnx_mlir.verify(program)
    assert result.passed and result.ran
    assert result.sizes == ["[4, 64]", "[5, 64]"]
    assert [info.name for info in result.values] == [program.model.graph.outputs[0].name] * 2
    assert torch_onnx_mlir.verify(program, (X[:2],), other_sizes=False).sizes == ["[2, 64]"]


def test_verify_finds_a_difference(program: torch_onnx_mlir.ONNXProgram) -> None:
    spoil(program)
    with pytest.raises(errors.VerificationError, match="Mismatched elements"):
        torch_onnx_mlir.verify(program)
    result = torch_onnx_mlir.verify(program, error=False)
    assert not result.passed and result.ran
    assert "changed after its conversion" in result.failures[-1]
    assert torch_onnx_mlir.verify(program, atol=0.1, rtol=0.1).passed


def test_verify_finds_what_only_other_sizes_show() -> None:
    class Fixed(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x.sum(0)

    program = torch_onnx_mlir.export(Fixed(), (X,), dynamic_shapes=({0: "rows"},))
    model = program.model
    constant = ir.node("Expand", [model.graph.inputs[0], ir.val("rows")])
    rows = ir.val("rows", const_value=ir.tensor(np.array([4, 64]), name="rows"))
    model.graph.initializers.add(rows)
    constant.replace_input_with(1, rows)
    model.graph.insert_before(model.graph[0], constant)
    model.graph[1].replace_input_with(0, constant.outputs[0])
    result = torch_onnx_mlir.verify(program, error=False)
    assert not result.passed
    assert not result.ran and "[5, 64]" in result.sizes


def test_first_wrong_node_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program whose model is wrong at one operator: its PyTorch kernel is changed."""
    library = torch.library.Library("aten", "IMPL")

    class Chain(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return (x.exp().erf() + 1).sqrt()

    program = torch_onnx_mlir.export(Chain(), (X,))
    try:
        library.impl("erf", lambda x: torch.tanh(x) * 3, "CPU", **overriding(library))
        result = torch_onnx_mlir.verify(program, error=False)
    finally:
        library._destroy()
    assert "node 'erf' (aten.erf.default)" in result.failures[-1]
    assert "test_verification.py" in result.failures[-1]


def test_verify_in_export() -> None:
    class Random(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x + torch.rand_like(x)

    with pytest.raises(errors.VerificationError, match="Mismatched"):
        torch_onnx_mlir.export(Random(), (X,), verify=True)
    with pytest.warns(errors.OnnxExporterWarning, match="Mismatched"):
        torch_onnx_mlir.export(Random(), (X,), verify="warn")


def test_inputs_that_are_written_to() -> None:
    class Writes(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            x.add_(1)
            return x * 2

    x = torch.ones(3)
    with pytest.warns(errors.OnnxExporterWarning, match="updates"):
        program = torch_onnx_mlir.export(Writes(), (x,), verify=True)
    y = torch.ones(3)
    assert torch_onnx_mlir.verify(program, (y,)).passed
    torch.testing.assert_close(y, torch.ones(3))


def test_without_program_or_inputs(program: torch_onnx_mlir.ONNXProgram) -> None:
    alone = torch_onnx_mlir.ONNXProgram(program.model, None)
    with pytest.raises(ValueError, match="no exported_program"):
        torch_onnx_mlir.verify(alone)
    source = program.exported_program
    assert source is not None
    source._example_inputs = None
    with pytest.raises(ValueError, match="no example inputs"):
        torch_onnx_mlir.verify(program)


def test_verify_onnx_program(program: torch_onnx_mlir.ONNXProgram) -> None:
    (info,) = verification.verify_onnx_program(program)
    assert info.max_abs_diff < 1e-5 and info.expected_dtype == torch.float32
    assert set(info.asdict()) >= {"name", "max_abs_diff", "abs_diff_hist"}
    infos = verification.verify_onnx_program(program, (X[:2],), compare_intermediates=True)
    assert [info.name for info in infos] == ["linear", "relu", "linear_1"]
    spoil(program)
    (info,) = verification.verify_onnx_program(program, args=(X,))
    assert info.max_abs_diff == pytest.approx(0.01, rel=1e-2)


@needs_verify_onnx_program
def test_peers_verification_takes_our_program(program: torch_onnx_mlir.ONNXProgram) -> None:
    import torch.onnx.verification

    (info,) = torch.onnx.verification.verify_onnx_program(program)
    assert info.max_abs_diff < 1e-5


@pytest.mark.parametrize("kind", ["program", "proto", "bytes", "path"])
def test_compare(program: torch_onnx_mlir.ONNXProgram, tmp_path: pathlib.Path, kind: str) -> None:
    first: Any = {
        "program": program,
        "proto": program.model_proto,
        "bytes": program.model_proto.SerializeToString(),
        "path": tmp_path / "model.onnx",
    }[kind]
    if kind == "path":
        program.save(first)
    assert torch_onnx_mlir.compare(first, first, [X]).passed
    other = program.model_proto
    spoil(program)
    result = torch_onnx_mlir.compare(other, program, {"x": X})
    assert not result.passed and len(result.failures) == 1
    assert len(result.values) == 3
    assert torch_onnx_mlir.compare(other, program, [X], atol=0.1, rtol=0.1).passed
    assert len(torch_onnx_mlir.compare(other, program, [X], intermediates=False).values) == 1


def test_compare_numbers_of_outputs(program: torch_onnx_mlir.ONNXProgram) -> None:
    proto = program.model_proto
    proto.graph.output.add().CopyFrom(proto.graph.input[0])
    result = torch_onnx_mlir.compare(program, proto, [X])
    assert "1 outputs against 2" in result.failures[0]


@pytest.mark.parametrize("backend", ["onnxruntime", "reference"])
def test_assert_onnx_program(program: torch_onnx_mlir.ONNXProgram, backend: Any) -> None:
    testing.assert_onnx_program(program, backend=backend)
    testing.assert_onnx_program(program, args=(X[:1],), backend=backend)
    spoil(program)
    with pytest.raises(AssertionError, match="Mismatched"):
        testing.assert_onnx_program(program, backend=backend)
    testing.assert_onnx_program(program, atol=0.1, rtol=0.1, backend=backend)


def test_assert_onnx_program_arguments(program: torch_onnx_mlir.ONNXProgram) -> None:
    with pytest.raises(ValueError, match="TorchExportStrictStrategy"):
        testing.assert_onnx_program(program, strategy="TorchExportStrictStrategy")
    with pytest.raises(ValueError, match="backend"):
        testing.assert_onnx_program(program, backend="x")  # type: ignore[arg-type]
    captured = torch_onnx_mlir.export(torch.export.export(Add(), (X, X)))
    testing.assert_onnx_program(captured, strategy=None)
    args = ([X, X], {"scale": X, "offset": X})
    nested = torch_onnx_mlir.export(Nested(), args)
    testing.assert_onnx_program(nested)


def test_peers_assertion_takes_our_program(program: torch_onnx_mlir.ONNXProgram) -> None:
    testing_of_torch = pytest.importorskip(
        "torch.onnx.testing", reason="PyTorch has no torch.onnx.testing"
    )
    testing_of_torch.assert_onnx_program(program)


def test_data_of_another_conversion(tmp_path: pathlib.Path) -> None:
    """A model whose file of weights was replaced by that of another conversion is refused."""
    x = torch.ones(1, 64)
    for number, folder in enumerate(("a", "b")):
        (tmp_path / folder).mkdir()
        torch.manual_seed(number)
        program = torch_onnx_mlir.export(torch.nn.Linear(64, 64), (x,))
        written = program.save(tmp_path / folder / "m.onnx", weights="external")
        assert [os.path.basename(path) for path in written] == ["m.onnx", "m.onnx.data"]
        assert verification.compare(written[0], written[0], [x]).passed
    shutil.copy(tmp_path / "b" / "m.onnx.data", tmp_path / "a" / "m.onnx.data")
    with pytest.raises(ValueError, match=r"m\.onnx\.data' was not written with '.*m\.onnx': its"):
        verification.compare(tmp_path / "a" / "m.onnx", tmp_path / "b" / "m.onnx", [x])
    # What another program has written has no hash.
    onnx.save(onnx.load(tmp_path / "b" / "m.onnx"), tmp_path / "a" / "m.onnx",
              save_as_external_data=True, location="m.onnx.data", size_threshold=0)
    assert verification.compare(tmp_path / "a" / "m.onnx", tmp_path / "b" / "m.onnx", [x]).passed


def test_verify_of_a_module() -> None:
    class Drops(torch.nn.Module):
        def forward(self, x: torch.Tensor, scale: float = 2.0) -> torch.Tensor:
            return torch.nn.functional.dropout(x, training=self.training) * scale

    model, x = Drops().train(), torch.randn(4, 64)
    for given in ((model, x), (model, (x,), {"scale": 3.0})):
        assert verification.verify(*given).passed
    assert verification.verify(model=model, input_args=(x,), input_kwargs={"scale": 3.0}).passed
    with pytest.raises(TypeError, match="needs a program or a model"):
        verification.verify()
    result = verification.verify(
        model,
        input_args=x,
        input_names=["x"],
        dynamic_axes={"x": [0]},
        opset_version=13,
        additional_test_inputs=[torch.randn(7, 64), (torch.randn(1, 64),)],
        use_external_data=True,
    )
    assert [text.split(",")[0] for text in result.sizes[:3]] == ["[4", "[7", "[1"]
    assert model.training


def test_options_of_an_export_for_a_program(mlp: torch.nn.Module) -> None:
    program = torch_onnx_mlir.export(mlp, (X,))
    with pytest.raises(TypeError, match="opset_version"):
        verification.verify(program, opset_version=13)


def test_difference_is_an_assertion() -> None:
    assert issubclass(torch_onnx_mlir.errors.VerificationError, AssertionError)
