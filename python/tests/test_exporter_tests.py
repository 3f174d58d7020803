"""What the tests of torch.onnx's exporter ask for, under `patch()`.

Programs of the kinds that they export, compared by torch's own `assert_onnx_program`;
and what differs on purpose, which docs/python/Migrating.md lists.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable
from typing import Any

import onnx_ir as ir
import pytest
import torch
import torch_onnx_mlir
from onnxscript import opset18
from torch import nn
from torch.export import Dim
from torch.nn import functional
from torch.onnx import verification

from .features import needs_verify_onnx_program, writes

try:
    from torch.onnx import testing
except ImportError:  # PyTorch has no module torch.onnx.testing.
    from torch_onnx_mlir import testing  # type: ignore[no-redef]

DYNAMIC = ({0: Dim.DYNAMIC, 1: Dim.DYNAMIC},)


class Function(nn.Module):
    """A function as a module."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__()
        self.function = function

    def forward(self, *args: Any) -> Any:
        return self.function(*args)


def exported(function: Callable[..., Any], args: Any, **options: Any) -> Any:
    """The program that a call of torch.onnx.export gives, and its operators."""
    model = function if isinstance(function, nn.Module) else Function(function)
    with torch_onnx_mlir.patch():
        program = torch.onnx.export(model.eval(), args, dynamo=True, verbose=False, **options)
    assert isinstance(program, torch_onnx_mlir.ONNXProgram)
    return program, [node.op_type for node in program.model.graph]


def distances(carry: torch.Tensor, row: torch.Tensor, rows: torch.Tensor) -> list[torch.Tensor]:
    return [carry.clone(), (rows - row.reshape(1, -1)).square().sum(1).sqrt()]


def scanned(x: torch.Tensor) -> Any:
    start = torch.tensor([0.0])
    return torch.ops.higher_order.scan(distances, [start], [x], additional_inputs=[x.clone()])[1]


def asserted(x: torch.Tensor) -> torch.Tensor:
    torch.ops.aten._assert_async.msg(torch.tensor(True), "never")
    return x + x


PROGRAMS: dict[str, tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any], str]] = {
    "largest size": (
        lambda x: torch.sym_max(*x.shape),
        (torch.zeros(2, 3),),
        {"dynamic_shapes": (DYNAMIC,)},
        "Max",
    ),
    "smallest size": (
        lambda x: torch.sym_min(*x.shape),
        (torch.zeros(2, 3),),
        {"dynamic_shapes": (DYNAMIC,)},
        "Min",
    ),
    "sizes that differ": (
        lambda x: torch.sym_not(x.shape[0] == x.shape[1]),
        (torch.zeros(2, 2),),
        {"dynamic_shapes": (DYNAMIC,)},
        "Not",
    ),
    "size as a float": (
        lambda x: torch.sym_float(x.shape[0]),
        (torch.zeros(2, 2),),
        {"dynamic_shapes": (DYNAMIC,)},
        "Cast",
    ),
    "scan": (scanned, (torch.randn(3, 4),), {}, "Scan"),
    "condition": (
        lambda x: torch.cond(x.sum() > 0, lambda x: x + 1, lambda x: x - 42, [x]),
        (torch.tensor([1, 2]),),
        {},
        "If",
    ),
    "assertion": (asserted, (torch.randn(2),), {}, "Add"),
    "complex constant": (
        lambda x: torch.ops.aten.mul(x, 2 + 3j),
        (torch.complex(torch.randn(3), torch.randn(3)),),
        {},
        "Mul",
    ),
    "power of float16": (lambda x: x**2.0, (torch.tensor([1.0, 2.0]).half(),), {}, "Mul"),
    "gelu": (lambda x: functional.gelu(x, approximate="tanh"), (torch.randn(1, 3),), {}, "Gelu"),
    "root mean square norm": (
        lambda x: functional.rms_norm(x, [7, 3]),
        (torch.randn(2, 5, 7, 3),),
        {"opset_version": 23},
        "Mul",
    ),
}


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("case", PROGRAMS)
def test_program(case: str) -> None:
    function, args, options, operator = PROGRAMS[case]
    if case == "scan" and "dim" in inspect.signature(torch.ops.higher_order.scan).parameters:
        pytest.skip("PyTorch's scan has other parameters")
    if case == "complex constant" and not writes(Function(function), *args):
        pytest.skip("torch.export.save cannot write complex numbers")
    program, operators = exported(function, args, **options)
    testing.assert_onnx_program(program)
    assert operator in operators


