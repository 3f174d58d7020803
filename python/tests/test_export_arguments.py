"""Each argument of export()."""

from __future__ import annotations

import copy
import inspect
import io
import os
import pathlib
import re
import warnings
from typing import Any

import onnx
import pytest
import torch
import torch_onnx_mlir
from torch_onnx_mlir import errors

from .models import Add, Count, Mlp, Nested, Norm, Scale, Unsupported

X = torch.arange(4 * 64, dtype=torch.float32).reshape(4, 64).sin()


def check(model: torch.nn.Module, program: torch_onnx_mlir.ONNXProgram, *args: Any) -> None:
    """The program computes what the module computes, in its structure."""
    torch.testing.assert_close(program(*args).structured, model(*args))


def test_signature_has_all_of_torch() -> None:
    ours = inspect.signature(torch_onnx_mlir.export).parameters
    theirs = inspect.signature(torch.onnx.export).parameters
    for name, parameter in theirs.items():
        if parameter.kind is parameter.VAR_KEYWORD:
            continue
        assert ours[name].kind == parameter.kind, name
    if theirs["dynamo"].default is False:
        pytest.skip("torch.onnx.export has the arguments of TorchScript first")
    # `fallback`, which newer versions lack, stands behind the others here.
    in_order = [name for name in theirs if name != "fallback"]
    assert in_order == list(ours)[: len(in_order)]
    for name, parameter in theirs.items():
        assert ours[name].default == parameter.default, name


def test_module_and_tensor() -> None:
    model = Mlp().eval()
    program = torch_onnx_mlir.export(model, X)
    check(model, program, X)
    assert isinstance(program, torch.onnx.ONNXProgram)


def test_trailing_dict_is_kwargs() -> None:
    model = Scale()
    program = torch_onnx_mlir.export(model, (X, {"factor": 3, "negate": True}))
    torch.testing.assert_close(program(X, factor=3, negate=True)[0], X * -3)


def test_trailing_dict_with_kwargs_is_an_argument() -> None:
    items = [torch.ones(2), torch.ones(2)]
    by_name = {"scale": torch.ones(2), "offset": torch.ones(2)}
    model = Nested()
    program = torch_onnx_mlir.export(model, (items,), kwargs={"by_name": by_name})
    check(model, program, items, by_name)


def test_kwargs_in_another_order() -> None:
    program = torch_onnx_mlir.export(Add(), kwargs={"y": torch.ones(2, 1), "x": torch.ones(1, 3)})
    result = program(x=torch.full((1, 3), 5.0), y=torch.zeros(2, 1))
    torch.testing.assert_close(result[0], torch.full((2, 3), 5.0))


def test_constants_are_baked_and_checked() -> None:
    program = torch_onnx_mlir.export(Scale(), (X, 3))
    assert [value.name for value in program.model.graph.inputs] == ["x"]
    torch.testing.assert_close(program(X, 3)[0], X * 3)
    with pytest.raises(ValueError, match="is 3 in the program and cannot be 4"):
        program(X, 4)


def test_none_is_no_input() -> None:
    program = torch_onnx_mlir.export(Scale(), (X, 3, None))
    torch.testing.assert_close(program(X, 3, None)[0], X * 3)


def test_function() -> None:
    def double(x: torch.Tensor) -> torch.Tensor:
        return x * 2

    program = torch_onnx_mlir.export(double, (X,), dynamic_shapes={"x": {0: "rows"}})
    assert str(program.model.graph.inputs[0].shape[0]) == "rows"
    torch.testing.assert_close(program(X[:2])[0], X[:2] * 2)


def test_method_of_a_module() -> None:
    model = Mlp().eval()
    program = torch_onnx_mlir.export(model.forward, (X,))
    torch.testing.assert_close(program(X)[0], model(X))
    assert "owner.first.weight" in program.model.graph.initializers


def test_exported_program() -> None:
    model = Mlp().eval()
    captured = torch.export.export(model, (X,))
    program = torch_onnx_mlir.export(captured)
    assert program.exported_program is captured
    check(model, program, X)


def test_path_of_a_program(tmp_path: pathlib.Path) -> None:
    model = Mlp().eval()
    path = tmp_path / "model.pt2"
    torch.export.save(torch.export.export(model, (X,)), path)
    for given in (path, str(path)):
        program = torch_onnx_mlir.export(given)
        check(model, program, X)
        assert isinstance(program.exported_program, torch.export.ExportedProgram)


