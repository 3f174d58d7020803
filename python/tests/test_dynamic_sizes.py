"""The forms of dynamic_shapes and dynamic_axes."""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Callable
from typing import Any

import onnxruntime
import pytest
import torch
import torch_onnx_mlir
from torch.export import Dim
from torch.utils import _pytree as pytree
from torch_onnx_mlir._support import torch_internals as _torch
from torch_onnx_mlir.errors import OnnxExporterWarning, TorchExportError

from .features import captures, needs_plugin
from .models import Add, Mlp, Nested, Scale

X = torch.randn(3, 4)
Y = torch.randn(3, 4)
# Whether a size of 1 that cannot be dynamic is fixed; older versions refuse Dim.DYNAMIC.
FIXES_ONES = _torch.find("sizes_of_one") is not None
needs_sizes_of_one = pytest.mark.skipif(not FIXES_ONES, reason="sizes of 1 are static")


def shapes(program: torch_onnx_mlir.ONNXProgram) -> list[list[Any]]:
    """The shapes of the inputs, with strings for dynamic dimensions."""
    return [
        [dim if isinstance(dim, int) else str(dim) for dim in value.shape or ()]
        for value in program.model.graph.inputs
    ]


@pytest.mark.parametrize(
    "dynamic_shapes",
    [
        ({0: "rows"}, {0: "rows"}),
        [{0: "rows"}, {0: "rows"}],
        {"x": {0: "rows"}, "y": {0: "rows"}},
        {"x": ("rows", None), "y": ("rows", None)},
        {"x": ["rows", Dim.STATIC], "y": ["rows", None]},
        {"x": {0: Dim("rows")}, "y": {0: Dim("rows")}},
        {"x": {0: Dim("rows", min=2, max=9)}, "y": {0: "rows"}},
    ],
)
def test_names(dynamic_shapes: Any) -> None:
    program = torch_onnx_mlir.export(Add(), (X, Y), dynamic_shapes=dynamic_shapes)
    assert shapes(program) == [["rows", 4], ["rows", 4]]
    torch.testing.assert_close(program(X[:2], Y[:2])[0], X[:2] + Y[:2])


@pytest.mark.parametrize("dim", [Dim.DYNAMIC, Dim.AUTO])
def test_hints(dim: Any) -> None:
    program = torch_onnx_mlir.export(Add(), (X, Y), dynamic_shapes=({0: dim}, {0: dim}))
    (left, _), (right, _) = shapes(program)
    assert left == right and isinstance(left, str)
    torch.testing.assert_close(program(X[:2], Y[:2])[0], X[:2] + Y[:2])


def test_none() -> None:
    assert shapes(torch_onnx_mlir.export(Add(), (X, Y), dynamic_shapes=None)) == [[3, 4], [3, 4]]
    program = torch_onnx_mlir.export(Add(), (X, Y), dynamic_shapes={"x": None, "y": None})
    assert shapes(program) == [[3, 4], [3, 4]]


def test_nested() -> None:
    args = ([X, Y], {"scale": torch.randn(3, 4), "offset": torch.randn(5, 6)})
    dynamic_shapes = (
        [{0: "rows"}, {0: "rows"}],
        {"scale": {0: "rows"}, "offset": {0: "other", 1: "columns"}},
    )
    program = torch_onnx_mlir.export(Nested(), args, dynamic_shapes=dynamic_shapes)
    assert shapes(program) == [["rows", 4], ["rows", 4], ["rows", 4], ["other", "columns"]]
    other = ([X[:2], Y[:2]], {"scale": X[:2], "offset": Y[:1, :2]})
    torch.testing.assert_close(program(*other).structured, Nested()(*other))


class Sum(torch.nn.Module):
    """The sum of any number of tensors, which are not parameters with names."""

    def forward(self, first: torch.Tensor, *others: torch.Tensor) -> torch.Tensor:
        """The sum."""
        return torch.stack((first, *others)).sum(0)


