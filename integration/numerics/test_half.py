"""Half precision is rounded once, where eager rounds once.

Numbers beside tensors of half precision stay in single precision as factors and
divisors. Results are held to one and a half units in the last place of the
larger elements: eager's rounding and one of ours. Where each node rounds what it
gives, as kernels of half precision do, they are one rounding from float64.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from pathlib import Path

import onnx
import pytest
import torch
import torch.nn.functional as F
from torch import Tensor

from integration.common.compare import default_tolerances
from integration.common.rounding import round_every_node
from integration.common.runtime import Session
from integration.numerics.program import Function, Program
from integration.ops.truth import is_rounded_once

HALF = torch.float16

NUMBERS: dict[str, Function] = {
    "a mask": lambda x, y, z, i: (1.0 - (x > 0).to(x.dtype)) * -1e9,
    "a large divisor": lambda x, y, z, i: x / 70000,
    "a large factor": lambda x, y, z, i: x * 1e5,
    "a factor": lambda x, y, z, i: x * 0.1,
    "a tensor of single precision": lambda x, y, z, i: x * torch.tensor(0.1),
    "a summand": lambda x, y, z, i: x + 0.1,
    "from a number": lambda x, y, z, i: 1.1 - x,
    "an exponent": lambda x, y, z, i: y**0.1,
    "rounded down": lambda x, y, z, i: torch.div(x, 0.1, rounding_mode="floor"),
    "rounded": lambda x, y, z, i: torch.div(x, 0.1, rounding_mode="trunc"),
    "remainder": lambda x, y, z, i: x % 0.1,
}

FUNCTIONS: dict[str, Function] = {
    "addcmul": lambda x, y, z, i: torch.addcmul(x, y, y, value=0.3),
    "addcdiv": lambda x, y, z, i: torch.addcdiv(x, y, y, value=0.3),
    "lerp": lambda x, y, z, i: torch.lerp(x, y, 0.3),
    "rsqrt": lambda x, y, z, i: y.rsqrt(),
    "var": lambda x, y, z, i: z.var(1),
    "std": lambda x, y, z, i: z.std(1),
    "norm 2": lambda x, y, z, i: z.norm(2, 1),
    "norm 3": lambda x, y, z, i: z.norm(3, 1),
    "norm inf": lambda x, y, z, i: x.norm(math.inf, 1),
    "mean": lambda x, y, z, i: x.mean(1),
    "logsumexp": lambda x, y, z, i: z.logsumexp(1),
    "softmax": lambda x, y, z, i: z.softmax(1),
    "layer_norm": lambda x, y, z, i: F.layer_norm(z, (16,)),
    "batch_norm": lambda x, y, z, i: F.batch_norm(i, None, None, training=True),
    "group_norm": lambda x, y, z, i: F.group_norm(i, 2),
    "rms_norm": lambda x, y, z, i: F.rms_norm(x, (16,)),
    "mse_loss": lambda x, y, z, i: F.mse_loss(x, y),
    "huber_loss": lambda x, y, z, i: F.huber_loss(x, y, delta=0.3),
    "kl_div": lambda x, y, z, i: F.kl_div(x, y, reduction="sum"),
    "gelu": lambda x, y, z, i: F.gelu(x),
    "silu": lambda x, y, z, i: F.silu(x),
    "mish": lambda x, y, z, i: F.mish(x),
    "elu": lambda x, y, z, i: F.elu(x, 0.7),
    "softplus": lambda x, y, z, i: F.softplus(x, 0.7),
    "avg_pool2d": lambda x, y, z, i: F.avg_pool2d(i, 2, divisor_override=3),
    "adaptive_avg_pool2d": lambda x, y, z, i: F.adaptive_avg_pool2d(i, 4),
    "bilinear": lambda x, y, z, i: F.interpolate(i, scale_factor=1.3, mode="bilinear"),
    "vecdot": lambda x, y, z, i: torch.linalg.vecdot(x, y),
    "baddbmm": lambda x, y, z, i: torch.baddbmm(i[0], i[0], i[1], beta=0.3, alpha=0.7),
    "attention": lambda x, y, z, i: F.scaled_dot_product_attention(i, i, i),
}

#: Of a tensor and a number that is not one of half precision, or is out of its range.
BESIDE: dict[str, Callable[[Tensor, float], Tensor]] = {
    "add": lambda x, n: x + n,
    "add 0-d": lambda x, n: x + torch.tensor(n),
    "sub": lambda x, n: x - n,
    "rsub": lambda x, n: n - x,
    "mul": lambda x, n: x * n,
    "mul 0-d": lambda x, n: x * torch.tensor(n),
    "0-d mul": lambda x, n: torch.tensor(n) * x,
    "div": lambda x, n: x / n,
    "div 0-d": lambda x, n: x / torch.tensor(n),
    "rdiv": lambda x, n: n / x,
    "floor_divide": lambda x, n: x // n,
    "trunc": lambda x, n: torch.div(x, n, rounding_mode="trunc"),
    "remainder": lambda x, n: x % n,
    "fmod": lambda x, n: torch.fmod(x, n),
    "rpow": lambda x, n: abs(n) ** x,
    "greater": lambda x, n: x > n,
    "equal": lambda x, n: x == n,
    "where": lambda x, n: torch.where(x > 1, x, n),
    "where 0-d": lambda x, n: torch.where(x > 1, x, torch.tensor(n)),
    "leaky_relu": lambda x, n: F.leaky_relu(x, n),
    "elu": lambda x, n: F.elu(x, n),
    "celu": lambda x, n: F.celu(x, n),
    "softplus": lambda x, n: F.softplus(x, abs(n)),
    "lerp": lambda x, n: torch.lerp(x, x.abs(), n),
    "addcmul": lambda x, n: torch.addcmul(x, x, x, value=n),
    "xlogy": lambda x, n: torch.xlogy(x.abs(), abs(n)),
    "copysign": lambda x, n: torch.copysign(x, n),
    "atan2 0-d": lambda x, n: torch.atan2(x, torch.tensor(n)),
    "hypot 0-d": lambda x, n: torch.hypot(x, torch.tensor(n)),
    "softshrink": lambda x, n: F.softshrink(x, min(abs(n), 6e4)),
}

#: What eager itself rounds several times, and derivatives.
COMPOSITES: dict[str, Function] = {
    "cross": lambda x, y, z, i: torch.linalg.cross(x[:, :3], y[:, :3]),
    "addr": lambda x, y, z, i: torch.addr(x[:, :4], x[0, :4], y[0, :4], alpha=0.3),
    "addbmm": lambda x, y, z, i: torch.addbmm(x[:, :6], i[0, :, :4], i[1], beta=0.3),
    "cosine_similarity": lambda x, y, z, i: F.cosine_similarity(x, y),
    "instance_norm": lambda x, y, z, i: F.instance_norm(i),
    "grid_sample": lambda x, y, z, i: F.grid_sample(i, i[:, :2].permute(0, 2, 3, 1), align_corners=True),
    "bicubic": lambda x, y, z, i: F.interpolate(i, scale_factor=1.3, mode="bicubic"),
    "trilinear": lambda x, y, z, i: F.interpolate(i[None], size=(3, 4, 5), mode="trilinear"),
    "adaptive_avg_pool3d": lambda x, y, z, i: F.adaptive_avg_pool3d(i, (3, 4, 5)),
    "conv_transpose2d": lambda x, y, z, i: F.conv_transpose2d(i, i[:, :, :3, :3].mT.repeat(2, 1, 1, 1)),
    "bilinear": lambda x, y, z, i: F.bilinear(x[:, :6], y[:, :6], i[0]),
    "logit": lambda x, y, z, i: torch.logit(x, eps=1e-3),
    "log_softmax": lambda x, y, z, i: F.log_softmax(z, 1),
    "logcumsumexp": lambda x, y, z, i: x.logcumsumexp(1),
    "soft_margin_loss": lambda x, y, z, i: F.soft_margin_loss(x, y),
    "binary_cross_entropy": lambda x, y, z, i: F.binary_cross_entropy_with_logits(x, y),
    "softmax backward": lambda x, y, z, i: torch.ops.aten._softmax_backward_data(
        x, y, 1, x.dtype
    ),
    "log_softmax backward": lambda x, y, z, i: torch.ops.aten._log_softmax_backward_data(
        x, -y, 1, x.dtype
    ),
    "sigmoid backward": lambda x, y, z, i: torch.ops.aten.sigmoid_backward(x, y),
    "tanh backward": lambda x, y, z, i: torch.ops.aten.tanh_backward(x, y),
    "softshrink": lambda x, y, z, i: F.softshrink(x, 0.3333),
    "mvlgamma": lambda x, y, z, i: torch.mvlgamma(z.abs(), 4),
}


def _inputs() -> list[Tensor]:
    random = torch.Generator().manual_seed(0)
    x = torch.randn(4, 16, generator=random)
    y = torch.rand(4, 16, generator=random) + 0.5
    image = torch.randn(2, 4, 6, 6, generator=random)
    return [x.to(HALF), y.to(HALF), (50 * x).to(HALF), image.to(HALF)]


def test_numbers(compiler: str, tmp_path: Path) -> None:
    """To the bit."""
    inputs = _inputs()
    results = Program(list(NUMBERS.values()), inputs, tmp_path).run(*inputs)
    for name, (actual, expected) in zip(NUMBERS, results, strict=True):
        assert actual.dtype == HALF, name
        assert torch.equal(actual, expected), name


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16], ids=str)
def test_numbers_beside(dtype: torch.dtype, compiler: str, tmp_path: Path) -> None:
    """Eager's result, or one rounding from that of float64."""
    numbers = [0.1, 2049.0, -1e9]
    names = [(name, number) for name in BESIDE for number in numbers]
    special = [0.0, -0.0, 0.1, 7e4, 1e-7, math.inf, -math.inf, math.nan]
    x = torch.cat([torch.tensor(special), 3 * _inputs()[0].flatten()]).to(dtype)
    functions = [functools.partial(BESIDE[name], n=number) for name, number in names]
    wrong = []
    for place, (ours, eager) in enumerate(Program(functions, [x], tmp_path).run(x)):
        same = (ours == eager) | (ours != ours) & (eager != eager)
        assert ours.dtype == eager.dtype, names[place]
        if ours.dtype == dtype and not same.all():
            exact = functions[place](x.double()).double()
            same |= is_rounded_once(ours, exact, default_tolerances(torch.float32)[0], 0.0)
        if not same.all():
            wrong.append((*names[place], x[~same].tolist()))
    assert not wrong


