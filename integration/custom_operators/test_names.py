"""--map-op and torch.onnx.ops, run by ONNX Runtime's own kernels."""

from __future__ import annotations

from pathlib import Path

import onnx
import pytest
import torch
import torch.onnx.ops
from torch import Tensor, nn
from torch._export.serde.serialize import SerializeError

from integration.common.compare import compare
from integration.common.compiler import convert
from integration.common.runtime import Session
from integration.common.function import Function, check


@torch.library.custom_op("mapped::biased_gelu", mutates_args=())
def biased_gelu(x: Tensor, bias: Tensor) -> Tensor:
    """What com.microsoft has as BiasGelu."""
    return nn.functional.gelu(x + bias)


@torch.library.custom_op("mapped::leaky", mutates_args=())
def leaky(x: Tensor, alpha: float) -> Tensor:
    """What the standard has as LeakyRelu."""
    return nn.functional.leaky_relu(x, alpha)


for _operator in (biased_gelu, leaky):
    _operator.register_fake(lambda x, *rest: torch.empty_like(x))

_MAPPED = (
    "--map-op=mapped::biased_gelu=com.microsoft:BiasGelu:1",
    "--map-op=mapped::leaky=:LeakyRelu",
)


def test_mapped(tmp_path: Path) -> None:
    """A node of a domain that the runtime has, and one of the standard."""
    bias = torch.randn(8)

    def function(x: Tensor) -> Tensor:
        return leaky(biased_gelu(x, bias), 0.25)

    check(
        function,
        (torch.randn(3, 8),),
        (torch.randn(5, 8),),
        tmp_path,
        _MAPPED,
        ({0: torch.export.Dim("n")},),
    )
    model = onnx.load(tmp_path / "model.onnx")
    versions = {item.domain: item.version for item in model.opset_import}
    assert versions == {"": 21, "com.microsoft": 1}
    assert [node.op_type for node in model.graph.node] == ["BiasGelu", "LeakyRelu"]


@pytest.mark.parametrize(
    "text", ["mapped::leaky", "leaky=a:B", "mapped::leaky=a:B:x", "mapped::leaky=a:B:0"]
)
def test_wrong_text(text: str, tmp_path: Path) -> None:
    """A mapping that cannot be read is wrong usage."""
    result = convert(
        tmp_path / "none.pt2", tmp_path / "none.onnx", (f"--map-op={text}",)
    )
    assert f"--map-op: '{text}' is not NAMESPACE::OPERATOR=DOMAIN:NAME" in result.stderr


def test_mapped_operator_of_aten(tmp_path: Path) -> None:
    """The user's node comes before a lowering of ours."""
    program = torch.export.export(Function(nn.functional.relu), (torch.randn(3, 8),))
    torch.export.save(program, tmp_path / "model.pt2")
    result = convert(
        tmp_path / "model.pt2",
        tmp_path / "model.onnx",
        ("--map-op=aten::relu=my.domain:Relu",),
    )
    assert not result.failure, result.stderr
    (node,) = onnx.load(tmp_path / "model.onnx").graph.node
    assert (node.domain, node.op_type) == ("my.domain", "Relu")


#: A node of the standard, one of a domain, one with several results: what
#: torch.onnx.ops.symbolic encodes.
_SYMBOLIC = """\
func.func @main(%x: tensor<?x8xf32, #sym.dims<n>>)
    -> (tensor<?x4xf32, #sym.dims<n>>, tensor<?x4xf32, #sym.dims<n>>) {
  %n = torch.aten.sym_size.int(%x, 0) : (tensor<?x8xf32, #sym.dims<n>>) -> i64
  %0 = torch.onnx_symbolic._symbolic.default([%x], "LeakyRelu", 1, shape=[%n, 8],
      attr_keys=["alpha"], attr_types=["f"], attr_pos=[[0, 1]], attr_ints=[],
      attr_floats=[0.25], attr_strs=[], metadata_props_keys=[],
      metadata_props_values=[], domain="", version=VERSION)
    : (tensor<?x8xf32, #sym.dims<n>>, i64) -> tensor<?x8xf32, #sym.dims<n>>
  %1 = torch.onnx_symbolic._symbolic.default([%0], "QuickGelu", 1, shape=[%n, 8],
      attr_keys=["alpha"], attr_types=["f"], attr_pos=[[0, 1]], attr_ints=[],
      attr_floats=[1.5], attr_strs=[], metadata_props_keys=[],
      metadata_props_values=[], domain="com.microsoft", version=1)
    : (tensor<?x8xf32, #sym.dims<n>>, i64) -> tensor<?x8xf32, #sym.dims<n>>
  %2:2 = torch.onnx_symbolic._symbolic_multi_out.default([%1], "Split", [1, 1],
      shapes=[[%n, 4], [%n, 4]], attr_keys=["axis", "num_outputs"],
      attr_types=["i", "i"], attr_pos=[[0, 1], [1, 2]], attr_ints=[1, 2],
      attr_floats=[], attr_strs=[], metadata_props_keys=[],
      metadata_props_values=[], domain="", version=none)
    : (tensor<?x8xf32, #sym.dims<n>>, i64, i64)
    -> (tensor<?x4xf32, #sym.dims<n>>, tensor<?x4xf32, #sym.dims<n>>)
  return %2#0, %2#1 : tensor<?x4xf32, #sym.dims<n>>, tensor<?x4xf32, #sym.dims<n>>
}
"""


