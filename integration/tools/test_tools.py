"""Tools that take seconds, on programs with what they read and what they fuse.

`python -m bench.tools` tries the same tools, and others, on whole models beside
those of torch.onnx.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
import torch
from onnx import numpy_helper
from onnxruntime.tools.symbolic_shape_infer import SymbolicShapeInference
from torch import nn
from torch.export import Dim
from torch.nn import functional as F

from bench import tool_steps

_ATTENTION_HEADS = 2


class Resizes(nn.Module):
    """Resize by a factor, to a constant size, and to the size of another image."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(3, 3, 3, padding=1)

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        """Linear, cubic and nearest."""
        twice = F.interpolate(self.conv(x), scale_factor=2, mode="nearest")
        other = F.interpolate(twice, size=y.shape[2:], mode="bilinear")
        return F.interpolate(other, size=(14, 9), mode="bicubic") + 1


class Norm(nn.Module):
    """A RMS norm as Llama and T5 spell it."""

    def __init__(self, scale: torch.Tensor) -> None:
        super().__init__()
        self.weight = nn.Parameter(scale)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """y / rms(y) * weight."""
        return self.weight * (x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6))


class Norms(nn.Module):
    """Three norms, one with a scale of ones."""

    def __init__(self) -> None:
        super().__init__()
        scales = [torch.rand(16) + 0.5, torch.ones(16), torch.rand(16) + 0.5]
        self.norms = nn.ModuleList(Norm(scale) for scale in scales)
        self.linear = nn.Linear(16, 16)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Norms with a layer after each."""
        for norm in self.norms:
            x = x + torch.tanh(self.linear(norm(x)))
        return x


class Attention(nn.Module):
    """A layer of a transformer."""

    def __init__(self) -> None:
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(16, 16) for _ in range(4))
        self.norms = nn.ModuleList(nn.LayerNorm(16) for _ in range(2))

    def forward(self, x: torch.Tensor, mask: torch.Tensor | None = None) -> torch.Tensor:
        """Attention with heads, and a norm before it and behind it."""
        x = self.norms[0](x)

        def heads(layer: nn.Linear) -> torch.Tensor:
            return layer(x).unflatten(-1, (_ATTENTION_HEADS, -1)).transpose(1, 2)

        seen = None if mask is None else mask[:, None, None, :].expand(-1, 1, x.shape[1], -1)
        y = F.scaled_dot_product_attention(
            heads(self.query), heads(self.key), heads(self.value), attn_mask=seen
        )
        return self.norms[1](x + self.out(y.transpose(1, 2).flatten(2)))


class Padded(nn.Module):
    """The layer of PyTorch, which makes floats of masks and adds them up."""

    def __init__(self) -> None:
        super().__init__()
        self.attention = nn.MultiheadAttention(16, _ATTENTION_HEADS, batch_first=True)

    def forward(self, x: torch.Tensor, keys: torch.Tensor) -> torch.Tensor:
        """Each place attends to those before it that are not padding."""
        later = torch.triu(torch.ones(5, 5, dtype=torch.bool), 1)
        y: torch.Tensor = self.attention(x, x, x, keys, attn_mask=later, need_weights=False)[0]
        return y


@pytest.fixture(autouse=True)
def _in_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some tools leave files in the current folder."""
    monkeypatch.chdir(tmp_path)


def convert(
    module: nn.Module, args: tuple[Any, ...], shapes: Any, folder: Path, compiler: str, *options: str
) -> tool_steps.Step:
    """The model and its inputs; what eager gives is in the notes."""
    program = torch.export.export(module.eval(), args, dynamic_shapes=shapes)
    torch.export.save(program, folder / "m.pt2")
    model = folder / "m.onnx"
    command = [compiler, str(folder / "m.pt2"), "-o", str(model), *options]
    subprocess.run(command, check=True, capture_output=True)
    names = [value.name for value in onnx.load(model).graph.input]
    inputs = {name: value.numpy() for name, value in zip(names, args)}
    step = tool_steps.Step(model, inputs, folder)
    with torch.no_grad():
        step.notes["expected"] = module(*args).numpy()
    return step


def apply(tool: str, step: tool_steps.Step) -> float:
    """The relative error of what a tool makes of the model."""
    expected = step.notes["expected"]
    actual = tool_steps.QUICK[tool](step)
    return tool_steps.error([np.asarray(value) for value in actual], [expected])


@pytest.mark.parametrize(
    "tool", ["runtime_plain", "symbolic_shapes", "quant_pre_process", "onnxsim", "onnxslim", "version_converter"]
)
def test_tools_read_a_resize(tool: str, tmp_path: Path, compiler: str) -> None:
    """Scales and sizes are for all dimensions: tools know no `axes`."""
    shapes = {
        "x": {0: Dim("batch"), 2: Dim("height", min=2), 3: Dim("width", min=2)},
        "y": {2: Dim("rows", min=2), 3: Dim("columns", min=2)},
    }
    args = (torch.rand(2, 3, 6, 5), torch.rand(1, 1, 7, 8))
    step = convert(Resizes(), args, shapes, tmp_path, compiler)
    assert apply(tool, step) < 1e-5


