"""Architectures of transformers, each a row: breadth, at a small size.

What `text.py`, `vision.py` and `multimodal.py` have once by hand, with names and
care, this file and those that follow it in `registry.FAMILIES` have from tables.
"""

from __future__ import annotations

from typing import Any

from integration.models.rows import (
    BATCH,
    ENCODER_DECODER,
    FIXED_TEXT_INPUTS,
    GROUPED,
    LONGEST,
    PATCHES,
    SOUND,
    STAGES,
    TEXT_INPUTS,
    USUAL,
    USUAL_TEXT,
    VOCABULARY,
    Row,
    add_row,
    ids,
    normal,
)

#: Name -> class of the model and of its configuration, sizes. A model is called
#: with a padding mask; batch and length are dynamic.
TEXT: dict[str, tuple[str, str, dict[str, Any]]] = {
    "albert": ("AlbertModel", "AlbertConfig", {**USUAL_TEXT, "embedding_size": 16}),
    "big_bird": (
        "BigBirdModel",
        "BigBirdConfig",
        {**USUAL_TEXT, "attention_type": "original_full"},
    ),
    "bloom": (
        "BloomForCausalLM",
        "BloomConfig",
        {"vocab_size": VOCABULARY, "hidden_size": 32, "n_layer": 2, "n_head": 4},
    ),
    "camembert": ("CamembertForSequenceClassification", "CamembertConfig", USUAL_TEXT),
    "electra": ("ElectraModel", "ElectraConfig", {**USUAL_TEXT, "embedding_size": 32}),
    "falcon": (
        "FalconForCausalLM",
        "FalconConfig",
        {
            "vocab_size": VOCABULARY,
            "hidden_size": 32,
            "num_hidden_layers": 2,
            "num_attention_heads": 4,
        },
    ),
    "gemma2": ("Gemma2ForCausalLM", "Gemma2Config", {**GROUPED, "head_dim": 8}),
    "gemma3": ("Gemma3ForCausalLM", "Gemma3TextConfig", {**GROUPED, "head_dim": 8}),
    "gpt_j": (
        "GPTJForCausalLM",
        "GPTJConfig",
        {
            "vocab_size": VOCABULARY,
            "n_positions": LONGEST,
            "n_embd": 32,
            "n_layer": 2,
            "n_head": 4,
            "rotary_dim": 4,
        },
    ),
    "gpt_neo": (
        "GPTNeoForCausalLM",
        "GPTNeoConfig",
        {
            "vocab_size": VOCABULARY,
            "hidden_size": 32,
            "num_layers": 2,
            "attention_types": [[["global", "local"], 1]],
            "num_heads": 4,
            "max_position_embeddings": LONGEST,
            "window_size": 8,
        },
    ),
    "gpt_neox": ("GPTNeoXForCausalLM", "GPTNeoXConfig", USUAL_TEXT),
    "modernbert": ("ModernBertModel", "ModernBertConfig", USUAL_TEXT),
    "mpnet": ("MPNetModel", "MPNetConfig", USUAL_TEXT),
    "olmo2": ("Olmo2ForCausalLM", "Olmo2Config", USUAL_TEXT),
    "opt": (
        "OPTForCausalLM",
        "OPTConfig",
        {
            "vocab_size": VOCABULARY,
            "hidden_size": 32,
            "num_hidden_layers": 2,
            "ffn_dim": 64,
            "num_attention_heads": 4,
            "max_position_embeddings": LONGEST,
            "word_embed_proj_dim": 32,
        },
    ),
    "phi3": ("Phi3ForCausalLM", "Phi3Config", GROUPED),
    "qwen2": ("Qwen2ForCausalLM", "Qwen2Config", GROUPED),
    "qwen3": ("Qwen3ForCausalLM", "Qwen3Config", {**GROUPED, "head_dim": 8}),
    "roberta": ("RobertaModel", "RobertaConfig", USUAL_TEXT),
    "roformer": (
        "RoFormerModel",
        "RoFormerConfig",
        {**USUAL_TEXT, "embedding_size": 32},
    ),
    "starcoder2": ("Starcoder2ForCausalLM", "Starcoder2Config", GROUPED),
    "xlm_roberta": ("XLMRobertaModel", "XLMRobertaConfig", USUAL_TEXT),
}

