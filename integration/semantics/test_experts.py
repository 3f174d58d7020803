"""Mixtures of experts: products of groups of rows whose numbers depend on data."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
import transformers
from torch import Tensor, nn

from integration.common.compiler import convert
from integration.common.runtime import Session
from integration.semantics.language_models import SMALL

_MODELS = {
    "Mixtral": (
        transformers.MixtralForCausalLM,
        transformers.MixtralConfig(
            **SMALL, num_local_experts=4, num_experts_per_tok=2
        ),
    ),
    "Qwen3-MoE": (
        transformers.Qwen3MoeForCausalLM,
        transformers.Qwen3MoeConfig(
            **SMALL,
            head_dim=8,
            moe_intermediate_size=16,
            num_experts=8,
            num_experts_per_tok=3,
        ),
    ),
}


class Logits(nn.Module):
    """The logits of a language model, without a cache."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, tokens: Tensor) -> Tensor:
        """Of tokens [batch, length]."""
        logits = self.model(input_ids=tokens, use_cache=False).logits
        assert isinstance(logits, Tensor)
        return logits


@pytest.mark.parametrize("name", _MODELS)
def test_mixture(name: str, tmp_path: Path) -> None:
    """Other tokens, and other numbers of them, choose other experts."""
    torch.manual_seed(0)
    kind, config = _MODELS[name]
    model = Logits(kind(config)).eval()
    tokens = torch.randint(0, 97, (2, 5))
    program = torch.export.export(
        model,
        (tokens,),
        dynamic_shapes=({0: torch.export.Dim.AUTO, 1: torch.export.Dim.AUTO},),
    )
    torch.export.save(program, tmp_path / "model.pt2")
    done = convert(tmp_path / "model.pt2", tmp_path / "model.onnx", [])
    assert not done.failure, done.stderr
    session = Session(tmp_path / "model.onnx")
    for shape in [(2, 5), (1, 1), (3, 17)]:
        tokens = torch.randint(0, 97, shape)
        with torch.no_grad():
            expected = model(tokens)
        (actual,) = session.run((tokens,))
        torch.testing.assert_close(actual, expected, rtol=1e-4, atol=1e-5)
