"""Decoders of transformers: attention, mixtures of experts, state space."""

from __future__ import annotations

from typing import Any

from integration.models.rows import (
    BATCH,
    FIXED_TEXT_INPUTS,
    GROUPED,
    IDS,
    LONGEST,
    TEXT_INPUTS,
    USUAL_TEXT,
    VOCABULARY,
    Row,
    add_row,
    ids,
    padding,
)

EXPERTS = {
    **GROUPED,
    "num_local_experts": 4,
    "num_experts": 4,
    "num_experts_per_tok": 2,
    "moe_intermediate_size": 16,
}
#: Keys and values from a few numbers a token, as DeepSeek has them.
LATENT = {
    **USUAL_TEXT,
    "num_key_value_heads": 4,
    "kv_lora_rank": 8,
    "q_lora_rank": 12,
    "qk_rope_head_dim": 4,
    "qk_nope_head_dim": 8,
    "v_head_dim": 8,
    "head_dim": 4,
}
LATENT_EXPERTS = {
    **LATENT,
    "first_k_dense_replace": 1,
    "n_group": 2,
    "topk_group": 1,
    "n_routed_experts": 4,
    "n_shared_experts": 1,
    "num_experts_per_tok": 2,
    "moe_intermediate_size": 16,
}
STATES = {
    **IDS,
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "state_size": 8,
    "conv_kernel": 4,
    "expand": 2,
}
#: Mamba2 in a hybrid of attention and state space.
HYBRID = {
    **GROUPED,
    "mamba_n_heads": 4,
    "mamba_d_head": 16,
    "mamba_d_state": 8,
    "mamba_n_groups": 1,
    "mamba_d_conv": 4,
    "mamba_expand": 2,
    "mamba_chunk_size": 8,
}

#: Name -> class of the model and of its configuration, sizes. Batch and length are
#: dynamic.
DECODERS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "apertus": ("ApertusForCausalLM", "ApertusConfig", GROUPED),
    "arcee": ("ArceeForCausalLM", "ArceeConfig", GROUPED),
    "biogpt": ("BioGptForCausalLM", "BioGptConfig", USUAL_TEXT),
    "bitnet": ("BitNetForCausalLM", "BitNetConfig", GROUPED),
    "codegen": (
        "CodeGenForCausalLM",
        "CodeGenConfig",
        {**IDS, "n_positions": LONGEST, "n_embd": 32, "n_layer": 2, "n_head": 4}
        | {"rotary_dim": 4},
    ),
    "cohere": ("CohereForCausalLM", "CohereConfig", GROUPED),
    "cohere2": ("Cohere2ForCausalLM", "Cohere2Config", {**GROUPED, "sliding_window": 8}),
    "ctrl": (
        "CTRLLMHeadModel",
        "CTRLConfig",
        {"vocab_size": VOCABULARY, "n_positions": LONGEST, "n_embd": 32, "dff": 64}
        | {"n_layer": 2, "n_head": 4},
    ),
    "diffllama": ("DiffLlamaForCausalLM", "DiffLlamaConfig", GROUPED),
    "ernie4_5": ("Ernie4_5ForCausalLM", "Ernie4_5Config", {**GROUPED, "head_dim": 8}),
    "exaone4": ("Exaone4ForCausalLM", "Exaone4Config", {**GROUPED, "sliding_window": 8}),
    "gemma": ("GemmaForCausalLM", "GemmaConfig", {**GROUPED, "head_dim": 8}),
    "glm": ("GlmForCausalLM", "GlmConfig", {**GROUPED, "head_dim": 8}),
    "glm4": ("Glm4ForCausalLM", "Glm4Config", {**GROUPED, "head_dim": 8}),
    "gpt_bigcode": (
        "GPTBigCodeForCausalLM",
        "GPTBigCodeConfig",
        {**IDS, "n_positions": LONGEST, "n_embd": 32, "n_layer": 2, "n_head": 4},
    ),
    "granite": ("GraniteForCausalLM", "GraniteConfig", GROUPED),
    "helium": ("HeliumForCausalLM", "HeliumConfig", {**GROUPED, "head_dim": 8}),
    "hunyuan": (
        "HunYuanDenseV1ForCausalLM",
        "HunYuanDenseV1Config",
        {**GROUPED, "head_dim": 8},
    ),
    "minicpm3": ("MiniCPM3ForCausalLM", "MiniCPM3Config", LATENT),
    "ministral": (
        "MinistralForCausalLM",
        "MinistralConfig",
        {**GROUPED, "head_dim": 8, "sliding_window": 8},
    ),
    "mpt": (
        "MptForCausalLM",
        "MptConfig",
        {"vocab_size": VOCABULARY, "d_model": 32, "n_heads": 4, "n_layers": 2}
        | {"max_seq_len": LONGEST, "expansion_ratio": 2},
    ),
    "nemotron": ("NemotronForCausalLM", "NemotronConfig", {**GROUPED, "head_dim": 8}),
    "olmo": ("OlmoForCausalLM", "OlmoConfig", GROUPED),
    "olmo3": ("Olmo3ForCausalLM", "Olmo3Config", {**GROUPED, "sliding_window": 8}),
    "openai_gpt": (
        "OpenAIGPTLMHeadModel",
        "OpenAIGPTConfig",
        {"vocab_size": VOCABULARY, "n_positions": LONGEST, "n_embd": 32}
        | {"n_layer": 2, "n_head": 4},
    ),
    "persimmon": ("PersimmonForCausalLM", "PersimmonConfig", USUAL_TEXT),
    "phi": ("PhiForCausalLM", "PhiConfig", GROUPED),
    "seed_oss": ("SeedOssForCausalLM", "SeedOssConfig", {**GROUPED, "head_dim": 8}),
    "smollm3": ("SmolLM3ForCausalLM", "SmolLM3Config", GROUPED),
    "stablelm": ("StableLmForCausalLM", "StableLmConfig", GROUPED),
    "vaultgemma": ("VaultGemmaForCausalLM", "VaultGemmaConfig", {**GROUPED, "head_dim": 8}),
    "xglm": (
        "XGLMForCausalLM",
        "XGLMConfig",
        {**IDS, "d_model": 32, "ffn_dim": 64, "num_layers": 2, "attention_heads": 4}
        | {"max_position_embeddings": LONGEST},
    ),
}

