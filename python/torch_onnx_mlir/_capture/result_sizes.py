"""Fake kernels that PyTorch lacks, while models are captured.

The sizes of the results of these operators follow from the sizes of their operands. PyTorch has
no fake kernel for them, or one that reads values.
"""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from unittest import mock

import torch
from torch._decomp import decomposition_table
from torch._subclasses import fake_impls
from torch.nn import functional

from torch_onnx_mlir._support import torch_internals as _torch

# Combinations of more positions are found by the program, and are not a weight of it.
_MAX_COMBINATIONS = 4096


def _ctc_loss(of_torch: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    """torch.ctc_loss with tensors of lengths; PyTorch reads lists into real tensors."""

    def as_tensor(lengths: Any) -> torch.Tensor:
        if isinstance(lengths, torch.Tensor):
            return lengths
        if any(isinstance(length, torch.SymInt) for length in lengths):
            numbers = [torch.scalar_tensor(length, dtype=torch.int64) for length in lengths]
            return torch.stack(numbers)
        return torch.tensor(lengths, dtype=torch.int64)

    def ctc_loss(
        log_probs: torch.Tensor,
        targets: torch.Tensor,
        input_lengths: Any,
        target_lengths: Any,
        *args: Any,
        **kwargs: Any,
    ) -> torch.Tensor:
        lengths = as_tensor(input_lengths), as_tensor(target_lengths)
        return of_torch(log_probs, targets, *lengths, *args, **kwargs)

    return ctc_loss


def _fake_affine_grid(
    theta: torch.Tensor, size: Sequence[Any], align_corners: bool
) -> torch.Tensor:
    """A position for each pixel; PyTorch's kernel fixes dynamic sizes."""
    return theta.new_empty([size[0], *size[2:], len(size) - 2])


def _affine_grid(of_torch: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    """F.affine_grid with dynamic sizes, which PyTorch compares with each other."""

    def affine_grid(
        theta: torch.Tensor, size: Sequence[Any], align_corners: bool | None = None
    ) -> torch.Tensor:
        axes = len(size) - 2
        is_known = theta.is_floating_point() and theta.shape[1:] == (axes, axes + 1)
        is_dynamic = any(isinstance(n, torch.SymInt) for n in size)
        if align_corners is None or axes not in (2, 3) or not is_known or not is_dynamic:
            return of_torch(theta, size, align_corners)
        return torch.affine_grid_generator(theta, list(size), align_corners)

    return affine_grid


def _sizes_of_transform(dims: Sequence[int], sizes: Sequence[Any], last: Any) -> list[Any]:
    result = list(sizes)
    result[dims[-1]] = last
    return result


def _fake_fft_r2c(
    self: torch.Tensor, dim: Sequence[int], normalization: int, onesided: bool
) -> torch.Tensor:
    last = self.shape[dim[-1]]
    sizes = _sizes_of_transform(dim, self.shape, last // 2 + 1 if onesided else last)
    return self.new_empty(sizes, dtype=self.dtype.to_complex())


def _fake_fft_c2r(
    self: torch.Tensor, dim: Sequence[int], normalization: int, last_dim_size: Any
) -> torch.Tensor:
    sizes = _sizes_of_transform(dim, self.shape, last_dim_size)
    return self.new_empty(sizes, dtype=self.dtype.to_real())


def _fake_ctc_loss(
    log_probs: torch.Tensor, targets: torch.Tensor, *_: Any, **__: Any
) -> tuple[torch.Tensor, torch.Tensor]:
    """The losses, and probabilities for the derivative.

    The latter have a state for each label of the longest target, and one more for each blank.
    """
    batch = log_probs.shape[1:-1]
    states = [*batch, log_probs.shape[0], 2 * targets.shape[-1] + 1]
    return log_probs.new_empty(batch), log_probs.new_empty(states)


def _fake_lstsq(
    self: torch.Tensor, b: torch.Tensor, rcond: float | None = None, *, driver: str | None = None
) -> tuple[torch.Tensor, ...]:
    """The solution, the residuals, the ranks and the singular values.

    "gelsd" and "gelss" leave the residuals out if a matrix has a lower rank than columns.  The
    compiler refuses a program that uses these.
    """
    *batch, rows, columns = self.shape
    is_vector = b.dim() == 1 or (self.dim() - 1 == b.dim() and b.shape == self.shape[:-1])
    rhs = b.unsqueeze(-1) if is_vector else b
    broadcast: Callable[..., Any] = torch.broadcast_shapes
    batch_of_both = broadcast(batch, rhs.shape[:-2])
    solution = [*batch_of_both, columns, rhs.shape[-1]]
    residuals: list[Any] = [0]
    if driver not in (None, "gelsy") and not _torch.holds(rows <= columns):
        residuals = [*batch_of_both, rhs.shape[-1]]
    values: list[Any] = [0]
    if driver in ("gelsd", "gelss"):
        smaller: Callable[..., Any] = torch.sym_min
        values = [*batch, smaller(rows, columns)]
    real = self.real.dtype if self.is_complex() else self.dtype
    return (
        self.new_empty(solution[:-1] if is_vector else solution),
        self.new_empty(residuals, dtype=real),
        self.new_empty([0] if driver == "gels" else batch, dtype=torch.int64),
        self.new_empty(values, dtype=real),
    )


def _combinations(of_torch: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    """torch.combinations, for which PyTorch takes one masked selection for each column."""

    def combinations(
        input: torch.Tensor, r: int = 2, with_replacement: bool = False
    ) -> torch.Tensor:
        if input.dim() != 1 or r < 1:
            return of_torch(input, r, with_replacement)
        size = input.shape[0]
        if isinstance(size, int):
            count = math.comb(size + r - 1 if with_replacement else size, r)
            if count <= _MAX_COMBINATIONS:
                choose: Callable[..., Any] = itertools.combinations
                if with_replacement:
                    choose = itertools.combinations_with_replacement
                rows = torch.tensor(list(choose(range(size), r)), dtype=torch.int64)
                return input[rows if count > 0 else rows.reshape(0, r)]
        places = torch.arange(size, device=input.device)
        grids = torch.meshgrid(*[places] * r, indexing="ij")
        chosen = torch.ones_like(grids[0], dtype=torch.bool)
        for before, after in itertools.pairwise(grids):
            chosen = chosen & (before <= after if with_replacement else before < after)
        return input[chosen.nonzero()]

    return combinations


@contextlib.contextmanager
def sizes_of_results(strict: bool) -> Iterator[None]:
    """PyTorch tells the sizes of results that follow from those of operands."""
    # The first check that holds decides.
    checks: list[Any] | None = getattr(fake_impls, "op_implementations_checks", None)
    aten = torch.ops.aten
    kernels: dict[Any, Callable[..., Any]] = {
        aten._ctc_loss.Tensor: _fake_ctc_loss,
        aten.linalg_lstsq.default: _fake_lstsq,
    }
    if (is_refused := _torch.find("refused_transforms")) is not None:
        transforms = {
            aten._fft_r2c.default: _fake_fft_r2c,
            aten._fft_c2r.default: _fake_fft_c2r,
        }
        kernels |= {op: kernel for op, kernel in transforms.items() if is_refused(op)}

    def call(mode: Any, operator: Any, *args: Any, **kwargs: Any) -> Any:
        with mode:
            return kernels[operator](*args, **kwargs)

    entry = (kernels.__contains__, call)
    with contextlib.ExitStack() as stack:
        if checks is not None:
            checks.insert(0, entry)
            stack.callback(checks.remove, entry)
        # PyTorch prefers decompositions to kernels.
        decompositions = {aten.affine_grid_generator.default: _fake_affine_grid}
        stack.enter_context(mock.patch.dict(decomposition_table, decompositions))
        if not strict:
            for name, replace in (("combinations", _combinations), ("ctc_loss", _ctc_loss)):
                function = replace(getattr(torch, name))
                stack.enter_context(mock.patch.object(torch, name, function))
            affine_grid = _affine_grid(functional.affine_grid)
            stack.enter_context(mock.patch.object(functional, "affine_grid", affine_grid))
        yield