def test_power_of_float16_has_no_cast() -> None:
    assert "Cast" not in exported(*PROGRAMS["power of float16"][:2])[1]


class Lazy(nn.modules.lazy.LazyModuleMixin, nn.Module):  # type: ignore[misc]
    """What it needs is made by its first call."""

    def initialize_parameters(self, *args: Any, **kwargs: Any) -> None:
        """Nothing."""

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return x + y


class Counts(nn.Module):
    """A buffer that is written, and not read after that."""

    def __init__(self, persistent: bool) -> None:
        super().__init__()
        self.register_buffer("calls", torch.tensor(4.0), persistent=persistent)

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        self.calls.add_(1.0)
        return x + y


class Keywords(nn.Module):
    def forward(self, x: Any, y: Any, first: Any, second: Any) -> Any:
        return x.sum() + 2 * y.sum() + 3 * first.sum() - second.sum()


def ones(*sizes: int) -> torch.Tensor:
    return torch.ones(sizes)


ROWS = {0: Dim("rows", min=2)}
# A model, its arguments, its keyword arguments and options; other arguments of both kinds.
CALLS: dict[str, tuple[Any, Any, Any, dict[str, Any], Any, Any]] = {
    "keywords in another order": (
        Keywords(),
        (ones(4), ones(4)),
        {"second": ones(4), "first": ones(4)},
        {"dynamic_shapes": (None, {0: Dim("a")}, {0: Dim("b")}, None)},
        (ones(4), ones(7)),
        {"second": ones(4), "first": ones(9)},
    ),
    "a number that is fixed": (
        Function(lambda x, y: x + y),
        (ones(7, 5), 5),
        None,
        {"dynamic_shapes": ((ROWS, Dim.STATIC),)},
        (ones(8, 5), 5),
        None,
    ),
    "a tuple inside": (
        Function(lambda a, b: a[0].sum() + a[1].sum() + b.sum()),
        ((ones(4), ones(4)), ones(4)),
        None,
        {"dynamic_shapes": (((None, ROWS), None),)},
        ((ones(4), ones(6)), ones(4)),
        None,
    ),
    "a lazy module": (
        Lazy(),
        (),
        {"x": ones(3, 3), "y": ones(3, 3)},
        {"dynamic_shapes": (ROWS, ROWS)},
        (),
        {"x": ones(6, 3), "y": ones(6, 3)},
    ),
    "a buffer": (Counts(True), (ones(3), ones(3)), None, {}, (-ones(3), ones(3)), None),
    "a buffer of the run": (Counts(False), (ones(3), ones(3)), None, {}, (-ones(3), ones(3)), None),
    "one tensor, no tuple": (Function(lambda x: x + x), ones(2), None, {}, (-ones(2),), None),
    "a condition on sizes": (
        Function(lambda x, y: (x * 2.0, y + 1) if x.shape[0] >= 6 and y.shape[0] <= 16 else None),
        (ones(16), ones(12)),
        None,
        {"dynamic_shapes": (((Dim("x"),), (Dim("y"),)),)},
        (ones(6), ones(16)),
        None,
    ),
}


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("case", CALLS)
def test_call(case: str) -> None:
    """How models are called, at the export and later."""
    model, args, kwargs, options, others, other_kwargs = CALLS[case]
    program, _ = exported(model, args, kwargs=kwargs, **options)
    testing.assert_onnx_program(program)
    testing.assert_onnx_program(program, args=others, kwargs=other_kwargs)


class Nested(nn.Module):
    """Sizes in nested arguments that have to be equal, but for the last one."""

    def forward(self, x: Any, ys: Any, zs: Any, c: Any) -> Any:
        return x - ys[0] - ys[1] - zs["a"] - zs["b"], c


def test_names_of_equal_sizes() -> None:
    def arguments(size: int) -> Any:
        x = torch.ones(size)
        return x, [x + 1, x + 2], {"a": x + 3, "b": x + 4}, torch.ones(size + 1)

    shapes = (
        {0: Dim("rows", min=3)},
        [("first",), (Dim.AUTO,)],
        {"a": {0: Dim.AUTO}, "b": ("second",)},
        {0: "other"},
    )
    with pytest.warns(UserWarning, match="# The axis name: first will not be used"):
        program, _ = exported(Nested(), arguments(5), dynamic_shapes=shapes, optimize=False)
    testing.assert_onnx_program(program, args=arguments(4))
    names = [str(value.shape[0]) for value in program.model.graph.inputs]
    assert names == ["rows"] * 5 + ["other"]


