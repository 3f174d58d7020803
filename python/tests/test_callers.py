"""Calls of torch.onnx.export as libraries make them."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator
from typing import Any

import onnx
import onnxruntime
import pytest
import torch
import torch_onnx_mlir
import transformers

from .models import Norm, Scale

IDS = torch.randint(0, 100, (2, 7))


@pytest.fixture(autouse=True)
def _patched() -> Iterator[None]:
    with torch_onnx_mlir.patch():
        yield


def language_model(kind: str) -> Any:
    """A tiny language model with random weights."""
    sizes = {"vocab_size": 100, "bos_token_id": 1, "eos_token_id": 2, "pad_token_id": 0}
    if kind == "gpt2":
        gpt2 = transformers.GPT2Config(n_embd=32, n_layer=2, n_head=2, **sizes)
        return transformers.GPT2LMHeadModel(gpt2).eval()
    names = {
        "bert": (transformers.BertConfig, transformers.BertModel),
        "llama": (transformers.LlamaConfig, transformers.LlamaForCausalLM),
    }
    config, model = names[kind]
    return model(
        config(
            hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=64, **sizes
        )
    ).eval()


@pytest.mark.parametrize("kind", ["bert", "gpt2", "llama"])
def test_exporter_of_transformers(kind: str) -> None:
    """The exported program, a translation table of its own, then changes of the model."""
    try:
        from transformers.exporters.exporter_onnx import OnnxConfig, OnnxExporter

        exporter = OnnxExporter()
    except ImportError:
        pytest.skip("the exporter of transformers refuses this version of PyTorch")
    model = language_model(kind)
    inputs = {"input_ids": IDS, "attention_mask": torch.ones_like(IDS)}
    exported = exporter.export(model, dict(inputs), OnnxConfig(dynamic=True))
    assert exported.program.producer_name == "torch-onnx"
    result = exported(**inputs)
    torch.testing.assert_close(torch.as_tensor(result[0]), model(**inputs)[0], rtol=1e-4, atol=1e-5)


class _Features(torch.nn.Module):
    """As optimum wraps a model: tensors by name, a tuple of named outputs."""

    def __init__(self) -> None:
        super().__init__()
        self.embedding = torch.nn.Embedding(100, 16)

    def forward(
        self,
        input_ids: torch.Tensor,
        attention_mask: torch.Tensor | None = None,
        token_type_ids: torch.Tensor | None = None,
        return_dict: bool = False,
    ) -> Any:
        x = self.embedding(input_ids)
        if attention_mask is not None:
            x = x * attention_mask[..., None].to(x.dtype)
        return {"last_hidden_state": x, "pooler_output": x.mean(1)}


@pytest.mark.parametrize("dynamo", [False, True])
def test_call_of_optimum(tmp_path: pathlib.Path, dynamo: bool) -> None:
    path = tmp_path / "model.onnx"
    inputs = {"attention_mask": torch.ones_like(IDS), "input_ids": IDS}
    axes = {0: "batch_size", 1: "sequence_length"}
    common: dict[str, Any] = {
        "input_names": ["input_ids", "attention_mask"],
        "output_names": ["last_hidden_state", "pooler_output"],
        "opset_version": 17,
    }
    model = _Features().eval()
    if dynamo:
        torch.onnx.export(
            model, (), str(path), kwargs={name: inputs[name] for name in common["input_names"]},
            dynamic_shapes={"input_ids": axes, "attention_mask": axes},
            dynamo=True, external_data=False, **common,
        )
    else:
        torch.onnx.export(
            model, (inputs,), f=str(path), dynamo=False, do_constant_folding=True,
            dynamic_axes={
                "input_ids": axes, "attention_mask": axes, "last_hidden_state": axes,
                "pooler_output": {0: "batch_size"},
            },
            **common,
        )
    proto = onnx.load(path)
    assert proto.opset_import[0].version == 17
    assert [value.name for value in proto.graph.input] == common["input_names"]
    dims = proto.graph.input[1].type.tensor_type.shape.dim
    assert [dim.dim_param for dim in dims] == ["batch_size", "sequence_length"]
    ids = torch.randint(0, 100, (3, 5))
    mask = (torch.rand(3, 5) > 0.5).long()
    session = onnxruntime.InferenceSession(path)
    results = session.run(None, {"input_ids": ids.numpy(), "attention_mask": mask.numpy()})
    for actual, expected in zip(results, model(ids, mask).values(), strict=True):
        torch.testing.assert_close(torch.from_numpy(actual), expected)


def test_call_of_ultralytics(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "model.onnx"
    model, image = Norm().eval(), torch.zeros(1, 3, 32, 32)
    torch.onnx.export(
        model, image, str(path), verbose=False, opset_version=18, do_constant_folding=True,
        input_names=["images"], output_names=["output0"],
        dynamic_axes={"images": {0: "batch", 2: "height", 3: "width"}, "output0": {0: "batch"}},
        dynamo=False,
    )
    image = torch.randn(2, 3, 48, 40)
    (result,) = onnxruntime.InferenceSession(path).run(["output0"], {"images": image.numpy()})
    torch.testing.assert_close(torch.from_numpy(result), model(image), rtol=1e-4, atol=1e-5)
    assert torch.onnx.utils._constants.ONNX_MAX_OPSET


def test_call_of_mmdeploy(tmp_path: pathlib.Path) -> None:
    """Python values among the arguments, None for a flag."""
    path = tmp_path / "model.onnx"
    x = torch.randn(2, 4)
    torch.onnx.export(
        Scale(), (x, 3, None, True), str(path), export_params=True, input_names=["input"],
        output_names=["output"], opset_version=11, dynamic_axes={"input": {0: "batch"}},
        keep_initializers_as_inputs=None, verbose=False, dynamo=False,
    )
    (result,) = onnxruntime.InferenceSession(path).run(None, {"input": x[:1].numpy()})
    torch.testing.assert_close(torch.from_numpy(result), x[:1] * -3)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_call_of_diffusers(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "model.onnx"
    model, image = Norm().eval(), torch.randn(1, 3, 8, 8)
    torch.onnx.export(
        model, (image,), f=path.as_posix(), input_names=["sample"], output_names=["out"],
        dynamic_axes={"sample": {0: "batch"}}, do_constant_folding=True,
        use_external_data_format=False, enable_onnx_checker=True, opset_version=14,
    )
    assert list(tmp_path.iterdir()) == [path]
    (result,) = onnxruntime.InferenceSession(path).run(None, {"sample": image.numpy()})
    torch.testing.assert_close(torch.from_numpy(result), model(image), rtol=1e-4, atol=1e-5)


def test_names_of_weights_among_the_inputs(tmp_path: pathlib.Path) -> None:
    """The oldest example: more names than inputs, for the weights."""
    path = tmp_path / "model.onnx"
    names = ["actual_input_1"] + [f"learned_{n}" for n in range(4)]
    with pytest.warns(torch_onnx_mlir.errors.OnnxExporterWarning, match="not used"):
        torch.onnx.export(
            Norm().eval(), torch.randn(1, 3, 8, 8), path, verbose=False, input_names=names,
            output_names=["output1"],
        )
    assert [value.name for value in onnx.load(path).graph.input] == ["actual_input_1"]