def test_weights_stay_in_the_archive(tmp_path: pathlib.Path) -> None:
    model = Mlp().eval()
    torch.export.save(torch.export.export(model, (X,)), tmp_path / "model.pt2")
    out = tmp_path / "model.onnx"
    torch_onnx_mlir.export(tmp_path / "model.pt2", f=out, weights="reference")
    tensors = onnx.load(out, load_external_data=False).graph.initializer
    locations = {entry.value for t in tensors for entry in t.external_data if entry.key == "location"}
    assert locations == {"model.pt2"}


def test_path_that_does_not_exist() -> None:
    with pytest.raises(FileNotFoundError, match=r"no\.pt2"):
        torch_onnx_mlir.export("no.pt2")


def _exportable() -> Any:
    class Exportable(torch_onnx_mlir.ExportableModule):
        def __init__(self) -> None:
            super().__init__()
            self.model = Mlp().eval()

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return self.model(x)

        def example_arguments(self) -> Any:
            return (X,), None

        def input_names(self) -> Any:
            return ("image",)

        def output_names(self) -> Any:
            return ("scores",)

        def dynamic_shapes(self) -> Any:
            return ({0: "batch"},)

    return Exportable()


@pytest.mark.skipif(
    not hasattr(torch.onnx, "ExportableModule"), reason="PyTorch has no torch.onnx.ExportableModule"
)
@pytest.mark.parametrize(
    "export",
    [torch_onnx_mlir.export, lambda module: module.to_onnx()],
    ids=["export", "to_onnx"],
)
def test_exportable_module(export: Any) -> None:
    program = export(_exportable())
    assert isinstance(program, torch_onnx_mlir.ONNXProgram)
    graph = program.model.graph
    assert [value.name for value in graph.inputs] == ["image"]
    assert [value.name for value in graph.outputs] == ["scores"]
    assert str(graph.inputs[0].shape[0]) == "batch"


def test_what_is_no_model() -> None:
    with pytest.raises(errors.OnnxExporterError, match="int"):
        torch_onnx_mlir.export(3, (X,))  # type: ignore[arg-type]


def test_names() -> None:
    program = torch_onnx_mlir.export(
        Add(), (X, X), input_names=["left", "right"], output_names=["sum"]
    )
    graph = program.model.graph
    assert [value.name for value in graph.inputs] == ["left", "right"]
    assert [value.name for value in graph.outputs] == ["sum"]


def test_fewer_and_more_names() -> None:
    program = torch_onnx_mlir.export(Add(), (X, X), input_names=["left"])
    assert [value.name for value in program.model.graph.inputs] == ["left", "y"]
    with pytest.warns(errors.OnnxExporterWarning, match="not used"):
        program = torch_onnx_mlir.export(Add(), (X, X), input_names=["a", "b", "weight"])
    assert [value.name for value in program.model.graph.inputs] == ["a", "b"]


@pytest.mark.parametrize("argument", ["input_names", "output_names"])
def test_repeated_names(argument: str) -> None:
    with pytest.raises(ValueError, match="cannot be duplicated"):
        torch_onnx_mlir.export(Add(), (X, X), **{argument: ["a", "a"]})