@pytest.mark.skipif(not hasattr(torch.onnx, "ops"), reason="PyTorch has no torch.onnx.ops")
def test_node_of_the_callers_own() -> None:
    def custom(x: torch.Tensor, y: torch.Tensor) -> Any:
        return torch.onnx.ops.symbolic_multi_out(
            "shop::Many",
            (x, None, y),
            {"numbers": [1, 2], "flags": [True, False], "text": "t"},
            dtypes=(x.dtype, 22),  # 22 is INT4
            shapes=([*x.shape, *y.shape], [42]),
            version=3,
            metadata_props={"key": "value"},
        )

    program, _ = exported(
        custom,
        (torch.zeros(2, 3), torch.zeros(1, 2)),
        dynamic_shapes=(({0: "rows"}, {1: "columns"}),),
    )
    node = program.model.graph.node(0)
    assert (node.domain, node.op_type, node.metadata_props["key"]) == ("shop", "Many", "value")
    assert list(node.attributes["flags"].as_ints()) == [1, 0]
    assert [str(size) for size in node.outputs[0].shape] == ["rows", "3", "1", "columns"]
    assert node.outputs[1].dtype.name == "INT4"


def test_axes_of_any_model_are_renamed() -> None:
    shape = ir.Shape(["s0", "s1 + s2", "s1*2", 3])
    value = ir.Value(name="x", type=ir.TensorType(ir.DataType.FLOAT), shape=shape)
    graph = ir.Graph([value], [value], nodes=[])
    program = torch_onnx_mlir.ONNXProgram(ir.Model(graph, ir_version=9), None)
    names = {"s1": "new", "s1 + s2": "all", "not there": "ignored"}
    program.rename_axes({shape[0]: "batch", **names})
    assert program.model.graph.inputs[0].shape == ir.Shape(["batch", "all", "new*2", 3])


# What differs: docs/python/Migrating.md says why.


def test_lowering_to_subtraction_of_booleans() -> None:
    def subtract(x: Any, y: Any) -> Any:
        return opset18.Sub(x, y)

    table = {torch.ops.aten.logical_xor.default: subtract}
    args = (torch.tensor(True), torch.tensor(False))
    with pytest.raises(torch_onnx_mlir.errors.RegistrationError, match="logical_xor"):
        exported(torch.logical_xor, args, custom_translation_table=table)


@needs_verify_onnx_program
def test_values_inside() -> None:
    args = (torch.tensor([1.0]), torch.tensor([2.0]))
    program, _ = exported(lambda a, b: (a + b) - 1, args)
    found = verification.verify_onnx_program(program, args, compare_intermediates=True)
    assert [(info.name, info.max_abs_diff) for info in found] == [("add", 0.0), ("sub", 0.0)]


@pytest.mark.parametrize("target", ["ort", "onnx"])
def test_group_normalization(target: str) -> None:
    def normalized(x: torch.Tensor) -> torch.Tensor:
        return functional.group_norm(x, 4)

    program, operators = exported(
        normalized, (torch.randn(1, 4, 4, 4),), opset_version=21, target=target
    )
    assert ("GroupNormalization" in operators) == (target == "onnx")
    testing.assert_onnx_program(program, backend="reference", rtol=1e-4, atol=1e-5)


def test_attention_of_half_precision() -> None:
    args = tuple(torch.rand(2, 4, 16, 8).half() for _ in range(3))
    program, operators = exported(
        functional.scaled_dot_product_attention, args, opset_version=23
    )
    assert "Attention" in operators and "Cast" in operators
    testing.assert_onnx_program(program)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_grouped_attention_with_dropout() -> None:
    def attention(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
        return functional.scaled_dot_product_attention(q, k, v, enable_gqa=True, dropout_p=0.1)

    args = torch.randn(2, 4, 8, 16), torch.randn(2, 2, 8, 16), torch.randn(2, 2, 8, 16)
    program, operators = exported(attention, args, opset_version=23)
    # The heads of the keys are broadcast by MatMul: nothing is expanded.
    assert {"Unsqueeze", "Reshape", "Dropout"} <= set(operators) and "Expand" not in operators
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert program(*args)[0].shape == (2, 4, 8, 16)