#: The same, mixtures of experts.
MIXTURES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "dbrx": (
        "DbrxForCausalLM",
        "DbrxConfig",
        {"vocab_size": VOCABULARY, "d_model": 32, "n_heads": 4, "n_layers": 2}
        | {"max_seq_len": LONGEST}
        | {
            "attn_config": {"kv_n_heads": 2, "clip_qkv": 8.0, "rope_theta": 1e4},
            "ffn_config": {"ffn_hidden_size": 32, "moe_num_experts": 4, "moe_top_k": 2}
            | {"hidden_size": 32},
        },
    ),
    "deepseek_v2": ("DeepseekV2ForCausalLM", "DeepseekV2Config", LATENT_EXPERTS),
    "deepseek_v3": ("DeepseekV3ForCausalLM", "DeepseekV3Config", LATENT_EXPERTS),
    "ernie4_5_moe": (
        "Ernie4_5_MoeForCausalLM",
        "Ernie4_5_MoeConfig",
        {**GROUPED, "moe_intermediate_size": 16, "moe_num_experts": 4, "moe_k": 2}
        | {"moe_num_shared_experts": 1},
    ),
    "glm4_moe": (
        "Glm4MoeForCausalLM",
        "Glm4MoeConfig",
        {**GROUPED, "head_dim": 8, "n_routed_experts": 4, "n_shared_experts": 1}
        | {"num_experts_per_tok": 2, "moe_intermediate_size": 16, "n_group": 1}
        | {"topk_group": 1, "first_k_dense_replace": 1},
    ),
    "gpt_oss": (
        "GptOssForCausalLM",
        "GptOssConfig",
        {**GROUPED, "head_dim": 8, "num_local_experts": 4, "num_experts_per_tok": 2}
        | {"sliding_window": 8},
    ),
    "granitemoe": ("GraniteMoeForCausalLM", "GraniteMoeConfig", EXPERTS),
    "granitemoeshared": (
        "GraniteMoeSharedForCausalLM",
        "GraniteMoeSharedConfig",
        {**EXPERTS, "shared_intermediate_size": 16},
    ),
    "hunyuan_moe": (
        "HunYuanMoEV1ForCausalLM",
        "HunYuanMoEV1Config",
        {**GROUPED, "head_dim": 8, "num_experts": 4, "moe_topk": 2},
    ),
    "jetmoe": (
        "JetMoeForCausalLM",
        "JetMoeConfig",
        {**IDS, "hidden_size": 32, "num_hidden_layers": 2, "num_key_value_heads": 2}
        | {"kv_channels": 8, "intermediate_size": 32, "num_local_experts": 4}
        | {"num_experts_per_tok": 2, "max_position_embeddings": LONGEST},
    ),
    "llama4": (
        "Llama4ForCausalLM",
        "Llama4TextConfig",
        {**GROUPED, "head_dim": 8, "intermediate_size_mlp": 64, "num_local_experts": 4}
        | {"num_experts_per_tok": 1, "attention_chunk_size": 32},
    ),
    "minimax": (
        "MiniMaxForCausalLM",
        "MiniMaxConfig",
        {**EXPERTS, "head_dim": 8, "block_size": 8}
        | {"layer_types": ["full_attention", "linear_attention"]},
    ),
    "mixtral": ("MixtralForCausalLM", "MixtralConfig", EXPERTS),
    "olmoe": ("OlmoeForCausalLM", "OlmoeConfig", EXPERTS),
    "phimoe": ("PhimoeForCausalLM", "PhimoeConfig", EXPERTS),
    "qwen2_moe": (
        "Qwen2MoeForCausalLM",
        "Qwen2MoeConfig",
        {**EXPERTS, "shared_expert_intermediate_size": 32},
    ),
    "qwen3_moe": (
        "Qwen3MoeForCausalLM",
        "Qwen3MoeConfig",
        {**EXPERTS, "head_dim": 8, "num_experts": 8, "num_experts_per_tok": 3},
    ),
}