def test_functions(compiler: str, tmp_path: Path) -> None:
    """Within one rounding of eager."""
    inputs = _inputs()
    results = Program(list(FUNCTIONS.values()), inputs, tmp_path).run(*inputs)
    for name, (actual, expected) in zip(FUNCTIONS, results, strict=True):
        assert actual.dtype == expected.dtype == HALF, name
        unit = torch.finfo(HALF).eps * expected.double().abs()
        unit = torch.maximum(unit, unit.mean() / 4)
        assert ((actual.double() - expected.double()).abs() <= 1.5 * unit).all(), name


def test_one_rounding(compiler: str, tmp_path: Path) -> None:
    """One rounding away from float64, in a runtime that rounds after each node."""
    functions = {**FUNCTIONS, **COMPOSITES}
    inputs = _inputs()
    Program(list(functions.values()), inputs, tmp_path)
    model = round_every_node(onnx.load(tmp_path / "model.onnx"))
    results = Session(model.SerializeToString()).run(inputs)
    wide = [tensor.double() for tensor in inputs]
    wrong = {}
    for (name, function), actual in zip(functions.items(), results, strict=True):
        exact = function(*wide)
        good = is_rounded_once(actual, exact, *default_tolerances(torch.float32))
        if not good.all():
            place = (~good).nonzero()[0].tolist()
            wrong[name] = f"{actual[tuple(place)]} instead of {exact[tuple(place)]} at {place}"
    assert not wrong


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_steps_that_eager_rounds(dtype: torch.dtype, tmp_path: Path) -> None:
    """Counts and infinities depend on what eager rounds between its kernels."""
    generator = torch.Generator().manual_seed(3)
    x = (torch.randn(200, generator=generator) * 8).to(dtype)  # bfloat16 counts to 256
    target = torch.where(x > 0, -1.0, 1.0).to(dtype)
    functions: list[Function] = [
        lambda x, y: torch.histc(x, bins=100, min=-10, max=10),
        lambda x, y: torch.histc(x, bins=7),
        lambda x, y: torch.histc(x.clamp(-1, 1), bins=33, min=0.1, max=0.7),
        lambda x, y: F.soft_margin_loss(x, y, reduction="none"),
        lambda x, y: F.soft_margin_loss(x, y),
    ]
    for ours, eager in Program(functions, (x, target), tmp_path).run(x, target):
        torch.testing.assert_close(ours, eager)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
@pytest.mark.parametrize("is_training", [True, False])
def test_running_statistics(dtype: torch.dtype, is_training: bool, tmp_path: Path) -> None:
    """They keep their dtype, though torch.export declares them as f32, and are rounded
    once."""
    image = _inputs()[3].to(dtype)
    mean, var = (torch.randn(4) * 3).to(dtype), (torch.rand(4) + 0.3).to(dtype)

    def results(x: Tensor, mean: Tensor, var: Tensor, which: int) -> Tensor:
        norm = torch.ops.aten._native_batch_norm_legit_functional.default
        return norm(x, None, None, mean, var, is_training, 0.3, 1e-5)[which]  # type: ignore[no-any-return]

    places = range(1, 5) if is_training else (3, 4)
    functions = [functools.partial(results, which=place) for place in places]
    for ours, eager in Program(functions, (image, mean, var), tmp_path).run(image, mean, var):
        assert ours.dtype == eager.dtype == dtype
        torch.testing.assert_close(ours, eager)
