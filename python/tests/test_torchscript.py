"""Modules and functions of TorchScript, and their archives.

Annotations are evaluated here: torch.jit.script does not take named tuples otherwise.
"""

import collections
import gc
import os
import pathlib
import warnings
from collections.abc import Iterator
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

import onnxruntime
import pytest
import torch
import torch_onnx_mlir
from torch.export import Dim
from torch_onnx_mlir import errors, export, verification

from .models import Mlp

X = torch.linspace(-1, 1, 2 * 64).reshape(2, 64)


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """torch.jit itself is deprecated."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=DeprecationWarning, module="torch")
        warnings.filterwarnings("ignore", message=".*torch.jit.*", category=DeprecationWarning)
        warnings.filterwarnings("ignore", category=torch.jit.TracerWarning)
        yield


def _traced() -> Any:
    return torch.jit.trace(Mlp().eval(), (X,))


def _scripted() -> Any:
    return torch.jit.script(Mlp().eval())


@pytest.mark.parametrize("make", [_traced, _scripted])
@pytest.mark.parametrize("dynamo", [True, False])
@pytest.mark.filterwarnings("ignore:You are using the legacy")
def test_modules(make: Any, dynamo: bool, tmp_path: pathlib.Path) -> None:
    model = make()
    program = export(
        model, (X,), tmp_path / "model.onnx", dynamo=dynamo, verify=True, input_names=["image"],
        output_names=["scores"], opset_version=18,
    )
    assert type(program) is torch_onnx_mlir.ONNXProgram
    assert program.exported_program is None
    assert program.model.opset_imports[""] == 18
    assert [value.name for value in program.model.graph.outputs] == ["scores"]
    session = onnxruntime.InferenceSession(tmp_path / "model.onnx")
    (actual,) = session.run(["scores"], {"image": X.numpy()})
    torch.testing.assert_close(torch.from_numpy(actual), model(X), rtol=1e-5, atol=1e-5)
    torch.testing.assert_close(program(X)[0], model(X), rtol=1e-5, atol=1e-5)


def test_weights_have_their_names() -> None:
    program = export(_scripted(), (X,), optimize=False)
    assert set(program.model.graph.initializers) >= set(Mlp().state_dict())


def test_function() -> None:
    @torch.jit.script
    def scale(x: torch.Tensor, factor: float = 2.0) -> torch.Tensor:
        return x * factor + 1

    program = export(scale, (X,), verify=True)
    torch.testing.assert_close(program(X)[0], X * 2 + 1)
    program = export(scale, (X, 3))  # an int where a float is declared
    torch.testing.assert_close(program(X, 3)[0], X * 3 + 1)
    traced = torch.jit.trace(lambda x: x.sum(1), (X,))
    torch.testing.assert_close(export(traced, (X,), verify=True)(X)[0], X.sum(1))


@pytest.mark.parametrize(
    "shapes",
    [
        ({0: "batch"},),
        {"x": {0: Dim("batch")}},
        ([Dim("batch", min=2, max=99), None],),
        {"x": ("batch", 64)},
    ],
)
def test_named_sizes(shapes: Any) -> None:
    program = export(_scripted(), (X,), dynamic_shapes=shapes, verify=True)
    assert str(program.model.graph.inputs[0].shape[0]) == "batch"
    assert str(program.model.graph.outputs[0].shape[0]) == "batch"
    assert program._verification.count("[") >= 2  # other sizes were tried


def test_other_sizes() -> None:
    class Two(torch.nn.Module):
        def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
            return torch.cat([x, y])

    model = torch.jit.script(Two())
    program = export(model, (X, X), dynamic_shapes=({0: Dim.DYNAMIC}, {0: "in y, rows"}))
    first, second = program.model.graph.inputs
    assert str(second.shape[0]) == "in y, rows"
    assert not isinstance(first.shape[0], int) and str(first.shape[0]) != str(second.shape[0])
    torch.testing.assert_close(program(X[:1], X)[0], torch.cat([X[:1], X]))
    with pytest.warns(UserWarning, match="is that of two sizes, 2 and 1 in the example"):
        program = export(model, (X, X[:1]), dynamic_shapes=({0: "n"}, {0: "n"}))
    torch.testing.assert_close(program(X, X[:1])[0], torch.cat([X, X[:1]]))


@pytest.mark.filterwarnings("ignore:You are using the legacy", "ignore:from_dynamic_axes")
def test_dynamic_axes() -> None:
    program = export(
        _traced(), (X,), dynamo=False, input_names=["a"], output_names=["b"],
        dynamic_axes={"a": {0: "n"}, "b": {0: "n"}},
    )
    assert str(program.model.graph.inputs[0].shape[0]) == "n"
    program = export(_traced(), (X,), dynamic_axes={"input": [0]}, input_names=["input"])
    assert not isinstance(program.model.graph.inputs[0].shape[0], int)


class Pair(NamedTuple):
    left: torch.Tensor
    right: torch.Tensor


class Structured(torch.nn.Module):
    def forward(
        self,
        x: torch.Tensor,
        pair: Tuple[torch.Tensor, int],
        several: List[torch.Tensor],
        named: Dict[str, torch.Tensor],
        mask: Optional[torch.Tensor] = None,
        factor: float = 2.0,
        mode: str = "sum",
    ) -> Tuple[torch.Tensor, Pair, Dict[str, torch.Tensor]]:
        y = x * factor + pair[0] * pair[1]
        for z in several:
            y = y + z
        if mask is not None:
            y = y * mask
        if mode == "sum":
            y = y + named["shift"]
        return y, Pair(y + 1, y - 1), {"last": y * 2}


class Squeezed(torch.nn.Module):
    """The rank of the result depends on a size; the trace and the code ask for its shape."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x.squeeze(1)
        return y.reshape(y.shape[0], -1)


