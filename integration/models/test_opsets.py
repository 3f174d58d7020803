"""Every model gives torch's numbers at the old opsets, or is refused for a reason.

The default opset is test_models.py's business.  Opsets 9 and 10 lack the most, so
that all models are converted to them; a few models go through one opset of each
generation of the standard.
"""

from __future__ import annotations

import pytest

from integration.models.export import prepare
from integration.models.outcome import read_known, run
from integration.models.registry import models

#: Operators that an opset cannot express in a model; all others pass.
REFUSED = {
    9: {
        # ceil_mode came with 10; the size of the image is not known.
        "efficientnet_b0": "AveragePool",
        # Before 11 there is no linear interpolation that the standard defines.
        "segformer_b0": "Resize",
        "super_resolution": "Resize",
        "super_resolution_sized": "Resize",
        "unet": "Resize",
    },
    10: {
        "segformer_b0": "Resize",
        "super_resolution": "Resize",
        "super_resolution_sized": "Resize",
        "unet": "Resize",
    },
}

#: One for each way in which the standard changed: operands that were attributes,
#: Softmax, reductions, LayerNormalization, Gelu, Attention.
GENERATIONS = (11, 12, 13, 17, 18, 20, 24, 26)
FEW = ("bert_base.sdpa", "gpt2.eager", "llama.sdpa", "resnet50", "swin_tiny")

#: Breadth of architectures is not what this is about, nor what fails at every opset.
ALL = sorted(
    name
    for name, model in models().items()
    if not model.row and name not in read_known()
)
CASES = [(name, opset) for opset in REFUSED for name in ALL]
CASES += [(name, opset) for opset in GENERATIONS for name in FEW if name in ALL]


@pytest.mark.parametrize(("name", "opset"), CASES)
def test_opset(name: str, opset: int, compiler: str) -> None:
    """The numbers of the default opset's test, or the message of the operator."""
    outcome = run(prepare(name), options=(f"--opset={opset}",))
    text = "\n".join(outcome.failures)
    operator = REFUSED.get(opset, {}).get(name)
    if operator is None:
        assert outcome.ok, text
        return
    assert outcome.reason == "conversion", text or "it is expressed now"
    assert f"'onnx.{operator}' cannot be expressed at opset {opset}, needs" in text


def test_refused_are_models() -> None:
    """A renamed model must not leave its excuse behind."""
    for names in REFUSED.values():
        assert set(names) <= set(models())


def test_building_blocks(compiler: str) -> None:
    """At opset 23 a transformer is made of the standard's own building blocks; of
    the same program torch.onnx writes 128 nodes."""
    outcome = run(prepare("llama.sdpa"), options=("--opset=23",))
    assert outcome.ok, "\n".join(outcome.failures)
    layers = 4
    assert outcome.nodes["Attention"] == layers
    assert outcome.nodes["RotaryEmbedding"] == 2 * layers
    assert outcome.nodes["RMSNormalization"] == 2 * layers + 1
    assert outcome.nodes.total() <= 128