#: The same; torch.export fixes the length.  MobileBERT is not here: it normalizes
#: nothing, so that rounding grows through its layers and two orders of summation
#: differ by more than the rule for floats allows.
TEXT_OF_FIXED_LENGTH: dict[str, tuple[str, str, dict[str, Any]]] = {
    "funnel": (
        "FunnelModel",
        "FunnelConfig",
        {
            "vocab_size": VOCABULARY,
            "d_model": 32,
            "n_head": 4,
            "d_head": 8,
            "d_inner": 64,
            "block_sizes": [1, 1],
            "num_decoder_layers": 1,
        },
    ),
    "mistral": ("MistralForCausalLM", "MistralConfig", {**GROUPED, "sliding_window": 8}),
    "xlnet": (
        "XLNetModel",
        "XLNetConfig",
        {"vocab_size": VOCABULARY, "d_model": 32, "n_layer": 2, "n_head": 4}
        | {"d_inner": 64},
    ),
}

#: Name -> class of the model and of its configuration, size of the image, sizes.
IMAGES: dict[str, tuple[str, str, int, dict[str, Any]]] = {
    "beit": (
        "BeitModel",
        "BeitConfig",
        32,
        {**PATCHES, "use_relative_position_bias": True},
    ),
    "bit": ("BitModel", "BitConfig", 64, {**STAGES, "embedding_size": 8, "num_groups": 4}),
    "convnextv2": (
        "ConvNextV2ForImageClassification",
        "ConvNextV2Config",
        32,
        STAGES,
    ),
    "deit": ("DeiTModel", "DeiTConfig", 32, PATCHES),
    "detr": (
        "DetrForObjectDetection",
        "DetrConfig",
        64,
        {
            "use_timm_backbone": False,
            "use_pretrained_backbone": False,
            "backbone_config": {
                "Class": "ResNetConfig",
                **STAGES,
                "embedding_size": 8,
                "out_features": ["stage4"],
            },
            "d_model": 32,
            "encoder_layers": 1,
            "decoder_layers": 1,
            "encoder_attention_heads": 4,
            "decoder_attention_heads": 4,
            "encoder_ffn_dim": 64,
            "decoder_ffn_dim": 64,
            "num_queries": 5,
        },
    ),
    "dinov2": (
        "Dinov2Model",
        "Dinov2Config",
        32,
        PATCHES,
    ),
    "dpt": (
        "DPTForDepthEstimation",
        "DPTConfig",
        32,
        {
            **PATCHES,
            "num_hidden_layers": 4,
            "backbone_out_indices": [0, 1, 2, 3],
            "neck_hidden_sizes": [8, 8, 16, 16],
            "fusion_hidden_size": 16,
            "is_hybrid": False,
        },
    ),
    "focalnet": (
        "FocalNetModel",
        "FocalNetConfig",
        64,
        {"image_size": 64, "embed_dim": 8, "depths": [1, 1, 1, 1]},
    ),
    "glpn": (
        "GLPNForDepthEstimation",
        "GLPNConfig",
        64,
        {**STAGES, "num_attention_heads": [1, 2, 3, 4], "decoder_hidden_size": 16},
    ),
    "levit": (
        "LevitModel",
        "LevitConfig",
        64,
        {
            "image_size": 64,
            "hidden_sizes": [16, 24, 32],
            "num_attention_heads": [2, 3, 4],
            "depths": [1, 1, 1],
            "key_dim": [8, 8, 8],
        },
    ),
    "mobilenet_v1": (
        "MobileNetV1ForImageClassification",
        "MobileNetV1Config",
        64,
        {"image_size": 64, "depth_multiplier": 0.25},
    ),
    "mobilevit": (
        "MobileViTForImageClassification",
        "MobileViTConfig",
        64,
        {
            "image_size": 64,
            "hidden_sizes": [16, 24, 32],
            "neck_hidden_sizes": [8, 8, 16, 16, 24, 24, 32],
            "num_attention_heads": 4,
        },
    ),
    "poolformer": (
        "PoolFormerModel",
        "PoolFormerConfig",
        64,
        STAGES,
    ),
    "pvt": (
        "PvtModel",
        "PvtConfig",
        64,
        {**STAGES, "image_size": 64, "num_attention_heads": [1, 2, 3, 4]},
    ),
    "regnet": (
        "RegNetForImageClassification",
        "RegNetConfig",
        32,
        {**STAGES, "embedding_size": 8, "groups_width": 8},
    ),
    "siglip": (
        "SiglipVisionModel",
        "SiglipVisionConfig",
        32,
        PATCHES,
    ),
    "swin2sr": (
        "Swin2SRForImageSuperResolution",
        "Swin2SRConfig",
        32,
        {
            "image_size": 32,
            "embed_dim": 16,
            "depths": [2],
            "num_heads": [2],
            "window_size": 4,
            "upscale": 2,
        },
    ),
    "swinv2": (
        "Swinv2Model",
        "Swinv2Config",
        32,
        {
            "image_size": 32,
            "patch_size": 2,
            "embed_dim": 8,
            "depths": [2, 2],
            "num_heads": [1, 2],
            "window_size": 4,
        },
    ),
    "upernet": (
        "UperNetForSemanticSegmentation",
        "UperNetConfig",
        64,
        {
            "backbone_config": {
                "Class": "ConvNextConfig",
                **STAGES,
                "out_features": ["stage1", "stage2", "stage3", "stage4"],
            },
            "hidden_size": 16,
            "num_labels": 5,
            "auxiliary_in_channels": 24,
            "auxiliary_channels": 8,
        },
    ),
    "yolos": (
        "YolosForObjectDetection",
        "YolosConfig",
        32,
        {
            **PATCHES,
            "image_size": [32, 32],
            "num_detection_tokens": 5,
        },
    ),
}