#: The same: recurrences, convolutions over time, state space.
RECURRENT: dict[str, tuple[str, str, dict[str, Any]]] = {
    "bamba": (
        "BambaForCausalLM",
        "BambaConfig",
        {**HYBRID, "attn_layer_indices": [1]},
    ),
    "falcon_h1": (
        "FalconH1ForCausalLM",
        "FalconH1Config",
        {**HYBRID, "mamba_d_ssm": 64, "head_dim": 8},
    ),
    "falcon_mamba": ("FalconMambaForCausalLM", "FalconMambaConfig", STATES),
    "granitemoehybrid": (
        "GraniteMoeHybridForCausalLM",
        "GraniteMoeHybridConfig",
        {**HYBRID, "num_local_experts": 4, "num_experts_per_tok": 2}
        | {"shared_intermediate_size": 16, "layer_types": ["mamba", "attention"]},
    ),
    "jamba": (
        "JambaForCausalLM",
        "JambaConfig",
        {**GROUPED, "num_experts": 2, "num_experts_per_tok": 1, "mamba_d_state": 8}
        | {"attn_layer_period": 2, "attn_layer_offset": 1, "mamba_dt_rank": 4}
        | {"expert_layer_period": 2, "expert_layer_offset": 1}
        | {"use_mamba_kernels": False},
    ),
    "lfm2": (
        "Lfm2ForCausalLM",
        "Lfm2Config",
        {**GROUPED, "layer_types": ["conv", "full_attention"]},
    ),
    "mamba": ("MambaForCausalLM", "MambaConfig", STATES),
    "mamba2": (
        "Mamba2ForCausalLM",
        "Mamba2Config",
        {**STATES, "num_heads": 8, "head_dim": 8, "n_groups": 1, "chunk_size": 8},
    ),
    "qwen3_next": (
        "Qwen3NextForCausalLM",
        "Qwen3NextConfig",
        {**EXPERTS, "head_dim": 8, "linear_num_key_heads": 2, "linear_num_value_heads": 4}
        | {"linear_key_head_dim": 8, "linear_value_head_dim": 8}
        | {"shared_expert_intermediate_size": 16}
        | {"layer_types": ["linear_attention", "full_attention"]},
    ),
    "recurrent_gemma": (
        "RecurrentGemmaForCausalLM",
        "RecurrentGemmaConfig",
        {**GROUPED, "lru_width": 32, "head_dim": 8, "attention_window_size": 16}
        | {"block_types": ["recurrent", "attention"], "num_hidden_layers": 2},
    ),
    "zamba2": (
        "Zamba2ForCausalLM",
        "Zamba2Config",
        {**USUAL_TEXT, "num_hidden_layers": 3, "mamba_d_state": 8, "chunk_size": 8}
        | {"mamba_headdim": 16, "mamba_ngroups": 1, "n_mamba_heads": 4}
        | {"layers_block_type": ["mamba", "mamba", "hybrid"], "num_mem_blocks": 1}
        | {"use_mem_rope": True, "adapter_rank": 4, "use_mamba_kernels": False},
    ),
}

#: Without a mask.
UNMASKED: dict[str, tuple[str, str, dict[str, Any]]] = {
    "rwkv": (
        "RwkvForCausalLM",
        "RwkvConfig",
        {"vocab_size": VOCABULARY, "context_length": LONGEST, "hidden_size": 32}
        | {"num_hidden_layers": 2, "attention_hidden_size": 32},
    ),
    "xlstm": (
        "xLSTMForCausalLM",
        "xLSTMConfig",
        {"vocab_size": VOCABULARY, "hidden_size": 32, "num_heads": 2, "num_blocks": 2}
        | {"chunk_size": 8},
    ),
}

#: The recurrence of these is a loop over the tokens in Python, which torch.export
#: unrolls.
UNROLLED = ("falcon_mamba", "jamba", "mamba", "recurrent_gemma")

for _name, _row in (DECODERS | MIXTURES | RECURRENT).items():
    _inputs = FIXED_TEXT_INPUTS if _name in UNROLLED else TEXT_INPUTS
    if _name == "minimax":  # torch.export fixes the number of blocks of 8 tokens
        _sizes = (BATCH, (13, 16))
        _inputs = {"input_ids": ids(*_sizes), "attention_mask": padding(*_sizes)}
    add_row(_name, Row(*_row, _inputs))
for _name, _row in UNMASKED.items():
    add_row(_name, Row(*_row, {"input_ids": ids(BATCH, 16)}))
#: What the runtime has other kernels for, or the compiler other patterns.
for _name in ("cohere2", "gemma", "granite", "phi", "stablelm"):
    add_row(f"{_name}.eager", Row(*DECODERS[_name], TEXT_INPUTS, "eager"))
