"""What depends on the version of PyTorch."""

from __future__ import annotations

import json
import logging

import pytest
import torch
import torch_onnx_mlir
from torch_onnx_mlir import export
from torch_onnx_mlir._compiler import serialize as _serialize
from torch_onnx_mlir._support import torch_internals as _torch

from .models import Mlp

X = torch.linspace(-1, 1, 2 * 64).reshape(2, 64)


def test_every_place_is_one_of_this_version_or_says_so() -> None:
    for name in _torch._PLACES:
        _torch.find(name)
    for name in ("globals_of_scripts", "graphs_of_scripts", "utils_of_scripts", "dim", "schema"):
        assert _torch.find(name) is not None, name


def test_newer_version_takes_documented_functions(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """One line says so, and the model is the same."""
    expected = export(Mlp().eval(), (X,)).model
    monkeypatch.setattr(_torch, "VERSION", (9, 9))
    _torch.has_serializer.cache_clear()
    try:
        with caplog.at_level(logging.WARNING, logger="torch_onnx_mlir"):
            torch.manual_seed(0)
            model = Mlp().eval()
            program = export(model, (X,), verify=True)
            export(model, (X,))
    finally:
        monkeypatch.undo()
        _torch.has_serializer.cache_clear()
    assert [n.op_type for n in program.model.graph] == [n.op_type for n in expected.graph]
    (record,) = [r for r in caplog.records if "newer than" in r.getMessage()]
    assert "torch.export.save" in record.getMessage()


def test_weights_are_not_in_what_save_writes() -> None:
    program = torch.export.export(torch.nn.Linear(500, 500).eval(), (torch.zeros(1, 500),))
    before = {name: value.clone() for name, value in program.state_dict.items()}
    text = _serialize.serialize_by_save(program)
    assert len(text) < 100_000
    assert json.loads(text)["graph_module"]["graph"]["nodes"]
    for name, value in program.state_dict.items():
        assert torch.equal(value, before[name])


def test_numbers_that_json_does_not_have() -> None:
    class Model(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return torch.clamp(x, -float("inf"), float("inf")).masked_fill(x > 0, float("nan"))

    program = torch.export.export(Model(), (X,))
    text = bytes(_serialize.serialize_by_save(program))
    json.loads(text, parse_constant=pytest.fail)  # type: ignore[arg-type]


def test_feature_of_a_newer_version_says_what_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_torch, "find", lambda name: None)
    with pytest.raises(NotImplementedError, match="needs PyTorch 2.11 or newer.*works with it"):
        _torch.require("exportable_module", "ExportableModule", "2.11")


def test_name_that_this_version_lacks_is_an_attribute_error() -> None:
    if _torch.find("exportable_module") is not None:
        assert torch_onnx_mlir.ExportableModule
        return
    with pytest.raises(AttributeError, match="needs PyTorch 2.11 or newer"):
        torch_onnx_mlir.ExportableModule  # noqa: B018


def test_argument_that_the_table_does_not_have(monkeypatch: pytest.MonkeyPatch) -> None:
    """An operator of another version, which differs, is refused by the name of its argument."""
    from torch_onnx_mlir._compiler import program_view as _parts

    def serialize(program: torch.export.ExportedProgram) -> bytearray:
        text = json.loads(bytes(_serialize.serialize(program)))
        for node in text["graph_module"]["graph"]["nodes"]:
            node["inputs"][0]["name"] = "window"
        return bytearray(json.dumps(text).encode())

    monkeypatch.setattr(_parts, "serialize", serialize)
    with pytest.raises(torch_onnx_mlir.errors.ConversionError, match="no argument 'window'.*newer"):
        export(torch.nn.ReLU().eval(), (X,))
