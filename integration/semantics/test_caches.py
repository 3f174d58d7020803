"""Language models whose cache is an input and an output: twenty steps give eager's tokens.

A decoder takes a DynamicCache and returns it longer; the same model reads the prompt
(with an empty cache) and each further token.  An encoder with a decoder is two
models: one that reads the source and the first token, one for the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor, nn
from torch.export import Dim
from transformers import DynamicCache, EncoderDecoderCache
from transformers.integrations.executorch import register_dynamic_cache_export_support
from transformers.modeling_outputs import BaseModelOutput

from integration.common.compiler import convert
from integration.common.runtime import Session
from integration.semantics.language_models import SMALL, create

_PROMPTS = [[1, 5, 7, 9], [3, 2, 11, 4]]
_STEPS = 20
_IDS = {"pad_token_id": 0, "bos_token_id": None, "eos_token_id": None}
_EXPERTS = {"num_experts_per_tok": 2, "num_local_experts": 4, "num_experts": 4}
_LAYERS = {"d_model": 32, "num_layers": 2, "num_heads": 4, "d_kv": 8, "d_ff": 48}

#: Name -> class of the model and of its configuration, sizes.
_DECODERS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "Llama": ("LlamaForCausalLM", "LlamaConfig", SMALL),
    "Qwen2": ("Qwen2ForCausalLM", "Qwen2Config", SMALL),
    "Qwen3": ("Qwen3ForCausalLM", "Qwen3Config", {**SMALL, "head_dim": 8}),
    "Gemma2": (
        "Gemma2ForCausalLM",
        "Gemma2Config",
        {**SMALL, "head_dim": 8, "sliding_window": 8},
    ),
    "Gemma3": (
        "Gemma3ForCausalLM",
        "Gemma3TextConfig",
        {**SMALL, "head_dim": 8, "sliding_window": 8},
    ),
    "Mistral": ("MistralForCausalLM", "MistralConfig", {**SMALL, "sliding_window": 8}),
    "Phi": ("PhiForCausalLM", "PhiConfig", SMALL),
    "GPT-2": (
        "GPT2LMHeadModel",
        "GPT2Config",
        {"vocab_size": 97, "n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 64},
    ),
    "Mixtral": ("MixtralForCausalLM", "MixtralConfig", {**SMALL, **_EXPERTS}),
    "Qwen3-MoE": (
        "Qwen3MoeForCausalLM",
        "Qwen3MoeConfig",
        {**SMALL, **_EXPERTS, "head_dim": 8, "moe_intermediate_size": 16},
    ),
}


def _create(kind: str, config: str, sizes: dict[str, Any], attention: str) -> nn.Module:
    return create(kind, config, {**sizes, **_IDS}, attention)


def _save(
    module: nn.Module,
    args: tuple[Any, ...],
    shapes: tuple[Any, ...] | None,
    file: Path,
    *options: str,
) -> Session:
    with torch.no_grad():
        program = torch.export.export(module, args, dynamic_shapes=shapes)
    torch.export.save(program, file.with_suffix(".pt2"))
    done = convert(file.with_suffix(".pt2"), file, options)
    assert not done.failure, done.stderr
    return Session(file)


def _pairs(cache: Any) -> list[Tensor]:
    """Keys of all layers, then values: the order in which torch flattens them."""
    keys = [layer.keys for layer in cache.layers]
    return keys + [layer.values for layer in cache.layers]


def _cache(tensors: Sequence[Tensor]) -> DynamicCache:
    half = len(tensors) // 2
    return DynamicCache(list(zip(tensors[:half], tensors[half:])))


class Decoder(nn.Module):
    """Logits and the longer cache."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(
        self, input_ids: Tensor, attention_mask: Tensor, cache: DynamicCache
    ) -> tuple[Tensor, DynamicCache]:
        """The cache is an argument and a result as it is."""
        result = self.model(
            input_ids=input_ids,
            attention_mask=attention_mask,
            past_key_values=cache,
            use_cache=True,
        )
        return result.logits, result.past_key_values


#: Gemma 2 caps its scores, which PyTorch's attention cannot.
_CASES = [(name, "sdpa") for name in _DECODERS if name != "Gemma2"]
_CASES += [(name, "eager") for name in ("Llama", "Gemma2", "GPT-2", "Mixtral")]


