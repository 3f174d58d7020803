"""Models of transformers themselves, with their caches as arguments and results."""

from __future__ import annotations

import copy
from typing import Any

import pytest
import torch
import torch_onnx_mlir
from torch.utils import _pytree as pytree
from torch_onnx_mlir._capture.caches import register_caches
from transformers import (
    DynamicCache,
    Gemma3ForCausalLM,
    Gemma3TextConfig,
    LlamaConfig,
    LlamaForCausalLM,
    Qwen3NextConfig,
    Qwen3NextForCausalLM,
    StaticCache,
    T5Config,
    T5ForConditionalGeneration,
)

SIZES: dict[str, Any] = {
    "vocab_size": 97,
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 64,
}
LLAMA = LlamaConfig(**SIZES)
PROMPT = torch.tensor([[1, 5, 7, 9], [3, 2, 11, 4]])


def _llama() -> torch.nn.Module:
    return LlamaForCausalLM(LLAMA).eval()


def _filled(model: torch.nn.Module, cache: Any, tokens: torch.Tensor = PROMPT) -> Any:
    with torch.no_grad():
        model(tokens, past_key_values=cache, use_cache=True)
    return cache


def _compare(actual: Any, expected: Any) -> None:
    """Results with caches in them."""
    leaves, spec = pytree.tree_flatten(expected)
    given, other = pytree.tree_flatten(actual)
    assert spec == other
    for left, right in zip(given, leaves, strict=True):
        torch.testing.assert_close(left, right, rtol=1e-4, atol=1e-4)


def test_model_itself() -> None:
    model = _llama()
    program = torch_onnx_mlir.export(model, (PROMPT,), dynamic_shapes={"input_ids": {1: "length"}})
    names = [value.name for value in program.model.graph.outputs]
    assert names[:2] == ["logits", "past_key_values.key_cache.0"]
    tokens = torch.randint(97, (2, 7))
    _compare(program(tokens).structured, model(tokens))


def test_dynamic_cache() -> None:
    """Results are arguments of the next step, whose cache is longer."""
    model = _llama()
    tensor = {0: "batch", 2: "past"}
    program = torch_onnx_mlir.export(
        model,
        kwargs={
            "input_ids": PROMPT[:, :3],
            "attention_mask": torch.ones(2, 7, dtype=torch.int64),
            "past_key_values": _filled(model, DynamicCache()),
        },
        dynamic_shapes={
            "input_ids": {0: "batch", 1: "length"},
            "attention_mask": {0: "batch", 1: "all"},
            "past_key_values": [[tensor] * 2, [tensor] * 2],
        },
    )
    cache, expected_cache = (_filled(model, DynamicCache(), PROMPT[:1]) for _ in range(2))
    for _ in range(3):
        tokens = torch.randint(97, (1, 2))
        mask = torch.ones(1, cache.get_seq_length() + 2, dtype=torch.int64)
        given = {"input_ids": tokens, "attention_mask": mask}
        expected = model(**given, past_key_values=expected_cache)
        result = program(**given, past_key_values=cache).structured
        _compare(result, expected)
        cache, expected_cache = result.past_key_values, expected.past_key_values


def test_static_cache() -> None:
    """A cache that is written and returned is an output once, with the names of the results."""
    model = _llama()
    cache = _filled(model, StaticCache(config=LLAMA, max_cache_len=16))
    arguments = {"input_ids": PROMPT[:, :1], "past_key_values": cache}
    program = torch_onnx_mlir.export(model, kwargs=copy.deepcopy(arguments), mutations="state")
    outputs = [value.name for value in program.model.graph.outputs]
    assert len(outputs) == 7 and not any(name.endswith(".updated") for name in outputs)
    assert '"past_key_values_key_cache_0":"past_key_values.key_cache.0"' in (
        program.model.metadata_props["torch_onnx.state"]
    )
    for _ in range(2):
        given = copy.deepcopy(arguments)
        result = program(**given).structured
        with torch.no_grad():
            _compare(result, model(**arguments))
        assert result.past_key_values.layers[0].cumulative_length == cache.layers[0].cumulative_length


def test_encoder_decoder_cache() -> None:
    config = T5Config(
        vocab_size=97, d_model=32, num_layers=2, num_heads=4, d_kv=8, d_ff=48,
        decoder_start_token_id=1,
    )
    model = T5ForConditionalGeneration(config).eval()
    first = {"input_ids": PROMPT, "decoder_input_ids": PROMPT[:, :2]}
    result = torch_onnx_mlir.export(model, kwargs=first)(**first).structured
    expected = model(**first)
    _compare(result, expected)
    step = {
        "encoder_outputs": (result.encoder_last_hidden_state,),
        "decoder_input_ids": PROMPT[:, 2:3],
        "past_key_values": result.past_key_values,
    }
    program = torch_onnx_mlir.export(model, kwargs=copy.deepcopy(step))
    _compare(program(**copy.deepcopy(step)).structured, model(**step))


OTHERS = {
    "sliding windows": (
        Gemma3ForCausalLM,
        Gemma3TextConfig(**SIZES, head_dim=8, sliding_window=8),
    ),
    "linear attention": (
        Qwen3NextForCausalLM,
        Qwen3NextConfig(
            **SIZES, head_dim=8, linear_num_value_heads=4, linear_num_key_heads=2,
            linear_key_head_dim=8, linear_value_head_dim=8, num_experts=4, num_experts_per_tok=2,
            moe_intermediate_size=16, shared_expert_intermediate_size=16,
            layer_types=["linear_attention", "full_attention"],
        ),
    ),
}


@pytest.mark.parametrize("length", [4, 12], ids=["", "beyond the window"])
@pytest.mark.parametrize("kind", OTHERS)
def test_other_layers(kind: str, length: int) -> None:
    """The state of each kind of layer comes back, and its tensors are inputs."""
    cls, config = OTHERS[kind]
    model = cls(config).eval()
    cache = _filled(model, DynamicCache(config=config), torch.randint(97, (2, length)))
    register_caches()
    leaves, spec = pytree.tree_flatten(cache)
    again = pytree.tree_unflatten(leaves, spec)
    for layer, same in zip(cache.layers, again.layers, strict=True):
        assert type(layer) is type(same)
        assert {k: v for k, v in vars(layer).items() if isinstance(v, (int, bool))} == {
            k: v for k, v in vars(same).items() if isinstance(v, (int, bool))
        }
    step = {"input_ids": PROMPT[:, :1], "past_key_values": cache}
    program = torch_onnx_mlir.export(model, kwargs=copy.deepcopy(step))
    actual = program(**copy.deepcopy(step))[0]
    with torch.no_grad():
        expected = model(**step).logits  # the cache is longer now
    torch.testing.assert_close(actual, expected, rtol=1e-4, atol=1e-4)
    if kind == "sliding windows" and length > 8:  # the program has the number of tokens
        with pytest.raises(ValueError, match="cumulative_length"):
            program(**copy.deepcopy(step))
