"""What torch.onnx had in torch 2.1 to 2.6: the documented examples."""

from __future__ import annotations

import logging
import pathlib
from typing import Any

import onnx
import onnxruntime
import pytest
import torch
import torch_onnx_mlir
from onnxscript import opset18
from torch_onnx_mlir import errors

from .models import Add, Count, Mlp, Nested

X = torch.randn(4, 64)


def test_dynamo_export(tmp_path: pathlib.Path) -> None:
    model = Mlp().eval()
    with pytest.warns(DeprecationWarning, match="use export"):
        output = torch_onnx_mlir.dynamo_export(model, X)
    assert isinstance(output, torch_onnx_mlir.ExportOutput)
    assert output.model_proto.opset_import[0].version == 18
    output.save(str(tmp_path / "model.onnx"))
    onnx.checker.check_model(tmp_path / "model.onnx")
    torch.testing.assert_close(output(X)[0], model(X))


@pytest.mark.filterwarnings("ignore:dynamo_export")
@pytest.mark.parametrize(("dynamic", "kind"), [(True, str), (False, int), (None, int)])
def test_dynamic_shapes(dynamic: bool | None, kind: type) -> None:
    options = torch_onnx_mlir.ExportOptions(dynamic_shapes=dynamic)
    output = torch_onnx_mlir.dynamo_export(Mlp().eval(), X, export_options=options)
    size = output.model_proto.graph.input[0].type.tensor_type.shape.dim[0]
    assert bool(size.dim_param) == (kind is str)


@pytest.mark.filterwarnings("ignore:dynamo_export")
def test_nested_and_keyword_arguments() -> None:
    args = ([X, torch.randn(4, 64)], {"scale": torch.randn(4, 64), "offset": torch.randn(4, 64)})
    options = torch_onnx_mlir.ExportOptions(dynamic_shapes=True)
    for positional, keyword in ((args, {}), (args[:1], {"by_name": args[1]})):
        output = torch_onnx_mlir.dynamo_export(
            Nested(), *positional, export_options=options, **keyword
        )
        torch.testing.assert_close(output(*args).structured, Nested()(*args))


@pytest.mark.filterwarnings("ignore:dynamo_export")
def test_exported_program_and_function() -> None:
    model = Mlp().eval()
    options = torch_onnx_mlir.ExportOptions(dynamic_shapes=True)
    for given in (torch.export.export(model, (X,)), model.forward):
        output = torch_onnx_mlir.dynamo_export(given, X, export_options=options)
        torch.testing.assert_close(output(X)[0], model(X))


@pytest.mark.filterwarnings("ignore:dynamo_export")
def test_diagnostic_options(capsys: pytest.CaptureFixture[str]) -> None:
    strict = torch_onnx_mlir.ExportOptions(
        diagnostic_options=torch_onnx_mlir.DiagnosticOptions(warnings_as_errors=True)
    )
    with pytest.raises(errors.OnnxExporterError, match="count"):
        torch_onnx_mlir.dynamo_export(Count(), X, export_options=strict)
    loud = torch_onnx_mlir.ExportOptions(
        diagnostic_options=torch_onnx_mlir.DiagnosticOptions(logging.DEBUG)
    )
    with pytest.warns(errors.OnnxExporterWarning, match="count"):
        torch_onnx_mlir.dynamo_export(Count(), X, export_options=loud)
    assert "Translate the graph" in capsys.readouterr().out


def test_enable_fake_mode(tmp_path: pathlib.Path) -> None:
    real = Mlp().eval()
    with torch_onnx_mlir.enable_fake_mode():
        model = Mlp().eval()
        program = torch_onnx_mlir.export(model, (torch.randn(4, 64),), optimize=False)
    with pytest.raises(ValueError, match="have no values"):
        _ = program.model_proto
    path = tmp_path / "without.onnx"
    program.save(path, include_initializers=False, keep_initializers_as_inputs=True)
    assert "first.weight" in {value.name for value in onnx.load(path).graph.input}
    program.apply_weights(real.state_dict())
    program.save(tmp_path / "with.onnx", external_data=True)
    session = onnxruntime.InferenceSession(tmp_path / "with.onnx")
    (result,) = session.run(None, {"x": X.numpy()})
    torch.testing.assert_close(torch.from_numpy(result), real(X))


def test_real_model_in_fake_mode() -> None:
    model = Mlp().eval()
    with torch_onnx_mlir.enable_fake_mode():
        program = torch_onnx_mlir.export(model, (torch.randn(4, 64),))
    torch.testing.assert_close(program(X)[0], model(X))


@pytest.mark.filterwarnings("ignore:dynamo_export")
def test_fake_context() -> None:
    with torch_onnx_mlir.enable_fake_mode() as context:
        model, x = Mlp().eval(), torch.randn(4, 64)
    options = torch_onnx_mlir.ExportOptions(fake_context=context)
    program = torch_onnx_mlir.dynamo_export(model, x, export_options=options)
    real = Mlp().eval()
    program.apply_weights(real.state_dict())
    torch.testing.assert_close(program(X)[0], real(X))


def test_registry() -> None:
    registry = torch_onnx_mlir.OnnxRegistry()
    assert registry.opset_version == 18
    # The compiler knows it; it has no Python function.
    assert registry.get_op_functions("aten", "add", "Tensor") == []
    assert registry.is_registered_op("aten", "add", "Tensor")
    assert registry.get_op_functions("aten", "poisson") is None
    assert not registry.is_registered_op("my", "op")
    functions: list[Any] = [lambda x: x, lambda x: x]
    for function in functions:
        registry.register_op(function, "my", "op")
    assert registry.get_op_functions("my", "op", "default") == functions[::-1]
    assert registry.is_registered_op("my", "op")
    with pytest.raises(NotImplementedError, match=r"my::op\.overload"):
        registry.register_op(functions[0], "my", "op", "overload", is_complex=True)
    with pytest.raises(ValueError, match="'aten::add' cannot"):
        registry.register_op(functions[0], "my", "aten::add")


@pytest.mark.filterwarnings("ignore:dynamo_export")
def test_registered_lowering() -> None:
    def subtract(x: Any, y: Any, alpha: float = 1) -> Any:
        return opset18.Sub(x, y)

    registry = torch_onnx_mlir.OnnxRegistry()
    registry.register_op(subtract, "aten", "add", "Tensor")
    registry.register_op(subtract, "not_there", "add")
    options = torch_onnx_mlir.ExportOptions(onnx_registry=registry)
    program = torch_onnx_mlir.dynamo_export(Add(), X, X, export_options=options)
    torch.testing.assert_close(program(X, X)[0], torch.zeros(4, 64))


def test_runtime_options() -> None:
    session_options: Any = onnxruntime.SessionOptions()
    session_options.intra_op_num_threads = 1
    for given in (session_options, [session_options], None):
        options = torch_onnx_mlir.ONNXRuntimeOptions(
            session_options=given,
            execution_providers=["CPUExecutionProvider"],
            execution_provider_options=[{}],
        )
        model = Mlp().eval()
        program = torch_onnx_mlir.export(model, (X,))
        program.initialize_inference_session(options)
        torch.testing.assert_close(program(X)[0], model(X))
