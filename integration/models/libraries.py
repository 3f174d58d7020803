"""Models of timm, torchvision and diffusers, as rows of tables.

The libraries lie in a folder of their own (utils/requirements-models.txt), which
only the export of these models looks into: see `integration/common/libraries.py`.
"""

from __future__ import annotations

from typing import Any

from integration.models.builders import add_diffusers, add_timm, add_torchvision
from integration.models.rows import BATCH, Input, below, normal, uniform

#: Name in timm, or module:Class, -> size of the image, arguments.
TIMM: dict[str, tuple[int, dict[str, Any]]] = {
    "beit_base_patch16_224": (
        32,
        {"img_size": 32, "patch_size": 8, "embed_dim": 32, "depth": 2, "num_heads": 4},
    ),
    "cait_xxs24_224": (
        32,
        {"img_size": 32, "patch_size": 8, "embed_dim": 32, "depth": 2, "num_heads": 4}
        | {"depth_token_only": 1},
    ),
    "convit_tiny": (
        32,
        {"img_size": 32, "patch_size": 8, "embed_dim": 32, "depth": 2, "num_heads": 4}
        | {"local_up_to_layer": 1},
    ),
    "convnext_atto": (64, {"depths": (1, 1, 1, 1), "dims": (8, 16, 24, 32)}),
    "crossvit_tiny_240": (
        240,
        {"embed_dim": (16, 32), "num_heads": (2, 2), "depth": ((1, 1, 0),)},
    ),
    "cpubone_nano": (64, {}),
    "cs3darknet_focus_s": (64, {}),
    "davit_tiny": (
        64,
        {"depths": (1, 1, 1, 1), "embed_dims": (8, 16, 24, 32), "num_heads": (1, 2, 3, 4)}
        | {"window_size": 2},
    ),
    "deit_tiny_distilled_patch16_224": (
        32,
        {"img_size": 32, "patch_size": 8, "embed_dim": 32, "depth": 2, "num_heads": 4},
    ),
    "densenet121": (64, {"growth_rate": 8, "block_config": (2, 2, 2)}),
    "dla46_c": (64, {}),
    "edgenext_xx_small": (64, {}),
    "efficientformer_l1": (224, {"depths": (1, 1, 1, 2), "embed_dims": (8, 16, 24, 32)}),
    "efficientvim_m1": (96, {}),
    "efficientvit_b0": (64, {}),
    # Of as few blocks as it has: deeper, its softmax chooses by the last bit of a sum.
    "efficientvit_msra:EfficientVitMsra": (
        64,
        {"img_size": 64, "embed_dim": (16, 32, 48), "depth": (1, 1, 1)},
    ),
    "eva02_tiny_patch14_224": (
        28,
        {"img_size": 28, "embed_dim": 32, "depth": 2, "num_heads": 2},
    ),
    "fasternet_t0": (64, {"depths": (1, 1, 1, 1), "embed_dim": 16}),
    "fastvit_t8": (64, {"layers": (1, 1, 1, 1)}),
    "focalnet:FocalNet": (64, {"depths": (1, 1, 1, 1), "embed_dim": 8}),
    "ghostnet_050": (64, {}),
    "mlp_mixer:MlpMixer": (
        32,
        {"img_size": 32, "patch_size": 8, "embed_dim": 16, "num_blocks": 2},
    ),
    "halonet26t": (256, {}),
    "hardcorenas_a": (64, {}),
    "inception_next_atto": (
        64,
        {"depths": (1, 1, 1, 1), "dims": (16, 32, 48, 64)},
    ),
    "iformer_t": (96, {}),
    "lcnet_035": (64, {}),
    "levit_128s": (64, {"img_size": 64, "embed_dim": (16, 32, 48), "num_heads": (2, 2, 3)}),
    "mambaout_femto": (64, {"depths": (1, 1, 1, 1), "dims": (16, 16, 24, 32)}),
    "mixnet_s": (64, {}),
    "mobilenetv3_small_050": (64, {}),
    "mobilenetv4_conv_small_050": (64, {}),
    "mobilevit_xxs": (64, {}),
    "nest:Nest": (
        64,
        {"img_size": 64, "embed_dims": (16, 32, 32), "depths": (1, 1, 1)}
        | {"num_heads": (1, 2, 2)},
    ),
    "pit_ti_224": (
        64,
        {"img_size": 64, "base_dims": [8, 8, 8], "depth": [1, 1, 1], "heads": [1, 2, 4]},
    ),
    "metaformer:MetaFormer": (64, {"depths": (1, 1, 1, 1), "dims": (8, 16, 24, 32)}),
    "nf_regnet_b0": (64, {}),
    "poolformerv2_s12": (64, {}),
    "regnetx_002": (64, {}),
    "repghostnet_050": (64, {}),
    "repvit_m0_9": (64, {"embed_dim": (8, 16, 24, 32), "depth": (1, 1, 1, 1)}),
    "resmlp_12_224": (
        32,
        {"img_size": 32},
    ),
    "resnet10t": (64, {"channels": (8, 16, 24, 32)}),
    "resnetv2_50": (64, {"layers": (1, 1, 1, 1), "channels": (32, 32, 64, 64)}),
    "rexnet_100": (64, {"width_mult": 0.35}),
    "sequencer2d_s": (
        56,
        {"layers": (1, 1, 1, 1), "embed_dims": (16, 32, 32, 32), "hidden_sizes": (4, 8, 8, 8)}
        | {"img_size": 56},
    ),
    "skresnet18": (64, {"channels": (8, 16, 24, 32)}),
    "starnet_s050": (64, {}),
    "swin_s3_tiny_224": (
        64,
        {"img_size": 64, "embed_dim": 8, "depths": (1, 1, 1, 1), "num_heads": (1, 1, 2, 2)}
        | {"window_size": (4, 4, 4, 2)},
    ),
    "swinv2_cr_tiny_224": (
        64,
        {"img_size": 64, "embed_dim": 16, "depths": (1, 1, 1, 1), "num_heads": (1, 2, 2, 4)}
        | {"window_size": 2},
    ),
    "tiny_vit_5m_224": (
        64,
        {"embed_dims": (16, 32, 32, 64), "depths": (1, 1, 1, 1)}
        | {"num_heads": (1, 2, 2, 2), "window_sizes": (4, 4, 4, 2)},
    ),
    "tnt_s_legacy_patch16_224": (
        32,
        {"img_size": 32, "embed_dim": 32, "inner_dim": 8, "depth": 2, "num_heads_outer": 4}
        | {"num_heads_inner": 2},
    ),
    "twins_pcpvt_small": (
        64,
        {"img_size": 64, "embed_dims": (8, 16, 24, 32), "depths": (1, 1, 1, 1)}
        | {"num_heads": (1, 2, 3, 4)},
    ),
    "twins_svt_small": (
        64,
        {"img_size": 64, "embed_dims": (8, 16, 24, 32), "depths": (1, 2, 1, 1)}
        | {"num_heads": (1, 2, 3, 4), "wss": (4, 4, 2, 2)},
    ),
    "visformer_tiny": (
        64,
        {"img_size": 64, "embed_dim": 64, "depth": (1, 1, 1), "num_heads": 2},
    ),
    "vit_tiny_patch16_224": (
        32,
        {"img_size": 32, "patch_size": 8, "embed_dim": 32, "depth": 2, "num_heads": 4},
    ),
    "vit_relpos_small_patch16_224": (
        32,
        {"img_size": 32, "patch_size": 8, "embed_dim": 32, "depth": 2, "num_heads": 4},
    ),
    "ese_vovnet19b_slim_dw": (64, {}),
    "xcit_nano_12_p16_224": (32, {"img_size": 32, "embed_dim": 32, "depth": 2}),
    "test_byobnet": (64, {}),
    "test_efficientnet": (64, {}),
    "test_nfnet": (64, {}),
}