@pytest.mark.parametrize("opset", [9, 11, 13, 17, 20, 23, 26])
def test_opset(opset: int) -> None:
    model = Norm().eval()
    x = torch.randn(1, 3, 8, 8)
    program = torch_onnx_mlir.export(model, (x,), opset_version=opset)
    assert program.model.opset_imports[""] == opset
    if opset <= 23:  # what this ONNX Runtime runs for certain
        torch.testing.assert_close(program(x)[0], model(x), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(("target", "opset"), [("ort", 24), ("onnx", 21)])
def test_opset_of_the_target(target: str, opset: int) -> None:
    program = torch_onnx_mlir.export(Add(), (X, X), opset_version="auto", target=target)
    assert program.model.opset_imports[""] == opset


def test_default_opset_is_that_of_torch() -> None:
    assert torch_onnx_mlir.export(Add(), (X, X)).model.opset_imports[""] == 20


@pytest.mark.parametrize("opset", [8, 27])
def test_opset_out_of_range(opset: int) -> None:
    with pytest.raises(ValueError, match="9 to 26"):
        torch_onnx_mlir.export(Add(), (X, X), opset_version=opset)


@pytest.mark.parametrize(
    ("argument", "value"),
    [("weights", "all"), ("target", "tpu"), ("unsupported", "drop"), ("mutations", "x"),
     ("verify", "perhaps")],
)
def test_choices(argument: str, value: str) -> None:
    with pytest.raises(ValueError, match=f"{argument} cannot be '{value}'"):
        torch_onnx_mlir.export(Add(), (X, X), **{argument: value})


def _tensors(path: pathlib.Path) -> dict[str, onnx.TensorProto]:
    return {t.name: t for t in onnx.load(path, load_external_data=False).graph.initializer}


def test_external_data(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "model.onnx"
    torch_onnx_mlir.export(Mlp().eval(), (X,), path)
    assert _tensors(path)["first.weight"].data_location == onnx.TensorProto.EXTERNAL
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("options", [{"external_data": False}, {"dynamo": False}, {"weights": "inline"}])
def test_weights_inside(tmp_path: pathlib.Path, options: dict[str, Any]) -> None:
    path = tmp_path / "model.onnx"
    torch_onnx_mlir.export(Mlp().eval(), (X,), path, **options)
    assert _tensors(path)["first.weight"].data_location == onnx.TensorProto.DEFAULT
    assert list(tmp_path.iterdir()) == [path]


def test_without_weights(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "model.onnx"
    torch_onnx_mlir.export(Mlp().eval(), (X,), path, export_params=False)
    graph = onnx.load(path).graph
    assert "first.weight" not in {t.name for t in graph.initializer}
    assert [value.name for value in graph.input] == ["x"]


@pytest.mark.parametrize(
    "options",
    [
        {"export_params": False, "keep_initializers_as_inputs": True},
        {"export_params": False, "dynamo": False},
        {"weights": "none"},
    ],
)
def test_weights_are_inputs(tmp_path: pathlib.Path, options: dict[str, Any]) -> None:
    import onnxruntime

    model, path = Mlp().eval(), tmp_path / "model.onnx"
    torch_onnx_mlir.export(model, (X,), path, **options)
    feed = {name: weight.detach().numpy() for name, weight in model.state_dict().items()}
    session = onnxruntime.InferenceSession(path)
    (result,) = session.run(None, feed | {"x": X.numpy()})
    torch.testing.assert_close(torch.from_numpy(result), model(X))


def test_keep_initializers_as_inputs(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "model.onnx"
    torch_onnx_mlir.export(Norm().eval(), (torch.randn(1, 3, 8, 8),), path,
                           keep_initializers_as_inputs=True)
    graph = onnx.load(path).graph
    assert {"conv.weight", "norm.running_mean"} <= {value.name for value in graph.input}
    assert {"conv.weight", "norm.running_mean"} <= {t.name for t in graph.initializer}


def test_open_file(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "model.onnx"
    with path.open("wb") as file, pytest.warns(DeprecationWarning, match="file path"):
        torch_onnx_mlir.export(Mlp().eval(), (X,), file)
    assert list(tmp_path.iterdir()) == [path]
    onnx.checker.check_model(path, full_check=True)


def test_bytes_io() -> None:
    file = io.BytesIO()
    with pytest.warns(DeprecationWarning, match="BytesIO"):
        torch_onnx_mlir.export(Mlp().eval(), (X,), file)
    onnx.checker.check_model(onnx.ModelProto.FromString(file.getvalue()), full_check=True)


@pytest.mark.parametrize("options", [{"optimize": False}, {"do_constant_folding": False}])
def test_without_optimization(options: dict[str, Any]) -> None:
    x = torch.randn(1, 3, 8, 8)
    model = Norm().eval()
    program = torch_onnx_mlir.export(model, (x,), **options)
    operators = [node.op_type for node in program.model.graph]
    assert "BatchNormalization" in operators
    torch.testing.assert_close(program(x)[0], model(x), rtol=1e-4, atol=1e-5)
    optimized = torch_onnx_mlir.export(model, (x,))
    assert "BatchNormalization" not in [node.op_type for node in optimized.model.graph]


@pytest.mark.parametrize("opset", [9, 11])
@pytest.mark.filterwarnings("ignore:'training' is deprecated", "ignore:You are using the legacy")
@pytest.mark.parametrize(
    "dropout", [torch.nn.Dropout(0.25), torch.nn.Dropout2d(0.25), torch.nn.AlphaDropout(0.25)], ids=str
)
def test_dropout_at_older_opsets(dropout: torch.nn.Module, opset: int) -> None:
    """Runtimes do not train models of these opsets, but draw numbers."""
    program = torch_onnx_mlir.export(
        dropout, (torch.ones(2, 100, 4),), dynamo=False, opset_version=opset, dynamic_axes={"x": [0]},
        input_names=["x"], training=torch.onnx.TrainingMode.TRAINING,
    )
    assert program.model.opset_imports[""] == opset
    x = torch.ones(100, 100, 4)
    (actual,) = program(x)
    expected = dropout.train()(x)
    torch.testing.assert_close(actual.unique(), expected.unique())
    torch.testing.assert_close(actual.mean(), expected.mean(), atol=0.05, rtol=0)
    if isinstance(dropout, torch.nn.Dropout2d):
        assert (actual == actual[..., :1]).all()
    else:
        assert not (actual == actual[..., :1]).all()
    assert not torch.equal(program(x)[0], actual)


def test_training_mode_warns() -> None:
    with pytest.warns(UserWarning, match="in training mode"):
        torch_onnx_mlir.export(Mlp(), (X,))


def test_training() -> None:
    model = Norm().eval()
    x = torch.randn(1, 3, 8, 8)
    with pytest.warns(DeprecationWarning, match="'training' is deprecated"):
        program = torch_onnx_mlir.export(
            model, (x,), training=torch.onnx.TrainingMode.TRAINING, target="onnx"
        )
    assert "Dropout" in [node.op_type for node in program.model.graph] or len(
        program.model.graph
    ) > 2
    assert not model.training
    model.train()
    program = torch_onnx_mlir.export(
        model, (x,), dynamo=False, training=torch.onnx.TrainingMode.EVAL
    )
    assert model.training
    assert len(program.model.graph) == 1


def test_training_of_submodules() -> None:
    """The mode is that of all modules, also where the outermost one has it already."""
    model = torch.nn.Sequential(torch.nn.BatchNorm1d(3), torch.nn.BatchNorm1d(3)).eval()
    model[1].running_mean += 1
    expected, x = copy.deepcopy(model), torch.randn(8, 3)
    model[1].train()
    program = torch_onnx_mlir.export(
        model, (x,), dynamo=False, training=torch.onnx.TrainingMode.EVAL
    )
    torch.testing.assert_close(program(x)[0], expected(x), rtol=1e-4, atol=1e-5)
    assert [module.training for module in model] == [False, True]


def test_operators_kept() -> None:
    for options in (
        {"unsupported": "keep"},
        {"operator_export_type": torch.onnx.OperatorExportTypes.ONNX_ATEN_FALLBACK},
        {"operator_export_type": torch.onnx.OperatorExportTypes.ONNX_FALLTHROUGH},
    ):
        program = torch_onnx_mlir.export(Unsupported(), (torch.eye(3),), **options)
        assert "pkg.torch.ops" in {node.domain for node in program.model.graph}


def test_custom_opsets() -> None:
    program = torch_onnx_mlir.export(
        Unsupported(), (torch.eye(3),), unsupported="keep",
        custom_opsets={"pkg.torch.ops": 3, "not.there": 2},
    )
    assert program.model.opset_imports["pkg.torch.ops"] == 3
    assert "not.there" not in program.model.opset_imports


def test_verify() -> None:
    program = torch_onnx_mlir.export(
        Mlp().eval(), (X,), dynamic_shapes=({0: "batch"},), verify=True
    )
    assert program._inference_session is None


def _reports(folder: pathlib.Path, outcome: str) -> list[str]:
    found = [p for p in folder.iterdir() if re.fullmatch(rf"onnx_export_[\d_-]+_{outcome}\.md", p.name)]
    return [path.read_text(encoding="utf-8") for path in found]


def test_report_of_success(tmp_path: pathlib.Path) -> None:
    folder = tmp_path / "new" / "folder"
    torch_onnx_mlir.export(
        Mlp().eval(), (X,), report=True, profile=True, verify=True, artifacts_dir=folder
    )
    (text,) = _reports(folder, "success")
    assert "✅ Translate the graph into ONNX" in text
    assert "aten.linear.default" in text and "onnx.Gemm" in text
    assert "## Profiling result" in text and "## Verification results" in text
    assert "ExportedProgram:" in text


def test_report_of_what_is_not_checked(tmp_path: pathlib.Path) -> None:
    """Conditions of the program, with the caller's names of sizes."""

    class Checks(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            torch._check(x.shape[0] != 7)
            return x + 1

    torch_onnx_mlir.export(
        Checks(), (X,), dynamic_shapes=({0: "batch size"},), report=True, artifacts_dir=tmp_path
    )
    (text,) = _reports(tmp_path, "success")
    assert re.search(r'\n\nNot checked by the model .*\n\n- `.*: "?batch size"? != 7`\n', text)


def test_report_of_failures(tmp_path: pathlib.Path) -> None:
    with pytest.raises(errors.ConversionError, match="report has been saved"):
        torch_onnx_mlir.export(
            Unsupported(), (torch.eye(3),), report=True, artifacts_dir=tmp_path
        )
    (text,) = _reports(tmp_path, "conversion")
    assert "- `aten.poisson.default`" in text

    def broken(x: torch.Tensor) -> torch.Tensor:
        raise RuntimeError("a reason")

    with pytest.raises(errors.TorchExportError, match="a reason"):
        torch_onnx_mlir.export(broken, (X,), report=True, artifacts_dir=tmp_path)
    (text,) = _reports(tmp_path, "pt_export")
    assert "a reason" in text and "❌" in text


def test_profile_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    torch_onnx_mlir.export(Mlp().eval(), (X,), profile=True)
    text = capsys.readouterr().out
    assert "capture" in text and "torch-infer-shapes" in text


def test_verbose(capsys: pytest.CaptureFixture[str]) -> None:
    torch_onnx_mlir.export(Mlp().eval(), (X,), verbose=True)
    assert "strict=False)`... ✅" in capsys.readouterr().out
    for verbose in (False, None):
        torch_onnx_mlir.export(Mlp().eval(), (X,), verbose=verbose)
        assert capsys.readouterr().out == ""


def test_progress(capsys: pytest.CaptureFixture[str]) -> None:
    seen: list[str] = []
    torch_onnx_mlir.export(Mlp().eval(), (X,), progress=lambda stage, seconds: seen.append(stage))
    assert seen == ["capture", "convert"]
    torch_onnx_mlir.export(Mlp().eval(), (X,), progress=True)
    assert "capture: " in capsys.readouterr().err


def test_dump_exported_program(tmp_path: pathlib.Path) -> None:
    torch_onnx_mlir.export(Mlp().eval(), (X,), dump_exported_program=True, artifacts_dir=tmp_path)
    (path,) = tmp_path.glob("onnx_export_*.pt2")
    assert isinstance(torch.export.load(path), torch.export.ExportedProgram)


def test_mutations() -> None:
    # As parameters, not as options of the tool.
    with pytest.warns(errors.OnnxExporterWarning, match='count.*mutations="outputs"') as warned:
        torch_onnx_mlir.export(Count(), (X,))
    assert "--mutations" not in str(warned[0].message)
    program = torch_onnx_mlir.export(Count(), (X,), mutations="outputs")
    assert "count.updated" in [value.name for value in program.model.graph.outputs]
    with pytest.raises(errors.ConversionError, match='count.*mutations="outputs"') as raised:
        torch_onnx_mlir.export(Count(), (X,), mutations="error")
    assert "--mutations" not in str(raised.value)


def test_op_schemas() -> None:
    with torch.library._scoped_library("storage", "FRAGMENT") as library:
        library.define("keep(Tensor x) -> Tensor")
        library.define("log(Tensor x) -> ()")
        for name, function in (("keep", torch.clone), ("log", lambda x: None)):
            library.impl(name, function, "CompositeExplicitAutograd")
            torch.library.register_fake(f"storage::{name}", function, lib=library)

        class Model(torch.nn.Module):
            def forward(self, x: torch.Tensor) -> torch.Tensor:
                return torch.ops.storage.keep(x) + 1

        class Logs(torch.nn.Module):
            def forward(self, x: torch.Tensor) -> torch.Tensor:
                torch.ops.storage.log(x)
                return x + 1

        with pytest.warns(errors.OnnxExporterWarning, match=r"; declare it with op_schemas"):
            torch_onnx_mlir.export(Model(), (X,), unsupported="keep")
        with pytest.raises(errors.ConversionError, match=r"with op_schemas=\['storage::log\("):
            torch_onnx_mlir.export(Logs(), (X,), unsupported="keep")
        for schemas in (["storage::keep(Tensor x) -> Tensor"], "storage::keep(Tensor x) -> Tensor"):
            with warnings.catch_warnings():
                warnings.simplefilter("error", errors.OnnxExporterWarning)
                torch_onnx_mlir.export(Model(), (X,), unsupported="keep", op_schemas=schemas)
        with pytest.raises(ValueError, match="^op_schemas: 'no schema' is not a schema"):
            torch_onnx_mlir.export(Model(), (X,), op_schemas=["no schema"])


def test_fallback() -> None:
    with pytest.warns(
        errors.OnnxExporterWarning, match=r"is passed to torch\.onnx\.export, .*'count'[^\n]*\Z"
    ):
        program = torch_onnx_mlir.export(
            Count(), (X,), mutations="error", fallback=True, verbose=False, input_names=["a"]
        )
    assert [value.name for value in program.model.graph.inputs] == ["a"]
    torch.testing.assert_close(program(X)[0], X + 1)


def test_is_in_onnx_export() -> None:
    class Asks(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x.clamp(0, 1) if torch.onnx.is_in_onnx_export() else x

    program = torch_onnx_mlir.export(Asks(), (X,))
    assert "Clip" in [node.op_type for node in program.model.graph]
    assert not torch.onnx.is_in_onnx_export()
    with pytest.raises(errors.ConversionError):
        torch_onnx_mlir.export(Unsupported(), (torch.eye(3),))
    assert not torch_onnx_mlir.is_in_onnx_export()


def test_former_positions(tmp_path: pathlib.Path) -> None:
    path = os.fspath(tmp_path / "model.onnx")
    with pytest.warns(DeprecationWarning) as seen:
        torch_onnx_mlir.export(
            Add(), (X, X), path, True, False, torch.onnx.TrainingMode.EVAL, ["a", "b"], ["c"]
        )  # type: ignore[misc]
    assert sum("by position" in str(w.message) for w in seen) == 1
    assert [value.name for value in onnx.load(path).graph.input] == ["a", "b"]
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)
        torch_onnx_mlir.export(Add(), (X, X), path, False)  # type: ignore[misc]
    with pytest.raises(TypeError, match="two values for 'export_params'"):
        torch_onnx_mlir.export(Add(), (X, X), path, True, export_params=True)  # type: ignore[misc]
    with pytest.raises(TypeError, match="which no version of"):
        torch_onnx_mlir.export(Add(), (X, X), path, *range(14))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "name",
    ["aten", "export_raw_ir", "_retain_param_name", "example_outputs", "strip_doc_string",
     "enable_onnx_checker", "use_external_data_format"],
)
def test_removed_arguments(name: str) -> None:
    with pytest.warns(DeprecationWarning, match=name):
        torch_onnx_mlir.export(Add(), (X, X), **{name: False})


def test_unknown_argument() -> None:
    with pytest.raises(TypeError, match="colour"):
        torch_onnx_mlir.export(Add(), (X, X), colour=3)  # type: ignore[call-arg]


def test_keep_initializers_as_inputs_may_be_none(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "model.onnx"
    torch_onnx_mlir.export(Mlp().eval(), (X,), path, keep_initializers_as_inputs=None)  # type: ignore[arg-type]
    assert [value.name for value in onnx.load(path).graph.input] == ["x"]


@pytest.mark.parametrize("kwargs", [False, True])
def test_one_tensor_as_two_inputs(kwargs: bool) -> None:
    if kwargs:
        program = torch_onnx_mlir.export(Add(), (X,), kwargs={"y": X})
    else:
        program = torch_onnx_mlir.export(Add(), (X, X))
    torch.testing.assert_close(program(X, X + 1)[0], 2 * X + 1)


@pytest.mark.parametrize(
    "argument", [{"export_modules_as_functions": False}, {"autograd_inlining": False}]
)
def test_arguments_without_effect(argument: dict[str, Any]) -> None:
    with pytest.warns(DeprecationWarning, match=next(iter(argument))):
        program = torch_onnx_mlir.export(Add(), (X, X), **argument)
    assert [node.op_type for node in program.model_proto.graph.node] == ["Add"]