@pytest.mark.parametrize("compile_", [torch.jit.script, None], ids=["scripted", "traced"])
@pytest.mark.filterwarnings("ignore:You are using the legacy")
def test_squeeze_of_a_dynamic_size(compile_: Any) -> None:
    """The example decides whether the dimension is kept, and a warning says so."""
    x = torch.linspace(-1, 1, 24).reshape(2, 3, 4)
    model = compile_(Squeezed()) if compile_ else torch.jit.trace(Squeezed(), (x,))
    with pytest.warns(errors.OnnxExporterWarning, match="removes dimension 1 if its size"):
        program = export(
            model, (x,), dynamo=False, input_names=["x"], dynamic_axes={"x": [1]}, verify=True
        )
    other = torch.linspace(-1, 1, 40).reshape(2, 5, 4)
    torch.testing.assert_close(program(other)[0], other.reshape(2, 20))
    with pytest.raises(errors.ConversionError, match="is 1, as in the example"):
        export(model, (x[:, :1],), dynamic_shapes=({1: "n"},))


def test_structures() -> None:
    model = torch.jit.script(Structured())
    args = (X, (X + 1, 3), [X, X * 2], {"shift": X})
    program = export(model, args, verify=True)
    assert len(program.model.graph.inputs) == 5
    assert len(program.model.graph.outputs) == 4
    first, pair, named = program(*args).structured
    expected = model(*args)
    torch.testing.assert_close(first, expected[0])
    torch.testing.assert_close(pair[1], expected[1][1])
    torch.testing.assert_close(named["last"], expected[2]["last"])


class Lists(NamedTuple):
    rows: List[torch.Tensor]
    sizes: List[int]
    total: torch.Tensor


def _lists(x: torch.Tensor) -> Lists:
    sizes: List[int] = []
    for i in range(x.size(0)):
        sizes.append(i * 2)
    return Lists(list(x.split(2)), sizes, x.sum())


def test_lists_of_dynamic_length() -> None:
    """A sequence, and a vector of numbers."""
    x = torch.linspace(-1, 1, 15).reshape(5, 3)
    program = export(torch.jit.script(_lists), (x,), dynamic_shapes=({0: "n"},), verify=True)
    assert [value.name for value in program.model.graph.outputs] == ["rows", "sizes", "total"]
    for other in (x, x[:3], x[:0]):
        found = program(other)
        rows, sizes, total = found
        torch.testing.assert_close(rows, list(other.split(2)))
        assert sizes.tolist() == list(range(0, 2 * len(other), 2))
        torch.testing.assert_close(total, other.sum())
        structured = found.structured
        assert structured.sizes == sizes.tolist()
    result = verification.verify(program, (x[:4],), error=False)
    assert result.passed, result