@pytest.mark.parametrize("kind", [Attention, Padded])
def test_quantization_finds_no_infinity(
    kind: type[nn.Module], tmp_path: Path, compiler: str
) -> None:
    """A mask has the lowest finite number, of which static quantization makes a scale
    as of any other one."""
    mask = torch.ones(2, 5, dtype=torch.bool)
    mask[1, 3:] = False
    args = (torch.rand(2, 5, 16), mask if kind is Attention else ~mask)
    step = convert(kind(), args, None, tmp_path, compiler)
    assert apply("quantize_static", step) < 0.1
    for tensor in onnx.load(step.target()).graph.initializer:
        assert np.isfinite(numpy_helper.to_array(tensor).astype(np.float32)).all()


@pytest.mark.parametrize("opset", [17, 21])
def test_norms_are_fused(opset: int, tmp_path: Path, compiler: str) -> None:
    """The transformers optimizer reads `keepdims` of ReduceMean, which has a default,
    from the node alone, and wants a scale, which may be ones."""
    step = convert(Norms(), (torch.rand(2, 16),), None, tmp_path, compiler, f"--opset={opset}")
    step.notes["model"] = "t5"
    assert apply("transformers_optimizer", step) < 1e-5
    fused = step.notes["fused"]
    assert sum(n for name, n in fused.items() if "SimplifiedLayerNorm" in name) == 3


