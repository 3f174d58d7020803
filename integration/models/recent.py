"""Models of the latest releases of transformers: three positions for each token, encoders
of sound and of patches with their own places, experts beside convolutions, transducers."""

from __future__ import annotations

from typing import Any

from integration.models.newer import EXPERTS, HEADS, LINEAR, ROUTED, WINDOW
from integration.models.rows import (
    BATCH,
    GROUPED,
    IDS,
    PATCHES,
    TEXT_INPUTS,
    USUAL,
    VOCABULARY,
    Input,
    Row,
    add_row,
    full,
    ids,
    normal,
    values,
)

#: Time, height and width in the rotary positions.
THREE = {
    "rope_parameters": {
        "rope_theta": 10000.0,
        "rope_type": "default",
        "mrope_section": [2, 1, 1],
    }
}
SPECTRUM = {
    **USUAL,
    "num_key_value_heads": 2,
    "conv_kernel_size": 3,
    "subsampling_conv_channels": 16,
    "num_mel_bins": 16,
    "max_position_embeddings": 64,
}
#: Frames, of two numbers where a model takes any.
FRAMES = (64, 96)
SPARSE = {"mlp_layer_types": ["dense", "sparse"]}
LAYERS_OF_EXPERTS = {"mlp_layer_types": ["sparse", "sparse"]}

#: Decoders: name -> class of the model and of its configuration, sizes.
TEXT: dict[str, tuple[str, str, dict[str, Any]]] = {
    "qwen2_5_vl_text": ("Qwen2_5_VLTextModel", "Qwen2_5_VLTextConfig", {**GROUPED, **THREE}),
    "qwen3_vl_text": ("Qwen3VLTextModel", "Qwen3VLTextConfig", {**HEADS, **THREE}),
    "kolibri1": (
        "Kolibri1ForCausalLM",
        "Kolibri1Config",
        {**HEADS, **EXPERTS, **WINDOW, "shared_expert_intermediate_size": 16},
    ),
    # Of so many heads that no score is exactly 0, which would leave topk a choice.
    "deepseek_v32": (
        "DeepseekV32ForCausalLM",
        "DeepseekV32Config",
        {**GROUPED, **ROUTED, **SPARSE, "num_key_value_heads": 4, "first_k_dense_replace": 1}
        | {"q_lora_rank": 16, "kv_lora_rank": 16, "qk_rope_head_dim": 4, "v_head_dim": 8}
        | {"qk_nope_head_dim": 8, "head_dim": 4, "qk_head_dim": 12}
        | {"index_topk": 6, "index_n_heads": 16, "index_head_dim": 8},
    ),
    "deepseek_v4": (
        "DeepseekV4ForCausalLM",
        "DeepseekV4Config",
        {**HEADS, "num_key_value_heads": 1, "moe_intermediate_size": 16, "q_lora_rank": 16}
        | {"num_experts_per_tok": 2, "n_routed_experts": 4, "qk_rope_head_dim": 4}
        | {"layer_types": ["heavily_compressed_attention", "compressed_sparse_attention"]}
        | {"mlp_layer_types": ["hash_moe", "moe"], "sliding_window": 8}
        | {"index_n_heads": 16, "index_head_dim": 8},
    ),
    "laguna": (
        "LagunaForCausalLM",
        "LagunaConfig",
        {**HEADS, **EXPERTS, **SPARSE, "sliding_window": 8}
        | {"shared_expert_intermediate_size": 16, "layer_types": ["full_attention"] * 2},
    ),
    "inkling_text": (
        "InklingForCausalLM",
        "InklingTextConfig",
        {**HEADS, **ROUTED, **LAYERS_OF_EXPERTS}
        | {"swa_num_attention_heads": 4, "swa_num_key_value_heads": 2, "swa_head_dim": 8}
        | {"layer_types": ["hybrid_sliding", "hybrid"], "conv_kernel_size": 3},
    ),
    "mimo_v2_flash": (
        "MiMoV2FlashForCausalLM",
        "MiMoV2FlashConfig",
        {**HEADS, **ROUTED, **SPARSE, "v_head_dim": 8, "sliding_window": 8}
        | {"layer_types": ["full_attention", "sliding_attention"]},
    ),
    "minimax_m3_text": (
        "MiniMaxM3VLForCausalLM",
        "MiniMaxM3VLTextConfig",
        {**HEADS, **EXPERTS, **LAYERS_OF_EXPERTS, "index_n_heads": 2, "index_head_dim": 8}
        | {"layer_types": ["full_attention"] * 2},
    ),
    "nemotron_h": (
        "NemotronHForCausalLM",
        "NemotronHConfig",
        {key: size for key, size in HEADS.items() if key != "num_hidden_layers"}
        | {**ROUTED, "ssm_state_size": 8, "mamba_num_heads": 4, "mamba_head_dim": 16}
        | {"n_groups": 1, "layers_block_type": ["linear_attention", "moe", "full_attention"]},
    ),
    "zaya": (
        "ZayaForCausalLM",
        "ZayaConfig",
        {**USUAL, **IDS, "head_dim": 8, "moe_intermediate_size": 16, "num_experts": 4}
        | {"layer_types": ["hybrid", "hybrid"], "max_position_embeddings": 64},
    ),
    "mobilebert": (
        "MobileBertModel",
        "MobileBertConfig",
        {**USUAL, **IDS, "embedding_size": 32, "max_position_embeddings": 64},
    ),
}

