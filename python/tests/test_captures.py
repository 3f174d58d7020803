"""Programs that torch.export alone does not capture: resizes by a computed factor, lists of
tensors, functions with a `symbolic` that read numbers from tensors, operators without fake
kernels, sizes as arguments, functions of C++."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor

import torch_onnx_mlir
import torch_onnx_mlir.errors

from .features import needs_computed_sizes, needs_plugin


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


def _check(function: Callable[..., Any], sets: Sequence[tuple[Tensor, ...]], **options: Any) -> None:
    """The results of the model are eager's for all inputs; the first ones are the examples."""
    program = torch_onnx_mlir.export(function, sets[0], **options)
    for inputs in sets:
        expected = function(*inputs)
        expected = expected if isinstance(expected, tuple) else (expected,)
        for actual, other in zip(program(*inputs), expected, strict=True):
            torch.testing.assert_close(actual, other, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("lengths", [[10, 8], (10, 8), torch.tensor([10, 8])], ids=str)
@pytest.mark.parametrize("reduction", ["none", "mean"])
def test_ctc_loss(lengths: Any, reduction: str) -> None:
    def loss(x: Tensor, targets: Tensor) -> Tensor:
        others = torch.tensor([4, 3]) if isinstance(lengths, Tensor) else [4, 3]
        return F.ctc_loss(x.log_softmax(2), targets, lengths, others, reduction=reduction)

    _check(loss, [(torch.randn(10, 2, 5), torch.randint(1, 5, (2, 4))) for _ in range(2)])


def test_ctc_loss_of_lengths_that_are_sizes() -> None:
    def loss(x: Tensor, targets: Tensor) -> Tensor:
        return torch.nn.CTCLoss()(x.log_softmax(2), targets, [x.shape[0]] * 2, (4, 3))

    sets = [(torch.randn(steps, 2, 5), torch.randint(1, 5, (2, 4))) for steps in (10, 12)]
    _check(loss, sets, dynamic_shapes=({0: "steps"}, None))


@pytest.mark.parametrize("r", [1, 2, 3])
@pytest.mark.parametrize("with_replacement", [False, True])
def test_combinations(r: int, with_replacement: bool) -> None:
    def combine(x: Tensor) -> Tensor:
        return torch.combinations(x, r, with_replacement)

    _check(combine, [(torch.randn(5),), (torch.randn(5),)])
    sets = [(torch.randn(size),) for size in (5, 7, 2)]
    _check(combine, sets, dynamic_shapes=({0: "size"},))


def test_combinations_without_any() -> None:
    _check(lambda x: torch.combinations(x, 3), [(torch.randn(2),)])


SYSTEMS = [((5, 3), (5, 2)), ((3, 5), (3, 2)), ((2, 5, 3), (2, 5)), ((3, 3), (3,))]
SYSTEMS += [((2, 1, 5, 3), (1, 4, 5, 2)), ((0, 3), (0, 2))]


@pytest.mark.parametrize(("a", "b"), SYSTEMS, ids=str)
@pytest.mark.parametrize("driver", [None, "gels", "gelsy", "gelsd", "gelss"])
def test_least_squares(a: tuple[int, ...], b: tuple[int, ...], driver: str | None) -> None:
    """Solutions, ranks and what a driver computes beside them."""
    parts = [0, 2] if driver in ("gelsd", "gelss") else [0, 1, 2, 3]
    if 0 in a and driver == "gels":
        parts = [0]

    def solve(a: Tensor, b: Tensor) -> tuple[Tensor, ...]:
        results = torch.linalg.lstsq(a, b, driver=driver)
        return tuple(results[part] for part in parts)

    _check(solve, [(torch.randn(a), torch.randn(b)) for _ in range(2)])


def test_least_squares_of_lower_rank() -> None:
    """The solution of least length."""
    a, b = torch.randn(6, 2) @ torch.randn(2, 4), torch.randn(6, 3)
    for matrix in (a, torch.zeros(6, 4)):
        _check(lambda a, b: tuple(torch.linalg.lstsq(a, b)), [(matrix, b)])
    _check(lambda a, b: torch.linalg.lstsq(a, b, 0.5, driver="gelsd").solution, [(a, b)])


def test_least_squares_of_dynamic_sizes() -> None:
    """A polynomial that is fitted to any number of points."""

    def fit(t: Tensor, y: Tensor) -> Tensor:
        columns = torch.stack([t * t, t, torch.ones_like(t)], -1)
        return torch.linalg.lstsq(columns, y[:, None]).solution.squeeze(-1)

    sets = [(torch.randn(size), torch.randn(size)) for size in (20, 30, 3)]
    _check(fit, sets, dynamic_shapes=({0: "n"}, {0: "n"}))


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda a, b: torch.linalg.lstsq(a, b, driver="gelsd").residuals, "expects 'residuals'"),
        (lambda a, b: torch.linalg.lstsq(a, b, 0.1).solution, "expects 'rcond' to be None"),
    ],
    ids=["residuals", "rcond"],
)
def test_least_squares_that_depend_on_the_driver(function: Any, message: str) -> None:
    with pytest.raises(torch_onnx_mlir.errors.UnsupportedOperatorsError, match=message):
        torch_onnx_mlir.export(function, (torch.randn(5, 3), torch.randn(5, 2)))


