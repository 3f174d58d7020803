"""Detection and segmentation of transformers."""

from __future__ import annotations

from typing import Any

from integration.models.rows import (
    BATCH,
    PATCHES,
    STAGES,
    USUAL,
    USUAL_TEXT,
    VOCABULARY,
    Input,
    Row,
    add_row,
    full,
    ids,
    normal,
)

RESNET = {
    "Class": "ResNetConfig",
    **STAGES,
    "embedding_size": 8,
    "out_features": ["stage4"],
}
PYRAMID = {**RESNET, "out_features": ["stage2", "stage3", "stage4"]}
SWIN = {
    "Class": "SwinConfig",
    "image_size": 64,
    "patch_size": 2,
    "embed_dim": 8,
    "depths": [1, 1, 1, 1],
    "num_heads": [1, 1, 2, 2],
    "window_size": 4,
    "out_features": ["stage1", "stage2", "stage3", "stage4"],
}
DETR = {
    "use_timm_backbone": False,
    "use_pretrained_backbone": False,
    "backbone_config": RESNET,
    "backbone": None,
    "d_model": 32,
    "encoder_layers": 1,
    "decoder_layers": 2,
    "encoder_attention_heads": 4,
    "decoder_attention_heads": 4,
    "encoder_ffn_dim": 64,
    "decoder_ffn_dim": 64,
    "num_queries": 5,
    "num_labels": 5,
}
DEFORMABLE = {
    **DETR,
    "backbone_config": PYRAMID,
    "num_feature_levels": 3,
    "encoder_n_points": 2,
    "decoder_n_points": 2,
}
RT_DETR_BACKBONE = {
    "Class": "RTDetrResNetConfig",
    **STAGES,
    "embedding_size": 8,
    "layer_type": "basic",
    "out_features": ["stage2", "stage3", "stage4"],
}
RT_DETR = {
    "backbone_config": RT_DETR_BACKBONE,
    "encoder_in_channels": [16, 24, 32],
    "encoder_hidden_dim": 32,
    "encoder_ffn_dim": 64,
    "encoder_attention_heads": 4,
    "encoder_layers": 1,
    "hidden_expansion": 0.5,
    "d_model": 32,
    "decoder_in_channels": [32, 32, 32],
    "decoder_ffn_dim": 64,
    "decoder_layers": 2,
    "decoder_attention_heads": 4,
    "decoder_n_points": 2,
    "num_feature_levels": 3,
    "num_queries": 5,
    "num_denoising": 0,
    "num_labels": 5,
}
HGNET = {
    "Class": "HGNetV2Config",
    "embedding_size": 8,
    "hidden_sizes": [8, 16, 24, 32],
    "depths": [1, 1, 1, 1],
    "stem_channels": [3, 8, 8],
    "stage_in_channels": [8, 8, 16, 24],
    "stage_mid_channels": [8, 8, 8, 8],
    "stage_out_channels": [8, 16, 24, 32],
    "stage_num_blocks": [1, 1, 1, 1],
    "stage_numb_of_layers": [2, 2, 2, 2],
    "out_features": ["stage2", "stage3", "stage4"],
}
MASKS = {
    "mask_feature_size": 32,
    "num_labels": 5,
}
BERT = {"Class": "BertConfig", **USUAL_TEXT}
OWL = {
    "text_config": {**USUAL_TEXT, "max_position_embeddings": 16},
    "vision_config": {**PATCHES},
    "projection_dim": 32,
}