def test_keywords_and_defaults() -> None:
    model = torch.jit.script(Structured())
    args: Any = (X, (X + 1, 3), [X], {"shift": X})
    kwargs = {"mode": "product", "mask": X > 0}
    program = export(model, args, kwargs=kwargs, verify=True)
    assert len(program.model.graph.inputs) == 5
    torch.testing.assert_close(program(*args, **kwargs)[0], model(*args, **kwargs)[0])
    program = export(model, (*args, kwargs))  # a trailing dict is the keyword arguments
    torch.testing.assert_close(program(*args, **kwargs)[0], model(*args, **kwargs)[0])


def test_numbers_as_inputs() -> None:
    class Power(torch.nn.Module):
        def forward(self, x: torch.Tensor, n: int) -> torch.Tensor:
            for _ in range(n):
                x = x * 2
            return x

    model = torch.jit.script(Power())
    program = export(model, (X, 3), dynamic_shapes={"x": None, "n": Dim.DYNAMIC}, verify=True)
    assert [node.op_type for node in program.model.graph].count("Loop") == 1
    for n in (0, 1, 5):
        torch.testing.assert_close(program(X, n)[0], X * 2**n)
    # Without it the number is one of the program, for good.
    program = export(model, (X, 3))
    torch.testing.assert_close(program(X, 3)[0], X * 8)
    assert len(program.model.graph.inputs) == 1
    program = export(model, (X, 3), unroll=4)
    assert "Loop" not in [node.op_type for node in program.model.graph]
    torch.testing.assert_close(program(X, 3)[0], X * 8)