@pytest.mark.parametrize("correction", [0, 1])
def test_weighted_covariance(correction: int) -> None:
    """Weights of which one is not zero have no degrees of freedom."""

    def covariances(x: Tensor, times: Tensor, weights: Tensor) -> tuple[Tensor, ...]:
        return (
            torch.cov(x, correction=correction, fweights=times),
            torch.cov(x, correction=correction, aweights=weights),
            x.cov(correction=correction, fweights=times, aweights=weights),
            x[0].cov(fweights=times),
        )

    one = torch.tensor([0, 1, 0, 0, 0])
    sets = [(torch.randn(3, 5), torch.randint(1, 4, (5,)), torch.rand(5)) for _ in range(2)]
    program = torch_onnx_mlir.export(covariances, sets[0])
    for inputs in [*sets, (torch.randn(3, 5), one, torch.rand(5))]:
        for actual, expected in zip(program(*inputs), covariances(*inputs), strict=True):
            torch.testing.assert_close(actual, expected, rtol=1e-4, atol=1e-5, equal_nan=True)


BUILTINS: list[tuple[Any, tuple[Any, ...], list[str]]] = [
    (torch.sin, (torch.randn(3),), ["input"]),
    (torch.add, (torch.randn(3), torch.randn(3)), ["input", "other"]),
    (torch.cov, (torch.randn(3, 5),), ["input"]),
    (torch.max, (torch.randn(3, 5), 1), ["input"]),
    (torch.Tensor.mul, (torch.randn(3), torch.randn(3)), ["input", "other"]),
    (torch.linalg.lstsq, (torch.randn(5, 3), torch.randn(5, 2)), ["input", "b"]),
    (torch.fft.rfft, (torch.randn(3, 8),), ["input"]),
    (torch.ops.aten.add.Tensor, (torch.randn(3), torch.randn(3)), ["args_0", "args_1"]),
    (torch.einsum, ("ij,jk->ik", torch.randn(3, 4), torch.randn(4, 5)), ["args_1", "args_2"]),
    (functools.partial(torch.add, alpha=2), (torch.randn(3), torch.randn(3)), []),
]  # fmt: skip


@pytest.mark.parametrize(("function", "args", "names"), BUILTINS)
def test_functions_of_cpp(function: Any, args: tuple[Any, ...], names: list[str]) -> None:
    """Functions without a signature are models, with the names of the documentation."""
    program = torch_onnx_mlir.export(function, args)
    if names:
        assert [value.name for value in program.model_proto.graph.input] == names
    expected = torch.utils._pytree.tree_leaves(function(*args))
    for actual, other in zip(program(*args), expected, strict=True):
        other = torch.view_as_real(other) if other.is_complex() else other
        torch.testing.assert_close(actual, other, rtol=1e-4, atol=1e-5)


