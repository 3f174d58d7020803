"""Operators of the backward pass give torch's numbers.

Programs of training have them; the ledger has no entry for most, as nobody calls
them by their own names. Activations are tried at the ends of their pieces, at
NaN and at infinities, in three dtypes; layers with steps, gaps and groups.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nan
from pathlib import Path

import pytest
import torch
from torch import Tensor
from torch.export.experimental import _export_forward_backward

from integration.common.compare import compare
from integration.common.compiler import convert
from integration.common.function import check
from integration.common.runtime import Session

aten = torch.ops.aten
f32 = torch.float32
Case = tuple[Callable[..., object], tuple[Tensor, ...]]


def _random(*sizes: int) -> Tensor:
    return torch.randn(sizes, generator=torch.Generator().manual_seed(sum(sizes)))


#: Where a formula changes, and what it must not touch.
EDGES = torch.tensor(
    [-inf, -88.0, -4, -3, -1.5, -1, -0.5, -0.3, -0.0, 0, 0.1, 0.3, 0.5, 0.9]
    + [1, 1.5, 2.9, 3, 4, 21, 88, inf, nan, 0.25]
).view(4, 6)
G = _random(4, 6)
PROBABILITIES = EDGES.clamp(0, 1)

ACTIVATIONS: dict[str, Callable[[Tensor, Tensor], Tensor]] = {
    "threshold": lambda g, x: aten.threshold_backward(g, x, 0.3),
    "hardtanh": lambda g, x: aten.hardtanh_backward(g, x, -0.3, 0.5),
    "hardsigmoid": aten.hardsigmoid_backward,
    "hardswish": aten.hardswish_backward,
    "hardshrink": lambda g, x: aten.hardshrink_backward(g, x, 0.3),
    "softshrink": lambda g, x: aten.softshrink_backward(g, x, 0.3),
    "leaky_relu": lambda g, x: aten.leaky_relu_backward(g, x, 0.1, False),
    "elu": lambda g, x: aten.elu_backward(g, 1.2, 0.7, 0.5, False, x),
    "elu of the result": lambda g, x: aten.elu_backward(g, 1.2, 0.7, 0.5, True, x),
    "rrelu": lambda g, x: aten.rrelu_with_noise_backward(g, x, x, 0.1, 0.3, False, True),
    "rrelu in training": lambda g, x: aten.rrelu_with_noise_backward(
        g, x, x, 0.1, 0.3, True, False
    ),
    "rrelu with noise": lambda g, x: aten.rrelu_with_noise_functional(x, g, 0.1, 0.3),
    "softplus": lambda g, x: aten.softplus_backward(g, x, 2.0, 5.0),
    "gelu": lambda g, x: aten.gelu_backward(g, x),
    "gelu of tanh": lambda g, x: aten.gelu_backward(g, x, approximate="tanh"),
    "glu": lambda g, x: aten.glu_backward(g[:, :3], x, 1),
    "log_sigmoid": lambda g, x: aten.log_sigmoid_backward(g, x, torch.exp(-x.abs())),
    "logit": lambda g, x: aten.logit_backward(g, x),
    "logit with eps": lambda g, x: aten.logit_backward(g, x, 0.3),
    "prelu": lambda g, x: aten._prelu_kernel_backward(g, x, g[:1] * 0.2),
    "mse": lambda g, x: aten.mse_loss_backward(g, x, g, 0),
    "smooth_l1": lambda g, x: aten.smooth_l1_loss_backward(g, x, g * 0, 0, 0.5),
    "huber": lambda g, x: aten.huber_loss_backward(g, x, g * 0, 0, 0.5),
    "soft_margin": lambda g, x: aten.soft_margin_loss_backward(g, x, g.sign(), 0),
}


#: Eager treats NaN in one way in whole vectors and in another in the rest.
UNSETTLED = {
    *("elu", "elu of the result", "hardtanh", "hardshrink", "hardswish"),
    *("softshrink", "logit with eps"),
}
#: torch.export has no symbolic sizes for them.
STATIC = {"hardshrink", "softshrink"}


@pytest.mark.parametrize("dtype", [f32, torch.float16, torch.float64], ids=str)
@pytest.mark.parametrize("name", ACTIVATIONS)
@pytest.mark.usefixtures("compiler")
def test_activation(name: str, dtype: torch.dtype, tmp_path: Path) -> None:
    """Elements, with a batch of several sizes."""
    x = EDGES.nan_to_num(2.0, inf, -inf) if name in UNSETTLED else EDGES
    if name == "soft_margin":  # eager has inf / inf where the exponential is
        x = x.clamp(-8, 8)
    if name.startswith("logit"):  # 1 / -0.0 in whole vectors only
        x = x + 0.0
    examples = (G.to(dtype), x.to(dtype))
    dynamic, others = None, tuple(x.flip(0) for x in examples)
    if name not in STATIC:
        batch = torch.export.Dim("batch", min=2)
        dynamic = ({0: batch}, {0: batch})
        others = tuple(x[1:].repeat(2, 1) for x in examples)
    check(ACTIVATIONS[name], examples, others, tmp_path, dynamic=dynamic)


def _conv(
    *arguments: object, mask: tuple[bool, bool, bool] = (True, True, True)
) -> Callable[..., tuple[Tensor, ...]]:
    def backward(g: Tensor, x: Tensor, w: Tensor) -> tuple[Tensor, ...]:
        results = aten.convolution_backward(g, x, w, *arguments, list(mask))
        return tuple(r for r, wanted in zip(results, mask, strict=True) if wanted)

    return backward


def _of(forward: Callable[..., Tensor], *inputs: Tensor) -> Tensor:
    """A gradient of the shape that the forward pass gives."""
    return _random(*forward(*inputs).shape)


X1, W1 = _random(2, 3, 9), _random(4, 3, 3)
X2, W2 = _random(2, 4, 8, 9), _random(6, 2, 3, 2)
X3, W3 = _random(1, 2, 5, 6, 4), _random(3, 2, 2, 1, 3)
CLASSES = torch.tensor([0, 2, 1, -100])
MEAN, RSTD = _random(4, 1), _random(4, 1).abs()
P2 = _random(1, 2, 6, 8)

LAYERS: dict[str, Case] = {
    "conv1d": (
        _conv([4], [2], [1], [1], False, [0], 1),
        (_of(lambda x, w: torch.conv1d(x, w, None, 2, 1), X1, W1), X1, W1),
    ),
    "conv1d, the weight only": (
        _conv([4], [1], [0], [2], False, [0], 1, mask=(False, True, False)),
        (_of(lambda x, w: torch.conv1d(x, w, dilation=2), X1, W1), X1, W1),
    ),
    "conv2d of groups": (
        _conv([6], [2, 3], [1, 0], [1, 2], False, [0, 0], 2),
        (
            _of(
                lambda x, w: torch.conv2d(x, w, None, [2, 3], [1, 0], [1, 2], 2),
                X2,
                W2,
            ),
            X2,
            W2,
        ),
    ),
    "conv3d": (
        _conv([3], [1, 2, 1], [1, 0, 1], [1, 1, 1], False, [0, 0, 0], 1),
        (
            _of(
                lambda x, w: torch.conv3d(x, w, None, [1, 2, 1], [1, 0, 1]), X3, W3
            ),
            X3,
            W3,
        ),
    ),
    "conv_transpose2d": (
        _conv([4], [2, 1], [1, 0], [1, 1], True, [1, 0], 2),
        (
            _of(
                lambda x, w: torch.conv_transpose2d(
                    x, w, None, [2, 1], [1, 0], [1, 0], 2
                ),
                _random(2, 6, 4, 5),
                W2,
            ),
            _random(2, 6, 4, 5),
            W2,
        ),
    ),
    "layer_norm": (
        lambda g, x, m, r, w: aten.native_layer_norm_backward(
            g, x, [6], m, r, w, w, [True, True, True]
        ),
        (G, _random(4, 6).add(1), MEAN, RSTD, _random(6)),
    ),
    "layer_norm of all dimensions": (
        lambda g, x, m, r: aten.native_layer_norm_backward(
            g, x, [4, 6], m, r, None, None, [True, False, False]
        )[0],
        (G, _random(4, 6).add(1), MEAN[:1], RSTD[:1]),
    ),
    "group_norm": (
        lambda g, x, m, r, w: aten.native_group_norm_backward(
            g, x, m, r, w, 2, 4, 9, 2, [True, True, True]
        ),
        (
            _random(2, 4, 3, 3),
            _random(2, 4, 3, 3).add(1),
            _random(2, 2),
            _random(2, 2).abs(),
            _random(4),
        ),
    ),
    "batch_norm of the batch": (
        lambda g, x, w, m, r: aten.native_batch_norm_backward(
            g, x, w, None, None, m, r, True, 1e-5, [True, True, True]
        ),
        (
            X2.sin(),
            X2,
            _random(4),
            X2.mean((0, 2, 3)),
            (X2.var((0, 2, 3), correction=0) + 1e-5).rsqrt(),
        ),
    ),
    "batch_norm of running statistics": (
        lambda g, x, m, v: aten.native_batch_norm_backward(
            g, x, None, m, v, None, None, False, 1e-5, [True, True, True]
        ),
        (X2.sin(), X2, _random(4), _random(4).abs()),
    ),
    "avg_pool2d": (
        lambda g, x: aten.avg_pool2d_backward(
            g, x, [3, 2], [2, 2], [1, 0], False, True, None
        ),
        (
            _of(lambda x: torch.nn.functional.avg_pool2d(x, [3, 2], 2, [1, 0]), P2),
            P2,
        ),
    ),
    "avg_pool2d without padding": (
        lambda g, x: aten.avg_pool2d_backward(
            g, x, [3, 3], [2, 2], [1, 1], False, False, None
        ),
        (_of(lambda x: torch.nn.functional.avg_pool2d(x, 3, 2, 1), P2), P2),
    ),
    "avg_pool3d with a divisor": (
        lambda g, x: aten.avg_pool3d_backward(
            g, x, [2, 1, 2], [], [0, 0, 0], False, True, 3
        ),
        (_random(2, 2, 6, 2), X3[0]),
    ),
    "adaptive_avg_pool2d": (
        aten._adaptive_avg_pool2d_backward,
        (_random(1, 2, 3, 5), P2),
    ),
    "nearest2d": (
        lambda g: aten.upsample_nearest2d_backward(
            g, [6, 8], [1, 1, 2, 3], None, None
        ),
        (_random(1, 1, 6, 8),),
    ),
    "nearest2d by scales": (
        lambda g: aten.upsample_nearest2d_backward(
            g, [7, 8], [1, 1, 3, 3], 2.5, 2.9
        ),
        (_random(1, 1, 7, 8),),
    ),
    "nearest2d by scales to the same and twice the size": (
        lambda g: aten.upsample_nearest2d_backward(
            g, [3, 6], [1, 1, 3, 3], 1.3, 2.3
        ),
        (_random(1, 1, 3, 6),),
    ),
    "nearest_exact2d by scales to the same and twice the size": (
        lambda g: aten._upsample_nearest_exact2d_backward(
            g, [3, 6], [1, 1, 3, 3], 1.3, 2.3
        ),
        (_random(1, 1, 3, 6),),
    ),
    "bilinear2d by scales to the same size": (
        lambda g: aten.upsample_bilinear2d_backward(
            g, [3, 6], [1, 1, 3, 3], False, 1.3, 2.3
        ),
        (_random(1, 1, 3, 6),),
    ),
    "bicubic2d by scales to the same size": (
        lambda g: aten.upsample_bicubic2d_backward(
            g, [3, 4], [1, 1, 3, 4], False, 1.3, 1.2
        ),
        (_random(1, 1, 3, 4),),
    ),
    "bicubic2d by scales to one same size": (
        lambda g: aten.upsample_bicubic2d_backward(
            g, [3, 6], [1, 1, 3, 3], False, 1.3, 2.3
        ),
        (_random(1, 1, 3, 6),),
    ),
    "nearest_exact1d": (
        lambda g: aten._upsample_nearest_exact1d_backward(g, [7], [1, 1, 3], None),
        (_random(1, 1, 7),),
    ),
    "bilinear2d": (
        lambda g: aten.upsample_bilinear2d_backward(
            g, [7, 8], [1, 1, 3, 3], False, None, None
        ),
        (_random(1, 1, 7, 8),),
    ),
    "bilinear2d of corners": (
        lambda g: aten.upsample_bilinear2d_backward(
            g, [7, 2], [1, 1, 3, 3], True, None, None
        ),
        (_random(1, 1, 7, 2),),
    ),
    "select": (lambda g: aten.select_backward(g, [4, 3, 6], 1, -1), (G,)),
    "slice": (lambda g: aten.slice_backward(g, [4, 13], -1, 1, 12, 2), (G,)),
    "diagonal": (
        lambda g: aten.diagonal_backward(g, [5, 4, 9], 2, 0, 2),
        (_random(4, 5),),
    ),
    "unfold": (lambda g: aten.unfold_backward(g, [4, 12], 1, 6, 2), (_random(4, 4, 6),)),
    "embedding": (
        lambda g, i: aten.embedding_dense_backward(g, i, 7, 2, False),
        (G, torch.tensor([2, 0, 6, 0])),
    ),
    "embedding by frequency": (
        lambda g, i: aten.embedding_dense_backward(g, i, 7, -1, True),
        (_random(2, 2, 3), torch.tensor([[2, 0], [6, 0]])),
    ),
    "mse of the mean": (
        lambda x, y: aten.mse_loss_backward(torch.tensor(0.3), x, y, 1),
        (G, EDGES.nan_to_num(0, 0, 0)),
    ),
    "huber of the mean": (
        lambda x, y: aten.huber_loss_backward(torch.tensor(0.3), x, y, 1, 0.7),
        (G, EDGES),
    ),
    "binary_cross_entropy": (
        lambda x, y: aten.binary_cross_entropy_backward(
            torch.tensor(0.3), x, y.sigmoid(), y.abs(), 1
        ),
        (PROBABILITIES, G),
    ),
    "binary_cross_entropy in half precision": (
        lambda x, y: aten.binary_cross_entropy_backward(
            torch.ones_like(x), x, y, None, 0
        ),
        (
            torch.tensor([0.0, 1, 0, 1, 0.5]).half(),
            torch.tensor([0.0, 1, 1, 0, 1]).half(),
        ),
    ),
    "nll of the mean": (
        lambda x, t, w: aten.nll_loss_backward(
            torch.tensor(0.3), x, t, w, 1, -100, torch.tensor(2.5)
        ),
        (G, CLASSES, _random(6)),
    ),
    "nll of each": (
        lambda g, x, t: aten.nll_loss_backward(
            g, x, t, None, 0, 2, torch.tensor(2.5)
        ),
        (_random(4), G, torch.tensor([0, 2, 1, 5])),
    ),
    "nll of one": (
        lambda g, x, t: aten.nll_loss_backward(
            g, x, t, None, 1, -100, torch.tensor(1.0)
        ),
        (torch.tensor(0.3), _random(6), torch.tensor(3)),
    ),
    "nll2d": (
        lambda x, t: aten.nll_loss2d_backward(
            torch.tensor(0.3), x, t, None, 2, -100, torch.tensor(0.0)
        ),
        (_random(2, 3, 2, 2), torch.arange(8).view(2, 2, 2) % 3),
    ),
}


@pytest.mark.parametrize("name", LAYERS)
@pytest.mark.usefixtures("compiler")
def test_layer(name: str, tmp_path: Path) -> None:
    """Constant sizes."""
    function, examples = LAYERS[name]
    others = tuple(x.flip(0) if x.dim() else x for x in examples)
    check(function, examples, others, tmp_path)


#: The derivative of what a program reads from a tensor of sizes [n, m, 6].
READS: dict[str, Case] = {
    "select": (
        lambda g, x: aten.select_backward(g, x.shape, 1, x.shape[1] - 2),
        (_random(3, 6), _random(3, 4, 6)),
    ),
    "slice": (
        lambda g, x: aten.slice_backward(g, x.shape, 1, 1, x.shape[1], 1),
        (_random(3, 3, 6), _random(3, 4, 6)),
    ),
    "diagonal": (
        lambda g, x: aten.diagonal_backward(g, x.shape, 0, 1, 2),
        (_random(3, 4), _random(3, 4, 6)),
    ),
    "embedding": (
        lambda g, x: aten.embedding_dense_backward(
            g, torch.arange(3) % 2, x.shape[1], -1, False
        ),
        (_random(3, 6), _random(3, 4, 6)),
    ),
}


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("name", READS)
def test_sizes_of_the_run(name: str, tmp_path: Path) -> None:
    """What was read from a tensor whose sizes only the run knows."""
    function, examples = READS[name]
    m = torch.export.Dim("m", min=3, max=6)
    grad = {1: m - 1} if name == "slice" else {1: m} if name == "diagonal" else None
    others = [x.flip(0) for x in examples]
    others[1] = _random(3, 6, 6)
    if grad:
        others[0] = _random(3, *([5, 6] if name == "slice" else [6]))
    check(function, examples, tuple(others), tmp_path, dynamic=(grad, {1: m}))


class _Net(torch.nn.Module):
    """What a small image classifier consists of."""

    def __init__(self) -> None:
        super().__init__()
        self.body = torch.nn.Sequential(
            torch.nn.Conv2d(3, 4, 3, stride=2, padding=1),
            torch.nn.GroupNorm(2, 4),
            torch.nn.GELU(),
            torch.nn.AvgPool2d(2),
            torch.nn.Conv2d(4, 4, 3, padding=1, groups=2),
            torch.nn.Hardswish(),
            torch.nn.AdaptiveAvgPool2d(2),
            torch.nn.Flatten(),
            torch.nn.Linear(16, 5),
        )

    def forward(self, x: Tensor, target: Tensor) -> Tensor:
        """The loss."""
        return torch.nn.functional.cross_entropy(self.body(x), target)


@pytest.mark.usefixtures("compiler")
def test_training_step(tmp_path: Path) -> None:
    """The loss of a net and its derivatives in the parameters."""
    torch.manual_seed(0)
    net = _Net()
    examples = (_random(3, 3, 16, 18), torch.arange(3) % 5)
    forward = torch.export.export(net, examples)
    step = _export_forward_backward(forward)
    torch.export.save(step, tmp_path / "model.pt2")
    result = convert(tmp_path / "model.pt2", tmp_path / "model.onnx")
    assert not result.failure, result.stderr
    session = Session(tmp_path / "model.onnx")
    for inputs in (examples, (examples[0].neg(), examples[1].flip(0))):
        loss = net(*inputs)
        expected = [loss, *torch.autograd.grad(loss, list(net.parameters()))]
        for actual, wanted in zip(session.run(inputs), expected, strict=True):
            mismatch = compare(actual, wanted.detach(), tolerances=(1e-4, 1e-5))
            assert mismatch is None, mismatch
