"""Tensors of pairs of numbers of 4 bits, which torch.export.save does not write."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime as ort
import pytest
import torch
import torch_onnx_mlir
from onnx_ir import DataType
from torch_onnx_mlir import errors
from torch_onnx_mlir._model import runtime as _runtime
from torch_onnx_mlir._support import torch_internals as _torch

if not hasattr(torch, "float4_e2m1fn_x2"):
    pytest.skip("PyTorch has no torch.float4_e2m1fn_x2", allow_module_level=True)

if not _torch.has_serializer():
    pytest.skip("torch.export.save cannot write 4-bit numbers", allow_module_level=True)

FLOAT4 = torch.float4_e2m1fn_x2
# What the halves of a byte are; ONNX, TensorProto.FLOAT4E2M1.
NUMBERS = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0]
NUMBERS += [-number for number in NUMBERS]


def pairs(*shape: int, first: int = 0) -> torch.Tensor:
    """Bytes that all differ, as far as there are so many, with every half among them."""
    count = int(np.prod(shape)) if shape else 1
    numbers = (torch.arange(count) * 37 + first) % 256
    return numbers.to(torch.uint8).reshape(shape).view(FLOAT4)


def bits(value: torch.Tensor) -> list[Any]:
    content: list[Any] = value.view(torch.uint8).tolist()
    return content


class Calls(torch.nn.Module):
    """A function of tensors as a module, with a weight that it may use."""

    def __init__(self, function: Callable[..., Any], weight: torch.Tensor | None = None) -> None:
        super().__init__()
        self.function = function
        self.register_buffer("weight", weight)

    def forward(self, *args: torch.Tensor) -> Any:
        given = args if self.weight is None else (self.weight, *args)
        return self.function(*given)


def check(function: Callable[..., Any], *args: torch.Tensor, **options: Any) -> Any:
    """The reference evaluator of onnx computes the bytes that eager PyTorch has."""
    weight = options.pop("weight", None)
    module = Calls(function, weight)
    options.setdefault("opset_version", 23)
    options.setdefault("target", "onnx")
    program = torch_onnx_mlir.export(module, args, **options)
    onnx.checker.check_model(program.model_proto, full_check=True)
    expected = module(*args)
    expected = [expected] if isinstance(expected, torch.Tensor) else list(expected)
    actual = program.call_reference(*args)
    assert len(actual) == len(expected)
    for there, here in zip(expected, actual):
        assert here.dtype == there.dtype and here.shape == there.shape
        assert bits(here) == bits(there.contiguous())
    return program


def types(values: Any) -> list[Any]:
    return [(value.dtype, list(value.shape)) for value in values]


def test_factory_at_any_opset() -> None:
    for opset in (18, 20, 22, 23, 26):
        program = torch_onnx_mlir.export(
            Calls(lambda: torch.empty([1], dtype=FLOAT4)), opset_version=opset
        )
        onnx.checker.check_model(program.model_proto, full_check=True)
        assert types(program.model.graph.outputs) == [(DataType.FLOAT4E2M1, [2])]
        assert program.model_proto.ir_version >= 11
        if opset < 23:  # no node has the type there, and ONNX Runtime has no kernel
            assert not program.model_proto.graph.node
            assert program()[0].shape == (1,)


def test_zeros() -> None:
    program = check(lambda: torch.zeros([2, 3], dtype=FLOAT4))
    assert types(program.model.graph.outputs) == [(DataType.FLOAT4E2M1, [2, 6])]


def test_weights_keep_their_bytes(tmp_path: Path) -> None:
    weight = pairs(2, 3)
    program = torch_onnx_mlir.export(Calls(lambda w: w, weight), opset_version=20)
    (tensor,) = program.model_proto.graph.initializer
    assert tensor.data_type == onnx.TensorProto.FLOAT4E2M1 and list(tensor.dims) == [2, 6]
    assert list(tensor.raw_data) == sum(bits(weight), [])
    # ONNX Runtime hands an initializer on, and has no operator on the type.
    (result,) = program()
    assert result.dtype == FLOAT4 and bits(result) == bits(weight)
    assert torch_onnx_mlir.verify(program).passed
    program.save(tmp_path / "m.onnx")
    (saved,) = onnx.load(tmp_path / "m.onnx").graph.initializer
    assert saved.raw_data == tensor.raw_data
    os.remove(tmp_path / "m.onnx")
    program.save(tmp_path / "m.onnx", external_data=True)
    assert bits(weight) == bits(program.call_reference()[0])


def test_large_weights_are_not_copied() -> None:
    weight = pairs(64, 64)
    program = torch_onnx_mlir.export(Calls(lambda w: w, weight), opset_version=20)
    conversion = program._compiled()
    proto = onnx.ModelProto.FromString(conversion.serialize("reference"))
    (tensor,) = proto.graph.initializer
    entries = {entry.key: entry.value for entry in tensor.external_data}
    assert entries["location"].startswith("storage_") and entries["length"] == "4096"
    assert bytes(conversion.storages[entries["location"]][:4]) == bytes(bits(weight.view(-1)[:4]))


def test_wrong_numbers_are_found() -> None:
    """What verify compares are the numbers."""
    weight = pairs(2, 3)
    program = torch_onnx_mlir.export(Calls(lambda w: w, weight), opset_version=20)
    weight.view(torch.uint8)[0, 0] ^= 0x20
    changed = torch_onnx_mlir.export(Calls(lambda w: w, pairs(2, 3)), opset_version=20)
    changed.exported_program = program.exported_program
    assert not torch_onnx_mlir.verify(changed, error=False).passed


INTERFACE = [
    lambda x: x[1:3],
    lambda x: x[:, 1:3],
    lambda x: x[:, -4:-1],
    lambda x: x[:, ::2],
    lambda x: x[:, 2],
    lambda x: x[1],
    lambda x: x.t(),
    lambda x: x.view(2, 2, 6).permute(1, 0, 2),
    lambda x: x.view(2, 2, 6).permute(2, 0, 1),
    lambda x: x.reshape(3, 8),
    lambda x: x.t().reshape(24),
    lambda x: x.unsqueeze(0),
    lambda x: x.unsqueeze(-1),
    lambda x: x[:, :1].squeeze(-1),
    lambda x: x.unflatten(1, (2, 3)),
    lambda x: x.flatten(),
    lambda x: x[:1].expand(4, 6),
    lambda x: x[:, :1].expand(4, 6),
    lambda x: x[0].expand(3, 6),
    lambda x: torch.cat([x, x[1:2]]),
    lambda x: torch.stack([x, x.clone()]),
    lambda x: x.split(3, dim=1),
    lambda x: x.split([1, 3])[1],
    lambda x: x.unbind(1)[3:5],
    lambda x: x.chunk(2, dim=-1)[1],
    lambda x: x.repeat(2, 1),
    lambda x: x.repeat(2, 1, 2),
    lambda x: x.repeat_interleave(2, 0),
    lambda x: x.roll(1, 0),
    lambda x: x.index_select(0, torch.tensor([2, 0, 2])),
    lambda x: torch.nn.functional.embedding(torch.tensor([[3, 1]]), x),
    lambda x: x.diagonal(),
    lambda x: x.unfold(1, 2, 2),
    lambda x: x.unfold(0, 2, 1),
    lambda x: torch.where(torch.tensor([[True], [False], [True], [False]]), x, x.roll(1, 0)),
    lambda x: torch.slice_scatter(x, x[2:3], 0, 0, 1),
    lambda x: torch.select_scatter(x, x[3], 0, 1),
    lambda x: torch.empty_like(x).copy_(x),
    lambda x: torch.zeros_like(x),
    lambda x: x.contiguous().detach().clone(),
    lambda x: torch.nn.functional.dropout(x, 0.5, training=False),
    lambda x: x[1:, 1:][::2, ::2].t().reshape(-1),
]


@pytest.mark.parametrize("function", INTERFACE, ids=range(len(INTERFACE)))
def test_moves(function: Callable[..., Any]) -> None:
    """What eager PyTorch has kernels for, of an input and of a weight."""
    x = pairs(4, 6)
    try:
        function(x)
    except NotImplementedError:
        pytest.skip("PyTorch has no kernel of this operator for float4")
    program = check(function, x)
    assert types(program.model.graph.inputs) == [(DataType.FLOAT4E2M1, [4, 12])]
    check(function, weight=x)


def test_writes() -> None:
    def write(x: torch.Tensor) -> torch.Tensor:
        y = x.clone()
        y[0] = x[2]
        y[1:2].zero_()
        return y

    check(write, pairs(4, 6))


@pytest.mark.parametrize("dtype", [torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64])
def test_views_of_bytes(dtype: torch.dtype) -> None:
    check(lambda x: x.view(dtype), pairs(3, 16, first=200), opset_version=26)
    given = pairs(3, 16, first=100).view(dtype)
    check(lambda x: x.view(FLOAT4), given, opset_version=26)
    # The bytes of a weight are the same at any opset.
    if dtype.itemsize == 1:
        program = check(lambda w: w.view(FLOAT4), weight=given, opset_version=20)
        assert [tensor.data_type for tensor in program.model_proto.graph.initializer] == [23]
        check(lambda w: w.view(dtype), weight=pairs(3, 16), opset_version=20)


def test_view_then_moves_fold() -> None:
    """The usual way to hold such weights: bytes, seen as pairs."""
    weight = pairs(4, 6).view(torch.uint8)
    program = check(lambda w: w.view(FLOAT4).t()[1:, :3], weight=weight, opset_version=20)
    assert not program.model_proto.graph.node


def test_sizes_that_are_symbols() -> None:
    n = torch.export.Dim("n")
    program = check(lambda x: x.t(), pairs(4, 6), dynamic_shapes=(({1: n},),))
    assert program.model.graph.inputs[0].shape[1] == "2*n"
    for size in (2, 5, 9):
        x = pairs(4, size)
        assert bits(program.call_reference(x)[0]) == bits(x.t().contiguous())
    rows = check(lambda x: x.view(-1), pairs(4, 6), dynamic_shapes=(({0: n},),))
    assert bits(rows.call_reference(pairs(7, 6))[0]) == bits(pairs(42))
    told = torch_onnx_mlir.export(
        Calls(lambda x: torch.ones(x.shape[1])),
        (pairs(4, 6),),
        dynamic_shapes=(({1: n},),),
        opset_version=23,
        target="onnx",
    )
    assert told.call_reference(pairs(4, 9))[0].shape == (9,)


def test_single_pair() -> None:
    """A tensor without dimensions is two numbers."""
    program = torch_onnx_mlir.export(
        Calls(lambda x: x[1, 2]), (pairs(4, 6),), opset_version=23, target="onnx"
    )
    assert types(program.model.graph.outputs) == [(DataType.FLOAT4E2M1, [2])]
    assert bits(program.call_reference(pairs(4, 6))[0]) == [bits(pairs(4, 6))[1][2]]
    check(lambda x: x[1, 2].view(torch.uint8), pairs(4, 6), opset_version=26)
    check(lambda x: x[1, 2].expand(2, 3), pairs(4, 6))


def test_branches() -> None:
    def choose(flag: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
        chosen: torch.Tensor = torch.cond(
            flag, lambda x: x[:, 1:4].clone(), lambda x: x[:, 2:5].clone(), (x,)
        )
        return chosen

    for flag in (True, False):
        check(choose, torch.tensor(flag), pairs(4, 6))


def test_refusals() -> None:
    x = pairs(4, 6)
    with pytest.raises(errors.ConversionError, match="aten.add.Tensor.*computes nothing"):
        torch_onnx_mlir.export(Calls(lambda x: x + x), (x,), opset_version=23, target="onnx")
    with pytest.raises(errors.ConversionError, match="float4e2m1.*came with opset 23"):
        torch_onnx_mlir.export(Calls(lambda x: x.t()), (x,), target="onnx")
    with pytest.raises(errors.ConversionError, match="no kernel for 'onnx.Reshape' of .*float4e2m1"):
        torch_onnx_mlir.export(Calls(lambda x: x.view(2, 12)), (x,), opset_version=23)
    with pytest.raises(errors.ConversionError, match="BitCast"):
        torch_onnx_mlir.export(
            Calls(lambda x: x.view(torch.uint8)), (x,), opset_version=23, target="onnx"
        )
    with pytest.raises(errors.ConversionError, match="opset 20 has no Identity of .*float4e2m1"):
        torch_onnx_mlir.export(Calls(lambda x: (x, x)), (x,), opset_version=20)


@pytest.mark.parametrize(
    "name", [f"{kind}int{width}" for kind in ("", "u") for width in range(1, 8)] + ["bits8", "bits16"]
)
def test_types_without_meaning(name: str) -> None:
    """torch has more dtypes that its schema does not number."""
    dtype = getattr(torch, name)
    module = Calls(lambda w: w.view(4, 2), torch.empty([2, 4], dtype=dtype))
    with pytest.raises(errors.ConversionError, match=f"'{name}' is not supported.*uint8"):
        torch_onnx_mlir.export(module)
    with pytest.raises(errors.ConversionError, match=f"'{name}' is not supported.*uint8"):
        torch_onnx_mlir.export(Calls(lambda: torch.empty([3], dtype=dtype)))


def test_quantized_tensors() -> None:
    weight = torch.quantize_per_tensor(torch.ones(2, 2), 0.1, 10, torch.quint8)
    with pytest.raises((errors.ConversionError, errors.TorchExportError), match="quantized|quint8"):
        torch_onnx_mlir.export(Calls(lambda w: w, weight))


def test_values_of_runtimes() -> None:
    """What goes in comes out again, and each half is the number that ONNX says."""
    for shape in ((16, 16), (3, 1), (0, 4), (2, 0)):
        x = pairs(*shape)
        assert bits(_runtime.from_ort(_runtime.to_ort(x))) == bits(x)
        assert bits(_runtime.from_numpy(_runtime.to_numpy(x))) == bits(x)
    everything = torch.arange(256, dtype=torch.uint8).view(FLOAT4)
    expected = [NUMBERS[half] for byte in range(256) for half in (byte & 15, byte >> 4)]
    actual = _runtime.numbers(everything)
    assert torch.equal(actual, torch.tensor(expected))
    assert torch.equal(torch.signbit(actual), torch.signbit(torch.tensor(expected)))
    # ONNX counts numbers: an odd number of them are no pairs.
    with pytest.raises(ValueError, match="two numbers"):
        _runtime.from_ort(
            ort.OrtValue.ortvalue_from_shape_and_type([3], onnx.TensorProto.FLOAT4E2M1)
        )