#: Name in torchvision.models, or a class there -> size of the image, arguments.
TORCHVISION: dict[str, tuple[int, dict[str, Any]]] = {
    "DenseNet": (32, {"growth_rate": 8, "block_config": (2, 2), "num_init_features": 16}),
    "MaxVit": (
        64,
        {"input_size": (64, 64), "stem_channels": 8, "partition_size": 2, "head_dim": 8}
        | {"block_channels": [8, 16], "block_layers": [1, 1]}
        | {"stochastic_depth_prob": 0.0},
    ),
    "SwinTransformer": (
        32,
        {"patch_size": [4, 4], "embed_dim": 8, "depths": [2, 2], "num_heads": [1, 2]}
        | {"window_size": [2, 2]},
    ),
    "VisionTransformer": (
        32,
        {"image_size": 32, "patch_size": 8, "num_layers": 2, "num_heads": 4}
        | {"hidden_dim": 32, "mlp_dim": 64},
    ),
    "mnasnet0_5": (64, {}),
    "mobilenet_v2": (64, {"width_mult": 0.25}),
    "mobilenet_v3_small": (64, {"width_mult": 0.5}),
    "shufflenet_v2_x0_5": (64, {}),
    "squeezenet1_1": (64, {}),
    "segmentation.lraspp_mobilenet_v3_large": (64, {}),
    "detection.ssdlite320_mobilenet_v3_large": (320, {}),
    "detection.fasterrcnn_mobilenet_v3_large_320_fpn": (
        320,
        {"rpn_post_nms_top_n_test": 10, "box_detections_per_img": 10},
    ),
}