def test_symbolic(tmp_path: Path) -> None:
    """Names, attributes, a domain, several results; symbolic sizes."""
    source, target = tmp_path / "model.mlir", tmp_path / "model.onnx"
    source.write_text(_SYMBOLIC.replace("VERSION", "none"))
    result = convert(source, target)
    assert not result.failure, result.stderr
    session = Session(target)
    for count in (3, 5):
        x = torch.randn(count, 8)
        y = nn.functional.leaky_relu(x, 0.25)
        expected = (y * torch.sigmoid(1.5 * y)).split(4, 1)
        for actual, wanted in zip(session.run([x]), expected, strict=True):
            assert compare(actual, wanted) is None


def test_symbolic_of_another_version(tmp_path: Path) -> None:
    """The standard has one version in a model."""
    source, target = tmp_path / "model.mlir", tmp_path / "model.onnx"
    source.write_text(_SYMBOLIC.replace("VERSION", "23"))
    assert "found 23 (--opset)" in convert(source, target).stderr
    result = convert(source, target, ("--opset=23",))
    assert not result.failure, result.stderr


def test_symbolic_is_not_saved(tmp_path: Path) -> None:
    """PyTorch cannot write its own operator down: lists of lists of integers.

    When this fails, the two tests above should begin in Python.
    """

    class Module(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            """A node that PyTorch has no kernel for."""
            y: Tensor = torch.onnx.ops.symbolic(
                "Relu", (x,), {"a": 1}, dtype=x.dtype, shape=x.shape
            )
            return y

    program = torch.export.export(Module(), (torch.randn(3, 8),))
    with pytest.raises(SerializeError):
        torch.export.save(program, tmp_path / "model.pt2")


@pytest.mark.parametrize("opset", [21, 23])
def test_attention(opset: int, tmp_path: Path) -> None:
    """torch.onnx.ops.attention, with a cache, by heads, grouped and causal."""

    def function(q: Tensor, k: Tensor, v: Tensor, past: Tensor) -> tuple[Tensor, ...]:
        y, key, value, _ = torch.onnx.ops.attention(
            q, k, v, None, past, past * 2, is_causal=False, scale=0.3
        )
        z = torch.onnx.ops.attention(q, k, v, is_causal=True)[0]
        return y, key, value, z

    def inputs(batch: int) -> tuple[Tensor, ...]:
        return tuple(torch.randn(batch, 2, n, 8) for n in (5, 5, 5, 3))

    shapes = ({0: torch.export.Dim("b")},) * 4
    check(function, inputs(2), inputs(3), tmp_path, (f"--opset={opset}",), shapes)


def test_rotary_embedding(tmp_path: Path) -> None:
    """torch.onnx.ops.rotary_embedding on heads and on rows."""

    def function(x: Tensor, y: Tensor, cos: Tensor, sin: Tensor) -> tuple[Tensor, ...]:
        positions = torch.arange(5).expand(x.shape[0], 5)
        return (
            torch.onnx.ops.rotary_embedding(x, cos, sin, positions),
            torch.onnx.ops.rotary_embedding(
                y, cos, sin, positions, interleaved=True, num_heads=2
            ),
        )

    def inputs(batch: int) -> tuple[Tensor, ...]:
        return (
            torch.randn(batch, 2, 5, 8),
            torch.randn(batch, 5, 16),
            torch.randn(9, 4),
            torch.randn(9, 4),
        )

    shapes = ({0: torch.export.Dim("b")}, {0: torch.export.Dim("b")}, None, None)
    check(function, inputs(2), inputs(3), tmp_path, ("--opset=23",), shapes)
    check(function, inputs(2), inputs(3), tmp_path, ("--opset=21",), shapes)
