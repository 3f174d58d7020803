"""The small language models that tests build."""

from __future__ import annotations

from typing import Any

import torch
import transformers
from torch import nn

#: What the configurations of transformers for decoders have in common.
SMALL = {
    "vocab_size": 97,
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 64,
}


def create(
    kind: str, config: str, sizes: dict[str, Any], attention: str | None = None
) -> nn.Module:
    """A model of transformers with random weights; `attention` is eager or sdpa."""
    torch.manual_seed(0)
    configuration = getattr(transformers, config)(**sizes)
    if attention:
        configuration._attn_implementation = attention
    model: nn.Module = getattr(transformers, kind)(configuration).eval()
    # Of the weights of a fresh model all tokens are as likely.
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.ndim > 1:
                parameter.mul_(4)
    return model