#: Others, with their inputs.
OTHERS: dict[str, tuple[str, str, dict[str, Any], dict[str, Input]]] = {
    "timesfm2_5": (
        "TimesFm2_5Model",
        "TimesFm2_5Config",
        {**USUAL, "num_key_value_heads": 2, "head_dim": 8, "max_position_embeddings": 64},
        {"past_values": normal(BATCH, 64)},
    ),
    "gemma3n_audio": (
        "Gemma3nAudioEncoder",
        "Gemma3nAudioConfig",
        {"vocab_size": VOCABULARY, "hidden_size": 32, "conf_num_hidden_layers": 2},
        {"audio_mel": normal(BATCH, 64, 128), "audio_mel_mask": full(False, BATCH, 64)},
    ),
    "gemma4_vision": (
        "Gemma4VisionModel",
        "Gemma4VisionConfig",
        {**HEADS, "patch_size": 8, "position_embedding_size": 64},
        {
            "pixel_values": normal(BATCH, 16, 192),
            "pixel_position_ids": values(
                BATCH, *([row, column] for row in range(4) for column in range(4))
            ),
        },
    ),
    "lasr_ctc": (
        "LasrForCTC",
        "LasrCTCConfig",
        {"vocab_size": VOCABULARY, "encoder_config": {"Class": "LasrEncoderConfig", **SPECTRUM}},
        {"input_features": normal(BATCH, FRAMES, 16)},
    ),
    "parakeet_rnnt": (
        "ParakeetForRNNT",
        "ParakeetRNNTConfig",
        {
            "vocab_size": VOCABULARY,
            "decoder_hidden_size": 32,
            "blank_token_id": 93,
            "encoder_config": {"Class": "ParakeetEncoderConfig", **SPECTRUM},
        },
        {"input_features": normal(BATCH, FRAMES, 16), "decoder_input_ids": ids(BATCH, 13)},
    ),
    "nemotron_asr_streaming": (
        "NemotronAsrStreamingEncoder",
        "NemotronAsrStreamingEncoderConfig",
        {**SPECTRUM, "sliding_window": 8},
        {"input_features": normal(BATCH, FRAMES, 16)},
    ),
    "videoprism_vision": (
        "VideoPrismVisionModel",
        "VideoPrismVisionConfig",
        {**USUAL, "image_size": 32, "num_frames": 4, "num_spatial_layers": 2}
        | {"num_temporal_layers": 2},
        {"pixel_values_videos": normal(BATCH, 4, 3, 32, 32)},
    ),
    "dia": (
        "DiaForConditionalGeneration",
        "DiaConfig",
        {
            "encoder_config": {"Class": "DiaEncoderConfig", **HEADS},
            "decoder_config": {"Class": "DiaDecoderConfig", **HEADS}
            | {"cross_num_attention_heads": 4, "cross_num_key_value_heads": 2}
            | {"cross_head_dim": 8, "cross_hidden_size": 32},
        },
        {**TEXT_INPUTS, "decoder_input_ids": ids(BATCH, (7, 9), 9)},
    ),
    "minicpm_ocr": (
        "MiniCPMOcrForConditionalGeneration",
        "MiniCPMOcrConfig",
        {
            "text_config": {"Class": "Qwen3_5TextConfig", **HEADS, **LINEAR}
            | {"rope_parameters": {**THREE["rope_parameters"], "mrope_section": [1, 0, 0]}
            | {"partial_rotary_factor": 0.25}},
            "vision_config": {"Class": "MiniCPMOcrVisionConfig", **PATCHES},
            "patch_size": 8,
        },
        TEXT_INPUTS,
    ),
    "sam3_vit": (
        "Sam3ViTModel",
        "Sam3ViTConfig",
        {**USUAL, "image_size": 32, "patch_size": 8, "global_attn_indexes": [0]}
        | {"window_size": 2},
        {"pixel_values": normal(BATCH, 3, 32, 32)},
    ),
}


def _add_all() -> None:
    for name, row in TEXT.items():
        add_row(name, Row(*row, TEXT_INPUTS))
    for name, (kind, config, sizes, inputs) in OTHERS.items():
        add_row(name, Row(kind, config, sizes, inputs))


_add_all()
