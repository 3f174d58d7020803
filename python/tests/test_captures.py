"""Programs that torch.export alone does not capture: resizes by a computed factor, lists of
tensors, functions with a `symbolic` that read numbers from tensors."""

from __future__ import annotations

import threading
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor

import torch_onnx_mlir
import torch_onnx_mlir.errors

from .features import needs_computed_sizes


class Resizes(torch.nn.Module):
    """`interpolate` by a factor that is an input."""

    def __init__(self, **options: Any) -> None:
        super().__init__()
        self.options = options

    def forward(self, x: Tensor, factor: Tensor) -> Tensor:
        return F.interpolate(x, scale_factor=factor.item(), **self.options)


MODES = [("nearest", 1), ("nearest", 2), ("nearest-exact", 2), ("nearest", 3)]
MODES += [("linear", 1), ("bilinear", 2), ("bicubic", 2), ("trilinear", 3)]


@needs_computed_sizes
@pytest.mark.parametrize(("mode", "axes"), MODES)
def test_computed_factor(mode: str, axes: int) -> None:
    """Factors that give whole sizes and others, above and below 1."""
    aligned = [{}] if "nearest" in mode else [{"align_corners": False}, {"align_corners": True}]
    for options in aligned:
        model = Resizes(mode=mode, **options)
        program = torch_onnx_mlir.export(model, (torch.randn(1, 2, *[8] * axes), torch.tensor(2.0)))
        x = torch.randn(1, 2, *[8] * axes)
        for factor in (2.0, 1.3, 0.7, 0.51, 0.13, 3.0):
            expected = model(x, torch.tensor(factor))
            torch.testing.assert_close(program(x, torch.tensor(factor))[0], expected)


SMOOTH = [(mode, corners) for mode in ("bilinear", "bicubic") for corners in (False, True)]
SMOOTH += [("lanczos", False)] if hasattr(torch._C._nn, "_upsample_lanczos2d_aa") else []


@needs_computed_sizes
@pytest.mark.parametrize(("mode", "align_corners"), SMOOTH)
def test_computed_factor_with_antialiasing(mode: str, align_corners: bool) -> None:
    """Each pixel of a smaller image is a mean of all that it covers."""
    model = Resizes(mode=mode, antialias=True, align_corners=align_corners)
    program = torch_onnx_mlir.export(model, (torch.randn(1, 2, 8, 9), torch.tensor(2.0)))
    x = torch.randn(1, 2, 8, 9)
    for factor in (2.0, 1.3, 0.7, 0.51, 0.13, 3.0):
        expected = model(x, torch.tensor(factor))
        torch.testing.assert_close(program(x, torch.tensor(factor))[0], expected, rtol=1e-5, atol=1e-5)


HALVES = [("linear", 1, {}), ("bilinear", 2, {}), ("bicubic", 2, {}), ("trilinear", 3, {})]
HALVES += [("area", 2, {}), ("bilinear", 2, {"antialias": True})]


@needs_computed_sizes
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
@pytest.mark.parametrize(("mode", "axes", "options"), HALVES)
def test_computed_factor_of_half_precision(
    mode: str, axes: int, options: dict[str, Any], dtype: torch.dtype
) -> None:
    """Computed in f32, whatever the kernels round in between."""
    model = Resizes(mode=mode, **options)
    x, factor = torch.randn(1, 2, *[8] * axes, dtype=dtype), torch.tensor(1.3)
    program = torch_onnx_mlir.export(model, (x, factor))
    expected = model(x.float(), factor).to(dtype)
    torch.testing.assert_close(program(x, factor)[0], expected)


@needs_computed_sizes
@pytest.mark.parametrize("axes", [1, 2, 3])
def test_computed_factor_of_means(axes: int) -> None:
    """mode="area": windows of several sizes, and pixels that are repeated."""
    model = Resizes(mode="area")
    program = torch_onnx_mlir.export(model, (torch.randn(1, 2, *[8] * axes), torch.tensor(2.0)))
    x = torch.randn(1, 2, *[8] * axes)
    for factor in (2.0, 1.3, 0.7, 0.51, 0.13, 3.0):
        expected = model(x, torch.tensor(factor))
        torch.testing.assert_close(program(x, torch.tensor(factor))[0], expected)