_LATENTS = normal(BATCH, 4, 16, 16)
_TOKENS = normal(BATCH, 7, 32)
_BLOCKS = {
    "block_out_channels": (16, 32),
    "layers_per_block": 1,
    "norm_num_groups": 4,
}
_UNET = {
    **_BLOCKS,
    "sample_size": 16,
    "down_block_types": ("DownBlock2D", "CrossAttnDownBlock2D"),
    "up_block_types": ("CrossAttnUpBlock2D", "UpBlock2D"),
    "cross_attention_dim": 32,
    "attention_head_dim": 4,
}
_IMAGE_UNET = {
    **_BLOCKS,
    "sample_size": 16,
    "in_channels": 3,
    "out_channels": 3,
    "down_block_types": ("DownBlock2D", "AttnDownBlock2D"),
    "up_block_types": ("AttnUpBlock2D", "UpBlock2D"),
    "attention_head_dim": 4,
}
_VAE = {
    **_BLOCKS,
    "down_block_types": ("DownEncoderBlock2D", "DownEncoderBlock2D"),
    "up_block_types": ("UpDecoderBlock2D", "UpDecoderBlock2D"),
    "latent_channels": 4,
}
_TRANSFORMER = {
    "num_layers": 1,
    "attention_head_dim": 8,
    "num_attention_heads": 4,
    "in_channels": 4,
    "patch_size": 2,
    "sample_size": 16,
}
_TIME = uniform(BATCH)
_STEP = below(0, 999, BATCH)
_CONDITIONED = {"sample": _LATENTS, "timestep": _STEP, "encoder_hidden_states": _TOKENS}

