"""Shares and samples of gamma distributions, and how they change with their parameter."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch import Tensor

from integration.numerics.incomplete_gamma import shares
from integration.numerics.program import Program

ALPHA = torch.tensor([0.05, 0.3, 0.9, 1.0, 2.5, 7.9, 8.0, 8.1, 30.0, 500.0])


FUNCTIONS = (torch.special.gammainc, torch.special.gammaincc)
ORDERS = (1e-30, 1e-12, 5e-4, 0.02, 0.24, 0.26, 1, 3.5, 20, 150, 2e4, 1e6, 1.1e6, 1e9, 1e15)


def test_shares_of_doubles(tmp_path: Path) -> None:
    """Both tails have digits, and where eager's series end, it has those digits, too."""
    pairs = []
    for order in ORDERS:
        deviation = order**0.5
        numbers = [order * share for share in (1e-3, 0.1, 0.5, 0.9, 1, 1.001, 1.1, 4, 50)]
        numbers += [order + n * deviation for n in (-12, -4.4, -1, -0.1, 0.1, 1, 4.4, 12)]
        numbers += [1e-300, 1e-3, 0.4, 0.9, 1.1, 1.24, 2, 30, 600]
        pairs += [(order, number) for number in numbers if number > 0]
    orders, numbers = torch.tensor(pairs, dtype=torch.float64).T.contiguous()
    truth = torch.tensor([shares(*pair) for pair in pairs], dtype=torch.float64).T
    results = Program(FUNCTIONS, [orders, numbers], tmp_path).run(orders, numbers)
    for (ours, eager), exact in zip(results, truth, strict=True):
        torch.testing.assert_close(ours, eager)
        error = (ours - exact).abs() / exact.abs().clamp_min(1e-290)
        worst = int(error.argmax())
        assert error[worst] < 2e-8, f"{error[worst]} at {pairs[worst]}"


def test_borders_of_shares(tmp_path: Path) -> None:
    """A border of one operand decides, even if the other one is NaN."""
    borders = [0.0, -0.0, 1.0, -1.0, 1e300, 5e-324, torch.inf, -torch.inf, torch.nan]
    orders, numbers = torch.cartesian_prod(*[torch.tensor(borders).double()] * 2).T.contiguous()
    for ours, eager in Program(FUNCTIONS, [orders, numbers], tmp_path).run(orders, numbers):
        torch.testing.assert_close(ours, eager, equal_nan=True)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_derivatives(dtype: torch.dtype, tmp_path: Path) -> None:
    """All branches: small samples, large parameters near the mean and away, others."""
    alpha = ALPHA.to(dtype).unsqueeze(-1)
    ratio = torch.tensor([1e-3, 0.05, 0.5, 0.91, 1.0, 1.09, 1.5, 4.0], dtype=dtype)
    small = torch.tensor([1e-6, 0.01, 0.4, 0.79, 0.8], dtype=dtype).expand(10, 5)
    x = torch.cat([alpha * ratio, small], -1)
    alpha = alpha.expand(x.shape).contiguous()

    def function(alpha: Tensor, x: Tensor) -> Tensor:
        return torch.ops.aten._standard_gamma_grad(alpha, x)

    ((ours, eager),) = Program([function], (alpha, x), tmp_path).run(alpha, x)
    relative = 1.3e-6 if dtype == torch.float32 else 1e-9
    torch.testing.assert_close(ours, eager, rtol=relative, atol=1e-30)


def test_samples(tmp_path: Path) -> None:
    alpha = ALPHA.unsqueeze(-1).expand(-1, 20000).contiguous()
    ((samples, _),) = Program([torch._standard_gamma], (alpha,), tmp_path).run(alpha)
    assert (samples > 0).all()
    # Mean and variance are alpha; of the variance the error is larger.
    error = (ALPHA / 20000).sqrt()
    assert ((samples.mean(-1) - ALPHA).abs() <= 6 * error).all()
    fourth = (ALPHA * (3 * ALPHA + 6) / 20000).sqrt()
    assert ((samples.var(-1) - ALPHA).abs() <= 6 * fourth).all()


def test_samples_of_distributions(tmp_path: Path) -> None:
    alpha = torch.tensor([0.5, 1.5, 3.0]).expand(20000, 3).contiguous()
    ((samples, _),) = Program([torch._sample_dirichlet], (alpha,), tmp_path).run(alpha)
    torch.testing.assert_close(samples.sum(-1), torch.ones(20000))
    assert (samples.mean(0) - alpha[0] / 5).abs().max() < 0.02


def test_parameters_that_have_no_distribution(tmp_path: Path) -> None:
    """The loop ends, as no candidate is waited for."""
    alpha = torch.tensor([0.0, -1.0, torch.nan, torch.inf, 2.0])
    ((samples, _),) = Program([torch._standard_gamma], (alpha,), tmp_path).run(alpha)
    assert samples[1:4].isnan().all()
    assert samples[0] >= 0 and samples[4] > 0
