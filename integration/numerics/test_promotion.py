"""Operators whose operands have several dtypes, of which the result has not always the common one.

Each of a loss, a product or a difference of mixed operands has the dtype of eager mode, and is
rounded or wraps around where eager mode does it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor

from integration.common.function import check

HALF, DOUBLE = torch.float16, torch.float64


def _poisson(x: Tensor, target: Tensor) -> Tensor:
    """The logarithm of the input has its dtype before it meets the target.

    Processors round the logarithm differently, so three decimals are compared.
    """
    loss = F.poisson_nll_loss(x, target, log_input=False, full=False, reduction="none")
    return loss.round(decimals=3)


CASES: dict[str, tuple[Callable[..., Tensor], torch.dtype, torch.dtype]] = {
    "cross_entropy of narrow ones": (F.cross_entropy, torch.float32, HALF),
    "binary_cross_entropy_with_logits": (F.binary_cross_entropy_with_logits, DOUBLE, torch.float32),
    "binary_cross_entropy_with_logits, wide": (
        F.binary_cross_entropy_with_logits,
        torch.float32,
        DOUBLE,
    ),
    "hinge_embedding_loss": (F.hinge_embedding_loss, torch.float32, DOUBLE),
    "hinge_embedding_loss, wide": (F.hinge_embedding_loss, DOUBLE, torch.float32),
    "poisson_nll_loss": (_poisson, torch.float32, DOUBLE),
    "diff": (lambda x, y: torch.diff(x, prepend=y), torch.float32, DOUBLE),
    "diff of integers": (lambda x, y: torch.diff(x, append=y), torch.int32, torch.float32),
    "kron of a number": (lambda x, y: torch.kron(x, y.sum()), torch.float32, DOUBLE),
    "ldexp by a wide number": (lambda x, y: torch.ldexp(x, y / 3), torch.float32, DOUBLE),
    "cosine_embedding_loss of bytes": (
        lambda x, y: F.cosine_embedding_loss(x, y, torch.tensor([1, -1]), reduction="none"),
        torch.uint8,
        torch.float32,
    ),
}


#: Whose sizes torch.export fixes.
STATIC = {"kron of a number"}


def _inputs(size: int, *dtypes: torch.dtype) -> tuple[Tensor, ...]:
    torch.manual_seed(size)
    return tuple((torch.rand(2, size) * 40 + 0.5).to(dtype) for dtype in dtypes)


@pytest.mark.parametrize("name", CASES)
def test_dtypes(name: str, tmp_path: Path) -> None:
    """Dtype and numbers, at two sets of sizes."""
    function, *dtypes = CASES[name]
    given, others = _inputs(5, *dtypes), _inputs(8, *dtypes)
    if name in STATIC:
        check(function, given, given, tmp_path)
        return
    columns = torch.export.Dim("columns", min=2)
    check(function, given, others, tmp_path, dynamic=({1: columns}, {1: columns}))


@pytest.mark.parametrize("loss", [F.huber_loss, F.soft_margin_loss])
def test_refused(loss: Callable[..., Tensor], tmp_path: Path) -> None:
    """torch.export records the common dtype, eager mode gives that of the input."""
    given = _inputs(5, torch.float32, DOUBLE)
    assert loss(*given).dtype == torch.float32
    message = "is declared 'tensor<f64>', its operands give 'tensor<f32>'"
    check(loss, given, given, tmp_path, refusal=message)