def test_sizes_and_keywords_of_functions_of_cpp() -> None:
    args, kwargs = (torch.randn(3), torch.randn(3)), {"alpha": 2}
    shapes = {"input": {0: "n"}, "other": {0: "n"}, "alpha": None}
    program = torch_onnx_mlir.export(torch.add, args, kwargs=kwargs, dynamic_shapes=shapes)
    x = torch.randn(5)
    torch.testing.assert_close(program(x, x, alpha=2)[0], 3 * x)


WHOLE_WINDOWS: list[Callable[[Tensor], Tensor]] = [
    lambda x: F.avg_pool2d(x.clamp(min=1e-6).pow(3), (x.size(-2), x.size(-1))).pow(1 / 3),
    lambda x: F.max_pool2d(x, x.shape[2:]).flatten(1),
    lambda x: F.avg_pool2d(x, kernel_size=[x.size(2), 2], stride=1),
    lambda x: F.max_pool2d(x, (2, x.size(3))),
    lambda x: torch.nn.AvgPool2d((x.shape[2], 1))(x),
    lambda x: F.max_pool1d(F.relu(x[:, :, 0]), x.size(3)).squeeze(2),
    lambda x: F.avg_pool1d(x[:, 0], x.shape[-1]),
    lambda x: F.lp_pool2d(x.abs(), 2, (x.size(2), x.size(3))),
]


@pytest.mark.parametrize("pool", WHOLE_WINDOWS)
def test_window_that_is_a_dynamic_size(pool: Callable[[Tensor], Tensor]) -> None:
    sets = [(torch.randn(2, 3, height, width),) for height, width in ((6, 7), (9, 4), (2, 5))]
    _check(pool, sets, dynamic_shapes=({0: "batch", 2: "height", 3: "width"},))


@pytest.mark.parametrize("win_length", [32, 24])
def test_dynamic_length_of_istft(win_length: int) -> None:
    """A spectrum that is masked, and a signal as long as before."""

    def denoise(x: Tensor) -> Tensor:
        options: dict[str, Any] = {"n_fft": 32, "hop_length": 8, "win_length": win_length}
        options["window"] = torch.hann_window(win_length)
        spectrum = torch.stft(x, **options, return_complex=True)
        masked = torch.polar(spectrum.abs() * 0.5, spectrum.angle())
        return torch.istft(masked, **options, length=x.shape[-1]) + x

    _check(denoise, [(torch.randn(2, n),) for n in (320, 480, 333)], dynamic_shapes=({1: "n"},))


def test_length_of_istft_beyond_the_signal() -> None:
    def inverse(x: Tensor) -> Tensor:
        window, length = torch.ones(16), x.shape[2] * 4 + 9
        return torch.istft(torch.view_as_complex(x), 16, 4, window=window, length=length)

    _check(inverse, [(torch.randn(1, 9, n, 2),) for n in (20, 30)], dynamic_shapes=({2: "n"},))


@pytest.mark.parametrize("align_corners", [False, True])
@pytest.mark.parametrize("axes", [2, 3])
def test_affine_grid_of_dynamic_sizes(axes: int, align_corners: bool) -> None:
    """A spatial transformer."""

    def warp(x: Tensor, theta: Tensor) -> Tensor:
        grid = F.affine_grid(theta, x.size(), align_corners=align_corners)
        return F.grid_sample(x, grid, align_corners=align_corners)

    sets = [
        (torch.randn(batch, 2, *[size] * (axes - 1), 5), torch.randn(batch, axes, axes + 1))
        for batch, size in ((2, 6), (1, 9), (3, 2))
    ]
    shapes = ({0: "batch"} | {axis + 2: f"size{axis}" for axis in range(axes - 1)}, {0: "batch"})
    _check(warp, sets, dynamic_shapes=shapes)


