"""Convolutions whose number of groups is a dynamic size, as where each image has a kernel of
its own (the modulated convolutions of StyleGAN2)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor
from torch.export import Dim

from integration.common.function import check_sets, randn

pytestmark = pytest.mark.usefixtures("compiler")

A = Dim.AUTO
KERNEL, DELTAS = randn(6, 4, 3, 3), torch.arange(-2.0, 3.0)


def modulated(x: Tensor, style: Tensor) -> Tensor:
    """Each image has the kernel that its style scales."""
    kernels = KERNEL * style[:, None, :, None, None]
    kernels = kernels * torch.rsqrt(kernels.square().sum((2, 3, 4), keepdim=True) + 1e-8)
    images = x.reshape(1, -1, *x.shape[2:])
    result = F.conv2d(images, kernels.reshape(-1, 4, 3, 3), padding=1, groups=x.shape[0])
    return result.view(x.shape[0], 6, *result.shape[2:])


def enlarged(x: Tensor, style: Tensor) -> Tensor:
    """The same with a transposed convolution."""
    kernels = (KERNEL * style[:, None, :, None, None]).transpose(1, 2).reshape(-1, 6, 3, 3)
    images = x.reshape(1, -1, *x.shape[2:])
    result = F.conv_transpose2d(
        images, kernels, stride=2, padding=1, output_padding=1, groups=x.shape[0]
    )
    return result.view(x.shape[0], 6, *result.shape[2:])


def deltas(x: Tensor) -> Tensor:
    """The slopes along the last axis, as torchaudio computes them."""
    rows = F.pad(x.reshape(1, -1, x.shape[-1]), (2, 2), mode="replicate")
    kernels = DELTAS.repeat(rows.shape[1], 1, 1)
    return F.conv1d(rows, kernels, groups=rows.shape[1]).reshape(x.shape) / 10


def depthwise(x: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
    """Two channels of each."""
    return F.conv2d(x, weight, bias, padding=1, groups=x.shape[1])


Inputs = list[tuple[Tensor, ...]]
CASES: dict[str, tuple[Callable[..., Tensor], object, Inputs]] = {
    "modulated": (
        modulated,
        ({0: A}, {0: A}),
        [(randn(n, 4, 8, 8), randn(n, 4)) for n in (2, 3, 1)],
    ),
    "modulated, any size": (
        modulated,
        ({0: A, 2: A, 3: A}, {0: A}),
        [(randn(n, 4, m, m + 1), randn(n, 4)) for n, m in ((2, 8), (3, 5), (1, 6))],
    ),
    "enlarged": (enlarged, ({0: A}, {0: A}), [(randn(n, 4, 5, 5), randn(n, 4)) for n in (2, 3)]),
    "deltas": (deltas, ({0: A, 2: A},), [(randn(n, 3, m),) for n, m in ((2, 9), (3, 7))]),
    "without a batch": (
        lambda x, w, b: F.conv1d(x, w, b, stride=2, padding="valid", groups=x.shape[0]),
        ({0: A}, {0: A}, {0: A}),
        [(randn(n, 9), randn(n, 1, 3), randn(n)) for n in (2, 5)],
    ),
    "pairs, dilated": (
        lambda x, w: F.conv2d(x, w, None, 1, "same", 2, x.shape[1] // 2),
        ({1: A}, {0: A}),
        [(randn(3, 2 * n, 7, 7), randn(2 * n, 2, 3, 3)) for n in (2, 3)],
    ),
    "integers": (
        lambda x, w: F.conv1d(x, w, groups=x.shape[1]),
        ({1: A}, {0: A}),
        [(randn(2, n, 7).long(), randn(n, 1, 3).long()) for n in (2, 3)],
    ),
    "bias": (
        depthwise,
        ({1: A}, {0: A}, {0: A}),
        [(randn(2, n, 7, 7), randn(2 * n, 1, 3, 3), randn(2 * n)) for n in (2, 3)],
    ),
    "half precision": (
        depthwise,
        ({1: A}, {0: A}, {0: A}),
        [
            (randn(2, n, 7, 7).half(), randn(2 * n, 1, 3, 3).half(), randn(2 * n).half())
            for n in (2, 3)
        ],
    ),
    "doubles": (
        depthwise,
        ({1: A}, {0: A}, {0: A}),
        [
            (randn(2, n, 7, 7).double(), randn(2 * n, 1, 3, 3).double(), randn(2 * n).double())
            for n in (2, 3)
        ],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_groups(name: str, tmp_path: Path) -> None:
    function, dynamic, inputs = CASES[name]
    check_sets(function, inputs, tmp_path, dynamic)