@pytest.mark.parametrize(
    "others",
    [(({0: "rows"}, {0: "rows"}),), ({0: "rows"}, {0: "rows"}), [("rows", None), ("rows", None)]],
)
def test_any_number_of_arguments(others: Any) -> None:
    """An entry for each of them, or for all, as torch.export takes them."""
    program = torch_onnx_mlir.export(
        Sum(), (X, Y, X), dynamic_shapes=type(others)([{0: "rows"}, *others])
    )
    assert shapes(program) == [["rows", 4]] * 3
    torch.testing.assert_close(program(X[:2], Y[:2], Y[:2])[0], X[:2] + 2 * Y[:2])


def test_any_number_of_arguments_with_one() -> None:
    for entry in ({0: "rows"}, ({0: "rows"},)):
        program = torch_onnx_mlir.export(Sum(), (X, Y), dynamic_shapes=({0: "rows"}, entry))
        assert shapes(program) == [["rows", 4]] * 2


def test_keyword_arguments() -> None:
    program = torch_onnx_mlir.export(
        Scale(), (X,), kwargs={"bias": Y}, dynamic_shapes={"x": {0: "rows"}, "bias": {0: "rows"}}
    )
    assert shapes(program) == [["rows", 4], ["rows", 4]]


def test_several_arguments_of_one_parameter() -> None:
    class Sum(torch.nn.Module):
        def forward(self, *terms: torch.Tensor) -> torch.Tensor:
            return terms[0] + terms[1]

    program = torch_onnx_mlir.export(
        Sum(), (X, Y), dynamic_shapes={"terms": ({0: "rows"}, {0: "rows"})}
    )
    assert shapes(program) == [["rows", 4], ["rows", 4]]
    torch.testing.assert_close(program(X[:1], Y[:1])[0], X[:1] + Y[:1])


def test_shapes_collection() -> None:
    collection = torch.export.ShapesCollection()
    collection[X] = {0: Dim.DYNAMIC}
    collection[Y] = {0: Dim.DYNAMIC}
    program = torch_onnx_mlir.export(Add(), (X, Y), dynamic_shapes=collection)  # type: ignore[arg-type]
    assert all(isinstance(shape[0], str) for shape in shapes(program))


def test_size_of_one_stays_dynamic() -> None:
    program = torch_onnx_mlir.export(
        Mlp().eval(), (torch.randn(1, 64),), dynamic_shapes=({0: "batch"},)
    )
    assert shapes(program) == [["batch", 64]]
    assert program(torch.randn(5, 64))[0].shape == (5, 8)


