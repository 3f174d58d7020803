"""Half precision is rounded once, where eager rounds once.

Numbers beside tensors of half precision stay in single precision as factors and
divisors. Results are held to one and a half units in the last place of the
larger elements: eager's rounding and one of ours.
"""

from __future__ import annotations

import math
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor

from integration.numerics.program import Function, Program

HALF = torch.float16

NUMBERS: dict[str, Function] = {
    "a mask": lambda x, y, i: (1.0 - (x > 0).to(x.dtype)) * -1e9,
    "a large divisor": lambda x, y, i: x / 70000,
    "a large factor": lambda x, y, i: x * 1e5,
    "a factor": lambda x, y, i: x * 0.1,
    "a tensor of single precision": lambda x, y, i: x * torch.tensor(0.1),
    "a summand": lambda x, y, i: x + 0.1,
    "from a number": lambda x, y, i: 1.1 - x,
    "an exponent": lambda x, y, i: y**0.1,
    "rounded down": lambda x, y, i: torch.div(x, 0.1, rounding_mode="floor"),
    "rounded": lambda x, y, i: torch.div(x, 0.1, rounding_mode="trunc"),
    "remainder": lambda x, y, i: x % 0.1,
}

FUNCTIONS: dict[str, Function] = {
    "addcmul": lambda x, y, i: torch.addcmul(x, y, y, value=0.3),
    "addcdiv": lambda x, y, i: torch.addcdiv(x, y, y, value=0.3),
    "lerp": lambda x, y, i: torch.lerp(x, y, 0.3),
    "rsqrt": lambda x, y, i: y.rsqrt(),
    "var": lambda x, y, i: (50 * x).var(1),
    "std": lambda x, y, i: (50 * x).std(1),
    "norm 2": lambda x, y, i: (50 * x).norm(2, 1),
    "norm 3": lambda x, y, i: (50 * x).norm(3, 1),
    "norm inf": lambda x, y, i: x.norm(math.inf, 1),
    "mean": lambda x, y, i: x.mean(1),
    "logsumexp": lambda x, y, i: (50 * x).logsumexp(1),
    "softmax": lambda x, y, i: (50 * x).softmax(1),
    "layer_norm": lambda x, y, i: F.layer_norm(50 * x, (16,)),
    "batch_norm": lambda x, y, i: F.batch_norm(i, None, None, training=True),
    "group_norm": lambda x, y, i: F.group_norm(i, 2),
    "rms_norm": lambda x, y, i: F.rms_norm(x, (16,)),
    "mse_loss": lambda x, y, i: F.mse_loss(x, y),
    "huber_loss": lambda x, y, i: F.huber_loss(x, y, delta=0.3),
    "kl_div": lambda x, y, i: F.kl_div(x, y, reduction="sum"),
    "gelu": lambda x, y, i: F.gelu(x),
    "silu": lambda x, y, i: F.silu(x),
    "mish": lambda x, y, i: F.mish(x),
    "elu": lambda x, y, i: F.elu(x, 0.7),
    "softplus": lambda x, y, i: F.softplus(x, 0.7),
    "avg_pool2d": lambda x, y, i: F.avg_pool2d(i, 2, divisor_override=3),
    "adaptive_avg_pool2d": lambda x, y, i: F.adaptive_avg_pool2d(i, 4),
    "bilinear": lambda x, y, i: F.interpolate(i, scale_factor=1.3, mode="bilinear"),
    "vecdot": lambda x, y, i: torch.linalg.vecdot(x, y),
    "baddbmm": lambda x, y, i: torch.baddbmm(i[0], i[0], i[1], beta=0.3, alpha=0.7),
    "attention": lambda x, y, i: F.scaled_dot_product_attention(i, i, i),
}


def _inputs() -> list[Tensor]:
    random = torch.Generator().manual_seed(0)
    x = torch.randn(4, 16, generator=random)
    y = torch.rand(4, 16, generator=random) + 0.5
    image = torch.randn(2, 4, 6, 6, generator=random)
    return [x.to(HALF), y.to(HALF), image.to(HALF)]


def test_numbers(compiler: str, tmp_path: Path) -> None:
    """To the bit."""
    inputs = _inputs()
    results = Program(list(NUMBERS.values()), inputs, tmp_path).run(*inputs)
    for name, (actual, expected) in zip(NUMBERS, results, strict=True):
        assert actual.dtype == HALF, name
        assert torch.equal(actual, expected), name


def test_functions(compiler: str, tmp_path: Path) -> None:
    """Within one rounding of eager."""
    inputs = _inputs()
    results = Program(list(FUNCTIONS.values()), inputs, tmp_path).run(*inputs)
    for name, (actual, expected) in zip(FUNCTIONS, results, strict=True):
        assert actual.dtype == expected.dtype == HALF, name
        unit = torch.finfo(HALF).eps * expected.double().abs()
        unit = torch.maximum(unit, unit.mean() / 4)
        assert ((actual.double() - expected.double()).abs() <= 1.5 * unit).all(), name
