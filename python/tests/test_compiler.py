"""The boundary to the compiler: memory, threads, other processes."""

from __future__ import annotations

import gc
import pathlib
import threading

import onnx
import onnxruntime as ort
import pytest
import torch
import torch_onnx_mlir
from torch_onnx_mlir._compiler.conversion import Conversion
from torch_onnx_mlir._compiler.isolated import IsolatedConversion
from torch_onnx_mlir._compiler.program_view import Parts
from torch_onnx_mlir.errors import CompilerError


class Weights(torch.nn.Module):
    """Weights that share storages, are views, are constants, or are not persistent."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(32, 32)
        self.tied = torch.nn.Linear(32, 32)
        self.tied.weight = self.linear.weight
        self.register_buffer("view", torch.arange(64.0).view(2, 32)[1])
        self.register_buffer("hidden", torch.arange(32.0), persistent=False)
        self.register_buffer("empty", torch.zeros(0, 32))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.tied(self.linear(x)) + self.view * self.hidden + torch.tensor([3.0])
        return torch.cat([y, self.empty])


def capture(model: torch.nn.Module, *args: torch.Tensor) -> torch.export.ExportedProgram:
    return torch.export.export(model.eval(), args)


X = torch.linspace(-1, 1, 64).view(2, 32)


def run(model: bytes, *args: torch.Tensor) -> torch.Tensor:
    session = ort.InferenceSession(model)
    names = [value.name for value in session.get_inputs()]
    outputs = session.run(None, {n: a.numpy() for n, a in zip(names, args, strict=True)})
    return torch.from_numpy(outputs[0])


def test_weights_are_read_where_they_are() -> None:
    model = Weights()
    parts = Parts(capture(model, X))
    sizes = sorted(storage.nbytes() for storage in parts.storages.values() if storage)
    # One storage for the tied weight; the whole one of the view.
    assert sizes.count(32 * 32 * 4) == 1
    assert sizes.count(64 * 4) == 1
    conversion = Conversion(capture(model, X), [])
    assert conversion.run()
    torch.testing.assert_close(run(conversion.serialize(), X), model(X))
    with torch.no_grad():
        model.linear.weight *= -1
    torch.testing.assert_close(run(conversion.serialize(), X), model(X))


def test_weights_live_as_long_as_the_conversion() -> None:
    model = Weights()
    expected = model(X)
    conversion = Conversion(capture(model, X), [])
    del model
    gc.collect()
    assert conversion.run()
    storages = dict(conversion.storages)
    proto = onnx.ModelProto.FromString(conversion.serialize("reference"))
    external = {
        entry.value
        for tensor in proto.graph.initializer
        for entry in tensor.external_data
        if entry.key == "location"
    }
    assert external and external <= set(storages)
    torch.testing.assert_close(run(conversion.serialize(), X), expected)


class Products(torch.nn.Module):
    """Its weight is transposed by the model, which has no operator for that."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(32, 48)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x)


@pytest.mark.parametrize("is_file", [False, True])
def test_computed_weights_are_read_when_they_are_asked_for(
    is_file: bool, tmp_path: pathlib.Path
) -> None:
    x = torch.randn(2, 5, 32)
    model = Products()
    program = capture(model, x)
    path = tmp_path / "program.pt2"
    torch.export.save(program, path)
    conversion = Conversion(path if is_file else program, [])
    assert conversion.run()
    content = conversion.serialize("reference")
    assert len(content) < 4096
    converted = torch_onnx_mlir.export(path if is_file else program, ())
    (weight,) = [
        value.const_value
        for value in converted.model.graph.initializers.values()
        if value.const_value is not None and value.const_value.nbytes == 32 * 48 * 4
    ]
    assert (weight.numpy() == model.linear.weight.detach().numpy().T).all()
    torch.testing.assert_close(converted(x)[0], model(x))
    with pytest.raises(KeyError):
        conversion.storages["computed:99"]
    with pytest.raises(KeyError):
        conversion.storages["elsewhere"]


def test_weights_without_values() -> None:
    from torch._subclasses.fake_tensor import FakeTensorMode

    with FakeTensorMode():
        model = torch.nn.Linear(1000, 1000)
        program = capture(model, torch.ones(2, 1000))
    conversion = Conversion(program, [])
    assert not conversion.run()
    assert any("weights" in message.text for message in conversion.messages)
    assert Conversion(program, ["--weights=none"]).run()


def test_threads_convert_at_the_same_time() -> None:
    program = capture(Weights(), X)
    expected = program.module()(X)
    results: list[torch.Tensor] = []

    def work() -> None:
        conversion = Conversion(program, ["--opset=18"])
        assert conversion.run()
        results.append(run(conversion.serialize(), X))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4
    for result in results:
        torch.testing.assert_close(result, expected)


def test_an_exception_of_the_caller_is_passed_on() -> None:
    class Asks(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return torch.poisson(x)

    def refuse(message: object) -> None:
        raise KeyError(message)

    conversion = Conversion(capture(Asks(), torch.eye(3)), [])
    with pytest.raises(KeyError):
        conversion.run(refuse)


def test_a_conversion_that_is_closed() -> None:
    conversion = Conversion(capture(Weights(), X), [])
    with pytest.raises(CompilerError):
        conversion.serialize()
    assert conversion.run()
    conversion.close()
    conversion.close()
    with pytest.raises(CompilerError, match="closed"):
        conversion.serialize()


def test_another_process(tmp_path: pathlib.Path) -> None:
    model = Weights()
    program = torch_onnx_mlir.export(model.eval(), (X,), tmp_path / "m.onnx", isolate=True)
    assert isinstance(program._compiled(), IsolatedConversion)
    torch.testing.assert_close(program(X)[0], model(X))
    assert (tmp_path / "m.onnx").exists()


def test_mlir() -> None:
    program = torch_onnx_mlir.export(torch.nn.ReLU(), (X,))
    assert "onnx.Relu" in program.to_mlir()
