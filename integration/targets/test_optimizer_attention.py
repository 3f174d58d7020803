"""Layers of transformers that are nearly those of ONNX Runtime's attention fusions.

AttentionFusion, MatMulScaleFusion, MatMulTransposeFusion and SkipLayerNormFusion: other
scales, masks, axes and orders of operands, with and without the optimizations.
"""

from __future__ import annotations

import math
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
HIDDEN = 8
#: For queries, keys, values and the result.
WEIGHTS = [randn(HIDDEN, HIDDEN) / 9 + torch.eye(HIDDEN) * (0.3 + i / 5) for i in range(4)]
BIASES = [randn(HIDDEN) / 7 + i / 10 for i in range(4)]
SCALE, BIAS = randn(HIDDEN) / 9 + 1, randn(HIDDEN) / 9


def norm(x: Tensor) -> Tensor:
    """As before and after a layer."""
    return F.layer_norm(x, (HIDDEN,), SCALE, BIAS)


def layer(
    x: Tensor,
    mask: Tensor | None,
    heads: int = 2,
    scale: float | None = None,
    multiplied: bool = False,
    biased: bool = True,
    mask_first: bool = False,
    axis: int = -1,
    normalized: bool = True,
) -> Tensor:
    """A layer of BERT up to its first norm."""
    x = norm(x)
    batch, length, _ = x.shape

    def project(i: int) -> Tensor:
        y = x @ WEIGHTS[i].T
        y = y + BIASES[i] if biased else y
        return y.view(batch, length, heads, HIDDEN // heads).permute(0, 2, 1, 3)

    scores = project(0) @ project(1).transpose(-1, -2)
    root = math.sqrt(HIDDEN // heads) if scale is None else scale
    scores = scores * (1 / root) if multiplied else scores / root
    if mask is not None:
        scores = mask + scores if mask_first else scores + mask
    y = (scores.softmax(axis) @ project(2)).permute(0, 2, 1, 3).reshape(batch, length, HIDDEN)
    y = y @ WEIGHTS[3].T + BIASES[3] + x
    return norm(y) if normalized else y


def hide(mask: Tensor, number: float = -10000.0, one: float = 1.0) -> Tensor:
    """What is added to the scores, from a mask of ones and zeros."""
    return (one - mask[:, None, None, :].float()) * number


def causal(length: int) -> Tensor:
    """Hides the keys after each query."""
    return torch.triu(torch.full((length, length), -10000.0), 1)


LAYERS: dict[str, Callable[[Tensor, Tensor], Tensor]] = {
    "of BERT": lambda x, m: layer(x, hide(m)),
    "two": lambda x, m: layer(layer(x, hide(m)), hide(m)),
    "lowest number": lambda x, m: layer(x, hide(m, torch.finfo(torch.float32).min)),
    "small number": lambda x, m: layer(x, hide(m, -1.5)),
    "from 2": lambda x, m: layer(x, hide(m, -3.0, 2.0)),
    "positive": lambda x, m: layer(x, hide(m, 3.0)),
    "mask of twos": lambda x, m: layer(x, hide(m * 2)),
    "mask of minus ones": lambda x, m: layer(x, hide(-m)),
    "mask of floats": lambda x, m: layer(x, (1 - m.float())[:, None, None] * -10000.0),
    "mask first": lambda x, m: layer(x, hide(m), mask_first=True),
    "mask of pairs": lambda x, m: layer(
        x, (1.0 - (m[:, None, :] * m[:, :, None])[:, None].float()) * -10000.0
    ),
    "causal": lambda x, m: layer(x, causal(x.shape[1]) + hide(m)),
    "selected": lambda x, m: layer(x, torch.where(m[:, None, None, :] == 0, -10000.0, 0.0)),
    "infinite": lambda x, m: layer(x, torch.where(m[:, None, None, :] == 0, -torch.inf, 0.0)),
    "no mask": lambda x, m: layer(x, None) + m[..., None],
    "other scale": lambda x, m: layer(x, hide(m), scale=1.7),
    "product": lambda x, m: layer(x, hide(m), multiplied=True),
    "no biases": lambda x, m: layer(x, hide(m), biased=False),
    "other axis": lambda x, m: layer(x, hide(m), axis=-2),
    "one head": lambda x, m: layer(x, hide(m), heads=1),
    "heads of one": lambda x, m: layer(x, hide(m), heads=HIDDEN),
    "no norm": lambda x, m: layer(x, hide(m), normalized=False),
}


def inputs(batch: int, length: int) -> tuple[Tensor, Tensor]:
    """Each row of the mask hides other keys, none hides all."""
    mask = torch.arange(length)[None] <= torch.arange(1, batch + 1)[:, None]
    return randn(batch, length, HIDDEN), mask.long()


@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("name", LAYERS)
def test_layer(name: str, dynamic: bool, tmp_path: Path) -> None:
    """With other batches and lengths where they are dynamic."""
    given = [inputs(2, 5), inputs(3, 4), inputs(1, 6)]
    axes = {0: A, 1: A}
    check_sets(LAYERS[name], given if dynamic else given[:1], tmp_path, (axes, axes) if dynamic else None)
