"""Speech, sound and time series of transformers."""

from __future__ import annotations

from typing import Any

from integration.models.builders import Denoiser
from integration.models.registry import Program, model
from integration.models.rows import (
    BATCH,
    ENCODER_DECODER,
    IDS,
    LENGTH,
    LONGEST,
    SOUND,
    USUAL,
    USUAL_TEXT,
    VOCABULARY,
    Input,
    Row,
    add_row,
    create,
    full,
    ids,
    normal,
    program,
    seeded,
)
from integration.models.weights import rescale_

#: Samples of a sound.
SAMPLES = 1000
WAVE = {"input_values": normal(BATCH, SAMPLES)}
SPEECH = {**SOUND, "vocab_size": VOCABULARY, "mask_time_prob": 0.0}
CODEC = {
    "hidden_size": 16,
    "num_filters": 4,
    "num_residual_layers": 1,
    "upsampling_ratios": [4, 2],
    "num_lstm_layers": 1,
    "codebook_size": 16,
    "codebook_dim": 16,
}
SERIES = {
    "prediction_length": 6,
    "context_length": 12,
    "input_size": 1,
    "lags_sequence": [1, 2, 3],
    "num_time_features": 2,
    "d_model": 32,
    "encoder_layers": 2,
    "decoder_layers": 2,
    "encoder_attention_heads": 4,
    "decoder_attention_heads": 4,
    "encoder_ffn_dim": 64,
    "decoder_ffn_dim": 64,
}
#: Context and the largest lag; what is to be predicted is known in training.
PAST = {
    "past_values": normal(BATCH, 15),
    "past_time_features": normal(BATCH, 15, 2),
    "past_observed_mask": full(1.0, BATCH, 15),
    "future_values": normal(BATCH, 6),
    "future_time_features": normal(BATCH, 6, 2),
}
PATCHED = {
    "num_input_channels": 2,
    "context_length": 32,
    "patch_length": 8,
    "patch_stride": 8,
    "d_model": 16,
    "num_layers": 2,
    "prediction_length": 8,
}

