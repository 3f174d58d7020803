"""Encoders, and encoders with decoders, of transformers, for text."""

from __future__ import annotations

from typing import Any

from integration.models.rows import (
    BATCH,
    ENCODER_DECODER,
    FIXED_TEXT_INPUTS,
    IDS,
    LENGTH,
    LONGEST,
    TEXT_INPUTS,
    USUAL_TEXT,
    VOCABULARY,
    Input,
    Row,
    add_row,
    below,
    full,
    ids,
)

RELATIVE = {
    **IDS,
    "d_model": 32,
    "d_kv": 8,
    "d_ff": 64,
    "num_layers": 2,
    "num_heads": 4,
    "decoder_start_token_id": 0,
}

#: Name -> class of the model and of its configuration, sizes.
ENCODERS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "convbert": ("ConvBertModel", "ConvBertConfig", {**USUAL_TEXT, "embedding_size": 16}),
    "data2vec_text": ("Data2VecTextModel", "Data2VecTextConfig", USUAL_TEXT),
    "deberta": (
        "DebertaModel",
        "DebertaConfig",
        {**USUAL_TEXT, "relative_attention": True, "pos_att_type": ["c2p", "p2c"]},
    ),
    "ernie": ("ErnieModel", "ErnieConfig", USUAL_TEXT),
    "esm": (
        "EsmModel",
        "EsmConfig",
        {**USUAL_TEXT, "mask_token_id": 3, "position_embedding_type": "rotary"},
    ),
    "eurobert": ("EuroBertModel", "EuroBertConfig", USUAL_TEXT),
    "flaubert": (
        "FlaubertModel",
        "FlaubertConfig",
        {**IDS, "emb_dim": 32, "n_layers": 2, "n_heads": 4}
        | {"max_position_embeddings": LONGEST},
    ),
    "ibert": ("IBertModel", "IBertConfig", USUAL_TEXT),
    "megatron_bert": ("MegatronBertModel", "MegatronBertConfig", USUAL_TEXT),
    "nomic_bert": ("NomicBertModel", "NomicBertConfig", USUAL_TEXT),
    "prelayernorm": ("RobertaPreLayerNormModel", "RobertaPreLayerNormConfig", USUAL_TEXT),
    "rembert": (
        "RemBertModel",
        "RemBertConfig",
        {**USUAL_TEXT, "input_embedding_size": 16, "output_embedding_size": 16},
    ),
    "roc_bert": (
        "RoCBertModel",
        "RoCBertConfig",
        {**USUAL_TEXT, "pronunciation_vocab_size": 100, "shape_vocab_size": 100},
    ),
    "splinter": ("SplinterModel", "SplinterConfig", USUAL_TEXT),
    "squeezebert": (
        "SqueezeBertModel",
        "SqueezeBertConfig",
        {**USUAL_TEXT, "embedding_size": 32},
    ),
    "xlm": (
        "XLMModel",
        "XLMConfig",
        {**IDS, "emb_dim": 32, "n_layers": 2, "n_heads": 4}
        | {"max_position_embeddings": LONGEST},
    ),
    "xlm_roberta_xl": ("XLMRobertaXLModel", "XLMRobertaXLConfig", USUAL_TEXT),
    "xmod": (
        "XmodModel",
        "XmodConfig",
        {**USUAL_TEXT, "languages": ["en"], "default_language": "en"},
    ),
}

#: The same; torch.export, or the model, fixes the length.
OF_FIXED_LENGTH: dict[str, tuple[str, str, dict[str, Any], int]] = {
    "longformer": (
        "LongformerModel",
        "LongformerConfig",
        {**USUAL_TEXT, "attention_window": [4, 4]},
        16,
    ),
    "reformer": (
        "ReformerModel",
        "ReformerConfig",
        {**IDS, "hidden_size": 32, "attention_head_size": 8, "num_attention_heads": 4}
        | {"feed_forward_size": 64, "axial_pos_shape": [4, 8]}
        | {"axial_pos_embds_dim": [8, 24], "attn_layers": ["local", "local"]}
        | {"local_attn_chunk_length": 8, "max_position_embeddings": 32}
        | {"is_decoder": False},
        32,
    ),
    "yoso": (
        "YosoModel",
        "YosoConfig",
        {**USUAL_TEXT, "use_expectation": True},
        13,
    ),
}

