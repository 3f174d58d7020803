"""What callers ask of `export` is done, or refused with the reason."""

from __future__ import annotations

import contextlib
import importlib
import os
import pathlib
import re
import signal
import subprocess
import sys
import textwrap
import threading
import time
from typing import Any

import onnx
import onnxruntime
import pytest
import torch
import torch_onnx_mlir
from torch.export import Dim
from torch.onnx import OperatorExportTypes, TrainingMode
from torch_onnx_mlir import errors

from .models import Add, Mlp, Norm

X = torch.randn(6, 64)
export = torch_onnx_mlir.export


# Weights that stay in their files


class Folded(torch.nn.Module):
    """Weights that the compiler folds and transposes unless they have to stay."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = Norm()
        self.linear = torch.nn.Linear(4, 400)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        result: torch.Tensor = self.linear(self.norm(x).permute(0, 2, 3, 1))
        return result


@pytest.fixture
def archive(tmp_path: pathlib.Path) -> pathlib.Path:
    """A program in a file."""
    path = tmp_path / "model.pt2"
    torch.export.save(torch.export.export(Folded().eval(), (torch.randn(1, 3, 8, 8),)), path)
    return path


@pytest.mark.parametrize("options", [{}, {"report": True}, {"keep_initializers_as_inputs": True}])
def test_references_copy_nothing(archive: pathlib.Path, options: dict[str, Any]) -> None:
    """Neither by export nor by save: the files hold less than one of the weights."""
    folder = archive.parent
    program = export(
        archive, f=folder / "model.onnx", weights="reference", artifacts_dir=folder / "reports", **options
    )
    export(archive).save(folder / "saved.onnx", weights="reference")
    assert {path.suffix for path in folder.iterdir() if path.is_file()} == {".pt2", ".onnx"}
    x = torch.randn(1, 3, 8, 8)
    expected = program.exported_program.module()(x).detach()  # type: ignore[union-attr]
    for path in (folder / "model.onnx", folder / "saved.onnx"):
        assert path.stat().st_size < 4000 < 4 * 400 * 4
        onnx.checker.check_model(path)
        (actual,) = onnxruntime.InferenceSession(path).run(None, {"x": x.numpy()})
        torch.testing.assert_close(torch.from_numpy(actual), expected, rtol=1e-4, atol=1e-5)


def test_names_of_data_files(tmp_path: pathlib.Path) -> None:
    """The name of the model, or a hash of the contents."""
    for name in ("model", "hash"):
        path = tmp_path / name / "model.onnx"
        path.parent.mkdir()
        export(Mlp(), (X,), path, external_data=True, data_name=name)
        (data,) = (p.name for p in path.parent.iterdir() if p != path)
        plain = data == "model.onnx.data"
        assert plain if name == "model" else re.fullmatch(r"model\.onnx\.[0-9a-f]+\.data", data)
        assert onnxruntime.InferenceSession(path).run(None, {"x": X.numpy()})[0].shape == (6, 8)


def test_references_need_files(archive: pathlib.Path, tmp_path: pathlib.Path) -> None:
    """Weights in memory are in no file; a model that was changed is not the file's."""
    target = tmp_path / "model.onnx"
    with pytest.raises(ValueError, match=r'"reference".*torch\.export\.save'):
        export(Mlp(), (X,), target, weights="reference")
    with pytest.raises(ValueError, match=r'"reference".*torch\.export\.save'):
        export(Mlp().eval(), (X,)).save(target, weights="reference")
    program = export(archive)
    program.model.graph.name = "changed"
    with pytest.raises(ValueError, match='"reference".*changed'):
        program.save(target, weights="reference")
    assert not target.exists()


# Sizes


def shapes(program: torch_onnx_mlir.ONNXProgram) -> list[list[int | str]]:
    """The sizes of inputs and outputs."""
    graph = program.model_proto.graph
    return [
        [dim.dim_param or dim.dim_value for dim in value.type.tensor_type.shape.dim]
        for value in (*graph.input, *graph.output)
    ]


