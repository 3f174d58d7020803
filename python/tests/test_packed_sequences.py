"""Recurrent layers on packed sequences: captured by torch.export, traced and scripted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor, nn
from torch._dispatch.python import enable_python_dispatcher
from torch.nn.utils import rnn
from torch.nn.utils.rnn import PackedSequence, pack_padded_sequence, pad_packed_sequence

import torch_onnx_mlir
from torch_onnx_mlir._capture.recurrent import layers_of_any_length

from .features import needs_plugin

LAYERS = {
    "lstm": lambda: nn.LSTM(4, 6, num_layers=2, bidirectional=True, batch_first=True),
    "gru": lambda: nn.GRU(4, 6, bidirectional=True, batch_first=True),
    "rnn": lambda: nn.RNN(4, 6, num_layers=2, batch_first=True),
    "relu": lambda: nn.RNN(4, 6, nonlinearity="relu", bias=False, batch_first=True),
    "projected": lambda: nn.LSTM(4, 6, proj_size=3, bidirectional=True, batch_first=True),
}
X = torch.randn(3, 7, 4, generator=torch.Generator().manual_seed(0))


class Tagger(nn.Module):
    """The outputs of all steps."""

    def __init__(self, layer: nn.Module, enforce_sorted: bool = False) -> None:
        super().__init__()
        self.layer = layer
        self.enforce_sorted = enforce_sorted

    def forward(self, x: Tensor, lengths: Tensor):  # type: ignore[no-untyped-def]
        """The outputs, padded, and the lengths."""
        packed = pack_padded_sequence(
            x, lengths, batch_first=True, enforce_sorted=self.enforce_sorted
        )
        return pad_packed_sequence(self.layer(packed)[0], batch_first=True)


class States(nn.Module):
    """The last states only."""

    def __init__(self, layer: nn.Module) -> None:
        super().__init__()
        self.layer = layer

    def forward(self, x: Tensor, lengths: Tensor):  # type: ignore[no-untyped-def]
        """The states."""
        packed = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
        return self.layer(packed)[1]


class Data(nn.Module):
    """Operators on the packed steps themselves, two layers, states, and padding."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.GRU(4, 6)
        self.second = nn.LSTM(5, 3)
        self.linear = nn.Linear(6, 5)

    def forward(self, x: Tensor, lengths: Tensor, state: Tensor):  # type: ignore[no-untyped-def]
        """The outputs, padded to 9 steps of -2, the lengths and the states."""
        packed = pack_padded_sequence(x.transpose(0, 1), lengths, enforce_sorted=False)
        packed, hidden = self.first(packed, state)
        steps = torch.relu(self.linear(packed.data))
        packed = PackedSequence(
            steps, packed.batch_sizes, packed.sorted_indices, packed.unsorted_indices
        )
        packed, states = self.second(packed)
        padded, found = pad_packed_sequence(packed, padding_value=-2.0, total_length=9)
        return padded, found, hidden, states[0], states[1]


def leaves(outputs: Any) -> list[Tensor]:
    found: list[Tensor] = torch.utils._pytree.tree_leaves(outputs)
    return found


def check(model: Any, original: nn.Module, *inputs: Any, **options: Any) -> Any:
    """Convert, and compare with eager mode for each of the inputs."""
    program = torch_onnx_mlir.export(model, inputs[0], **options)
    for given in inputs:
        with torch.no_grad():
            expected = leaves(original(*given))
        for actual, want in zip(program(*given), expected, strict=True):
            torch.testing.assert_close(actual, want)
    return program


def captured(model: nn.Module, inputs: Any) -> Any:
    return model


def traced(model: nn.Module, inputs: Any) -> Any:
    return torch.jit.trace(model, inputs)


def scripted(model: nn.Module, inputs: Any) -> Any:
    return torch.jit.script(model)


WAYS = [
    captured,
    pytest.param(traced, marks=needs_plugin),
    pytest.param(scripted, marks=needs_plugin),
]


