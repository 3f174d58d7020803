"""Many more architectures of transformers, each a row: breadth, at a small size.

What the other files of this folder have once by hand, with names and care, this
one has from tables. A program takes the inputs of its kind and returns all
tensors that the model returns but caches.
"""

from __future__ import annotations

from typing import Any

import torch
import transformers
from torch import nn
from transformers.utils import ModelOutput

from integration.models.multimodal import EncoderDecoder
from integration.models.registry import (
    Program,
    batch_dim,
    model,
    padding_mask,
    sequence_dim,
    tokens,
)
from integration.models.weights import rescale_

VOCABULARY = 100
LONGEST = 64

#: The names that most configurations have for their sizes.
USUAL = {
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "intermediate_size": 64,
}
PATCHES = {**USUAL, "image_size": 32, "patch_size": 8}
USUAL_TEXT = {
    **USUAL,
    "vocab_size": VOCABULARY,
    "max_position_embeddings": LONGEST,
    "pad_token_id": 0,
    "bos_token_id": 1,
    "eos_token_id": 2,
}
GROUPED = {**USUAL_TEXT, "num_key_value_heads": 2}
STAGES = {"hidden_sizes": [8, 16, 24, 32], "depths": [1, 1, 1, 1]}
SOUND = {
    **USUAL,
    "conv_dim": (16, 16, 16),
    "conv_stride": (5, 2, 2),
    "conv_kernel": (10, 3, 3),
    "num_feat_extract_layers": 3,
    "num_conv_pos_embeddings": 16,
    "num_conv_pos_embedding_groups": 2,
}
ENCODER_DECODER = {
    "vocab_size": VOCABULARY,
    "d_model": 32,
    "encoder_layers": 2,
    "decoder_layers": 2,
    "encoder_attention_heads": 4,
    "decoder_attention_heads": 4,
    "encoder_ffn_dim": 64,
    "decoder_ffn_dim": 64,
    "max_position_embeddings": LONGEST,
    "pad_token_id": 0,
    "bos_token_id": 1,
    "eos_token_id": 2,
    "decoder_start_token_id": 0,
}

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
            "backbone_config": transformers.ResNetConfig(
                **STAGES, embedding_size=8, out_features=["stage4"]
            ),
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
            "backbone_config": transformers.ConvNextConfig(
                **STAGES, out_features=["stage1", "stage2", "stage3", "stage4"]
            ),
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

#: Name -> class of the model and of its configuration, shape of the first input
#: without the batch, sizes.
SIGNALS: dict[str, tuple[str, str, tuple[int, ...], dict[str, Any]]] = {
    "ast": (
        "ASTModel",
        "ASTConfig",
        (64, 16),
        {**USUAL, "max_length": 64, "num_mel_bins": 16},
    ),
    "hubert": ("HubertModel", "HubertConfig", (1000,), SOUND),
    "patchtst": (
        "PatchTSTForPrediction",
        "PatchTSTConfig",
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


class AllTensors(nn.Module):
    """What a model returns, as a flat tuple; caches are left out."""

    def __init__(self, module: nn.Module) -> None:
        super().__init__()
        self.model = module

    def _call(self, *args: torch.Tensor, **kwargs: torch.Tensor) -> tuple[Any, ...]:
        result: ModelOutput = self.model(*args, **kwargs, return_dict=True)
        found: list[torch.Tensor] = []

        def collect(value: Any) -> None:
            if isinstance(value, torch.Tensor):
                found.append(value)
            elif isinstance(value, list | tuple):
                for element in value:
                    collect(element)

        for name, value in result.items():
            if name != "past_key_values":
                collect(value)
        return tuple(found)


class OfText(AllTensors):
    """Ids and a padding mask."""

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor
    ) -> tuple[Any, ...]:
        return self._call(input_ids=input_ids, attention_mask=attention_mask)


class OfTensor(AllTensors):
    """One tensor, whatever its name is: it is the first argument."""

    def forward(self, values: torch.Tensor) -> tuple[Any, ...]:
        return self._call(values)


def _create(kind: str, config: str, sizes: dict[str, Any]) -> nn.Module:
    created = getattr(transformers, kind)(getattr(transformers, config)(**sizes))
    return rescale_(created).eval()


def _add_text(
    name: str, row: tuple[str, str, dict[str, Any]], has_fixed_length: bool
) -> None:
    @model(f"zoo.{name}")
    def build(full: bool) -> Program:
        dims: dict[int, Any] = {0: batch_dim()}
        if not has_fixed_length:
            dims[1] = sequence_dim(maximum=LONGEST - 4)
        other = 13 if has_fixed_length else 21
        return Program(
            OfText(_create(*row)),
            (tokens(2, 13, VOCABULARY), padding_mask(2, 13)),
            dynamic_shapes={"input_ids": dims, "attention_mask": dims},
            second=((tokens(3, other, VOCABULARY), padding_mask(3, other)), {}),
        )


def _add_tensor(
    name: str, kind: str, config: str, shape: tuple[int, ...], sizes: dict[str, Any]
) -> None:
    @model(f"zoo.{name}")
    def build(full: bool) -> Program:
        def values(batch: int) -> torch.Tensor:
            generator = torch.Generator().manual_seed(batch)
            return torch.randn(batch, *shape, generator=generator)

        return Program(
            OfTensor(_create(kind, config, sizes)),
            (values(2),),
            dynamic_shapes={"values": {0: batch_dim()}},
            second=((values(3),), {}),
        )


def _add_text_to_text(name: str, row: tuple[str, str, dict[str, Any]]) -> None:
    @model(f"zoo.{name}")
    def build(full: bool) -> Program:
        source = {0: batch_dim(), 1: sequence_dim(maximum=LONGEST - 4)}

        def inputs(batch: int, length: int) -> tuple[torch.Tensor, ...]:
            ids = tokens(batch, length, VOCABULARY)
            return ids, padding_mask(batch, length), tokens(batch, 7, VOCABULARY)

        return Program(
            EncoderDecoder(_create(*row)),
            inputs(2, 13),
            dynamic_shapes={
                "input_ids": source,
                "attention_mask": source,
                "decoder_input_ids": {0: batch_dim()},
            },
            second=(inputs(3, 21), {}),
        )


for _name, _row in TEXT.items():
    _add_text(_name, _row, has_fixed_length=False)
for _name, _row in TEXT_OF_FIXED_LENGTH.items():
    _add_text(_name, _row, has_fixed_length=True)
for _name, (_kind, _config, _size, _sizes) in IMAGES.items():
    _add_tensor(_name, _kind, _config, (3, _size, _size), _sizes)
for _name, (_kind, _config, _shape, _sizes) in SIGNALS.items():
    _add_tensor(_name, _kind, _config, _shape, _sizes)
for _name, _row in TEXT_TO_TEXT.items():
    _add_text_to_text(_name, _row)
