"""Functions of PyTorch that read values only to check them, while models are captured.

PyTorch refuses a condition on values in a capture, although these conditions do not
change a result: they raise an error for invalid arguments, print a warning or give a
kernel a hint.  The captured program does not have them.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import torch
from torch.distributions import Distribution
from torch.nn import functional
from torch.nn.modules import transformer


def _without_any(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that calls torch.any to find invalid values, and for nothing else."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        with mock.patch.object(torch, "any", lambda *_: False):
            return function(*args, **kwargs)

    return call


def _covariance(_: Callable[..., Any]) -> Callable[..., Any]:
    """torch.cov, which reads the weights and the divisor (ATen/native/Correlation.cpp)."""

    def cov(
        input: torch.Tensor, *, correction: int = 1, fweights: Any = None, aweights: Any = None
    ) -> torch.Tensor:
        if input.ndim > 2:
            raise RuntimeError(f"cov(): expected input to have two or fewer dimensions: {input.ndim}")
        x = input.reshape(1, -1) if input.ndim < 2 else input
        weights = fweights if aweights is None else aweights
        if fweights is not None and aweights is not None:
            weights = fweights * aweights
        # A divisor that is not positive is 0, after a warning.
        divisor: Any
        if weights is None:
            total: Any = x.shape[1]
            divisor = torch.sym_max(total - correction, 0)  # type: ignore[no-untyped-call]
        else:
            total = weights.sum()
            divisor = total - correction
            if aweights is not None and correction != 0:
                divisor = total - correction * (weights * aweights).sum() / total
            divisor = divisor.clamp(min=0)

        def weighted(x: torch.Tensor) -> torch.Tensor:
            return x if weights is None else x * weights

        x = x - weighted(x).sum(1, keepdim=True) / total
        return torch.mm(x, weighted(x).t().conj()).div(divisor).squeeze()

    return cov


def _correlation(cov: Callable[..., torch.Tensor]) -> Callable[[torch.Tensor], torch.Tensor]:
    """torch.corrcoef, which calls torch.cov."""

    def corrcoef(input: torch.Tensor) -> torch.Tensor:
        c = cov(input)
        if c.ndim == 0:
            return c / c
        variances = c.diag()
        deviations = (variances.real if c.is_complex() else variances).sqrt()
        c = c / deviations.unsqueeze(1) / deviations.unsqueeze(0)
        if c.is_complex():
            return torch.complex(c.real.clip(-1, 1), c.imag.clip(-1, 1))
        return c.clip(-1, 1)

    return corrcoef


def _detect_is_causal_mask(
    mask: torch.Tensor | None, is_causal: bool | None = None, size: int | None = None
) -> bool:
    """The hint that is given: kernels without it apply the mask."""
    return is_causal is True


@contextlib.contextmanager
def values_not_checked(strict: bool) -> Iterator[None]:
    """No function of PyTorch reads values where that does not change its result."""
    cov = _covariance(torch.cov)
    corrcoef = _correlation(cov)
    # In place of the attribute of any distribution, those that exist among them.
    never = property(lambda _: False, lambda *_: None)
    patches: list[tuple[Any, str, Any]] = [(Distribution, "_validate_args", never)]
    if not strict:
        patches += [
            (transformer, "_detect_is_causal_mask", _detect_is_causal_mask),
            (functional, "gaussian_nll_loss", _without_any(functional.gaussian_nll_loss)),
            (torch, "cov", cov),
            (torch, "corrcoef", corrcoef),
            (torch.Tensor, "cov", cov),
            (torch.Tensor, "corrcoef", corrcoef),
        ]
    with contextlib.ExitStack() as stack:
        for place, name, value in patches:
            if hasattr(place, name):
                stack.enter_context(mock.patch.object(place, name, value))
        yield