def test_axes_from_the_end() -> None:
    for axes in ({-2: "rows"}, {-2: Dim("rows")}, {0: "rows"}):
        given: Any
        for given in ({"x": axes}, (axes,), [axes]):
            assert shapes(export(Mlp().eval(), (X,), dynamic_shapes=given))[0] == ["rows", 64]
    captured = torch.export.export(Mlp().eval(), (X,), dynamic_shapes=({0: Dim.DYNAMIC},))
    assert shapes(export(captured, dynamic_shapes=({-2: "rows"},)))[1] == ["rows", 8]


@pytest.mark.parametrize(
    ("axes", "reason"),
    [
        ({5: "b"}, r"\['x'\] names axis 5 of a tensor of 2 dimensions"),
        ({-3: "b"}, "axis -3"),
        ({0: "b", -2: "b"}, "axis 0 twice"),
        ({"0": "b"}, "the key '0'"),
        ({0: 1.5}, "must be a name, a Dim or a size, not 1.5"),
        ("b", "must be a dict from axes .* not 'b'"),
        (("b",), "1 entries for a tensor of 2"),
        (7, "not 7"),
    ],
)
def test_axes_that_cannot_be(axes: Any, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        export(Mlp().eval(), (X,), dynamic_shapes={"x": axes})
    captured = torch.export.export(Mlp().eval(), (X,), dynamic_shapes=({0: Dim.DYNAMIC},))
    with pytest.raises(ValueError, match=reason.removeprefix(r"\['x'\] ")):
        export(captured, dynamic_shapes={"x": axes})


class Cat(torch.nn.Module):
    """A mask over what is past and what is new, as language models have it."""

    def forward(self, past: torch.Tensor, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        return torch.cat([past, x], 1) * mask


def test_names_that_are_sums() -> None:
    """They are sums of the sizes that have the names in them."""
    args = (torch.randn(2, 4), torch.randn(2, 3), torch.randn(2, 7))
    batch = {0: "batch"}
    program = export(
        Cat(), args, dynamic_shapes=(batch | {1: "past"}, batch | {1: "seq"}, batch | {1: "past + seq"})
    )
    assert shapes(program)[2:] == [["batch", "past + seq"]] * 2
    with pytest.warns(UserWarning, match="'past \\+ past' is that of a size which is 7"):
        program = export(
            Cat(), args, dynamic_shapes=(batch | {1: "past"}, batch | {1: "seq"}, batch | {1: "past + past"})
        )
    assert shapes(program)[2][1] not in ("2*past", "past + past")


@pytest.mark.parametrize("name", ["past + seq", "batch-size", "1st", "größe", "a b", "x" * 40 + "!"])
def test_names_of_any_text(name: str) -> None:
    """A name whose parts nobody names is written as it is, and in sums in parentheses."""

    class Twice(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return torch.cat([x, x])

    program = export(Twice(), (X,), dynamic_shapes=({0: name},))
    assert shapes(program) == [[name, 64], [f"2*({name})", 64]]
    assert shapes(export(Twice(), (X,), dynamic_shapes=({0: Dim.DYNAMIC},), dims={"x.0": name})) == (
        shapes(program)
    )
    torch.testing.assert_close(program(X[:3])[0], torch.cat([X[:3], X[:3]]))


def test_derived_sizes_have_the_names_of_their_roots() -> None:
    class Two(torch.nn.Module):
        def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
            return x.sum() + y.sum(0)

    b = Dim("b", min=3)
    program = export(Two(), (X, X[:5]), dynamic_shapes=({0: b}, {0: b - 1}))
    assert shapes(program)[:2] == [["b", 64], ["b - 1", 64]]
    torch.testing.assert_close(program(X[:4], X[:3])[0], Two()(X[:4], X[:3]))
    assert shapes(export(Mlp().eval(), (X,), dynamic_shapes=({0: 2 * Dim("b")},)))[0][0] == "2*b"
    assert shapes(export(Mlp().eval(), (X,), dynamic_shapes=({0: b - 1},)))[0][0] == "b - 1"


class Strided(torch.nn.Module):
    """An image of another size, and a fixed size."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = torch.nn.Conv2d(3, 4, 3, stride=2)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return self.conv(x), x.nonzero()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("dynamo", [True, False])
def test_names_of_axes_of_outputs(dynamo: bool) -> None:
    program = export(
        Strided().eval(),
        (torch.ones(2, 3, 9, 9),),
        dynamo=dynamo,
        input_names=["x"],
        output_names=["y", "places"],
        dynamic_axes={
            "x": {0: "batch", 2: "height", 3: "width"},
            "y": {0: "batch", 2: "out height", -1: "out_width"},
            "places": {0: "count"},
        },
    )
    assert shapes(program) == [
        ["batch", 3, "height", "width"],
        ["batch", 4, "out height", "out_width"],
        ["count", 4],
    ]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(
    ("axes", "reason"), [({2: "height"}, "another size"), ({1: "channels"}, "which is 4")]
)
def test_names_that_would_be_wrong(axes: dict[int, str], reason: str) -> None:
    """A name of another size would say that both are equal."""
    with pytest.warns(errors.OnnxExporterWarning, match=reason):
        program = export(
            Strided().eval(),
            (torch.ones(2, 3, 9, 9),),
            output_names=["y", "places"],
            dynamic_axes={"x": {2: "height"}, "y": axes},
        )
    assert shapes(program)[1][1] == 4 and shapes(program)[1][2] != "height"


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_names_of_axes_of_unnamed_outputs() -> None:
    """An output without a name of the caller's has that of the program."""
    model, x = Strided().eval(), torch.ones(2, 3, 9, 9)
    axes: dict[str, Any] = {"x": {0: "batch", 2: "height", 3: "width"}}
    name, other = (
        value.name for value in export(model, (x,), dynamic_axes=axes).model.graph.outputs
    )
    program = export(
        model, (x,), dynamic_axes=axes | {name: {2: "rows", 3: "columns"}, other: {0: "count"}}
    )
    assert shapes(program)[1:] == [["batch", 4, "rows", "columns"], ["count", 4]]
    with pytest.warns(UserWarning, match=f"outputs: out. The outputs are called y, {other}; output_names"):
        program = export(
            model, (x,), output_names=["y"],
            dynamic_axes=axes | {"y": {2: "rows"}, other: {0: "count"}, "out": {0: "n"}},
        )
    assert shapes(program)[1][2] == "rows" and shapes(program)[2] == ["count", 4]


# Calls of former versions

T, O = TrainingMode.EVAL, OperatorExportTypes.ONNX
NAMES = (True, False, T, ["a"], ["b"])


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(
    "former",
    [
        (*NAMES, False, False, O, 12, True, True, None, True, {"a": {0: "n"}}),  # 1.8
        (*NAMES, False, False, None, 12, True, True, None, True, {"a": {0: "n"}}),
        (True, False, False, ["a"], ["b"], False, False, None, 12, True, True, None, True, {"a": [0]}),
        (*NAMES, O, 12, True, True, None, True, {"a": {0: "n"}}),  # 1.10
        (*NAMES, O, 12, True, {"a": {0: "n"}}),  # 1.11 and newer
        (*NAMES, None, 12, None, {"a": {0: "n"}}),
    ],
)
def test_positional_arguments(former: tuple[Any, ...], tmp_path: pathlib.Path) -> None:
    program = export(Mlp(), (X,), tmp_path / "model.onnx", *former)
    assert program.model.opset_imports[""] == 12
    assert [value.name for value in program.model.graph.inputs] == ["a"]
    assert isinstance(shapes(program)[0][0], str)


def test_positional_arguments_of_no_version(tmp_path: pathlib.Path) -> None:
    with pytest.raises(TypeError, match="which no version of"):
        export(Mlp(), (X,), tmp_path / "model.onnx", *NAMES, "ONNX")
    with pytest.raises(TypeError, match="got two values for 'verbose'"):
        export(Mlp(), (X,), tmp_path / "model.onnx", True, False, verbose=False)


# Verification and the other exporter


@pytest.mark.parametrize("missing", ["onnx_ir", "onnxruntime"])
def test_a_missing_package_is_no_difference(missing: str) -> None:
    script = f"""
        import sys
        import torch, torch_onnx_mlir
        program = torch_onnx_mlir.export(torch.nn.ReLU(), (torch.ones(3),))
        for name in [name for name in sys.modules if name.split(".")[0] == "{missing}"]:
            del sys.modules[name]
        sys.modules["{missing}"] = None
        try:
            torch_onnx_mlir.verify(program)
        except ImportError as error:
            assert "pip install {missing.replace("_", "-")}" in str(error), error
        else:
            raise AssertionError("nothing was missing")
    """
    package = os.fspath(pathlib.Path(torch_onnx_mlir.__file__).parents[1])
    path = os.pathsep.join([package, os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True,
        check=False, env=os.environ | {"PYTHONPATH": path},
    )
    assert done.returncode == 0, done.stderr


class Branches(torch.nn.Module):
    """Python's own branch, which only a trace of TorchScript passes."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + 1 if x.sum() > 0 else x - 1


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::torch.jit.TracerWarning")
def test_fallback_to_the_exporter_that_was_asked_for(tmp_path: pathlib.Path) -> None:
    """`dynamo=False` is TorchScript's, for refused programs and for those that are not captured."""
    class Counts(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.register_buffer("count", torch.zeros(1))

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            self.count.add_(1)
            return x + 1

    for model, options in ((Branches(), {}), (Counts(), {"mutations": "error"})):
        with pytest.warns(errors.OnnxExporterWarning, match=r"is passed to torch\.onnx\.export\(\.\.\., dynamo=False"):
            program = export(
                model, (X.abs(),), tmp_path / "model.onnx", dynamo=False, fallback=True,
                opset_version=13, input_names=["a"], dynamic_axes={"a": {0: "n"}}, **options,
            )
        assert program.model.opset_imports[""] == 13
        assert str(program.model.graph.inputs[0].shape[0]) == "n"
        (actual,) = onnxruntime.InferenceSession(tmp_path / "model.onnx").run(
            None, {"a": X[:2].abs().numpy()}
        )
        torch.testing.assert_close(torch.from_numpy(actual), X[:2].abs() + 1)


def test_fallback_of_what_is_not_captured() -> None:
    """The other exporter is asked, whose error is then the caller's."""
    with contextlib.suppress(torch.onnx.OnnxExporterError):
        torch.onnx.export(Branches(), (X,), dynamo=True, verbose=False)
        pytest.skip("torch.onnx.export takes what torch.export refuses")
    with (
        pytest.warns(errors.OnnxExporterWarning, match="could not capture the model.*a condition of Python"),
        pytest.raises(torch.onnx._internal.exporter._errors.TorchExportError),
    ):
        export(Branches(), (X,), fallback=True, verbose=False)


# Interrupts


class Imports(torch.nn.Module):
    """Imports a module when it runs, as PyTorch imports its own."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        importlib.import_module("imported_in_forward")
        return x + 1


def test_an_interrupt_waits_for_an_import(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C comes after it, so that no module is left that was half imported."""
    (tmp_path / "imported_in_forward.py").write_text(
        "import os, signal, time\n"
        "os.kill(os.getpid(), signal.SIGINT)\n"
        "time.sleep(0.2)\n"
        "complete = True\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    former = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            export(Imports(), (X,))
            time.sleep(5)  # It was faster than the interrupt.
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        assert sys.modules["imported_in_forward"].complete
        torch.testing.assert_close(export(Imports(), (X,))(X)[0], X + 1)
    finally:
        signal.signal(signal.SIGINT, former)
        sys.modules.pop("imported_in_forward", None)


def test_handlers_of_other_threads_stay() -> None:
    """Only the main thread has handlers of signals."""
    results: list[Any] = []
    thread = threading.Thread(target=lambda: results.append(export(Add(), (X, X))))
    before = signal.getsignal(signal.SIGINT)
    thread.start()
    thread.join()
    assert results and signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_attention_of_half_precision(dtype: torch.dtype) -> None:
    """One node for runtimes that have every kernel, f32 between casts for ONNX Runtime."""

    class Attention(torch.nn.Module):
        def forward(self, q: torch.Tensor, k: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
            return torch.nn.functional.scaled_dot_product_attention(q, k, k, mask)

    args = tuple(torch.randn(size).to(dtype) for size in ((1, 2, 4, 8), (1, 2, 4, 8), (4, 4)))
    program = export(Attention(), args, target="onnx", opset_version=23)
    assert [node.op_type for node in program.model.graph] == ["Attention"]
    actual, expected = program.call_reference(*args)[0], Attention()(*args)
    torch.testing.assert_close(actual, expected, rtol=2e-2, atol=2e-2)
    casts = export(Attention(), args, opset_version=23).model.graph
    assert [node.op_type for node in casts].count("Cast") == 4