#: Name -> class of the model and of its configuration, name and shape of the input
#: without the batch, sizes.
SIGNALS: dict[str, tuple[str, str, str, tuple[int, ...], dict[str, Any]]] = {
    "ast": (
        "ASTModel",
        "ASTConfig",
        "input_values",
        (64, 16),
        {**USUAL, "max_length": 64, "num_mel_bins": 16},
    ),
    "hubert": ("HubertModel", "HubertConfig", "input_values", (1000,), SOUND),
    "patchtst": (
        "PatchTSTForPrediction",
        "PatchTSTConfig",
        "past_values",
        (32, 2),
        {
            "num_input_channels": 2,
            "context_length": 32,
            "d_model": 32,
            "num_attention_heads": 4,
            "num_hidden_layers": 2,
            "ffn_dim": 64,
            "prediction_length": 8,
        },
    ),
    "wav2vec2": (
        "Wav2Vec2ForCTC",
        "Wav2Vec2Config",
        "input_values",
        (1000,),
        {**SOUND, "vocab_size": VOCABULARY},
    ),
}

#: Name -> class of the model and of its configuration, sizes. The length of the
#: source is dynamic.
TEXT_TO_TEXT: dict[str, tuple[str, str, dict[str, Any]]] = {
    "bart": ("BartForConditionalGeneration", "BartConfig", ENCODER_DECODER),
    "marian": ("MarianMTModel", "MarianConfig", ENCODER_DECODER),
}


for _name, _row in TEXT.items():
    add_row(_name, Row(*_row, TEXT_INPUTS))
for _name, _row in TEXT_OF_FIXED_LENGTH.items():
    add_row(_name, Row(*_row, FIXED_TEXT_INPUTS))
for _name, (_kind, _config, _size, _sizes) in IMAGES.items():
    _image = {"pixel_values": normal(BATCH, 3, _size, _size)}
    add_row(_name, Row(_kind, _config, _sizes, _image))
for _name, (_kind, _config, _input, _shape, _sizes) in SIGNALS.items():
    add_row(_name, Row(_kind, _config, _sizes, {_input: normal(BATCH, *_shape)}))
for _name, _row in TEXT_TO_TEXT.items():
    add_row(_name, Row(*_row, {**TEXT_INPUTS, "decoder_input_ids": ids(BATCH, 7)}))
