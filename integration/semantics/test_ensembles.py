"""Ensembles of models under torch.vmap: other weights for each element of the batch.

The weights of several models are stacked (`torch.func.stack_module_state`), and one model is
called with all of them (`functional_call`). Each ensemble takes one input for all models, and
one for each. The model has no loop.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path

import onnx
import pytest
import torch
from torch import Tensor, nn
from torch.func import functional_call, stack_module_state
from torch.nn import functional as F

from integration.common.compiler import convert
from integration.common.runtime import Session

MODELS = 3


class Function(nn.Module):
    """A function of a module with a weight and of a tensor."""

    def __init__(self, function: Callable[[Tensor, Tensor], object], *sizes: int) -> None:
        super().__init__()
        self.function = function
        self.weight = nn.Parameter(torch.randn(sizes))

    def forward(self, x: Tensor) -> object:
        """Calls it."""
        return self.function(self.weight, x)


class Attention(nn.Module):
    """Attention of several heads with a mask that is a weight."""

    def __init__(self, causal: bool) -> None:
        super().__init__()
        self.project = nn.Linear(8, 24)
        self.mask = None if causal else nn.Parameter(torch.randn(5, 5))

    def forward(self, x: Tensor) -> Tensor:
        """What each token sees."""
        q, k, v = self.project(x).unflatten(-1, (3, 2, 4)).permute(2, 0, 3, 1, 4)
        return F.scaled_dot_product_attention(q, k, v, self.mask, is_causal=self.mask is None)


def image(*sizes: int) -> Tensor:
    """Two samples."""
    return torch.randn(2, *sizes)


#: How one model is made, and what it takes.
ENSEMBLES: dict[str, tuple[Callable[[], nn.Module], Tensor]] = {
    "perceptron": (
        lambda: nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.LayerNorm(8), nn.Linear(8, 2)),
        image(4),
    ),
    "convolutions": (
        lambda: nn.Sequential(
            nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2),
            nn.Flatten(), nn.Linear(36, 5),
        ),
        image(3, 8, 8),
    ),
    "strides": (lambda: nn.Conv2d(3, 4, 3, stride=2, padding=1, dilation=2), image(3, 9, 8)),
    "groups": (lambda: nn.Conv2d(4, 6, 3, groups=2), image(4, 8, 8)),
    "depthwise": (lambda: nn.Conv2d(4, 4, 3, groups=4), image(4, 8, 8)),
    "same": (lambda: nn.Conv2d(3, 4, (3, 2), padding="same"), image(3, 8, 8)),
    "one dimension": (lambda: nn.Sequential(nn.Conv1d(3, 4, 3), nn.AvgPool1d(2)), image(3, 9)),
    "three dimensions": (
        lambda: nn.Sequential(nn.Conv3d(2, 4, 2), nn.BatchNorm3d(4), nn.MaxPool3d(2)),
        image(2, 5, 5, 5),
    ),
    "transposed": (lambda: nn.ConvTranspose2d(3, 4, 3, stride=2, padding=1), image(3, 5, 5)),
    "transposed groups": (
        lambda: nn.ConvTranspose2d(4, 6, 2, groups=2, output_padding=0),
        image(4, 5, 5),
    ),
    "only biases": (
        lambda: Function(lambda w, x: F.conv2d(x, torch.ones(5, 3, 2, 2), w, stride=2), 5),
        image(3, 6, 6),
    ),
    "one sample": (
        lambda: Function(lambda w, x: F.conv2d(x[0], w, torch.arange(5.0)), 5, 3, 2, 2),
        image(3, 6, 6),
    ),
    "group norm": (
        lambda: nn.Sequential(nn.Conv2d(3, 4, 3), nn.GroupNorm(2, 4), nn.PReLU(4)),
        image(3, 8, 8),
    ),
    "slope": (lambda: nn.PReLU(), image(3, 4)),
    "batch norm of rows": (lambda: nn.BatchNorm1d(4, affine=False), image(4)),
    "rms norm": (lambda: nn.Sequential(nn.RMSNorm((3, 4)), nn.Linear(4, 4)), image(3, 4)),
    "pooling": (
        lambda: nn.Sequential(nn.Conv2d(3, 4, 2), nn.AdaptiveAvgPool2d(2), nn.LPPool2d(1, 2)),
        image(3, 7, 7),
    ),
    "resizing": (
        lambda: nn.Sequential(
            nn.Conv2d(3, 4, 1), nn.Upsample(scale_factor=2, mode="bilinear"), nn.PixelShuffle(2),
            nn.Upsample(scale_factor=2), nn.PixelUnshuffle(2),
        ),
        image(3, 4, 4),
    ),
    "padding": (
        lambda: nn.Sequential(
            nn.Conv2d(3, 4, 1), nn.ReflectionPad2d((1, 2, 0, 1)), nn.ReplicationPad2d(1),
            nn.ConstantPad2d(1, 0.5), nn.CircularPad2d((2, 1, 1, 0)),
        ),
        image(3, 5, 5),
    ),
    "embedding": (
        lambda: nn.Sequential(nn.Embedding(10, 4), nn.Linear(4, 4)),
        torch.randint(0, 10, (2, 3)),
    ),
    "encoder": (lambda: nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), image(5, 8)),
    "attention": (lambda: Attention(causal=True), image(5, 8)),
    "attention with a mask": (lambda: Attention(causal=False), image(5, 8)),
    "losses": (
        lambda: Function(
            lambda w, x: (
                F.mse_loss(x * w, w), F.l1_loss(x, w, reduction="sum"),
                F.smooth_l1_loss(x, w, reduction="none"), F.huber_loss(x * w, w, delta=0.5),
                F.binary_cross_entropy_with_logits(x * w, x.sigmoid(), pos_weight=w.exp()[0]),
            ),
            3, 4,
        ),
        image(3, 4),
    ),
    "positions of maxima": (
        lambda: Function(lambda w, x: F.max_pool2d(x * w, 2, return_indices=True), 4),
        image(3, 4, 4),
    ),
    "grid": (
        lambda: Function(
            lambda w, x: F.grid_sample(x * w, (x[:, :2] * w).permute(0, 2, 3, 1).tanh()), 4
        ),
        image(3, 4, 4),
    ),
}  # fmt: skip


class Ensemble(nn.Module):
    """Several models with weights of their own."""

    def __init__(self, make: Callable[[], nn.Module], shared: bool) -> None:
        super().__init__()
        torch.manual_seed(1)
        models = [make().eval() for _ in range(MODELS)]
        for model in models:
            for buffer in model.buffers():
                if buffer.is_floating_point():
                    buffer.uniform_(0.5, 2)
        weights, buffers = stack_module_state(models)
        self.names = list(weights), list(buffers)
        self.weights = nn.ParameterList(weights.values())
        for number, buffer in enumerate(buffers.values()):
            self.register_buffer(f"buffer{number}", buffer)
        # Not a part of this module: only its code is called.
        self.model = [copy.deepcopy(models[0]).to("meta")]
        self.shared = shared

    def forward(self, x: Tensor) -> object:
        """The results of all models."""
        weights = dict(zip(self.names[0], self.weights, strict=True))
        buffers = {name: getattr(self, f"buffer{k}") for k, name in enumerate(self.names[1])}

        def call(weights: dict[str, Tensor], buffers: dict[str, Tensor], x: Tensor) -> object:
            return functional_call(self.model[0], (weights, buffers), (x,))

        in_dims = (0, 0 if buffers else None, None if self.shared else 0)
        return torch.vmap(call, in_dims=in_dims)(weights, buffers, x)


def _count_loops(graph: onnx.GraphProto) -> int:
    return sum(node.op_type in ("Scan", "Loop") for node in graph.node)


@pytest.mark.parametrize("shared", [True, False], ids=["shared", "each"])
@pytest.mark.parametrize("name", ENSEMBLES)
def test_ensembles(name: str, shared: bool, tmp_path: Path) -> None:
    """The models of an ensemble are computed at once."""
    make, x = ENSEMBLES[name]
    model = Ensemble(make, shared)
    inputs = x if shared else torch.stack([x, x.flip(0), x.flip(-1)])
    with torch.no_grad():
        torch.export.save(torch.export.export(model, (inputs,)), tmp_path / "model.pt2")
    done = convert(tmp_path / "model.pt2", tmp_path / "model.onnx", [])
    assert not done.failure, done.stderr
    assert _count_loops(onnx.load(tmp_path / "model.onnx").graph) == 0
    session = Session(tmp_path / "model.onnx")
    for given in (inputs, inputs.flip(0)):
        with torch.no_grad():
            expected = model(given)
        wanted = [expected] if isinstance(expected, Tensor) else list(expected)
        for got, want in zip(session.run([given]), wanted, strict=True):
            torch.testing.assert_close(got, want, rtol=1e-5, atol=2e-6)


def test_an_ensemble_of_half_precision_stays_a_loop(tmp_path: Path) -> None:
    """A normalization rounds once, in the operator, which its factors are part of."""
    model = Ensemble(lambda: nn.LayerNorm(8).half(), shared=True)
    x = torch.randn(4, 8).half()
    torch.export.save(torch.export.export(model, (x,)), tmp_path / "model.pt2")
    done = convert(tmp_path / "model.pt2", tmp_path / "model.onnx", [])
    assert not done.failure, done.stderr
    assert _count_loops(onnx.load(tmp_path / "model.onnx").graph) == 1
    (got,) = Session(tmp_path / "model.onnx").run([x])
    torch.testing.assert_close(got, model(x).detach())
