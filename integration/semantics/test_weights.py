"""What a program computes from its weights alone is computed by the compiler.

Each program is run in eager mode in f32 and in f64 and converted at three levels.
At -O2 no node is left that has only constants, and the result is no farther from
f64 than twice eager's f32 is; with --weights=reference every weight stays.
"""

from __future__ import annotations

import copy
from pathlib import Path

import onnx
import pytest
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils import parametrizations

from integration.common.compiler import convert
from integration.common.runtime import Session


class StandardizedConv(nn.Conv2d):
    """The convolution of NFNets and BiT: the weight has mean 0 and variance 1."""

    def forward(self, x: Tensor) -> Tensor:
        """Normalizes the weight as a batch."""
        flat = self.weight.reshape(1, self.out_channels, -1)
        gain = torch.full((self.out_channels,), 0.5, dtype=self.weight.dtype)
        flat = functional.batch_norm(flat, None, None, weight=gain, training=True, eps=1e-6)
        return self._conv_forward(x, flat.reshape_as(self.weight), self.bias)


class RelativeTable(nn.Module):
    """Swin v2: a network maps coordinates to a table, which is looked up."""

    def __init__(self) -> None:
        super().__init__()
        self.network = nn.Sequential(nn.Linear(2, 64), nn.ReLU(), nn.Linear(64, 4, bias=False))
        self.register_buffer("coordinates", torch.randn(1, 7, 7, 2))
        self.register_buffer("index", torch.randint(49, (16, 16)))

    def forward(self, x: Tensor) -> Tensor:
        """Adds the table to scores."""
        table = self.network(self.coordinates).view(-1, 4)
        bias = table[self.index.view(-1)].view(16, 16, 4).permute(2, 0, 1)
        return x + 16 * torch.sigmoid(bias).unsqueeze(0)


class SinePositions(nn.Module):
    """DETR: sines of positions, from a mask that is known."""

    def forward(self, x: Tensor) -> Tensor:
        """Adds the embedding."""
        position = torch.ones(1, 9).cumsum(1, dtype=torch.float32) / (9 + 1e-6) * 6.28
        frequency = 10000 ** (2 * torch.div(torch.arange(8), 2, rounding_mode="floor") / 8)
        angle = position[:, :, None] / frequency
        return x + torch.stack((angle[..., 0::2].sin(), angle[..., 1::2].cos()), 3).flatten(2)


class Tied(nn.Module):
    """One matrix as embedding and, transposed and scaled, as projection."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(3000, 40))

    def forward(self, x: Tensor) -> Tensor:
        """Looks up and projects."""
        return functional.embedding(x, self.weight) @ (self.weight * 0.1).t()


def make_models() -> dict[str, tuple[nn.Module, Tensor]]:
    """Programs that compute from weights, and an input."""
    torch.manual_seed(0)
    image, vector = torch.randn(2, 64, 9, 9), torch.randn(3, 200)
    return {
        "standardized": (StandardizedConv(64, 96, 3), image),
        "weight_norm": (parametrizations.weight_norm(nn.Conv2d(64, 96, 3)), image),
        "spectral_norm": (parametrizations.spectral_norm(nn.Linear(200, 150)), vector),
        "half": (parametrizations.weight_norm(nn.Linear(200, 150)).half(), vector.half()),
        "table": (RelativeTable(), torch.randn(2, 4, 16, 16)),
        "positions": (SinePositions(), torch.randn(1, 9, 8)),
    }


def constant_nodes(model: onnx.ModelProto) -> list[str]:
    """Nodes that depend on initializers alone."""
    known = {tensor.name for tensor in model.graph.initializer} | {""}
    found = []
    for node in model.graph.node:
        if all(name in known for name in node.input):
            found.append(node.op_type)
            known.update(node.output)
    return found


def run(model: nn.Module, x: Tensor, folder: Path, *options: str) -> tuple[Tensor, list[str]]:
    """The result in ONNX Runtime, and the nodes that it computes from constants."""
    torch.export.save(torch.export.export(model, (x,)), folder / "model.pt2")
    done = convert(folder / "model.pt2", folder / "model.onnx", options)
    assert not done.failure, done.stderr
    proto = onnx.load(folder / "model.onnx", load_external_data=False)
    # The tests compare weights. Without optimizations ONNX Runtime's Conv and its Gemm of half
    # precision add in another order, which moves results by 3e-5 and by a rounding.
    session = Session(folder / "model.onnx", optimized=True)
    return session.run((x,))[0], constant_nodes(proto)


@pytest.mark.parametrize("name", list(make_models()))
def test_computed_at_conversion(name: str, tmp_path: Path) -> None:
    """Nothing is left to the run, and the numbers are as near as eager's."""
    model, x = make_models()[name]
    model.eval()
    with torch.no_grad():
        eager = model(x)
        if x.dtype == torch.float32:
            truth = copy.deepcopy(model).double()(x.double())
    for level in ("-O1", "-O2", "-O3"):
        result, nodes = run(model, x, tmp_path, level)
        torch.testing.assert_close(result, eager)
        if level == "-O1":
            continue
        assert not nodes, nodes
        if x.dtype == torch.float32:
            error = (result.double() - truth).abs().max()
            assert error <= 2 * (eager.double() - truth).abs().max() + 1e-6


def test_reference(tmp_path: Path) -> None:
    """With weights by reference they stay as they are, and so do the nodes."""
    model, x = make_models()["weight_norm"]
    model.eval()
    result, nodes = run(model, x, tmp_path, "--weights=reference")
    with torch.no_grad():
        torch.testing.assert_close(result, model(x))
    assert nodes


def test_tied(tmp_path: Path) -> None:
    """A weight that is used as it is, too, is written once."""
    model, x = Tied().eval(), torch.tensor([7, 0, 2999])
    result, nodes = run(model, x, tmp_path, "--weights=inline")
    with torch.no_grad():
        torch.testing.assert_close(result, model(x))
    assert nodes
    assert (tmp_path / "model.onnx").stat().st_size < 1.2 * 3000 * 40 * 4
