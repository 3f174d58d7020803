"""Operators that torch-decompose expresses by others give torch's numbers.

The ledger has no entry for them: they belong to modules (cells), or come from
torch.export only by their own names.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from torch import Tensor

from integration.common.compare import compare
from integration.common.compiler import convert, find_compiler
from integration.common.runtime import Session

aten = torch.ops.aten
Case = tuple[Callable[..., object], tuple[Tensor, ...]]


def _cell(kind: type[torch.nn.Module], *inputs: Tensor, bias: bool = True) -> Case:
    torch.manual_seed(0)
    cell = kind(3, 4, bias=bias)
    if kind is torch.nn.LSTMCell:
        return lambda x, h, c: cell(x, (h, c)), inputs
    return lambda x, h: cell(x, h), inputs


def _random(*sizes: int) -> Tensor:
    return torch.randn(sizes, generator=torch.Generator().manual_seed(sum(sizes)))


X, H, C = _random(5, 3), _random(5, 4), _random(5, 4).neg()
M, G = _random(4, 5), _random(4, 5).mul(2)
INDEX = torch.tensor([2, 0])

CASES: dict[str, Case] = {
    # Rules of the compiler.
    "lstm_cell": _cell(torch.nn.LSTMCell, X, H, C),
    "lstm_cell without bias": _cell(torch.nn.LSTMCell, X, H, C, bias=False),
    "gru_cell": _cell(torch.nn.GRUCell, X, H),
    "rnn_tanh_cell": _cell(torch.nn.RNNCell, X, H),
    "rnn_relu_cell": (
        lambda x, h, w, u: aten.rnn_relu_cell(x, h, w, u),
        (X, H, _random(4, 3), _random(4, 4)),
    ),
    "sigmoid_backward": (lambda g, y: aten.sigmoid_backward(g, y), (G, M.sigmoid())),
    "tanh_backward": (lambda g, y: aten.tanh_backward(g, y), (G, M.tanh())),
    "_log_softmax_backward_data": (
        lambda g, y: aten._log_softmax_backward_data(g, y, 1, torch.float32),
        (G, M.log_softmax(1)),
    ),
    "_scaled_dot_product_attention_math": (
        lambda q, m: aten._scaled_dot_product_attention_math(q, q, q * 2, m),
        (_random(2, 3, 5, 8), _random(5, 5)),
    ),
    "_scaled_dot_product_attention_math with a mask, which is added": (
        lambda q, m: aten._scaled_dot_product_attention_math(q, q, q * 2, m, scale=0.3),
        (_random(2, 3, 5, 8), _random(5, 5) > 0),
    ),
    "_scaled_dot_product_attention_math causal, of grouped queries": (
        lambda q: aten._scaled_dot_product_attention_math(
            q, q[:, :2], q[:, 2:] * 2, is_causal=True, enable_gqa=True
        )[0],
        (_random(2, 4, 5, 8),),
    ),
    "_scaled_dot_product_flash_attention_for_cpu": (
        lambda q: aten._scaled_dot_product_flash_attention_for_cpu(q, q, q * 2)[0],
        (_random(2, 3, 5, 8),),
    ),
    "_scaled_dot_product_flash_attention_for_cpu causal, scaled": (
        lambda q: aten._scaled_dot_product_flash_attention_for_cpu(
            q, q, q * 2, 0.0, True, scale=0.3
        )[0],
        (_random(2, 3, 5, 8),),
    ),
    "_scaled_dot_product_flash_attention_for_cpu with a mask": (
        lambda q, m: aten._scaled_dot_product_flash_attention_for_cpu(
            q, q, q * 2, attn_mask=m
        )[0],
        (_random(2, 3, 5, 8), _random(2, 3, 5, 5)),
    ),
    "fft_ifftshift": (lambda x: aten.fft_ifftshift(x), (M,)),
    # Composite kernels of LibTorch.
    "gradient": (lambda x: aten.gradient.array(x, dim=[0, 1]), (M,)),
    "mish_backward": (lambda g, x: aten.mish_backward(g, x), (G, M)),
    "silu_backward": (lambda g, x: aten.silu_backward(g, x), (G, M)),
    "infinitely_differentiable_gelu_backward": (
        lambda g, x: aten.infinitely_differentiable_gelu_backward(g, x),
        (G, M),
    ),
    "_cast_Float": (lambda x: aten._cast_Float(x), (INDEX,)),
    "trace_backward": (lambda g: aten.trace_backward(g, [3, 4]), (M[0, 0].clone(),)),
    "index_select_backward": (
        lambda g, i: aten.index_select_backward(g, [3, 5], 0, i),
        (M[:2].clone(), INDEX),
    ),
    "index_select_backward of a symbolic size": (
        lambda x, i: aten.index_select_backward(x, [x.shape[0] + 1, 3], 0, i),
        (X, torch.arange(5)),
    ),
    "flatten_dense_tensors": (lambda x, y: aten.flatten_dense_tensors([x, y]), (M, G)),
}


#: Cases whose first dimension of every input is a batch.
DYNAMIC = {
    "lstm_cell",
    "gru_cell",
    "rnn_tanh_cell",
    "sigmoid_backward",
    "tanh_backward",
    "_log_softmax_backward_data",
    "fft_ifftshift",
    "mish_backward",
    "silu_backward",
    "infinitely_differentiable_gelu_backward",
    "index_select_backward of a symbolic size",
    "flatten_dense_tensors",
}


class Wrapped(torch.nn.Module):
    """A function as a module."""

    def __init__(self, function: Callable[..., object]) -> None:
        super().__init__()
        self.function = function

    def forward(self, *tensors: Tensor) -> object:
        """Calls it."""
        return self.function(*tensors)


def _save(name: str, dynamic: bool, path: Path) -> Wrapped:
    """Exports a case as a program that has the operator."""
    function, inputs = CASES[name]
    module = Wrapped(function)
    shapes = None
    if dynamic:
        batch = torch.export.Dim("batch", min=2)
        shapes = (tuple({0: batch} for _ in inputs),)
    program = torch.export.export(module, inputs, dynamic_shapes=shapes)
    operator = name.split()[0]
    assert any(operator in str(node.target) for node in program.graph.nodes)
    torch.export.save(program, path)
    return module


def _check(module: Wrapped, model: Path, *input_sets: tuple[Tensor, ...]) -> None:
    session = Session(model)
    for given in input_sets:
        expected = module(*given)
        results = expected if isinstance(expected, tuple | list) else [expected]
        for actual, result in zip(session.run(given), results, strict=True):
            assert compare(actual, result) is None


@pytest.mark.parametrize(
    ("name", "dynamic"),
    [
        pytest.param(name, dynamic, id=f"{name}-{'dynamic' if dynamic else 'static'}")
        for name in CASES
        # The others have sizes that are constants.
        for dynamic in ([False, True] if name in DYNAMIC else [False])
    ],
)
@pytest.mark.usefixtures("compiler")
def test_composite(name: str, dynamic: bool, tmp_path: Path) -> None:
    """Static sizes; where the operator allows one, a batch of several sizes."""
    inputs = CASES[name][1]
    module = _save(name, dynamic, tmp_path / "model.pt2")
    conversion = convert(tmp_path / "model.pt2", tmp_path / "model.onnx")
    assert not conversion.failure, conversion.stderr
    others = [tuple(x[:3] for x in inputs)] if dynamic else []
    _check(module, tmp_path / "model.onnx", inputs, *others)


@pytest.mark.parametrize("name", ["lstm_cell", "mish_backward", "trace_backward"])
@pytest.mark.usefixtures("compiler")
def test_not_optimized(name: str, tmp_path: Path) -> None:
    """Decomposition is no optimization."""
    module = _save(name, False, tmp_path / "model.pt2")
    conversion = convert(tmp_path / "model.pt2", tmp_path / "model.onnx", ("-O0",))
    assert not conversion.failure, conversion.stderr
    _check(module, tmp_path / "model.onnx", CASES[name][1])


@pytest.mark.parametrize("level", ["-O0", "-O1", "-O2"])
@pytest.mark.usefixtures("compiler")
def test_libtorch_stays_away(level: str, tmp_path: Path) -> None:
    """LibTorch is not loaded where lowerings and rules do."""
    _save("fft_ifftshift", True, tmp_path / "m.pt2")
    command = [find_compiler(), tmp_path / "m.pt2", "-o", tmp_path / "m.onnx", level]
    done = subprocess.run(
        command,
        env={**os.environ, "LD_DEBUG": "files"},
        capture_output=True,
        text=True,
        check=True,
    )
    # The dynamic linker of glibc tells what it loads.
    assert "calling init" in done.stderr
    assert "libtorch_cpu" not in done.stderr
