"""Encoder-decoder and two-tower models of transformers."""

from __future__ import annotations

import torch
import transformers
from torch import nn
from torch.export import Dim

from integration.models.registry import (
    Program,
    batch_dim,
    images,
    model,
    padding_mask,
    sequence_dim,
    tokens,
)
from integration.models.weights import rescale_

BOTH = ("eager", "sdpa")


class EncoderDecoder(nn.Module):
    """Logits of a text-to-text model."""

    def __init__(self, module: nn.Module) -> None:
        super().__init__()
        self.model = module

    def forward(
        self,
        input_ids: torch.Tensor,
        attention_mask: torch.Tensor,
        decoder_input_ids: torch.Tensor,
    ) -> torch.Tensor:
        return self.model(
            input_ids=input_ids,
            attention_mask=attention_mask,
            decoder_input_ids=decoder_input_ids,
            use_cache=False,
            return_dict=True,
        ).logits


@model("t5_small")
def t5_small(full: bool) -> Program:
    """Relative position buckets, RMS norms, cross attention."""
    small = {
        "vocab_size": 100,
        "d_model": 32,
        "d_kv": 8,
        "d_ff": 64,
        "num_layers": 2,
        "num_heads": 4,
    }
    config = transformers.T5Config(**({} if full else small))
    module = rescale_(transformers.T5ForConditionalGeneration(config)).eval()
    with torch.no_grad():  # T5 divides its query weights, not its scores, by this
        for name, parameter in module.named_parameters():
            if name.endswith("Attention.q.weight"):
                parameter.div_(config.d_kv**0.5)
    vocabulary = config.vocab_size
    source = {0: batch_dim(), 1: sequence_dim()}
    target = {0: batch_dim(), 1: sequence_dim("target_sequence")}
    return Program(
        EncoderDecoder(module),
        (tokens(2, 13, vocabulary), padding_mask(2, 13), tokens(2, 7, vocabulary)),
        dynamic_shapes={
            "input_ids": source,
            "attention_mask": source,
            "decoder_input_ids": target,
        },
        second=(
            (tokens(3, 21, vocabulary), padding_mask(3, 21), tokens(3, 11, vocabulary)),
            {},
        ),
    )


class SpeechToText(nn.Module):
    """Logits of a speech model."""

    def __init__(self, module: nn.Module) -> None:
        super().__init__()
        self.model = module

    def forward(
        self, input_features: torch.Tensor, decoder_input_ids: torch.Tensor
    ) -> torch.Tensor:
        return self.model(
            input_features=input_features,
            decoder_input_ids=decoder_input_ids,
            use_cache=False,
            return_dict=True,
        ).logits


@model("whisper_tiny", attention=BOTH)
def whisper_tiny(full: bool, attention: str) -> Program:
    """Convolutions over a spectrogram of fixed length, then encoder and decoder."""
    small = {
        "vocab_size": 100,
        "d_model": 32,
        "encoder_layers": 2,
        "decoder_layers": 2,
        "encoder_attention_heads": 4,
        "decoder_attention_heads": 4,
        "encoder_ffn_dim": 64,
        "decoder_ffn_dim": 64,
        "max_source_positions": 20,
        "max_target_positions": 64,
        "pad_token_id": 0,
        "bos_token_id": 1,
        "eos_token_id": 2,
        "decoder_start_token_id": 1,
    }
    tiny = {
        "d_model": 384,
        "encoder_attention_heads": 6,
        "decoder_attention_heads": 6,
        "encoder_ffn_dim": 1536,
        "decoder_ffn_dim": 1536,
    }
    config = transformers.WhisperConfig(
        **(tiny if full else small), attn_implementation=attention
    )
    module = rescale_(transformers.WhisperForConditionalGeneration(config)).eval()
    frames, bins = 2 * config.max_source_positions, config.num_mel_bins
    vocabulary = config.vocab_size
    longest = config.max_target_positions

    def inputs(batch: int, length: int) -> tuple[torch.Tensor, torch.Tensor]:
        features = images(batch, bins, frames, channels=1)[:, 0]
        return features, tokens(batch, length, vocabulary)

    return Program(
        SpeechToText(module),
        inputs(2, 9),
        dynamic_shapes={
            "input_features": {0: batch_dim()},
            "decoder_input_ids": {0: batch_dim(), 1: sequence_dim(maximum=longest)},
        },
        second=(inputs(3, 14), {}),
    )


class TwoTowers(nn.Module):
    """Similarity of texts and images, and both embeddings."""

    def __init__(self, module: nn.Module) -> None:
        super().__init__()
        self.model = module

    def forward(
        self,
        input_ids: torch.Tensor,
        pixel_values: torch.Tensor,
        attention_mask: torch.Tensor,
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        result = self.model(
            input_ids=input_ids,
            pixel_values=pixel_values,
            attention_mask=attention_mask,
            return_dict=True,
        )
        return result.logits_per_image, result.text_embeds, result.image_embeds


@model("clip", attention=BOTH)
def clip(full: bool, attention: str) -> Program:
    """Two encoders; the numbers of texts and of images differ."""
    tower = {
        "hidden_size": 32,
        "intermediate_size": 64,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
    }
    text = {"vocab_size": 100, "max_position_embeddings": 32, "eos_token_id": 99}
    vision = {"image_size": 32, "patch_size": 8}
    config = transformers.CLIPConfig(
        text_config={} if full else tower | text,
        vision_config={} if full else tower | vision,
        projection_dim=512 if full else 16,
        attn_implementation=attention,
    )
    module = rescale_(transformers.CLIPModel(config)).eval()
    vocabulary = config.text_config.vocab_size
    size = config.vision_config.image_size
    longest = config.text_config.max_position_embeddings

    def inputs(texts: int, length: int, pictures: int) -> dict[str, torch.Tensor]:
        ids = tokens(texts, length, vocabulary - 1)
        ids[:, -1] = vocabulary - 1  # the end token, whose state is the embedding
        return {
            "input_ids": ids,
            "pixel_values": images(pictures, size, size),
            "attention_mask": padding_mask(texts, length),
        }

    words = {0: batch_dim(), 1: sequence_dim(maximum=longest)}
    return Program(
        TwoTowers(module),
        (),
        inputs(2, 11, 3),
        dynamic_shapes={
            "input_ids": words,
            "pixel_values": {0: Dim("image_batch", min=1, max=4096)},
            "attention_mask": words,
        },
        second=((), inputs(4, 17, 2)),
    )