class Modes(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.inner = torch.nn.Sequential(torch.nn.Dropout(0.5), torch.nn.BatchNorm1d(64))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.training:
            return self.inner(x) * 0 + 1
        return self.inner(x)


def test_modes() -> None:
    model = torch.jit.script(Modes().train())
    model.inner[0].eval()
    before = [module.training for module in model.modules()]
    program = export(model, (X,))
    assert [module.training for module in model.modules()] == before
    model.eval()
    torch.testing.assert_close(program(X)[0], model(X), rtol=1e-5, atol=1e-5)
    verification.verify(program)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        program = export(model, (X,), training=torch.onnx.TrainingMode.TRAINING)
        assert not any(module.training for module in model.modules())
        torch.testing.assert_close(program(X)[0], torch.ones_like(X))
        model.train()
        program = export(model, (X,), training=torch.onnx.TrainingMode.PRESERVE)
        torch.testing.assert_close(program(X)[0], torch.ones_like(X))


def test_frozen() -> None:
    model = torch.jit.freeze(_scripted())
    program = export(model, (X,), verify=True)
    torch.testing.assert_close(program(X)[0], model(X), rtol=1e-5, atol=1e-5)


def test_archives(tmp_path: pathlib.Path) -> None:
    traced, scripted = _traced(), _scripted()
    traced.save(tmp_path / "traced.pt")
    scripted.save(tmp_path / "scripted.pt")
    # A traced module has the types of its inputs in the archive.
    program = export(tmp_path / "traced.pt")
    torch.testing.assert_close(program(X)[0], traced(X), rtol=1e-5, atol=1e-5)
    program = export(os.fspath(tmp_path / "scripted.pt"), (X,), dynamic_shapes=({0: "n"},))
    torch.testing.assert_close(program(X[:1])[0], scripted(X[:1]), rtol=1e-5, atol=1e-5)
    verification.verify(program)
    with pytest.raises(errors.ConversionError, match=r"input 'x' are unknown.*args=\(\.\.\.\)"):
        export(tmp_path / "scripted.pt")


def test_weights_by_reference(tmp_path: pathlib.Path) -> None:
    model = _scripted()
    with pytest.raises(ValueError, match="torch.jit.save"):
        export(model, (X,), weights="reference")
    model.save(tmp_path / "model.pt")
    program = export(tmp_path / "model.pt", (X,), tmp_path / "model.onnx", weights="reference")
    assert not (tmp_path / "model.onnx.data").exists()
    del program
    session = onnxruntime.InferenceSession(tmp_path / "model.onnx")
    (actual,) = session.run(None, {session.get_inputs()[0].name: X.numpy()})
    torch.testing.assert_close(torch.from_numpy(actual), model(X), rtol=1e-5, atol=1e-5)


def test_temporary_file(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The archive that the compiler reads lives as long as the program."""
    monkeypatch.setattr("tempfile.tempdir", os.fspath(tmp_path))
    program = export(_scripted(), (X,))
    assert len(list(tmp_path.rglob("*.pt"))) == 1
    program.save(tmp_path / "all.onnx", keep_initializers_as_inputs=True)  # converted anew
    program.save(tmp_path / "model.onnx", external_data=True)
    assert (tmp_path / "model.onnx.data").stat().st_size > 0
    del program
    gc.collect()
    assert not list(tmp_path.rglob("*.pt"))


def test_apply_weights() -> None:
    model, other = _scripted(), Mlp().eval()
    program = export(model, (X,))
    state = {name: weight + 1 for name, weight in other.state_dict().items()}
    with pytest.warns(errors.OnnxExporterWarning, match="'nothing' not found"):
        program.apply_weights(state | {"nothing": X})
    other.load_state_dict(state)
    torch.testing.assert_close(program(X)[0], other(X), rtol=1e-4, atol=1e-4)
    with pytest.raises(ValueError, match="has the shape"):
        program.apply_weights({next(iter(state)): X[:1]})


def test_isolate_and_report(tmp_path: pathlib.Path) -> None:
    program = export(
        _scripted(), (X,), isolate=True, report=True, verify=True, profile=True,
        artifacts_dir=tmp_path,
    )
    torch.testing.assert_close(program(X)[0], _expected(program), rtol=1e-5, atol=1e-5)
    (report,) = tmp_path.glob("*_success.md")
    assert "Verification results" in report.read_text()
    program.show(tmp_path / "page.html")
    assert (tmp_path / "page.html").stat().st_size > 0


def _expected(program: Any) -> torch.Tensor:
    result: torch.Tensor = program._script(X)
    return result


def test_a_difference_is_an_error() -> None:
    program = export(_scripted(), (X,))
    for name, value in program.model.graph.initializers.items():
        if name.endswith("bias"):
            value.const_value = torch_onnx_mlir._model.models.tensor_of(
                torch.from_numpy(value.const_value.numpy()) + 1, name
            )
    with pytest.raises(errors.VerificationError, match="output"):
        verification.verify(program)
    with pytest.raises(ValueError, match="torch.export"):
        verification.verify_onnx_program(program, compare_intermediates=True)


def test_patch() -> None:
    with torch_onnx_mlir.patch():
        for dynamo in (True, False):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                program = torch.onnx.export(_scripted(), (X,), dynamo=dynamo)
            assert isinstance(program, torch_onnx_mlir.ONNXProgram)
            assert program.model.producer_name == "torch-onnx"


@pytest.mark.filterwarnings("ignore")
def test_fallback() -> None:
    """A program that is refused goes to the exporter for TorchScript."""
    model = torch.jit.script(torch.nn.BatchNorm1d(64))
    options: Any = {"training": torch.onnx.TrainingMode.TRAINING, "mutations": "error"}
    with pytest.raises(errors.ConversionError):
        export(model, (X,), **options)
    program = export(model, (X,), fallback=True, **options)
    assert program.model.producer_name == "pytorch"


def test_wrong_arguments() -> None:
    model = _scripted()
    with pytest.raises(TypeError, match="too many positional"):
        export(model, (X, X))
    with pytest.raises(TypeError, match="unexpected keyword"):
        export(model, (X,), kwargs={"colour": 3})
    with pytest.raises(ValueError, match="names axis 5"):
        export(model, (X,), dynamic_shapes=({5: "b"},))
    with pytest.raises(ValueError, match="which is no argument"):
        export(model, (X,), dynamic_shapes={"colour": {0: "b"}})
    with pytest.raises(ValueError, match="need example arguments"):
        export(model, dynamic_shapes=({0: "b"},))
    with pytest.raises(errors.UnsupportedModelError, match="'x' is a object"):
        export(model, (object(),))
    with pytest.raises(ValueError, match="unroll is for TorchScript modules"):
        export(Mlp().eval(), (X,), unroll=3)
    with pytest.raises(ValueError, match="ops_library"):
        export(model, (X,), custom_translation_table={torch.ops.aten.relu.default: lambda x: x})


def test_ordered_dictionary() -> None:
    class Named(torch.nn.Module):
        def forward(self, named: Dict[str, torch.Tensor]) -> torch.Tensor:
            return named["a"] - named["b\\\"c"]

    model = torch.jit.script(Named())
    args = (collections.OrderedDict([("b\\\"c", X), ("a", X * 3)]), {})
    program = export(model, args, verify=True)
    torch.testing.assert_close(program(args[0])[0], X * 2)


def test_bisect() -> None:
    program = export(_scripted(), (X,))
    result = torch_onnx_mlir.bisect(program)
    assert result.stage is None and result.stages


def test_quantized_outputs() -> None:
    """Integers, a scale and a zero point for each, from which `structured` makes the tensor."""

    class Model(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> Tuple[torch.Tensor, List[torch.Tensor]]:
            q = torch.quantize_per_tensor(x, 0.1, 128, torch.quint8)
            return x + 1, [torch.relu(q), torch.quantize_per_tensor(x, 0.02, 3, torch.qint8)]

    model = Model().eval()
    program = export(torch.jit.script(model), (X,), verify=True)
    outputs = program(X * 0.5)
    parts = [f"1.{place}.{part}" for place in (0, 1) for part in ("value", "scale", "zero_point")]
    names = [output.name for output in program.model_proto.graph.output]
    assert names == [f"output.{name}" for name in ["0", *parts]]
    dtypes = [torch.float32, torch.uint8, torch.float64, torch.int64, torch.int8]
    assert [output.dtype for output in outputs][:5] == dtypes
    for ours, eager in zip(outputs.structured[1], model(X * 0.5)[1], strict=True):
        assert ours.q_scale() == eager.q_scale() and ours.q_zero_point() == eager.q_zero_point()
        assert torch.equal(ours.int_repr(), eager.int_repr())


def test_names_of_outputs_that_there_are_not() -> None:
    with pytest.warns(UserWarning, match="names of inputs or outputs: scores"):
        export(_scripted(), (X,), dynamic_axes={"x": {0: "n"}, "scores": {0: "n"}})


@pytest.mark.filterwarnings("ignore:You are using the legacy", "ignore:from_dynamic_axes")
def test_traced_if_it_cannot_be_captured() -> None:
    """With dynamo=False, as torch.onnx does: quantized modules, and branches on values."""

    class Model(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            layers = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 2))
            self.layers = torch.ao.quantization.quantize_dynamic(layers.eval(), {torch.nn.Linear})

        def forward(self, x: torch.Tensor, scale: float = 1.0) -> torch.Tensor:
            return self.layers(x) * scale if x.sum() > 0 else x

    model = Model().eval()
    x = torch.rand(3, 4)
    with pytest.warns(errors.OnnxExporterWarning, match="so the model is traced"):
        program = export(
            model, (x,), dynamo=False, input_names=["x"], dynamic_axes={"x": {0: "rows"}}
        )
    for rows in (3, 5, 1):
        x = torch.rand(rows, 4)
        torch.testing.assert_close(program(x)[0], model(x))
    with pytest.raises(errors.TorchExportError, match=r"export\(torch\.jit\.trace\(model, args\), args\)"):
        export(model, (x,))
    with pytest.raises(errors.TorchExportError):  # It cannot be traced either.
        export(model, (torch.rand(3, 5),), dynamo=False)


@pytest.mark.filterwarnings("ignore:You are using the legacy")
@pytest.mark.parametrize("other", [None, {}, []], ids=str)
def test_traced_with_results_without_tensors(other: Any) -> None:
    """torch.jit.trace does not take them."""

    class Model(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> Any:
            return [x + 1 if x.sum() > -1e9 else x], other

    program = export(Model(), (X,), dynamo=False)
    torch.testing.assert_close([*program(X)], [X + 1])


@pytest.mark.filterwarnings("ignore:You are using the legacy")
def test_traced_with_numbers() -> None:
    """torch.jit.trace does not take them either; other results are refused."""

    class Model(torch.nn.Module):
        def __init__(self, *others: Any) -> None:
            super().__init__()
            self.others = others

        def forward(self, x: torch.Tensor) -> Any:
            return [x + 1 if x.sum() > -1e9 else x], *self.others

    program = export(Model(2.5, {"a": True, "b": None}, 7), (X,), dynamo=False)
    expected = [X + 1, torch.tensor(2.5), torch.tensor(True), torch.tensor(7)]
    torch.testing.assert_close([*program(X)], expected, rtol=0, atol=0)
    with pytest.raises(errors.TorchExportError):
        export(Model("text"), (X,), dynamo=False)


@pytest.mark.filterwarnings("ignore:You are using the legacy", "ignore:torch.quantize_per_tensor")
def test_traced_if_it_cannot_be_converted() -> None:
    """The program that torch.export captures has a dtype that the compiler refuses."""

    class Model(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return torch.quantize_per_tensor(x, 0.1, 128, torch.quint8).dequantize()

    with pytest.warns(errors.OnnxExporterWarning, match="cannot be converted, so the model is"):
        program = export(Model(), (X,), dynamo=False)
    torch.testing.assert_close(program(X)[0], Model()(X))
    with pytest.raises(errors.ConversionError, match="quint8"):
        export(Model(), (X,))


class _Half(torch.nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x / 2


@pytest.mark.parametrize("dtype", [torch.float64, torch.bfloat16])
def test_default_dtype(dtype: torch.dtype, tmp_path: pathlib.Path) -> None:
    """The dtype of `x / 2` for integers would not be that of eager mode."""
    x = torch.arange(3)
    model = torch.jit.script(_Half())
    model.save(tmp_path / "model.pt")
    torch.set_default_dtype(dtype)
    try:
        assert model(x).dtype == dtype
        for given in (model, torch.jit.trace(_Half(), (x,)), tmp_path / "model.pt"):
            with pytest.raises(errors.UnsupportedModelError, match=f"found {dtype}"):
                export(given, (x,))
    finally:
        torch.set_default_dtype(torch.float32)
    torch.testing.assert_close(export(model, (x,))(x)[0], model(x))


class _Variadic(torch.nn.Module):
    def forward(self, first: torch.Tensor, *x: torch.Tensor) -> List[torch.Tensor]:
        return [torch.relu(first - each) for each in x]


@pytest.mark.filterwarnings("ignore:You are using the legacy", "ignore:from_dynamic_axes")
def test_traced_variadic_arguments() -> None:
    """In a trace the elements of *x have the name of the loop variable."""
    args = (torch.randn(3), torch.randn(3), torch.randn(3))
    program = export(
        torch.jit.trace(_Variadic(), args), args, dynamo=False,
        dynamic_axes={"first": {0: "n"}, "each": {0: "n"}, "each0": {0: "n"}},
    )
    assert program is not None
    assert [value.name for value in program.model.graph.inputs] == ["first", "each", "each0"]
    others = (torch.randn(5), torch.randn(5), torch.randn(5))
    for actual, expected in zip(program(*others), _Variadic()(*others), strict=True):
        torch.testing.assert_close(actual, expected)


def test_order_of_weights() -> None:
    """The order in which the program uses them."""
    model = torch.jit.script(torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.Linear(8, 2)))
    names = list(export(model, (torch.randn(3, 4),)).model.graph.initializers)
    assert names == ["0.weight", "0.bias", "1.weight", "1.bias"]


@pytest.mark.parametrize("kind", [torch.nn.LSTM, torch.nn.GRU, torch.nn.RNN])
def test_no_forward(kind: Any) -> None:
    """TorchScript compiles other methods of a recurrent layer."""
    with pytest.raises(errors.UnsupportedModelError, match=f"{kind.__name__} has no method"):
        export(torch.jit.script(kind(3, 4)), (torch.randn(2, 2, 3),))


class _Numbers(torch.nn.Module):
    def forward(
        self,
        x: torch.Tensor,
        k: int,
        ks: List[int],
        pair: Tuple[int, int],
        named: Dict[str, int],
        scale: float = 2.0,
        mask: Optional[torch.Tensor] = None,
    ) -> torch.Tensor:
        y = x * scale + k + ks[0] + pair[1] + named["a"]
        return y if mask is None else y + mask


def test_constants_of_the_program() -> None:
    """Numbers among the arguments are those of the export."""
    model = torch.jit.script(_Numbers())
    args = (X, 3, [1, 2], (3, 4), {"a": 5})
    program = export(model, args)
    for same in (args, (*args, 2.0), (*args, 2), (*args, 2.0, None)):
        torch.testing.assert_close(program(*same)[0], model(*same))
    torch.testing.assert_close(program(X)[0], model(*args))
    for place, other, message in [
        (1, 5, r"'k' is 3 in the program and cannot be 5"),
        (2, [1, 3], r"'ks\[1\]' is 2 in the program and cannot be 3"),
        (2, [1, 2, 3], r"'ks\[2\]' is absent in the program and cannot be 3"),
        (2, [1], r"'ks\[1\]' is 2 in the program and cannot be absent"),
        (3, (3, 5), r"'pair\[1\]' is 4 in the program and cannot be 5"),
        (4, {"a": 6}, r"'named\['a'\]' is 5 in the program and cannot be 6"),
        (4, {"a": 5, "b": 1}, r"'named\['b'\]' is absent in the program and cannot be 1"),
    ]:
        with pytest.raises(ValueError, match=message):
            program(*args[:place], other, *args[place + 1 :])
    with pytest.raises(ValueError, match="'scale' is 2.0 in the program and cannot be 3.0"):
        program(*args, 3.0)
    with pytest.raises(ValueError, match="'mask' is None in the program and cannot be a tensor"):
        program(*args, mask=X)


def test_order_in_memory() -> None:
    """The inputs of a model are row-major, so no other strides can be read."""

    class Model(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x.as_strided((2, 3), (1, 2), 1) + 1

    x = torch.randn(5, 4)
    for make in (lambda given: torch.jit.trace(Model(), given), lambda given: torch.jit.script(Model())):
        program = export(make(x), (x,))
        torch.testing.assert_close(program(x)[0], Model()(x))
        for run in (lambda y: export(make(y), (y,)), program):
            with pytest.raises(errors.UnsupportedModelError, match="'aten::as_strided' reads the order"):
                run(torch.randn(4, 5).t())


@pytest.mark.parametrize("step", [0, -1])
def test_step_at_run_time(step: int) -> None:
    """PyTorch raises an exception for a step that is not positive; so does the runtime."""

    class Model(torch.nn.Module):
        def forward(self, x: torch.Tensor, n: torch.Tensor) -> torch.Tensor:
            return x[:: int(n)]

    x = torch.randn(7, 2)
    program = export(torch.jit.script(Model()), (x, torch.tensor(2)))
    torch.testing.assert_close(program(x, torch.tensor(3))[0], x[::3])
    with pytest.raises(Exception, match="step"):
        program(x, torch.tensor(step))


def test_dtype_of_a_constant() -> None:
    """One that LibTorch cannot compare is named."""

    class Model(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.c = torch.tensor([1 + 2j, 3]).to(torch.complex32)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x + self.c.real.float()

    x = torch.randn(2)
    with pytest.raises(errors.ConversionError, match="has the dtype 'complex32', which is not supp"):
        export(torch.jit.trace(Model(), (x,)), (x,))
    torch.testing.assert_close(export(torch.jit.script(Model()), (x,))(x)[0], Model()(x))
