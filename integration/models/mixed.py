"""Models of transformers with inputs of several kinds: images, text, sound."""

from __future__ import annotations

from typing import Any

from integration.models.rows import (
    BATCH,
    ENCODER_DECODER,
    GROUPED,
    IDS,
    LENGTH,
    LONGEST,
    PATCHES,
    TEXT_INPUTS,
    USUAL,
    USUAL_TEXT,
    VOCABULARY,
    Input,
    Row,
    add_row,
    below,
    full,
    ids,
    normal,
    uniform,
    values,
)

#: The token that stands for a part of an image.
IMAGE = 98
PIXELS = normal(BATCH, 3, 32, 32)
SHORT = {**USUAL_TEXT, "max_position_embeddings": 32}
TOWERS = {"text_config": SHORT, "vision_config": PATCHES, "projection_dim": 16}
TEXT_AND_IMAGE = {"input_ids": ids(BATCH, 9), "pixel_values": PIXELS}
LLAMA = {"model_type": "llama", **GROUPED}
QWEN = {"model_type": "qwen2", **GROUPED, "head_dim": 8}
CLIP_VISION = {"model_type": "clip_vision_model", **PATCHES}
SIGLIP_VISION = {"model_type": "siglip_vision_model", **PATCHES}
#: Rotary positions of three axes.
MULTIMODAL_ROTARY = {
    "rope_type": "default",
    "rope_theta": 10000.0,
    "mrope_section": [1, 1, 2],
}


def _prompt(images: int, *after: int) -> Input:
    """A text that begins with so many tokens of an image."""
    return values(2, 1, *[IMAGE] * images, *after)


