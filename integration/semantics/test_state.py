"""--mutations=state: language models whose cache is in their buffers.

Each model generates tokens in ONNX Runtime, step by step, with the new state of
one step as the state of the next; eager's greedy search gives the same tokens.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
import torch
import transformers
from transformers.integrations.executorch import TorchExportableModuleForDecoderOnlyLM

from integration.common.compiler import convert
from integration.semantics.language_models import SMALL

_PROMPT = [1, 5, 7, 9]
_STEPS = 20
_LENGTH = 32

_MODELS = {
    "Llama": (transformers.LlamaForCausalLM, transformers.LlamaConfig(**SMALL)),
    "Qwen3": (
        transformers.Qwen3ForCausalLM,
        transformers.Qwen3Config(**SMALL, head_dim=8),
    ),
    # Layers with a window beside layers without.
    "Gemma3": (
        transformers.Gemma3ForCausalLM,
        transformers.Gemma3TextConfig(**SMALL, head_dim=8, sliding_window=8),
    ),
    "GPT-2": (
        transformers.GPT2LMHeadModel,
        transformers.GPT2Config(
            vocab_size=97, n_embd=32, n_layer=2, n_head=4, n_positions=64
        ),
    ),
}


def _build(name: str) -> transformers.PreTrainedModel:
    torch.manual_seed(0)
    kind, config = _MODELS[name]
    config._attn_implementation = "sdpa"
    model = kind(config).eval()
    model.generation_config = transformers.GenerationConfig(
        use_cache=True,
        cache_implementation="static",
        max_length=_LENGTH,
        cache_config={"batch_size": 1, "max_cache_len": _LENGTH, "device": "cpu"},
    )
    return model


@pytest.mark.parametrize("name", _MODELS)
def test_static_cache(name: str, tmp_path: Path) -> None:
    """Twenty steps with a StaticCache give the tokens of eager."""
    model = _build(name)
    exportable = TorchExportableModuleForDecoderOnlyLM(
        model, batch_size=1, max_cache_len=_LENGTH
    )
    program = exportable.export(
        input_ids=torch.tensor([[1]]), cache_position=torch.tensor([0])
    )
    torch.export.save(program, tmp_path / "model.pt2")
    done = convert(
        tmp_path / "model.pt2", tmp_path / "model.onnx", ["--mutations=state"]
    )
    assert not done.failure, done.stderr
    session = onnxruntime.InferenceSession(tmp_path / "model.onnx")
    metadata = session.get_modelmeta().custom_metadata_map
    pairs = json.loads(metadata["torch_onnx.state"])
    outputs = [output.name for output in session.get_outputs()]
    # The caches begin with zeros.
    state = {
        node.name: np.zeros(
            node.shape, np.float32 if "float" in node.type else np.int64
        )
        for node in session.get_inputs()
        if node.name in pairs
    }
    assert len(state) == len(pairs) > 0

    tokens = list(_PROMPT)
    for position in range(len(_PROMPT) + _STEPS - 1):
        feeds = {
            "input_ids": np.array([[tokens[position]]]),
            "cache_position": np.array([position]),
        }
        results = dict(zip(outputs, session.run(None, feeds | state), strict=True))
        state = {name: results[pairs[name]] for name in state}
        if position >= len(_PROMPT) - 1:
            tokens.append(int(results[outputs[0]][0, -1].argmax()))
    expected = model.generate(
        torch.tensor([_PROMPT]),
        max_new_tokens=_STEPS,
        do_sample=False,
        cache_implementation=None,
    )
    assert tokens == expected[0].tolist()
