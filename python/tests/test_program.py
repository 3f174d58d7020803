"""The methods and properties of ONNXProgram."""

from __future__ import annotations

import gc
import io
import pathlib
from typing import Any, Optional

import numpy as np
import onnx
import onnx_ir as ir
import onnxruntime
import pytest
import torch
import torch_onnx_mlir
from torch._subclasses.fake_tensor import FakeTensorMode
from torch_onnx_mlir import ONNXProgram, errors
from torch_onnx_mlir._compiler import library as _library

from .features import needs_plugin
from .models import Add, Mlp, Nested, Norm

X = torch.randn(4, 64)


@pytest.fixture
def program(mlp: Mlp) -> ONNXProgram:
    return torch_onnx_mlir.export(mlp, (X,), dynamic_shapes=({0: "batch"},))


def run(path: pathlib.Path, feed: dict[str, torch.Tensor]) -> torch.Tensor:
    session = onnxruntime.InferenceSession(path)
    values = {name: value.detach().numpy() for name, value in feed.items()}
    return torch.from_numpy(session.run(None, values)[0])


def test_call(program: ONNXProgram, mlp: Mlp) -> None:
    result = program(X)
    assert isinstance(result, tuple) and len(result) == 1
    torch.testing.assert_close(result[0], mlp(X))
    torch.testing.assert_close(program(x=X).structured, mlp(X))
    torch.testing.assert_close(program(X[:1]).structured, mlp(X[:1]))


def test_structure_of_outputs() -> None:
    args = ([X, X], {"scale": X, "offset": X})
    program = torch_onnx_mlir.export(Nested(), args)
    result = program(*args)
    assert len(result) == 3
    torch.testing.assert_close(result.structured, Nested()(*args))
    flat = program(X, X, X, X)
    torch.testing.assert_close(tuple(flat), tuple(result))


@needs_plugin
def test_outputs_without_a_value() -> None:
    @torch.jit.script
    def model(x: torch.Tensor) -> Optional[torch.Tensor]:
        y: Optional[torch.Tensor] = None
        if x.size(0) > 4:
            y = x + 1
        return y

    program = torch_onnx_mlir.export(model, (X,), input_names=["x"], dynamic_axes={"x": [0]})
    assert tuple(program(X)) == (None,)
    longer = torch.randn(5, 64)
    torch.testing.assert_close(program(longer)[0], longer + 1)


@pytest.mark.parametrize("dtype", [torch.float8_e4m3fn, torch.float8_e5m2], ids=str)
def test_outputs_of_eight_bits(dtype: torch.dtype) -> None:
    model = torch.nn.Module()
    model.forward = lambda x: x.to(dtype)  # type: ignore[assignment]
    result = torch_onnx_mlir.export(model, (X,), opset_version=21)(X)[0]
    assert result.dtype == dtype
    assert torch.equal(result.float(), X.to(dtype).float())


@pytest.mark.parametrize("kind", [torch.nn.Module, torch.jit.ScriptModule])
def test_given_name_of_a_weight(mlp: Mlp, kind: Any) -> None:
    """The weight gets another name."""
    weight = next(iter(mlp.state_dict()))
    model: Any = mlp if kind is torch.nn.Module else torch.jit.trace(mlp, (X,))
    if kind is torch.jit.ScriptModule and not _library.has_plugin():
        pytest.skip("no plug-in")
    program = torch_onnx_mlir.export(model, (X,), output_names=[weight])
    assert [output.name for output in program.model.graph.outputs] == [weight]
    assert f"{weight}_1" in program.model.graph.initializers
    torch.testing.assert_close(program(X)[0], mlp(X))