_BOXES = Input("boxes", (BATCH, LENGTH, 4), (0, 50))

#: The same with inputs of their own.
OTHERS: dict[str, tuple[str, str, dict[str, Any], dict[str, Input]]] = {
    "fnet": (
        "FNetModel",
        "FNetConfig",
        USUAL_TEXT,
        {"input_ids": ids(BATCH, LENGTH)},
    ),
    "layoutlm": (
        "LayoutLMModel",
        "LayoutLMConfig",
        {**USUAL_TEXT, "max_2d_position_embeddings": 128},
        {**TEXT_INPUTS, "bbox": _BOXES},
    ),
    "lilt": (
        "LiltModel",
        "LiltConfig",
        {**USUAL_TEXT, "hidden_size": 48, "max_2d_position_embeddings": 128}
        | {"channel_shrink_ratio": 4},
        {**TEXT_INPUTS, "bbox": _BOXES},
    ),
    "bros": (
        "BrosModel",
        "BrosConfig",
        {**USUAL_TEXT, "hidden_size": 128, "dim_bbox": 8},
        {**TEXT_INPUTS, "bbox": Input("uniform", (BATCH, LENGTH, 8))},
    ),
    "luke": (
        "LukeModel",
        "LukeConfig",
        {**USUAL_TEXT, "entity_vocab_size": 20, "entity_emb_size": 16},
        {
            **TEXT_INPUTS,
            "entity_ids": below(1, 20, BATCH, 3),
            "entity_attention_mask": full(1, BATCH, 3),
            "entity_position_ids": below(0, 12, BATCH, 3, 4),
        },
    ),
    "markuplm": (
        "MarkupLMModel",
        "MarkupLMConfig",
        {**USUAL_TEXT, "max_depth": 4, "xpath_unit_hidden_size": 8}
        | {"max_xpath_tag_unit_embeddings": 20, "max_xpath_subs_unit_embeddings": 20}
        | {"tag_pad_id": 18, "subs_pad_id": 18},
        {
            **TEXT_INPUTS,
            "xpath_tags_seq": below(0, 20, BATCH, LENGTH, 4),
            "xpath_subs_seq": below(0, 20, BATCH, LENGTH, 4),
        },
    ),
    "nystromformer": (
        "NystromformerModel",
        "NystromformerConfig",
        {**USUAL_TEXT, "num_landmarks": 4, "segment_means_seq_len": 12},
        {"input_ids": ids(BATCH, 12)},
    ),
    "perceiver": (
        "PerceiverModel",
        "PerceiverConfig",
        {"num_latents": 6, "d_latents": 16, "d_model": 24, "num_blocks": 1}
        | {"num_self_attends_per_block": 2, "num_self_attention_heads": 2}
        | {"num_cross_attention_heads": 2},
        {"inputs": Input("normal", (BATCH, LENGTH, 24))},
    ),
    "tapas": (
        "TapasModel",
        "TapasConfig",
        {**USUAL_TEXT, "type_vocab_sizes": [3, 8, 8, 2, 8, 8, 4]},
        {**TEXT_INPUTS, "token_type_ids": below(0, 2, BATCH, LENGTH, 7)},
    ),
}