@pytest.mark.parametrize(("name", "attention"), _CASES)
def test_decoder(name: str, attention: str, tmp_path: Path) -> None:
    """The prompt with an empty cache, then token by token."""
    register_dynamic_cache_export_support()
    model = _create(*_DECODERS[name], attention)
    prompt = torch.tensor(_PROMPTS)
    with torch.no_grad():
        filled = _pairs(model(prompt, past_key_values=DynamicCache()).past_key_values)
    shape = {0: Dim.DYNAMIC, 2: Dim.DYNAMIC}
    layers = len(filled) // 2
    session = _save(
        Decoder(model),
        (prompt[:, :3], torch.ones(2, 7, dtype=torch.int64), _cache(filled)),
        ({0: Dim.DYNAMIC, 1: Dim.DYNAMIC}, {0: Dim.DYNAMIC, 1: Dim.DYNAMIC})
        + ([[shape] * layers, [shape] * layers],),
        tmp_path / "model.onnx",
    )

    tokens = step = prompt
    state = [tensor[:, :, :0] for tensor in filled]
    for _ in range(_STEPS):
        logits, *state = session.run([step, torch.ones_like(tokens), *state])
        step = logits[:, -1:].argmax(-1)
        tokens = torch.cat([tokens, step], 1)
    expected = model.generate(prompt, max_new_tokens=_STEPS, do_sample=False)
    assert torch.equal(tokens, expected)
    assert len(set(tokens[0].tolist())) > 4, "the same token again and again"


class Prompt(nn.Module):
    """Reads the source and the first tokens of the target."""

    def __init__(self, model: nn.Module, source: str) -> None:
        super().__init__()
        self.model = model
        self.source = source

    def forward(
        self, source: Tensor, tokens: Tensor
    ) -> tuple[Tensor, Tensor, list[Tensor], list[Tensor]]:
        """Logits, states of the encoder, cache of the target, cache of the source."""
        result = self.model(
            **{self.source: source}, decoder_input_ids=tokens, use_cache=True
        )
        cache = result.past_key_values
        own, other = cache.self_attention_cache, cache.cross_attention_cache
        states = result.encoder_last_hidden_state
        return result.logits, states, _pairs(own), _pairs(other)


class Step(nn.Module):
    """Reads one more token of the target; the cache of the source stays."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(
        self, tokens: Tensor, states: Tensor, own: list[Tensor], other: list[Tensor]
    ) -> tuple[Tensor, list[Tensor]]:
        """Logits and the longer cache of the target."""
        cache = EncoderDecoderCache(_cache(own), _cache(other))
        for layer in cache.is_updated:
            cache.is_updated[layer] = True
        result = self.model(
            encoder_outputs=BaseModelOutput(last_hidden_state=states),
            decoder_input_ids=tokens,
            past_key_values=cache,
            use_cache=True,
        )
        return result.logits, _pairs(result.past_key_values.self_attention_cache)


_ENCODERS_WITH_DECODER: dict[str, tuple[str, str, dict[str, Any], str]] = {
    "T5": (
        "T5ForConditionalGeneration",
        "T5Config",
        {**_LAYERS, "vocab_size": 97, "decoder_start_token_id": 1},
        "input_ids",
    ),
    "BART": (
        "BartForConditionalGeneration",
        "BartConfig",
        {"vocab_size": 97, "d_model": 32, "encoder_layers": 2, "decoder_layers": 2}
        | {"encoder_attention_heads": 4, "decoder_attention_heads": 4}
        | {"encoder_ffn_dim": 48, "decoder_ffn_dim": 48, "max_position_embeddings": 64}
        | {"decoder_start_token_id": 1, "forced_eos_token_id": None},
        "input_ids",
    ),
    "Whisper": (
        "WhisperForConditionalGeneration",
        "WhisperConfig",
        {"vocab_size": 97, "d_model": 32, "encoder_layers": 2, "decoder_layers": 2}
        | {"encoder_attention_heads": 4, "decoder_attention_heads": 4}
        | {"encoder_ffn_dim": 48, "decoder_ffn_dim": 48, "num_mel_bins": 8}
        | {"max_source_positions": 20, "max_target_positions": 64}
        | {"decoder_start_token_id": 1},
        "input_features",
    ),
}


@pytest.mark.parametrize("name", _ENCODERS_WITH_DECODER)
def test_encoder_with_decoder(name: str, tmp_path: Path) -> None:
    """Two models; eager's greedy search without a cache is the reference."""
    *row, argument = _ENCODERS_WITH_DECODER[name]
    model = _create(*row, "sdpa")
    source = torch.tensor(_PROMPTS)
    if argument == "input_features":
        source = torch.randn(2, 8, 40)
    tokens = torch.ones(2, 1, dtype=torch.int64)
    batch = {0: Dim.DYNAMIC}
    length = batch if argument == "input_features" else {**batch, 1: Dim.DYNAMIC}
    prompt = Prompt(model, argument)
    first = _save(prompt, (source, tokens), (length, batch), tmp_path / "first.onnx")
    with torch.no_grad():
        _, states, own, other = prompt(source, torch.ones(2, 3, dtype=torch.int64))
    grown, kept = [{**batch, 2: Dim.DYNAMIC}] * 4, [{**batch, 2: Dim.DYNAMIC}] * 4
    if argument == "input_features":
        kept = [batch] * 4
    second = _save(
        Step(model),
        (tokens, states, own, other),
        (batch, length, grown, kept),
        tmp_path / "second.onnx",
    )

    logits, states, *caches = first.run([source, tokens])
    own, other = caches[:4], caches[4:]
    generated, expected = tokens, tokens
    for _ in range(_STEPS):
        step = logits[:, -1:].argmax(-1)
        generated = torch.cat([generated, step], 1)
        logits, *own = second.run([step, states, *own, *other])
        with torch.no_grad():
            whole = model(
                **{argument: source}, decoder_input_ids=expected, use_cache=False
            ).logits
        expected = torch.cat([expected, whole[:, -1:].argmax(-1)], 1)
    assert torch.equal(generated, expected)


