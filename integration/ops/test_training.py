"""Forward and backward pass in one program give the derivatives of eager's autograd.

Such a program uses what forward operators keep for the backward pass: total
weights, buffers, logarithms of sums, bags. Each is tried at two sets of numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor
from torch.fx.experimental.proxy_tensor import make_fx

from integration.common.compare import compare
from integration.common.compiler import convert
from integration.common.function import Function, check
from integration.common.runtime import Session

pytestmark = pytest.mark.usefixtures("compiler")


def _random(*sizes: int) -> Tensor:
    return torch.randn(sizes, generator=torch.Generator().manual_seed(sum(sizes)))


def _get_step(function: Callable[..., Tensor]) -> Callable[..., tuple[Tensor, ...]]:
    """The result and its derivatives in all floats, by a gradient unlike 1."""

    def step(*inputs: Tensor) -> tuple[Tensor, ...]:
        leaves = [
            x.detach().requires_grad_() if x.is_floating_point() else x for x in inputs
        ]
        result = function(*leaves)
        places = torch.arange(result.numel(), dtype=result.dtype)
        loss = (result * (places.view(result.shape) + 1).cos()).sum()
        floats = [x for x in leaves if x.requires_grad]
        grads = torch.autograd.grad(loss, floats, allow_unused=True)
        return (result.detach(), *(g for g in grads if g is not None))

    return step


def _check(
    function: Callable[..., Tensor],
    examples: tuple[Tensor, ...],
    others: tuple[Tensor, ...],
    folder: Path,
) -> None:
    step = _get_step(function)
    graph = make_fx(step)(*examples)
    with torch.no_grad():
        program = torch.export.export(Function(graph), examples)
    source, target = folder / "model.pt2", folder / "model.onnx"
    torch.export.save(program, source)
    result = convert(source, target)
    assert not result.failure, result.stderr
    session = Session(target)
    for inputs in (examples, others):
        for actual, wanted in zip(session.run(inputs), step(*inputs), strict=True):
            mismatch = compare(actual, wanted)
            assert mismatch is None, mismatch


#: Where distances are 0, equal or large.
POINTS = torch.tensor([[0.0, 0, 0], [1, -2, 3], [1, -2, 3], [-3, 0.5, -3], [0, 2, 0]])
EDGES = torch.tensor([-90.0, -20, -1, -0.0, 0, 0.5, 20, 90]).view(2, 4)
CLASSES = torch.tensor([0, 2, -100, 1])
BAGS = torch.tensor([1, 4, 2, 4, 5, 4, 0])
STARTS = torch.tensor([0, 2, 2, 5])
GRID2 = torch.cat([_random(2, 3, 4, 2), torch.tensor([[[[0.9, -1.0]] * 4]] * 2)], 1)

Case = tuple[Callable[..., Tensor], tuple[Tensor, ...]]

CASES: dict[str, Case] = {
    "log_sigmoid": (F.logsigmoid, (EDGES,)),
    "nll of the mean": (
        lambda x, t: F.nll_loss(x, t, torch.tensor([0.5, 2, 0.25], dtype=x.dtype)),
        (_random(4, 3), CLASSES),
    ),
    "nll of one": (F.nll_loss, (_random(3), torch.tensor(2))),
    "nll of the sum": (
        lambda x, t: F.nll_loss(x, t, ignore_index=1, reduction="sum"),
        (_random(4, 3), CLASSES.clamp(0)),
    ),
    "nll of each": (
        lambda x, t: F.nll_loss(x, t, reduction="none"),
        (_random(4, 3), CLASSES),
    ),
    "nll2d": (
        lambda x, t: F.nll_loss(x, t),
        (_random(2, 3, 2, 2), torch.arange(8).view(2, 2, 2) % 3),
    ),
    "cross_entropy with smoothing": (
        lambda x, t: F.cross_entropy(x, t, label_smoothing=0.1),
        (_random(4, 3), CLASSES),
    ),
    "multi_margin": (F.multi_margin_loss, (_random(4, 3), CLASSES.clamp(0))),
    "multi_margin of squares": (
        lambda x, t: F.multi_margin_loss(
            x, t, 2, 0.5, torch.tensor([0.5, 2, 0.25], dtype=x.dtype), reduction="none"
        ),
        (_random(4, 3), CLASSES.clamp(0)),
    ),
    "multi_margin of one": (F.multi_margin_loss, (_random(3), torch.tensor(1))),
    "multilabel_margin": (
        F.multilabel_margin_loss,
        (_random(2, 4), torch.tensor([[2, 0, -1, 1], [3, 3, 1, -1]])),
    ),
    "multilabel_margin of each": (
        lambda x, t: F.multilabel_margin_loss(x, t, reduction="none"),
        (_random(2, 3), torch.tensor([[-1, 0, 1], [0, 1, 2]])),
    ),
    "multilabel_margin of one": (
        F.multilabel_margin_loss,
        (_random(3), torch.tensor([1, -1, 0])),
    ),
    **{
        f"attention {name}": (
            function,
            (_random(2, 3, 5, 4), _random(2, 3, 6, 4), _random(2, 3, 6, 4)),
        )
        for name, function in {
            "": F.scaled_dot_product_attention,
            "in order": lambda q, k, v: F.scaled_dot_product_attention(
                q, k, v, is_causal=True, scale=0.3
            ),
            "with a mask": lambda q, k, v: F.scaled_dot_product_attention(
                q, k, v, torch.ones(5, 6).tril(1).bool()
            ),
            "with a bias": lambda q, k, v: F.scaled_dot_product_attention(
                q, k, v, torch.arange(30.0, dtype=q.dtype).view(5, 6) / 9
            ),
        }.items()
    },
    "embedding_bag": (
        lambda w: F.embedding_bag(BAGS, w, STARTS, mode="sum"),
        (_random(6, 3),),
    ),
    "embedding_bag of means": (
        lambda w: F.embedding_bag(BAGS, w, STARTS),
        (_random(6, 3),),
    ),
    "embedding_bag of means with padding": (
        lambda w: F.embedding_bag(BAGS, w, STARTS, padding_idx=4),
        (_random(6, 3),),
    ),
    "embedding_bag of the largest": (
        lambda w: F.embedding_bag(BAGS, w, STARTS, mode="max", padding_idx=4),
        (_random(6, 3).round(),),
    ),
    "embedding_bag with the last offset": (
        lambda w: F.embedding_bag(
            BAGS, w, torch.tensor([0, 2, 2, 7]), mode="mean", include_last_offset=True
        ),
        (_random(6, 3),),
    ),
    "embedding_bag with weights": (
        lambda w, s: F.embedding_bag(
            BAGS, w, STARTS, mode="sum", per_sample_weights=s, padding_idx=2
        ),
        (_random(6, 3), _random(7)),
    ),
    **{
        f"cdist of {p}": (
            lambda x, y, p=p: torch.cdist(x, y, p, "donot_use_mm_for_euclid_dist"),
            (POINTS, POINTS[1:4].flip(0).clone()),
        )
        for p in (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, inf)
    },
    **{f"pdist of {p}": (lambda x, p=p: F.pdist(x, p), (POINTS,)) for p in (1.0, 2.0, 3.5, inf)},
    **{
        f"{mode} in {rank} dimensions": (
            lambda x, mode=mode, rank=rank: F.pad(x, pads[: 2 * rank], mode),
            (_random(2, 3, 4, 5, 6)[(0,) * (3 - rank)],),
        )
        for pads in [(2, 1, 0, 3, 1, 0)]
        for mode in ("reflect", "replicate")
        for rank in (1, 2, 3)
    },
    "replicate of less than nothing": (
        lambda x: F.pad(x, (-1, 2, 3, -2), "replicate"),
        (_random(2, 5, 4),),
    ),
    **{
        f"{mode} from {sizes}": (
            lambda x, o=options: F.interpolate(x, **o),
            (_random(1, 2, *sizes),),
        )
        for mode, sizes, options in [
            ("bicubic", (4, 5), {"mode": "bicubic", "size": (7, 3)}),
            ("bicubic", (3, 1), {"mode": "bicubic", "scale_factor": 2.3}),
            (
                "bicubic of corners",
                (4, 3),
                {"mode": "bicubic", "size": (7, 5), "align_corners": True},
            ),
            (
                "bicubic without aliases",
                (7, 5),
                {"mode": "bicubic", "size": (3, 6), "antialias": True},
            ),
            (
                "bilinear without aliases",
                (9, 5),
                {"mode": "bilinear", "size": (2, 7), "antialias": True},
            ),
        ]
    },
    **{
        f"avg_pool, {name}": (
            lambda x, o=options: F.avg_pool2d(x, **o),
            (_random(2, 6, 7),),
        )
        for name, options in {
            "rounded up": {"kernel_size": 2, "stride": 3, "ceil_mode": True},
            "rounded up with padding": {
                "kernel_size": (4, 3),
                "stride": (3, 2),
                "padding": (2, 1),
                "ceil_mode": True,
            },
            "rounded up without the padding": {
                "kernel_size": (4, 3),
                "stride": (3, 4),
                "padding": (1, 0),
                "ceil_mode": True,
                "count_include_pad": False,
            },
            "rounded up with a divisor": {
                "kernel_size": 3,
                "stride": 2,
                "ceil_mode": True,
                "divisor_override": 5,
            },
        }.items()
    },
    "avg_pool3d, rounded up": (
        lambda x: F.avg_pool3d(x, 2, 2, (1, 0, 1), ceil_mode=True),
        (_random(2, 2, 3, 5, 4),),
    ),
    "fractional_max_pool2d": (
        lambda x: F.fractional_max_pool2d(
            x, 2, (3, 2), _random_samples=torch.tensor([[[0.3, 0.7]] * 2], dtype=x.dtype)
        ),
        (_random(1, 2, 6, 5),),
    ),
    "fractional_max_pool3d": (
        lambda x: F.fractional_max_pool3d(
            x,
            2,
            (3, 2, 2),
            _random_samples=torch.tensor([[[0.3, 0.7, 0.1]] * 2], dtype=x.dtype),
        ),
        (_random(1, 2, 6, 5, 4),),
    ),
    **{
        f"grid_sample, {mode}, {outside}, {corners}": (
            lambda x, g, m=mode, o=outside, c=corners: F.grid_sample(x, g, m, o, c),
            (_random(2, 3, 5, 4), GRID2 * 1.3),
        )
        for mode in ("bilinear", "nearest", "bicubic")
        for outside in ("zeros", "border", "reflection")
        for corners in (False, True)
    },
    **{
        f"grid_sample of volumes, {mode}, {outside}": (
            lambda x, g, m=mode, o=outside: F.grid_sample(x, g, m, o, False),
            (_random(2, 2, 3, 4, 5), _random(2, 2, 2, 3, 3) * 1.2),
        )
        for mode in ("bilinear", "nearest")
        for outside in ("zeros", "border", "reflection")
    },
    "masked_scatter": (
        lambda x, y: x.masked_scatter(torch.tensor([[True, False, True]] * 2), y),
        (_random(2, 3), _random(7)),
    ),
    "unfold of a number": (lambda x: x.unfold(0, 1, 1), (torch.tensor(2.0),)),
}


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=str)
@pytest.mark.parametrize("name", CASES)
def test_step(name: str, dtype: torch.dtype, tmp_path: Path) -> None:
    """All numbers, and as many others."""
    function, given = CASES[name]
    examples = tuple(x.to(dtype) if x.is_floating_point() else x for x in given)
    others = tuple(x.flip(0) if x.dim() else x for x in examples)
    _check(function, examples, others, tmp_path)


def _attend(q: Tensor, k: Tensor) -> tuple[Tensor, ...]:
    result, sums = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu(
        q, k, k, 0.0, True
    )
    return torch.ops.aten._scaled_dot_product_flash_attention_for_cpu_backward(
        result.cos(), q, k, k, result, sums, 0.0, True
    )


def _pool(x: Tensor) -> Tensor:
    result = F.avg_pool2d(x, 3, 2, 1, ceil_mode=True, count_include_pad=False)
    return torch.ops.aten.avg_pool2d_backward(
        result, x, [3, 3], [2, 2], [1, 1], True, False, None
    )


def _look_up(weight: Tensor, indices: Tensor) -> Tensor:
    starts = torch.tensor([0, 1, 3])
    rows, *kept = torch.ops.aten._embedding_bag(weight, indices, starts, False, 2)
    return torch.ops.aten._embedding_bag_backward(
        rows, indices, starts, *kept, 6, False, 2, False, None
    )


@pytest.mark.parametrize(
    ("function", "axes", "inputs"),
    [
        (
            _attend,
            (2, 2),
            [(_random(2, 3, n, 4), _random(2, 3, n, 4).sin()) for n in (5, 8)],
        ),
        (_pool, (0,), [(_random(n, 2, 7, 6),) for n in (5, 8)]),
        (
            lambda x: torch.ops.aten.reflection_pad1d_backward(
                F.pad(x, (2, 1), "reflect").sin(), x, [2, 1]
            ),
            (1,),
            [(_random(3, n),) for n in (5, 8)],
        ),
        (_look_up, (None, 0), [(_random(6, 3), torch.arange(n) * 5 % 6) for n in (5, 8)]),
    ],
    ids=["attention", "avg_pool", "reflect", "embedding_bag"],
)
def test_sizes_of_the_run(
    function: Callable[..., Tensor | tuple[Tensor, ...]],
    axes: tuple[int | None, ...],
    inputs: list[tuple[Tensor, ...]],
    tmp_path: Path,
) -> None:
    """Derivatives of what has sizes known only at run time."""
    n = torch.export.Dim("n", min=4, max=64)
    dynamic = tuple(None if axis is None else {axis: n} for axis in axes)
    examples, others = inputs
    check(function, examples, others, tmp_path, dynamic=dynamic)
