"""What is said when a model cannot be converted."""

from __future__ import annotations

import pytest
import torch
import torch_onnx_mlir
from torch.onnx._internal.exporter import _errors as torch_errors
from torch_onnx_mlir import _library, errors

from .models import Unsupported


def test_classes() -> None:
    assert issubclass(errors.TorchExportError, torch_errors.TorchExportError)
    assert issubclass(errors.ConversionError, torch_errors.ConversionError)
    assert issubclass(errors.UnsupportedOperatorsError, torch_errors.DispatchError)
    for name in errors.__all__:
        if name.endswith("Error"):
            assert issubclass(getattr(errors, name), torch.onnx.OnnxExporterError), name


def test_one_error_names_all_operators() -> None:
    with pytest.raises(errors.UnsupportedOperatorsError) as caught:
        torch_onnx_mlir.export(Unsupported(), (torch.eye(3),))
    error = caught.value
    assert set(error.operators) == {"aten.poisson.default", "aten.igamma.default"}
    text = str(error)
    assert "(2 uses)" in text and "(1 use)" in text
    assert "models.py:" in text
    assert "unsupported=\"keep\"" in text and "fallback=True" in text
    assert error.report["operators_read"]["aten.poisson.default"] == 2
    assert {message.severity for message in error.messages} == {"error"}


def test_capture_names_all_attempts() -> None:
    class Branches(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x if x.sum() > 0 else -x

    with pytest.raises(errors.TorchExportError) as caught:
        torch_onnx_mlir.export(Branches(), (torch.ones(3),))
    text = str(caught.value)
    assert "strict=False): " in text and "strict=True): " in text
    assert caught.value.__cause__ is not None


def test_strict_capture_where_the_first_way_fails() -> None:
    class OnlyTraced(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            if not torch.compiler.is_dynamo_compiling():
                raise RuntimeError("not this way")
            return x + 1

    program = torch_onnx_mlir.export(OnlyTraced(), (torch.ones(3),))
    assert program._capture_strategy == "TorchExportStrictStrategy"
    torch.testing.assert_close(program(torch.ones(3))[0], torch.full((3,), 2.0))


def test_shapes_are_refined() -> None:
    class Bounded(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            if x.shape[0] >= 6:
                return x * 2
            return x

    program = torch_onnx_mlir.export(
        Bounded(), (torch.ones(16),), dynamic_shapes={"x": (torch.export.Dim("n"),)}
    )
    torch.testing.assert_close(program(torch.ones(7))[0], torch.full((7,), 2.0))


def test_missing_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TORCH_ONNX_LIBRARY", "/nonexistent")
    _library.load.cache_clear()
    with pytest.raises(errors.CompilerError, match="TORCH_ONNX_LIBRARY"):
        torch_onnx_mlir.export(torch.nn.ReLU(), (torch.ones(3),))
    _library.load.cache_clear()


def test_version() -> None:
    assert torch_onnx_mlir.get_version().startswith("torch-onnx ")
    assert torch_onnx_mlir.__version__ in torch_onnx_mlir.get_version()
    for name in torch_onnx_mlir.__all__:
        assert hasattr(torch_onnx_mlir, name)


class Sparse(torch.nn.Module):
    """A weight that is no dense tensor."""

    def __init__(self, weight: torch.Tensor) -> None:
        super().__init__()
        self.weight = torch.nn.Parameter(weight, requires_grad=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.mm(self.weight, x)


@pytest.mark.parametrize("layout", ["sparse_coo", "sparse_csr"])
def test_sparse_weights_are_named(layout: str) -> None:
    weight = torch.eye(3)
    sparse = weight.to_sparse() if layout == "sparse_coo" else weight.to_sparse_csr()
    with pytest.raises(errors.ConversionError) as caught:
        torch_onnx_mlir.export(Sparse(sparse), (torch.ones(3, 2),))
    assert f"weight 'weight' is sparse (torch.{layout})" in str(caught.value)
    assert ".to_dense()" in str(caught.value)
    program = torch_onnx_mlir.export(Sparse(sparse.to_dense()), (torch.ones(3, 2),))
    torch.testing.assert_close(program(torch.ones(3, 2))[0], torch.ones(3, 2))
