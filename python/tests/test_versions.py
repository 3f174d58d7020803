"""What depends on the version of PyTorch."""

from __future__ import annotations

import ast
import importlib.metadata
import json
import logging
import os
import pathlib
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
import torch
import torch_onnx_mlir
from torch_onnx_mlir import export
from torch_onnx_mlir._compiler import serialize as _serialize
from torch_onnx_mlir._support import torch_internals as _torch
from torch_onnx_mlir._support import torch_version as _version

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
    model = torch.nn.Linear(500, 500).eval()
    model.register_buffer("empty", torch.ones(8, 3)[:0])
    program = torch.export.export(model, (torch.zeros(1, 500),))
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


@pytest.mark.parametrize("version", ["2.5.1+cpu", "1.13.1", "2.6.0", "2.99.0a0"])
def test_version_that_is_too_old(monkeypatch: pytest.MonkeyPatch, version: str) -> None:
    """The message names the tool, which works without PyTorch."""
    monkeypatch.setattr(importlib.metadata, "version", lambda _: version)
    _version.check_torch.cache_clear()
    try:
        if version >= "2.6":
            assert torch_onnx_mlir.__getattr__("export") is export
            return
        text = f"needs PyTorch 2.6 or newer, and {re.escape(version)} is installed.*torch-onnx"
        with pytest.raises(ImportError, match=text):
            torch_onnx_mlir.__getattr__("export")
    finally:
        _version.check_torch.cache_clear()


def test_torchscript_without_the_plugin_of_this_version() -> None:
    """The message says what works without it."""
    script = (
        "import torch, torch_onnx_mlir\n"
        "x, model = torch.ones(3), torch.nn.ReLU().eval()\n"
        "assert torch_onnx_mlir.export(model, (x,), verify=True)\n"
        "torch_onnx_mlir.export(torch.jit.script(model), (x,))\n"
    )
    package = str(pathlib.Path(torch_onnx_mlir.__file__).parents[1])
    plugin = "/nowhere/torch-onnx-libtorch-0.1.so"
    variables = {"PYTHONPATH": package, "TORCH_ONNX_LIBTORCH_PLUGIN": plugin}
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False,
        env=os.environ | variables,
    )
    assert done.returncode != 0
    assert "TorchScript needs the LibTorch plug-in" in done.stderr and plugin in done.stderr
    assert "modules, functions and exported programs (.pt2) do not need it" in done.stderr


IMPORTS = pathlib.Path(__file__).with_name("torch_imports.txt")


def imports_of_torch() -> set[str]:
    """What the modules of the package import from PyTorch, as "module:name"."""
    found = set()
    for path in pathlib.Path(torch_onnx_mlir.__file__).parent.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for_types = [
            inner
            for node in ast.walk(tree)
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
            for statement in node.body
            for inner in ast.walk(statement)
        ]
        for node in ast.walk(tree):
            if not isinstance(node, ast.ImportFrom) or node in for_types or node.level:
                continue
            if (node.module or "").split(".")[0] == "torch":
                found |= {f"{node.module}:{alias.name}" for alias in node.names}
    return found


def test_all_imports_are_of_every_version() -> None:
    """Each import is listed, so that the oldest version has been asked for it.

    A name that the oldest version lacks belongs in `_PLACES`.
    """
    listed = IMPORTS.read_text(encoding="utf-8").split()
    assert imports_of_torch() <= set(listed)
    for entry in listed:
        module, _, name = entry.partition(":")
        if not hasattr(importlib.import_module(module), name):
            importlib.import_module(f"{module}.{name}")


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
            node["inputs"].append(dict(node["inputs"][0], name="window"))
        return bytearray(json.dumps(text).encode())

    monkeypatch.setattr(_parts, "serialize", serialize)
    with pytest.raises(torch_onnx_mlir.errors.ConversionError, match="no argument 'window'.*newer"):
        export(torch.nn.ReLU().eval(), (X,))


def check_renamed_arguments() -> None:
    class Model(torch.nn.Module):
        def forward(self, grad: torch.Tensor, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
            distances = torch.cdist(x, y)
            backward = torch.ops.aten._cdist_backward.default
            shares = torch.ops.aten._pdist_backward.default(grad[0, :3], x, 2.0, torch.pdist(x))
            return torch.cond(
                grad.sum() > 0,
                lambda: backward(grad, x, y, 2.0, distances) + shares,
                lambda: backward(-grad, x, y, 2.0, distances) - shares,
                (),
            )

    model, args = Model(), (torch.randn(3, 5), torch.randn(3, 4), torch.randn(5, 4))
    program = export(model.eval(), args, verify=True)
    for sign in (1, -1):
        given = (sign * args[0].abs(), *args[1:])
        torch.testing.assert_close(program(*given)[0], model(*given), rtol=1e-4, atol=1e-5)


def test_renamed_arguments() -> None:
    """2.14 renamed arguments of these operators."""
    check_renamed_arguments()


class Pair(NamedTuple):
    """A container without a name for files."""

    first: torch.Tensor
    second: torch.Tensor


@pytest.fixture
def documented(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Programs are written by torch.export.save."""
    monkeypatch.setattr(_torch, "has_serializer", lambda: False)
    yield
    monkeypatch.undo()


@pytest.mark.usefixtures("documented")
def test_containers_that_save_does_not_write() -> None:
    class Model(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> Pair:
            return Pair(x + 1, x * 2)

    program = export(Model(), (X,), verify=True)
    assert [value.name for value in program.model.graph.outputs] == ["first", "second"]


@pytest.mark.usefixtures("documented")
def test_renamed_arguments_in_what_save_writes() -> None:
    check_renamed_arguments()


@pytest.mark.usefixtures("documented")
def test_refusal_of_save_has_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def save(*_: object) -> None:
        raise NotImplementedError("not in this version")

    monkeypatch.setattr(torch.export, "save", save)
    with pytest.raises(torch_onnx_mlir.errors.ConversionError, match="Error: not in this version"):
        export(torch.nn.ReLU().eval(), (X,))


@pytest.mark.skipif(_torch.find("vmap") is None, reason="torch.export.save cannot write torch.vmap")
@pytest.mark.parametrize("exported", [False, True])
def test_vmap(exported: bool) -> None:
    class Model(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            sums = torch.vmap(lambda row: (row * row).sum())(x)
            # torch.export by itself refuses a moved dimension.
            products = torch.vmap(torch.mul, in_dims=(0, None), out_dims=0 if exported else 1)
            return sums, products(x, x[0])

    model: Any = Model()
    if exported:
        model = torch.export.export(model, (X,), strict=False)
    program = export(model, (X,), verify=True)
    torch.testing.assert_close(tuple(program(X)), Model()(X))


def test_states_of_recurrent_layers() -> None:
    lstm = torch.nn.LSTM(64, 5, num_layers=2, bidirectional=True, proj_size=3).eval()
    example = torch.randn(2, 2, 64)
    program = export(lstm, (example,), dynamic_shapes=({0: "length", 1: "batch"},), verify=True)
    x = torch.randn(4, 3, 64)
    output, states = lstm(x)
    torch.testing.assert_close(tuple(program(x)), (output, *states))
