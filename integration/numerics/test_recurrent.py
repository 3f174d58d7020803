"""Recurrent networks that are a Scan over the steps: projected hidden states, and double precision,
of which ONNX Runtime has no kernels."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest
import torch
from torch import Tensor, nn

from integration.common.compare import compare
from integration.common.compiler import convert
from integration.common.runtime import Session

CASES = {
    "LSTM, projected": nn.LSTM(3, 5, 2, proj_size=2, bidirectional=True),
    "LSTM, projected, without biases": nn.LSTM(3, 5, proj_size=2, bias=False, batch_first=True),
    "LSTM, double": nn.LSTM(3, 5, bidirectional=True).double(),
    "LSTM, projected, double": nn.LSTM(3, 5, proj_size=4).double(),
    "GRU, double": nn.GRU(3, 5, 2, bidirectional=True).double(),
    "RNN of tanh, double": nn.RNN(3, 5, 2, batch_first=True).double(),
    "RNN of relu, double": nn.RNN(3, 5, nonlinearity="relu", bias=False).double(),
}


class _Net(nn.Module):
    """The sequence and all last states."""

    def __init__(self, network: nn.RNNBase) -> None:
        super().__init__()
        self.network = network

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        """x: [time, batch, feature] or [batch, time, feature]."""
        y, states = self.network(x)
        return (y, *states) if isinstance(states, tuple) else (y, states)


@pytest.mark.parametrize("opset", [9, 21])
@pytest.mark.parametrize("name", CASES)
def test_scan(name: str, opset: int, tmp_path: Path) -> None:
    """At two numbers of samples, of values that saturate some gates."""
    torch.manual_seed(0)
    network = copy.deepcopy(CASES[name]).eval()
    for weight in network.parameters():
        nn.init.normal_(weight)
    model = _Net(network)
    axis = 0 if network.batch_first else 1
    shape = [4, 4, 3]
    given, other = [], []
    for size, tensors in ((2, given), (3, other)):
        shape[axis] = size
        tensors.append(2 * torch.randn(shape, dtype=network.weight_ih_l0.dtype))
    dynamic = ({axis: torch.export.Dim.DYNAMIC},)
    program = torch.export.export(model, tuple(given), dynamic_shapes=dynamic)
    torch.export.save(program, tmp_path / "model.pt2")
    target = tmp_path / "model.onnx"
    done = convert(tmp_path / "model.pt2", target, (f"--opset={opset}",))
    assert not done.failure, done.stderr
    session = Session(target)
    for inputs in (given, other):
        for ours, theirs in zip(session.run(inputs), model(*inputs), strict=True):
            mismatch = compare(ours, theirs.detach())
            assert mismatch is None, mismatch