class Squeezed(torch.nn.Module):
    """`squeeze` without dimensions, whose rank depends on the batch."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x.squeeze() + 1


def test_squeeze_of_a_size_of_one() -> None:
    """PyTorch removes the dimension of the example, which the dynamic program would keep."""
    x = torch.randn(1, 3, 1)
    entries = ["batch", Dim("batch"), Dim.AUTO]
    if FIXES_ONES or captures(Squeezed(), x, dynamic_shapes=({0: Dim.DYNAMIC},)):
        entries.append(Dim.DYNAMIC)
    else:
        with pytest.raises(TorchExportError, match="the results of squeeze"):
            torch_onnx_mlir.export(Squeezed(), (x,), dynamic_shapes=({0: Dim.DYNAMIC},))
    for entry in entries:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", OnnxExporterWarning)
            program = torch_onnx_mlir.export(Squeezed(), (x,), dynamic_shapes=({0: entry},))
        assert shapes(program) == [[1, 3, 1]]
        torch.testing.assert_close(program(x)[0], x.squeeze() + 1)
        if entry != Dim.AUTO:
            assert any("dimension 0 of 'x'" in str(w.message) for w in caught)


def test_squeeze_of_other_sizes() -> None:
    """The model keeps the dimension, and says so."""
    with pytest.warns(OnnxExporterWarning, match="removes dimension 0 if its size, batch, is 1"):
        program = torch_onnx_mlir.export(
            Squeezed(), (torch.randn(2, 3, 1),), dynamic_shapes=({0: "batch"},)
        )
    x = torch.randn(4, 3, 1)
    torch.testing.assert_close(program(x)[0], x.squeeze() + 1)
    with warnings.catch_warnings():
        warnings.simplefilter("error", OnnxExporterWarning)
        torch_onnx_mlir.export(Squeezed(), (torch.randn(1, 3, 1),))
        limited = ({0: Dim("batch", min=3)},)
        torch_onnx_mlir.export(Squeezed(), (torch.randn(4, 3, 1),), dynamic_shapes=limited)


class CausalAttention(torch.nn.Module):
    """Products, for which PyTorch asks whether sizes are 1, and a mask that broadcasts."""

    def __init__(self) -> None:
        super().__init__()
        self.qkv = torch.nn.Linear(16, 48)
        self.register_buffer("mask", torch.ones(1, 1, 8, 8, dtype=torch.bool).tril())

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        b, n, c = x.shape
        q, k, v = self.qkv(x).view(b, n, 3, 4, 4).permute(2, 0, 3, 1, 4)
        scores = (q @ k.transpose(-1, -2)).masked_fill(~self.mask[:, :, :n, :n], -torch.inf)
        return (scores.softmax(-1) @ v).transpose(1, 2).contiguous().view(b, n, c)


@pytest.mark.parametrize("sizes", [(1, 6), (2, 1), (1, 1)])
def test_size_of_one_in_products(sizes: tuple[int, int]) -> None:
    """The program is that for other sizes, too."""
    model, dynamic = CausalAttention().eval(), ({0: "batch", 1: "length"},)
    x = torch.randn(*sizes, 16)
    program = torch_onnx_mlir.export(model, (x,), dynamic_shapes=dynamic)
    assert shapes(program) == [["batch", "length", 16]]
    assert program.exported_program.example_inputs[0][0] is x
    for other in (sizes, (3, 5), (1, 1), (2, 1), (1, 4)):
        y = torch.randn(*other, 16)
        torch.testing.assert_close(program(y)[0], model(y), rtol=1e-4, atol=1e-5)


class Branches(torch.nn.Module):
    """Other operators for one token."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return (x + 1) if x.shape[1] == 1 else torch.cumsum(x, 1) * 2


def test_branch_on_a_size_of_one() -> None:
    """A program for the example alone is not one for dynamic sizes."""
    x = torch.randn(2, 1)
    dynamic = ({1: Dim.DYNAMIC},)
    if FIXES_ONES or captures(Branches(), x, dynamic_shapes=dynamic):
        with pytest.warns(OnnxExporterWarning, match="dimension 1 of 'x', which is 1"):
            torch_onnx_mlir.export(Branches(), (x,), dynamic_shapes=dynamic)
    else:
        with pytest.raises(TorchExportError):
            torch_onnx_mlir.export(Branches(), (x,), dynamic_shapes=dynamic)
    with pytest.warns(OnnxExporterWarning, match="dimension 1 of 'x' "):
        program = torch_onnx_mlir.export(Branches(), (x,), dynamic_shapes=({1: "length"},))
    assert shapes(program) == [[2, 1]]
    torch.testing.assert_close(program(x)[0], x + 1)


def _times(x: torch.Tensor, y: torch.Tensor) -> Any:
    return x * y, y.mean(0), torch.arange(y.shape[0])


def _compared_with_zero(x: torch.Tensor, y: torch.Tensor) -> Any:
    return x + 1 if y.shape[0] == 0 else x * 2


def _without_elements(x: torch.Tensor, y: torch.Tensor) -> Any:
    return x * 3 if not y.numel() else x * 2


def _appended(x: torch.Tensor, y: torch.Tensor) -> Any:
    return torch.cat([y, x * 2])


