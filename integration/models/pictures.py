"""Models of transformers for images and videos: features, classes, depth."""

from __future__ import annotations

from typing import Any

from integration.models.rows import (
    BATCH,
    PATCHES,
    STAGES,
    USUAL,
    Input,
    Row,
    add_row,
    below,
    normal,
)

VIDEO = {**PATCHES, "num_frames": 4, "tubelet_size": 2}
NECK = {
    "reassemble_hidden_size": 32,
    "neck_hidden_sizes": [8, 16, 24],
    "fusion_hidden_size": 16,
    "head_hidden_size": 8,
    "reassemble_factors": [2, 1, 0.5],
}
DINO = {
    "Class": "Dinov2Config",
    **{**PATCHES, "num_hidden_layers": 3},
    "out_features": ["stage1", "stage2", "stage3"],
    "reshape_hidden_states": False,
}

#: Name -> class of the model and of its configuration, size of the image, sizes.
IMAGES: dict[str, tuple[str, str, int, dict[str, Any]]] = {
    "aimv2": ("Aimv2VisionModel", "Aimv2VisionConfig", 32, PATCHES),
    "cvt": (
        "CvtModel",
        "CvtConfig",
        64,
        {"embed_dim": [8, 16, 24], "num_heads": [1, 2, 3], "depth": [1, 2, 3]}
        | {"cls_token": [False, False, True]},
    ),
    "data2vec_vision": (
        "Data2VecVisionModel",
        "Data2VecVisionConfig",
        32,
        {**PATCHES, "use_shared_relative_position_bias": True},
    ),
    "depth_anything": (
        "DepthAnythingForDepthEstimation",
        "DepthAnythingConfig",
        32,
        {**NECK, "backbone_config": DINO, "patch_size": 8},
    ),
    "dinov2_with_registers": (
        "Dinov2WithRegistersModel",
        "Dinov2WithRegistersConfig",
        32,
        {**PATCHES, "num_register_tokens": 2},
    ),
    "dinov3_convnext": ("DINOv3ConvNextModel", "DINOv3ConvNextConfig", 64, STAGES),
    "dinov3_vit": (
        "DINOv3ViTModel",
        "DINOv3ViTConfig",
        32,
        {**PATCHES, "num_register_tokens": 2},
    ),
    "donut_swin": (
        "DonutSwinModel",
        "DonutSwinConfig",
        32,
        {"image_size": 32, "patch_size": 2, "embed_dim": 8, "depths": [2, 2]}
        | {"num_heads": [1, 2], "window_size": 4},
    ),
    "hgnet_v2": (
        "HGNetV2ForImageClassification",
        "HGNetV2Config",
        64,
        {"embedding_size": 8, "hidden_sizes": [8, 16, 16, 24], "depths": [1, 1, 1, 1]}
        | {"stem_channels": [3, 8, 8], "stage_in_channels": [8, 16, 16, 24]}
        | {"stage_mid_channels": [8, 8, 8, 8], "stage_out_channels": [16, 16, 24, 24]}
        | {"stage_num_blocks": [1, 1, 2, 1], "stage_numb_of_layers": [2, 2, 2, 2]},
    ),
    "hiera": (
        "HieraModel",
        "HieraConfig",
        32,
        {"image_size": [32, 32], "patch_size": [7, 7], "patch_stride": [4, 4]}
        | {"embed_dim": 8, "depths": [1, 1, 1], "num_heads": [1, 2, 4]}
        | {"query_stride": [2, 2], "num_query_pool": 2, "masked_unit_size": [4, 4]}
        | {"masked_unit_attention": [True, True, False]},
    ),
    "ijepa": ("IJepaModel", "IJepaConfig", 32, PATCHES),
    "mobilevitv2": (
        "MobileViTV2ForImageClassification",
        "MobileViTV2Config",
        64,
        {"image_size": 64, "width_multiplier": 0.125, "n_attn_blocks": [1, 1, 1]}
        | {"base_attn_unit_dims": [64, 96, 128]},
    ),
    "pvt_v2": (
        "PvtV2Model",
        "PvtV2Config",
        64,
        {**STAGES, "image_size": 64, "num_attention_heads": [1, 2, 2, 4]},
    ),
    "segformer_mask": (
        "SegformerModel",
        "SegformerConfig",
        64,
        {**STAGES, "num_attention_heads": [1, 2, 3, 4]},
    ),
    "swiftformer": (
        "SwiftFormerModel",
        "SwiftFormerConfig",
        64,
        {"image_size": 64, "depths": [1, 1, 2, 1], "embed_dims": [8, 16, 24, 32]},
    ),
    "textnet": (
        "TextNetForImageClassification",
        "TextNetConfig",
        64,
        {"image_size": [64, 64], "stem_out_channels": 8, "hidden_sizes": [8, 8, 16, 16, 24]}
        | {
            "conv_layer_kernel_sizes": [[[3, 3]], [[3, 1]], [[1, 3]], [[3, 3]]],
            "conv_layer_strides": [[2], [2], [1], [2]],
        },
    ),
    "vit_msn": ("ViTMSNModel", "ViTMSNConfig", 32, PATCHES),
    "vitdet": (
        "VitDetModel",
        "VitDetConfig",
        32,
        {**PATCHES, "window_block_indices": [0], "window_size": 2}
        | {"pretrain_image_size": 32}
        | {"use_relative_position_embeddings": True, "residual_block_indices": [1]},
    ),
    "vitmatte": (
        "VitMatteForImageMatting",
        "VitMatteConfig",
        64,
        {
            "hidden_size": 32,
            "convstream_hidden_sizes": [8, 8, 16],
            "fusion_hidden_sizes": [16, 8, 8, 8],
            "backbone_config": {
                "Class": "VitDetConfig",
                **PATCHES,
                "num_channels": 4,
                "patch_size": 16,
                "out_features": ["stage2"],
            },
        },
    ),
    "vitpose": (
        "VitPoseForPoseEstimation",
        "VitPoseConfig",
        32,
        {
            "backbone_config": {
                "Class": "VitPoseBackboneConfig",
                **USUAL,
                "image_size": [32, 32],
                "patch_size": [8, 8],
                "out_features": ["stage2"],
            },
            "num_labels": 5,
        },
    ),
    "zoedepth": (
        "ZoeDepthForDepthEstimation",
        "ZoeDepthConfig",
        32,
        {
            **{**NECK, "neck_hidden_sizes": [8, 16, 24, 24]},
            "reassemble_factors": [4, 2, 1, 0.5],
            "bottleneck_features": 16,
            "num_attractors": [4, 3, 2, 1],
            "bin_embedding_dim": 16,
            "patch_transformer_hidden_size": 16,
            "patch_transformer_intermediate_size": 32,
            "patch_transformer_num_attention_heads": 2,
            "num_relative_features": 8,
            "bin_configurations": [
                {"n_bins": 8, "min_depth": 0.001, "max_depth": 10.0, "name": "nyu"}
            ],
            "backbone_config": {
                "Class": "BeitConfig",
                **{**PATCHES, "num_hidden_layers": 4},
                "out_features": ["stage1", "stage2", "stage3", "stage4"],
                "reshape_hidden_states": False,
            },
        },
    ),
}

