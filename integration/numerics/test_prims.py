"""Operators of prims: what programs have after decomposition into them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
import torch._prims  # registers prims.*
from torch import Tensor

from integration.numerics.program import Program

P = torch.ops.prims
CPU = torch.device("cpu")

X = torch.tensor([[-2.5, -0.0, 0.25], [1.0, 3.5, torch.inf]])
Y = torch.tensor([[0.5, 2.0, -3.0], [1.0, 0.25, 2.0]])
N = torch.tensor([[-7, 0, 5], [9, -1, 4]], dtype=torch.int32)
D = torch.tensor([[2, 3, -4], [-2, 1, 3]], dtype=torch.int32)

CASES: dict[str, tuple[Callable[..., Tensor], tuple[Tensor, ...]]] = {
    "add": (P.add, (X, Y)),
    "atan2": (P.atan2, (X, Y)),
    "broadcast_in_dim": (lambda a: P.broadcast_in_dim(a, [4, 2, 5, 3], [1, 3]), (X,)),
    "cat": (lambda a, b: P.cat([a, b], 1), (X, Y)),
    "cbrt": (P.cbrt, (X,)),
    "collapse": (lambda a: P.collapse(a, 0, 1), (X,)),
    "collapse_view": (lambda a: P.collapse_view(a, 0, 1), (X,)),
    "convert_element_type": (lambda a: P.convert_element_type(a, torch.int64), (Y,)),
    "device_put": (lambda a: P.device_put(a, CPU), (X,)),
    "div of floats": (P.div, (X, Y)),
    "div of integers": (P.div, (N, D)),
    "fmod": (P.fmod, (N, D)),
    "full": (
        lambda a: a
        + P.full([2, 3], 2.5, dtype=torch.float32, device=CPU, requires_grad=False),
        (X,),
    ),
    "full_like": (
        lambda a: P.full_like(a, 3, dtype=torch.int64, device=CPU, requires_grad=False),
        (X,),
    ),
    "iota": (
        lambda a: a
        + P.iota(3, start=5, step=-2, dtype=torch.int64, device=CPU, requires_grad=False),
        (N,),
    ),
    "pow": (P.pow, (Y.abs(), X)),
    "prod": (lambda a: P.prod(a, [0, 1]), (Y,)),
    "remainder": (P.remainder, (N, D)),
    "reshape": (lambda a: P.reshape(a, [3, 2]), (X,)),
    "rev": (lambda a: P.rev(a, [1]), (X,)),
    "scalar_tensor": (lambda a: a + P.scalar_tensor(2.5, dtype=torch.float32, device=CPU), (X,)),
    "shift": (P.shift_right_arithmetic, (N, D.abs())),
    "split_dim": (lambda a: P.split_dim(a, 1, 3), (X,)),
    "squeeze": (lambda a: P.squeeze(a[:1], [0]), (X,)),
    "sum": (lambda a: P.sum(a, [1]), (Y,)),
    "transpose": (lambda a: P.transpose(a, [1, 0]), (X,)),
    "var": (lambda a: P.var(a, [0], 1), (Y,)),
    "where": (lambda a, b: P.where(a > b, a, b), (X, Y)),
}


@pytest.mark.parametrize("case", CASES)
def test_prims(case: str, compiler: str, tmp_path: Path) -> None:
    """The model computes what eager does, in its dtype and shape."""
    function, inputs = CASES[case]
    program = Program([function], list(inputs), tmp_path)
    for actual, expected in program.run(*inputs):
        torch.testing.assert_close(actual, expected, equal_nan=True)


def test_random_numbers_and_factors(tmp_path: Path) -> None:
    """What has no single result: its shape, its range, and what the factors give."""
    options = {"dtype": torch.float32, "device": CPU}

    def factors(a: Tensor) -> Tensor:
        u, s, v = P.svd(a, full_matrices=False)
        return (u * s) @ v

    functions: list[Callable[..., Tensor]] = [
        lambda a: a.sum() * 0 + P.uniform([2000], low=2.0, high=3.0, stride=[1], **options),
        lambda a: a.sum() * 0 + P.normal([2000], mean=5.0, std=0.1, requires_grad=False, **options),
        factors,
        lambda a: torch.view_as_real(P.fft_r2c(a, dim=[1], onesided=True)),
        lambda a: P.fft_c2r(torch.complex(a, a * 2), dim=[1], last_dim_size=4),
        lambda a: torch.view_as_real(P.fft_c2c(torch.complex(a, a * 2), dim=[1], forward=False)),
        lambda a: P.copy_strided(a, [1, 2]),
    ]
    results = Program(functions, (Y,), tmp_path).run(Y)
    (uniform, _), (normal, _), *rest = results
    assert ((uniform >= 2) & (uniform < 3)).all() and uniform.std() > 0.2
    assert (normal - 5).abs().max() < 1 and normal.std() > 0.05
    for ours, eager in rest:
        torch.testing.assert_close(ours, eager, rtol=1e-5, atol=1e-5)