@needs_computed_sizes
@pytest.mark.parametrize("options", [{"mode": "area"}, {"mode": "bilinear", "antialias": True}])
def test_special_values_stay_in_their_windows(options: dict[str, Any]) -> None:
    """What is not in a window is not multiplied by zero."""
    model = Resizes(**options)
    x = torch.randn(1, 2, 8, 8)
    x[0, 0, 1, 2], x[0, 1, 7, 7] = torch.nan, torch.inf
    program = torch_onnx_mlir.export(model, (x, torch.tensor(0.4)))
    expected = model(x, torch.tensor(0.4))
    assert expected.isfinite().any() and not expected.isfinite().all()
    actual = program(x, torch.tensor(0.4))[0]
    torch.testing.assert_close(actual, expected, rtol=1e-5, atol=1e-5, equal_nan=True)


def test_computed_sizes() -> None:
    """The sizes of adaptive pools and of resizes, as numbers of the run."""

    class Pools(torch.nn.Module):
        def forward(self, x: Tensor, sizes: Tensor) -> tuple[Tensor, ...]:
            rows, columns = sizes.tolist()
            return (
                F.adaptive_avg_pool2d(x, (rows, columns)),
                F.adaptive_avg_pool2d(x, (None, columns)),
                F.adaptive_avg_pool1d(x[0], columns),
                F.adaptive_avg_pool2d(x, (2, 3)),
            )

    x, sizes = torch.randn(1, 2, 8, 9), torch.tensor([3, 5])
    program = torch_onnx_mlir.export(Pools(), (x, sizes))
    for given in (sizes, torch.tensor([8, 2]), torch.tensor([10, 1])):
        for actual, expected in zip(program(x, given), Pools()(x, given), strict=True):
            torch.testing.assert_close(actual, expected)


class Lists(torch.nn.Module):
    """What a tutorial of PyTorch warns of: a number of a tensor, and a list of its elements."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        return (
            x * x[0].item(),
            torch.Tensor([i for i in x]),  # noqa: C416
            torch.tensor([[x[0], 1.5], [2, x[1]]]),
            torch.tensor([i for i in x.long()]),  # noqa: C416
            torch.tensor([x[0] > 0, True]),
            torch.Tensor([[1, 2.0]]) + torch.Tensor(1, 2).shape[1],
        )


def test_lists_of_tensors() -> None:
    """They are stacked, in the dtype that PyTorch gives them."""
    program = torch_onnx_mlir.export(Lists(), (torch.randn(4),))
    x = torch.randn(4) * 3
    for actual, expected in zip(program(x), Lists()(x), strict=True):
        torch.testing.assert_close(actual, expected)
    assert torch.equal(torch.Tensor([1.0, 2]), torch.tensor([1.0, 2.0]))
    assert torch.Tensor().shape == (0,)


def test_captures_in_several_threads() -> None:
    """What is replaced while a model is captured is back after the last one of them."""
    replaced = torch.tensor, torch.jit.isinstance, torch._C._nn.upsample_nearest2d
    wrong: list[object] = []

    def capture() -> None:
        try:
            program = torch_onnx_mlir.export(Lists(), (torch.randn(4),))
            x = torch.randn(4)
            torch.testing.assert_close(program(x)[1], x)
        except Exception as error:  # noqa: BLE001 - the thread would only print it
            wrong.append(error)

    threads = [threading.Thread(target=capture) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert replaced == (torch.tensor, torch.jit.isinstance, torch._C._nn.upsample_nearest2d)
    assert "__new__" not in vars(torch.Tensor)


class Quantizes(torch.autograd.Function):
    """Reads its parameters as numbers."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, scale: Tensor, zero_point: Tensor) -> Tensor:
        step, zero = scale.tolist()[0], int(zero_point.item())
        return ((torch.round(x / step) + zero).clamp(0, 255) - zero) * step

    @staticmethod
    def symbolic(g: Any, x: Any, scale: Any, zero_point: Any) -> Any:
        scale = g.op("Squeeze", scale)
        zero_point = g.op("Cast", zero_point, to_i=2)
        return g.op(
            "DequantizeLinear", g.op("QuantizeLinear", x, scale, zero_point), scale, zero_point
        )


class Quantized(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("scale", torch.tensor([0.25]))
        self.register_buffer("zero_point", torch.tensor(3))

    def forward(self, x: Tensor) -> Tensor:
        return Quantizes.apply(x.relu(), self.scale, self.zero_point) + 1


def test_function_that_reads_numbers() -> None:
    """Numbers that `forward` computes from tensors do not keep its `symbolic` from being used."""
    shapes = ({0: torch.export.Dim.DYNAMIC},)
    program = torch_onnx_mlir.export(Quantized(), (torch.randn(3, 4),), dynamic_shapes=shapes)
    assert "QuantizeLinear" in {node.op_type for node in program.model.graph}
    x = torch.randn(5, 4) * 4
    torch.testing.assert_close(program(x)[0], Quantized()(x))