#: The same with inputs of their own.
OTHERS: dict[str, tuple[str, str, dict[str, Any], dict[str, Input]]] = {
    "imagegpt": (
        "ImageGPTModel",
        "ImageGPTConfig",
        {"vocab_size": 65, "n_positions": 64, "n_embd": 32, "n_layer": 2, "n_head": 4},
        {"input_ids": below(0, 64, BATCH, 16)},
    ),
    "prompt_depth_anything": (
        "PromptDepthAnythingForDepthEstimation",
        "PromptDepthAnythingConfig",
        {**NECK, "backbone_config": DINO, "patch_size": 8},
        {
            "pixel_values": normal(BATCH, 3, 32, 32),
            "prompt_depth": Input("uniform", (BATCH, 1, 8, 8)),
        },
    ),
    "seggpt": (
        "SegGptModel",
        "SegGptConfig",
        {**PATCHES, "image_size": [32, 16], "intermediate_hidden_state_indices": [0, 1]}
        | {"pretrain_image_size": 32}
        | {"merge_index": 0, "decoder_hidden_size": 8, "mlp_dim": 64},
        {
            "pixel_values": normal(BATCH, 3, 16, 16),
            "prompt_pixel_values": normal(BATCH, 3, 16, 16),
            "prompt_masks": normal(BATCH, 3, 16, 16),
        },
    ),
    "superpoint": (
        "SuperPointForKeypointDetection",
        "SuperPointConfig",
        {"encoder_hidden_sizes": [8, 8, 16, 16], "decoder_hidden_size": 16}
        | {"keypoint_decoder_dim": 65, "descriptor_decoder_dim": 16},
        {"pixel_values": normal(1, 3, 64, 64)},
    ),
    "timesformer": (
        "TimesformerModel",
        "TimesformerConfig",
        {**PATCHES, "num_frames": 4},
        {"pixel_values": normal(BATCH, 4, 3, 32, 32)},
    ),
    "videomae": (
        "VideoMAEForVideoClassification",
        "VideoMAEConfig",
        VIDEO,
        {"pixel_values": normal(BATCH, 4, 3, 32, 32)},
    ),
    "vit_mae": (
        "ViTMAEModel",
        "ViTMAEConfig",
        {**PATCHES, "mask_ratio": 0.5},
        {
            "pixel_values": normal(BATCH, 3, 32, 32),
            "noise": Input("uniform", (BATCH, 16)),
        },
    ),
    "vivit": (
        "VivitModel",
        "VivitConfig",
        {**PATCHES, "num_frames": 4, "tubelet_size": [2, 8, 8]},
        {"pixel_values": normal(BATCH, 4, 3, 32, 32)},
    ),
    "vjepa2": (
        "VJEPA2Model",
        "VJEPA2Config",
        {**PATCHES, "crop_size": 32, "frames_per_clip": 4, "tubelet_size": 2}
        | {"mlp_ratio": 2, "pred_hidden_size": 24, "pred_num_attention_heads": 2}
        | {"pred_num_hidden_layers": 1, "pred_num_mask_tokens": 2},
        {"pixel_values_videos": normal(BATCH, 4, 3, 32, 32)},
    ),
    "sam": (
        "SamModel",
        "SamConfig",
        {
            "vision_config": {
                "hidden_size": 32,
                "output_channels": 16,
                "num_hidden_layers": 2,
                "num_attention_heads": 4,
                "image_size": 32,
                "patch_size": 8,
                "window_size": 3,
                "global_attn_indexes": [1],
                "mlp_dim": 64,
                "num_pos_feats": 8,
            },
            "prompt_encoder_config": {
                "hidden_size": 16,
                "image_size": 32,
                "patch_size": 8,
                "image_embedding_size": 4,
                "mask_input_channels": 4,
            },
            "mask_decoder_config": {
                "hidden_size": 16,
                "mlp_dim": 32,
                "num_hidden_layers": 2,
                "num_attention_heads": 2,
                "iou_head_hidden_dim": 16,
            },
        },
        {
            "pixel_values": normal(BATCH, 3, 32, 32),
            "input_points": Input("below", (BATCH, 1, 2, 2), (0, 32)),
        },
    ),
    "sam_mask": (
        "SamVisionModel",
        "SamVisionConfig",
        {"hidden_size": 32, "output_channels": 16, "num_hidden_layers": 2}
        | {"num_attention_heads": 4, "image_size": 32, "patch_size": 8, "mlp_dim": 64}
        | {"window_size": 3, "global_attn_indexes": [1], "num_pos_feats": 8},
        {"pixel_values": normal(BATCH, 3, 32, 32)},
    ),
    "sam2": (
        "Sam2VisionModel",
        "Sam2VisionConfig",
        {
            "backbone_config": {
                "Class": "Sam2HieraDetConfig",
                "hidden_size": 8,
                "num_attention_heads": 1,
                "image_size": [64, 64],
                "blocks_per_stage": [1, 2, 2, 1],
                "embed_dim_per_stage": [8, 16, 32, 64],
                "num_attention_heads_per_stage": [1, 2, 4, 8],
                "window_size_per_stage": [8, 4, 8, 4],
                "window_positional_embedding_background_size": [4, 4],
                "global_attention_blocks": [4],
            },
            "backbone_channel_list": [64, 32, 16, 8],
            "backbone_feature_sizes": [[16, 16], [8, 8], [4, 4]],
            "fpn_hidden_size": 16,
        },
        {"pixel_values": normal(BATCH, 3, 64, 64)},
    ),
}

for _name, (_kind, _config, _size, _sizes) in IMAGES.items():
    _channels = 4 if _name == "vitmatte" else 3
    _image = {"pixel_values": normal(BATCH, _channels, _size, _size)}
    add_row(_name, Row(_kind, _config, _sizes, _image))
for _name, _other in OTHERS.items():
    add_row(_name, Row(*_other))
for _name in ("dinov3_vit", "vit_msn"):
    _kind, _config, _size, _sizes = IMAGES[_name]
    _image = {"pixel_values": normal(BATCH, 3, _size, _size)}
    add_row(f"{_name}.eager", Row(_kind, _config, _sizes, _image, "eager"))