@needs_sizes_of_one
@pytest.mark.parametrize("entry", ["hint", "name", "Dim", "axes"])
@pytest.mark.parametrize(
    ("function", "second", "fixed"),
    [
        (_times, torch.randn(1, 4), True),  # broadcast to the size of the other
        (_compared_with_zero, torch.randn(0, 4), True),
        (_without_elements, torch.randn(0, 4), True),
        (_appended, torch.randn(0, 4), False),
    ],
)
def test_sizes_of_zero_and_one(
    function: Any, second: torch.Tensor, fixed: bool, entry: str
) -> None:
    """A program that contradicts its example is captured again with such sizes fixed."""
    dims = {"hint": [Dim.DYNAMIC] * 2, "name": ["a", "b"], "Dim": [Dim("a"), Dim("b")]}
    if entry == "axes":
        options: Any = {"dynamic_axes": {"x": [0], "y": [0]}, "input_names": ["x", "y"]}
    else:
        options = {"dynamic_shapes": tuple({0: dim} for dim in dims[entry])}
    args = (X, second)
    program = torch_onnx_mlir.export(function, args, **options)
    expected = pytree.tree_leaves(function(*args))
    torch.testing.assert_close([*program(*args)], expected)
    assert (shapes(program)[1][0] == second.shape[0]) == fixed
    if not fixed:
        others = (torch.randn(5, 4), torch.randn(2, 4))
        torch.testing.assert_close([*program(*others)], [function(*others)])