def test_outputs_that_are_inputs_have_memory_of_their_own() -> None:
    """ONNX Runtime gives the memory of the input, which may end before the output does."""

    class Model(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> Any:
            return x, x.detach(), x + 1

    x = torch.randn(3, 4)
    program = torch_onnx_mlir.export(Model(), (x,))
    for output in program(x)[:2]:
        assert output.data_ptr() != x.data_ptr()
        assert torch.equal(output, x)


def test_none_and_numbers_as_outputs() -> None:
    class Mixed(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> Any:
            return x + 1, None, 3, x.shape[0]

    program = torch_onnx_mlir.export(Mixed(), (X,), dynamic_shapes=({0: "rows"},))
    result = program(X[:3])
    assert result.structured[1:] == (None, 3, 3)
    assert len(result) == 3


def test_wrong_number_of_inputs(program: ONNXProgram) -> None:
    with pytest.raises(TypeError, match=r"1 inputs \(x\), but 2 values"):
        program(X, X)


def test_types() -> None:
    class Types(torch.nn.Module):
        def forward(self, *values: torch.Tensor) -> list[torch.Tensor]:
            return [value.reshape(-1) for value in values]

    dtypes = [
        torch.float16, torch.float64, torch.bfloat16, torch.int8, torch.int64, torch.bool, torch.uint8,
    ]
    values = tuple(torch.arange(4).reshape(2, 2).to(dtype) for dtype in dtypes)
    program = torch_onnx_mlir.export(Types(), values)
    for given, result in zip(values, program(*values), strict=True):
        torch.testing.assert_close(result, given.reshape(-1))


def test_views_and_gradients_are_inputs(program: ONNXProgram, mlp: Mlp) -> None:
    transposed = torch.randn(64, 4, requires_grad=True).t()
    torch.testing.assert_close(program(transposed)[0], mlp(transposed).detach())


def test_call_reference(program: ONNXProgram, mlp: Mlp) -> None:
    torch.testing.assert_close(program.call_reference(X).structured, mlp(X).detach())


def test_compute_values(program: ONNXProgram, mlp: Mlp) -> None:
    inner = program.model.graph[1].outputs[0].name
    assert inner
    first, last, again = program.compute_values([inner, "x", inner], (X,))
    torch.testing.assert_close(first, torch.relu(mlp.first(X)).detach())
    torch.testing.assert_close(last, X)
    torch.testing.assert_close(again, first)
    assert len(program.model.graph.outputs) == 1
    with pytest.raises(ValueError, match="no value 'nothing'"):
        program.compute_values(["nothing"], (X,))
    torch.testing.assert_close(program(X)[0], mlp(X))


def test_model_proto(program: ONNXProgram) -> None:
    proto = program.model_proto
    onnx.checker.check_model(proto, full_check=True)
    assert proto is not program.model_proto
    assert {t.name for t in proto.graph.initializer} >= {"first.weight", "second.bias"}


def test_model_is_made_lazily_and_counts(program: ONNXProgram, mlp: Mlp, tmp_path: pathlib.Path) -> None:
    repr(program)
    program(X)
    assert program._unchanged() is not None
    model = program.model
    assert program._unchanged() is None
    assert program.model is model
    model.graph.outputs[0].name = "renamed"
    model.graph.initializers["second.bias"].const_value = ir.tensor(np.zeros(8, np.float32))
    program.release()
    expected = mlp(X) - mlp.second.bias
    torch.testing.assert_close(program(X)[0], expected)
    assert program.model_proto.graph.output[0].name == "renamed"
    for external_data in (True, False, None):
        path = tmp_path / f"{external_data}.onnx"
        program.save(path, external_data=external_data)
        torch.testing.assert_close(run(path, {"x": X}), expected)


def test_weights_of_the_model_are_not_copied(program: ONNXProgram) -> None:
    value = program.model.graph.initializers["first.weight"].const_value
    assert value is not None
    assert not np.asarray(value.numpy()).flags.owndata


def test_model_can_be_replaced(program: ONNXProgram) -> None:
    other = torch_onnx_mlir.export(Add(), (X, X)).model
    program.model = other
    program.exported_program = None
    torch.testing.assert_close(program(X, X)[0], X + X)
    with pytest.raises(ValueError, match="structure"):
        _ = program(X, X).structured


def test_from_a_model_of_onnx_ir() -> None:
    model = torch_onnx_mlir.export(Add(), (X, X)).model
    program = ONNXProgram(model, None)
    torch.testing.assert_close(program(X, X)[0], X + X)
    assert "Add 1" in repr(program)
    program.optimize()
    torch.testing.assert_close(program(X, X)[0], X + X)


def test_repr(program: ONNXProgram) -> None:
    text = repr(program)
    assert "input: x: float32[batch, 64]" in text
    assert "float32[batch, 8]" in text
    assert "Gemm 2" in text and "9.4 KB" in text
    _ = program.model
    assert repr(program) == text


@pytest.mark.parametrize("touched", [False, True])
@pytest.mark.parametrize("include", [False, True])
@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize("external", [False, True])
def test_save(
    program: ONNXProgram, mlp: Mlp, tmp_path: pathlib.Path,
    touched: bool, include: bool, keep: bool, external: bool,
) -> None:
    if touched:
        _ = program.model
    path = tmp_path / "model.onnx"
    files = program.save(
        path, include_initializers=include, keep_initializers_as_inputs=keep, external_data=external
    )
    assert sorted(files) == sorted(str(p) for p in tmp_path.iterdir())
    assert (len(files) == 2) == (external and include)
    proto = onnx.load(path)
    weights = set(mlp.state_dict())
    assert (weights <= {t.name for t in proto.graph.initializer}) == include
    assert (weights <= {v.name for v in proto.graph.input}) == keep
    assert proto.graph.input[0].name == "x"
    if include:
        torch.testing.assert_close(run(path, {"x": X}), mlp(X))
    if keep:
        other = {name: weight + 0.1 for name, weight in mlp.state_dict().items()}
        result = run(path, {"x": X, **other})
        torch.testing.assert_close(result, torch.func.functional_call(mlp, other, (X,)))
    torch.testing.assert_close(program(X)[0], mlp(X))


def test_save_to_a_file(program: ONNXProgram) -> None:
    file = io.BytesIO()
    assert program.save(file) == []
    onnx.checker.check_model(onnx.ModelProto.FromString(file.getvalue()))
    for external in ({"external_data": True}, {"weights": "external"}):
        with pytest.raises(TypeError, match="need a path"):
            program.save(file, **external)  # type: ignore[arg-type]


def test_threshold(program: ONNXProgram, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "model.onnx"
    program.save(path, external_data=True, external_threshold=1 << 20)
    assert list(tmp_path.iterdir()) == [path]


def test_optimize() -> None:
    model, x = Norm().eval(), torch.randn(1, 3, 8, 8)
    program = torch_onnx_mlir.export(model, (x,), optimize=False)
    assert len(program.model_proto.graph.node) > 1
    program.optimize()
    assert len(program.model_proto.graph.node) == 1
    torch.testing.assert_close(program(x)[0], model(x), rtol=1e-4, atol=1e-5)
    program.optimize()
    assert len(program.model.graph) == 1


def test_optimize_after_a_change() -> None:
    model, x = Norm().eval(), torch.randn(1, 3, 8, 8)
    program = torch_onnx_mlir.export(model, (x,), optimize=False)
    program.model.graph.outputs[0].name = "y"
    program.optimize()
    assert program.model.graph.outputs[0].name == "y"
    torch.testing.assert_close(program(x)[0], model(x), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("touched", [False, True])
def test_apply_weights(program: ONNXProgram, mlp: Mlp, touched: bool) -> None:
    if touched:
        _ = program.model
    other = Mlp().eval()
    program(X)
    program.apply_weights(other.state_dict())
    torch.testing.assert_close(program(X)[0], other(X))
    with pytest.warns(errors.OnnxExporterWarning, match="'nobody' not found"):
        program.apply_weights({"nobody": X})
    with pytest.raises(ValueError, match=r"first\.bias"):
        program.apply_weights({"first.bias": torch.zeros(3)})


def test_apply_weights_that_were_folded() -> None:
    model, x = Norm().eval(), torch.randn(1, 3, 8, 8)
    program = torch_onnx_mlir.export(model, (x,))
    before = dict(model.state_dict())
    other = Norm().eval()
    other.norm.running_mean.add_(3)
    program.apply_weights(other.state_dict())
    torch.testing.assert_close(program(x)[0], other(x), rtol=1e-4, atol=1e-5)
    for name, weight in model.state_dict().items():
        assert weight is before[name] or torch.equal(weight, before[name])


def test_fake_mode(tmp_path: pathlib.Path) -> None:
    real = Mlp().eval()
    with FakeTensorMode():
        model = Mlp().eval()
        x = torch.randn(4, 64)
    with FakeTensorMode(allow_non_fake_inputs=True):
        program = torch_onnx_mlir.export(torch.export.export(model, (x,)), optimize=False)
    program.save(tmp_path / "none.onnx", include_initializers=False,
                 keep_initializers_as_inputs=True)
    torch.testing.assert_close(
        run(tmp_path / "none.onnx", {"x": X, **real.state_dict()}), real(X)
    )
    with pytest.raises(ValueError, match="have no values"):
        program.save(tmp_path / "fails.onnx")
    program.apply_weights(real.state_dict())
    program.save(tmp_path / "model.onnx")
    torch.testing.assert_close(run(tmp_path / "model.onnx", {"x": X}), real(X))
    torch.testing.assert_close(program(X)[0], real(X))


@pytest.mark.parametrize("arguments", [{"export_params": False}, {"weights": "none"}])
def test_export_without_values(arguments: dict[str, Any], tmp_path: pathlib.Path) -> None:
    """What has no values can be written by `export` itself if none are asked for."""
    program = torch.export.export(Mlp().to("meta").eval(), (X.to("meta"),))
    path = tmp_path / "none.onnx"
    torch_onnx_mlir.export(program, f=path, **arguments)
    graph = onnx.load(path).graph
    assert not graph.initializer
    weights = {value.name for value in graph.input[1:]}
    assert weights == (set(Mlp().state_dict()) if "weights" in arguments else set())


def test_initialize_inference_session(program: ONNXProgram) -> None:
    seen: list[Any] = []

    def initializer(model: str | bytes) -> onnxruntime.InferenceSession:
        seen.append(model)
        return onnxruntime.InferenceSession(model)

    program.initialize_inference_session(initializer)
    assert isinstance(seen[0], bytes)
    program(X)
    assert len(seen) == 1
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    program.initialize_inference_session(
        session_options=options, providers=["CPUExecutionProvider"], provider_options=[{}]
    )
    assert program._inference_session is not None
    assert program._inference_session.get_providers() == ["CPUExecutionProvider"]
    program(X)


def test_large_models_are_files(
    program: ONNXProgram, mlp: Mlp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("torch_onnx_mlir._model.models.LARGE_MODEL", 100)
    seen: list[Any] = []

    def initializer(model: str | bytes) -> onnxruntime.InferenceSession:
        seen.append(model)
        return onnxruntime.InferenceSession(model)

    program.initialize_inference_session(initializer)
    assert isinstance(seen[0], str)
    torch.testing.assert_close(program(X)[0], mlp(X))
    program.release()
    assert not pathlib.Path(seen[0]).exists()


def test_release(program: ONNXProgram) -> None:
    program(X)
    assert program._inference_session is not None
    program.release()
    assert program._inference_session is None
    program(X)


def test_rename_axes() -> None:
    class Double(torch.nn.Module):
        def forward(self, x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            return torch.cat([x, x]), y + 1

    args = (X, torch.randn(5, 64))
    program = torch_onnx_mlir.export(Double(), args, dynamic_shapes=({0: "a"}, {0: "b"}))
    inputs = program.model.graph.inputs
    program.rename_axes({inputs[0].shape[0]: "b", "b": "a"})
    assert [str(value.shape[0]) for value in inputs] == ["b", "a"]
    assert str(program.model.graph.outputs[0].shape[0]) == "2*b"
    with pytest.raises(ValueError, match="not the name"):
        program.rename_axes({3: "c"})  # type: ignore[dict-item]
    program.rename_axes({})


def test_no_files_are_left(mlp: Mlp, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    program = torch_onnx_mlir.export(mlp, (X,))
    program(X)
    _ = program.model
    del program
    gc.collect()
    assert list(tmp_path.iterdir()) == []
