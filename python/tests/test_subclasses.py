"""Tensor subclasses as weights: the model is made of the tensors inside of them."""

from __future__ import annotations

from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor
from torch.utils import _pytree as pytree

import torch_onnx_mlir

from .features import captures


class Scaled(Tensor):
    """Integers and a scale in the place of a float tensor."""

    @staticmethod
    def __new__(cls, data: Tensor, scale: Tensor) -> Scaled:
        return Tensor._make_wrapper_subclass(cls, data.shape, dtype=scale.dtype)

    def __init__(self, data: Tensor, scale: Tensor) -> None:
        self.data_of, self.scale = data, scale

    def __tensor_flatten__(self) -> tuple[list[str], None]:
        return ["data_of", "scale"], None

    @classmethod
    def __tensor_unflatten__(cls, inner: dict[str, Tensor], *_: Any) -> Scaled:
        return cls(inner["data_of"], inner["scale"])

    def dequantize(self) -> Tensor:
        data = self.data_of
        return (data.dequantize() if isinstance(data, Scaled) else data.float()) * self.scale

    @classmethod
    def __torch_dispatch__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if func in (torch.ops.aten.detach.default, torch.ops.aten.alias.default):
            return cls(args[0].data_of, args[0].scale)
        args, kwargs = pytree.tree_map_only(Scaled, Scaled.dequantize, (args, kwargs or {}))
        return func(*args, **kwargs)


class Function(Scaled):
    """The same with operators that torch.export takes apart, as torchao has them."""

    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if func is F.linear:
            x, weight, *bias = args
            return F.linear(x, weight.dequantize(), *bias)
        return super().__torch_function__(func, types, args, kwargs or {})


def _model(weight: Tensor) -> torch.nn.Module:
    model = torch.nn.Sequential(torch.nn.Linear(6, 4), torch.nn.ReLU(), torch.nn.Linear(4, 3))
    model[0].weight = torch.nn.Parameter(weight, requires_grad=False)
    return model.eval()


if not captures(_model(Function(torch.ones(4, 6, dtype=torch.int8), torch.ones(4, 1))), torch.ones(2, 6)):
    pytest.skip("torch.export refuses tensor subclasses as weights", allow_module_level=True)


@pytest.mark.parametrize("kind", [Scaled, Function])
@pytest.mark.parametrize("nested", [False, True], ids=["", "nested"])
def test_weights(kind: type[Scaled], nested: bool) -> None:
    data: Tensor = torch.randint(-128, 128, (4, 6), dtype=torch.int8)
    if nested:
        data = kind(data, torch.rand(4, 1))
    model = _model(kind(data, torch.rand(4, 1) / 50))
    x = torch.randn(2, 6)
    program = torch_onnx_mlir.export(model, (x,), dynamic_shapes=({0: "batch"},))
    assert [value.name for value in program.model.graph.inputs] == ["input"]
    for given in (x, torch.randn(5, 6)):
        torch.testing.assert_close(program(given)[0], model(given))


def test_names_of_parts() -> None:
    """The tensors are called after the parameter and the attribute; unused ones are left out."""
    model = _model(Function(torch.ones(4, 6, dtype=torch.int8), torch.rand(4, 1)))
    program = torch_onnx_mlir.export(model, (torch.randn(2, 6),), optimize=False)
    names = set(program.model.graph.initializers)
    assert {"0.weight.data_of", "0.weight.scale", "2.weight"} <= names
    assert "0.weight" not in names
