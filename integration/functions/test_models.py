"""Real models have the numbers and the nodes that they have without functions."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from integration.common.compiler import convert
from integration.functions.compare import calls, check
from integration.models.export import prepare

#: What is called more than once, by model.
SHARED = {
    "bert_base.sdpa": {"BertLayer", "Linear"},
    "gpt2.sdpa": {"GPT2Block"},
    "llama.sdpa": {"LlamaDecoderLayer", "LlamaRMSNorm"},
    "resnet50": {"ResNetConvLayer_1", "ReLU"},
    "vit_b16.sdpa": {"ViTLayer"},
    "swin_tiny": {"SwinLayer_2"},
    "unet": set(),
    "t5_small": {"T5LayerFF"},
    "whisper_tiny.sdpa": {"WhisperDecoderLayer", "WhisperEncoderLayer"},
    "clip.sdpa": {"CLIPEncoderLayer"},
    "lstm_classifier": set(),
    "zoo.albert": {"AlbertLayerGroup"},
    "zoo.mixtral": {"MixtralDecoderLayer"},
    "zoo.detr": set(),
}


@pytest.mark.parametrize("name", SHARED)
def test_model(name: str, compiler: str, tmp_path: Path) -> None:
    """The same bits without ONNX Runtime's optimizations, the same nodes inlined."""
    prepared = prepare(name)
    model = check(prepared.program, prepared.inputs, tmp_path)
    counts = Counter(
        kind for part in (model.graph, *model.functions) for kind in calls(part)
    )
    assert all(counts[kind] > 1 for kind in SHARED[name])
    assert {function.name for function in model.functions} <= counts.keys()


def test_opset_without_functions(compiler: str, tmp_path: Path) -> None:
    """Before opset 15 a model has the nodes, and a line says so."""
    prepared = prepare("bert_base.sdpa")
    done = convert(
        prepared.program, tmp_path / "m.onnx", ("--functions=modules", "--opset=14")
    )
    assert not done.failure
    assert "opset 14 has no functions, so the modules are inlined" in done.stderr
