"""What torch.onnx had in torch 2.1 to 2.6: the documented examples."""

from __future__ import annotations

import io
import logging
import os
import pathlib
from typing import IO, Any

import onnx
import onnxruntime
import pytest
import safetensors.torch
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
    registry.register_op(functions[0], "my", "op", "overload", is_complex=True)
    assert registry.get_op_functions("my", "op", "overload") == functions[:1]
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


def test_options_of_another_type() -> None:
    with pytest.raises(torch_onnx_mlir.InvalidExportOptionsError, match="not a dict"):
        torch_onnx_mlir.dynamo_export(Mlp(), X, export_options={"opset": 18})  # type: ignore


@pytest.mark.parametrize("suffix", ["dict", ".pt", ".safetensors"])
def test_save_with_model_state(tmp_path: pathlib.Path, suffix: str) -> None:
    real = Mlp().eval()
    state: Any = real.state_dict()
    if suffix != "dict":
        state = os.fspath(tmp_path / f"weights{suffix}")
        save = torch.save if suffix == ".pt" else safetensors.torch.save_file
        save(real.state_dict(), state)
    with torch_onnx_mlir.enable_fake_mode():
        program = torch_onnx_mlir.export(Mlp().eval(), (torch.randn(4, 64),))
    program.save(tmp_path / "model.onnx", model_state=state)
    session = onnxruntime.InferenceSession(tmp_path / "model.onnx")
    (result,) = session.run(None, {"x": X.numpy()})
    torch.testing.assert_close(torch.from_numpy(result), real(X))


def test_save_with_serializer(tmp_path: pathlib.Path) -> None:
    class Text(torch_onnx_mlir.ONNXProgramSerializer):
        def serialize(self, onnx_program: Any, destination: IO[bytes]) -> None:
            destination.write(onnx.printer.to_text(onnx_program.model_proto).encode())

    program = torch_onnx_mlir.export(Mlp().eval(), (X,))
    path = tmp_path / "model.txt"
    assert program.save(path, serializer=Text()) == [os.fspath(path)]
    buffer = io.BytesIO()
    program.save(buffer, serializer=Text())
    assert buffer.getvalue() == path.read_bytes()
    assert b"opset_import" in buffer.getvalue()


def test_adapt_inputs_and_outputs() -> None:
    class Structured(torch.nn.Module):
        def forward(self, x: Any, y: Any, scale: Any = None) -> Any:
            total = x["a"] + y[0] + y[1][0]
            return {"sum": total, "complex": torch.view_as_complex(total), "nothing": None}

    x, y = {"a": torch.randn(4, 2)}, (torch.ones(4, 2), [torch.ones(4, 2)])
    program = torch_onnx_mlir.export(Structured(), (x, y, None))
    inputs = program.adapt_torch_inputs_to_onnx(x, y, None, model_with_state_dict=Structured())
    assert [value is given for value, given in zip(inputs, (x["a"], y[0], y[1][0]))] == [True] * 3
    expected = program.adapt_torch_outputs_to_onnx(Structured()(x, y))
    assert [list(value.shape) for value in expected] == [[4, 2], [4, 2]]
    torch.testing.assert_close(list(program(*inputs)), expected)
    with pytest.raises(TypeError, match="3 inputs"):
        program.adapt_torch_inputs_to_onnx(x)
    assert program.model_signature is program.exported_program.graph_signature


def test_log(capsys: pytest.CaptureFixture[str]) -> None:
    torch_onnx_mlir.log("not ", "said")
    torch_onnx_mlir.enable_log()
    try:
        assert torch_onnx_mlir.is_onnx_log_enabled()
        torch_onnx_mlir.set_log_stream("stderr")
        torch_onnx_mlir.log("said ", 3)
        torch_onnx_mlir.export(Mlp().eval(), (X,), verbose=False)
        assert capsys.readouterr() == ("", "said 3\n")
        torch_onnx_mlir.export(Mlp().eval(), (X,))
        assert "Translate the graph" in capsys.readouterr().err
    finally:
        torch_onnx_mlir.disable_log()
        torch_onnx_mlir.set_log_stream()
    with pytest.raises(ValueError, match="'stdout' or 'stderr'"):
        torch_onnx_mlir.set_log_stream("file")  # type: ignore[arg-type]


def test_backend_of_torch_compile() -> None:
    expected = "onnxrt" in torch.compiler.list_backends()
    assert torch_onnx_mlir.is_onnxrt_backend_supported() == expected


@torch.library.custom_op("former::unknown", mutates_args=())
def unknown(x: torch.Tensor) -> torch.Tensor:
    """An operator without an equivalent."""
    return x.clone()


@unknown.register_fake
def _(x: torch.Tensor) -> torch.Tensor:
    return torch.empty_like(x)


class Unsupported(torch.nn.Module):
    """An operator without an equivalent, between others."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return unknown(x + 1).relu()


def test_errors_are_caught_by_their_former_names() -> None:
    for error in (
        torch_onnx_mlir.CheckerError,
        torch_onnx_mlir.errors.UnsupportedOperatorError,
        torch.onnx.errors.UnsupportedOperatorError,
    ):
        with pytest.raises(error, match="not supported"):
            torch_onnx_mlir.export(Unsupported(), (X,))


def test_export_of_utils(tmp_path: pathlib.Path) -> None:
    model = Mlp().train()
    path = tmp_path / "model.onnx"
    with pytest.warns(DeprecationWarning):
        torch_onnx_mlir.utils.export(
            model, X, os.fspath(path), True, False, torch_onnx_mlir.TrainingMode.EVAL, ["in"]
        )
    loaded = onnx.load(path)  # weights are inside
    assert loaded.graph.input[0].name == "in"
    assert os.listdir(tmp_path) == ["model.onnx"]
    assert model.training


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_text_of_a_model() -> None:
    text = torch_onnx_mlir.export_to_pretty_string(
        Mlp().eval(), X, input_names=["in"], google_printer=False, add_node_names=False
    )
    assert "Gemm" in text and "in" in text
    assert len(text) < 2000  # without the values of weights


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_unconvertible_ops() -> None:
    graph, names = torch_onnx_mlir.utils.unconvertible_ops(Unsupported(), X)
    assert names == ["former::unknown"]
    assert "relu" in str(graph)
    assert torch_onnx_mlir.utils.unconvertible_ops(Mlp(), X)[1] == []


def test_other_names_of_utils_are_torchs() -> None:
    model = Mlp().train()
    mode = torch_onnx_mlir.TrainingMode.EVAL
    with torch_onnx_mlir.utils.select_model_mode_for_export(model, mode):
        assert not model.training
    assert model.training
    assert torch_onnx_mlir.utils._constants.ONNX_MAX_OPSET


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