#: Name -> class of the model and of its configuration, sizes, inputs.
SIGNALS: dict[str, tuple[str, str, dict[str, Any], dict[str, Input]]] = {
    "clap": (
        "ClapModel",
        "ClapConfig",
        {
            "text_config": {**USUAL_TEXT, "projection_dim": 16},
            "audio_config": {
                "window_size": 4,
                "num_mel_bins": 16,
                "spec_size": 64,
                "patch_size": 4,
                "patch_stride": [4, 4],
                "hidden_size": 32,
                "patch_embeds_hidden_size": 8,
                "depths": [1, 1, 2],
                "num_attention_heads": [1, 2, 2],
                "projection_dim": 16,
                "num_classes": 5,
            },
            "projection_dim": 16,
        },
        {
            "input_ids": ids(BATCH, 9),
            "input_features": normal(BATCH, 1, 250, 16),
            "is_longer": Input("values", (BATCH,), (False,)),
        },
    ),
    "dac": (
        "DacModel",
        "DacConfig",
        {"encoder_hidden_size": 8, "decoder_hidden_size": 32, "hidden_size": 32}
        | {"downsampling_ratios": [2, 4], "upsampling_ratios": [4, 2]}
        | {"n_codebooks": 2, "codebook_size": 16, "codebook_dim": 4},
        {"input_values": normal(BATCH, 1, 128)},
    ),
    "data2vec_audio": (
        "Data2VecAudioModel",
        "Data2VecAudioConfig",
        {**SOUND, "conv_pos_kernel_size": 5, "num_conv_pos_embeddings": 3},
        WAVE,
    ),
    "encodec": ("EncodecModel", "EncodecConfig", CODEC, {"input_values": normal(BATCH, 1, 128)}),
    "fastspeech2_conformer": (
        "FastSpeech2ConformerModel",
        "FastSpeech2ConformerConfig",
        {"hidden_size": 32, "vocab_size": VOCABULARY, "num_mel_bins": 8}
        | {"encoder_num_attention_heads": 2, "encoder_layers": 1, "encoder_linear_units": 32}
        | {"decoder_num_attention_heads": 2, "decoder_layers": 1, "decoder_linear_units": 32}
        | {"speech_decoder_postnet_units": 16, "pitch_predictor_channels": 16}
        | {"duration_predictor_channels": 16, "energy_predictor_channels": 16},
        {"input_ids": ids(2, 9)},
    ),
    # Its own attention draws at random which keys it looks at.
    "informer": (
        "InformerModel",
        "InformerConfig",
        {**SERIES, "attention_type": "full", "distil": False},
        PAST,
    ),
    "mimi": (
        "MimiModel",
        "MimiConfig",
        {**CODEC, **USUAL, "num_key_value_heads": 4, "head_dim": 8, "hidden_size": 32}
        | {"codebook_dim": 16, "vector_quantization_hidden_dimension": 16}
        | {"num_quantizers": 4, "num_semantic_quantizers": 1, "sliding_window": 8}
        | {"upsample_groups": 32, "max_position_embeddings": LONGEST},
        {"input_values": normal(BATCH, 1, 256)},
    ),
    "moonshine": (
        "MoonshineForConditionalGeneration",
        "MoonshineConfig",
        {**IDS, "hidden_size": 32, "intermediate_size": 64, "encoder_num_hidden_layers": 2}
        | {"decoder_num_hidden_layers": 2, "encoder_num_attention_heads": 4}
        | {"decoder_num_attention_heads": 4, "max_position_embeddings": LONGEST}
        | {"decoder_start_token_id": 1},
        {"input_values": normal(BATCH, 2000), "decoder_input_ids": ids(BATCH, LENGTH)},
    ),
    "musicgen": (
        "MusicgenForCausalLM",
        "MusicgenDecoderConfig",
        {"vocab_size": VOCABULARY, "hidden_size": 32, "num_hidden_layers": 2, "ffn_dim": 64}
        | {"num_attention_heads": 4, "num_codebooks": 2, "max_position_embeddings": LONGEST}
        | {"pad_token_id": 0},
        {"input_ids": ids((4, 6), LENGTH)},
    ),
    "parakeet_ctc": (
        "ParakeetForCTC",
        "ParakeetCTCConfig",
        {
            "vocab_size": VOCABULARY,
            "encoder_config": {
                **USUAL,
                "num_mel_bins": 16,
                "subsampling_conv_channels": 8,
                "conv_kernel_size": 5,
                "num_key_value_heads": 4,
            },
        },
        {"input_features": normal(BATCH, 64, 16)},
    ),
    "patchtsmixer": (
        "PatchTSMixerForPrediction",
        "PatchTSMixerConfig",
        PATCHED,
        {"past_values": normal(BATCH, 32, 2)},
    ),
    "patchtsmixer_attention": (
        "PatchTSMixerForPrediction",
        "PatchTSMixerConfig",
        {**PATCHED, "mode": "mix_channel", "self_attn": True, "self_attn_heads": 2},
        {"past_values": normal(BATCH, 32, 2)},
    ),
    "pop2piano": (
        "Pop2PianoForConditionalGeneration",
        "Pop2PianoConfig",
        {**IDS, "d_model": 32, "d_kv": 8, "d_ff": 64, "num_layers": 2, "num_heads": 4}
        | {"decoder_start_token_id": 0},
        {"inputs_embeds": normal(BATCH, LENGTH, 32), "decoder_input_ids": ids(BATCH, 7)},
    ),
    "seamless_m4t": (
        "SeamlessM4TForSpeechToText",
        "SeamlessM4TConfig",
        {**IDS, "hidden_size": 32, "max_position_embeddings": LONGEST, "encoder_layers": 1}
        | {"encoder_ffn_dim": 64, "encoder_attention_heads": 4, "decoder_layers": 1}
        | {"decoder_ffn_dim": 64, "decoder_attention_heads": 4, "speech_encoder_layers": 1}
        | {"speech_encoder_attention_heads": 4, "speech_encoder_intermediate_size": 64}
        | {"feature_projection_input_dim": 16, "conv_depthwise_kernel_size": 5}
        | {"max_source_positions": LONGEST, "adaptor_kernel_size": 4, "adaptor_stride": 4}
        | {"decoder_start_token_id": 1, "t2u_vocab_size": 20, "unit_hifi_gan_vocab_size": 20},
        {"input_features": normal(BATCH, 32, 16), "decoder_input_ids": ids(BATCH, 7)},
    ),
    "sew": (
        "SEWModel",
        "SEWConfig",
        {**SPEECH, "squeeze_factor": 2},
        WAVE,
    ),
    "sew_d": (
        "SEWDModel",
        "SEWDConfig",
        {**SPEECH, "squeeze_factor": 2, "max_position_embeddings": 32}
        | {"position_buckets": 8},
        WAVE,
    ),
    "speech_to_text": (
        "Speech2TextForConditionalGeneration",
        "Speech2TextConfig",
        {**ENCODER_DECODER, "input_feat_per_channel": 16, "conv_channels": 16}
        | {"max_source_positions": 80, "max_target_positions": LONGEST},
        {"input_features": normal(BATCH, 40, 16), "decoder_input_ids": ids(BATCH, LENGTH)},
    ),
    "speecht5": (
        "SpeechT5ForSpeechToText",
        "SpeechT5Config",
        {**ENCODER_DECODER, **SPEECH, "hidden_size": 32}
        | {"max_speech_positions": LONGEST, "max_text_positions": LONGEST},
        {**WAVE, "decoder_input_ids": ids(BATCH, 7)},
    ),
    "speecht5_tts": (
        "SpeechT5ForTextToSpeech",
        "SpeechT5Config",
        {**ENCODER_DECODER, **SPEECH, "hidden_size": 32, "num_mel_bins": 8}
        | {"speech_decoder_prenet_units": 16, "speech_decoder_postnet_units": 16}
        | {"speaker_embedding_dim": 8, "speech_decoder_prenet_dropout": 0.0},
        {
            "input_ids": ids(BATCH, 13),
            "decoder_input_values": normal(BATCH, 6, 8),
            "speaker_embeddings": normal(BATCH, 8),
        },
    ),
    "time_series_transformer": (
        "TimeSeriesTransformerModel",
        "TimeSeriesTransformerConfig",
        SERIES,
        PAST,
    ),
    "timesfm": (
        "TimesFmModel",
        "TimesFmConfig",
        {**USUAL, "patch_length": 8, "context_length": 32, "head_dim": 8}
        | {"horizon_length": 8, "freq_size": 3},
        {
            "past_values": normal(BATCH, 32),
            "past_values_padding": full(0, BATCH, 32),
            "freq": Input("below", (BATCH, 1), (0, 3)),
        },
    ),
    "unispeech": (
        "UniSpeechModel",
        "UniSpeechConfig",
        {**SPEECH, "num_codevectors_per_group": 4, "codevector_dim": 16},
        WAVE,
    ),
    "unispeech_sat": ("UniSpeechSatModel", "UniSpeechSatConfig", SPEECH, WAVE),
    "univnet": (
        "UnivNetModel",
        "UnivNetConfig",
        {"model_in_channels": 8, "model_hidden_channels": 8, "num_mel_bins": 8}
        | {"resblock_kernel_sizes": [3, 3], "resblock_stride_sizes": [2, 2]}
        | {"resblock_dilation_sizes": [[1, 3], [1, 3]], "kernel_predictor_num_blocks": 1}
        | {"kernel_predictor_hidden_channels": 8},
        {"input_features": normal(BATCH, 8, 8), "noise_sequence": normal(BATCH, 8, 8)},
    ),
    "hubert_large": (
        "HubertForCTC",
        "HubertConfig",
        {**SPEECH, "feat_extract_norm": "layer", "do_stable_layer_norm": True},
        WAVE,
    ),
    "wav2vec2_bert": (
        "Wav2Vec2BertModel",
        "Wav2Vec2BertConfig",
        {**USUAL, "feature_projection_input_dim": 16, "conv_depthwise_kernel_size": 5}
        | {"mask_time_prob": 0.0},
        {"input_features": normal(BATCH, 24, 16)},
    ),
    "wav2vec2_conformer": (
        "Wav2Vec2ConformerModel",
        "Wav2Vec2ConformerConfig",
        {**SPEECH, "conv_depthwise_kernel_size": 5, "position_embeddings_type": "rotary"},
        WAVE,
    ),
    "wav2vec2_conformer_relative": (
        "Wav2Vec2ConformerModel",
        "Wav2Vec2ConformerConfig",
        {**SPEECH, "conv_depthwise_kernel_size": 5, "position_embeddings_type": "relative"},
        WAVE,
    ),
    "wav2vec2_xvector": (
        "Wav2Vec2ForXVector",
        "Wav2Vec2Config",
        {**SPEECH, "tdnn_dim": [16, 16, 24], "tdnn_kernel": [5, 3, 1]}
        | {"tdnn_dilation": [1, 2, 1], "xvector_output_dim": 16},
        WAVE,
    ),
    "wavlm": (
        "WavLMModel",
        "WavLMConfig",
        {**SPEECH, "num_buckets": 16, "max_bucket_distance": 40},
        WAVE,
    ),
}