def test_numbers_of_own_generators() -> None:
    """A generator that `forward` makes gives the same numbers in each run."""

    def noise(x: Tensor) -> Tensor:
        generator = torch.Generator()
        generator.manual_seed(3)
        x = x @ torch.randn(5, 4, generator=generator) + torch.rand((3, 4), generator=generator)
        return x[torch.randperm(3, generator=torch.Generator().manual_seed(1))]

    _check(noise, [(torch.randn(3, 5),) for _ in range(2)])
    assert torch.Generator is torch._C.Generator


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16], ids=str)
@pytest.mark.parametrize("archive", [False, True], ids=["model", "archive"])
def test_autocast_around_the_export(dtype: torch.dtype, archive: bool, tmp_path: Path) -> None:
    """The program has the dtypes of autocast, as when it is called."""
    model = torch.nn.Sequential(
        torch.nn.Linear(4, 8), torch.nn.LayerNorm(8), torch.nn.ReLU(), torch.nn.Softmax(-1)
    ).eval()
    x, other = torch.randn(2, 4), torch.randn(3, 4)
    shapes = ({0: torch.export.Dim.DYNAMIC},)
    with torch.autocast("cpu", dtype=dtype):
        given: Any = model
        if archive:
            given = torch.export.export(model, (x,), dynamic_shapes=shapes)
            torch.export.save(given, tmp_path / "model.pt2")
            given = tmp_path / "model.pt2"
        options = {} if archive else {"dynamic_shapes": shapes}
        program = torch_onnx_mlir.export(given, (x,), **options)
        expected = model(other)
    torch.testing.assert_close(program(other)[0], expected)


def test_number_of_steps_known_at_run_time() -> None:
    """`linspace` between tensors, of a number of steps that is an input."""

    class Steps(torch.nn.Module):
        def forward(self, start: Tensor, end: Tensor, count: Tensor) -> tuple[Tensor, Tensor]:
            n = count.item()
            return torch.linspace(start, end, n), torch.linspace(start, 4.0, n)

    start, end = torch.tensor(1.25), torch.tensor(7.5)
    program = torch_onnx_mlir.export(Steps(), (start, end, torch.tensor(4)))
    for n in (4, 1, 2, 3, 0, 100):
        inputs = (end, start, torch.tensor(n))
        for actual, expected in zip(program(*inputs), Steps()(*inputs), strict=True):
            torch.testing.assert_close(actual, expected)


def test_number_of_classes() -> None:
    """`one_hot` of a number of classes that is an input; -1 takes it from the elements."""

    class Classes(torch.nn.Module):
        def forward(self, x: Tensor, n: Tensor) -> Tensor:
            return torch.nn.functional.one_hot(x, n[0])

    x = torch.tensor([0, 2, 1])
    program = torch_onnx_mlir.export(
        Classes(), (x, torch.tensor([4])), dynamic_shapes=({0: "k"}, None)
    )
    empty = torch.zeros(0, dtype=torch.int64)
    for given, n in ((x, 4), (x, 3), (x, -1), (x.repeat(2), 5), (empty, 2)):
        classes = torch.tensor([n])
        assert torch.equal(program(given, classes)[0], Classes()(given, classes))


@pytest.mark.parametrize("size", [-1, 3])
def test_expand_to_size_known_at_run_time(size: int) -> None:
    """A size of -1 keeps the dimension."""

    class Expand(torch.nn.Module):
        def forward(self, x: Tensor, n: Tensor) -> Tensor:
            return x.expand(n)

    x = torch.randn(3)
    program = torch_onnx_mlir.export(Expand(), (x, torch.tensor(size)))
    for n in (3, -1):
        assert torch.equal(program(x, torch.tensor(n))[0], x)


