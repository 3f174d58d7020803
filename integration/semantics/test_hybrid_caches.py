"""Caches of models that mix attention with recurrences: twelve steps give eager's logits.

The keys and values of a layer of attention grow with each step; the last inputs of a
convolution and the state of a recurrence keep their sizes.  All of them are inputs and
outputs of one step, in the order of the layers.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
import transformers
from torch import Tensor, nn
from torch.export import Dim
from torch.utils import _pytree as pytree

from integration.common.compiler import convert
from integration.common.runtime import Session
from integration.semantics.language_models import SMALL, create

_PROMPT = [[1, 5, 7, 9, 4], [3, 2, 11, 4, 8]]
_STEPS = 12
_IDS = {"pad_token_id": 0, "bos_token_id": None, "eos_token_id": None}
_LINEAR = {
    "linear_num_key_heads": 2,
    "linear_num_value_heads": 4,
    "linear_key_head_dim": 8,
    "linear_value_head_dim": 8,
    "layer_types": ["linear_attention", "full_attention"],
}

#: Name -> class of the model and of its configuration, sizes.
_MODELS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "Qwen3-Next": (
        "Qwen3NextForCausalLM",
        "Qwen3NextConfig",
        {**_LINEAR, "head_dim": 8, "num_experts": 4, "num_experts_per_tok": 2}
        | {"moe_intermediate_size": 16, "shared_expert_intermediate_size": 16},
    ),
    "OLMo-Hybrid": ("OlmoHybridForCausalLM", "OlmoHybridConfig", _LINEAR),
    "Falcon-H1": (
        "FalconH1ForCausalLM",
        "FalconH1Config",
        {"mamba_d_ssm": 32, "mamba_n_heads": 4, "mamba_d_head": 8}
        | {"mamba_d_state": 8, "mamba_n_groups": 1, "head_dim": 8},
    ),
    "LFM2": ("Lfm2ForCausalLM", "Lfm2Config", {"layer_types": ["conv", "full_attention"]}),
}


def _places(cache: Any) -> Iterator[tuple[Any, Any, int | str]]:
    """Each tensor of a cache by the layer or the list that holds it, and its place there."""
    for layer in cache.layers:
        for name, value in sorted(vars(layer).items()):
            if isinstance(value, Tensor):
                yield layer, vars(layer), name
            elif isinstance(value, dict):
                for key in sorted(k for k, v in value.items() if isinstance(v, Tensor)):
                    yield layer, value, key
            elif isinstance(value, list):
                for index, element in enumerate(value):
                    if isinstance(element, Tensor):
                        yield layer, value, index


def _tensors(cache: Any) -> list[Tensor]:
    return [holder[key] for _, holder, key in _places(cache)]


class Step(nn.Module):
    """Logits of the next token, and the cache after it."""

    def __init__(self, model: nn.Module, cache: Any) -> None:
        super().__init__()
        self.model = model
        #: Layers of the right kinds, whose tensors are replaced.
        self.cache = cache

    def forward(self, token: Tensor, state: list[Tensor]) -> tuple[Tensor, list[Tensor]]:
        """Of tokens [batch, 1] and the tensors of the cache."""
        cache = copy.copy(self.cache)
        cache.layers = [copy.copy(layer) for layer in cache.layers]
        for layer in cache.layers:
            for name, value in vars(layer).items():
                if isinstance(value, list | dict):
                    setattr(layer, name, copy.copy(value))
        for (_, holder, key), tensor in zip(list(_places(cache)), state, strict=True):
            holder[key] = tensor.clone()
        logits = self.model(input_ids=token, past_key_values=cache, use_cache=True).logits
        return logits, _tensors(cache)


@pytest.fixture(autouse=True)
def _caches_are_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another test may have registered the cache, with a function for attention alone."""
    monkeypatch.delitem(pytree.SUPPORTED_NODES, transformers.DynamicCache, raising=False)


@pytest.mark.parametrize("name", _MODELS)
def test_steps(name: str, tmp_path: Path) -> None:
    """Each step has eager's logits, from the states that the model itself returned."""
    kind, config, sizes = _MODELS[name]
    model = create(kind, config, {**SMALL, **sizes, **_IDS})
    prompt = torch.tensor(_PROMPT)
    with torch.no_grad():
        cache = model(input_ids=prompt, use_cache=True).past_key_values
    state = [tensor.clone() for tensor in _tensors(cache)]
    grows = [key in ("keys", "values") for _, _, key in _places(cache)]
    assert any(grows) and not all(grows)
    step = Step(model, copy.deepcopy(cache))
    token = torch.tensor([[6], [10]])
    shapes = [{2: Dim.DYNAMIC} if grow else {} for grow in grows]
    with torch.no_grad():
        program = torch.export.export(
            step, (token, state), dynamic_shapes=({}, shapes), strict=False
        )
    torch.export.save(program, tmp_path / "step.pt2")
    done = convert(tmp_path / "step.pt2", tmp_path / "step.onnx")
    assert not done.failure, done.stderr
    session = Session(tmp_path / "step.onnx")
    tokens = prompt
    for _ in range(_STEPS):
        tokens = torch.cat([tokens, token], 1)
        with torch.no_grad():
            expected = model(input_ids=tokens, use_cache=False).logits[:, -1:]
        logits, *state = session.run([token, *state])
        torch.testing.assert_close(logits, expected, atol=1e-4, rtol=1e-3)
        token = expected.argmax(-1)
