"""The sizes of the small language models that tests build."""

from __future__ import annotations

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
