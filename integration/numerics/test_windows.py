"""Convolutions, pools and resampled images of doubles and integers, of which ONNX Runtime has no kernels."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor

from integration.common.compiler import convert
from integration.common.runtime import Session
from integration.numerics.program import Function, Program

INF = float("inf")
AUTO = torch.export.Dim.AUTO
LOW = torch.iinfo(torch.int64).min


def _numbers(*sizes: int, dtype: torch.dtype) -> Tensor:
    """Doubles, or integers of all sizes: most sums wrap around."""
    generator = torch.Generator().manual_seed(sum(sizes))
    if dtype.is_floating_point:
        return torch.randn(sizes, generator=generator, dtype=dtype)
    return torch.randint(LOW, -LOW - 1, sizes, generator=generator).to(dtype)


def _check(program: Program, *inputs: Tensor) -> None:
    for index, (actual, expected) in enumerate(program.run(*inputs)):
        torch.testing.assert_close(
            actual, expected, equal_nan=True, msg=lambda m, i=index: f"#{i}: {m}"
        )


def _run(
    functions: list[Function],
    example: tuple[Tensor, ...],
    others: list[tuple[Tensor, ...]],
    folder: Path,
) -> None:
    """As exported with the sizes of the example, and with dynamic sizes at other ones."""
    (folder / "static").mkdir()
    program = Program(functions, list(example), folder / "static")
    _check(program, *example)
    sizes = {axis: AUTO for axis in range(2, example[0].dim())}
    dynamic = ({0: torch.export.Dim("batch"), **sizes}, *[None] * (len(example) - 1))
    program = Program(functions, list(example), folder, dynamic)
    for inputs in [example, *others]:
        _check(program, *inputs)


# The weight of each, and the arguments.
CONVOLUTIONS = {
    1: [
        ((5, 4, 3), {}),
        ((5, 4, 1), {"stride": 2}),
        ((6, 2, 3), {"groups": 2, "padding": 2, "stride": 3, "dilation": 2}),
        ((4, 1, 4), {"groups": 4, "padding": "same"}),
    ],
    2: [
        ((5, 4, 1, 1), {}),
        ((5, 4, 2, 3), {"padding": (1, 2), "stride": (2, 1), "dilation": (1, 2)}),
        ((4, 2, 3, 1), {"groups": 2, "padding": (1, 0), "stride": (1, 3)}),
        ((8, 1, 3, 2), {"groups": 4, "padding": "same", "dilation": 2}),
    ],
    3: [
        ((5, 4, 2, 1, 3), {"padding": (1, 0, 2), "stride": (2, 2, 1)}),
        ((2, 2, 1, 2, 2), {"groups": 2, "dilation": (1, 2, 1)}),
    ],
}
TRANSPOSED = {
    1: [
        ((4, 3, 3), {}),
        ((4, 3, 1), {"stride": 3}),
        ((4, 2, 5), {"groups": 2, "stride": 4, "dilation": 6, "output_padding": 3}),
        ((4, 1, 4), {"groups": 4, "padding": 2, "stride": 2}),
    ],
    2: [
        ((4, 3, 2, 2), {"stride": 2}),
        (
            (4, 3, 3, 4),
            {"stride": (2, 3), "padding": (1, 2), "output_padding": (1, 0)},
        ),
        ((4, 2, 3, 1), {"groups": 2, "stride": (1, 2), "dilation": (2, 1)}),
        ((4, 2, 3, 2), {"dilation": 3, "stride": 2, "output_padding": 2}),
    ],
    3: [
        ((4, 1, 2, 3, 1), {"groups": 2, "stride": (2, 1, 2), "padding": (0, 1, 0)}),
        ((4, 2, 1, 2, 2), {"output_padding": (0, 1, 0), "stride": (1, 2, 1)}),
    ],
}
SIZES = {
    1: [(2, 4, 9), (1, 4, 12), (0, 4, 7)],
    2: [(2, 4, 7, 6), (3, 4, 8, 11), (0, 4, 5, 9)],
    3: [(2, 4, 4, 5, 6), (1, 4, 6, 4, 5), (0, 4, 4, 4, 5)],
}


@pytest.mark.parametrize("dtype", [torch.float64, torch.int64], ids=str)
@pytest.mark.parametrize("axes", [1, 2, 3])
@pytest.mark.parametrize("transposed", [False, True])
def test_convolution(
    transposed: bool, axes: int, dtype: torch.dtype, tmp_path: Path
) -> None:
    """Batches of several sizes and of none, with a bias and without a batch dimension."""
    table = TRANSPOSED if transposed else CONVOLUTIONS
    name = f"conv_transpose{axes}d" if transposed else f"conv{axes}d"
    functions: list[Function] = []
    for number, (sizes, arguments) in enumerate(table[axes]):
        weight = _numbers(*sizes, dtype=dtype)
        outputs = sizes[1] * arguments.get("groups", 1) if transposed else sizes[0]
        bias = _numbers(outputs, dtype=dtype) if number % 2 == 0 else None

        def call(
            x: Tensor,
            weight: Tensor = weight,
            bias: Tensor | None = bias,
            arguments: dict[str, object] = arguments,
        ) -> Tensor:
            return getattr(F, name)(x, weight, bias, **arguments)

        functions.append(call)
    example, *others = [(_numbers(*sizes, dtype=dtype),) for sizes in SIZES[axes]]
    _run(functions, example, others, tmp_path)
    (tmp_path / "unbatched").mkdir()
    program = Program(functions, [example[0][0]], tmp_path / "unbatched")
    _check(program, example[0][0])


@pytest.mark.parametrize("dtype", [torch.int8, torch.uint8, torch.int32], ids=str)
def test_convolution_of_narrow_integers(dtype: torch.dtype, tmp_path: Path) -> None:
    """Sums wrap around in the type of the elements."""
    weight = _numbers(4, 2, 3, 2, dtype=dtype)
    program = Program(
        [lambda x: F.conv2d(x, weight, padding=1, stride=(1, 2), groups=2)],
        [x := _numbers(2, 4, 5, 6, dtype=dtype)],
        tmp_path,
    )
    _check(program, x)


def test_weights_of_inputs(tmp_path: Path) -> None:
    """An infinite weight makes no NaN where it meets no element; images larger than any table of a model."""
    functions: list[Function] = [
        lambda x, w: F.conv_transpose2d(x, w, stride=2),
        lambda x, w: F.conv_transpose2d(x, w, stride=(3, 1), padding=1, groups=2),
        lambda x, w: F.conv2d(x, w.transpose(0, 1), stride=(2, 1)),
    ]
    weight = _numbers(2, 3, 2, 3, dtype=torch.float64)
    weight[0, 1, 1, 0] = INF
    x = _numbers(2, 2, 4, 5, dtype=torch.float64)
    large = _numbers(1, 2, 3, 5000, dtype=torch.float64)
    _run(functions, (x, weight), [(large, weight)], tmp_path)
    (tmp_path / "large").mkdir()
    _check(Program(functions, [large, weight], tmp_path / "large"), large, weight)


def _averages(axes: int) -> list[Function]:
    call = getattr(F, f"avg_pool{axes}d")
    functions: list[Function] = []
    for kernel, stride, pad in ((2, 2, 0), (3, 2, 1), (2, 3, 1), (1, 2, 0), (1, 1, 0)):
        for ceil, counts in itertools.product((False, True), (False, True)):
            functions.append(
                lambda x, k=kernel, s=stride, p=pad, c=ceil, i=counts: call(
                    x, k, s, p, c, i
                )
            )
    if axes > 1:
        functions += [
            lambda x, c=ceil: call(x, 3, 2, 1, c, divisor_override=-5)
            for ceil in (False, True)
        ]
    return functions


@pytest.mark.parametrize("dtype", [torch.float64, torch.int64], ids=str)
@pytest.mark.parametrize("axes", [1, 2, 3])
def test_averages(axes: int, dtype: torch.dtype, tmp_path: Path) -> None:
    """Of integers exact beyond 2^53, rounded towards zero."""
    functions = _averages(axes)
    if dtype.is_floating_point:
        functions.append(lambda x: F.local_response_norm(x, 3))
        functions.append(
            lambda x: getattr(F, f"adaptive_avg_pool{axes}d")(x, (3,) * axes)
        )
    # A program with ceil_mode is for sizes that leave the same remainders.
    sizes = SIZES[axes][0]
    others = [(3, 4, *(size + 6 * i for i, size in enumerate(sizes[2:], 1)))]
    others.append((1, 4, *(size + 6 for size in sizes[2:])))
    example = (_numbers(*sizes, dtype=dtype),)
    _run(functions, example, [(_numbers(*s, dtype=dtype),) for s in others], tmp_path)


@pytest.mark.parametrize("dtype", [torch.int64, torch.int32, torch.uint8], ids=str)
@pytest.mark.parametrize("axes", [2, 3])
def test_largest_integers(axes: int, dtype: torch.dtype, tmp_path: Path) -> None:
    """The first of equal ones, and places of the least integer beside padding."""
    call = getattr(F, f"max_pool{axes}d")
    functions: list[Function] = []
    for kernel, stride, pad, dilation in (
        (2, 2, 0, 1),
        (3, 2, 1, 1),
        (2, 1, 1, 2),
        (2, 1, 1, 4),
        (1, 2, 0, 1),
    ):
        for ceil, part in itertools.product((False, True), (0, 1)):
            functions.append(
                lambda x, k=kernel, s=stride, p=pad, d=dilation, c=ceil, i=part: call(
                    x, k, s, p, d, c, return_indices=True
                )[i]
            )
    sizes = {2: [(2, 3, 6, 5), (1, 3, 8, 9)], 3: [(2, 2, 4, 5, 6), (1, 2, 6, 5, 8)]}
    inputs = [_numbers(*s, dtype=dtype) for s in sizes[axes]]
    inputs.append(torch.full_like(inputs[0], torch.iinfo(dtype).min))
    inputs.append(inputs[1] % 2 + (torch.iinfo(dtype).max - 1))
    example, *others = [(x,) for x in inputs]
    _run(functions, example, others, tmp_path)


RESAMPLINGS = {
    3: ["linear"],
    4: ["bilinear", "bicubic", "antialiased bilinear", "antialiased bicubic"],
    5: ["trilinear"],
}


@pytest.mark.parametrize("rank", [3, 4, 5])
def test_resampling(rank: int, tmp_path: Path) -> None:
    """Scale factors that no float of 32 bits holds, to larger and to smaller images."""
    functions: list[Function] = []
    for name, aligned in itertools.product(RESAMPLINGS[rank], (False, True)):
        mode, antialias = name.split()[-1], name.startswith("anti")
        for extent in ({"scale_factor": 1.7}, {"scale_factor": 0.6}, {"size": 5}):
            functions.append(
                lambda x, m=mode, aa=antialias, a=aligned, e=extent: F.interpolate(
                    x, mode=m, align_corners=a, antialias=aa, **e
                )
            )
    example, *others = [
        (_numbers(*sizes[:rank], dtype=torch.float64),)
        for sizes in ((2, 3, 7, 9, 6), (1, 3, 11, 4, 5), (3, 3, 5, 5, 5))
    ]
    _run(functions, example, others, tmp_path)


def test_infinite_pixels(tmp_path: Path) -> None:
    """They spread to their neighbours alone."""
    functions: list[Function] = [
        lambda x: F.interpolate(x, scale_factor=2.5, mode="bilinear")
    ]
    x = torch.arange(48.0, dtype=torch.float64).reshape(1, 2, 4, 6)
    x[0, 0, 1, 2] = INF
    _check(Program(functions, [x], tmp_path), x)


@pytest.mark.parametrize("opset", [11, 18, 26])
def test_opsets(opset: int, tmp_path: Path) -> None:
    """What stands for the operators is in what each opset has."""
    weight = _numbers(4, 3, 3, 2, dtype=torch.float64)

    class Net(torch.nn.Module):
        def forward(self, x: Tensor) -> tuple[Tensor, ...]:
            y = F.conv2d(x, weight, padding=1, stride=2)
            z = F.conv_transpose2d(y, weight, stride=2, padding=(1, 0))
            return y, z, F.avg_pool2d(z, 3, 2, 1, ceil_mode=True)

    x = _numbers(2, 3, 6, 7, dtype=torch.float64)
    program = torch.export.export(Net(), (x,), dynamic_shapes=({0: AUTO, 3: AUTO},))
    torch.export.save(program, tmp_path / "model.pt2")
    target = tmp_path / "model.onnx"
    done = convert(tmp_path / "model.pt2", target, (f"--opset={opset}",))
    assert not done.failure, done.stderr
    session = Session(target)
    for inputs in (x, _numbers(3, 3, 6, 4, dtype=torch.float64)):
        for ours, theirs in zip(session.run([inputs]), Net()(inputs), strict=True):
            torch.testing.assert_close(ours, theirs)
