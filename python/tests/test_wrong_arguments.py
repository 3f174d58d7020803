"""Arguments that cannot be are refused before the work, by what is wrong with them."""

from __future__ import annotations

import concurrent.futures
import gc
import io
import os
import pathlib
import re
import warnings
from collections.abc import Callable
from typing import Any

import numpy
import onnx
import pytest
import torch
import torch_onnx_mlir
from torch.export import Dim
from torch_onnx_mlir import errors

from .features import needs_plugin
from .models import Add, Mlp

X = torch.randn(6, 64)
export = torch_onnx_mlir.export


class NotRun(torch.nn.Module):
    """A model that must not be captured."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        raise AssertionError("the model ran")


def shapes(program: torch_onnx_mlir.ONNXProgram) -> list[list[int | str]]:
    """The sizes of inputs and outputs."""
    graph = program.model_proto.graph
    return [
        [dim.dim_param or dim.dim_value for dim in value.type.tensor_type.shape.dim]
        for value in (*graph.input, *graph.output)
    ]


# The file of the model


@pytest.mark.parametrize(
    ("name", "error", "reason"),
    [
        ("", ValueError, "empty path"),
        (".", IsADirectoryError, "is a folder"),
        ("no/model.onnx", FileNotFoundError, "the folder of .* does not exist: 'no'"),
        ("nul\0.onnx", ValueError, "NUL character"),
        (b"model.onnx", TypeError, "a path or a file that is open in binary mode, not b'model"),
        (5, TypeError, "not 5"),
        (io.StringIO(), TypeError, "binary mode, not <_io.StringIO"),
    ],
)
def test_destinations(
    name: Any, error: type[Exception], reason: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(error, match=f"^(.*] )?(f|the folder of f) .*{reason}|{reason}"):
        export(NotRun(), (X,), name)
    with pytest.raises(error, match=reason):
        export(Add(), (X, X)).save(name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["with space.onnx", "größe 大.onnx", "no_suffix", "line\nbreak.onnx"])
def test_names_of_files(name: str, tmp_path: pathlib.Path) -> None:
    model = Mlp().eval()
    for path in (tmp_path / name, os.fspath(tmp_path / name)):
        export(model, (X,), path, weights="external").save(path, weights="external")
        loaded = onnx.load(path)
        assert {t.name for t in loaded.graph.initializer} and loaded.graph.node
        assert sorted(p.name for p in tmp_path.iterdir()) == sorted([name, f"{name}.data"])


# The model and its arguments


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (Mlp, r"the class Mlp cannot be exported; give an object of it: Mlp\(\.\.\.\)"),
        (None, "the type NoneType"),
        (b"model.pt2", "the type bytes"),
        (io.BytesIO(), "the type BytesIO .* or the path of a file"),
        (Mlp().state_dict(), "the type OrderedDict"),
    ],
)
def test_models_of_other_kinds(model: Any, reason: str) -> None:
    with pytest.raises(errors.UnsupportedModelError, match=reason):
        export(model, (X,))


class Options(torch.nn.Module):
    """Optional arguments."""

    def forward(
        self, x: torch.Tensor, y: torch.Tensor | None = None, *, z: torch.Tensor | None = None
    ) -> torch.Tensor:
        x = x if y is None else x + y
        return x if z is None else x - z


def test_dict_of_arguments() -> None:
    """A dict alone has the keyword arguments, as a dict at the end of a tuple has."""
    args = {"x": X, "z": 2 * X}
    for given in (args, (args,)):
        program = export(Options(), given)  # type: ignore[arg-type]
        assert [value.name for value in program.model.graph.inputs] == ["x", "z"]
        torch.testing.assert_close(program(**args)[0], -X)


@pytest.mark.parametrize(
    ("args", "kwargs", "reason"),
    [
        ("x", None, "args must be a tuple of arguments or a tensor, not str"),
        (X.numpy(), None, "not ndarray"),
        (3, None, "not int"),
        ({"x": X}, {"y": X}, "not dict"),
        ((X,), [X], "kwargs must be a dict of arguments by name, not list"),
    ],
)
def test_arguments_of_other_kinds(args: Any, kwargs: Any, reason: str) -> None:
    with pytest.raises(TypeError, match=reason):
        export(NotRun(), args, kwargs=kwargs)


@pytest.mark.parametrize(
    ("args", "options", "what", "advice"),
    [
        ((), {}, "missing a required argument: 'x'", "arguments with which model"),
        ((X, X, X), {}, "too many positional arguments", "arguments with which model"),
        ((X,), {"kwargs": {"q": X}}, "unexpected keyword argument 'q'", "arguments with which model"),
        ((X,), {"kwargs": {"x": X}}, "multiple values for argument 'x'", "arguments with which model"),
        ((X.numpy(),), {}, "the type numpy.ndarray", r"torch\.from_numpy"),
        ((X, X), {"dynamic_shapes": {"x": {0: "n"}}}, r"are \['x'\], .* are \['x', 'y'\]", "an entry for each"),
        ((X, X), {"dynamic_shapes": {"a": None, "b": None}, "input_names": ["a", "b"]},
         r"are \['a', 'b'\], .* are \['x', 'y'\]", "which input_names does not change"),
        ((X, X), {"dynamic_shapes": ({0: "n"},)}, "2 elements, but .* 1 elements", "an entry for each"),
        ((X, X), {"dynamic_shapes": ({0: 5}, None)}, "the fixed size 5, and the size 6", "of the example"),
        ((X, X), {"dynamic_shapes": ({0: 2 * Dim("n") + 1}, None)}, r"its Dim is 2\*n \+ 1", "of this form"),
    ],
)
def test_advice(args: Any, options: dict[str, Any], what: str, advice: str) -> None:
    """The second line says what to do."""
    with pytest.raises(errors.TorchExportError) as caught:
        export(Options(), args, verbose=False, **options)
    first, second = [line for line in str(caught.value).splitlines() if line[:2] != "  "][:2]
    assert re.search(what, first), first
    assert second.startswith("What to do: ") and re.search(advice, second), second


def test_one_dim_of_two_sizes() -> None:
    class Cat(torch.nn.Module):
        def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
            return torch.cat([x, y])

    n = Dim("n")
    with pytest.raises(errors.TorchExportError, match="which is 3 in the example, .*, which is 6\n.*a Dim for each"):
        export(Cat(), (X, X[:3]), dynamic_shapes=({0: n}, {0: n}))


# Numbers and names


@pytest.mark.parametrize("opset", ["12", 12.0, "newest", True, 8, 27])
def test_opsets_that_cannot_be(opset: Any) -> None:
    with pytest.raises(ValueError, match=f'opset_version must be 9 to 26 or "auto", not {opset!r}'):
        export(NotRun(), (X,), opset_version=opset)


def test_opset_of_numpy() -> None:
    program = export(Mlp().eval(), (X,), opset_version=numpy.int64(15))  # type: ignore[arg-type]
    assert program.model.opset_imports[""] == 15


@pytest.mark.parametrize("argument", ["input_names", "output_names"])
@pytest.mark.parametrize("name", ["", None, 1, "a\0b"])
def test_names_that_cannot_be(argument: str, name: Any) -> None:
    with pytest.raises(ValueError, match="put names must be texts with a character and without NUL"):
        export(NotRun(), (X,), **{argument: [name]})


def test_texts_for_the_compiler_have_no_nul() -> None:
    """C would read the part before it."""
    with pytest.raises(ValueError, match="NUL character: '--op-schema=my::op"):
        export(Mlp().eval(), (X,), op_schemas=["my::op(Tensor x) -> Tensor\0"])


@pytest.mark.parametrize("name", ["", 'a"b', "a\0b"])
def test_names_of_dimensions_that_cannot_be(name: str) -> None:
    options: dict[str, Any]
    for options in (
        {"dynamic_shapes": ({0: name},)},
        {"dynamic_axes": {"x": {0: name}}},
        {"dynamic_shapes": ({0: Dim.DYNAMIC},), "dims": {"x.0": name}},
    ):
        with pytest.raises(ValueError, match="the name of a dimension must have a character"):
            export(Mlp().eval(), (X,), **options)


@pytest.mark.parametrize("given", ["n", 3, {0}, Dim("n"), Dim.DYNAMIC])
def test_dynamic_shapes_of_another_kind(given: Any) -> None:
    with pytest.raises(ValueError, match="dynamic_shapes must be a dict .* or a list or tuple"):
        export(NotRun(), (X,), dynamic_shapes=given)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("dynamo", [True, False])
def test_dynamic_axes_of_another_kind(dynamo: bool) -> None:
    for given in ([{0: "n"}], ["x"], "x"):
        with pytest.raises(ValueError, match="dynamic_axes must be a dict from the names"):
            export(NotRun(), (X,), dynamic_axes=given, dynamo=dynamo)  # type: ignore[arg-type]


def test_forms_of_dims() -> None:
    model, options = Mlp().eval(), {"dynamic_shapes": ({0: Dim.DYNAMIC},)}
    forms: list[Any] = [{"x.0": "n"}, {"x": {0: "n"}}, ["x.0=n"], "x.0=n"]
    for dims in forms:
        assert shapes(export(model, (X,), dims=dims, **options)) == [["n", 64], ["n", 8]]
    assert shapes(export(model, (X,), dims={"x": {0: 4}}, **options)) == [[4, 64], [4, 8]]
    with pytest.raises(ValueError, match=r"dims\['x.0'\] must be a size or a name, not 1.5"):
        export(model, (X,), dims={"x.0": 1.5}, **options)  # type: ignore[dict-item]


@pytest.mark.parametrize("given", [Mlp().state_dict(), [X], b"weights.safetensors", 5])
def test_weights_from_what_is_no_file(given: Any) -> None:
    with pytest.raises(TypeError, match="weights_from takes paths of files, .*apply_weights"):
        export(NotRun(), (X,), weights_from=given)


# What is left


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(
    "make",
    [
        pytest.param(
            lambda: export(torch.jit.script(Add()), (X, X)),
            marks=needs_plugin,
        ),
        lambda: export(Add(), (X, X), isolate=True),
    ],
)
def test_temporary_folders(
    make: Callable[[], Any], tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They go with what uses them, without a warning."""
    monkeypatch.setattr("tempfile.tempdir", os.fspath(tmp_path))
    program = make()
    assert list(tmp_path.glob("torch-onnx-*"))
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        del program
        gc.collect()
    assert not [warning for warning in told if warning.category is ResourceWarning]
    assert not list(tmp_path.glob("torch-onnx-*"))


def test_threads_save_one_program(tmp_path: pathlib.Path) -> None:
    program = export(Mlp().eval(), (X,))

    def save(number: int) -> bytes:
        path = tmp_path / f"{number}.onnx"
        assert program.save(path, external_data=True, external_threshold=0) == [
            os.fspath(path), f"{path}.data"
        ]
        return pathlib.Path(f"{path}.data").read_bytes()

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        contents = set(pool.map(save, range(40)))
    assert len(contents) == 1