#: Encoder and decoder. The length of the source is dynamic.
ENCODERS_WITH_DECODER: dict[str, tuple[str, str, dict[str, Any]]] = {
    "bigbird_pegasus": (
        "BigBirdPegasusForConditionalGeneration",
        "BigBirdPegasusConfig",
        {**ENCODER_DECODER, "attention_type": "original_full"},
    ),
    "blenderbot": (
        "BlenderbotForConditionalGeneration",
        "BlenderbotConfig",
        ENCODER_DECODER,
    ),
    "blenderbot_small": (
        "BlenderbotSmallForConditionalGeneration",
        "BlenderbotSmallConfig",
        ENCODER_DECODER,
    ),
    "fsmt": (
        "FSMTForConditionalGeneration",
        "FSMTConfig",
        {**ENCODER_DECODER, "src_vocab_size": VOCABULARY, "tgt_vocab_size": VOCABULARY}
        | {"langs": ["en", "de"]},
    ),
    "m2m_100": ("M2M100ForConditionalGeneration", "M2M100Config", ENCODER_DECODER),
    "mbart": ("MBartForConditionalGeneration", "MBartConfig", ENCODER_DECODER),
    "mt5": ("MT5ForConditionalGeneration", "MT5Config", RELATIVE),
    "mvp": ("MvpForConditionalGeneration", "MvpConfig", ENCODER_DECODER),
    "nllb_moe": (
        "NllbMoeForConditionalGeneration",
        "NllbMoeConfig",
        {**ENCODER_DECODER, "num_experts": 4, "expert_capacity": 64}
        | {"encoder_sparse_step": 2, "decoder_sparse_step": 2},
    ),
    "pegasus": ("PegasusForConditionalGeneration", "PegasusConfig", ENCODER_DECODER),
    "plbart": ("PLBartForConditionalGeneration", "PLBartConfig", ENCODER_DECODER),
    "prophetnet": (
        "ProphetNetForConditionalGeneration",
        "ProphetNetConfig",
        {**IDS, "hidden_size": 32, "num_encoder_layers": 2, "num_decoder_layers": 2}
        | {"num_encoder_attention_heads": 4, "num_decoder_attention_heads": 4}
        | {"encoder_ffn_dim": 64, "decoder_ffn_dim": 64, "ngram": 2}
        | {"max_position_embeddings": LONGEST, "decoder_start_token_id": 0},
    ),
    "switch_transformers": (
        "SwitchTransformersForConditionalGeneration",
        "SwitchTransformersConfig",
        {**RELATIVE, "num_experts": 4, "expert_capacity": 64, "num_sparse_encoder_layers": 1}
        | {"num_sparse_decoder_layers": 1},
    ),
    "umt5": ("UMT5ForConditionalGeneration", "UMT5Config", RELATIVE),
    "t5gemma": (
        "T5GemmaForConditionalGeneration",
        "T5GemmaConfig",
        {
            part: {
                **USUAL_TEXT,
                "head_dim": 8,
                "num_key_value_heads": 2,
                "sliding_window": 8,
            }
            for part in ("encoder", "decoder")
        },
    ),
}

#: The same, of fixed length.
WITH_DECODER_OF_FIXED_LENGTH: dict[str, tuple[str, str, dict[str, Any]]] = {
    "led": (
        "LEDForConditionalGeneration",
        "LEDConfig",
        {**{k: v for k, v in ENCODER_DECODER.items() if k != "max_position_embeddings"}}
        | {"max_encoder_position_embeddings": LONGEST, "attention_window": 4}
        | {"max_decoder_position_embeddings": LONGEST},
    ),
    "longt5": (
        "LongT5ForConditionalGeneration",
        "LongT5Config",
        {**RELATIVE, "local_radius": 3, "encoder_attention_type": "local"},
    ),
    "longt5_global": (
        "LongT5ForConditionalGeneration",
        "LongT5Config",
        {**RELATIVE, "local_radius": 3, "encoder_attention_type": "transient-global"}
        | {"global_block_size": 4},
    ),
    "pegasus_x": (
        "PegasusXForConditionalGeneration",
        "PegasusXConfig",
        {**ENCODER_DECODER, "num_global_tokens": 4, "block_size": 8}
        | {"stagger_local_blocks": True},
    ),
}

for _name, _row in ENCODERS.items():
    add_row(_name, Row(*_row, TEXT_INPUTS))
for _name, (_kind, _config, _sizes, _length) in OF_FIXED_LENGTH.items():
    _batch = 2 if _name == "reformer" else BATCH
    _inputs = {"input_ids": ids(_batch, _length), "attention_mask": full(1, _batch, _length)}
    add_row(_name, Row(_kind, _config, _sizes, _inputs))
for _name, _other in OTHERS.items():
    add_row(_name, Row(*_other))
for _name, _row in ENCODERS_WITH_DECODER.items():
    add_row(_name, Row(*_row, {**TEXT_INPUTS, "decoder_input_ids": ids(BATCH, 7)}))
for _name, _row in WITH_DECODER_OF_FIXED_LENGTH.items():
    add_row(_name, Row(*_row, {**FIXED_TEXT_INPUTS, "decoder_input_ids": ids(BATCH, 7)}))
for _name in ("esm", "ernie", "xlm_roberta_xl"):
    add_row(f"{_name}.eager", Row(*ENCODERS[_name], TEXT_INPUTS, "eager"))