@pytest.mark.parametrize("size", [17, 18])
@pytest.mark.parametrize("axes", [1, 2])
def test_average_pool_in_ceil_mode(axes: int, size: int) -> None:
    """The number of windows follows the size, also where the program reads it."""

    class Pool(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            kind: Any = {1: torch.nn.AvgPool1d, 2: torch.nn.AvgPool2d}[axes]
            self.pool = kind(3, 3, padding=1, ceil_mode=True)

        def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
            y = self.pool(x)
            return y.flatten(1), torch.arange(y.shape[2]), y.sum(2) / y.shape[2]

    model = Pool().eval()
    shapes = {axis: torch.export.Dim.DYNAMIC for axis in range(2, 2 + axes)}
    x = torch.randn(2, 4, *[size] * axes)
    program = torch_onnx_mlir.export(model, (x,), dynamic_shapes=(shapes,))
    for first in range(15, 20):
        other = torch.randn(2, 4, first, 34 - first) if axes == 2 else torch.randn(2, 4, first)
        for actual, expected in zip(program(other), model(other), strict=True):
            torch.testing.assert_close(actual, expected)


@pytest.mark.parametrize("size", [17, 18])
def test_average_pool_of_program(size: int) -> None:
    """torch.export declares the number of windows of the example for all sizes."""
    model = torch.nn.AvgPool1d(3, 3, padding=1, ceil_mode=True).eval()
    shapes = ({2: torch.export.Dim.DYNAMIC},)
    exported = torch.export.export(model, (torch.randn(2, 4, size),), dynamic_shapes=shapes)
    program = torch_onnx_mlir.export(exported)
    for other in (torch.randn(2, 4, n) for n in range(15, 20)):
        torch.testing.assert_close(program(other)[0], model(other))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_number_of_steps(dtype: torch.dtype) -> None:
    """`linspace` and `logspace` of a dynamic size, also between ends that are sizes."""

    class Steps(torch.nn.Module):
        def forward(self, x: Tensor) -> list[Tensor]:
            n = x.shape[0]
            return [
                torch.linspace(-1, 1, n, dtype=dtype),
                torch.linspace(0.5, n - 0.5, steps=n, dtype=dtype),
                torch.logspace(0, 2, n, 2.0, dtype=dtype),
                torch.logspace(end=1, start=-1, steps=n, dtype=dtype),
                torch.linspace(0, 1, 5, dtype=dtype),
            ]

    program = torch_onnx_mlir.export(Steps(), (torch.zeros(4),), dynamic_shapes=({0: "n"},))
    for n in (4, 1, 2, 3, 7, 100):
        x = torch.zeros(n)
        for actual, expected in zip(program(x), Steps()(x), strict=True):
            torch.testing.assert_close(actual, expected)


class Data(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.weight = torch.nn.Parameter(torch.randn(4))
        self.register_buffer("offset", torch.randn(4))

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        y = x * 2
        y.data.add_(1)  # a write that autograd does not see
        return x.data * self.weight.data, y + self.offset.data, torch.zeros_like(x.data)


@pytest.mark.parametrize("options", [{}, {"dynamic_shapes": ({0: "rows"},)}, {"dynamo": False}])
@pytest.mark.filterwarnings("ignore:You are using the legacy")
def test_data_of_tensors(options: dict[str, Any]) -> None:
    model = Data()
    weight = model.weight
    program = torch_onnx_mlir.export(model, (torch.randn(3, 4),), **options)
    assert model.weight is weight and type(torch.Tensor.data) is not property
    for rows in (3, 5) if "dynamic_shapes" in options else (3,):
        x = torch.randn(rows, 4)
        torch.testing.assert_close([*program(x)], [*model(x)])


class Set(torch.nn.Module):
    """Gives tensors the memory of others."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("last", torch.zeros(3, 4))

    def forward(self, x: Tensor, y: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        self.last.set_(x * 2)
        z = x.clone()
        first = z[0]
        z.set_(torch.cat([y, y]))
        z.add_(1)
        w = y.clone()
        z.set_(w)
        w.mul_(3)
        return self.last + 1, first, z, z[0] + w[0]


@pytest.mark.parametrize("options", [{}, {"dynamic_shapes": (None, {0: "rows"})}, {"dynamo": False}])
@pytest.mark.parametrize("compile_", [lambda m: m, torch.jit.script], ids=["module", "scripted"])
@pytest.mark.filterwarnings("ignore:You are using the legacy", "ignore:.*torch.jit")
def test_memory_of_other_tensors(compile_: Any, options: dict[str, Any]) -> None:
    args = (torch.randn(3, 4), torch.randn(2, 4))
    program = torch_onnx_mlir.export(compile_(Set()), args, mutations="outputs", **options)
    for rows in (2, 5) if "dynamic_shapes" in options else (2,):
        x, y = torch.randn(3, 4), torch.randn(rows, 4)
        model = Set()
        expected = model(x, y)
        *actual, last = program(x, y)
        torch.testing.assert_close(actual, [*expected])
        torch.testing.assert_close(last, model.last)


VIEWS_BY_OUT: list[Callable[[Tensor, Tensor], object]] = [
    lambda x, out: torch.alias_copy(x, out=out),
    lambda x, out: torch.diagonal_copy(x, out=out),
    lambda x, out: torch.expand_copy(x, [4, 3, 2], out=out),
    lambda x, out: torch.permute_copy(x, [1, 0], out=out),
    lambda x, out: torch.select_copy(x, 0, 1, out=out),
    lambda x, out: torch.slice_copy(x, 0, 1, out=out),
    lambda x, out: torch.squeeze_copy(x[:1], out=out),
    lambda x, out: torch.unfold_copy(x, 0, 2, 1, out=out),
    lambda x, out: torch.view_copy(x, [6], out=out),
]


@pytest.mark.parametrize("view", VIEWS_BY_OUT)
@pytest.mark.filterwarnings("ignore:.*torch.jit")
def test_copies_of_views_to_out(view: Callable[[Tensor, Tensor], object]) -> None:
    """To a tensor of the same shape, and to an empty one, which gets the shape."""

    class Copies(torch.nn.Module):
        def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
            empty = torch.empty(0)
            view(x, empty)
            same = torch.empty(empty.shape)
            view(x, same)
            return empty * 2, same

    x = torch.randn(3, 2)
    for model in (Copies(), torch.jit.trace(Copies(), (x,))):
        program = torch_onnx_mlir.export(model, (x,))
        torch.testing.assert_close([*program(x)], [*Copies()(x)])


@pytest.mark.parametrize("equation", ["ij->ji", "ij,ij->ij", "i...,i...->i...", "ii->i", "ij->i"])
def test_einsum_of_booleans(equation: str) -> None:
    """Sums of booleans are integers, products are booleans."""
    args = [torch.rand(3, 3) > 0.5 for _ in equation.split("->")[0].split(",")]
    program = torch_onnx_mlir.export(lambda *x: torch.einsum(equation, *x), tuple(args))
    expected = torch.einsum(equation, *args)
    assert program(*args)[0].dtype == expected.dtype
    assert torch.equal(program(*args)[0], expected)


@pytest.mark.filterwarnings("ignore:You are using the legacy", "ignore:from_dynamic_axes")
@needs_plugin
def test_one_number_of_repeats_at_run_time() -> None:
    def repeat(x: Tensor, repeats: Tensor) -> Tensor:
        return torch.repeat_interleave(x, repeats, dim=1)

    x = torch.randn(2, 3)
    program = torch_onnx_mlir.export(
        torch.jit.script(repeat), (x, torch.tensor([2, 1, 3])),
        input_names=["x", "repeats"], dynamic_axes={"repeats": [0]},
    )  # fmt: skip
    for repeats in (torch.tensor([2, 1, 3]), torch.tensor([2]), torch.tensor([0, 0, 1])):
        torch.testing.assert_close(program(x, repeats)[0], repeat(x, repeats))
