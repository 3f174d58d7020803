"""Language models of transformers: encoders and decoders."""

from __future__ import annotations

import torch
import transformers
from torch import nn

from integration.models.registry import (
    Program,
    batch_dim,
    model,
    padding_mask,
    sequence_dim,
    tokens,
)
from integration.models.weights import rescale_

BOTH = ("eager", "sdpa")


class Encoder(nn.Module):
    """Token states of an encoder."""

    def __init__(self, module: nn.Module) -> None:
        super().__init__()
        self.model = module

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor
    ) -> torch.Tensor:
        return self.model(
            input_ids=input_ids, attention_mask=attention_mask, return_dict=True
        )[0]


class CausalDecoder(nn.Module):
    """Next-token logits without a cache."""

    def __init__(self, module: nn.Module) -> None:
        super().__init__()
        self.model = module

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor
    ) -> torch.Tensor:
        return self.model(
            input_ids=input_ids,
            attention_mask=attention_mask,
            use_cache=False,
            return_dict=True,
        ).logits


def _text(
    wrapper: type[nn.Module], module: nn.Module, vocabulary: int, longest: int
) -> Program:
    """A program over ids and padding mask with dynamic batch and length."""
    dims = {0: batch_dim(), 1: sequence_dim(maximum=longest)}
    return Program(
        wrapper(rescale_(module).eval()),
        (tokens(2, 13, vocabulary), padding_mask(2, 13)),
        dynamic_shapes={"input_ids": dims, "attention_mask": dims},
        second=((tokens(3, 21, vocabulary), padding_mask(3, 21)), {}),
    )


SMALL_ENCODER = {
    "vocab_size": 100,
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "intermediate_size": 64,
    "max_position_embeddings": 64,
}


@model("bert_base", attention=BOTH)
def bert_base(full: bool, attention: str) -> Program:
    """The encoder with pooler."""
    config = transformers.BertConfig(
        **({} if full else SMALL_ENCODER), attn_implementation=attention
    )
    longest = config.max_position_embeddings
    return _text(Encoder, transformers.BertModel(config), config.vocab_size, longest)


@model("distilbert", attention=BOTH)
def distilbert(full: bool, attention: str) -> Program:
    """Six layers, no token types."""
    small = {
        "vocab_size": 100,
        "dim": 32,
        "n_layers": 2,
        "n_heads": 4,
        "hidden_dim": 64,
        "max_position_embeddings": 64,
    }
    config = transformers.DistilBertConfig(
        **({} if full else small), attn_implementation=attention
    )
    module = transformers.DistilBertModel(config)
    return _text(Encoder, module, config.vocab_size, config.max_position_embeddings)


@model("deberta_v2")
def deberta_v2(full: bool) -> Program:
    """Disentangled attention: log-bucketed relative positions, gathers."""
    size = {} if full else SMALL_ENCODER
    config = transformers.DebertaV2Config(
        **{"hidden_size": 768, "num_hidden_layers": 12, "num_attention_heads": 12}
        | {"intermediate_size": 3072}
        | size,
        relative_attention=True,
        position_buckets=256 if full else 8,
        norm_rel_ebd="layer_norm",
        share_att_key=True,
        pos_att_type=["p2c", "c2p"],
        position_biased_input=False,
        conv_kernel_size=3,
    )
    module = transformers.DebertaV2Model(config)
    return _text(Encoder, module, config.vocab_size, config.max_position_embeddings)


@model("gpt2", attention=BOTH)
def gpt2(full: bool, attention: str) -> Program:
    """Learned positions, fused QKV, tied head."""
    small = {
        "vocab_size": 100,
        "n_embd": 32,
        "n_layer": 2,
        "n_head": 4,
        "n_positions": 64,
        "bos_token_id": 0,
        "eos_token_id": 0,
    }
    config = transformers.GPT2Config(
        **({} if full else small), attn_implementation=attention
    )
    module = transformers.GPT2LMHeadModel(config)
    return _text(CausalDecoder, module, config.vocab_size, config.n_positions)


@model("llama", attention=BOTH)
def llama(full: bool, attention: str) -> Program:
    """Four layers with grouped-query attention, rotary positions, SwiGLU."""
    size = (
        {
            "vocab_size": 32000,
            "hidden_size": 1024,
            "intermediate_size": 2816,
            "num_attention_heads": 16,
            "num_key_value_heads": 4,
            "max_position_embeddings": 2048,
        }
        if full
        else {
            "vocab_size": 100,
            "hidden_size": 32,
            "intermediate_size": 88,
            "num_attention_heads": 4,
            "num_key_value_heads": 2,
            "max_position_embeddings": 128,
        }
    )
    config = transformers.LlamaConfig(
        **size, num_hidden_layers=4, attn_implementation=attention
    )
    module = transformers.LlamaForCausalLM(config)
    return _text(
        CausalDecoder, module, config.vocab_size, config.max_position_embeddings
    )
