"""Lowerings of one's own."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
from typing import Any

import onnx
import onnx_ir as ir
import onnxscript
import pytest
import torch
import torch_onnx_mlir
from onnxscript import FLOAT, opset18
from torch.utils import _pytree as pytree
from torch_onnx_mlir import errors

from .features import captures
from .models import Add, Mlp, Unsupported

X = torch.randn(4, 6)
ADD = torch.ops.aten.add.Tensor


def operators(program: torch_onnx_mlir.ONNXProgram) -> list[str]:
    """The operators of the main graph."""
    return [node.op_type for node in program.model.graph]


def test_python_function() -> None:
    def subtract(x: Any, y: Any, alpha: float = 1) -> Any:
        return opset18.Sub(x, opset18.Mul(y, alpha))

    class AddTwice(torch.nn.Module):
        def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
            return torch.add(x, y, alpha=2).relu() + y

    y = torch.randn(4, 6)
    program = torch_onnx_mlir.export(
        AddTwice(), (X, y), custom_translation_table={ADD: subtract}, output_names=["z"],
        dynamic_shapes=({0: "rows"}, {0: "rows"}),
    )
    onnx.checker.check_model(program.model_proto, full_check=True)
    assert operators(program).count("Sub") == 2
    assert "Add" not in operators(program)
    assert [value.name for value in program.model.graph.outputs] == ["z"]
    assert not any("torch_onnx_mlir_call" in (v.name or "") for n in program.model.graph for v in n.outputs)
    torch.testing.assert_close(program(X, y)[0], (X - 2 * y).relu() - y)
    torch.testing.assert_close(program(X[:2], y[:2])[0], ((X - 2 * y).relu() - y)[:2])


def test_onnxscript_functions() -> None:
    custom = onnxscript.values.Opset("my.domain", 1)

    @onnxscript.script(custom)
    def subtract(x: FLOAT, y: FLOAT) -> FLOAT:
        return opset18.Sub(x, y)

    program = torch_onnx_mlir.export(Add(), (X, X), custom_translation_table={ADD: subtract})
    assert program.model.opset_imports["my.domain"] == 1
    assert [function.name for function in program.model.functions.values()] == ["subtract"]
    torch.testing.assert_close(program(X, X)[0], torch.zeros(4, 6))


def test_operators_on_values_and_lists() -> None:
    def cat(tensors: Any, dim: int = 0) -> Any:
        return opset18.Concat(*[tensor * 2.0 for tensor in tensors], axis=dim)

    class Cat(torch.nn.Module):
        def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
            return torch.cat([x, y, x], dim=1)

    table = {torch.ops.aten.cat.default: cat}
    program = torch_onnx_mlir.export(Cat(), (X, X), custom_translation_table=table)
    torch.testing.assert_close(program(X, X)[0], torch.cat([X, X, X], 1) * 2)


def test_several_results_and_sizes() -> None:
    def topk(x: Any, k: Any, dim: int = -1, largest: bool = True, sorted: bool = True) -> Any:
        size = opset18.Reshape(k, opset18.Constant(value_ints=[1]))
        return opset18.TopK(x, size, axis=dim, largest=0, sorted=int(sorted))

    class Top(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            values, indices = torch.topk(x, x.shape[0])
            return values + 1, indices

    table = {torch.ops.aten.topk.default: topk}
    program = torch_onnx_mlir.export(
        Top(), (X,), custom_translation_table=table, dynamic_shapes=({0: "k"},)
    )
    values, indices = torch.topk(X[:3], 3, largest=False)
    torch.testing.assert_close(tuple(program(X[:3])), (values + 1, indices))


def test_custom_operator() -> None:
    with torch.library._scoped_library("mylib", "FRAGMENT") as library:
        library.define("scale(Tensor x, float factor, ScalarType? dtype=None) -> Tensor")

        @torch.library.impl("mylib::scale", "CompositeExplicitAutograd", lib=library)
        def scale(x: torch.Tensor, factor: float, dtype: Any = None) -> torch.Tensor:
            return (x * factor).to(dtype or x.dtype)

        torch.library.register_fake("mylib::scale", scale, lib=library)

        class Model(torch.nn.Module):
            def forward(self, x: torch.Tensor) -> torch.Tensor:
                return torch.ops.mylib.scale(x, 3.0, dtype=torch.float64)

        def lowering(x: Any, factor: float, dtype: int = -1) -> Any:
            return opset18.Cast(opset18.Mul(x, factor), to=dtype)

        with pytest.raises(errors.UnsupportedOperatorsError, match=r"mylib\.scale"):
            torch_onnx_mlir.export(Model(), (X,))
        program = torch_onnx_mlir.export(
            Model(), (X,), verify=True,
            custom_translation_table={torch.ops.mylib.scale.default: lowering},
        )
        torch.testing.assert_close(program(X)[0], (X * 3).double())


def test_operator_with_a_kernel_in_the_runtime() -> None:
    custom = onnxscript.values.Opset("my.runtime", 1)

    def lowering(x: Any, y: Any) -> Any:
        return custom.Fancy(x, y, mode=3)

    try:
        program = torch_onnx_mlir.export(
            Add(), (X, X), custom_translation_table={ADD: lowering}, custom_opsets={"my.runtime": 2}
        )
    except errors.RegistrationError as error:
        # onnxscript has no schema for an operator that no library defines.
        assert "Fancy" in str(error)
    else:
        assert operators(program) == ["Fancy"]
        assert program.model.opset_imports["my.runtime"] == 2


def test_other_operators_are_still_refused() -> None:
    table: dict[Any, Any] = {torch.ops.aten.poisson.default: lambda x, *_: opset18.Identity(x)}
    with pytest.raises(errors.UnsupportedOperatorsError) as caught:
        torch_onnx_mlir.export(Unsupported(), (torch.eye(3),), custom_translation_table=table)
    assert caught.value.operators == ("aten.polygamma.default",)
    program = torch_onnx_mlir.export(
        Unsupported(), (torch.eye(3),), custom_translation_table=table, unsupported="keep"
    )
    assert {node.domain for node in program.model.graph} >= {"pkg.torch.ops"}


def test_operator_that_is_not_there() -> None:
    table: dict[Any, Any] = {torch.ops.aten.poisson.default: lambda x: x}
    program = torch_onnx_mlir.export(Mlp().eval(), (torch.randn(2, 64),), custom_translation_table=table)
    assert operators(program) == ["Gemm", "Relu", "Gemm"]


def test_result_that_is_an_input() -> None:
    table: dict[Any, Any] = {ADD: lambda x, y: x}
    program = torch_onnx_mlir.export(Add(), (X, X), custom_translation_table=table)
    torch.testing.assert_close(program(X, X + 1)[0], X)


def test_lowerings_that_fail() -> None:
    def broken(x: Any, y: Any) -> Any:
        raise ValueError("a reason")

    cases: list[tuple[Any, str]] = [(broken, "a reason"), (lambda x, y: (x, y), "expected 1"),
                                    (lambda x, y: 3, "returned")]
    for function, text in cases:
        with pytest.raises(errors.RegistrationError, match=text):
            torch_onnx_mlir.export(Add(), (X, X), custom_translation_table={ADD: function})
    with pytest.raises(TypeError, match="function"):
        torch_onnx_mlir.export(Add(), (X, X), custom_translation_table={ADD: ["abs"]})  # type: ignore[dict-item]


def test_operators_that_cannot_be_replaced() -> None:
    class Item(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> Any:
            return x.sum().item() * x

    class InPlace(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            y = x * 2
            y.add_(1)
            return y

    for model, operator, text in (
        (Item(), torch.ops.aten.item.default, "values that are not tensors"),
        (InPlace(), torch.ops.aten.add_.Tensor, "writes to its arguments"),
    ):
        with pytest.raises(errors.RegistrationError, match=text):
            torch_onnx_mlir.export(model, (X,), custom_translation_table={operator: abs})


def test_operator_made_of_others() -> None:
    with torch.library._scoped_library("mylib", "FRAGMENT") as library:
        library.define("twice(Tensor x) -> Tensor")

        @torch.library.impl("mylib::twice", "CompositeImplicitAutograd", lib=library)
        def twice(x: torch.Tensor) -> torch.Tensor:
            return x * 2

        class Model(torch.nn.Module):
            def forward(self, x: torch.Tensor) -> torch.Tensor:
                return torch.ops.mylib.twice(x)

        program = torch_onnx_mlir.export(Model(), (X,), dynamic_shapes=({0: "rows"},))
        assert operators(program) == ["Mul"]
        assert str(program.model.graph.inputs[0].shape[0]) == "rows"
        torch.testing.assert_close(program(X[:2])[0], X[:2] * 2)
        table: dict[Any, Any] = {torch.ops.mylib.twice.default: lambda x: opset18.Add(x, x)}
        program = torch_onnx_mlir.export(Model(), (X,), custom_translation_table=table)
        assert operators(program) == ["Add"]


def test_list_of_results() -> None:
    class Split(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> Any:
            return torch.split(x, 2)

    def split(x: Any, size: int, dim: int = 0) -> Any:
        return opset18.Split(x, num_outputs=2, axis=dim)

    table = {torch.ops.aten.split.Tensor: split}
    program = torch_onnx_mlir.export(Split(), (X,), custom_translation_table=table)
    torch.testing.assert_close(tuple(program(X)), torch.split(X, 2))


def test_operator_with_results_for_training_alone() -> None:
    model = torch.nn.BatchNorm2d(3).eval()
    model.running_mean, model.running_var = torch.rand(3), torch.rand(3) + 1

    def normalize(x: Any, weight: Any, bias: Any, mean: Any, variance: Any, *_: Any) -> Any:
        return opset18.BatchNormalization(x, weight, bias, mean, variance, epsilon=1e-5)

    x = torch.randn(2, 3, 4, 4)
    target: Any = next(
        node.target
        for node in torch.export.export(model, (x,)).graph.nodes
        if node.op == "call_function" and "batch_norm" in str(node.target)
    )
    program = torch_onnx_mlir.export(model, (x,), custom_translation_table={target: normalize})
    (node,) = program.model.graph
    assert node.op_type == "BatchNormalization" and len(node.outputs) == 1
    torch.testing.assert_close(program(x)[0], model(x))


# torch.onnx.ops

needs_onnx_ops = pytest.mark.skipif(
    not hasattr(torch.onnx, "ops"), reason="PyTorch has no torch.onnx.ops"
)


@needs_onnx_ops
def test_symbolic() -> None:
    class Model(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            y = torch.onnx.ops.symbolic(
                "my.domain::Op", (x, None, x), {"alpha": 0.5, "name": "n", "ks": [1, 2], "on": True},
                dtype=x.dtype, shape=(x.shape[0], 4), version=3, metadata_props={"key": "value"},
            )
            return y + 1

    program = torch_onnx_mlir.export(Model(), (X,), dynamic_shapes=({0: "rows"},))
    assert operators(program) == ["Op", "Add"]
    node = program.model.graph[0]
    assert node.domain == "my.domain" and program.model.opset_imports["my.domain"] == 3
    assert [value.name if value else None for value in node.inputs] == ["x", None, "x"]
    values = {name: attribute.value for name, attribute in node.attributes.items()}
    assert values == {"alpha": 0.5, "name": "n", "ks": (1, 2), "on": 1}
    assert node.metadata_props["key"] == "value"
    assert str(node.outputs[0].shape) == "[rows,4]"
    onnx.checker.check_model(program.model_proto)


@needs_onnx_ops
def test_symbolic_of_the_standard() -> None:
    class Model(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> Any:
            return torch.onnx.ops.symbolic_multi_out(
                "Split", (x,), {"num_outputs": 2}, dtypes=(x.dtype, x.dtype), shapes=((2, 6), (2, 6))
            )

    program = torch_onnx_mlir.export(Model(), (X,))
    assert operators(program) == ["Split"]
    torch.testing.assert_close(tuple(program(X)), torch.split(X, 2))


@needs_onnx_ops
def test_symbolic_with_elements_that_torch_does_not_have() -> None:
    class Model(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> Any:
            return torch.onnx.ops.symbolic_multi_out(
                "shop::Pack", (x,), dtypes=(x.dtype, 22), shapes=((2, 6), (42,)), version=1
            )

    outputs = torch_onnx_mlir.export(Model(), (X,)).model.graph.outputs
    assert [output.dtype for output in outputs] == [ir.DataType.FLOAT, ir.DataType.INT4]
    assert list(outputs[1].shape) == [42]


@needs_onnx_ops
@pytest.mark.parametrize("opset", [20, 23])
def test_rotary_embedding(opset: int) -> None:
    class Model(torch.nn.Module):
        def forward(self, x: Any, cosine: Any, sine: Any) -> torch.Tensor:
            return torch.onnx.ops.rotary_embedding(x, cosine, sine)

    args = (torch.randn(2, 3, 4, 8), torch.randn(2, 4, 4), torch.randn(2, 4, 4))
    if not captures(Model(), *args):
        pytest.skip("torch.onnx.ops.rotary_embedding refuses inputs of four dimensions")
    program = torch_onnx_mlir.export(Model(), args, opset_version=opset)
    assert (operators(program) == ["RotaryEmbedding"]) == (opset >= 23)
    torch.testing.assert_close(program(*args)[0], Model()(*args))


@needs_onnx_ops
@pytest.mark.parametrize("opset", [20, 23])
def test_attention(opset: int) -> None:
    class Model(torch.nn.Module):
        def forward(self, q: Any, k: Any, v: Any) -> torch.Tensor:
            return torch.onnx.ops.attention(q, k, v)[0]

    args = tuple(torch.randn(2, 3, 4, 8) for _ in range(3))
    program = torch_onnx_mlir.export(Model(), args, opset_version=opset)
    assert (operators(program) == ["Attention"]) == (opset >= 23)
    torch.testing.assert_close(program(*args)[0], Model()(*args), rtol=1e-4, atol=1e-5)


@needs_onnx_ops
@pytest.mark.parametrize("past", [0, 3])
@pytest.mark.parametrize("mask", [None, "causal", "bool", "float"])
@pytest.mark.parametrize("softcap", [0.0, 1.0])
@pytest.mark.parametrize("mode", [0, 1, 2, 3])
@pytest.mark.parametrize("only_first", [False, True])
def test_attention_that_differs_from_the_standard(
    past: int, mask: str | None, softcap: float, mode: int, only_first: bool
) -> None:
    """PyTorch's function has its own order of masks, `softcap` and the past."""

    class Model(torch.nn.Module):
        def forward(self, q: Any, k: Any, v: Any, m: Any, pk: Any, pv: Any) -> Any:
            results = torch.onnx.ops.attention(
                q, k, v, attn_mask=m, past_key=pk, past_value=pv, softcap=softcap,
                is_causal=mask == "causal", qk_matmul_output_mode=mode,
            )  # fmt: skip
            return results[0] if only_first else results

    q, k, v, cache = (torch.randn(1, 2, n, 8) for n in (4, 6, 6, 3))
    scores = torch.randn(4, 6 + past)
    masks = {"bool": (scores > 0) | (torch.arange(6 + past) == 0), "float": scores}
    args = (q, k, v, masks.get(mask or ""), *([cache, cache] if past else [None, None]))
    if mask == "bool":
        given = (q, k, v, scores[:, :6] > 0)
        attended = torch.nn.functional.scaled_dot_product_attention(*given)
        result = torch.onnx.ops.attention(*given)[0]
        if not torch.allclose(result, attended, atol=1e-5, equal_nan=True):
            pytest.skip("torch.onnx.ops.attention inverts masks")
    expected = pytree.tree_leaves(Model()(*args))
    program = torch_onnx_mlir.export(Model(), args, opset_version=23)
    torch.testing.assert_close([*program(*args)], expected, rtol=1e-4, atol=1e-5)


def test_without_onnxscript() -> None:
    """Models without lowerings of one's own do not need it."""
    script = (
        "import sys; sys.modules['onnxscript'] = None\n"
        "import torch, torch_onnx_mlir\n"
        "program = torch_onnx_mlir.export(torch.nn.ReLU(), (torch.ones(3),), verify=True)\n"
        "assert program.model.graph[0].op_type == 'Relu'\n"
    )
    package = os.fspath(pathlib.Path(torch_onnx_mlir.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False,
        env=os.environ | {"PYTHONPATH": package},
    )
    assert done.returncode == 0, done.stderr


def test_inputs_keep_their_names() -> None:
    model = torch.nn.Sequential(torch.nn.GELU()).eval()
    table = {torch.ops.aten.gelu.default: lambda x, approximate="none": opset18.Relu(x)}
    program = torch_onnx_mlir.export(
        model, (torch.ones(3),), custom_translation_table=table, dims=None
    )
    assert [value.name for value in program.model.graph.inputs] == ["input"]
