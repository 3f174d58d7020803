"""Single operators at inputs and sizes for which they were wrong once."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor

from integration.numerics.program import Function, Program

NAN, INF = math.nan, math.inf


def _random(*sizes: int) -> Tensor:
    return torch.randn(sizes, generator=torch.Generator().manual_seed(sum(sizes)))


def _check(program: Program, *inputs: Tensor, absolute: float = 1e-5) -> None:
    for actual, expected in program.run(*inputs):
        torch.testing.assert_close(
            actual, expected, equal_nan=True, rtol=1.3e-6, atol=absolute
        )


@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
@pytest.mark.parametrize("include_last", [False, True])
def test_embedding_bag(
    mode: str, include_last: bool, compiler: str, tmp_path: Path
) -> None:
    """Offsets are inputs: the last bag ends elsewhere than in the example."""
    weight, indices = _random(10, 3), torch.tensor([1, 2, 4, 5, 4, 3, 2, 9])
    functions: list[Function] = [
        lambda i, o, p=p: F.embedding_bag(
            i, weight, o, mode=mode, include_last_offset=include_last, padding_idx=p
        )
        for p in (None, 4)
    ]
    program = Program(functions, [indices, torch.tensor([0, 4, 8])], tmp_path)
    for offsets in ([0, 4, 8], [0, 0, 0], [0, 8, 8], [0, 3, 5], [0, 2, 2]):
        _check(program, indices, torch.tensor(offsets))


@pytest.mark.parametrize("is_bool", [True, False])
def test_masked_attention(is_bool: bool, compiler: str, tmp_path: Path) -> None:
    """NaN and infinities are not masked; a row without keys is zero."""
    query, key, value = _random(1, 2, 4, 8), _random(1, 2, 6, 8), _random(1, 2, 6, 8)
    mask = _random(4, 6) > -0.5
    mask[0], mask[1] = True, False
    bias = mask if is_bool else torch.where(mask, 0.1, -INF)
    program = Program(
        [F.scaled_dot_product_attention], [query, key, value, bias], tmp_path
    )
    _check(program, query, key, value, bias)
    for which, row, number in itertools.product((0, 1), (0, 1), (NAN, INF)):
        inputs = [query.clone(), key.clone(), value]
        inputs[which][0, 0, row, 2] = number
        _check(program, *inputs, bias)


def test_weight_norm(compiler: str, tmp_path: Path) -> None:
    """Every dimension, from both ends; -1 is none."""
    v = _random(2, 3, 4)
    functions: list[Function] = []
    for dim in range(-3, 3):
        norm = torch.norm_except_dim(v, 2, dim)
        functions.append(lambda v, g=norm, d=dim: torch._weight_norm(v, 1.5 * g, d))
        functions.append(lambda v, d=dim: torch.norm_except_dim(v, 2, d))
    _check(Program(functions, [v], tmp_path), v)


def test_kthvalue(compiler: str, tmp_path: Path) -> None:
    """Dynamic sizes, k among them."""
    rows, columns = torch.export.Dim("rows", min=2), torch.export.Dim("columns", min=2)
    functions: list[Function] = [
        lambda x: torch.kthvalue(x, 2, 0).values,
        lambda x: torch.kthvalue(x, x.shape[0] - 1, 0).indices,
        lambda x: torch.kthvalue(x, x.shape[1], -1, keepdim=True).values,
    ]
    shapes = ({0: rows, 1: columns},)
    program = Program(functions, [_random(5, 6)], tmp_path, shapes)
    for sizes in ((5, 6), (3, 3), (2, 2), (9, 7)):
        _check(program, _random(*sizes))


def test_extremes_of_booleans(compiler: str, tmp_path: Path) -> None:
    """The least of booleans is all of them."""
    functions: list[Function] = [
        torch.amin,
        torch.amax,
        torch.min,
        torch.max,
        lambda x: torch.amin(x, 1),
        lambda x: torch.min(x, 0).values,
    ]
    x = torch.tensor([[True, False], [True, True]])
    program = Program(functions, [x], tmp_path)
    for value in (x, ~x, torch.zeros_like(x)):
        _check(program, value)


def test_extremes_of_nan(compiler: str, tmp_path: Path) -> None:
    """Reductions of runtimes lose it."""
    functions: list[Function] = []
    for name in ("amax", "amin", "argmax", "argmin"):
        function = getattr(torch, name)
        functions.append(function)
        functions += [lambda x, f=function, d=d: f(x, dim=d) for d in (0, 1, -1)]
    functions += [lambda x: torch.max(x, 1).values, lambda x: torch.min(x, 1).indices]
    functions += [
        lambda x, r=reduce, i=include: torch.ones(7).scatter_reduce(
            0, torch.arange(60) % 6, x.flatten(), r, include_self=i
        )
        for reduce in ("amax", "amin")
        for include in (False, True)
    ]
    x = _random(3, 5, 4)
    program = Program(functions, [x], tmp_path)
    _check(program, x)
    x[1, 2, 3] = x[0, 0, 0] = x[1, 4, 3] = NAN
    _check(program, x)
    _check(program, torch.full_like(x, INF))


def test_windows_in_the_padding(compiler: str, tmp_path: Path) -> None:
    """Elements of a window on both sides of the input."""
    for sizes in ((1, 1, 2, 5), (1, 1, 3, 5), (1, 1, 6, 6)):
        x = _random(*sizes)
        functions: list[Function] = [
            lambda x, c=c: F.max_pool2d(x, 2, 1, 1, 3, ceil_mode=c)
            for c in (False, True)
        ]
        folder = tmp_path / str(sizes[2])
        folder.mkdir()
        _check(Program(functions, [x], folder), x)


def test_nothing(compiler: str, tmp_path: Path) -> None:
    """Sizes that the program says may be 0: means are NaN, and nothing fails."""
    weight, bias, matrix = _random(4), _random(3), _random(6, 4)
    form = _random(3, 4, 3)

    def labels(x: Tensor) -> Tensor:
        return x.sum(1).abs().long() % 4

    functions: list[Function] = [
        lambda x, y: F.mse_loss(x, x * 2),
        lambda x, y: F.smooth_l1_loss(x, x * 2),
        lambda x, y: F.binary_cross_entropy(x.sigmoid(), (x * 2).sigmoid()),
        lambda x, y: F.cosine_embedding_loss(x, x * 2, x.sum(1).sign()),
        lambda x, y: F.cross_entropy(x, labels(x), weight),
        lambda x, y: F.cross_entropy(x, labels(x), label_smoothing=0.2),
        lambda x, y: F.nll_loss(x, labels(x), reduction="none", ignore_index=1),
        lambda x, y: F.nll_loss(x, labels(x), reduction="sum"),
        lambda x, y: x.mean(),
        lambda x, y: x.mean(0),
        lambda x, y: x.var(0),
        lambda x, y: torch.var_mean(x, 0)[1],
        lambda x, y: x.median(),
        lambda x, y: x.nanmedian(),
        lambda x, y: x @ weight,
        lambda x, y: matrix @ x.t() @ x.sum(1),
        lambda x, y: F.bilinear(x, x[:, :3], form, bias),
        lambda x, y: torch.linalg.matrix_norm(x, 1),
        lambda x, y: F.glu(torch.cat([x, x]), 0),
        lambda x, y: F.adaptive_avg_pool2d(y, 1),
        lambda x, y: torch.bincount(labels(x)),
        lambda x, y: labels(x).unique_consecutive(),
        lambda x, y: F.scaled_dot_product_attention(y, y, y),
        lambda x, y: torch.special.legendre_polynomial_p(x, labels(x)[:, None]),
        lambda x, y: torch.multinomial(x.abs(), 3, replacement=True)[:, :0],
    ]
    example = _random(3, 4), _random(2, 3, 4, 4)
    n, c = torch.export.Dim("n", min=0), torch.export.Dim("c", min=0)
    program = Program(functions, example, tmp_path, ({0: n}, {1: c}))
    for rows, channels in ((3, 3), (1, 1), (0, 3), (3, 0), (0, 0)):
        _check(program, _random(rows, 4), _random(2, channels, 4, 4))


def test_integers_that_wrap(compiler: str, tmp_path: Path) -> None:
    """Differences and sums of bytes, before they meet a float."""
    for dtype in (torch.uint8, torch.int8):
        generator = torch.Generator().manual_seed(1)
        x, y, z = (
            torch.randint(-128, 127, (3, 5), generator=generator).to(dtype)
            for _ in range(3)
        )
        functions: list[Function] = [
            lambda x, y, z: F.margin_ranking_loss(x, y, z, 0.5, reduction="none"),
            lambda x, y, z: F.pairwise_distance(x, y),
            lambda x, y, z: F.triplet_margin_loss(x, y, z, swap=True),
            lambda x, y, z: torch.cumulative_trapezoid(x, dim=0),
            lambda x, y, z: torch.cumulative_trapezoid(x, y, dim=1),
            lambda x, y, z: torch.trapezoid(x, dx=2.0),
            lambda x, y, z: torch.trapezoid(x, y[0]),
            lambda x, y, z: torch.einsum("ij->i", x),
            lambda x, y, z: torch.einsum("ij,ij->i", x, y),
            lambda x, y, z: torch.einsum("ij,i->i", x, y[:, 0]),
        ]
        folder = tmp_path / str(dtype)
        folder.mkdir()
        _check(Program(functions, [x, y, z], folder), x, y, z)


def test_equal_elements(compiler: str, tmp_path: Path) -> None:
    """Their deviation is 0, so that normalised they are the bias, exactly.

    Eager multiplies before it subtracts and is off by the rounding of a product.
    """
    x, weight, bias = 1000 * _random(1, 3), _random(3), _random(3)
    program = Program(
        [lambda x: F.batch_norm(x.repeat(4, 1), None, None, weight, bias, True)],
        [x],
        tmp_path,
    )
    ((actual, expected),) = program.run(x)
    assert actual.equal(bias.expand(4, 3))
    torch.testing.assert_close(actual, expected, rtol=0, atol=0.05)


SCALES = (0.3, 0.5, 0.7, 1.0, 1.25, 1.3, 1.5, 2.0, 2.3, 2.49, 3, 3.7)
SIZES = {
    1: [(1,), (2,), (3,), (5,), (50,)],
    2: [(4, 2), (1, 3), (5, 5), (2, 7)],
    3: [(2, 3, 2), (1, 2, 4)],
}
MODES = {1: "linear", 2: "bilinear", 3: "trilinear"}


def _interpolations(dims: int) -> list[dict[str, object]]:
    """Every mode with every option, by scales and to sizes."""
    variants: list[dict[str, object]] = [{"mode": "nearest"}, {"mode": "nearest-exact"}]
    smooth = [MODES[dims]] + (["bicubic"] if dims == 2 else [])
    for mode, corners in itertools.product(smooth, (False, True)):
        variants.append({"mode": mode, "align_corners": corners})
        if dims == 2:
            variants.append(
                {"mode": mode, "align_corners": corners, "antialias": True}
            )
    targets: list[dict[str, object]] = []
    for scale, recompute in itertools.product(SCALES, (None, True)):
        scales = (scale, *[1.3] * (dims - 1))
        targets.append({"scale_factor": scales, "recompute_scale_factor": recompute})
    # To one column eager's filter against aliases takes the first row only.
    targets += [{"size": (size, *[3] * (dims - 1))} for size in (1, 2, 4, 9)]
    return [variant | target for variant in variants for target in targets]


@pytest.mark.parametrize("dims", [1, 2, 3])
def test_interpolate(dims: int, compiler: str, tmp_path: Path) -> None:
    """Small sizes, of which a scale factor keeps or doubles some."""
    for sizes in SIZES[dims]:
        x = _random(1, 2, *sizes)
        functions: list[Function] = []
        for options in _interpolations(dims):
            try:
                is_empty = F.interpolate(x, **options).numel() == 0
            except (RuntimeError, ValueError):
                continue  # Nothing would be left.
            if not is_empty:
                functions.append(lambda x, o=options: F.interpolate(x, **o))
        folder = tmp_path / "x".join(map(str, sizes))
        folder.mkdir()
        # Runtimes round positions in their own way; another pixel is far off.
        _check(Program(functions, [x], folder), x, absolute=1e-4)


def test_nearest_of_other_sizes(compiler: str, tmp_path: Path) -> None:
    """Scale factors at sizes that the example does not have."""
    width = torch.export.Dim("width", min=2, max=200)
    functions: list[Function] = [
        lambda x, m=mode, s=scale: F.interpolate(x, scale_factor=s, mode=m)
        for mode in ("nearest", "nearest-exact")
        for scale in (2, 3, 41)
    ]
    program = Program(functions, [_random(1, 2, 5)], tmp_path, ({2: width},))
    for size in (5, 2, 3, 50, 97):
        _check(program, _random(1, 2, size))


@pytest.mark.parametrize("scale", [1.0, 10.0, 0.01, 1e-20, 1e20])
def test_logarithms_of_determinants(scale: float, compiler: str, tmp_path: Path) -> None:
    """The determinant is beyond the range of the dtype, its logarithm is not."""
    functions: list[Function] = [
        lambda x: torch.linalg.slogdet(x)[0],
        lambda x: torch.linalg.slogdet(x)[1],
        torch.logdet,
    ]
    matrix = _random(60, 60) * scale
    _check(Program(functions, [matrix], tmp_path), matrix)


def test_search_of_a_number_among_integers(compiler: str, tmp_path: Path) -> None:
    """The number is not rounded to the dtype of the sequence."""
    functions: list[Function] = [
        lambda x, n=n, right=right: torch.searchsorted(x, n, right=right)
        for n in (2.5, 2, -0.5)
        for right in (False, True)
    ]
    sequence = torch.tensor([1, 2, 3])
    _check(Program(functions, [sequence], tmp_path), sequence)


def test_powers_of_integers(compiler: str, tmp_path: Path) -> None:
    """Products of integers wrap around."""
    functions: list[Function] = [
        lambda x: torch.vander(x, 5),
        lambda x: torch.vander(x, 3, increasing=True),
        torch.linalg.vander,
    ]
    numbers = torch.tensor([1000000007, -3, 0, 2**40 + 1])
    _check(Program(functions, [numbers], tmp_path), numbers)


@pytest.mark.parametrize("sizes", [None, ({0: torch.export.Dim.DYNAMIC},)], ids=["static", "dynamic"])
def test_parts_between_indices_that_fall(
    sizes: tuple[dict[int, object]] | None, compiler: str, tmp_path: Path
) -> None:
    """The parts of tensor_split are slices, which may overlap."""
    functions: list[Function] = [
        lambda x, indices=indices, part=part: torch.tensor_split(x, indices)[part]
        for indices in ([3, 1], [-1, 2], [7, 2], [1, 3])
        for part in range(3)
    ]
    x = _random(8, 2)
    program = Program(functions, [x], tmp_path, sizes)
    for rows in (8, 12) if sizes else (8,):
        _check(program, _random(rows, 2))


def test_sign_of_padding(compiler: str, tmp_path: Path) -> None:
    """A padding of -0.0 is not one of 0.0."""
    x = _random(3)
    program = Program([lambda x: 1 / F.pad(x, (1, 1), value=-0.0)], [x], tmp_path)
    _check(program, x)


@pytest.mark.parametrize("size", [(1, 1, 1, 1), (1, 1, 4, 1), (1, 1, 1, 3), (1, 2, 1, 2, 2)])
@pytest.mark.parametrize("align", [True, False])
def test_grid_of_one(
    size: tuple[int, ...], align: bool, compiler: str, tmp_path: Path
) -> None:
    """With corners aligned, the only coordinate along an axis is 0."""
    rank = len(size) - 2
    theta = _random(1, rank, rank + 1)
    program = Program([lambda t: F.affine_grid(t, size, align)], [theta], tmp_path)
    _check(program, theta)


@pytest.mark.parametrize(
    ("mode", "size"),
    [
        (mode, size)
        for size in [(3, 4), (1, 5), (2, 1), (3, 4, 2)]
        for mode in ["bilinear", "nearest", "bicubic"]
        if mode != "bicubic" or len(size) == 2  # Volumes have no cubic samples.
    ],
)
def test_far_positions_of_a_grid(
    mode: str, size: tuple[int, ...], compiler: str, tmp_path: Path
) -> None:
    """Positions that a division by a small depth gives are outside, however far."""
    functions: list[Function] = [
        lambda x, grid, p=p, align=align: F.grid_sample(x, grid, mode, p, align)
        for p in ("zeros", "border")
        for align in (False, True)
    ]
    x = _random(1, 2, *size)
    far = torch.tensor([1e9, -1e9, -1.6e9, 5e8, 2048.25, 1e5, 1e12, 1.25, -0.25])
    columns = [far.roll(2 * axis) / 2**axis for axis in range(len(size))]
    grid = torch.stack(columns, -1).reshape(1, *[1] * (len(size) - 1), -1, len(size))
    _check(Program(functions, [x, grid], tmp_path), x, grid, absolute=1e-4)


def test_masked_index_from_the_end(compiler: str, tmp_path: Path) -> None:
    """Indices below zero count from the end, those beyond either end are clamped."""
    x, mask = _random(3, 4), torch.tensor([True, True, False, True])
    first, second = torch.tensor([-1, -2, 0, -9]), torch.tensor([-1, 0, 2, 9])
    functions: list[Function] = [
        lambda x, m, i, j: torch.ops.aten._unsafe_masked_index(x, m, [i, j], -1),
        lambda x, m, i, j: torch.ops.aten._unsafe_masked_index_put_accumulate(
            x, m, [i, j], x[0]
        ),
    ]
    _check(Program(functions, [x, mask, first, second], tmp_path), x, mask, first, second)


def test_zeros_around_a_pool(compiler: str, tmp_path: Path) -> None:
    """Zeros are elements of a window; what a pool pads by itself is not."""
    functions: list[Function] = [
        lambda x: F.max_pool2d(F.pad(x, (1, 1, 1, 1)), 3, 2),
        lambda x: F.max_pool2d(F.pad(x, (1, 0, 1, 0)), 2, 2),
        lambda x: F.max_pool1d(F.pad(x[0], (2, 2)), 3),
        lambda x: F.avg_pool2d(F.pad(x, (1, 1, 1, 1)), 3, 2, count_include_pad=False),
    ]
    x = -1 - _random(1, 2, 7, 7).abs()
    _check(Program(functions, [x], tmp_path), x)


def test_distances_of_many(compiler: str, tmp_path: Path) -> None:
    """The differences of all pairs are never one tensor, as in eager."""
    x, y = _random(3000, 8), _random(8, 3000).T.contiguous()
    _check(Program([torch.cdist], [x, y], tmp_path), x, y, absolute=1e-3)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.float64])
def test_bernoulli(dtype: torch.dtype, compiler: str, tmp_path: Path) -> None:
    """1 with the probability, always and never where that is 1 and 0."""
    functions: list[Function] = [
        torch.bernoulli,
        lambda x: torch.bernoulli(x, p=0.0),
        lambda x: torch.bernoulli(x, p=1.0),
        lambda x: torch.bernoulli(torch.zeros_like(x).long(), p=0.25),
    ]
    probabilities = torch.tensor([0.0, 1.0, 0.2, 0.9], dtype=dtype)
    x = probabilities.repeat_interleave(1000)
    program = Program(functions, [x], tmp_path)
    drawn, never, always, quarter = (actual for actual, _ in program.run(x))
    assert drawn.dtype == dtype and not never.any() and always.all()
    none, all_of_them, some, most = drawn.double().view(4, -1).mean(1).tolist()
    assert none == 0 and all_of_them == 1
    assert abs(some - 0.2) < 0.07 and abs(most - 0.9) < 0.05
    assert abs(quarter.double().mean() - 0.25) < 0.05


def test_isin_nothing(compiler: str, tmp_path: Path) -> None:
    """No element is in an empty set, which the example is not."""
    functions: list[Function] = [
        torch.isin,
        lambda x, y: torch.isin(x, y.view(-1, 1), invert=True),
    ]
    x, y = torch.arange(4), torch.tensor([2, 3, 5])
    sizes = (None, {0: torch.export.Dim("tests")})
    program = Program(functions, [x, y], tmp_path, sizes)
    for tests in (y, y[:1], y[:0]):
        _check(program, x, tests)


def test_scales(compiler: str, tmp_path: Path) -> None:
    """Powers and squares may be too large or too small for the dtype."""
    functions: list[Function] = [
        lambda x, n: torch.ldexp(x, n),
        lambda x, n: torch.ldexp(x.double(), n.int()),
        lambda x, n: torch.ldexp(x.half(), n),
        lambda x, n: torch.ldexp(*torch.frexp(x)),
        lambda x, n: torch.hypot(x.double() ** 6, n.double()),
    ]
    x = torch.tensor([3e38, 1e-38, -0.75, 1e-30, 0.0, INF, NAN])
    n = torch.tensor([-200, 250, 128, 1100, 5000, -5000, 3])
    _check(Program(functions, [x, n], tmp_path), x, n, absolute=0)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_uniform_of_half(dtype: torch.dtype, compiler: str, tmp_path: Path) -> None:
    """The end of the interval is never drawn."""
    functions: list[Function] = [
        lambda x: torch.rand_like(x),
        lambda x: torch.empty_like(x).uniform_(1, 2),
    ]
    x = torch.zeros(100_000, dtype=dtype)
    program = Program(functions, [x], tmp_path)
    share, between = (actual.double() for actual, _ in program.run(x))
    assert 0 <= share.min() and 0.99 < share.max() < 1
    assert 1 <= between.min() and 1.99 < between.max() < 2
    assert abs(share.mean() - 0.5) < 0.01 and abs(between.mean() - 1.5) < 0.01


def test_multinomial_of_a_dynamic_vector(compiler: str, tmp_path: Path) -> None:
    """A vector that may be empty is not a batch."""
    functions: list[Function] = [lambda x: torch.multinomial(x, 4, replacement=True)]
    x = torch.tensor([0.0, 0.0, 1.0])
    program = Program(functions, [x], tmp_path, ({0: torch.export.Dim("n")},))
    for chances in (x, torch.tensor([0.0, 2.0, 0.0, 0.0])):
        _check(program, chances)


@pytest.mark.parametrize("size", [2, 3, 8, 33])
def test_masked_softmax(size: int, compiler: str, tmp_path: Path) -> None:
    """A row of -inf gives zeros, but not if one element is NaN."""
    functions: list[Function] = [
        lambda x: torch._safe_softmax(x, -1),
        lambda x: torch._safe_softmax(x.T, 0),
        lambda x: torch._safe_softmax(x.double(), -1),
    ]
    x = torch.full((size + 4, size), -INF)
    x[:size].fill_diagonal_(NAN)
    x[size, -1], x[size + 1, 0], x[size + 2] = INF, 1.0, -3e38
    _check(Program(functions, [x], tmp_path), x)


#: Each with a tensor that is added to a product of two others.
PRODUCTS: dict[str, Callable[..., Tensor]] = {
    "addmm": torch.addmm,
    "addmm of a row": lambda c, a, b, **k: torch.addmm(c[0], a, b, **k),
    "addmv": lambda c, a, b, **k: torch.addmv(c[0], a, b[0], **k),
    "addbmm": lambda c, a, b, **k: torch.addbmm(c, a.expand(2, 3, 3), b.expand(2, 3, 3), **k),
    "baddbmm": lambda c, a, b, **k: torch.baddbmm(*(x.expand(2, 3, 3) for x in (c, a, b)), **k),
    "addr": lambda c, a, b, **k: torch.addr(c, a[0], b[0], **k),
}


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.float16], ids=str)
def test_sums_with_factors_of_zero(dtype: torch.dtype, compiler: str, tmp_path: Path) -> None:
    """A beta of 0 skips what is added. An alpha of 0 skips the product where eager calls BLAS;
    its kernels of half precision and of small batches multiply infinities and NaN by it."""
    functions: list[Function] = [
        lambda c, a, b, f=f, beta=beta, alpha=alpha: f(c, a, b, beta=beta, alpha=alpha)
        for f in PRODUCTS.values()
        for beta, alpha in ((0, 2), (2, 0), (0, 0), (1, 0))
    ]
    inputs = [(_random(3, 3) + i).to(dtype) for i in range(3)]
    program = Program(functions, inputs, tmp_path)
    for index, number in itertools.product(range(3), (NAN, INF)):
        given = [x.clone() for x in inputs]
        given[index][0, 0] = number
        _check(program, *given, absolute=1e-2 if dtype == torch.float16 else 1e-5)


def test_nearest_pixels_of_reflections(compiler: str, tmp_path: Path) -> None:
    """A position between two pixels is rounded to even after the reflection."""
    functions: list[Function] = [
        lambda x, grid, align=align: F.grid_sample(x, grid, "nearest", "reflection", align)
        for align in (False, True)
    ]
    for size in ((4, 4), (5, 3), (1, 2), (2, 3, 4)):
        x = _random(1, 2, *size)
        # All whole and half positions, within the image and beyond.
        steps = torch.arange(-25, 26) / 2
        axes = [(2 * steps + 1) / n - 1 for n in reversed(size)]
        grid = torch.stack(torch.meshgrid(*axes, indexing="ij"), -1)[None]
        folder = tmp_path / str(size)
        folder.mkdir()
        _check(Program(functions, [x, grid], folder), x, grid)


def test_nearest_pixels_of_dynamic_sizes(compiler: str, tmp_path: Path) -> None:
    """The model also takes images of other sizes than in the example."""
    auto = torch.export.Dim.AUTO
    functions: list[Function] = [lambda x, g: F.grid_sample(x, g, "nearest", "reflection", False)]
    grid = torch.linspace(-3, 3, 25).reshape(1, 5, 5, 1).expand(1, 5, 5, 2).contiguous()
    program = Program(
        functions, [_random(1, 2, 4, 6), grid], tmp_path, ({2: auto, 3: auto}, None)
    )
    for size in ((4, 6), (3, 5), (7, 2)):
        _check(program, _random(1, 2, *size), grid)
