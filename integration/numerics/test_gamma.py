"""Samples of gamma distributions, and how they change with their parameter."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch import Tensor

from integration.numerics.program import Program

ALPHA = torch.tensor([0.05, 0.3, 0.9, 1.0, 2.5, 7.9, 8.0, 8.1, 30.0, 500.0])


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