class Recurrent(nn.Module):
    """A state space model that keeps its states in buffers."""

    def __init__(self, model: nn.Module, batch: int) -> None:
        super().__init__()
        self.model = model
        with torch.no_grad():
            start = torch.ones(batch, 1, dtype=torch.int64)
            layers = model(start, use_cache=True).cache_params.layers
        for place, layer in enumerate(layers):
            for kind in ("conv", "recurrent"):
                like = getattr(layer, f"{kind}_states")[0]
                self.register_buffer(f"{kind}_{place}", torch.zeros_like(like))

    def forward(self, tokens: Tensor) -> Tensor:
        """Logits of one token; the buffers are updated."""
        cache = DynamicCache(config=self.model.config)
        for place, layer in enumerate(cache.layers):
            convolved = self.get_buffer(f"conv_{place}")
            layer.dtype, layer.device = convolved.dtype, convolved.device
            layer.conv_states[0] = convolved
            layer.conv_kernel_size[0] = convolved.shape[-1]
            layer.recurrent_states[0] = self.get_buffer(f"recurrent_{place}")
            layer.is_conv_states_initialized[0] = True
            layer.is_recurrent_states_initialized[0] = True
            layer.has_previous_state[0] = True
        logits = self.model(tokens, cache_params=cache, use_cache=True).logits
        assert isinstance(logits, Tensor)
        return logits


_STATES = {"vocab_size": 97, "hidden_size": 32, "num_hidden_layers": 2, "state_size": 8}
_RECURRENT: dict[str, tuple[str, str, dict[str, Any]]] = {
    "Mamba": ("MambaForCausalLM", "MambaConfig", _STATES),
    "Mamba2": (
        "Mamba2ForCausalLM",
        "Mamba2Config",
        {**_STATES, "num_heads": 8, "head_dim": 8, "n_groups": 1, "chunk_size": 8},
    ),
    "FalconMamba": ("FalconMambaForCausalLM", "FalconMambaConfig", _STATES),
}


@pytest.mark.parametrize("name", _RECURRENT)
def test_recurrent(name: str, tmp_path: Path) -> None:
    """--mutations=state: each buffer is an input and an output."""
    model = _create(*_RECURRENT[name], "eager")
    module = Recurrent(model, batch=2)
    tokens = prompt = torch.tensor(_PROMPTS)
    session = _save(
        module, (prompt[:, :1],), None, tmp_path / "model.onnx", "--mutations=state"
    )
    state = [torch.zeros_like(buffer) for buffer in module.buffers(recurse=False)]
    for position in range(prompt.shape[1] + _STEPS - 1):
        logits, *state = session.run([tokens[:, position : position + 1], *state])
        if position >= prompt.shape[1] - 1:
            tokens = torch.cat([tokens, logits[:, -1:].argmax(-1)], 1)
    expected = model.generate(prompt, max_new_tokens=_STEPS, do_sample=False)
    assert torch.equal(tokens, expected)