#: Name -> class of the model and of its configuration, size of the image, sizes.
IMAGES: dict[str, tuple[str, str, int, dict[str, Any]]] = {
    "conditional_detr": (
        "ConditionalDetrForObjectDetection",
        "ConditionalDetrConfig",
        64,
        DETR,
    ),
    "d_fine": (
        "DFineForObjectDetection",
        "DFineConfig",
        64,
        {
            **RT_DETR,
            "backbone_config": HGNET,
            "decoder_n_points": [2, 2, 2],
            "hidden_expansion": 1.0,
        },
    ),
    "dab_detr": (
        "DabDetrForObjectDetection",
        "DabDetrConfig",
        64,
        {**DETR, "hidden_size": 32},
    ),
    "deformable_detr": (
        "DeformableDetrForObjectDetection",
        "DeformableDetrConfig",
        64,
        DEFORMABLE,
    ),
    "deformable_detr_two_stage": (
        "DeformableDetrForObjectDetection",
        "DeformableDetrConfig",
        64,
        {**DEFORMABLE, "two_stage": True, "two_stage_num_proposals": 5, "with_box_refine": True},
    ),
    "detr_segmentation": (
        "DetrForSegmentation",
        "DetrConfig",
        64,
        {
            **DETR,
            "d_model": 64,
            "encoder_attention_heads": 8,
            "decoder_attention_heads": 8,
            "backbone_config": {**RESNET, "out_features": ["stage1", "stage2", "stage3", "stage4"]},
        },
    ),
    "mask2former": (
        "Mask2FormerForUniversalSegmentation",
        "Mask2FormerConfig",
        64,
        {**MASKS, "backbone_config": SWIN, "feature_size": 32, "hidden_dim": 32}
        | {"encoder_feedforward_dim": 32, "dim_feedforward": 32, "encoder_layers": 1}
        | {"decoder_layers": 3, "num_attention_heads": 2, "num_queries": 5},
    ),
    "maskformer": (
        "MaskFormerForInstanceSegmentation",
        "MaskFormerConfig",
        64,
        {
            **MASKS,
            "fpn_feature_size": 32,
            "backbone_config": {**SWIN},
            "decoder_config": {
                "Class": "DetrConfig",
                **{**DETR, "num_queries": 5},
            },
        },
    ),
    "rf_detr": (
        "RfDetrForObjectDetection",
        "RfDetrConfig",
        64,
        {
            "backbone_config": {
                "Class": "RfDetrDinov2Config",
                **USUAL,
                "image_size": 64,
                "patch_size": 16,
                "num_windows": 2,
                "window_block_indices": [0],
                "out_indices": [1, 2],
            },
            "d_model": 32,
            "decoder_ffn_dim": 64,
            "decoder_layers": 2,
            "decoder_self_attention_heads": 2,
            "decoder_cross_attention_heads": 4,
            "num_queries": 5,
            "group_detr": 1,
            "num_labels": 5,
        },
    ),
    "rt_detr": ("RTDetrForObjectDetection", "RTDetrConfig", 64, RT_DETR),
    "rt_detr_v2": ("RTDetrV2ForObjectDetection", "RTDetrV2Config", 64, RT_DETR),
    "table_transformer": (
        "TableTransformerForObjectDetection",
        "TableTransformerConfig",
        64,
        DETR,
    ),
}

#: The same with inputs of their own.
OTHERS: dict[str, tuple[str, str, dict[str, Any], dict[str, Input]]] = {
    "clipseg": (
        "CLIPSegForImageSegmentation",
        "CLIPSegConfig",
        {
            "text_config": {**USUAL_TEXT, "max_position_embeddings": 16, "eos_token_id": 99},
            "vision_config": {**PATCHES, "num_hidden_layers": 3},
            "projection_dim": 32,
            "reduce_dim": 16,
            "extract_layers": [0, 1, 2],
            "decoder_num_attention_heads": 2,
            "decoder_intermediate_size": 32,
        },
        {"input_ids": ids(2, 9), "pixel_values": normal(2, 3, 32, 32)},
    ),
    "grounding_dino": (
        "GroundingDinoForObjectDetection",
        "GroundingDinoConfig",
        {
            **DEFORMABLE,
            "backbone_config": {**SWIN, "out_features": ["stage2", "stage3", "stage4"]},
            "text_config": BERT,
            "max_text_len": 16,
            "num_feature_levels": 4,
            "encoder_attention_heads": 4,
        },
        {
            "pixel_values": normal(2, 3, 64, 64),
            "input_ids": Input("values", (2,), (1, 9, 11, 7, 2)),
            "attention_mask": full(1, 2, 5),
            "token_type_ids": full(0, 2, 5),
        },
    ),
    "oneformer": (
        "OneFormerForUniversalSegmentation",
        "OneFormerConfig",
        {
            "backbone_config": SWIN,
            "num_queries": 6,
            "hidden_dim": 32,
            "conv_dim": 32,
            "mask_dim": 32,
            "encoder_feedforward_dim": 32,
            "dim_feedforward": 32,
            "encoder_layers": 1,
            "decoder_layers": 3,
            "num_attention_heads": 2,
            "task_seq_len": 9,
            "text_encoder_context_length": 9,
            "text_encoder_width": 32,
            "text_encoder_num_layers": 1,
            "text_encoder_vocab_size": VOCABULARY,
            "query_dec_layers": 1,
            "is_training": False,
        },
        {"pixel_values": normal(BATCH, 3, 64, 64), "task_inputs": normal(BATCH, 9)},
    ),
    "owlvit": (
        "OwlViTForObjectDetection",
        "OwlViTConfig",
        OWL,
        {
            "input_ids": ids(6, 9),
            "pixel_values": normal(2, 3, 32, 32),
            "attention_mask": full(1, 6, 9),
        },
    ),
    "owlv2": (
        "Owlv2ForObjectDetection",
        "Owlv2Config",
        OWL,
        {
            "input_ids": ids(6, 9),
            "pixel_values": normal(2, 3, 32, 32),
            "attention_mask": full(1, 6, 9),
        },
    ),
}

#: torch.export fixes the number of images of these.
OF_FIXED_BATCH = ("d_fine", "rt_detr", "rt_detr_v2")

for _name, (_kind, _config, _size, _sizes) in IMAGES.items():
    _batch = 2 if _name in OF_FIXED_BATCH else BATCH
    _image = {"pixel_values": normal(_batch, 3, _size, _size)}
    add_row(_name, Row(_kind, _config, _sizes, _image))
for _name, _other in OTHERS.items():
    add_row(_name, Row(*_other))
