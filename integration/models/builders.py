"""How models of timm, torchvision and diffusers are made of rows (`libraries.py`)."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import nn
from torch.overrides import TorchFunctionMode
from torch.utils import _pytree as pytree

from integration.common.libraries import use
from integration.models.registry import Model, Program, add
from integration.models.rows import (
    Called,
    CalledInOrder,
    Input,
    program,
    seeded,
    tensors_of,
)
from integration.models.weights import rescale_


#: So many that the largest error of an output says something.
CLASSES = 50


class _Widening(TorchFunctionMode):
    """Makes float64 of each float32 that a function is asked for."""

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Sequence[type],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        if func is torch.Tensor.float:
            func = torch.Tensor.double
        args, kwargs = pytree.tree_map(
            lambda given: torch.float64 if given is torch.float32 else given,
            (tuple(args), dict(kwargs or {})),
        )
        return func(*args, **kwargs)


class Denoiser(Called):
    """A model that makes frequencies of float32 and multiplies them by times up to
    1000: in float64 they are of float64."""

    def call(self, function: Any, *args: torch.Tensor, **kwargs: torch.Tensor) -> Any:
        """The result, of numbers as wide as the weights."""
        if self.dtype == torch.float32:
            return super().call(function, *args, **kwargs)
        with _Widening():
            return super().call(function, *args, **kwargs)


class Detector(Called):
    """A model that takes a list of images."""

    def forward(self, inputs: dict[str, torch.Tensor]) -> tuple[torch.Tensor, ...]:
        """Boxes, classes and scores."""
        images = list(inputs["image"].unbind())
        return tuple(tensors_of(self.call(self.model, images)))


def _add(
    name: str,
    row: tuple[Any, ...],
    create: Callable[[], nn.Module],
    inputs: Mapping[str, Input],
    wrapper: type[Called],
) -> None:
    def build(full: bool) -> Program:
        with seeded(0):
            module = create()
        return program(wrapper(rescale_(module).eval()), inputs, name)

    add(Model(name, build, Path(__file__), repr((*row, inputs))))


def add_timm(
    name: str, arguments: Mapping[str, Any], inputs: Mapping[str, Input], suffix: str = ""
) -> None:
    """Registers an architecture of timm: by its name there, or as module:Class, the
    sizes of which are free. `suffix` tells rows of one architecture apart."""
    file, _, kind = name.partition(":")

    def create() -> nn.Module:
        timm = use("timm")
        function = getattr(getattr(timm.models, file), kind) if kind else None
        if function is None:
            function = functools.partial(timm.create_model, name, pretrained=False)
        module: nn.Module = function(num_classes=CLASSES, **arguments)
        return module

    _add(f"timm.{file}{suffix}", (name, arguments), create, inputs, CalledInOrder)


def add_torchvision(
    name: str, arguments: Mapping[str, Any], inputs: Mapping[str, Input], suffix: str = ""
) -> None:
    """Registers what torchvision.models has under a name: a function or a class."""

    def create() -> nn.Module:
        function = operator.attrgetter(name)(use("torchvision").models)
        given = {"weights": None, "num_classes": CLASSES}
        if name.startswith(("detection.", "segmentation.")):
            given["weights_backbone"] = None
        if isinstance(function, type):
            del given["weights"]
        if name.startswith("optical_flow."):
            del given["num_classes"]
        module: nn.Module = function(**given, **arguments)
        return module

    wrapper = Detector if name.startswith("detection.") else CalledInOrder
    _add(f"torchvision.{name}{suffix}", (name, arguments), create, inputs, wrapper)


def add_diffusers(
    name: str,
    kind: str,
    arguments: Mapping[str, Any],
    inputs: Mapping[str, Input],
    suffix: str = "",
) -> None:
    """Registers a class of diffusers."""

    def create() -> nn.Module:
        module: nn.Module = getattr(use("diffusers"), kind)(**arguments)
        return module

    _add(f"diffusers.{name}{suffix}", (kind, arguments), create, inputs, Denoiser)
