"""Decoders of newer releases of transformers: windows, mixtures of experts, linear attention."""

from __future__ import annotations

from typing import Any

from integration.models.rows import GROUPED, IDS, TEXT_INPUTS, Row, add_row

HEADS = {**GROUPED, "head_dim": 8}
WINDOW = {
    "sliding_window": 8,
    "layer_types": ["sliding_attention", "full_attention"],
}
EXPERTS = {
    "num_experts": 4,
    "num_local_experts": 4,
    "num_experts_per_tok": 2,
    "moe_intermediate_size": 16,
}
#: Experts in groups, some of which all tokens take.
ROUTED = {
    "n_routed_experts": 4,
    "num_experts_per_tok": 2,
    "moe_intermediate_size": 16,
    "n_group": 1,
    "topk_group": 1,
    "n_shared_experts": 1,
}
LINEAR = {
    "linear_num_key_heads": 2,
    "linear_num_value_heads": 4,
    "linear_key_head_dim": 8,
    "linear_value_head_dim": 8,
    "layer_types": ["linear_attention", "full_attention"],
}
#: Embeddings for each layer.
LAYERED = {
    "hidden_size_per_layer_input": 8,
    "vocab_size_per_layer_input": IDS["vocab_size"],
    "num_kv_shared_layers": 0,
}

#: Name -> class of the model and of its configuration, sizes.
NEWER: dict[str, tuple[str, str, dict[str, Any]]] = {
    "afmoe": ("AfmoeForCausalLM", "AfmoeConfig", {**HEADS, **EXPERTS, **WINDOW}),
    "cwm": ("CwmForCausalLM", "CwmConfig", {**HEADS, **WINDOW}),
    "doge": ("DogeForCausalLM", "DogeConfig", {**GROUPED, **EXPERTS, "sliding_window": 8}),
    "dots1": ("Dots1ForCausalLM", "Dots1Config", {**GROUPED, **ROUTED, "first_k_dense_replace": 1}),
    "exaone_moe": (
        "ExaoneMoeForCausalLM",
        "ExaoneMoeConfig",
        {**GROUPED, **EXPERTS, **WINDOW, "n_group": 1, "topk_group": 1, "first_k_dense_replace": 1},
    ),
    "flex_olmo": ("FlexOlmoForCausalLM", "FlexOlmoConfig", {**GROUPED, **EXPERTS}),
    "gemma3n": (
        "Gemma3nForCausalLM",
        "Gemma3nTextConfig",
        {**HEADS, **WINDOW, **LAYERED, "laurel_rank": 4},
    ),
    "gemma4": ("Gemma4ForCausalLM", "Gemma4TextConfig", {**HEADS, **WINDOW, **LAYERED}),
    "jais2": ("Jais2ForCausalLM", "Jais2Config", HEADS),
    "mellum": ("MellumForCausalLM", "MellumConfig", {**HEADS, **EXPERTS}),
    "minimax_m2": ("MiniMaxM2ForCausalLM", "MiniMaxM2Config", {**HEADS, **EXPERTS}),
    "ministral3": ("Ministral3ForCausalLM", "Ministral3Config", {**HEADS, "sliding_window": 8}),
    "nanochat": ("NanoChatForCausalLM", "NanoChatConfig", GROUPED),
    "olmo_hybrid": ("OlmoHybridForCausalLM", "OlmoHybridConfig", {**GROUPED, **LINEAR}),
    "qwen3_5": ("Qwen3_5ForCausalLM", "Qwen3_5TextConfig", {**HEADS, **LINEAR}),
    "solar_open": ("SolarOpenForCausalLM", "SolarOpenConfig", {**HEADS, **ROUTED}),
}

for _name, _row in NEWER.items():
    add_row(_name, Row(*_row, TEXT_INPUTS))