class Unmasked(Attention):
    """A layer of transformers without a mask: it has a scale and a mask that is true
    everywhere."""

    def forward(self, x: torch.Tensor, mask: torch.Tensor | None = None) -> torch.Tensor:
        """Each place attends to all, as their positions are not negative."""
        batch, length, _ = x.shape
        seen = (torch.arange(length) + 0)[None, None, :, None] >= 0
        normed = self.norms[0](x)

        def heads(layer: nn.Linear) -> torch.Tensor:
            return layer(normed).unflatten(-1, (_ATTENTION_HEADS, -1)).transpose(1, 2)

        y = F.scaled_dot_product_attention(
            heads(self.query),
            heads(self.key),
            heads(self.value),
            attn_mask=seen.expand(batch, -1, length, length),
            scale=(16 // _ATTENTION_HEADS) ** -0.5,
        )
        return self.norms[1](normed + self.out(y.transpose(1, 2).flatten(2)))


@pytest.mark.parametrize("kind", [Attention, Unmasked])
@pytest.mark.parametrize("shapes", [None, {"x": {0: Dim.DYNAMIC, 1: Dim.DYNAMIC}}])
def test_attention_is_fused(
    shapes: object, kind: type[nn.Module], tmp_path: Path, compiler: str
) -> None:
    """Without a mask the scores are divided after the product, where the transformers
    optimizer looks for it."""
    step = convert(kind(), (torch.rand(2, 5, 16),), shapes, tmp_path, compiler)
    operators = {node.op_type for node in onnx.load(step.model).graph.node}
    assert not operators & {"Range", "GreaterOrEqual"}
    step.notes["model"] = "bert"
    assert apply("transformers_optimizer", step) < 1e-5
    assert step.notes["fused"]["Attention"] == 1


class Cached(nn.Module):
    """Attention over keys and values of earlier steps."""

    def forward(
        self, x: torch.Tensor, keys: torch.Tensor, values: torch.Tensor
    ) -> torch.Tensor:
        """The new tokens attend to all."""
        return F.scaled_dot_product_attention(
            x, torch.cat([keys, x], 2), torch.cat([values, x], 2)
        )


def test_sizes_of_a_cache_have_one_name(tmp_path: Path, compiler: str) -> None:
    """Keys and values have one number of rows, which torch.export does not say."""
    args = tuple(torch.rand(2, 4, length, 8) for length in (3, 5, 5))
    automatic = Dim.DYNAMIC
    shapes = {"x": {2: automatic}, "keys": {2: automatic}, "values": {2: automatic}}
    step = convert(Cached(), args, shapes, tmp_path, compiler)
    assert apply("runtime", step) < 1e-5
    sizes = [
        [dim.dim_param for dim in value.type.tensor_type.shape.dim if dim.dim_param]
        for value in onnx.load(step.model).graph.input
    ]
    assert sizes[1] == sizes[2] and sizes[0] != sizes[1]
    more = [torch.rand(2, 4, length, 8) for length in (1, 7, 7)]
    step.inputs = {name: value.numpy() for name, value in zip(step.inputs, more)}
    step.notes["expected"] = Cached()(*more).numpy()
    assert apply("runtime", step) < 1e-5


@pytest.mark.parametrize("tool", ["runtime", "runtime_plain"])
def test_floats_mask_as_booleans_do(tool: str, tmp_path: Path, compiler: str) -> None:
    """Floats that are made of booleans; the first place of a row sees nothing if it is
    padding."""
    keys = torch.tensor([[0, 0, 0, 1, 1], [1, 0, 0, 0, 0], [1, 1, 1, 1, 1]]).bool()
    step = convert(Padded(), (torch.rand(3, 5, 16), keys), None, tmp_path, compiler)
    assert apply(tool, step) < 1e-6
    operators = [node.op_type for node in onnx.load(step.model).graph.node]
    assert "Softmax" in operators and "Equal" not in operators


class Expands(nn.Module):
    """Expansions to sizes that are computed, as the masks of wav2vec2 have them."""

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Two given sizes, two computed ones, and one beside a sum."""
        frames = (x.shape[1] - 3) // 2 + 1
        return (
            x.new_ones(1, 1).expand(x.shape[0], frames) * 2,
            y[:, :1].expand(-1, x.shape[1] * 2 - 1, -1),
            torch.zeros(x.shape[0], frames, 5) + y[:, :1],
        )


@pytest.mark.parametrize("auto_merge", [True, False])
def test_expanded_sizes_are_known(auto_merge: bool, tmp_path: Path, compiler: str) -> None:
    """Shape inference computes the sizes, from the nodes alone, and asserts nothing."""
    shapes = {
        "x": {0: Dim("batch"), 1: Dim("length", min=5)},
        "y": {0: Dim("batch"), 1: Dim("rows", min=2)},
    }
    program = torch.export.export(
        Expands(), (torch.rand(2, 9), torch.rand(2, 4, 5)), dynamic_shapes=shapes
    )
    torch.export.save(program, tmp_path / "m.pt2")
    subprocess.run([compiler, "m.pt2", "-o", "m.onnx"], check=True, capture_output=True)
    model = onnx.load(tmp_path / "m.onnx")
    del model.graph.value_info[:]
    for value in model.graph.output:
        value.type.tensor_type.ClearField("shape")
    model = SymbolicShapeInference.infer_shapes(model, auto_merge=auto_merge)
    found = [
        [dim.dim_param or dim.dim_value for dim in value.type.tensor_type.shape.dim]
        for value in model.graph.output
    ]
    batch, length = (dim.dim_param for dim in model.graph.input[0].type.tensor_type.shape.dim)
    frames = f"floor({length}/2 + 1/2) - 1"
    assert found == [[batch, frames], [batch, f"2*{length} - 1", 5], [batch, frames, 5]]


class Recurrent(nn.Module):
    """A layer of two directions with a first state, and its outputs."""

    def __init__(self, kind: type[nn.RNNBase]) -> None:
        super().__init__()
        self.layer = kind(6, 5, 2, bidirectional=True, batch_first=True)

    def forward(self, x: torch.Tensor, state: torch.Tensor) -> torch.Tensor:
        """The outputs of all steps."""
        first = (state, state) if isinstance(self.layer, nn.LSTM) else state
        y: torch.Tensor = self.layer(x, first)[0]
        return y


@pytest.mark.parametrize("kind", [nn.GRU, nn.LSTM, nn.RNN])
def test_recurrent_layers_in_half_precision(
    kind: type[nn.RNNBase], tmp_path: Path, compiler: str
) -> None:
    """A converted layer loads and runs; the runtime has no kernel of half precision for
    it."""
    args = (torch.rand(2, 4, 6), torch.rand(4, 2, 5))
    shapes = {"x": {0: Dim("batch")}, "state": {1: Dim("batch")}}
    step = convert(Recurrent(kind), args, shapes, tmp_path, compiler)
    assert apply("transformers_float16", step) < 2e-3


class Masked(nn.Module):
    """Attention by a mask, or of each query to the keys up to its own."""

    def forward(
        self, x: torch.Tensor, keys: torch.Tensor, mask: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Both."""
        masked = F.scaled_dot_product_attention(x, keys, x, attn_mask=mask)
        return masked, F.scaled_dot_product_attention(x, keys, x, is_causal=True)


@pytest.mark.parametrize("tool", ["runtime", "runtime_plain"])
def test_masks_keep_eagers_numbers(tool: str, tmp_path: Path, compiler: str) -> None:
    """The lowest finite number masks as -inf does: a key that is masked has no weight, a
    query without any key gives zeros, and a NaN or an infinite score stays, also where
    it is masked."""
    mask = torch.tensor([[0, 0, 0, 0], [1, 0, 1, 0], [1, 1, 1, 1], [0, 0, 0, 1]]).bool()
    x, keys = torch.rand(1, 2, 4, 8) + 0.1, torch.rand(1, 2, 4, 8) + 0.1
    module = Masked()
    program = torch.export.export(module, (x, keys, mask))
    torch.export.save(program, tmp_path / "m.pt2")
    model = tmp_path / "m.onnx"
    subprocess.run([compiler, str(tmp_path / "m.pt2"), "-o", str(model)], check=True)
    names = [value.name for value in onnx.load(model).graph.input]
    for number in (0.5, torch.nan, torch.inf, -torch.inf):
        for place in (1, 3):
            keys[:, :, place, 0] = number
            inputs = dict(zip(names, (x.numpy(), keys.numpy(), mask.numpy())))
            actual = tool_steps.QUICK[tool](tool_steps.Step(model, inputs, tmp_path))
            for value, expected in zip(actual, module(x, keys, mask)):
                torch.testing.assert_close(torch.from_numpy(value), expected, equal_nan=True)
