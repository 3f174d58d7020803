"""Modules of torch.ao.quantization: packed weights, operators of `quantized::`."""

from __future__ import annotations

import warnings

import torch
from torch import Tensor, nn
from torch.ao import quantization

from integration.models.registry import images
from integration.models.weights import rescale_
from integration.torchscript.models.registry import Program, model
from integration.torchscript.snippet import normal


def _dynamic(module: nn.Module, *kinds: type[nn.Module]) -> nn.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return quantization.quantize_dynamic(rescale_(module).eval(), set(kinds), torch.qint8)


@model("quantized_dynamic_linear")
def quantized_dynamic_linear() -> Program:
    """Weights of int8; activations by the range of each run."""
    module = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 4))
    sets = ((normal(3, 8),), (normal(5, 8),))
    return Program(_dynamic(module, nn.Linear), sets, quantized=True)


class LastState(nn.Module):
    """What an LSTM gives."""

    def __init__(self) -> None:
        super().__init__()
        self.lstm = nn.LSTM(8, 8)
        self.head = nn.Linear(8, 3)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.lstm(x)[0][-1])


@model("quantized_dynamic_lstm")
def quantized_dynamic_lstm() -> Program:
    """An LSTM with weights of int8."""
    sets = ((normal(4, 2, 8),), (normal(6, 3, 8),))
    return Program(_dynamic(LastState(), nn.LSTM, nn.Linear), sets, quantized=True)


class Bidirectional(nn.Module):
    """Two layers of a recurrent module in both directions, called with a state."""

    def __init__(self, kind: type[nn.LSTM | nn.GRU]) -> None:
        super().__init__()
        self.rnn = kind(6, 8, num_layers=2, bidirectional=True, batch_first=True)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        first = self.rnn(x)
        second = self.rnn(x * 0.5, first[1])
        last = second[1]
        return second[0], last[0] if isinstance(last, tuple) else last


@model("quantized_dynamic_bidirectional_lstm", ways=("trace",))
def quantized_dynamic_bidirectional_lstm() -> Program:
    """States are handed from one call to the next."""
    sets = ((normal(2, 4, 6),), (normal(3, 7, 6),))
    return Program(_dynamic(Bidirectional(nn.LSTM), nn.LSTM), sets, quantized=True)


@model("quantized_dynamic_gru", ways=("trace",))
def quantized_dynamic_gru() -> Program:
    """The same of a GRU."""
    sets = ((normal(2, 4, 6),), (normal(3, 7, 6),))
    return Program(_dynamic(Bidirectional(nn.GRU), nn.GRU), sets, quantized=True)


class ScriptedGRU(nn.Module):
    """What a GRU gives."""

    def __init__(self) -> None:
        super().__init__()
        self.gru = nn.GRU(8, 8, num_layers=2)

    def forward(self, x: Tensor) -> Tensor:
        return self.gru(x)[0]


@model("quantized_dynamic_scripted_gru")
def quantized_dynamic_scripted_gru() -> Program:
    """Two layers in one direction."""
    sets = ((normal(4, 2, 8),), (normal(6, 3, 8),))
    return Program(_dynamic(ScriptedGRU(), nn.GRU), sets, quantized=True)


@model("half_dynamic_lstm")
def half_dynamic_lstm() -> Program:
    """An LSTM and a linear layer with weights of f16."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = quantization.quantize_dynamic(
            rescale_(LastState()).eval(), {nn.LSTM, nn.Linear}, torch.float16
        )
    return Program(module, ((normal(4, 2, 8),), (normal(6, 3, 8),)), quantized=True)


class Cells(nn.Module):
    """Cells in a loop of the program."""

    def __init__(self) -> None:
        super().__init__()
        self.lstm = nn.LSTMCell(8, 8)
        self.gru = nn.GRUCell(8, 8)
        self.rnn = nn.RNNCell(8, 8)
        self.relu = nn.RNNCell(8, 8, nonlinearity="relu")

    def forward(self, x: Tensor) -> Tensor:
        h, c = x[0], x[0]
        for step in x.unbind(0):
            h, c = self.lstm(step, (h, c))
            h = self.relu(h, self.rnn(step, self.gru(h, c)))
        return h


@model("quantized_dynamic_cells")
def quantized_dynamic_cells() -> Program:
    """LSTM, GRU, tanh and relu."""
    kinds = (nn.LSTMCell, nn.GRUCell, nn.RNNCell)
    sets = ((normal(4, 2, 8),), (normal(4, 3, 8),))
    return Program(_dynamic(Cells(), *kinds), sets, quantized=True)


class Convolutional(nn.Module):
    """Convolutions, an addition, pools, and a classifier between stubs."""

    def __init__(self) -> None:
        super().__init__()
        self.quant = quantization.QuantStub()
        self.conv1 = nn.Conv2d(3, 8, 3, 2, 1)
        self.bn1 = nn.BatchNorm2d(8)
        self.relu1 = nn.ReLU()
        self.conv2 = nn.Conv2d(8, 8, 3, 1, 1)
        self.add = torch.ao.nn.quantized.FloatFunctional()
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.fc = nn.Linear(8, 5)
        self.dequant = quantization.DeQuantStub()

    def forward(self, x: Tensor) -> Tensor:
        x = self.relu1(self.bn1(self.conv1(self.quant(x))))
        x = self.add.add(self.conv2(x), x)
        x = torch.flatten(self.pool(x), 1)
        return self.dequant(self.fc(x))


def _static() -> nn.Module:
    module = rescale_(Convolutional()).eval()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = quantization.fuse_modules(module, [["conv1", "bn1", "relu1"]])
        module.qconfig = quantization.get_default_qconfig("x86")
        prepared = quantization.prepare(module)
        for seed in range(3):
            prepared(images(2, 32, 32 + 2 * seed))
        return quantization.convert(prepared)


@model("quantized_static")
def quantized_static() -> Program:
    """Everything between the stubs in int8."""
    sets = ((images(2, 32, 32),), (images(3, 40, 34),))
    return Program(_static(), sets, quantized=True)


class FakeQuantized(nn.Module):
    """What quantization-aware training has before the conversion."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3)
        self.scale = nn.Buffer(torch.tensor(0.05))
        self.zero = nn.Buffer(torch.tensor(3, dtype=torch.int32))

    def forward(self, x: Tensor) -> Tensor:
        x = torch.fake_quantize_per_tensor_affine(x, self.scale, self.zero, 0, 255)
        weight = torch.fake_quantize_per_tensor_affine(self.conv.weight, 0.01, 0, -128, 127)
        return nn.functional.conv2d(x, weight, self.conv.bias)


@model("fake_quantized")
def fake_quantized() -> Program:
    """Rounded in float."""
    module = rescale_(FakeQuantized()).eval()
    return Program(module, ((images(2, 8, 8),), (images(1, 9, 12),)), quantized=True)