#: Name -> class of diffusers, arguments, inputs.
DIFFUSERS: dict[str, tuple[str, dict[str, Any], dict[str, Input]]] = {
    "autoencoder_kl": ("AutoencoderKL", _VAE, {"sample": normal(BATCH, 3, 16, 16)},),
    "autoencoder_dc": (
        "AutoencoderDC",
        {"latent_channels": 4, "attention_head_dim": 4}
        | {"encoder_block_out_channels": (8, 16), "decoder_block_out_channels": (8, 16)}
        | {"encoder_block_types": ("ResBlock", "EfficientViTBlock")}
        | {"decoder_block_types": ("ResBlock", "EfficientViTBlock")}
        | {"encoder_layers_per_block": (1, 1), "decoder_layers_per_block": (1, 1)}
        | {"encoder_qkv_multiscales": ((), (5,)), "decoder_qkv_multiscales": ((), (5,))}
        | {"downsample_block_type": "Conv", "upsample_block_type": "interpolate"},
        {"sample": normal(BATCH, 3, 16, 16)},
    ),
    "autoencoder_tiny": (
        "AutoencoderTiny",
        {"encoder_block_out_channels": (8, 8), "decoder_block_out_channels": (8, 8)}
        | {"num_encoder_blocks": (1, 1), "num_decoder_blocks": (1, 1)},
        {"sample": normal(BATCH, 3, 16, 16)},
    ),
    "asymmetric_autoencoder": (
        "AsymmetricAutoencoderKL",
        {
            "down_block_types": ("DownEncoderBlock2D",),
            "down_block_out_channels": (16,),
            "layers_per_down_block": 1,
            "up_block_types": ("UpDecoderBlock2D",),
            "up_block_out_channels": (16,),
            "layers_per_up_block": 1,
            "norm_num_groups": 4,
        },
        {"sample": normal(BATCH, 3, 16, 16)},
    ),
    "auraflow": (
        "AuraFlowTransformer2DModel",
        {"sample_size": 16, "patch_size": 2, "in_channels": 4, "num_mmdit_layers": 1}
        | {"num_single_dit_layers": 1, "attention_head_dim": 8, "num_attention_heads": 4}
        | {"joint_attention_dim": 32, "caption_projection_dim": 32, "out_channels": 4}
        | {"pos_embed_max_size": 64},
        {"hidden_states": _LATENTS, "encoder_hidden_states": _TOKENS, "timestep": _TIME},
    ),
    "cogvideox": (
        "CogVideoXTransformer3DModel",
        {"num_attention_heads": 2, "attention_head_dim": 16, "in_channels": 4}
        | {"out_channels": 4, "time_embed_dim": 8, "text_embed_dim": 32, "num_layers": 1}
        | {"sample_width": 8, "sample_height": 8, "sample_frames": 5, "patch_size": 2}
        | {"temporal_compression_ratio": 4, "max_text_seq_length": 7},
        {
            "hidden_states": normal(BATCH, 2, 4, 8, 8),
            "encoder_hidden_states": _TOKENS,
            "timestep": _STEP,
        },
    ),
    "controlnet": (
        "ControlNetModel",
        {**_BLOCKS, "down_block_types": ("DownBlock2D", "CrossAttnDownBlock2D")}
        | {"cross_attention_dim": 32, "attention_head_dim": 4}
        | {"conditioning_embedding_out_channels": (8, 16)},
        {**_CONDITIONED, "controlnet_cond": normal(BATCH, 3, 32, 32)},
    ),
    "dit": (
        "DiTTransformer2DModel",
        {**_TRANSFORMER, "num_embeds_ada_norm": 10, "norm_num_groups": 4},
        {
            "hidden_states": _LATENTS,
            "timestep": _STEP,
            "class_labels": below(0, 10, BATCH),
        },
    ),
    "flux": (
        "FluxTransformer2DModel",
        {"patch_size": 1, "in_channels": 8, "num_layers": 1, "num_single_layers": 1}
        | {"attention_head_dim": 8, "num_attention_heads": 4, "joint_attention_dim": 32}
        | {"pooled_projection_dim": 16, "axes_dims_rope": [2, 2, 4]}
        | {"guidance_embeds": True},
        {
            "hidden_states": normal(BATCH, 16, 8),
            "encoder_hidden_states": _TOKENS,
            "pooled_projections": normal(BATCH, 16),
            "timestep": _TIME,
            "img_ids": uniform(16, 3),
            "txt_ids": uniform(7, 3),
            "guidance": uniform(BATCH),
        },
    ),
    "hunyuan_dit": (
        "HunyuanDiT2DModel",
        {**_TRANSFORMER, "num_layers": 2, "cross_attention_dim": 32, "hidden_size": 32}
        | {"cross_attention_dim_t5": 32, "pooled_projection_dim": 8, "text_len": 7}
        | {"text_len_t5": 6, "activation_fn": "gelu-approximate"},
        {
            "hidden_states": _LATENTS,
            "timestep": _TIME,
            "encoder_hidden_states": _TOKENS,
            "text_embedding_mask": below(0, 2, BATCH, 7),
            "encoder_hidden_states_t5": normal(BATCH, 6, 32),
            "text_embedding_mask_t5": below(0, 2, BATCH, 6),
            "image_meta_size": uniform(BATCH, 6),
            "style": below(0, 1, BATCH),
        },
    ),
    "kandinsky_unet": (
        "UNet2DConditionModel",
        {**_UNET, "encoder_hid_dim": 32}
        | {"encoder_hid_dim_type": "text_proj", "resnet_time_scale_shift": "scale_shift"},
        _CONDITIONED,
    ),
    "latte": (
        "LatteTransformer3DModel",
        {**_TRANSFORMER, "cross_attention_dim": 32, "caption_channels": 32}
        | {"out_channels": 8, "video_length": 2, "norm_type": "ada_norm_single"}
        | {"norm_elementwise_affine": False, "activation_fn": "gelu-approximate"},
        {
            "hidden_states": normal(BATCH, 4, 2, 16, 16),
            "timestep": _STEP,
            "encoder_hidden_states": _TOKENS,
        },
    ),
    "pixart": (
        "PixArtTransformer2DModel",
        {**_TRANSFORMER, "cross_attention_dim": 32, "caption_channels": 32}
        | {"out_channels": 8, "norm_type": "ada_norm_single"}
        | {"use_additional_conditions": False},
        {"hidden_states": _LATENTS, "encoder_hidden_states": _TOKENS, "timestep": _STEP},
    ),
    "prior": (
        "PriorTransformer",
        {"num_attention_heads": 4, "attention_head_dim": 8, "num_layers": 1}
        | {"embedding_dim": 16, "num_embeddings": 7, "additional_embeddings": 4},
        {
            "hidden_states": normal(BATCH, 16),
            "timestep": _STEP,
            "proj_embedding": normal(BATCH, 16),
            "encoder_hidden_states": normal(BATCH, 7, 16),
        },
    ),
    "sana": (
        "SanaTransformer2DModel",
        {**_TRANSFORMER, "patch_size": 1, "out_channels": 4, "num_cross_attention_heads": 2}
        | {"cross_attention_head_dim": 16, "cross_attention_dim": 32, "caption_channels": 32},
        {"hidden_states": _LATENTS, "encoder_hidden_states": _TOKENS, "timestep": _STEP},
    ),
    "sd3": (
        "SD3Transformer2DModel",
        {**_TRANSFORMER, "num_layers": 2, "joint_attention_dim": 32, "out_channels": 4}
        | {"caption_projection_dim": 32, "pooled_projection_dim": 16}
        | {"pos_embed_max_size": 16, "qk_norm": "rms_norm"},
        {
            "hidden_states": _LATENTS,
            "encoder_hidden_states": _TOKENS,
            "pooled_projections": normal(BATCH, 16),
            "timestep": _STEP,
        },
    ),
    "stable_cascade": (
        "StableCascadeUNet",
        {"in_channels": 4, "out_channels": 4, "timestep_ratio_embedding_dim": 8}
        | {"patch_size": 1, "conditioning_dim": 16, "block_out_channels": (16, 16)}
        | {"num_attention_heads": (0, 2), "down_num_layers_per_block": (1, 1)}
        | {"up_num_layers_per_block": (1, 1), "down_blocks_repeat_mappers": (1, 1)}
        | {"up_blocks_repeat_mappers": (1, 1), "clip_text_pooled_in_channels": 16}
        | {"block_types_per_layer": (("SDCascadeResBlock",), ("SDCascadeAttnBlock",))}
        | {"clip_seq": 2, "self_attn": True, "kernel_size": 3},
        {
            "sample": _LATENTS,
            "timestep_ratio": _TIME,
            "clip_text_pooled": normal(BATCH, 1, 16),
        },
    ),
    "t2i_adapter": (
        "T2IAdapter",
        {"in_channels": 3, "channels": [8, 16], "num_res_blocks": 1, "downscale_factor": 8},
        {"x": normal(BATCH, 3, 32, 32)},
    ),
    "unet_2d": (
        "UNet2DModel",
        _IMAGE_UNET,
        {"sample": normal(BATCH, 3, 16, 16), "timestep": _STEP},
    ),
    "unet_2d_condition": ("UNet2DConditionModel", _UNET, _CONDITIONED,),
    "unet_3d_condition": (
        "UNet3DConditionModel",
        {**_BLOCKS, "sample_size": 16, "cross_attention_dim": 32, "attention_head_dim": 4}
        | {"down_block_types": ("CrossAttnDownBlock3D", "DownBlock3D")}
        | {"up_block_types": ("UpBlock3D", "CrossAttnUpBlock3D")},
        {**_CONDITIONED, "sample": normal(BATCH, 4, 3, 16, 16)},
    ),
    "unet_spatio_temporal": (
        "UNetSpatioTemporalConditionModel",
        {"block_out_channels": (32, 32), "layers_per_block": 1, "sample_size": 16}
        | {"down_block_types": ("CrossAttnDownBlockSpatioTemporal",)}
        | {"block_out_channels": (32,), "up_block_types": ("CrossAttnUpBlockSpatioTemporal",)}
        | {"num_attention_heads": (2,), "cross_attention_dim": 32, "in_channels": 4}
        | {"addition_time_embed_dim": 8, "projection_class_embeddings_input_dim": 24},
        {
            "sample": normal(BATCH, 2, 4, 16, 16),
            "timestep": uniform(BATCH),
            "encoder_hidden_states": normal(BATCH, 1, 32),
            "added_time_ids": uniform(BATCH, 3),
        },
    ),
    "vq": (
        "VQModel",
        {**_VAE, "num_vq_embeddings": 16, "latent_channels": 4, "vq_embed_dim": 4},
        {"sample": normal(BATCH, 3, 16, 16)},
    ),
    "wan": (
        "WanTransformer3DModel",
        {"num_attention_heads": 2, "attention_head_dim": 12, "in_channels": 4}
        | {"out_channels": 4, "text_dim": 32, "freq_dim": 16, "ffn_dim": 32}
        | {"num_layers": 1, "rope_max_seq_len": 16},
        {
            "hidden_states": normal(BATCH, 4, 2, 8, 8),
            "timestep": _STEP,
            "encoder_hidden_states": _TOKENS,
        },
    ),
    "autoencoder_cogvideox": (
        "AutoencoderKLCogVideoX",
        {"in_channels": 3, "out_channels": 3, "block_out_channels": (8, 8)}
        | {"down_block_types": ("CogVideoXDownBlock3D",) * 2, "latent_channels": 4}
        | {"up_block_types": ("CogVideoXUpBlock3D",) * 2, "layers_per_block": 1}
        | {"norm_num_groups": 2, "temporal_compression_ratio": 4},
        {"sample": normal(2, 3, 8, 16, 16)},
    ),
    "autoencoder_oobleck": (
        "AutoencoderOobleck",
        {"encoder_hidden_size": 12, "decoder_channels": 12, "decoder_input_channels": 6}
        | {"audio_channels": 2, "downsampling_ratios": [2, 4], "channel_multiples": [1, 2]},
        {"sample": normal(BATCH, 2, (64, 96))},
    ),
    "autoencoder_wan": (
        "AutoencoderKLWan",
        {"base_dim": 3, "z_dim": 4, "dim_mult": [1, 1], "num_res_blocks": 1}
        | {"temperal_downsample": [True]},
        {"sample": normal(2, 3, 5, 16, 16)},
    ),
    "cogview4": (
        "CogView4Transformer2DModel",
        {"patch_size": 2, "in_channels": 4, "out_channels": 4, "num_layers": 1}
        | {"attention_head_dim": 4, "num_attention_heads": 4, "text_embed_dim": 32}
        | {"time_embed_dim": 8, "condition_dim": 4},
        {
            "hidden_states": normal(BATCH, 4, 8, 8),
            "encoder_hidden_states": _TOKENS,
            "timestep": _STEP,
            "original_size": uniform(BATCH, 2),
            "target_size": uniform(BATCH, 2),
            "crop_coords": uniform(BATCH, 2),
        },
    ),
    "easyanimate": (
        "EasyAnimateTransformer3DModel",
        {"attention_head_dim": 16, "num_attention_heads": 2, "in_channels": 4}
        | {"mmdit_layers": 1, "num_layers": 2, "out_channels": 4, "patch_size": 2}
        | {"text_embed_dim": 32, "time_embed_dim": 8, "timestep_activation_fn": "silu"}
        | {"time_position_encoding_type": "3d_rope"},
        {
            "hidden_states": normal(BATCH, 4, 2, 8, 8),
            "encoder_hidden_states": _TOKENS,
            "timestep": _STEP,
        },
    ),
    "flux2": (
        "Flux2Transformer2DModel",
        {"patch_size": 1, "in_channels": 4, "num_layers": 1, "num_single_layers": 1}
        | {"attention_head_dim": 16, "num_attention_heads": 2, "joint_attention_dim": 32}
        | {"timestep_guidance_channels": 16, "axes_dims_rope": [4, 4, 4, 4]},
        {
            "hidden_states": normal(BATCH, 16, 4),
            "encoder_hidden_states": _TOKENS,
            "timestep": _TIME,
            "img_ids": below(0, 4, 16, 4),
            "txt_ids": below(0, 4, 7, 4),
            "guidance": uniform(BATCH),
        },
    ),
    "hunyuan_video": (
        "HunyuanVideoTransformer3DModel",
        {"in_channels": 4, "out_channels": 4, "num_attention_heads": 2, "num_layers": 1}
        | {"attention_head_dim": 10, "num_single_layers": 1, "num_refiner_layers": 1}
        | {"patch_size": 1, "patch_size_t": 1, "guidance_embeds": True}
        | {"text_embed_dim": 32, "pooled_projection_dim": 8, "rope_axes_dim": (2, 4, 4)},
        {
            "hidden_states": normal(BATCH, 4, 1, 8, 8),
            "timestep": _STEP,
            "encoder_hidden_states": _TOKENS,
            "encoder_attention_mask": below(1, 2, BATCH, 7),
            "pooled_projections": normal(BATCH, 8),
            "guidance": uniform(BATCH),
        },
    ),
    "stable_audio": (
        "StableAudioDiTModel",
        {"sample_size": 4, "in_channels": 4, "num_layers": 1, "attention_head_dim": 4}
        | {"num_key_value_attention_heads": 2, "num_attention_heads": 4}
        | {"out_channels": 4, "cross_attention_dim": 4, "time_proj_dim": 8}
        | {"global_states_input_dim": 8, "cross_attention_input_dim": 4},
        {
            "hidden_states": normal(BATCH, 4, 4),
            "timestep": _STEP,
            "encoder_hidden_states": normal(BATCH, 1, 4),
            "global_hidden_states": normal(BATCH, 1, 8),
        },
    ),
    "uvit_2d": (
        "UVit2DModel",
        {"sample_size": 8, "block_out_channels": 16, "in_channels": 16, "hidden_size": 16}
        | {"encoder_hidden_size": 32, "cond_embed_dim": 16, "micro_cond_encode_dim": 2}
        | {"micro_cond_embed_dim": 10, "vocab_size": 20, "codebook_size": 16}
        | {"num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 32},
        {
            "input_ids": below(0, 16, BATCH, 8, 8),
            "encoder_hidden_states": _TOKENS,
            "pooled_text_emb": normal(BATCH, 16),
            "micro_conds": normal(BATCH, 5),
        },
    ),
}


for _name, (_size, _arguments) in TIMM.items():
    add_timm(_name, _arguments, {"image": normal(BATCH, 3, _size, _size)})
for _name, (_size, _arguments) in TORCHVISION.items():
    # A detector takes a list of images, of which each has boxes of its own.
    _batch = 1 if _name.startswith("detection.") else BATCH
    add_torchvision(_name, _arguments, {"image": normal(_batch, 3, _size, _size)})
for _name, _row in DIFFUSERS.items():
    add_diffusers(_name, *_row)