#: Two steps of a text to speech model, and a spectrogram to sound.
SIGNALS |= {
    "speecht5_hifigan": (
        "SpeechT5HifiGan",
        "SpeechT5HifiGanConfig",
        {"model_in_dim": 8, "upsample_initial_channel": 16, "upsample_rates": [2, 2]}
        | {"upsample_kernel_sizes": [4, 4], "resblock_kernel_sizes": [3, 5]}
        | {"resblock_dilation_sizes": [[1, 3], [1, 3]]},
        {"spectrogram": normal(BATCH, 12, 8)},
    ),
    "whisper_classification": (
        "WhisperForAudioClassification",
        "WhisperConfig",
        {**ENCODER_DECODER, "num_mel_bins": 16, "max_source_positions": 20}
        | {"max_target_positions": LONGEST, "use_weighted_layer_sum": True},
        {"input_features": normal(BATCH, 16, 40)},
    ),
}

for _name, _row in SIGNALS.items():
    add_row(_name, Row(*_row))


@model("zoo.autoformer")
def autoformer(full: bool) -> Program:
    """Attention by correlations, which are sums in the frequency domain. With a mask, which
    torch.export always traces, it wants heads of as many numbers as there are steps of
    time. It computes in float32, whatever its weights are."""
    sizes = {**SERIES, "d_model": 48, "label_length": 6, "moving_average": 5}
    with seeded(0):
        module = create("AutoformerModel", "AutoformerConfig", sizes, "")
    return program(Denoiser(rescale_(module).eval()), PAST, "autoformer")