def batches(dtype: torch.dtype = torch.float32) -> list[tuple[Tensor, Tensor]]:
    """Unsorted lengths; a longest sequence that is shorter than the padding; steps of one."""
    lengths = [[5, 7, 2], [3, 1, 6], [1, 1, 1]]
    return [(X.to(dtype), torch.tensor(each)) for each in lengths]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", LAYERS)
def test_layers(kind: str, way: Callable[..., Any]) -> None:
    torch.manual_seed(0)
    for model in (Tagger(LAYERS[kind]()).eval(), States(LAYERS[kind]()).eval()):
        if way is scripted and isinstance(model, States) and kind in ("lstm", "projected"):
            continue  # TorchScript needs its type.
        check(way(model, batches()[0]), model, *batches())


@pytest.mark.parametrize("way", WAYS)
def test_one_operator_for_each_layer(way: Callable[..., Any]) -> None:
    """The padded form goes from one operator to the next, without scatters of steps."""
    model = Tagger(LAYERS["lstm"](), enforce_sorted=True).eval()
    inputs = [(X, torch.tensor(each)) for each in ([7, 5, 2], [6, 6, 1])]
    program = check(way(model, inputs[0]), model, *inputs)
    names = [node.op_type for node in program.model_proto.graph.node]
    assert names.count("LSTM") == 2
    assert not {"Scan", "Loop", "ScatterND", "GatherND", "NonZero"} & set(names)


@pytest.mark.parametrize("way", WAYS)
def test_operators_on_the_steps(way: Callable[..., Any]) -> None:
    torch.manual_seed(0)
    model = Data().eval()
    inputs = [(x, lengths, torch.randn(1, 3, 6)) for x, lengths in batches()]
    check(way(model, inputs[0]), model, *inputs)


@pytest.mark.parametrize("kind", ["lstm", "gru", "rnn", "relu", "projected"])
def test_double(kind: str) -> None:
    """ONNX Runtime has no kernels for f64: a Scan, which keeps the states of ended sequences."""
    model = Tagger(LAYERS[kind]()).double().eval()
    check(model, model, *batches(torch.float64))


def test_dynamic_sizes() -> None:
    """Any number of sequences, of any length, padded to the length of the input."""

    class Model(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.layer = nn.LSTM(4, 6, batch_first=True)

        def forward(self, x: Tensor, lengths: Tensor) -> Any:
            packed = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
            output, (hidden, _) = self.layer(packed)
            padded, _ = pad_packed_sequence(output, batch_first=True, total_length=x.shape[1])
            return padded + x.sum(-1, keepdim=True), hidden

    model = Model().eval()
    others = [(torch.randn(n, t, 4), torch.randint(1, t + 1, (n,))) for n, t in ((5, 9), (1, 3))]
    shapes = {"x": {0: "batch", 1: "time"}, "lengths": {0: "batch"}}
    check(model, model, *batches(), *others, dynamic_shapes=shapes)


def test_pack_sequence() -> None:
    """Sequences in a list, whose lengths are static."""

    class Model(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.layer = nn.GRU(4, 6)

        def forward(self, *sequences: Tensor) -> Any:
            packed = rnn.pack_sequence(list(sequences), enforce_sorted=False)
            return rnn.unpack_sequence(self.layer(packed)[0])[0], packed.data

    model = Model().eval()
    check(model, model, (X[0, :3], X[1], X[2, :1]))


def test_eager_mode_during_a_capture() -> None:
    """Functions that are replaced do the same as before for tensors that have values."""
    layer = nn.LSTM(4, 6, batch_first=True)
    inputs = batches()[0]
    with torch.no_grad():
        expected = Tagger(layer)(*inputs)
        with layers_of_any_length(strict=False), enable_python_dispatcher():
            actual = Tagger(layer)(*inputs)
    for found, want in zip(actual, expected, strict=True):
        torch.testing.assert_close(found, want)