def test_size_of_one_that_another_example_fixes() -> None:
    """With 2 in place of 1, the index fixes the second size of y."""

    def function(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        x = x.clone()
        x[1:3, torch.tensor([0, 2])] += y
        return x

    args = (X, torch.randn(2, 1))
    automatic = {0: Dim.AUTO, 1: Dim.AUTO}
    program = torch_onnx_mlir.export(function, args, dynamic_shapes=(automatic, automatic))
    torch.testing.assert_close(program(*args)[0], function(*args))


@torch.jit.script
def _branch_of_a_script(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    if y.size(0) == 2:
        x = x + 1
    else:
        x = x * 2
    for i in range(y.size(0)):
        x = x + y[i]
    return x


@needs_plugin
def test_branches_of_scripted_functions_without_dynamo() -> None:
    """TorchScript's exporter keeps them: the model is traced."""
    model, names = _Scripted(), ["x", "y"]
    with pytest.warns(OnnxExporterWarning, match="so the model is traced"):
        program = torch_onnx_mlir.export(
            model, (X, Y), dynamo=False, input_names=names, dynamic_axes={"y": [0]}
        )
    for size in (0, 2, 3):
        y = torch.randn(size, 4)
        torch.testing.assert_close(program(X, y)[0], model(X, y))


class _Scripted(torch.nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        result: torch.Tensor = _branch_of_a_script(x, y)
        return result


def test_branches_of_scripted_functions() -> None:
    """torch.export guards them as those of Python: the size is fixed, with a warning."""
    with pytest.warns(OnnxExporterWarning, match="dimension 0 of 'y'"):
        program = torch_onnx_mlir.export(_Scripted(), (X, Y), dynamic_shapes=({}, {0: "n"}))
    assert shapes(program)[1] == [3, 4]
    torch.testing.assert_close(program(X, Y)[0], _Scripted()(X, Y))


def test_tensor_of_sizes() -> None:
    def function(x: torch.Tensor) -> Any:
        return x + torch.tensor(x.shape[1] - 1), torch.tensor([x.shape[1], 2 * x.shape[0]])

    dynamic = ({0: Dim.AUTO, 1: Dim.AUTO},)
    program = torch_onnx_mlir.export(function, (X,), dynamic_shapes=dynamic)
    for x in (X, torch.randn(5, 7)):
        torch.testing.assert_close(program(x).structured, function(x))


def test_names_of_derived_sizes() -> None:
    class Double(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return torch.cat([x, x])

    program = torch_onnx_mlir.export(Double(), (X,), dynamic_shapes=({0: "rows"},))
    assert str(program.model.graph.outputs[0].shape[0]) == "2*rows"


def test_second_name_of_one_size_warns() -> None:
    with pytest.warns(UserWarning, match="axis name: other will not be used"):
        program = torch_onnx_mlir.export(
            Add(), (X, Y), dynamic_shapes=({0: "rows"}, {0: "other"})
        )
    assert shapes(program) == [["rows", 4], ["rows", 4]]


def test_exported_program_with_names() -> None:
    dim = Dim("whatever")
    captured = torch.export.export(Add(), (X, Y), dynamic_shapes=({0: dim}, {0: dim}))
    for dynamic_shapes in ({"x": {0: "rows"}, "y": None}, ({0: "rows"}, {0: "rows"})):
        program = torch_onnx_mlir.export(captured, dynamic_shapes=dynamic_shapes)
        assert shapes(program) == [["rows", 4], ["rows", 4]]


def test_structure_that_does_not_fit() -> None:
    with pytest.raises(torch_onnx_mlir.errors.TorchExportError, match="dynamic_shapes"):
        torch_onnx_mlir.export(Add(), (X, Y), dynamic_shapes=({0: "rows"},))
    captured = torch.export.export(
        Nested(),
        ([X, Y], {"scale": torch.randn(3, 4), "offset": torch.randn(5, 6)}),
        dynamic_shapes=([None, None], {"scale": None, "offset": {0: Dim.DYNAMIC}}),
    )
    with pytest.warns(UserWarning, match="does not have the structure"):
        torch_onnx_mlir.export(captured, dynamic_shapes=([{0: "rows"}], {"scale": None}))


def test_dims() -> None:
    dynamic = ({0: Dim.DYNAMIC}, {0: Dim.DYNAMIC})
    program = torch_onnx_mlir.export(Add(), (X, Y), dynamic_shapes=dynamic, dims={"x.0": "n"})
    assert shapes(program) == [["n", 4], ["n", 4]]
    program = torch_onnx_mlir.export(Add(), (X, Y), dynamic_shapes=dynamic, dims=["x.0=7"])
    assert shapes(program) == [[7, 4], [7, 4]]
    with pytest.raises(torch_onnx_mlir.errors.ConversionError, match="no input"):
        torch_onnx_mlir.export(Add(), (X, Y), dims={"q": 3})


class Repeat(torch.nn.Module):
    def forward(self, x: torch.Tensor, count: int) -> torch.Tensor:
        return x.repeat(count, 1)


@pytest.mark.skipif(
    not captures(Repeat(), X, 3, dynamic_shapes={"x": None, "count": Dim.DYNAMIC}),
    reason="torch.export refuses a dynamic number",
)
def test_dynamic_number() -> None:
    program = torch_onnx_mlir.export(
        Repeat(), (X, 3), dynamic_shapes={"x": None, "count": Dim.DYNAMIC}
    )
    torch.testing.assert_close(program(X, 5)[0], X.repeat(5, 1))


# dynamic_axes


@pytest.mark.parametrize(
    ("axes", "expected"),
    [
        ({"x": {0: "rows"}, "y": {0: "rows"}}, ["rows", "rows"]),
        ({"y": {0: "rows"}, "x": {0: "rows"}}, ["rows", "rows"]),
        ({"x": {0: "rows"}, "y": {0: "rows"}, "sum": {0: "rows"}}, ["rows", "rows"]),
        ({"x": {-2: "rows"}, "y": {0: "rows"}}, ["rows", "rows"]),
    ],
)
def test_axes_by_name(axes: Any, expected: list[str]) -> None:
    program = torch_onnx_mlir.export(
        Add(), (X, Y), dynamic_axes=axes, output_names=["sum"], input_names=["x", "y"]
    )
    assert [shape[0] for shape in shapes(program)] == expected
    torch.testing.assert_close(program(X[:2], Y[:2])[0], X[:2] + Y[:2])


def test_axes_by_given_names_in_any_order() -> None:
    class Rows(torch.nn.Module):
        def forward(self, x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            return x + 1, y + 1

    program = torch_onnx_mlir.export(
        Rows(), (X, Y), input_names=["a", "b"], dynamic_axes={"b": {1: "n"}, "a": {0: "m"}}
    )
    assert shapes(program) == [["m", 4], [3, "n"]]


@pytest.mark.parametrize("dynamo", [True, False])
def test_axes_as_lists(dynamo: bool) -> None:
    program = torch_onnx_mlir.export(
        Add(), (X, Y), dynamic_axes={"x": [0], "y": [0]}, dynamo=dynamo
    )
    (left, _), (right, _) = shapes(program)
    assert left == right and isinstance(left, str)


def test_axes_of_keyword_arguments_follow_the_signature() -> None:
    program = torch_onnx_mlir.export(
        Add(), ({"y": Y, "x": X},), input_names=["left", "right"],
        dynamic_axes={"left": {0: "rows"}, "right": {0: "rows"}},
    )
    assert [value.name for value in program.model.graph.inputs] == ["left", "right"]
    torch.testing.assert_close(program(x=X[:2], y=Y[:2])[0], X[:2] + Y[:2])


def test_axes_of_nested_inputs() -> None:
    program = torch_onnx_mlir.export(
        Nested(), ([X, Y], {"scale": torch.randn(3, 4), "offset": torch.randn(3, 4)}),
        input_names=["a", "b", "c", "d"],
        dynamic_axes={name: {0: "rows"} for name in "abc"},
    )
    assert shapes(program) == [["rows", 4], ["rows", 4], ["rows", 4], [3, 4]]


def test_constants_have_no_axes() -> None:
    program = torch_onnx_mlir.export(
        Scale(), (X, 3, Y, False), input_names=["a", "b"],
        dynamic_axes={"a": {0: "rows"}, "b": {0: "rows"}},
    )
    assert shapes(program) == [["rows", 4], ["rows", 4]]


def test_unknown_axes_warn() -> None:
    with pytest.warns(UserWarning, match="names of inputs or outputs: nobody"):
        torch_onnx_mlir.export(Add(), (X, Y), dynamic_axes={"nobody": {0: "rows"}})


@pytest.mark.parametrize("axes", [{"x": {"0": "rows"}}, {"x": "rows"}, {"x": 3}, {"x": ["0"]}])
def test_malformed_axes(axes: Any) -> None:
    with pytest.raises(ValueError, match=r"dynamic_axes\['x'\]"):
        torch_onnx_mlir.export(Add(), (X, Y), dynamic_axes=axes)


def test_axis_out_of_range() -> None:
    with pytest.raises(ValueError, match="axis 5"):
        torch_onnx_mlir.export(Add(), (X, Y), dynamic_axes={"x": {5: "rows"}})


def test_shapes_without_dynamo() -> None:
    with pytest.raises(ValueError, match="dynamo=False"):
        torch_onnx_mlir.export(Add(), (X, Y), dynamic_shapes=({0: "n"}, {0: "n"}), dynamo=False)


@pytest.mark.parametrize(
    ("axes", "works"),
    [
        (None, (True, False, False)),
        ({"x": {0: "batch"}}, (True, True, False)),
        ({"x": {2: "height", 3: "width"}}, (True, False, True)),
    ],
)
def test_classic_table(axes: Any, works: tuple[bool, ...]) -> None:
    """Three models of one convolution, three inputs: what ONNX Runtime accepts."""
    model = torch.nn.Conv2d(3, 4, 3).eval()
    program = torch_onnx_mlir.export(
        model, (torch.randn(1, 3, 10, 10),), input_names=["x"], dynamic_axes=axes
    )
    for shape, expected in zip(((1, 3, 10, 10), (2, 3, 10, 10), (1, 3, 20, 20)), works, strict=True):
        x = torch.randn(shape)
        if expected:
            torch.testing.assert_close(program(x)[0], model(x), rtol=1e-4, atol=1e-5)
        else:
            with pytest.raises(onnxruntime.capi.onnxruntime_pybind11_state.InvalidArgument):
                program(x)


@pytest.mark.parametrize("kind", [torch.nn.LSTM, torch.nn.GRU, torch.nn.RNN])
def test_length_of_a_recurrent_layer(kind: Any) -> None:
    class Layer(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.layer = kind(4, 5, batch_first=True)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return self.layer(x)[0]

    model = Layer().eval()
    for example in (torch.randn(2, 7, 4), torch.randn(1, 3, 4)):
        program = torch_onnx_mlir.export(
            model, (example,), dynamic_shapes=({0: "batch", 1: "time"},)
        )
        assert shapes(program) == [["batch", "time", 4]]
        x = torch.randn(3, 9, 4)
        torch.testing.assert_close(program(x)[0], model(x))


def test_sums_of_sizes() -> None:
    class Sum(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> int:
            return torch.sym_sum(x.shape)

    x = torch.zeros(2, 3, 4)
    dynamic = ({0: Dim.DYNAMIC, 1: Dim.DYNAMIC},)
    if not captures(Sum(), x, dynamic_shapes=dynamic):
        pytest.skip("torch.export refuses torch.sym_sum")
    program = torch_onnx_mlir.export(Sum(), (x,), dynamic_shapes=({0: "a", 1: "b"},))
    assert program(x).structured == 9
    assert program(torch.zeros(5, 3, 4)).structured == 12


def test_int_of_a_size() -> None:
    """`int` of a fraction of a size follows the size, not the example."""

    class Parts(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> Any:
            sizes = [int(size * 0.7) for size in x.shape[-2:]]
            image = torch.nn.functional.interpolate(x, size=sizes)
            half = torch.nn.functional.adaptive_avg_pool2d(x, (int(x.shape[2] / 2), 2))
            return image, half, x.new_ones(int(x.shape[3] ** 0.5))

    names = ({2: "height", 3: "width"},)
    program = torch_onnx_mlir.export(Parts().eval(), (torch.rand(1, 2, 20, 20),), dynamic_shapes=names)
    image = program.model.graph.outputs[0]
    assert [str(size) for size in image.shape][2:] == ["floor(0.7*height)", "floor(0.7*width)"]
    for sizes in ((41, 30), (9, 20), (20, 20)):
        x = torch.rand(1, 2, *sizes)
        torch.testing.assert_close(program(x).structured, Parts()(x))


def test_condition_on_an_int_of_a_size() -> None:
    """A warning names a condition on the `int` of a size that chose the branch of the model."""

    class Branches(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x * 2 if int(x.shape[0] * 0.7) == 14 else x

    condition = r"int\(0\.7\*float\(x\.size\(0\)\)\) == 14|TruncToInt"
    with pytest.warns(OnnxExporterWarning, match=condition):
        program = torch_onnx_mlir.export(
            Branches().eval(), (torch.rand(20),), dynamic_shapes=({0: "rows"},)
        )
    assert program(torch.ones(21))[0].tolist() == [2.0] * 21


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (lambda x: x.shape[0] > 12, r"x\.size\(0\) > 12 \(\S*test_dynamic_sizes.py:\d+\)\."),
        (lambda x: x.shape[0] * 0.7 > 12.5, r"x\.size\(0\)\) > 12\.5"),
        (lambda x: x.shape[0] // 2 != 9, r"Ne\(\(x\.size\(0\)//2\), 9\)"),
        (lambda x: not x.shape[0] < 4, r"x\.size\(0\) >= 4"),
        (lambda x: x.shape[0] >= 0 and x.ndim == 1, None),
        (lambda x: x.shape[1:].numel() == 1, None),
    ],
)
def test_branches_on_sizes(
    condition: Callable[[torch.Tensor], bool], text: str | None, recwarn: pytest.WarningsRecorder
) -> None:
    """A warning names the condition on a size that chose the branch of the model."""

    class Branch(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x * 2 if condition(x) else x

    program = torch_onnx_mlir.export(
        Branch().eval(), (torch.ones(20),), dynamic_shapes=({0: "rows"},)
    )
    assert program(torch.ones(30))[0].tolist() == [2.0] * 30
    found = [str(w.message) for w in recwarn if issubclass(w.category, OnnxExporterWarning)]
    assert len(found) == (text is not None)
    if text is not None:
        assert re.search("by the example: .*" + text, found[0])


def test_numbers_that_pytorch_does_not_write() -> None:
    class Numbers(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, ...]:
            half = x.shape[0] / 2
            numbers = (math.floor(half), math.ceil(half), round(half), abs(half - 3))
            return tuple(x + number for number in numbers)

    known = _torch.find("number_operators")
    written = set(known)
    program = torch_onnx_mlir.export(Numbers(), (torch.zeros(4),), dynamic_shapes=({0: "a"},))
    assert written == known
    for size in (3, 5, 7):
        x = torch.zeros(size)
        torch.testing.assert_close(program(x).structured, Numbers()(x))


def test_comparison_of_sizes_as_output() -> None:
    class Compare(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> Any:
            return x + 1, torch.sym_not(x.shape[0] == x.shape[1])

    program = torch_onnx_mlir.export(
        Compare(), (torch.zeros(2, 2),), dynamic_shapes=({0: "a", 1: "b"},)
    )
    assert program(torch.zeros(2, 2)).structured[1] is False
    assert program(torch.zeros(2, 3)).structured[1] is True


def test_dynamic_axes_are_deprecated() -> None:
    with pytest.warns(DeprecationWarning, match="provide 'dynamic_shapes' directly"):
        torch_onnx_mlir.export(Add(), (X, Y), dynamic_axes={"x": [0], "y": [0]})


def test_one_name_for_sizes_that_differ() -> None:
    class Both(torch.nn.Module):
        def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
            return torch.cat([x, y])

    args = (torch.randn(3, 4), torch.randn(5, 4))
    with pytest.warns(UserWarning, match="'rows' is that of two sizes, 3 and 5"):
        program = torch_onnx_mlir.export(
            Both(), args, dynamic_shapes=({0: "rows"}, {0: "rows"}), verify=True
        )
    first, second = (shape[0] for shape in shapes(program))
    assert first == "rows" and second != "rows"
    args = (torch.randn(2, 4), torch.randn(7, 4))
    torch.testing.assert_close(program(*args)[0], Both()(*args))


@pytest.mark.parametrize("key", ["batch", "input.0"])
def test_a_size_for_a_name(key: str) -> None:
    program = torch_onnx_mlir.export(
        torch.nn.Linear(3, 4).eval(),
        (torch.ones(2, 3),),
        dynamic_shapes=({0: "batch"},),
        dims={key: 8},
    )
    assert [tuple(value.shape) for value in program.model.graph.inputs] == [(8, 3)]


class Features(torch.nn.Module):
    """A model that fixes the number of features."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(8, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x)


@pytest.mark.parametrize("dim", ["features", Dim("features"), 2 * Dim("half")], ids=str)
def test_name_of_a_fixed_size(dim: Any) -> None:
    """A size that has a name and that the model fixes is a number, and a warning says so."""
    with pytest.warns(torch_onnx_mlir.errors.OnnxExporterWarning, match="dimension 1 of 'x'.*which is 8"):
        program = torch_onnx_mlir.export(
            Features(), (torch.randn(3, 8),), dynamic_shapes={"x": {0: "batch", 1: dim}}
        )
    assert shapes(program) == [["batch", 8]]


def test_automatic_size_that_is_fixed() -> None:
    """Nobody asked for a name: no warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", torch_onnx_mlir.errors.OnnxExporterWarning)
        program = torch_onnx_mlir.export(
            Features(), (torch.randn(3, 8),), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO}}
        )
    assert shapes(program)[0][1] == 8
    with pytest.raises(torch_onnx_mlir.errors.TorchExportError):  # as torch.export has it
        torch_onnx_mlir.export(
            Features(), (torch.randn(3, 8),), dynamic_shapes={"x": {1: Dim.DYNAMIC}}
        )


def test_name_of_a_factor() -> None:
    """A size that is a multiple gives its symbol the name of the Dim that it is derived from."""
    program = torch_onnx_mlir.export(
        Add(), (torch.randn(6, 4), torch.randn(6, 4)), dynamic_shapes=({0: 2 * Dim("pairs")},) * 2
    )
    assert shapes(program) == [["2*pairs", 4]] * 2


class Registered:
    """An object that only tensors make."""

    def __init__(self, x: torch.Tensor) -> None:
        self.x, self.size = x, x.shape[0]


pytree.register_pytree_node(
    Registered,
    lambda value: ([value.x], None),
    lambda values, _: Registered(next(iter(values))),
    serialized_type_name="tests.Registered",
    flatten_with_keys_fn=lambda value: ([(pytree.GetAttrKey("x"), value.x)], None),
)


class OfRegistered(torch.nn.Module):
    def forward(self, given: Registered) -> torch.Tensor:
        return given.x * 2


def test_registered_class() -> None:
    """Names of its sizes are found without making an object of numbers."""
    program = torch_onnx_mlir.export(
        OfRegistered(), (Registered(torch.randn(3, 4)),), dynamic_shapes={"given": [{0: "rows"}]}
    )
    assert shapes(program) == [["rows", 4]]