#: Name -> class of the model and of its configuration, sizes, inputs.
MIXED: dict[str, tuple[str, str, dict[str, Any], dict[str, Input]]] = {
    "align": (
        "AlignModel",
        "AlignConfig",
        {
            "text_config": USUAL_TEXT,
            "vision_config": {
                "image_size": 64,
                "width_coefficient": 0.25,
                "depth_coefficient": 0.4,
                "hidden_dim": 80,
            },
            "projection_dim": 80,
        },
        {"input_ids": ids(BATCH, 9), "pixel_values": normal(BATCH, 3, 64, 64)},
    ),
    "altclip": (
        "AltCLIPModel",
        "AltCLIPConfig",
        {**TOWERS, "text_config": {**SHORT, "project_dim": 32}, "projection_dim": 32},
        TEXT_AND_IMAGE,
    ),
    "aya_vision": (
        "AyaVisionForConditionalGeneration",
        "AyaVisionConfig",
        {
            "text_config": {"model_type": "cohere2", **GROUPED, "sliding_window": 8},
            "vision_config": SIGLIP_VISION,
            "image_token_index": IMAGE,
            "vision_feature_select_strategy": "full",
            "downsample_factor": 2,
        },
        {"input_ids": _prompt(4, 7, 8, 9), "pixel_values": normal(2, 3, 32, 32)},
    ),
    "blip": ("BlipModel", "BlipConfig", TOWERS, TEXT_AND_IMAGE),
    "blip_captions": (
        "BlipForConditionalGeneration",
        "BlipConfig",
        {**TOWERS, "text_config": {**SHORT, "encoder_hidden_size": 32, "is_decoder": True}},
        {"pixel_values": PIXELS, "input_ids": ids(BATCH, LENGTH)},
    ),
    "blip_2": (
        "Blip2ForConditionalGeneration",
        "Blip2Config",
        {
            "vision_config": PATCHES,
            "qformer_config": {**USUAL_TEXT, "encoder_hidden_size": 32},
            "text_config": {
                "model_type": "opt",
                **IDS,
                "hidden_size": 32,
                "num_hidden_layers": 2,
                "ffn_dim": 64,
                "num_attention_heads": 4,
                "max_position_embeddings": LONGEST,
                "word_embed_proj_dim": 32,
            },
            "num_query_tokens": 3,
            "image_token_index": IMAGE,
        },
        {"pixel_values": normal(2, 3, 32, 32), "input_ids": _prompt(3, 7, 8)},
    ),
    "bridgetower": (
        "BridgeTowerModel",
        "BridgeTowerConfig",
        {
            **USUAL,
            "text_config": {**SHORT},
            "vision_config": {"hidden_size": 64, "num_hidden_layers": 2, "patch_size": 8}
            | {"image_size": 32},
            "num_hidden_layers": 2,
        },
        {"input_ids": ids(BATCH, 9), "attention_mask": full(1, BATCH, 9)}
        | {"pixel_values": PIXELS, "pixel_mask": full(1, BATCH, 32, 32)},
    ),
    "chameleon": (
        "ChameleonForConditionalGeneration",
        "ChameleonConfig",
        {
            **GROUPED,
            "vq_config": {"embed_dim": 8, "num_embeddings": 16, "latent_channels": 8}
            | {"base_channels": 32, "channel_multiplier": [1], "num_res_blocks": 1}
            | {"resolution": 32},
            "vocabulary_map": {
                "<image>": 8,
                **{f"IMGIMG{chr(65 + i)}Z": 20 + i for i in range(16)},
            },
        },
        TEXT_INPUTS,
    ),
    "chinese_clip": ("ChineseCLIPModel", "ChineseCLIPConfig", TOWERS, TEXT_AND_IMAGE),
    "cohere2_vision": (
        "Cohere2VisionForConditionalGeneration",
        "Cohere2VisionConfig",
        {
            "text_config": {"model_type": "cohere2", **GROUPED, "sliding_window": 8},
            "vision_config": SIGLIP_VISION,
            "image_token_id": IMAGE,
            "alignment_intermediate_size": 64,
        },
        {"input_ids": _prompt(4, 7, 8, 9), "pixel_values": normal(2, 3, 32, 32)},
    ),
    "decision_transformer": (
        "DecisionTransformerModel",
        "DecisionTransformerConfig",
        {"state_dim": 5, "act_dim": 2, "hidden_size": 32, "n_layer": 2, "n_head": 4}
        | {"max_ep_len": 32, "n_positions": LONGEST},
        {
            "states": normal(BATCH, LENGTH, 5),
            "actions": normal(BATCH, LENGTH, 2),
            "rewards": normal(BATCH, LENGTH, 1),
            "returns_to_go": normal(BATCH, LENGTH, 1),
            "timesteps": below(0, 32, BATCH, LENGTH),
            "attention_mask": full(1, BATCH, LENGTH),
        },
    ),
    "donut": (
        "VisionEncoderDecoderModel",
        "VisionEncoderDecoderConfig",
        {
            "encoder": {"model_type": "donut-swin", "image_size": 32, "patch_size": 2}
            | {"embed_dim": 16, "depths": [2, 2], "num_heads": [2, 2], "window_size": 4},
            "decoder": {"model_type": "mbart", **ENCODER_DECODER}
            | {"is_decoder": True, "add_cross_attention": True},
        },
        {"pixel_values": PIXELS, "decoder_input_ids": ids(BATCH, LENGTH)},
    ),
    "emu3": (
        "Emu3ForCausalLM",
        "Emu3TextConfig",
        GROUPED,
        TEXT_INPUTS,
    ),
    "flava": (
        "FlavaModel",
        "FlavaConfig",
        {
            "text_config": SHORT,
            "image_config": PATCHES,
            "multimodal_config": USUAL,
            "hidden_size": 32,
            "projection_dim": 16,
        },
        {**TEXT_AND_IMAGE, "attention_mask": full(1, BATCH, 9)},
    ),
    "florence2": (
        "Florence2ForConditionalGeneration",
        "Florence2Config",
        {
            "text_config": {"model_type": "bart", **ENCODER_DECODER},
            "vision_config": {"embed_dim": [8, 16], "num_heads": [2, 2], "depths": [1, 1]}
            | {"num_groups": [2, 2], "window_size": 4, "projection_dim": 32}
            | {"patch_size": [7, 3], "patch_stride": [4, 2], "patch_padding": [3, 1]}
            | {"patch_prenorm": [False, True], "max_position_embeddings": 10},
            "image_token_id": IMAGE,
        },
        {
            "input_ids": _prompt(17, 7, 8),
            "pixel_values": normal(2, 3, 32, 32),
            "decoder_input_ids": ids(2, 5),
        },
    ),
    "git": (
        "GitForCausalLM",
        "GitConfig",
        {**USUAL_TEXT, "vision_config": PATCHES},
        {"input_ids": ids(BATCH, 9), "pixel_values": PIXELS},
    ),
    "got_ocr2": (
        "GotOcr2ForConditionalGeneration",
        "GotOcr2Config",
        {
            "text_config": QWEN,
            "vision_config": {"hidden_size": 32, "output_channels": 16, "mlp_dim": 64}
            | {"num_hidden_layers": 2, "num_attention_heads": 4, "image_size": 64}
            | {"patch_size": 8, "window_size": 3, "global_attn_indexes": [1]},
            "image_token_index": IMAGE,
        },
        {"input_ids": _prompt(4, 7, 8, 9), "pixel_values": normal(2, 3, 64, 64)},
    ),
    "groupvit": (
        "GroupViTModel",
        "GroupViTConfig",
        {
            "text_config": {**SHORT, "eos_token_id": 99},
            "vision_config": {**PATCHES, "depths": [1, 1], "num_group_tokens": [4, 0]}
            | {"num_output_groups": [4, 2], "num_group_tokens": [4, 2]},
            "projection_dim": 16,
            "projection_intermediate_dim": 24,
        },
        TEXT_AND_IMAGE,
    ),
    "idefics2": (
        "Idefics2ForConditionalGeneration",
        "Idefics2Config",
        {
            "text_config": {"model_type": "mistral", **GROUPED, "sliding_window": 32},
            "vision_config": PATCHES,
            "perceiver_config": {"hidden_size": 32, "resampler_n_latents": 3}
            | {"resampler_depth": 1, "resampler_n_heads": 2, "resampler_head_dim": 8}
            | {"num_key_value_heads": 1},
            "image_token_id": IMAGE,
        },
        {"input_ids": _prompt(3, 7, 8, 9), "pixel_values": normal(2, 1, 3, 32, 32)},
    ),
    "idefics3": (
        "Idefics3ForConditionalGeneration",
        "Idefics3Config",
        {
            "text_config": LLAMA,
            "vision_config": PATCHES,
            "image_token_id": IMAGE,
            "scale_factor": 2,
        },
        {"input_ids": _prompt(4, 7, 8, 9), "pixel_values": normal(2, 1, 3, 32, 32)},
    ),
    "instructblip": (
        "InstructBlipForConditionalGeneration",
        "InstructBlipConfig",
        {
            "vision_config": PATCHES,
            "qformer_config": {**USUAL_TEXT, "encoder_hidden_size": 32},
            "text_config": LLAMA,
            "num_query_tokens": 3,
            "image_token_index": IMAGE,
        },
        {
            "pixel_values": normal(2, 3, 32, 32),
            "input_ids": _prompt(3, 7, 8),
            "qformer_input_ids": ids(2, 6),
        },
    ),
    "internvl": (
        "InternVLForConditionalGeneration",
        "InternVLConfig",
        {
            "text_config": QWEN,
            "vision_config": {**PATCHES, "image_size": [32, 32], "patch_size": [8, 8]},
            "image_token_id": IMAGE,
        },
        {"input_ids": _prompt(4, 7, 8, 9), "pixel_values": normal(2, 3, 32, 32)},
    ),
    "kosmos_2": (
        "Kosmos2ForConditionalGeneration",
        "Kosmos2Config",
        {
            "text_config": {**IDS, "embed_dim": 32, "layers": 2, "ffn_dim": 64}
            | {"attention_heads": 4, "max_position_embeddings": LONGEST},
            "vision_config": PATCHES,
            "latent_query_num": 3,
        },
        {
            "pixel_values": normal(2, 3, 32, 32),
            "input_ids": ids(2, 8),
            "image_embeds_position_mask": values(2, 0, 1, 1, 1, 0, 0, 0, 0),
        },
    ),
    "layoutlmv3": (
        "LayoutLMv3Model",
        "LayoutLMv3Config",
        {**USUAL_TEXT, "input_size": 32, "patch_size": 8, "coordinate_size": 6}
        | {"shape_size": 4, "max_2d_position_embeddings": 128, "rel_pos_bins": 8}
        | {"max_rel_pos": 16, "rel_2d_pos_bins": 8, "max_rel_2d_pos": 32},
        {
            "input_ids": ids(BATCH, 9),
            "bbox": Input("boxes", (BATCH, 9, 4), (0, 50)),
            "pixel_values": PIXELS,
        },
    ),
    "llava": (
        "LlavaForConditionalGeneration",
        "LlavaConfig",
        {"text_config": LLAMA, "vision_config": CLIP_VISION, "image_token_index": IMAGE}
        | {"vision_feature_layer": -1},
        {"input_ids": _prompt(16, 7, 8, 9), "pixel_values": normal(2, 3, 32, 32)},
    ),
    "lxmert": (
        "LxmertModel",
        "LxmertConfig",
        {**USUAL_TEXT, "l_layers": 1, "x_layers": 1, "r_layers": 1, "visual_feat_dim": 8},
        {
            **TEXT_INPUTS,
            "visual_feats": normal(BATCH, 5, 8),
            "visual_pos": uniform(BATCH, 5, 4),
        },
    ),
    "metaclip_2": (
        "MetaClip2Model",
        "MetaClip2Config",
        {**TOWERS, "text_config": {**SHORT, "eos_token_id": 99}},
        TEXT_AND_IMAGE,
    ),
    "mgp_str": (
        "MgpstrForSceneTextRecognition",
        "MgpstrConfig",
        {**USUAL, "image_size": [16, 32], "patch_size": 4, "max_token_length": 5}
        | {"num_character_labels": 12, "num_bpe_labels": 20, "num_wordpiece_labels": 20},
        {"pixel_values": normal(BATCH, 3, 16, 32)},
    ),
    "mistral3": (
        "Mistral3ForConditionalGeneration",
        "Mistral3Config",
        {
            "text_config": {"model_type": "mistral", **GROUPED, "head_dim": 8},
            "vision_config": {"model_type": "pixtral", **PATCHES, "head_dim": 8},
            "image_token_index": IMAGE,
            "vision_feature_layer": -1,
        },
        {
            "input_ids": values(1, 1, *[IMAGE] * 4, 7, 8),
            "pixel_values": normal(1, 3, 32, 32),
            "image_sizes": values(1, 32, 32),
        },
    ),
    "mllama": (
        "MllamaForConditionalGeneration",
        "MllamaConfig",
        {
            "text_config": {**GROUPED, "cross_attention_layers": [1]},
            "vision_config": {**PATCHES, "num_global_layers": 1, "attention_heads": 4}
            | {"vision_output_dim": 64, "intermediate_layers_indices": [0]}
            | {"max_num_tiles": 1, "supported_aspect_ratios": [[1, 1]]},
            "image_token_index": IMAGE,
        },
        {
            "input_ids": ids(2, 7),
            "pixel_values": normal(2, 1, 1, 3, 32, 32),
            "aspect_ratio_ids": full(1, 2, 1),
            "aspect_ratio_mask": full(1, 2, 1, 1),
            "cross_attention_mask": full(1, 2, 7, 1, 1),
        },
    ),
    "clip_text": (
        "CLIPTextModelWithProjection",
        "CLIPTextConfig",
        {**SHORT, "eos_token_id": 99, "projection_dim": 16},
        {"input_ids": ids(BATCH, LENGTH)},
    ),
    "paligemma": (
        "PaliGemmaForConditionalGeneration",
        "PaliGemmaConfig",
        {
            "text_config": {"model_type": "gemma", **GROUPED, "head_dim": 8},
            "vision_config": {**SIGLIP_VISION, "projection_dim": 32},
            "image_token_index": IMAGE,
            "projection_dim": 32,
        },
        {
            "input_ids": _prompt(16, 7, 8, 9),
            "attention_mask": full(1, 2, 20),
            "token_type_ids": full(0, 2, 20),
            "pixel_values": normal(2, 3, 32, 32),
        },
    ),
    "pix2struct": (
        "Pix2StructForConditionalGeneration",
        "Pix2StructConfig",
        {
            "text_config": {"vocab_size": VOCABULARY, "hidden_size": 32, "d_kv": 8}
            | {"d_ff": 64, "num_layers": 2, "num_heads": 4, "decoder_start_token_id": 0},
            "vision_config": {"hidden_size": 32, "patch_embed_hidden_size": 24}
            | {"d_ff": 64, "d_kv": 8, "num_hidden_layers": 2, "num_attention_heads": 4}
            | {"seq_len": 16},
        },
        {
            "flattened_patches": Input("patches", (BATCH, 16, 26), (4,)),
            "decoder_input_ids": ids(BATCH, LENGTH),
        },
    ),
    "pixtral": (
        "PixtralVisionModel",
        "PixtralVisionConfig",
        {**PATCHES, "head_dim": 8},
        {"pixel_values": normal(2, 3, 32, 32)},
    ),
    "qwen2_audio": (
        "Qwen2AudioEncoder",
        "Qwen2AudioEncoderConfig",
        {**ENCODER_DECODER, "num_mel_bins": 16, "max_source_positions": 20},
        {"input_features": normal(BATCH, 16, 40)},
    ),
    "qwen2_vl": (
        "Qwen2VLForConditionalGeneration",
        "Qwen2VLConfig",
        {
            "text_config": {**GROUPED, "rope_parameters": MULTIMODAL_ROTARY},
            "vision_config": {"depth": 2, "embed_dim": 32, "hidden_size": 32}
            | {"num_heads": 4, "mlp_ratio": 2, "patch_size": 4, "spatial_merge_size": 2},
            "image_token_id": IMAGE,
            "vision_start_token_id": 97,
            "vision_end_token_id": 96,
            "video_token_id": 95,
        },
        {
            "input_ids": values(1, 1, 97, *[IMAGE] * 4, 96, 7, 8),
            "pixel_values": normal(16, 96),
            "image_grid_thw": values(1, 1, 4, 4),
            "position_ids": below(0, 8, 3, 1, 9),
        },
    ),
    "qwen2_vl_text": (
        "Qwen2VLTextModel",
        "Qwen2VLTextConfig",
        {**GROUPED, "rope_parameters": MULTIMODAL_ROTARY},
        {**TEXT_INPUTS, "position_ids": below(0, 32, 3, BATCH, LENGTH)},
    ),
    "siglip_towers": (
        "SiglipModel",
        "SiglipConfig",
        {"text_config": {**SHORT, "projection_size": 32}, "vision_config": PATCHES},
        TEXT_AND_IMAGE,
    ),
    "siglip2": (
        "Siglip2Model",
        "Siglip2Config",
        {
            "text_config": {**SHORT, "projection_size": 32},
            "vision_config": {**USUAL, "patch_size": 4, "num_patches": 16},
        },
        {
            "input_ids": ids(2, 9),
            "pixel_values": normal(2, 16, 48),
            "pixel_attention_mask": full(1, 2, 16),
            "spatial_shapes": values(2, 4, 4),
        },
    ),
    "smolvlm": (
        "SmolVLMForConditionalGeneration",
        "SmolVLMConfig",
        {
            "text_config": LLAMA,
            "vision_config": PATCHES,
            "image_token_id": IMAGE,
            "scale_factor": 2,
        },
        {"input_ids": _prompt(4, 7, 8, 9), "pixel_values": normal(2, 1, 3, 32, 32)},
    ),
    "speech_encoder_decoder": (
        "SpeechEncoderDecoderModel",
        "SpeechEncoderDecoderConfig",
        {
            "encoder": {"model_type": "wav2vec2", **USUAL, "conv_dim": [16, 16]}
            | {"conv_stride": [5, 2], "conv_kernel": [10, 3], "num_feat_extract_layers": 2}
            | {"num_conv_pos_embeddings": 16, "num_conv_pos_embedding_groups": 2},
            "decoder": {"model_type": "bert", **USUAL_TEXT}
            | {"is_decoder": True, "add_cross_attention": True},
        },
        {"input_values": normal(BATCH, 1000), "decoder_input_ids": ids(BATCH, LENGTH)},
    ),
    "trocr": (
        "VisionEncoderDecoderModel",
        "VisionEncoderDecoderConfig",
        {
            "encoder": {"model_type": "vit", **PATCHES},
            "decoder": {"model_type": "trocr", **IDS, "d_model": 32, "decoder_layers": 2}
            | {"decoder_attention_heads": 4, "decoder_ffn_dim": 64}
            | {"max_position_embeddings": LONGEST, "cross_attention_hidden_size": 32}
            | {"is_decoder": True, "add_cross_attention": True},
        },
        {"pixel_values": PIXELS, "decoder_input_ids": ids(BATCH, LENGTH)},
    ),
    "udop": (
        "UdopForConditionalGeneration",
        "UdopConfig",
        {**IDS, "d_model": 32, "d_kv": 8, "d_ff": 64, "num_layers": 2, "num_heads": 4}
        | {"num_decoder_layers": 2, "max_2d_position_embeddings": 64, "image_size": 32}
        | {"patch_size": 8, "decoder_start_token_id": 0},
        {
            "input_ids": ids(BATCH, 9),
            "bbox": uniform(BATCH, 9, 4),
            "pixel_values": PIXELS,
            "decoder_input_ids": ids(BATCH, 7),
        },
    ),
    "vilt": (
        "ViltModel",
        "ViltConfig",
        {**USUAL_TEXT, "image_size": 32, "patch_size": 8},
        TEXT_AND_IMAGE,
    ),
    "vipllava": (
        "VipLlavaForConditionalGeneration",
        "VipLlavaConfig",
        {"text_config": LLAMA, "vision_config": CLIP_VISION, "image_token_index": IMAGE}
        | {"vision_feature_layers": [-1, -2]},
        {"input_ids": _prompt(16, 7, 8, 9), "pixel_values": normal(2, 3, 32, 32)},
    ),
    "vision_text_dual": (
        "VisionTextDualEncoderModel",
        "VisionTextDualEncoderConfig",
        {
            "text_config": {"model_type": "bert", **USUAL_TEXT},
            "vision_config": {"model_type": "vit", **PATCHES},
            "projection_dim": 16,
        },
        TEXT_AND_IMAGE,
    ),
    "visual_bert": (
        "VisualBertModel",
        "VisualBertConfig",
        {**USUAL_TEXT, "visual_embedding_dim": 16},
        {
            **TEXT_INPUTS,
            "visual_embeds": normal(BATCH, 5, 16),
            "visual_attention_mask": full(1, BATCH, 5),
        },
    ),
    "xclip": (
        "XCLIPModel",
        "XCLIPConfig",
        {
            "text_config": {**SHORT, "eos_token_id": 99},
            "vision_config": {**PATCHES, "num_frames": 4, "mit_hidden_size": 32}
            | {"mit_intermediate_size": 64, "mit_num_hidden_layers": 1}
            | {"mit_num_attention_heads": 2},
            "projection_dim": 32,
            "prompt_layers": 1,
            "prompt_num_attention_heads": 2,
        },
        {"input_ids": ids(3, 9), "pixel_values": normal(2, 4, 3, 32, 32)},
    ),
}

for _name, _row in MIXED.items():
    add_row(_name, Row(*_row))
