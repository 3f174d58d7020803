"""What is said when a model cannot be converted."""

from __future__ import annotations

import logging
import pathlib
import traceback
from typing import Any

import pytest
import torch
import torch_onnx_mlir
from torch.export import Dim, _trace
from torch.onnx._internal.exporter import _errors as torch_errors
from torch_onnx_mlir import errors
from torch_onnx_mlir._compiler import library as _library

from .features import checks_of_distributions_kept
from .models import Unsupported


def test_classes() -> None:
    assert issubclass(errors.TorchExportError, torch_errors.TorchExportError)
    assert issubclass(errors.ConversionError, torch_errors.ConversionError)
    assert issubclass(errors.UnsupportedOperatorsError, torch_errors.DispatchError)
    for name in errors.__all__:
        if name.endswith("Error"):
            assert issubclass(getattr(errors, name), torch.onnx.OnnxExporterError), name


def test_one_error_names_all_operators() -> None:
    with pytest.raises(errors.UnsupportedOperatorsError) as caught:
        torch_onnx_mlir.export(Unsupported(), (torch.eye(3),))
    error = caught.value
    assert set(error.operators) == {"aten.poisson.default", "aten.polygamma.default"}
    text = str(error)
    assert "(2 uses)" in text and "(1 use)" in text
    assert "models.py:" in text
    assert "unsupported=\"keep\"" in text and "fallback=True" in text
    assert error.report["operators_read"]["aten.poisson.default"] == 2
    assert {message.severity for message in error.messages} == {"error"}


class Branches(torch.nn.Module):
    """A branch of Python on the values of a tensor."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x if x.sum() > 0 else -x


class Sizes(torch.nn.Module):
    """A list as long as a tensor says."""

    def forward(self, x: torch.Tensor) -> list[torch.Tensor]:
        return [x] * x.sum().int().item()  # type: ignore[operator]


class Shapes(torch.nn.Module):
    """A product of shapes that do not fit."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x @ torch.ones(5, 5)


class Fixed(torch.nn.Module):
    """The first size is 4."""

    def forward(self, x: torch.Tensor, y: torch.Tensor | None = None) -> torch.Tensor:
        return x.reshape(4, 2, 8) + 1


def messages_of_torch(model: torch.nn.Module, *args: torch.Tensor) -> list[str]:
    """What torch.export says of a model that it cannot capture, in both ways."""
    messages = []
    for strict in (False, True):
        try:
            with checks_of_distributions_kept():
                torch.export.export(model, args, strict=strict)
        except Exception as error:  # Models raise anything.
            messages += ["".join(traceback.format_exception(error))]
            messages += [str(getattr(error, "partial_fx_graph", ""))]
    return messages


@pytest.mark.parametrize(
    ("model", "code", "what", "advice", "told"),
    [
        (
            Branches(),
            "x if x.sum() > 0 else -x",
            "a condition of Python depends",
            "torch.cond",
            "item: \"Sym(Eq(u0, 1))\" = torch.ops.aten.item",  # the graph until then
        ),
        (
            Sizes(),
            "x.sum().int().item()",
            "a number of Python depends",
            "torch._check",
            "torch.ops.aten.item",
        ),
        (
            Shapes(),
            "x @ torch.ones(5, 5)",
            "same reduction dim",
            "run the model itself",
            "Explanation: Dynamo failed",
        ),
    ],
    ids=["condition", "number", "error of the model"],
)
def test_capture_says_what_where_and_what_to_do(
    model: torch.nn.Module,
    code: str,
    what: str,
    advice: str,
    told: str,
    tmp_path: pathlib.Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(errors.TorchExportError) as caught:
        torch_onnx_mlir.export(model, (torch.ones(3),), report=True, artifacts_dir=tmp_path)
    first, place, todo, *more = str(caught.value).splitlines()
    assert first.startswith("torch.export could not capture the model: ") and what in first
    assert place.startswith(f"  {__file__}:") and code in place
    assert todo.startswith("What to do: ") and advice in todo
    assert len(more) <= 2 and "report has been saved" in more[-1]
    assert caught.value.__cause__ is not None
    # The report has what torch.export says of both ways.
    (report,) = tmp_path.glob("*.md")
    text = report.read_text()
    assert "strict=False)\n" in text and "strict=True)\n" in text
    assert text.count("Traceback (most recent call last)") >= 2
    printed = capfd.readouterr()
    assert "def forward" not in printed.out + printed.err and "Traceback" not in printed.err
    assert not vars(_trace).keys() & {"print"}
    assert not logging.getLogger("torch._subclasses.fake_tensor").filters
    assert (told in text) == any(told in said for said in messages_of_torch(model, torch.ones(3)))


@pytest.mark.parametrize(
    ("arguments", "what", "advice"),
    [
        ({"dynamic_shapes": ({0: Dim.DYNAMIC}, None)}, r"static shape of 4|constant \(4\)", "Dim.AUTO"),
        ({"dynamic_shapes": ({0: Dim("rows", max=2)}, None)}, r"size 4, .*\[\d, 2\]", "range"),
        ({"dynamic_shapes": ({0: "rows"},)}, "2 elements, .* 1 elements", "each argument"),
    ],
)
def test_capture_with_wrong_dynamic_shapes(
    arguments: dict[str, Any], what: str, advice: str
) -> None:
    with pytest.raises(errors.TorchExportError, match=what) as caught:
        torch_onnx_mlir.export(Fixed(), (torch.ones(4, 16), torch.ones(1)), **arguments)
    first, todo, report = str(caught.value).splitlines()
    assert advice in todo and "report=True" in report


class Two(torch.nn.Module):
    """The first size of the second tensor of a list is 2."""

    def forward(self, x: list[torch.Tensor]) -> torch.Tensor:
        torch._check(x[1].shape[0] == 2)
        return x[0] + x[1].sum()


def test_capture_with_a_size_that_the_model_excludes() -> None:
    """torch.export says "1 not in VR[2, 2]"."""
    args = ([torch.ones(3), torch.ones(1, 3)],)
    dynamic = ([None, {0: Dim.DYNAMIC}],)
    try:
        torch.export.export(Two(), args, dynamic_shapes=dynamic)
        message = ""
    except Exception as error:
        message = str(error)
    with pytest.raises(errors.TorchExportError) as caught:
        torch_onnx_mlir.export(Two(), args, dynamic_shapes=dynamic)
    first, place, todo, *_ = str(caught.value).splitlines()
    if "not in VR" in message or "not in VR" in str(caught.value.__cause__):
        assert "dimension 0 of 'x[1]' is 1 in the example, and the model requires a size" in first
        assert "from 2 to 2" in first and "an example with such a size" in todo
    assert "torch._check(x[1].shape[0] == 2)" in place


def test_capture_keeps_the_list_of_a_message() -> None:
    class Inconsistent(torch.nn.Module):
        def forward(self, x: torch.Tensor, count: int) -> torch.Tensor:
            lines = [f"Eq(s{i}, 2) is inconsistent!" for i in range(count)]
            raise ValueError("The following inconsistencies were found:\n" + "\n".join(lines))

    for count in (0, 1, 2, 9):
        with pytest.raises(errors.TorchExportError) as caught:
            torch_onnx_mlir.export(Inconsistent(), (torch.ones(3), count))
        first = str(caught.value).splitlines()[0]
        assert "ValueError: The following inconsistencies were found:" in first
        assert first.count("is inconsistent!") == min(count, 4)
        assert first.endswith("; ...") == (count > 4)


def test_capture_that_fails_in_the_tracer_alone() -> None:
    class OnlyPlain(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            raise KeyError

    with pytest.raises(errors.TorchExportError, match="model: KeyError\n  .*raise KeyError\n"):
        torch_onnx_mlir.export(OnlyPlain(), (torch.ones(3),))


def test_strict_capture_where_the_first_way_fails() -> None:
    class OnlyTraced(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            if not torch.compiler.is_dynamo_compiling():
                raise RuntimeError("not this way")
            return x + 1

    program = torch_onnx_mlir.export(OnlyTraced(), (torch.ones(3),))
    assert program._capture_strategy == "TorchExportStrictStrategy"
    torch.testing.assert_close(program(torch.ones(3))[0], torch.full((3,), 2.0))


def test_shapes_are_refined() -> None:
    class Bounded(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            if x.shape[0] >= 6:
                return x * 2
            return x

    program = torch_onnx_mlir.export(
        Bounded(), (torch.ones(16),), dynamic_shapes={"x": (torch.export.Dim("n"),)}
    )
    torch.testing.assert_close(program(torch.ones(7))[0], torch.full((7,), 2.0))


def test_missing_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TORCH_ONNX_LIBRARY", "/nonexistent")
    _library.load.cache_clear()
    with pytest.raises(errors.CompilerError, match="TORCH_ONNX_LIBRARY"):
        torch_onnx_mlir.export(torch.nn.ReLU(), (torch.ones(3),))
    _library.load.cache_clear()


def test_version() -> None:
    assert torch_onnx_mlir.get_version().startswith("torch-onnx ")
    assert torch_onnx_mlir.__version__ in torch_onnx_mlir.get_version()
    for name in torch_onnx_mlir.__all__:
        assert hasattr(torch_onnx_mlir, name)


class Sparse(torch.nn.Module):
    """A weight that is no dense tensor."""

    def __init__(self, weight: torch.Tensor) -> None:
        super().__init__()
        self.weight = torch.nn.Parameter(weight, requires_grad=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.mm(self.weight, x)


@pytest.mark.parametrize("layout", ["sparse_coo", "sparse_csr"])
def test_sparse_weights_are_named(layout: str) -> None:
    weight = torch.eye(3)
    sparse = weight.to_sparse() if layout == "sparse_coo" else weight.to_sparse_csr()
    with pytest.raises(errors.ConversionError) as caught:
        torch_onnx_mlir.export(Sparse(sparse), (torch.ones(3, 2),))
    assert f"weight 'weight' is sparse (torch.{layout})" in str(caught.value)
    assert ".to_dense()" in str(caught.value)
    program = torch_onnx_mlir.export(Sparse(sparse.to_dense()), (torch.ones(3, 2),))
    torch.testing.assert_close(program(torch.ones(3, 2))[0], torch.ones(3, 2))
